"""A tiny game for the tests of the command line: bid credits, the bank keeps them; or pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.games.base import Choice, Game, GameInfo, Score, Section, Setup, Situation, ranked
from referee.notation import Amount, Move, Name, Names, Text, arg, flag, verb
from referee.rulebook import Rulebook


@verb("bid", "miser")
class Bid(Move):
    """Pay credits for a point each ten."""

    amount: int = arg(Amount())
    loud: bool = flag("loud")


@verb("give")
class Give(Move):
    """Hand credits to somebody."""

    to: str = arg(Name("player", label="NAME"))
    amount: int = arg(Amount())


@verb("pass")
class Pass(Move):
    """Do nothing."""


@verb("say")
class Say(Move):
    """Say something."""

    text: str = arg(Text())


@verb("crash")
class Crash(Move):
    """Run into a defect."""


@verb("leak")
class Leak(Move):
    """Lose money."""


@verb("ask")
class Ask(Move):
    """Ask the table."""


class Toy(Game):
    """The toy game: `rounds` turns for everybody, then the points count."""

    info = INFO = GameInfo(
        key="toy",
        title="Toy Bids",
        module=f"{__name__}:Toy",
        players=(2, 4),
        rules="toy-1",
        views={"points": "Show the points of all players.", "best": "Show the best players."},
        view_arguments={"best": "[NUMBER]"},
        importers={"toytext": f"{__name__}:read_text"},
    )
    MOVES = (Bid, Give, Pass, Say, Crash, Leak, Ask)
    BANK = "Bank"

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.ledger.open("Bank", "bank", 1000)
        for player in self.players:
            self.ledger.open(player, "player", self.options["start"])
        self.points = dict.fromkeys(self.players, 0)
        self.turn = 0

    def names(self) -> Names:
        players: dict[str, Sequence[str]] = dict.fromkeys(self.players, ())
        return Names({"player": players, "account": {**players, "Bank": ("caisse",)}})

    def play(self, by: str, move: Move) -> str:
        by = by or self.situation().actor
        self.require(by == self.situation().actor, "toy.turn", player=by, actor=self.situation().actor)
        match move:
            case Bid():
                self.require(move.amount <= self.options["limit"], "toy.limit", limit=self.options["limit"])
                self.ledger.transfer(by, "Bank", move.amount, "bid", loud=move.loud)
                self.points[by] += move.amount // 10
                self.tell("bid", "toy.limit", player=by, amount=move.amount)
            case Give():
                self.ledger.transfer(by, move.to, move.amount, "gift")
                self.tell("gift", player=by, to=move.to, amount=move.amount)
            case Say():
                self.tell("said", player=by, text=move.text)
            case Crash():
                raise ZeroDivisionError("a \x1b[31mdefect")
            case Leak():
                self.ledger.accounts["Bank"].balance -= 1
            case Ask():
                self.ask("colour", ["say red", "say blue"])
            case _:
                self.tell("passed", player=by)
        self.turn += 1
        return by

    def situation(self) -> Situation:
        if self.finished:
            return Situation("over", {}, "")
        return Situation("turn", {"turn": self.turn + 1}, self.players[self.turn % len(self.players)])

    def choices(self) -> list[Choice]:
        if self.finished:
            return []
        limit = self.options["limit"]
        return [Choice(f"bid 0–{limit}", phrase="bid", fields={"limit": limit}), Choice("pass", ("pass",))]

    def state(self) -> dict[str, Any]:
        cash = {name: account.balance for name, account in self.ledger.accounts.items()}
        return {"turn": self.turn, "cash": cash, "points": dict(self.points)}

    def show(self, words: Rulebook) -> list[Section]:
        rows = [(name, words.money(self.ledger.balance(name)), self.points[name]) for name in self.players]
        return [Section("Players", ("player", "cash", "points"), rows)]

    def view(self, name: str, words: Rulebook, *arguments: str) -> list[Section]:
        rows = list(self.points.items())
        if name == "best":
            rows = sorted(rows, key=lambda row: -row[1])[: int(arguments[0]) if arguments else 1]
        return [Section("Points", ("player", "points"), rows, ["A point for every ten."])]

    def scores(self) -> list[Score]:
        return ranked(
            [
                Score(
                    p,
                    self.points[p] * 10 + self.ledger.balance(p),
                    {"points": self.points[p] * 10, "cash": self.ledger.balance(p)},
                )
                for p in self.players
            ]
        )

    @property
    def finished(self) -> bool:
        return self.stopped or self.turn >= self.options["rounds"] * len(self.players)


class Quiet(Toy):
    """The same without money."""

    info = GameInfo("quiet", "Quiet Game", f"{__name__}:Quiet", (2, 4), "quiet-1", money=False)

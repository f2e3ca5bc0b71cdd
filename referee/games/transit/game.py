"""Transit: the state of a game and the way of a move through it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random, SystemRandom
from typing import Any, Final

from referee.boards import board_path, checked_board, load_board
from referee.games.base import Choice, Game, Score, Section, Setup, Situation
from referee.games.transit import (
    INFO,
    cards,
    charts,
    corsair,
    estate,
    legal,
    poker,
    report,
    storms,
    trade,
    voyage,
)
from referee.games.transit.board import COLOURS, WORDS, TransitBoards, read_board
from referee.games.transit.goods import CAISSE, Goods
from referee.games.transit.moves import (
    CONSTANTS,
    MOVES,
    Answer,
    Auction,
    Buy,
    Concede,
    Corsair,
    Deliver,
    End,
    Freight,
    Go,
    Group,
    Hand,
    Poker,
    Rebuy,
    Refill,
    Renounce,
    Roll,
    Spelt,
    Stay,
    Storm,
    Trade,
)
from referee.games.transit.moves import Board as Teach
from referee.games.transit.state import Bout, Captain, Cards, CorsairShip, Turn
from referee.notation import Move, Names
from referee.rulebook import Rulebook

MONEY: Final[dict[str, int]] = CONSTANTS["money"]

Handler = Callable[["Transit", str, Any], str]
HANDLERS: Final[dict[type[Move], Handler]] = {
    Roll: voyage.roll,
    Deliver: voyage.deliver,
    Stay: voyage.stay,
    Go: voyage.go,
    Freight: voyage.freight,
    Buy: voyage.buy,
    Rebuy: voyage.rebuy,
    Renounce: voyage.renounce,
    End: voyage.end,
    Storm: storms.play,
    Poker: poker.challenge,
    Answer: poker.answer,
    Concede: poker.concede,
    Hand: cards.record,
    Corsair: corsair.play,
    Group: estate.buy_group,
    Auction: estate.auction,
    Trade: trade.exchange,
    Refill: trade.refill,
    Teach: charts.teach,
}
ANY_TIME: Final = (Teach, Hand)
IN_POKER: Final = (*ANY_TIME, Answer, Concede)
IN_AUCTION: Final = (*ANY_TIME, Auction)


class Transit(Game):
    """The whole state of a game of Transit."""

    info = INFO
    BANK = CAISSE
    MOVES = MOVES

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        name = setup.options["board"]
        self.board, faults = read_board(load_board(INFO.key, name, setup.folder))
        if faults:
            checked_board(INFO.key, TransitBoards(), board_path(INFO.key, name, setup.folder))  # raises them
        self.goods = Goods()
        self.captains = {
            name: Captain(name, extra["colour"], seat, at=self.board.stop(start).name)
            for seat, (name, extra, start) in enumerate(
                zip(setup.players, setup.extra, CONSTANTS["start_ports"], strict=False)
            )
        }
        owners = {captain.colour: captain.name for captain in self.captains.values()}
        self.owners = {colour: owners.get(colour, CAISSE) for colour in COLOURS}
        self.current = setup.players[0]
        self.turn = Turn("first")
        self.cards = Cards()
        self.corsair = CorsairShip()
        self.poker: Bout | None = None
        self.last_poker: tuple[str, frozenset[str]] | None = None
        self.due: list[str] = []  # lots that must be auctioned before anything else, in their order
        self.taught: list[str] = []  # facts of the board told in this session
        self.winner = ""
        self._names: Names | None = None
        self._open_accounts()
        charts.open_stocks(self)

    def _open_accounts(self) -> None:
        """setup.caisse, setup.holdings: the Caisse without end, and 2,000,000 in cheques for everybody."""
        self.ledger.open(CAISSE, "bank", overdraft=True)
        for player in self.players:
            self.ledger.open(player, "player")
            self.ledger.transfer(CAISSE, player, MONEY["start"], "start")

    @classmethod
    def prepare(
        cls, players: Sequence[tuple[str, Mapping[str, Any]]], options: Mapping[str, Any], rng: Random
    ) -> list[tuple[str, dict[str, Any]]]:
        """The players of a new session with their colours, those still open drawn by lot if so wished."""
        taken = {colour_named(str(extra.get("colour", ""))) for _, extra in players}
        free = [colour for colour in COLOURS if colour not in taken]
        if options.get("draw_colours"):
            rng.shuffle(free)
        made = []
        for name, extra in players:
            colour = str(extra.get("colour", ""))
            if not colour and options.get("draw_colours") and free:
                colour = free.pop(0)
            made.append((name, {**extra, "colour": colour_named(colour)} if colour else dict(extra)))
        return made

    @classmethod
    def unfit(cls, setup: Setup) -> list[tuple[str, str]]:
        """What is wrong with the players as they are named: problem and remedy (setup.colours)."""
        found, taken = [], dict[str, str]()
        for name, extra in zip(setup.players, setup.extra, strict=True):
            colour = extra.get("colour", "")
            if colour not in COLOURS:
                problem = "colour" if colour else "no-colour"
            elif taken.setdefault(colour, name) != name:
                problem = "same-colour"
            else:
                problem = "caisse" if name.casefold() == CAISSE.casefold() else ""
            if problem:
                free = [c for c in COLOURS if c not in taken]
                fields = {
                    "player": name,
                    "value": colour,
                    "colour": colour,
                    "other": taken.get(colour, ""),
                    "free": free,
                }
                say = WORDS.say
                found.append((say(f"fault.{problem}", **fields), say(f"remedy.{problem}", **fields)))
        return found

    # ------------------------------------------------------------ the vocabulary

    def names(self) -> Names:
        """Players, colours, ranks, lots, and the stopovers and products known so far."""
        if self._names is None:
            players: dict[str, tuple[str, ...]] = dict.fromkeys(self.players, ())
            colours = {colour: tuple(others) for colour, others in CONSTANTS["colours"].items()}
            ranks = {rank: tuple(others) for rank, others in CONSTANTS["ranks"].items()}
            self._names = Names(
                {
                    "player": players,
                    "account": players | {CAISSE: ()},
                    "actor": players,
                    "colour": colours,
                    "lot": {**colours, estate.CORSAIR: ("corsaire",)},
                    "rank": ranks,
                    **self.board.vocabulary(),
                }
            )
        return self._names

    def forget_names(self) -> None:
        """The vocabulary has changed."""
        self._names = None

    def completed(self, move: Move) -> Move:
        """The move with every name written out, and with dice where the referee is to roll them."""
        if isinstance(move, Teach):
            return replace(move, fact=self._spelt(move.fact))
        if isinstance(move, Roll) or (isinstance(move, Corsair) and move.action == "roll"):
            if move.red is None:
                dice = SystemRandom()
                return replace(move, red=dice.randint(1, 6), other=dice.randint(1, 6), virtual=True)
            if move.other is None:
                return replace(move, red=move.red // 10, other=move.red % 10)
        return self._spelt(move)

    def _spelt(self, move: Move) -> Move:
        changes = {}
        for slot in move.SLOTS:
            if isinstance(slot.field, Spelt):
                value = getattr(move, slot.name)
                if value != slot.default or not slot.optional:
                    changes[slot.name] = slot.field.spelt(value, self.board.spelling)
        return replace(move, **changes) if changes else move  # type: ignore[type-var]

    # ------------------------------------------------------------ a move

    def play(self, by: str, move: Move) -> str:
        """Play a move and what follows from it by itself."""
        if self.poker and not isinstance(move, IN_POKER):
            self.must(False, "poker.suspends", rank=self.poker.rank, player=self.poker.answers)
        if self.due and not isinstance(move, IN_AUCTION):
            self.must(False, "auction.due", lots=self.due)
        actor = HANDLERS[type(move)](self, by, move)
        self.settle()
        return actor

    def settle(self) -> None:
        """Let happen what happens by itself: lots nobody can pay, ruin, the passing of the dice."""
        while not self.winner:
            estate.settle(self)
            if self.due or self.poker or self.winner:
                return
            captain = self.captains[self.current]
            if captain.out:
                voyage.pass_dice(self)
            elif self.turn.phase == "rebuy" and self.cash(captain.name) < MONEY["rebuy"]:
                estate.eliminate(self, captain, "elimination.rebuy")
            else:
                return

    # ------------------------------------------------------------ people and money

    def mover(self, by: str, *, strictly: bool = True) -> Captain:
        """Who makes a move that only the player whose turn it is can make (turn.order).

        With `strictly` False a ruling lets another player make it.
        """
        name = by or self.current
        check = self.must if strictly else self.require
        check(name == self.current, "turn.order", player=name, next=self.current)
        return self.in_game(name)

    def in_game(self, name: str) -> Captain:
        """The captain of that name, who must still be in the game (elimination.skipped)."""
        captain = self.captains[name]
        self.must(not captain.out, "elimination.skipped", player=name)
        return captain

    def still_in(self) -> list[Captain]:
        """Everybody in the game, in table order."""
        return [captain for captain in self.captains.values() if not captain.out]

    def round_from(self, name: str) -> list[Captain]:
        """Everybody in the game but `name`, clockwise from him."""
        people = list(self.captains.values())
        seat = self.captains[name].seat
        return [c for c in (*people[seat + 1 :], *people[:seat]) if not c.out]

    def at(self, stop: str) -> list[Captain]:
        """Everybody whose cargo lies at a stopover."""
        return [captain for captain in self.captains.values() if captain.at == stop]

    def cash(self, name: str) -> int:
        """The cheques of a player, in francs."""
        return self.ledger.balance(name)

    def pay(self, payer: str, payee: str, amount: int, reason: str, **fields: Any) -> None:
        """Cheques change hands; `reason` is a phrase below `reason.`."""
        self.ledger.transfer(payer, payee, amount, reason, **fields)

    def listed(self, goods: Mapping[str, int]) -> list[str]:
        """Goods for a sentence, each like “300,000 F café”."""
        return [f"{WORDS.money(amount)} {product}" for product, amount in goods.items()]

    # ------------------------------------------------------------ what others read

    def situation(self) -> Situation:
        """Where the game stands."""
        return legal.situation(self)

    def choices(self) -> list[Choice]:
        """What the one to act may do."""
        return legal.choices(self)

    def state(self) -> dict[str, Any]:
        """The whole public state."""
        return report.state(self)

    def show(self, words: Rulebook) -> list[Section]:
        """The table on one screen."""
        return report.show(self, words)

    def view(self, name: str, words: Rulebook, *arguments: str) -> list[Section]:
        """Where the tickets lie."""
        return report.tickets(self, words)

    def scores(self) -> list[Score]:
        """Fortunes: cheques, cargo at cost, groups at their least price."""
        return report.scores(self)

    @property
    def finished(self) -> bool:
        """Somebody has won, or the table has stopped."""
        return bool(self.winner) or self.stopped

    def check(self) -> None:
        """Raises `Broken` when the tickets do not add up or a player stands where he cannot."""
        self.goods.check()
        for captain in self.captains.values():
            if captain.at:
                if captain.struck or captain.out:
                    self.broken(f"{captain.name} has no ship and stands at {captain.at}")
            elif self.goods.held.get(captain.name):
                self.broken(f"{captain.name} has no ship and goods")
            if captain.out and self.corsair.owner == captain.name:
                self.broken(f"{captain.name} is out and owns the corsair")


def colour_named(text: str) -> str:
    """The colour that `text` means in either language; the text itself where it means none."""
    names = Names({"colour": {colour: tuple(others) for colour, others in CONSTANTS["colours"].items()}})
    return names.exactly(text, "colour") or text

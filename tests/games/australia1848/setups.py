"""A table of 1848 with short ways to bring a position about.

Most helpers play real moves. Those that put figures on the table directly say so; what they do is
done again whenever the table is replayed (`Sitting.arrange`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from referee.games.australia1848 import report, trains
from referee.games.australia1848.state import KINDS
from referee.rulebook import Rulebook
from referee.session import Entry
from referee.table import Played, Table
from tests.kit import Bench, session

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva", "Fritz")
PRIVATES = ("P1", "P2", "P3", "P4", "P5", "P6")
Change = Callable[[Any], None]
_OPENINGS: dict[object, list[Entry]] = {}  # moves from the start to the first operating round


@cache
def _words() -> Rulebook:
    return Rulebook("1848")


class ArrangedTable(Table):
    """A table whose game is changed by hand after given entries, also in every replay."""

    arrangements: Sequence[tuple[int, Change]] = ()
    _arranged: tuple[object, int] = (None, 0)  # the game and how many of the changes it has had

    def _run(self, item: Played) -> None:
        self.arrange(item.entry.number)
        super()._run(item)

    def _fold(self, numbers: Sequence[int]) -> None:
        super()._fold(numbers)
        self.arrange(len(self.session.entries) + 1)

    def arrange(self, before: int) -> None:
        """Make the changes due before entry `before` that the game has not had yet."""
        game, done = self._arranged
        if game is not self.game:
            done = 0
        for after, change in self.arrangements[done:]:
            if after >= before:
                break
            change(self.game)
            done += 1
        self._arranged = (self.game, done)


class Sitting(Bench):
    """A game of 1848 with 3 to 6 players: Anna, Ben, Cleo, Dan, Eva, Fritz."""

    table: ArrangedTable

    def __init__(self, players: int = 4, folder: Path = Path(), **options: Any) -> None:
        self.table = ArrangedTable(session("1848", NAMES[:players], options=options, folder=folder))
        self.table.rulebook = _words()

    # ------------------------------------------------------------ looking

    @property
    def state(self) -> dict[str, Any]:
        """The public state as it stands."""
        found: dict[str, Any] = self.game.state()
        return found

    @property
    def to_act(self) -> str:
        """The player or company to act."""
        return str(self.game.actor)

    @property
    def round(self) -> str:
        """The round as reports name it: "auction", "SR 2", "OR 2.1"."""
        return report.round_name(self.game)

    def cash(self, name: str) -> int:
        """What a player, a company, the Bank or the BOE holds."""
        return int(self.game.cash(name))

    def player(self, name: str) -> dict[str, Any]:
        """A player's part of the state."""
        found: dict[str, Any] = self.state["players"][name]
        return found

    def company(self, id_: str) -> dict[str, Any]:
        """A company's part of the state."""
        found: dict[str, Any] = self.state["companies"][id_]
        return found

    def price(self, id_: str) -> int:
        """The price of a share of a company or the BOE."""
        return int(self.game.price(id_))

    # ------------------------------------------------------------ put on the table by hand

    def arrange(self, change: Change) -> Sitting:
        """Set fields of the engine directly, now and at this place in every replay."""
        table = self.table
        table.settled()
        table.arrangements = [*table.arrangements, (len(table.session.entries), change)]
        table.arrange(len(table.session.entries) + 1)
        return self

    def rich(self, name: str, amount: int) -> Sitting:
        """Bring an account to `amount` by a `settle` with a ruling, against the Bank."""
        if self.cash(name) != amount:
            self.do(f"settle {name} {amount}", ruling="set up for a test")
        return self

    def marker(self, company: str, row: int, column: int) -> Sitting:
        """Put a company's price marker on a cell directly (row from the top, column 0 = receivership)."""
        return self.arrange(lambda g: g.place(g.companies[company], (row, column)))

    def holding(self, player: str, company: str, shares: int, source: str = "ipo") -> Sitting:
        """Give a player shares (of 10 %) of a company or the BOE directly, out of IPO or pool, unpaid."""

        def change(g: Any) -> None:
            of = g.boe if company == "BOE" else g.companies[company]
            place = "pool" if company == "BOE" else source
            setattr(of, place, getattr(of, place) - shares)
            of.holders[player] = of.holders.get(player, 0) + shares

        return self.arrange(change)

    def train(self, company: str, *faces: str) -> Sitting:
        """Give a company trains directly, unpaid and not out of the stack."""
        return self.arrange(lambda g: g.companies[company].trains.extend(faces))

    def tokens(self, company: str, *hexes: str) -> Sitting:
        """Put tokens of a company on the map directly, unpaid."""

        def change(g: Any) -> None:
            g.companies[company].tokens.extend(hexes)
            g.companies[company].used_tokens += len(hexes)

        return self.arrange(change)

    def phase(self, kind: str) -> Sitting:
        """Begin a phase directly, as if the trains up to the first one of its kind were out of the stack.

        Their effects happen; P3 counts as used before the privates close.
        """

        def change(g: Any) -> None:
            for earlier in KINDS[: KINDS.index(kind) + 1]:
                if earlier == "5":
                    g.privates["P3"].used = True
                if earlier != kind:
                    g.depot.left[earlier] = 0
                elif earlier not in g.depot.begun:
                    g.depot.take(kind)
                trains.left_stack(g, earlier)

        return self.arrange(change)

    # ------------------------------------------------------------ by real moves

    def sold(self) -> Sitting:
        """All privates bought in turn at full price, P1 by the first player; then stock round 1."""
        self.do(*(f"buy {private}" for private in PRIVATES))
        return self

    def buys(self, player: str, *what: str) -> Sitting:
        """Purchases in the stock round, the others passing between; the player's cash stays what it was."""
        cash = self.cash(player)
        self.rich(player, cash + 450 * len(what))
        for item in what:
            self.turn(player).do(f"buy {item}")
        return self.rich(player, cash)

    def started(self, company: str, director: str = "Anna", par: int = 100) -> Sitting:
        """A company started by `director`, whose cash stays what it was."""
        return self.buys(director, f"{company} par {par}")

    def floated(self, company: str, director: str = "Anna", par: int = 100) -> Sitting:
        """A company with 60 % sold to its director, whose cash stays what it was; CAR: to P6's owner."""
        if company == "CAR":
            return self.buys(self.game.companies["CAR"].president, *["CAR ipo"] * 4)
        held = self.game.held(director, company)
        return self.buys(director, f"{company} par {par}", *[f"{company} ipo"] * (4 - held))

    def turn(self, player: str) -> Sitting:
        """In a stock round: the others pass until it is the turn of `player`."""
        while self.to_act != player:
            assert self.round.startswith("SR")
            self.do("pass")
        return self

    def passes(self) -> Sitting:
        """Everybody passes until the stock round is over."""
        began = self.round
        while self.round == began:
            self.do("pass")
        return self

    def operating(self, *companies: str, director: str = "Anna", par: int = 100) -> Sitting:
        """Privates sold, these companies floated by `director`, and the first operating round begun."""
        return self.opened(tuple((company, director, par) for company in companies))

    def idle(self) -> Sitting:
        """A company's turn with nothing earned and nothing bought; or BOE's cities declared worthless."""
        actor = self.to_act
        if actor == "BOE":
            self.do("boe 0")
            return self
        turn = self.game.operating.turn
        if turn.step <= 2:
            self.do("run 0")
        if self.to_act == actor and self.round.startswith("OR"):
            self.do("done" if self.company(actor)["trains"] else "done no-route")
        return self

    def until(self, actor: str) -> Sitting:
        """Idle turns and passes until `actor` is to act."""
        while self.to_act != actor:
            assert not self.game.finished
            if self.round.startswith("SR"):
                self.do("pass")
            else:
                self.idle()
        return self

    def until_round(self, name: str) -> Sitting:
        """Idle turns and passes until the round of that name, such as "SR 2" or "OR 2.1"."""
        while self.round != name:
            assert not self.game.finished
            if self.round.startswith("SR"):
                self.do("pass")
            else:
                self.idle()
        return self

    # ------------------------------------------------------------ operating rounds

    def directed(self, **directors: str) -> Sitting:
        """Privates sold, each company floated at £100 by the player named with it, OR 1.1 begun."""
        return self.opened(tuple((company, director, 100) for company, director in directors.items()))

    def opened(self, companies: tuple[tuple[str, str, int], ...]) -> Sitting:
        """The moves up to OR 1.1, on a fresh table read from memory where they were played before."""
        table, key = self.table, (companies, self.table.setup.players, str(self.table.setup.options))
        fresh = not table.session.entries and not table.arrangements
        if fresh and key in _OPENINGS:
            table.session.entries.extend(replace(entry) for entry in _OPENINGS[key])
            table._replay()
            return self
        self.sold()
        for company, director, par in companies:
            self.floated(company, director, par)
        self.passes()
        if fresh:
            _OPENINGS[key] = [replace(entry) for entry in table.session.entries]
        return self

    def lays(self, **counts: int) -> Sitting:
        """Let hexes have had so many tiles, directly; for tables that watch their own tiles."""
        return self.arrange(lambda g: g.lays.update(counts))

    def laid(self, hex_: str, tile: str, rotation: int, lays: int = 1) -> Sitting:
        """Put a tile on the map directly, out of the manifest; it is the hex's `lays`-th."""

        def change(g: Any) -> None:
            g.manifest[tile] -= 1
            g.tiles[hex_] = (tile, rotation)
            g.lays[hex_] = lays

        return self.arrange(change)

    def given(self, private: str, owner: str) -> Sitting:
        """Let a private belong to a player or a company, directly and unpaid."""

        def change(g: Any) -> None:
            g.privates[private].owner = owner
            if owner in g.companies:
                g.companies[owner].privates.append(private)

        return self.arrange(change)

    def loans(self, company: str, count: int) -> Sitting:
        """Let a company have taken loans, directly: money and BOE's price move, its own price does not."""

        def change(g: Any) -> None:
            for _ in range(count):
                g.pay("BOE", company, g.constants["boe"]["loan_value"], "loan")
                g.companies[company].loans += 1
                g.boe.loans += 1

        return self.arrange(change)

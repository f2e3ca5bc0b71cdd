"""Dampfross: the state of a game and the way of a move through it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from referee.boards import board_path, checked_board
from referee.games.base import Choice, Game, Score, Section, Setup, Situation
from referee.games.dampfross import INFO, draws, options, races, report, told, turns
from referee.games.dampfross.board import Board, read_board
from referee.games.dampfross.boards import MapFiles
from referee.games.dampfross.moves import (
    MOVES,
    Arrive,
    Build,
    Decline,
    Draw,
    Enter,
    First,
    Goal,
    Joint,
    LedgerLine,
    Operate,
    Pass,
    Race,
    Result,
    Roll,
    TeachBoard,
)
from referee.games.dampfross.network import FOREIGN, Contact, Network, leads
from referee.games.dampfross.orders import Point
from referee.games.dampfross.programme import Programme
from referee.games.dampfross.state import DAVID, BuildingTurn, Town
from referee.games.dampfross.state import Race as Running
from referee.notation import Move, Names, fold
from referee.rulebook import Rulebook

BANK: Final = "Bank"


class Dampfross(Game):
    """The whole state of a game of Dampfross."""

    info = INFO
    BANK = BANK
    MOVES = MOVES

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.board = _board(setup)
        self.edition = options.edition(setup, self.board)
        self.companies = options.companies(setup)
        opening = options.opening(setup, self.companies, self.board)
        self.taken_over = bool(opening)
        cities = self.board.city_at if setup.options["city_terrain"] == "plain" else {}
        mountain = [high and index not in cities for index, high in enumerate(self.board.mountain)]
        self.network = Network(self.board, mountain)
        self.towns: dict[str, Town] = {}
        self.city_count = self.board.count or setup.options["cities"] or 0
        if self.board.known and not self.city_count:
            self.city_count = len(self.board.cities)
        self.phase: str = opening.get("phase", "building")  # then "operating"
        self.round: int = opening.get("round", 1)  # building round, or the last one
        self.die = 0  # which die of the round, counted from 0
        self.dice: tuple[int, ...] = ()
        self.turns = 0  # building turns begun, of both phases
        self.last_round = 0  # after which the building phase ends, once somebody has claimed that
        self.thrower = 0  # index of the company that throws and builds first
        self.building = BuildingTurn()
        self.race: Running | None = None
        self.programme = Programme(self.edition.races, self.edition.special, opening.get("race", 1))
        self.income: dict[str, int] = dict.fromkeys(self.companies, 0)  # of the last race
        self.over = False
        self.marks: list[tuple[str, int]] = []  # rounds and races by the posting they begin with
        # A map the table declares: named points of each network, terrain, places abroad, jumps.
        self.sites: dict[str, dict[str, list[str]]] = {name: {} for name in self.companies}
        self.spelled: dict[str, str] = {}
        self.terrain: dict[str, str] = {}
        self.abroad_sites: dict[str, str] = {}
        self.reached_exits: set[str] = set()
        self.site_jumps: dict[str, list[tuple[str, str, str]]] = {name: [] for name in self.companies}
        self._open(opening)

    @classmethod
    def unfit(cls, setup: Setup) -> list[tuple[str, str]]:
        """Options and names that do not fit the game."""
        return options.unfit(setup, _board(setup))

    def _open(self, opening: dict[str, Any]) -> None:
        """setup.account: every account opens alike, or as a game that is taken over left it."""
        balances = opening.get("balances", {})
        self.ledger.open(BANK, "bank", overdraft=True)
        for name in self.companies:
            opened = balances.get(name, self.edition.opening)
            self.ledger.open(name, "company", opened, overdraft=self.options["debt"])
            self.network.open(name)
        for city in self.board.cities.values():
            self.towns[fold(city.name)] = Town(city.name, city.numbers)
        for name in self.board.start_cities(len(self.companies))[0]:
            town = self.town_named(name) or self.new_town(name)
            town.linked = not self.options["open_start_bonus"]
        for name in opening.get("linked", []):
            (self.town_named(name) or self.new_town(name)).linked = True
        self.programme.used.update(str(number) for number in opening.get("numbers", []))
        if self.phase == "building":
            turns.begin_round(self)
        else:
            self.mark("race")

    # ------------------------------------------------------------ names

    def names(self) -> Names:
        """Players, companies with their colours, accounts, and the places of the map."""
        players: dict[str, Sequence[str]] = dict.fromkeys(self.players, ())
        companies: dict[str, Sequence[str]] = {
            company.name: tuple(filter(None, (company.colour, company.letter)))
            for company in self.companies.values()
        }
        board = self.board
        places: dict[str, Sequence[str]] = dict.fromkeys(board.names, ())
        places |= dict.fromkeys(board.stations, ())
        for city in board.cities.values():
            places[city.name] = (
                tuple(str(n) for n in city.numbers if n not in board.shared) if board.known else ()
            )
        kinds: dict[str, dict[str, Sequence[str]]] = {
            "player": players,
            "company": companies,
            "rival": {**companies, FOREIGN: ("white lines", BANK)},  # whoever is paid for a line
            "actor": companies,
            "account": {**companies, BANK: ()},
            "place": places,
        }
        return Names(kinds | ({"hex": dict.fromkeys(board.names, ())} if board.known else {}))

    def hex(self, point: Point) -> int:
        """The hex of a point on a known map (build.letters: the map knows its terrain)."""
        self.must(not point.letters, "build.letters", letters=point.letters)
        index = self.board.hex(point.place)
        assert index is not None
        return index

    def town_named(self, name: str) -> Town | None:
        """The city of that name, None where the table has not heard of it."""
        return self.towns.get(fold(name))

    def town_at(self, spot: int) -> Town | None:
        """The city in a hex of a known map."""
        name = self.board.city_at.get(spot)
        return self.towns[fold(name)] if name else None

    def new_town(self, name: str) -> Town:
        """Hear of a city."""
        town = self.towns[fold(name)] = Town(name)
        return town

    def visit(self, town: Town, company: str) -> None:
        """A company's line reaches a city."""
        town.linked = True
        if company not in town.visitors:
            town.visitors.append(company)

    def site_names(self, company: str) -> list[str]:
        """The points of a company's network that the table has named."""
        return [self.spelled[key] for key in self.sites[company]]

    def sites_linked(self, company: str, a: str, b: str) -> bool:
        """Whether named points are joined by own line, as far as the table said."""
        return leads(self.sites[company], a, b)

    # ------------------------------------------------------------ money

    def purse(self, name: str) -> str:
        """The account that holds what is paid to a company: the bank for the white lines."""
        if name == FOREIGN or (name == DAVID and not self.options["david_receives"]):
            return BANK
        return name

    @property
    def has_david(self) -> bool:
        """Whether the imaginary third company plays along."""
        return DAVID in self.companies

    @property
    def handler(self) -> str:
        """The player who handles David now: by turns in building, the one who does not race in a race."""
        if self.phase == "operating" and self.race:
            racing = [name for name, train in self.race.declared.items() if train and name != DAVID]
            return next((player for player in self.players if player not in racing), self.players[0])
        return self.players[(self.round - 1) % len(self.players)]

    def exempt(self, company: str, rival: str) -> bool:
        """Whether `company` pays nothing to `rival`: David to the player who handles him (david.fees)."""
        return company == DAVID and self.has_david and rival == self.handler

    def contacts(self, company: str, a: int, b: int) -> dict[str, Contact]:
        """What a segment touches, by the edition's way of counting and the table's readings."""
        edition, settings = self.edition, self.options
        found = self.network.contacts(
            company,
            a,
            b,
            towns=edition.towns,
            once=edition.contact,
            again=settings["join_again"],
            flat=edition.adjacent > 0,
            flat_join=settings["adjacent_join"],
            newest=self.turns + (1 if settings["same_round_fees"] else 0),
        )
        if not settings["white_fee"]:
            found.pop(FOREIGN, None)
        return found

    @property
    def jump_most(self) -> int:
        """The longest gap of a jump, in steps between its two ends (jump.gap)."""
        return 3 if self.options["jump_counts"] == "steps" else 4

    @property
    def least_length(self) -> int:
        """The least length of a race in steps (race.minimum)."""
        return self.edition.minimum - (1 if self.options["length_counts"] == "hexes" else 0)

    def mark(self, label: str) -> None:
        """Note where a round or race begins in the ledger."""
        number = self.round if label == "round" else self.programme.next
        self.marks.append((f"{label} {number}", len(self.ledger.postings)))

    def by_wealth(
        self, names: Iterable[str], *, richest: bool, balances: dict[str, int] | None = None
    ) -> list[str]:
        """Companies by their balance; equal ones in seat order, from the thrower on (race.equal-wealth)."""
        seats = list(self.companies)
        first = self.thrower if self.options["equal_wealth"] == "thrower" else 0
        order = [*seats[first:], *seats[:first]]
        sign = -1 if richest else 1
        wealth = balances or {name: self.ledger.balance(name) for name in self.companies}
        return sorted(names, key=lambda name: (sign * wealth[name], order.index(name)))

    # ------------------------------------------------------------ the course of the game

    @property
    def cities_left(self) -> int | None:
        """Cities that nobody has linked yet, None where the number of cities is not known (end.cities)."""
        linked = [town for town in self.towns.values() if town.linked]
        if self.options["left_counts"] == "stations":
            known = sum(len(town.numbers) for town in self.towns.values())
            return known - sum(len(town.numbers) for town in linked) if known >= 36 else None
        return self.city_count - len(linked) if self.city_count else None

    def building_over(self) -> bool:
        """Whether so few cities are left that the building phase ends (end.cities)."""
        left = self.cities_left
        ends = self.edition.cities_left
        return self.phase == "building" and left is not None and ends >= 0 and left <= ends

    @property
    def finished(self) -> bool:
        """Whether the last race is run, or the table has stopped."""
        return self.over or self.stopped

    def completed(self, move: Move) -> Move:
        """Throw the dice that the table leaves to the referee."""
        die = random.SystemRandom()
        if isinstance(move, Roll) and not move.dice:
            count = turns.dice_wanted(self)
            return Roll(dice=tuple(die.randint(1, 6) for _ in range(count)), virtual=True)
        if isinstance(move, Race) and not move.draw.start:
            start = f"{die.randint(1, 6)}{die.randint(1, 6)}"
            special = self.programme.is_special(self.programme.next)
            goal = f"@{die.randint(1, 6)}" if special else f"{die.randint(1, 6)}{die.randint(1, 6)}"
            return Race(draw=Draw(start, goal), unlinked=move.unlinked, virtual=True)
        return move

    def play(self, by: str, move: Move) -> str:
        """Play a move; see `Game.play`."""
        handler: Callable[[Dampfross, str, Any], str] = _HANDLERS[type(move)]
        return handler(self, self._company(by), move)

    def _company(self, by: str) -> str:
        """The company meant by whoever moves: itself, or the one of its player."""
        if not by or by in self.companies:
            return by
        return next(name for name, company in self.companies.items() if company.player == by)

    def acting(self, by: str, queue: Sequence[str], rule: str) -> str:
        """Who acts: `by` if it is his turn by `rule`, the first of the queue when nobody is named."""
        if not by:
            return queue[0]
        if not self.edition.simultaneous:
            self.require(by == queue[0], rule, company=by, next=queue[0])
        self.must(by in queue, "turn.done", company=by, next=queue[0])
        return by

    def in_force(self) -> Sequence[str]:
        """The edition, and the readings on which tables differ most."""
        exits = ("one_exit",) if self.board.one_exit else ()
        two = ("two_players",) if len(self.players) == 2 else ()
        return (*options.TOLD, *exits, *two)

    def situation(self) -> Situation:
        """Where the game stands and who is to act."""
        return turns.situation(self)

    def choices(self) -> list[Choice]:
        """What the one to act may do now."""
        return turns.choices(self)

    def state(self) -> dict[str, Any]:
        """The whole public state as plain data."""
        return report.state(self)

    def show(self, words: Rulebook) -> list[Section]:
        """Balances, cities left, programme, the race in progress."""
        return report.show(self, words)

    def view(self, name: str, words: Rulebook, *arguments: str) -> list[Section]:
        """`accounts`, `programme`, `routes A B [COMPANY]`."""
        return report.VIEWS[name](self, words, *arguments)

    def scores(self) -> list[Score]:
        """Worth of every player: his company's credits, or the sum of his two companies'."""
        return report.scores(self)

    def check(self) -> None:
        """Every city is visited by its first company, and the programme never runs past its end."""
        if self.programme.next > self.programme.races + 1:
            self.broken(f"race {self.programme.next} of {self.programme.races}")


@lru_cache(maxsize=8)
def _read(path: Path, stamp: int) -> Board:
    return read_board(checked_board("dampfross", MapFiles(), path))


def _board(setup: Setup) -> Board:
    """The map named by the option `board`; one with nothing known where none is named."""
    name = setup.options["board"]
    if not name:
        return Board()
    path = board_path("dampfross", name, setup.folder)
    return _read(path, path.stat().st_mtime_ns if path.exists() else 0)


_HANDLERS: Final[dict[type[Move], Any]] = {
    First: turns.first,
    Roll: turns.roll,
    Build: turns.build,
    Pass: turns.pass_turn,
    Operate: turns.operate,
    Race: draws.draw,
    Goal: draws.goal,
    Enter: races.enter,
    Joint: races.joint,
    Decline: races.decline,
    Arrive: races.arrive,
    Result: told.result,
    LedgerLine: report.compare,
    TeachBoard: turns.teach,
}

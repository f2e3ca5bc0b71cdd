"""The parts of a game in progress: companies, towns, the building turn, the race being run."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from referee.games.dampfross.orders import Order
from referee.games.dampfross.prizes import Finish

DAVID: Final = "David"  # the imaginary third company of two players


@dataclass
class Company:
    """A railway company and the player who presides over it ("" for David)."""

    name: str
    player: str
    colour: str
    letter: str  # how ledger lines and maps call it
    start: str = ""  # the city it started from


@dataclass
class Town:
    """A city of the map as far as the table knows it; `visitors` reached it, the first one first."""

    name: str
    numbers: tuple[int, ...] = ()
    visitors: list[str] = field(default_factory=list)
    linked: bool = False


@dataclass
class BuildingTurn:
    """One go at building: a die of a round, or the extra building between two races."""

    budgets: dict[str, int] = field(default_factory=dict)  # what each company may spend; "": all of them
    queue: list[str] = field(default_factory=list)  # who has yet to build
    extra: bool = False
    orders: dict[str, Order] = field(default_factory=dict)  # given ahead for later dice


@dataclass
class Train:
    """An entrant of a race: one company, or the two of a joint train.

    `length` counts hexes and `points` movement points; 0 where the table did not say. `steps` are
    the points of each hex of the route, where known.
    """

    companies: tuple[str, ...]
    fees: dict[str, int]
    length: int = 0
    points: int = 0
    steps: tuple[int, ...] = ()
    path: tuple[str, ...] = ()  # names of the hexes, where known
    route: str = ""  # as it is printed
    allowed: set[str] = field(default_factory=set)  # rivals to whom the limit does not apply
    wealth: int = 0  # before any fee of this race, of the richer company
    total: int = 0
    turns: int = 0
    arrival: Finish | None = None

    @property
    def name(self) -> str:
        """How the train is called."""
        return "/".join(self.companies)

    @property
    def roller(self) -> str:
        """The company that throws for the train."""
        return self.companies[0]

    def position(self) -> tuple[int, bool]:
        """Hexes run so far, and whether the train waits at the border of a mountain."""
        gone = 0
        for index, step in enumerate(self.steps):
            if gone + step > self.total:
                return index, gone < self.total
            gone += step
        return len(self.steps), False


@dataclass
class Race:
    """The race being drawn, declared or run.

    `stage` is "goal" (the goal must be thrown again), "enter" or "run". `starts` and `goals` are the
    hexes it may begin and end in, where the map is known.
    """

    number: int
    start: str
    goal: str
    stage: str = "enter"
    names: tuple[str, str] = ("", "")
    starts: frozenset[int] = frozenset()
    goals: frozenset[int] = frozenset()
    queue: list[str] = field(default_factory=list)  # who has yet to declare
    wealth: dict[str, int] = field(default_factory=dict)  # before any fee of this race
    declared: dict[str, Train | None] = field(default_factory=dict)
    trains: list[Train] = field(default_factory=list)
    waiting: list[Train] = field(default_factory=list)  # who has yet to throw in this turn
    turn: int = 1
    rejected: set[str] = field(default_factory=set)

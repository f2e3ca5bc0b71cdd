"""The verbs of Dampfross, and the facts of a map that a table can teach."""

from __future__ import annotations

import re
from typing import NamedTuple

from referee.boards import Facts
from referee.errors import Unreadable
from referee.games.dampfross.orders import (
    HEX_NAME,
    Order,
    Route,
    Vocabulary,
    read_order,
    read_route,
    write_order,
)
from referee.games.dampfross.results import Placing, read_result, write_result
from referee.notation import (
    Field,
    Integer,
    Label,
    Move,
    Name,
    Names,
    Several,
    Text,
    Words,
    arg,
    flag,
    fold,
    verb,
)

COMPANY = Name("company")


def company_in(names: Names, text: str) -> str | None:
    """The company that `text` means; None if there is none."""
    return names.match(text, "company")


def rival_in(names: Names, text: str) -> str | None:
    """The company that `text` means, or the owner of the white lines; None if there is none."""
    return names.match(text, "rival")


def _place_in(names: Names, text: str, closed: bool) -> str | None:
    # A hex is never meant by the beginning of its name, nor a city that the map does not list.
    if not closed or HEX_NAME.fullmatch(text):
        return names.exactly(text, "place")
    return names.match(text, "place")


def vocabulary(names: Names) -> Vocabulary:
    """How orders read names at a table: on a known map (kind "hex") only its places are readable."""
    closed = bool(names.of("hex"))
    return Vocabulary(lambda text: _place_in(names, text, closed), lambda text: rival_in(names, text), closed)


class OrderField(Field[Order]):
    """An order to build."""

    label = "(START) - PLACE - PLACE [; …]"

    def read(self, words: Words, names: Names) -> Order:
        return read_order(words.rest(), vocabulary(names))

    def write(self, value: Order) -> str:
        return write_order(value)


class RouteField(Field[Route]):
    """The route of a race."""

    label = "ROUTE"

    def read(self, words: Words, names: Names) -> Route:
        return read_route(words.rest(), vocabulary(names))


class ResultField(Field[tuple[Placing, ...]]):
    """The places of a race."""

    label = "1st COMPANY [PRIZE-PAID+GOT] ; 2nd COMPANY …"

    def read(self, words: Words, names: Names) -> tuple[Placing, ...]:
        return read_result(words.rest(), lambda text: company_in(names, text))

    def write(self, value: tuple[Placing, ...]) -> str:
        return write_result(value)


class Draw(NamedTuple):
    """Start and goal of a race: a station number such as “24” or a special destination such as “@4”.

    The names are those of the stations, where the table says them.
    """

    start: str
    goal: str
    start_name: str = ""
    goal_name: str = ""


_STATION = r"[@sS]?\s?\d{1,2}"
_DRAW = re.compile(
    rf"(?:\d{{1,2}}\)\s*)?\(?\s*(?P<start>{_STATION})\s*[\s\-‐–—]\s*(?P<goal>{_STATION})\s*\)?\s*(?P<names>.*)"
)


def station(text: str) -> str:
    """A station number in its canonical form. Raises `Unreadable`."""
    text = text.replace(" ", "").upper().replace("S", "@")
    if re.fullmatch(r"@[1-6]|[1-6][1-6]", text):
        return text
    raise Unreadable(f"“{text}” is no station number", "write 24 (two digits from 1 to 6) or @4 (special)")


class DrawField(Field[Draw]):
    """What the dice drew for a race."""

    label = "START GOAL [NAME - NAME]"
    UNTIL = frozenset(("unlinked", "virtual", "annulee"))

    def read(self, words: Words, names: Names) -> Draw:
        parts: list[str] = []
        while words and fold(words.peek()) not in self.UNTIL:
            parts.append(words.next(""))
        if not parts:
            return Draw("", "")
        match = _DRAW.fullmatch(" ".join(parts))
        if match is None:
            raise Unreadable(f"“{' '.join(parts)}” is no race", "write race 24 52, or race 24 @4")
        called = [part.strip() for part in re.split(r"\s+[-‐–—]+\s+", match["names"]) if part.strip()]
        if len(called) not in (0, 2) or any('"' in part for part in called):
            raise Unreadable(f"“{match['names']}” are no two stations", "write race 24 52 Nantes - Limoges")
        return Draw(station(match["start"]), station(match["goal"]), *called)

    def write(self, value: Draw) -> str:
        names = f" {value.start_name} - {value.goal_name}" if value.start_name else ""
        return f"{value.start} {value.goal}{names}".strip()


class StationField(Field[str]):
    """A station number or a special destination."""

    label = "NUMBER"

    def read(self, words: Words, names: Names) -> str:
        return station(words.next("a station number"))


class Arrival(NamedTuple):
    """When a train arrived: its company, the turn, and the points it had left."""

    company: str
    turn: int
    left: int


class ArrivalField(Field[Arrival]):
    """An arrival."""

    label = "COMPANY TURN LEFT"

    def read(self, words: Words, names: Names) -> Arrival:
        company = COMPANY.read(words, names)
        turn = Integer(1, 99, "TURN").read(words, names)
        return Arrival(company, turn, Integer(0, 5, "LEFT").read(words, names))

    def write(self, value: Arrival) -> str:
        company = f'"{value.company}"' if " " in value.company else value.company
        return f"{company} {value.turn} {value.left}"


class LedgerField(Text):
    """A ledger line as postal reports print it."""

    label = "=20+18+8[C]-2[R]=34"


# ---------------------------------------------------------------------------- building


@verb("first", "premier")
class First(Move):
    """Who threw the highest die and begins."""

    company: str = arg(COMPANY)


@verb("roll", "lancer", "de", "die")
class Roll(Move):
    """Throw the die: `roll 4`, or `roll` alone to let the referee throw."""

    dice: tuple[int, ...] = arg(Several(Integer(1, 9, "DIE"), 1, 4), default=())
    virtual: bool = flag("virtual")


@verb("build", "construire", "bau")
class Build(Move):
    """Draw line: `build (Paris) - G58 - Rouen ; (G58) - H55`, in letters `build (Paris) - pprc Rouen`."""

    KEEPS_SEMICOLONS = True

    order: Order = arg(OrderField())


@verb("pass", "passer")
class Pass(Move):
    """Build nothing this turn."""


@verb("operate", "exploiter")
class Operate(Move):
    """Say that so few cities are left that the building phase is over, or claim its end."""


# ---------------------------------------------------------------------------- races


@verb("race", "course")
class Race(Move):
    """Draw a race: `race 24 52`, special `race 24 @4`; `race` alone lets the referee draw."""

    draw: Draw = arg(DrawField())
    unlinked: bool = flag("unlinked", "annulee")
    virtual: bool = flag("virtual")


@verb("goal", "but")
class Goal(Move):
    """Throw the goal again, where it lies too near: `goal 43`."""

    number: str = arg(StationField())
    unlinked: bool = flag("unlinked", "annulee")


@verb("enter", "participer")
class Enter(Move):
    """Take part: `enter Paris - G58 - Rouen`, or `enter 14 [-3 Ben]` (length in points, fees)."""

    route: Route = arg(RouteField())


@verb("joint", "commun")
class Joint(Move):
    """Two companies run one train: `joint Anna Ben ROUTE`."""

    first: str = arg(COMPANY)
    second: str = arg(COMPANY)
    route: Route = arg(RouteField())


@verb("decline", "renoncer")
class Decline(Move):
    """Stay out of this race."""


@verb("arrive", "arriver")
class Arrive(Move):
    """Say who arrived when, if the dice were not told: `arrive Ben 3 2 Anna 4 0` (turn, points left)."""

    arrivals: tuple[Arrival, ...] = arg(Several(ArrivalField()))


@verb("result", "resultat")
class Result(Move):
    """Tell a whole race at once: `result 1st RAVEL 20-9 ; 2nd FREAK 10 ; CANCAN +9`, or `result none`."""

    KEEPS_SEMICOLONS = True

    placings: tuple[Placing, ...] = arg(ResultField())


# ---------------------------------------------------------------------------- records


@verb("ledger", "compte")
class LedgerLine(Move):
    """Compare a printed ledger line of this round: `ledger RAVEL =20+18-2[C]=36`."""

    company: str = arg(COMPANY)
    line: str = arg(LedgerField())


@verb("station", "gare")
class StationFact(Move):
    """Which city bears a station number."""

    number: int = arg(Integer(11, 66, "NUMBER"))
    city: str = arg(Label("CITY"))


@verb("cities", "villes")
class CitiesFact(Move):
    """How many cities the map has."""

    count: int = arg(Integer(4, 200, "COUNT"))


@verb("board", "carte")
class TeachBoard(Move):
    """Say what the map shows: `board station 24 Rouen`, `board cities 30`."""

    fact: Move = arg(Facts(StationFact, CitiesFact))


MOVES = (
    First,
    Roll,
    Build,
    Pass,
    Operate,
    Race,
    Goal,
    Enter,
    Joint,
    Decline,
    Arrive,
    Result,
    LedgerLine,
    TeachBoard,
)

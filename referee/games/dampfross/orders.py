"""The notation of builds and routes, as Railway Rivals players write them.

    1a) (Paris) - G58 - Rouen [+6] - H55 ; (H57) - Le Havre [-5 L]

A stretch runs from a place where the company already has track, in brackets, through the points it
names. Notes in square brackets belong to the point before them. Where no board is known the hexes
of a stretch are told in letters, the last of which is the place named behind them:

    (Paris) - pprc Rouen - mm          p plain, m mountain, c city, x exit abroad,
                                       r a river before the next hex, w a wide one
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from referee.errors import Unreadable

_DASH = "[\\-‐‑‒–—―−]"
HEX_NAME = re.compile(r"[A-Za-z]{1,2}\d{1,3}")

_LABEL = re.compile(r"\s*(\d{1,2})\s*([a-z]?)\s*[):]\s*", re.IGNORECASE)
_MARKED = re.compile(r"([\[{][^\[\]{}]*[\]}]|\*[^*]*\*|\([^()]*\))")
_JOINT = re.compile(rf"(?<=\s){_DASH}+|{_DASH}+(?=\s)|^{_DASH}+|{_DASH}+$")
_LETTERS = re.compile(r"(?:\d{0,2}[pmcx]|[rw])*\d{0,2}[pmcx]")
_CONTACT = re.compile(r"((?:\d{0,2}[jha])+)\s+(\S.*)")
_PAID = re.compile(rf"{_DASH}\s*(\d{{1,4}})\s*(.*)")
_BESIDE = re.compile(rf"{_DASH}\s*((?:\d{{0,2}}[jha])+)\s+(\S.*)")
_COST = re.compile(r"(?:cost|costs|price|co[uû]t|prix)?\s*=?\s*(\d{1,4})\s*(?:cr)?", re.IGNORECASE)
_LEAP_WORD = re.compile(r"(?:leap|leapfrog|jump|sprung|saut)\b\s*", re.IGNORECASE)


class Note(NamedTuple):
    """What stands in square brackets behind a point.

    `kind` is "bonus" (`amount` Cr for the city), "paid" (`amount` Cr to `who`), "beside" (`letters`:
    j junction, h half hex, a adjacent cities; beside `who`), "cost" (`amount` Cr), "line" (run on the
    line of `who`) or "text" (`who` holds it).
    """

    kind: str
    amount: int = 0
    who: str = ""
    letters: str = ""

    def __str__(self) -> str:
        text = {
            "bonus": f"+{self.amount}",
            "paid": f"-{self.amount} {self.who}",
            "beside": f"{self.letters} {self.who}",
            "cost": f"cost {self.amount}",
        }.get(self.kind, self.who)
        return f"[{text}]"


class Point(NamedTuple):
    """A named point, or the hexes told in `letters` up to it; `leap` is the rival jumped along."""

    place: str
    letters: str = ""
    leap: str = ""
    notes: tuple[Note, ...] = ()

    def __str__(self) -> str:
        text = f"{self.letters} {self.place}".strip()
        if self.leap:
            text = f"*LEAP {self.leap}* ({text})"
        return " ".join([text, *map(str, self.notes)])


class Stretch(NamedTuple):
    """A piece of line; the first point is where it starts. `label` is round and die, such as "1a"."""

    label: str
    points: tuple[Point, ...]

    def __str__(self) -> str:
        start = self.points[0]
        text = f"{self.label}) " if self.label else ""
        text += f"({f'{start.letters} {start.place}'.strip()})"
        text += "".join(f" {note}" for note in start.notes)
        for point in self.points[1:]:
            text += f" {point}" if point.leap else f" - {point}"
        return text


Order = tuple[Stretch, ...]


class Route(NamedTuple):
    """A declared route: a path of named points, or hexes in letters, or just its length in points.

    All three may be absent where only the fees, which stand in `notes`, are declared.
    """

    points: int = 0
    letters: str = ""
    path: tuple[Point, ...] = ()
    notes: tuple[Note, ...] = ()

    def __str__(self) -> str:
        parts = [str(self.points)] if self.points else []
        if self.letters:
            parts.append(self.letters)
        if self.path:
            parts.append(" - ".join(map(str, self.path)))
        return " ".join([*parts, *map(str, self.notes)])


class Vocabulary(NamedTuple):
    """How names are read: the canonical spelling of a place and of a company, None for an unknown one."""

    place: Callable[[str], str | None]
    company: Callable[[str], str | None]
    closed: bool  # whether only known places are readable


def as_typed(text: str) -> str:
    """A place no list knows: hex names in capitals, other names as they were typed."""
    return text.upper() if HEX_NAME.fullmatch(text) else text


OPEN = Vocabulary(lambda text: None, lambda text: text, False)


def write_order(order: Order) -> str:
    """The canonical text of an order."""
    return " ; ".join(map(str, order))


def read_order(text: str, words: Vocabulary = OPEN) -> Order:
    """Read an order. Raises `Unreadable`."""
    text = re.sub(r"\.\s*$", "", text.strip())
    text = re.sub(r"\.\s+(?=\()", " ; ", text)  # a full stop between two stretches
    stretches = [_read_stretch(piece, words) for piece in text.split(";") if piece.strip()]
    if not stretches:
        raise Unreadable("the stretch is missing", "write (START) - PLACE - PLACE")
    return tuple(stretches)


def read_route(text: str, words: Vocabulary = OPEN) -> Route:
    """Read the route of a race. Raises `Unreadable`."""
    match = re.match(r"\s*(\d{1,3})\s*(?=$|\[|\{)", text)
    if match:
        if not int(match[1]):
            raise Unreadable("a route has a length", "write its movement points, such as enter 14")
        return Route(points=int(match[1]), notes=_only_notes(text[match.end() :], words))
    if not text.strip() or text.lstrip()[0] in "[{":
        return Route(notes=_only_notes(text, words))
    points = _read_points(text, words)
    if len(points) == 1 and points[0].letters and not points[0].place:
        return Route(letters=points[0].letters, notes=points[0].notes)
    return Route(path=points)


def spelled(letters: str) -> str:
    """Letters with their counts written out: 3pr2m is ppprmm."""
    return re.sub(r"(\d+)([a-z])", lambda m: m[2] * int(m[1]), letters.lower())


def _only_notes(text: str, words: Vocabulary) -> tuple[Note, ...]:
    points = _read_points(f"(X) {text}", words._replace(closed=False)) if text.strip() else ()
    if len(points) > 1:
        raise Unreadable(f"“{text.strip()}” is no list of notes", "write fees as [-3 Ben]")
    return points[0].notes if points else ()


def _read_stretch(text: str, words: Vocabulary) -> Stretch:
    label = ""
    match = _LABEL.match(text)
    if match:
        label = match[1] + match[2].lower()
        text = text[match.end() :]
    points = _read_points(text, words)
    if len(points) < 2:
        raise Unreadable(f"“{text.strip()}” goes nowhere", "write (START) - PLACE - PLACE")
    if points[0].leap:
        raise Unreadable("a jump needs a start", "write (START) *LEAP rival* (LANDING)")
    return Stretch(label, points)


def _read_points(text: str, words: Vocabulary) -> tuple[Point, ...]:
    points: list[Point] = []
    leap = ""
    open_end = True  # whether another point may stand here
    for index, chunk in enumerate(_MARKED.split(text.strip())):
        if index % 2 == 0:
            for number, piece in enumerate(_JOINT.split(chunk.strip())):
                open_end = open_end or number > 0
                if piece.strip():
                    _add(points, piece, leap, open_end, words)
                    leap, open_end = "", False
        elif chunk[0] == "(":
            _add(points, chunk[1:-1], leap, open_end, words)
            leap, open_end = "", False
        elif chunk[0] == "*":
            leap = _company(_LEAP_WORD.sub("", chunk[1:-1].strip()), words)
            open_end = True
        else:
            if not points or leap or open_end:
                raise Unreadable(f"“{chunk}” belongs behind a point")
            points[-1] = points[-1]._replace(notes=(*points[-1].notes, _read_note(chunk[1:-1], words)))
    if open_end:
        raise Unreadable("the last point is missing", "write PLACE - PLACE")
    return tuple(points)


def _add(points: list[Point], text: str, leap: str, allowed: bool, words: Vocabulary) -> None:
    """Read the points in `text` and put them behind `points`."""
    if not allowed:
        raise Unreadable(f"“{text.strip()}” needs a dash before it", "write PLACE - PLACE")
    for point in _items(text, words):
        if leap:
            points.append(point._replace(leap=leap))
        elif _continues(points, point):
            points[-1] = points[-1]._replace(place=point.place)
        else:
            points.append(point)
        leap = ""


def _continues(points: Sequence[Point], point: Point) -> bool:
    """Whether a bare name only names the last of the hexes told in letters before it."""
    before = points[-1] if points else None
    return bool(before and before.letters and not before.place and not before.notes and not point.letters)


def _items(text: str, words: Vocabulary) -> list[Point]:
    """The points in a run of text: mostly one, several where dashes stand without blanks."""
    text = " ".join(text.split())
    if words.place(text) is None:
        pieces = re.split(f"{_DASH}+", text)
        if len(pieces) > 1 and (
            any(HEX_NAME.fullmatch(piece) for piece in pieces)
            or all(words.place(piece) is not None for piece in pieces)
        ):
            return [_item(piece, words) for piece in pieces]
    return [_item(text, words)]


def _item(text: str, words: Vocabulary) -> Point:
    known = words.place(text)
    if known is not None:
        return Point(known)
    first, _, rest = text.partition(" ")
    letters = ""
    if _LETTERS.fullmatch(first.lower()):
        letters, text = spelled(first), rest
        if not text:
            return Point("", letters)
        known = words.place(text)
        if known is not None:
            return Point(known, letters)
    if not re.search(r"\w", text) or re.search(r'["#()\[\]{}*]', text):
        raise Unreadable(f"“{text}” is no place")
    if words.closed:
        raise Unreadable(
            f"no place of this board is called “{text}”", "name a hex, a city or a station number"
        )
    return Point(as_typed(text), letters)


def _company(text: str, words: Vocabulary) -> str:
    found = words.company(text) if text else None
    if not found:
        raise Unreadable(f"no company is called “{text}”", "name a company, its colour or its first letters")
    return found


def _read_note(text: str, words: Vocabulary) -> Note:
    text = " ".join(text.split())
    if match := re.fullmatch(r"\+\s*(\d{1,4})", text):
        return Note("bonus", int(match[1]))
    if match := _PAID.fullmatch(text):
        if not match[2]:
            raise Unreadable(f"“[{text}]” does not say to whom", f"write [-{match[1]} COMPANY]")
        return Note("paid", int(match[1]), _company(match[2], words))
    if match := _BESIDE.fullmatch(text):
        return Note("beside", 0, _company(match[2], words), spelled(match[1]))
    if match := _COST.fullmatch(text):
        return Note("cost", int(match[1]))
    if (match := _CONTACT.fullmatch(text)) and (who := words.company(match[2])):
        return Note("beside", 0, who, spelled(match[1]))
    if words is not OPEN and (who := words.company(text)):
        return Note("line", 0, who)
    return Note("text", 0, text)

"""What is known of the printed board: told facts, and what follows from them.

Everything told is kept as it was told; squares and bluesmen as they are known are derived from it by
three means: what a bluesman and his squares share (camp, sigil, names), what is left when all others
are taken (five per camp, one of each sigil), and the squares that only one bluesman can own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from referee.games.vieux_blues.moves import (
    CAMPS,
    CONSTANTS,
    PARTS,
    BluesmanFact,
    LengthFact,
    SquareFact,
)
from referee.notation import Move, fold

ROSTER: tuple[str, ...] = tuple(CONSTANTS["bluesmen"])
COLOURED: int = CONSTANTS["squares"] * len(PARTS)
SHORTEST = COLOURED + 1  # squares of a track: one at least is white
OTHER_CAMP = {"rose": "sable", "sable": "rose"}


class Clash(NamedTuple):
    """Two facts that can't both be true: where in a board file, by which rule, and the rule's fields."""

    place: tuple[str, ...]
    rule: str
    fields: dict[str, Any]


@dataclass(slots=True)
class Square:
    """A square as it is known; "" is not known. `owner` is the bluesman whose square it is."""

    number: int
    kind: str = ""
    name: str = ""
    camp: str = ""
    sigil: str = ""
    owner: str = ""

    @property
    def complete(self) -> bool:
        """Whether nothing about it is left to learn."""
        return self.kind == "white" or all((self.kind, self.name, self.camp, self.sigil))


@dataclass(slots=True)
class Bluesman:
    """A bluesman as he is known; `city` and `drawing` are the names of his two squares."""

    name: str
    camp: str = ""
    sigil: str = ""
    city: str = ""
    drawing: str = ""


@dataclass
class Track:
    """The board as far as it is known."""

    title: str = ""
    length: int = 0  # 0: not known
    squares: dict[int, Square] = field(default_factory=dict)  # those known of
    bluesmen: dict[str, Bluesman] = field(default_factory=lambda: {name: Bluesman(name) for name in ROSTER})
    told_squares: dict[int, SquareFact] = field(default_factory=dict)
    told_bluesmen: dict[str, BluesmanFact] = field(default_factory=dict)

    def copy(self) -> Track:
        """A track that learns without this one."""
        twin = Track(self.title, self.length)
        twin.told_squares, twin.told_bluesmen = dict(self.told_squares), dict(self.told_bluesmen)
        twin.squares, twin.bluesmen = self.squares, self.bluesmen  # replaced, never changed, by `derive`
        return twin

    # ------------------------------------------------------------ what is known

    def square(self, number: int) -> Square | None:
        """The square as it is known: None when nothing about it is, or when there is no such square."""
        return self.squares.get(number)

    @property
    def known_end(self) -> int:
        """The last square that surely exists."""
        return self.length or max(self.squares, default=0)

    @property
    def all_coloured(self) -> bool:
        """Whether every city and every drawing has its place."""
        return sum(1 for square in self.squares.values() if square.kind != "white") == COLOURED

    def belongs(self, square: Square, name: str) -> bool | None:
        """Whether a city or drawing is the bluesman's own; None when that is not known."""
        if square.owner:
            return square.owner == name
        return False if self._apart(square, self.bluesmen[name]) else None

    def drawing_of(self, city: Square) -> Square | None:
        """The drawing with the camp and the sigil of a city, if its place is known."""
        for square in self.squares.values():
            same = square.camp == city.camp and fold(square.sigil) == fold(city.sigil)
            if same and city.sigil and square.kind == "drawing":
                return square
        return None

    def coloured(self) -> Iterator[Square]:
        """The cities and drawings whose place is known."""
        return (square for square in self.squares.values() if square.kind != "white")

    def sigils(self) -> list[str]:
        """The sigils known so far."""
        texts = [*(man.sigil for man in self.bluesmen.values()), *(s.sigil for s in self.squares.values())]
        return list({fold(text): text for text in texts if text}.values())

    @cached_property
    def data(self) -> dict[str, Any]:
        """The track as the data of a board file: everything known, in the words of the move `board`."""
        squares = {
            str(number): _particulars(
                SquareFact(number=number, kind=s.kind, name=s.name, camp=s.camp, sigil=s.sigil)
            )
            for number, s in sorted(self.squares.items())
        }
        men = {
            m.name: _particulars(
                BluesmanFact(bluesman=m.name, camp=m.camp, sigil=m.sigil, city=m.city, drawing=m.drawing)
            )
            for m in self.bluesmen.values()
        }
        length = {"length": self.length} if self.length else {}
        return length | {"squares": squares, "bluesmen": {name: text for name, text in men.items() if text}}

    # ------------------------------------------------------------ learning

    def learn(self, fact: Move) -> list[Clash]:
        """Take in a fact; the clashes with what was told before. The track is spoilt when there are any."""
        return [*self.tell(fact), *self.derive()]

    def tell(self, fact: Move) -> list[Clash]:
        """Note a fact without drawing conclusions; the clashes with what was said of the same thing."""
        if isinstance(fact, LengthFact):
            known = {"squares": self.length or fact.squares}
            clashes = _differences(("length",), "The track", known, {"squares": fact.squares})
            self.length = fact.squares
        elif isinstance(fact, SquareFact):
            place = ("squares", str(fact.number))
            old = self.told_squares.get(fact.number, fact)
            clashes = _differences(place, f"Square {fact.number}", _said(old), _said(fact))
            self.told_squares[fact.number] = SquareFact(number=fact.number, **(_said(old) | _said(fact)))
        else:
            assert isinstance(fact, BluesmanFact)
            place = ("bluesmen", fact.bluesman)
            before = self.told_bluesmen.get(fact.bluesman, fact)
            clashes = _differences(place, fact.bluesman, _said(before), _said(fact))
            both = _said(before) | _said(fact)
            self.told_bluesmen[fact.bluesman] = BluesmanFact(bluesman=fact.bluesman, **both)
        return clashes

    def derive(self) -> list[Clash]:
        """Work out squares and bluesmen from what was told; everything that can't be true at once."""
        self.squares = {number: _square(fact) for number, fact in sorted(self.told_squares.items())}
        self.bluesmen = {name: Bluesman(name) for name in ROSTER}
        for name, fact in self.told_bluesmen.items():
            self.bluesmen[name] = Bluesman(name, fact.camp, fact.sigil, fact.city, fact.drawing)
        for step in (self._repeated, self._settle, self._repeated, self._contradictions):
            clashes: dict[tuple[str, ...], Clash] = {}
            for clash in step():
                clashes.setdefault(clash.place, clash)
            if clashes:
                return list(clashes.values())
        if self.all_coloured:  # every other square is white
            for number in range(1, self.known_end + 1):
                self.squares.setdefault(number, Square(number, "white"))
        return []

    def _repeated(self) -> Iterator[Clash]:
        """board.square-twice: no two squares are the same city or drawing."""
        first: dict[tuple[str, ...], int] = {}
        for square in self.coloured():
            name = (square.kind, fold(square.name)) if square.name else ()
            signs = (square.kind, square.camp, fold(square.sigil)) if square.camp and square.sigil else ()
            for key in filter(None, (name, signs)):
                other = first.setdefault(key, square.number)
                if other != square.number:
                    fields = {"first": other, "second": square.number}
                    yield Clash(("squares", str(square.number)), "board.square-twice", fields)

    def _settle(self) -> Iterator[Clash]:
        """Let knowledge spread until nothing new follows; stops at what is contradictory."""
        while True:
            before = self._known()
            for square in self.coloured():
                yield from self._settle_square(square)
            self._settle_camps()
            self._settle_sigils()
            if self._known() == before:
                return

    def _settle_square(self, square: Square) -> Iterator[Clash]:
        """board.owner: a square is that of the bluesman whose camp and sigil, or whose name, it bears."""
        if not square.owner:
            claims = [man for man in self.bluesmen.values() if _claims(man, square)]
            fits = claims or [man for man in self.bluesmen.values() if not self._apart(square, man)]
            if not fits:
                yield Clash(("squares", str(square.number)), "board.owner", {"square": square.number})
                return
            if len(fits) > 1 and not claims:
                return
            square.owner = fits[0].name
        man = self.bluesmen[square.owner]
        for trait, other in (("camp", "camp"), ("sigil", "sigil"), ("name", square.kind)):
            on_square, of_man = getattr(square, trait), getattr(man, other)
            if on_square and of_man and fold(on_square) != fold(of_man):
                fields = {
                    "square": square.number,
                    "bluesman": man.name,
                    "trait": other if trait == "name" else trait,
                    "here": on_square,
                    "known": of_man,
                }
                yield Clash(("squares", str(square.number)), "board.shared", fields)
            elif on_square:
                setattr(man, other, on_square)
            elif of_man:
                setattr(square, trait, of_man)

    def _settle_camps(self) -> None:
        """board.camps: when five of a camp are known, the others are of the other one."""
        for camp in CAMPS:
            if sum(1 for man in self.bluesmen.values() if man.camp == camp) == CONSTANTS["camp"]:
                for man in self.bluesmen.values():
                    man.camp = man.camp or OTHER_CAMP[camp]

    def _settle_sigils(self) -> None:
        """board.sigils: who is left in a camp has the sigil that is left."""
        sigils = self.sigils()
        if len(sigils) != CONSTANTS["camp"]:
            return
        for camp in CAMPS:
            men = [man for man in self.bluesmen.values() if man.camp == camp]
            without = [man for man in men if not man.sigil]
            left = [s for s in sigils if fold(s) not in {fold(man.sigil) for man in men}]
            if len(men) == CONSTANTS["camp"] and len(without) == 1 and len(left) == 1:
                without[0].sigil = left[0]

    def _apart(self, square: Square, man: Bluesman) -> bool:
        """Whether what is known keeps a square and a bluesman apart."""
        pairs = [(square.camp, man.camp), (square.sigil, man.sigil), (square.name, getattr(man, square.kind))]
        if any(a and b and fold(a) != fold(b) for a, b in pairs):
            return True
        return any(s.owner == man.name for s in self.coloured() if s.kind == square.kind and s is not square)

    def _contradictions(self) -> Iterator[Clash]:
        """What the board as a whole can't be."""
        last = max(self.squares, default=0)
        if self.length and self.length < max(last, SHORTEST):
            yield Clash(("length",), "board.short", {"squares": self.length, "last": max(last, SHORTEST)})
        men, squares = list(self.bluesmen.values()), list(self.coloured())
        for camp in CAMPS:
            mine = [man for man in men if man.camp == camp]
            if len(mine) > CONSTANTS["camp"]:
                names = [man.name for man in mine]
                place = ("bluesmen", self._last_told(names))
                yield Clash(place, "board.camps", {"camp": camp, "names": names})
            yield from _twice(mine, "sigil", "board.sigils", camp=camp)
        if len(sigils := self.sigils()) > CONSTANTS["camp"]:
            yield Clash(self._newest_sigil(), "board.sigil-count", {"sigils": sigils})
        for part in PARTS:
            yield from _twice(men, part, "board.names", part=part)
            here = [square for square in squares if square.kind == part]
            of_camp = [(camp, [s.number for s in here if s.camp == camp]) for camp in CAMPS]
            for camp, numbers in (("", [s.number for s in here]), *of_camp):
                most = CONSTANTS["camp"] if camp else CONSTANTS["squares"]
                if len(numbers) > most:
                    fields: dict[str, Any] = {
                        "kind": f"{camp} {part}".strip(),
                        "most": most,
                        "numbers": numbers,
                    }
                    yield Clash(("squares", str(numbers[-1])), "board.too-many", fields)
        if self.length:
            unknown = self.length - len(self.squares)
            missing = COLOURED - len(squares) + (len(squares) == len(self.squares))  # one white at least
            if unknown < missing:
                fields = {"missing": missing, "unknown": unknown}
                yield Clash(("length",), "board.room", fields)

    def _newest_sigil(self) -> tuple[str, str]:
        """Where a board file tells of a sigil that no line before it has."""
        first: dict[str, tuple[str, str]] = {}
        for number, square in self.told_squares.items():
            first.setdefault(fold(square.sigil), ("squares", str(number)))
        for name, man in self.told_bluesmen.items():
            first.setdefault(fold(man.sigil), ("bluesmen", name))
        first.pop("", None)
        return list(first.values())[-1]

    def _last_told(self, names: list[str]) -> str:
        told = [name for name in self.told_bluesmen if name in names]
        return told[-1] if told else names[-1]

    def _known(self) -> int:
        """How many particulars are known: what the settling goes on by."""
        men, squares = self.bluesmen.values(), self.squares.values()
        return sum(bool(v) for m in men for v in (m.camp, m.sigil, m.city, m.drawing)) + sum(
            bool(v) for s in squares for v in (s.name, s.camp, s.sigil, s.owner)
        )


def _square(fact: SquareFact) -> Square:
    return Square(fact.number, fact.kind, fact.name, fact.camp, fact.sigil)


def _claims(man: Bluesman, square: Square) -> bool:
    """Whether a square bears the bluesman's name for it, or his camp and sigil."""
    if square.name and fold(getattr(man, square.kind)) == fold(square.name):
        return True
    return bool(man.sigil and man.camp and man.camp == square.camp and fold(man.sigil) == fold(square.sigil))


def _particulars(fact: Move) -> str:
    """The text of a fact without its verb and without what it is about."""
    first = fact.SLOTS[0]
    return fact.show().removeprefix(f"{fact.VERB} {getattr(fact, first.name)}").strip()


def _said(fact: Move) -> dict[str, str]:
    """The particulars that a fact states of its square or bluesman."""
    own = {slot.name: getattr(fact, slot.name) for slot in fact.SLOTS[1:]}
    return {trait: value for trait, value in own.items() if value}


def _differences(
    place: tuple[str, ...], thing: str, old: Mapping[str, Any], new: Mapping[str, Any]
) -> list[Clash]:
    """board.agrees: nothing is told in two ways."""
    return [
        Clash(place, "board.agrees", {"thing": thing, "trait": trait, "known": old[trait], "here": value})
        for trait, value in new.items()
        if trait in old and fold(str(old[trait])) != fold(str(value))
    ][:1]


def _twice(men: list[Bluesman], trait: str, rule: str, **fields: str) -> Iterator[Clash]:
    """Bluesmen who share what only one of them can have."""
    first: dict[str, Bluesman] = {}
    for man in men:
        value = getattr(man, trait)
        if value:
            other = first.setdefault(fold(value), man)
            if other is not man:
                shared = {"value": value, "first": other.name, "second": man.name}
                yield Clash(("bluesmen", man.name), rule, fields | shared)

"""The verbs of Vieux Blues, and the facts of its board that a table can teach."""

from __future__ import annotations

from typing import Final

from referee.boards import Facts
from referee.errors import Unreadable
from referee.notation import (
    Choice,
    Field,
    Integer,
    Label,
    Move,
    Name,
    Names,
    Words,
    arg,
    flag,
    fold,
    key,
    verb,
)
from referee.resources import load

CONSTANTS: Final = load("vieux-blues", "constants.toml")
LONGEST: Final[int] = CONSTANTS["longest"]
CAMPS: Final = ("rose", "sable")
PARTS: Final = ("city", "drawing")

_CAMP_WORDS: Final = {"rose": ("pink",), "sable": ("sand",)}
_SIGILS: Final[dict[str, str]] = {
    fold(spelling): sigil
    for sigil, entry in CONSTANTS["sigils"].items()
    for spelling in (sigil, *entry["also"])
}

CAMP: Final = Choice("CAMP", **_CAMP_WORDS)
BLUESMAN: Final = Name("bluesman")


class Sigil(Label):
    """A sigil: one of the known ones in any of its spellings, or whatever the table calls it."""

    def read(self, words: Words, names: Names) -> str:
        text = super().read(words, names)
        return _SIGILS.get(fold(text)) or text


class Step(Field[int]):
    """How far and which way: `+5`, `-5`; `forward` and `back` go as far as was rolled."""

    label = "+N|-N"
    FORWARD: Final = 1000  # stands for the number rolled, until the move is completed
    _WORDS: Final = Choice("the way", forward=("avant", "avance"), back=("arriere", "recule"))
    _NUMBER: Final = Integer(-LONGEST, LONGEST, signed=True)

    def read(self, words: Words, names: Names) -> int:
        if any(c.isdigit() for c in words.peek()):
            number = self._NUMBER.read(words, names)
            if number == 0:
                raise Unreadable("nobody moves by 0 squares", "write +5, -5, forward or back")
            return number
        if not words:
            raise Unreadable("the way is missing", "write +5, -5, forward or back")
        return self.FORWARD if self._WORDS.read(words, names) == "forward" else -self.FORWARD

    def write(self, value: int) -> str:
        if abs(value) == self.FORWARD:
            return "forward" if value > 0 else "back"
        return self._NUMBER.write(value)

    def complete(self, names: Names) -> list[str]:
        return ["forward", "back"]


# ---------------------------------------------------------------------------- play


@verb("train")
class Train(Move):
    """Before the roll: the number will count three times."""


@verb("roll", "lancer", "de")
class Roll(Move):
    """Roll the die; without a number the referee rolls."""

    die: int = arg(Integer(1, 99, "DIE"), default=0)
    virtual: bool = flag("virtual")


@verb("move", "bouger", "deplacer")
class Go(Move):
    """Move one of yours by the number, forward or back."""

    bluesman: str = arg(BLUESMAN)
    step: int = arg(Step())


@verb("enter", "entrer")
class Enter(Move):
    """Bring a new bluesman in at the city end."""

    bluesman: str = arg(BLUESMAN, default="")


@verb("lomax")
class Lomax(Move):
    """Joker LOMAX: bring one in at the drawing end."""

    bluesman: str = arg(BLUESMAN, default="")


@verb("okeh")
class Okeh(Move):
    """Joker OKEH: from another's city of your colour to its drawing."""

    bluesman: str = arg(BLUESMAN)


@verb("prison")
class Prison(Move):
    """Joker PRISON: undo the placement just made."""

    square: int = arg(Integer(1, LONGEST, "SQUARE"), default=0)


@verb("decline", "laisser")
class Decline(Move):
    """Let the placement stand, without PRISON."""


@verb("pass", "passer")
class Pass(Move):
    """Give up a roll with which nothing can be done."""


# ---------------------------------------------------------------------------- facts of the board


@verb("square", "case")
class SquareFact(Move):
    """What square N is: white, or a city or drawing with its name, camp and sigil."""

    number: int = arg(Integer(1, LONGEST))
    kind: str = arg(
        Choice("KIND", white=("blanche", "vide", "empty"), city=("ville",), drawing=("dessin",)),
    )
    name: str = arg(Label("NAME", *CAMPS, "pink", "sand", *(s.split()[0] for s in _SIGILS)), default="")
    camp: str = arg(CAMP, default="")
    sigil: str = arg(Sigil("SIGIL"), default="")

    @classmethod
    def read(cls, words: Words, names: Names) -> Move:
        fact = super().read(words, names)
        assert isinstance(fact, SquareFact)
        if fact.kind == "white" and (fact.name or fact.camp or fact.sigil):
            raise Unreadable("a white square has neither name nor camp nor sigil")
        return fact


@verb("bluesman")
class BluesmanFact(Move):
    """Whose a bluesman is, his sigil, and what his city and his drawing are called."""

    bluesman: str = arg(BLUESMAN)
    camp: str = arg(CAMP, default="")
    sigil: str = arg(Sigil("SIGIL", "city", "ville", "drawing", "dessin"), default="")
    city: str = key("city", Label("NAME", "drawing", "dessin"), "ville", default="")
    drawing: str = key("drawing", Label("NAME", "city", "ville"), "dessin", default="")


@verb("length", "longueur")
class LengthFact(Move):
    """How many squares the track has."""

    squares: int = arg(Integer(1, LONGEST))


FACTS: Final = (SquareFact, BluesmanFact, LengthFact)


@verb("board", "plateau")
class Board(Move):
    """Teach the referee a fact of the printed board."""

    fact: Move = arg(Facts(*FACTS))


MOVES: Final = (Train, Roll, Go, Enter, Lomax, Okeh, Prison, Decline, Pass, Board)

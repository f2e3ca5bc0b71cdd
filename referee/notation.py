"""Move text <-> dataclass, and name matching.

A verb is a frozen dataclass made by `@verb("buy", "acheter")`. Each of its fields is declared with
`arg` (by position), `key` (after a keyword) or `flag` (a bare word), and from that one declaration
come the parser, the printer, the usage line and the completion. `parse(show(move)) == move` holds
for every move.
"""

from __future__ import annotations

import dataclasses
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast, dataclass_transform

from referee.errors import Ambiguous, Unreadable

T = TypeVar("T")

_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "ł": "l"})
_JOINERS = re.compile(r"[\s'’\-‐-―_.]+")
_WORD = re.compile(r'"([^"]*)"|\S+')


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """`text` without case, accents, hyphens and surplus blanks: what names are compared by."""
    text = unicodedata.normalize("NFKD", text.casefold().translate(_LIGATURES))
    text = "".join(c for c in text if not unicodedata.combining(c))
    return _JOINERS.sub(" ", text).strip()


# ---------------------------------------------------------------------------- names


class Names:
    """The vocabulary of a game: canonical spellings and aliases by kind ("player", "company", …)."""

    def __init__(self, kinds: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
        """`kinds[kind][canonical]` lists the aliases of a name."""
        self.kinds = {kind: tuple(names) for kind, names in kinds.items()}
        self._exact: dict[str, dict[str, str]] = {}
        self._longest: dict[str, int] = {}
        self._followed: dict[str, set[str]] = {}  # the words that another one follows in some spelling
        for kind, names in kinds.items():
            exact = self._exact[kind] = {}
            for canonical, aliases in names.items():
                for alias in (*aliases, canonical):
                    exact[fold(alias)] = canonical
            self._longest[kind] = max((spelling.count(" ") for spelling in exact), default=0) + 1
            self._followed[kind] = {word for spelling in exact for word in spelling.split()[:-1]}

    def of(self, *kinds: str) -> list[str]:
        """All canonical names of these kinds."""
        return [name for kind in kinds for name in self.kinds.get(kind, ())]

    def longest(self, word: str, *kinds: str) -> int:
        """Most words that a spelling of these kinds can have from `word` on."""
        last = fold(word).rpartition(" ")[2]
        return max((self._longest[kind] for kind in kinds if last in self._followed.get(kind, ())), default=1)

    def exactly(self, text: str, *kinds: str) -> str | None:
        """The canonical name of which `text` is the whole spelling or an alias, None if there is none."""
        wanted = fold(text)
        for kind in kinds:
            found = self._exact.get(kind, {}).get(wanted)
            if found is not None:
                return found
        return None

    def match(self, text: str, *kinds: str) -> str | None:
        """The canonical name that `text` means, None if there is none.

        An exact spelling or alias wins over a prefix, a prefix of the whole name over a prefix of
        one of its later words. Raises `Ambiguous` when several names fit equally well.
        """
        found = self.exactly(text, *kinds)
        if found is not None:
            return found
        wanted = fold(text)
        if not wanted:
            return None
        spellings = [pair for kind in kinds for pair in self._exact.get(kind, {}).items()]
        for fits in (str.startswith, _later_word_starts):
            found_names = {canonical for spelling, canonical in spellings if fits(spelling, wanted)}
            if len(found_names) == 1:
                return found_names.pop()
            if found_names:
                raise Ambiguous(text, sorted(found_names))
        return None


def _later_word_starts(spelling: str, wanted: str) -> bool:
    return f" {wanted}" in spelling


def nearest(text: str, candidates: Iterable[str], count: int = 3) -> list[str]:
    """The candidates spelt most like `text`, best first."""
    import difflib

    folded = {fold(candidate): candidate for candidate in candidates}
    return [folded[hit] for hit in difflib.get_close_matches(fold(text), folded, count, 0.6)]


# ---------------------------------------------------------------------------- words


class Words:
    """The words of a move's text and how far they have been read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._found = [(m.start(), m.end(), m[1] if m[1] is not None else m[0]) for m in _WORD.finditer(text)]
        self.at = 0

    def __bool__(self) -> bool:
        return self.at < len(self._found)

    def peek(self, ahead: int = 0) -> str:
        """The next word, "" at the end."""
        index = self.at + ahead
        return self._found[index][2] if index < len(self._found) else ""

    def next(self, wanted: str) -> str:
        """Take a word; raises `Unreadable` naming `wanted` when none is left."""
        if not self:
            raise Unreadable(f"{wanted} is missing")
        self.at += 1
        return self._found[self.at - 1][2]

    def quoted(self) -> bool:
        """Whether the next word stands in quotation marks."""
        return bool(self) and self.text[self._found[self.at][0]] == '"'

    def joined(self, count: int) -> str:
        """The next `count` words as one text."""
        return " ".join(word for _, _, word in self._found[self.at : self.at + count])

    def left(self) -> int:
        """Number of words still unread."""
        return len(self._found) - self.at

    def rest(self) -> str:
        """Take all that is left, as typed."""
        text = self.text[self._found[self.at][0] :] if self else ""
        self.at = len(self._found)
        return text


# ---------------------------------------------------------------------------- fields


class Field(Generic[T]):
    """How one value of a move is read and written."""

    label = "VALUE"

    def read(self, words: Words, names: Names) -> T:
        """Take the value from `words`; raises `Unreadable` or `Ambiguous`."""
        raise NotImplementedError

    def write(self, value: T) -> str:
        """The canonical text of `value`."""
        return str(value)

    def complete(self, names: Names) -> list[str]:
        """What may be typed here, as far as it can be listed."""
        return []


class Name(Field[str]):
    """A name of one of the given kinds of the game's vocabulary; may be several words."""

    def __init__(self, *kinds: str, label: str = "") -> None:
        self.kinds = kinds
        self.label = label or kinds[0].upper()

    def read(self, words: Words, names: Names) -> str:
        if not words:
            raise Unreadable(f"{_one_of(self.kinds)} is missing", self._known(names))
        longest = 1 if words.quoted() else min(names.longest(words.peek(), *self.kinds), words.left())
        for count in range(longest, 0, -1):
            found = names.match(words.joined(count), *self.kinds)
            if found is not None:
                words.at += count
                return found
        text = words.peek()
        near = nearest(text, names.of(*self.kinds))
        raise Unreadable(
            f"no {_one_of(self.kinds)} is called “{text}”",
            f"did you mean {' or '.join(near)}?" if near else self._known(names),
        )

    def _known(self, names: Names) -> str:
        known = names.of(*self.kinds)
        return f"one of: {', '.join(known[:12])}{', …' if len(known) > 12 else ''}" if known else ""

    def complete(self, names: Names) -> list[str]:
        return names.of(*self.kinds)


def _one_of(words: Sequence[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


_GROUPED = r"[1-9]\d{0,2}(?:[.,'’_]\d{3})+"
_AMOUNT = re.compile(
    rf"(?:[£$€]|f|cr)?(?P<number>{_GROUPED}|\d+(?:[.,]\d+)?)(?P<unit>[km]?)(?:£|€|frs?|f|cr)?",
    re.IGNORECASE,
)


class Amount(Field[int]):
    """Money or goods, as people say it: 120, £120, 1,200, 300k, 0.3M, 3x100000. Never negative."""

    label = "AMOUNT"

    def read(self, words: Words, names: Names) -> int:
        text = words.next("an amount")
        if text.isdecimal() and len(text) < 16:
            return int(text)
        times, x, each = text.lower().replace("×", "x").partition("x")
        if x and times.isdecimal() and len(times) < 7:
            return int(times) * _amount(each, text)
        return _amount(text, text)


class Balance(Amount):
    """What an account holds: an amount, below zero for a debt."""

    def read(self, words: Words, names: Names) -> int:
        sign = words.peek().translate(_DASHES)[:1]
        if sign != "-":
            return super().read(words, names)
        return -_amount(words.next("an amount")[1:], "a debt")


_DASHES = str.maketrans("−–", "--")


def _amount(text: str, typed: str) -> int:
    match = _AMOUNT.fullmatch(text)
    if match is None or len(text) > 20:
        raise Unreadable(f"“{typed}” is not an amount", "write a whole number such as 120, or 300k")
    number, unit = match["number"], match["unit"].lower()
    scale = {"": 0, "k": 3, "m": 6}[unit]
    if re.fullmatch(_GROUPED, number):
        if not unit:
            return int(re.sub(r"\D", "", number))
        if unit == "k" or not re.fullmatch(r"\d+[.,]\d+", number):  # 1,200k; but 1.250M is plain
            raise Unreadable(f"“{typed}” can be read in two ways", "write it without a separator")
    whole, _, fraction = number.replace(",", ".").partition(".")
    if len(fraction.rstrip("0")) > scale:
        raise Unreadable(f"“{typed}” is not a whole amount", "money moves in whole units")
    return int(whole + fraction.rstrip("0").ljust(scale, "0"))


class OutOfRange(Unreadable):
    """A number too small or too large: it was surely meant for the field that says so."""


class Integer(Field[int]):
    """A whole number between `low` and `high`; with `signed`, a sign is written and read."""

    label = "N"

    def __init__(self, low: int, high: int, label: str = "N", *, signed: bool = False) -> None:
        self.low, self.high, self.label, self.signed = low, high, label, signed

    def read(self, words: Words, names: Names) -> int:
        text = words.next(f"a number from {self.low} to {self.high}")
        digits = text.translate({0x2212: "-", 0x2013: "-"})
        if not re.fullmatch(r"[+-]?\d{1,9}" if self.signed else r"\d{1,9}", digits):
            raise Unreadable(f"“{text}” is not a number", f"write a number from {self.low} to {self.high}")
        number = int(digits)
        if not self.low <= number <= self.high:
            raise OutOfRange(f"{number} is out of range", f"write a number from {self.low} to {self.high}")
        return number

    def write(self, value: int) -> str:
        return f"{value:+d}" if self.signed else str(value)

    def complete(self, names: Names) -> list[str]:
        return [self.write(n) for n in range(self.low, self.high + 1)] if self.high - self.low < 20 else []


class Choice(Field[str]):
    """One of a few words; each may have aliases."""

    def __init__(self, label: str, **words: Sequence[str]) -> None:
        self.label = label
        self.words = tuple(words)
        self._names = Names({"word": words})

    def read(self, words: Words, names: Names) -> str:
        text = words.next(self.label.lower())
        found = self._names.match(text, "word")
        if found is None:
            raise Unreadable(f"“{text}” does not belong here", f"write {' or '.join(self.words)}")
        return found

    def complete(self, names: Names) -> list[str]:
        return list(self.words)


class Pattern(Field[str]):
    """A word of a given form, upper-cased: a hex such as C4."""

    def __init__(self, label: str, pattern: str, example: str) -> None:
        self.label, self.example = label, example
        self._pattern = re.compile(pattern)

    def read(self, words: Words, names: Names) -> str:
        text = words.next(self.label.lower())
        if not self._pattern.fullmatch(text.upper()):
            raise Unreadable(f"“{text}” is not a {self.label.lower()}", f"write it like {self.example}")
        return text.upper()


class Several(Field[tuple[T, ...]]):
    """One value or more of the same field, to the end of the positional part."""

    def __init__(self, field: Field[T], low: int = 1, high: int = 99) -> None:
        self.field, self.low, self.high = field, low, high
        self.label = f"{field.label} …"

    def read(self, words: Words, names: Names) -> tuple[T, ...]:
        values: list[T] = []
        while len(values) < self.high and (words or len(values) < self.low):
            start = words.at
            try:
                values.append(self.field.read(words, names))
            except OutOfRange:
                raise
            except Unreadable:
                if len(values) < self.low:
                    raise
                words.at = start
                break
        return tuple(values)

    def write(self, value: tuple[T, ...]) -> str:
        return " ".join(map(self.field.write, value))

    def complete(self, names: Names) -> list[str]:
        return self.field.complete(names)


class Text(Field[str]):
    """All that is left of the line, as typed."""

    label = "TEXT"

    def read(self, words: Words, names: Names) -> str:
        text = words.rest()
        if not text:
            raise Unreadable("a text is missing")
        return text


class Label(Field[str]):
    """A name that the table brings along, of one word or more, up to one of the words `until` or the end.

    Quotation marks make any words part of it. A label holds no quotation mark and no semicolon.
    """

    def __init__(self, label: str, *until: str) -> None:
        self.label = label
        self.until = frozenset(map(fold, until))

    def read(self, words: Words, names: Names) -> str:
        if words.quoted():
            text = words.next(self.label.lower())
        else:
            found = []
            while words and not words.quoted() and fold(words.peek()) not in self.until:
                found.append(words.next(""))
            text = " ".join(found)
        text = " ".join(text.split())
        if not fold(text):
            raise Unreadable(f"{self.label.lower()} is missing")
        if '"' in text or ";" in text:
            raise Unreadable(f"“{text}” is no name", "leave out quotation marks and semicolons")
        return text

    def write(self, value: str) -> str:
        plain = self.until.isdisjoint(map(fold, value.split()))
        return value if plain else f'"{value}"'


# ---------------------------------------------------------------------------- verbs


class Slot(NamedTuple):
    """One declared field of a verb."""

    name: str
    field: Field[Any] | None  # None: a flag
    keyword: str  # "": by position
    optional: bool
    default: Any

    def usage(self) -> str:
        if self.field is None:
            return f"[{self.keyword}]"
        text = f"{self.keyword} {self.field.label}".strip()
        return f"[{text}]" if self.optional else text


def arg(field: Field[Any], *, default: Any = dataclasses.MISSING) -> Any:
    """A value given by its position; optional when it has a default."""
    extra = {} if default is dataclasses.MISSING else {"default": default}
    return dataclasses.field(metadata={"slot": (field, "", ())}, **extra)


def key(keyword: str, field: Field[Any], *aliases: str, default: Any = None) -> Any:
    """A value that follows a keyword, anywhere after the positional ones."""
    return dataclasses.field(default=default, metadata={"slot": (field, keyword, aliases)})


def flag(keyword: str, *aliases: str) -> Any:
    """A bare word: True when it is there."""
    return dataclasses.field(default=False, metadata={"slot": (None, keyword, aliases)})


class Move:
    """Base of all verbs. Subclasses are made with `@verb`."""

    VERB: ClassVar[str]
    ALIASES: ClassVar[tuple[str, ...]]
    SLOTS: ClassVar[tuple[Slot, ...]]
    KEYWORDS: ClassVar[dict[str, Slot]]
    # A verb whose own notation uses “;” keeps the pieces that do not begin with a verb.
    KEEPS_SEMICOLONS: ClassVar[bool] = False

    @classmethod
    def usage(cls) -> str:
        """The usage line, such as `buy WHAT [par PRICE]`."""
        return " ".join([cls.VERB, *(slot.usage() for slot in cls.SLOTS)])

    @classmethod
    def summary(cls) -> str:
        """The first line of the docstring."""
        return (cls.__doc__ or "").strip().partition("\n")[0]

    @classmethod
    def read(cls, words: Words, names: Names) -> Move:
        """Read the rest of a move whose verb has been taken."""
        values: dict[str, Any] = {}
        passed_over: dict[int, Unreadable] = {}  # what the first field said of the word at a position
        for slot in cls.SLOTS:
            if slot.keyword:
                continue
            assert slot.field is not None
            if slot.optional and not (words and (words.quoted() or fold(words.peek()) not in cls.KEYWORDS)):
                continue
            start = words.at
            try:
                values[slot.name] = slot.field.read(words, names)
            except Unreadable as error:
                first = passed_over.setdefault(start, error)
                if not slot.optional:
                    raise (first if isinstance(first, OutOfRange) else error) from None
                words.at = start
        while words:
            at = words.at
            word = words.next("")
            found = cls.KEYWORDS.get(fold(word))
            if found is None:
                raise passed_over.get(at) or Unreadable(f"“{word}” does not belong here")
            if found.name in values:
                raise Unreadable(f"“{word}” stands there twice")
            values[found.name] = True if found.field is None else found.field.read(words, names)
        return cls(**values)

    def show(self, *, quote: bool = False) -> str:
        """The canonical text; with `quote`, names of several words stand in quotation marks."""
        parts = [self.VERB]
        for slot in self.SLOTS:
            value = getattr(self, slot.name)
            if slot.optional and value == slot.default:
                continue
            if slot.keyword:
                parts.append(slot.keyword)
            if slot.field is not None:
                text = slot.field.write(value)
                if quote and isinstance(slot.field, Name) and " " in text:
                    text = f'"{text}"'
                parts.append(text)
        return " ".join(filter(None, parts))


M = TypeVar("M", bound=type[Move])


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(arg,))
def verb(name: str, *aliases: str) -> Callable[[M], M]:
    """Class decorator: a frozen, keyword-only dataclass whose text begins with `name` or one of `aliases`."""

    def make(cls: M) -> M:
        made = dataclasses.dataclass(frozen=True, kw_only=True)(cls)
        made.VERB, made.ALIASES, made.KEYWORDS = name, aliases, {}
        slots = []
        for field in dataclasses.fields(made):  # type: ignore[arg-type]
            kind, keyword, others = field.metadata["slot"]
            optional = field.default is not dataclasses.MISSING
            slot = Slot(field.name, kind, keyword, optional, field.default if optional else None)
            slots.append(slot)
            for spelling in (keyword, *others) if keyword else ():
                made.KEYWORDS[fold(spelling)] = slot
        made.SLOTS = tuple(slots)
        return cast(M, made)

    return make


class Grammar:
    """The verbs of a table: those of its game and the core's few."""

    def __init__(self, moves: Iterable[type[Move]]) -> None:
        self.moves: dict[str, type[Move]] = {}
        for move in moves:
            for word in (move.VERB, *move.ALIASES):
                self.moves[fold(word)] = move

    def verb(self, word: str) -> type[Move] | None:
        """The verb that `word` means, by exact spelling or any unambiguous beginning of two letters."""
        wanted = fold(word)
        exact = self.moves.get(wanted)
        if exact is not None or len(wanted) < 2:
            return exact
        fits = {move for spelling, move in self.moves.items() if spelling.startswith(wanted)}
        if len(fits) > 1:
            raise Ambiguous(word, sorted(move.VERB for move in fits))
        return fits.pop() if fits else None

    def parse(self, text: str, names: Names) -> Move:
        """Read one move. Raises `Unreadable` (with the nearest verbs or the usage) or `Ambiguous`."""
        words = Words(text)
        word = words.next("a move")
        found = self.moves.get(word) or self.verb(word)
        if found is None:
            near = nearest(word, self.moves)
            known = sorted({move.VERB for move in self.moves.values()})
            hint = f"did you mean {' or '.join(near)}?" if near else f"verbs: {', '.join(known)}"
            raise Unreadable(f"“{word}” is no move", hint)
        try:
            return found.read(words, names)
        except Unreadable as error:
            hint = f"{error.hint}; " if error.hint else ""
            raise Unreadable(f"{found.VERB}: {error.problem}", f"{hint}usage: {found.usage()}") from None

    def show(self, move: Move, names: Names) -> str:
        """The canonical text of `move`, which reads back as the same move."""
        text = move.show()
        try:
            if self.parse(text, names) == move:
                return text
        except (Unreadable, Ambiguous):
            pass
        return move.show(quote=True)

    def split(self, text: str) -> list[str]:
        """The moves of a line, separated by “;” or line ends. Blank ones and #-comments fall away."""
        pieces: list[str] = []
        for line in text.splitlines():
            fresh = True
            for piece in line.split(";"):
                piece = piece.strip()
                if not piece or piece.startswith("#"):
                    continue
                if not fresh and self._continues(pieces[-1], piece):
                    pieces[-1] += f" ; {piece}"
                else:
                    pieces.append(piece)
                fresh = False
        return pieces

    def _continues(self, before: str, piece: str) -> bool:
        opening = self.moves.get(fold(before.split(None, 1)[0]))
        if opening is None:  # "NAME: verb …"
            rest = before.partition(":")[2].split(None, 1)
            opening = self.moves.get(fold(rest[0])) if rest else None
        if opening is None or not opening.KEEPS_SEMICOLONS:
            return False
        return fold(piece.split(None, 1)[0]) not in self.moves

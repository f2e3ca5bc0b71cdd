"""The notation of race results, as postal reports print them, and what it says of payments.

    1st RAVEL 20-9+3 ; 2nd FREAK 10-1-3 ; CANCAN +9 ; LFffCC +1

The first figure is the prize (0: ran and won nothing; none: did not run), then come the fees paid
and received. `-9[CANCAN]` says to whom; without it the figures themselves must tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from referee.errors import Unreadable

_MINUS = str.maketrans({"−": "-", "–": "-"})
_PLACING = re.compile(
    r"(?:(?P<tied>=?)(?P<rank>[1-6])(?:st|nd|rd|th|er|e)\s+)?"
    r"(?P<names>\S.*?)"
    r"(?:\s+(?P<prize>\d{1,3}))?"
    r"(?P<figures>(?:\s*[+-]\s*\d{1,3}(?:\s*\[[^\]]*\])?)*)"
    r"(?:\s*\((?P<goal>[^()]*)\))?",
)
_FIGURE = re.compile(r"([+-])\s*(\d{1,3})(?:\s*\[([^\]]*)\])?")
_ORDINALS = {1: "st", 2: "nd", 3: "rd"}


class Figure(NamedTuple):
    """A fee: what was received (+) or paid (−), and from or to whom where that is said."""

    amount: int
    who: str = ""

    def __str__(self) -> str:
        return f"{self.amount:+d}" + (f"[{self.who}]" if self.who else "")


class Placing(NamedTuple):
    """One company of a result, or the two of a joint train. `rank` 0: without a place.

    `prize` is None where none is printed; `ran` tells whether it took part.
    """

    companies: tuple[str, ...]
    rank: int = 0
    tied: bool = False
    prize: int | None = None
    figures: tuple[Figure, ...] = ()
    goal: str = ""

    @property
    def ran(self) -> bool:
        """Whether the company took part."""
        return self.rank > 0 or self.prize is not None

    def __str__(self) -> str:
        parts = (
            [f"{'=' if self.tied else ''}{self.rank}{_ORDINALS.get(self.rank, 'th')}"] if self.rank else []
        )
        parts.append("/".join(self.companies))
        figures = "".join(map(str, self.figures))
        if self.prize is not None:
            parts.append(f"{self.prize}{figures}")
        elif figures:
            parts.append(figures)
        if self.goal:
            parts.append(f"({self.goal})")
        return " ".join(parts)


def write_result(placings: Sequence[Placing]) -> str:
    """The canonical text of a result."""
    return " ; ".join(map(str, placings)) or "none"


def read_result(text: str, company: Callable[[str], str | None]) -> tuple[Placing, ...]:
    """Read a result; `company` gives canonical names. Raises `Unreadable`."""
    text = text.strip().rstrip(".").translate(_MINUS)
    if text.lower() in ("none", "no entry", "not run", "-"):
        return ()
    found = []
    for piece in re.split(r"[;,]", text):
        match = _PLACING.fullmatch(piece.strip())
        if match is None:
            raise Unreadable(f"“{piece.strip()}” is no placing", "write 1st RAVEL 20-9+3 ; 2nd FREAK 10")
        names = tuple(_known(name, company) for name in re.split(r"[/&+]", match["names"]))
        figures = tuple(
            Figure(int(f"{sign}{amount}"), _known(who, company) if who else "")
            for sign, amount, who in _FIGURE.findall(match["figures"])
        )
        prize = None if match["prize"] is None else int(match["prize"])
        rank = int(match["rank"] or 0)
        found.append(Placing(names, rank, bool(match["tied"]), prize, figures, (match["goal"] or "").strip()))
    return tuple(found)


def _known(text: str, company: Callable[[str], str | None]) -> str:
    found = company(text.strip()) if text.strip() else None
    if not found:
        raise Unreadable(
            f"no company is called “{text.strip()}”", "name a company, its colour or first letters"
        )
    return found


class Payment(NamedTuple):
    """A usage fee between two entrants, or from an entrant to a company that did not run."""

    payer: int  # index of the placing
    payee: int
    amount: int


def payments(placings: Sequence[Placing]) -> list[Payment] | None:
    """Who paid whom, from the figures; None when what is paid and what is received do not fit.

    Figures that name the other side count as they stand. The rest is matched piece by piece, then
    by sums, in the order in which it is printed.
    """
    paid = [
        (index, -figure.amount, figure.who)
        for index, placing in enumerate(placings)
        for figure in placing.figures
        if figure.amount < 0
    ]
    got = [
        (index, figure.amount, figure.who)
        for index, placing in enumerate(placings)
        for figure in placing.figures
        if figure.amount > 0
    ]
    if sum(amount for _, amount, _ in paid) != sum(amount for _, amount, _ in got):
        return None
    return next(_pieces(placings, paid, got), None) or next(_sums(placings, paid, got), None)


Entry = tuple[int, int, str]


def _may(placings: Sequence[Placing], payer: Entry, payee: Entry) -> bool:
    """Whether these two figures can be the two sides of one payment."""
    return (
        payer[0] != payee[0]
        and (not payer[2] or payer[2] in placings[payee[0]].companies)
        and (not payee[2] or payee[2] in placings[payer[0]].companies)
    )


def _pieces(
    placings: Sequence[Placing],
    paid: Sequence[Entry],
    got: Sequence[Entry],
    done: frozenset[tuple[int, int]] = frozenset(),
) -> Iterator[list[Payment]]:
    """All ways to pair every payment with a receipt of the same amount, one per pair of companies."""
    if not paid:
        if not got:
            yield []
        return
    first, *rest = paid
    for index, other in enumerate(got):
        pair = first[0], other[0]
        if other[1] == first[1] and pair not in done and _may(placings, first, other):
            for further in _pieces(placings, rest, [*got[:index], *got[index + 1 :]], done | {pair}):
                yield [Payment(first[0], other[0], first[1]), *further]


def _sums(
    placings: Sequence[Placing], paid: Sequence[Entry], got: Sequence[Entry]
) -> Iterator[list[Payment]]:
    """All ways in which receipts are sums of payments."""
    if not paid:
        if not any(amount for _, amount, _ in got):
            yield []
        return
    first, *rest = paid
    for index, other in enumerate(got):
        if other[1] >= first[1] and _may(placings, first, other):
            left = [*got[:index], (other[0], other[1] - first[1], other[2]), *got[index + 1 :]]
            for further in _sums(placings, rest, left):
                yield [Payment(first[0], other[0], first[1]), *further]

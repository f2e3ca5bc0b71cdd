"""Routes over the lines of a map: what they cost whom, and how long they are.

A route fee is 1 Cr per hex to the owner of the line used in it, half hexes counting one. Running a
segment of a rival costs its two hexes, or only the second one when his line was used into the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

OWN = ""  # the owner of a segment that costs nothing


class Way(NamedTuple):
    """A route: its hexes, whose line each segment uses ("": own), what it costs whom, and its length."""

    hexes: tuple[int, ...]
    owners: tuple[str, ...]
    fees: dict[str, int]
    points: int  # movement points: hexes and climbs
    proven: bool = True  # whether no better route can exist

    @property
    def length(self) -> int:
        """Length in hexes, the start not counted."""
        return len(self.owners)


class Tariff(NamedTuple):
    """How usage is counted: whether a hex in which the line changes costs both owners, and the stations."""

    change: bool = True
    stations: bool = True


USUAL = Tariff()


def fees(owners: Sequence[str], tariff: Tariff = USUAL) -> dict[str, int]:
    """What a route costs each rival, by whose line each of its segments uses."""
    found: dict[str, int] = {}
    for index, owner in enumerate(owners):
        before = owners[index - 1] if index else None
        amount = toll(before, owner, index == len(owners) - 1, tariff)
        if amount:
            found[owner] = found.get(owner, 0) + amount
    return found


def toll(before: str | None, owner: str, last: bool, tariff: Tariff) -> int:
    """The fee for a segment on the line of `owner` after one on the line of `before` (None: the first)."""
    if owner == OWN:
        return 0
    amount = 0 if last and not tariff.stations else 1
    if before is None:
        return amount + tariff.stations
    if before == OWN or (before != owner and tariff.change):
        return amount + 1
    return amount


def points(mountain: Sequence[bool], hexes: Sequence[int]) -> int:
    """Movement points of a route: one per hex, one more for each climb from plain into mountain."""
    return sum(steps(mountain, hexes))


def steps(mountain: Sequence[bool], hexes: Sequence[int]) -> list[int]:
    """Movement points of each step of a route."""
    return [2 if mountain[b] and not mountain[a] else 1 for a, b in pairwise(hexes)]

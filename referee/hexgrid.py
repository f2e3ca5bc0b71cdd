"""Hexagons in the plane: coordinates, neighbours, straight lines, distances, rings, outlines.

Axial coordinates: `q` counts along a row, `r` counts rows; the third coordinate of the cube is
−q − r. Rows run east to west and hexagons stand on a corner; a board of hexagons that lie on a side
is the same grid with its columns read as rows.
"""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import NamedTuple


class Hex(NamedTuple):
    """A hexagon by its axial coordinates."""

    q: int
    r: int


# The six directions, turning left from east; direction d and (d + 3) % 6 are opposite.
DIRECTIONS = (Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1))


def step(place: Hex, direction: int, count: int = 1) -> Hex:
    """The hexagon `count` steps away in one direction (0 to 5)."""
    dq, dr = DIRECTIONS[direction]
    return Hex(place.q + dq * count, place.r + dr * count)


def neighbours(place: Hex) -> tuple[Hex, ...]:
    """The six hexagons around one, in the order of `DIRECTIONS`."""
    q, r = place
    return tuple(Hex(q + dq, r + dr) for dq, dr in DIRECTIONS)


def opposite(direction: int) -> int:
    """The direction back."""
    return (direction + 3) % 6


def distance(a: Hex, b: Hex) -> int:
    """The least number of steps from `a` to `b`."""
    dq, dr = a.q - b.q, a.r - b.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def direction(a: Hex, b: Hex) -> int | None:
    """The direction in which `b` lies exactly from `a`; None when they are not in line, or the same."""
    dq, dr = b.q - a.q, b.r - a.r
    if (dq and dr and dq + dr) or not (dq or dr):
        return None
    length = distance(a, b)
    return DIRECTIONS.index(Hex(dq // length, dr // length))


def straight(a: Hex, b: Hex) -> tuple[Hex, ...] | None:
    """All hexagons from `a` to `b`, both included; None when they are not in line."""
    if a == b:
        return (a,)
    towards = direction(a, b)
    if towards is None:
        return None
    return tuple(step(a, towards, count) for count in range(distance(a, b) + 1))


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexagons at exactly `radius` steps from `centre`, once around."""
    if radius == 0:
        return (centre,)
    found = []
    place = step(centre, 4, radius)
    for side in range(6):
        for _ in range(radius):
            found.append(place)
            place = step(place, side)
    return tuple(found)


def from_offset(row: int, column: int, *, odd_shifted: bool = True) -> Hex:
    """The hexagon at a place of a row, both counted from 0.

    Every second row stands half a hexagon to the right: the odd rows (1, 3, …), or else the even ones.
    """
    return Hex(column - _shift(row, odd_shifted), row)


def to_offset(place: Hex, *, odd_shifted: bool = True) -> tuple[int, int]:
    """Row and place in the row, the inverse of `from_offset`."""
    return place.r, place.q + _shift(place.r, odd_shifted)


def _shift(row: int, odd_shifted: bool) -> int:
    return (row if odd_shifted else row + 1) >> 1


def centre(place: Hex, size: float = 1.0) -> tuple[float, float]:
    """The centre of a hexagon whose sides measure `size`; x runs to the right and y down."""
    return size * sqrt(3) * (place.q + place.r / 2), size * 1.5 * place.r


def corners(place: Hex, size: float = 1.0) -> tuple[tuple[float, float], ...]:
    """The six corners; corners d and (d + 1) % 6 bound the side towards `DIRECTIONS[d]`."""
    x, y = centre(place, size)
    return tuple((x + size * cos(a), y - size * sin(a)) for a in (pi / 3 * d - pi / 6 for d in range(6)))

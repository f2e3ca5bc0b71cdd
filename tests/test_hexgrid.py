"""The hexagon grid: its laws, and a few places counted by hand."""

from __future__ import annotations

from itertools import pairwise
from math import hypot, isclose, sqrt

from hypothesis import given
from hypothesis import strategies as st

from referee import hexgrid
from referee.hexgrid import Hex

HEXES = st.builds(Hex, st.integers(-40, 40), st.integers(-40, 40))


@given(HEXES)
def test_six_neighbours_at_distance_one(place: Hex) -> None:
    around = hexgrid.neighbours(place)
    assert len(set(around)) == 6
    for direction, other in enumerate(around):
        assert hexgrid.distance(place, other) == 1
        assert hexgrid.direction(place, other) == direction
        assert hexgrid.direction(other, place) == hexgrid.opposite(direction)
        assert isclose(hypot(*_minus(hexgrid.centre(place), hexgrid.centre(other))), sqrt(3))


@given(HEXES, HEXES)
def test_a_straight_line_is_as_long_as_the_distance(a: Hex, b: Hex) -> None:
    line = hexgrid.straight(a, b)
    if line is None:
        assert hexgrid.direction(a, b) is None
        return
    assert (line[0], line[-1]) == (a, b)
    assert len(line) == hexgrid.distance(a, b) + 1
    assert all(hexgrid.distance(x, y) == 1 for x, y in pairwise(line))


@given(HEXES, st.integers(0, 5), st.integers(1, 9))
def test_steps_in_one_direction_are_straight(a: Hex, direction: int, count: int) -> None:
    b = hexgrid.step(a, direction, count)
    assert hexgrid.direction(a, b) == direction
    assert hexgrid.straight(a, b) is not None


@given(HEXES, st.integers(0, 6))
def test_a_ring_holds_all_hexes_at_its_radius(place: Hex, radius: int) -> None:
    ring = hexgrid.ring(place, radius)
    assert len(set(ring)) == len(ring) == max(1, 6 * radius)
    assert all(hexgrid.distance(place, other) == radius for other in ring)


@given(HEXES, HEXES, HEXES)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert hexgrid.distance(a, b) == hexgrid.distance(b, a)
    assert (hexgrid.distance(a, b) == 0) == (a == b)
    assert hexgrid.distance(a, c) <= hexgrid.distance(a, b) + hexgrid.distance(b, c)


@given(st.integers(0, 60), st.integers(0, 60), st.booleans())
def test_offsets_go_there_and_back(row: int, column: int, odd: bool) -> None:
    place = hexgrid.from_offset(row, column, odd_shifted=odd)
    assert hexgrid.to_offset(place, odd_shifted=odd) == (row, column)


def test_the_shifted_row_lies_between_two_places() -> None:
    first, second = hexgrid.from_offset(0, 3), hexgrid.from_offset(0, 4)
    below = hexgrid.from_offset(1, 3)
    assert hexgrid.distance(first, below) == hexgrid.distance(second, below) == 1
    other = hexgrid.from_offset(1, 3, odd_shifted=False)
    assert hexgrid.distance(hexgrid.from_offset(0, 3, odd_shifted=False), other) == 1
    assert hexgrid.distance(hexgrid.from_offset(0, 2, odd_shifted=False), other) == 1


@given(HEXES)
def test_two_corners_bound_the_side_towards_a_neighbour(place: Hex) -> None:
    corners = hexgrid.corners(place)
    for direction, other in enumerate(hexgrid.neighbours(place)):
        shared = {_rounded(c) for c in corners} & {_rounded(c) for c in hexgrid.corners(other)}
        assert shared == {_rounded(corners[direction]), _rounded(corners[(direction + 1) % 6])}


def _rounded(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 6) + 0.0, round(point[1], 6) + 0.0


def _minus(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    return a[0] - b[0], a[1] - b[1]

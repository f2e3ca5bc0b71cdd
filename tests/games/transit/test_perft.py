"""Counts of all legal sequences from a few positions: any drift of the rules changes them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.transit.seats import begun, rich, together
from tests.kit import Bench
from tests.perft import perft_of


def opening() -> Bench:
    return begun(3, "buy 300k")


def number_rolled() -> Bench:
    bench = begun(3, "buy 300k")
    bench.do("roll 6 2")
    return bench


def poker() -> Bench:
    bench = together("buy 300k", "buy 200k", count=4)
    bench.do("hand Anna As 10 6 5 3 storm storm freight Rio freight Perth")
    bench.do("hand Ben Roi 9 8 7 4 storm storm freight Bombay freight Dakar")
    bench.do("poker 6")
    return bench


def corsair() -> Bench:
    bench = rich(begun(3), "Anna", "4M")
    bench.do("corsair buy", "roll 1 2", "stay", "corsair roll 6 2")
    return bench


def ruin() -> Bench:
    bench = begun(4)
    bench.do("Ben: group buy jaune", "storm 11", "end")
    return bench


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        (opening, (42, 1285)),
        (number_rolled, (30, 780, 13658)),
        (poker, (5, 35, 486, 5903)),
        (corsair, (15, 213, 3506)),
        (ruin, (1, 1, 45)),
    ],
)
def test_counts(position: Any, counts: tuple[int, ...]) -> None:
    bench = position()
    assert (
        tuple(
            perft_of(bench.table, bench.game, depth, bench.game.board) for depth in range(1, len(counts) + 1)
        )
        == counts
    )

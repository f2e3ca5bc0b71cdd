"""Counts of all legal sequences from a few positions: any drift of the rules changes them."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.games.transit.seats import begun, rich, together
from tests.kit import Bench


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


def perft(bench: Bench, game: Any, depth: int) -> int:
    """The number of sequences of `depth` moves that the game offers."""
    moves = [move for choice in game.choices() for move in choice.moves]
    if depth == 1:
        return len(moves)
    count = 0
    for text in moves:
        twin = copy.deepcopy(game, {id(game.board): game.board, id(game.setup): game.setup})
        twin.play("", bench.table.grammar.parse(text, bench.table.names))
        count += perft(bench, twin, depth - 1)
    return count


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
    assert tuple(perft(bench, bench.game, depth) for depth in range(1, len(counts) + 1)) == counts

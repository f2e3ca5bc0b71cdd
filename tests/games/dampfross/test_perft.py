"""Counts of all legal sequences of moves to a depth: any change of the rules shows here."""

from __future__ import annotations

import pytest

from referee.errors import MoveError
from tests.games.dampfross.tables import mapped, racing
from tests.kit import Bench
from tests.perft import perft_of


def building() -> Bench:
    """Two segments out of Ax, three out of Cort, or none."""
    return mapped("roll 1", players=("Anna", "Ben"), two_players="none")


def second_round() -> Bench:
    """Ben has 2 + 4 + 5 segments out of Cort, C2 and B2 within 3 Cr, then Anna 1 + 2 + 2 + 3."""
    bench = mapped(
        "roll 3", "build (Ax) - A4", "build (Cort) - C2 - B2", players=("Anna", "Ben"), two_players="none"
    )
    bench.do("roll 3")
    return bench


def declaring() -> Bench:
    """One route from Cort to Bex for each company, or none."""
    bench = racing(
        "build (Ax) - Bex", "build (Cort) - C2 - B2 - A3", "build (Cort) - Ivo", opened={"Anna": 60}
    )
    bench.do("race 14 13")
    return bench


def special() -> Bench:
    """A race to be drawn whose goal is a special destination; only few numbers are left."""
    bench = racing("build (Cort) - Ivo - D3 - E4", "pass", "pass", constants={"special": [1]})
    bench.game.programme.used.update(str(n) for n in range(11, 67) if n not in (13, 14))
    return bench


@pytest.mark.parametrize(
    ("position", "depth", "count"),
    [
        (building, 1, 6),
        (building, 2, 36),
        (second_round, 1, 12),
        (second_round, 2, 108),
        (declaring, 1, 2),
        (declaring, 2, 4),
        (declaring, 3, 8),
        (special, 1, 12),
    ],
)
def test_perft(position: object, depth: int, count: int) -> None:
    assert callable(position)
    bench = position()
    assert perft_of(bench.table, bench.game, depth) == count


def test_every_choice_is_legal() -> None:
    for position in (building, second_round, declaring):
        bench = position()
        for choice in bench.game.choices():
            for move in choice.moves:
                try:
                    bench.table.attempt(move)
                except MoveError as error:
                    raise AssertionError(move) from error

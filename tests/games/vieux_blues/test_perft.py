"""Counts of all legal sequences from a few positions: any drift of the rules changes them."""

from __future__ import annotations

import pytest

from tests.games.vieux_blues.night import CARTER, CROWN, PATTON, Night
from tests.perft import perft_of

POSITIONS: dict[str, tuple[str, ...]] = {
    "start": (),
    "two placed": (CARTER, "decline", "roll 6", "enter Hurt", PATTON),
    "okeh and jokers": (
        CARTER,
        "roll 4",
        "enter Hurt",
        "roll 4",
        "enter Minnie",
        "roll 4",
        "move Hurt +4",
        "train",
        "roll 1",
        "move Minnie +3",
    ),
    "a win to answer": (CARTER, "roll 2", "enter Skip", PATTON, "roll 1", "move Skip -1", CROWN),
}


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        ("start", (7, 32, 211, 1065, 6655)),
        ("two placed", (10, 75, 540, 3057)),
        ("okeh and jokers", (8, 62, 480, 3074)),
        ("a win to answer", (2, 7, 50, 347, 1236)),
    ],
)
def test_counts(position: str, counts: tuple[int, ...]) -> None:
    night = Night()
    for turn in POSITIONS[position]:
        night.do(turn)
    assert (
        tuple(
            perft_of(night.table, night.game, depth, night.game.track) for depth in range(1, len(counts) + 1)
        )
        == counts
    )

"""What is said with a purchase must fit it: nothing typed is silently dropped."""

from __future__ import annotations

import pytest

from referee.errors import Unreadable
from tests.games.australia1848.setups import Sitting


@pytest.mark.parametrize(
    ("move", "problem"),
    [
        ("buy P1 for 20", "P1 costs £30, not £20"),
        ("buy P1 trade 4", "“trade” does not belong to the purchase of P1"),
        ("buy P1 forced", "“forced” does not belong to the purchase of P1"),
        ("buy P1 pool", "“pool” does not belong to the purchase of P1"),
    ],
)
def test_a_private_in_the_sale(move: str, problem: str) -> None:
    sitting = Sitting()
    with pytest.raises(Unreadable) as caught:
        sitting.do(move)
    assert caught.value.problem == problem
    sitting.do("buy P1 for 30")
    assert sitting.game.cash(sitting.game.players[0]) == 630 - 30


@pytest.mark.parametrize(
    ("move", "problem"),
    [
        ("buy NSW par 90 for 90", "NSW costs £180, not £90"),
        ("buy NSW par 90 with P4", "“with” does not belong to the purchase of NSW"),
        ("buy NSW par 90 forced", "“forced” does not belong to the purchase of NSW"),
        ("buy BOE for 80", "BOE costs £70, not £80"),
    ],
)
def test_a_share(move: str, problem: str) -> None:
    sitting = Sitting().sold()
    with pytest.raises(Unreadable) as caught:
        sitting.do(move)
    assert caught.value.problem == problem
    before = sitting.game.cash(sitting.to_act)
    player = sitting.to_act
    sitting.do("buy NSW par 90 for 180")
    assert sitting.game.cash(player) == before - 180

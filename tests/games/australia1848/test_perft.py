"""Counts of all legal sequences from a few positions of 1848, frozen: any drift of the rules shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.session import load
from referee.table import Table
from tests.kit import session
from tests.perft import divided, perft

PLAYERS = ("Anna", "Ben", "Chloé", "David", "Eva", "Fritz")
EVENING = Path(__file__).parents[3] / "sessions" / "1848-evening.toml"


def opened(players: int, *moves: str) -> Table:
    """A game of so many players after some moves."""
    return Table(session("1848", PLAYERS[:players], moves))


def evening(number: int, last: str) -> Table:
    """The evening after entry `number`, which is `last`."""
    found = load(EVENING)
    found.entries = found.entries[:number]
    assert found.entries[-1].do == last
    return Table(found)


@pytest.mark.parametrize("players", [3, 4, 6])
def test_the_opening(players: int) -> None:
    """The first player buys or lowers one of six: 12. After a purchase five are left, 10 moves; after a
    lowering all six, 12: 6 · 10 + 6 · 12 = 132. Nobody may pass who owns nothing.
    """
    table = opened(players)
    assert [perft(table, depth) for depth in (0, 1, 2)] == [1, 12, 132]


def test_the_opening_three_moves_deep() -> None:
    """Two purchases leave four privates, 8 moves; one leaves five, 10; none six, 12. With 6 · 5 ways to buy
    twice, 6 · 5 to buy and lower, 6 · 6 to lower and buy, 6 · 6 to lower twice:
    30 · 8 + 30 · 10 + 36 · 10 + 36 · 12 = 1332.
    """
    assert perft(opened(4), 3) == 1332


@pytest.mark.parametrize(("players", "moves"), [(3, 43), (4, 36), (6, 30)])
def test_the_sale_when_three_privates_are_gone(players: int, moves: int) -> None:
    """Three privates left. With three players the next one and the one after him own something and may pass:
    3 purchases leave 2 + 2 + 1 moves, 3 lowerings and the pass leave 3 + 3 + 1: 3 · 5 + 4 · 7 = 43.
    With four the next one may not pass but the one after him may: 3 · 5 + 3 · 7 = 36. With six neither may:
    3 · 4 + 3 · 6 = 30.
    """
    assert perft(opened(players, "buy P1", "buy P2", "buy P3"), 2) == moves


def test_the_first_stock_round() -> None:
    """CAR, BOE, pass, and seven companies at four pars: 31, and money enough for all of them. A company just
    started offers one share instead of four pars: 28 · 28 + 3 · 31 = 877.
    """
    sale = [f"buy P{number}" for number in range(1, 7)]
    table = opened(4, *sale)
    assert perft(table, 1) == 31
    assert perft(table, 2) == 877


def test_a_stock_round_with_sales() -> None:
    """David has £60, 50 % of SAR and no money for any share; Anna and he hold SAR, the pool is empty."""
    table = evening(64, "buy BOE")
    assert divided(table, 1) == {"sell SAR": 1, "sell 2 SAR": 1, "sell 3 SAR": 1, "pass": 1}
    assert perft(table, 2) == sum(divided(table, 2).values()) == 52


def test_a_train_step() -> None:
    """CAR has £560, a 3, and two 4s are left; it may buy either face, borrow, tell of the link, be done: 5.
    After a purchase no money is left for a second one: loan, link, done, 3 each. After the loan it has £660:
    two trains, link, done. After the link: two trains, loan, done. When it is done SAR may run for nothing,
    borrow or tell of the link: 3 + 3 + 4 + 4 + 3 = 17.
    """
    table = evening(186, "pay")
    assert perft(table, 1) == 5
    assert divided(table, 2) == {"buy 4": 3, "buy 4+": 3, "loan": 4, "link": 4, "done": 3}
    assert perft(table, 2) == 17


def test_a_compulsory_train() -> None:
    """SAR has £510, no train but a 2E, and has borrowed this turn: the 6 or the 6+ with forced loans, or
    no route. A 6 at £600 takes one more loan, after which it is done; a 6+ at £660 takes two, which ruin it.
    """
    table = evening(293, "loan")
    assert divided(table, 1) == {"buy 6 forced": 1, "buy 6+ forced": 1, "done no-route": 1}
    assert divided(table, 2) == {"buy 6 forced": 1, "buy 6+ forced": 2, "done no-route": 2}

"""The share market (list 21)."""

from __future__ import annotations

import pytest

from referee.games.australia1848.market import Cell
from tests.games.australia1848.setups import Sitting
from tests.kit import fact

ROWS = [
    [70, 80, 90, 100, 110, 120, 140, 160, 190, 220, 250, 280, 320, 360, 400, 450],
    [60, 70, 80, 90, 100, 110, 130, 150, 180, 210, 240, 270, 310, 350, 390, 440],
    [50, 60, 70, 80, 90, 100, 120, 140, 170, 200, 230, 260, 300],
    [40, 50, 60, 70, 80, 90, 110, 130, 160, 190],
    [30, 40, 50, 60, 70, 80, 100, 120],
    [20, 30, 40, 50, 60, 70],
]
ENDS = [(0, 16), (1, 16), (2, 13), (3, 10), (4, 8), (5, 6)]


@fact("market.grid")
def test_the_grid_and_its_par_cells() -> None:
    market = Sitting().game.market
    assert market.rows == [[0, *row] for row in ROWS]
    assert market.pars == {100: (1, 5), 90: (2, 5), 80: (3, 5), 70: (4, 5)}
    assert {par: market.price(cell) for par, cell in market.pars.items()} == {par: par for par in market.pars}
    assert (market.top, market.price(market.top)) == ((0, 16), 450)
    assert (market.boe_prices[0], market.boe_prices[16], market.boe_prices[-1]) == (70, 260, 340)


def test_ordinary_steps_go_one_cell() -> None:
    market = Sitting().game.market
    assert market.right((2, 5)) == (2, 6)
    assert (market.left((2, 5)), market.left((2, 5), 2), market.left((2, 5), 3)) == ((2, 4), (2, 3), (2, 2))
    assert (market.up((2, 5)), market.down((2, 5))) == ((1, 5), (3, 5))
    assert (market.left((2, 1)), market.left((2, 2), 3)) == ((2, 0), (2, 0))


@pytest.mark.parametrize("row", range(6))
def test_right_at_the_end_of_a_row_is_up(row: int) -> None:
    market = Sitting().game.market
    assert market.right(ENDS[row]) == (max(0, row - 1), ENDS[row][1])


def test_every_step_off_the_grid_stays_on_it() -> None:
    market = Sitting().game.market
    for row, prices in enumerate(ROWS):
        for col in range(1, len(prices) + 1):
            cell = (row, col)
            below = row + 1 < 6 and col <= len(ROWS[row + 1])
            assert market.down(cell) == ((row + 1, col) if below else cell)
            assert market.up(cell) == (max(0, row - 1), col)
            for step in (market.right, market.left, market.up, market.down):
                there = step(cell)
                assert market.price(there) == ([0, *ROWS[there[0]]])[there[1]]
                assert there == cell or market.price(there) != market.price(cell)


def paying(cell: Cell) -> Sitting:
    """NSW has run for 100, its marker set directly on `cell`, and is to pay or withhold."""
    sitting = Sitting().operating("NSW").marker("NSW", *cell).train("NSW", "2")
    sitting.do("run 100")
    return sitting


@pytest.mark.parametrize(
    ("cell", "after", "price"),
    [((1, 16), (0, 16), 450), ((2, 13), (1, 13), 310), ((3, 10), (2, 10), 200), ((5, 6), (4, 6), 80)],
)
def test_a_payment_at_the_end_of_a_row_moves_up(cell: Cell, after: Cell, price: int) -> None:
    sitting = paying(cell)
    sitting.shows("pay", "market.edges")
    assert (sitting.company("NSW")["cell"], sitting.price("NSW")) == (list(after), price)


def test_right_from_450_stays() -> None:
    sitting = paying((0, 16))
    receipt = sitting.shows("pay", "market.edges")
    assert "NSW price stays at £450." in sitting.sentences(receipt)
    assert sitting.company("NSW")["cell"] == [0, 16]


def test_a_payment_within_a_row_moves_right() -> None:
    sitting = paying((5, 5))
    sitting.spares("pay", "market.edges")
    assert (sitting.company("NSW")["cell"], sitting.price("NSW")) == ([5, 6], 70)
    paying((0, 15)).spares("pay", "market.edges")


def test_down_with_no_cell_below_stays() -> None:
    sitting = Sitting().operating("NSW").until_round("SR 2").marker("NSW", 4, 8).turn("Anna")
    sitting.shows("sell 2 NSW", "market.edges")
    assert (sitting.company("NSW")["cell"], sitting.price("NSW")) == ([4, 8], 120)


def test_down_with_a_cell_below_goes_down() -> None:
    sitting = Sitting().operating("NSW").until_round("SR 2").marker("NSW", 4, 6).turn("Anna")
    sitting.spares("sell 2 NSW", "market.edges")
    assert (sitting.company("NSW")["cell"], sitting.price("NSW")) == ([5, 6], 70)


def test_up_from_the_top_row_stays() -> None:
    sitting = Sitting().sold().floated("NSW").buys("Ben", *["NSW"] * 4).marker("NSW", 0, 7)
    sitting.do("pass", "pass", "pass")
    sitting.shows("pass", "market.edges", "stock.sold-out")
    assert (sitting.company("NSW")["cell"], sitting.price("NSW")) == ([0, 7], 140)


def test_the_leftmost_column_is_receivership() -> None:
    sitting = Sitting().operating("NSW").marker("NSW", 3, 1)
    sitting.do("run 0")
    assert sitting.company("NSW") == {"closed": True}

"""The share market: cells, steps and the order of markers."""

from __future__ import annotations

from functools import cache
from typing import Any

from referee.resources import load

Cell = tuple[int, int]  # row from the top, column from the left; column 0 is receivership


class Market:
    """The grid of prices. Pure geometry: it knows cells, not companies (market.grid)."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.rows: list[list[int]] = data["grid"]["rows"]
        self.pars: dict[int, Cell] = {int(par): (r, c) for par, (r, c) in data["par_cells"].items()}
        self.top: Cell = tuple(data["grid"]["end_cell"])
        self.boe_prices: list[int] = data["boe"]["prices"]
        self.boe_end: int = data["boe"]["end"]
        self.steps: dict[str, int] = data["moves"]

    def price(self, cell: Cell) -> int:
        """The price printed in a cell, in £."""
        return self.rows[cell[0]][cell[1]]

    def right(self, cell: Cell) -> Cell:
        """One column right; up at the right end of a row; the top right cell stays (market.edges)."""
        row, col = cell
        return (row, col + 1) if col + 1 < len(self.rows[row]) else self.up(cell)

    def left(self, cell: Cell, steps: int = 1) -> Cell:
        """`steps` columns left, as far as column 0."""
        return (cell[0], max(0, cell[1] - steps))

    def up(self, cell: Cell) -> Cell:
        """One row up, if there is one."""
        return (max(0, cell[0] - 1), cell[1])

    def down(self, cell: Cell) -> Cell:
        """One row down, if that row reaches so far."""
        row, col = cell
        return (row + 1, col) if row + 1 < len(self.rows) and col < len(self.rows[row + 1]) else cell


@cache
def read_market(_folder: str) -> Market:
    """The market of the rules folder in use."""
    return Market(load("1848", "market.toml"))

"""Tables for the tests of Transit, on the invented board unless another is wanted.

New-York and Londres lie in zone 11, Honolulu and Valparaiso in 66, Perth in 44, Dakar in 22.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.kit import Bench

PEOPLE = ("Anna:rose", "Ben:vert", "Chloé:bleu", "Dan:orange", "Eva:jaune", "Fred:blanc")
NAMES = tuple(person.partition(":")[0] for person in PEOPLE)


def fresh(count: int = 3, board: str = "invented", folder: Path = Path(), **options: Any) -> Bench:
    """A table before the first purchases."""
    return Bench("transit", PEOPLE[:count], {"board": board, **options}, folder)


def begun(count: int = 3, *buys: str, board: str = "invented", **options: Any) -> Bench:
    """A table after the first purchases: those given, and none for the others."""
    bench = fresh(count, board, **options)
    bench.do(*buys, *["buy 0"] * (count - len(buys)))
    return bench


def rich(bench: Bench, player: str, amount: str = "10M") -> Bench:
    """More cheques for a player, by ruling."""
    bench.do(f"transfer Caisse {player} {amount}", ruling="a test needs it")
    return bench


def poor(bench: Bench, player: str, left: int = 0) -> Bench:
    """Fewer cheques for a player, by ruling."""
    more = bench.game.cash(player) - left
    bench.do(f"transfer {player} Caisse {more}", ruling="a test needs it")
    return bench


def together(*buys: str, count: int = 3) -> Bench:
    """Anna and Ben at Londres, Anna to end her turn; more players lie elsewhere."""
    bench = begun(count, *buys)
    bench.do("roll 1 2", "go Londres")
    return bench

"""Tables of Dampfross for tests: on a small known map, or on no map at all."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.kit import Bench

HERE = Path(__file__).parent
PLAYERS = ("Anna:red", "Ben:blue", "Cleo:green")


def mapped(*moves: str, players: Sequence[str] = PLAYERS, board: str = "tiny.toml", **options: Any) -> Bench:
    """A table that plays on a known map (`tiny.toml` here, or a shipped one by name)."""
    return plain(*moves, players=players, board=board, **options)


def plain(*moves: str, players: Sequence[str] = PLAYERS, **options: Any) -> Bench:
    """A table without a map: it declares what it draws."""
    bench = Bench("dampfross", players, options, folder=HERE)
    for move in moves:
        bench.do(move)
    return bench


def racing(
    *builds: str, players: Sequence[str] = PLAYERS, opened: dict[str, int] | None = None, **options: Any
) -> Bench:
    """A known map on which Anna, Ben and Cleo have built one order each; the races begin."""
    bench = mapped("roll 6", *builds, players=players, **options)
    bench.do("operate", ruling="the test begins here")
    for name, amount in (opened or {}).items():
        bench.do(f"settle {name} {amount}", ruling="the test begins here")
    return bench


def postal(*moves: str, players: Sequence[str], **options: Any) -> Bench:
    """A postal game of Railway Rivals without a map."""
    return plain(*moves, players=players, edition="railway-rivals-postal", **options)


def solo(bench: Bench, die: int, company: str, order: str) -> None:
    """A whole round in which only `company` builds."""
    until(bench, die, company)
    bench.do(f"build {order}")
    while bench.game.dice and bench.game.phase == "building":
        bench.do("pass")


def until(bench: Bench, die: int, company: str) -> None:
    """A new round, up to the turn of `company`."""
    bench.do(f"roll {die}")
    while bench.game.building.queue[0] != company:
        bench.do("pass")


def balances(bench: Bench) -> dict[str, int]:
    """All balances by company."""
    found: dict[str, int] = bench.game.state()["balances"]
    return found

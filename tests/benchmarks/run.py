"""How fast the referee is: `python tests/benchmarks/run.py`. Not timed in the test suite.

Measures, on a session of about 700 moves and on one of about 7,000:
* `referee show` and `referee do`, as a share of a bare two-command Typer program;
* a replay, as a share of the time `tomllib` takes to parse the file;
* peak memory of a replay.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib
import tracemalloc
from collections.abc import Callable
from pathlib import Path

from referee.session import Entry, Player, append, create, load, locked
from referee.table import Table

BARE = """
import typer
app = typer.Typer()
@app.command()
def one({option}) -> None: print("one")
@app.command()
def two() -> None: print("two")
app()
"""


def synthetic(path: Path, moves: int) -> None:
    """A session of 1848 in which two companies run, pay and withhold for ever."""
    from datetime import UTC, datetime

    players = [Player(name) for name in ("Anna", "Ben", "Chloé", "David")]
    now = datetime(2026, 11, 28, 19, 30, tzinfo=UTC)
    session = create(path, game="1848", rules="1848-1", title="", players=players, options={}, created=now)
    table = Table(session)
    opening = """buy P2; buy P1; buy P3; buy P4; Ben: buy P5; buy P6; Anna: buy NSW par 90; Chloé: buy CAR
        David: buy CAR; Anna: buy NSW; Chloé: buy CAR; David: buy CAR; Anna: buy NSW; pass; Anna: buy NSW
        Ben: buy NSW; CAR: lay E4; buy 2; buy 2; NSW: lay F17; buy 2; buy 2; done"""
    for move in table.grammar.split(opening):
        table.record(move, now=now)
    turn = 0
    while len(table.session.entries) < moves:
        actor = table.situation.actor
        if actor in table.game.players:
            table.record("pass", now=now)
            continue
        turn += 1
        table.record("run 40", now=now)
        table.record("withhold" if turn // 2 % 2 else "pay", now=now)
        for rich, account in list(table.game.ledger.accounts.items()):
            if account.balance > 1000 and rich not in ("Bank", "BOE"):  # or the Bank would run dry
                text = f"transfer {rich} Bank {account.balance - 100}"
                table.record(text, ruling="for ever and ever", now=now)
        table.record("done", now=now)
    with locked(path):
        append(load(path), [Entry(0, e.do, e.by, e.at, e.ruling) for e in table.session.entries])


def median(action: Callable[[], object], times: int) -> float:
    """Median wall time of `action`, in milliseconds."""
    action()
    spans = []
    for _ in range(times):
        start = time.perf_counter()
        action()
        spans.append((time.perf_counter() - start) * 1000)
    return statistics.median(spans)


def command(*words: str) -> Callable[[], object]:
    """A process of its own, with compiled modules kept as on an ordinary machine."""
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return lambda: subprocess.run([sys.executable, *words], check=True, capture_output=True, env=environ)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        bases = {}
        for kind, option in (("without options", ""), ("with one option", 'name: str = "x"')):
            bare = Path(folder) / "bare.py"
            bare.write_text(BARE.format(option=option))
            bases[kind] = median(command(str(bare), "one"), 15)
            print(f"bare Typer program {kind}: {bases[kind]:.0f} ms")
        for moves in (700, 7000):
            path = Path(folder) / f"{moves}.toml"
            synthetic(path, moves)
            text = path.read_text(encoding="utf-8")
            parse = median(lambda text=text: tomllib.loads(text), 9)  # type: ignore[misc]
            session = load(path)
            replay = median(lambda session=session: Table(session), 9)  # type: ignore[misc]
            tracemalloc.start()
            Table(load(path))
            memory = tracemalloc.get_traced_memory()[1] / 1e6
            tracemalloc.stop()
            print(f"{len(session.entries)} moves, {path.stat().st_size / 1000:.0f} kB:")
            print(f"  parse {parse:.1f} ms, replay {replay:.1f} ms = {replay / parse:.2f} x the parse")
            print(f"  peak memory of a replay {memory:.1f} MB")
            for words in (("show",), ("do", "undo")):  # each `do undo` also writes an entry
                span = median(command("-m", "referee", *words, "-s", str(path)), 15)
                shares = ", ".join(
                    f"{span / base:.2f} x the bare program {kind}" for kind, base in bases.items()
                )
                print(f"  referee {' '.join(words):7} {span:.0f} ms = {shares}")


if __name__ == "__main__":
    main()

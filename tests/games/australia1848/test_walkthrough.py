"""The worked example of the French summary, figure by figure, from the shipped session."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from referee.session import load
from referee.table import Table

WALKTHROUGH = Path(__file__).parents[3] / "sessions" / "1848-walkthrough.toml"


@pytest.fixture(scope="module")
def states() -> dict[str, dict[str, Any]]:
    """The state after each entry, by its text and how many times it had stood there, and at the start."""
    table = Table(load(WALKTHROUGH))
    count: Counter[str] = Counter()
    found = {"start": table.at(0).game.state()}
    for played, state in table.history():
        text = f"{played.by}: {played.entry.do}"
        count[text] += 1
        found[f"{text} {count[text]}"] = state
    return found


@pytest.mark.parametrize(
    ("after", "path", "value"),
    [
        ("start", "players.J1.cash", 630),
        ("start", "phase", "2"),
        ("start", "boe.cash", 2000),
        ("J1: buy P2 1", "players.J1.cash", 560),
        ("J1: buy NSW par 90 1", "players.J1.cash", 380),
        ("J1: buy NSW par 90 1", "companies.NSW.price", 90),
        ("J1: buy NSW 3", "players.J1.cash", 110),
        ("J1: buy NSW 3", "players.J1.shares.NSW", 50),
        ("J1: buy NSW 3", "companies.NSW.treasury", 0),
        ("J2: buy NSW 1", "companies.NSW.treasury", 900),
        ("J2: buy NSW 1", "players.J1.cash", 110),
        ("CAR: lay E4 1", "players.J1.cash", 120),
        ("NSW: lay F17 1", "companies.NSW.treasury", 900),
        ("NSW: lay F17 1", "companies.NSW.tokens", ["F17"]),
        ("NSW: lay F17 1", "companies.NSW.price", 90),
        ("NSW: buy 2 1", "companies.NSW.price", 80),
        ("NSW: buy 2 2", "companies.NSW.treasury", 700),
        ("NSW: buy 2 2", "companies.NSW.trains", ["2", "2"]),
        ("J1: buy NSW 4", "players.J1.cash", 30),
        ("J1: buy NSW 4", "players.J1.shares.NSW", 60),
        ("CAR: lay E2 1", "players.J1.cash", 40),
        ("NSW: lay E18 1", "companies.NSW.treasury", 700),
        ("NSW: pay 1", "players.J1.cash", 64),
        ("NSW: pay 1", "companies.NSW.price", 90),
        ("NSW: buy 3 1", "companies.NSW.treasury", 500),
        ("NSW: buy 3 1", "companies.NSW.trains", ["2", "2", "3"]),
        ("NSW: buy 3 1", "phase", "3"),
        ("NSW: buy 3 1", "players.J1.cash", 64),
    ],
)
def test_figures_of_the_worked_example(
    states: dict[str, dict[str, Any]], after: str, path: str, value: object
) -> None:
    found: Any = states[after]
    for key in path.split("."):
        found = found[key]
    assert found == value

"""The whole game in `sessions/`, figure by figure, through the command line."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from referee.cli import app, desk

GAME = Path(__file__).parents[3] / "sessions" / "transit-invented.toml"
PEOPLE = ("Anna", "Ben", "Chloé", "Dan")


def run(*args: str, code: int = 0) -> str:
    desk.kept = None
    result = CliRunner().invoke(app, [*args, "-s", str(GAME)])
    assert result.exit_code == code, result.output
    return result.output


def data(*args: str, code: int = 0) -> Any:
    desk.kept = None
    result = CliRunner().invoke(app, [*args, "-s", str(GAME), "--json"])
    assert result.exit_code == code, result.output
    return json.loads(result.stdout).get("data")


@cache
def state(at: int) -> Any:
    return data("show", "--at", str(at))["state"]


def test_every_move_is_legal() -> None:
    assert "every move is legal" in run("check")


# After which entry: cheques of the four in thousands, and their cargos.
FORTUNES: dict[int, tuple[tuple[int, ...], tuple[str, ...]]] = {
    4: ((600, 1000, 1700, 2300), ("machines 1400", "laine 1000", "coton 1500", "café 1200")),
    7: ((3800, 1000, 1700, 3300), ("coton 1000", "laine 1000", "coton 1500", "café 1200")),  # the triple
    10: ((4300, 500, 1700, 3300), ("coton 1000", "laine 1000 machines 500", "coton 1500", "café 1200")),
    13: ((4300, 500, 5400, 3300), ("coton 1000", "laine 1000 machines 500", "café 800", "café 1200")),
    14: ((4300, 500, 5650, 3050), ("coton 1000", "laine 1000 machines 500", "café 600", "café 1400")),
    18: ((4300, 1500, 5650, 4250), ("coton 1000", "laine 1000 machines 500", "café 600", "laine 1000")),
    21: ((6800, 1500, 5650, 4750), ("or 500", "laine 1000 machines 500", "café 600", "laine 1000")),
    22: ((6800, 1500, 5650, 4750), ("or 500", "", "café 600", "laine 1000")),  # a storm strikes its roller
    28: ((6800, 1500, 450, 5750), ("or 500", "", "or 1000", "laine 1000")),  # the corsair bought
    33: ((6800, 1500, 950, 1750), ("or 500", "", "or 1000", "café 500")),  # sunk and auctioned
    35: ((6800, 1500, 0, 3700), ("or 500", "", "", "café 500")),  # a ransom survived
    39: ((5800, 1500, 0, 3700), ("machines 300", "", "", "café 500")),  # a spare group auctioned
    42: ((5800, 800, 0, 3900), ("machines 300", "or 200", "", "café 500")),  # a new ship
    51: ((6000, 800, 0, 3700), ("machines 500 café 500", "or 200", "", "")),  # a poker of three
    59: ((7100, 1800, 0, 3700), ("café 500 laine 400", "", "", "")),
    61: ((7100, 1800, 0, 3700), ("café 500 laine 400", "", "laine 1000 machines 500", "")),  # salvage
    66: ((7100, 0, 0, 5500), ("café 500 laine 400", "", "laine 1000 machines 500", "laine 500")),
    68: ((900, 0, 0, 5500), ("café 500 laine 400", "", "", "")),  # a storm card, the corsair again
    75: ((1400, 0, 700, 3000), ("café 1200", "", "", "")),  # Ben is out, his group auctioned
    79: ((1400, 0, 100, 1600), ("café 1200", "", "or 100", "laine 1000")),
    85: ((3200, 0, 0, 2100), ("or 500", "", "", "laine 1000")),  # a ransom not survived
    88: ((3200, 0, 0, 4600), ("or 500", "", "", "coton 500")),
    91: ((8300, 0, 0, 0), ("or 500", "", "", "")),  # the end
}


@pytest.mark.parametrize("entry", FORTUNES)
def test_fortunes(entry: int) -> None:
    people = state(entry)["players"]
    cheques, cargos = FORTUNES[entry]
    assert tuple(people[name]["cash"] // 1000 for name in PEOPLE) == cheques
    for name, cargo in zip(PEOPLE, cargos, strict=True):
        words = cargo.split()
        told = {product: int(amount) * 1000 for product, amount in zip(words[::2], words[1::2], strict=True)}
        assert people[name]["cargo"] == told


PLACES = {
    4: ("New-York", "Londres", "Honolulu", "Valparaiso"),
    7: ("Bombay", "Londres", "Honolulu", "Valparaiso"),
    22: ("Le-Cap", None, "Valparaiso", "Sydney"),
    42: ("New-York", "Perth", "San-Francisco", "La-Havane"),
    54: ("New-York", "Perth", "New-York", "New-York"),
    61: ("Buenos-Ayres", "Hambourg", "Terre-Neuve", "New-York"),
    68: ("Buenos-Ayres", None, None, None),
    79: ("La-Havane", None, "San-Francisco", "Sydney"),
    91: ("San-Francisco", None, None, None),
}


@pytest.mark.parametrize("entry", PLACES)
def test_places(entry: int) -> None:
    people = state(entry)["players"]
    assert tuple(people[name]["at"] for name in PEOPLE) == PLACES[entry]


def test_groups_corsair_piles_and_cards() -> None:
    assert state(18)["groups"]["jaune"] == "Dan"
    assert state(22)["piles"]["11"] == {"laine": 1_000_000, "machines": 500_000}
    assert state(28)["corsair"] == {"owner": "Chloé", "at": "Yokohama"}
    assert state(32)["corsair"] == {"owner": None, "at": None} and state(32)["auctions"] == ["corsair"]
    assert state(35)["corsair"] == {"owner": "Dan", "at": "San-Francisco"}
    assert state(39)["groups"]["blanc"] == "Anna"
    assert state(44)["cards"]["freights"] == ["New-York"]
    assert state(54)["corsair"] == {"owner": "Dan", "at": "Terre-Neuve"}
    assert state(54)["piles"]["11"] == {"laine": 1_000_000, "machines": 500_000}
    assert state(61)["piles"]["11"] == {}
    assert state(68)["piles"]["11"] == {"laine": 1_500_000, "machines": 500_000}
    end = state(91)
    assert end["cards"] == {
        "ranks": {"9": "Dan", "Roi": "Anna"},
        "storms": [55, 11],
        "freights": ["New-York"],
        "shown": 0,
    }
    assert end["groups"] == {
        "jaune": "Caisse",
        "vert": "Caisse",
        "rose": "Anna",
        "bleu": "Anna",
        "blanc": "Anna",
        "orange": "Caisse",
    }
    assert end["winner"] == "Anna"


def test_the_second_poker_is_refused() -> None:
    output = run("try", "--at", "54", "poker 10", code=1)
    assert "The last poker was here at New-York between the same players" in output
    assert "Legal: poker 10" in run("try", "--at", "47", "poker 10")


def test_disputes_are_answered() -> None:
    assert "seized" in run("try", "--at", "83", "corsair go San-Francisco")
    assert "Dan's ship is lost" in run("try", "--at", "66", "storm 11")


def test_the_end_by_addendum_i() -> None:
    log = run("log")
    assert "Dan is out of the game." in log and "Anna is alone in the game and wins." in log
    assert state(90)["winner"] is None
    assert [state(91)["players"][name]["out"] for name in PEOPLE] == [
        None,
        "elimination.rebuy",
        "elimination.ransom",
        "elimination.last-two",
    ]


def test_the_score() -> None:
    assert "winner," in run("score")
    rows = data("score")["scores"]
    assert rows[0]["name"] == "Anna" and rows[0]["total"] == 8_300_000 + 500_000 + 3 * 2_000_000
    assert [row["total"] for row in rows[1:]] == [0, 0, 0]


def test_registers_end_at_the_balances() -> None:
    for name in (*PEOPLE, "Caisse"):
        register = run("why", name)
        assert "start money" in register
    assert run("why", "Anna").rstrip().endswith("8,300,000 F")
    assert run("why", "Caisse").rstrip().endswith("−8,300,000 F")


def test_the_screen_fits_eighty_columns() -> None:
    for entry in (0, 22, 35, 49, 61, 68, 91):
        for command in ("show", "tickets"):
            assert max(map(len, run(command, "--at", str(entry)).splitlines())) <= 80
    assert max(map(len, run("board", "show").splitlines())) <= 80

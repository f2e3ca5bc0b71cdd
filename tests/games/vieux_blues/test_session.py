"""The whole game in `sessions/`, step by step, through the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from referee import session
from referee.cli import app, desk

GAME = Path(__file__).parents[3] / "sessions" / "vieux-blues-invented.toml"


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


def state(at: int) -> Any:
    return data("show", "--at", str(at))["state"]


def test_every_move_is_legal() -> None:
    assert "34 entries, 1 undone, 0 by ruling: every move is legal" in run("check")


# entry -> who and where, placed or not, trains and jokers left (rose, sable), cities+drawings (rose, sable)
STEPS = {
    3: ({"Memphis Minnie": (6, "")}, "2 POL 3 POL", (0, 0, 0, 0)),
    5: ({"Blind Willie Johnson": (5, "city")}, "2 POL 3 POL", (0, 0, 1, 0)),
    7: ({"Bo Carter": (3, "city")}, "2 POL 3 POL", (1, 0, 1, 0)),
    9: ({"Mississippi John Hurt": (6, "")}, "2 POL 3 POL", (1, 0, 1, 0)),
    11: ({"Bessie Smith": (35, "")}, "2 PO 3 POL", (1, 0, 1, 0)),
    15: ({"Mississippi John Hurt": (8, "")}, "2 PO 3 POL", (1, 0, 1, 0)),
    17: ({"Memphis Minnie": (7, "")}, "2 PO 3 POL", (1, 0, 1, 0)),
    18: ({"Mississippi John Hurt": (27, "")}, "2 PO 3 PL", (1, 0, 1, 0)),
    21: ({"Charley Patton": (18, "city")}, "1 PO 3 PL", (2, 0, 1, 0)),
    23: ({"Mississippi John Hurt": (31, "drawing")}, "1 PO 3 PL", (2, 0, 1, 1)),
    24: ({"Mississippi John Hurt": (30, "")}, "1 O 3 PL", (2, 0, 1, 0)),
    26: ({"Bessie Smith": (32, "drawing")}, "1 O 3 PL", (2, 1, 1, 0)),
    27: ({"Bessie Smith": (33, "")}, "1 O 3 L", (2, 0, 1, 0)),
    29: ({"Mississippi John Hurt": (31, "drawing")}, "1 O 3 L", (2, 0, 1, 1)),
    30: ({"Memphis Minnie": (25, "")}, "1  3 L", (2, 0, 1, 1)),
    32: ({"Skip James": (6, "")}, "1  3 L", (2, 0, 1, 1)),
    34: ({"Bessie Smith": (32, "drawing")}, "1  3 L", (2, 1, 1, 1)),
}


@pytest.mark.parametrize("entry", STEPS)
def test_step_by_step(entry: int) -> None:
    places, supplies, counts = STEPS[entry]
    found = state(entry)
    for name, (square, placed) in places.items():
        man = found["bluesmen"][name]
        assert (man["square"], man["placed"]) == (square, placed)
    anna, ben = found["players"]["Anna"], found["players"]["Ben"]
    assert f"{_supplies(anna)} {_supplies(ben)}" == supplies
    assert (anna["cities"], anna["drawings"], ben["cities"], ben["drawings"]) == counts


def _supplies(player: dict[str, Any]) -> str:
    return f"{player['trains']} {''.join(j[0].upper() for j in ('prison', 'okeh', 'lomax') if player[j])}"


def test_the_forced_lomax() -> None:
    assert [choice["text"] for choice in data("legal", "--at", "10")["choices"]] == ["lomax"]
    assert "can't pass while something is legal: lomax" in run("try", "pass", "--at", "10", code=1)


def test_prison_on_the_winning_placement() -> None:
    shown = data("show", "--at", "26")
    assert shown["state"]["pending"] is True and shown["state"]["winner"] == ""
    assert [choice["text"] for choice in shown["choices"]] == ["prison", "decline"]
    assert "Anna wins" in run("try", "decline", "--at", "26")
    assert "[end.answer]" in run("try", "roll 3", "--at", "26", code=1)


def test_the_win_after_it() -> None:
    scores = {score["name"]: score for score in data("score")["scores"]}
    assert data("score")["final"] is True
    assert (scores["Anna"]["rank"], scores["Anna"]["remark"]) == (1, "wins with 2 cities + 1 drawing")
    assert (scores["Ben"]["rank"], scores["Ben"]["remark"]) == (2, "needs 1 city or 1 drawing")
    assert scores["Anna"]["parts"] == {"cities": 2, "drawings": 1}


def test_the_screen() -> None:
    text = run("show")
    assert all(len(line) <= 80 for line in text.split("\n"))
    assert len(text.split("\n")) < 48
    for piece in ("31 S☆ [river] Hurt*", "Anna    rose        1  –", "Bukka White", "next: Anna has won"):
        assert piece in text
    assert "options: board = invented" in text


def test_no_money_shows() -> None:
    for args in (("show",), ("score",), ("history",), ("log",)):
        text = run(*args).lower()
        for word in ("bank", "balance", "cash", "£", "pays"):
            assert word not in text
    text = run("amend", "-n", "33", "roll 3").lower()
    assert "bluesmen bessie smith placed" in text and "balance" not in text
    for command in (("why", "Anna"), ("count", "Anna", "5")):
        assert "without money" in run(*command, code=2)


def test_the_prompt_speaks_of_no_money() -> None:
    desk.kept = None
    text = CliRunner().invoke(app, ["play", "-s", str(GAME)], input="help\n").stdout
    assert "board square|bluesman|length" in text and "show, board" in text
    for word in ("money", "count NAME", "transfer", "why NAME"):
        assert word not in text


def test_the_log_tells_the_story() -> None:
    text = run("log")
    assert "PRISON sends Bessie Smith to 33." in text
    assert "Anna wins: 2 on their cities, 1 on their drawings." in text
    assert "roll 3" in run("log", "--all")


def test_the_file_carries_its_colours() -> None:
    assert [player.extra for player in session.load(GAME).players] == [
        {"colour": "rose"},
        {"colour": "sable"},
    ]

"""The example sessions and a fresh table at the command line."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from referee.cli import app, desk

ROOT = Path(__file__).parents[3]
VALMORIA = str(ROOT / "sessions/dampfross-valmoria.toml")
EVENING = str(ROOT / "sessions/dampfross-evening.toml")


def run(*args: str, code: int = 0) -> str:
    """What a command prints on stdout; its exit code is checked."""
    desk.kept = None
    result = CliRunner().invoke(app, list(args))
    assert result.exit_code == code, (args, result.output)
    assert "Traceback" not in result.output
    return result.stdout if code == 0 else result.output


@pytest.mark.parametrize("session", [VALMORIA, EVENING])
def test_the_sessions_check(session: str) -> None:
    run("check", session)
    for command in ("show", "accounts", "programme", "score", "log", "history", "rulings"):
        text = run(command, "-s", session)
        assert text
        if command in ("show", "programme"):
            assert max(map(len, text.splitlines())) <= 80
        json.loads(run(command, "-s", session, "--json"))


def test_the_end_of_the_learning_game() -> None:
    score = run("score", "-s", VALMORIA)
    assert next(line for line in score.splitlines() if line.startswith("player")).split()[1:] == [
        "Ben",
        "Chloé",
        "Anna",
        "Dora",
    ]
    for total in ("166 Cr", "144 Cr", "141 Cr", "117 Cr"):
        assert total in score
    assert "Valmoria" in run("show", "-s", VALMORIA)


def test_the_end_of_the_evening() -> None:
    score = run("score", "-s", EVENING)
    for total in ("161 Cr", "134 Cr", "75 Cr"):
        assert total in score
    assert "races = 12" in score


def test_the_account_sheet() -> None:
    text = run("accounts", "-s", VALMORIA)
    assert "20 26" in text
    ledger = run("accounts", "all", "-s", VALMORIA)
    assert "round 1" in ledger and "race 21" in ledger
    assert "=20+" in ledger


def test_routes_of_a_company() -> None:
    text = run("routes", "31", "53", "Dora", "-s", VALMORIA)
    assert "Lusenne" in text and "cheapest" in text
    run("routes", "31", "53", "-s", EVENING, code=2)
    run("routes", "31", "-s", VALMORIA, code=2)
    run("programme", "extra", "-s", VALMORIA, code=2)


def test_try_answers_a_dispute() -> None:
    text = run("try", "build (Lusenne) - G9", "-s", VALMORIA, code=1)
    assert "over" in text


def test_a_fresh_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_SESSION", raising=False)
    run("new", "dampfross", "-p", "Anna:red", "-p", "Ben:blue", "-p", "Cleo:green", "-o", "evening.toml")
    monkeypatch.setenv("REFEREE_SESSION", "evening.toml")
    run("do", "roll 6")
    tried = run("try", "build (Paris) - pprc Rouen")
    assert "5 Cr" in tried
    assert "5 Cr" in run("do", "build (Paris) - pprc Rouen")
    text = run("do", "build (Paris) - pp G58 - pc Rouen [-4 Anna] ; (G58) - p")
    assert "[-4 Anna]" in text
    refused = run("do", "build (Paris) - ppmm", code=1)
    assert "[build.budget]" in refused
    assert "Cleo to build" in run("show")


def test_a_fresh_table_on_a_known_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_SESSION", raising=False)
    shutil.copy(ROOT / "rules/dampfross/boards/valmoria.toml", "mine.toml")
    run(
        "new",
        "dampfross",
        "-p",
        "Anna",
        "-p",
        "Ben",
        "-p",
        "Cleo",
        "--option",
        "board=mine.toml",
        "-o",
        "game.toml",
    )
    monkeypatch.setenv("REFEREE_SESSION", "game.toml")
    run("do", "roll 6")
    run("do", "build (Kelmar) - H6 - H7 ; (H6) - I6")
    asked = run("try", "build (Kelmar) - I6", code=1)
    assert "Which way?" in asked
    run("do", "build (Kelmar) - H6")
    assert "A" in run("board", "show")


def test_boards_at_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_SESSION", raising=False)
    run("board", "new", "dampfross", "-o", "mine.toml")
    run("board", "check", "mine.toml", "--game", "dampfross")
    run("board", "check", "valmoria", "--game", "dampfross")
    run("board", "show", "valmoria", "--game", "dampfross", "-o", "map.svg")
    assert Path("map.svg").read_text(encoding="utf-8").startswith("<svg")
    run("board", "show", "-s", VALMORIA, "-o", "game.svg")
    assert "stroke" in Path("game.svg").read_text(encoding="utf-8")

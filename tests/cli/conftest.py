"""The toy game at the command line, in a folder of its own."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import referee.games
import referee.table
from referee.cli import app, desk
from referee.games.base import GameInfo
from referee.session import load
from tests.cli.toy import Quiet, Toy

RULES = {
    "options.toml": """
[start]
type = "int"
default = 100
[limit]
type = "int"
default = 50
[rounds]
type = "int"
default = 3
[mood]
type = "choice"
choices = ["calm", "wild"]
default = "calm"
""",
    "rulebook.en.toml": """
["toy.turn"]
says = "Players move in turn."
refusal = "It is {actor}'s turn, not {player}'s."
where = "toy, 1"
["toy.limit"]
says = "Nobody bids more than the limit."
refusal = "At most {limit:money} may be bid."
where = "toy, 2"
list = ["2.1"]
""",
    "text.en.toml": """
[money]
format = "{:,} Cr"
[now]
turn = "{actor} to bid (turn {turn})"
over = "the game is over"
[receipt]
bid = "{player} pays the Bank {amount:money}."
gift = "{player} gives {to} {amount:money}."
said = "{player}: {text}"
passed = "{player} passes."
[reason]
bid = "bid"
gift = "gift"
[choice]
bid = "at most {limit:money}"
[question]
colour = "Which colour is it?"
""",
}


@dataclass
class Console:
    """Runs command lines in the test's folder."""

    folder: Path

    def __call__(self, *args: str, stdin: str | None = None, code: int | None = 0) -> Result:
        desk.kept = None
        result = CliRunner().invoke(app, args, input=stdin)
        if code is not None:
            assert result.exit_code == code, (args, result.stdout, result.stderr)
        assert "Traceback" not in result.output
        return result

    def json(self, *args: str, code: int = 0) -> Any:
        """The envelope of a command."""
        found = json.loads(self(*args, "--json", code=code).stdout)
        assert found["schema"] == 1 and found["ok"] is (code == 0) and found["command"] == args[0]
        return found

    @property
    def text(self) -> str:
        """The session file."""
        return (self.folder / "game.toml").read_text(encoding="utf-8")

    @property
    def moves(self) -> list[str]:
        """The moves in it."""
        return [entry.do for entry in load(self.folder / "game.toml").entries]


def squeezed(text: str) -> str:
    """`text` with single blanks."""
    return " ".join(text.split())


@pytest.fixture
def console(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    """A console without a session."""
    games: dict[str, GameInfo] = {"quiet": Quiet.info, "toy": Toy.info}

    def catalogue() -> dict[str, GameInfo]:
        return games

    monkeypatch.setattr(referee.games, "catalogue", catalogue)
    monkeypatch.setattr(referee.table, "catalogue", catalogue)
    core = Path(__file__).parents[2] / "rules" / "core"
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "core").symlink_to(core)
    for key in games:
        (tmp_path / "rules" / key).mkdir()
        for name, text in RULES.items():
            (tmp_path / "rules" / key / name).write_text(text, encoding="utf-8")
    monkeypatch.setenv("REFEREE_RULES", str(tmp_path / "rules"))
    monkeypatch.delenv("REFEREE_SESSION", raising=False)
    monkeypatch.chdir(tmp_path)
    return Console(tmp_path)


@pytest.fixture
def toy(console: Console, monkeypatch: pytest.MonkeyPatch) -> Console:
    """A console with a fresh session of Anna, Ben and Chloé, which every command works on."""
    console("new", "toy", "-p", "Anna", "-p", "Ben", "-p", "Chloé", "-o", "game.toml")
    monkeypatch.setenv("REFEREE_SESSION", "game.toml")
    return console

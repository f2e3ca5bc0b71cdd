"""The board commands: new, check, show, save; and a board that is taught evening after evening."""

from __future__ import annotations

import json
import tomllib
import xml.etree.ElementTree as Tree
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from referee.cli import app, desk


class Desk:
    """Command lines typed in a folder of their own."""

    def __call__(self, *args: str, code: int = 0, stdin: str | None = None) -> Result:
        desk.kept = None
        result = CliRunner().invoke(app, args, input=stdin)
        assert result.exit_code == code, (args, result.output)
        assert "Traceback" not in result.output
        return result

    def json(self, *args: str, code: int = 0) -> Any:
        found = json.loads(self(*args, "--json", code=code).stdout)
        assert found["command"] == "board" and found["ok"] is (code == 0)
        return found["data"] if code == 0 else found["error"]


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_SESSION", raising=False)
    return Desk()


# ---------------------------------------------------------------- new and check


def test_new_writes_a_template_that_checks(at: Desk) -> None:
    assert "referee board check ours.toml" in at("board", "new", "vieux-blues", "-o", "ours.toml").stdout
    text = Path("ours.toml").read_text(encoding="utf-8")
    assert text.index("[squares]") < text.index("[bluesmen]") and text.startswith("# ")
    assert "nothing wrong, 13 gaps" in at("board", "check", "ours.toml").stdout
    found = at.json("board", "check", "ours.toml")
    assert found["game"] == "vieux-blues" and "the number of squares" in found["missing"]
    assert at.json("board", "new", "vieux-blues")["path"] == "vieux-blues-board.toml"


def test_nothing_is_written_over_unasked(at: Desk) -> None:
    Path("ours.toml").write_text("mine", encoding="utf-8")
    assert "--force" in at("board", "new", "vieux-blues", "-o", "ours.toml", code=2).output
    assert Path("ours.toml").read_text(encoding="utf-8") == "mine"
    at("board", "new", "vieux-blues", "-o", "ours.toml", "--force")
    assert (
        "The file gone/x.toml can't be"
        in at("board", "new", "vieux-blues", "-o", "gone/x.toml", code=2).output
    )


@pytest.mark.parametrize("game", ["dampfross", "transit", "vieux-blues"])
def test_any_file_name_makes_a_sound_template(at: Desk, game: str) -> None:
    name = 'o"u\\r\ns.toml'
    at("board", "new", game, "-o", name)
    at("board", "check", name)


def test_check_tells_all_faults_with_their_lines(at: Desk) -> None:
    Path("ours.toml").write_text(
        'game = "vieux-blues"\nlength = 40\n[squares]\n1 = "town"\n2 = "white"\n"x" = "white"\n',
        encoding="utf-8",
    )
    text = at("board", "check", "ours.toml", code=1).output
    assert "ours.toml:4" in text and "ours.toml:6" in text
    error = at.json("board", "check", "ours.toml", code=1)
    assert [fault["line"] for fault in error["faults"]] == [4, 6]
    assert error["kind"] == "check" and error["faults"][0]["excerpt"] == '1 = "town"'
    assert at("board", "show", "ours.toml", code=3).output.count("ours.toml:") == 2


def test_check_says_what_looks_odd(at: Desk) -> None:
    Path("ours.toml").write_text(
        'game = "vieux-blues"\n[squares]\n9 = "drawing devil"\n12 = "city Vicksburg"\n', encoding="utf-8"
    )
    assert "look again: square 12 is a city" in at("board", "check", "ours.toml").stdout


@pytest.mark.parametrize("text", ["game = ", "\x00", None])
def test_check_of_what_is_no_board_file(at: Desk, text: str | None) -> None:
    if text is not None:
        Path("ours.toml").write_text(text, encoding="utf-8")
    at("board", "check", "ours.toml", code=3)


def test_check_of_a_file_that_names_no_game(at: Desk) -> None:
    Path("ours.toml").write_text("length = 40\n", encoding="utf-8")
    assert "--game" in at("board", "check", "ours.toml", code=2).output
    at("board", "check", "ours.toml", "--game", "vieux-blues")
    Path("ours.toml").write_text('game = "1848"\n', encoding="utf-8")
    assert "no board files" in at("board", "check", "ours.toml", code=2).output


def test_check_of_a_shipped_board(at: Desk) -> None:
    assert "complete" in at("board", "check", "invented", "--game", "vieux-blues").stdout
    assert "o board is called “nowhere”" in at("board", "check", "nowhere", code=2).output
    assert "no board files" in at("board", "new", "1848", code=2).output


def test_every_shipped_board_is_sound(at: Desk) -> None:
    from referee.boards import shipped
    from referee.games import catalogue

    for info in catalogue().values():
        if info.boards:
            for name in shipped(info.key):
                at("board", "check", name, "--game", info.key)


# ---------------------------------------------------------------- show


def test_show_of_a_shipped_board(at: Desk) -> None:
    text = at("board", "show", "invented", "--game", "vieux-blues").stdout
    assert " 3 R△ Vicksburg" in text and "Not known yet" not in text
    assert all(len(line) <= 80 for line in text.split("\n"))


def test_show_of_the_session(at: Desk) -> None:
    at("new", "vieux-blues", "-p", "Anna", "-p", "Ben", "--option", "board=invented")
    at("do", "roll 3; enter Bo")
    assert "Vicksburg Carter*" in at("board", "show").stdout
    assert "Carter" not in at("board", "show", "--at", "1").stdout.split("Bluesmen")[0]
    found = at.json("board", "show")
    assert found["missing"] == [] and found["sections"][0]["lines"]


def test_show_as_a_picture(at: Desk) -> None:
    at("board", "show", "invented", "--game", "vieux-blues", "-o", "track.svg")
    picture = Path("track.svg").read_text(encoding="utf-8")
    assert picture.startswith("<svg") and "Vicksburg" in picture
    again = at("board", "show", "invented", "--game", "vieux-blues", "-o", "track.svg", code=2)
    assert "There is a file track.svg already; --force writes over it." in again.output


def test_a_picture_of_a_hostile_file_is_well_formed(at: Desk) -> None:
    title, square = "\\u001b[31m", "city \\u0007X rose"
    text = f'game = "vieux-blues"\ntitle = "{title}"\n[squares]\n1 = "{square}"\n'
    Path("ours.toml").write_text(text, encoding="utf-8")
    at("board", "show", "ours.toml", "-o", "track.svg")
    assert Tree.parse("track.svg").getroot().tag.endswith("svg")


# ---------------------------------------------------------------- the table teaches its board


def test_a_fact_is_a_move(at: Desk) -> None:
    at("new", "vieux-blues", "-p", "Anna", "-p", "Ben")
    assert "referee do board square 3 white" in at("board", "square", "3", "white", code=2).output
    text = at("play", stdin="roll 3\nboard square 3 white\nboard show\nboard\n", code=0).stdout
    assert "Noted: square 3 is white." in text and " 3 ·" in text


def test_what_is_learnt_tonight_is_known_tomorrow(at: Desk) -> None:
    at("new", "vieux-blues", "-p", "Anna", "-p", "Ben", "-o", "first.toml")
    at("use", "first.toml")
    at("do", "roll 3")
    assert "What is printed on square 3?" in at("do", "enter", code=1).output
    at("do", "board square 3 city Vicksburg rose triangle; enter Bo; board length 40")
    saved = at("board", "save", "ours").stdout
    assert "ours.toml: saved" in saved and "--option board=" in saved
    data = tomllib.loads(Path("ours.toml").read_text(encoding="utf-8"))
    assert data["length"] == 40 and data["squares"] == {"3": "city Vicksburg rose triangle"}
    at("board", "check", "ours.toml")
    at("new", "vieux-blues", "-p", "Anna", "-p", "Ben", "-o", "second.toml", "--option", "board=ours.toml")
    at("use", "second.toml")
    assert "placed" in at("do", "roll 3; enter Bo").stdout
    assert "--force" in at("board", "save", "ours", code=2).output
    at("do", "board square 1 white")
    assert at.json("board", "save", "ours", "--force")["path"] == "ours.toml"
    data = tomllib.loads(Path("ours.toml").read_text(encoding="utf-8"))
    assert data["squares"] == {"1": "white", "3": "city Vicksburg rose triangle"}


def test_the_help_begins_with_examples(at: Desk) -> None:
    assert "referee board check" in at("board", "-h").stdout
    for command in ("new", "check", "show", "save"):
        assert f"referee board {command}" in at("board", command, "-h").stdout
    assert at("board").exit_code == 0

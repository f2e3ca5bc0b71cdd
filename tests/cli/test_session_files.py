"""Session files at the command line: hand edits are welcome, faults are told, what stands there stays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Console

HEAD = '[session]\nformat = 1\ngame = "toy"\nrules = "toy-1"\n'
PLAYERS = '[[player]]\nname = "Anna"\n[[player]]\nname = "Ben"\n'
MOVE = '[[move]]\ndo = "bid 20"\n'


def test_recording_only_appends(toy: Console) -> None:
    by_hand = "\n# Anna was late\n\n[[ move ]]   # her first\ndo  =  'bid 20'\n"
    before = Path("game.toml").read_bytes() + by_hand.encode()
    Path("game.toml").write_bytes(before)
    for words in (["do", "pass; bid 5"], ["undo"], ["redo"], ["count", "Anna", "80"]):
        toy(*words)
        now = Path("game.toml").read_bytes()
        assert now.startswith(before) and len(now) > len(before), words
        before = now


@pytest.mark.parametrize(
    "text",
    [
        HEAD + PLAYERS + MOVE,
        PLAYERS + MOVE + HEAD.replace("\n", "   # as ever\n"),
        'move = [{do = "bid 20"}]\nplayer = [{name = "Anna"}, {name = "Ben"}]\n' + HEAD,
        "\ufeff" + (HEAD + PLAYERS + MOVE).replace("\n", "\r\n\r\n"),
        'session.format = 1\nsession.game = "toy"\nsession.rules = "toy-1"\n' + PLAYERS + MOVE.rstrip(),
    ],
)
def test_hand_edits_are_welcome(console: Console, text: str) -> None:
    Path("x.toml").write_text(text, encoding="utf-8", newline="")
    assert "1 entry" in console("check", "x.toml").stdout
    assert "next: Anna" in console("do", "pass", "-s", "x.toml").stdout
    assert console.json("show", "-s", "x.toml")["data"]["at"] == 2


FAULTS = {
    "unknown key": (HEAD + 'colour = "red"\n' + PLAYERS, "x.toml:5: unknown key `colour`"),
    "wrong type": (HEAD + PLAYERS + "[[move]]\ndo = 5\n", "x.toml:10: `do` must be a text"),
    "unknown player": (HEAD + PLAYERS + '[[move]]\nby = "Zed"\ndo = "pass"\n', "obody is called “Zed”"),
    "duplicate name": (HEAD + PLAYERS.replace("Ben", "ANNA"), "x.toml:8: two players are named Anna"),
    "future format": (HEAD.replace("= 1", "= 7") + PLAYERS, "x.toml:2: this file has format 7"),
    "no TOML": ("Friday: Anna and Ben\n", "x.toml:1: not TOML"),
    "unknown game": (HEAD.replace('"toy"', '"toi"') + PLAYERS, "x.toml:3: no game is called “toi”"),
    "other rules": (HEAD.replace("toy-1", "toy-0") + PLAYERS, "x.toml:4: rules stamp “toy-0”"),
    "too few players": (HEAD + PLAYERS[:26], "x.toml:5: Toy Bids takes 2 to 4 players, not 1"),
    "unknown option": (HEAD + "[options]\nlimt = 3\n" + PLAYERS, "x.toml:6: toy has no option “limt”"),
    "empty": ("", "x.toml: the file is empty"),
    "20 MB": ("#" * 20_000_000, "x.toml: 20 MB are too many"),
    "control character in a name": (
        HEAD + PLAYERS.replace("Ben", "B\\u001ben"),
        r"x.toml:8: the name B\u001ben has an invisible or control character",
    ),
    "control character in a move": (HEAD + PLAYERS + MOVE.replace("20", "\\u009b"), "x.toml:10: `do` has a"),
    "illegal move": (HEAD + PLAYERS + MOVE.replace("20", "90"), "x.toml:9: entry 1 can't be played"),
    "unreadable move": (HEAD + PLAYERS + MOVE.replace("bid", "bidd"), "x.toml:9: entry 1 can't be played"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told_with_place_and_remedy_and_nothing_is_written(console: Console, name: str) -> None:
    text, said = FAULTS[name]
    Path("x.toml").write_text(text, encoding="utf-8")
    before = Path("x.toml").read_bytes()
    for command in (["show"], ["do", "pass"], ["undo"]):
        result = console(*command, "-s", "x.toml", code=3)
        assert result.stdout == "" and said in result.stderr and "\n    → " in result.stderr
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", result.stderr)
    found = console.json("score", "-s", "x.toml", code=3)["error"]
    assert found["kind"] == "file" and found["faults"][0]["remedy"]
    assert Path("x.toml").read_bytes() == before and not list(Path().glob("*.torn"))


def test_a_folder_and_a_missing_file(console: Console) -> None:
    Path("x.toml").mkdir()
    for command in (["show"], ["do", "pass"]):
        assert "this is a folder" in console(*command, "-s", "x.toml", code=3).stderr
        assert "there is no such file" in console(*command, "-s", "y.toml", code=3).stderr
    assert not Path("y.toml").exists()


def test_a_link_that_leads_nowhere_is_not_suggested_for_itself(console: Console) -> None:
    Path("lost.toml").symlink_to("nowhere.toml")
    assert "did you mean" not in console("show", "-s", "lost.toml", code=3).stderr


def test_all_faults_of_a_file_are_told_at_once(console: Console) -> None:
    text = HEAD + "colour = 1\n" + PLAYERS.replace("Ben", "anna") + "[[move]]\ndo = 5\n[[mvoe]]\n"
    Path("x.toml").write_text(text, encoding="utf-8")
    lines = [fault["line"] for fault in console.json("show", "-s", "x.toml", code=3)["error"]["faults"]]
    assert lines == [5, 9, 11, 12]
    result = console("check", "x.toml", code=1)
    assert result.stdout.count("\n    → ") == 4 and "4 faults" in result.stderr


def test_what_a_file_hides_never_reaches_the_screen(console: Console) -> None:
    nasty = "a\u200bb\u2060c\U000e0041d"
    text = (
        HEAD
        + f'title = "{nasty}"\n'
        + "[options]\nlimit = 40\n"
        + PLAYERS
        + f'[[move]]\ndo = "say {nasty}"\nnote = "{nasty}"\n'
        + f'[[move]]\ndo = "bid 45"\nruling = "{nasty}"\n'
    )
    Path("x.toml").write_text(text, encoding="utf-8")
    session = ("-s", "x.toml")
    for words in (
        ["show"], ["log"], ["log", "--all"], ["rulings"], ["score"], ["history"], ["why", "Ben"], ["points"],
        ["check"], ["undo", "-n"], ["amend", "-n", "1", "pass"], ["history", "--format", "tsv"],
        ["score", "--format", "html"], ["log", "--json"], ["show", "--json"],
    ):  # fmt: skip
        result = console(*words, *session)
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2060\U000e0041]", result.output), words
    assert console.json("log", *session)["data"]["entries"][0]["note"] == nasty


def test_use_and_variables_that_name_nothing(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    console("new", "toy", "-p", "Anna", "-p", "Ben", "-o", "a.toml")
    console("use", "a.toml")
    Path("a.toml").unlink()
    assert ".referee names it" in console("show", code=3).stderr
    monkeypatch.setenv("REFEREE_SESSION", "b.toml")
    assert "REFEREE_SESSION names a file that is not there" in console("show", code=3).stderr

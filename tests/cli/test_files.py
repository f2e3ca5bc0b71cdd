"""new, check, games, use, import, and which session a command works on."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from referee import session
from referee.games.base import Imported
from tests.cli import toy as toy_module
from tests.cli.conftest import Console

ANNA_BEN = ("-p", "Anna", "-p", "Ben")


def test_new_says_what_to_type_next(console: Console) -> None:
    out = console("new", "toy", *ANNA_BEN, "--title", "Friday evening").stdout
    assert "sessions/friday-evening.toml: Anna, Ben" in out
    assert "next: Anna to bid (turn 1)\ntype: bid 0–50 · pass\n" in out and "referee do" in out


def test_new_keeps_colours_and_options(console: Console) -> None:
    console("new", "TOY", "-p", "Anna:jaune", "-p", "Ben", "--option", "limit=30", "-o", "a.toml")
    found = session.load(Path("a.toml"))
    assert found.players[0].extra == {"colour": "jaune"} and found.options == {"limit": 30}


def test_seats_may_be_drawn(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("random.shuffle", lambda seats: seats.reverse())
    console("new", "toy", *ANNA_BEN, "--shuffle", "-o", "a.toml")
    assert [player.name for player in session.load(Path("a.toml")).players] == ["Ben", "Anna"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["zzz", *ANNA_BEN], "no game is called “zzz”; games: quiet, toy"),
        (["toy"], "who plays?"),
        (["toy", "-p", "Anna"], "takes 2 to 4 players, not 1: name each with -p"),
        (["toy", "-p", "Anna", "-p", "anna"], "two players are named"),
        (["toy", "-p", "Anna", "-p", ""], "name"),
        (["toy", "-p", "Anna", "-p", "Ben\x1b[1m"], "U+001B"),
        (["toy", *ANNA_BEN, "--option", "limt=3"], "no option “limt”: did you mean limit?"),
        (["toy", *ANNA_BEN, "--option", "limit=many"], "a whole number"),
        (["toy", *ANNA_BEN, "--option", "limit"], "write --option name=value"),
        (["toy", *ANNA_BEN, "--title", "a\nb"], "line break"),
    ],
)
def test_new_refuses_what_makes_no_session(console: Console, words: list[str], said: str) -> None:
    assert said.lower() in console("new", *words, "-o", "a.toml", code=2).stderr.lower()
    assert not Path("a.toml").exists()


def test_new_never_replaces_a_file(toy: Console) -> None:
    before = toy.text
    assert "already" in toy("new", "toy", *ANNA_BEN, "-o", "game.toml", code=3).stderr
    assert toy.text == before


def test_check_tells_all_faults_with_file_and_line(toy: Console) -> None:
    toy("do", "bid 20; pass; pass")
    assert "3 entries, 0 undone, 0 by ruling: every move is legal" in toy("check").stdout
    Path("game.toml").write_text(
        toy.text.replace("bid 20", "bid 90").replace('do = "pass"', 'do = "bidd"', 1)
    )
    result = toy("check", code=1)
    assert "game.toml:15: entry 1 can't be played: At most 50 Cr may be bid. [toy.limit]" in result.stdout
    assert "entry 2 can't be played: “bidd” is no move." in result.stdout
    faults = toy.json("check", code=1)["data"]["files"][0]["faults"]
    assert [fault["entry"] for fault in faults] == [1, 2, 3] and faults[0]["line"] == 15


def test_check_takes_many_files_and_the_worst_counts(toy: Console) -> None:
    Path("bad.toml").write_text("nonsense")
    result = toy("check", "game.toml", "bad.toml", code=1)
    assert "game.toml: 0 entries" in result.stdout and "bad.toml:1" in result.stdout
    assert "1 of 2 files failed" in result.stderr


def test_a_session_that_does_not_replay_is_no_session_for_other_commands(toy: Console) -> None:
    toy("do", "bid 20")
    Path("game.toml").write_text(toy.text.replace("bid 20", "bid 90"))
    lines = toy("show", code=3).stderr.splitlines()
    assert lines[0].startswith("game.toml:15: entry 1 can't be played") and len(lines) == 3
    assert "next: Anna" in toy("show", "--at", "0").stdout
    found = toy.json("show", code=3)
    assert found["error"]["faults"][0]["line"] == 15 and "data" not in found


def test_a_torn_entry_is_reported_and_play_goes_on(toy: Console) -> None:
    toy("do", "bid 20")
    with Path("game.toml").open("a") as file:
        file.write('\n[[move]]\nby = "Ben"\ndo = "bi')
    assert "Entry 2 was cut off and is lost" in toy("show").stderr
    assert "cut off" in toy("check").stdout
    toy("do", "pass")
    assert toy("show").stderr == "" and len(toy.moves) == 2


def test_games(console: Console) -> None:
    toy = console("games").stdout.splitlines()[3].split()
    assert toy == ["toy", "Toy", "Bids", "2–4", "toy-1", "points,", "best"]
    assert console.json("games")["data"]["games"][0]["money"] is False


def test_which_session(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "there is no session here" in console("show", code=3).stderr
    console("new", "toy", *ANNA_BEN, "--title", "one")
    assert console("show").stderr == ""
    console("new", "toy", *ANNA_BEN, "--title", "two")
    os.utime("sessions/one.toml", (1e9, 1e9))
    result = console("show")
    assert result.stdout.startswith("two") and "sessions/two.toml, the latest of 2" in result.stderr
    assert "From now on: sessions/one.toml" in console("use", "sessions/one.toml").stdout
    assert console("show").stdout.startswith("one")
    monkeypatch.setenv("REFEREE_SESSION", "sessions/two.toml")
    assert console("show").stdout.startswith("two")
    assert console("show", "-s", "sessions/one.toml").stdout.startswith("one")
    assert "no such file" in console("show", "-s", "sessions/on.toml", code=3).stderr
    console("use", "nothing.toml", code=3)


def _read_text(path: Path) -> Imported:
    lines = path.read_text().splitlines()
    entries = [session.Entry(number, line, ref=number * 10) for number, line in enumerate(lines, 1)]
    return Imported("toy", "Imported", ["Anna", "Ben"], {"limit": 30}, entries, ["read with care"])


def test_import(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy_module, "read_text", _read_text, raising=False)
    Path("game.txt").write_text("bid 20\npass\n")
    result = console("import", "toytext", "game.txt")
    assert "sessions/imported.toml: Anna, Ben, 2 moves" in result.stdout
    assert "read with care" in result.stderr
    found = session.load(Path("sessions/imported.toml"))
    assert [entry.ref for entry in found.entries] == [10, 20]
    Path("game.txt").write_text("bid 90\n")
    assert "can't be played" in console("import", "toytext", "game.txt", "-o", "bad.toml", code=1).stderr
    assert "formats: toytext" in console("import", "zzz", "game.txt", code=2).stderr

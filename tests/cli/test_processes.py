"""Several processes, kills, and what a process leaves behind: exit codes, streams, files."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from referee import session
from referee.errors import Broken
from referee.games.australia1848.game import Australia
from tests.cli.conftest import Console

ROOT = Path(__file__).parents[2]
NEW = ["new", "1848", "-p", "Anna", "-p", "Ben", "-p", "Chloé", "-o", "game.toml"]


def start(*words: str, **more: Any) -> subprocess.Popen[str]:
    """The program as a process of its own, in the folder of the test."""
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", **more.pop("env", {})}
    environ.pop("REFEREE_RULES", None)
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **more}
    return subprocess.Popen([sys.executable, "-m", "referee", *words], env=environ, **pipes)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A session of 1848 in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_RULES", raising=False)
    monkeypatch.setenv("REFEREE_SESSION", "game.toml")
    Console(tmp_path)(*NEW)
    return tmp_path / "game.toml"


# ---------------------------------------------------------------- two at once


def test_two_processes_at_the_same_moment_both_land(game: Path) -> None:
    before = game.read_bytes()
    both = [start("do", f"transfer {name} Bank 1", "--ruling", name) for name in ("Anna", "Ben")]
    for process in both:
        _, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
    assert sorted(entry.ruling for entry in session.load(game).entries) == ["Anna", "Ben"]
    assert game.read_bytes().startswith(before)
    assert [path.name for path in game.parent.iterdir()] == ["game.toml"]


# One process that forks others, so that each of them starts at once.
FORKS = """
import os, random, signal, sys, time
from pathlib import Path
from referee import session
from referee.cli import app
import typer.main

group, real, path = typer.main.get_command(app), os.write, Path("game.toml")
sys.stdout = open(os.devnull, "w")
group.run(["do", "transfer Anna Bank 1", "--ruling", "first"])
group.run(["amend", "1", "transfer Anna Bank 2", "--ruling", "first"])  # now everything is imported

def slow(fd, data):  # as a disk may be
    if len(data) < 100:
        return real(fd, data)
    half = random.randrange(len(data))
    done = real(fd, data[:half])
    time.sleep(0.02)
    return done + real(fd, data[half:])

def child(*jobs):
    pid = os.fork()
    if pid == 0:
        os.write = slow
        os._exit(max(group.run(job) for job in jobs))
    return pid

def code(pid):
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

def texts():
    return [(entry.do, entry.ruling) for entry in session.load(path).entries]
"""
RACE = """
def job(name, n):
    return ["do", "transfer Anna Bank 1; transfer Bank Anna 1", "--ruling", f"{name} {n}"]
pids = [child(*(job(name, n) for n in range(6))) for name in "abc"]
assert [code(pid) for pid in pids] == [0, 0, 0]
found = [ruling for _, ruling in texts()[1:]]
assert found[::2] == found[1::2]  # what is typed together stands together
for name in "abc":
    assert [text for text in found[::2] if text[0] == name] == [f"{name} {n}" for n in range(6)]
assert sorted(os.listdir()) == ["game.toml", "game.toml.bak"]
"""
KILLS = """
random.seed(1848)
killed, lost, torn = 0, 0, 0
for n in range(40):
    job = ["do", "transfer Anna Bank 1; transfer Bank Anna 1", "--ruling", f"turn {n}"]
    if n % 4 == 3:
        job = ["amend", "1", f"transfer Anna Bank {n}", "--ruling", f"turn {n}"]
    old = texts()
    pid = child(job)
    if n % 8:
        time.sleep(random.uniform(0, 0.08))
        os.kill(pid, signal.SIGKILL)
    result = code(pid)
    new = texts()  # whatever happened, it opens
    if job[0] == "do":
        assert new[: len(old)] == old, "an old move was lost"
        assert [ruling for _, ruling in new[len(old) :]] == [f"turn {n}"] * (len(new) - len(old))
        assert len(new) - len(old) in ((2,) if result == 0 else (0, 1, 2))
    else:
        made = (job[2], job[4])
        assert new[1:] == old[1:] and (new[0] == made or (result and new[0] == old[0]))
    killed += result == -signal.SIGKILL
    lost += new == old
    torn += bool(session.load(path).torn)
assert code(child(["do", "transfer Ben Bank 1", "--ruling", "last"])) == 0
assert code(child(["check"])) == 0
assert texts()[-1] == ("transfer Ben Bank 1", "last")
print(f"killed {killed}, lost {lost}, torn {torn}", file=sys.stderr)
assert killed > 10 and lost > 2 and torn > 0
"""


def run(code: str) -> None:
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    found = subprocess.run(
        [sys.executable, "-c", FORKS + code], env=environ, capture_output=True, text=True, timeout=100
    )
    assert found.returncode == 0, found.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_four_recorders_lose_nothing(game: Path) -> None:
    run(RACE)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_whenever_it_is_killed_the_file_opens_and_loses_at_most_the_unfinished_move(game: Path) -> None:
    run(KILLS)


# ---------------------------------------------------------------- busy, changed, broken


@pytest.mark.parametrize(
    "words", [["do", "buy P2"], ["undo"], ["amend", "1", "buy P3"], ["count", "Anna", "810"]]
)
def test_a_session_in_use_is_exit_4(game: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    console = Console(game.parent)
    console("do", "buy P1")
    before = game.read_bytes()
    real = session.locked
    with real(game):
        monkeypatch.setattr(session, "locked", partial(real, timeout=0.05))
        result = console(*words, code=4)
        assert "in use by another Referee" in result.stderr and result.stdout == ""
        error = console.json(*words, code=4)["error"]
    assert (error["kind"], error["exit"]) == ("busy", 4) and game.read_bytes() == before
    console(*words)


@pytest.mark.parametrize("words", [["do", "buy P2"], ["undo"], ["amend", "1", "buy P3"]])
def test_a_file_that_changes_meanwhile_is_exit_4(
    game: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    console = Console(game.parent)
    console("do", "buy P1")
    real = session.load

    def load(path: Path) -> session.Session:
        found = real(path)
        with path.open("a") as editor:  # an editor asks for no lock
            editor.write("# hello\n")
        return found

    monkeypatch.setattr(session, "load", load)
    result = console(*words, code=4)
    assert "changed meanwhile; nothing was written" in result.stderr
    assert game.read_text().endswith("# hello\n") and len(real(game).entries) == 1


def test_a_total_that_does_not_hold_is_exit_5_and_nothing_is_written(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    console = Console(game.parent)
    before = game.read_bytes()

    def check(self: Australia) -> None:
        if self.privates["P2"].owner:
            raise Broken("101 shares of CAR")

    monkeypatch.setattr(Australia, "check", check)
    result = console("do", "buy P1; buy P2", code=5)
    assert result.stdout == "" and "A total does not hold: 101 shares of CAR." in result.stderr
    assert "report it" in result.stderr and game.read_bytes() == before
    error = console.json("do", "buy P1; buy P2", code=5)["error"]
    assert (error["kind"], error["exit"]) == ("broken", 5) and game.read_bytes() == before
    game.write_bytes(before + b'[[move]]\ndo = "buy P2"\n')
    assert console.json("check", code=5)["error"]["exit"] == 5


# ---------------------------------------------------------------- streams


@pytest.mark.parametrize(("no_color", "colourful"), [("", True), ("1", False)])
def test_colour_on_a_terminal_unless_no_color(game: Path, no_color: str, colourful: bool) -> None:
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    process = start("show", stdout=theirs, stderr=theirs, env={"NO_COLOR": no_color})
    os.close(theirs)
    out = b""
    with suppress(OSError):  # Linux's way to say that the other end is closed
        while part := os.read(ours, 4096):
            out += part
    os.close(ours)
    assert process.wait(timeout=60) == 0
    assert b"next: " in out and (b"\x1b[" in out) is colourful


def test_data_and_messages_go_their_own_ways_and_in_no_colour_off_a_terminal(game: Path) -> None:
    process = start("do", "buy P1; buy P1; pass", env={"FORCE_COLOR": "1", "CLICOLOR_FORCE": "1"})
    out, err = process.communicate(timeout=60)
    assert out == "  1  Anna buys P1 for £30.\n" and err.startswith("Move 2 of 3")
    assert process.returncode == 1 and "\x1b" not in out + err

"""Start page, help, exit codes, JSON, colour, control characters, speed of the start."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from typer.testing import CliRunner

from referee import __version__
from referee.cli import COMMANDS, app, screen
from referee.reports.text import Heading, Tabbed, clean
from tests.cli.conftest import Console

ROOT = Path(__file__).parents[2]


def test_the_start_page(console: Console) -> None:
    out = console().stdout
    assert out.count("referee ") >= 3 and len(out.splitlines()) < 10
    assert console("--version").stdout == f"referee {__version__}\n"


@pytest.mark.parametrize("name", ["", *COMMANDS, "points"])
def test_help_leads_with_examples(console: Console, name: str) -> None:
    for option in ("-h", "--help"):
        out = console(*([name] if name else []), option).stdout
        assert out.index("Examples:\n    referee") < out.index("Options:")
    assert max(map(len, out.splitlines())) <= 80


def test_short_helps_are_whole_sentences() -> None:
    out = CliRunner().invoke(app, ["-h"]).stdout  # with the views of the real games
    out += CliRunner().invoke(app, ["board", "-h"]).stdout
    assert "stocks" in out and "save" in out and not re.search(r"\w\.\.\.$", out, re.M)


def test_the_rules_and_the_language_may_lie_elsewhere(toy: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Path("other")
    shutil.copytree("rules", other)
    for kind in ("rulebook", "text"):
        text = (other / "toy" / f"{kind}.en.toml").read_text(encoding="utf-8")
        text = text.replace("At most {limit:money} may be bid.", "{limit:money} au plus.")
        (other / "toy" / f"{kind}.fr.toml").write_text(text, encoding="utf-8")
    assert "At most 50 Cr" in toy("do", "bid 60", "--rules", "other", code=1).stderr
    monkeypatch.setenv("REFEREE_LANG", "fr")
    assert "At most 50 Cr" in toy("do", "bid 60", code=1).stderr  # there is no French there
    assert "50 Cr au plus." in toy("do", "bid 60", "--rules", "other", code=1).stderr
    monkeypatch.setenv("REFEREE_RULES", "other")
    assert "50 Cr au plus." in toy("do", "bid 60", code=1).stderr
    assert toy("do", "pass", "--rules", "nowhere", code=None).exit_code in (2, 3)


def test_errors_are_json_too(toy: Console) -> None:
    for words, code, kind in (
        (["do", "bid", "60"], 1, "illegal"),
        (["do", "zzz"], 1, "unreadable"),
        (["do", "ask"], 1, "question"),
        (["show", "--at", "9"], 2, "usage"),
        (["show", "--zzz"], 2, "usage"),
        (["zzz"], 2, "usage"),
        (["show", "-s", "zzz.toml"], 3, "file"),
        (["do", "leak"], 5, "broken"),
        (["do", "crash"], 5, "broken"),
    ):
        error = toy.json(*words, code=code)["error"]
        assert (error["kind"], error["exit"]) == (kind, code) and error["message"] == error["lines"][0]


def test_defects_are_one_line_and_a_request_to_report(toy: Console) -> None:
    before = toy.text
    for move in ("crash", "leak"):
        lines = toy("do", f"pass; {move}", code=5).stderr.splitlines()
        assert len(lines) == 2 and "defect" in lines[1]
        assert toy.text == before


@pytest.mark.parametrize("name", ["shw", "dos", "undu"])
def test_an_unknown_command_is_answered_by_a_suggestion(console: Console, name: str) -> None:
    assert "did you mean" in console(name, code=2).stderr


def test_a_move_without_do_is_told_where_it_belongs(toy: Console) -> None:
    lines = toy("bid", "5", code=2).stderr.splitlines()
    assert lines[1] == "A move stands behind do: referee do bid 5" and toy.moves == []


def test_options_before_the_command_are_explained(console: Console) -> None:
    assert "referee show --json" in console("--session", "x", "show", code=2).stderr


@pytest.mark.parametrize(
    "words", [["show", "x"], ["why"], ["do"], ["new"], ["show", "--at"], ["undo", "1", "2"]]
)
def test_wrong_usage_is_exit_2_in_few_lines(toy: Console, words: list[str]) -> None:
    result = toy(*words, code=2)
    assert result.stdout == "" and 1 <= len(result.stderr.splitlines()) <= 3


def test_no_control_character_of_a_file_reaches_the_terminal(toy: Console) -> None:
    nasty = "x\u009b31m\u202eevil\u200b\x7f"
    toy("do", "say", nasty, code=None)
    toy("do", "zzz" + nasty, code=None)
    Path("bad.toml").write_bytes(b'[session]\nformat = 1\ngame = "a\\u001b[31m"\n\x1b]0;owned\x07 = 1\n')
    for words in (
        ["log"], ["show"], ["check", "bad.toml"], ["show", "-s", "bad.toml"], ["why", nasty], ["do", nasty],
        [nasty], ["show", f"--{nasty}"], ["show", "-s", nasty], ["rules", nasty], ["show", "--format", nasty],
        ["do", "crash"], ["do", nasty, "--json"], ["log", "--json"], ["new", "toy", "-p", nasty],
    ):  # fmt: skip
        result = toy(*words, code=None)
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u202e]", result.output), words


def test_cleaning() -> None:
    assert clean("a\x1b[1m\tb\nc\x85\u202e\ud800Chloé “£5”") == "a�[1m�b\nc���Chloé “£5”"


class Terminal(StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("no_color", "term", "expected"),
    [("", "xterm", "\x1b[1mA\x1b[0m\n"), ("1", "xterm", "A\n"), ("", "dumb", "A\n")],
)
def test_colour(monkeypatch: pytest.MonkeyPatch, no_color: str, term: str, expected: str) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("TERM", term)
    screen.out(Heading("A"))
    screen.out(Tabbed("a\tb\x1b"))
    assert stream.getvalue() == f"{expected}a\tb�\n"


def _python(*args: str, **env: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "PYTHONPATH": str(ROOT), **env}
    return subprocess.run([sys.executable, *args], capture_output=True, text=True, env=environ, check=False)


def test_the_start_imports_little(tmp_path: Path) -> None:
    code = (
        "import sys, referee.cli\n"
        "from typer.main import get_command\n"
        "get_command(referee.cli.app).run(['--version'])\n"
        "heavy = {'tabulate', 'prompt_toolkit', 'filelock', 'rich', 'json', 'tomllib'}\n"
        "ours = ('referee.games', 'referee.table', 'referee.session')\n"
        "print([m for m in sys.modules if m.split('.')[0] in heavy or m.startswith(ours)])"
    )
    assert _python("-c", code).stdout.splitlines() == [f"referee {__version__}", "[]"]


def test_a_reader_that_goes_away_and_a_terminal_without_unicode() -> None:
    code = (
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-m', 'referee', 'rules', '1848'], stdout=subprocess.PIPE,"
        " stderr=subprocess.PIPE)\n"
        "child.stdout.close()\n"
        "print(child.wait(), child.stderr.read())"
    )
    assert _python("-c", code).stdout == "0 b''\n"
    result = _python("-m", "referee", "-h", PYTHONIOENCODING="ascii")
    assert result.returncode == 0
    result = _python("-m", "referee", "rules", "1848", PYTHONIOENCODING="ascii")
    assert result.returncode == 0 and "Traceback" not in result.stderr


def test_json_keeps_every_character_as_an_escape(toy: Console) -> None:
    result = toy("do", "zzz\u202e", "--json", code=1)
    assert "\u202e" not in result.stdout and "\u202e" in json.loads(result.stdout)["error"]["message"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_behind_the_output_is_no_defect() -> None:
    command = [sys.executable, "-m", "referee", "games"]
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    assert ended.returncode == 1 and ended.stderr == "The disk is full: what was to be printed is cut off.\n"

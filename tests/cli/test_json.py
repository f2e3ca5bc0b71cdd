"""--json: every command and every error is one envelope, of the shapes that machine.py describes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from referee.cli import COMMANDS
from referee.reports import machine
from tests.cli import toy as toy_module
from tests.cli.conftest import Console
from tests.cli.test_files import _read_text

ELSEWHERE = ("-s", "missing.toml")
# command -> words that succeed, words that fail, exit code of these
WORDS: dict[str, tuple[list[str], list[str], int]] = {
    "new": (["toy", "-p", "Anna", "-p", "Ben"], ["chess", "-p", "Anna"], 2),
    "do": (["pass"], ["bid", "99"], 1),
    "undo": ([], ["99"], 1),
    "redo": ([], ["99"], 1),
    "legal": ([], ["--at", "99"], 2),
    "try": (["pass"], ["bid", "99"], 1),
    "show": ([], ["--format", "zzz"], 2),
    "why": (["Anna"], ["Zed"], 1),
    "log": ([], ["--player", "Zed"], 1),
    "count": (["Anna", "95"], ["Anna", "96"], 1),
    "transfer": (["Anna", "Ben", "5", "--ruling", "x"], ["Anna", "Ben", "5"], 1),
    "rulings": ([], [*ELSEWHERE], 3),
    "score": ([], ["--at", "x"], 2),
    "history": ([], [*ELSEWHERE], 3),
    "check": ([], ["missing.toml"], 1),
    "amend": (["1", "pass"], ["1", "bid 99"], 1),
    "rules": ([], ["toy", "zzz"], 2),
    "games": ([], ["--zzz"], 2),
    "use": (["game.toml"], ["missing.toml"], 3),
    "import": (["toytext", "game.txt"], ["zzz", "game.txt"], 2),
    "completion": (["bash"], ["tcsh"], 2),
    "points": ([], [*ELSEWHERE], 3),
}


def keys(shape: str) -> set[str]:
    """The names at the top of a shape such as {"a": [{"b"}], "c"}."""
    found, depth = set[str](), 0
    for token in re.findall(r'"[^"]*"|[{}\[\]]', shape):
        depth += (token in "{[") - (token in "}]")
        if depth == 1 and token[0] == '"':
            found.add(token.strip('"'))
        if depth == 0:
            break
    return found


TYPES, COMMAND_SHAPES = (machine.__doc__ or "").split("The data of each command:")


def shape_of(name: str) -> set[str]:
    """The documented keys of a command's data or, in capitals, of a type."""
    text = TYPES if name.isupper() else COMMAND_SHAPES
    found = re.search(rf"^    (?:[\w, ]+, )?{re.escape(name)}(?!\w)[^{{]*(\{{.*)", text, re.M | re.S)
    assert found, name
    return keys(found[1])


@pytest.fixture
def played(toy: Console, monkeypatch: pytest.MonkeyPatch) -> Console:
    """A table with something to undo, to redo and to import."""
    monkeypatch.setattr(toy_module, "read_text", _read_text, raising=False)
    Path("game.txt").write_text("bid 20\npass\n")
    toy("do", "bid 5; pass; pass")
    toy("undo")
    return toy


def envelope(stdout: str) -> dict[str, Any]:
    """What stdout holds: one line, one object."""
    assert stdout.endswith("}\n") and stdout.count("\n") == 1
    found: dict[str, Any] = json.loads(stdout)
    assert list(found)[:3] == ["schema", "command", "ok"] and found["schema"] == 1
    return found


def test_all_commands_are_here() -> None:
    assert {*WORDS, "play", "board"} == {*COMMANDS, "points"}


@pytest.mark.parametrize("name", WORDS)
def test_an_answer_is_an_envelope_of_the_documented_shape(played: Console, name: str) -> None:
    found = envelope(played(name, *WORDS[name][0], "--json").stdout)
    data = found["data"]
    assert found["ok"] is True and found["command"] == name and "error" not in found
    documented = shape_of("(views)" if name == "points" else name)
    assert set(data) == documented
    for key, kind in (("table", "TABLE"), ("next", "SITUATION"), ("situation", "SITUATION")):
        if key in data:
            assert set(data[key]) == shape_of(kind)
    for entry in (*data.get("entries", ()), *data.get("rulings", ())):
        assert isinstance(entry, int) or set(entry) == shape_of("ENTRY")
    for receipt in (*data.get("recorded", ()), *data.get("tried", ())):
        assert set(receipt) == shape_of("ENTRY") | {"changes", "undone", "redone"}
    for choice in data.get("choices", ()):
        assert set(choice) == shape_of("CHOICE")
    for score in data.get("scores", ()):
        assert set(score) == shape_of("SCORE")


@pytest.mark.parametrize("name", WORDS)
def test_an_error_is_an_envelope_too(played: Console, name: str) -> None:
    _, words, code = WORDS[name]
    result = played(name, *words, "--json", code=code)
    found = envelope(result.stdout)
    error = found["error"]
    assert found["ok"] is False and found["command"] == name and result.stderr == ""
    assert set(error) == shape_of("ERROR") and error["exit"] == code
    assert error["message"] and error["lines"] and isinstance(error["faults"], list)
    for fault in error["faults"]:
        assert set(fault) == shape_of("FAULT")


@pytest.mark.parametrize("name", [n for n in WORDS if n not in ("new", "games", "import", "completion")])
def test_a_session_that_is_none_is_exit_3_as_an_envelope(console: Console, name: str) -> None:
    Path("missing.toml").write_text("")
    words = ["missing.toml"] if name in ("use", "check") else [*WORDS[name][0], *ELSEWHERE]
    code = 1 if name == "check" else 3  # which says whether a file holds, and no more
    error = envelope(console(name, *words, "--json", code=code).stdout)["error"]
    assert error["kind"] in ("file", "check") and error["faults"][0]["path"] == "missing.toml"


def test_money_is_always_an_integer(played: Console) -> None:
    def floats(value: Any) -> bool:
        if isinstance(value, dict | list):
            return any(map(floats, value.values() if isinstance(value, dict) else value))
        return isinstance(value, float)

    for words in (["show"], ["score"], ["why", "Anna"], ["history"], ["log"], ["legal"], ["do", "bid 7"]):
        assert not floats(played.json(*words))


def test_no_message_stands_beside_the_object(played: Console) -> None:
    for words in (["do", "-n", "pass"], ["do", "pass", "--ruling", "idle"], ["do", "-"], ["check"]):
        envelope(played(*words, "--json", stdin="\n").stdout)

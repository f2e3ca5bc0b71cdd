"""What is offered at the prompt and in the shell."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from referee.cli import desk
from referee.cli.complete import candidates
from tests.cli.conftest import Console


@pytest.mark.parametrize(
    ("text", "tail", "first"),
    [
        ("b", "b", ["bid"]),
        ("s", "s", ["say", "settle", "stop", "show"]),
        ("bid 10 ", "", ["loud"]),
        ("bid 10 l", "l", ["loud"]),
        ("bid 10 loud ", "", []),
        ("give ", "", ["Anna", "Ben", "Chloé"]),
        ("give CHLOE", "CHLOE", ["Chloé"]),
        ("pass; give b", "b", ["Ben"]),
        ("count ba", "ba", ["Bank"]),
        ("undo ", "", ["to"]),
        ("try give b", "b", ["Ben"]),
        ("why c", "c", ["Chloé"]),
        ("zzz ", "", []),
    ],
)
def test_candidates(toy: Console, text: str, tail: str, first: list[str]) -> None:
    table = desk.open_table("game.toml")
    assert candidates(table, text, ("show",)) == (tail, first)


def test_what_is_legal_comes_first(toy: Console) -> None:
    found = candidates(desk.open_table("game.toml"), "", ("show",))[1]
    assert found[:2] == ["bid", "pass"] and found[-1] == "show" and len(found) == len(set(found))


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("referee sh", ["show"]),
        ("referee poi", ["points"]),
        ("referee do give b", ["ben"]),
        ("referee do 'give b", ["give ben"]),
        ("referee why c", ["chloé"]),
        ("referee show --format gith", ["github"]),
        ("referee new to", ["toy"]),
        ("referee log --player an", ["anna"]),
        ("referee why c -s nothing.toml", []),
    ],
)
def test_the_shell(
    toy: Console,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: str,
    offered: list[str],
) -> None:
    from referee.cli import main

    monkeypatch.setenv("_REFEREE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split("'")[0].split()) - ("'" not in words)))
    with pytest.raises(SystemExit):
        main()
    assert capsys.readouterr() == ("\n".join(offered) + "\n", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_the_shell(console: Console, shell: str) -> None:
    script = console("completion", shell).stdout
    assert f"complete_{shell}" in script and "referee" in script
    if program := shutil.which(shell):  # the shell itself takes it
        words = [program, "-c", 'eval "$0"', script] if shell == "bash" else [program, "-n", "-c", script]
        assert subprocess.run(words, capture_output=True, check=False).stderr == b""
    assert shell in console("completion").stdout
    assert "shells: bash" in console("completion", "tcsh", code=2).stderr
    assert Path.cwd() == console.folder

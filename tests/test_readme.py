"""The README shows real output: every console block is run and compared, section by section."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from referee.cli import COMMANDS, app
from referee.games import catalogue

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
SECTIONS = {
    title: re.findall(r"^```console\n(.*?)^```", body, re.MULTILINE | re.DOTALL)
    for title, body in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", README, re.MULTILINE | re.DOTALL)
}


@pytest.mark.parametrize("title", [title for title, blocks in SECTIONS.items() if blocks])
def test_console_blocks_are_real(title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("REFEREE_SESSION", "REFEREE_RULES", "REFEREE_LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    for block in SECTIONS[title]:
        for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            program, *words = shlex.split(command)
            assert program == "referee"
            result = CliRunner().invoke(app, words)
            printed = "".join(f"{line.rstrip()}\n" for line in result.output.splitlines())
            assert printed == output, command


def test_the_two_lines_are_there() -> None:
    lines = [line for line in README.splitlines() if line.startswith("python3 -m venv")]
    assert len(lines) == 2
    assert "sessions/1848-walkthrough.toml" in lines[0]
    assert "pytest" in lines[1]


def test_every_command_is_named() -> None:
    listed = README.partition("\n## Commands\n")[2].partition("\n\n`referee play`")[0]
    views = [view for info in catalogue().values() for view in info.views]
    for command in (*COMMANDS, *views):
        assert re.search(rf"`{command}[ `]", listed), command

"""play: the prompt at the table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee import session
from referee.cli import desk
from referee.cli import play as play_module
from tests.cli.conftest import Console


def test_lines_from_a_pipe(toy: Console) -> None:
    script = (
        "bid 20\n\n# a remark\n?\npass; pass\nshow\nwhy Anna\ntry bid 60\nundo\nundo --to 1\nredo\n"
        "points\nquit\nbid 3\n"
    )
    result = toy("play", stdin=script, code=1)
    assert result.stdout.startswith("Toy Bids\nnext: Anna to bid (turn 1)\n")
    for said in (
        "  1  Anna pays",
        "at most 50 Cr",
        "  3  Chloé passes.",
        "Account of Anna",
        "Not legal.",
        "Points",
    ):
        assert said in result.stdout
    assert len(toy.moves) == 6 and "bid 3" not in toy.text


def test_the_exit_code_tells_whether_a_line_was_refused(toy: Console) -> None:
    toy("play", stdin="bid 20\npass\n")
    result = toy("play", stdin="bid 20\nbid 99\npass\n", code=1)
    assert "[toy.limit]" in result.stderr and len(toy.moves) == 4


def test_moves_take_their_options_at_the_prompt(toy: Console) -> None:
    toy(
        "play", stdin='bid 60 --ruling "just this once"\ntransfer Anna Ben 5 --ruling bet\nsay I\'m -- here\n'
    )
    assert 'ruling = "just this once"' in toy.text and 'ruling = "bet"' in toy.text


def test_count_is_the_command_that_explains(toy: Console) -> None:
    result = toy("play", stdin="bid 20\ncount Anna 90\ncount Anna 90 --settle found\n", code=1)
    assert "never counted before" in result.stdout and "corrected by +10 Cr" in result.stdout


def test_help_and_suggestions(toy: Console) -> None:
    result = toy("play", stdin="help\nshwo\nzzz\n-\n", code=1)
    assert "bid AMOUNT [loud]" in result.stdout and "points" in result.stdout
    assert "did you mean show?" in result.stderr and "“zzz” is no move" in result.stderr
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_json_answers_every_line_with_an_envelope(toy: Console) -> None:
    lines = toy("play", "--json", stdin="bid 20\nshow\nhelp\nzzz\n", code=1).stdout.splitlines()
    assert [(found["command"], found["ok"]) for found in map(json.loads, lines)] == [
        ("do", True),
        ("show", True),
        ("help", True),
        ("do", False),
    ]


def test_no_prompt_within_the_prompt(toy: Console) -> None:
    assert "is no move" in toy("play", stdin="play\n", code=1).stderr


def test_the_table_is_kept_in_memory(toy: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    loads = []
    real = session.load

    def load(path: Path) -> session.Session:
        loads.append(path)
        return real(path)

    monkeypatch.setattr(session, "load", load)
    toy("play", stdin="bid 20\nbid 99\nshow\ntry pass\nundo\npass\nwhy Anna\n", code=1)
    assert len(loads) == 1


def test_what_another_process_writes_is_read_again(toy: Console, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path("game.toml")

    def lines() -> Iterator[str]:
        yield "bid 20\n"
        with session.locked(path):
            session.append(session.load(path), [session.Entry(2, "give Anna 7", "Ben")])
        yield "pass\n"
        path.write_text(path.read_text().replace("bid 20", "bid 90"))
        yield "show\n"

    desk.kept = desk.Kept(path)
    try:
        codes = [play_module._obey(line.strip(), False) for line in lines()]
    finally:
        desk.kept = None
    out, err = capsys.readouterr()
    assert codes == [0, 0, 3]
    assert "was changed by another program" in err and "  3  Chloé passes." in out


def test_the_prompt_of_a_terminal(toy: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    with create_pipe_input() as keys:
        real = play_module._prompt
        monkeypatch.setattr(play_module, "_prompt", lambda: real(input=keys, output=DummyOutput()))
        desk.kept = desk.Kept(Path("game.toml"))
        try:
            keys.send_text("bid 20\rpass\r\x03\x04")
            typed: list[Any] = []
            for line in play_module._typed():
                typed.append(line)
                assert play_module._obey(line, False) == 0
        finally:
            desk.kept = None
    assert typed == ["bid 20", "pass"]
    assert len(toy.moves) == 2


def test_the_prompt_offers_what_is_legal(toy: Console) -> None:
    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document
    from prompt_toolkit.output import DummyOutput

    desk.kept = desk.Kept(Path("game.toml"))
    try:
        completer = play_module._prompt(output=DummyOutput()).completer
        assert completer is not None
        offered = [item.text for item in completer.get_completions(Document("sc"), CompleteEvent())]
        assert offered == ["score"]
        found = list(completer.get_completions(Document("give an"), CompleteEvent()))
        assert [(item.text, item.start_position) for item in found] == [("Anna", -2)]
        Path("game.toml").unlink()
        assert list(completer.get_completions(Document("sc"), CompleteEvent())) == []
        assert play_module._who() == "referee"
    finally:
        desk.kept = None

"""A family with a box and no board file: the table teaches the referee, once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from referee.boards import load_board
from referee.cli import app, desk
from referee.cli.complete import candidates
from referee.errors import Question
from referee.games.transit.board import Board, TransitBoards, read_board
from referee.session import load
from tests.games.transit.seats import fresh
from tests.kit import Bench

GAME = Path(__file__).parents[3] / "sessions" / "transit-invented.toml"
PEOPLE = ("Anna:rose", "Ben:vert", "Chloé:bleu", "Dan:orange")


def referee(*args: str, code: int = 0) -> str:
    desk.kept = None
    result = CliRunner().invoke(app, list(args))
    assert result.exit_code == code, result.output
    return result.output


def read_from_the_board(printed: Board, question: Question) -> str:
    """What people would type who look at the printed board."""
    told = question.fields
    match question.question:
        case "stock":
            return f"board stock {told['colour']} {printed.stock[told['colour']]}"
        case "port" | "kind":
            stop = printed.stops[told["stop"]]
            if stop.kind != "comptoir":
                return f"board {stop.kind} {stop.name}"
            return f"board port {stop.name} {stop.colour} {printed.sells[stop.colour]}"
        case "product":
            return f"board product {told['colour']} {printed.sells[told['colour']]}"
        case "border":
            return f"board border {told['number']} {' '.join(printed.border[told['number']])}"
        case "line":
            verb = "link" if printed.linked(told["stop"], told["other"]) else "apart"
            return f"board {verb} {told['stop']} {told['other']}"
        case "zone":
            return f"board zone {told['stop']} {printed.stops[told['stop']].zone}"
        case "pack":
            return "board cards 36"
    raise AssertionError(question.question)


def play(bench: Bench, moves: list[str], printed: Board) -> list[str]:
    """Play a whole game and answer every question; returns what was asked."""
    asked = []
    for move in moves:
        for _ in range(12):
            try:
                bench.do(move)
                break
            except Question as question:
                answer = read_from_the_board(printed, question)
                shown = [text.split()[:2] for text in question.answers]
                assert answer.split()[:2] in shown, (answer, question.answers)
                asked.append(question.question)
                bench.do(answer)
        else:
            raise AssertionError(move)
    return asked


def test_a_whole_game_teaches_the_board_and_the_next_one_is_asked_nothing(tmp_path: Path) -> None:
    printed = read_board(load_board("transit", "invented", Path()))[0]
    moves = [entry.do for entry in load(GAME).entries]
    first = Bench("transit", PEOPLE, {"board": "transit"})
    asked = play(first, moves, printed)
    assert {"stock", "port", "border", "line", "zone", "pack"} <= set(asked)
    assert first.game.winner == "Anna" and first.game.cash("Anna") == 8_300_000

    import tomli_w

    from referee.games.transit.board import TransitBoards

    (tmp_path / "ours.toml").write_text(tomli_w.dumps(TransitBoards().learned(first.game)), "utf-8")
    second = Bench("transit", PEOPLE, {"board": "ours.toml"}, tmp_path)
    assert play(second, moves, printed) == []
    assert {k: v for k, v in second.game.state().items() if k not in ("taught", "players")} == {
        k: v for k, v in first.game.state().items() if k not in ("taught", "players")
    }


def test_undoing_any_move_restores_the_table() -> None:
    bench = Bench("transit", PEOPLE, {"board": "invented"})
    for entry in load(GAME).entries:
        before = bench.game.state()
        bench.do(entry.do)
        after = bench.game.state()
        bench.do("undo")
        assert bench.game.state() == before
        bench.do("redo")
        assert bench.game.state() == after


def test_two_evenings_at_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_SESSION", raising=False)
    people = ("-p", "Anna:rose", "-p", "Ben:vert", "-p", "Chloé:bleu")
    referee("new", "transit", *people, "-o", "first.toml")
    asked = referee("do", "-s", "first.toml", "acheter 300k", code=1)
    assert "How many francs do all tickets of machines (rose)" in asked
    assert "board stock rose AMOUNT" in asked
    referee("do", "-s", "first.toml", "board stock rose 4M; buy 300k; buy 0; buy 0; roll 6 2")
    assert "product and port does the border show at 62" in referee(
        "do", "-s", "first.toml", "deliver", code=1
    )
    referee("do", "-s", "first.toml", "plateau bord 62 machines Bombay; deliver")
    assert "62  machines Bombay" in referee("board", "show", "-s", "first.toml")
    referee("board", "save", "ours", "-s", "first.toml")
    checked = referee("board", "check", "ours.toml")
    assert "nothing wrong" in checked and "32 numbers of the border" in checked
    referee("new", "transit", *people, "-o", "second.toml", "--option", "board=ours.toml")
    told = referee("do", "-s", "second.toml", "buy 300k; buy 0; buy 0; roll 6 2; deliver")
    assert "Anna delivers 300,000 F of machines at Bombay for 900,000 F." in told


def test_a_new_board_file_is_commented_and_sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    referee("board", "new", "transit", "-o", "box.toml")
    text = (tmp_path / "box.toml").read_text("utf-8")
    assert text.index("# 1. The tickets") < text.index("# 5. The stopovers") < text.index("# 8. The border")
    assert "nothing wrong" in referee("board", "check", "box.toml")
    broken = text.replace("# 11 = ", "17 = ").replace('Suez = "square"', 'Suez = "square 12"')
    (tmp_path / "box.toml").write_text(broken.replace("… …", "or Dakar"), "utf-8")
    faults = referee("board", "check", "box.toml", code=1)
    assert "12 is no zone" in faults and "17 is no number of two dice" in faults


def test_new_draws_and_checks_colours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = ("-p", "Anna", "-p", "Ben:pink", "-p", "Zoé")
    refused = referee("new", "transit", *names, "-o", "x.toml", code=2)
    assert "Anna has no colour" in refused and "Zoé has no colour" in refused
    referee("new", "transit", *names, "-o", "x.toml", "--option", "draw_colours=true")
    colours = [player.extra["colour"] for player in load(tmp_path / "x.toml").players]
    assert colours[1] == "rose" and len(set(colours)) == 3
    assert set(colours) <= {"jaune", "vert", "rose", "bleu", "blanc", "orange"}


def test_the_prompt_takes_questions_and_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    referee("new", "transit", "-p", "A:rose", "-p", "B:vert", "-p", "C:bleu", "-o", "x.toml")
    desk.kept = None
    lines = "buy 300k\nboard stock rose 2M\nbuy 300k\nbuy 0\nbuy 0\nroll 3 6\nshow\n"
    result = CliRunner().invoke(app, ["play", "-s", "x.toml"], input=lines)
    assert "How many francs" in result.output and "A has rolled 36" in result.output
    assert json.loads(referee("show", "-s", "x.toml", "--json"))["data"]["state"]["turn"]["number"] == 36


def test_learning_needs_no_turn() -> None:
    bench = fresh(3)
    receipt = bench.do("Chloé: board zone Suez 33")
    assert receipt.played.by == "Chloé"


@pytest.fixture
def taught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A session file on the partial board, with some of it learnt."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_SESSION", raising=False)
    referee("new", "transit", "-p", "Anna:rose", "-p", "Ben:vert", "-p", "Chloé:bleu", "-o", "x.toml")
    referee("do", "-s", "x.toml", "board stock rose 4M; board link New-York Le-Cap; board cards 36")
    referee("do", "-s", "x.toml", "buy 300k; buy 0; buy 0; roll 1 2")
    return "x.toml"


def test_legal_at_the_command_line(taught: str) -> None:
    told = referee("legal", "-s", taught)
    assert "what stands at 12 is not known here" in told and "known lines: Le-Cap" in told
    assert "go Le-Cap" in json.loads(referee("legal", "-s", taught, "--json"))["data"]["choices"][2]["moves"]


def test_history_at_the_command_line(taught: str) -> None:
    rows = referee("history", "-s", taught, "--format", "tsv").splitlines()
    assert [row.split()[-4:] for row in rows if "buy 300000" in row] == [
        ["-5700000", "1700000", "2000000", "2000000"]
    ]
    assert "board link New-York Le-Cap" in "\n".join(rows)


def test_rules_at_the_command_line() -> None:
    assert "The last and highest carré wins" in referee("rules", "transit", "poker")
    assert "strikes any of the six zones" in referee("rules", "transit", "storm-card.played")
    assert referee("rules", "transit").count("\n\n") >= 100


def test_learned_names_are_offered(taught: str) -> None:
    table = desk.open_table(taught)
    assert candidates(table, "go le-", ()) == ("le-", ["Le-Cap"])
    assert "Le-Cap" in candidates(table, "go ", ())[1]


def test_the_template_tells_the_command_that_checks_it() -> None:
    assert "referee board check THIS-FILE" in TransitBoards().template("x")


def test_a_correction_by_ruling_is_not_saved_over_the_sessions_own_board(taught: str) -> None:
    referee("board", "save", "ours", "-s", taught)
    people = ("-p", "Anna:rose", "-p", "Ben:vert", "-p", "Chloé:bleu")
    referee("new", "transit", *people, "-o", "y.toml", "--option", "board=ours.toml")
    referee("do", "-s", "y.toml", "board zone Suez 33")
    referee("board", "save", "ours", "--force", "-s", "y.toml")
    referee("check", "-s", "y.toml")
    referee("do", "-s", "y.toml", "board zone Suez 44", "--ruling", "misread")
    refused = referee("board", "save", "ours", "--force", "-s", "y.toml", code=2)
    assert "save that under another name than ours.toml" in " ".join(refused.split())
    referee("check", "-s", "y.toml")
    referee("board", "save", "better", "-s", "y.toml")
    referee("new", "transit", *people, "-o", "z.toml", "--option", "board=better.toml")
    assert "44  Suez" in referee("board", "show", "-s", "z.toml")

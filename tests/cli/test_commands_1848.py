"""Every command on real sessions of 1848: the worked example and a public game."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from referee import session
from referee.cli import app, desk
from referee.games.australia1848 import importer
from referee.reports import closing, legal, tables
from referee.reports.text import width
from referee.table import Table

ROOT = Path(__file__).parents[2]
WALKTHROUGH = ROOT / "sessions" / "1848-walkthrough.toml"
SIX = ROOT.parent / "shared" / "oracle" / "1848" / "played_6p_108_credit.json"
PUBLIC = ROOT.parent / "shared" / "oracle" / "1848" / "public_sixteen_loans.json"


class Console:
    """Runs command lines on one session."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.count = len(session.load(path).entries)

    def __call__(self, *args: str, code: int | None = 0, stdin: str | None = None) -> Result:
        desk.kept = None
        result = CliRunner().invoke(app, args, input=stdin, env={"REFEREE_SESSION": str(self.path)})
        assert code is None or result.exit_code == code, (args, result.output)
        assert "Traceback" not in result.output
        return result

    def json(self, *args: str, code: int = 0) -> Any:
        found = json.loads(self(*args, "--json", code=code).stdout)
        assert found["ok"] is (code == 0)
        return found.get("data")


@pytest.fixture(scope="module", params=["walkthrough", "public"])
def path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of a session, to be played with."""
    copy = tmp_path_factory.mktemp("1848") / f"{request.param}.toml"
    if request.param == "walkthrough":
        if not WALKTHROUGH.exists():
            pytest.skip("sessions/1848-walkthrough.toml is not there")
        copy.write_bytes(WALKTHROUGH.read_bytes())
    else:
        if not PUBLIC.exists():
            pytest.skip("the public games are not on this machine")
        assert CliRunner().invoke(app, ["import", "18xx", str(PUBLIC), "-o", str(copy)]).exit_code == 0
    return copy


@pytest.fixture
def play(path: Path, tmp_path: Path) -> Console:
    """A console on a copy of that session."""
    copy = tmp_path / path.name
    copy.write_bytes(path.read_bytes())
    return Console(copy)


def test_it_checks(play: Console) -> None:
    assert "every move is legal, every total holds" in play("check").stdout


@pytest.mark.parametrize(
    "command", ["show", "stocks", "legal", "score", "log", "why NSW", "why BOE", "rulings"]
)
def test_reports_fit_on_80_columns_and_have_no_gaps(play: Console, command: str) -> None:
    words = command.split()
    moments = [] if words[0] in ("log", "rulings") else range(0, play.count, max(1, play.count // 4))
    for at in ([], *(["--at", str(number)] for number in moments)):
        out = play(*words, *at).stdout
        assert max(map(width, out.splitlines())) <= 80, out
        assert not re.search(r"[{}]|\b(receipt|reason|now|choice|label)\.[a-z-]", out), out
        assert play.json(*words, *at)


@pytest.fixture(scope="module")
def six(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The session text of a game of six in which all eight companies have been started."""
    if not SIX.exists():
        pytest.skip("the played games are not on this machine")
    path = tmp_path_factory.mktemp("six") / "six.toml"
    assert CliRunner().invoke(app, ["import", "18xx", str(SIX), "-o", str(path)]).exit_code == 0
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("at", [592, 757])
@pytest.mark.parametrize(
    "names",
    [
        ("Anna", "Ben", "Chloé", "David", "Éve", "Fée"),
        ("Bartholomew", "Maximiliane", "Constantine", "Wilhelmina", "Alexandrine", "Theophilus"),
    ],
)
def test_six_players_and_eight_companies_fit_on_80_columns(
    six: str, names: tuple[str, ...], at: int, tmp_path: Path
) -> None:
    for number, name in enumerate(names, 1):
        six = six.replace(f"Player {number}", name)
    path = tmp_path / "six.toml"
    path.write_text(six, encoding="utf-8")
    found = session.load(path)
    table = Table(replace(found, entries=found.entries[:at]))
    screen = [*tables.page(table, table.game.show(table.rulebook)), *tables.coming(table)]
    others = [table.game.view("stocks", table.rulebook), closing.sections(table), [legal.section(table)]]
    for lines in (screen, *map(tables.body, others)):
        assert max(map(width, lines)) <= 80, "\n".join(lines)
    assert len(screen) <= 33
    if at == 592:
        heading = next(line for line in screen if line.startswith("player")).split()
        assert {"CAR", "VR", "NSW", "SAR", "COM", "FT", "WA", "QR", "BOE"} <= set(heading)


def test_history_is_one_line_a_move(play: Console) -> None:
    steps = play.json("history")["history"]
    lines = play("history").stdout.splitlines()
    assert [line.split()[0] for line in lines[-len(steps) :]] == [str(step["number"]) for step in steps]


def test_every_account_counts_right(play: Console) -> None:
    middle = play.count // 2
    play("undo", "--to", str(middle))
    names = [player["name"] for player in play.json("show")["table"]["players"]]
    for name in (*names, "BOE", "CAR"):
        balance = play.json("why", name)["balance"]
        play("count", name, str(balance + 1), code=1)
        play("count", name, str(balance))
    assert "every total holds" in play("check").stdout


def test_whatever_is_offered_is_legal(play: Console) -> None:
    for at in range(0, play.count, max(1, play.count // 4)):
        for choice in play.json("legal", "--at", str(at))["choices"]:
            for move in choice["moves"][:3]:
                play("try", "--at", str(at), "--", move)


def test_undo_and_redo_lead_back_to_the_same_state(play: Console) -> None:
    before = play.json("show")["state"]
    play("undo", "7")
    play("redo", "7")
    assert play.json("show")["state"] == before


def test_the_game_typed_again_is_the_same_game(play: Console) -> None:
    found = session.load(play.path)
    again = play.path.with_name("again.toml")
    session.create(
        again,
        game=found.game,
        rules=found.rules,
        title="",
        players=found.players,
        options=found.options,
        created=desk.now(),
    )
    entries = found.entries[:120]
    rulings = [f" --ruling {json.dumps(entry.ruling)}" if entry.ruling else "" for entry in entries]
    lines = [f"{entry.by}: {entry.do}{ruling}\n" for entry, ruling in zip(entries, rulings, strict=True)]
    console = Console(again)
    console("play", stdin="".join(lines))
    assert console.json("show")["state"] == play.json("show", "--at", str(len(entries)))["state"]


def test_an_unfinished_game_is_imported_as_far_as_it_goes(tmp_path: Path) -> None:
    if not PUBLIC.exists():
        pytest.skip("the public games are not on this machine")
    saved = json.loads(PUBLIC.read_text(encoding="utf-8"))
    actions = importer.effective(saved["actions"])
    path, whole = tmp_path / "game.json", [(e.ref, e.do) for e in importer.read(PUBLIC).entries]
    for cut in (1, len(actions) // 3, len(actions) // 2, len(actions) - 2):
        path.write_text(json.dumps({**saved, "status": "active", "actions": actions[:cut]}), encoding="utf-8")
        found = importer.read(path)
        made = [(entry.ref, entry.do) for entry in found.entries]
        assert made == whole[: len(made)] and len(made) >= cut // 2
        assert found.notes == ["the game is not finished: imported as far as it goes"]


def test_amending_is_shown_dry(play: Console) -> None:
    last = session.load(play.path).entries[-1]
    result = play("amend", "-n", str(last.number), "--", last.do)
    assert "All balances stay as they are." in result.stdout

"""A whole evening of 1848, `sessions/1848-evening.toml`: what happens in it, and how the reports tell it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from referee import session
from referee.cli import app, desk
from referee.errors import Illegal
from referee.games.base import Event
from referee.moves import Redo, Undo
from referee.table import Played, Table

EVENING = Path(__file__).parents[3] / "sessions" / "1848-evening.toml"


def run(*args: str, code: int = 0) -> Result:
    """A command line on the evening."""
    desk.kept = None
    result = CliRunner().invoke(app, args, env={"REFEREE_SESSION": str(EVENING)})
    assert result.exit_code == code, (args, result.output)
    return result


def data(*args: str) -> Any:
    """The data of a command line on the evening."""
    return json.loads(run(*args, "--json").stdout)["data"]


@pytest.fixture(scope="module")
def table() -> Table:
    return Table(session.load(EVENING))


def live(table: Table, phrase: str) -> list[tuple[Played, Event]]:
    """Where something happened: the entries that count, with the event."""
    return [(p, event) for p in table.played if p.live for event in p.events if event.phrase == phrase]


def only(table: Table, phrase: str) -> tuple[int, dict[str, Any]]:
    """The entry at which something happened that happened once, and the fields of the event."""
    [(played, event)] = live(table, phrase)
    return played.entry.number, event.fields


def typed(table: Table, do: str) -> Played:
    """The first counting entry of that text."""
    return next(p for p in table.played if p.live and p.entry.do == do)


def cash(table: Table, number: int, name: str) -> int:
    return table.at(number).game.ledger.balance(name)


# ---------------------------------------------------------------- the whole


def test_it_checks() -> None:
    out = run("check", str(EVENING)).stdout
    assert "397 entries, 5 undone, 2 by ruling: every move is legal, every total holds." in out


def test_the_final_score() -> None:
    found = data("score")
    assert found["final"]
    assert [(s["rank"], s["name"], s["total"]) for s in found["scores"]] == [
        (1, "Ben", 6431),
        (2, "Anna", 6011),
        (3, "Chloé", 5809),
        (4, "David", 4800),
    ]
    parts = {s["name"]: s["parts"] for s in found["scores"]}
    assert parts["Ben"] == {
        "cash": 3261,
        "CAR": 200,
        "VR": 230,
        "SAR": 200,
        "COM": 920,
        "QR": 780,
        "BOE": 840,
    }
    assert parts["David"] == {
        "cash": 2370,
        "CAR": 100,
        "VR": 690,
        "SAR": 600,
        "COM": 690,
        "WA": 220,
        "QR": 130,
    }


def test_it_ends_with_the_sixteenth_loan_and_the_set_is_finished(table: Table) -> None:
    number, _ = only(table, "end-loans")
    assert table.at(number).game.state()["round"] == "OR 6.2"
    assert table.at(number).game.state()["boe"]["loans_granted"] == 16
    over, _ = only(table, "over")
    assert table.at(over - 1).game.state()["round"] == "OR 6.3"
    state = table.game.state()
    assert (state["finished"], state["end_reason"], state["boe"]["price"]) == (True, "loans", 280)
    assert state["bank"] < 0  # it pays on, and adds no second reason


def test_the_evening_lasts_from_half_past_seven_to_ten_to_twelve(table: Table) -> None:
    found = table.session
    assert found.title == "An evening of 1848" and found.options == {}
    assert [player.name for player in found.players] == ["Anna", "Ben", "Chloé", "David"]
    times = [entry.at for entry in found.entries]
    stamps = [time for time in times if time is not None]
    assert len(stamps) == len(times) and stamps == sorted(stamps)
    assert stamps[0].isoformat() > "2026-11-27T19:30" and stamps[-1].isoformat() < "2026-11-27T23:51"


# ---------------------------------------------------------------- its events


def test_the_sale_of_the_privates(table: Table) -> None:
    assert len(live(table, "private-lowered")) == 7
    assert len(live(table, "private-bought")) == 6
    number, _ = only(table, "all-passed")
    assert cash(table, number, "Anna") - cash(table, number - 1, "Anna") == 15  # P3


def test_passes_are_implied(table: Table) -> None:
    implied = [(p.entry.do, e.fields["player"]) for p, e in live(table, "passes-implied")]
    assert implied == [("buy SAR", "Chloé"), ("buy SAR", "David")]


def test_presidents_change(table: Table) -> None:
    changes = [(p.entry.do, e.fields["player"], e.fields["company"]) for p, e in live(table, "president")]
    assert changes == [("buy VR", "Anna", "VR"), ("sell 5 NSW", "David", "NSW")]


def test_a_train_is_forced_by_loans_and_the_company_lives(table: Table) -> None:
    played = typed(table, "buy 6 forced")
    number = played.entry.number
    before, after = table.at(number - 1).game.state(), table.at(number).game.state()
    assert before["companies"]["SAR"]["trains"] == ["2E"]
    assert after["companies"]["SAR"]["trains"] == ["2E", "6"]
    assert (before["companies"]["SAR"]["price"], after["companies"]["SAR"]["price"]) == (80, 50)
    assert before["companies"]["SAR"]["treasury"] + 100 - 600 == after["companies"]["SAR"]["treasury"]
    assert before["boe"]["loans_granted"] + 1 == after["boe"]["loans_granted"]


def test_the_receivership(table: Table) -> None:
    number, fields = only(table, "receivership")
    assert fields == {"company": "NSW", "count": 1}
    paid = only(table, "compensation")[1]["paid"]
    assert paid == [("Anna", 90), ("Ben", 90), ("Chloé", 90)]
    assert cash(table, number - 1, "NSW") == 110  # and a forced loan: £60 short of £270
    assert cash(table, number - 1, "David") - cash(table, number, "David") == 60
    now = table.at(number)
    with pytest.raises(Illegal, match=r"money\.overdraft"):  # compensation apart, nobody pays what he has not
        now.attempt("transfer David Ben 5000", ruling="a test")
    state = now.game.state()
    assert state["companies"]["NSW"] == {"closed": True}
    assert state["boe"]["tokens"] == ["F17", "G14"]
    limits = {name: player["certificate_limit"] for name, player in state["players"].items()}
    assert limits == {"Anna": 15, "Ben": 15, "Chloé": 15, "David": 13}


def test_the_bank_of_england(table: Table) -> None:
    assert [p.entry.do for p, _ in live(table, "boe-paid") if p.by == "BOE"] == ["boe 90", "boe 110"]
    assert sum(e.fields["company"] == "BOE" for _, e in live(table, "share-bought")) == 10
    ordinary = [p for p, _ in live(table, "loan") if p.entry.do == "loan"]
    assert len(ordinary) == 15 and len(live(table, "loan")) == 17


def test_privates_companies_and_their_powers(table: Table) -> None:
    sold = [(e.fields["private"], e.fields["company"]) for _, e in live(table, "private-sold")]
    assert sold == [("P2", "CAR"), ("P3", "SAR"), ("P1", "QR")]
    assert [e.fields["private"] for _, e in live(table, "power-used")] == ["P3", "P2", "P4"]
    assert typed(table, "lay I8 with P3").by == typed(table, "buy 2E with P4").by == "SAR"
    assert typed(table, "lay C4 with P2").by == "CAR"


def test_trains_change_hands(table: Table) -> None:
    traded = [(p.by, p.entry.do) for p, _ in live(table, "train-traded")]
    assert traded == [
        ("COM", "buy 3+ from QR for 180"),
        ("SAR", "buy 3 from CAR for 200"),
        ("NSW", "buy 4+ from VR for 300"),
    ]
    assert [e.fields["phase"] for _, e in live(table, "phase")] == ["3", "4", "5", "6", "8"]
    assert only(table, "discarded")[1]["company"] == "NSW"


def test_com_starts_when_the_link_is_there(table: Table) -> None:
    number, _ = only(table, "linked")
    homes = [(p.entry.number, e.fields) for p, e in live(table, "home") if e.fields["company"] == "COM"]
    assert homes[0][1]["hexes"] == ["F17", "G6"] and homes[0][0] > number


def test_dividends_are_paid_and_withheld(table: Table) -> None:
    assert len(live(table, "paid")) > 50
    assert [p.by for p, _ in live(table, "withheld")] == ["SAR", "QR", "VR", "SAR", "CAR"]
    assert {e.fields["company"] for _, e in live(table, "no-income")} >= {"CAR", "VR", "COM", "NSW"}


def test_undo_and_redo(table: Table) -> None:
    texts = [p.entry.do for p in table.played if isinstance(p.move, Undo | Redo)]
    assert texts == ["undo", "undo", "undo 2", "redo", "undo", "undo"]
    undone = [p.entry.do for p in table.played if not p.live]
    assert undone == ["lower P5", "buy NSW par 100", "buy BOE", "run 140", "withhold"]
    out = run("log", "--all").stdout
    assert "~ NSW: run 140" in out and "taken back" in out and "played again" in out
    assert "run 140" not in run("log").stdout


def test_counts_corrections_rulings_and_notes(table: Table) -> None:
    assert [p.entry.do for p, _ in live(table, "counted")] == ["count Chloé 45", "count Ben 3261"]
    [settled] = [e for _, e in live(table, "settled")]
    assert settled.fields["account"] == "Chloé" and settled.fields["change"] == 10
    waived = [(p.by, p.entry.do, p.waived) for p in table.rulings if p.waived]
    assert waived == [("COM", "lay G16", ["turn.order"])]
    assert sum(bool(entry.note) for entry in table.session.entries) >= 10


# ---------------------------------------------------------------- its reports


def events_in(out: str, *words: str) -> Iterator[bool]:
    flat = " ".join(out.split())
    return (word in flat for word in words)


def test_show_at_an_earlier_moment(table: Table) -> None:
    number = typed(table, "buy WA par 100").entry.number
    out = run("show", "--at", str(number)).stdout
    assert all(events_in(out, "SR 6", "phase 6", "20P", "SR 6: Ben"))
    assert data("show", "--at", "0")["state"]["players"]["Anna"]["cash"] == 630
    assert data("show", "--at", str(number))["state"]["round"] == "SR 6"


def test_why_has_a_running_balance(table: Table) -> None:
    lines = data("why", "NSW")["lines"]
    assert lines[0]["balance"] == 900 and lines[-1]["balance"] == 0
    for before, after in pairwise(lines):
        assert before["balance"] + after["amount"] == after["balance"]
    assert "compensation for NSW" in run("why", "David").stdout


def test_history_follows_every_entry_that_counts(table: Table) -> None:
    steps = data("history")["history"]
    assert [step["number"] for step in steps] == table.timeline.live
    assert steps[-1]["state"] == json.loads(json.dumps(table.game.state()))
    funds = {sum(table_cash(step["state"])) for step in steps}
    assert funds == {12_000}


def table_cash(state: dict[str, Any]) -> Iterator[int]:
    """Everybody's money in a state of the game."""
    yield state["bank"]
    yield state["boe"]["cash"]
    yield from (player["cash"] for player in state["players"].values())
    yield from (company.get("treasury", 0) for company in state["companies"].values())


def test_rulings_are_listed() -> None:
    out = run("rulings").stdout
    words = ("turn.order", "Ben had announced Wollongong", "settle Chloé", "a £10 note lay under the board")
    assert all(events_in(out, *words))
    assert len(data("rulings")["rulings"]) == 2

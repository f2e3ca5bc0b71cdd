"""Games played on 18xx.games, by people and by a program, agree with the engine's own states."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from referee.games.australia1848 import importer
from referee.games.australia1848.game import Australia
from referee.session import Player, Session
from referee.table import Table
from tests import oracle

GAMES = oracle.games("1848", "*.json")
NAMED = ("par", "price", "cell", "president", "operating_order", "game_end_trigger", "to_act")


def merge(state: dict[str, Any], changed: dict[str, Any]) -> None:
    """Bring `state` up to date; None removes a key, except where None is a value of its own."""
    for key, value in changed.items():
        if isinstance(value, dict):
            if not isinstance(state.get(key), dict):
                state[key] = {}
            merge(state[key], value)
        elif value is None and key not in NAMED:
            state.pop(key, None)
        else:
            state[key] = value


def engine_states(path: Path) -> list[tuple[int | None, dict[str, Any]]]:
    """The engine's state after every action of the file, with the actions it added by itself."""
    states: list[tuple[int | None, dict[str, Any]]] = []
    state: dict[str, Any] = {}
    with gzip.open(path.with_suffix("").with_suffix(".states.jsonl.gz"), "rt") as lines:
        for line in map(json.loads, lines):
            merge(state, line["changed"])
            if states and states[-1][0] == line["id"]:
                states.pop()
            states.append((line["id"], json.loads(json.dumps(state))))
    return states


def plain(state: dict[str, Any]) -> dict[str, Any]:
    """What both sides tell, in one form: without worth (ours leaves the privates out)."""
    players = {
        name: {
            **{key: value for key, value in player.items() if key != "worth"},
            "president_of": sorted(player["president_of"]),
            "privates": sorted(player["privates"]),
        }
        for name, player in state["players"].items()
    }
    companies: dict[str, dict[str, Any]] = {}
    for name, company in state["companies"].items():
        if company["closed"]:
            companies[name] = {"closed": True}
            continue
        companies[name] = {
            **company,
            **{key: sorted(company[key]) for key in ("trains", "privates", "tokens")},
            **{key: company[key] or 0 for key in ("par", "price")},
            "president": company["president"] or "",
        }
    return {
        **{key: state[key] for key in ("round", "phase", "bank", "train_limit")},
        "players": players,
        "companies": companies,
        "boe": {**state["boe"], "tokens": sorted(state["boe"]["tokens"])},
        "finished": bool(state["finished"]),
        "sold": {
            kind: left for kind, left in state["depot"]["left"].items() if kind not in ("8", "2E") and left
        },
        "closed_privates": closed_privates(state),
    }


def closed_privates(state: dict[str, Any]) -> list[str]:
    """Closed for good: neither income nor an unused power of P2 or P4 left."""
    if "closed_privates" in state:
        return sorted(set(state["closed_privates"]))
    return sorted(
        id_
        for id_, private in state["privates"].items()
        if private["closed"] and not (id_ in ("P2", "P4") and private["owner"] and not private["used"])
    )


@pytest.fixture(scope="module", autouse=True)
def _games() -> None:
    oracle.require()


def as_session(path: Path) -> Session:
    imported = importer.read(path)
    assert not imported.notes
    players = [Player(name) for name in imported.players]
    return Session(path, "1848", "1848-1", "", None, imported.options, players, imported.entries, "")


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_state_agrees(path: Path) -> None:
    session = as_session(path)
    table = Table(session)
    ours: dict[int | None, dict[str, Any]] = {}
    for played, state in table.history():
        ours[played.entry.ref] = plain(state)
    start = Table(Session(path, "1848", "1848-1", "", None, session.options, session.players, [], ""))
    current = plain(start.game.state())
    for action, engine in engine_states(path):
        current = ours.get(action, current)
        assert current == plain(engine), f"after action {action}"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_result_agrees(path: Path) -> None:
    table = Table(as_session(path))
    saved = json.loads(path.read_text(encoding="utf-8"))
    names = {str(player["id"]): player["name"] for player in saved["players"]}
    assert {score.name: score.total for score in table.game.scores()} == {
        names[id_]: total for id_, total in saved["result"].items()
    }
    assert table.game.finished
    assert isinstance(table.game, Australia)
    if saved["game_end_reason"] == "manually_ended":
        assert table.game.stopped
    else:
        reasons = {"bank": ("bank",), "closed_five": ("receiverships",), "stock_market": ("top", "loans")}
        assert table.game.end_reason in reasons[saved["game_end_reason"]]


def test_there_are_games() -> None:
    assert len(GAMES) >= 15

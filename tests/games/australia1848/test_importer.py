"""Reading saved games of 18xx.games: names, undoing, what has no effect, files that are none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.errors import FileFaults
from referee.games.australia1848.importer import effective, read
from referee.games.base import Imported
from referee.session import Player, Session
from referee.table import Table

NAMES = ("Anna", "Ben", "Cleo")


def buys(*privates: str, first: int = 1) -> list[dict[str, Any]]:
    """The players buy these privates in turn."""
    return [
        {"type": "bid", "id": first + n, "entity": 1 + n % 3, "entity_type": "player", "company": private}
        for n, private in enumerate(privates)
    ]


def saved(folder: Path, actions: list[dict[str, Any]], names: tuple[str, ...] = NAMES) -> Imported:
    """What is read from a game of these actions."""
    players = [{"id": number, "name": name} for number, name in enumerate(names, 1)]
    path = folder / "game.json"
    path.write_text(json.dumps({"title": "1848", "players": players, "actions": actions, "status": "active"}))
    return read(path)


@pytest.mark.parametrize(
    ("names", "wanted"),
    [
        (("NSW", "bank", "Bank of England"), ["NSW 2", "bank 2", "Bank of England 2"]),
        (("José", "jose", "JOSÉ!"), ["José", "jose 2", "JOSÉ 3"]),
        (("1st; player", "🎲", ""), ["P 1st player", "Player", "Player 2"]),
        (("x" * 60, "x" * 50, "Victorian Railways"), ["x" * 36, "x" * 36 + " 2", "Victorian Railways 2"]),
    ],
)
def test_names_are_made_fit_for_a_session(tmp_path: Path, names: tuple[str, ...], wanted: list[str]) -> None:
    imported = saved(tmp_path, buys("P1", "P2"), names)
    assert imported.players == wanted
    players = [Player(name) for name in imported.players]
    entries = imported.entries
    table = Table(Session(tmp_path, "1848", "1848-1", "", None, imported.options, players, entries, ""))
    assert [item.by for item in table.played] == wanted[:2]


def test_messages_and_programmes_have_no_effect(tmp_path: Path) -> None:
    nothing = [
        {"type": kind, "id": 10 + n, "entity": 1, "entity_type": "player"}
        for n, kind in enumerate(("message", "program_share_pass", "program_of_the_future"))
    ]
    imported = saved(tmp_path, [*buys("P1"), *nothing])
    assert [entry.do for entry in imported.entries] == ["buy P1"]


def test_undoing_goes_back_to_an_action_even_if_that_was_a_message() -> None:
    one, two, four = buys("P1")[0], buys("P2", first=2)[0], buys("P3", first=4)[0]
    message = {"type": "message", "id": 3, "entity": 1}
    undo = {"type": "undo", "id": 5, "entity": 1, "action_id": 3}
    assert effective([one, two, message, four, undo]) == [one, two]
    assert effective([one, two, message, four, undo, {"type": "redo", "id": 6}]) == [one, two, four]
    assert effective([one, two, {**undo, "action_id": 0}]) == []
    assert effective([one, two, {"type": "undo", "id": 3}]) == [one]


@pytest.mark.parametrize(
    "text", ["", "\x00", '{"title": "1848"}', '{"a": ' + "9" * 5000 + "}", "[1]", "[" * 9999]
)
def test_what_is_no_saved_game_is_told_so(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    with pytest.raises(FileFaults):
        read(path)

"""The rulebook covers the whole list of rules and all readings; refusals say what would be right."""

from __future__ import annotations

import re

from referee.resources import load
from referee.rulebook import Rulebook
from tests.games.vieux_blues.night import CARTER, Night

BOOK = Rulebook("vieux-blues")


def test_every_number_of_the_list_and_every_reading_has_a_rule() -> None:
    numbers = {number for rule in BOOK.rules.values() for number in rule.numbers}
    assert {str(n) for n in range(1, 32)} <= numbers
    assert {f"BA{n}" for n in range(1, 25)} <= numbers


def test_every_option_is_a_reading_with_its_default() -> None:
    options = load("vieux-blues", "options.toml")
    assert {name: option["default"] for name, option in options.items()} == {
        "board": "vieux-blues",
        "die": 6,
        "train_with_lomax": True,
        "alter_ego": "bar",
        "prison_tie": "owner",
        "prison_answers_win": True,
    }
    assert {option.get("id") for option in options.values()} == {None, "BA2", "BA8", "BA10", "BA13", "BA20"}


def test_options_in_force_are_known_by_name() -> None:
    night = Night(prison_tie="jailer")
    assert night.table.setup.ruled_options == {"board": "invented", "prison_tie": "jailer"}


def test_every_refusal_is_one_sentence() -> None:
    for rule in BOOK.rules.values():
        if rule.refusal and rule.id in BOOK.rules and rule.where != "record keeping":
            assert len(rule.refusal) < 160, rule.id
            assert rule.refusal.endswith(".") and not re.search(r"[.!?] ", rule.refusal), rule.id


def test_phrases_that_are_said_exist() -> None:
    """Whatever a game tells, asks or offers has its words."""
    night = Night()
    night.do(CARTER)
    assert "prison 2" in [choice.text for choice in night.game.choices()]
    for choice in night.game.choices():
        text = BOOK.say(f"choice.{choice.phrase}", **choice.fields)
        assert not re.search(r"choice\.|\?", text), text
    for label in ("track", "legend", "stands", "only", "camp", "bluesmen"):
        assert f"label.{label}" in BOOK.phrases

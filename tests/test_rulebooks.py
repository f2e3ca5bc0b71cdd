"""Every rule has an id, a use in code and a test on both sides; every phrase can be filled."""

from __future__ import annotations

import ast
import string
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

import referee
from referee.games import catalogue
from referee.rulebook import Rulebook

TESTS = Path(__file__).parent
CODE = Path(referee.__file__).parent
NEEDED = {"check": {"refuses", "allows"}, "effect": {"shows", "spares"}, "fact": {"fact"}}
KINDS = {*NEEDED, "table"}  # "table": the players watch it themselves, the program cannot see it


@cache
def literals(folder: Path) -> frozenset[str]:
    """All string literals in the Python files of a folder."""
    return frozenset(
        node.value
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


@cache
def sides(folder: Path) -> dict[str, set[str]]:
    """By rule id, the calls of the kit that name it in the tests of a folder."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    found[argument.value].add(name)
    return found


def package(game: str) -> str:
    return catalogue()[game].module.partition(":")[0].split(".")[2]


GAMES = list(catalogue())


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_use_in_code(game: str) -> None:
    used = literals(CODE / "games" / package(game))
    rules = Rulebook(game).rules.values()
    own = [rule for rule in rules if rule.id not in Rulebook("core").rules]
    assert own
    assert not [rule.id for rule in own if rule.kind not in KINDS]
    assert not [rule.id for rule in own if rule.kind in ("check", "effect") and rule.id not in used]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_tested_on_both_sides(game: str) -> None:
    shown = sides(TESTS / "games" / package(game))
    own = [rule for rule in Rulebook(game).rules.values() if rule.id not in Rulebook("core").rules]
    lacking = {rule.id: NEEDED[rule.kind] - shown.get(rule.id, set()) for rule in own if rule.kind in NEEDED}
    assert not {rule: need for rule, need in lacking.items() if need}


@pytest.mark.parametrize("game", GAMES)
def test_rules_that_refuse_say_how(game: str) -> None:
    rules = Rulebook(game).rules.values()
    assert not [rule.id for rule in rules if rule.kind == "check" and not rule.refusal]


@pytest.mark.parametrize("game", [*GAMES, "core"])
def test_phrases_are_well_formed(game: str) -> None:
    book = Rulebook(game)
    texts = [*book.phrases.values(), *(rule.refusal for rule in book.rules.values())]
    specs = {"", "money", "list", "signed", "plural", "payments", "a"}
    for text in texts:
        if "{:" in text:  # the money format itself
            continue
        for _, field, spec, _ in string.Formatter().parse(text):
            assert field is None or (field.isidentifier() and spec in specs), text


@pytest.mark.parametrize("game", GAMES)
def test_no_rule_id_is_misspelt(game: str) -> None:
    """Whatever is passed to require, must or cite exists in the rulebook."""
    known = set(Rulebook(game).rules)
    for path in (CODE / "games" / package(game)).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                position = {"require": 1, "must": 1, "cite": 0}.get(node.func.attr)
                if position is None or len(node.args) <= position:
                    continue
                argument = node.args[position]
                if isinstance(argument, ast.Constant):
                    assert argument.value in known, f"{path.name}: {argument.value!r}"

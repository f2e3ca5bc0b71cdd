"""The words: filling phrases, explaining refusals, searching rules, a second language."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import Ambiguous, Illegal, MoveError, Question, Unreadable
from referee.resources import rules_folder, use_rules
from referee.rulebook import Rulebook
from tests.kit import Bench

BOOK = Rulebook("1848")
VALUES: dict[str, Any] = {
    "amount": 1200,
    "loss": -50,
    "one": 1,
    "names": ["Anna", "Ben"],
    "nobody": [],
    "paid": [("Anna", 1500), ("Ben", 20)],
    "word": "word",
    "eight": "8",
    "none": None,
}


@pytest.fixture(autouse=True)
def shipped_again(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("REFEREE_RULES", raising=False)
    monkeypatch.delenv("REFEREE_LANG", raising=False)
    yield
    use_rules(None)


# ---------------------------------------------------------------- filling


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{amount}", "1200"),
        ("{amount:money}", "£1,200"),
        ("{loss:money}", "−£50"),
        ("{amount:signed} {loss:signed}", "+£1,200 −£50"),
        ("{names:list}", "Anna, Ben"),
        ("{names}", "Anna, Ben"),
        ("{nobody:list}", "none"),
        ("{nobody}", "none"),
        ("{paid:payments}", "Anna £1,500, Ben £20"),
        ("{amount} share{amount:plural}, {one} train{one:plural}", "1200 shares, 1 train"),
        ("{word:money}", "word"),
        ("{word:a}, {eight:a}", "a word, an 8"),
        ("{{word}}", "{word}"),
        ("{absent} {absent:money} {absent:signed} {absent:list} {absent:payments}", "? ? ? ? ?"),
        ("{absent:plural} {0}", "s ?"),
        ("{}", "?"),
        ("{one:list} {none:list} {none:payments}", "1 None None"),
        ("", ""),
    ],
)
def test_fill(template: str, text: str) -> None:
    assert BOOK.fill(template, VALUES) == text


@given(
    st.lists(st.tuples(st.sampled_from([*VALUES, "absent"]), st.sampled_from(["", ":money", ":list"]))),
    st.dictionaries(st.sampled_from(list(VALUES)), st.integers() | st.text() | st.none() | st.booleans()),
)
def test_a_missing_or_odd_field_never_raises(parts: list[tuple[str, str]], fields: dict[str, Any]) -> None:
    template = " ".join(f"{{{name}{spec}}}" for name, spec in parts)
    assert "{" not in BOOK.fill(template, dict.fromkeys(fields, 1))
    BOOK.fill(template, fields)


@pytest.mark.parametrize("game", ["1848", "core"])
def test_no_phrase_of_the_book_raises_without_its_fields(game: str) -> None:
    book = Rulebook(game)
    for phrase in book.phrases:
        if phrase != "money.format":
            assert book.say(phrase)
    for rule in book.rules.values():
        assert book.fill(rule.refusal or rule.says, {})


def test_money_and_labels() -> None:
    assert BOOK.money(0) == "£0" and BOOK.money(-1200) == "−£1,200"
    assert Rulebook("core").money(1200) == "1,200"
    assert BOOK.label("treasury") == "treasury" and BOOK.label("no such label") == "no such label"
    assert BOOK.say("no.such.phrase", x=1) == "no.such.phrase"
    assert BOOK.say("receipt.counted", account="Anna", amount=5) == "Anna has £5, as it should be."


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("error", "lines"),
    [
        (
            Illegal("money.overdraft", {"payer": "Anna", "cash": 5, "amount": 60}, waivable=False),
            ["Anna has £5 and can't pay £60. [money.overdraft]"],
        ),
        (
            Illegal("auction.turn", {"next": "Anna", "player": "Ben"}, waivable=True),
            [
                "It is Anna's turn in the sale of the privates, not Ben's. [auction.turn]",
                'The table may overrule this: add --ruling "reason".',
            ],
        ),
        (Illegal("no.such-rule", {}, waivable=False), ["[no.such-rule]"]),
        (
            Question("boe-income", {"hexes": ["C4", "E4"]}, ["boe AMOUNT"]),
            [
                "BOE has tokens on C4, E4: what are those cities worth together (£)?",
                "Answer with: boe AMOUNT",
            ],
        ),
        (Ambiguous("an", ["Anna", "Anton"]), ["“an” could be Anna, Anton."]),
        (Unreadable("a move is missing"), ["A move is missing."]),
        (Unreadable("“x” is no move", "did you mean y?"), ["“x” is no move.", "did you mean y?"]),
        (MoveError("something else"), ["something else"]),
    ],
)
def test_explain(error: MoveError, lines: list[str]) -> None:
    assert BOOK.explain(error) == lines


def test_every_rule_is_explained_in_at_most_three_lines() -> None:
    for rule in BOOK.rules.values():
        for waivable in (True, False):
            lines = BOOK.explain(Illegal(rule.id, {}, waivable=waivable))
            assert len(lines) <= 3 and all("\n" not in line for line in lines)
            assert lines[0].endswith(f"[{rule.id}]")


# ---------------------------------------------------------------- search


def test_search() -> None:
    assert BOOK.search("") == list(BOOK.rules.values())
    assert [rule.id for rule in BOOK.search("Money.Overdraft")] == ["money.overdraft"]
    found = [rule.id for rule in BOOK.search("share-limit")]
    assert found[0] == "stock.share-limit"
    hits = BOOK.search("loan")
    assert hits and all("loan" in rule.id or "loan" in rule.says.casefold() for rule in hits)
    by_id = ["loan" in rule.id for rule in hits]
    assert by_id == sorted(by_id, reverse=True)  # those named so stand first
    assert BOOK.search("no rule says this") == []
    other = Rulebook("dampfross")
    by_number = [rule for rule in other.rules.values() if "R7" in rule.numbers]  # as in the rule text
    assert len(by_number) > 1 and other.search("R7") == other.search("r7") == by_number


def test_the_game_comes_before_the_core() -> None:
    ids = list(BOOK.rules)
    assert ids[-1] == list(Rulebook("core").rules)[-1]
    assert not BOOK.rules[ids[0]].id.startswith("money.")


# ---------------------------------------------------------------- a second language

TEXT = """
[money]
format = "{:,} £"
[refused]
waivable = "La table peut passer outre : --ruling « raison »."
[receipt]
private-bought = "{player} achète {private} pour {amount:money}."
"""
RULEBOOK = """
["auction.turn"]
says = "Chacun son tour."
refusal = "C'est à {next} de jouer, pas à {player}."
"""


def test_a_second_language_is_mere_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(Path(str(rules_folder())), tmp_path / "rules")
    core, game = tmp_path / "rules" / "core", tmp_path / "rules" / "1848"
    english = (core / "text.en.toml").read_text(encoding="utf-8")
    (core / "text.fr.toml").write_text(english.replace("“{text}” could be", "« {text} » :"), encoding="utf-8")
    (game / "text.fr.toml").write_text(TEXT, encoding="utf-8")
    (game / "rulebook.fr.toml").write_text(RULEBOOK, encoding="utf-8")
    monkeypatch.setenv("REFEREE_RULES", str(tmp_path / "rules"))
    monkeypatch.setenv("REFEREE_LANG", "fr")
    bench = Bench("1848", ["Anna", "Ben", "Chloé"])
    explain = bench.table.rulebook.explain
    assert explain(bench.refuses("Ben: buy P2", "auction.turn")) == [
        "C'est à Anna de jouer, pas à Ben. [auction.turn]",
        "La table peut passer outre : --ruling « raison ».",
    ]
    assert explain(Ambiguous("n", ["NSW", "P6"])) == ["« n » : NSW, P6."]
    assert bench.sentences(bench.do("buy P1")) == "Anna achète P1 pour 30 £."
    assert bench.table.rulebook.rules["money.overdraft"].says  # the core's rules are not translated: English
    untranslated = bench.table.rulebook.rules["stock.share-limit"]
    assert untranslated.says.startswith("No player may hold more than 60 %")

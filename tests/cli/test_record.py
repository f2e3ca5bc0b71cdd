"""do, undo, redo, count, transfer."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from referee import session
from referee.cli import app
from tests.cli.conftest import Console, squeezed


def test_a_move_is_recorded_and_its_receipt_ends_with_what_is_next(toy: Console) -> None:
    assert toy("do", "bid", "20").stdout == "  1  Anna pays the Bank 20 Cr.\nnext: Ben to bid (turn 2)\n"
    assert 'by = "Anna"\ndo = "bid 20"\nat = ' in toy.text


def test_several_moves_are_parted_by_semicolons(toy: Console) -> None:
    out = toy("do", "bid 20; pass ; bid 5").stdout
    assert [line[:3] for line in out.splitlines()] == ["  1", "  2", "  3", "nex"]


def test_moves_come_from_stdin_with_comments_and_blank_lines(toy: Console) -> None:
    toy("do", "-", stdin="# the first round\nbid 20\n\npass; pass\n")
    assert len(session.load(Path("game.toml")).entries) == 3


def test_no_move_at_all_on_stdin_is_said(toy: Console) -> None:
    result = toy("do", "-", stdin="\n# nothing\n")
    assert "No move" in result.stderr and toy.moves == []


def test_a_refusal_says_what_why_and_what_would_be_legal(toy: Console) -> None:
    result = toy("do", "bid", "60", code=1)
    assert result.stdout == ""
    assert result.stderr.splitlines() == [
        "At most 50 Cr may be bid. [toy.limit]",
        'The table may overrule this: add --ruling "reason".',
        "legal now: bid 0–50 · pass",
    ]
    assert toy.moves == []


def test_moves_before_a_refused_one_are_recorded(toy: Console) -> None:
    result = toy("do", "bid 20; bid 60; pass", code=1)
    assert result.stdout == "  1  Anna pays the Bank 20 Cr.\n"
    assert result.stderr.startswith("Move 2 of 3 (“bid 60”; 1 recorded): At most 50 Cr")
    assert len(toy.moves) == 1


def test_all_or_none(toy: Console) -> None:
    result = toy("do", "--all-or-none", "bid 20; bid 60; pass", code=1)
    assert result.stdout == "" and "0 recorded" in result.stderr
    assert toy.moves == []
    toy("do", "--all-or-none", "bid 20; pass")
    assert len(toy.moves) == 2


def test_a_dry_run_shows_before_and_after_and_writes_nothing(toy: Console) -> None:
    before = toy.text
    result = toy("do", "-n", "bid 20; pass")
    assert "cash Anna 100 80" in squeezed(result.stdout)
    assert "nothing was recorded" in result.stderr
    assert toy.text == before


@pytest.mark.parametrize("words", [["bid", "-5"], ["-5"], ["bid", "–5"], ["give", "Ben", "-x"]])
def test_a_dash_is_part_of_the_move(toy: Console, words: list[str]) -> None:
    result = toy("do", *words, code=1)
    assert "is no" in result.stderr and "option" not in result.stderr


def test_names_are_shortened_and_recorded_whole(toy: Console) -> None:
    toy("do", "GIVE chloe 5;  bi 10")
    assert toy.moves == ["give Chloé 5", "bid 10"]


def test_a_misspelt_option_is_no_part_of_the_move(toy: Console) -> None:
    assert "no option --rulling" in toy("do", "say", "hello", "--rulling", "x", code=2).stderr
    assert "no option --sett" in toy("count", "Anna", "100", "--sett", "x", code=2).stderr
    assert "no option --zzz" in toy("why", "--zzz", code=2).stderr


def test_the_player_may_be_named_before_or_by_an_option(toy: Console) -> None:
    assert "It is Anna's turn, not Ben's." in toy("do", "Ben:", "pass", code=1).stderr
    assert "It is Anna's turn, not Ben's." in toy("do", "--by", "be", "pass", code=1).stderr
    toy("do", "Anna: pass")
    toy("do", "--by", "be", "pass")
    assert [entry.by for entry in session.load(Path("game.toml")).entries] == ["Anna", "Ben"]
    assert "Nobody is called “Zed”" in toy("do", "--by", "Zed", "pass", code=2).stderr


def test_a_ruling_is_kept_where_it_was_needed(toy: Console) -> None:
    out = toy("do", "bid", "60", "--ruling", "birthday").stdout
    assert "by ruling: birthday (toy.limit)" in out and 'ruling = "birthday"' in toy.text
    result = toy("do", "pass", "--ruling", "why not")
    assert "No ruling was needed" in result.stderr
    assert 'note = "why not"' in toy.text and toy.text.count("ruling =") == 1


def test_what_cannot_be_done_at_all_is_refused_even_by_ruling(toy: Console) -> None:
    result = toy("do", "bid", "500", "--ruling", "please", code=1)
    assert "Anna has 100 Cr and can't pay 500 Cr. [money.overdraft]" in result.stderr
    assert "--ruling" not in result.stderr


def test_a_note(toy: Console) -> None:
    toy("do", "pass", "--note", "asleep")
    assert 'note = "asleep"' in toy.text


def test_unreadable_moves_name_the_nearest_verbs_and_the_usage(toy: Console) -> None:
    assert "did you mean bid?" in toy("do", "bidd", "5", code=1).stderr
    assert "usage: give NAME AMOUNT" in toy("do", "give", "Ben", code=1).stderr
    assert "give" in toy("do", "give Bob 5", code=1).stderr


def test_a_question_names_its_answers(toy: Console) -> None:
    result = toy("do", "ask", code=1)
    assert result.stderr == "Which colour is it?\nAnswer with: say red · say blue\n"


def test_undo_and_redo(toy: Console) -> None:
    toy("do", "bid 20; pass; bid 5")
    out = toy("undo", "2").stdout
    assert out.splitlines() == [
        "  4  taken back: 3 Chloé: bid 5",
        "     taken back: 2 Ben: pass",
        "next: Ben to bid (turn 2)",
    ]
    assert "played again: 2 Ben: pass" in toy("redo").stdout
    assert "taken back: 1 Anna: bid 20" in toy("undo", "--to", "0").stdout
    assert len(toy.moves) == 6
    assert "nothing to redo: 3" in toy("redo", "9", code=1).stderr
    toy("redo", "3")
    assert "next: Anna" in toy("legal").stdout


def test_a_long_undo_is_told_shortly(toy: Console) -> None:
    toy("do", "; ".join(["pass"] * 9))
    out = toy("undo", "9").stdout
    assert len(out.splitlines()) == 7 and "… and 4 more, down to 1" in out


def test_stdin_must_be_text(toy: Console) -> None:
    result = CliRunner().invoke(app, ["do", "-"], input=b"pass\n\xff\xfe\n")
    assert result.exit_code == 2 and "not UTF-8" in result.stderr and toy.moves == []


def test_undo_refuses_what_is_not_there(toy: Console) -> None:
    assert "[undo.nothing]" in toy("undo", code=1).stderr
    assert "[redo.nothing]" in toy("redo", code=1).stderr
    assert "not a number of moves" in toy("undo", "x", code=2).stderr
    assert "not both" in toy("undo", "1", "--to", "2", code=2).stderr


@pytest.mark.parametrize(
    "words",
    [
        ["do", "-n", "pass; bid 5"], ["undo", "-n", "2"], ["undo", "-n", "--to", "0"], ["redo", "-n"],
        ["count", "-n", "Anna", "80"], ["count", "-n", "Anna", "70", "--settle", "x"], ["try", "bid 5"],
        ["transfer", "-n", "Anna", "Ben", "5", "--ruling", "x"], ["amend", "-n", "1", "bid 30"],
        ["try", "--at", "1", "bid 5"], ["show"], ["log"], ["history"], ["check"], ["score"], ["why", "Anna"],
    ],
)  # fmt: skip
def test_what_only_looks_leaves_every_byte_as_it_is(toy: Console, words: list[str]) -> None:
    toy("do", "bid 20; pass; bid 5")
    toy("undo")
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in Path().glob("*.*")}
    toy(*words)
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in Path().glob("*.*")} == before


def test_an_undo_may_be_tried_dry(toy: Console) -> None:
    toy("do", "bid 20")
    before = toy.text
    assert "cash Anna 80 100" in squeezed(toy("undo", "-n").stdout)
    assert toy.text == before


def test_a_right_count_is_a_mark(toy: Console) -> None:
    toy("do", "bid 20")
    assert "Anna has 80 Cr, as it should be." in toy("count", "anna", "80").stdout
    assert 'do = "count Anna 80"' in toy.text


def test_a_wrong_count_shows_the_moves_since_the_last_right_one(toy: Console) -> None:
    toy("do", "bid 20; pass; pass; bid 10; give Anna 40; pass")
    assert "7  Anna has 110 Cr, as it should be." in toy("count", "Anna", "110").stdout
    toy("do", "bid 10; pass; pass")
    before = toy.text
    result = toy("count", "Anna", "120", code=1)
    assert "since the count of move 7" in result.stdout
    assert "   8  bid                 Bank  −10 Cr   100 Cr  ◄" in result.stdout
    assert "gift" not in result.stdout
    assert result.stderr.splitlines() == [
        "Anna should have 100 Cr, not 120 Cr. [count.differs]",
        "20 Cr too much lies on the table, or the record has 20 Cr too little.",
        'If the table is right: count Anna 120 --settle "reason"',
    ]
    assert toy.text == before
    data = toy.json("count", "Anna", "120", code=1)["data"]
    assert (data["balance"], data["difference"], data["since"]) == (100, 20, 7)
    assert [entry["number"] for entry in data["suspects"]] == [8]
    assert data["sums"] == {"Bank": -10}
    misadded = toy("count", "Anna", "103", code=1).stdout
    assert misadded.endswith("its half or its double. In all: Bank −10 Cr.\n")


def test_a_count_is_settled_with_a_reason(toy: Console) -> None:
    assert "corrected by +7 Cr" in toy("count", "Anna", "107", "--settle", "found").stdout
    assert "found" in toy("rulings").stdout
    assert "Corrections of the table" in toy("score").stdout


def test_the_name_counted_may_be_several_words_and_must_be_there(toy: Console) -> None:
    assert "whose money" in toy("count", "80", code=2).stderr.lower()
    assert "“Zed”" in toy("count", "Zed", "80", code=1).stderr
    assert "“five” is not an amount" in toy("count", "Anna", "five", code=1).stderr
    assert "not −5 Cr" in toy("count", "Anna", "-5", code=1).stderr  # a debt may be counted


def test_a_transfer_needs_the_word_of_the_table(toy: Console) -> None:
    assert "[transfer.reason]" in toy("transfer", "Anna", "Ben", "20", code=1).stderr
    assert "Anna pays Ben 20 Cr" in toy("transfer", "anna", "ben", "20", "--ruling", "bet").stdout
    assert "−20 Cr" in toy("why", "Anna").stdout


def test_a_game_without_money_says_so(console: Console) -> None:
    console("new", "quiet", "-p", "Anna", "-p", "Ben", "-o", "q.toml")
    for words in (["why", "Anna"], ["count", "Anna", "5"], ["transfer", "Anna", "Ben", "5"]):
        assert "played without money" in console(*words, "-s", "q.toml", code=2).stderr


def test_two_recorders_at_once_lose_nothing(toy: Console) -> None:
    path = Path("game.toml")
    with session.locked(path):
        pass  # the lock is free again
    ours = session.load(path)
    toy("do", "bid 20")
    with pytest.raises(Exception, match="changed"):
        session.append(ours, [session.Entry(1, "pass")])
    assert len(toy.moves) == 1

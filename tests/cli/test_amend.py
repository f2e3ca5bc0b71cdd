"""amend: an earlier entry is changed, what follows is replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Console, squeezed


@pytest.fixture
def played(toy: Console) -> Console:
    """A table at which Anna has bid 50, then 40 of the 50 she had left."""
    toy("do", "bid 50; pass; pass; bid 40")
    return toy


def test_the_balances_that_differ_are_shown_and_the_old_file_is_kept(played: Console) -> None:
    before = played.text
    out = played("amend", "1", "bid", "30").stdout
    assert out.splitlines()[0] == "1: bid 50 → bid 30"
    assert "Anna 10 Cr 30 Cr" in squeezed(out) and "game.toml.bak" in out
    assert Path("game.toml.bak").read_text() == before
    assert 'do = "bid 30"' in played.text and played("check").exit_code == 0


def test_who_moved_may_be_amended_too(played: Console) -> None:
    assert "It is Anna's turn, not Ben's." in played("amend", "1", "bid 50", "--by", "Ben", code=1).stderr
    played("amend", "1", "bid 50", "--by", "Ben", "--ruling", "they swapped")
    assert "they swapped" in played("rulings").stdout
    assert played.json("why", "Ben")["data"]["balance"] == 50


def test_the_first_entry_that_becomes_illegal_is_named(toy: Console) -> None:
    toy("do", "give Ben 50; bid 50; pass; pass; bid 50; pass; pass; bid 50")
    before = toy.text
    result = toy("amend", "1", "pass", code=1)
    assert result.stderr.startswith(
        "Entry 8 (“bid 50”) would become illegal: Ben has 0 Cr and can't pay 50 Cr."
    )
    assert "--yes" in result.stderr and toy.text == before
    found = toy.json("amend", "1", "pass", code=1)
    assert found["data"]["written"] is False and len(found["data"]["faults"]) == 1
    assert "illegal now: referee amend 8" in toy("amend", "1", "pass", "--yes").stdout
    toy("show", code=3)
    toy("amend", "8", "pass")
    assert "8 entries" in toy("check").stdout


def test_a_dry_run_writes_nothing(played: Console) -> None:
    before = played.text
    result = played("amend", "-n", "4", "pass")
    assert "nothing was written" in result.stderr.lower() and played.text == before


def test_the_amended_entry_itself_must_be_legal(played: Console) -> None:
    before = played.text
    assert "[toy.limit]" in played("amend", "4", "bid 60", code=1).stderr
    assert "is no move" in played("amend", "4", "zzz", code=1).stderr
    assert "there is no entry 9" in played("amend", "9", "pass", code=2).stderr.lower()
    assert played.text == before
    assert "can't pay" in played("amend", "4", "bid 60", "--ruling", "once", code=1).stderr
    played("amend", "1", "bid 55", "--ruling", "once")


def test_an_undone_entry_changes_nothing_today(played: Console) -> None:
    played("undo")
    assert "has been undone" in played("amend", "4", "pass").stdout

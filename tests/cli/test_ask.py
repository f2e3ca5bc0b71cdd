"""legal, try, rules."""

from __future__ import annotations

from tests.cli.conftest import Console, squeezed


def test_legal_lists_what_may_be_typed_with_its_ranges(toy: Console) -> None:
    assert toy("legal").stdout == "next: Anna to bid (turn 1)\nbid 0–50  at most 50 Cr\npass\n"
    toy("do", "pass; pass")
    assert "next: Ben" in toy("legal", "--at", "1").stdout


def test_nothing_is_legal_after_the_end(toy: Console) -> None:
    toy("do", "stop")
    assert "Nothing is left to do." in toy("legal").stdout
    assert toy.json("legal")["data"]["choices"] == []
    assert "[table.over]" in toy("do", "pass", code=1).stderr


def test_a_legal_move_is_tried_and_not_recorded(toy: Console) -> None:
    before = toy.text
    out = toy("try", "bid", "20").stdout
    assert out.startswith("Legal: bid 20\n") and "cash Anna 100 80" in squeezed(out)
    assert toy.text == before


def test_moves_are_tried_one_after_the_other(toy: Console) -> None:
    out = toy("try", "bid 20; give Anna 5; bid 99", code=1).stdout
    assert out.index("Legal: bid 20") < out.index("Legal: give Anna 5") < out.index("Not legal.")


def test_an_illegal_move_is_answered_by_the_rule(toy: Console) -> None:
    result = toy("try", "bid", "60", code=1)
    assert result.stderr == ""
    assert result.stdout.splitlines() == [
        "Not legal.",
        "At most 50 Cr may be bid. [toy.limit]",
        'The table may overrule this: add --ruling "reason".',
        "toy.limit",
        "  Nobody bids more than the limit.",
        "  (toy, 2 · 2.1)",
    ]
    found = toy.json("try", "bid", "60", code=1)
    assert found["error"]["rule"] == "toy.limit" and found["data"] == {"at": 0, "legal": False, "tried": []}


def test_a_ruling_may_be_tried_too(toy: Console) -> None:
    assert "Legal by ruling only (toy.limit): bid 60" in toy("try", "bid 60", "--ruling", "x").stdout


def test_an_earlier_moment(toy: Console) -> None:
    toy("do", "bid 50; pass; pass; bid 50")
    assert "can't pay" in toy("try", "Anna: give Ben 20", "--ruling", "x", code=1).stdout
    assert "Legal" in toy("try", "--at", "3", "give Ben 20").stdout
    assert "there is no entry 99" in toy("try", "--at", "99", "pass", code=2).stderr.lower()


def test_what_only_the_table_knows_and_what_cannot_be_read(toy: Console) -> None:
    assert "Only the table can tell.\nWhich colour is it?" in toy("try", "ask", code=1).stdout
    assert "is no move" in toy("try", "zzz", code=1).stderr


def test_the_rule_card(toy: Console) -> None:
    assert toy("rules", "toy", "limit").stdout.splitlines()[0] == "toy.limit"
    assert toy("rules", "limit").stdout == toy("rules", "toy", "limit").stdout
    assert toy("rules", "2.1").stdout.splitlines()[0] == "toy.limit"
    assert len(toy.json("rules")["data"]["rules"]) > 5
    assert "no rule of toy has “zzz”" in toy("rules", "toy", "zzz", code=2).stderr.lower()
    assert "no game is called “zzz”" in toy("rules", "zzz", "limit", code=2).stderr.lower()

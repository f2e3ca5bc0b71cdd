"""Accounts: transfers, overdrafts, conservation, registers."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import Broken, Illegal
from referee.ledger import Ledger, Posting

ACCOUNTS = ("Bank", "Anna", "Ben", "NSW")


def opened() -> Ledger:
    """A bank that may be overdrawn, two players and a company."""
    ledger = Ledger()
    ledger.open("Bank", "bank", 1000, overdraft=True)
    ledger.open("Anna", "player", 100)
    ledger.open("Ben", "player")
    ledger.open("NSW", "company")
    return ledger


def balances(ledger: Ledger) -> dict[str, int]:
    return {name: ledger.balance(name) for name in ledger.accounts}


def test_a_transfer() -> None:
    ledger = opened()
    ledger.move = 7
    ledger.transfer("Anna", "Ben", 30, "share", company="NSW")
    assert balances(ledger) == {"Bank": 1000, "Anna": 70, "Ben": 30, "NSW": 0}
    assert ledger.postings == [Posting(7, "Anna", "Ben", 30, "share", {"company": "NSW"})]
    ledger.transfer("Anna", "Ben", 70, "share")
    assert ledger.balance("Anna") == 0
    ledger.check()


def test_nothing_is_no_posting() -> None:
    ledger = opened()
    ledger.transfer("Ben", "Anna", 0, "gift")
    ledger.transfer("Ben", "Ben", 0, "gift")
    assert not ledger.postings


@pytest.mark.parametrize(
    ("payer", "payee", "amount", "rule"),
    [
        ("Anna", "Ben", 101, "money.overdraft"),
        ("Ben", "Bank", 1, "money.overdraft"),
        ("Anna", "Ben", -1, "money.amount"),
        ("Anna", "Anna", 1, "money.amount"),
        ("Bank", "Bank", 1, "money.amount"),
    ],
)
def test_refused_transfers(payer: str, payee: str, amount: int, rule: str) -> None:
    ledger = opened()
    before = balances(ledger)
    with pytest.raises(Illegal) as caught:
        ledger.transfer(payer, payee, amount, "gift")
    assert caught.value.rule == rule and not caught.value.waivable
    assert balances(ledger) == before and not ledger.postings


def test_overdraft_where_the_account_allows_it() -> None:
    ledger = opened()
    ledger.transfer("Bank", "Anna", 1500, "income")
    assert ledger.balance("Bank") == -500
    ledger.check()


def test_breaches_are_found() -> None:
    ledger = opened()
    ledger.accounts["Anna"].balance += 1
    with pytest.raises(Broken, match="add up to 1101, not 1100"):
        ledger.check()
    ledger.accounts["Anna"].balance = -1
    ledger.accounts["Ben"].balance = 101
    with pytest.raises(Broken, match="Anna stands at -1"):
        ledger.check()


def test_a_register_has_a_running_balance() -> None:
    ledger = opened()
    for number, (payer, payee, amount) in enumerate(
        [("Anna", "NSW", 40), ("Bank", "Ben", 25), ("NSW", "Anna", 15), ("Bank", "Anna", 5)], 1
    ):
        ledger.move = number
        ledger.transfer(payer, payee, amount, "x")
    lines = ledger.register("Anna")
    assert [(line.posting.move, line.change, line.balance) for line in lines] == [
        (1, -40, 60),
        (3, 15, 75),
        (4, 5, 80),
    ]
    assert ledger.register("Ben")[0].balance == 25
    ledger.open("VR", "company", 9)
    assert ledger.register("VR") == []


names = st.sampled_from(ACCOUNTS)
transfers = st.lists(st.tuples(names, names, st.integers(-5, 60)), max_size=40)


@given(transfers)
def test_money_is_conserved(wanted: list[tuple[str, str, int]]) -> None:
    ledger = opened()
    taken = 0
    for number, (payer, payee, amount) in enumerate(wanted, 1):
        ledger.move = number
        before = balances(ledger)
        try:
            ledger.transfer(payer, payee, amount, "x")
            taken += amount > 0
        except Illegal:
            assert balances(ledger) == before
        ledger.check()
        assert sum(balances(ledger).values()) == 1100
        assert min(ledger.balance(name) for name in ACCOUNTS[1:]) >= 0
    assert len(ledger.postings) == taken


@given(transfers)
def test_every_register_ends_at_the_balance(wanted: list[tuple[str, str, int]]) -> None:
    ledger = opened()
    start = balances(ledger)
    for payer, payee, amount in wanted:
        if payer != payee and amount >= 0 and (payer == "Bank" or ledger.balance(payer) >= amount):
            ledger.transfer(payer, payee, amount, "x")
    for name in ACCOUNTS:
        lines = ledger.register(name)
        if lines:
            assert lines[-1].balance == ledger.balance(name)
            assert lines[0].balance - lines[0].change == start[name]
        assert all(after.balance == before.balance + after.change for before, after in pairwise(lines))
    assert sum(len(ledger.register(name)) for name in ACCOUNTS) == 2 * len(ledger.postings)

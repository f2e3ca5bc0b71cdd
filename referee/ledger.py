"""Accounts and the one way for money to move.

Amounts are integers in the game's own unit (£, Cr, francs). The sum over all accounts never changes
after they have been opened, and `check` proves it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.errors import Broken, Illegal
from referee.notation import fold


class NameTaken(Exception):
    """A second account of the same name: a player called like a company, say."""


class Account:
    """One account. `overdraft` tells whether its balance may go below zero; `corrected` is what the table
    has added to it outside the rules."""

    __slots__ = ("balance", "corrected", "kind", "name", "overdraft")

    def __init__(self, name: str, kind: str, balance: int, overdraft: bool) -> None:
        self.name, self.kind, self.balance, self.overdraft = name, kind, balance, overdraft
        self.corrected = 0


class Posting(NamedTuple):
    """One transfer: the number of the move that made it, who paid whom, how much and why.

    `reason` is a phrase id of the game's texts, `fields` fill it.
    """

    move: int
    payer: str
    payee: str
    amount: int
    reason: str
    fields: dict[str, Any]


class Line(NamedTuple):
    """One line of an account's register: `change` is signed, `balance` is what stands after it."""

    posting: Posting
    change: int
    balance: int


class Ledger:
    """All accounts of a table and every transfer between them."""

    def __init__(self) -> None:
        self.accounts: dict[str, Account] = {}
        self.postings: list[Posting] = []
        self._names: set[str] = set()
        self.total = 0
        self.move = 0  # number of the entry being played; postings carry it

    def open(self, name: str, kind: str, balance: int = 0, *, overdraft: bool = False) -> None:
        """Open an account with what it holds before the game begins. Raises `NameTaken`."""
        if fold(name) in self._names:
            raise NameTaken(name)
        self._names.add(fold(name))
        self.accounts[name] = Account(name, kind, balance, overdraft)
        self.total += balance

    def balance(self, name: str) -> int:
        """What the account holds now."""
        return self.accounts[name].balance

    def transfer(self, payer: str, payee: str, amount: int, reason: str, **fields: Any) -> None:
        """Move `amount` from `payer` to `payee`; nothing at all happens for 0.

        Raises `Illegal` (money.amount, money.overdraft), which no ruling can waive.
        """
        if amount == 0:
            return
        if amount < 0 or payer == payee:
            fields = {"amount": amount, "payer": payer, "payee": payee}
            raise Illegal("money.amount", fields, waivable=False)
        source = self.accounts[payer]
        if source.balance < amount and not source.overdraft:
            fields = {"payer": payer, "amount": amount, "cash": source.balance}
            raise Illegal("money.overdraft", fields, waivable=False)
        source.balance -= amount
        self.accounts[payee].balance += amount
        self.postings.append(Posting(self.move, payer, payee, amount, reason, fields))

    def correct(self, payer: str, payee: str, amount: int, reason: str, why: str) -> None:
        """Move money because the table says so, not the rules. Raises `Illegal` as `transfer` does."""
        self.transfer(payer, payee, amount, reason, why=why)
        self.accounts[payer].corrected -= amount
        self.accounts[payee].corrected += amount

    def check(self) -> None:
        """Raises `Broken` when money has appeared, vanished, or an account is overdrawn unduly."""
        total = 0
        for account in self.accounts.values():
            balance = account.balance
            total += balance
            if balance < 0 and not account.overdraft:
                raise Broken(f"{account.name} stands at {balance}")
        if total != self.total:
            raise Broken(f"the accounts add up to {total}, not {self.total}")

    def register(self, name: str) -> list[Line]:
        """Every transfer of an account, oldest first, with the running balance."""
        mine = [posting for posting in self.postings if name in (posting.payer, posting.payee)]
        changes = [-p.amount if p.payer == name else p.amount for p in mine]
        balance = self.accounts[name].balance - sum(changes)
        lines = []
        for posting, change in zip(mine, changes, strict=True):
            balance += change
            lines.append(Line(posting, change, balance))
        return lines

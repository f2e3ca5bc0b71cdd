"""The money on the table differs from the account: how much, and which moves may be to blame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.games.base import Section
from referee.reports import machine, register, tables

if TYPE_CHECKING:
    from referee.table import Table

SUSPECT = "◄"


class Difference:
    """A wrong count of `account`."""

    def __init__(self, table: Table, account: str, counted: int) -> None:
        self.table, self.account, self.counted = table, account, counted
        self.balance = table.game.ledger.balance(account)
        self.suspects, self.since = table.suspects(account, counted)

    @property
    def missing(self) -> int:
        """What the table has too little (negative: too much)."""
        return self.balance - self.counted

    def advice(self) -> list[str]:
        """How much is wrong, and how to correct the record."""
        words = self.table.rulebook
        phrase = "report.too-little" if self.missing > 0 else "report.too-much"
        return [
            words.say(phrase, difference=abs(self.missing)),
            words.say("report.settle", account=self.account, counted=self.counted),
        ]

    def lines(self, style: str | None = None) -> list[str]:
        """The register since the last right count, suspects marked."""
        words = self.table.rulebook
        whole = register.section(self.table, self.account)
        rows = [
            (*row, SUSPECT if row[0] in self.suspects else "")
            for row in whole.rows
            if not self.since or (isinstance(row[0], int) and row[0] >= self.since)
        ]
        title = words.say("report.since" if self.since else "report.uncounted", number=self.since)
        marked = [words.say("report.suspects", mark=SUSPECT)] if self.suspects else []
        return tables.body([Section(f"{whole.title}, {title}", (*whole.headers, ""), rows, marked)], style)

    def data(self) -> dict[str, Any]:
        """The same for programs."""
        moves = {line.posting.move for line in self.table.game.ledger.register(self.account)}
        numbers = sorted(number for number in moves if number > self.since)
        played = self.table.played
        return {
            "account": self.account,
            "counted": self.counted,
            "balance": self.balance,
            "difference": -self.missing,
            "since": self.since,
            "entries": [machine.entry(self.table, played[number - 1]) for number in numbers],
            "suspects": [machine.entry(self.table, played[number - 1]) for number in self.suspects],
        }

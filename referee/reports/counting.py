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
        if self.suspects:
            cause = [words.say("report.suspects", mark=SUSPECT)]
        else:  # most likely a slip in the adding up
            cause = [words.say("report.sums", sums=self._told_sums())] if self.sums else []
        return tables.body([Section(f"{whole.title}, {title}", (*whole.headers, ""), rows, cause)], style)

    @property
    def sums(self) -> dict[str, int]:
        """What came in from and went out to each account in all since the last right count."""
        found: dict[str, int] = {}
        for posting, change, _ in self.table.game.ledger.register(self.account):
            if posting.move > self.since:
                other = posting.payee if posting.payer == self.account else posting.payer
                found[other] = found.get(other, 0) + change
        return found

    def _told_sums(self) -> list[str]:
        fill = self.table.rulebook.fill
        return [f"{other} {fill('{sum:signed}', {'sum': amount})}" for other, amount in self.sums.items()]

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
            "sums": self.sums,
            "suspects": [machine.entry(self.table, played[number - 1]) for number in self.suspects],
        }

"""The register of an account: every transfer with its move, its reason and the balance after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.games.base import Section

if TYPE_CHECKING:
    from referee.table import Table


def opening(table: Table, account: str) -> int:
    """What an account held before the first move."""
    lines = table.game.ledger.register(account)
    return lines[0].balance - lines[0].change if lines else table.game.ledger.balance(account)


def section(table: Table, account: str) -> Section:
    """The register as a table, from the opening balance on."""
    words, ledger = table.rulebook, table.game.ledger
    headers = [words.label(name) for name in ("move", "reason", "with", "amount", "balance")]
    rows: list[tuple[object, ...]] = [
        ("", words.say("report.opening"), "", "", words.money(opening(table, account)))
    ]
    for line in ledger.register(account):
        posting = line.posting
        other = posting.payee if posting.payer == account else posting.payer
        reason = words.say(f"reason.{posting.reason}", **posting.fields)
        amount = words.fill("{change:signed}", {"change": line.change})
        rows.append((posting.move or "", reason, other, amount, words.money(line.balance)))
    return Section(words.say("report.register", account=account), headers, rows)


def data(table: Table, account: str) -> dict[str, Any]:
    """The register for programs."""
    lines = []
    for line in table.game.ledger.register(account):
        posting = line.posting
        lines.append(
            {
                "move": posting.move,
                "reason": posting.reason,
                "fields": posting.fields,
                "sentence": table.rulebook.say(f"reason.{posting.reason}", **posting.fields),
                "with": posting.payee if posting.payer == account else posting.payer,
                "amount": line.change,
                "balance": line.balance,
            }
        )
    balance = table.game.ledger.balance(account)
    return {"account": account, "opening": opening(table, account), "balance": balance, "lines": lines}

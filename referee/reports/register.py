"""The register of an account: every transfer with its move, its reason and the balance after it, and every
right count of the money.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.games.base import Section
from referee.moves import Count

if TYPE_CHECKING:
    from referee.table import Table


def opening(table: Table, account: str) -> int:
    """What an account held before the first move."""
    lines = table.game.ledger.register(account)
    return lines[0].balance - lines[0].change if lines else table.game.ledger.balance(account)


def section(table: Table, account: str) -> Section:
    """The register as a table, from the opening balance on."""
    words = table.rulebook
    headers = [words.label(name) for name in ("move", "reason", "with", "amount", "balance")]
    rows: list[tuple[object, ...]] = [
        ("", words.say("report.opening"), "", "", words.money(opening(table, account)))
    ]
    for line in _lines(table, account):
        amount = words.fill("{change:signed}", {"change": line["amount"]}) if line["amount"] else ""
        balance = words.money(line["balance"])
        rows.append((line["move"] or "", line["sentence"], line["with"], amount, balance))
    return Section(words.say("report.register", account=account), headers, rows)


def data(table: Table, account: str) -> dict[str, Any]:
    """The register for programs."""
    balance = table.game.ledger.balance(account)
    lines = _lines(table, account)
    return {"account": account, "opening": opening(table, account), "balance": balance, "lines": lines}


def _lines(table: Table, account: str) -> list[dict[str, Any]]:
    """Transfers and counts in the order of their moves."""
    words = table.rulebook
    lines = [
        {
            "move": posting.move,
            "reason": posting.reason,
            "fields": posting.fields,
            "sentence": words.say(f"reason.{posting.reason}", **posting.fields),
            "with": posting.payee if posting.payer == account else posting.payer,
            "amount": change,
            "balance": balance,
        }
        for posting, change, balance in table.game.ledger.register(account)
    ]
    counts = [
        {
            "move": item.entry.number,
            "reason": "counted",
            "fields": {},
            "sentence": words.say("reason.counted"),
            "with": "",
            "amount": 0,
            "balance": item.move.amount,
        }
        for item in table.played
        if item.live and item.error is None and isinstance(item.move, Count) and item.move.account == account
    ]
    return sorted([*lines, *counts], key=lambda line: line["move"])

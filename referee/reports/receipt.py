"""What a move did, in a few short lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from referee.games.base import Section
from referee.reports import tables
from referee.reports.text import folded

if TYPE_CHECKING:
    from referee.table import Receipt, Table


MOST_NAMED = 5  # of the entries that an undo takes back


def lines(table: Table, made: Receipt, undone: Sequence[int] = (), redone: Sequence[int] = ()) -> list[str]:
    """The sentences of a move behind its number, and its ruling if it needed one.

    `undone` and `redone` are the entries that it took back or played again.
    """
    words, entry = table.rulebook, made.played.entry
    sentences = [] if undone or redone else table.sentences(made.played) or [saying(table, entry.number)]
    numbers = [*undone, *redone]
    for number in numbers[:MOST_NAMED]:
        phrase = "report.undone" if undone else "report.redone"
        sentences.append(words.say(phrase, number=number, move=saying(table, number)))
    if len(numbers) > MOST_NAMED:
        sentences.append(words.say("report.more", count=len(numbers) - MOST_NAMED, last=numbers[-1]))
    if made.played.waived:
        sentences.append(words.say("report.ruling", why=entry.ruling, rules=", ".join(made.played.waived)))
    margin = f"{entry.number:>3}  "
    printed: list[str] = []
    for sentence in sentences:
        printed += folded(sentence, " " * len(margin) if printed else margin, " " * len(margin))
    return printed


def saying(table: Table, number: int) -> str:
    """Entry `number` as it is written in the record, with who made it."""
    item = table.played[number - 1]
    by = item.by or item.entry.by
    return f"{by}: {item.entry.do}" if by else item.entry.do


def changes(table: Table, found: Sequence[tuple[str, Any, Any]], style: str | None = None) -> list[str]:
    """What differs in the state, before and after."""
    words = table.rulebook
    headers = [words.label(name) for name in ("what", "before", "after")]
    rows = [(what.replace(".", " "), _value(before), _value(after)) for what, before, after in found]
    return tables.body([Section(headers=headers, rows=rows)], style)


def _value(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "—"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "—" if value in (None, "", {}) else str(value)

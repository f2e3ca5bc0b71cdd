"""The record as a story (log) and as figures (history)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from referee.games.base import Section
from referee.moves import Redo, Undo
from referee.reports.receipt import saying
from referee.reports.text import Struck, folded

if TYPE_CHECKING:
    from referee.table import Played, Table

UNDONE = "~"


def items(table: Table, *, everything: bool = False, player: str | None = None) -> list[Played]:
    """The entries to tell: those that count, or everything; of all, or those that concern a player."""
    return [
        item
        for item in table.played
        if (everything or (item.live and not isinstance(item.move, Undo | Redo)))
        and (player is None or _concerns(item, player))
    ]


def _concerns(item: Played, player: str) -> bool:
    if player in (item.by, item.entry.by):
        return True
    return any(player == value for event in item.events for value in event.fields.values())


def lines(table: Table, told: Iterable[Played]) -> Iterator[str]:
    """Each entry behind its number; what was undone behind “~”."""
    words = table.rulebook
    told = list(told)
    if not told:
        yield words.say("report.no-moves")
    for item in told:
        entry = item.entry
        if not item.live:
            text = saying(table, entry.number)
            yield from map(Struck, folded(text, f"{entry.number:>4}{UNDONE} ", " " * 6))
            continue
        sentences = table.sentences(item) or [saying(table, entry.number)]
        if item.waived:
            sentences.append(words.say("report.ruling", why=entry.ruling, rules=", ".join(item.waived)))
        if entry.note:
            sentences.append(words.say("report.note", note=entry.note))
        margin = f"{entry.number:>4}  "
        for sentence in sentences:
            yield from folded(sentence, margin, " " * 6)
            margin = " " * 6


def history(table: Table) -> Iterator[dict[str, Any]]:
    """Every live entry with the figures and the whole state after it."""
    for item, state in table.history():
        yield {
            "number": item.entry.number,
            "do": item.entry.do,
            "by": item.by or item.entry.by,
            "summary": table.game.summary(),
            "state": state,
        }


def history_section(table: Table) -> Section:
    """The figures after every live entry, one row each."""
    words = table.rulebook
    if not table.timeline.live:
        return Section(lines=[words.say("report.no-moves")])
    rows = [(step["number"], step["by"], step["do"], step["summary"]) for step in history(table)]
    names = list(dict.fromkeys(name for row in rows for name in row[3]))
    heads = [words.label(name) for name in ("move", "by", "what", *names)]
    return Section(headers=heads, rows=[(*row[:3], *(row[3].get(name) for name in names)) for row in rows])

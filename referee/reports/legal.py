"""What may be done now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.games.base import Choice, Section

if TYPE_CHECKING:
    from referee.table import Table


def choices(table: Table) -> list[Choice]:
    """What may be done now; nothing after the end."""
    return [] if table.game.finished else table.game.choices()


def section(table: Table) -> Section:
    """The choices as a table: what to type, and what more there is to say about it."""
    words, found = table.rulebook, choices(table)
    if not found:
        return Section(lines=[words.say("report.no-choice")])
    rows = [(c.text, words.say(f"choice.{c.phrase}", **c.fields) if c.phrase else "") for c in found]
    return Section(rows=rows)

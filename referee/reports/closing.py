"""The closing sheet: scores with their breakdown, ties, rulings and corrections."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from referee.games.base import Score, Section, ranked
from referee.moves import Settle, Transfer
from referee.reports import machine

if TYPE_CHECKING:
    from referee.table import Played, Table

MOST_PARTS = 6  # that fit beside each other


def scores(table: Table) -> list[Score]:
    """The scores in order of rank."""
    found = list(table.game.scores())
    return found if all(score.rank for score in found) else ranked(found)


def ties(found: Sequence[Score]) -> list[tuple[int, list[str]]]:
    """Who shares a rank: the rank and the names."""
    groups = [(rank, [s.name for s in group]) for rank, group in groupby(found, key=lambda score: score.rank)]
    return [(rank, names) for rank, names in groups if len(names) > 1]


def corrections(table: Table) -> list[Played]:
    """The live entries by which money moved outside the rules of the game."""
    return [item for item in table.played if item.live and isinstance(item.move, Settle | Transfer)]


def sections(table: Table) -> list[Section]:
    """The sheet: the scores, then what the table decided for itself."""
    words, found = table.rulebook, scores(table)
    title = words.say("report.final" if table.game.finished else "report.standing")
    lines = [words.say("report.tie", names=" = ".join(names), rank=rank) for rank, names in ties(found)]
    heads, *rows = _sheet(table, found)
    sheet = [Section(title, heads, rows, lines)]
    if rulings := [item for item in table.rulings if not isinstance(item.move, Settle | Transfer)]:
        sheet.append(decisions(table, rulings, "report.rulings"))
    if corrected := corrections(table):
        sheet.append(decisions(table, corrected, "report.corrections"))
    return sheet


def _sheet(table: Table, found: Sequence[Score]) -> list[list[Any]]:
    """The scores as lines: one a player, or one a part where there are too many parts for the screen."""
    words = table.rulebook
    parts = list(dict.fromkeys(part for score in found for part in score.parts))
    remarked = any(score.remark for score in found)
    heads = ["rank", "player", *parts, "total", *["remark"] * remarked]
    lines: list[list[Any]] = [[words.label(name) for name in heads]]
    for score in found:
        values = [words.money(score.parts[part]) if part in score.parts else "" for part in parts]
        lines.append([score.rank, score.name, *values, words.money(score.total), *[score.remark] * remarked])
    if len(parts) <= MOST_PARTS:
        return lines
    ranks, players, *others = [list(line) for line in zip(*lines, strict=True)]
    return [players, ranks, *others]


def decisions(table: Table, items: Sequence[Played], title: str) -> Section:
    """Entries that stand by the table's word: what was done and why, and the rules overruled if any were."""
    words = table.rulebook
    heads = ["move", "player", "what", "rules", "ruling"]
    rows = [
        [item.entry.number, item.by, item.entry.do, ", ".join(item.waived), item.entry.ruling]
        for item in items
    ]
    told = [i for i in range(len(heads)) if any(row[i] for row in rows)]
    return Section(
        words.say(title), [words.label(heads[i]) for i in told], [[r[i] for i in told] for r in rows]
    )


def data(table: Table) -> dict[str, Any]:
    """The sheet for programs."""
    found = scores(table)
    return {
        "final": table.game.finished,
        "scores": [machine.score(score) for score in found],
        "ties": [names for _, names in ties(found)],
        "rulings": [machine.entry(table, item) for item in table.rulings],
        "corrections": [machine.entry(table, item) for item in corrections(table)],
    }

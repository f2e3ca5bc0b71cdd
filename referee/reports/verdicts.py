"""Verdicts of the dispute desk and the rules they rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.errors import Illegal, Question
from referee.reports.text import Heading, folded

if TYPE_CHECKING:
    from referee.rulebook import Rule, Rulebook
    from referee.table import Receipt, Table


def legal(table: Table, made: Receipt) -> list[str]:
    """It would be taken; by ruling only, where that is so."""
    phrase = "report.legal-by-ruling" if made.played.waived else "report.legal"
    return [
        Heading(table.rulebook.say(phrase, move=made.played.entry.do, rules=", ".join(made.played.waived)))
    ]


def refused(table: Table, error: Illegal | Question) -> list[str]:
    """It would not be taken, or only the table can tell; with the rule as it stands."""
    words = table.rulebook
    first, *others = words.explain(error)
    phrase = "report.illegal" if isinstance(error, Illegal) else "report.cant-tell"
    lines: list[str] = [Heading(words.say(phrase)), *folded(first), *others]
    if isinstance(error, Illegal) and (rule := words.rules.get(error.rule)):
        lines += card(words, rule)
    return lines


def card(words: Rulebook, rule: Rule) -> list[str]:
    """One rule: its id, its text, where it stands."""
    where = " · ".join(filter(None, (rule.where, ", ".join(rule.numbers))))
    return [
        Heading(rule.id),
        *folded(rule.says, "  ", "  "),
        *(folded(f"({where})", "  ", "  ") if where else ()),
    ]

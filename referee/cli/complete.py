"""What may be typed next: at the prompt and in the shell."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from referee.errors import Ambiguous, Unreadable
from referee.notation import Words, fold
from referee.reports.legal import choices

if TYPE_CHECKING:
    from referee.notation import Move, Names
    from referee.table import Table


MOVES_FOLLOW, ACCOUNT_FOLLOWS = ("do", "try"), ("why",)


def candidates(table: Table, text: str, commands: Iterable[str] = ()) -> tuple[str, list[str]]:
    """The words that may follow in `text`, and that end of `text` which they would replace.

    What is legal now comes first, then whatever the notation allows.
    """
    opening = text.rpartition(";")[2].lstrip()
    verb, blank, rest = opening.partition(" ")
    if blank and verb in MOVES_FOLLOW:
        return candidates(table, rest)
    if blank and verb in ACCOUNT_FOLLOWS:
        return rest, _fitting(rest, table.names.of("account"))
    if not blank:
        found = [*_legal(table, opening), *_verbs(table), *commands]
        return opening, _fitting(opening, found)
    move = table.grammar.moves.get(fold(verb))
    if move is None:
        return _last(rest), []
    tail, fields = _fields(move, rest.lstrip(), table.names)
    legal = [word for word in _legal(table, opening) if word]
    return (tail, _fitting(tail, fields)) if not legal else _merged(_last(rest), legal, tail, fields)


def _merged(last: str, legal: list[str], tail: str, fields: list[str]) -> tuple[str, list[str]]:
    """Legal next words where they fit, then the fields' values if they replace the same text."""
    return last, _fitting(last, [*legal, *(fields if tail == last else ())])


def _legal(table: Table, text: str) -> list[str]:
    """The next word of every legal choice that begins like `text`."""
    typed = text.split(" ")
    before, count = [fold(word) for word in typed[:-1]], len(typed)
    found = []
    for choice in choices(table):
        for full in (choice.text, *choice.moves):
            words = full.split(" ")
            if len(words) >= count and [fold(word) for word in words[: count - 1]] == before:
                found.append(words[count - 1])
    return [word for word in found if word[:1].isalnum() and not _is_range(word)]


def _is_range(word: str) -> bool:
    """Whether a word of a choice stands for many: 0–50, NAME."""
    return "–" in word or "…" in word or (len(word) > 3 and word.isupper())


def _verbs(table: Table) -> list[str]:
    return sorted({move.VERB for move in table.grammar.moves.values()})


def _fields(move: type[Move], text: str, names: Names) -> tuple[str, list[str]]:
    """The values of the field that `text` has come to, and the part of it already typed."""
    words = Words(text)
    keywords = [slot.keyword for slot in move.SLOTS if slot.keyword]
    for slot in move.SLOTS:
        if slot.keyword or slot.field is None:
            continue
        start = words.at
        rest = Words(text)
        rest.at = start
        tail = rest.rest()
        try:
            slot.field.read(words, names)
        except (Unreadable, Ambiguous):
            words.at = start
            if slot.optional and not _fitting(tail, slot.field.complete(names)):
                continue
            return tail, slot.field.complete(names) + (keywords if slot.optional else [])
        if not words and not text.endswith(" "):
            return tail, slot.field.complete(names)
    last = _last(text)
    done = text[: len(text) - len(last)].split()
    if done and (slot_of := move.KEYWORDS.get(fold(done[-1]))) and slot_of.field is not None:
        return last, slot_of.field.complete(names)
    used = {fold(word) for word in done}
    return last, [keyword for keyword in keywords if fold(keyword) not in used]


def _last(text: str) -> str:
    return text.rpartition(" ")[2]


def _fitting(start: str, found: Iterable[str]) -> list[str]:
    """Those that begin like `start`, each once, in their order."""
    wanted = fold(start)
    return [word for word in dict.fromkeys(found) if fold(word).startswith(wanted)]

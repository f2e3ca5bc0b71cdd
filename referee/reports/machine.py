"""`--json`: what the commands say, as data. Money is always an integer, in the game's own unit.

Every command prints exactly one envelope on stdout:

    {"schema": 1, "command": "show", "ok": true, "data": DATA}
    {"schema": 1, "command": "do", "ok": false, "error": ERROR, "data": DATA}

`ok` is true exactly when the exit code is 0. Beside an error, `data` is there only if something can be
said all the same: the moves before the refused one, a verdict, the result of a check.

    ERROR      {"kind", "exit", "rule", "message", "lines": [text], "faults": [FAULT]}
               kind: illegal, unreadable, ambiguous, question, check, usage, file, busy, broken
               exit: 1 refused or check failed, 2 usage, 3 session file, 4 busy, 5 a defect of Referee
    FAULT      {"path", "line", "problem", "remedy", "excerpt", "entry"}   line 0: the file as a whole
    TABLE      {"path", "game", "title", "rules", "players": [PLAYER], "options": {name: value},
                "entries": number}   options: those that are not the default
    PLAYER     {"name", and what else the session says of him}
    SITUATION  {"actor", "phrase", "sentence", "fields": {…}, "finished"}
    CHOICE     {"text", "moves": [text], "phrase", "fields": {…}}
    ENTRY      {"number", "do", "by", "at", "ruling", "note", "ref", "live", "sentences": [text],
                "events": [{"phrase", "rule", "fields": {…}}], "waived": [rule], "error"}
    RECEIPT    ENTRY and {"changes": [{"what", "before", "after"}], "undone": [number], "redone": [number]}
    SCORE      {"rank", "name", "total", "parts": {label: number}, "remark"}
    RULE       {"id", "says", "refusal", "where", "kind", "list": [number]}
    SECTION    {"title", "headers": [text], "rows": [[cell]], "lines": [text]}

The data of each command:

    new         {"table": TABLE, "next": SITUATION}
    do, undo, redo, count, transfer
                {"recorded": [RECEIPT], "dry_run", "next": SITUATION}
    try         {"at": number, "legal", "tried": [RECEIPT]}
    legal       {"situation": SITUATION, "choices": [CHOICE]}
    show        {"table": TABLE, "at": number, "situation": SITUATION, "choices": [CHOICE], "state": {…}}
    (views)     {"table": TABLE, "at": number, "sections": [SECTION]}
    why         {"table": TABLE, "account", "opening", "balance",
                 "lines": [{"move", "reason", "fields": {…}, "sentence", "with", "amount", "balance"}]}
    log         {"table": TABLE, "entries": [ENTRY]}
    count       when it is wrong, beside the error:
                {"account", "counted", "balance", "difference", "since", "entries": [ENTRY],
                 "sums": {account: amount}, "suspects": [ENTRY]}
    rulings     {"table": TABLE, "rulings": [ENTRY]}
    check       {"files": [{"path", "game", "entries", "undone", "rulings", "torn", "faults": [FAULT]}]}
    score       {"table": TABLE, "final", "scores": [SCORE], "ties": [[name]], "rulings": [ENTRY],
                 "corrections": [ENTRY]}
    history     {"table": TABLE, "history": [{"number", "do", "by", "summary": {…}, "state": {…}}]}
    board       new {"game", "path"} · check {"game", "path", "doubts": [text], "missing": [text]} ·
                show {"game", "path", "picture", "sections": [SECTION], "missing": [text]} ·
                save {"game", "path", "missing": [text]}
    rules       {"game", "rules": [RULE]}
    games       {"games": [{"key", "title", "players": [low, high], "rules", "money", "views": {name: help},
                 "importers": [format]}]}
    use         {"path"}
    import      {"table": TABLE, "next": SITUATION, "notes": [text], "faults": [FAULT]}
    amend       {"number", "before", "after", "written", "backup", "changes": [{"what", "before", "after"}],
                 "faults": [FAULT]}
    completion  {"shell", "lines": [text]}
    play        one envelope a line, each with the name of its command
    help        (at the prompt) {"lines": [text]}

Times are ISO 8601; absent times and refs are null.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.errors import Fault
    from referee.games.base import Choice, GameInfo, Score, Section
    from referee.rulebook import Rule
    from referee.table import Played, Receipt, Table

SCHEMA = 1


def envelope(command: str, data: Any = None, error: Mapping[str, Any] | None = None) -> str:
    """What a command prints: its data, or its error with what data there are all the same."""
    content: dict[str, Any] = {"schema": SCHEMA, "command": command, "ok": error is None}
    if error is not None:
        content["error"] = error
    if error is None or data is not None:
        content["data"] = data
    return json.dumps(content, ensure_ascii=False, default=_plain)


def _plain(value: Any) -> Any:
    """Whatever JSON does not know: sets and views as lists, the rest as text."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Iterable):
        return list(value)
    return str(value)


def fault(found: Fault, entry: int | None = None) -> dict[str, Any]:
    """A FAULT."""
    return {
        "path": str(found.path),
        "line": found.line,
        "problem": found.problem,
        "remedy": found.remedy,
        "excerpt": found.excerpt,
        "entry": entry,
    }


def table(of: Table) -> dict[str, Any]:
    """A TABLE."""
    session = of.session
    return {
        "path": str(session.path),
        "game": session.game,
        "title": session.title,
        "rules": session.rules,
        "players": [{"name": player.name, **player.extra} for player in session.players],
        "options": of.options,
        "entries": len(session.entries),
    }


def situation(of: Table) -> dict[str, Any]:
    """A SITUATION."""
    now = of.situation
    return {
        "actor": now.actor,
        "phrase": now.phrase,
        "sentence": of.now(),
        "fields": now.fields,
        "finished": of.game.finished,
    }


def choice(found: Choice) -> dict[str, Any]:
    """A CHOICE."""
    return {"text": found.text, "moves": found.moves, "phrase": found.phrase, "fields": found.fields}


def entry(of: Table, item: Played) -> dict[str, Any]:
    """An ENTRY."""
    written = item.entry
    return {
        "number": written.number,
        "do": written.do,
        "by": item.by or written.by,
        "at": written.at.isoformat() if written.at else None,
        "ruling": written.ruling,
        "note": written.note,
        "ref": written.ref,
        "live": item.live,
        "sentences": of.sentences(item),
        "events": [{"phrase": e.phrase, "rule": e.rule, "fields": e.fields} for e in item.events],
        "waived": item.waived,
        "error": " ".join(of.rulebook.explain(item.error)) if item.error else None,
    }


def receipt(
    of: Table, made: Receipt, undone: Sequence[int] = (), redone: Sequence[int] = ()
) -> dict[str, Any]:
    """A RECEIPT."""
    return {
        **entry(of, made.played),
        "changes": changes(made.changes),
        "undone": undone,
        "redone": redone,
    }


def changes(found: Iterable[tuple[str, Any, Any]]) -> list[dict[str, Any]]:
    """Changes of the state."""
    return [{"what": what, "before": before, "after": after} for what, before, after in found]


def score(found: Score) -> dict[str, Any]:
    """A SCORE."""
    return {
        "rank": found.rank,
        "name": found.name,
        "total": found.total,
        "parts": found.parts,
        "remark": found.remark,
    }


def rule(found: Rule) -> dict[str, Any]:
    """A RULE."""
    return {
        "id": found.id,
        "says": found.says,
        "refusal": found.refusal,
        "where": found.where,
        "kind": found.kind,
        "list": found.numbers,
    }


def section(found: Section) -> dict[str, Any]:
    """A SECTION."""
    return {"title": found.title, "headers": found.headers, "rows": found.rows, "lines": found.lines}


def game(info: GameInfo) -> dict[str, Any]:
    """A game of the catalogue."""
    return {
        "key": info.key,
        "title": info.title,
        "players": info.players,
        "rules": info.rules,
        "money": info.money,
        "views": info.views,
        "importers": list(info.importers),
    }

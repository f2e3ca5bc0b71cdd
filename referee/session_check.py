"""From the text of a session file to what it holds, or to all its faults at once. It knows no game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from pathlib import Path
from typing import Any, NamedTuple

from referee.notation import fold
from referee.session_source import Source, shown

FORMAT = 1
MAX_MOVE, MAX_NAME = 2000, 40  # characters
NEW = "start one with `referee new 1848 -p Anna -p Ben -p Chloé`"

_KNOWN = {
    "": ("session", "options", "player", "move"),
    "session": ("format", "game", "rules", "title", "created"),
    "move": ("by", "ruling", "note", "ref", "do", "at"),
}
_HEAD: dict[str, type] = {"format": int, "game": str, "rules": str, "title": str, "created": date}
_KINDS: dict[type, str] = {
    str: "a text", int: "a whole number", bool: "true or false", float: "a decimal number", list: "a list",
    dict: "a table", datetime: "a date and time", date: "a date and time", time: "a time of day",
}  # fmt: skip
_SAMPLE: dict[type, str] = {str: '"…"', int: "1", date: "2026-11-29T19:30:00+01:00"}
_A_PLAYER = '[[player]], and below it name = "Anna"'
_A_MOVE = '[[move]], and below it do = "…"'
# Control characters, line separators, bidi overrides and lone surrogates: never shown, so never taken.
_HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_BLANK_LETTERS = "\u115f\u1160\u3164\uffa0"  # letters by name, invisible on the screen
_NOT_IN_NAMES = re.compile(r'[;:,"()\[\]{}=#]')  # they part or mark things in the notation


@dataclass(slots=True)
class Player:
    """A player; `extra` holds further texts of his table, such as `colour = "jaune"`."""

    name: str
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Entry:
    """One recorded move; `number` counts from 1. `ref` is the id of the action it was imported from."""

    number: int
    do: str
    by: str = ""
    at: datetime | None = None
    ruling: str = ""
    note: str = ""
    ref: int | None = None


class Content(NamedTuple):
    """What a session file holds."""

    game: str
    rules: str
    title: str
    created: datetime | None
    options: dict[str, Any]
    players: list[Player]
    entries: list[Entry]


def read(path: Path, data: bytes) -> Content:
    """What the file's bytes hold. Raises `FileFaults` with all its faults at once."""
    source = Source(path, data)
    if not data.strip():
        source.add("the file is empty", f"delete it and {NEW}")
        raise source.error()
    content = _Check(source).everything(source.document())
    if source.faults:
        raise source.error()
    return content


def read_moves(source: Source, tables: Any, first: int) -> list[Entry]:
    """The entries of `[[move]]` tables, numbered from `first`; what is wrong is added to `source.faults`."""
    return _Check(source).moves(tables, first)


class _Check:
    """Checks a TOML document and adds what is wrong with it to the faults of its source."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.add = source.add

    def everything(self, document: dict[str, Any]) -> Content:
        head = document.get("session")
        if isinstance(head, dict) and type(version := head.get("format")) is int and version > FORMAT:
            problem = f"this file has format {version}; this Referee reads format {FORMAT}"
            self.add(problem, "this file needs a newer Referee: update it", "session", 0, "format")
            raise self.source.error()
        self._unknown(document, "", 0)
        values = self._head(head)
        return Content(
            values.get("game", ""),
            values.get("rules", ""),
            values.get("title", ""),
            values.get("created"),
            self._options(document.get("options", {})),
            self._players(document.get("player", [])),
            self.moves(document.get("move", []), 1),
        )

    def _unknown(self, table: Mapping[str, Any], name: str, index: int) -> None:
        known = _KNOWN[name]
        for key in table:
            if key not in known:
                from difflib import get_close_matches

                near = get_close_matches(key.casefold(), known, 1)
                wanted = f"did you mean `{near[0]}`?" if near else f"known are: {', '.join(known)}"
                what = f"unknown key `{shown(key)}`" + (f" in [{name}]" if name else "")
                self.add(what, wanted, *((name, index, key) if name else (key, 1)))

    def _is(self, value: Any, kind: type, table: str, index: int, key: str, shape: str = "") -> bool:
        if type(value) is kind or (kind is date and isinstance(value, date)):
            return True
        problem = f"`{key or table}` must be {_KINDS[kind]}, but is {_KINDS[type(value)]}"
        self.add(problem, f"write it as {shape or f'{key} = {_SAMPLE[kind]}'}", table, index, key)
        return False

    def _head(self, head: Any) -> dict[str, Any]:
        if head is None and self.source.faults:
            return {}  # it may be in a line that is no TOML
        if head is None:
            self.add("this is no session file: it has no [session]", f"{NEW}, or add [session] with its game")
            return {}
        if not self._is(head, dict, "session", 0, "", '[session], and below it game = "1848"'):
            return {}
        self._unknown(head, "session", 0)
        for key, example in (("format", str(FORMAT)), ("game", '"1848"')):
            if key not in head:
                self.add(f"[session] has no `{key}`", f"add {key} = {example}", "session")
        for key, kind in _HEAD.items():
            if key not in head or not self._is(value := head[key], kind, "session", 0, key):
                continue
            if kind is str and (problem := hidden(value)):
                self.add(f"`{key}` {problem}", "retype it", "session", 0, key)
            elif key == "game" and not value.strip():
                self.add("`game` is empty", 'name the game: game = "1848"', "session", 0, key)
            elif key == "format" and value != FORMAT:
                self.add(f"there is no format {value}", f"write format = {FORMAT}", "session", 0, key)
        created = head.get("created")
        return {**head, "created": _moment(created) if isinstance(created, date) else None}

    def _options(self, options: Any) -> dict[str, Any]:
        if not self._is(options, dict, "options", 0, "", "[options]"):
            return {}
        for key, value in options.items():
            if problem := hidden(key) or _bad_option(value):
                remedy = "an option is a text, a whole number, true or false, or a list or table of these"
                self.add(f"option `{shown(key)}` {problem}", remedy, "options", 0, key)
        return dict(options)

    def _players(self, tables: Any) -> list[Player]:
        if tables == [] and self.source.faults:
            return []
        if tables == []:
            self.add(
                "there are no players", f"add for each of them, in seating order, {_A_PLAYER}", "session"
            )
            return []
        if not self._is(tables, list, "player", 0, "", _A_PLAYER):
            return []
        players: list[Player] = []
        taken: dict[str, str] = {}
        for index, table in enumerate(tables, 1):
            if not self._is(table, dict, "player", index, "", _A_PLAYER):
                continue
            extra = {key: value for key, value in table.items() if key != "name"}
            for key, value in extra.items():
                if self._is(value, str, "player", index, key) and (problem := hidden(value) or hidden(key)):
                    self.add(f"`{shown(key)}` {problem}", "retype it", "player", index, key)
            if "name" not in table:
                near = next((key for key in extra if fold(key) in ("nom", "names", "nmae", "player")), "")
                remedy = f"write name instead of {near}" if near else 'add name = "…"'
                self.add("this player has no `name`", remedy, "player", index, near)
            elif self._is(name := table["name"], str, "player", index, "name"):
                if fault := _bad_name(name):
                    self.add(*fault, "player", index, "name")
                elif (same := taken.setdefault(fold(name), name)) is not name:
                    problem = f"two players are named {same} and {name}"
                    self.add(problem, "tell them apart: Anna B, Anna K", "player", index, "name")
                players.append(Player(name, extra))
        return players

    def moves(self, tables: Any, first: int) -> list[Entry]:
        if not self._is(tables, list, "move", 0, "", _A_MOVE):
            return []
        entries: list[Entry] = []
        for number, table in enumerate(tables, first):
            try:  # the plain case, which is nearly every one, in as few steps as can be
                entry = Entry(number, **table)
                if (
                    (entry.do + entry.by + entry.ruling + entry.note).isprintable()
                    and not entry.do.isspace()
                    and 0 < len(entry.do) <= MAX_MOVE
                    and (entry.at is None or type(entry.at) is datetime)
                    and (entry.ref is None or type(entry.ref) is int)
                ):
                    entries.append(entry)
                    continue
            except (TypeError, AttributeError):
                pass
            if found := self._move(number - first + 1, number, table):
                entries.append(found)
        return entries

    def _move(self, index: int, number: int, table: Any) -> Entry | None:
        if not self._is(table, dict, "move", index, "", _A_MOVE):
            return None
        before = len(self.source.faults)
        self._unknown(table, "move", index)
        kinds: dict[str, type] = {"ref": int, "at": date}
        for key, value in table.items():
            if key in _KNOWN["move"] and self._is(value, kinds.get(key, str), "move", index, key):
                if isinstance(value, str) and (problem := hidden(value)):
                    self.add(f"`{key}` {problem}", "retype it on one line", "move", index, key)
                elif key == "do" and not value.strip():
                    self.add("`do` is empty", "write the move, or delete this [[move]]", "move", index, key)
                elif key == "do" and len(value) > MAX_MOVE:
                    problem = f"`do` is too long ({len(value)} characters)"
                    self.add(problem, f"at most {MAX_MOVE} characters a move", "move", index, key)
        if "do" not in table:
            self.add("this move has no `do`", 'add do = "…", or delete this [[move]]', "move", index)
        if len(self.source.faults) > before or "do" not in table:
            return None
        at = table.get("at")
        return Entry(number, **{**table, "at": at and _moment(at)})


# ---------------------------------------------------------------- single values


def hidden(text: str) -> str:
    """What is wrong with a text that could not be shown as it is, "" if nothing."""
    if found := _HIDDEN.search(text):
        return "has a line break" if found[0] == "\n" else f"has a control character (U+{ord(found[0]):04X})"
    return ""


def _bad_name(name: str) -> tuple[str, str] | None:
    """What is wrong with a player's name, and the remedy."""
    text = shown(name, MAX_NAME)
    if not name.strip():
        return "a player's name is empty", 'write name = "Anna"'
    if bad := next((c for c in name if not c.isprintable() or c in _BLANK_LETTERS), ""):
        return f"the name {text} has an invisible or control character (U+{ord(bad):04X})", "retype the name"
    if len(name) > MAX_NAME:
        return f"the name {text} is too long ({len(name)} characters)", f"at most {MAX_NAME} characters"
    if name != " ".join(name.split()):
        return f"the name {text} has superfluous spaces", f'write name = "{" ".join(name.split())}"'
    if found := _NOT_IN_NAMES.search(name):
        return f"the name {text} has a {found[0]}, which parts moves", "choose a name without it"
    if not name[0].isalpha():
        return f"the name {text} does not begin with a letter", "choose a name that does"
    return None


def _bad_option(value: Any) -> str:
    if isinstance(value, str):
        return hidden(value)
    if isinstance(value, Mapping):
        return next(filter(None, (hidden(key) or _bad_option(item) for key, item in value.items())), "")
    if isinstance(value, Sequence):
        return next(filter(None, map(_bad_option, value)), "")
    return "" if isinstance(value, int) else f"is {_KINDS[type(value)]}"


def _moment(value: date) -> datetime:
    return value if isinstance(value, datetime) else datetime(value.year, value.month, value.day)

"""The session file: read, check, create, append, rewrite, lock, find. It knows no game.

A move is recorded by appending one `[[move]]` to the file; what stands there already is never touched,
so comments and hand edits survive. An entry that a power cut left unfinished is set aside on reading.
"""

from __future__ import annotations

import os
import re
import sys
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from datetime import time as clock
from pathlib import Path
from typing import Any, NoReturn

from .errors import Busy, Fault, FileFaults, UsageError

FORMAT = 1
MAX_BYTES = 8 * 1024 * 1024
MAX_MOVE, MAX_NAME = 2000, 40  # characters
MAX_FAULTS = 100  # more of them help nobody
COMMENT = (
    "# A referee session. One [[move]] per line of play, oldest first; "
    "edit it by hand if you like, then run `referee check`."
)
PIN = Path(".referee")
NEW = "start one with `referee new 1848 -p Anna -p Ben -p Chloé`"

_KNOWN = {
    "": ("session", "options", "player", "move"),
    "session": ("format", "game", "rules", "title", "created"),
    "move": ("by", "ruling", "note", "ref", "do", "at"),
}
_HEAD: dict[str, type] = {"format": int, "game": str, "rules": str, "title": str, "created": date}
_KINDS: dict[type, str] = {
    str: "a text", int: "a whole number", bool: "true or false", float: "a decimal number", list: "a list",
    dict: "a table", datetime: "a date and time", date: "a date and time", clock: "a time of day",
}  # fmt: skip
_SAMPLE: dict[type, str] = {str: '"…"', int: "1", date: "2026-11-29T19:30:00+01:00"}
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


@dataclass
class Session:
    """A session file as read. `torn` is the text of an unfinished last entry, set aside, normally ""."""

    path: Path
    game: str
    rules: str
    title: str
    created: datetime | None
    options: dict[str, Any]
    players: list[Player]
    entries: list[Entry]
    torn: str = ""
    data: bytes = field(default=b"", repr=False)  # the file's bytes, which tell whether it changed
    whole: int = field(default=0, repr=False)  # how many of them come before the torn entry
    _source: _Source | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def fingerprint(self) -> bytes:
        """A digest of the file's bytes: two sessions with the same one were read from the same text."""
        from hashlib import blake2b

        return blake2b(self.data, digest_size=16).digest()

    def line_of(self, number: int) -> int:
        """The line (from 1) at which entry `number` begins; 0 if it cannot be told."""
        return self._place("move", number)

    def line_of_option(self, name: str) -> int:
        """The line (from 1) of an option; 0 if it cannot be told."""
        return self._place("options", 0, name)

    def _place(self, table: str, index: int, key: str = "") -> int:
        if self._source is None:
            self._source = _Source(self.path, _text(self.data[: self.whole]))
        return self._source.line(table, index, key)

    def player_named(self, text: str) -> Player | None:
        """The player of that name, whatever the case, accents and spacing; None if there is none."""
        return next((player for player in self.players if fold(player.name) == fold(text)), None)


def fold(text: str) -> str:
    """The name without case, accents and superfluous spaces, for comparing."""
    if not text.isascii():
        from unicodedata import combining, normalize

        text = "".join(c for c in normalize("NFKD", text) if not combining(c))
    return " ".join(text.casefold().split())


# ---------------------------------------------------------------- reading


def load(path: Path) -> Session:
    """Read and check a session file.

    Raises `FileFaults` with all its faults at once. An unfinished last entry is no fault, see `Session.torn`.
    """
    return _parse(path, _read(path))


def _read(path: Path) -> bytes:
    try:
        if path.is_dir():
            _fail(path, "this is a folder, not a session file", f"name a file in it: {path / 'NAME.toml'}")
        if path.exists() and not path.is_file():
            _fail(path, "this is no ordinary file", "name a session file")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        _fail_os(path, error)
    if len(data) > MAX_BYTES:
        size = f"{path.stat().st_size / 1e6:.0f} MB"
        _fail(path, f"{size} are too many for a session (at most 8)", "check that this is a session file")
    return data


def _text(data: bytes) -> str:
    return data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").replace("\r\n", "\n")


def _parse(path: Path, data: bytes) -> Session:
    whole = _end_of_whole(data)
    session = _check(path, data[:whole])
    torn = data[whole:].decode("utf-8", "replace")
    session.data, session.whole, session.torn = data, whole, torn.lstrip("\n").rstrip("\0") or torn
    return session


def _check(path: Path, data: bytes) -> Session:
    if not data.strip():
        _fail(path, "the file is empty", f"delete it and {NEW}")
    source = _Source(path, _text(data))
    try:
        data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        source.add("this is not UTF-8 text", "save the file with the encoding UTF-8", line=line)
        raise source.error() from None
    try:
        document = tomllib.loads(source.text)
    except (ValueError, RecursionError):
        document = source.mistakes()
    session = Session(path, "", "", "", None, {}, [], [])
    source.check(document, session)
    if source.faults:
        raise source.error()
    return session


class _Source:
    """The text of a file, the faults found in it, and (looked up only when one is) where things stand."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.text = text
        self.faults: list[Fault] = []
        self._lines: list[str] = []
        self._places: dict[tuple[str, int, str], int] = {}
        self._spoilt: set[int] = set()  # first lines of tables with a syntax error: no further faults there

    @property
    def lines(self) -> list[str]:
        self._lines = self._lines or self.text.split("\n")
        return self._lines

    def line(self, table: str, index: int = 0, key: str = "") -> int:
        """The line of a key in the `index`th table of that name, else of its header, else 0."""
        self._places = self._places or _places(self.lines)
        keys = ((table, index, key), (table, index, ""), (table, 0, ""))
        return next((self._places[place] for place in keys if place in self._places), 0)

    def add(self, problem: str, remedy: str, *place: Any, line: int = 0) -> None:
        line = line or (self.line(*place) if place else 0)
        if self._spoilt and self._block(line) in self._spoilt:
            return
        excerpt = _shown(self.lines[line - 1].strip()) if line else ""
        self.faults.append(Fault(self.path, line, problem, remedy, excerpt))
        if len(self.faults) == MAX_FAULTS:
            raise self.error()

    def _block(self, line: int) -> int:
        while line > 1 and not self.lines[line - 1].lstrip().startswith("["):
            line -= 1
        return line

    def error(self) -> FileFaults:
        return FileFaults(sorted(self.faults, key=lambda fault: fault.line))

    def mistakes(self) -> dict[str, Any]:
        """Report what is not TOML; each faulty line is left out and the rest read, to see them all."""
        lines, last, spoilt = self.lines.copy(), 0, set[int]()
        while True:
            try:
                document = tomllib.loads("\n".join(lines))
                self._spoilt, self._places = spoilt, _places(lines)
                return document
            except RecursionError:
                self.add("lists or tables are nested too deeply", "restore the file from a copy")
                raise self.error() from None
            except ValueError as error:
                line, message = _syntax_error(error, lines)
            self.add(*message, line=line)
            faulty = lines[line - 1].strip()
            # Go on only if the line itself is wrong; else its cause lies above, and what follows is noise.
            if line <= last or len(spoilt) == 20 or len(lines) > 50_000 or _context(faulty, message):
                raise self.error() from None
            lines[line - 1], last = ("[[move]]" if faulty.startswith("[") else ""), line
            spoilt.add(self._block(line))

    def check(self, document: dict[str, Any], session: Session) -> None:
        head = document.get("session")
        if isinstance(head, dict) and type(version := head.get("format")) is int and version > FORMAT:
            problem = f"this file has format {version}; this Referee reads format {FORMAT}"
            self.add(problem, "this file needs a newer Referee: update it", "session", 0, "format")
            return
        self._unknown(document, "", 0)
        self._check_head(head, session)
        options = document.get("options", {})
        if self._is(options, dict, "options", 0, "", "[options]"):
            for key, value in options.items():
                if problem := _hidden(key) or _bad_option(value):
                    remedy = "an option is a text, a whole number, true or false, or a list or table of these"
                    self.add(f"option `{_shown(key)}` {problem}", remedy, "options", 0, key)
            session.options = options
        session.players = self._check_players(document.get("player"))
        session.entries = self.check_moves(document.get("move", []))

    def _unknown(self, table: dict[str, Any], name: str, index: int) -> None:
        known = _KNOWN[name]
        for key in table:
            if key not in known:
                from difflib import get_close_matches

                near = get_close_matches(key.casefold(), known, 1)
                wanted = f"did you mean `{near[0]}`?" if near else f"known are: {', '.join(known)}"
                what = f"unknown key `{_shown(key)}`" + (f" in [{name}]" if name else "")
                self.add(what, wanted, *((name, index, key) if name else (key, 1)))

    def _is(self, value: Any, kind: type, table: str, index: int, key: str, shape: str = "") -> bool:
        if type(value) is kind or (kind is date and isinstance(value, date)):
            return True
        problem = f"`{key or table}` must be {_KINDS[kind]}, but is {_KINDS[type(value)]}"
        self.add(problem, f"write it as {shape or f'{key} = {_SAMPLE[kind]}'}", table, index, key)
        return False

    def _check_head(self, head: Any, session: Session) -> None:
        if head is None:
            self.add("this is no session file: it has no [session]", f"{NEW}, or add [session] with its game")
            return
        if not self._is(head, dict, "session", 0, "", '[session], and below it game = "1848"'):
            return
        self._unknown(head, "session", 0)
        for key, example in (("format", str(FORMAT)), ("game", '"1848"')):
            if key not in head:
                self.add(f"[session] has no `{key}`", f"add {key} = {example}", "session")
        for key, kind in _HEAD.items():
            if key not in head or not self._is(value := head[key], kind, "session", 0, key):
                continue
            if kind is str and (problem := _hidden(value)):
                self.add(f"`{key}` {problem}", "retype it", "session", 0, key)
            elif key == "game" and not value.strip():
                self.add("`game` is empty", 'name the game: game = "1848"', "session", 0, key)
            elif key == "format" and value != FORMAT:
                self.add(f"there is no format {value}", f"write format = {FORMAT}", "session", 0, key)
            elif key != "format":
                setattr(session, key, _moment(value) if kind is date else value)

    def _check_players(self, tables: Any) -> list[Player]:
        example = '[[player]], and below it name = "Anna"'
        if tables is None or tables == []:
            self.add("there are no players", f"add for each of them, in seating order, {example}", "session")
            return []
        if not self._is(tables, list, "player", 0, "", example):
            return []
        players: list[Player] = []
        taken: dict[str, str] = {}
        for index, table in enumerate(tables, 1):
            if not self._is(table, dict, "player", index, "", example):
                continue
            extra = {key: value for key, value in table.items() if key != "name"}
            for key, value in extra.items():
                if self._is(value, str, "player", index, key) and (problem := _hidden(value) or _hidden(key)):
                    self.add(f"`{_shown(key)}` {problem}", "retype it", "player", index, key)
            if "name" not in table:
                near = next((key for key in extra if fold(key) in ("nom", "names", "nmae", "player")), "")
                remedy = f"write name instead of {near}" if near else 'add name = "…"'
                self.add("this player has no `name`", remedy, "player", index, near)
            elif self._is(name := table["name"], str, "player", index, "name"):
                if fault := _bad_name(name):
                    self.add(*fault, "player", index, "name")
                elif (same := taken.setdefault(fold(name), name)) is not name:
                    fault = f"two players are named {same} and {name}", "tell them apart: Anna B, Anna K"
                    self.add(*fault, "player", index, "name")
                players.append(Player(name, extra))
        return players

    def check_moves(self, tables: Any, first: int = 1) -> list[Entry]:
        if not self._is(tables, list, "move", 0, "", '[[move]], and below it do = "…"'):
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
            if entry_or_none := self._check_move(number - first + 1, number, table):
                entries.append(entry_or_none)
        return entries

    def _check_move(self, index: int, number: int, table: Any) -> Entry | None:
        if not self._is(table, dict, "move", index, "", '[[move]], and below it do = "…"'):
            return None
        before = len(self.faults)
        self._unknown(table, "move", index)
        kinds: dict[str, type] = {"ref": int, "at": date}
        for key, value in table.items():
            if key in _KNOWN["move"] and self._is(value, kinds.get(key, str), "move", index, key):
                if isinstance(value, str) and (problem := _hidden(value)):
                    self.add(f"`{key}` {problem}", "retype it on one line", "move", index, key)
                elif key == "do" and not value.strip():
                    self.add("`do` is empty", "write the move, or delete this [[move]]", "move", index, key)
                elif key == "do" and len(value) > MAX_MOVE:
                    problem = f"`do` is too long ({len(value)} characters)"
                    self.add(problem, f"at most {MAX_MOVE} characters a move", "move", index, key)
        if "do" not in table:
            self.add("this move has no `do`", 'add do = "…", or delete this [[move]]', "move", index)
        if len(self.faults) > before or "do" not in table:
            return None
        at = table.get("at")
        return Entry(number, **{**table, "at": at and _moment(at)})


def _context(faulty: str, message: tuple[str, str]) -> bool:
    """Whether a line at which the parser stopped is right in itself (or is no line to do without)."""
    if "only once" in message[1] and "=" in faulty:
        return False
    if faulty.startswith("[") and not faulty.startswith("[["):
        return True
    try:
        return bool(tomllib.loads(faulty) or not faulty)
    except (ValueError, RecursionError):
        return False


_HINTS = (  # what tomllib says, the remedy
    (r"Illegal character '\n'", 'close the text on the same line with a double quote, as in do = "buy P2"'),
    ("Illegal character", "delete the control character, or write it as \\u0000 is written"),
    ("Cannot overwrite", "a key may stand only once in a table: delete one, or put [[move]] between them"),
    ("Cannot declare", "this header may stand only once: delete one; moves and players have [[ ]]"),
    ("Cannot mutate", "write all of them in the same way, as [[move]]"),
    ("Expected newline", 'one `key = value` a line, texts in double quotes; a quote inside a text is \\"'),
    ("Unescaped", "write a backslash in a text twice: \\\\"),
    ("Expected '='", 'write `key = value`, as in do = "buy P2"'),
    ("Expected ']", "close the header, as in [[move]]"),
    ("Un", "close it where it should end"),  # Unclosed array, Unterminated string
    ("", 'texts stand in double quotes, as in do = "buy P2"'),
)


def _syntax_error(error: ValueError, lines: list[str]) -> tuple[int, tuple[str, str]]:
    """The line, the problem and the remedy of what tomllib complains about."""
    message = str(error)
    if not isinstance(error, tomllib.TOMLDecodeError):  # int() refuses thousands of digits
        line = next((n for n, text in enumerate(lines, 1) if re.search(r"\d{1000}", text)), 1)
        return line, ("a number is far too long", "shorten it")
    if found := re.search(r"\s*\(at line (\d+).*\)$", message):
        line = int(found[1])
    else:
        line = next((n for n in range(len(lines), 1, -1) if lines[n - 1].strip()), 1)
    what = re.sub(r"\s*\(at .*\)$", "", message)
    return line, (f"not TOML: {what}", next(hint for start, hint in _HINTS if what.startswith(start)))


_KEY = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_KEYS = re.compile(rf"\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*=")
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*\]\]?\s*(?:#.*)?$")
_STRINGS = re.compile(r""""(?:[^"\\]|\\.)*"|'[^']*'|#.*""")


def _places(lines: list[str]) -> dict[tuple[str, int, str], int]:
    """Lines by (table, index, key), as far as can be told without a parser; the header's key is ""."""
    places: dict[tuple[str, int, str], int] = {}
    counts: dict[str, int] = {}
    table, index, inline, quotes = "", 0, "", ""
    for number, line in enumerate(lines, 1):
        if quotes:  # within a text of several lines
            quotes = "" if quotes in line else quotes
            continue
        for mark in ('"""', "'''"):
            if line.count(mark) % 2:
                quotes = mark
        if found := _HEADER.match(line):
            table, *rest = (part.strip(" \t\"'") for part in found[2].split("."))
            index = counts[table] = counts.get(table, 0) + (found[1] == "[[")
            places.setdefault((table, index, rest[0] if rest else ""), number)
            inline = ""
            continue
        if found := _KEYS.match(line):
            key, *rest = (part.strip(" \t\"'") for part in found[1].split("."))
            if table:
                places.setdefault((table, index, key), number)
            else:
                inline = key
                places.setdefault((key, 0, rest[0] if rest else ""), number)
        if inline:  # `move = [{…}, {…}]`: every brace opens one more
            for _ in range(_STRINGS.sub("", line).count("{")):
                counts[inline] = counts.get(inline, 0) + 1
                places[inline, counts[inline], ""] = number
    return places


# The shape of what `append` writes, whole or cut off at any byte. `at` stands last, `do` before it, so an
# entry without `do` is unfinished; so is an `at` cut off where it still reads as a date.
_STR = rb'"(?:[^"\\\n]|\\.)*+'
_TEXT_KEY = rb"(?:by|ruling|note) = "
_BEFORE = rb"\[\[move\]\]\n(?:" + _TEXT_KEY + _STR + rb'"\n|ref = -?\d+\n)*'
_STAMP = rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d"


def _starts(*words: bytes) -> bytes:
    return b"|".join(sorted({re.escape(word[:n]) for word in words for n in range(1, len(word) + 1)}))


_UNFINISHED = re.compile(
    _BEFORE
    + rb"(?:(?:" + _starts(b"by = ", b"ruling = ", b"note = ", b"ref = ", b"do = ") + rb")?"
    + rb"|" + _TEXT_KEY + _STR + rb'(?:"|\\)?'
    + rb"|ref = -?\d*|do = " + _STR + rb"\\?"
    + rb"|do = " + _STR + rb'"\n(?:' + _starts(b"at = ") + rb"|at = (?!" + _STAMP + rb"\Z)[\dT:+-]*))\Z"
)  # fmt: skip
_FINISHED = re.compile(_BEFORE + rb"do = " + _STR + rb'"(?:\nat = [\dT:+-]+)?\n?\Z')


def _last_header(data: bytes) -> int:
    return data.rfind(b"\n[[move]]\n") + 1


def _end_of_whole(data: bytes) -> int:
    """How many bytes come before an unfinished last entry; all, if it is finished."""
    body = data.rstrip(b"\0")  # some file systems leave zeros where a power cut stopped the writing
    start = _last_header(body)
    if not (start and _UNFINISHED.match(body, start)):
        start = body.rfind(b"\n") + 1
        if not start or start == len(body) or not b"[[move]]".startswith(body[start:]):
            return len(body)
    return start - (body[start - 2 : start] == b"\n\n")  # with the empty line that was written before it


# ---------------------------------------------------------------- checks of single values


def _shown(text: str, most: int = 100) -> str:
    """Text of a file as it may stand in a message: no control characters, not long."""
    text = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text[: most + 1])
    return text if len(text) <= most else text[: most - 1] + "…"


def _hidden(text: str) -> str:
    if found := _HIDDEN.search(text):
        return "has a line break" if found[0] == "\n" else f"has a control character (U+{ord(found[0]):04X})"
    return ""


def _bad_name(name: str) -> tuple[str, str] | None:
    """What is wrong with a player's name, and the remedy."""
    shown = _shown(name, MAX_NAME)
    if not name.strip():
        return "a player's name is empty", 'write name = "Anna"'
    if bad := next((c for c in name if not c.isprintable() or c in _BLANK_LETTERS), ""):
        return f"the name {shown} has an invisible or control character (U+{ord(bad):04X})", "retype the name"
    if len(name) > MAX_NAME:
        return f"the name {shown} is too long ({len(name)} characters)", f"at most {MAX_NAME} characters"
    if name != " ".join(name.split()):
        return f"the name {shown} has superfluous spaces", f'write name = "{" ".join(name.split())}"'
    if found := _NOT_IN_NAMES.search(name):
        return f"the name {shown} has a {found[0]}, which parts moves", "choose a name without it"
    if not name[0].isalpha():
        return f"the name {shown} does not begin with a letter", "choose a name that does"
    return None


def _bad_option(value: Any) -> str:
    if isinstance(value, list):
        return next(filter(None, map(_bad_option, value)), "")
    if isinstance(value, dict):
        return next(filter(None, (_hidden(key) or _bad_option(item) for key, item in value.items())), "")
    if isinstance(value, str):
        return _hidden(value)
    return "" if isinstance(value, int) else f"is {_KINDS[type(value)]}"


def _moment(value: date) -> datetime:
    return value if isinstance(value, datetime) else datetime(value.year, value.month, value.day)


# ---------------------------------------------------------------- writing


_ESCAPES = {n: f"\\u{n:04x}" for n in (*range(32), 127)} | {ord('"'): '\\"', ord("\\"): "\\\\"}


def _quoted(text: str) -> str:
    return f'"{text.translate(_ESCAPES)}"'


def _stamp(moment: datetime) -> str:
    offset = moment.utcoffset()
    if offset is not None and offset.total_seconds() % 60:  # TOML knows no seconds in an offset
        moment = moment.astimezone(UTC)
    return moment.isoformat(timespec="seconds")


def _pairs(table: Mapping[str, Any]) -> list[str]:
    keys = (key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _quoted(key) for key in table)
    return [f"{key} = {_value(value)}" for key, value in zip(keys, table.values(), strict=True)]


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(_pairs(value)) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value, value)) + "]"
    return str(value)


def _entry_text(entry: Entry) -> str:
    texts = (("by", entry.by), ("ruling", entry.ruling), ("note", entry.note))
    lines = ["\n[[move]]", *(f"{key} = {_quoted(text)}" for key, text in texts if text)]
    if entry.ref is not None:
        lines.append(f"ref = {entry.ref}")
    lines.append(f"do = {_quoted(entry.do)}")
    if entry.at is not None:
        lines.append(f"at = {_stamp(entry.at)}")
    return "\n".join(lines) + "\n"


def _head_text(session: Session) -> str:
    head = {"format": FORMAT, "game": session.game, "rules": session.rules, "title": session.title}
    lines = [COMMENT, "[session]"]
    lines += [f"{key} = {_value(value)}" for key, value in head.items() if value != ""]
    if session.created is not None:
        lines.append(f"created = {_stamp(session.created)}")
    if session.options:
        lines += ["", "[options]", *_pairs(session.options)]
    lines.append("")
    for player in session.players:
        lines += ["[[player]]", *_pairs({"name": player.name, **player.extra})]
    return "\n".join(lines) + "\n"


def create(
    path: Path,
    *,
    game: str,
    rules: str,
    title: str,
    players: Sequence[Player],
    options: Mapping[str, Any],
    created: datetime,
) -> Session:
    """Make a new session file, and its folder if need be.

    Raises `UsageError` for names, a title or options that no session file takes; `FileFaults` if the file
    is there already or cannot be written.
    """
    text = _head_text(Session(path, game, rules, title, created, dict(options), list(players), []))
    data = text.encode("utf-8", "surrogatepass")
    session = _usable(path, data)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, data, fresh=True)
    except FileExistsError as error:
        if not path.parent.is_dir():
            _fail_os(path.parent, error)
        _fail(path, "there is such a file already", "choose another name with -o, or delete it")
    except OSError as error:
        _fail_os(path, error)
    return session


def _usable(path: Path, data: bytes) -> Session:
    """Read what is about to be written; what is wrong with it was said by the caller, not by a file."""
    try:
        return _parse(path, data)
    except FileFaults as faults:
        raise UsageError("\n".join(f"{fault.problem}: {fault.remedy}" for fault in faults.faults)) from None


def _as_read(session: Session, entries: Sequence[Entry], first: int) -> tuple[bytes, list[Entry]]:
    """The text of new entries and the entries as reading that text gives them."""
    text = "".join(map(_entry_text, entries))
    source = _Source(session.path, text)
    if found := re.search("[\ud800-\udfff]", text):
        raise UsageError(f"a move has a character that is no text (U+{ord(found[0]):04X}): retype it")
    read = source.check_moves(tomllib.loads(text).get("move", []), first)
    if source.faults:
        raise UsageError("\n".join(f"{fault.problem}: {fault.remedy}" for fault in source.faults))
    return text.encode(), read


def append(session: Session, entries: Sequence[Entry]) -> Session:
    """Record further moves at the end of the file, in one write; call it within `locked`.

    The entries are numbered here; a torn last entry is first moved to NAME.torn. Where a hand edit leaves no
    place for a [[move]] at the end, the file is rewritten (see `rewrite`).
    Raises `Busy` if the file is no longer as `session` was read, `UsageError` for texts that no session file
    takes, `FileFaults` if it cannot be written. In each of these cases nothing has been recorded.
    """
    if not entries:
        return session
    new, read = _as_read(session, entries, len(session.entries) + 1)
    body = session.data[: session.whole]
    if not body.endswith(b"\n"):
        new = b"\n" + new
    if len(body) + len(new) > MAX_BYTES:
        _fail(session.path, "the session is full (8 MB)", NEW)
    everything = [*session.entries, *read]
    # After an entry of our own shape a further one always fits; after anything else, try it first.
    if not _FINISHED.match(body, _last_header(body) or len(body)):
        try:
            if _parse(session.path, body + new).entries != everything:
                raise FileFaults(())
        except FileFaults:
            return rewrite(session, everything)
    try:
        fd = os.open(session.path, os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0))
        try:
            with open(fd, "rb", closefd=False) as file:
                _same(session, file.read(MAX_BYTES + 1))
            if session.whole < len(session.data):
                _set_aside(session)
                os.ftruncate(fd, session.whole)
            try:
                if os.write(fd, new) < len(new):
                    raise OSError("the disk is full")
                os.fsync(fd)
            except OSError:
                os.ftruncate(fd, session.whole)
                raise
        finally:
            os.close(fd)
    except OSError as error:
        _fail_os(session.path, error)
    return replace(session, entries=everything, torn="", data=body + new, whole=len(body) + len(new))


def _same(session: Session, now: bytes) -> None:
    if now != session.data:
        raise Busy(f"{session.path} changed meanwhile; nothing was written: do it again")


def _set_aside(session: Session) -> None:
    path = _target(session.path)
    now = datetime.now().astimezone().isoformat(timespec="seconds")
    with _beside(path, ".torn").open("ab") as file:
        file.write(f"# {now}: unfinished at the end of {path.name}\n".encode("utf-8", "replace"))
        file.write(session.data[session.whole :] + b"\n")
        file.flush()
        os.fsync(file.fileno())


def rewrite(session: Session, entries: Sequence[Entry]) -> Session:
    """Replace the file by the head of `session` (which may have been changed) and these entries, renumbered.

    Comments are kept where they can be: those of the head, of unchanged entries, and before changed ones.
    The old file is kept as NAME.bak, its mode and a symbolic link to it stay. Call it within `locked`.
    Raises `Busy`, `UsageError` and `FileFaults` as `append` does.
    """
    _same(session, _read(session.path))
    text = _spliced(session, entries)
    if text is None:
        text = _head_text(session).encode() + _as_read(session, entries, 1)[0]
    if len(text) > MAX_BYTES:
        _fail(session.path, "the session would be too big (8 MB)", "nothing was written")
    result = _usable(session.path, text)
    path = _target(session.path)
    try:
        mode = path.stat().st_mode & 0o7777
        if session.torn:
            _set_aside(session)
        _write(_beside(path, ".bak"), session.data, mode=mode)
        _write(path, text, mode=mode)
    except OSError as error:
        _fail_os(session.path, error)
    return result


def _spliced(session: Session, entries: Sequence[Entry]) -> bytes | None:
    """The old text with only the changed entries replaced; None where that does not give what is meant."""
    old = _parse(session.path, session.data)
    lines = _text(old.data[: old.whole]).rstrip("\n").split("\n")
    starts = [old.line_of(entry.number) - 1 for entry in old.entries]
    if -1 in starts or any(lines[start].lstrip()[:2] != "[[" for start in starts):
        return None
    cuts = []
    for start in starts:  # the comments and empty lines above an entry belong to it
        while start and (not lines[start - 1].strip() or lines[start - 1].lstrip().startswith("#")):
            start -= 1
        cuts.append(start)
    blocks = [lines[a:b] for a, b in zip([0, *cuts], [*cuts, len(lines)], strict=True)]
    before = [replace(entry, number=0) for entry in old.entries]
    after = [replace(entry, number=0) for entry in entries]
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    tail = 0
    while tail < min(len(before), len(after)) - same and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    _, read = _as_read(session, after[same : len(after) - tail], same + 1)
    texts = [_entry_text(entry) for entry in read]
    replaced = blocks[1 + same : len(blocks) - tail]
    if len(replaced) == len(texts):
        heights = [start - cut for start, cut in zip(starts[same:], cuts[same:], strict=True)]
        above = [block[:height] for block, height in zip(replaced, heights, strict=False)]
        texts = ["\n".join([*kept, text.strip("\n"), ""]) for kept, text in zip(above, texts, strict=True)]
    head = "\n".join([*blocks[0], ""])
    for key in ("game", "rules", "title"):
        if (value := getattr(session, key)) != getattr(old, key):
            line = f"{key} = {_quoted(value)}".replace("\\", r"\\")
            head = re.sub(rf'^{key}\s*=\s*"[^"\\]*"', line, head, count=1, flags=re.M)
    kept = ["\n".join([*block, ""]) for block in blocks]
    text = "".join([head, *kept[1 : 1 + same], *texts, *kept[len(kept) - tail :]])
    try:
        new = _parse(session.path, text.encode())
    except FileFaults:
        return None
    meant = replace(session, entries=[*before[:same], *read, *after[len(after) - tail :]])
    return new.data if _content(new) == _content(meant) else None


def _content(session: Session) -> Session:
    entries = [replace(entry, number=0) for entry in session.entries]
    return replace(session, entries=entries, torn="", data=b"", whole=0)


def _target(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _beside(path: Path, suffix: str, prefix: str = "") -> Path:
    return path.with_name(f"{prefix}{path.name}{suffix}")


def _write(path: Path, data: bytes, *, mode: int | None = None, fresh: bool = False) -> None:
    """Put `data` at `path` in one step: all of it or nothing, whenever the power fails."""
    temp = _beside(path, f".{os.getpid()}.tmp", ".")
    try:
        with temp.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            temp.chmod(mode)
        if fresh:
            try:
                os.link(temp, path)  # unlike a rename, it never replaces a file
            except FileExistsError:
                raise
            except OSError:  # no hard links here
                if path.exists() or path.is_symlink():
                    raise FileExistsError from None
                temp.replace(path)
        else:
            temp.replace(path)
    finally:
        temp.unlink(missing_ok=True)
    if sys.platform != "win32":  # where folders cannot be synced
        fd = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)


@contextmanager
def locked(path: Path, timeout: float = 10.0) -> Iterator[None]:
    """Hold the session's lock, against other processes and threads; wait for it up to `timeout` seconds.

    Raises `Busy` when the time is over, `FileFaults` if the folder cannot be written to. The lock is a hidden
    file beside the session, gone afterwards; if the process dies, the system releases it.
    """
    lock = _beside(_target(path), ".lock", ".")
    busy = Busy(f"{path} is in use by another Referee (waited {timeout:g} s): try again")
    if sys.platform == "win32":
        import filelock

        try:
            with filelock.FileLock(lock, timeout=timeout):
                yield
        except filelock.Timeout:
            raise busy from None
        return
    import fcntl  # what filelock does here too, without the 40 ms that importing it takes

    end = time.monotonic() + timeout
    while True:
        try:
            fd = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as error:
            _fail_os(path, error)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(fd).st_nlink:  # else the holder before us has just removed it: take the new one
                break
        except BlockingIOError:
            pass
        except OSError as error:  # no locks on this file system
            os.close(fd)
            _fail_os(path, error)
        os.close(fd)
        if time.monotonic() >= end:
            raise busy
        time.sleep(0.01)
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)
        os.close(fd)


# ---------------------------------------------------------------- finding


def find(
    explicit: Path | None, environ: Mapping[str, str], folder: Path = Path("sessions")
) -> tuple[Path, str]:
    """The session to play, and a message when it was chosen among several (else "").

    It is the explicit one, else that of REFEREE_SESSION, else the pinned one, else the most recently played
    of the folder. Raises `FileFaults` if there is none, or if the one pinned is not there.
    """
    if explicit is not None:
        return explicit, ""
    if named := environ.get("REFEREE_SESSION"):
        if not (path := Path(named)).exists():
            _fail(path, "REFEREE_SESSION names a file that is not there", "correct or unset it")
        return path, ""
    if pinned := _pinned():
        return pinned, ""
    try:
        found = [(stamp, path) for path in folder.glob("*.toml") if (stamp := _last_played(path)) is not None]
    except OSError as error:
        _fail_os(folder, error)
    if not found:
        _fail(folder, "there is no session here", NEW)
    path = max(found)[1]
    if len(found) == 1:
        return path, ""
    count = f"the latest of {len(found)} in {folder}/"
    return path, f"playing {path}, {count}; pick another with -s or `referee use`"


def _pinned() -> Path | None:
    try:
        name = tomllib.loads(PIN.read_text("utf-8"))["session"]
        path = Path(name)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        _fail(PIN, "this file names no session", "run `referee use FILE`, or delete it")
    if not path.exists():
        _fail(path, f"there is no such file, but {PIN} names it", f"run `referee use FILE`, or delete {PIN}")
    return path


def pin(path: Path) -> None:
    """Make `path` the session of this folder, in ./.referee. Raises `FileFaults` if it is no session."""
    load(path)
    try:
        _write(PIN, f"session = {_quoted(str(path))}\n".encode())
    except OSError as error:
        _fail_os(PIN, error)


def _last_played(path: Path) -> float | None:
    """When a session was last played, in seconds since 1970; None if this is no session. Reads little."""
    size = 4096
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            text = file.read(size)
            length = os.fstat(file.fileno()).st_size
            if not _IS_SESSION.search(text):
                text += file.read(MAX_BYTES)
                if not _IS_SESSION.search(text):
                    return None
            file.seek(max(0, length - size))
            stamps = _AT.findall(file.read())
            written = os.fstat(file.fileno()).st_mtime
    except OSError:
        return None
    try:
        return datetime.fromisoformat(stamps[-1].decode()).timestamp()
    except (IndexError, ValueError, OverflowError, OSError):
        return written


_IS_SESSION = re.compile(rb"""^\s*(?:\[\s*["']?session["']?\s*\]|["']?session["']?\s*[.=])""", re.M)
_AT = re.compile(rb"^\s*at\s*=\s*([\dT:+.Z-]+)", re.M)


def new_path(folder: Path, game: str, title: str, created: datetime) -> Path:
    """A free file name for a new session: from its title, else from game and day; -2, -3 … if taken."""
    stem = re.sub(r"[\W_]+", "-", fold(title))[:MAX_NAME].strip("-")
    stem = stem or f"{re.sub(r'[^a-z0-9]+', '-', fold(game)).strip('-') or 'session'}-{created:%Y-%m-%d}"
    path, count = folder / f"{stem}.toml", 1
    while path.exists() or path.is_symlink():
        count += 1
        path = folder / f"{stem}-{count}.toml"
    return path


# ---------------------------------------------------------------- faults of the file as a whole


def _fail(path: Path, problem: str, remedy: str) -> NoReturn:
    raise FileFaults([Fault(path, 0, problem, remedy)]) from None


def _fail_os(path: Path, error: Exception) -> NoReturn:
    if isinstance(error, FileNotFoundError):
        from difflib import get_close_matches

        names = [other.name for other in path.parent.glob("*.toml")]
        near = get_close_matches(path.name, names, 1) or get_close_matches(f"{path.name}.toml", names, 1)
        remedy = f"did you mean {path.with_name(near[0])}?" if near else f"check the name, or {NEW}"
        _fail(path, "there is no such file", remedy)
    if isinstance(error, PermissionError):
        _fail(path, "permission denied", "change the permissions of the file or its folder, or use a copy")
    _fail(path, getattr(error, "strerror", None) or str(error), "check the name and the disk")

"""How a session is written: the text of its head and of an entry, and how to tell an entry cut off."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from referee.session_check import FORMAT, Entry, Player

COMMENT = (
    "# A referee session. One [[move]] per line of play, oldest first; "
    "edit it by hand if you like, then run `referee check`."
)
_ESCAPES = {n: f"\\u{n:04x}" for n in (*range(32), 127)} | {ord('"'): '\\"', ord("\\"): "\\\\"}


def quoted(text: str) -> str:
    """A text in double quotes, as TOML takes it."""
    return f'"{text.translate(_ESCAPES)}"'


def head_text(
    game: str,
    rules: str,
    title: str,
    created: datetime | None,
    options: Mapping[str, Any],
    players: Sequence[Player],
) -> str:
    """All of a session file that comes before its moves."""
    head = {"format": FORMAT, "game": game, "rules": rules, "title": title}
    lines = [COMMENT, "[session]", *_pairs({key: value for key, value in head.items() if value != ""})]
    if created is not None:
        lines.append(f"created = {_stamp(created)}")
    if options:
        lines += ["", "[options]", *_pairs(options)]
    lines.append("")
    for player in players:
        lines += ["[[player]]", *_pairs({"name": player.name, **player.extra})]
    return "\n".join(lines) + "\n"


def entry_text(entry: Entry) -> str:
    """A `[[move]]`, after an empty line. `_UNFINISHED` and `_FINISHED` below describe its shape."""
    texts = (("by", entry.by), ("ruling", entry.ruling), ("note", entry.note))
    lines = ["\n[[move]]", *(f"{key} = {quoted(text)}" for key, text in texts if text)]
    if entry.ref is not None:
        lines.append(f"ref = {entry.ref}")
    lines.append(f"do = {quoted(entry.do)}")
    if entry.at is not None:
        lines.append(f"at = {_stamp(entry.at)}")
    return "\n".join(lines) + "\n"


def _pairs(table: Mapping[str, Any]) -> list[str]:
    keys = (key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else quoted(key) for key in table)
    return [f"{key} = {_value(value)}" for key, value in zip(keys, table.values(), strict=True)]


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(_pairs(value)) + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(_value, value)) + "]"
    return str(value)


def _stamp(moment: datetime) -> str:
    offset = moment.utcoffset()
    if offset is not None and offset.total_seconds() % 60:  # TOML knows no seconds in an offset
        moment = moment.astimezone(UTC)
    return moment.isoformat(timespec="seconds")


# ---------------------------------------------------------------- entries cut off

# The shape of what `entry_text` writes, whole or cut off at any byte. `at` stands last, `do` before it, so
# an entry without `do` is unfinished; so is an `at` cut off where it still reads as a date.
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


def ends_with_entry(data: bytes) -> bool:
    """Whether the last entry has the shape of our own, so that a further one can follow it."""
    return _FINISHED.match(data, _last_header(data) or len(data)) is not None


def end_of_whole(data: bytes) -> int:
    """How many bytes come before an unfinished last entry; all, if it is finished."""
    body = data.rstrip(b"\0")  # some file systems leave zeros where a power cut stopped the writing
    start = _last_header(body)
    if not (start and _UNFINISHED.match(body, start)):
        start = body.rfind(b"\n") + 1
        if not start or start == len(body) or not b"[[move]]".startswith(body[start:]):
            return len(body)
    return start - (body[start - 2 : start] == b"\n\n")  # with the empty line that was written before it

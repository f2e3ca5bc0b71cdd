"""The text of a session file: on which line everything stands, and what in it is not TOML.

What the values mean is the business of `session_check`.
"""

from __future__ import annotations

import re
import tomllib
from functools import cached_property
from pathlib import Path
from typing import Any

from referee.errors import Fault, FileFaults

MAX_FAULTS = 100  # more of them help nobody
MAX_MENDED = 20  # lines that are not TOML, after which the rest of the file is not read
MAX_LINES = 50_000  # of a file that is read again after each such line


class Source:
    """The bytes of a file, the faults found in it, and (looked up only when asked) where things stand."""

    def __init__(self, path: Path, data: bytes) -> None:
        self.path = path
        self.data = data
        self.faults: list[Fault] = []
        self._spoilt: set[int] = set()  # first lines of tables with a syntax error: no further faults there

    @cached_property
    def text(self) -> str:
        return self.data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace").replace("\r\n", "\n")

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @cached_property
    def _places(self) -> dict[tuple[str, int, str], int]:
        return _places(self.lines)

    def line(self, table: str, index: int = 0, key: str = "") -> int:
        """The line of a key in the `index`th table of that name, else of its header, else 0."""
        keys = ((table, index, key), (table, index, ""), (table, 0, ""))
        return next((self._places[place] for place in keys if place in self._places), 0)

    def add(self, problem: str, remedy: str, *place: Any, line: int = 0) -> None:
        """Note a fault at a `place`, as `line` takes it, or at a line."""
        line = line or (self.line(*place) if place else 0)
        if self._spoilt and self._block(line) in self._spoilt:
            return
        excerpt = shown(self.lines[line - 1].strip()) if line else ""
        self.faults.append(Fault(self.path, line, problem, remedy, excerpt))
        if len(self.faults) == MAX_FAULTS:
            raise self.error()

    def error(self) -> FileFaults:
        """All faults, in the order of the file."""
        return FileFaults(sorted(self.faults, key=lambda fault: fault.line))

    def document(self) -> dict[str, Any]:
        """The file read as TOML. Lines that are none are noted as faults, and the rest is read without them.

        Raises `FileFaults` where what follows such a line could not be trusted.
        """
        try:
            self.data.decode()
        except UnicodeDecodeError as error:
            line = self.data.count(b"\n", 0, error.start) + 1
            self.add("this is not UTF-8 text", "save the file with the encoding UTF-8", line=line)
            raise self.error() from None
        try:
            return tomllib.loads(self.text)
        except (ValueError, RecursionError):
            return self._mended()

    def _mended(self) -> dict[str, Any]:
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
                line, problem, remedy = _syntax_error(error, lines)
            self.add(problem, remedy, line=line)
            faulty = lines[line - 1].strip()
            # Go on only if the line itself is wrong; else its cause lies above, and what follows is noise.
            too_many = len(spoilt) == MAX_MENDED or len(lines) > MAX_LINES
            if line <= last or too_many or _right_in_itself(faulty, remedy):
                raise self.error() from None
            lines[line - 1], last = ("[[move]]" if faulty.startswith("[") else ""), line
            spoilt.add(self._block(line))

    def _block(self, line: int) -> int:
        """The line of the header above a line."""
        while line > 1 and not self.lines[line - 1].lstrip().startswith("["):
            line -= 1
        return line


def shown(text: str, most: int = 100) -> str:
    """Text of a file as it may stand in a message: no control characters, not long."""
    text = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text[: most + 1])
    return text if len(text) <= most else text[: most - 1] + "…"


# ---------------------------------------------------------------- syntax errors

_TWICE = "a key may stand only once in a table: delete one, or put [[move]] between them"
_HINTS = (  # what tomllib says, the remedy
    (r"Illegal character '\n'", 'close the text on the same line with a double quote, as in do = "buy P2"'),
    ("Illegal character", "delete the control character, or write it as \\u0000 is written"),
    ("Cannot overwrite", _TWICE),
    ("Cannot declare", "this header may stand only once: delete one; moves and players have [[ ]]"),
    ("Cannot mutate", "write all of them in the same way, as [[move]]"),
    ("Expected newline", 'one `key = value` a line, texts in double quotes; a quote inside a text is \\"'),
    ("Unescaped", "write a backslash in a text twice: \\\\"),
    ("Expected '='", 'write `key = value`, as in do = "buy P2"'),
    ("Expected ']", "close the header, as in [[move]]"),
    ("Un", "close it where it should end"),  # Unclosed array, Unterminated string
    ("", 'texts stand in double quotes, as in do = "buy P2"'),
)


def _syntax_error(error: ValueError, lines: list[str]) -> tuple[int, str, str]:
    """The line, the problem and the remedy of what tomllib complains about."""
    message = str(error)
    if not isinstance(error, tomllib.TOMLDecodeError):  # int() refuses thousands of digits
        line = next((n for n, text in enumerate(lines, 1) if re.search(r"\d{1000}", text)), 1)
        return line, "a number is far too long", "shorten it"
    if found := re.search(r"\s*\(at line (\d+).*\)$", message):
        line = int(found[1])
    else:  # "at end of document"
        line = next((n for n in range(len(lines), 1, -1) if lines[n - 1].strip()), 1)
    what = re.sub(r"\s*\(at .*\)$", "", message)
    what = re.sub(r"\('(.*?)',?\)", lambda key: f"[{key[1]}]".replace("', '", "."), what)
    return line, f"not TOML: {what}", next(hint for start, hint in _HINTS if what.startswith(start))


def _right_in_itself(faulty: str, remedy: str) -> bool:
    """Whether a line at which the parser stopped is no mistake alone (or no line to do without)."""
    if remedy == _TWICE and "=" in faulty:
        return False
    if faulty.startswith("[") and not faulty.startswith("[["):
        return True
    try:
        return bool(tomllib.loads(faulty) or not faulty)
    except (ValueError, RecursionError):
        return False


# ---------------------------------------------------------------- places

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

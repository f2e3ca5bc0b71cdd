"""Lines of text: what they are, how wide they are, and what may safely be shown of them.

A report is a list of lines. A few of them are marked by what they are, never by how they look; the
screen decides whether to colour them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from textwrap import wrap

WIDTH = 80

# C0 but the line feed, DEL, C1, line separators, bidi and zero-width controls, tags, lone surrogates.
_HIDDEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164"
    "\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)


class Heading(str):
    """A line that heads a report or a part of it."""

    __slots__ = ()


class Struck(str):
    """A line about something that was undone."""

    __slots__ = ()


class Next(str):
    """The line that says what comes next."""

    __slots__ = ()


class Tabbed(str):
    """A line whose tabs part its cells; the cells themselves have been cleaned."""

    __slots__ = ()


def clean(text: str) -> str:
    """`text` with “�” for every character that could move the cursor, hide or reorder text."""
    return text if text.isascii() and text.isprintable() else _HIDDEN.sub("\ufffd", text)


def escaped(text: str) -> str:
    """JSON text with the same characters as `\\u` escapes, so that nothing is lost."""
    return _HIDDEN.sub(lambda match: _escape(ord(match[0])), text)


def _escape(code: int) -> str:
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


def width(text: str) -> int:
    """How many columns `text` takes on the screen."""
    from wcwidth import wcswidth

    return wcswidth(clean(text))


def folded(text: str, first: str = "", rest: str = "") -> list[str]:
    """A sentence in lines of at most 80 columns."""
    lines = wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)
    return lines or [first.rstrip()]


def shortened(start: str, texts: Iterable[str], room: int = WIDTH) -> str:
    """`start` and as many of the texts as fit on one line, with “…” when there are more."""
    line, first = start, True
    for text in texts:
        longer = f"{line}{'' if first else ' · '}{text}"
        if width(longer) > room - 4 and not first:
            return f"{line} · …"
        line, first = longer, False
    return line

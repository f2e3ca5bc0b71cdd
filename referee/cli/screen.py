"""The one way to the terminal: whatever is printed passes `out` or `err`.

No control character of a file, an argument or an error message reaches the terminal: each is shown
as “�”. Colour is used only where the stream is a terminal that wants it.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TextIO

from referee.reports.text import Heading, Next, Struck, Tabbed, clean, escaped

_COLOURS: dict[type[str], str] = {Heading: "1", Struck: "2", Next: "36"}
_ALARM = "31"


def out(*lines: str) -> None:
    """Print data."""
    for line in lines:
        text = "\t".join(map(clean, line.split("\t"))) if type(line) is Tabbed else clean(line)
        _write(sys.stdout, text, _COLOURS.get(type(line), ""))


def out_json(text: str) -> None:
    """Print JSON, whose strings keep every character as an escape."""
    _write(sys.stdout, escaped(text), "")


def err(*lines: str, alarm: bool = False) -> None:
    """Print messages; with `alarm` the first line in red."""
    for number, line in enumerate(lines):
        _write(sys.stderr, clean(line), _ALARM if alarm and number == 0 else "")


def flush() -> None:
    """Make sure that all is out; a reader that has gone away is no error."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            _let_go(stream)


def _colourful(stream: TextIO) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _write(stream: TextIO, text: str, colour: str) -> None:
    if colour and _colourful(stream):
        text = f"\x1b[{colour}m{text}\x1b[0m"
    coding = stream.encoding or "ascii"
    try:
        stream.write(text.encode(coding, "replace").decode(coding) + "\n")
    except BrokenPipeError:
        _let_go(stream)


def _let_go(stream: TextIO) -> None:
    """Nobody reads the stream any more: let what is still written to it go nowhere."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())

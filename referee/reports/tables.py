"""Sections -> lines of text, 80 columns wide where that can be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from referee.errors import UsageError
from referee.reports import legal
from referee.reports.text import WIDTH, Heading, Next, Tabbed, clean, folded, shortened, width

if TYPE_CHECKING:
    from referee.games.base import Section
    from referee.table import Table

_NUMBER = re.compile(r"[+\-−±]?[£$€]?[\d.,'’]*\d( ?(%|[£€]|Cr|F|P))?|[-–—?]?|\d+/\d+")
_GLUE = "\N{NO-BREAK SPACE}"
_LONGEST = 12  # longer words may be cut; where room is scarce, shorter ones too


def formats() -> list[str]:
    """The table formats that `--format` takes."""
    from tabulate import tabulate_formats

    return list(tabulate_formats)


def check_format(name: str | None) -> str | None:
    """`name` if it is a table format. Raises `UsageError`."""
    if name is not None and name not in formats():
        raise UsageError(f"no table format is called “{name}”; formats: {', '.join(formats())}")
    return name


def page(table: Table, sections: Iterable[Section], style: str | None = None, room: int = WIDTH) -> list[str]:
    """A whole report: what is being played and how, then its sections."""
    return [*head(table), *body(sections, style, room)]


def head(table: Table) -> list[str]:
    """The lines at the head of every report: title, game, and the options to be told."""
    words = table.rulebook
    title = " · ".join(filter(None, (table.session.title, table.kind.info.title)))
    options = " · ".join(
        f"{name} = {_option(value)}".replace(" ", _GLUE) for name, value in table.options.items()
    )
    lines = folded(f"{words.label('options')}: {options}", rest="  ") if options else []
    return [Heading(title), *(line.replace(_GLUE, " ") for line in lines), ""]


def body(sections: Iterable[Section], style: str | None = None, room: int = WIDTH) -> list[str]:
    """The sections one below the other, parted by blank lines."""
    lines: list[str] = []
    for section in sections:
        if lines:
            lines.append("")
        if section.title:
            lines.append(Heading(section.title))
        if section.rows:
            lines += grid(section.headers, section.rows, style, room)
        for line in section.lines:
            lines += folded(line, rest="  ") if width(line) > WIDTH else [line]
    return lines


def next_lines(table: Table) -> list[str]:
    """What comes next, and for whom."""
    return [Next(line) for line in folded(f"{table.rulebook.label('next')}: {table.now()}", rest="  ")]


def coming(table: Table) -> list[str]:
    """The last lines of a report: what comes next, and what may be typed."""
    start = f"{table.rulebook.label('type')}: "
    texts = [choice.text for choice in legal.choices(table)]
    return [*next_lines(table), *([shortened(start, texts)] if texts else ())]


def grid(
    headers: Sequence[Any], rows: Sequence[Sequence[Any]], style: str | None = None, room: int = WIDTH
) -> list[str]:
    """A table as lines: in one of tabulate's formats, or (None) plain and folded to `room`."""
    cells = [[_cell(value) for value in row] for row in rows]
    titles = [_cell(value) for value in headers] if any(headers) else []
    count = max(map(len, [titles, *cells]))
    for row in (titles, *cells) if titles else cells:
        row.extend([""] * (count - len(row)))
    numbers = [all(_NUMBER.fullmatch(row[i]) for row in cells) for i in range(count)]
    if style is None:
        return _plain(titles, cells, numbers, room)
    lines = _laid_out(cells, style, numbers, titles)
    if style == "tsv":  # which tabulate pads all the same
        return [Tabbed("\t".join(cell.strip() for cell in line.split("\t"))) for line in lines]
    return lines


def _plain(titles: list[str], cells: list[list[str]], numbers: list[bool], room: int) -> list[str]:
    from tabulate import SEPARATING_LINE

    rows = [titles, *cells] if titles else cells
    sizes = _sizes(rows, numbers, room)
    # not by tabulate's maxcolwidths, which makes a True of “False”
    lines = [
        ["\n".join(wrap(cell, size, break_on_hyphens=False)) for cell, size in zip(row, sizes, strict=True)]
        for row in rows
    ]
    if not titles:
        return _laid_out(lines, "plain", numbers)
    # not as headers, which tabulate makes two columns wider than need be
    return _laid_out([lines[0], SEPARATING_LINE, *lines[1:]], "simple", numbers)[1:-1]


def _laid_out(
    rows: Sequence[Sequence[str]], style: str, numbers: Sequence[bool], titles: Sequence[str] = ()
) -> list[str]:
    """The table by tabulate, numbers to the right."""
    from tabulate import tabulate

    aligned = ["right" if number else "left" for number in numbers] if rows else None
    return tabulate(rows, titles, style, disable_numparse=True, colalign=aligned).split("\n")


def _sizes(rows: Sequence[Sequence[str]], numbers: Sequence[bool], room: int) -> list[int]:
    """The width of each column: the widest are capped so that all fit, but no number is ever cut."""
    columns = list(zip(*rows, strict=True))
    sizes = narrowed = [max(1, *map(width, column)) for column in columns]
    room -= 2 * (len(columns) - 1)
    for longest in range(_LONGEST, 3, -1):
        least = [
            max(
                width(cell) if number and _NUMBER.fullmatch(cell) else _least(cell, longest)
                for cell in column
            )
            for column, number in zip(columns, numbers, strict=True)
        ]
        for cap in range(max(sizes), 0, -1):
            narrowed = [max(low, min(size, cap)) for size, low in zip(sizes, least, strict=True)]
            if sum(narrowed) <= room:
                return narrowed
    return narrowed


def _least(text: str, longest: int) -> int:
    """The least width of a text of which words up to `longest` stay whole."""
    return max((min(width(word), longest) for word in text.split()), default=1)


def _cell(value: Any) -> str:
    return "" if value is None else clean(str(value)).replace("\n", " ")


def _option(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

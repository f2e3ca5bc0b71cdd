"""The track as people look at it: on the terminal and as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from referee.games.base import Section
from referee.games.vieux_blues.moves import CONSTANTS
from referee.games.vieux_blues.track import ROSTER, Square, Track
from referee.rulebook import Rulebook

COLUMNS: Final = 3
WIDTH: Final = 25  # of a square on the terminal
PLACED: Final = "*"


class Figure(NamedTuple):
    """A bluesman on the track."""

    name: str
    placed: bool


Standing = Mapping[int, Sequence[Figure]]


def short(name: str) -> str:
    """A bluesman's last name, with an initial where two share it."""
    first, last = name.split()[0], name.split()[-1]
    alone = sum(1 for other in ROSTER if other.split()[-1] == last) == 1
    return last if alone else f"{first[0]}. {last}"


def mark(sigil: str) -> str:
    """How a sigil is drawn: its mark, or its first letters."""
    known = CONSTANTS["sigils"].get(sigil)
    return str(known["mark"]) if known else sigil[:2]


def track_section(track: Track, words: Rulebook, standing: Standing) -> Section:
    """All squares up to the last one that is known or stood upon, in columns."""
    last = max(track.known_end, max(standing, default=0))
    cells = [_cell(n, track.square(n), standing.get(n, ())) for n in range(1, last + 1)]
    if not track.length:
        cells.append("  …")
    height = -(-len(cells) // COLUMNS)
    rows = ["  ".join(cell.ljust(WIDTH) for cell in cells[row::height]).rstrip() for row in range(height)]
    title = words.say("label.track", title=track.title, length=track.length or "?")
    return Section(title, lines=[*rows, words.say("label.legend")])


def _cell(number: int, square: Square | None, figures: Sequence[Figure]) -> str:
    people = ", ".join(short(f.name) + (PLACED if f.placed else "") for f in figures)
    if square is None:
        return f"{number:2} ?  {people}".rstrip()
    if square.kind == "white":
        return f"{number:2} ·  {people}".rstrip()
    sign = f"{square.camp[:1].upper() or '?'}{mark(square.sigil) or '?'}"
    name = square.name or "?"
    room = WIDTH - len(f"{number:2} {sign} ") - (len(people) + 1 if people else 0)
    name = f"[{_cut(name, room - 2)}]" if square.kind == "drawing" else _cut(name, room)
    return f"{number:2} {sign} {name} {people}".rstrip()


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: room - 1]}…"


def roster_section(track: Track, words: Rulebook) -> Section:
    """Who belongs to whom: bluesmen with camp, sigil, city and drawing as far as known."""
    heads = [words.label(name) for name in ("bluesman", "camp", "sigil", "city", "drawing")]
    men = sorted(track.bluesmen.values(), key=lambda man: (man.camp or "~", man.sigil or "~"))
    rows = []
    for man in men:
        sigil = f"{mark(man.sigil)} {man.sigil}" if man.sigil else ""
        rows.append([man.name, *(text or "?" for text in (man.camp, sigil, man.city, man.drawing))])
    return Section(words.label("bluesmen"), heads, rows)


# ---------------------------------------------------------------------------- picture

_ACROSS: Final = 8
_SIZE: Final = (120, 84)
_FILL: Final = {"rose": "#f4c2cf", "sable": "#e8d7a6", "white": "#ffffff", "": "#dddddd"}


def svg(track: Track, standing: Standing) -> str:
    """The track as a picture: rows of squares to and fro, from square 1 at the top left."""
    from xml.sax.saxutils import escape

    wide, high = _SIZE
    last = max(track.known_end, max(standing, default=0), 1)
    rows = -(-last // _ACROSS)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide * _ACROSS + 20}" height="{high * rows + 50}"'
        ' font-family="sans-serif" font-size="12" text-anchor="middle">',
        f'<text x="10" y="25" font-size="18" text-anchor="start">{escape(track.title)}</text>',
    ]
    for number in range(1, last + 1):
        row, column = divmod(number - 1, _ACROSS)
        x = 10 + wide * (column if row % 2 == 0 else _ACROSS - 1 - column)
        y = 40 + high * row
        square = track.square(number)
        fill = _FILL[square.camp or ("white" if square.kind == "white" else "")] if square else _FILL[""]
        parts.append(
            f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" fill="{fill}" stroke="#444"/>'
            f'<text x="{x + 6}" y="{y + 15}" text-anchor="start" fill="#666">{number}</text>'
        )
        lines = [] if square is None or square.kind == "white" else _inscription(square)
        lines += [short(f.name) + (PLACED if f.placed else "") for f in standing.get(number, ())]
        for index, text in enumerate(lines if square else ["?", *lines]):
            parts.append(f'<text x="{x + wide // 2}" y="{y + 32 + 15 * index}">{escape(text)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _inscription(square: Square) -> list[str]:
    name = square.name or "?"
    name = f"“{name}”" if square.kind == "drawing" else name
    return [name, f"{mark(square.sigil) or '?'} {square.camp or '?'}"]

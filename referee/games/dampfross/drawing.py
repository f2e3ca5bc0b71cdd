"""Pictures of a map: in the terminal, and as SVG."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from referee import hexgrid
from referee.games.base import Section
from referee.games.dampfross.board import Board, edge, row_name
from referee.games.dampfross.network import FOREIGN
from referee.hexgrid import Hex

if TYPE_CHECKING:
    from referee.games.base import Game
    from referee.rulebook import Rulebook

BAND = 18  # columns of hexes side by side in 80 columns
COLOURS = ("#c0392b", "#2471a3", "#1e8449", "#d68910", "#7d3c98", "#17202a")
NAMED = {
    "red": "#c0392b", "rouge": "#c0392b", "rot": "#c0392b",
    "blue": "#2471a3", "bleu": "#2471a3", "blau": "#2471a3",
    "green": "#1e8449", "vert": "#1e8449", "grün": "#1e8449",
    "yellow": "#d4ac0d", "jaune": "#d4ac0d", "gelb": "#d4ac0d",
    "orange": "#d68910", "purple": "#7d3c98", "violet": "#7d3c98",
    "black": "#17202a", "noir": "#17202a", "schwarz": "#17202a",
    "brown": "#6e2c00", "pink": "#d81b60",
}  # fmt: skip


# ---------------------------------------------------------------------------- the terminal


def sections(board: Board, words: Rulebook, game: Game | None) -> list[Section]:
    """The map: hexes, terrain, rivers and lines, then the cities and the special destinations."""
    found = []
    for number, _ in enumerate(board.sheets):
        found += _bands(board, words, _lines(game), number)
    if board.known:
        key = ["map-key", "line-key"]
        companies = getattr(game, "companies", {})
        letters = ", ".join(f"{company.letter} {name}" for name, company in companies.items())
        lines = [words.say(f"label.{name}") for name in key]
        found.append(Section(lines=[*lines, *([letters] if letters else [])]))
    rows = [
        (city.name, board.names[city.hex] if city.hex >= 0 else "?", " ".join(map(str, city.numbers)) or "?")
        for city in board.cities.values()
    ]
    if rows:
        found.append(
            Section(words.label("cities"), [words.label(k) for k in ("city", "hex", "numbers")], rows)
        )
    if board.special:
        special = [f"@{number} {entry.name}" for number, entry in sorted(board.special.items())]
        found.append(Section(words.label("special"), lines=special))
    return found


def _lines(game: Game | None) -> dict[tuple[int, int], str]:
    """By segment, the letter of its company; * where there are several, = for a white line."""
    found: dict[tuple[int, int], str] = {}
    for side, owners in getattr(getattr(game, "network", None), "lines", {}).items():
        names = [name for name in owners if name != FOREIGN]
        company = getattr(game, "companies", {}).get(names[0]) if names else None
        found[side] = "*" if len(names) > 1 else company.letter[:1] if company else "="
    return found


def _bands(board: Board, words: Rulebook, lines: dict[tuple[int, int], str], number: int) -> list[Section]:
    """One sheet, in bands that fit the screen; the hexes stand 4 characters and 2 lines apart."""
    sheet = board.sheets[number]
    if not sheet.hexes:
        return []
    spots = {spot: hexgrid.to_offset(spot, odd_shifted=sheet.odd_shifted) for spot in sheet.hexes}
    canvas: dict[tuple[int, int], str] = {}

    def at(spot: Hex) -> tuple[int, int]:
        row, column = spots[spot]
        shifted = (row % 2 == 1) == sheet.odd_shifted
        return 2 * row, 4 * column + (2 if shifted else 0)

    for spot, index in sheet.hexes.items():
        y, x = at(spot)
        canvas[y, x] = "O" if index in board.city_at else "^" if board.mountain[index] else "."
        if index in board.abroad:
            canvas[y, x] = "+" if index in board.station_at else ":"
        for direction, marks in ((0, ((0, 2),)), (4, ((1, -1),)), (5, ((1, 1),))):
            other = sheet.hexes.get(hexgrid.step(spot, direction))
            if other is None:
                continue
            side = edge(index, other)
            mark = lines.get(side) or {"r": "~", "w": "≈"}.get(board.rivers.get(side, ""), "")
            if not mark and side in board.white:
                mark = "="
            for dy, dx in marks:
                if mark:
                    canvas[y + dy, x + dx] = mark
    height = max(y for y, _ in canvas) + 1
    columns = max(column for _, column in spots.values()) + 1
    found = []
    for first in range(0, columns, BAND):
        left, right = 4 * first, 4 * min(first + BAND, columns) + 2
        head = "    " + "".join(f"{sheet.column + c:<4}" for c in range(first, min(first + BAND, columns)))
        rows = [head.rstrip()]
        for y in range(height):
            text = "".join(canvas.get((y, x), " ") for x in range(left, right)).rstrip()
            name = row_name(sheet.letter + y // 2) if y % 2 == 0 else ""
            rows.append(f"{name:<4}{text}".rstrip())
        found.append(Section(words.say("label.sheet", name=board.name or "?", part=number + 1), lines=rows))
    return found


# ---------------------------------------------------------------------------- SVG


def svg(board: Board, game: Game | None) -> str:
    """The map as SVG; the sheets stand side by side."""
    if not board.known:
        return ""
    size, gap = 24.0, 60.0
    shapes: list[str] = []
    top: list[str] = []
    centres: dict[int, tuple[float, float]] = {}
    offset = width = height = 0.0
    for number, sheet in enumerate(board.sheets):
        offset = width + (gap if number else 0) + size
        for spot, index in sheet.hexes.items():
            x, y = hexgrid.centre(spot, size)
            centres[index] = x + offset, y + size * 1.5
            width, height = max(width, x + offset + size), max(height, y + size * 3)
            points = " ".join(
                f"{cx + offset:.1f},{cy + size * 1.5:.1f}" for cx, cy in hexgrid.corners(spot, size)
            )
            fill = "#e8e3d8" if index in board.abroad else "#c8a97e" if board.mountain[index] else "#eef5e4"
            title = f"<title>{board.names[index]}</title>"
            shapes.append(f'<polygon points="{points}" fill="{fill}" stroke="#bbb">{title}</polygon>')
            for direction in (0, 4, 5):
                other = sheet.hexes.get(hexgrid.step(spot, direction))
                river = board.rivers.get(edge(index, other), "") if other is not None else ""
                if river:
                    ends = hexgrid.corners(spot, size)
                    (x1, y1), (x2, y2) = ends[direction], ends[(direction + 1) % 6]
                    thick = 8 if river == "w" else 4
                    top.append(
                        f'<line x1="{x1 + offset:.1f}" y1="{y1 + size * 1.5:.1f}" x2="{x2 + offset:.1f}" '
                        f'y2="{y2 + size * 1.5:.1f}" stroke="#3498db" stroke-width="{thick}"/>'
                    )
    top += _svg_lines(board, game, centres)
    for city in board.cities.values():
        if city.hex >= 0:
            x, y = centres[city.hex]
            label = escape(f"{city.name} {'/'.join(map(str, city.numbers))}")
            top.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="#fff" stroke="#000"/>')
            top.append(f'<text x="{x:.1f}" y="{y - 9:.1f}" text-anchor="middle" font-size="9">{label}</text>')
    for name, index in board.stations.items():
        x, y = centres[index]
        top.append(
            f'<rect x="{x - 5:.1f}" y="{y - 5:.1f}" width="10" height="10" fill="#fff" stroke="#000"/>'
        )
        top.append(
            f'<text x="{x:.1f}" y="{y - 8:.1f}" text-anchor="middle" font-size="8">{escape(name)}</text>'
        )
    size_text = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    body = "\n".join([*shapes, *top])
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size_text} font-family="sans-serif">\n{body}\n</svg>\n'


def _svg_lines(board: Board, game: Game | None, centres: dict[int, tuple[float, float]]) -> list[str]:
    """The lines of all companies, side by side where several share a segment; the white lines below."""
    found = [_stroke(centres[a], centres[b], 0, "#ffffff", 9) for a, b in board.white]
    lines = getattr(getattr(game, "network", None), "lines", {})
    companies: dict[str, str] = {}
    for number, (name, company) in enumerate(getattr(game, "companies", {}).items()):
        companies[name] = NAMED.get(company.colour.casefold(), COLOURS[number % len(COLOURS)])
    for (a, b), owners in lines.items():
        names = [name for name in owners if name in companies]
        for index, name in enumerate(names):
            shift = 4.0 * (index - (len(names) - 1) / 2)
            found.append(_stroke(centres[a], centres[b], shift, companies[name], 3))
    return found


def _stroke(a: tuple[float, float], b: tuple[float, float], shift: float, colour: str, thick: int) -> str:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    sx, sy = -dy / length * shift, dx / length * shift
    return (
        f'<line x1="{a[0] + sx:.1f}" y1="{a[1] + sy:.1f}" x2="{b[0] + sx:.1f}" y2="{b[1] + sy:.1f}" '
        f'stroke="{colour}" stroke-width="{thick}" stroke-linecap="round"/>'
    )

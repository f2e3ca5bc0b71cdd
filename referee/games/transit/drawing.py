"""The board in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.games.base import Game, Section
from referee.games.transit.goods import pile
from referee.games.transit.moves import ZONES
from referee.rulebook import Rulebook

if TYPE_CHECKING:
    from referee.games.transit.board import Board, Stop

FACES = range(1, 7)


def draw(board: Board, words: Rulebook, game: Game | None) -> list[Section]:
    """Stopovers by zone with what stands on them, the red lines, the border."""
    return [_stops(board, words, game), _lines(board, words), _border(board, words)]


def _stops(board: Board, words: Rulebook, game: Game | None) -> Section:
    label = words.label
    ships = _ships(game)
    rows = []
    for zone in (*ZONES, 0):
        for stop in sorted((s for s in board.stops.values() if s.zone == zone), key=lambda s: s.name):
            there = ", ".join(ships.get(stop.name, []))
            kind = label(f"kind-{stop.kind}") if stop.kind else "?"
            rows.append([zone or "?", stop.name, kind, stop.colour, _product(board, stop), there])
    headers = [label(h) for h in ("zone", "stopover", "kind", "colour", "product")]
    title = f"{board.title}: {label('invented')}" if board.invented else board.title
    return Section(title, [*headers, label("there") if game is not None else ""], rows)


def _product(board: Board, stop: Stop) -> str:
    return board.sells.get(stop.colour, "") or stop.product


def _ships(game: Game | None) -> dict[str, list[str]]:
    """Who and what lies at each stopover."""
    found: dict[str, list[str]] = {}
    if game is None:
        return found
    state = game.state()
    for name, person in state["players"].items():
        if person["at"]:
            found.setdefault(person["at"], []).append(name)
    if state["corsair"]["at"]:
        found.setdefault(state["corsair"]["at"], []).append("corsaire")
    board: Board = game.board  # type: ignore[attr-defined]
    for zone in ZONES:
        if state["piles"][str(zone)] and board.cross(zone):
            found.setdefault(board.cross(zone), []).append(pile(zone))
    return found


def _lines(board: Board, words: Rulebook) -> Section:
    rows = [
        [name, ", ".join(board.neighbours(name)), "" if board.all_listed or name in board.listed else "…"]
        for name in sorted(board.stops)
    ]
    return Section(words.label("lines"), [words.label("stopover"), words.label("neighbours"), ""], rows)


def _border(board: Board, words: Rulebook) -> Section:
    """The 36 numbers in twelve rows of three."""
    rows = []
    for red in FACES:
        for first in (1, 4):
            row: list[str] = []
            for number in range(10 * red + first, 10 * red + first + 3):
                row += [str(number), " ".join(board.border.get(number, ("?",)))]
            rows.append(row)
    return Section(words.label("border"), ["", ""] * 3, rows)

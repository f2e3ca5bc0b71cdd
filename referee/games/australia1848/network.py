"""What the tokens of a company reach over the tiles told (`track = "tiles"`), trains of any length.

Used where the course of play depends on it; the table stays the judge of track and runs. The two
cities of a double city are taken as one place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.games.australia1848.game import Australia
    from referee.games.australia1848.state import Company


def pieces(g: Australia, hex_: str) -> list[frozenset[int]]:
    """The track on a hex, one set of sides for each city, town or piece of plain track."""
    place = g.board.hexes[hex_]
    if place.exits:
        return [frozenset(place.exits)]
    tile, rotation = g.tiles.get(hex_, ("", 0))
    return g.board.tiles[tile].turned(rotation) if tile else []


def slots(g: Australia, hex_: str) -> int:
    """Places for tokens in the cities of a hex."""
    place = g.board.hexes[hex_]
    if not place.city:
        return 0
    tile, _ = g.tiles.get(hex_, ("", 0))
    if not tile:
        return 1
    return g.board.tiles[tile].slots * len(g.board.tiles[tile].exits)


def tokens_in(g: Australia, hex_: str) -> int:
    """Tokens that stand on a hex, those of the Bank of England too."""
    companies = sum(company.tokens.count(hex_) for company in g.companies.values())
    return companies + g.boe.tokens.count(hex_)


def has_room(g: Australia, hex_: str, company: Company) -> bool:
    """Whether a place is free, not counting those kept for the home token of another company."""
    kept = sum(
        hex_ in other.homes and len(other.homes) == 1 and not other.operated and not other.closed
        for other in g.companies.values()
        if other is not company
    )
    return tokens_in(g, hex_) + kept < slots(g, hex_)


def reached(g: Australia, company: Company) -> set[str]:
    """The hexes with a stop or track that the company's tokens reach; full cities end the way."""
    found = set(company.tokens)
    ways = [(hex_, side) for hex_ in company.tokens for piece in pieces(g, hex_) for side in piece]
    seen: set[tuple[str, int]] = set()
    while ways:
        hex_, side = ways.pop()
        other, entry = g.board.neighbour(hex_, side), (side + 3) % 6
        if other is None or (other.id, entry) in seen:
            continue
        seen.add((other.id, entry))
        entered = [piece for piece in pieces(g, other.id) if entry in piece]
        if entered:
            found.add(other.id)
            ways += [(other.id, out) for out in _ways_on(g, company, other.id, entered, entry)]
    return found


def _ways_on(
    g: Australia, company: Company, hex_: str, entered: list[frozenset[int]], entry: int
) -> Iterator[int]:
    place = g.board.hexes[hex_]
    full = place.city and hex_ not in company.tokens and tokens_in(g, hex_) >= slots(g, hex_)
    if place.exits or place.kind == "sea" or full:
        return
    for piece in entered:
        yield from piece - {entry}


def may_token(g: Australia, company: Company) -> bool:
    """Whether a city with a free place is within reach."""
    return any(
        g.board.hexes[hex_].city and hex_ not in company.tokens and has_room(g, hex_, company)
        for hex_ in reached(g, company)
    )


def may_run(g: Australia, company: Company) -> bool:
    """Whether the company's tokens reach at least two stops."""
    stops = 0
    for hex_ in reached(g, company):
        tile, _ = g.tiles.get(hex_, ("", 0))
        plain = tile and g.board.tiles[tile].kind == "plain"
        stops += 0 if plain else 1
    return stops > 1

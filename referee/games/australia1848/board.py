"""The map of Australia and its tiles: what lies where, and which tile may go where.

With `track = "costs"` only the number of lays on a hex is known; with "tiles" the tile and its
rotation too. Whether track connects, and what a run is worth, is for the table to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from referee.resources import load

COLOURS = ("yellow", "green", "brown", "gray")
SEA = "sea"


@dataclass(frozen=True, slots=True)
class Hex:
    """A hex of the printed map."""

    id: str
    kind: str  # plain, city, double-city, double-town, offboard, offboard-city, harbour, sea
    name: str
    cost: int  # £ of terrain, paid with the yellow tile
    k: bool
    revenue: tuple[int, ...]  # by colour of the phase; () where the tile tells
    exits: tuple[int, ...]  # sides with an arrow; () where every side may be used

    @property
    def printed(self) -> bool:
        """Whether the hex never takes a tile (track.printed)."""
        return bool(self.revenue)

    @property
    def city(self) -> bool:
        """Whether tokens may stand there."""
        return self.kind in ("city", "double-city", "offboard-city")

    @property
    def top_colour(self) -> int:
        """Index of the last colour its tiles reach."""
        return {"plain": 2, "city": 3, "double-city": 2, "double-town": 0}.get(self.kind, -1)


@dataclass(frozen=True, slots=True)
class Tile:
    """A kind of tile. `exits` lists the sides of each city, town or piece of track before turning."""

    id: str
    count: int
    colour: str
    kind: str
    revenue: int
    slots: int  # places for tokens in each of its cities
    exits: tuple[frozenset[int], ...]

    def turned(self, rotation: int) -> list[frozenset[int]]:
        """Its pieces after turning by `rotation` sixths."""
        return [frozenset((side + rotation) % 6 for side in piece) for piece in self.exits]


class Board:
    """Map and manifest, as printed."""

    def __init__(self, map_data: dict[str, Any], tile_data: dict[str, Any]) -> None:
        self.hexes = {
            id_: Hex(
                id_,
                data["kind"],
                data.get("name", ""),
                data.get("cost", 0),
                data.get("k", False),
                tuple(data.get("revenue", ())),
                tuple(data.get("exits", ())),
            )
            for id_, data in map_data["hexes"].items()
        }
        self.sides: list[str] = map_data["sides"]
        self.steps: list[list[int]] = map_data["steps"]
        self.tiles = {
            id_: Tile(
                id_,
                data["count"],
                data["color"],
                data["kind"],
                data.get("revenue", 0),
                data.get("slots", 0),
                tuple(frozenset(piece) for piece in data["exits"]),
            )
            for id_, data in tile_data["tiles"].items()
        }

    def neighbour(self, hex_: str, side: int) -> Hex | None:
        """The hex across a side, None off the map."""
        rows, columns = self.steps[side]
        return self.hexes.get(f"{chr(ord(hex_[0]) + rows)}{int(hex_[1:]) + columns}")

    def blocked_side(
        self, hex_: str, pieces: list[frozenset[int]], laid: Mapping[str, tuple[str, int]]
    ) -> int | None:
        """A side on which track would lead off the map, into the sea or against a closed side.

        The sea opens where the Tasmania tile lies (`laid`) and points this way (track.edge).
        """
        for side in sorted(frozenset().union(*pieces)):
            other, back = self.neighbour(hex_, side), (side + 3) % 6
            if other is None or (other.exits and back not in other.exits):
                return side
            if other.kind == SEA:
                tile, rotation = laid.get(other.id, ("", 0))
                if not tile or not any(back in piece for piece in self.tiles[tile].turned(rotation)):
                    return side
        return None

    def fitting(self, hex_: Hex, colour: str) -> list[str]:
        """The tiles of a colour that suit the kind of a hex (track.first-tile, track.upgrade-kind)."""
        kind = "k-city" if hex_.k and hex_.kind == "city" and colour != "yellow" else hex_.kind
        return [tile.id for tile in self.tiles.values() if tile.kind == kind and tile.colour == colour]


@cache
def read_board(_folder: str) -> Board:
    """The board of the rules folder in use."""
    return Board(load("1848", "map.toml"), load("1848", "tiles.toml"))

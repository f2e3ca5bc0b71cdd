"""Board files of Dampfross: template, faults, gaps, pictures, and what a session has learned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from referee.boards import BoardFault, Boards
from referee.games.dampfross.board import NUMBERS, Reader

if TYPE_CHECKING:
    from referee.games.base import Game, Section
    from referee.rulebook import Rulebook

TEMPLATE = """\
# A map of Dampfross. What you do not know, leave out: the table is asked when it matters.
# Check it with: referee board check {name} --game dampfross
game = "dampfross"
name = "{name}"

# ---- 1. The hexes. One text per row, one character per hex: . plain, ^ mountain, blank: no hex.
# The hexes of a row are called by its letter and their place: the first one below is A1.
# first_row_shifted = true if the first row (and the third, …) stands half a hex to the right.
# Add a second [[sheet]] with other letters or numbers for a map printed on two sheets.
#[[sheet]]
#first = "A1"
#first_row_shifted = false
#rows = [
#  "......^^..",
#  ".....^^...",
#]

# ---- 2. The cities, with their station numbers (36 in all, two digits from 1 to 6).
[cities]
#"München" = {{ hex = "B4", numbers = [11, 12] }}

# ---- 3. The rivers, by the two hexes on either side.
[rivers]
#narrow = ["A2|B2 A3|B2", "C4|C5"]
#wide = []

# ---- 4. The frontiers: the foreign hexes a line may end in, and the connection stations abroad.
#[abroad."Böhmen"]
#hexes = ["A10", "B10"]
#stations = {{ "Eger" = "C10" }}

# ---- 5. The special destinations 1 to 6: countries, stations, cities or hexes.
[special]
#1 = {{ name = "Böhmen", to = ["Böhmen"] }}

# ---- 6. Where companies start: freely in one of some cities, or one entry per player.
[start]
#cities = ["München", "Nürnberg"]
#by_players = {{ 3 = ["Louisville", "Louisville", "Louisville"] }}

# ---- 7. Particulars. Keys here must stand above the first [table] of this file if you use them:
# adjacent = [["Nürnberg", "Fürth"]]     cities that touch
# white = ["C3 - C6 - D7"]               white special lines
# seams, in a table of its own:          [seams]  A53 = ["Z12"]  Z12 = ["A53"]
# shared_numbers = [11]                  numbers that several cities bear
# races = 18, special_races = []         where the map has its own programme
# build_abroad = true                    building beyond the frontiers
# one_exit = true                        in the first round one direction out of the start city
# count = 30                             number of cities, where not all of them are listed
"""


class MapFiles(Boards):
    """What Dampfross knows of its maps."""

    def template(self, name: str) -> str:
        """A map to be filled in."""
        return TEMPLATE.format(name=name)

    def faults(self, data: Mapping[str, Any]) -> list[BoardFault]:
        """Everything that contradicts itself."""
        return Reader(data).faults

    def missing(self, data: Mapping[str, Any]) -> list[str]:
        """What is not known yet."""
        board = Reader(data).board
        found = [str(text) for text in data.get("unknown", ())]
        if not board.known:
            found.append("the hexes are not known: the table declares what it draws")
        if board.known and not board.cities:
            found.append("no city is named")
        placeless = [city.name for city in board.cities.values() if city.hex < 0]
        if board.known and placeless:
            found.append(f"cities without a hex: {', '.join(placeless)}")
        numbers = {number for city in board.cities.values() for number in city.numbers}
        gaps = [str(number) for number in NUMBERS if number not in numbers]
        if gaps:
            found.append(f"station numbers without a city: {', '.join(gaps)}")
        nameless = [city.name for city in board.cities.values() if not city.numbers]
        if board.known and nameless:
            found.append(f"cities without a number: {', '.join(nameless)}")
        if board.special_races != ():
            absent = [str(n) for n in range(1, 7) if n not in board.special]
            if absent:
                found.append(f"special destinations not named: {', '.join(absent)}")
        if not board.starts and not board.starts_by_count:
            found.append("no start station is named: any city will do")
        return found

    def draw(self, data: Mapping[str, Any], words: Rulebook, game: Game | None = None) -> list[Section]:
        """The map in the terminal."""
        from referee.games.dampfross import drawing

        return drawing.sections(Reader(data).board, words, game)

    def svg(self, data: Mapping[str, Any], game: Game | None = None) -> str:
        """The map as a picture, "" for one without hexes."""
        from referee.games.dampfross import drawing

        return drawing.svg(Reader(data).board, game)

    def learned(self, game: Game) -> dict[str, Any]:
        """The file with the station numbers and the number of cities that the table has told."""
        from referee.boards import load_board
        from referee.games.dampfross.game import Dampfross

        assert isinstance(game, Dampfross)
        name = game.options["board"]
        data: dict[str, Any] = (
            load_board("dampfross", name, game.setup.folder) if name else {"game": "dampfross"}
        )
        cities = {city: dict(entry) for city, entry in data.get("cities", {}).items()}
        for town in game.towns.values():
            entry = cities.setdefault(town.name, {})
            if town.numbers:
                entry["numbers"] = sorted({*entry.get("numbers", ()), *town.numbers})
        if not game.board.known and game.city_count:
            data["count"] = game.city_count
        return data | {"cities": cities}

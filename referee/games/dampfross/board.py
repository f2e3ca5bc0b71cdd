"""A map: hexes, rivers, cities and their numbers, frontiers, special destinations, particulars.

A map may be known in full, in part, or not at all: `Board.known` tells whether it has hexes. What a
file does not say is empty here, and the table declares it at the moment it matters.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from referee import hexgrid
from referee.boards import BoardFault
from referee.hexgrid import Hex
from referee.notation import fold, nearest

Edge = tuple[int, int]  # two hexes, the lower index first

PLAIN, MOUNTAIN, VOID = ".", "^", " "
NUMBERS = tuple(10 * tens + units for tens in range(1, 7) for units in range(1, 7))
KEYS = {
    "game": str,
    "name": str,
    "invented": bool,
    "says": str,
    "unknown": list,
    "sheet": list,
    "cities": dict,
    "count": int,
    "shared_numbers": list,
    "rivers": dict,
    "abroad": dict,
    "special": dict,
    "start": dict,
    "adjacent": list,
    "white": list,
    "seams": dict,
    "races": int,
    "special_races": list,
    "build_abroad": bool,
    "one_exit": bool,
    "jumps_advised": int,
}


def edge(a: int, b: int) -> Edge:
    """The side, or the line, between two hexes."""
    return (a, b) if a < b else (b, a)


class City(NamedTuple):
    """A city; `hex` is −1 where its place is not known."""

    name: str
    hex: int
    numbers: tuple[int, ...]


class Special(NamedTuple):
    """A special destination: any of the places `to`."""

    name: str
    to: tuple[str, ...]


class Sheet(NamedTuple):
    """A printed sheet: the name of its first row and column, and which rows stand to the right."""

    letter: int
    column: int
    odd_shifted: bool
    hexes: dict[Hex, int]


class Board:
    """What is known of a map. Hexes are numbered; `names` holds their names by number."""

    def __init__(self) -> None:
        self.name = ""
        self.invented = False
        self.names: list[str] = []
        self.mountain: list[bool] = []
        self.sheets: list[Sheet] = []
        self.at: list[tuple[int, Hex]] = []  # sheet and place of every hex
        self.around: list[list[int]] = []
        self.rivers: dict[Edge, str] = {}  # "r" or "w"
        self.surcharges: dict[str, int] = {}  # what this map asks for them, where it says so
        self.cities: dict[str, City] = {}
        self.count = 0  # number of cities, 0 where it is not known
        self.city_at: dict[int, str] = {}
        self.abroad: dict[int, str] = {}  # foreign hex -> country
        self.stations: dict[str, int] = {}  # connection stations abroad by name
        self.station_at: dict[int, str] = {}
        self.countries: dict[str, tuple[int, ...]] = {}
        self.special: dict[int, Special] = {}
        self.shared: tuple[int, ...] = ()
        self.starts: tuple[str, ...] = ()
        self.starts_by_count: dict[int, tuple[str, ...]] = {}
        self.adjacent: set[frozenset[str]] = set()
        self.white: list[Edge] = []
        self.races = 0
        self.special_races: tuple[int, ...] | None = None
        self.build_abroad = False
        self.one_exit = False
        self.jumps_advised = 0
        self._index: dict[str, int] = {}

    @property
    def known(self) -> bool:
        """Whether the hexes are known."""
        return bool(self.names)

    def hex(self, name: str) -> int | None:
        """The hex of that name, city, connection station or station number."""
        return self._index.get(fold(name))

    def place(self, index: int) -> str:
        """How a hex is called: by its city, its connection station, or its own name."""
        return self.city_at.get(index) or self.station_at.get(index) or self.names[index]

    def straight(self, a: int, b: int) -> list[int] | None:
        """The hexes from `a` to `b` in a straight line, both included; None when there is none."""
        if b in self.around[a]:
            return [a, b]
        (sheet, start), (other, goal) = self.at[a], self.at[b]
        line = hexgrid.straight(start, goal) if sheet == other else None
        if line is None:
            return None
        found = [self.sheets[sheet].hexes.get(place) for place in line]
        return None if None in found else [index for index in found if index is not None]

    def ways(self, a: int, b: int) -> list[list[int]]:
        """The shortest ways over hexes from `a` to `b`, six at most."""
        return ways(dict(enumerate(self.around)), a, b, 6)

    def targets(self, special: int) -> set[int]:
        """All hexes that a special destination admits."""
        found: set[int] = set()
        for name in self.special[special].to if special in self.special else ():
            if name in self.countries:
                found.update(self.countries[name])
            elif (index := self.hex(name)) is not None:
                found.add(index)
        return found

    def start_cities(self, companies: int) -> tuple[tuple[str, ...], bool]:
        """Where companies may start, and whether each entry holds one company. Empty: anywhere."""
        if companies in self.starts_by_count:
            return self.starts_by_count[companies], True
        return self.starts, False

    def rename(self) -> None:
        """Index all names by which hexes can be called."""
        self._index = {fold(name): index for index, name in enumerate(self.names)}
        for name, index in self.stations.items():
            self._index.setdefault(fold(name), index)
        for city in self.cities.values():
            if city.hex >= 0:
                self._index[fold(city.name)] = city.hex
                for number in city.numbers:
                    if number not in self.shared:
                        self._index[str(number)] = city.hex


def ways(around: Mapping[int, Sequence[int]], a: int, b: int, most: int) -> list[list[int]]:
    """The shortest ways from `a` to `b` where `around` gives the next hexes of each; at most `most`."""
    steps = {b: 0}
    queue = deque([b])
    while queue and a not in steps:
        here = queue.popleft()
        for there in around.get(here, ()):
            if there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    if a not in steps:
        return []
    found = [[a]]
    for left in range(steps[a] - 1, -1, -1):
        found = [[*way, there] for way in found for there in around[way[-1]] if steps.get(there) == left]
        found = found[:most]
    return found


# ---------------------------------------------------------------------------- reading


def row_name(number: int) -> str:
    """A to Z, AA to AZ, … for rows counted from 0."""
    return chr(65 + number) if number < 26 else row_name(number // 26 - 1) + chr(65 + number % 26)


def row_number(name: str) -> int:
    """The inverse of `row_name`."""
    value = 0
    for letter in name.upper():
        value = value * 26 + ord(letter) - 64
    return value - 1


class Reader:
    """Reads the data of a board file into a `Board` and collects every contradiction in `faults`."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.faults: list[BoardFault] = []
        board = self.board = Board()
        if self._keys():
            return
        board.name = data.get("name", "")
        board.invented = data.get("invented", False)
        board.count = data.get("count", 0)
        board.races = data.get("races", 0)
        board.build_abroad = data.get("build_abroad", False)
        board.one_exit = data.get("one_exit", False)
        board.jumps_advised = data.get("jumps_advised", 0)
        board.shared = tuple(data.get("shared_numbers", ()))
        if "special_races" in data:
            board.special_races = tuple(data["special_races"])
        for number, sheet in enumerate(data.get("sheet", ())):
            self._sheet(number, sheet)
        self._neighbours()
        self._cities()
        self._abroad()
        board.rename()
        self._rivers()
        self._seams()
        self._starts()
        self._special()
        self._pairs()
        self._white()
        if board.known:
            self._reach()

    def fault(self, place: Iterable[Any], problem: str, remedy: str) -> None:
        """Note a contradiction at the keys `place`."""
        self.faults.append(BoardFault(tuple(map(str, place)), problem, remedy))

    def _keys(self) -> bool:
        for key, value in self.data.items():
            if key not in KEYS:
                near = nearest(key, KEYS)
                hint = f"did you mean {near[0]}?" if near else f"keys: {', '.join(KEYS)}"
                self.fault([key], f"a map has no “{key}”", hint)
            elif not isinstance(value, KEYS[key]) or isinstance(value, bool) != (KEYS[key] is bool):
                kinds = {str: "a text", bool: "true or false", int: "a whole number", list: "a list"}
                self.fault([key], f"“{key}” can't be {value!r}", f"write {kinds.get(KEYS[key], 'a table')}")
            elif isinstance(value, int) and not 0 <= value <= 200:
                self.fault([key], f"“{key}” can't be {value}", "write a number from 0 to 200")
            elif (
                isinstance(value, list)
                and key in ("special_races", "shared_numbers")
                and not all(type(number) is int for number in value)
            ):
                self.fault([key], f"“{key}” can't be {value!r}", "write a list of whole numbers")
        return bool(self.faults)

    def _table(self, place: Iterable[Any], value: Any, keys: Collection[str]) -> bool:
        """Whether `value` is a table with no other keys than `keys`."""
        if not isinstance(value, Mapping):
            self.fault(
                place, f"{value!r} is no table", f"write {{ {', '.join(f'{key} = …' for key in keys)} }}"
            )
            return False
        for key in value:
            if key not in keys:
                self.fault([*place, key], f"“{key}” does not belong here", f"keys: {', '.join(keys)}")
        return True

    def _texts(self, place: Iterable[Any], value: Any) -> list[str]:
        """`value` if it is a list of texts."""
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return value
        self.fault(place, f"{value!r} is no list of texts", 'write ["…", "…"]')
        return []

    def _sheet(self, number: int, data: Any) -> None:
        board, place = self.board, ["sheet", number]
        if not self._table(place, data, ("first", "first_row_shifted", "rows")):
            return
        first = str(data.get("first", "A1"))
        match = re.fullmatch(r"([A-Za-z]{1,2})(\d{1,3})", first)
        if not match:
            self.fault([*place, "first"], f"“{first}” is no hex", "name the hex at the top left, such as A1")
            return
        letter, column = row_number(match[1]), int(match[2])
        # The rows are counted from the top of the sheet.
        sheet = Sheet(letter, column, not data.get("first_row_shifted", False), {})
        board.sheets.append(sheet)
        taken = set(board.names)
        for row, text in enumerate(self._texts([*place, "rows"], data.get("rows", []))):
            for index, char in enumerate(text):
                if char == VOID:
                    continue
                if char not in (PLAIN, MOUNTAIN):
                    problem = f"row {row_name(letter + row)} has “{char}”"
                    self.fault(
                        [*place, "rows"], problem, "write . for plain, ^ for mountain, a blank for no hex"
                    )
                    continue
                spot = hexgrid.from_offset(row, index, odd_shifted=sheet.odd_shifted)
                name = f"{row_name(letter + row)}{column + index}"
                if name in taken:
                    self.fault([*place, "first"], f"two hexes are called {name}", "letter the sheets apart")
                taken.add(name)
                sheet.hexes[spot] = len(board.names)
                board.names.append(name)
                board.mountain.append(char == MOUNTAIN)
                board.at.append((number, spot))

    def _neighbours(self) -> None:
        board = self.board
        for number, spot in board.at:
            hexes = board.sheets[number].hexes
            board.around.append([hexes[other] for other in hexgrid.neighbours(spot) if other in hexes])
        board.rename()

    def _hex(self, place: Iterable[Any], name: Any) -> int:
        """The hex of that name, −1 (and a fault) where there is none."""
        index = self.board.hex(name) if isinstance(name, str) else None
        if index is None:
            self.fault(place, f"there is no hex {name!r}", "name one such as C7, inside the rows of a sheet")
            return -1
        return index

    def _cities(self) -> None:
        board = self.board
        seen: dict[int, str] = {}
        folded: dict[str, str] = {}
        for name, entry in self.data.get("cities", {}).items():
            place = ["cities", name]
            if not self._table(place, entry, ("hex", "numbers")):
                continue
            if folded.setdefault(fold(name), name) != name:
                self.fault(place, f"{name} and {folded[fold(name)]} can't be told apart", "spell them apart")
            spot = self._hex([*place, "hex"], entry["hex"]) if "hex" in entry and board.known else -1
            if spot in board.city_at:
                self.fault([*place, "hex"], f"{board.city_at[spot]} lies there already", "one city to a hex")
            elif spot >= 0:
                board.city_at[spot] = name
            numbers = entry.get("numbers", [])
            if not isinstance(numbers, list):
                self.fault([*place, "numbers"], f"{numbers!r} is no list", "write [11, 12]")
                numbers = []
            for number in numbers:
                if number not in NUMBERS:
                    self.fault(
                        [*place, "numbers"], f"{number} is no station number", "two digits, 1 to 6 each"
                    )
                elif number in seen and number not in board.shared:
                    problem = f"{seen[number]} has number {number} already"
                    self.fault(
                        [*place, "numbers"], problem, "correct one of them, or name it in shared_numbers"
                    )
                seen.setdefault(number, name)
            board.cities[name] = City(name, spot, tuple(n for n in numbers if n in NUMBERS))
        if board.count and len(board.cities) > board.count:
            problem = f"{len(board.cities)} cities are named, but count says {board.count}"
            self.fault(["count"], problem, "correct count, or leave it out when all are named")
        for number in board.shared:
            if number not in NUMBERS:
                self.fault(["shared_numbers"], f"{number} is no station number", "two digits, 1 to 6 each")

    def _abroad(self) -> None:
        board = self.board
        for country, entry in self.data.get("abroad", {}).items():
            place = ["abroad", country]
            if not self._table(place, entry, ("hexes", "stations")):
                continue
            names = self._texts([*place, "hexes"], entry.get("hexes", []))
            found = [self._hex([*place, "hexes"], name) for name in names]
            stations = entry.get("stations", {})
            for station, name in stations.items() if isinstance(stations, Mapping) else ():
                spot = self._hex([*place, "stations", station], name)
                board.stations[station] = spot
                board.station_at[spot] = station
                found.append(spot)
            for spot in found:
                if spot in board.city_at:
                    problem = f"{board.city_at[spot]} lies there, in {country}"
                    self.fault(place, problem, "cities lie inside; a station abroad is a connection station")
                elif board.abroad.get(spot, country) != country:
                    self.fault(
                        place, f"{board.names[spot]} lies in {board.abroad[spot]} too", "one country a hex"
                    )
                elif spot >= 0:
                    board.abroad[spot] = country
            board.countries[country] = tuple(dict.fromkeys(spot for spot in found if spot >= 0))

    def _rivers(self) -> None:
        board = self.board
        letters = {"narrow": "r", "wide": "w"}
        for kind, value in self.data.get("rivers", {}).items():
            place = ["rivers", kind]
            if kind in ("narrow_extra", "wide_extra"):
                if not isinstance(value, int) or value < 0:
                    self.fault(place, f"{value!r} is no surcharge", "write a whole number of Cr")
                else:
                    board.surcharges[letters[kind.removesuffix("_extra")]] = value
            elif kind not in letters:
                self.fault(place, f"there are no “{kind}” rivers", "narrow, wide, narrow_extra or wide_extra")
            else:
                for text in self._texts(place, value):
                    for pair in text.split():
                        self._side(place, pair, letters[kind])

    def _side(self, place: list[str], pair: str, letter: str) -> None:
        a, bar, b = pair.partition("|")
        if not bar:
            self.fault(place, f"“{pair}” is no side", "write the two hexes of a side, such as C3|C4")
            return
        first, second = self._hex(place, a), self._hex(place, b)
        if first < 0 or second < 0:
            return
        if second not in self.board.around[first]:
            self.fault(place, f"{a} and {b} are no neighbours", "a river runs between two neighbouring hexes")
        elif self.board.rivers.setdefault(edge(first, second), letter) != letter:
            self.fault(place, f"the river at {pair} is both narrow and wide", "leave one out")

    def _seams(self) -> None:
        board, seams = self.board, self.data.get("seams", {})
        for name, others in seams.items():
            place = ["seams", name]
            a = self._hex(place, name)
            for other in self._texts(place, others):
                b = self._hex(place, other)
                if a < 0 or b < 0:
                    continue
                back = seams.get(other, [])
                if name not in (back if isinstance(back, list) else []):
                    self.fault(place, f"{other} does not name {name} in turn", f'add {other} = ["{name}"]')
                if board.at[a][0] == board.at[b][0]:
                    self.fault(place, f"{name} and {other} lie on one sheet", "seams join two sheets")
                elif b not in board.around[a]:
                    board.around[a].append(b)
            if a >= 0 and len(board.around[a]) > 6:
                self.fault(place, f"{name} has {len(board.around[a])} neighbours", "a hex has six at most")

    def _place(self, place: Iterable[Any], name: str) -> None:
        """Complain when `name` means nothing on a map that names its cities."""
        board = self.board
        if (
            board.cities
            and name not in board.cities
            and name not in board.countries
            and board.hex(name) is None
        ):
            near = nearest(name, [*board.cities, *board.countries, *board.stations])
            self.fault(
                place, f"nothing here is called “{name}”", f"did you mean {near[0]}?" if near else "name it"
            )

    def _starts(self) -> None:
        board, start = self.board, self.data.get("start", {})
        if not self._table(["start"], start, ("cities", "by_players")):
            return
        board.starts = tuple(self._texts(["start", "cities"], start.get("cities", [])))
        for count, names in start.get("by_players", {}).items():
            place = ["start", "by_players", count]
            cities = tuple(self._texts(place, names))
            if not str(count).isdigit() or len(cities) != int(count):
                self.fault(
                    place, f"{len(cities)} starts for {count} players", "name one start for each player"
                )
            else:
                board.starts_by_count[int(count)] = cities
        for name in {*board.starts, *(n for names in board.starts_by_count.values() for n in names)}:
            if board.cities and name not in board.cities:
                self.fault(["start"], f"no city is called “{name}”", "start at a city of the map")

    def _special(self) -> None:
        board = self.board
        for number, entry in self.data.get("special", {}).items():
            place = ["special", number]
            if not self._table(place, entry, ("name", "to")):
                continue
            if number not in tuple("123456"):
                self.fault(place, f"“{number}” is no special destination", "they are numbered 1 to 6")
                continue
            to = tuple(self._texts([*place, "to"], entry.get("to", [])))
            if board.known:
                for name in to:
                    self._place([*place, "to"], name)
            board.special[int(number)] = Special(entry.get("name") or " / ".join(to), to)
        races = board.races or 21
        for race in board.special_races or ():
            if not isinstance(race, int) or not 1 <= race <= races:
                self.fault(["special_races"], f"there is no race {race}", f"races are numbered 1 to {races}")

    def _pairs(self) -> None:
        board = self.board
        for pair in self.data.get("adjacent", []):
            names = self._texts(["adjacent"], pair)
            if len(names) != 2:
                self.fault(["adjacent"], f"{pair!r} is no pair of cities", 'write ["Nürnberg", "Fürth"]')
                continue
            spots = [board.hex(name) for name in names] if board.known else [0, 0]
            for name, spot in zip(names, spots, strict=True):
                if spot is None or (board.cities and name not in board.cities):
                    self.fault(["adjacent"], f"no city is called “{name}”", "name two cities of the map")
            if board.known and None not in spots and spots[1] not in board.around[spots[0] or 0]:
                self.fault(
                    ["adjacent"], f"{names[0]} and {names[1]} do not touch", "adjacent cities are neighbours"
                )
            board.adjacent.add(frozenset(names))

    def _white(self) -> None:
        board = self.board
        for text in self._texts(["white"], self.data.get("white", [])):
            names = re.split(r"\s+-\s+", text.strip())
            spots = [self._hex(["white"], name) for name in names]
            for a, b in pairwise(spots):
                line = board.straight(a, b) if a >= 0 and b >= 0 else []
                if line is None:
                    problem = f"{board.names[a]} and {board.names[b]} are not in line"
                    self.fault(["white"], problem, "name every hex where the line turns")
                board.white += [edge(x, y) for x, y in pairwise(line or ())]

    def _reach(self) -> None:
        """Every city can be reached over the map's own hexes."""
        board = self.board
        homes = [city for city in board.cities.values() if city.hex >= 0]
        if not homes:
            return
        seen = {homes[0].hex}
        queue = deque(seen)
        while queue:
            here = queue.popleft()
            if here in board.abroad and not board.build_abroad:
                continue
            for there in board.around[here]:
                if there not in seen:
                    seen.add(there)
                    queue.append(there)
        for city in homes:
            if city.hex not in seen:
                problem = f"{city.name} can't be reached from {homes[0].name}"
                self.fault(["cities", city.name], problem, "add the hexes or the seams between them")


def read_board(data: Mapping[str, Any]) -> Board:
    """The board of a file that has been checked."""
    return Reader(data).board

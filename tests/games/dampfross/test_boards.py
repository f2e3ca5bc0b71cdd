"""Board files: the shipped ones, every fault, gaps, pictures, what a session has learned."""

from __future__ import annotations

import tomllib
import xml.etree.ElementTree as ET
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from referee.boards import checked_board, shipped
from referee.errors import FileFaults
from referee.games.dampfross.board import NUMBERS, read_board, row_name, row_number
from referee.games.dampfross.boards import MapFiles
from referee.rulebook import Rulebook
from tests.games.dampfross.tables import HERE, mapped, plain

ROOT = Path(__file__).parents[3]
MAPS = MapFiles()
WORDS = Rulebook("dampfross")


def shipped_map(name: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / f"rules/dampfross/boards/{name}.toml").read_text(encoding="utf-8"))


def tiny() -> dict[str, Any]:
    return tomllib.loads((HERE / "tiny.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", shipped("dampfross"))
def test_every_shipped_map_is_sound(name: str) -> None:
    data = shipped_map(name)
    assert MAPS.faults(data) == []
    missing = MAPS.missing(data)
    if data.get("invented"):
        assert missing == []
    else:
        assert data["unknown"] and set(data["unknown"]) <= set(missing)
        assert "sheet" not in data  # nothing is invented for the printed maps


def test_the_invented_map_is_complete() -> None:
    board = read_board(shipped_map("valmoria"))
    numbers = [number for city in board.cities.values() for number in city.numbers]
    assert sorted(numbers) == list(NUMBERS)
    assert {"r", "w"} == set(board.rivers.values())
    assert board.white and board.adjacent and board.stations and len(board.countries) == 3
    assert sorted(board.special) == [1, 2, 3, 4, 5, 6] and any(board.mountain)


def test_the_template_can_be_read() -> None:
    data = tomllib.loads(MAPS.template("mine"))
    assert MAPS.faults(data) == []
    assert MAPS.missing(data)


def faults(change: Any) -> list[str]:
    data = deepcopy(tiny())
    change(data)
    return [fault.problem for fault in MAPS.faults(data)]


def put(*path: Any) -> Any:
    """A change that puts the last of `path` at the keys before it."""

    def change(data: Any) -> None:
        *keys, last, value = path
        for key in keys:
            data = data[key]
        data[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (put("citys", {}), "no “citys”"),
        (put("races", "many"), "can't be"),
        (put("build_abroad", 1), "can't be"),
        (put("sheet", 0, "first", "Z"), "is no hex"),
        (put("sheet", 0, "rows", ["..x."]), "has “x”"),
        (put("sheet", 0, "colour", "blue"), "does not belong"),
        (put("cities", "Ax", "hex", "Z9"), "no hex"),
        (put("cities", "Ax", "hex", "A4"), "lies there already"),
        (put("cities", "Ax", "numbers", [17]), "no station number"),
        (put("cities", "Ax", "numbers", [13]), "number 13 already"),
        (put("cities", "ax", {"hex": "A2"}), "can't be told apart"),
        (put("cities", "Ax", 3), "is no table"),
        (put("count", 3), "count says 3"),
        (put("shared_numbers", [99]), "no station number"),
        (put("abroad", "Outland", "hexes", ["A1"]), "lies there"),
        (put("abroad", "Other", {"hexes": ["E1"]}), "lies in Outland too"),
        (put("rivers", "narrow", ["C2-C3"]), "is no side"),
        (put("rivers", "narrow", ["C2|C4"]), "no neighbours"),
        (put("rivers", "narrow", ["C5|C6"]), "both narrow and wide"),
        (put("rivers", "dry", ["C5|C6"]), "no “dry” rivers"),
        (put("rivers", "wide_extra", -1), "no surcharge"),
        (put("seams", {"A1": ["A2"]}), "does not name A1"),
        (put("seams", {"A1": ["A2"], "A2": ["A1"]}), "on one sheet"),
        (put("start", "cities", ["Nowhere"]), "no city is called"),
        (put("start", "by_players", {"3": ["Ax"]}), "1 starts for 3 players"),
        (put("special", "7", {"to": ["Ax"]}), "is no special destination"),
        (put("special", "1", "to", ["Nowhere"]), "nothing here is called"),
        (put("special_races", [99]), "there is no race 99"),
        (put("adjacent", [["Ax", "Bex"]]), "do not touch"),
        (put("adjacent", [["Ax"]]), "no pair"),
        (put("white", ["A1 - C4"]), "not in line"),
    ],
)
def test_every_fault_is_named(change: Any, problem: str) -> None:
    found = faults(change)
    assert any(problem in text for text in found), found


def test_numbers_that_no_map_has() -> None:
    for key, value in (("races", -3), ("races", 4000), ("count", -1), ("special_races", ["x"])):
        assert faults(lambda data, key=key, value=value: data.update({key: value}))


def test_all_faults_at_once(tmp_path: Path) -> None:
    text = (HERE / "tiny.toml").read_text(encoding="utf-8")
    path = tmp_path / "wrong.toml"
    path.write_text(text.replace("[13]", "[11]").replace('"C5|C6"', '"C5|C7"'), encoding="utf-8")
    with pytest.raises(FileFaults) as caught:
        checked_board("dampfross", MAPS, path)
    assert len(caught.value.faults) == 2
    assert all(fault.line and fault.excerpt and fault.remedy for fault in caught.value.faults)
    with pytest.raises(FileFaults):
        mapped(board=str(path))


def test_a_city_out_of_reach() -> None:
    data = {
        "sheet": [{"first": "A1", "rows": ["... ..."]}],
        "cities": {"Here": {"hex": "A1"}, "There": {"hex": "A7"}},
    }
    assert any("can't be reached" in fault.problem for fault in MAPS.faults(data))


def test_two_sheets_with_a_seam() -> None:
    data = {
        "sheet": [{"first": "A1", "rows": ["...", "..."]}, {"first": "A11", "rows": ["...", "..."]}],
        "cities": {"Here": {"hex": "A1"}, "There": {"hex": "A13"}},
        "seams": {"A3": ["A11"], "A11": ["A3"]},
    }
    assert MAPS.faults(data) == []
    board = read_board(data)
    assert board.straight(board.hex("A3"), board.hex("A11")) is not None  # type: ignore[arg-type]
    assert board.straight(board.hex("A1"), board.hex("A12")) is None  # type: ignore[arg-type]
    unequal = data | {"seams": {"A3": ["A11"]}}
    assert any("does not name" in fault.problem for fault in MAPS.faults(unequal))
    assert len(MAPS.draw(data, WORDS)) >= 2


def test_rows_beyond_z() -> None:
    assert [row_name(n) for n in (0, 25, 26, 27, 52)] == ["A", "Z", "AA", "AB", "BA"]
    assert all(row_number(row_name(n)) == n for n in range(200))


def test_the_map_in_the_terminal() -> None:
    data = shipped_map("valmoria")
    sections = MAPS.draw(data, WORDS)
    lines = [line for section in sections for line in section.lines]
    assert max(map(len, lines)) <= 80
    assert lines[1].split() == [
        "A",
        *[":", ":", ":", ":", "+", ":", ":", ":", ":", ":", ":", ":", "+", ":", ":", ":", ":", ":"],
    ]
    bench = mapped("roll 6", board="valmoria")
    bench.do("build (Kelmar) - H6")
    drawn = [line for section in MAPS.draw(data, WORDS, bench.game) for line in section.lines]
    assert "O A . A ." in next(line for line in drawn if line.startswith("H"))


def test_the_map_as_a_picture() -> None:
    data = shipped_map("valmoria")
    bench = mapped("roll 6", "build (Kelmar) - H6", "build (Kelmar) - H5", board="valmoria")
    for game in (None, bench.game):
        root = ET.fromstring(MAPS.svg(data, game))
        tags = [element.tag.rpartition("}")[2] for element in root.iter()]
        assert tags.count("polygon") == 14 * 18
        assert tags.count("circle") == 27
        if game:
            strokes = [element.get("stroke") for element in root.iter()]
            assert strokes.count("#c0392b") == 2 and strokes.count("#2471a3") == 1
    assert MAPS.svg(shipped_map("bayern")) == ""


def test_what_a_session_has_learned() -> None:
    bench = plain("board station 24 Rouen", "board station 25 Rouen", "board cities 30")
    data = MAPS.learned(bench.game)
    assert data["cities"]["Rouen"] == {"numbers": [24, 25]} and data["count"] == 30
    assert MAPS.faults(data) == []
    known = mapped("board station 66 Jud")
    assert MAPS.learned(known.game)["cities"]["Jud"] == {"hex": "D7", "numbers": [25, 66]}
    bayern = plain("board station 11 Fürth", board="bayern")
    assert MAPS.faults(MAPS.learned(bayern.game)) == []

"""Track and tokens, for tables that watch their own tiles and for those that tell them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from referee.errors import Illegal, Unreadable
from tests.games.australia1848.setups import Sitting
from tests.kit import fact

DESERTS = ("B3", "B7", "B9", "C2", "C4", "C8", "E6", "E8")
MOUNTAINS = ("C18", "D17", "E16", "F15", "G16", "H13", "H15")
PRINTED = ("A18", "A4", "A6", "D1", "B21", "F3")
OPEN_COUNTRY = ("B5", "B11", "C6", "C20", "D3", "E4", "E18", "F17", "G6", "G12", "B17", "G10")


def building(phase: str = "2", **options: Any) -> Sitting:
    """NSW, alone and in the track step of the first operating round."""
    return Sitting(**options).operating("NSW").phase(phase)


def telling(phase: str = "2") -> Sitting:
    """The same at a table that tells its tiles."""
    return building(phase, track="tiles")


def refusals(bench: Sitting, hex_: str, tiles: Sequence[str], rule: str) -> set[str]:
    """The tiles that `rule` keeps off a hex, whichever way they are turned."""
    found = set()
    for tile in tiles:
        try:
            bench.table.attempt(f"lay {hex_} {tile} 0")
        except Illegal as error:
            if error.rule == rule:
                found.add(tile)
    return found


# ---------------------------------------------------------------------------- how many tiles


def test_one_tile_a_turn_in_phase_2() -> None:
    bench = building()
    bench.allows("lay F17", "track.one-tile")
    bench.refuses("lay E18", "track.one-tile")
    bench.refuses("lay F17", "track.one-tile")
    bench.until_round("OR 2.1")
    bench.allows("lay E18", "track.one-tile")
    assert building("3").lays(F17=1).allows("lay F17", "track.one-tile")


def test_two_yellow_tiles_or_one_upgrade_from_phase_3() -> None:
    yellow = building("3").lays(F17=1)
    yellow.allows("lay E18", "track.yellow-or-upgrade")
    yellow.refuses("lay F17", "track.yellow-or-upgrade")
    yellow.allows("lay G14", "track.yellow-or-upgrade")
    for third in ("lay F13", "lay F17"):
        error = yellow.refuses(third, "track.yellow-or-upgrade")
        assert error.fields["tiles"] == ["2 yellow"]
    upgrade = building("3").lays(F17=1, E18=1)
    upgrade.allows("lay F17", "track.yellow-or-upgrade")
    for second in ("lay G14", "lay E18"):
        error = upgrade.refuses(second, "track.yellow-or-upgrade")
        assert error.fields["tiles"] == ["1 upgrade"]


def test_a_ruling_may_grant_another_tile() -> None:
    bench = building()
    bench.do("lay F17")
    receipt = bench.do("lay E18", ruling="a gift")
    assert receipt.played.waived == ["track.one-tile"] and bench.game.lays == {"F17": 1, "E18": 1}


# ---------------------------------------------------------------------------- colours


@pytest.mark.parametrize(("had", "first"), [(1, "3"), (2, "5"), (3, "8")], ids=["green", "brown", "gray"])
@pytest.mark.parametrize("phase", ["2", "3", "4", "5", "6", "8"])
def test_green_from_phase_3_brown_from_5_gray_from_8(phase: str, had: int, first: str) -> None:
    bench = building(phase).lays(F17=had)
    if phase < first:
        assert (
            bench.refuses("lay F17", "track.colour").fields["colour"] == ("green", "brown", "gray")[had - 1]
        )
    else:
        bench.allows("lay F17", "track.colour")
        assert bench.game.lays["F17"] == had + 1
    building(phase).allows("lay F17", "track.colour")


@pytest.mark.parametrize(
    ("hex_", "kinds"), [("B5", 3), ("F15", 3), ("E18", 4), ("F17", 4)], ids=["plain", "OO", "city", "K"]
)
def test_plain_track_and_double_cities_end_with_brown_cities_with_gray(hex_: str, kinds: int) -> None:
    bench = building("8").lays(**{hex_: kinds - 1})
    bench.allows(f"lay {hex_}", "track.last-colour")
    over = building("8").lays(**{hex_: kinds})
    assert over.refuses(f"lay {hex_}", "track.last-colour").fields["colour"] == ("brown", "gray")[kinds - 3]


@pytest.mark.parametrize("hex_", ["D3", "G12", "C18"])
def test_double_towns_are_never_upgraded(hex_: str) -> None:
    bench = building("8")
    bench.allows(f"lay {hex_}", "track.towns-stay")
    building("8").lays(**{hex_: 1}).refuses(f"lay {hex_}", "track.towns-stay")


# ---------------------------------------------------------------------------- terrain


def test_deserts_cost_40_and_mountains_50() -> None:
    bench = building()
    for hexes, cost in ((DESERTS, 40), (MOUNTAINS, 50)):
        for hex_ in hexes:
            bank = bench.cash("Bank")
            bench.shows(f"lay {hex_}", "track.terrain")
            assert bench.cash("NSW") == 1000 - cost and bench.cash("Bank") == bank + cost
            bench.do("undo")


def test_elsewhere_and_for_upgrades_nothing_is_paid() -> None:
    bench = building()
    for hex_ in OPEN_COUNTRY:
        bench.spares(f"lay {hex_}", "track.terrain")
        assert bench.cash("NSW") == 1000
        bench.do("undo")
    upgrading = building("3").lays(E16=1, B3=1)
    for hex_ in ("E16", "B3"):
        upgrading.spares(f"lay {hex_}", "track.terrain")
        assert upgrading.cash("NSW") == 1000
        upgrading.do("undo")


def test_no_other_hex_costs_anything() -> None:
    hexes = building().game.board.hexes
    assert {id_ for id_, place in hexes.items() if place.cost} == {*DESERTS, *MOUNTAINS}


@pytest.mark.parametrize(("hex_", "cost"), [("B3", 40), ("E16", 50)])
def test_the_company_itself_must_have_the_money(hex_: str, cost: int) -> None:
    bench = building().rich("NSW", cost - 1).rich("Anna", 5000)
    error = bench.refuses(f"lay {hex_}", "track.cash")
    assert (error.fields["price"], error.fields["cash"]) == (cost, cost - 1) and not error.waivable
    bench.rich("NSW", cost)
    bench.allows(f"lay {hex_}", "track.cash")
    assert bench.cash("NSW") == 0 and bench.cash("Anna") == 5000


def test_a_loan_may_pay_for_the_terrain() -> None:
    bench = building("3").rich("NSW", 0)
    bench.refuses("lay B3", "track.cash")
    bench.do("loan")
    bench.allows("lay B3", "track.cash")
    assert bench.cash("NSW") == 60


@pytest.mark.parametrize("hex_", [*PRINTED, "I8", "I10"])
def test_printed_places_take_no_tile(hex_: str) -> None:
    bench = building()
    bench.refuses(f"lay {hex_}", "track.printed")
    bench.allows("lay E4", "track.printed")


# ---------------------------------------------------------------------------- the tiles themselves


@pytest.mark.parametrize("move", ["lay F17", "lay F17 57"])
def test_a_table_that_tells_its_tiles_tells_tile_and_rotation(move: str) -> None:
    with pytest.raises(Unreadable):
        telling().do(move)


@pytest.mark.parametrize("move", ["lay F17 57", "lay F17 57 0"])
def test_a_table_that_watches_its_own_tiles_does_not_tell_them(move: str) -> None:
    with pytest.raises(Unreadable):
        building().do(move)


def test_tiles_are_limited_and_come_back_when_replaced() -> None:
    bench = telling("3")
    assert bench.game.manifest["57"] == 3
    bench.allows("lay F17 57 0", "track.supply")
    assert bench.game.manifest["57"] == 2
    bench.laid("E4", "57", 0).laid("E2", "57", 0)
    assert bench.refuses("lay E18 57 0", "track.supply").fields["count"] == 3
    bench.until_round("OR 2.1")
    bench.do("lay F17 236 0")
    assert bench.game.manifest["57"] == 1 and bench.game.manifest["236"] == 0
    bench.until_round("OR 2.2")
    bench.allows("lay E18 57 0", "track.supply")
    assert bench.state["tiles"] == {"E18": "57 0", "E2": "57 0", "E4": "57 0", "F17": "236 0"}


def test_track_runs_neither_off_the_map_nor_into_the_sea_nor_against_a_closed_side() -> None:
    bench = telling()
    for move, side in (
        ("lay F17 57 1", "E"),
        ("lay F17 57 2", "SE"),
        ("lay H9 57 0", "SW"),
        ("lay H9 6 5", "SE"),
        ("lay F5 57 1", "W"),
        ("lay B19 57 1", "E"),
    ):
        assert bench.refuses(move, "track.edge").fields["side"] == side
    for move in ("lay F17 57 0", "lay E2 57 2", "lay B5 9 2", "lay H9 57 1"):
        bench.allows(move, "track.edge")
        bench.do("undo")


def test_the_sea_opens_where_tasmania_lies() -> None:
    bench = telling("3").given("P3", "NSW")
    bench.refuses("lay H9 57 0", "track.edge")
    bench.do("lay I8 241 1 with P3")
    bench.allows("lay H9 57 0", "track.edge")
    assert bench.state["tiles"] == {"H9": "57 0", "I8": "241 1"}


@fact("track.home-hex")
@pytest.mark.parametrize(("tile", "ways"), [("5", {0, 1, 2}), ("6", {0, 1}), ("57", {0, 3})])
def test_the_home_tile_is_turned_as_one_likes(tile: str, ways: set[int]) -> None:
    """Sydney has four sides on land: SW, W, NW, NE."""
    bench = telling()
    for rotation in range(6):
        move = f"lay F17 {tile} {rotation}"
        if rotation in ways:
            bench.do(move, "undo")
        else:
            bench.refuses(move, "track.edge")


@pytest.mark.parametrize(
    ("hex_", "fitting"),
    [
        ("F17", {"5", "6", "57"}),
        ("E18", {"5", "6", "57"}),
        ("F15", {"235"}),
        ("G12", {"1", "2", "55", "56", "69"}),
        ("E12", {"7", "8", "9"}),
    ],
    ids=["K city", "city", "OO", "double town", "open country"],
)
def test_each_kind_of_hex_begins_with_its_own_tiles(hex_: str, fitting: set[str]) -> None:
    bench = telling()
    every = [tile.id for tile in bench.game.board.tiles.values()]
    assert set(every) - refusals(bench, hex_, every, "track.first-tile") == fitting


def test_a_first_tile_of_the_wrong_kind_is_refused() -> None:
    bench = telling()
    for move in ("lay E18 9 0", "lay F17 14 0", "lay F15 57 0", "lay G12 9 0", "lay E12 57 0"):
        bench.refuses(move, "track.first-tile")
    bench.allows("lay E18 57 0", "track.first-tile")


@pytest.mark.parametrize(
    ("hex_", "chain"),
    [
        ("F17", [{"5", "6", "57"}, {"236", "237", "238"}, {"239"}, {"240"}]),
        ("G6", [{"5", "6", "57"}, {"236", "237", "238"}, {"239"}, {"240"}]),
        ("E14", [{"5", "6", "57"}, {"14", "15"}, {"611"}, {"915"}]),
        ("G10", [{"235"}, {"59"}, {"64", "65", "66", "67", "68"}]),
    ],
    ids=["Sydney", "Adelaide", "city", "OO"],
)
def test_upgrades_stay_with_their_kind(hex_: str, chain: list[set[str]]) -> None:
    for had, (old, new) in enumerate(pairwise(chain), 1):
        bench = telling("8").laid(hex_, sorted(old)[0], 0, lays=had)
        of_colour = [
            tile.id
            for tile in bench.game.board.tiles.values()
            if tile.colour == ("yellow", "green", "brown", "gray")[had]
        ]
        assert set(of_colour) - refusals(bench, hex_, of_colour, "track.upgrade-kind") == new


def test_a_k_city_takes_k_tiles_only_and_another_city_none() -> None:
    sydney = telling("3").laid("F17", "57", 0)
    assert sydney.refuses("lay F17 14 0", "track.upgrade-kind").fields["available"] == ["236", "237", "238"]
    sydney.allows("lay F17 236 0", "track.upgrade-kind")
    newcastle = telling("3").laid("E18", "57", 0)
    newcastle.refuses("lay E18 236 0", "track.upgrade-kind")
    newcastle.allows("lay E18 15 0", "track.upgrade-kind")


def test_8391_the_three_green_k_tiles_differ_by_their_track() -> None:
    tiles = telling().game.board.tiles
    exits = {id_: set().union(*tiles[id_].exits) for id_ in ("236", "237", "238")}
    assert exits == {"236": {0, 1, 3}, "237": {0, 3, 5}, "238": {0, 1, 2}}
    assert [tiles[id_].count for id_ in exits] == [1, 1, 2]


def test_an_upgrade_is_of_the_next_colour() -> None:
    bench = telling("5").laid("F17", "57", 0)
    for tile in ("239", "5", "240"):
        assert bench.refuses(f"lay F17 {tile} 0", "track.upgrade-colour").fields["old"] == "yellow"
    bench.allows("lay F17 236 0", "track.upgrade-colour")


def test_an_upgrade_keeps_all_old_track() -> None:
    bench = telling("3").laid("E14", "57", 0)
    bench.refuses("lay E14 15 1", "track.upgrade-keep")
    bench.refuses("lay E14 15 2", "track.upgrade-keep")
    bench.allows("lay E14 15 3", "track.upgrade-keep")
    plain = telling("3").laid("D13", "9", 0)
    plain.refuses("lay D13 23 1", "track.upgrade-keep")
    plain.refuses("lay D13 25 0", "track.upgrade-keep")
    plain.allows("lay D13 23 0", "track.upgrade-keep")


@fact("track.upgrade-permissive")
def test_the_new_track_of_an_upgrade_need_not_be_usable() -> None:
    """Tile 15 brings W and NW to a city of which NSW uses only SW and NE."""
    bench = telling("3").laid("F17", "57", 0).laid("E18", "57", 0)
    bench.do("lay E18 15 0")
    assert bench.state["tiles"]["E18"] == "15 0" and bench.cash("NSW") == 1000


# ---------------------------------------------------------------------------- tokens


def test_one_token_a_turn() -> None:
    bench = building()
    bench.allows("token E18", "token.one-per-turn")
    bench.refuses("token G14", "token.one-per-turn")
    bench.do("run 0")
    bench.refuses("token G14", "token.one-per-turn")
    bench.until_round("OR 2.1")
    bench.allows("token G14", "token.one-per-turn")
    assert bench.company("NSW")["tokens"] == ["E18", "F17", "G14"]


def test_tokens_cost_nothing_then_40_then_100_each() -> None:
    bench = building()
    left = 1000
    for number, (hex_, cost) in enumerate((("E18", 40), ("G14", 100), ("F13", 100)), 1):
        bank = bench.cash("Bank")
        bench.shows(f"token {hex_}", "token.price")
        left -= cost
        assert bench.cash("NSW") == left and bench.cash("Bank") == bank + cost
        bench.until_round(f"OR {number + 1}.1")
    bench.spares("lay E18", "token.price")
    bench.refuses("token E4", "token.left")
    assert bench.cash("NSW") == left == 760


@pytest.mark.parametrize(
    ("company", "prices"),
    [
        ("VR", [40, 100]),
        ("CAR", [40, 100, 100]),
        ("NSW", [40, 100, 100]),
        ("SAR", [40, 100, 100]),
        ("FT", [40, 100, 100]),
        ("WA", [40, 100, 100, 100]),
        ("QR", [40, 100, 100, 100]),
        ("COM", [100, 100, 100]),
    ],
)
def test_a_company_has_its_own_number_of_tokens(company: str, prices: list[int]) -> None:
    bench = Sitting().arrange(lambda g: setattr(g, "linked", True)).operating(company)
    assert bench.to_act == company
    for hex_, price in zip(("D9", "E14", "F5", "H9"), prices, strict=False):
        cash = bench.cash(company)
        bench.allows(f"token {hex_}", "token.left")
        assert bench.cash(company) == cash - price
        bench.idle().until(company)
    error = bench.refuses("token H7", "token.left")
    assert error.fields["count"] == len(prices) + (2 if company == "COM" else 1) and not error.waivable


@pytest.mark.parametrize(("placed", "price"), [((), 40), (("E14",), 100), (("E14", "G14"), 100)])
def test_the_token_is_paid_from_the_treasury(placed: tuple[str, ...], price: int) -> None:
    bench = building().tokens("NSW", *placed).rich("NSW", price - 1).rich("Anna", 900)
    assert bench.refuses("token E18", "token.cash").fields["price"] == price
    bench.rich("NSW", price)
    bench.allows("token E18", "token.cash")
    assert bench.cash("NSW") == 0 and bench.cash("Anna") == 900


def test_one_token_a_hex_even_where_there_are_two_cities() -> None:
    bench = building().tokens("NSW", "B17")
    bench.refuses("token F17", "token.one-per-hex")
    bench.refuses("token B17", "token.one-per-hex")
    bench.allows("token F15", "token.one-per-hex")


def test_tokens_stand_in_cities_only() -> None:
    bench = building()
    for hex_ in ("E16", "G12", "A4", "B21", "I8"):
        bench.refuses(f"token {hex_}", "token.city")
    bench.allows("token D1", "token.city")


@fact("token.homes")
def test_every_company_has_its_home() -> None:
    homes = {}
    for company in ("CAR", "VR", "NSW", "SAR", "FT", "WA", "QR", "COM"):
        bench = Sitting().arrange(lambda g: setattr(g, "linked", True)).operating(company)
        homes[company] = bench.company(company)["tokens"]
    assert homes == {
        "CAR": ["E4"],
        "VR": ["H11"],
        "NSW": ["F17"],
        "SAR": ["G6"],
        "FT": ["G14"],
        "WA": ["D1"],
        "QR": ["B19"],
        "COM": ["F17", "G6"],
    }

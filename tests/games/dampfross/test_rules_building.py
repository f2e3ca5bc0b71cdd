"""The building phase: turns, die, prices, what may be drawn, how it ends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.dampfross.tables import balances, mapped, plain, solo, until
from tests.kit import Bench, fact

# ---------------------------------------------------------------------------- setup


@fact("setup.companies")
def test_two_to_six_companies() -> None:
    assert len(mapped(players=[f"P{n}" for n in range(6)]).game.companies) == 6
    for count in (1, 7):
        with pytest.raises(Exception, match="2 to 6 players"):
            mapped(players=[f"P{n}" for n in range(count)])


@fact("setup.account")
def test_every_account_opens_alike() -> None:
    assert set(balances(mapped()).values()) == {20}
    assert set(balances(mapped(constants={"opening": 30})).values()) == {30}


@fact("setup.phases")
def test_building_comes_before_operating() -> None:
    bench = mapped()
    assert bench.game.state()["phase"] == "building"
    bench.do("operate", ruling="shorter")
    assert bench.game.state()["phase"] == "operating"


@fact("setup.colours")
def test_names_and_colours_tell_companies_apart() -> None:
    with pytest.raises(Exception, match="both called"):
        mapped(players=("Anna:red", "Ben:red"))
    bench = mapped("first blue")
    assert bench.game.situation().actor == "Ben"


def test_who_begins() -> None:
    bench = mapped()
    bench.shows("first Ben", "setup.first")
    assert bench.game.situation().actor == "Ben"
    bench.allows("first Cleo", "setup.first-late")
    bench.spares("roll 4", "setup.first")
    bench.refuses("first Anna", "setup.first-late")


# ---------------------------------------------------------------------------- turns and dice


def test_one_die_for_all() -> None:
    bench = mapped()
    bench.refuses("Ben: roll 4", "round.thrower")
    bench.refuses("build (Ax) - A2", "build.no-die")
    bench.refuses("roll 7", "round.die-face")
    bench.refuses("roll 3 4", "round.dice")
    bench.shows("roll 4", "round.die")
    bench.refuses("roll 4", "round.thrown")
    bench.spares("build (Ax) - A2", "round.die", "round.own-die")
    bench.do("pass", "pass")
    bench.allows("Ben: roll 4", "round.thrower")
    bench.allows("build (Cort) - C2", "build.no-die")


def test_the_sides_that_are_allowed() -> None:
    mapped().allows("roll 1", "round.die-face")
    mapped().allows("roll 6", "round.dice")
    mapped().allows("roll 6", "round.thrown")


def test_a_virtual_die() -> None:
    bench = mapped()
    receipt = bench.do("roll")
    assert receipt.played.entry.do.endswith("virtual")
    assert 1 <= bench.game.dice[0] <= 6


def test_turns_go_clockwise() -> None:
    bench = mapped("roll 3")
    bench.refuses("Ben: build (Ax) - A2", "round.order")
    bench.allows("Anna: build (Ax) - A2", "round.order")
    bench.refuses("Anna: pass", "round.order")
    bench.do("pass")
    bench.shows("pass", "round.next")
    assert bench.game.situation().actor == "Ben"
    bench.spares("roll 2", "round.next")


def test_a_turn_out_of_order_by_ruling() -> None:
    bench = mapped("roll 3", "pass")
    bench.do("Cleo: pass", ruling="Ben is away from the table")
    assert bench.game.building.queue == ["Ben"]


def test_turn_done() -> None:
    postal = plain("roll 4 3 6", "Cleo: pass", edition="railway-rivals-postal")
    postal.refuses("Cleo: pass", "turn.done")
    postal.allows("Ben: pass", "turn.done")


def test_a_die_for_each_in_the_schmidt_edition() -> None:
    bench = mapped(edition="schmidt-1984", constants={"wide": 4})
    bench.shows("roll 3", "round.own-die")
    bench.do("build (Ax) - A4")
    bench.refuses("build (Ax) - A2", "build.no-die")
    bench.do("roll 1")
    bench.refuses("build (Cort) - C3", "build.budget")
    bench.do("build (Cort) - C2")


def test_nobody_builds_out_of_time() -> None:
    bench = mapped("roll 6", "build (Ax) - A2", "pass", "pass")
    bench.do("operate", ruling="shorter")
    bench.refuses("build (A2) - A3", "build.no-turn")
    bench.refuses("roll 3", "round.no-die")
    mapped("roll 6").allows("build (Ax) - A2", "build.no-turn")
    mapped().allows("roll 6", "round.no-die")


# ---------------------------------------------------------------------------- prices


def test_the_budget_is_the_die() -> None:
    bench = mapped("roll 2")
    bench.refuses("build (Ax) - Bex", "build.budget")
    bench.allows("build (Ax) - A3", "build.budget")
    assert balances(bench)["Anna"] == 20


def test_what_is_left_of_the_die_is_lost() -> None:
    mapped("roll 4").shows("build (Ax) - A3", "build.lost")
    mapped("roll 2").spares("build (Ax) - A3", "build.lost")


@pytest.mark.parametrize(
    ("die", "order", "price"),
    [(1, "(Ax) - A2", 1), (1, "(Cort) - C2", 1), (4, "(Cort) - C3", 4), (5, "(Ax) - A3 - B3", 5)],
)
def test_prices(die: int, order: str, price: int) -> None:
    assert price == die
    mapped(f"roll {die}").do(f"build {order}")
    if die > 1:
        mapped(f"roll {die - 1}").refuses(f"build {order}", "build.budget")


def test_each_kind_of_segment_names_its_rule() -> None:
    bench = mapped("roll 6")
    bench.shows("build (Ax) - A3 - B3", "price.plain", "price.climb")
    bench.spares("build (Cort) - C2 - B2", "price.climb", "price.ridge", "price.bridge", "price.wide")
    bench.do("pass")
    until(bench, 6, "Anna")
    bench.shows("build (B3) - B4", "price.ridge")
    bench.spares("roll 6", "price.plain")
    bench.do("pass")
    bench.shows("build (B4) - A5", "price.climb")
    bench.shows("build (C2) - C3", "price.bridge")


def test_a_wide_river() -> None:
    bench = mapped()
    solo(bench, 6, "Anna", "(Cort) - C4")
    solo(bench, 1, "Anna", "(C4) - C5")
    until(bench, 4, "Anna")
    bench.refuses("build (C5) - C6", "build.budget")
    bench.do("pass")
    other = mapped()
    solo(other, 6, "Anna", "(Cort) - C4")
    solo(other, 1, "Anna", "(C4) - C5")
    until(other, 5, "Anna")
    other.shows("build (C5) - C6", "price.wide")


def test_the_printed_table_read_to_the_letter() -> None:
    order = "build (Cort) - C3"
    mapped("roll 6").spares(order, "price.table-bridge")
    mapped("roll 6", table_bridge=True).shows(order, "price.table-bridge")
    mapped("roll 5", table_bridge=True).refuses(order, "build.budget")


@fact("price.city-terrain")
def test_a_city_in_the_mountains() -> None:
    hilly = mapped("roll 1", board="hilly.toml", city_terrain="plain")
    hilly.do("build (Top) - A2")
    mapped("roll 1", board="hilly.toml").refuses("build (Top) - A2", "build.budget")


def test_a_price_the_edition_does_not_know() -> None:
    bench = mapped("roll 6 6 6", edition="railway-rivals-postal")
    bench.refuses("build (Ax) - A3 - B3", "price.unknown")
    bench.allows("build (Ax) - A3", "price.unknown")
    mapped("roll 6 6 6", edition="railway-rivals-postal", constants={"climb": 4}).do("build (Ax) - A3 - B3")


def test_stretches() -> None:
    bench = mapped("roll 4")
    bench.shows("build (Ax) - A3 ; (A2) - B2", "build.stretches")
    bench.spares("build (Cort) - C2", "build.stretches")


# ---------------------------------------------------------------------------- what may be drawn


def test_where_there_is_no_hex_there_is_no_line() -> None:
    bench = mapped("roll 6", board="island.toml")
    bench.refuses("build (Here) - A5", "build.no-way")
    bench.allows("build (Here) - A2", "build.no-way")


def test_a_line_is_drawn_once() -> None:
    bench = mapped("roll 6")
    bench.refuses("build (Ax) - A2 ; (A2) - Ax", "build.again")
    bench.allows("build (Ax) - A2 ; (A2) - B2", "build.again")


def test_points_out_of_line_are_asked() -> None:
    question = mapped("roll 6").asks("build (Ax) - B2", "way")
    assert set(question.answers) == {"A2 - B2", "B1 - B2"}


def test_the_first_line_starts_at_a_start_station() -> None:
    bench = mapped("roll 6")
    bench.refuses("build (Bex) - A5", "build.start")
    bench.allows("build (Ax) - A2", "build.start")
    open_ = mapped("roll 6", board="island.toml")
    open_.refuses("build (A2) - Here", "build.start-city")
    open_.allows("build (Here) - A2", "build.start-city")


def test_one_builds_from_ones_own_line() -> None:
    bench = mapped("roll 2", "build (Ax) - A2", "build (Ax) - B1", "pass", "roll 2")
    bench.refuses("build (A2) - A3", "build.own")
    bench.allows("build (B1) - B2", "build.own")


def abroad(**options: Any) -> Bench:
    """Anna has a line to E1, in Outland, and is to build again."""
    bench = mapped(**options)
    solo(bench, 6, "Anna", "(Cort) - Ivo - E1")
    until(bench, 6, "Anna")
    return bench


def test_no_building_abroad() -> None:
    bench = abroad()
    bench.refuses("build (E1) - E2", "build.abroad")
    bench.allows("build (Ivo) - E2", "build.abroad")
    abroad(board="beyond.toml").do("build (E1) - E2")


def test_frontier_hexes_and_connection_stations() -> None:
    mapped("roll 6").shows("build (Cort) - Ivo - E1", "build.frontier")
    mapped("roll 6").spares("build (Cort) - Ivo", "build.frontier")
    bench = mapped("roll 6")
    bench.shows("build (Cort) - Ivo - D3 - E4 ; (D3) - D4", "build.frontier")


def test_letters_are_for_unknown_maps() -> None:
    bench = mapped("roll 6")
    bench.refuses("build (Ax) - p A2", "build.letters")
    bench.allows("build (Ax) - A2", "build.letters")


# ---------------------------------------------------------------------------- bonuses


def test_the_first_in_a_city() -> None:
    bench = mapped("roll 6")
    receipt = bench.shows("build (Ax) - Bex", "bonus.first", "bonus.no-start")
    assert "Bex [+6]" in bench.sentences(receipt)
    assert balances(bench)["Anna"] == 26
    receipt = bench.shows("build (Ax) - B1 - B2 - A3 - Bex", "bonus.later")
    bench.spares("build (Cort) - C2", "bonus.first", "bonus.later")
    until(bench, 6, "Ben")
    bench.spares("build (B2) - C2", "bonus.no-start", "bonus.at-start")


def test_a_city_with_two_numbers_gives_one_bonus() -> None:
    bench = mapped("roll 6", "build (Cort) - C2 - B1 - Ax")
    assert balances(bench)["Anna"] == 26


def test_a_bonus_at_the_start() -> None:
    bench = mapped("roll 6", start_bonus=True)
    bench.shows("build (Ax) - A2", "bonus.at-start")
    bench.spares("build (Ax) - B1", "bonus.at-start")
    assert balances(bench) == {"Anna": 26, "Ben": 20, "Cleo": 20}


@fact("bonus.open-start")
def test_a_start_city_nobody_started_from() -> None:
    order = "build (Cort) - C2 - B1 - Ax"
    assert balances(mapped("roll 6", order))["Anna"] == 26
    assert balances(mapped("roll 6", order, open_start_bonus=False))["Anna"] == 20


# ---------------------------------------------------------------------------- notes


def test_notes_are_compared() -> None:
    bench = mapped("roll 6", "build (Ax) - A2")
    bench.refuses("build (Ax) - A2 [-4 Anna]", "build.note")
    bench.refuses("build (Ax) - A2 [+6]", "build.note")
    bench.allows("build (Ax) - A2 [-5 Anna]", "build.note")
    assert balances(bench) == {"Anna": 25, "Ben": 15, "Cleo": 20}
    bench.do("build (Ax) - A2 [-4 Ben] [-5 Anna]", ruling="Ben let him off")
    assert balances(bench) == {"Anna": 30, "Ben": 19, "Cleo": 11}


# ---------------------------------------------------------------------------- the end of the phase


def nearly(**options: Any) -> Bench:
    """Five of ten cities are linked; Anna is to build from A5, the phase ends at four."""
    bench = mapped(constants={"cities_left": 4}, **options)
    solo(bench, 6, "Anna", "(Ax) - Bex ; (Ax) - B1 - Cort")
    solo(bench, 6, "Anna", "(Cort) - Ivo - D3 - Dax")
    solo(bench, 1, "Anna", "(Bex) - A5")
    until(bench, 6, "Anna")
    return bench


def test_the_end_of_the_building_phase() -> None:
    bench = nearly()
    assert bench.game.cities_left == 5
    bench.shows("build (A5) - B5 - Gar - Hub ; (Hub) - Elm", "end.cities", "end.stretch")
    assert bench.game.phase == "operating"
    assert bench.game.cities_left == 3
    other = nearly()
    other.spares("build (A5) - B5", "end.cities", "end.stretch")
    other.do("pass")


def test_it_ends_at_once_or_with_the_round() -> None:
    order = "build (A5) - B5 - Gar - Hub ; (Hub) - Elm"
    at_once = nearly(building_ends="at once")
    at_once.shows(order, "end.at-once")
    assert at_once.game.cities_left == 4
    nearly().spares(order, "end.at-once")
    bench = nearly(building_ends="round")
    bench.spares(order, "end.cities", "end.stretch")
    assert bench.game.cities_left == 2
    while bench.game.phase == "building" and len(bench.game.building.queue) > 1:
        bench.do("pass")
    if bench.game.phase == "building":
        bench.shows("pass", "end.cities")
    assert bench.game.phase == "operating"


@fact("end.left-counts")
def test_stations_may_be_counted_instead_of_cities() -> None:
    bench = mapped(board="valmoria", left_counts="stations")
    assert bench.game.cities_left == 36
    bench.do("roll 1", "build (Lusenne) - G9")
    assert bench.game.cities_left == 33
    assert mapped(board="valmoria").game.cities_left == 27


def test_the_table_ends_the_phase_where_nobody_counts() -> None:
    bench = mapped()
    bench.refuses("operate", "end.table")
    counted = plain(cities=30)
    counted.refuses("operate", "end.table")
    bench = plain()
    bench.allows("operate", "end.table")
    bench.refuses("operate", "end.twice")
    plain().allows("operate", "end.twice")


# ---------------------------------------------------------------------------- a map the table declares


def test_hexes_in_letters() -> None:
    bench = plain("roll 6")
    bench.refuses("build (Paris) - ppmm Lyon", "build.budget")
    receipt = bench.allows("build (Paris) - pprc Rouen", "build.budget")
    assert "5 Cr" in bench.sentences(receipt)
    assert balances(bench)["Anna"] == 26
    bench.refuses("build (Paris) - pc", "build.city-name")
    bench.refuses("build (Paris) - pcp Lyon", "build.city-name")
    bench.allows("build (Paris) - pc Lyon", "build.city-name")


def test_a_start_in_the_mountains_is_asked_for() -> None:
    bench = plain()
    solo(bench, 4, "Anna", "(Paris) - p G58 - m H59")
    until(bench, 5, "Anna")
    receipt = bench.do("build (H59) - m")
    assert "5 Cr" in bench.sentences(receipt)
    while bench.game.dice:
        bench.do("pass")
    until(bench, 6, "Anna")
    question = bench.asks("build (K70) - pp", "terrain")
    assert question.answers[0] == "build (p K70) - …"
    bench.do("build (m K70) - p")


def test_without_letters_the_price_is_not_checked() -> None:
    bench = plain("roll 1")
    bench.shows("build (Paris) - G58 - Rouen", "build.unpriced")
    bench.spares("build (Paris) - p", "build.unpriced")
    bench.refuses("build (Paris) - G58 [cost 3]", "build.budget")
    bench.do("build (Paris) - G58 [cost 1]")


def test_a_told_price_is_compared() -> None:
    bench = plain("roll 6")
    bench.refuses("build (Paris) - pp G58 [cost 3]", "build.note")
    bench.do("build (Paris) - pp G58 [cost 2]")


def test_exits_are_told() -> None:
    bench = plain(board="bayern")
    solo(bench, 6, "Anna", "(München) - ppx Böhmen")
    until(bench, 6, "Anna")
    bench.refuses("build (Böhmen) - p", "build.abroad")
    bench.shows("build (München) - pppx Hessen", "build.frontier")


def test_a_declared_network_is_coherent_as_far_as_it_is_told() -> None:
    bench = plain()
    solo(bench, 6, "Anna", "(Paris) - pp G58 - pc Rouen")
    until(bench, 6, "Anna")
    bench.refuses("build (Lyon) - pc Dijon", "build.own")
    bench.do("build (Rouen) - pc Caen")


def test_how_many_cities_the_map_has() -> None:
    bench = plain("roll 6", "build (Paris) - pc Rouen - pc Caen")
    bench.do("board cities 6")
    assert bench.game.cities_left == 3
    mapped().refuses("board cities 10", "map.count")
    bench.allows("board cities 7", "map.count")

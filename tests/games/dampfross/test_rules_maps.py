"""The four maps of the rules, what a table teaches, the supplementary rules, games taken over."""

from __future__ import annotations

from typing import Any

import pytest

from referee.errors import FileFaults
from tests.games.dampfross.tables import balances, mapped, plain, solo, until
from tests.kit import Bench, fact

SIX = tuple(f"P{number}" for number in range(1, 7))


# ---------------------------------------------------------------------------- the maps


@fact("jump.advice")
def test_where_the_jump_rule_is_advised() -> None:
    five = ("Anna", "Ben", "Cleo", "Dora", "Emil")
    for players, options, advised in (
        (five, {}, True),
        (five[:4], {}, False),
        (five, {"jumps": True}, False),
    ):
        bench = plain(players=players, board="bayern", **options)
        lines = [line for section in bench.game.show(bench.table.rulebook) for line in section.lines]
        assert any("jump rule is advised" in line for line in lines) is advised


@fact("map.bayern")
def test_bayern() -> None:
    bench = plain("roll 6", board="bayern")
    bench.refuses("build (Fürth) - p", "build.start")
    bench.do("build (Nürnberg) - c Fürth", "build (München) - pp")
    assert frozenset(("Nürnberg", "Fürth")) in bench.game.board.adjacent
    assert [bench.game.board.special[n].name for n in (1, 2, 3, 4, 5, 6)] == [
        "Württemberg",
        "Hessen",
        "Thüringen",
        "Böhmen",
        "Österreich",
        "Bayerische Alpen",
    ]
    assert bench.game.programme.special == (4, 7, 11, 14, 18, 21)


@fact("map.rossija")
def test_rossija() -> None:
    bench = plain("roll 6", board="rossija")
    bench.refuses("build (Kiew) - p", "build.start")
    special = bench.game.board.special
    assert special[3].to == special[4].to == ("Ukraina",)
    assert special[1].to == ("Finljandija", "Estonija")


@fact("map.kentucky")
def test_kentucky_and_tennessee() -> None:
    four = plain("roll 6", board="kentucky-tennessee", players=SIX[:4])
    four.do("build (Louisville) - p", "build (Louisville) - p")
    four.refuses("build (Louisville) - p", "build.start")
    four.do("build (Nashville) - p", "build (Nashville) - p")
    three = plain("roll 6", board="kentucky-tennessee")
    three.refuses("build (Nashville) - p", "build.start")
    three.do("build (Louisville) - p A7 - x Cairo - pp")  # abroad and on from there
    six = plain("roll 5", board="kentucky-tennessee", players=SIX)
    six.refuses("build (Memphis) - pwp", "build.budget")
    six.do("build (Memphis) - wp", "build (Nashville) - rp", "build (Knoxville) - p")


@fact("map.ireland")
def test_ireland() -> None:
    bench = plain("roll 6", board="ireland")
    assert (bench.game.programme.races, bench.game.programme.special) == (18, ())
    bench.refuses("build (Larne) - p", "build.start")
    assert {town.name for town in bench.game.towns.values() if 11 in town.numbers} == {
        "Larne",
        "Dun Laoghaire",
        "Rosslare",
    }
    bench.do("build (Belfast) - pc Larne", "pass", "pass", "operate")
    bench.refuses("race 24 @1", "programme.special")
    bench.do("race 11 24")
    assert bench.game.race.stage == "enter"


@fact("map.special")
def test_special_destinations_inside_and_outside() -> None:
    board = mapped(board="valmoria").game.board
    assert board.hex("E9") in board.targets(4) and board.hex("E9") not in board.abroad
    assert board.hex("A5") in board.targets(1) and board.abroad[board.hex("A5")] == "Norderland"
    assert board.targets(1) < board.targets(6)


def test_one_exit_in_the_first_round() -> None:
    bench = plain("roll 6", board="rossija")
    bench.refuses("build (Moskau) - p A1 ; (Moskau) - p B1", "map.one-exit")
    bench.allows("build (Moskau) - p A1 ; (A1) - p B1", "map.one-exit")
    bench.do("pass")
    known = mapped("roll 6", board="oneexit.toml")
    known.refuses("build (Ax) - A2 ; (Ax) - B1", "map.one-exit")
    known.allows("build (Ax) - A2 ; (A2) - B1", "map.one-exit")
    known.do("build (Ax) - A2")
    other = mapped("roll 6", "build (Ax) - A2", board="oneexit.toml", one_exit="different")
    other.refuses("build (Ax) - A2", "map.exits-differ")
    other.allows("build (Ax) - B1", "map.exits-differ")
    other.do("pass")
    until(other, 6, "Anna")
    other.do("build (Ax) - B1")


def test_a_shared_number() -> None:
    bench = mapped(board="ports.toml")
    solo(bench, 6, "Anna", "(Ax) - Bex - A6")
    solo(bench, 6, "Anna", "(A6) - Fen")
    bench.do("operate", ruling="now")
    bench.do("race 13 11")
    assert {bench.game.board.place(spot) for spot in bench.game.race.goals} == {"Ax", "Fen"}
    bench.do("decline" if bench.game.situation().actor != "Anna" else "enter Bex - Fen")
    other = mapped(board="ports.toml")
    solo(other, 6, "Anna", "(Ax) - Bex - A6")
    solo(other, 6, "Anna", "(A6) - Fen")
    other.do("operate", ruling="now")
    other.do("race 11 13")
    while other.game.situation().actor != "Anna":
        other.do("decline")
    other.shows("enter Fen - Bex", "map.shared")
    single = mapped()
    solo(single, 6, "Anna", "(Ax) - Bex - A6")
    single.do("operate", ruling="now")
    single.do("race 11 13")
    while single.game.situation().actor != "Anna":
        single.do("decline")
    single.spares("enter Ax - Bex", "map.shared")


# ---------------------------------------------------------------------------- teaching


def test_station_numbers_are_learned() -> None:
    bench = plain("roll 6", "build (Paris) - pc Rouen", "pass", "pass", "operate")
    bench.refuses("board station 17 Lyon", "map.station-number")
    bench.allows("board station 24 Rouen", "map.station-number")
    bench.refuses("board station 24 Lyon", "map.station")
    bench.allows("board station 25 Rouen", "map.station")
    bench.refuses("race 24 52 Lyon - Metz", "map.station")
    bench.do("race 24 52 Rouen - Metz")
    assert bench.game.programme.strip[-1].state == "cancelled"  # nobody has linked Metz
    bench.do("race 11 25 Paris - Rouen")
    assert bench.game.race.stage == "enter"
    known = mapped()
    known.refuses("board station 66 Nowhere", "map.no-city")
    known.allows("board station 66 Jud", "map.no-city")


def test_two_numbers_of_one_city_are_too_near() -> None:
    bench = plain("roll 6", "build (Paris) - pc Rouen", "pass", "pass", "operate")
    bench.do("board station 11 Paris", "board station 12 Paris")
    bench.shows("race 11 12", "race.minimum")
    assert bench.game.race.stage == "goal"


# ---------------------------------------------------------------------------- the new prize system

TABLE = {"1": [30], "2": [20, 10], "3": [15, 10, 5]}


def shared(*moves: str, **options: Any) -> Bench:
    """A race without a map under the new prize system."""
    bench = plain("roll 6", "pass", "pass", "pass", "operate", prizes="table", prize_table=TABLE, **options)
    for name, amount in (("Anna", 60), ("Ben", 50), ("Cleo", 40)):
        bench.do(f"settle {name} {amount}", ruling="now")
    bench.do("race 24 52", *moves)
    return bench


def test_the_new_prizes() -> None:
    bench = shared("enter 9", "enter 9", "enter 9")
    bench.do("arrive Anna 2 1 Ben 3 0 Cleo 3 1")
    assert balances(bench) == {"Anna": 75, "Ben": 55, "Cleo": 50}
    bench = shared("enter 4", "enter 4", "enter 4", "roll 4", "roll 5")
    bench.shows("roll 3", "prizes.table")
    assert balances(bench) == {"Anna": 70, "Ben": 65, "Cleo": 45}
    usual = plain("roll 6", "pass", "pass", "pass", "operate", "race 24 52", "enter 9", "decline")
    usual.spares("decline", "prizes.table")


@fact("prizes.no-table")
def test_the_new_prizes_need_their_table() -> None:
    for table in ({}, {"1": [30], "2": [20, 10]}, {"1": [30], "2": [20, 10], "3": [15, 10, 6]}):
        with pytest.raises(FileFaults, match="prize"):
            plain(prizes="table", prize_table=table)


def test_routes_more_than_twice_as_long() -> None:
    bench = shared("enter 8")
    bench.refuses("enter 17", "prizes.twice")
    bench.allows("enter 16", "prizes.twice")
    bench.shows("enter 4", "prizes.too-long")
    assert [train.name for train in bench.game.race.trains] == ["Anna", "Cleo"]
    fair = shared("enter 8", "enter 7")
    fair.spares("enter 4", "prizes.too-long")


# ---------------------------------------------------------------------------- two players


def david(*moves: str, **options: Any) -> Bench:
    return mapped(*moves, players=("Anna", "Ben"), **options)


def test_davids_network() -> None:
    bench = david("roll 6", "build (Ax) - A3", "build (Cort) - B1 - A2")
    assert bench.game.situation().actor == "David"
    bench.shows("build (Ax) - A3 - B2", "david.builds", "david.fees")
    # Anna handles him in the first round: only Ben's junction at A2 is paid
    assert balances(bench) == {"Anna": 21, "Ben": 20, "David": 19}
    bench.do("roll 6")
    bench.spares("pass", "david.builds", "david.fees")
    bench.do("pass")
    bench.do("build (A3) - Bex - A5")
    bench.do("roll 6", "build (A3) - Bex", "pass")
    bench.spares("build (A5) - A6", "david.fees")


@fact("david.purse")
def test_davids_purse() -> None:
    for receives, cash in ((True, 21), (False, 20)):
        bench = david("roll 6", "pass", "pass", "build (Ax) - A2", david_receives=receives)
        bench.do("roll 6")
        bench.do("build (Cort) - B1 - A2")
        assert balances(bench)["David"] == cash
        assert balances(bench)["Ben"] == 19


def davids_race() -> Bench:
    bench = david("roll 6", "build (Ax) - Bex", "build (Cort) - C2 - B2 - A3", "build (Ax) - A2 - B2")
    bench.do("operate", ruling="now")
    for name, amount in (("Anna", 60), ("Ben", 50), ("David", 40)):
        bench.do(f"settle {name} {amount}", ruling="now")
    bench.do("race 11 13")
    return bench


def test_davids_train() -> None:
    bench = davids_race()
    bench.refuses("David: enter Ax - A2 - A3 - Bex", "david.idle")
    bench.do("enter Ax - Bex")
    bench.shows("decline", "david.train")
    # Ben stays out and handles David: he owes Anna, nothing to Ben
    bench.do("David: enter Ax - A2 - B2 - A3 [Ben] - Bex [Anna]")
    assert balances(bench) == {"Anna": 62, "Ben": 50, "David": 38}
    bench.do("roll 2", "roll 2", "roll 1", "roll 1")
    assert bench.game.race is None
    both = davids_race()
    both.do("enter Ax - Bex")
    both.spares("decline", "two.sum")
    both.allows("David: decline", "david.idle")
    none = davids_race()
    none.do("decline")
    none.spares("decline", "david.train")


def test_two_companies_each() -> None:
    bench = plain(
        "roll 6", players=("Anna", "Ben"), two_players="companies", races=12, constants={"special": []}
    )
    assert list(bench.game.companies) == ["Anna 1", "Ben 1", "Anna 2", "Ben 2"]
    assert bench.game.situation().actor == "Anna 1"
    bench.do("pass", "pass", "pass", "pass", "operate")
    numbers = iter(n for n in range(11, 67) if 1 <= n % 10 <= 6)
    for race in range(1, 13):
        bench.do(f"race {next(numbers)} {next(numbers)}")
        if race == 1:
            bench.do("decline", 'joint "Anna 1" "Anna 2" 9', "decline")
            continue
        bench.do("decline", "decline", "decline")
        if race == 12:
            receipt = bench.shows("decline", "two.sum")
            assert "Anna" in bench.sentences(receipt)
        else:
            bench.spares("decline", "two.sum")
        while bench.game.building.extra:
            bench.do("pass")
    scores = {score.name: score.total for score in bench.game.scores()}
    assert scores == {"Anna": 60, "Ben": 40}


# ---------------------------------------------------------------------------- options


def test_a_game_taken_over() -> None:
    bench = plain(
        opening={
            "phase": "operating",
            "race": 8,
            "balances": {"Anna": 65},
            "linked": ["Rouen"],
            "numbers": [24],
        }
    )
    assert balances(bench) == {"Anna": 65, "Ben": 20, "Cleo": 20}
    assert bench.game.programme.next == 8
    bench.do("race 24 13")
    assert bench.game.race.start == "25"
    for wrong in (
        {"phase": "late"},
        {"turn": 3},
        {"balances": {"Zoe": 3}},
        {"balances": {"Anna": -3}},
        {"numbers": [17]},
        {"linked": [3]},
        {"round": 0},
        {"race": 0},
        {"race": 22},
    ):
        with pytest.raises(FileFaults):
            plain(opening=wrong)


def test_constants_of_the_table() -> None:
    assert plain(constants={"bonus": 5}).game.edition.bonus == 5
    for wrong in (
        {"bouns": 5},
        {"bonus": "five"},
        {"bonus": True},
        {"towns": 1},
        {"dice": 0},
        {"extra_every": 0},
        {"races": 0},
        {"die": "mine"},
        {"prizes": ["ten"]},
        {"opening": -4},
    ):
        with pytest.raises(FileFaults, match="constants"):
            plain(constants=wrong)


def test_all_misfits_are_told_at_once_and_where_they_stand() -> None:
    with pytest.raises(FileFaults) as caught:
        plain(prizes="table", opening={"turn": 3})
    assert [fault.path.name for fault in caught.value.faults] == ["test.toml", "test.toml"]
    for name in ("Bank", "Foreign"):
        with pytest.raises(FileFaults, match="both called"):
            plain(players=(name, "Ben", "Cleo"))


def test_the_readings_in_force_stand_at_the_head() -> None:
    told = plain(jumps=True, board="rossija").table.options
    assert told["board"] == "rossija" and told["jumps"] is True
    assert (told["edition"], told["extra_fees"], told["one_exit"]) == ("laurin", "on top", "each")
    assert "one_exit" not in plain().table.options
    assert plain(players=("Anna", "Ben")).table.options["two_players"] == "david"


def test_options_that_differ_stand_at_the_head() -> None:
    assert dict(plain(jumps=True).table.setup.ruled_options) == {"jumps": True}


# ---------------------------------------------------------------------------- ledger lines


def test_ledger_lines_are_compared() -> None:
    bench = plain("roll 6", "build (Paris) - pc Rouen", "build (Paris) - ppc Caen [-5 Anna]")
    bench.refuses("ledger Ben nonsense", "ledger.form")
    bench.refuses("ledger Ben =20+6-5[Zoe]=21", "ledger.who")
    bench.refuses("ledger Ben =21+6-5[A]=22", "ledger.opening")
    bench.refuses("ledger Ben =20+6-4[A]=22", "ledger.differs")
    bench.refuses("ledger Ben =20+6-5[A]=22", "ledger.sum")
    for rule in ("ledger.form", "ledger.who", "ledger.opening", "ledger.differs", "ledger.sum"):
        assert rule
    bench.allows("ledger Ben =20+6-5[A]=21", "ledger.form")
    bench.allows("ledger Anna =20+6+5[B]=31", "ledger.who")
    bench.allows("ledger Cleo =20=20", "ledger.opening")
    bench.allows("ledger Ben 20+6−5[Anna]=21", "ledger.differs")
    bench.allows("ledger Ben =20+6-5[A]=21", "ledger.sum")


def test_orders_for_later_dice() -> None:
    players = ("LFFfCC", "FREAK", "CANCAN")
    bench = plain("roll 4 3 6", players=players, edition="railway-rivals-postal")
    bench.refuses("build 1d) (Paris) - G58", "build.label")
    bench.do("build 1a) (Paris) - G58 - Rouen ; 1b) (G58) - I59 - Amiens")
    bench.do("pass")
    bench.do("build 1a) (Paris) - H57 - Amiens")
    # on the second die LFFfCC's order is carried out by itself; CANCAN was in Amiens first
    assert balances(bench) == {"LFFfCC": 26, "FREAK": 20, "CANCAN": 26}
    assert bench.game.die == 1
    bench.refuses("FREAK: build 1a) (Paris) - C60", "build.label")
    bench.allows("FREAK: build 1b) (Paris) - C60", "build.label")

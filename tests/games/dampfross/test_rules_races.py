"""The operating phase: drawing, taking part, fees, running, prizes, extra building."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.dampfross.network import FOREIGN
from referee.games.dampfross.search import Search
from tests.games.dampfross.tables import balances, mapped, plain, postal, racing, solo
from tests.kit import Bench, fact

ANNA = "build (Ax) - A6"
BEN = "build (Cort) - C2 - B2 - A3 - Bex"
CLEO = "build (Cort) - Ivo - E1"
RICH = {"Anna": 60, "Ben": 50, "Cleo": 40}


def ready(**options: Any) -> Bench:
    """Anna (60) has Ax–A6, Ben (50) Cort–A3–Bex, Cleo (40) Cort–Ivo–E1; the first race is to be drawn."""
    options.setdefault("opened", RICH)
    return racing(ANNA, BEN, CLEO, **options)


def out(bench: Bench) -> None:
    """Nobody enters the race that is drawn."""
    while bench.game.race:
        bench.do("decline")
    while bench.game.building.queue:
        bench.do("pass")


# ---------------------------------------------------------------------------- the draw


def test_when_a_race_is_drawn() -> None:
    mapped("roll 6").refuses("race 11 13", "race.not-now")
    bench = ready()
    bench.allows("race 11 13", "race.not-now")
    bench.refuses("race 14 15", "race.not-now")


def test_a_draw() -> None:
    bench = ready()
    receipt = bench.shows("race 11 13", "race.draw")
    assert "11 Ax – 13 Bex" in bench.sentences(receipt)
    bench.spares("decline", "race.draw")


def test_the_referee_draws() -> None:
    bench = mapped(board="valmoria")
    bench.do("operate", ruling="now")
    entry = bench.do("race").played.entry
    assert entry.do.endswith("virtual") and len(entry.do.split()) == 4


@fact("programme.races")
def test_the_programme() -> None:
    game = mapped().game
    assert (game.programme.races, game.programme.special) == (21, (4, 7, 11, 14, 18, 21))
    agreed = mapped(races=12).game
    assert (agreed.programme.races, agreed.programme.special) == (12, (4, 7, 11))
    assert mapped(races=15).game.programme.races == 15


@fact("programme.numbers")
def test_numbers_are_struck() -> None:
    bench = ready()
    bench.do("race 11 13")
    out(bench)
    assert bench.game.programme.used == {"11", "13"}
    with pytest.raises(Exception, match="station number"):
        bench.do("race 17 14")


def test_special_races() -> None:
    bench = ready()
    bench.refuses("race 11 @1", "programme.special")
    bench.do("race 11 16", "race 12 16")
    out(bench)
    bench.allows("race 21 22", "programme.special")
    bench.refuses("race 13 14", "programme.special")
    bench.refuses("race @1 @2", "programme.start")
    bench.allows("race 13 @1", "programme.start")


def test_a_number_drawn_before() -> None:
    bench = ready()
    bench.do("race 13 11")
    out(bench)
    receipt = bench.shows("race 13 12", "number.next")
    assert "14 Cort – 12 Ax" in bench.sentences(receipt)
    out(bench)
    bench.spares("race 15 16", "number.next", "number.wrap")


def test_after_66_comes_11() -> None:
    bench = ready()
    bench.asks("race 66 13", "station")
    bench.do("board station 66 Jud", "race 66 13")
    receipt = bench.shows("race 66 15", "number.wrap")
    assert "11 Ax" in bench.sentences(receipt)
    other = ready(wrap=False)
    other.do("board station 66 Jud", "board station 65 Jud", "race 66 13")
    other.refuses("race 66 15", "number.again")
    other.allows("race 65 15", "number.again")


def test_special_destinations_come_once() -> None:
    for once, goal in ((True, "@2"), (False, "@1")):
        bench = ready(special_once=once, constants={"special": [1, 2]})
        bench.do("race 11 @1")
        out(bench)
        bench.do("race 15 @1")
        last = bench.game.programme.strip[-1] if bench.game.race is None else bench.game.race
        assert last.goal == goal


def test_a_cancelled_race() -> None:
    bench = ready()
    bench.shows("race 11 16", "race.cancelled", "programme.strip")
    assert bench.game.programme.strip[-1].state == "cancelled"
    assert bench.game.programme.used == {"11", "16"}
    bench.spares("race 12 13", "race.cancelled", "race.not-counted", "programme.strip")


def test_a_cancelled_race_drawn_anew() -> None:
    bench = ready(cancelled_counts=False)
    bench.shows("race 11 16", "race.not-counted")
    assert bench.game.programme.next == 1
    assert bench.game.programme.used == {"11", "16"}


def test_what_a_cancelled_special_race_strikes() -> None:
    both = ready(constants={"special": [1]})
    both.do("race 12 @2")
    assert both.game.programme.used == {"12", "@2"}
    stations = ready(constants={"special": [1]}, cancelled_strikes="stations")
    receipt = stations.shows("race 12 @2", "race.cancelled")
    assert "@2 East is not" in stations.sentences(receipt)
    assert stations.game.programme.used == {"12"}


def test_the_table_says_that_a_station_is_unlinked() -> None:
    ready().refuses("race 11 13 unlinked", "race.linked")
    ready().allows("race 11 16 unlinked", "race.linked")
    bench = plain("roll 6", "pass", "pass", "pass", "operate")
    bench.shows("race 11 16 unlinked", "race.cancelled")


def test_too_near() -> None:
    bench = ready()
    bench.shows("race 11 12", "race.minimum")
    bench.refuses("race 11 13", "race.not-now")
    bench.refuses("goal @1", "race.goal-kind")
    bench.spares("goal 13", "race.minimum")
    assert bench.game.race.goal == "13"
    bench.refuses("goal 14", "race.goal-only")
    bench.do("decline", "decline", "decline")
    bench.do("race 24 14")
    bench.allows("goal 15", "race.goal-only")
    other = ready()
    other.do("race 24 14")
    other.allows("goal 13", "race.goal-kind")


def test_what_the_least_length_counts() -> None:
    steps = ready(constants={"minimum": 4})
    steps.shows("race 11 13", "race.minimum")  # three steps from A1 to A4
    hexes = ready(constants={"minimum": 4}, length_counts="hexes")
    hexes.spares("race 11 13", "race.minimum")


def test_a_longer_minimum() -> None:
    bench = ready(constants={"minimum": 6})
    bench.shows("race 11 13", "race.minimum")


@fact("race.rejected")
def test_a_rejected_goal_may_come_again() -> None:
    for stays in (True, False):
        bench = ready(rejected_stays=stays)
        bench.do("race 11 12", "goal 13")
        assert ("12" in bench.game.programme.used) == (not stays)


def test_no_goal_is_left() -> None:
    bench = ready(constants={"minimum": 9})
    numbers = [n for n in range(11, 67) if n not in (14, 24) and 1 <= n % 10 <= 6]
    bench.game.programme.used.update(map(str, numbers))
    bench.shows("race 24 14", "race.no-goal")
    assert bench.game.programme.strip[-1].state == "cancelled"
    ready().spares("race 24 14", "race.no-goal")


def special(**options: Any) -> Bench:
    """The first race is a special one."""
    return ready(constants={"special": [1], "races": 12}, **options)


@fact("race.exits-minimum")
def test_a_goal_of_several_places() -> None:
    # E1 is two hexes from Cort, E4 five
    for reading, stage in (("some", "enter"), ("every", "goal")):
        bench = mapped(exit_minimum=reading, constants={"special": [1]})
        solo(bench, 6, "Anna", "(Cort) - Ivo - E1")
        solo(bench, 6, "Anna", "(Ivo) - D3 - E4")
        bench.do("operate", ruling="now")
        bench.do("race 14 @1")
        assert bench.game.race.stage == stage
    assert {bench.game.board.place(s) for s in bench.game.race.goals} == {"E4"}


def test_the_exit_is_chosen() -> None:
    bench = racing("build (Cort) - Ivo - D3 - E4 ; (D2) - E3", "pass", "pass", constants={"special": [1]})
    bench.do("race 14 @1")
    bench.refuses("enter Cort - Ivo - D3", "race.exit")
    bench.shows("enter Cort - Ivo - D2 - E3", "race.exit-chosen")
    other = racing("build (Cort) - Ivo - D3 - E4", "pass", "pass", constants={"special": [1]})
    other.do("race 14 @1")
    other.spares("enter Cort - Ivo - D3 - E4", "race.exit-chosen")
    last = racing("build (Cort) - Ivo - D3 - E4", "pass", "pass", constants={"special": [1]})
    last.do("race 14 @1")
    last.allows("enter Cort - Ivo - D3 - E4", "race.exit")


# ---------------------------------------------------------------------------- taking part


def drawn(draw: str = "race 11 13", **options: Any) -> Bench:
    bench = ready(**options)
    bench.do(draw)
    return bench


def test_the_richest_declares_first() -> None:
    ready().refuses("decline", "race.not-entering")
    bench = drawn()
    bench.refuses("Ben: decline", "race.order")
    bench.allows("Anna: enter Ax - Bex", "race.order")
    bench.refuses("Anna: decline", "race.declared")
    bench.allows("Ben: decline", "race.declared")
    drawn().allows("decline", "race.not-entering")


@fact("race.equal-wealth")
def test_equally_rich_companies() -> None:
    for reading, first in (("thrower", "Ben"), ("seats", "Anna")):
        bench = mapped("roll 6", ANNA, BEN, CLEO, equal_wealth=reading)
        bench.do("operate", ruling="now")
        for name in balances(bench):
            bench.do(f"settle {name} 30", ruling="now")
        assert bench.game.thrower == 1
        bench.do("race 11 13")
        assert bench.game.situation().actor == first


def test_a_route_runs_over_lines_from_start_to_goal() -> None:
    bench = drawn()
    bench.refuses("enter A2 - Bex", "race.start")
    bench.refuses("enter Ax - A3", "race.exit")
    bench.refuses("enter Ax - B1 - Bex", "race.line")
    bench.allows("enter Ax - Bex", "race.line")
    drawn().allows("enter Ax - Bex", "race.start")


def test_without_a_route_the_referee_offers_some() -> None:
    bench = drawn("race 14 13")
    question = bench.asks("enter", "route")
    assert question.answers[0].startswith("enter Cort")
    bench.do("decline", "decline")
    bench.allows(bench.asks("enter", "route").answers[0], "race.no-route")
    none = racing(ANNA, BEN, "pass", opened=RICH)
    none.do("race 14 13", "decline", "decline")
    none.refuses("enter", "race.no-route")


def test_own_line_in_part() -> None:
    bench = drawn("race 14 13")
    bench.do("decline", "decline")
    bench.refuses("enter Cort - C2 - B2 - A3 - Bex", "race.own-part")
    other = drawn("race 14 13", own_part="touch")
    other.do("decline", "decline")
    other.allows("enter Cort - C2 - B2 - A3 - Bex", "race.own-part")


def test_usage_fees() -> None:
    bench = drawn("race 14 13")
    bench.do("enter Cort - C2 - B2 - A3 - Bex", "decline")  # C1, C2, B2, A3 on Ben's line
    bench.shows("decline", "usage.fee")
    assert balances(bench)["Anna"] == 60 - 4 + 20
    assert balances(bench)["Ben"] == 54
    free = drawn()
    free.do("enter Ax - Bex", "decline")
    free.spares("decline", "usage.fee")


def test_noted_fees_are_compared() -> None:
    bench = drawn("race 14 13")
    bench.refuses("enter Cort - C2 - B2 - A3 [-3 Ben] - Bex", "usage.note")
    bench.allows("enter Cort - C2 - B2 - A3 [-4 Ben] - Bex", "usage.note")


@fact("usage.stations")
def test_station_hexes() -> None:
    bench = drawn("race 14 13", station_hexes=False)
    bench.do("enter Cort - C2 - B2 - A3 - Bex", "decline", "decline")
    assert balances(bench)["Ben"] == 53


def crossing(**options: Any) -> Bench:
    """Cleo runs from Bex over Anna's line to A3, then over Ben's to Cort, then her own."""
    bench = racing(
        "build (Ax) - A6", "build (Cort) - C2 - B2 - A3", "build (Cort) - Ivo - D3", opened=RICH, **options
    )
    bench.do("race 13 24", "decline", "decline")
    return bench


def test_changing_lines_in_a_hex() -> None:
    bench = crossing()
    bench.shows("enter Bex - A3 - B2 - C2 - Cort - Ivo", "usage.change")
    assert balances(bench) == {"Anna": 62, "Ben": 54, "Cleo": 40 - 6 + 20}
    bench = crossing(change_in_hex="one")
    bench.do("enter Bex - A3 - B2 - C2 - Cort - Ivo")
    assert balances(bench) == {"Anna": 62, "Ben": 53, "Cleo": 40 - 5 + 20}
    other = drawn()
    other.spares("enter Ax - Bex", "usage.change")


def test_whose_line_is_asked() -> None:
    bench = racing(ANNA, "build (Ax) - A3 - B2", CLEO, opened={"Cleo": 90})
    bench.do("race 11 13")
    question = bench.asks("enter Ax - Bex", "whose")
    assert set(question.answers) == {"… - A2 [Anna]", "… - A2 [Ben]"}


def test_the_white_line() -> None:
    bench = mapped()
    solo(bench, 6, "Anna", "(Cort) - Ivo - D2 - D3 ; (D2) - C3")
    bench.do("operate", ruling="now")
    game = bench.game
    finder = Search(game.network, ["Anna"], [], {FOREIGN: 10})
    way = finder.best([game.board.hex("Cort")], [game.board.hex("D5")], "cheapest")
    assert way is not None and way.fees == {FOREIGN: 3}


def white(**options: Any) -> Bench:
    """Anna has Cort–Ivo–D3 and D5–E5 (Port, special 1), the white line between."""
    bench = mapped(constants={"special": [1, 2]}, **options)
    solo(bench, 6, "Anna", "(Cort) - Ivo - D3")
    solo(bench, 6, "Anna", "(D3) - C4 - C5 - D5 - Port")
    bench.do("operate", ruling="now")
    bench.do("settle Anna 50", ruling="now")
    bench.do("race 14 @1")
    return bench


def test_running_on_a_white_line() -> None:
    bench = white()
    bench.shows("enter Cort - Ivo - D5 - Port", "white.run")
    bench.do("decline", "decline")
    assert balances(bench)["Anna"] == 50 - 3 + 20
    white().spares("enter Cort - Ivo - D3 - C4 - C5 - D5 - Port", "white.run")


def test_the_limit_and_the_white_line() -> None:
    tight = white(white_limit=True)
    tight.game.edition = tight.game.edition.__class__(**{**tight.game.edition.__dict__, "limit": 2})
    tight.refuses("enter Cort - Ivo - D5 - Port", "usage.limit")
    loose = white(white_limit=False)
    loose.game.edition = loose.game.edition.__class__(**{**loose.game.edition.__dict__, "limit": 2})
    loose.do("enter Cort - Ivo - D5 - Port")


@fact("usage.right")
def test_nobody_can_refuse_the_use_of_a_line() -> None:
    bench = drawn("race 11 13")
    bench.do("decline")  # Anna has no say in who runs on her line
    bench.do("enter Ax - A3 [Anna] - Bex")
    assert [choice.text.split()[0] for choice in bench.game.choices()] == ["enter", "joint", "decline"]
    bench.do("decline")
    assert balances(bench) == {"Anna": 60 + 3, "Ben": 50 - 3 + 20, "Cleo": 40}


def test_the_owner_of_a_line_is_named_rightly() -> None:
    bench = drawn("race 11 13")
    bench.do("decline")
    bench.refuses("enter Ax - A3 [Cleo] - Bex", "usage.owner")
    bench.allows("enter Ax - A3 [Anna] - Bex", "usage.owner")


def test_a_route_may_turn_back_to_use_own_line() -> None:
    bench = drawn("race 14 13")
    bench.do("decline", "decline")
    bench.refuses("enter Cort - C2 [Ben] - B2 [Ben] - A3 [Ben] - Bex [Ben]", "race.own-part")
    bench.do("enter Cort - Ivo - Cort - C2 [Ben] - B2 [Ben] - A3 [Ben] - Bex [Ben]")
    game = bench.game
    way = Search(game.network, ["Cleo"], [], {}).best(
        [game.board.hex("Cort")], [game.board.hex("Bex")], "shortest"
    )
    assert way is not None and way.length == 6 and len(set(way.hexes)) == 6


# ---------------------------------------------------------------------------- a map the table declares


def told(*moves: str, **options: Any) -> Bench:
    """A table without a map, the first race (24 to 52) drawn; Anna 60, Ben 50, Cleo 40."""
    bench = plain(**options)
    bench.do("operate", ruling="the test begins here") if bench.game.edition.die == "own" else bench.do(
        "roll 6", "pass", "pass", "pass", "operate"
    )
    for name, amount in RICH.items():
        bench.do(f"settle {name} {amount}", ruling="the test begins here")
    bench.do("race 24 52", *moves)
    return bench


def test_told_routes() -> None:
    bench = told()
    bench.shows("enter 14 [-3 Ben] [-2 Cleo]", "usage.declared")
    bench.spares("enter ppmp", "usage.declared")
    assert bench.game.race.trains[1].points == 5
    bench.do("decline")
    assert balances(bench) == {"Anna": 55, "Ben": 53, "Cleo": 42}


def test_the_limit_per_rival() -> None:
    bench = told("decline")
    bench.refuses("enter 5 [-11 Anna]", "usage.limit")
    bench.allows("enter 5 [-10 Anna] [-10 Cleo]", "usage.limit")


def test_set_off() -> None:
    bench = told()
    bench.shows("enter 20 [-12 Ben]", "usage.conditional")
    bench.spares("enter 20 [-15 Anna]", "usage.conditional", "usage.net")
    bench.shows("decline", "usage.net")
    assert balances(bench) == {"Anna": 63, "Ben": 47, "Cleo": 40}
    other = told()
    other.do("enter 20 [-2 Ben]")
    other.refuses("enter 20 [-15 Anna]", "usage.limit")
    strict = told(conditional_entry=False)
    strict.refuses("enter 20 [-12 Ben]", "usage.limit")


def test_void_entries() -> None:
    bench = told("enter 20 [-12 Ben]", "decline")
    bench.shows("decline", "usage.void")
    assert balances(bench) == RICH
    assert bench.game.programme.strip[-1].state == "no entry"
    fine = told("enter 20 [-12 Ben]", "enter 20 [-2 Anna]")
    fine.spares("decline", "usage.void")
    chain = told("enter 20 [-22 Ben]", "enter 20 [-12 Anna]")
    chain.spares("decline", "usage.void")
    assert balances(chain)["Anna"] == 50


def test_one_void_entry_brings_down_another() -> None:
    bench = told("enter 20 [-12 Ben] [-5 Cleo]", "enter 20 [-15 Anna] [-20 Cleo]")
    bench.shows("decline", "usage.void")  # Ben owes Cleo too much, so Anna owes Ben too much
    assert bench.game.programme.strip[-1].state == "no entry"


def test_fees_are_paid_in_full() -> None:
    bench = told("decline", "decline")
    bench.do("settle Cleo 4", ruling="poor")
    bench.refuses("enter 5 [-5 Anna]", "usage.afford")
    bench.allows("enter 5 [-4 Anna]", "usage.afford")
    debt = told("decline", "decline", debt=True)
    debt.do("settle Cleo 4", ruling="poor")
    debt.do("enter 5 [-5 Anna]")


def test_the_goal_told_too_near() -> None:
    bench = told()
    bench.shows("goal 43", "race.minimum")
    assert bench.game.race.goal == "43"
    bench.do("decline")
    bench.refuses("goal 44", "race.goal-only")


# ---------------------------------------------------------------------------- joint trains


def test_a_joint_train() -> None:
    bench = told()
    bench.refuses("joint Anna Anna 9", "joint.two")
    bench.shows("joint Anna Ben 9 [-3 Cleo]", "joint.train")
    receipt = bench.shows("decline", "joint.cost", "joint.shares")
    assert "Anna wins 10" in bench.sentences(receipt)
    assert balances(bench) == {"Anna": 60 - 2 + 10, "Ben": 50 - 1 + 10, "Cleo": 43}
    other = told()
    other.allows("joint Anna Ben 9", "joint.two")
    other.spares("decline", "joint.train", "joint.cost", "joint.odd")


def test_both_partners_are_still_to_declare() -> None:
    bench = told("decline")
    bench.refuses("joint Ben Anna 9", "joint.open")
    bench.allows("joint Ben Cleo 9", "joint.open")


def test_the_odd_credit_of_a_joint_train() -> None:
    bench = told("joint Anna Ben 6", "enter 6")
    bench.spares("roll 6", "joint.odd")
    bench.shows("roll 6", "joint.odd", "prize.tie")
    assert balances(bench) == {"Anna": 67, "Ben": 58, "Cleo": 55}
    alone = told("joint Anna Ben 6")
    alone.spares("decline", "joint.odd")


def test_a_joint_train_on_a_known_map() -> None:
    bench = drawn("race 14 13")
    bench.do("joint Anna Ben Cort - C2 - B2 - A3 - Bex", "decline")
    assert balances(bench) == {"Anna": 70, "Ben": 60, "Cleo": 40}


@fact("joint.limit")
def test_the_limit_of_a_joint_train() -> None:
    told().refuses("joint Anna Ben 9 [-11 Cleo]", "usage.limit")
    told(joint_limit="each company").do("joint Anna Ben 9 [-20 Cleo]")


def test_what_the_partners_of_a_joint_train_share() -> None:
    prizes = told("joint Anna Ben 9")
    prizes.spares("enter 9 [-5 Ben]", "joint.receipts")
    assert balances(prizes) == {"Anna": 60, "Ben": 55, "Cleo": 35}
    everything = told("joint Anna Ben 9", joint_receipts="all")
    everything.shows("enter 9 [-5 Ben]", "joint.receipts")
    assert balances(everything) == {"Anna": 62, "Ben": 53, "Cleo": 35}
    result = told(joint_receipts="all")
    result.do("result 1st Anna/Ben 20+5 ; 2nd Cleo 10-5")
    assert balances(result) == {"Anna": 72, "Ben": 63, "Cleo": 45}


def test_shares_of_an_even_prize() -> None:
    bench = told("joint Anna Ben 9")
    bench.shows("decline", "joint.shares")
    told("enter 9", "decline").spares("decline", "joint.shares")


# ---------------------------------------------------------------------------- the race


def test_by_which_balances_the_richest_throws_first() -> None:
    entries = ("enter 9 [-10 Cleo] [-5 Ben]", "enter 9", "enter 9")
    before = told(*entries)
    assert [train.name for train in before.game.race.waiting] == ["Anna", "Ben", "Cleo"]
    after = told(*entries, run_order="after fees")
    assert [train.name for train in after.game.race.waiting] == ["Ben", "Cleo", "Anna"]


@fact("run.free")
def test_trains_share_hexes_and_overtake() -> None:
    bench = drawn("race 14 13")
    bench.do("decline", "enter Cort - C2 - B2 - A3 - Bex", "enter Cort - Ivo - Cort - C2 - B2 - A3 - Bex")
    bench.do("roll 1", "roll 3")
    trains = bench.game.race.trains
    assert [train.path[train.position()[0]] for train in trains] == ["C2", "C2"]
    bench.do("roll 1", "roll 3")
    assert trains[1].total > trains[0].total + 2


def test_running() -> None:
    bench = told("enter 9", "enter 7")
    bench.refuses("roll 4", "run.not-now")
    bench.do("decline")
    bench.refuses("Ben: roll 4", "run.order")
    bench.allows("Anna: roll 4", "run.order")
    bench.spares("roll 6", "run.arrive")
    bench.refuses("roll 7", "round.die-face")
    bench.shows("roll 6", "run.arrive")
    assert bench.game.race.trains[0].arrival == (2, 1)
    receipt = bench.shows("roll 3", "run.arrive", "prize.places")
    assert "Ben wins 20" in bench.sentences(receipt)
    assert balances(bench) == {"Anna": 70, "Ben": 70, "Cleo": 40}
    told("enter 9", "enter 9", "decline").allows("roll 4", "run.not-now")


def test_mountains() -> None:
    bench = told("enter ppmp", "enter ppp", "decline")
    bench.shows("roll 3", "run.wait")
    bench.spares("roll 1", "run.wait", "run.climb")
    bench.shows("roll 1", "run.climb")


def test_without_a_length_no_die_helps() -> None:
    bench = told("enter [-1 Ben]", "enter 9", "decline")
    bench.refuses("roll 4", "run.length")
    bench.do("arrive Anna 3 1 Ben 2 0")
    told("enter 4", "enter 9", "decline").allows("roll 4", "run.length")


def test_told_arrivals() -> None:
    told().refuses("arrive Anna 2 1", "run.not-now")
    bench = told("enter 9", "enter 7", "decline")
    bench.refuses("arrive Cleo 2 1", "run.not-running")
    bench.refuses("arrive Anna 2 5 Ben 2 0", "run.arrival")
    bench.refuses("arrive Anna 1 0 Ben 2 0", "run.arrival")
    bench.allows("arrive Anna 2 3 Ben 2 4", "run.arrival")
    assert balances(bench) == {"Anna": 70, "Ben": 70, "Cleo": 40}
    rolled = told("enter 9", "enter 7", "decline", "roll 3")
    rolled.refuses("arrive Anna 2 0 Ben 2 1", "run.told")
    told("enter 9", "enter 7", "decline").allows("arrive Anna 2 0 Ben 2 1", "run.told")
    three = told("enter 9", "enter 7", "enter 8")
    three.refuses("arrive Anna 2 0", "run.undecided")
    three.allows("arrive Anna 2 0 Ben 2 1", "run.undecided")
    told("enter 9", "enter 7", "enter 8").allows("arrive Anna 2 0 Cleo 2 1", "run.not-running")


def test_a_race_ends_with_the_second_place() -> None:
    bench = told("enter 6", "enter 6", "enter 12")
    bench.do("roll 6", "roll 5")
    bench.spares("roll 6", "race.decided")
    bench.do("roll 1")
    receipt = bench.shows("roll 1", "race.decided")
    assert "Ben wins 10" in bench.sentences(receipt)
    assert balances(bench) == {"Anna": 80, "Ben": 60, "Cleo": 40}


def test_a_sole_entrant() -> None:
    bench = told("enter 9", "decline")
    bench.shows("decline", "prize.sole")
    assert balances(bench)["Anna"] == 80
    told("enter 9", "enter 9").spares("decline", "prize.sole")
    rolls = told("enter 9", "decline", sole_entrant_rolls=True)
    rolls.spares("decline", "prize.sole", "prize.places")
    rolls.do("roll 6")
    rolls.shows("roll 3", "prize.places")
    assert balances(rolls)["Anna"] == 80


def test_ties() -> None:
    bench = told("enter 6", "enter 6", "enter 6")
    bench.do("roll 6", "roll 6")
    bench.shows("roll 6", "prize.tie")
    assert balances(bench) == {"Anna": 70, "Ben": 60, "Cleo": 50}
    bench = told("enter 6", "enter 6", "enter 12", "roll 6", "roll 6")
    bench.do("roll 1")
    assert balances(bench) == {"Anna": 75, "Ben": 65, "Cleo": 40}


def test_odd_credits_go_to_the_poorest() -> None:
    moves = (
        "enter 6",
        "enter 7",
        "enter 7",
        "enter 7",
        "roll 6",
        "roll 6",
        "roll 6",
        "roll 6",
        "roll 1",
        "roll 1",
    )
    for reading, extra in (("poorest", "Dora"), ("richest", "Ben")):
        bench = plain(
            "roll 6", *["pass"] * 4, "operate", players=("Anna", "Ben", "Cleo", "Dora"), odd_credits=reading
        )
        for number, name in enumerate(("Anna", "Ben", "Cleo", "Dora")):
            bench.do(f"settle {name} {60 - 10 * number}", ruling="now")
        bench.do("race 24 52", *moves)
        bench.shows("roll 1", "prize.odd", "prize.tie")
        won = {name: amount - 60 + 10 * i for i, (name, amount) in enumerate(balances(bench).items())}
        assert won == {"Anna": 20, "Ben": 3, "Cleo": 3, "Dora": 3, extra: 4}
    even = told("enter 6", "enter 6", "decline", "roll 6")
    even.spares("roll 6", "prize.odd")


def test_no_prize_is_paid_before_the_end() -> None:
    bench = told("enter 6", "enter 6", "decline")
    bench.spares("roll 6", "prize.places", "prize.tie", "race.decided")


# ---------------------------------------------------------------------------- whole results


def whole(**options: Any) -> Bench:
    """Four postal companies; the first race is drawn."""
    bench = postal(
        players=("RAVEL", "FREAK", "CANCAN", "LFffCC"), opening={"phase": "operating", "race": 40}, **options
    )
    bench.do("race 24 52")
    return bench


def test_a_result() -> None:
    bench = whole()
    bench.refuses("result 1st RAVEL 20-9 ; 2nd FREAK 10", "result.fees")
    bench.refuses("result 1st RAVEL 20 ; 2nd RAVEL 10", "result.twice")
    bench.refuses("result 1st RAVEL 20 ; 2nd FREAK 9", "result.prize")
    bench.refuses("result 2nd RAVEL ; 3rd FREAK", "result.places")
    bench.refuses("result 1st RAVEL 20+3 ; CANCAN -3", "result.idle")
    bench.refuses("result 1st RAVEL 20-11 ; FREAK +11", "usage.limit")
    bench.refuses("result 1st RAVEL 20-10-11 ; CANCAN +10 ; FREAK +11", "usage.limit")
    bench.allows("result 1st RAVEL 20-9+3 ; 2nd FREAK 10-1-3 ; CANCAN +9 ; LFffCC +1", "result.fees")
    assert balances(bench) == {"RAVEL": 34, "FREAK": 26, "CANCAN": 29, "LFffCC": 21}
    bench.refuses("result 1st RAVEL 20", "result.not-now")
    bench.do("race 11 13")
    bench.allows("result =1st RAVEL 15 ; =1st FREAK 15-1+1 ; CANCAN 0+1-1", "result.places")
    bench.do("race @2 61")
    bench.allows("result 1st RAVEL/CANCAN 20", "result.twice")
    assert balances(bench) == {"RAVEL": 59, "FREAK": 41, "CANCAN": 39, "LFffCC": 21}


def test_a_result_without_places() -> None:
    bench = whole()
    bench.allows("result RAVEL 20+4 ; FREAK 10-4", "result.prize")
    bench.do("race 24 52")
    bench.allows("result none", "result.not-now")
    bench.do("race 24 52")
    bench.allows("result RAVEL 20-1 ; FREAK +1", "result.idle")
    assert balances(bench)["RAVEL"] == 20 + 24 + 19


def test_a_result_needs_its_money() -> None:
    bench = whole(debt=False)
    bench.do("settle RAVEL 2", ruling="poor")
    bench.refuses("result 1st RAVEL 20-3 ; FREAK +3", "usage.afford")


def test_places_of_declared_trains() -> None:
    bench = told("enter 9 [-1 Cleo]", "enter 7", "decline")
    bench.refuses("result 1st Anna ; 2nd Cleo", "result.entrants")
    bench.refuses("result 1st Anna 20-1 ; 2nd Ben ; Cleo +1", "result.fees-paid")
    bench.refuses("result 2nd Ben", "result.places")
    short = told("enter 9", "enter 9", "decline")
    short.do("result 1st Ben")  # the other one is second
    assert balances(short) == {"Anna": 70, "Ben": 70, "Cleo": 40}
    bench.allows("result 1st Anna ; 2nd Ben", "result.entrants")
    assert balances(bench) == {"Anna": 79, "Ben": 60, "Cleo": 41}
    told("enter 9 [-1 Cleo]", "enter 7", "decline").allows(
        "result 1st Anna 20 ; 2nd Ben 10", "result.fees-paid"
    )


# ---------------------------------------------------------------------------- extra building, the end


def between(**options: Any) -> Bench:
    """Two races are run without entries; Cleo (40) is the poorest, then Ben (50), then Anna (60)."""
    bench = ready(**options)
    bench.do("race 11 13", "decline", "decline", "decline")
    bench.do("race 12 14", "decline", "decline", "decline")
    return bench


def test_extra_building() -> None:
    bench = between()
    bench.refuses("Anna: build (A6) - A7", "extra.order")
    bench.refuses("build (Ivo) - D6 - Jud - D8 - C8 ; (D6) - C6 - C5", "extra.limit")
    bench.shows("Cleo: build (Ivo) - D3", "extra.account")
    assert balances(bench)["Cleo"] == 40 - 2 - 1
    bench.allows("build (Bex) - B4", "extra.limit")
    bench.allows("build (A6) - Gar", "extra.order")
    bench.spares("race 15 13", "extra.account")


def test_a_city_reached_late() -> None:
    bench = between()
    bench.do("pass", "pass")
    bench.shows("build (A6) - Gar", "bonus.late")
    assert balances(bench)["Anna"] == 60 + 6 - 1
    never = between(late_bonus=False)
    never.do("pass", "pass")
    never.spares("build (A6) - Gar", "bonus.late")
    assert balances(never)["Anna"] == 59


def test_fees_inside_the_ten() -> None:
    order = "build (Cort) - C2 - B2 - A3"  # 3 Cr, and 3 hexes alongside Ben and one junction with Anna
    on_top = between()
    on_top.spares(order, "extra.fees-inside")
    assert balances(on_top)["Cleo"] == 40 - 3 - 15 - 1
    between(extra_fees="inside").refuses(order, "extra.limit")
    between(extra_fees="inside").shows("build (Cort) - C2", "extra.fees-inside")


def test_nobody_builds_beyond_the_account() -> None:
    bench = between(opened=RICH | {"Cleo": 3})
    bench.refuses("build (Ivo) - E2 ; (Cort) - B1 - B2", "extra.cash")
    bench.allows("build (Ivo) - E2 ; (Cort) - B1", "extra.cash")


@fact("extra.programme")
def test_when_extra_building_comes() -> None:
    bench = ready(races=12, constants={"special": []})
    builds = []
    for race in range(1, 13):
        bench.game.programme.used.clear()
        bench.do("race 11 13", "decline", "decline", "decline")
        if bench.game.building.extra:
            builds.append(race)
            bench.do("pass", "pass", "pass")
    assert builds == [2, 4, 6, 8, 10]
    assert bench.game.finished


def test_the_last_race() -> None:
    bench = ready(races=12, constants={"special": []})
    for race in range(1, 12):
        bench.game.programme.used.clear()
        if race == 11:
            bench.spares("race 11 13", "game.over")
        else:
            bench.do("race 11 13")
        bench.do("decline", "decline", "decline")
        while bench.game.building.extra:
            bench.do("pass")
    bench.game.programme.used.clear()
    bench.do("race 11 13", "decline", "decline")
    receipt = bench.shows("decline", "game.over")
    assert "Anna with 60" in bench.sentences(receipt)
    assert bench.game.finished


def test_a_target_ends_the_game_in_other_editions() -> None:
    bench = told("enter 9", "decline", constants={"target": 80})
    bench.shows("decline", "game.over")
    assert bench.game.finished


def test_extra_building_without_a_map_needs_its_price() -> None:
    bench = told("decline", "decline", "decline", "race 11 13", "decline", "decline", "decline")
    question = bench.asks("build (Paris) - G58 - Rouen", "cost")
    assert question.answers[0] == "… - G58 [cost N]"
    bench.do("build (Paris) - ppc Rouen")
    bench.do("build (Paris) - G58 [cost 2] - Rouen [cost 3] [-5 Cleo]")
    assert balances(bench) == {"Anna": 60, "Ben": 40, "Cleo": 48}


# ---------------------------------------------------------------------------- another edition


def test_the_schmidt_edition() -> None:
    bench = told("enter 9 [-2 Cleo]", "enter 9", "decline", edition="schmidt-1984")
    assert bench.game.programme.special == () and bench.game.programme.races == 18
    bench.do("arrive Anna 2 1 Ben 3 0")
    # after every race one builds for what it brought
    assert bench.game.building.extra
    bench.do("Cleo: pass" if bench.game.building.queue[0] == "Cleo" else "pass")
    bench.refuses("Ben: build (Paris) - G58 [cost 11]", "extra.limit")
    bench.do("Ben: build (Paris) - G58 [cost 10]")
    bench.refuses("Anna: build (Paris) - G58 [cost 21]", "extra.limit")
    bench.do("Anna: build (Paris) - G58 [cost 20]")


def test_all_cities_are_linked_in_the_schmidt_edition() -> None:
    game = mapped(edition="schmidt-1984").game
    assert (game.edition.cities_left, game.edition.minimum, game.edition.die) == (0, 6, "own")
    assert not game.building_over()


def test_the_end_is_claimed_in_the_schmidt_edition() -> None:
    linked = ["Bex", "Cort", "Dax", "Elm", "Fen", "Gar", "Hub"]
    bench = mapped(edition="schmidt-1984", opening={"linked": linked, "round": 5})
    bench.do("roll 4")
    assert bench.game.cities_left == 3
    bench.refuses("operate", "end.table")
    bench.do("build (Ax) - A2")
    bench = mapped(edition="schmidt-1984", opening={"linked": [*linked, "Ivo"], "round": 5})
    bench.do("roll 4", "build (Ax) - A2")
    bench.spares("roll 4", "end.claim")
    assert "operate" in [choice.text for choice in bench.game.choices()]
    receipt = bench.shows("operate", "end.claim")
    assert "round 7 is the last" in bench.sentences(receipt)
    bench.refuses("operate", "end.claimed-twice")
    while bench.game.round < 7:
        bench.do("pass" if bench.game.situation().phrase.startswith("build") else "roll 4")
    bench.do("roll 4", "pass", "roll 4", "pass")
    bench.spares("roll 4", "end.claimed-rounds")
    bench.shows("pass", "end.claimed-rounds")
    assert bench.game.phase == "operating"
    again = mapped(edition="schmidt-1984", opening={"linked": [*linked, "Ivo", "Ax"]})
    again.allows("operate", "end.claimed-twice")

"""The powers of the privates, and how the privates close."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.australia1848.setups import Sitting

DESERTS = ("B3", "B7", "B9", "C2", "C4", "C8", "E6", "E8")


def owning(private: str, owner: str = "NSW", phase: str = "3", **options: Any) -> Sitting:
    """NSW (Anna) is to act first in OR 1.1, VR (Ben) after it; the private belongs where told."""
    bench = Sitting(**options).directed(NSW="Anna", VR="Ben")
    if phase != "2":
        bench.phase(phase)
    return bench.given(private, owner)


def telling(private: str, owner: str = "NSW", phase: str = "3") -> Sitting:
    """The same at a table that tells its tiles."""
    return owning(private, owner, phase, track="tiles")


def fifth(p3: str = "Cleo", **options: Any) -> Sitting:
    """NSW is one purchase away from phase 5, in its train step; P3 belongs where told."""
    bench = owning("P3", p3, "4", **options).arrange(lambda g: g.depot.left.update({"4": 0}))
    bench.do("run 0")
    return bench.rich("NSW", 2000)


# ---------------------------------------------------------------------------- in general


@pytest.mark.parametrize(
    ("private", "move"), [("P2", "lay B3 with P2"), ("P3", "lay I8 with P3")], ids=["P2", "P3"]
)
def test_powers_work_from_phase_3_on(private: str, move: str) -> None:
    assert owning(private, phase="2").refuses(move, "power.phase").fields["phase"] == "2"
    for phase in ("3", "4"):
        bench = owning(private, phase=phase)
        bench.allows(move, "power.phase")
        assert bench.state["privates"][private]["used"] and bench.cash("NSW") == 1000


@pytest.mark.parametrize("options", [{"p2_in_phase_2": True}, {"readings": "18xx.games"}])
def test_o13_p2_already_in_phase_2_where_the_option_says_so(options: dict[str, Any]) -> None:
    bench = owning("P2", "Anna", "2", **options)
    bench.allows("lay B3 with P2", "power.phase")
    assert bench.cash("NSW") == 1000
    owning("P3", phase="2", **options).refuses("lay I8 with P3", "power.phase")


def test_p1_p5_and_p6_have_no_power_and_the_others_only_their_own() -> None:
    for private in ("P1", "P5", "P6"):
        bench = owning(private, phase="5").lays(B3=0)
        bench.refuses(f"lay B3 with {private}", "power.none")
        bench.do("run 0")
        for move in (f"buy 5 with {private}", f"buy 2E with {private}"):
            assert not bench.refuses(move, "power.none").waivable
    bench = owning("P4")
    bench.refuses("lay B3 with P4", "power.none")
    owning("P2").allows("lay B3 with P2", "power.none")


def test_p2_and_p3_do_not_make_trains_cheaper() -> None:
    for private in ("P2", "P3"):
        bench = owning(private, phase="5")
        bench.do("run 0")
        bench.refuses(f"buy 5 with {private}", "power.none")
        bench.refuses(f"buy 2E with {private}", "power.none")


def test_each_power_is_used_once_for_player_and_company_alike() -> None:
    bench = owning("P2", "Anna")
    bench.allows("lay B3 with P2", "power.once")
    bench.refuses("lay B7 with P2", "power.once")
    bench.do("run 0")
    bench.do("buy P2 for 80")
    bench.until_round("OR 2.1").until("NSW")
    bench.refuses("lay C4 with P2", "power.once")
    third = owning("P3")
    third.allows("lay I8 with P3", "power.once")
    third.refuses("lay I10 with P3", "power.once")
    fourth = owning("P4", phase="5", second_ghan_by_p4=True)
    fourth.do("run 0")
    fourth.allows("buy 2E with P4", "power.once")
    fourth.refuses("buy 2E with P4", "power.once")


def test_a_used_private_pays_on() -> None:
    bench = owning("P2", "Anna")
    bench.do("lay B3 with P2")
    anna = bench.cash("Anna")
    bench.until_round("OR 2.1")
    assert bench.cash("Anna") == anna + 5 + 10 + 25


@pytest.mark.parametrize(("private", "move"), [("P2", "lay B3 with P2"), ("P4", "buy 2E with P4")])
@pytest.mark.parametrize("owner", ["NSW", "Anna", "Ben", "VR"])
def test_p2_and_p4_help_their_company_or_one_directed_by_their_owner(
    private: str, move: str, owner: str
) -> None:
    bench = owning(private, owner, "5")
    if private == "P4":
        bench.do("run 0")
    if owner in ("NSW", "Anna"):
        bench.allows(move, "power.owner")
        assert bench.cash("NSW") == (900 if private == "P4" else 1000)
    else:
        assert bench.refuses(move, "power.owner").fields["owner"] == owner


@pytest.mark.parametrize("owner", ["NSW", "Anna", "VR", "Ben"])
def test_p3_must_belong_to_the_company_that_uses_it(owner: str) -> None:
    bench = owning("P3", owner)
    if owner == "NSW":
        bench.allows("lay I8 with P3", "power.owner")
    else:
        bench.refuses("lay I8 with P3", "power.owner")


# ---------------------------------------------------------------------------- P2


@pytest.mark.parametrize("hex_", DESERTS)
def test_p2_builds_in_a_desert_for_nothing(hex_: str) -> None:
    bench = owning("P2")
    bench.allows(f"lay {hex_} with P2", "power.p2-desert")
    assert bench.cash("NSW") == 1000 and bench.game.lays == {hex_: 1}


def test_p2_builds_nowhere_else_and_upgrades_nothing() -> None:
    bench = owning("P2").lays(B3=1)
    for hex_ in ("E16", "F17", "D5", "B3"):
        assert not bench.refuses(f"lay {hex_} with P2", "power.p2-desert").waivable
    bench.allows("lay B7 with P2", "power.p2-desert")


def test_p2s_tile_is_one_of_the_ordinary_yellow_tiles() -> None:
    bench = owning("P2")
    bench.do("lay B3")
    bench.allows("lay B7 with P2", "power.p2-desert")
    assert bench.cash("NSW") == 960
    bench.refuses("lay C4", "track.yellow-or-upgrade")
    early = owning("P2", "Anna", "2", p2_in_phase_2=True)
    early.do("lay B3 with P2")
    early.refuses("lay B7", "track.one-tile")


def test_p2_with_tiles_told_takes_a_7_8_or_9() -> None:
    for tile in ("7", "8", "9"):
        bench = telling("P2")
        bench.allows(f"lay C4 {tile} 0 with P2", "power.p2-desert")
        assert bench.state["tiles"] == {"C4": f"{tile} 0"} and bench.cash("NSW") == 1000
    error = telling("P2").refuses("lay E14 57 0 with P2", "power.p2-desert")
    assert (error.fields["tile"], error.fields["hex"]) == ("57", "E14")


# ---------------------------------------------------------------------------- P3


@pytest.mark.parametrize("hex_", ["I8", "I10"])
def test_p3_lays_tasmania_free_and_besides_the_ordinary_build(hex_: str) -> None:
    bench = owning("P3")
    bench.do("lay E18", "lay G16")
    bench.allows(f"lay {hex_} with P3", "power.p3-tasmania")
    assert bench.cash("NSW") == 950 and bench.game.lays[hex_] == 1
    bench.refuses("lay G14", "track.yellow-or-upgrade")


def test_tasmania_lies_in_the_sea_only_and_once_in_the_game() -> None:
    bench = owning("P3")
    for hex_ in ("B3", "F17", "H9", "D1"):
        assert not bench.refuses(f"lay {hex_} with P3", "power.p3-tasmania").waivable
    bench.refuses("lay I8", "track.printed")
    bench.allows("lay I10 with P3", "power.p3-tasmania")


def test_tasmania_with_tiles_told_turns_its_two_arms_to_the_land() -> None:
    for hex_ in ("I8", "I10"):
        bench = telling("P3")
        for rotation in (0, 2, 3, 4, 5):
            bench.refuses(f"lay {hex_} 241 {rotation} with P3", "power.p3-tasmania")
        bench.refuses(f"lay {hex_} 57 1 with P3", "power.p3-tasmania")
        bench.allows(f"lay {hex_} 241 1 with P3", "power.p3-tasmania")
        assert bench.state["tiles"] == {hex_: "241 1"} and bench.game.manifest["241"] == 0
        short = telling("P3")
        short.allows(f"lay {hex_} with P3", "power.p3-tasmania")
        assert short.state["tiles"] == {hex_: "241 1"}


# ---------------------------------------------------------------------------- P4


def test_p4_makes_a_2e_cost_100() -> None:
    bench = owning("P4", phase="5")
    bench.do("run 0")
    bench.allows("buy 2E with P4", "power.p4-ghan")
    assert bench.cash("NSW") == 900 and bench.company("NSW")["trains"] == ["2E"]
    assert bench.state["privates"]["P4"] == {"owner": "NSW", "price": 170, "closed": True, "used": True}


def test_p4_helps_with_no_other_train() -> None:
    bench = owning("P4", phase="5")
    bench.do("run 0")
    for face in ("5", "5+"):
        assert not bench.refuses(f"buy {face} with P4", "power.p4-ghan").waivable
    bench.rich("NSW", 99)
    assert bench.refuses("buy 2E with P4", "train.ghan-own-money").fields["price"] == 100
    bench.rich("NSW", 100)
    bench.allows("buy 2E with P4", "power.p4-ghan")


def test_p4_waits_for_phase_5_with_the_2e() -> None:
    bench = owning("P4", phase="4")
    bench.do("run 0")
    bench.refuses("buy 2E with P4", "train.ghan-phase")


# ---------------------------------------------------------------------------- closing


def test_the_first_5_closes_all_privates_but_leaves_unused_powers_of_p2_and_p4() -> None:
    bench = fifth("").given("P2", "Anna").given("P4", "NSW")
    bench.shows("buy 5", "phase.begins")
    privates = bench.state["privates"]
    assert all(privates[id_]["closed"] for id_ in privates)
    assert bench.player("Anna")["privates"] == ["P2"] and bench.company("NSW")["privates"] == ["P4"]
    before = {name: bench.cash(name) for name in ("Anna", "Ben", "Cleo", "Dan", "NSW")}
    bench.do("buy 2E with P4", "done")
    bench.refuses("buy P2 for 40", "power.privates-close")
    bench.until_round("SR 2").passes().until("NSW")
    bench.do("lay B3 with P2")
    assert bench.cash("NSW") == before["NSW"] - 100
    assert {name: bench.cash(name) for name in before if name != "NSW"} == {
        name: cash for name, cash in before.items() if name != "NSW"
    }
    assert bench.player("Anna")["privates"] == []
    still = owning("P2", "Ben", "4")
    still.allows("buy P2 for 40", "power.privates-close")


@pytest.mark.parametrize("owner", ["Cleo", "Anna", "NSW", "VR"])
def test_p3_unused_is_laid_at_once_by_whoever_owns_it(owner: str) -> None:
    """8827."""
    bench = fifth(owner)
    receipt = bench.shows("buy 5", "power.p3-last-chance")
    assert f"P3 closes: {owner} lays the Tasmania tile now." in bench.sentences(receipt)
    assert bench.to_act == owner and not bench.state["privates"]["P3"]["closed"]
    error = bench.refuses("NSW: done", "power.p3-last-chance")
    assert error.fields["owner"] == owner and not error.waivable
    bench.refuses("lay B3 with P3", "power.p3-tasmania")
    bench.allows(f"{owner}: lay I8 with P3", "power.p3-last-chance")
    assert bench.state["privates"]["P3"] == {"owner": owner, "price": 110, "closed": True, "used": True}
    assert bench.to_act == "NSW"
    bench.do("done")
    assert bench.to_act == "VR"


def test_nobody_else_lays_the_tile_when_p3_closes() -> None:
    bench = fifth("Cleo")
    bench.do("buy 5")
    bench.refuses("Dan: lay I8 with P3", "power.p3-last-chance")
    bench.allows("lay I8 with P3", "power.p3-last-chance")


def test_p3_already_used_closes_without_more() -> None:
    bench = fifth("NSW").arrange(lambda g: setattr(g.privates["P3"], "used", True))
    bench.spares("buy 5", "power.p3-last-chance")
    assert bench.to_act == "NSW" and bench.state["privates"]["P3"]["closed"]


def with_car(phase: str = "2", **options: Any) -> Sitting:
    """CAR (Ben, who owns P6) and NSW (Anna) act in this order in OR 1.1."""
    bench = Sitting(**options).directed(CAR="Ben", NSW="Anna")
    if phase != "2":
        bench.phase(phase)
    return bench


@pytest.mark.parametrize("face", ["2", "2+"])
def test_cars_first_train_closes_p6(face: str) -> None:
    bench = with_car().until("CAR")
    bench.do("run 0")
    assert not bench.state["privates"]["P6"]["closed"]
    bench.shows(f"buy {face}", "power.p6-closes")
    assert bench.state["privates"]["P6"]["closed"]
    bench.spares("buy 2", "power.p6-closes")
    ben = bench.cash("Ben")
    bench.until_round("OR 2.1")
    assert bench.cash("Ben") == ben + 10


def test_a_train_bought_from_another_company_closes_p6_too() -> None:
    bench = with_car("3").train("NSW", "3").until("CAR")
    bench.do("run 0")
    bench.shows("buy 3 from NSW", "power.p6-closes")


def test_a_train_of_another_company_leaves_p6_open() -> None:
    bench = with_car().until("NSW")
    bench.do("run 0")
    bench.spares("buy 2", "power.p6-closes")
    assert not bench.state["privates"]["P6"]["closed"]


def five(**options: Any) -> Sitting:
    """The first 5 bought by NSW in its turn while CAR has no train."""
    bench = with_car("4", **options).given("P3", "").arrange(lambda g: g.depot.left.update({"4": 0}))
    bench.until("NSW").rich("NSW", 500)
    bench.do("run 0", "buy 5")
    return bench


def test_o11_the_first_5_closes_p6_though_car_has_no_train() -> None:
    bench = five()
    assert bench.state["privates"]["P6"]["closed"] and "P6" not in bench.player("Ben")["privates"]


@pytest.mark.parametrize("options", [{"p6_closes_at_phase_5": False}, {"readings": "18xx.games"}])
def test_o11_or_it_stays_without_income_until_car_has_one(options: dict[str, Any]) -> None:
    bench = five(**options)
    assert not bench.state["privates"]["P6"]["closed"]
    ben = bench.cash("Ben")
    bench.until_round("OR 2.1")
    assert bench.cash("Ben") == ben
    bench.until("CAR").rich("CAR", 500).do("run 0")
    bench.shows("buy 5", "power.p6-closes")
    assert bench.state["privates"]["P6"]["closed"]


@pytest.mark.parametrize(("owner", "by"), [("NSW", "Anna"), ("VR", "Ben"), ("Anna", "NSW")])
def test_director_and_company_speak_for_each_other_when_p3_closes(owner: str, by: str) -> None:
    bench = fifth(owner)
    bench.do("buy 5", f"{by}: lay I10 with P3")
    assert bench.state["privates"]["P3"]["closed"] and bench.game.lays["I10"] == 1


def test_debt_then_tasmania_then_discards_when_a_receivership_brings_phase_5() -> None:
    bench = owning("P3", "Dan", "4").holding("Cleo", "NSW", 2).holding("Anna", "VR", 2)
    bench.train("VR", "4", "4", "4").rich("NSW", 0).rich("Anna", 0).marker("NSW", 1, 1)
    bench.arrange(lambda g: setattr(g, "receiverships", 1))
    bench.do("run 0")
    assert bench.to_act == "Anna" and bench.cash("Anna") == -200 and bench.state["phase"] == "5"
    for move in ("Dan: lay I8 with P3", "VR: discard 4"):
        bench.refuses(move, "crisis.must-sell")
    bench.do("sell 2 VR")
    assert bench.to_act == "Dan"
    bench.do("lay I8 with P3")
    assert bench.to_act == "VR"
    bench.refuses("lay H11", "train.discard")
    bench.do("discard 4", "lay H11")
    assert bench.company("VR")["trains"] == ["4", "4"]


def test_p3_of_a_company_in_receivership_closes_unused() -> None:
    bench = owning("P3", "NSW", "4").marker("NSW", 1, 1)
    bench.arrange(lambda g: setattr(g, "receiverships", 1))
    bench.spares("run 0", "power.p3-last-chance")
    assert bench.state["privates"]["P3"]["closed"] and bench.to_act == "VR"

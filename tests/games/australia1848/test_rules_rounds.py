"""Operating rounds (list 5) and the income of the privates (list 6)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.australia1848.setups import Sitting

ROUNDS = [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("8", 3)]


@pytest.mark.parametrize(("phase", "rounds"), ROUNDS)
def test_the_phase_at_the_end_of_the_stock_round_fixes_the_number_of_rounds(phase: str, rounds: int) -> None:
    sitting = Sitting().sold().floated("NSW").phase(phase)
    sitting.marker("NSW", 1, 12)
    for _ in range(3):
        sitting.spares("pass", "rounds.count")
    sitting.shows("pass", "rounds.count")
    for number in range(1, rounds + 1):
        assert sitting.round == f"OR 1.{number}"
        sitting.do("run 0")
        sitting.spares("done no-route", "rounds.count")
    assert sitting.round == "SR 2"


def test_a_new_phase_does_not_change_the_set_being_played() -> None:
    sitting = Sitting().sold().floated("NSW").phase("4").marker("NSW", 1, 12).passes()
    assert sitting.round == "OR 1.1"
    sitting.arrange(lambda g: g.depot.left.update({"4": 0}))
    sitting.arrange(lambda g: setattr(g.privates["P3"], "used", True))
    sitting.rich("NSW", 500).do("run 0", "buy 5", "done")
    assert sitting.state["phase"] == "5"
    assert sitting.round == "OR 1.2"
    sitting.idle()
    assert sitting.round == "SR 2"
    sitting.passes()
    for number in (1, 2, 3):
        assert sitting.round == f"OR 2.{number}"
        sitting.idle()
    assert sitting.round == "SR 3"


def test_the_first_3_does_not_bring_a_second_round_at_once() -> None:
    sitting = Sitting().operating("NSW").arrange(lambda g: g.depot.left.update({"2": 0}))
    sitting.do("run 0", "buy 3", "done")
    assert (sitting.state["phase"], sitting.round) == ("3", "SR 2")
    sitting.passes().do("run 0", "done")
    assert sitting.round == "OR 2.2"


# ------------------------------------------------------------------ the course of a round


def test_privates_pay_first_then_boe_then_the_companies_act() -> None:
    sitting = Sitting().sold().floated("NSW").buys("Cleo", "BOE").phase("3")
    for _ in range(3):
        sitting.do("pass")
    receipt = sitting.shows("pass", "rounds.sequence")
    told = [event.phrase for event in receipt.played.events if event.phrase]
    assert told == ["passes", "operating-round", "incomes", "boe-paid", "home"]
    assert (sitting.round, sitting.to_act) == ("OR 1.1", "NSW")
    sitting.spares("run 0", "rounds.sequence")
    sitting.shows("done no-route", "rounds.sequence")
    assert sitting.round == "OR 1.2"


def test_companies_act_from_the_highest_price_down() -> None:
    sitting = Sitting().sold().floated("VR", par=70).floated("SAR", par=90).floated("NSW", par=100)
    sitting.floated("FT", "Cleo", par=80).passes()
    assert sitting.state["operating_order"] == ["NSW", "SAR", "FT", "VR"]
    acted = []
    while sitting.round == "OR 1.1":
        acted.append(sitting.to_act)
        sitting.idle()
    assert acted == ["NSW", "SAR", "FT", "VR"]


def test_at_equal_prices_the_marker_further_right_acts_first() -> None:
    sitting = Sitting().sold().floated("NSW").floated("VR").floated("SAR")
    sitting.marker("NSW", 0, 4).marker("VR", 2, 6).marker("SAR", 1, 5).passes()
    assert {sitting.price(company) for company in ("NSW", "VR", "SAR")} == {100}
    assert sitting.state["operating_order"] == ["VR", "SAR", "NSW"]


@pytest.mark.parametrize("order", [("NSW", "VR", "SAR"), ("SAR", "NSW", "VR"), ("VR", "SAR", "NSW")])
def test_in_one_cell_the_first_come_acts_first(order: tuple[str, ...]) -> None:
    sitting = Sitting().sold()
    for company in order:
        sitting.floated(company)
    sitting.passes()
    assert sitting.state["operating_order"] == list(order)


def test_a_marker_that_comes_back_to_its_cell_lies_behind_the_others() -> None:
    sitting = Sitting().operating("NSW", "VR").train("NSW", "2").train("VR", "2")
    assert sitting.state["operating_order"] == ["NSW", "VR"]
    sitting.do("run 40", "withhold", "done", "run 40", "pay", "done")
    assert [sitting.price(company) for company in ("NSW", "VR")] == [90, 110]
    sitting.passes().do("run 40", "withhold", "done", "run 40", "pay", "done")
    assert [sitting.company(company)["cell"] for company in ("NSW", "VR")] == [[1, 5], [1, 5]]
    sitting.passes()
    assert sitting.state["operating_order"] == ["VR", "NSW"]


def test_nobody_acts_out_of_order() -> None:
    sitting = Sitting().operating("NSW", "VR", "SAR")
    refusal = sitting.refuses("VR: lay H11", "rounds.company-order")
    assert sitting.table.rulebook.refusal(refusal) == (
        "It is NSW's turn to operate, not VR's. [rounds.company-order]"
    )
    sitting.allows("NSW: run 0", "rounds.company-order")
    sitting.do("buy 2")
    receipt = sitting.allows("VR: lay H11", "rounds.company-order")
    assert sitting.sentences(receipt).startswith("NSW is done.\nVR puts its home token on H11.")
    sitting.refuses("SAR: run 0", "rounds.company-order")


def test_a_company_acts_once_a_round_whatever_its_price_does() -> None:
    sitting = Sitting().operating("NSW", "VR").marker("NSW", 1, 5)
    sitting.do("run 0", "buy 2", "done")
    assert (sitting.price("NSW"), sitting.price("VR"), sitting.to_act) == (90, 100, "VR")
    refusal = sitting.refuses("NSW: lay F17", "rounds.once")
    assert sitting.table.rulebook.refusal(refusal) == (
        "NSW has already acted in this operating round. [rounds.once]"
    )
    sitting.allows("VR: run 0", "rounds.once")
    sitting.do("done no-route")
    assert sitting.round == "SR 2"
    sitting.passes()
    assert sitting.state["operating_order"] == ["NSW", "VR"]
    sitting.allows("NSW: run 0", "rounds.once")


def test_a_company_that_rises_above_one_that_waits_does_not_act_again() -> None:
    sitting = Sitting().operating("NSW", "VR").train("NSW", "2")
    sitting.do("run 40", "pay", "done")
    assert sitting.price("NSW") == 110
    assert sitting.to_act == "VR"
    sitting.idle()
    assert sitting.round == "SR 2"


def crisis(holding: str) -> Sitting:
    """NSW (at 70) fails and leaves Anna £150 short; SAR (at 60) and VR (at 50) still have to act.

    Markers are set directly; Anna holds 60 % of the company named, Cleo of the other one.
    """
    other = "VR" if holding == "SAR" else "SAR"
    sitting = Sitting().sold().floated("NSW").buys("Ben", *["NSW"] * 4)
    sitting.floated(holding, "Anna").floated(other, "Cleo").phase("3")
    sitting.marker("NSW", 0, 1).marker("SAR", 2, 2).marker("VR", 3, 2).passes()
    assert sitting.state["operating_order"] == ["NSW", "SAR", "VR"]
    sitting.rich("NSW", 0).rich("Anna", 250).do("run 0")
    assert (sitting.to_act, sitting.cash("Anna")) == ("Anna", -150)
    return sitting


def test_a_forced_sale_puts_the_waiting_companies_in_order_again() -> None:
    sitting = crisis("SAR")
    sitting.shows("sell 3 SAR", "rounds.reorder")
    assert (sitting.price("SAR"), sitting.price("VR")) == (50, 50)
    assert sitting.to_act == "VR"
    sitting.idle()
    assert sitting.to_act == "SAR"


def test_a_forced_sale_that_moves_no_company_past_another_leaves_the_order() -> None:
    sitting = crisis("VR")
    sitting.spares("sell 3 VR", "rounds.reorder")
    assert (sitting.price("SAR"), sitting.price("VR")) == (60, 40)
    assert sitting.to_act == "SAR"


# ------------------------------------------------------------------ private.income


def test_privates_pay_their_owners_at_the_start_of_every_operating_round() -> None:
    sitting = Sitting().sold().floated("NSW").phase("3")
    before = {name: sitting.cash(name) for name in ("Anna", "Ben", "Cleo", "Dan", "Bank")}
    for _ in range(3):
        sitting.spares("pass", "private.income")
    receipt = sitting.shows("pass", "private.income")
    assert "Privates pay Anna £30, Ben £40, Cleo £15, Dan £20." in sitting.sentences(receipt)
    after = {name: sitting.cash(name) - cash for name, cash in before.items()}
    assert after == {"Anna": 30, "Ben": 40, "Cleo": 15, "Dan": 20, "Bank": -105}
    sitting.do("NSW: buy P3 for 1", "run 0")
    assert (sitting.cash("NSW"), sitting.cash("Cleo") - before["Cleo"]) == (999, 16)
    sitting.shows("done no-route", "private.income")
    assert sitting.round == "OR 1.2"
    assert sitting.cash("NSW") == 999 + 15
    assert sitting.cash("Cleo") - before["Cleo"] == 16


def test_closed_privates_pay_nothing() -> None:
    sitting = Sitting().sold().floated("NSW").phase("5")
    cash = sitting.cash("Anna")
    for _ in range(3):
        sitting.do("pass")
    sitting.spares("pass", "private.income")
    assert sitting.cash("Anna") == cash


# ------------------------------------------------------------------ the worked example


@pytest.mark.parametrize("track", ["costs", "tiles"])
def test_ready_data_t1_the_walkthrough_of_the_french_summary(track: str) -> None:
    def figures(sitting: Sitting) -> tuple[Any, ...]:
        nsw = sitting.company("NSW")
        return (sitting.cash("Anna"), nsw["treasury"], nsw["price"], " + ".join(nsw["trains"]))

    tile = " 57 0" if track == "tiles" else ""
    sitting = Sitting(track=track)
    assert figures(sitting) == (630, 0, 0, "")
    sitting.do("buy P2")
    assert figures(sitting) == (560, 0, 0, "")
    sitting.do("buy P1", "buy P3", "buy P4", "pass", "buy P5", "buy P6")
    sitting.do("Anna: buy NSW par 90")
    assert figures(sitting) == (380, 0, 90, "")
    for _ in range(3):
        sitting.do("pass", "pass", "pass", "buy NSW")
    assert figures(sitting) == (110, 0, 90, "")
    assert (sitting.player("Anna")["shares"], sitting.company("NSW")["floated"]) == ({"NSW": 50}, False)
    sitting.do("Ben: buy NSW")
    assert figures(sitting) == (110, 900, 90, "")
    sitting.passes()
    assert figures(sitting) == (120, 900, 90, "")
    sitting.do(f"lay F17{tile}")
    assert figures(sitting) == (120, 900, 90, "")
    sitting.do("run 0")
    assert figures(sitting) == (120, 900, 80, "")
    sitting.do("buy 2", "buy 2")
    assert figures(sitting) == (120, 700, 80, "2 + 2")
    sitting.do("done", "Anna: buy NSW ipo")
    assert figures(sitting) == (30, 700, 80, "2 + 2")
    assert sitting.player("Anna")["shares"] == {"NSW": 60}
    sitting.passes().do(f"lay E18{tile}")
    assert figures(sitting) == (40, 700, 80, "2 + 2")
    ben = sitting.cash("Ben")
    sitting.do("run 2:40", "pay")
    assert figures(sitting) == (64, 700, 90, "2 + 2")
    assert sitting.cash("Ben") == ben + 4
    sitting.arrange(lambda g: g.depot.left.update({"2": 0})).do("buy 3")
    assert figures(sitting) == (64, 500, 90, "2 + 2 + 3")
    assert sitting.state["phase"] == "3"

"""Privates bought by companies, loans, and the train a company must buy."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.australia1848.setups import Sitting
from tests.kit import fact


def acting(phase: str = "3", *faces: str, players: int = 4, **options: Any) -> Sitting:
    """NSW (Anna, 60 %) is to act first in OR 1.1, VR (Ben) after it; prices £100, treasuries £1000."""
    bench = Sitting(players, **options).directed(NSW="Anna", VR="Ben")
    if phase != "2":
        bench.phase(phase)
    return bench.train("NSW", *faces)


def poor(cash: int, phase: str = "3", row: int = 1, column: int = 10, **options: Any) -> Sitting:
    """NSW in its train step, without a train and with so much cash, its marker where told."""
    bench = acting(phase, **options)
    bench.do("run 0")
    return bench.rich("NSW", cash).marker("NSW", row, column)


def next_up(bench: Sitting, *kinds: str) -> Sitting:
    """Let these kinds of trains be gone from the stack, without any effect."""
    return bench.arrange(lambda g: g.depot.left.update(dict.fromkeys(kinds, 0)))


# ---------------------------------------------------------------------------- privates to companies


@pytest.mark.parametrize("phase", ["3", "4"])
def test_privates_go_to_companies_in_phases_3_and_4(phase: str) -> None:
    early = acting("2")
    early.refuses("buy P1 for 40", "sale.phase")
    bench = acting(phase)
    anna = bench.cash("Anna")
    bench.allows("buy P1 for 40", "sale.phase")
    assert bench.cash("Anna") == anna + 40 and bench.cash("NSW") == 960
    assert bench.company("NSW")["privates"] == ["P1"] and bench.player("Anna")["privates"] == ["P5"]


@pytest.mark.parametrize("private", ["P1", "P2", "P4"])
def test_no_private_is_sold_from_phase_5_on(private: str) -> None:
    bench = acting("5")
    bench.refuses(f"buy {private} for 40", "power.privates-close")
    acting("4").allows(f"buy {private} for 40", "power.privates-close")


def test_a_company_buys_in_its_own_turn() -> None:
    bench = acting()
    bench.refuses("VR: buy P1 for 40", "rounds.company-order")
    bench.until("VR")
    bench.allows("VR: buy P1 for 40", "sale.phase")
    assert bench.cash("VR") == 960


@pytest.mark.parametrize(
    ("private", "owner", "most"),
    [("P1", "Anna", 40), ("P2", "Ben", 80), ("P3", "Cleo", 140), ("P4", "Dan", 220)],
)
def test_each_private_has_its_price_range(private: str, owner: str, most: int) -> None:
    bench = acting()
    for price in (0, most + 1):
        error = bench.refuses(f"buy {private} for {price}", "sale.price")
        assert error.fields["limit"] == most
    before = bench.cash(owner)
    for price in (1, most):
        bench.allows(f"buy {private} from {owner} for {price}", "sale.price")
        assert bench.cash(owner) == before + price and bench.cash("NSW") == 1000 - price
        bench.do("undo")


def test_p5_and_p6_never_go_to_a_company() -> None:
    bench = acting()
    for move in ("buy P5 for 40", "buy P6 for 1"):
        assert not bench.refuses(move, "sale.not-for-companies").waivable
    bench.allows("buy P4 for 40", "sale.not-for-companies")


def test_the_price_is_said_with_the_move() -> None:
    bench = acting()
    assert bench.refuses("buy P2", "sale.say-price").fields["limit"] == 80
    bench.allows("buy P2 for 80", "sale.say-price")


def test_a_private_is_paid_with_money_the_company_has() -> None:
    bench = acting().rich("NSW", 39)
    error = bench.refuses("buy P1 for 40", "sale.cash")
    assert (error.fields["price"], error.fields["cash"]) == (40, 39)
    bench.rich("NSW", 40)
    bench.allows("buy P1 for 40", "sale.cash")
    assert bench.cash("NSW") == 0


def test_a_private_is_bought_from_its_owner() -> None:
    bench = acting()
    assert bench.refuses("buy P1 from Ben for 40", "sale.owner").fields["owner"] == "Anna"
    bench.allows("buy P1 from Anna for 40", "sale.owner")


def test_income_and_power_pass_to_the_company() -> None:
    bench = acting()
    bench.shows("buy P2 for 80", "sale.income-and-power")
    bench.shows("lay B3 with P2", "power.once")
    assert bench.cash("NSW") == 920
    ben = bench.cash("Ben")
    bench.until_round("SR 2").until_round("OR 2.1")
    assert bench.cash("NSW") == 930 and bench.cash("Ben") == ben + 30


def test_without_a_sale_the_income_stays_with_the_player() -> None:
    bench = acting()
    bench.spares("lay E18", "sale.income-and-power")
    ben = bench.cash("Ben")
    bench.until_round("SR 2").until_round("OR 2.1")
    assert bench.cash("Ben") == ben + 10 + 30 and bench.cash("NSW") == 1000


def test_a_company_never_sells_a_private_again() -> None:
    bench = acting()
    bench.do("buy P1 for 40")
    bench.until("VR")
    assert bench.refuses("buy P1 for 40", "sale.no-resale").fields["company"] == "NSW"
    bench.allows("buy P2 for 40", "sale.no-resale")


# ---------------------------------------------------------------------------- loans


def test_loans_begin_with_phase_3() -> None:
    acting("2").refuses("loan", "loan.phase")
    for phase in ("3", "4", "5", "6", "8"):
        bench = acting(phase)
        bench.allows("loan", "loan.phase")
        assert bench.cash("NSW") == 1100


def test_one_loan_a_turn_even_after_the_purchases() -> None:
    bench = acting()
    bench.do("run 0", "buy 3")
    bench.allows("loan", "loan.one-per-turn")
    bench.refuses("loan", "loan.one-per-turn")
    bench.do("buy 3")
    bench.refuses("loan", "loan.one-per-turn")
    assert bench.cash("NSW") == 700
    bench.until_round("OR 2.1").until("NSW").marker("NSW", 1, 5)
    bench.allows("loan", "loan.one-per-turn")
    assert bench.cash("NSW") == 800 and bench.company("NSW")["loans"] == 2


def test_a_company_borrows_in_its_own_turn_only() -> None:
    bench = acting()
    bench.refuses("VR: loan", "loan.own-turn")
    bench.allows("NSW: loan", "loan.own-turn")
    bench.do("run 0", "buy 3")
    bench.allows("VR: loan", "loan.own-turn")
    assert bench.to_act == "VR" and bench.cash("VR") == 1100
    bench.refuses("NSW: loan", "rounds.once")


def test_five_loans_a_company_of_its_own_will() -> None:
    bench = acting().loans("NSW", 4)
    bench.allows("loan", "loan.company-limit")
    bench.until_round("OR 2.1").until("NSW")
    error = bench.refuses("loan", "loan.company-limit")
    assert (error.fields["count"], error.fields["limit"]) == (5, 5)
    bench.until("VR")
    bench.allows("loan", "loan.company-limit")


def test_twenty_loans_in_all() -> None:
    bench = acting().loans("SAR", 19)
    bench.allows("loan", "loan.supply")
    assert bench.state["boe"] == {"price": 340, "cash": 0, "loans_granted": 20, "pool": 100, "tokens": []}
    bench.until("VR")
    assert not bench.refuses("loan", "loan.supply").waivable


def test_a_loan_brings_100_from_the_bank_of_england() -> None:
    bench = acting()
    bank = bench.cash("Bank")
    bench.spares("lay E18", "loan.money", "loan.price", "boe.price")
    bench.shows("loan", "loan.money", "loan.price", "boe.price")
    assert bench.cash("NSW") == 1100 and bench.cash("BOE") == 1900 and bench.cash("Bank") == bank
    bench.until_round("SR 2")
    assert bench.cash("NSW") == 1100 and bench.state["boe"]["loans_granted"] == 1


@pytest.mark.parametrize(
    ("row", "column", "after"), [(1, 5, 80), (0, 16, 360), (2, 13, 230), (3, 3, 40), (4, 8, 80), (5, 6, 50)]
)
def test_a_loan_is_two_columns_left_and_one_step_up_for_boe(row: int, column: int, after: int) -> None:
    bench = acting().marker("NSW", row, column)
    bench.shows("loan", "loan.price")
    assert bench.price("NSW") == after and bench.price("BOE") == 80


def test_boe_climbs_its_own_line() -> None:
    bench = acting()
    line = [
        70,
        80,
        90,
        100,
        110,
        120,
        130,
        140,
        150,
        160,
        170,
        180,
        195,
        210,
        225,
        240,
        260,
        280,
        300,
        320,
        340,
    ]
    for given, price in enumerate(line):
        assert bench.price("BOE") == price and bench.state["boe"]["loans_granted"] == given
        if price < 340:
            bench.loans("VR", 1)


@pytest.mark.parametrize("column", [1, 2])
def test_a_loan_into_the_leftmost_column_is_receivership_at_once(column: int) -> None:
    bench = acting("3", "3").marker("NSW", 1, column).holding("Cleo", "NSW", 3).rich("NSW", 0)
    cleo, anna = bench.cash("Cleo"), bench.cash("Anna")
    bench.shows("loan", "loan.receivership", "receivership.trigger", "receivership.compensation")
    assert bench.company("NSW") == {"closed": True} and bench.to_act == "VR"
    assert bench.cash("Cleo") == cleo + 300 and bench.cash("Anna") == anna - 200


def test_a_loan_at_the_third_column_is_none() -> None:
    bench = acting().marker("NSW", 1, 3)
    bench.spares("loan", "loan.receivership", "receivership.trigger")
    assert bench.price("NSW") == 60


def test_a_trainless_company_in_the_first_column_is_offered_its_loan_and_may_decline() -> None:
    bench = acting().marker("NSW", 4, 1)
    for move in ("buy 3", "done"):
        assert bench.asks(move, "first-column").answers == ("run 0", "loan")
    bench.allows("run 0", "loan.before-dividend")
    assert bench.company("NSW") == {"closed": True} and bench.state["boe"]["loans_granted"] == 0


@pytest.mark.parametrize("options", [{"first_column_loan_optional": False}, {"readings": "18xx.games"}])
def test_o14_or_it_must_take_it(options: dict[str, Any]) -> None:
    bench = acting(**options).marker("NSW", 4, 1)
    bench.refuses("run 0", "loan.before-dividend")
    bench.do("loan")
    assert bench.company("NSW") == {"closed": True} and bench.state["boe"]["loans_granted"] == 1
    for other in (
        acting("3", "3", **options).marker("NSW", 4, 1),
        acting(**options).marker("NSW", 4, 2),
        acting("2", **options).marker("NSW", 4, 1),
        acting(**options).marker("NSW", 4, 1).loans("NSW", 5),
    ):
        other.allows("run 0", "loan.before-dividend")
        assert other.state["boe"]["loans_granted"] in (0, 5)


def test_in_phase_2_a_falling_company_has_no_loan_to_be_offered() -> None:
    bench = acting("2").marker("NSW", 4, 1)
    assert bench.asks("done", "first-column").answers == ("run 0",)


# ---------------------------------------------------------------------------- compulsory train


@pytest.mark.parametrize("faces", [(), ("2E",)], ids=["no train", "a 2E only"])
def test_who_leaves_without_a_train_must_buy_one_if_a_run_is_possible(faces: tuple[str, ...]) -> None:
    """8343: a 2E does not end the duty."""
    bench = acting("5", *faces)
    bench.do("run 0")
    assert bench.asks("done", "possible-run").answers == ("done no-route", "buy 5")
    error = bench.refuses("done route", "compulsory.duty")
    assert (error.fields["next"], error.fields["price"]) == ("5", 500)
    bench.do("buy 5")
    bench.allows("done", "compulsory.duty")
    assert bench.to_act == "VR" and bench.cash("NSW") == 500


@fact("compulsory.possible-run")
def test_without_a_possible_run_there_is_no_duty() -> None:
    bench = acting("3")
    bench.do("run 0")
    bench.asks("pass", "possible-run")
    bench.allows("done no-route", "compulsory.duty")
    assert bench.to_act == "VR" and bench.company("NSW")["trains"] == [] and bench.cash("NSW") == 1000


def test_the_next_company_does_not_wave_the_question_away() -> None:
    bench = acting("3")
    bench.do("run 0")
    bench.asks("VR: lay H11", "possible-run")
    assert bench.to_act == "NSW"


@pytest.mark.parametrize(("director", "price"), [("Ben", 200), ("Anna", 9)])
def test_forced_loans_buy_trains_of_the_bank_only(director: str, price: int) -> None:
    bench = Sitting().directed(NSW="Anna", VR=director).phase("3").train("VR", "3").until("NSW")
    bench.do("run 0", "loan")
    bench.rich("NSW", 199)
    error = bench.refuses(f"buy 3 from VR for {price} forced", "compulsory.source")
    assert error.fields["cash"] == 199 and not error.waivable
    bench.rich("NSW", 200)
    bench.allows("buy 3 from VR for 200", "compulsory.source")
    assert bench.cash("NSW") == 0 and bench.company("NSW")["trains"] == ["3"]


@fact("compulsory.no-director-money")
def test_8263_the_director_neither_pays_nor_sells() -> None:
    bench = poor(0).rich("Anna", 3000)
    shares = bench.player("Anna")["shares"]
    assert bench.refuses("buy 3", "compulsory.borrow").fields["cash"] == 0
    bench.do("loan", "buy 3 forced")
    assert bench.cash("Anna") == 3000 and bench.player("Anna")["shares"] == shares
    assert bench.company("NSW")["trains"] == ["3"] and bench.cash("NSW") == 0


def test_a_company_short_of_money_is_told_to_borrow() -> None:
    bench = poor(150)
    error = bench.refuses("buy 3", "compulsory.borrow")
    assert (error.fields["price"], error.fields["cash"], error.waivable) == (200, 150, False)
    bench.do("loan")
    bench.allows("buy 3", "compulsory.borrow")
    assert bench.cash("NSW") == 50
    bench.rich("NSW", 0)
    bench.refuses("buy 3", "train.cash")


def test_the_ordinary_loan_comes_before_forced_ones() -> None:
    """8163, 9901: 100 → 80 by the ordinary loan, then → 60 and so on by forced ones."""
    bench = poor(0, column=6)
    bench.refuses("buy 3 forced", "compulsory.regular-loan-first")
    bench.do("loan")
    assert bench.price("NSW") == 90
    bench.allows("buy 3 forced", "compulsory.regular-loan-first")
    assert bench.price("NSW") == 60 and bench.price("BOE") == 90 and bench.cash("NSW") == 0


@pytest.mark.parametrize(("used", "after"), [("taken this turn", 100), ("five had", 130)])
def test_no_ordinary_loan_no_wait(used: str, after: int) -> None:
    bench = poor(0)
    if used == "five had":
        bench.loans("NSW", 5).rich("NSW", 150)
    else:
        bench.do("loan")
        bench.rich("NSW", 150)
    bench.allows("buy 3 forced", "compulsory.regular-loan-first")
    assert bench.cash("NSW") == 50 and bench.price("NSW") == after


def test_forced_loans_three_columns_left_each_until_the_price_is_there() -> None:
    bench = next_up(poor(0, "2", row=0, column=12), "2")
    bench.shows("buy 3 forced", "compulsory.forced-loans", "compulsory.loan-limits", "boe.price")
    assert bench.price("NSW") == 120 and bench.price("BOE") == 90
    assert bench.cash("NSW") == 0 and bench.company("NSW")["loans"] == 2
    assert bench.company("NSW")["trains"] == ["3"] and bench.state["phase"] == "3"
    bench.do("done")
    assert bench.to_act == "VR"


def test_with_own_money_nothing_is_forced() -> None:
    bench = poor(200)
    bench.spares("buy 3", "compulsory.forced-loans", "compulsory.loan-limits")
    assert bench.price("NSW") == 210 and bench.cash("NSW") == 0


@pytest.mark.parametrize("cash", [200, 960])
def test_8357_no_forced_loan_while_the_money_is_there(cash: int) -> None:
    bench = poor(cash)
    error = bench.refuses("buy 3 forced", "compulsory.only-when-short")
    assert error.fields["cash"] == cash and not error.waivable
    assert bench.refuses("buy 2E forced", "train.ghan-phase").fields["phase"] == "3"
    less = poor(99)
    less.do("loan")
    less.allows("buy 3 forced", "compulsory.only-when-short")


def test_no_forced_loan_for_whoever_has_a_train() -> None:
    bench = acting("3", "3").rich("NSW", 0)
    bench.do("run 0")
    bench.refuses("buy 3 forced", "compulsory.only-when-short")
    ghan = acting("5", "2E").rich("NSW", 0).marker("NSW", 0, 16)
    ghan.do("run 0", "loan")
    ghan.allows("buy 5 forced", "compulsory.only-when-short")
    assert ghan.company("NSW")["loans"] == 5 and ghan.company("NSW")["trains"] == ["2E", "5"]


def test_t4_three_forced_loans_into_receivership() -> None:
    bench = next_up(poor(0, "2", row=2, column=7), "2", "3")
    assert (bench.price("NSW"), bench.price("BOE")) == (120, 70)
    receipt = bench.shows(
        "buy 4 forced", "compulsory.forced-loans", "compulsory.receivership", "receivership.trigger"
    )
    steps = [(e.fields["old"], e.fields["new"]) for e in receipt.played.events if e.phrase == "price"]
    lent = [(e.fields["amount"], e.fields["new"]) for e in receipt.played.events if e.phrase == "loan"]
    assert steps == [(120, 80), (80, 50), (50, 0)] and lent == [(100, 80), (100, 90), (100, 100)]
    assert bench.company("NSW") == {"closed": True} and bench.price("BOE") == 100
    assert bench.cash("BOE") == 1700
    assert bench.state["depot"]["left"]["4"] == 4 and bench.state["phase"] == "2" and bench.to_act == "VR"


def test_enough_columns_save_the_company() -> None:
    bench = next_up(poor(0, "2", row=1, column=10), "2", "3")
    bench.spares("buy 4 forced", "compulsory.receivership", "receivership.trigger")
    assert bench.price("NSW") == 60 and bench.company("NSW")["trains"] == ["4"]
    assert bench.state["depot"]["left"]["4"] == 3 and bench.state["phase"] == "4"


def test_forced_loans_know_no_limit_of_turn_company_or_phase() -> None:
    bench = poor(0, row=0, column=16)
    bench.loans("NSW", 5).rich("NSW", 0)
    bench.refuses("loan", "loan.company-limit")
    bench.shows("buy 3+ forced", "compulsory.loan-limits")
    assert bench.company("NSW")["loans"] == 8 and bench.cash("NSW") == 70 and bench.price("BOE") == 150
    ordinary = poor(0)
    ordinary.spares("loan", "compulsory.loan-limits", "compulsory.forced-loans")


@pytest.mark.parametrize("options", [{}, {"readings": "18xx.games"}])
def test_o4_forced_loans_in_phase_2(options: dict[str, Any]) -> None:
    bench = poor(0, "2", **options)
    bench.shows("buy 2 forced", "compulsory.forced-loans")
    assert bench.price("NSW") == 130 and bench.company("NSW")["trains"] == ["2"]


def test_o4_or_receivership_in_phase_2() -> None:
    bench = poor(99, "2", forced_loans_in_phase_2=False)
    bench.shows("buy 2 forced", "compulsory.no-loan-left", "receivership.trigger")
    assert bench.company("NSW") == {"closed": True} and bench.state["boe"]["loans_granted"] == 0
    assert bench.state["depot"]["left"]["2"] == 6
    later = poor(0, "3", forced_loans_in_phase_2=False)
    later.do("loan")
    later.spares("buy 3 forced", "compulsory.no-loan-left")
    assert later.company("NSW")["trains"] == ["3"]


@pytest.mark.parametrize("given", [19, 20])
def test_when_the_loans_run_out_the_marker_goes_to_the_leftmost_column(given: int) -> None:
    bench = next_up(poor(0, "2", row=0, column=16), "2").loans("VR", given)
    bench.shows("buy 3 forced", "compulsory.no-loan-left", "receivership.trigger")
    assert bench.company("NSW") == {"closed": True}
    assert bench.state["boe"]["loans_granted"] == 20 and bench.cash("BOE") == 0
    assert bench.state["depot"]["left"]["3"] == 5 and bench.state["phase"] == "2"


def test_two_loans_left_are_enough_for_two() -> None:
    bench = next_up(poor(0, "2", row=0, column=16), "2").loans("VR", 18)
    bench.spares("buy 3 forced", "compulsory.no-loan-left")
    assert bench.price("NSW") == 220 and bench.company("NSW")["trains"] == ["3"]
    assert bench.state["boe"]["loans_granted"] == 20


@fact("compulsory.dearer-face")
@pytest.mark.parametrize(
    ("kind", "face", "cash", "loans", "price"),
    [("2", "2+", 20, 1, 320), ("4", "4+", 140, 2, 220), ("8", "8", 600, 2, 220), ("8", "D", 900, 2, 220)],
)
def test_forced_loans_may_serve_for_the_dearer_face(
    kind: str, face: str, cash: int, loans: int, price: int
) -> None:
    bench = next_up(poor(cash, "2", row=0, column=16), *(k for k in "23456" if k < kind))
    bench.do(f"buy {face} forced")
    assert bench.company("NSW")["trains"] == [face] and bench.cash("NSW") == 0
    assert bench.company("NSW")["loans"] == loans and bench.price("NSW") == price


def test_8119_a_loan_into_receivership_buys_no_train() -> None:
    bench = poor(150, column=2)
    bench.do("loan")
    assert bench.company("NSW") == {"closed": True} and bench.to_act == "VR"
    assert bench.state["depot"]["left"]["3"] == 4


def test_8361_the_price_of_a_2e_is_no_measure() -> None:
    bench = poor(450, "5", row=0, column=16)
    bench.do("loan")
    bench.rich("NSW", 450)
    bench.allows("buy 5 forced", "compulsory.only-when-short")
    assert bench.company("NSW")["trains"] == ["5"] and bench.cash("NSW") == 50

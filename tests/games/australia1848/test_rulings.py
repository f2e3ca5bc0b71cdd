"""What the table may rule: the effect is well defined, play goes on, and the record replays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.errors import Unreadable
from referee.table import Table
from tests.games.australia1848.setups import Sitting


def replays(sitting: Sitting) -> None:
    """The record alone leads to the same state (nothing has been arranged by hand)."""
    assert Table(replace(sitting.table.session)).game.state() == sitting.state


def in_crisis() -> Sitting:
    """NSW has fallen; its director Anna stands at −£150, VR (Anna too) is next."""
    sitting = Sitting().directed(NSW="Anna", VR="Anna").marker("NSW", 2, 1).holding("Ben", "NSW", 2)
    sitting.rich("NSW", 0).rich("Anna", 50).do("run 0")
    assert sitting.cash("Anna") == -150 and sitting.to_act == "Anna"
    return sitting


# ---------------------------------------------------------------- out of turn


def test_a_company_that_acts_before_its_turn_leaves_the_one_before_it_its_own() -> None:
    sitting = Sitting().directed(NSW="Anna", VR="Ben")
    sitting.refuses("VR: lay H11", "rounds.company-order")
    receipt = sitting.do("VR: lay H11", ruling="Anna is on the phone")
    assert "VR puts its home token on H11." in sitting.table.sentences(receipt.played)
    sitting.do("run 0", "done no-route")
    assert sitting.to_act == "NSW" and sitting.company("NSW")["tokens"] == ["F17"]
    sitting.do("lay F17", "run 0", "done no-route")
    assert sitting.round == "SR 2"
    replays(sitting)


def test_a_turn_begun_is_over_when_another_company_is_let_in() -> None:
    sitting = Sitting().directed(NSW="Anna", VR="Ben")
    sitting.do("lay F17")
    sitting.do("VR: run 0", ruling="so they want it")
    sitting.do("done no-route")
    assert sitting.round == "SR 2"
    replays(sitting)


def test_a_player_let_in_out_of_turn_speaks_for_his_own_company() -> None:
    sitting = Sitting().directed(NSW="Anna", VR="Ben")
    assert sitting.do("Ben: lay H11", ruling="he is in a hurry").played.by == "VR"
    sitting.refuses("Cleo: lay H11", "rounds.company-order", ruling="she has no company")
    replays(sitting)


def test_a_company_may_be_let_act_twice() -> None:
    again = Sitting().directed(NSW="Anna", VR="Ben", SAR="Cleo")
    again.do("run 0", "buy 2", "done", "run 0", "buy 2")
    again.refuses("NSW: lay F17", "rounds.once")
    again.do("NSW: lay F17", ruling="forgotten before")
    assert again.to_act == "NSW"
    again.do("run 0", "done")
    assert again.to_act == "SAR"
    replays(again)


def test_a_token_placed_late_by_ruling_does_not_begin_the_turn_again() -> None:
    sitting = Sitting().directed(NSW="Anna", VR="Ben")
    sitting.do("run 0")
    sitting.refuses("token H11", "turn.order")
    sitting.do("token H11", ruling="late")
    sitting.do("done no-route")
    assert sitting.to_act == "VR" and sitting.price("NSW") == 90
    replays(sitting)


# ---------------------------------------------------------------- moves of companies in a stock round


def test_a_company_that_does_not_operate_makes_nobody_pass() -> None:
    sitting = Sitting().sold()
    for move in ("NSW: lay F17", "QR: pass", "CAR: done"):
        sitting.refuses(move, "float.operates")
    sitting.refuses("QR: buy BOE", "stock.companies-never-trade")
    assert sitting.round == "SR 1" and sitting.to_act == "Cleo"


def test_what_boe_earns_may_be_said_while_the_last_ones_have_not_passed() -> None:
    sitting = Sitting().directed(NSW="Anna", VR="Ben").until("NSW").marker("NSW", 2, 1)
    sitting.do("run 0", "run 0", "done no-route")
    assert sitting.round == "SR 2"
    receipt = sitting.do("Bank of England: boe 20")
    assert receipt.played.by == "BOE" and sitting.round == "OR 2.1" and sitting.to_act == "VR"


# ---------------------------------------------------------------- money moved by the table's word


def test_money_of_boe_moved_by_ruling_is_no_defect() -> None:
    sitting = Sitting().sold()
    sitting.do("settle BOE 1900", ruling="a note is missing")
    sitting.do("transfer Bank BOE 50", ruling="found again")
    sitting.do("count BOE 1950")
    sitting.do("undo 3", "redo 2")
    assert sitting.cash("BOE") == 1950
    replays(sitting)


def test_a_crisis_ends_with_the_debt_however_it_is_covered() -> None:
    for move in ("transfer Ben Anna 100", "settle Anna 0"):
        sitting = in_crisis()
        sitting.do("transfer Ben Anna 50", ruling="a part of it")
        receipt = sitting.do(move, ruling="the table agreed")
        assert "VR puts its home token on H11." in sitting.table.sentences(receipt.played)
        assert sitting.to_act == "VR" and sitting.cash("Anna") == 0
        sitting.refuses("transfer Anna Ben 1", "money.overdraft", ruling="out of debt")


def test_a_bank_emptied_by_ruling_is_broken() -> None:
    sitting = Sitting().directed(NSW="Anna")
    sitting.do(f"transfer Bank Ben {sitting.cash('Bank')}", ruling="a test")
    assert sitting.state["end_reason"] == "bank"


# ---------------------------------------------------------------- limits


def test_more_shares_than_allowed_by_ruling_are_sold_on_the_next_turn_unless_ruled_again() -> None:
    sitting = Sitting().directed(NSW="Anna", VR="Ben").until_round("SR 2").rich("Anna", 500).turn("Anna")
    sitting.refuses("buy NSW", "stock.share-limit")
    sitting.do("buy NSW", ruling="nobody minds")
    error = sitting.turn("Anna").refuses("pass", "stock.sell-down")
    assert sitting.table.rulebook.refusal(error) == (
        "Anna holds 70 % of NSW and the limit is 60 %; he must sell 1 before he passes or buys. "
        "[stock.sell-down]"
    )
    sitting.do("pass", ruling="still nobody")
    replays(sitting)


# ---------------------------------------------------------------- privates


def test_a_private_that_went_with_its_company_is_not_for_sale() -> None:
    sitting = Sitting().directed(NSW="Anna", VR="Ben").phase("3").marker("NSW", 2, 1)
    sitting.do("buy P1 for 1", "run 0")
    assert sitting.state["privates"]["P1"] == {"owner": "", "price": 30, "closed": True, "used": False}
    error = sitting.refuses("buy P1 for 1", "sale.owner", ruling="we wish it")
    assert sitting.table.rulebook.explain(error)[0].startswith("P1 belongs to nobody any more.")


# ---------------------------------------------------------------- slips of the finger


@pytest.mark.parametrize("move", ["run 10000", "run 2:40 2:99999999999999999999", "run 2 F17-E18 1m"])
def test_no_train_earns_five_digits(move: str) -> None:
    sitting = Sitting().directed(NSW="Anna").train("NSW", "2", "2")
    with pytest.raises(Unreadable, match="more than any train"):
        sitting.do(move)
    sitting.do("run 9999")


def test_no_city_is_worth_five_digits() -> None:
    sitting = Sitting().directed(NSW="Anna").marker("NSW", 2, 1)
    sitting.do("run 0")
    with pytest.raises(Unreadable, match="more than any train"):
        sitting.do("boe 20000")

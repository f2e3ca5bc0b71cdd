"""The end of the game (list 23) and the score (list 24)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.base import ranked
from tests.games.australia1848.setups import Sitting
from tests.kit import fact


def bank_at(sitting: Sitting, amount: int) -> Sitting:
    """Bring the Bank to `amount` by settling Anna's account."""
    return sitting.rich("Anna", sitting.cash("Anna") + sitting.cash("Bank") - amount)


def before_a_sale(bank: int, **options: Any) -> Sitting:
    """Stock round 2, Ben may sell a share of BOE for £70, the Bank has `bank`."""
    sitting = Sitting(**options).operating("NSW").until_round("SR 2").holding("Ben", "BOE", 2).turn("Ben")
    return bank_at(sitting, bank)


def before_loan(number: int) -> Sitting:
    """OR 1.1 of two in phase 3, NSW may take the loan of that number; the earlier ones set directly."""

    def change(g: Any) -> None:
        g.boe.loans = number - 1
        g.ledger.transfer("BOE", "Bank", 100 * (number - 1), "loan")

    return Sitting().operating("NSW").phase("3").marker("NSW", 1, 9).arrange(change).until_round("SR 2")


def in_phase_3(number: int = 16) -> Sitting:
    """OR 2.1 of two, NSW to act at 180 with the loan of that number to come."""
    sitting = before_loan(number).marker("NSW", 1, 9).passes()
    assert (sitting.round, sitting.game.operating.total, sitting.to_act) == ("OR 2.1", 2, "NSW")
    return sitting


# ------------------------------------------------------------------ the Bank


def test_by_default_the_bank_is_broken_at_nought() -> None:
    """Option O2, default."""
    sitting = before_a_sale(71)
    sitting.spares("sell BOE", "end.bank")
    assert (sitting.cash("Bank"), sitting.state["end_reason"]) == (1, "")
    sitting = before_a_sale(70)
    receipt = sitting.shows("sell BOE", "end.bank")
    assert (sitting.cash("Bank"), sitting.state["end_reason"]) == (0, "bank")
    assert "The Bank is out of money: the game ends with" in sitting.sentences(receipt)


@pytest.mark.parametrize("option", [{"bank_breaks_at_zero": False}, {"readings": "18xx.games"}])
def test_by_option_the_bank_breaks_only_when_it_must_pay_more_than_it_has(option: dict[str, Any]) -> None:
    sitting = before_a_sale(70, **option)
    sitting.spares("sell BOE", "end.bank")
    assert (sitting.cash("Bank"), sitting.state["end_reason"]) == (0, "")
    sitting = before_a_sale(69, **option)
    sitting.shows("sell BOE", "end.bank")
    assert (sitting.cash("Bank"), sitting.state["end_reason"]) == (-1, "bank")


def test_a_bank_that_was_broken_for_a_moment_stays_so() -> None:
    """Incomes of 105 break it; two trains fill it again before the next payment."""
    sitting = bank_at(Sitting().sold().floated("NSW"), 100)
    for _ in range(3):
        sitting.do("pass")
    sitting.shows("pass", "end.bank", "end.bank-pays-on")
    assert sitting.cash("Bank") == -5
    sitting.do("run 0", "buy 2", "buy 2")
    assert (sitting.cash("Bank"), sitting.state["end_reason"]) == (195, "bank")
    sitting.shows("done", "end.finish-set")
    assert sitting.state["finished"]


def test_a_broken_bank_pays_on() -> None:
    sitting = before_a_sale(50)
    cash = sitting.cash("Ben")
    sitting.shows("sell BOE", "end.bank-pays-on")
    assert (sitting.cash("Bank"), sitting.cash("Ben")) == (-20, cash + 70)
    for _ in range(4):
        sitting.spares("pass", "end.bank-pays-on")
    assert sitting.round == "SR 2"
    sitting.shows("pass", "end.bank-pays-on")
    assert (sitting.round, sitting.cash("Bank")) == ("OR 2.1", -20 - 105)


def test_a_solvent_bank_pays_without_ado() -> None:
    before_a_sale(71).spares("sell BOE", "end.bank-pays-on", "end.bank")


# ------------------------------------------------------------------ the other triggers


def test_the_sixteenth_loan_sets_off_the_end() -> None:
    """Issue 9452: the text names the trigger."""
    sitting = in_phase_3(15)
    sitting.spares("loan", "end.triggers")
    assert (sitting.price("BOE"), sitting.state["end_reason"]) == (240, "")
    sitting = in_phase_3(16)
    receipt = sitting.shows("loan", "end.triggers")
    assert (sitting.price("BOE"), sitting.state["end_reason"]) == (260, "loans")
    assert "The 16th loan is given: the game ends with this set of operating rounds." in (
        sitting.sentences(receipt)
    )


def test_a_price_of_450_sets_off_the_end() -> None:
    def paid(column: int) -> Sitting:
        sitting = Sitting().operating("NSW").train("NSW", "2").marker("NSW", 0, column)
        sitting.do("run 100")
        return sitting

    sitting = paid(14)
    sitting.spares("pay", "end.triggers")
    assert (sitting.price("NSW"), sitting.state["end_reason"]) == (400, "")
    sitting = paid(15)
    receipt = sitting.shows("pay", "end.triggers")
    assert (sitting.price("NSW"), sitting.state["end_reason"]) == (450, "top")
    assert "A price has reached the top: the game ends with" in sitting.sentences(receipt)


def test_450_reached_by_a_sold_out_company() -> None:
    sitting = Sitting().sold().floated("NSW").buys("Ben", *["NSW"] * 4).marker("NSW", 1, 16)
    sitting.do("pass", "pass", "pass")
    sitting.shows("pass", "end.triggers", "stock.sold-out")
    assert (sitting.price("NSW"), sitting.state["end_reason"]) == (450, "top")
    assert sitting.round == "OR 1.1"
    sitting.idle()
    assert sitting.state["finished"]


@pytest.mark.parametrize(("before", "reason"), [(3, ""), (4, "receiverships")])
def test_the_fifth_receivership_sets_off_the_end(before: int, reason: str) -> None:
    """The earlier ones are counted directly, P3 counts as used."""
    sitting = Sitting().sold().floated("VR").floated("NSW").phase("3").marker("NSW", 1, 1).passes()
    sitting.arrange(lambda g: setattr(g, "receiverships", before)).until("NSW")
    sitting.arrange(lambda g: setattr(g.privates["P3"], "used", True))
    if reason:
        receipt = sitting.shows("run 0", "end.triggers", "receivership.fifth")
        assert "Five companies are in receivership: the game ends with" in sitting.sentences(receipt)
    else:
        sitting.spares("run 0", "end.triggers", "receivership.fifth")
    assert (sitting.state["receiverships"], sitting.state["end_reason"]) == (before + 1, reason)
    assert sitting.company("NSW") == {"closed": True}


@fact("end.no-other")
def test_neither_the_last_train_nor_a_bankrupt_ends_the_game() -> None:
    sitting = Sitting().operating("NSW").phase("6").marker("NSW", 1, 9).rich("NSW", 2000)
    sitting.arrange(lambda g: g.depot.left.update({"6": 0})).do("run 0", "buy 8", "done")
    assert (sitting.state["phase"], sitting.state["end_reason"]) == ("8", "")
    sitting = bankrupt()
    assert (sitting.cash("Anna"), sitting.state["end_reason"]) == (-400, "")
    sitting.until_round("SR 2")
    assert not sitting.state["finished"]


def bankrupt() -> Sitting:
    """NSW has failed without money: Anna, who has nothing else, owes £400 to Ben for his four shares."""
    sitting = Sitting().sold().floated("NSW").buys("Ben", *["NSW"] * 4).passes()
    sitting.marker("NSW", 1, 1).rich("NSW", 0).rich("Anna", 0).do("run 0")
    return sitting


# ------------------------------------------------------------------ when it ends


def test_the_set_of_operating_rounds_is_finished() -> None:
    sitting = in_phase_3()
    sitting.do("loan", "run 0")
    sitting.spares("done no-route", "end.finish-set", "end.over")
    assert (sitting.round, sitting.state["finished"]) == ("OR 2.2", False)
    sitting.do("run 0")
    receipt = sitting.shows("done no-route", "end.finish-set", "end.over")
    assert sitting.sentences(receipt) == "NSW is done.\nThe game is over."
    assert (sitting.state["finished"], sitting.to_act) == (True, "")
    assert sitting.table.now().startswith("The game is over") and "loan" in sitting.table.now()
    for move in ("pass", "NSW: loan", "Anna: buy BOE"):
        sitting.refuses(move, "table.over")


def test_a_trigger_in_the_last_round_of_a_set_ends_the_game_with_it() -> None:
    sitting = in_phase_3()
    sitting.idle().do("loan", "run 0")
    sitting.shows("done no-route", "end.finish-set")


def test_a_trigger_in_a_stock_round_allows_one_more_full_set() -> None:
    sitting = before_loan(1)
    bank_at(sitting.holding("Ben", "BOE", 1).turn("Ben"), 70).do("sell BOE", "pass")
    assert (sitting.round, sitting.state["end_reason"]) == ("SR 2", "bank")
    sitting.spares("buy BOE", "end.finish-set")
    sitting.passes()
    assert sitting.round == "OR 2.1"
    sitting.idle()
    assert (sitting.round, sitting.state["finished"]) == ("OR 2.2", False)
    sitting.do("run 0")
    sitting.shows("done no-route", "end.finish-set", "end.over")


def test_without_a_trigger_a_stock_round_follows() -> None:
    sitting = Sitting().operating("NSW")
    sitting.do("run 0")
    sitting.spares("done no-route", "end.finish-set", "end.over")
    assert sitting.round == "SR 2"


def ending_in_phase_4() -> Sitting:
    """OR 1.1 of two in phase 4, the end set off by a price of 450, a 5 on sale."""
    sitting = Sitting().sold().floated("NSW").phase("4").train("NSW", "3").marker("NSW", 0, 15).passes()
    sitting.arrange(lambda g: g.depot.left.update({"4": 0}))
    sitting.arrange(lambda g: setattr(g.privates["P3"], "used", True))
    sitting.do("run 100", "pay")
    assert (sitting.round, sitting.state["end_reason"]) == ("OR 1.1", "top")
    return sitting


def test_the_length_of_the_last_set_was_fixed_when_it_began() -> None:
    sitting = ending_in_phase_4()
    sitting.do("buy 5")
    assert sitting.game.phase_data()["rounds"] == 3
    sitting.shows("done", "end.set-length")
    assert sitting.round == "OR 1.2"
    sitting.do("run 0")
    sitting.shows("done", "end.finish-set")
    assert sitting.state["finished"]


def test_without_a_new_phase_the_length_is_no_matter() -> None:
    sitting = ending_in_phase_4()
    sitting.spares("done", "end.set-length")
    sitting.do("run 0")
    sitting.shows("done", "end.finish-set")


def test_the_first_trigger_counts() -> None:
    sitting = in_phase_3()
    bank_at(sitting, 60)
    sitting.spares("loan", "end.first-trigger")
    sitting.do("run 0")
    receipt = sitting.shows("done no-route", "end.first-trigger")  # incomes break the Bank
    assert "out of money" not in sitting.sentences(receipt)
    assert (sitting.round, sitting.state["end_reason"]) == ("OR 2.2", "loans")
    assert sitting.cash("Bank") < 0
    sitting.do("run 0")
    sitting.shows("done no-route", "end.finish-set")


def test_a_second_trigger_in_the_last_round_does_not_put_the_end_off() -> None:
    sitting = in_phase_3()
    sitting.do("loan")
    sitting.idle()
    bank_at(sitting, -100).do("run 0")
    assert sitting.state["end_reason"] == "loans"
    sitting.shows("done no-route", "end.finish-set")


# ------------------------------------------------------------------ score


@fact("score.total")
def test_cash_and_shares_at_the_market_price_count() -> None:
    sitting = Sitting().operating("NSW", par=90).until_round("SR 2")
    sitting.holding("Anna", "BOE", 2).holding("Cleo", "NSW", 1).arrange(lambda g: setattr(g.boe, "loans", 1))
    sitting.arrange(lambda g: g.ledger.transfer("BOE", "Bank", 100, "loan"))
    assert (sitting.price("NSW"), sitting.price("BOE"), sitting.price("QR")) == (80, 80, 0)
    scores = {score.name: score for score in sitting.game.scores()}
    assert scores["Anna"].parts == {"cash": 460, "NSW": 480, "BOE": 160}
    assert scores["Anna"].total == 460 + 480 + 160
    assert scores["Ben"].parts == {"cash": 370, "CAR": 200}
    assert scores["Cleo"].total == 535 + 80
    assert scores["Dan"].total == 480  # P4 counts nothing


def test_privates_treasuries_and_loans_count_nothing() -> None:
    """Issue 8188."""
    sitting = Sitting().operating("NSW").phase("3")
    worth = {score.name: score.total for score in sitting.game.scores()}
    assert worth == {name: player["worth"] for name, player in sitting.state["players"].items()}
    before = worth["Anna"]
    sitting.rich("NSW", 5000).marker("NSW", 1, 7)
    assert sitting.player("Anna")["worth"] == before + 6 * 30
    sitting.do("loan")
    assert sitting.price("NSW") == 100
    assert sitting.player("Anna")["worth"] == before


def test_debts_count_against_a_player_and_shares_of_a_failed_company_nothing() -> None:
    sitting = bankrupt()
    scores = {score.name: score for score in sitting.game.scores()}
    assert (scores["Anna"].total, scores["Anna"].parts) == (-400, {"cash": -400})
    assert "NSW" not in scores["Ben"].parts


def test_the_highest_score_wins_and_equal_ones_share_the_rank() -> None:
    sitting = Sitting().sold().rich("Anna", 600).rich("Ben", 500).rich("Cleo", 700).rich("Dan", 600)
    assert [(score.name, score.total, score.rank) for score in ranked(sitting.game.scores())] == [
        ("Ben", 700, 1),  # with 20 % of CAR at 100
        ("Cleo", 700, 1),
        ("Anna", 600, 3),
        ("Dan", 600, 3),
    ]

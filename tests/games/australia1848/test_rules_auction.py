"""Sale of the privates (list 2)."""

from __future__ import annotations

import pytest

from tests.games.australia1848.setups import NAMES, PRIVATES, Sitting
from tests.kit import fact

PRICES = {"P1": 30, "P2": 70, "P3": 110, "P4": 170, "P5": 170, "P6": 230}
LOWEST = {"P1": 0, "P2": 40, "P3": 80, "P4": 140, "P5": 140, "P6": 200}
INCOMES = {"P1": 5, "P2": 10, "P3": 15, "P4": 20, "P5": 25, "P6": 30}


def all_lowered(players: int = 4) -> Sitting:
    """Every private marked down six times; nobody owns one and the first player is to act or near it."""
    sitting = Sitting(players)
    for private in PRIVATES:
        sitting.do(*[f"lower {private}"] * 6)
    return sitting


@fact("auction.prices")
def test_prices_and_incomes_of_the_privates() -> None:
    sitting = Sitting()
    assert {id_: private["price"] for id_, private in sitting.state["privates"].items()} == PRICES
    assert {private.id: private.income for private in sitting.game.privates.values()} == INCOMES
    receipt = sitting.do("buy P3")
    assert sitting.sentences(receipt) == "Anna buys P3 for £110."
    assert (sitting.cash("Anna"), sitting.cash("Bank")) == (520, 7590)
    assert sitting.player("Anna")["privates"] == ["P3"]


def test_players_act_one_after_the_other() -> None:
    sitting = Sitting()
    sitting.refuses("Ben: buy P1", "auction.turn")
    sitting.refuses("Ben: lower P1", "auction.turn")
    sitting.allows("buy P1", "auction.turn")
    assert sitting.to_act == "Ben"
    sitting.do("lower P2", "lower P2", "lower P2")
    assert (sitting.to_act, sitting.state["privates"]["P2"]["price"]) == ("Anna", 55)


def test_only_a_player_who_may_pass_is_passed_over() -> None:
    sitting = Sitting(3)
    sitting.do("buy P1", "buy P2")
    refusal = sitting.refuses("Anna: buy P3", "auction.turn")
    assert sitting.table.rulebook.refusal(refusal) == (
        "It is Cleo's turn in the sale of the privates, not Anna's. [auction.turn]"
    )
    sitting.do("lower P3")
    receipt = sitting.do("Cleo: buy P3")
    assert sitting.sentences(receipt) == (
        "Anna passes (implied).\nBen passes (implied).\nCleo buys P3 for £105."
    )
    sitting.refuses("CAR: buy P4", "auction.turn")


def test_each_player_buys_one_at_its_present_price_or_lowers_one_by_five() -> None:
    sitting = Sitting()
    sitting.do("lower P4", "lower P4")
    assert sitting.state["privates"]["P4"]["price"] == 160
    assert [sitting.cash(name) for name in NAMES[:4]] == [630] * 4
    sitting.do("buy P4")
    assert (sitting.cash("Cleo"), sitting.to_act) == (470, "Dan")


def test_a_private_is_lowered_six_times_at_most() -> None:
    """Issues 11041, 11712, 11713: −30 each, P6 down to 200."""
    for private in PRIVATES:
        sitting = Sitting()
        for _ in range(6):
            sitting.allows(f"lower {private}", "auction.lower-limit")
        assert sitting.state["privates"][private]["price"] == LOWEST[private] == PRICES[private] - 30
        sitting.refuses(f"lower {private}", "auction.lower-limit")
        cash = sitting.cash("Cleo")
        sitting.do(f"buy {private}")
        assert cash - sitting.cash("Cleo") == LOWEST[private]


def test_p1_at_nought_is_taken_for_nothing() -> None:
    sitting = Sitting()
    sitting.do(*["lower P1"] * 6)
    assert sitting.to_act == "Cleo"
    sitting.do("buy P1")
    assert (sitting.cash("Cleo"), sitting.cash("Bank")) == (630, 7480)
    assert sitting.player("Cleo")["privates"] == ["P1"]


def test_the_buyer_pays_in_full() -> None:
    sitting = Sitting(6)
    sitting.rich("Anna", 229)
    sitting.refuses("buy P6", "auction.cash")
    sitting.do("lower P6", "lower P6", "buy P1", "buy P2", "buy P3", "buy P4")
    assert sitting.cash("Anna") == 229
    sitting.allows("buy P6", "auction.cash")
    assert sitting.cash("Anna") == 229 - 220


def test_only_unsold_privates_are_on_sale() -> None:
    sitting = Sitting()
    sitting.do("buy P2")
    refusal = sitting.refuses("buy P2", "auction.on-sale")
    assert "still on sale: P1, P3, P4, P5, P6" in sitting.table.rulebook.refusal(refusal)
    sitting.refuses("lower P2", "auction.on-sale")
    sitting.allows("lower P3", "auction.on-sale")


def test_only_owners_of_a_private_pass() -> None:
    """Issue 2548, option O8."""
    sitting = Sitting()
    sitting.refuses("pass", "auction.pass-needs-private")
    sitting.do("buy P1", "lower P2", "lower P2", "lower P2")
    assert sitting.to_act == "Anna"
    sitting.allows("pass", "auction.pass-needs-private")
    assert sitting.to_act == "Ben"
    sitting.refuses("pass", "auction.pass-needs-private")


def test_with_all_at_the_lowest_price_a_player_without_one_must_buy() -> None:
    """Ready data T2: 36 markdowns lead to 0/40/80/140/140/200, then only a purchase is possible."""
    sitting = all_lowered()
    assert {id_: private["price"] for id_, private in sitting.state["privates"].items()} == LOWEST
    assert sitting.to_act == "Anna"
    sitting.refuses("pass", "auction.must-buy")
    sitting.refuses("lower P3", "auction.must-buy")
    offered = [choice.text for choice in sitting.game.choices()]
    assert offered == [f"buy {private}" for private in PRIVATES]
    sitting.allows("buy P1", "auction.must-buy")
    sitting.do("buy P2", "buy P3", "buy P4")
    assert sitting.to_act == "Anna"
    sitting.refuses("lower P5", "auction.lower-limit")
    sitting.do("pass")


def test_a_purchase_or_a_lowering_cancels_passes() -> None:
    """Issue 9017: only passes in a row count."""
    sitting = Sitting(3)
    sitting.do("buy P1", "buy P2", "buy P3", "pass", "pass")
    sitting.shows("lower P6", "auction.pass-not-final")
    sitting.do("pass", "pass")
    assert sitting.cash("Anna") == 810  # nothing has been paid: Cleo has not passed since
    sitting.shows("buy P4", "auction.pass-not-final")
    sitting.spares("lower P6", "auction.pass-not-final")
    sitting.do("pass")
    assert sitting.to_act == "Cleo"
    assert [sitting.cash(name) for name in NAMES[:3]] == [810, 770, 560]


def test_when_all_pass_in_a_row_the_sold_privates_pay_once() -> None:
    """Ready data T2: the owners of P6, P1 and P2 pass in a row: +30, +5, +10."""
    sitting = Sitting(3)
    sitting.do("buy P6", "buy P1", "buy P2")
    assert [sitting.cash(name) for name in NAMES[:3]] == [610, 810, 770]
    bank = sitting.cash("Bank")
    sitting.spares("pass", "auction.all-pass", "private.income")
    sitting.spares("pass", "auction.all-pass", "private.income")
    receipt = sitting.shows("pass", "auction.all-pass", "private.income")
    assert "All pass: the privates already sold pay.\nPrivates pay Ben £5, Cleo £10, Anna £30." in (
        sitting.sentences(receipt)
    )
    assert [sitting.cash(name) for name in NAMES[:3]] == [640, 815, 780]
    assert sitting.cash("Bank") == bank - 45
    assert (sitting.round, sitting.to_act) == ("auction", "Anna")
    assert [sitting.state["privates"][private]["price"] for private in ("P3", "P4", "P5")] == [110, 170, 170]
    sitting.do("pass", "pass")
    sitting.shows("pass", "auction.all-pass")
    assert [sitting.cash(name) for name in NAMES[:3]] == [670, 820, 790]


def test_four_passes_that_are_not_a_row_pay_nothing() -> None:
    sitting = Sitting(3)
    sitting.do("buy P1", "buy P2", "buy P3", "pass", "buy P4", "pass")
    receipt = sitting.spares("pass", "auction.all-pass")
    assert sitting.sentences(receipt) == "Anna passes."
    sitting.shows("pass", "auction.all-pass")
    assert sitting.cash("Ben") == 840 - 70 - 170 + 10 + 20


def test_p5_brings_a_share_of_qr() -> None:
    sitting = Sitting()
    sitting.spares("buy P4", "auction.p5-gift", "auction.p6-gift")
    receipt = sitting.shows("buy P5", "auction.p5-gift")
    assert sitting.sentences(receipt) == "Ben buys P5 for £170.\nBen gets a share of QR."
    assert (sitting.player("Ben")["shares"], sitting.player("Ben")["certificates"]) == ({"QR": 10}, 1)
    assert sitting.cash("Ben") == 460
    qr = sitting.company("QR")
    assert (qr["ipo"], qr["par"], qr["price"], qr["president"]) == (90, 0, 0, "")


def test_the_share_of_p5_counts_towards_60_percent_and_the_share_limit() -> None:
    sitting = Sitting().sold().started("QR", "Anna", 70)
    assert sitting.player("Anna")["shares"]["QR"] == 30
    sitting.buys("Anna", "QR", "QR")
    assert not sitting.company("QR")["floated"]
    sitting.buys("Anna", "QR")
    assert sitting.company("QR")["floated"]
    assert (sitting.company("QR")["ipo"], sitting.company("QR")["treasury"]) == (40, 700)
    sitting.turn("Anna")
    sitting.refuses("buy QR", "stock.share-limit")


def test_a_stranger_starts_qr_and_the_owner_of_p5_may_take_it_over() -> None:
    sitting = Sitting().sold().started("QR", "Cleo")
    assert sitting.company("QR")["president"] == "Cleo"
    sitting.buys("Anna", "QR")
    assert sitting.company("QR")["president"] == "Cleo"
    sitting.buys("Anna", "QR")
    assert sitting.company("QR")["president"] == "Anna"


def test_p6_brings_the_director_s_certificate_of_car_at_100() -> None:
    sitting = Sitting()
    sitting.spares("buy P5", "auction.p6-gift")
    receipt = sitting.shows("buy P6", "auction.p6-gift")
    assert sitting.sentences(receipt) == (
        "Ben buys P6 for £230.\nBen gets the director's certificate of CAR, par £100."
    )
    assert sitting.cash("Ben") == 400
    car = sitting.company("CAR")
    assert (car["par"], car["price"], car["cell"], car["president"]) == (100, 100, [1, 5], "Ben")
    assert (car["ipo"], car["treasury"], car["floated"]) == (80, 0, False)
    assert (sitting.player("Ben")["shares"], sitting.player("Ben")["certificates"]) == ({"CAR": 20}, 1)


def test_car_floats_with_the_fourth_share_sold_at_100() -> None:
    sitting = Sitting().sold()
    for number, player in enumerate(("Cleo", "Dan", "Anna"), 1):
        before = sitting.cash(player)
        sitting.do(f"{player}: buy CAR")
        assert before - sitting.cash(player) == 100
        assert not sitting.company("CAR")["floated"], number
    sitting.do("Ben: buy CAR")
    assert sitting.company("CAR")["floated"]
    assert sitting.cash("CAR") == 1000


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_sale_ends_with_the_last_private_and_the_next_seat_begins(players: int) -> None:
    """List 2.10, option O9."""
    sitting = Sitting(players)
    sitting.do(*(f"buy {private}" for private in PRIVATES[:4]))
    sitting.spares("buy P5", "auction.end")
    assert sitting.round == "auction"
    last = sitting.to_act
    receipt = sitting.shows("buy P6", "auction.end")
    following = NAMES[(NAMES.index(last) + 1) % players]
    assert (sitting.round, sitting.to_act) == ("SR 1", following)
    assert f"Stock round 1 begins with {following}." in sitting.sentences(receipt)
    assert sitting.player(following)["priority"]


def test_markdowns_before_the_last_purchase_do_not_change_who_begins() -> None:
    sitting = Sitting(3)
    sitting.do("buy P1", "buy P2", "buy P3", "buy P4", "buy P5", "lower P6", "lower P6", "buy P6")
    assert (sitting.cash("Ben"), sitting.to_act) == (840 - 70 - 170 - 220, "Cleo")


def test_players_never_trade_privates() -> None:
    sitting = Sitting()
    sitting.do("buy P1")
    sitting.refuses("buy P1 from Anna for 20", "auction.privates-aside")
    sitting.do("buy P2", "buy P3", "buy P4", "buy P5", "buy P6")
    refusal = sitting.refuses("Cleo: buy P1", "auction.privates-aside")
    assert sitting.table.rulebook.refusal(refusal).startswith("P1 cannot go from Anna to another player")
    sitting.refuses("Cleo: buy P1 from Anna for 20", "auction.privates-aside")
    sitting.floated("NSW").passes().phase("3")
    sitting.allows("NSW: buy P3 for 100", "auction.privates-aside")
    assert (sitting.cash("Cleo"), sitting.company("NSW")["privates"]) == (520 + 15 + 100, ["P3"])


def test_privates_are_no_certificates() -> None:
    """Issue 8134."""
    sitting = Sitting(3).sold()
    assert [len(sitting.player(name)["privates"]) for name in NAMES[:3]] == [2, 2, 2]
    assert [sitting.player(name)["certificates"] for name in NAMES[:3]] == [0, 1, 1]  # QR and CAR


def test_reductions_mean_nothing_after_the_sale() -> None:
    """Issue 8604: a company may still pay up to 80 for P2."""
    sitting = Sitting()
    sitting.do(*["lower P2"] * 4, "buy P2", "buy P1", "buy P3", "buy P4", "buy P5", "buy P6")
    assert sitting.cash("Anna") == 630 - 50 - 170
    sitting.floated("NSW").passes().phase("3")
    sitting.do("NSW: buy P2 for 80")
    assert sitting.company("NSW")["privates"] == ["P2"]


def test_other_moves_have_no_place_in_the_sale() -> None:
    sitting = Sitting()
    sitting.refuses("buy NSW par 70", "auction.moves")
    sitting.refuses("buy BOE", "auction.moves")
    sitting.refuses("buy CAR par 100", "auction.moves")
    sitting.refuses("sell BOE", "auction.moves")
    sitting.refuses("loan", "auction.moves")
    sitting.allows("buy P1", "auction.moves")
    sitting.allows("lower P2", "auction.moves")

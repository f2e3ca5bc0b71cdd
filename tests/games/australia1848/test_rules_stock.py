"""Stock round (list 3): turns, purchases, limits, sales, directors, end of the round."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.australia1848.market import Cell
from tests.games.australia1848.setups import NAMES, Sitting
from tests.kit import fact


def second_round(*companies: str, players: int = 4, **options: Any) -> Sitting:
    """Stock round 2, with companies floated at 100 by Anna (60 %) and back on their par cell."""
    sitting = Sitting(players, **options).operating(*companies).until_round("SR 2")
    for company in companies:
        sitting.marker(company, 1, 5)
    return sitting


# ------------------------------------------------------------------ turns


def test_priority_begins_and_the_others_follow_in_seat_order() -> None:
    sitting = Sitting().sold()
    order = []
    for _ in range(4):
        order.append(sitting.to_act)
        sitting.do("buy BOE")
    assert order == ["Cleo", "Dan", "Anna", "Ben"]
    sitting.do("pass", "pass", "pass")
    refusal = sitting.refuses("Dan: buy BOE", "stock.turn")
    assert sitting.table.rulebook.refusal(refusal) == (
        "It is Ben's turn in the stock round, not Dan's. [stock.turn]"
    )
    sitting.allows("Ben: buy BOE", "stock.turn")
    assert sitting.to_act == "Cleo"


def test_a_name_lets_the_players_before_it_pass() -> None:
    sitting = Sitting().sold()
    receipt = sitting.do("Anna: buy BOE")
    assert sitting.sentences(receipt) == (
        "Cleo passes (implied).\nDan passes (implied).\nAnna buys a share of BOE for £70."
    )
    assert sitting.to_act == "Ben"


def test_a_ruling_for_a_purchase_out_of_turn_is_played_by_the_one_named() -> None:
    sitting = Sitting().sold().buys("Anna", *["BOE"] * 6)
    sitting.until("Cleo")
    sitting.do("Anna: buy BOE", ruling="we let her")
    assert sitting.player("Anna")["shares"]["BOE"] == 70
    assert sitting.player("Cleo")["shares"] == sitting.player("Dan")["shares"] == {}
    assert sitting.to_act == "Ben"


def test_sales_come_before_the_purchase() -> None:
    """Issue 8134: no sale of BOE after a purchase either."""
    sitting = second_round("NSW", "VR").turn("Anna")
    sitting.allows("sell NSW", "stock.sell-then-buy")
    sitting.allows("sell 2 VR", "stock.sell-then-buy")
    sitting.do("buy BOE")
    sitting.refuses("Anna: sell BOE", "stock.sell-then-buy")
    sitting.refuses("Anna: sell NSW", "stock.sell-then-buy")
    assert sitting.to_act == "Ben"


def test_one_certificate_a_turn() -> None:
    sitting = Sitting().sold()
    sitting.allows("Cleo: buy BOE", "stock.one-purchase")
    refusal = sitting.refuses("Cleo: buy BOE", "stock.one-purchase")
    assert sitting.table.rulebook.refusal(refusal) == (
        "Cleo has already bought BOE this turn; one certificate per turn is the limit. [stock.one-purchase]"
    )
    sitting.refuses("Cleo: buy NSW par 70", "stock.one-purchase")
    sitting.refuses("Cleo: pass", "stock.turn")
    sitting.do("Dan: pass")
    sitting.allows("Cleo: buy BOE", "stock.one-purchase")
    assert sitting.player("Cleo")["shares"] == {"BOE": 20}


def test_a_second_purchase_by_ruling_leaves_the_turn_with_the_next_player() -> None:
    sitting = Sitting().sold()
    sitting.do("Cleo: buy BOE")
    sitting.do("Cleo: buy BOE", ruling="nobody minds")
    assert (sitting.player("Cleo")["shares"], sitting.to_act) == ({"BOE": 20}, "Dan")


def test_sales_and_one_purchase_make_a_turn() -> None:
    sitting = second_round("NSW", "VR").turn("Anna")
    sitting.do("sell NSW", "sell VR")
    assert sitting.to_act == "Anna"
    sitting.do("buy BOE")
    assert sitting.to_act == "Ben"


def test_the_round_ends_when_all_pass_in_a_row() -> None:
    sitting = second_round("NSW")
    start = sitting.to_act
    sitting.shows("pass", "stock.pass")
    sitting.shows("pass", "stock.pass")
    sitting.shows("pass", "stock.pass")
    sitting.spares("buy BOE", "stock.pass")
    assert sitting.to_act == start  # who passed plays on
    for _ in range(3):
        sitting.do("pass")
    assert sitting.round == "SR 2"
    sitting.shows("pass", "stock.pass")
    assert sitting.round == "OR 2.1"


def test_a_turn_with_a_sale_is_no_pass() -> None:
    sitting = second_round("NSW").turn("Dan")
    sitting.do("pass")
    sitting.do("sell NSW")
    receipt = sitting.spares("pass", "stock.pass")
    assert sitting.sentences(receipt) == "Anna ends the turn."
    sitting.do("pass", "pass", "pass")
    assert (sitting.round, sitting.to_act) == ("SR 2", "Anna")
    sitting.do("pass")
    assert sitting.round == "OR 2.1"


def test_priority_goes_to_the_seat_after_the_last_purchase() -> None:
    sitting = Sitting().operating("NSW")
    assert sitting.player("Ben")["priority"]  # Anna bought last
    sitting.until_round("SR 2")
    assert sitting.to_act == "Ben"
    sitting.turn("Dan").shows("buy BOE", "stock.priority")
    sitting.spares("pass", "stock.priority")
    sitting.spares("pass", "stock.priority")
    sitting.until_round("SR 3")
    assert sitting.to_act == "Anna"


def test_priority_goes_to_the_seat_after_the_last_sale_too() -> None:
    sitting = second_round("NSW").turn("Dan")
    sitting.do("buy BOE")
    sitting.shows("sell NSW", "stock.priority")
    assert sitting.player("Ben")["priority"]
    sitting.passes().until_round("SR 3")
    assert sitting.to_act == "Ben"


def test_priority_stays_when_nobody_acts() -> None:
    sitting = second_round("NSW")
    assert sitting.to_act == "Ben"
    sitting.passes().until_round("SR 3")
    assert sitting.to_act == "Ben"


def test_other_moves_have_no_place_in_a_stock_round() -> None:
    sitting = Sitting().sold()
    for move in ("lower P1", "loan", "buy 2", "lay F17", "boe 40"):
        sitting.refuses(move, "stock.moves")
    sitting.allows("pass", "stock.moves")
    sitting.allows("buy BOE", "stock.moves")


# ------------------------------------------------------------------ what is for sale


def test_new_pool_director_s_and_boe_shares_are_on_offer() -> None:
    sitting = second_round("NSW").turn("Anna")
    sitting.refuses("buy NSW pool", "stock.on-offer")
    sitting.do("sell 2 NSW", "pass")
    assert sitting.price("NSW") == 90
    cash = sitting.cash("Ben")
    sitting.allows("Ben: buy NSW pool", "stock.on-offer")  # at the market price
    assert sitting.cash("Ben") == cash - 90
    assert (sitting.company("NSW")["ipo"], sitting.company("NSW")["pool"]) == (40, 10)
    cash = sitting.cash("Cleo")
    sitting.allows("buy NSW ipo", "stock.on-offer")  # at par
    assert sitting.cash("Cleo") == cash - 100
    assert (sitting.company("NSW")["ipo"], sitting.company("NSW")["pool"]) == (30, 10)
    cash = sitting.cash("Dan")
    sitting.allows("buy BOE", "stock.on-offer")
    assert sitting.cash("Dan") == cash - 70
    sitting.allows("Ben: buy VR par 70", "stock.on-offer")


def test_what_is_gone_is_not_on_offer() -> None:
    sitting = Sitting().sold().floated("NSW").buys("Cleo", *["NSW"] * 4)
    refusal = sitting.refuses("Dan: buy NSW", "stock.on-offer")
    assert "available: CAR, BOE" in sitting.table.rulebook.refusal(refusal)
    sitting.refuses("Dan: buy NSW pool", "stock.on-offer")
    sitting.holding("Ben", "BOE", 6).holding("Cleo", "BOE", 4)
    sitting.refuses("Dan: buy BOE", "stock.on-offer")
    sitting.allows("Dan: buy CAR", "stock.on-offer")


def test_boe_has_neither_new_shares_nor_a_par() -> None:
    sitting = Sitting().sold()
    sitting.refuses("buy BOE ipo", "stock.on-offer")
    sitting.refuses("buy BOE par 70", "stock.on-offer")
    sitting.allows("buy BOE pool", "stock.on-offer")


def test_ipo_or_pool_is_asked_where_both_are_for_sale() -> None:
    sitting = second_round("NSW").turn("Anna")
    sitting.do("sell NSW", "pass")
    question = sitting.asks("Ben: buy NSW", "ipo-or-pool")
    assert question.answers == ("buy NSW ipo", "buy NSW pool")
    assert sitting.table.rulebook.explain(question)[0] == (
        "NSW: a new share at par £100, or one from the pool at £90?"
    )


def test_certificates_are_paid_to_the_bank() -> None:
    sitting = Sitting().sold().floated("NSW", par=90).turn("Ben")
    sitting.rich("Ben", 89)
    refusal = sitting.refuses("buy NSW", "stock.cash")
    assert sitting.table.rulebook.refusal(refusal) == "NSW costs £90; Ben has £89. [stock.cash]"
    sitting.rich("Ben", 90)
    bank = sitting.cash("Bank")
    sitting.allows("buy NSW", "stock.cash")
    assert (sitting.cash("Ben"), sitting.cash("Bank"), sitting.cash("NSW")) == (0, bank + 90, 900)


@pytest.mark.parametrize(
    ("move", "price"), [("buy VR par 70", 140), ("buy BOE", 70), ("buy NSW pool", 80), ("buy NSW ipo", 90)]
)
def test_nobody_buys_on_credit(move: str, price: int) -> None:
    sitting = Sitting().operating("NSW", par=90).until_round("SR 2").marker("NSW", 2, 5)
    sitting.turn("Anna").do("sell NSW", "pass")
    sitting.turn("Dan").rich("Dan", price - 1)
    sitting.refuses(move, "stock.cash")
    sitting.rich("Dan", price)
    sitting.allows(move, "stock.cash")
    assert sitting.cash("Dan") == 0


# ------------------------------------------------------------------ starting a company


@pytest.mark.parametrize(("par", "cell"), [(70, (4, 5)), (80, (3, 5)), (90, (2, 5)), (100, (1, 5))])
def test_a_company_is_started_at_70_80_90_or_100_for_twice_that(par: int, cell: Cell) -> None:
    sitting = Sitting().sold()
    bank = sitting.cash("Bank")
    receipt = sitting.allows(f"buy SAR par {par}", "stock.par")
    assert f"Cleo starts SAR at par £{par} and pays £{2 * par}." in sitting.sentences(receipt)
    sar = sitting.company("SAR")
    assert (sar["par"], sar["price"], sar["cell"]) == (par, par, list(cell))
    assert (sar["president"], sar["ipo"], sar["floated"], sar["treasury"]) == ("Cleo", 80, False, 0)
    assert (sitting.cash("Cleo"), sitting.cash("Bank")) == (520 - 2 * par, bank + 2 * par)
    assert (sitting.player("Cleo")["shares"], sitting.player("Cleo")["certificates"]) == ({"SAR": 20}, 1)


def test_no_other_price_is_a_par() -> None:
    sitting = Sitting().sold()
    for par in (0, 60, 75, 110):
        sitting.refuses(f"buy SAR par {par}", "stock.par")


def test_the_director_s_certificate_is_bought_first() -> None:
    sitting = Sitting().sold()
    sitting.refuses("buy NSW", "stock.director-first")
    sitting.refuses("buy QR", "stock.director-first")
    sitting.do("buy NSW par 70")
    sitting.allows("buy NSW", "stock.director-first")


def test_a_company_is_started_once() -> None:
    sitting = Sitting().sold()
    sitting.do("buy NSW par 70")
    sitting.refuses("buy NSW par 70", "stock.started-once")
    sitting.allows("buy NSW", "stock.started-once")
    sitting.allows("buy VR par 80", "stock.started-once")


def test_car_is_started_by_p6_alone() -> None:
    sitting = Sitting().sold()
    refusal = sitting.refuses("buy CAR par 80", "stock.car-by-p6")
    assert sitting.table.rulebook.refusal(refusal).startswith("CAR is started only by buying P6, at £100")
    sitting.refuses("buy CAR par 100", "stock.car-by-p6")
    sitting.allows("buy CAR", "stock.car-by-p6")
    assert sitting.company("CAR")["president"] == "Ben"


# ------------------------------------------------------------------ limits


@pytest.mark.parametrize(("players", "limit"), [(3, 70), (4, 60), (5, 60), (6, 60)])
def test_share_limit_60_percent_and_70_with_three(players: int, limit: int) -> None:
    sitting = Sitting(players).sold().started("NSW", "Cleo")
    sitting.buys("Cleo", *["NSW"] * (limit // 10 - 3)).turn("Cleo").rich("Cleo", 1000)
    sitting.allows("buy NSW", "stock.share-limit")
    assert sitting.player("Cleo")["shares"]["NSW"] == limit
    sitting.turn("Cleo")
    refusal = sitting.refuses("buy NSW", "stock.share-limit")
    assert f"would hold {limit + 10} % of NSW; the limit is {limit} %" in (
        sitting.table.rulebook.refusal(refusal)
    )


@pytest.mark.parametrize(("players", "limit"), [(3, 70), (4, 60), (5, 60), (6, 60)])
def test_the_share_limit_holds_for_boe_too(players: int, limit: int) -> None:
    sitting = Sitting(players).sold().buys("Cleo", *["BOE"] * (limit // 10 - 1)).turn("Cleo")
    sitting.rich("Cleo", 1000).allows("buy BOE", "stock.share-limit")
    sitting.turn("Cleo").refuses("buy BOE", "stock.share-limit")
    assert sitting.player("Cleo")["shares"]["BOE"] == limit


@pytest.mark.parametrize(
    ("players", "limit", "companies", "boe"),
    [(3, 20, 3, 5), (4, 17, 3, 1), (5, 14, 2, 3), (6, 12, 2, 2)],
)
def test_certificate_limit_20_17_14_12(players: int, limit: int, companies: int, boe: int) -> None:
    """Issue 8267: BOE shares count. Director's certificates count one, privates nothing."""
    sitting = Sitting(players).sold()
    for company in ("NSW", "VR", "SAR")[:companies]:
        sitting.floated(company)
    sitting.buys("Anna", *["BOE"] * (boe - 1)).turn("Anna").rich("Anna", 1000)
    assert sitting.player("Anna")["certificate_limit"] == limit
    assert sitting.player("Anna")["certificates"] == limit - 1
    sitting.allows("buy BOE", "stock.cert-limit")
    assert sitting.player("Anna")["certificates"] == limit
    sitting.turn("Anna")
    refusal = sitting.refuses("buy BOE", "stock.cert-limit")
    assert sitting.table.rulebook.refusal(refusal) == (
        f"Anna would hold {limit + 1} certificates; the limit is {limit}. [stock.cert-limit]"
    )
    sitting.refuses("buy WA par 70", "stock.cert-limit")
    sitting.refuses("buy CAR", "stock.cert-limit")
    assert not any(choice.text.startswith("buy") for choice in sitting.game.choices())


def test_at_one_below_the_limit_a_company_may_still_be_started() -> None:
    sitting = Sitting().sold().floated("NSW").floated("VR").floated("SAR").turn("Anna").rich("Anna", 500)
    assert sitting.player("Anna")["certificates"] == 16
    sitting.allows("buy FT par 70", "stock.cert-limit")
    assert sitting.player("Anna")["certificates"] == 17


def test_after_a_sale_at_the_limit_a_purchase_is_possible_again() -> None:
    sitting = second_round("NSW", "VR", "SAR").holding("Anna", "BOE", 1).turn("Anna").rich("Anna", 500)
    assert sitting.player("Anna")["certificates"] == 17
    sitting.refuses("buy FT par 70", "stock.cert-limit")
    sitting.do("sell NSW")
    sitting.allows("buy FT par 70", "stock.cert-limit")


def over_the_limit(receiverships: int = 1, own: int = 0) -> Sitting:
    """Stock round 2 of four: Anna holds 17; so many companies (set directly) failed, `own` of them hers."""

    def change(g: Any) -> None:
        g.receiverships = receiverships
        g.failed["Anna"] = own

    sitting = second_round("NSW", "VR", "SAR").holding("Anna", "BOE", 1)
    return sitting.arrange(change)


def test_whoever_is_over_the_certificate_limit_sells_before_passing_or_buying() -> None:
    sitting = over_the_limit().turn("Anna")
    assert (sitting.player("Anna")["certificates"], sitting.player("Anna")["certificate_limit"]) == (17, 15)
    refusal = sitting.refuses("pass", "stock.sell-down")
    assert sitting.table.rulebook.refusal(refusal) == (
        "Anna holds 17 certificates and the limit is 15; he must sell 2 before he passes or buys. "
        "[stock.sell-down]"
    )
    sitting.refuses("buy FT par 70", "stock.sell-down")
    sitting.refuses("Ben: pass", "stock.turn")
    assert all(choice.text.startswith("sell") for choice in sitting.game.choices())
    sitting.do("sell NSW")
    sitting.refuses("pass", "stock.sell-down")
    sitting.do("sell BOE")
    sitting.refuses("buy FT par 70", "stock.cert-limit")
    sitting.allows("pass", "stock.sell-down")
    assert sitting.player("Anna")["certificates"] == 15


def test_the_limit_that_forces_sales_is_the_player_s_own() -> None:
    """Issue 8196: a director of failed companies is two lower per company."""
    sitting = over_the_limit(receiverships=2, own=1).turn("Anna")
    assert sitting.player("Anna")["certificate_limit"] == 13 - 2
    assert [sitting.player(name)["certificate_limit"] for name in ("Ben", "Cleo", "Dan")] == [13] * 3
    sitting.do("sell 4 NSW")
    sitting.refuses("pass", "stock.sell-down")
    sitting.do("sell VR")
    sitting.refuses("pass", "stock.sell-down")
    sitting.do("sell SAR")
    sitting.allows("pass", "stock.sell-down")
    assert sitting.player("Anna")["certificates"] == 11


def test_nobody_within_the_limit_is_kept_from_passing() -> None:
    sitting = over_the_limit(receiverships=0).turn("Anna")
    sitting.allows("pass", "stock.sell-down")


def test_whoever_can_sell_nothing_may_pass_over_the_limit_but_not_buy() -> None:
    sitting = Sitting().operating().until_round("SR 2").started("NSW")
    sitting.arrange(lambda g: g.failed.update(Anna=8)).turn("Anna").rich("Anna", 500)
    assert sitting.player("Anna")["certificate_limit"] == 1
    assert sitting.player("Anna")["certificates"] == 2  # NSW and the unsaleable share of QR
    sitting.refuses("sell NSW", "stock.director-certificate")
    sitting.refuses("buy BOE", "stock.cert-limit")
    sitting.allows("pass", "stock.sell-down")


def test_whoever_has_sold_what_he_may_this_turn_may_pass_over_the_limit() -> None:
    """One block a company and turn: the rest follows on his next turn."""
    sitting = second_round("NSW").arrange(lambda g: g.failed.update(Anna=7)).turn("Anna")
    assert (sitting.player("Anna")["certificates"], sitting.player("Anna")["certificate_limit"]) == (6, 3)
    sitting.refuses("pass", "stock.sell-down")
    sitting.do("sell NSW")
    sitting.allows("pass", "stock.sell-down")
    sitting.do("buy BOE")
    sitting.turn("Anna").refuses("pass", "stock.sell-down")
    sitting.do("sell 2 NSW")
    sitting.allows("pass", "stock.sell-down")


def test_over_the_share_limit_the_surplus_is_sold() -> None:
    sitting = second_round("NSW").holding("Anna", "NSW", 1).turn("Anna")
    sitting.refuses("pass", "stock.sell-down")
    sitting.do("sell NSW")
    sitting.allows("pass", "stock.sell-down")
    assert sitting.player("Anna")["shares"]["NSW"] == 60


def test_a_company_s_move_does_not_pass_for_whoever_must_sell() -> None:
    sitting = over_the_limit().turn("Anna")
    sitting.refuses("NSW: lay F17", "stock.sell-down")


# ------------------------------------------------------------------ selling


def test_nothing_is_sold_in_stock_round_1() -> None:
    """Option O5, default: not even BOE."""
    sitting = Sitting().sold().floated("NSW").buys("Anna", "BOE").turn("Anna")
    sitting.refuses("sell NSW", "stock.no-sale-first-round")
    sitting.refuses("sell BOE", "stock.no-sale-first-round")
    assert not any(choice.text.startswith("sell") for choice in sitting.game.choices())
    sitting.until_round("SR 2").turn("Anna")
    sitting.allows("sell NSW", "stock.no-sale-first-round")
    sitting.allows("sell BOE", "stock.no-sale-first-round")


@pytest.mark.parametrize("option", [{"sell_boe_in_first_round": True}, {"readings": "18xx.games"}])
def test_by_option_boe_is_sold_in_stock_round_1_but_nothing_else(option: dict[str, Any]) -> None:
    sitting = Sitting(**option).sold().floated("NSW").buys("Anna", "BOE").turn("Anna")
    sitting.refuses("sell NSW", "stock.no-sale-first-round")
    sitting.allows("sell BOE", "stock.no-sale-first-round")
    sitting.refuses("buy BOE", "stock.no-rebuy")


def test_the_bank_pays_the_price_before_the_fall() -> None:
    sitting = second_round("NSW").turn("Anna")
    cash, bank = sitting.cash("Anna"), sitting.cash("Bank")
    receipt = sitting.shows("sell 3 NSW", "stock.sale-money")
    assert sitting.sentences(receipt) == ("Anna sells 3 NSW to the pool for £300.\nNSW price £100 → £90.")
    assert (sitting.cash("Anna"), sitting.cash("Bank")) == (cash + 300, bank - 300)
    assert (sitting.company("NSW")["pool"], sitting.player("Anna")["shares"]["NSW"]) == (30, 30)
    assert sitting.cash("NSW") == 1000
    sitting.spares("buy BOE", "stock.sale-money")


@pytest.mark.parametrize("count", [1, 2, 4])
def test_a_block_lowers_the_price_one_row_whatever_its_size(count: int) -> None:
    """Issues 11764 and 11769, confirmed by the designer there."""
    sitting = second_round("NSW", "VR").turn("Anna")
    sitting.shows(f"sell {count} NSW", "stock.price-fall")
    assert (sitting.price("NSW"), sitting.company("NSW")["cell"]) == (90, [2, 5])
    assert sitting.price("VR") == 100


def test_with_no_cell_below_the_price_stays() -> None:
    sitting = second_round("NSW", "VR").marker("NSW", 5, 6).marker("VR", 3, 10).turn("Anna")
    receipt = sitting.shows("sell NSW", "stock.price-fall", "market.edges")
    assert "NSW price stays at £70." in sitting.sentences(receipt)
    sitting.do("sell VR")
    assert (sitting.price("NSW"), sitting.price("VR")) == (70, 190)


def test_only_sales_lower_prices() -> None:
    sitting = second_round("NSW")
    sitting.spares("buy BOE", "stock.price-fall")
    sitting.spares("buy NSW", "stock.price-fall")
    sitting.holding("Dan", "BOE", 2).turn("Dan").spares("sell 2 BOE", "stock.price-fall")
    assert sitting.price("NSW") == 100


def test_one_block_of_a_company_in_a_turn() -> None:
    sitting = second_round("NSW").holding("Anna", "BOE", 2).turn("Anna")
    sitting.do("sell NSW")
    sitting.refuses("sell NSW", "stock.one-block")
    sitting.do("sell BOE")
    sitting.refuses("sell BOE", "stock.one-block")
    sitting.do("pass", "buy BOE")
    sitting.turn("Anna")
    sitting.allows("sell NSW", "stock.one-block")
    assert sitting.price("NSW") == 80


def test_ready_data_t6_a_sale_of_ft() -> None:
    sitting = Sitting().operating("FT", par=80).until_round("SR 2").turn("Anna")
    assert (sitting.price("FT"), sitting.company("FT")["cell"]) == (70, [3, 4])
    sitting.do("sell FT")
    assert (sitting.price("FT"), sitting.company("FT")["cell"]) == (60, [4, 4])
    sitting.refuses("sell FT", "stock.one-block")
    sitting.refuses("buy FT ipo", "stock.no-rebuy")
    sitting.do("buy BOE")


def test_at_most_half_of_a_company_lies_in_the_pool() -> None:
    sitting = second_round("NSW").buys("Ben", *["NSW"] * 3).turn("Anna")
    sitting.allows("sell 4 NSW", "stock.pool-limit")
    assert sitting.company("NSW")["president"] == "Ben"
    sitting.turn("Ben")
    refusal = sitting.refuses("sell 2 NSW", "stock.pool-limit")
    assert sitting.table.rulebook.refusal(refusal) == (
        "The pool would hold 60 % of NSW; the limit is 50 %, so Ben may sell 1 shares at most. "
        "[stock.pool-limit]"
    )
    sitting.allows("sell NSW", "stock.pool-limit")
    assert sitting.company("NSW")["pool"] == 50
    sitting.turn("Anna").refuses("sell NSW", "stock.pool-limit")


def test_boe_may_lie_in_the_pool_entirely() -> None:
    sitting = second_round("NSW").holding("Dan", "BOE", 6).turn("Dan")
    assert sitting.state["boe"]["pool"] == 40
    sitting.allows("sell 6 BOE", "stock.pool-limit")
    assert sitting.state["boe"]["pool"] == 100


def test_ready_data_t3_sales_leave_the_price_of_boe() -> None:
    sitting = second_round("NSW").turn("Anna")
    cash = sitting.cash("Anna")
    sitting.do("buy BOE")
    sitting.turn("Anna")
    receipt = sitting.shows("sell BOE", "stock.boe-price-fixed", "stock.sale-money")
    assert sitting.sentences(receipt) == "Anna sells 1 BOE to the pool for £70."
    assert (sitting.cash("Anna"), sitting.price("BOE")) == (cash, 70)
    sitting.refuses("buy BOE", "stock.no-rebuy")
    sitting.spares("sell NSW", "stock.boe-price-fixed")


def test_what_a_player_sold_he_does_not_buy_again_in_the_round() -> None:
    sitting = second_round("NSW", "VR").turn("Anna")
    sitting.do("sell NSW", "sell VR")
    for move in ("buy NSW ipo", "buy NSW pool", "buy VR pool"):
        sitting.refuses(move, "stock.no-rebuy")
    sitting.do("buy BOE")
    sitting.allows("Ben: buy NSW pool", "stock.no-rebuy")
    sitting.turn("Anna").refuses("buy VR pool", "stock.no-rebuy")
    sitting.refuses("buy NSW ipo", "stock.no-rebuy")
    sitting.until_round("SR 3").turn("Anna").allows("buy NSW ipo", "stock.no-rebuy")


def test_what_a_player_bought_he_may_sell_on_a_later_turn() -> None:
    sitting = second_round("NSW").turn("Dan")
    sitting.do("buy NSW")
    sitting.turn("Dan").allows("sell NSW", "stock.no-rebuy")
    assert sitting.company("NSW")["pool"] == 10


def test_nobody_sells_more_than_he_has() -> None:
    sitting = second_round("NSW").holding("Ben", "BOE", 1).turn("Ben")
    sitting.refuses("sell NSW", "stock.own-shares")
    refusal = sitting.refuses("sell 2 BOE", "stock.own-shares")
    told = "Ben has 1 share of BOE and cannot sell more. [stock.own-shares]"
    assert sitting.table.rulebook.refusal(refusal) == told
    sitting.allows("sell BOE", "stock.own-shares")


@fact("stock.sell-before-float")
def test_shares_are_sold_before_the_company_floats() -> None:
    sitting = second_round("NSW").started("VR", par=70).buys("Ben", "VR").turn("Ben")
    assert not sitting.company("VR")["floated"]
    sitting.do("sell VR")
    assert (sitting.price("VR"), sitting.company("VR")["pool"]) == (60, 10)


def test_the_share_of_p5_is_kept_until_qr_is_started() -> None:
    sitting = second_round("NSW").turn("Anna")
    assert sitting.player("Anna")["worth"] == sitting.cash("Anna") + 600  # QR counts nothing
    sitting.refuses("sell QR", "stock.unstarted-share")
    assert not any("QR" in choice.text for choice in sitting.game.choices() if choice.text[:4] == "sell")
    sitting.do("buy BOE")
    sitting.started("QR", "Cleo", 70).turn("Anna")
    sitting.allows("sell QR", "stock.unstarted-share")
    assert (sitting.company("QR")["pool"], sitting.price("QR")) == (10, 60)


# ------------------------------------------------------------------ directors


def test_the_director_s_certificate_never_goes_to_the_pool() -> None:
    sitting = second_round("NSW").buys("Ben", "NSW").turn("Anna")
    refusal = sitting.refuses("sell 5 NSW", "stock.director-certificate")
    assert "may sell 4 shares at most" in sitting.table.rulebook.refusal(refusal)
    sitting.allows("sell 4 NSW", "stock.director-certificate")
    sitting.do("pass", "buy BOE")
    sitting.turn("Anna").refuses("sell NSW", "stock.director-certificate")
    sitting.do("pass")
    sitting.buys("Ben", "NSW pool").turn("Anna")
    sitting.allows("sell NSW", "stock.director-certificate")
    assert sitting.company("NSW")["president"] == "Ben"


def test_the_certificates_are_exchanged_with_the_new_director() -> None:
    sitting = second_round("NSW").buys("Ben", "NSW", "NSW").turn("Anna")
    assert [sitting.player(name)["certificates"] for name in ("Anna", "Ben")] == [6, 3]  # with QR, CAR
    sitting.shows("sell 5 NSW", "stock.director-change")
    assert sitting.company("NSW")["president"] == "Ben"
    assert sitting.player("Anna")["shares"] == {"NSW": 10, "QR": 10}
    assert sitting.player("Ben")["shares"] == {"NSW": 20, "CAR": 20}
    assert [sitting.player(name)["certificates"] for name in ("Anna", "Ben")] == [2, 2]
    assert sitting.company("NSW")["pool"] == 50


def test_a_purchase_that_passes_the_director_makes_a_director() -> None:
    sitting = Sitting().sold().started("NSW").buys("Dan", "NSW").turn("Dan")
    receipt = sitting.spares("buy NSW", "stock.director-change")  # a tie
    assert sitting.company("NSW")["president"] == "Anna"
    sitting.turn("Dan")
    receipt = sitting.shows("buy NSW", "stock.director-change")
    assert "Dan is the new president of NSW." in sitting.sentences(receipt)
    assert [sitting.player(name)["certificates"] for name in ("Anna", "Dan")] == [2 + 1, 2]


def test_a_sale_down_to_a_tie_changes_nothing() -> None:
    sitting = second_round("NSW").buys("Ben", "NSW", "NSW").turn("Anna")
    sitting.spares("sell 4 NSW", "stock.director-change")
    assert sitting.company("NSW")["president"] == "Anna"


@pytest.mark.parametrize(
    ("director", "following"), [("Anna", "Ben"), ("Ben", "Cleo"), ("Cleo", "Dan"), ("Dan", "Anna")]
)
def test_of_three_equal_newcomers_the_one_next_after_the_old_director(director: str, following: str) -> None:
    sitting = Sitting().operating().until_round("SR 2").started("NSW", director).buys(director, "NSW")
    for other in NAMES[:4]:
        if other != director:
            sitting.buys(other, "NSW", "NSW")
    assert sitting.company("NSW")["president"] == director
    sitting.turn(director).shows("sell 2 NSW", "stock.director-change")
    assert sitting.company("NSW")["president"] == following


def test_of_unequal_newcomers_the_biggest() -> None:
    sitting = Sitting().operating().until_round("SR 2").started("NSW").buys("Anna", "NSW")
    sitting.buys("Ben", "NSW", "NSW").buys("Cleo", "NSW", "NSW", "NSW").turn("Anna").do("sell 2 NSW")
    assert sitting.company("NSW")["president"] == "Cleo"


def test_boe_has_no_director() -> None:
    """Pull requests 8056 ff."""
    sitting = Sitting().sold().buys("Cleo", *["BOE"] * 5).turn("Cleo").rich("Cleo", 100)
    sitting.spares("buy BOE", "stock.director-change")
    assert sitting.player("Cleo")["president_of"] == []
    assert sitting.player("Cleo")["certificates"] == 6


# ------------------------------------------------------------------ end of the round


def test_ready_data_t7_sold_out_companies_rise_a_row() -> None:
    sitting = Sitting().sold().floated("NSW", "Cleo", 90).floated("FT", "Cleo", 70).floated("VR", "Dan", 80)
    sitting.buys("Anna", *["NSW"] * 4, *["FT"] * 4, *["VR"] * 3).turn("Cleo")
    sitting.spares("pass", "stock.sold-out")
    sitting.do("pass")
    assert sitting.round == "SR 1"
    receipt = sitting.shows("pass", "stock.sold-out")
    assert "NSW price £90 → £100.\nFT price £70 → £80." in sitting.sentences(receipt)
    assert (sitting.price("NSW"), sitting.company("NSW")["cell"]) == (100, [1, 5])
    assert (sitting.price("FT"), sitting.company("FT")["cell"]) == (80, [3, 5])
    assert sitting.price("VR") == 80  # one share is unsold


def test_a_share_in_the_pool_keeps_the_price_down() -> None:
    sitting = second_round("NSW").buys("Ben", *["NSW"] * 4).turn("Ben")
    sitting.do("sell NSW", "pass", "pass", "pass", "pass")
    assert (sitting.round, sitting.price("NSW")) == ("SR 2", 90)
    sitting.spares("pass", "stock.sold-out")
    assert (sitting.round, sitting.price("NSW")) == ("OR 2.1", 90)


def test_sold_out_in_the_top_row_stays() -> None:
    sitting = Sitting().sold().floated("NSW", "Cleo").buys("Anna", *["NSW"] * 4).marker("NSW", 0, 4)
    sitting.passes()
    assert (sitting.price("NSW"), sitting.company("NSW")["cell"]) == (100, [0, 4])


def test_boe_does_not_rise_when_sold_out() -> None:
    sitting = Sitting().sold().holding("Ben", "BOE", 6).holding("Cleo", "BOE", 4).floated("NSW")
    for _ in range(3):
        sitting.do("pass")
    sitting.spares("pass", "stock.sold-out")
    assert (sitting.state["boe"]["pool"], sitting.price("BOE")) == (0, 70)


def test_a_company_that_has_not_floated_does_not_rise() -> None:
    """All ten of COM are with players, but only as a figure: the engine's fields are set directly."""
    sitting = Sitting().sold().started("COM", par=90)
    sitting.arrange(lambda g: setattr(g.companies["COM"], "ipo", 0))
    sitting.arrange(lambda g: g.companies["COM"].holders.update(Ben=8)).passes()
    assert (sitting.company("COM")["floated"], sitting.price("COM")) == (False, 90)


def test_sold_out_companies_rise_in_operating_order() -> None:
    """The order in the new cell is that of the old one."""
    sitting = Sitting().sold().floated("NSW", "Cleo", 90).floated("VR", "Dan", 90)
    sitting.buys("Anna", *["VR"] * 4, *["NSW"] * 4).passes()
    assert [sitting.price(company) for company in ("NSW", "VR")] == [100, 100]
    assert sitting.state["operating_order"] == ["NSW", "VR"]


def test_companies_never_trade_in_shares() -> None:
    sitting = Sitting().sold().floated("NSW")
    sitting.refuses("Bank of England: buy NSW", "stock.companies-never-trade")
    sitting.refuses("NSW: buy BOE", "stock.companies-never-trade")
    sitting.allows("Ben: buy BOE", "stock.companies-never-trade")
    sitting.passes()
    assert sitting.to_act == "NSW"
    sitting.refuses("buy BOE", "stock.companies-never-trade")
    sitting.refuses("NSW: buy NSW", "stock.companies-never-trade")
    sitting.refuses("NSW: sell NSW", "stock.companies-never-trade")

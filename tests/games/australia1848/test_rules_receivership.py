"""Receivership, and the director whom it leaves below zero."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.australia1848.setups import NAMES, Sitting

LIMITS = {
    3: [20, 18, 16, 14, 12, 10, 10],
    4: [17, 15, 13, 11, 10, 9, 9],
    5: [14, 13, 12, 10, 9, 8, 8],
    6: [12, 11, 10, 9, 8, 7, 7],
}
LOSS = {3: 2, 4: 2, 5: 1, 6: 1}
PERMANENT = ("5", "6", "8")


def falling(players: int = 4, treasury: int = 0, par: int = 100, **options: Any) -> Sitting:
    """NSW (Anna 60 %, par told) is to act in OR 1.1 in the first column, with so much in its treasury.

    VR (Ben 60 %) acts after it.
    """
    bench = Sitting(players, **options).opened((("NSW", "Anna", par), ("VR", "Ben", 70)))
    return bench.until("NSW").rich("NSW", treasury).marker("NSW", 1, 1)


def fall_by(way: str) -> tuple[Sitting, str]:
    """NSW one move before its receivership, and that move."""
    if way == "loan":
        return falling().phase("3"), "loan"
    if way == "withheld":
        bench = falling().train("NSW", "2")
        bench.do("run 50")
        return bench, "withhold"
    if way == "forced":
        bench = falling().marker("NSW", 1, 3)
        bench.do("run 0")
        return bench, "buy 2 forced"
    if way == "no loan left":
        bench = falling().loans("SAR", 20).marker("NSW", 1, 9)
        bench.do("run 0")
        return bench, "buy 2 forced"
    return falling(), "run 0"


# ---------------------------------------------------------------------------- receivership


@pytest.mark.parametrize("way", ["nothing earned", "withheld", "loan", "forced", "no loan left"])
def test_entering_the_leftmost_column_is_receivership_and_ends_the_turn(way: str) -> None:
    bench, move = fall_by(way)
    bench.shows(move, "receivership.trigger", "receivership.count", "receivership.dissolved")
    assert bench.company("NSW") == {"closed": True} and bench.state["receiverships"] == 1
    assert bench.to_act == "VR" and bench.cash("NSW") == 0


def test_the_first_price_column_is_none() -> None:
    bench = falling().marker("NSW", 1, 2)
    bench.spares("run 0", "receivership.trigger", "receivership.count", "receivership.dissolved")
    assert bench.price("NSW") == 60 and bench.state["receiverships"] == 0 and bench.to_act == "NSW"


def test_the_director_of_that_moment_gets_a_mark_of_his_own() -> None:
    bench = falling()
    bench.arrange(lambda g: setattr(g.companies["NSW"], "president", "Cleo"))
    bench.holding("Cleo", "NSW", 2)
    bench.shows("run 0", "receivership.count")
    assert {name: bench.player(name)["certificate_limit"] for name in NAMES[:4]} == {
        "Anna": 15,
        "Ben": 15,
        "Cleo": 13,
        "Dan": 15,
    }


def test_its_tokens_become_boes_extra_ones_too() -> None:
    bench = falling().tokens("NSW", "E18", "F17")
    bench.shows("run 0", "receivership.tokens")
    assert bench.state["boe"]["tokens"] == ["E18", "F17", "F17"]
    bench.until("BOE")
    assert bench.asks("VR: lay H11", "boe-income").fields["hexes"] == ["F17", "E18", "F17"]
    bench.holding("Dan", "BOE", 2)
    dan = bench.cash("Dan")
    bench.do("boe 60")
    assert bench.cash("Dan") == dan + 12


def test_a_company_that_pays_keeps_its_tokens() -> None:
    bench = falling().train("NSW", "2")
    bench.do("run 50")
    bench.spares("pay", "receivership.tokens")
    assert bench.company("NSW")["tokens"] == ["F17"] and bench.state["boe"]["tokens"] == []


def test_t5_shareholders_get_par_from_the_treasury_and_then_from_the_director() -> None:
    bench = Sitting().sold().started("NSW", "Anna", 90)
    bench.buys("Anna", "NSW ipo", "NSW ipo")
    for player in ("Ben", "Cleo", "Dan"):
        bench.buys(player, "NSW ipo", "NSW ipo")
    bench.floated("VR", "Ben").passes().until("NSW").marker("NSW", 2, 1)
    bench.rich("NSW", 150).rich("Anna", 175)
    before = {name: bench.cash(name) for name in NAMES[:4]}
    receipt = bench.shows("run 0", "receivership.compensation", "receivership.payer", "crisis.stays-negative")
    assert {name: bench.cash(name) - was for name, was in before.items()} == {
        "Anna": -390,
        "Ben": 180,
        "Cleo": 180,
        "Dan": 180,
    }
    assert bench.cash("Anna") == -215 and "−£215" in bench.sentences(receipt)
    assert [bench.player(name)["certificate_limit"] for name in NAMES[:4]] == [13, 15, 15, 15]
    assert bench.round == "SR 2"


def test_the_treasury_alone_pays_while_it_can_and_the_rest_goes_to_the_bank() -> None:
    bench = falling(treasury=500).holding("Cleo", "NSW", 2).holding("Dan", "NSW", 1)
    cash = {name: bench.cash(name) for name in ("Anna", "Cleo", "Dan", "Bank")}
    bench.spares("run 0", "receivership.payer", "crisis.must-sell")
    assert {name: bench.cash(name) - was for name, was in cash.items()} == {
        "Anna": 0,
        "Cleo": 200,
        "Dan": 100,
        "Bank": 200,
    }


def test_10604_nobody_else_holding_means_no_payment() -> None:
    bench = falling(treasury=300)
    bank = bench.cash("Bank")
    bench.spares("run 0", "receivership.compensation", "receivership.payer")
    assert bench.cash("Bank") == bank + 300


def test_shares_in_the_pool_and_new_shares_get_nothing() -> None:
    bench = falling(treasury=1000).holding("Cleo", "NSW", 2).holding("Cleo", "NSW", -1, "pool")
    bank, cleo = bench.cash("Bank"), bench.cash("Cleo")
    bench.shows("run 0", "receivership.compensation")
    assert bench.cash("Cleo") == cleo + 100 and bench.cash("Bank") == bank + 900


@pytest.mark.parametrize("par", [70, 80, 90, 100])
def test_compensation_is_at_par_whatever_the_price(par: int) -> None:
    bench = falling(par=par, treasury=1000).holding("Cleo", "NSW", 3)
    cleo = bench.cash("Cleo")
    bench.do("run 0")
    assert bench.cash("Cleo") == cleo + 3 * par


def test_trains_certificates_and_privates_leave_the_game() -> None:
    bench = falling().phase("3").train("NSW", "3", "3").given("P1", "NSW").given("P4", "NSW")
    left = bench.state["depot"]["left"]
    shares = bench.player("Anna")["certificates"]
    bench.shows("run 0", "receivership.dissolved")
    assert bench.state["depot"]["left"] == left
    assert bench.state["privates"]["P1"] == {"owner": "", "price": 30, "closed": True, "used": False}
    assert bench.state["privates"]["P4"]["closed"] and bench.state["privates"]["P4"]["owner"] == ""
    assert bench.player("Anna")["certificates"] == shares - 5
    assert bench.player("Anna")["shares"] == {"QR": 10} and "NSW" not in bench.player("Anna")["president_of"]
    bench.until("VR").phase("5")
    bench.do("run 0")
    error = bench.refuses("buy 2E with P4", "power.owner")
    assert error.fields["owner"] == "nobody" and not error.waivable


def test_a_company_in_receivership_is_out_of_the_game() -> None:
    bench = falling()
    bench.do("run 0")
    for move in ("NSW: buy 2", "NSW: lay E18"):
        assert not bench.refuses(move, "receivership.gone").waivable
    bench.allows("VR: lay H11", "receivership.gone")
    bench.until_round("SR 2")
    for move in ("buy NSW", "buy NSW par 100", "buy NSW pool"):
        bench.refuses(move, "receivership.gone")
    bench.rich(bench.to_act, 500)
    bench.allows("buy VR", "receivership.gone")
    bench.until_round("OR 2.1")
    assert bench.state["operating_order"] == ["VR"]


def test_its_loans_stay_given() -> None:
    bench = falling().phase("3").loans("NSW", 2)
    bench.shows("loan", "receivership.loans-stay")
    assert bench.state["boe"]["loans_granted"] == 3 and bench.price("BOE") == 100
    assert bench.cash("BOE") == 1700
    alive = falling().phase("3").marker("NSW", 1, 5)
    alive.spares("loan", "receivership.loans-stay")
    assert alive.price("BOE") == 80


# ---------------------------------------------------------------------------- the permanent train


def nth(number: int, phase: str = "3", **options: Any) -> Sitting:
    """NSW, with a 6, is about to be the `number`-th company in receivership; P3 is nobody's."""
    bench = falling(**options).given("P3", "").train("NSW", "6")
    if phase != "2":
        bench.phase(phase)
    return bench.arrange(lambda g: setattr(g, "receiverships", number - 1))


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_the_second_and_the_fifth_take_a_permanent_train_along(number: int) -> None:
    bench = nth(number)
    if number in (2, 5):
        bench.shows("run 0", "receivership.permanent-train")
        assert bench.state["depot"]["left"]["5"] == 2 and bench.state["phase"] == "5"
    else:
        bench.spares("run 0", "receivership.permanent-train")
        assert bench.state["depot"]["left"]["5"] == 3 and bench.state["phase"] == "3"
    assert bench.state["depot"]["left"]["3"] == 4 and bench.state["depot"]["left"]["4"] == 4


@pytest.mark.parametrize(("gone", "taken"), [((), "5"), (("5",), "6"), (("5", "6"), "8")])
@pytest.mark.parametrize("top", ["3", "4"])
def test_10603_it_is_the_next_permanent_one_whatever_lies_on_top(
    gone: tuple[str, ...], taken: str, top: str
) -> None:
    bench = nth(2, top).arrange(lambda g: g.depot.left.update(dict.fromkeys(gone, 0)))
    before = bench.state["depot"]["left"]
    receipt = bench.shows("run 0", "receivership.permanent-train")
    assert [e.fields for e in receipt.played.events if e.phrase == "exported"] == [{"train": taken}]
    after = bench.state["depot"]["left"]
    assert {kind for kind in before if before[kind] != after[kind]} == ({taken} - {"8"})
    assert bench.state["phase"] == taken


def test_it_leaves_as_if_bought_with_its_phase_and_effects() -> None:
    bench = nth(2, "4").train("VR", "4", "4", "4+")
    bench.shows("run 0", "phase.begins", "power.privates-close")
    assert bench.state["phase"] == "5" and bench.state["train_limit"] == 2
    assert all(bench.state["privates"][id_]["closed"] for id_ in ("P1", "P2", "P4", "P5", "P6"))
    bench.refuses("VR: lay H11", "train.discard")
    bench.do("discard 4")
    assert bench.to_act == "VR"


def test_o3_out_of_order_phase_5_begins_and_the_2s_wait_for_a_4() -> None:
    bench = nth(2, "2").train("VR", "2")
    bench.shows("run 0", "phase.begins", "power.privates-close")
    assert bench.state["phase"] == "5" and bench.company("VR")["trains"] == ["2"]
    assert bench.state["depot"]["for_sale"] == {"2": 100, "2+": 120, "2E": 200}
    bench.arrange(lambda g: g.depot.left.update({"2": 0, "3": 0}))
    bench.rich("VR", 1000).do("run 0")
    bench.shows("buy 4", "train.rust")
    assert bench.company("VR")["trains"] == ["4"] and bench.state["phase"] == "5"


@pytest.mark.parametrize("options", [{"exported_train_begins_phase": False}, {"readings": "18xx.games"}])
def test_o3_or_the_phase_stays_until_its_turn_comes(options: dict[str, Any]) -> None:
    bench = nth(2, "3", **options).train("VR", "3")
    receipt = bench.shows("run 0", "receivership.permanent-train", "power.privates-close")
    assert "phase.begins" not in {event.rule for event in receipt.played.events}
    assert bench.state["phase"] == "3" and bench.state["privates"]["P1"]["closed"]
    bench.arrange(lambda g: g.depot.left.update({"3": 0, "4": 1}))
    bench.rich("VR", 3000).do("run 0", "buy 4")
    assert bench.state["phase"] == "4"
    bench.shows("buy 5", "phase.begins")
    assert bench.state["phase"] == "5" and bench.state["depot"]["left"]["5"] == 1


def test_o3_in_phase_4_the_5_begins_phase_5_in_either_reading() -> None:
    bench = nth(2, "4", exported_train_begins_phase=False)
    bench.shows("run 0", "phase.begins")
    assert bench.state["phase"] == "5"


def test_an_exported_6_and_8_rust_as_if_bought() -> None:
    six = nth(2, "5").arrange(lambda g: g.depot.left.update({"5": 0})).train("VR", "3")
    six.shows("run 0", "train.rust")
    assert six.company("VR")["trains"] == [] and six.state["phase"] == "6"
    eight = nth(5, "6").arrange(lambda g: g.depot.left.update({"6": 0})).train("VR", "4")
    eight.shows("run 0", "train.rust")
    assert eight.company("VR")["trains"] == [] and eight.state["phase"] == "8"


def test_8343_a_train_wanted_by_the_fallen_company_stays_in_the_stack() -> None:
    bench = falling().marker("NSW", 1, 3)
    bench.do("run 0", "buy 2 forced")
    assert bench.state["depot"]["left"] == {"2": 6, "3": 5, "4": 4, "5": 3, "6": 2, "8": None, "2E": None}


# ---------------------------------------------------------------------------- certificate limits


@pytest.mark.parametrize("players", LIMITS)
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_certificate_limits_fall_with_every_company(players: int, number: int) -> None:
    bench = nth(number, players=players)
    before = LIMITS[players][number - 1]
    assert [bench.player(name)["certificate_limit"] for name in NAMES[:players]] == [before] * players
    bench.shows("run 0", "receivership.cert-limit")
    after = LIMITS[players][number]
    limits = [bench.player(name)["certificate_limit"] for name in NAMES[:players]]
    assert limits == [after - LOSS[players], *[after] * (players - 1)]


def test_limits_stand_while_nobody_falls() -> None:
    bench = falling().marker("NSW", 1, 2)
    bench.spares("run 0", "receivership.cert-limit")
    assert bench.player("Anna")["certificate_limit"] == 17


@pytest.mark.parametrize("players", [4, 6])
def test_a_director_loses_for_each_company_of_his(players: int) -> None:
    bench = nth(3, players=players).arrange(lambda g: g.failed.update(Anna=2))
    bench.do("run 0")
    assert bench.player("Anna")["certificate_limit"] == LIMITS[players][3] - 3 * LOSS[players]
    assert bench.player("Ben")["certificate_limit"] == LIMITS[players][3]


@pytest.mark.parametrize("options", [{"cert_limit_after_fifth": "resets"}, {"readings": "18xx.games"}])
@pytest.mark.parametrize("players", LIMITS)
def test_o10_the_sixth_brings_the_first_limit_back_where_the_option_says_so(
    players: int, options: dict[str, Any]
) -> None:
    bench = nth(6, players=players, **options)
    assert bench.player("Ben")["certificate_limit"] == LIMITS[players][5]
    bench.do("run 0")
    assert bench.player("Ben")["certificate_limit"] == LIMITS[players][0]
    assert bench.player("Anna")["certificate_limit"] == LIMITS[players][0] - LOSS[players]


def test_the_fifth_sets_off_the_end_and_the_fourth_does_not() -> None:
    fourth = nth(4)
    fourth.spares("run 0", "receivership.fifth", "end.triggers")
    assert fourth.state["end_reason"] == ""
    fifth = nth(5)
    fifth.shows("run 0", "receivership.fifth", "end.triggers")
    assert fifth.state["end_reason"] == "receiverships" and not fifth.state["finished"]
    fifth.idle()
    assert fifth.state["finished"]


# ---------------------------------------------------------------------------- ready test data


def test_t8_two_receiverships_as_in_the_first_public_game() -> None:
    bench = Sitting(3).sold().started("SAR", "Anna", 70)
    bench.buys("Anna", "SAR ipo").buys("Cleo", *["SAR ipo"] * 3)
    bench.started("VR", "Ben", 100).buys("Ben", "VR ipo", "VR ipo")
    bench.buys("Anna", "VR ipo").buys("Cleo", "VR ipo").passes()
    bench.phase("4").given("P3", "").holding("Cleo", "BOE", 3)
    bench.until("SAR").marker("SAR", 3, 1).rich("SAR", 0).rich("Anna", 400)
    assert bench.price("SAR") == 40
    cleo, anna = bench.cash("Cleo"), bench.cash("Anna")
    bench.shows("loan", "loan.receivership", "receivership.compensation")
    assert bench.cash("Cleo") == cleo + 210 and bench.cash("Anna") == anna - 110
    assert bench.state["phase"] == "4"
    bench.until_round("SR 2").until_round("OR 2.1")
    assert bench.to_act == "BOE"
    cleo = bench.cash("Cleo")
    bench.do("boe 40")
    assert bench.cash("Cleo") == cleo + 3 * 14
    bench.marker("VR", 1, 4).rich("VR", 0)
    before = {name: bench.cash(name) for name in NAMES[:3]}
    bench.do("loan")
    assert bench.price("VR") == 70 and bench.price("BOE") == 90
    bench.do("run 0")
    assert bench.price("VR") == 60
    bench.shows("buy 4 forced", "compulsory.receivership", "receivership.permanent-train", "phase.begins")
    assert {name: bench.cash(name) - was for name, was in before.items()} == {
        "Anna": 100,
        "Ben": 0,
        "Cleo": 100,
    }
    assert bench.state["phase"] == "5" and bench.state["depot"]["left"]["5"] == 2
    assert bench.state["privates"]["P1"]["closed"] and bench.state["boe"]["tokens"] == ["G6", "H11"]


def test_t9_a_d_for_a_4_plus_and_the_second_receivership_removes_an_8() -> None:
    bench = Sitting(5).arrange(lambda g: setattr(g, "linked", True)).sold()
    bench.floated("QR", "Cleo").floated("NSW", "Anna").floated("COM", "Ben").floated("VR", "Dan").passes()
    bench.phase("6").arrange(lambda g: g.depot.left.update({"6": 0})).train("QR", "4+")
    bench.until_round("SR 2").until_round("OR 2.1").until("QR").marker("NSW", 4, 1).marker("COM", 4, 1)
    assert bench.game.operating.total == 3
    bench.rich("QR", 800).do("run 0")
    bench.shows("buy D trade 4+", "train.trade-in", "phase.begins")
    assert bench.state["phase"] == "8" and bench.cash("QR") == 0 and bench.company("QR")["trains"] == ["D"]
    bench.do("done")
    while bench.to_act != "NSW":
        bench.idle()
    bench.spares("run 0", "receivership.permanent-train")
    bench.until("COM")
    receipt = bench.shows("run 0", "receivership.permanent-train")
    assert {"train": "8"} in [event.fields for event in receipt.played.events]
    assert bench.state["receiverships"] == 2 and bench.state["boe"]["tokens"] == ["F17", "F17", "G6"]
    bench.until_round("OR 2.2")
    bench.do(f"transfer Bank Eva {bench.cash('Bank') - 5}", ruling="a test")
    bench.holding("Eva", "BOE", 1)
    eva = bench.cash("Eva")
    bench.shows("boe 250", "boe.dividend", "end.bank")
    assert bench.cash("Eva") == eva + 55 and bench.state["end_reason"] == "bank"
    bench.until_round("OR 2.3")
    assert not bench.state["finished"]
    while not bench.state["finished"]:
        bench.idle()
    assert bench.round == "OR 2.3"


# ---------------------------------------------------------------------------- a director below zero


def in_debt(owed: int = 200, shares: dict[str, int] | None = None, **options: Any) -> Sitting:
    """NSW has fallen in OR 1.1 and left its director Anna owing so much; VR (Ben) acts next at £100.

    `shares`: what Anna holds besides, of VR, SAR (directed by Ben, £100) or BOE.
    """
    bench = Sitting(**options).directed(NSW="Anna", VR="Ben", SAR="Ben")
    due = -(owed // -100)
    bench.holding("Cleo", "NSW", due).rich("NSW", 0).rich("Anna", 100 * due - owed)
    for company, count in (shares or {}).items():
        bench.holding("Anna", company, count)
    bench.until("NSW").marker("NSW", 1, 1).marker("VR", 1, 5).marker("SAR", 2, 6)
    bench.do("run 0")
    assert bench.cash("Anna") == -owed
    return bench


def test_a_director_below_zero_must_sell_before_anything_else() -> None:
    bench = in_debt(shares={"VR": 2})
    assert bench.to_act == "Anna"
    told = bench.table.sentences(bench.table.played[-1])
    assert "Anna stands at −£200 and must sell shares." in told
    for move in ("VR: lay H11", "pass", "Ben: sell VR"):
        bench.refuses(move, "crisis.must-sell")
    assert bench.refuses("done", "crisis.must-sell").fields == {"player": "Anna", "cash": -200}
    bench.allows("sell 2 VR", "crisis.must-sell")
    assert bench.cash("Anna") == 0 and bench.to_act == "SAR"
    bench.do("lay G6")


def test_whoever_can_pay_the_compensation_need_not_sell() -> None:
    bench = in_debt(0, {"VR": 2})
    assert bench.cash("Anna") == 0 and bench.to_act == "VR"
    assert "crisis.must-sell" not in {event.rule for event in bench.table.played[-1].events}


def test_no_more_is_sold_than_it_takes() -> None:
    bench = in_debt(200, {"VR": 4})
    error = bench.refuses("sell 3 VR", "crisis.only-as-needed")
    assert error.fields["need"] == 200
    bench.allows("sell 2 VR", "crisis.only-as-needed")
    assert bench.cash("Anna") == 0
    bench.refuses("transfer Anna Ben 1", "money.overdraft", ruling="out of debt, no longer below zero")
    odd = in_debt(201, {"VR": 4})
    odd.refuses("sell 4 VR", "crisis.only-as-needed")
    odd.allows("sell 3 VR", "crisis.only-as-needed")
    assert odd.cash("Anna") == 99 and odd.company("VR")["pool"] == 30


def test_less_may_be_sold_at_a_time_and_the_crisis_goes_on() -> None:
    bench = in_debt(200, {"VR": 4})
    bench.do("sell VR")
    assert bench.cash("Anna") == -100 and bench.price("VR") == 90 and bench.to_act == "Anna"
    bench.do("sell 2 VR")
    assert bench.cash("Anna") == 80 and bench.price("VR") == 80 and bench.to_act == "SAR"


def test_forced_sales_keep_to_the_pool_limit() -> None:
    bench = in_debt(300, {"VR": 3}).holding("Ben", "VR", -4, "pool")
    error = bench.refuses("sell 2 VR", "crisis.pool-limit")
    assert (error.fields["percent"], error.fields["limit"]) == (60, 50)
    bench.allows("sell VR", "crisis.pool-limit")
    assert bench.company("VR")["pool"] == 50 and bench.cash("Anna") == -200


def directing(anna: int, ben: int) -> Sitting:
    """Anna, in debt, directs FT (price £100) with so many shares; Ben holds so many of it."""
    bench = Sitting().sold().floated("NSW", "Anna").floated("VR", "Ben").started("FT", "Anna", 100)
    bench.passes().holding("Cleo", "NSW", 2).holding("Anna", "FT", anna - 2).holding("Ben", "FT", ben)
    bench.rich("NSW", 0).rich("Anna", 0).until("NSW").marker("NSW", 1, 1)
    bench.do("run 0")
    assert bench.cash("Anna") == -200
    return bench


def test_a_forced_sale_gives_no_company_another_director() -> None:
    bench = directing(4, 3)
    bench.refuses("sell 2 FT", "crisis.no-director-change")
    bench.allows("sell FT", "crisis.no-director-change")
    assert bench.company("FT")["president"] == "Anna" and bench.player("Anna")["shares"]["FT"] == 30


def test_a_director_keeps_his_certificate_in_a_forced_sale() -> None:
    bench = directing(3, 0)
    assert not bench.refuses("sell 2 FT", "stock.director-certificate").waivable
    bench.allows("sell FT", "stock.director-certificate")
    assert bench.cash("Anna") == -100 and bench.company("FT")["president"] == "Anna"
    assert bench.to_act == "VR"


def test_each_block_moves_the_price_one_row_down() -> None:
    bench = in_debt(200, {"VR": 2})
    bench.shows("sell 2 VR", "crisis.price-fall")
    assert bench.price("VR") == 90 and bench.company("VR")["pool"] == 20


def test_boe_shares_are_sold_without_a_fall() -> None:
    bench = in_debt(200, {"BOE": 4})
    bench.refuses("sell 4 BOE", "crisis.only-as-needed")
    bench.spares("sell 3 BOE", "crisis.price-fall")
    assert bench.cash("Anna") == 10 and bench.price("BOE") == 70 and bench.state["boe"]["pool"] == 90


def test_nothing_to_sell_leaves_him_below_zero_until_income_covers_it() -> None:
    bench = Sitting().directed(NSW="Anna", VR="Ben")
    bench.holding("Cleo", "NSW", 2).rich("NSW", 0).rich("Anna", 20).until("NSW").marker("NSW", 1, 1)
    receipt = bench.shows("run 0", "crisis.stays-negative")
    assert "−£180" in bench.sentences(receipt)
    assert bench.cash("Anna") == -180 and bench.to_act == "VR" and not bench.state["finished"]
    score = next(score for score in bench.game.scores() if score.name == "Anna")
    assert score.total == -180 and score.parts["cash"] == -180
    bench.until("Anna")
    bench.refuses("buy BOE", "stock.cash")
    bench.until_round("OR 2.1")
    assert bench.cash("Anna") == -150


def test_whoever_can_sell_does_not_stay_below_zero() -> None:
    bench = in_debt(200, {"VR": 2})
    bench.spares("sell 2 VR", "crisis.stays-negative")
    assert bench.cash("Anna") == 0


def test_what_remains_when_all_is_sold_is_borne() -> None:
    bench = in_debt(400, {"VR": 2, "BOE": 1})
    bench.do("sell BOE")
    assert bench.to_act == "Anna"
    bench.shows("sell 2 VR", "crisis.stays-negative")
    assert bench.cash("Anna") == -130 and bench.to_act == "SAR"
    bench.spares("lay G6", "crisis.stays-negative", "crisis.must-sell")
    assert bench.to_act == "SAR"


def test_companies_still_to_act_are_put_in_order_again() -> None:
    bench = in_debt(200, {"VR": 2})
    assert bench.state["operating_order"] == ["NSW", "VR", "SAR"]
    bench.shows("sell 2 VR", "rounds.reorder")
    assert bench.price("VR") == 90 and bench.price("SAR") == 100
    assert bench.state["operating_order"] == ["SAR", "VR"] and bench.to_act == "SAR"


def test_shares_of_a_company_not_started_are_no_help() -> None:
    bench = in_debt(200, {"VR": 1})
    bench.refuses("sell QR", "stock.unstarted-share")
    bench.refuses("sell SAR", "stock.own-shares")
    bench.do("sell VR")
    assert bench.cash("Anna") == -100 and bench.to_act != "Anna"


@pytest.mark.parametrize("options", [{"crisis": "one-sale"}, {"readings": "18xx.games"}])
def test_o1_or_one_block_now_and_the_next_after_the_next_move(options: dict[str, Any]) -> None:
    bench = in_debt(200, {"VR": 4}, **options)
    bench.do("sell VR")
    assert bench.cash("Anna") == -100 and bench.to_act == "SAR"
    bench.do("lay G6")
    assert bench.to_act == "Anna"
    bench.do("sell 2 VR")
    assert bench.cash("Anna") == 80 and bench.to_act == "SAR"
    bench.do("token F5")
    assert bench.to_act == "SAR"


def test_o1_what_is_listed_for_sale_in_a_crisis() -> None:
    def listed(**options: Any) -> list[str]:
        bench = in_debt(200, {"VR": 4, "BOE": 4}, **options)
        return [choice.text for choice in bench.game.choices()]

    assert listed() == ["sell 1-2 VR", "sell 1-3 BOE"]
    assert listed(crisis="one-sale") == ["sell 1-2 VR"]

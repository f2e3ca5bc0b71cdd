"""Trains and phases: the stack, limits, rust, trade-in, the 2E, trains between companies."""

from __future__ import annotations

from typing import Any

import pytest

from referee.errors import Unreadable
from tests.games.australia1848.setups import Sitting
from tests.kit import fact

STACK = [
    ("2", 6, {"2": 100, "2+": 120}),
    ("3", 5, {"3": 200, "3+": 230}),
    ("4", 4, {"4": 300, "4+": 340}),
    ("5", 3, {"5": 500, "5+": 550}),
    ("6", 2, {"6": 600, "6+": 660}),
    ("8", None, {"8": 800, "D": 1100}),
]
LIMITS = {"2": 4, "3": 4, "4": 3, "5": 2, "6": 2, "8": 2}


def shopping(phase: str = "2", *faces: str, cash: int = 5000, **options: Any) -> Sitting:
    """NSW, alone in OR 1.1 and through with its dividend, with these trains and this much cash."""
    bench = Sitting(**options).operating("NSW")
    if phase != "2":
        bench.phase(phase)
    bench.train("NSW", *faces).do("run 0")
    return bench.rich("NSW", cash)


def last_of(bench: Sitting, kind: str) -> Sitting:
    """Let one card of a kind be left on the stack."""
    return bench.arrange(lambda g: g.depot.left.update({kind: 1}))


def next_up(bench: Sitting, kind: str) -> Sitting:
    """Let the stack lie open at the next kind."""
    return bench.arrange(lambda g: g.depot.left.update({kind: 0}))


# ---------------------------------------------------------------------------- the stack


@fact("train.roster")
@pytest.mark.parametrize(("kind", "count", "faces"), STACK, ids=[kind for kind, *_ in STACK])
def test_the_stack_holds_its_trains_at_their_prices(
    kind: str, count: int | None, faces: dict[str, int]
) -> None:
    bench = shopping()
    for earlier, *_ in STACK:
        if earlier == kind:
            break
        next_up(bench, earlier)
    assert bench.state["depot"]["left"][kind] == count
    assert bench.state["depot"]["for_sale"] == faces
    for face, price in faces.items():
        bench.do(f"buy {face}")
        assert bench.cash("NSW") == 5000 - price
        bench.do("undo")


@fact("train.roster")
def test_the_last_kind_and_the_2e_never_run_out() -> None:
    bench = next_up(shopping("6"), "6")
    assert bench.state["depot"]["left"] == {"2": 0, "3": 0, "4": 0, "5": 0, "6": 0, "8": None, "2E": None}
    assert bench.state["depot"]["for_sale"] == {"8": 800, "D": 1100, "2E": 200}
    bench.do("buy 8", "buy D")
    assert bench.state["depot"]["left"]["8"] is None and bench.cash("NSW") == 3100


def test_a_kind_is_on_sale_when_the_kind_before_is_sold_out() -> None:
    bench = last_of(shopping(), "2")
    error = bench.refuses("buy 3", "train.on-sale")
    assert error.fields == {"train": "3", "next": "2 or 2+", "count": "1"}
    for face in ("3+", "4", "8", "D"):
        bench.refuses(f"buy {face}", "train.on-sale")
    bench.do("buy 2")
    assert bench.state["depot"]["for_sale"] == {"3": 200, "3+": 230}
    bench.refuses("buy 2", "train.on-sale")
    bench.allows("buy 3", "train.on-sale")
    assert bench.company("NSW")["trains"] == ["2", "3"] and bench.cash("NSW") == 4700


def test_six_cards_serve_both_faces() -> None:
    bench = Sitting().directed(NSW="Anna", VR="Ben")
    bench.do("buy 2", "buy 2+", "buy 2", "buy 2+", "done")
    bench.do("buy 2", "buy 2")
    assert bench.state["depot"]["for_sale"] == {"3": 200, "3+": 230}
    assert bench.cash("NSW") == 1000 - 440 and bench.cash("VR") == 800


# ---------------------------------------------------------------------------- money and limit


def test_the_company_pays_for_its_trains() -> None:
    bench = shopping("2", "2", cash=119).rich("Anna", 3000)
    error = bench.refuses("buy 2+", "train.cash")
    assert (error.fields["price"], error.fields["cash"], error.waivable) == (120, 119, False)
    bank = bench.cash("Bank")
    bench.allows("buy 2", "train.cash")
    assert bench.cash("NSW") == 19 and bench.cash("Anna") == 3000 and bench.cash("Bank") == bank + 100


@pytest.mark.parametrize(("phase", "limit"), LIMITS.items())
def test_a_company_buys_up_to_the_limit_of_the_phase(phase: str, limit: int) -> None:
    face = phase
    bench = shopping(phase, *[face] * (limit - 1))
    bench.arrange(lambda g: g.depot.left.update({face: None}))
    assert bench.state["train_limit"] == limit
    bench.allows(f"buy {face}", "train.limit")
    error = bench.refuses(f"buy {face}", "train.limit")
    assert error.fields == {"company": "NSW", "count": limit, "phase": phase, "limit": limit}


def test_several_trains_may_be_bought_in_one_step() -> None:
    bench = shopping("2", cash=400)
    for number in range(1, 5):
        bench.allows("buy 2", "train.limit")
        assert bench.cash("NSW") == 400 - 100 * number
    assert bench.company("NSW")["trains"] == ["2"] * 4


def test_a_2e_does_not_count_for_the_limit() -> None:
    bench = shopping("5", "5", "2E")
    bench.allows("buy 5", "train.limit")
    full = shopping("5", "5", "5")
    full.allows("buy 2E", "train.limit")
    assert full.company("NSW")["trains"] == ["2E", "5", "5"]
    full.refuses("buy 5", "train.limit")


def test_8303_a_full_company_does_not_buy_to_discard() -> None:
    bench = next_up(shopping("3", "3", "3", "3", "3"), "3")
    bench.refuses("buy 4", "train.limit")
    assert bench.state["phase"] == "3"
    room = next_up(shopping("3", "3", "3", "3"), "3")
    room.allows("buy 4", "train.limit")
    assert room.state["phase"] == "4" and room.to_act == "NSW"


def test_a_price_said_with_a_new_train_must_be_its_own() -> None:
    bench = shopping("3", "3")
    with pytest.raises(Unreadable):
        bench.do("buy 3 for 250")
    bench.do("buy 3 for 200")
    assert bench.cash("NSW") == 4800


# ---------------------------------------------------------------------------- discards


def crowd() -> Sitting:
    """Phase 5 begins with NSW's purchase; NSW (Anna) and VR (Ben) hold three trains each."""
    bench = Sitting().directed(VR="Ben", NSW="Anna").phase("4")
    next_up(bench, "4").train("NSW", "3", "4").train("VR", "3", "4+", "4", "2E").until("NSW")
    bench.given("P3", "").rich("NSW", 500).do("run 0", "buy 5")
    return bench


def test_whoever_is_over_a_new_limit_discards_at_once() -> None:
    bench = crowd()
    assert bench.state["phase"] == "5" and bench.state["train_limit"] == 2
    assert bench.to_act in ("VR", "NSW")
    error = bench.refuses("done", "train.discard")
    assert error.fields["count"] == 3 and error.fields["need"] == 1 and not error.waivable
    bench.refuses("NSW: buy 5", "train.discard")
    bench.allows("Ben: discard 3", "train.discard")
    assert bench.company("VR")["trains"] == ["2E", "4", "4+"] and bench.to_act == "NSW"
    bench.refuses("done", "train.discard")
    bench.allows("discard 4", "train.discard")
    assert bench.company("NSW")["trains"] == ["3", "5"]
    bench.do("done")
    assert bench.round == "SR 2"


def test_a_discarded_train_leaves_the_game() -> None:
    bench = crowd()
    before = bench.state["depot"]["left"]
    bench.do("VR: discard 4", "NSW: discard 3")
    assert bench.state["depot"]["left"] == before and bench.state["depot"]["left"]["4"] == 0


def test_only_own_trains_are_discarded_and_never_the_2e() -> None:
    bench = crowd()
    bench.refuses("VR: discard 2E", "train.discard-own")
    bench.refuses("VR: discard 6", "train.discard-own")
    bench.refuses("NSW: discard 4+", "train.faces")
    bench.allows("VR: discard 4+", "train.discard-own")
    assert bench.company("VR")["trains"] == ["2E", "3", "4"]


def test_no_discard_while_nobody_is_over() -> None:
    bench = next_up(shopping("3", "3", "3"), "3")
    bench.spares("buy 4", "train.discard")
    bench.refuses("discard 3", "turn.moves")


# ---------------------------------------------------------------------------- rust


@pytest.mark.parametrize(
    ("before", "bought", "gone"),
    [("3", "4", "2"), ("3", "4+", "2"), ("5", "6", "3"), ("5", "6+", "3"), ("6", "8", "4"), ("6", "D", "4")],
)
def test_the_first_4_6_and_8_rust_2s_3s_and_4s_everywhere(before: str, bought: str, gone: str) -> None:
    bench = Sitting().directed(VR="Ben", NSW="Anna").phase(before)
    next_up(bench, before).train("NSW", gone).train("VR", gone + "+", "2E").until("NSW")
    bench.do("run 0")
    bench.rich("NSW", 5000)
    bench.shows(f"buy {bought}", "train.rust", "phase.begins")
    assert bench.company("NSW")["trains"] == [bought] and bench.company("VR")["trains"] == ["2E"]


@pytest.mark.parametrize(("before", "bought"), [("2", "3"), ("4", "5")])
def test_the_first_3_and_5_rust_nothing(before: str, bought: str) -> None:
    bench = next_up(shopping(before, before).given("P3", ""), before)
    bench.spares(f"buy {bought}", "train.rust")
    assert bench.company("NSW")["trains"] == [before, bought]


def test_the_second_card_of_a_kind_rusts_nothing() -> None:
    bench = shopping("4", "3")
    bench.spares("buy 4", "train.rust", "phase.begins")
    assert bench.company("NSW")["trains"] == ["3", "4"]


# ---------------------------------------------------------------------------- trade-in


@pytest.mark.parametrize("given", ["4", "4+"])
def test_a_4_or_4_plus_makes_a_d_cost_800(given: str) -> None:
    """Also at the train limit; the other 4 rusts with it (8166)."""
    bench = next_up(shopping("6", given, "4", cash=800), "6")
    bench.shows(f"buy D trade {given}", "train.trade-in", "phase.begins", "train.rust")
    assert bench.cash("NSW") == 0 and bench.company("NSW")["trains"] == ["D"]
    assert bench.state["phase"] == "8"


def test_nothing_else_is_traded_in_and_for_nothing_but_a_d() -> None:
    bench = next_up(shopping("6", "4", "6"), "6")
    for move in ("buy 8 trade 4", "buy D trade 6", "buy D trade 5", "buy D trade 2E"):
        assert not bench.refuses(move, "train.trade-in").waivable
    bench.refuses("buy D trade 4+", "train.faces")
    bench.refuses("buy D", "train.limit")
    bench.allows("buy D trade 4", "train.trade-in")
    assert bench.cash("NSW") == 4200 and bench.company("NSW")["trains"] == ["6", "D"]


def test_only_the_very_first_d_can_be_had_for_a_4() -> None:
    bench = next_up(shopping("6", "4"), "6")
    bench.do("buy 8")
    assert bench.company("NSW")["trains"] == ["8"]
    bench.refuses("buy D trade 4", "train.trade-in")
    bench.do("buy D")
    assert bench.cash("NSW") == 5000 - 800 - 1100


# ---------------------------------------------------------------------------- the 2E


@pytest.mark.parametrize("phase", LIMITS)
def test_the_2e_is_on_sale_from_phase_5(phase: str) -> None:
    bench = shopping(phase)
    if phase < "5":
        bench.refuses("buy 2E", "train.ghan-phase")
        assert "2E" not in bench.state["depot"]["for_sale"]
    else:
        bench.allows("buy 2E", "train.ghan-phase")
        assert bench.cash("NSW") == 4800 and bench.company("NSW")["trains"] == ["2E"]
    shopping("5").allows("buy 2E", "train.ghan-phase")


@pytest.mark.parametrize("move", ["buy 2E", "buy 2E with P4"])
def test_one_2e_a_company_also_with_p4(move: str) -> None:
    bench = shopping("5").given("P4", "NSW")
    bench.do("buy 2E")
    bench.refuses(move, "train.ghan-one")
    shopping("5").given("P4", "NSW").allows(move, "train.ghan-one")


@pytest.mark.parametrize("options", [{"second_ghan_by_p4": True}, {"readings": "18xx.games"}])
def test_o12_a_second_2e_with_p4_where_the_option_says_so(options: dict[str, Any]) -> None:
    bench = shopping("5", **options).given("P4", "NSW")
    bench.do("buy 2E")
    bench.refuses("buy 2E", "train.ghan-one")
    bench.allows("buy 2E with P4", "train.ghan-one")
    assert bench.cash("NSW") == 5000 - 200 - 100 and bench.company("NSW")["trains"] == ["2E", "2E"]


def test_a_2e_is_bought_with_own_money() -> None:
    bench = shopping("5", cash=199)
    for move in ("buy 2E", "buy 2E forced"):
        assert bench.refuses(move, "train.ghan-own-money").fields["cash"] == 199
    assert bench.state["boe"]["loans_granted"] == 0
    bench.do("loan")
    bench.refuses("buy 2E forced", "train.ghan-own-money")
    bench.allows("buy 2E", "train.ghan-own-money")
    assert bench.cash("NSW") == 99


def test_9426_a_full_company_may_borrow_for_a_2e() -> None:
    bench = shopping("5", "5", "5", cash=100)
    bench.do("loan", "buy 2E")
    assert bench.cash("NSW") == 0 and bench.company("NSW")["trains"] == ["2E", "5", "5"]


def test_the_bank_takes_no_train_back() -> None:
    bench = shopping("3", "2+", "3")
    for move in ("sell 2+", "sell 1 3", "sell 1 2+"):
        assert not bench.refuses(move, "train.no-sale-back").waivable
    bench.until_round("SR 2")
    bench.refuses("sell 3+", "train.no-sale-back")
    bench.turn("Anna")
    bench.allows("sell NSW", "train.no-sale-back")


# ---------------------------------------------------------------------------- phases

PHASES = [
    ("2", "3", "3", 2, 100),
    ("2", "3+", "3", 2, 100),
    ("3", "4", "4", 2, 100),
    ("3", "4+", "4", 2, 100),
    ("4", "5", "5", 3, 200),
    ("4", "5+", "5", 3, 200),
    ("5", "6", "6", 3, 200),
    ("5", "6+", "6", 3, 200),
    ("6", "8", "8", 3, 300),
    ("6", "D", "8", 3, 300),
]


@pytest.mark.parametrize(
    ("before", "face", "phase", "rounds", "base"), PHASES, ids=[row[1] for row in PHASES]
)
def test_the_first_train_of_a_kind_begins_its_phase(
    before: str, face: str, phase: str, rounds: int, base: int
) -> None:
    bench = next_up(shopping(before).given("P3", ""), before)
    bench.shows(f"buy {face}", "phase.begins", "phase.effects", "phase.at-once")
    assert bench.state["phase"] == phase and bench.state["train_limit"] == LIMITS[phase]
    data = bench.game.phase_data()
    assert data["rounds"] == rounds and data["boe_base"] == base
    if phase != "8":
        second = face.rstrip("+")
        bench.spares(f"buy {second}", "phase.begins", "phase.effects", "phase.at-once")
    bench.until_round("SR 2").until_round("OR 2.1")
    assert bench.game.operating.total == rounds


def test_the_last_train_of_a_kind_begins_no_phase() -> None:
    bench = last_of(shopping(), "2")
    bench.spares("buy 2", "phase.begins", "phase.effects", "phase.at-once")
    assert bench.state["phase"] == "2" and bench.state["depot"]["for_sale"] == {"3": 200, "3+": 230}


def test_phase_3_opens_loans_trades_and_privates_for_the_rest_of_the_turn() -> None:
    bench = Sitting().directed(VR="Anna", NSW="Anna").train("VR", "2").until("NSW")
    next_up(bench, "2").rich("NSW", 1000).do("run 0")
    bench.refuses("loan", "loan.phase")
    bench.refuses("buy P1 for 40", "sale.phase")
    bench.refuses("buy 2 from VR for 1", "trade.phase")
    bench.shows("buy 3", "phase.effects", "phase.at-once")
    bench.do("loan", "buy P1 for 40", "buy 2 from VR for 1")
    assert bench.cash("NSW") == 1000 - 200 + 100 - 40 - 1
    bench.refuses("lay E18", "turn.order")


def test_phase_4_rusts_the_2s_and_still_sells_privates() -> None:
    bench = next_up(shopping("3", "2", "2+", "3"), "3")
    bench.shows("buy 4", "phase.effects", "train.rust")
    assert bench.company("NSW")["trains"] == ["3", "4"]
    bench.do("buy P1 for 40")
    assert bench.company("NSW")["privates"] == ["P1"]


def test_phase_5_closes_privates_and_brings_brown_and_the_2e() -> None:
    bench = next_up(shopping("4", "4").given("P3", ""), "4")
    bench.shows("buy 5", "phase.effects", "power.privates-close")
    assert {id_ for id_, private in bench.state["privates"].items() if private["closed"]} >= {
        "P1",
        "P5",
        "P6",
    }
    bench.do("buy 2E", "done")
    bench.lays(F17=2).until("NSW").do("lay F17")
    assert bench.game.lays["F17"] == 3


def test_phase_6_lets_com_act_and_phase_8_brings_gray() -> None:
    bench = next_up(shopping("5", "5").lays(F17=3), "5")
    bench.shows("buy 6", "phase.effects")
    assert bench.game.since("com_without_link")
    bench.until_round("OR 2.1")
    bench.refuses("lay F17", "track.colour")
    next_up(bench, "6").rich("NSW", 2000).do("run 0")
    bench.arrange(lambda g: g.companies["NSW"].trains.clear())
    bench.shows("buy 8", "phase.effects")
    bench.do("done")
    bench.do("lay F17")
    assert bench.game.lays["F17"] == 4


# ---------------------------------------------------------------------------- between companies


def trading(phase: str = "3", *, same: bool = False, **options: Any) -> Sitting:
    """NSW (Anna) in its train step; VR (Ben, or Anna too) has a 2, a 3+ and a 2E."""
    bench = Sitting(**options).directed(VR="Anna" if same else "Ben", NSW="Anna").phase(phase)
    bench.train("VR", "2", "3+", "2E").until("NSW").do("run 0")
    return bench.rich("NSW", 1000).rich("VR", 0)


def test_companies_trade_trains_from_phase_3_on() -> None:
    bench = trading("2")
    bench.refuses("buy 2 from VR for 100", "trade.phase")
    later = trading("3")
    later.allows("buy 2 from VR for 100", "trade.phase")
    assert later.cash("NSW") == 900 and later.cash("VR") == 100
    assert later.company("NSW")["trains"] == ["2"] and later.company("VR")["trains"] == ["2E", "3+"]


def test_a_trade_belongs_to_the_train_step_of_the_buyer() -> None:
    bench = trading("3").train("NSW", "2").until_round("OR 2.1").until("NSW")
    bench.refuses("buy 2 from VR for 100", "turn.open-runs")
    bench.do("run 0", "buy 2 from VR for 100")
    bench.refuses("VR: buy 2 from NSW for 100", "rounds.once")


@pytest.mark.parametrize("price", [1, 99, 1000])
def test_between_companies_of_one_director_the_price_is_free(price: int) -> None:
    bench = trading(same=True)
    for wrong in (0, 1001):
        error = bench.refuses(f"buy 2 from VR for {wrong}", "trade.same-director-price")
        assert error.fields["cash"] == 1000 and not error.waivable
    bench.allows(f"buy 2 from VR for {price}", "trade.same-director-price")
    assert bench.cash("NSW") == 1000 - price and bench.cash("VR") == price


@pytest.mark.parametrize(("face", "printed"), [("2", 100), ("3+", 230)])
def test_between_different_directors_the_face_price_is_paid(face: str, printed: int) -> None:
    bench = trading()
    for wrong in (1, printed - 1, printed + 1):
        error = bench.refuses(f"buy {face} from VR for {wrong}", "trade.face-price")
        assert error.fields["amount"] == printed
    bench.allows(f"buy {face} from VR for {printed}", "trade.face-price")
    assert bench.cash("NSW") == 1000 - printed and bench.cash("VR") == printed
    implied = trading()
    implied.allows(f"buy {face} from VR", "trade.face-price")
    assert implied.cash("VR") == printed


@fact("trade.any-order")
@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (2, 1, 0), (1, 2, 0)])
def test_9331_purchases_from_bank_and_companies_in_any_order(order: tuple[int, ...]) -> None:
    bench = trading()
    moves = ("buy 3", "buy 2 from VR for 100", "buy 3+ from VR for 230")
    bench.do(*(moves[index] for index in order))
    assert bench.company("NSW")["trains"] == ["2", "3", "3+"] and bench.cash("NSW") == 1000 - 530


def test_a_train_of_a_company_is_paid_with_own_money_which_may_be_borrowed() -> None:
    bench = trading().rich("NSW", 99).rich("Anna", 2000)
    error = bench.refuses("buy 2 from VR for 100", "trade.own-money")
    assert (error.fields["price"], error.fields["cash"]) == (100, 99)
    bench.do("loan")
    bench.allows("buy 2 from VR for 100", "trade.own-money")
    assert bench.cash("NSW") == 99 and bench.cash("VR") == 100 and bench.cash("Anna") == 2000


@pytest.mark.parametrize("same", [True, False])
def test_8203_a_2e_never_changes_hands(same: bool) -> None:
    bench = trading("5", same=same)
    bench.arrange(lambda g: setattr(g.companies["VR"], "trains", ["5", "2E"]))
    bench.refuses("buy 2E from VR for 200", "trade.no-ghan")
    bench.allows("buy 5 from VR for 500", "trade.no-ghan")
    assert bench.company("VR")["trains"].count("2E") == 1


def test_a_company_sells_trains_it_owns_and_not_to_itself() -> None:
    bench = trading().train("NSW", "3")
    for move in (
        "buy 4 from VR for 300",
        "buy 3 from NSW for 200",
        "buy 2 from SAR for 100",
        "buy 2 from Ben",
    ):
        assert not bench.refuses(move, "trade.owner").waivable
    bench.allows("buy 2 from VR for 100", "trade.owner")


def test_the_face_a_train_was_bought_with_stays() -> None:
    bench = trading().train("NSW", "2")
    bench.refuses("buy 3 from VR for 200", "train.faces")
    bench.refuses("buy 2+ from VR for 120", "train.faces")
    bench.allows("buy 3+ from VR for 230", "train.faces")
    assert bench.company("NSW")["trains"] == ["2", "3+"]
    bench.until_round("OR 2.1").until("NSW")
    bench.refuses("run 2+:50 3+:60", "train.faces")
    bench.allows("run 2:50 3+:60", "train.faces")


def test_the_limit_holds_for_trades_too() -> None:
    bench = trading().train("NSW", "3", "3", "3", "3")
    bench.refuses("buy 2 from VR for 100", "train.limit")


def test_a_trade_neither_begins_a_phase_nor_takes_from_the_stack() -> None:
    bench = trading()
    before = bench.state["depot"]
    bench.spares("buy 2 from VR for 100", "phase.begins")
    assert bench.state["depot"] == before


def test_purchases_trades_and_discards_are_told() -> None:
    bench = trading("4").arrange(lambda g: g.depot.left.update({"4": 1}))
    assert bench.sentences(bench.do("buy 3+ from VR")) == "NSW buys a 3+ from VR for £230."
    assert bench.sentences(bench.do("buy 4")) == "NSW buys a 4 for £300."
    bench.train("NSW", "4", "4")
    assert bench.sentences(bench.do("discard 4")).startswith("NSW discards a 4.")
    ghan = shopping("5")
    assert ghan.sentences(ghan.do("buy 2E")) == "NSW buys a 2E for £200."

"""A company's turn: its home token, the order of its steps, what is free of them, runs, dividends."""

from __future__ import annotations

import pytest

from referee.errors import Unreadable
from tests.games.australia1848.setups import Sitting
from tests.kit import fact


def with_trains(*faces: str, phase: str = "2") -> Sitting:
    """NSW, alone in the first operating round, with trains."""
    return Sitting().operating("NSW").phase(phase).train("NSW", *faces)


# ---------------------------------------------------------------------------- turn


def test_the_first_turn_begins_with_the_home_token_free_of_charge() -> None:
    bench = Sitting().sold().floated("NSW")
    bench.do("pass", "pass", "pass")
    assert bench.company("NSW")["tokens"] == []
    bench.shows("pass", "turn.home-token")
    assert bench.round == "OR 1.1" and bench.to_act == "NSW"
    assert bench.company("NSW")["tokens"] == ["F17"] and bench.cash("NSW") == 1000


def test_a_later_turn_brings_no_home_token() -> None:
    bench = Sitting().operating("NSW").until_round("SR 2")
    bench.do("pass", "pass", "pass")
    bench.spares("pass", "turn.home-token")
    assert bench.to_act == "NSW" and bench.company("NSW")["tokens"] == ["F17"]


def test_the_steps_come_in_their_order() -> None:
    bench = with_trains("2")
    bench.allows("lay E18", "turn.order")
    bench.allows("token E18", "turn.order")
    bench.refuses("lay G16", "turn.order")
    bench.refuses("pay", "turn.order")
    bench.allows("run 40", "turn.order")
    for move in ("lay G16", "run 40", "buy 2"):
        bench.refuses(move, "turn.order")
    bench.allows("pay", "turn.order")
    for move in ("lay G16", "run 40", "pay", "withhold"):
        bench.refuses(move, "turn.order")
    bench.allows("buy 2", "turn.order")
    bench.do("done")
    assert bench.round == "SR 2"


@pytest.mark.parametrize("late", ["lay E18", "token E18", "run 40"])
def test_a_step_passed_over_does_not_come_back(late: str) -> None:
    bench = with_trains("2")
    bench.do("run 40", "withhold")
    bench.refuses(late, "turn.order")


def test_steps_may_be_left_out() -> None:
    bench = with_trains("2")
    bench.allows("token E18", "turn.order")
    assert bench.game.operating.turn.yellow == 0


@fact("turn.any-time")
@pytest.mark.parametrize("before", [(), ("lay E18",), ("token E18",), ("run 40",), ("run 40", "withhold")])
@pytest.mark.parametrize("move", ["loan", "buy P1 for 40", "lay I8 with P3"])
def test_loan_privates_and_tasmania_fit_in_at_every_step(before: tuple[str, ...], move: str) -> None:
    bench = with_trains("3", phase="3").given("P3", "NSW")
    if before:
        bench.do(*before)
    step = bench.game.operating.turn.step
    bench.do(move)
    assert bench.game.operating.turn.step == step
    assert bench.to_act == "NSW"
    bench.do({0: "lay G16", 1: "token E18", 2: "run 40", 3: "pay", 4: "buy 3"}[step])


def test_trains_that_have_not_run_hold_up_what_comes_after() -> None:
    bench = with_trains("2")
    bench.refuses("buy 2", "turn.open-runs")
    bench.refuses("done", "turn.open-runs")
    bench.do("run 0")
    bench.allows("buy 2", "turn.open-runs")
    without = Sitting().operating("NSW")
    without.allows("buy 2", "turn.open-runs")
    assert without.price("NSW") == 90 and without.company("NSW")["trains"] == ["2"]


@pytest.mark.parametrize("before", ["lay E18", "token E18"])
def test_a_company_without_trains_falls_before_it_buys_or_ends(before: str) -> None:
    for move in ("buy 2", "done no-route"):
        bench = Sitting().operating("NSW")
        bench.do(before)
        bench.shows(move, "dividend.price")
        assert bench.price("NSW") == 90
    waiting = with_trains("2")
    waiting.do(before)
    waiting.refuses("done", "turn.open-runs")


def test_only_moves_of_a_turn_are_played_in_it() -> None:
    bench = Sitting().operating("NSW")
    bench.refuses("lower P1", "turn.moves")
    bench.refuses("discard 2", "turn.moves")
    bench.allows("lay E18", "turn.moves")


# ---------------------------------------------------------------------------- runs


def test_without_a_train_nothing_is_earned() -> None:
    bench = Sitting().operating("NSW")
    bench.refuses("run 40", "run.needs-train")
    bench.refuses("run 2:40", "run.needs-train")
    bench.allows("run 0", "run.needs-train")
    assert bench.cash("NSW") == 1000 and bench.price("NSW") == 90
    with_trains("2").refuses("run 3:40", "run.needs-train")
    with_trains("2").allows("run 2:40", "run.needs-train")


def test_each_train_runs_once() -> None:
    bench = with_trains("2", "2", "2+")
    bench.refuses("run 2:40 2:30 2:20", "run.once-per-train")
    bench.refuses("run 2+:40 2+:30", "run.once-per-train")
    bench.refuses("run 2 F17-E18 40, 2 F17-G16 30, 2 F17-E16 20", "run.once-per-train")
    bench.allows("run 2:40 2:30 2+:50", "run.once-per-train")
    assert bench.game.operating.turn.revenue == 120
    two = with_trains("2", "2")
    two.refuses("run 40, 30, 20", "run.once-per-train")
    two.allows("run 40, 30", "run.once-per-train")
    assert two.game.operating.turn.revenue == 70


@fact("run.choice")
def test_any_revenue_the_director_declares_is_taken() -> None:
    for revenue in (10, 40, 250):
        bench = with_trains("2", "2")
        bench.do(f"run {revenue}", "withhold")
        assert bench.cash("NSW") == 1000 + revenue


def test_the_2e_joins_alice_springs_to_a_city_with_a_token() -> None:
    def ghan() -> Sitting:
        return with_trains("2E", "5", phase="5").tokens("NSW", "E4")

    for stops in ("F17-E18", "E18-A4", "A4-E4-A6", "E4-A4-D3", "G6-H11"):
        ghan().refuses(f"run 2E {stops} 60", "run.ghan")
    for stops in ("E4-A4", "F17-D9-A6", "A4-D3-E4"):
        ghan().allows(f"run 2E {stops} 60", "run.ghan")
    other = ghan()
    other.allows("run 5 E18-G16 60", "run.ghan")
    assert other.game.operating.turn.revenue == 60


@pytest.mark.parametrize(
    ("train", "stops", "revenue"),
    [
        ("4+", "H11-G12-G14-G16-F17", 160),
        ("3", "B17-B19-C20-B21", 110),
        ("3+", "G6-H9-I10", 120),
        ("4", "G6-H9-I10", 120),
        ("5+", "F17-E18-C20-B19-A18", 200),
        ("6", "F17-E18-C20-B19-A18", 200),
        ("6", "F17-G16-G14-G12-H11-G10-G12", 190),
    ],
)
def test_t10_runs_are_declared_with_their_stops(train: str, stops: str, revenue: int) -> None:
    bench = with_trains(train)
    receipt = bench.do(f"run {train} {stops.lower()} {revenue}")
    assert receipt.played.entry.do == f"run {train} {stops} {revenue}"
    assert bench.game.operating.turn.revenue == revenue
    bench.do("withhold")
    assert bench.cash("NSW") == 1000 + revenue


def test_stops_are_hexes_of_the_map() -> None:
    bench = with_trains("2")
    with pytest.raises(Unreadable):
        bench.do("run 2 F17-A2 40")
    bench.do("run 2 F17-E18 40")


# ---------------------------------------------------------------------------- dividends


def earning(revenue: int, row: int = 1, column: int = 5) -> Sitting:
    """NSW (Anna 60 %) has run; its marker lies where told."""
    bench = with_trains("2").marker("NSW", row, column)
    bench.do(f"run {revenue}")
    return bench


def test_the_revenue_is_never_split() -> None:
    bench = earning(80)
    bench.refuses("pay 40", "dividend.all-or-nothing")
    bench.refuses("pay 0", "dividend.all-or-nothing")
    bench.allows("pay 80", "dividend.all-or-nothing")
    assert bench.cash("Anna") == 630 - 30 - 170 + 30 + 48 and bench.cash("NSW") == 1000


def test_a_company_that_earned_nothing_has_no_dividend_to_decide() -> None:
    for move in ("pay", "withhold"):
        bench = Sitting().operating("NSW")
        bench.refuses(move, "dividend.nothing-earned")
        bench.do("run 0")
        bench.refuses(move, "dividend.nothing-earned")
        assert bench.price("NSW") == 90
        earning(40).allows(move, "dividend.nothing-earned")


def test_the_turn_does_not_end_before_the_dividend_is_decided() -> None:
    bench = earning(40)
    bench.refuses("done", "dividend.undecided")
    bench.refuses("pass", "dividend.undecided")
    bench.do("withhold")
    bench.allows("done", "dividend.undecided")
    assert bench.round == "SR 2"


def test_paying_gives_every_player_a_tenth_a_share_and_the_rest_to_nobody() -> None:
    bench = with_trains("2").holding("Ben", "NSW", 2).holding("Cleo", "NSW", 1)
    bench.holding("Dan", "NSW", 1).holding("Dan", "NSW", -1, "pool")
    before = {name: bench.cash(name) for name in ("Bank", "NSW", "Anna", "Ben", "Cleo", "Dan")}
    bench.do("run 70")
    bench.shows("pay", "dividend.pay", "dividend.price")
    change = {name: bench.cash(name) - was for name, was in before.items()}
    assert change == {"Bank": -63, "NSW": 0, "Anna": 42, "Ben": 14, "Cleo": 7, "Dan": 0}
    assert bench.price("NSW") == 110


def test_keeping_the_revenue_pays_no_dividend() -> None:
    bench = earning(70)
    anna, bank = bench.cash("Anna"), bench.cash("Bank")
    bench.spares("withhold", "dividend.pay")
    assert bench.cash("Anna") == anna and bench.cash("NSW") == 1070 and bench.cash("Bank") == bank - 70


def test_kept_revenue_goes_into_the_treasury_and_the_price_left() -> None:
    kept = earning(70)
    kept.shows("withhold", "dividend.withhold", "dividend.price")
    assert kept.cash("NSW") == 1070 and kept.price("NSW") == 90
    paid = earning(70)
    paid.spares("pay", "dividend.withhold")
    assert paid.cash("NSW") == 1000


@pytest.mark.parametrize(
    ("row", "column", "after"),
    [
        (1, 5, 110),
        (0, 15, 450),
        (0, 16, 450),
        (1, 16, 450),
        (2, 13, 310),
        (3, 10, 200),
        (4, 8, 130),
        (5, 6, 80),
    ],
)
def test_paying_moves_right_or_up_at_the_end_of_the_row(row: int, column: int, after: int) -> None:
    bench = earning(40, row, column)
    bench.shows("pay", "dividend.price")
    assert bench.price("NSW") == after


@pytest.mark.parametrize("moves", [("run 40", "withhold"), ("run 0",)])
@pytest.mark.parametrize(("row", "column", "after"), [(1, 5, 90), (0, 16, 400), (4, 2, 30), (5, 6, 60)])
def test_keeping_or_earning_nothing_moves_left(
    moves: tuple[str, ...], row: int, column: int, after: int
) -> None:
    bench = with_trains("2").marker("NSW", row, column)
    bench.do(*moves[:-1] or ("lay E18",))
    bench.shows(moves[-1], "dividend.price")
    assert bench.price("NSW") == after


def test_the_price_stands_still_until_the_dividend() -> None:
    bench = with_trains("2")
    bench.spares("run 40", "dividend.price")
    assert bench.price("NSW") == 100


@pytest.mark.parametrize("moves", [("run 40", "withhold"), ("run 0",)])
def test_left_from_the_first_column_is_receivership_before_any_train(moves: tuple[str, ...]) -> None:
    bench = with_trains("2").marker("NSW", 1, 1)
    bench.do(*moves[:-1] or ("lay E18",))
    bench.shows(moves[-1], "dividend.first-column", "receivership.trigger")
    assert bench.company("NSW") == {"closed": True} and bench.cash("NSW") == 0
    assert bench.round == "SR 2" and bench.state["receiverships"] == 1


def test_the_first_column_is_no_danger_to_whoever_pays_nor_the_second_to_whoever_keeps() -> None:
    paying = earning(40, 1, 1)
    paying.spares("pay", "dividend.first-column")
    assert paying.price("NSW") == 70
    keeping = earning(40, 1, 2)
    keeping.spares("withhold", "dividend.first-column")
    assert keeping.price("NSW") == 60


def test_910_pounds_do_not_save_a_company_that_falls_before_it_could_buy() -> None:
    """Issue 9312: the fall comes in the dividend step; the loan is offered, not forced."""
    bench = Sitting().operating("NSW").phase("6").arrange(lambda g: g.depot.left.update({"6": 0}))
    bench.rich("NSW", 910).marker("NSW", 4, 1)
    assert bench.state["depot"]["for_sale"] == {"8": 800, "D": 1100, "2E": 200}
    question = bench.asks("buy 8", "first-column")
    assert question.answers == ("run 0", "loan")
    bench.do("run 0")
    assert bench.company("NSW") == {"closed": True}


def test_a_turn_is_told_step_by_step() -> None:
    bench = with_trains("3", phase="3").given("P3", "NSW")
    assert bench.sentences(bench.do("lay E18")) == "NSW lays yellow on E18."
    assert bench.sentences(bench.do("lay G16")) == "NSW lays yellow on G16 and pays £50."
    assert bench.sentences(bench.do("token E18")) == "NSW puts a token on E18 for £40."
    assert "NSW puts the Tasmania tile on I8." in bench.sentences(bench.do("lay I8 with P3"))
    assert bench.sentences(bench.do("run 40")) == "NSW earns £40."
    assert bench.sentences(bench.do("pay")) == "NSW pays £4 a share: Anna £24.\nNSW price £100 → £110."
    assert bench.sentences(bench.do("done")).startswith("NSW is done.")
    idle = with_trains("2")
    assert idle.sentences(idle.do("run 0")) == "NSW earns nothing.\nNSW price £100 → £90."

"""Payments to rivals while building, white lines, jumps."""

from __future__ import annotations

from typing import Any

from tests.games.dampfross.tables import balances, mapped, plain, solo, until
from tests.kit import Bench, fact


def beside(order: str, **options: Any) -> tuple[Bench, dict[str, int]]:
    """Anna lies from Ax to A4; Ben builds `order` beside her."""
    bench = mapped("roll 6", "build (Ax) - A3 - Bex - A5", **options)
    bench.do(f"build {order}")
    return bench, balances(bench)


# ---------------------------------------------------------------------------- counting


def test_a_junction() -> None:
    bench = mapped("roll 6", "build (Ax) - A3")
    bench.shows("build (Cort) - C2 - B2 - A3", "fee.join")
    assert balances(bench) == {"Anna": 21, "Ben": 19, "Cleo": 20}
    bench.spares("build (Cort) - Ivo", "fee.join", "fee.alongside")


def test_alongside() -> None:
    bench = mapped("roll 6", "build (Ax) - A3")
    receipt = bench.shows("build (Ax) - A3", "fee.join", "fee.alongside")
    assert "[-10 Anna]" in bench.sentences(receipt)
    assert balances(bench) == {"Anna": 30, "Ben": 10, "Cleo": 20}
    bench.spares("build (Cort) - C2 - B1 - A2", "fee.alongside")
    assert balances(bench) == {"Anna": 31, "Ben": 11, "Cleo": 18}


def test_leaving_on_another_side_costs_nothing() -> None:
    _, money = beside("(Ax) - B1")
    assert money["Ben"] == 20


def test_fees_in_cities() -> None:
    bench = mapped("roll 6", "build (Ax) - Bex")
    bench.shows("build (Cort) - C2 - B2 - A3 - Bex", "fee.city")
    assert balances(bench)["Ben"] == 20 - 1 - 5
    bench.spares("build (Cort) - B1 - A2", "fee.city")
    free = mapped("roll 6", "build (Ax) - Bex", constants={"towns": False})
    free.spares("build (Cort) - C2 - B2 - A3 - Bex", "fee.city")
    # a junction at A3, half a hex out of it, none in the town
    assert balances(free)["Ben"] == 20 - 1 - 2


def test_fees_abroad() -> None:
    bench = mapped("roll 6", "build (Cort) - Ivo - E1")
    bench.shows("build (Cort) - Ivo - E1", "fee.abroad")
    assert balances(bench)["Ben"] == 20 - 5 - 5
    bench.spares("build (Cort) - Ivo", "fee.abroad")


def adjacent(**options: Any) -> Bench:
    """Anna has the line Gar–Hub; Ben has a line to Gar and is to build."""
    bench = mapped(**options)
    solo(bench, 6, "Anna", "(Ax) - Bex - A6 - Gar")
    solo(bench, 6, "Anna", "(Gar) - Hub")
    solo(bench, 6, "Ben", "(Cort) - C2 - B2")
    solo(bench, 6, "Ben", "(C2) - C3 - C5")
    until(bench, 6, "Ben")
    bench.do("build (C5) - B5 - Gar")
    while bench.game.dice:
        bench.do("pass")
    until(bench, 6, "Ben")
    return bench


def test_adjacent_cities() -> None:
    bench = adjacent()
    before = balances(bench)
    bench.shows("build (Gar) - Hub", "fee.adjacent")
    after = balances(bench)
    assert after["Anna"] - before["Anna"] == 3 == before["Ben"] - after["Ben"]
    other = adjacent(adjacent_join=True)
    before = balances(other)
    other.do("build (Gar) - Hub")
    assert balances(other)["Anna"] - before["Anna"] == 4
    other = adjacent()
    other.spares("build (Gar) - C6", "fee.adjacent")


def test_every_rival_is_paid() -> None:
    bench = mapped("roll 6", "build (Ax) - A2")
    bench.spares("build (Ax) - A2", "fee.every-rival")
    bench.shows("build (Ax) - A2", "fee.every-rival")
    assert balances(bench) == {"Anna": 30, "Ben": 20, "Cleo": 10}


@fact("fee.same-round")
def test_lines_of_the_same_die() -> None:
    free = mapped("roll 6", "build (Ax) - A2", "build (Ax) - A2", same_round_fees=False)
    assert balances(free)["Ben"] == 20
    free.do("pass")
    until(free, 6, "Cleo")
    free.do("build (Ax) - A2")
    assert balances(free) == {"Anna": 25, "Ben": 25, "Cleo": 10}


@fact("fee.once")
def test_one_junction_per_contact_in_the_schmidt_edition() -> None:
    order = "(Ax) - A3 - Bex"
    _, money = beside(order, constants={"contact": True})
    assert 20 - money["Ben"] == 1 + 6 * 2  # six half hexes, one junction
    _, money = beside(order)
    assert 20 - money["Ben"] == 3 * 5


def test_a_hex_joined_before() -> None:
    for again, fee in ((True, 2), (False, 1)):
        bench = mapped(
            "roll 6", "build (Ax) - A4", "build (Cort) - C2 - B2 - A3 ; (B2) - A2", join_again=again
        )
        assert balances(bench)["Ben"] == 18
        bench.do("pass")
        until(bench, 6, "Ben")
        bench.do("build (Cort) - B1 - A2")
        assert balances(bench)["Ben"] == 18 - fee + 1


def test_fees_come_from_the_account() -> None:
    bench = mapped("roll 6", "build (Ax) - Bex - A6")
    bench.refuses("build (Ax) - A6", "fee.account")
    bench.allows("build (Ax) - Bex", "fee.account")
    assert balances(bench)["Ben"] == 5
    debt = mapped("roll 6", "build (Ax) - Bex - A6", "build (Ax) - A6", debt=True)
    assert balances(debt)["Ben"] == -5


def test_an_entry_that_the_banker_forgot_is_suspected() -> None:
    bench = mapped("roll 6", "build (Ax) - A3", "build (Ax) - B1 - B2 - A3 - Bex")
    assert balances(bench)["Ben"] == 20 - 1 + 6
    assert bench.table.suspects("Ben", 20) == ([3], 0)  # neither payment alone


def test_a_declared_fee_that_no_stretch_costs() -> None:
    bench = plain("roll 6", "build (Paris) - ppp Rouen [+6]")
    bench.refuses("build (Paris) - pp [-11 Anna]", "fee.most")
    bench.refuses("build (Paris) - p [-5 Anna] - p [jjhh Anna]", "fee.most")
    bench.allows("build (Paris) - pp [-10 Anna]", "fee.most")


def test_white_lines() -> None:
    bench = mapped()
    solo(bench, 6, "Anna", "(Cort) - Ivo - D2")
    until(bench, 6, "Anna")
    receipt = bench.shows("build (D2) - D4", "white.join")
    assert "[-6 Foreign]" in bench.sentences(receipt)  # a junction, then a full hex alongside
    assert balances(bench)["Anna"] == 20 + 6 - 6
    bench.spares("roll 6", "white.join")


def test_white_lines_joined_for_nothing() -> None:
    bench = mapped(white_fee=False)
    solo(bench, 6, "Anna", "(Cort) - Ivo - D2")
    until(bench, 6, "Anna")
    bench.spares("build (D2) - D4", "white.join")
    assert balances(bench)["Anna"] == 20 + 6


# ---------------------------------------------------------------------------- a map the table declares


def test_declared_contacts() -> None:
    bench = plain("roll 6", "build (Paris) - pc Rouen")
    receipt = bench.shows("build (Paris) - ppc Rouen [jjhhh Anna]", "fee.join", "fee.alongside")
    assert "[-8 Anna]" in bench.sentences(receipt)
    bench.spares("build (Paris) - p G58 [-1 Anna]", "fee.join")


def test_declared_amounts() -> None:
    bench = plain("roll 6", "build (Paris) - pc Rouen")
    bench.shows("build (Paris) - p D59 [-2 Anna] - pc Rouen [-6 Anna]", "fee.declared")
    assert balances(bench) == {"Anna": 34, "Ben": 12, "Cleo": 20}
    bench.refuses("build (Paris) - p G58 [jhh Anna] [-4 Anna]", "build.note")
    bench.refuses("build (Paris) - ppppp G58 [-21 Anna]", "fee.account")
    bench.refuses("build (Paris) - p G58 [-1 Cleo]", "fee.rival")
    bench.spares("build (Paris) - pp G58 [jhh Anna] [-5 Anna]", "fee.declared")
    plain("roll 6").allows("build (Paris) - p G58 [-1 Ben]", "fee.rival")


def test_declared_bonuses() -> None:
    bench = plain("roll 6")
    bench.refuses("build (Paris) - ppc Rouen [+3]", "build.note")
    bench.shows("build (Paris) - ppc Rouen [+6]", "bonus.first")
    bench.refuses("build (Paris) - ppc Rouen [+6]", "build.note")
    bench.spares("build (Paris) - ppc Rouen [jhh Anna]", "bonus.first")


def test_a_declared_pair_of_adjacent_cities() -> None:
    bench = plain("roll 6", "build (Nürnberg) - c Fürth", board="bayern")
    bench.shows("build (Nürnberg) - c Fürth [a Anna]", "fee.adjacent")
    assert balances(bench) == {"Anna": 29, "Ben": 17, "Cleo": 20}


# ---------------------------------------------------------------------------- jumps


def jumping(**options: Any) -> Bench:
    """Anna lies from Ax to A6; Ben has a line to A2, a junction with hers, and is to build."""
    bench = mapped(**{"jumps": True, **options})
    solo(bench, 6, "Anna", "(Ax) - A6")
    solo(bench, 6, "Anna", "(A6) - Fen")
    solo(bench, 4, "Ben", "(Cort) - B1 - A2")
    until(bench, 6, "Ben")
    return bench


def test_a_jump() -> None:
    bench = jumping()
    bench.refuses("build (A2) *LEAP Anna* (A6) - B6", "jump.gap")
    bench.refuses("build (A2) *LEAP Cleo* (A5) - B5", "jump.gap")
    bench.refuses("build (A2) *LEAP Ben* (A5) - B5", "jump.rival")
    before = balances(bench)
    bench.shows("build (A2) *LEAP Anna* (A5) - B5", "jump.connections")
    # the junction at A2 was paid before, the one at A5 is paid now
    assert balances(bench)["Anna"] - before["Anna"] == 1
    bench.spares("pass", "jump.connections")
    jumping().allows("build (A2) *LEAP Anna* (A4) - A5", "jump.gap")
    jumping().allows("build (A2) *LEAP Anna* (A4) - A5", "jump.rival")


def test_jumps_have_to_be_agreed_on() -> None:
    jumping(jumps=False).refuses("build (A2) *LEAP Anna* (A5) - B5", "jump.agreed")
    jumping().allows("build (A2) *LEAP Anna* (A5) - B5", "jump.agreed")


def test_the_length_of_a_jump_read_otherwise() -> None:
    jumping(jump_counts="hexes between").do("build (A2) *LEAP Anna* (A6) - B6")


def test_two_jumps_per_rival() -> None:
    bench = jumping()
    bench.do("build (A2) *LEAP Anna* (A4) - B4 ; (A4) *LEAP Anna* (A6)")
    while bench.game.dice:
        bench.do("pass")
    until(bench, 6, "Ben")
    bench.refuses("build (A6) *LEAP Anna* (Fen) - B8", "jump.limit")
    jumping().allows("build (A2) *LEAP Anna* (A4) - B4 ; (A4) *LEAP Anna* (A6)", "jump.limit")


def test_a_closed_jump_is_free_again() -> None:
    bench = jumping()
    bench.do("build (A2) *LEAP Anna* (A3) *LEAP Anna* (A5) - B5")
    while bench.game.dice:
        bench.do("pass")
    until(bench, 6, "Ben")
    bench.spares("build (A2) - A3", "jump.free-again")
    while bench.game.dice:
        bench.do("pass")
    until(bench, 6, "Ben")
    bench.shows("build (A5) *LEAP Anna* (A7) - B7", "jump.free-again")


def test_jumps_on_a_map_the_table_declares() -> None:
    bench = plain("roll 6", "build (Paris) - pp G58 - pc Rouen", jumps=True)
    before = balances(bench)
    bench.shows("build (Caen) - pp H50 *LEAP Anna* (p K54) - p L53", "jump.connections")
    assert balances(bench)["Anna"] - before["Anna"] == 2
    bench.do("pass")
    until(bench, 6, "Ben")
    bench.do("build (L53) *LEAP Anna* (p M53) [-1 Anna] - p M54")
    while bench.game.dice:
        bench.do("pass")
    until(bench, 6, "Ben")
    bench.refuses("build (M54) *LEAP Anna* (p N60) - p", "jump.limit")
    bench.do("build (L53) - p M53")
    while bench.game.dice:
        bench.do("pass")
    until(bench, 6, "Ben")
    bench.shows("build (M54) *LEAP Anna* (p N60) - p", "jump.free-again")

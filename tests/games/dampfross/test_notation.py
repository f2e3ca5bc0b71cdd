"""The notation of builds, routes and results: real samples, forgiveness, round trips."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import Unreadable
from referee.games.dampfross.game import Dampfross
from referee.games.dampfross.moves import (
    Arrival,
    Arrive,
    Build,
    CitiesFact,
    Decline,
    Draw,
    Enter,
    First,
    Goal,
    Joint,
    LedgerLine,
    Operate,
    Pass,
    Race,
    Result,
    Roll,
    StationFact,
    TeachBoard,
)
from referee.games.dampfross.orders import Note, Point, Route, Stretch, read_order, read_route, write_order
from referee.games.dampfross.results import Figure, Placing, payments, read_result
from referee.notation import Grammar, Move
from tests.games.dampfross.tables import plain

SAMPLES = Path(__file__).parents[4] / "shared/spec/dampfross-notation-samples.txt"


def samples() -> list[str]:
    if not SAMPLES.is_file():
        return []
    lines = SAMPLES.read_text(encoding="utf-8").splitlines()
    return [line.split("|")[2] for line in lines if line and not line.startswith("#")]


@pytest.mark.skipif(not SAMPLES.is_file(), reason="the samples lie beside the checkout, not in it")
@pytest.mark.parametrize("text", samples())
def test_every_sample_parses_and_prints_back(text: str) -> None:
    order = read_order(text)
    printed = write_order(order)
    assert read_order(printed) == order
    forgiven = (
        text.replace("{+6}", "[+6]").replace("[+6}", "[+6]").replace("* LEAP", "*LEAP").replace(")- ", ") - ")
    )
    if not forgiven.startswith("("):  # the brackets of the start were left out
        start, _, rest = forgiven.partition(" - ")
        forgiven = f"({start}) - {rest}"
    assert printed == forgiven


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("(Paris)-g58-Rouen[+6]", "(Paris) - G58 - Rouen [+6]"),
        ("Paris – G58 -- Rouen [ +6 ].", "(Paris) - G58 - Rouen [+6]"),
        ("4c: (L45) - Amble", "4c) (L45) - Amble"),
        ("(B58) - A53. (Q23) - Lyon.", "(B58) - A53 ; (Q23) - Lyon"),
        ("(Paris) - 3pr2p - Rouen", "(Paris) - ppprpp Rouen"),
        ("(Paris) - Chester-le-Street", "(Paris) - Chester-le-Street"),
        ("(Paris) - G58 [jhh L] [prix 4]", "(Paris) - G58 [jhh L] [cost 4]"),
        ("(K11) - K12 [build Soton to Cowes ferry]", "(K11) - K12 [build Soton to Cowes ferry]"),
        ("(A1) *saut pink* (A4)", "(A1) *LEAP pink* (A4)"),
    ],
)
def test_forgiveness(typed: str, canonical: str) -> None:
    assert write_order(read_order(typed)) == canonical


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "(Paris)",
        "(Paris) -",
        "(Paris G58",
        "(Paris) G58",
        "(Paris) - [+6]",
        "(Paris) - A1 [-3]",
        "(A) *LEAP *",
    ],
)
def test_unreadable(typed: str) -> None:
    with pytest.raises(Unreadable):
        read_order(typed)


# ---------------------------------------------------------------------------- round trips

COMPANIES = ("RAVEL", "FREAK", "CANCAN", "LFffCC")
HEXES = st.builds(lambda row, column: f"{row}{column}", st.sampled_from("ABCDEFGHIJKL"), st.integers(1, 99))
TOWNS = st.sampled_from(["Paris", "Le Havre", "Chester-le-Street", "St. Helens", "Évreux", "Rouen"])
LETTERS = st.lists(st.sampled_from(["p", "m", "rp", "wm", "rc"]), min_size=1, max_size=5).map("".join)
WHO = st.sampled_from(COMPANIES)
NOTES = st.one_of(
    st.integers(0, 20).map(lambda amount: Note("bonus", amount)),
    st.builds(lambda amount, who: Note("paid", amount, who), st.integers(0, 40), WHO),
    st.builds(Note, st.just("beside"), st.just(0), WHO, st.sampled_from(["j", "jhh", "h", "a", "jjhhhh"])),
    st.integers(0, 40).map(lambda amount: Note("cost", amount)),
    WHO.map(lambda who: Note("line", 0, who)),
)
NOTED = st.lists(NOTES, max_size=3).map(tuple)
NAMED = st.builds(Point, st.one_of(HEXES, TOWNS), st.one_of(st.just(""), LETTERS), st.just(""), NOTED)
LEAPT = st.builds(Point, HEXES, st.just(""), WHO, NOTED)
STARTS = st.one_of(HEXES, TOWNS).map(Point)
STRETCHES = st.builds(
    lambda label, start, points: Stretch(label, (start, *points)),
    st.sampled_from(["", "1a", "12c", "3"]),
    STARTS,
    st.lists(st.one_of(NAMED, LEAPT), min_size=1, max_size=4),
)
ORDERS = st.lists(STRETCHES, min_size=1, max_size=3).map(tuple)
ROUTES = st.one_of(
    st.builds(lambda points, notes: Route(points, notes=notes), st.integers(1, 99), NOTED),
    st.builds(lambda letters, notes: Route(letters=letters, notes=notes), LETTERS, NOTED),
    NOTED.map(lambda notes: Route(notes=notes)),
    st.builds(lambda points: Route(path=tuple(points)), st.lists(NAMED, min_size=2, max_size=5)),
)
STATIONS = st.builds(lambda tens, units: f"{tens}{units}", st.integers(1, 6), st.integers(1, 6))
PLACES = st.one_of(STATIONS, st.integers(1, 6).map(lambda n: f"@{n}"))
FIGURES = st.lists(
    st.builds(Figure, st.integers(-10, 10).filter(bool), st.one_of(st.just(""), WHO)), max_size=3
)
PLACINGS = st.builds(
    lambda who, rank, tied, prize, figures, goal: Placing(
        (who,), rank, tied and rank > 0, prize, tuple(figures), goal
    ),
    WHO,
    st.integers(0, 6),
    st.booleans(),
    st.one_of(st.none(), st.integers(0, 30)),
    FIGURES,
    st.sampled_from(["", "Blyth"]),
)
MOVES = st.one_of(
    st.builds(First, company=WHO),
    st.builds(
        Roll, dice=st.lists(st.integers(1, 6), min_size=1, max_size=4).map(tuple), virtual=st.booleans()
    ),
    st.builds(Build, order=ORDERS),
    st.builds(Pass),
    st.builds(Operate),
    st.builds(
        Race,
        draw=st.one_of(
            st.builds(lambda a, b: Draw(a, b), PLACES, PLACES),
            st.builds(lambda a, b, c, d: Draw(a, b, c, d), PLACES, PLACES, TOWNS, TOWNS),
            st.just(Draw("", "")),
        ),
        unlinked=st.booleans(),
        virtual=st.booleans(),
    ),
    st.builds(Goal, number=PLACES),
    st.builds(Enter, route=ROUTES),
    st.builds(Joint, first=WHO, second=WHO, route=ROUTES),
    st.builds(Decline),
    st.builds(
        Arrive,
        arrivals=st.lists(
            st.builds(Arrival, WHO, st.integers(1, 9), st.integers(0, 5)), min_size=1, max_size=4
        ).map(tuple),
    ),
    st.builds(Result, placings=st.lists(PLACINGS, max_size=4).map(tuple)),
    st.builds(LedgerLine, company=WHO, line=st.just("=20+18+8[C]-2[R]=44")),
    st.builds(TeachBoard, fact=st.builds(StationFact, number=st.integers(11, 66), city=TOWNS)),
    st.builds(TeachBoard, fact=st.builds(CitiesFact, count=st.integers(4, 99))),
)
GRAMMAR = Grammar(Dampfross.MOVES)
TABLE = plain(players=COMPANIES)


@settings(max_examples=150, deadline=None)
@given(MOVES)
def test_every_move_reads_back(move: Move) -> None:
    text = GRAMMAR.show(move, TABLE.table.names)
    assert GRAMMAR.parse(text, TABLE.table.names) == move, text
    assert GRAMMAR.split(text) == [text]


def test_places_of_a_known_map() -> None:
    bench = plain(board="valmoria")
    parse = GRAMMAR.parse
    names = bench.table.names
    build = parse("build (kelmar) - h6 - LUSENNE - 45", names)
    assert isinstance(build, Build)
    assert [point.place for point in build.order[0].points] == ["Kelmar", "H6", "Lusenne", "Rovens"]
    assert parse("build kelmar-h6", names) == parse("build (Kelmar) - H6", names)
    with pytest.raises(Unreadable, match="no place"):
        parse("build (Kelmar) - H66", names)
    with pytest.raises(Unreadable, match="no company"):
        parse("build (Kelmar) - H6 [-2 Zoe]", names)


def test_routes() -> None:
    assert read_route("14 [-3 Ben]") == Route(14, notes=(Note("paid", 3, "Ben"),))
    assert read_route("") == Route()
    assert read_route("pp2m") == Route(letters="ppmm")
    assert [point.place for point in read_route("Paris - G58 - Rouen").path] == ["Paris", "G58", "Rouen"]


# ---------------------------------------------------------------------------- who paid whom


def who_paid(text: str) -> set[tuple[str, str, int]] | None:
    placings = read_result(text, lambda name: name)
    found = payments(placings)
    if found is None:
        return None
    return {(placings[p].companies[0], placings[q].companies[0], amount) for p, q, amount in found}


def test_payments_follow_from_the_figures() -> None:
    assert who_paid("1st R 20-9+3 ; 2nd F 10-1-3 ; C +9 ; L +1") == {
        ("R", "C", 9),
        ("F", "L", 1),
        ("F", "R", 3),
    }
    assert who_paid("1st L 20-1-5 ; =2nd C 5+5-1 ; =2nd F 5+1+1") == {
        ("L", "C", 5),
        ("L", "F", 1),
        ("C", "F", 1),
    }
    assert who_paid("1st A 20-3[B]-3 ; B +3 ; C +3") == {("A", "B", 3), ("A", "C", 3)}
    assert who_paid("1st A 20-3-1 ; B +4") == {("A", "B", 3), ("A", "B", 1)}
    assert who_paid("1st A 20-3 ; B +2") is None
    assert who_paid("1st A 20-3+3") is None

"""Laws that hold for every game: prizes, payments, the arithmetic of a run, routes, pricing on a big map."""

from __future__ import annotations

import random
import time
from functools import cache
from itertools import product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import MoveError
from referee.games.dampfross.board import Board, edge, read_board
from referee.games.dampfross.network import Network
from referee.games.dampfross.prizes import prizes, shared
from referee.games.dampfross.programme import takes
from referee.games.dampfross.routes import OWN, Tariff, fees, points, steps
from referee.games.dampfross.search import MEASURES, Search
from tests.games.dampfross.tables import mapped
from tests.kit import Bench

FINISH = st.lists(st.tuples(st.integers(1, 6), st.integers(0, 5)), min_size=1, max_size=6)


@given(FINISH, st.data())
def test_prizes_sum_to_the_pot(finish: list[tuple[int, int]], data: st.DataObject) -> None:
    wealth = data.draw(st.lists(st.integers(0, 99), min_size=len(finish), max_size=len(finish)))
    won = prizes(finish, wealth)
    assert sum(won) == (20 if len(finish) == 1 else 30)
    table = [12, 9, 6, 3, 0, 0]
    assert sum(prizes(finish, wealth, table)) == sum(table[: len(finish)])
    for a, b in product(range(len(finish)), repeat=2):
        if (finish[a][0], -finish[a][1]) < (finish[b][0], -finish[b][1]):
            assert won[a] >= won[b]
        if finish[a] == finish[b]:
            assert abs(won[a] - won[b]) <= 1
            if wealth[a] < wealth[b]:
                assert won[a] >= won[b]


@given(st.integers(0, 99), st.lists(st.integers(0, 99), min_size=1, max_size=6), st.booleans())
def test_shares_sum_to_the_amount(amount: int, wealth: list[int], odd: bool) -> None:
    parts = shared(amount, wealth, odd_to_richest=odd)
    assert sum(parts) == amount
    assert max(parts) - min(parts) <= 1


@given(
    st.lists(st.booleans(), min_size=1, max_size=25), st.lists(st.integers(1, 6), min_size=60, max_size=60)
)
def test_an_arrival_is_that_of_the_literal_walk(terrain: list[bool], dice: list[int]) -> None:
    mountain = [False, *terrain]
    cost = sum(steps(mountain, range(len(mountain))))
    total, turns = 0, 0
    while total < cost:
        total += dice[turns]
        turns += 1
    assert (turns, total - cost) == walk(mountain, dice)


def walk(mountain: list[bool], dice: list[int]) -> tuple[int, int]:
    """Hex by hex, with waiting at the border of a mountain."""
    at, at_border = 0, False
    for turn, die in enumerate(dice, 1):
        left = die
        while left and at < len(mountain) - 1:
            climb = mountain[at + 1] and not mountain[at] and not at_border
            if climb and left == 1:
                at_border, left = True, 0
            else:
                left -= 2 if climb else 1
                at, at_border = at + 1, False
        if at == len(mountain) - 1:
            return turn, left
    raise AssertionError("the dice ran out")


@given(st.sets(st.sampled_from([10 * a + b for a in range(1, 7) for b in range(1, 7)])), st.data())
def test_the_next_number_is_free(used: set[int], data: st.DataObject) -> None:
    roll = data.draw(st.sampled_from([10 * a + b for a in range(1, 7) for b in range(1, 7)]))
    found = takes(roll, used)
    assert found not in used
    assert (found == roll) == (roll not in used)
    assert (found is None) == (len(used) == 36)


@given(st.lists(st.sampled_from([OWN, "A", "B"]), min_size=1, max_size=12))
def test_fees_count_the_hexes_of_each_owner(owners: list[str]) -> None:
    expected = {
        rival: sum(rival in owners[max(0, spot - 1) : spot + 1] for spot in range(len(owners) + 1))
        for rival in ("A", "B")
    }
    assert fees(owners) == {rival: amount for rival, amount in expected.items() if amount}


# ---------------------------------------------------------------------------- whole games


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 10**6))
def test_random_games_keep_their_totals(seed: int) -> None:
    bench = random_game(seed)
    game = bench.game
    assert sum(account.balance for account in game.ledger.accounts.values()) == 4 * 20
    assert all(balance >= 0 for name, balance in game.state()["balances"].items())
    between = dict.fromkeys(game.companies, 0)
    per_race: dict[int, int] = {}
    for posting in game.ledger.postings:
        if posting.payer in between and posting.payee in between:
            between[posting.payer] -= posting.amount
            between[posting.payee] += posting.amount
        if posting.reason == "prize":
            number = posting.fields["race"]
            per_race[number] = per_race.get(number, 0) + posting.amount
    assert sum(between.values()) == 0
    assert set(per_race.values()) <= {20, 30}
    for name in game.companies:  # a network is one piece
        own = game.network.own[name]
        if own:
            start = next(iter(own))
            assert all(game.network.linked(name, start, spot) for spot in own)
    scores = game.scores()
    assert all(score.total == sum(score.parts.values()) for score in scores)


def random_game(seed: int, most: int = 200) -> Bench:
    """Random legal moves on the invented map; the building phase is cut short."""
    rng = random.Random(seed)
    bench = mapped(board="valmoria", players=("Anna", "Ben", "Cleo", "Dora"), constants={"cities_left": 17})
    for _ in range(most):
        if bench.game.finished:
            break
        moves = [move for choice in bench.game.choices() for move in choice.moves]
        builds = [move for move in moves if move.startswith(("build", "enter"))]
        move = rng.choice(builds if builds and rng.random() < 0.9 else moves or ["goal 11"])
        if not moves:
            kind = "@" if bench.game.race.goal.startswith("@") else ""
            move = f"goal {kind}{rng.randint(1, 6)}" + ("" if kind else f"{rng.randint(1, 6)}")
        try:
            bench.table.record(move)
        except MoveError:
            bench.table.settled()
    return bench


# ---------------------------------------------------------------------------- routes

MOST = 5
SMALL: dict[str, Any] = {"sheet": [{"first": "A1", "rows": ["..^.", ".^.."]}], "cities": {}}


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 7), st.integers(0, 5), st.sampled_from("ABC")), max_size=16),
    st.booleans(),
)
def test_the_best_route_is_the_best_of_all(lines: list[tuple[int, int, str]], change: bool) -> None:
    board = read_board(SMALL)
    network = Network(board, board.mountain)
    for name in "ABC":
        network.open(name)
    for spot, side, name in lines:
        around = board.around[spot]
        network.lay(name, spot, around[side % len(around)], 1)
    limits = {"B": 3, "C": 3}
    tariff = Tariff(change=change)
    search = Search(network, ["A"], [], limits, tariff)
    every = list(all_ways(network, 0, 7, MOST))
    for measure, (credit, hexes, point) in MEASURES.items():
        legal = [
            sum(fees(owners, tariff).values()) * credit
            + len(owners) * hexes
            + points(board.mountain, spots) * point
            for spots, owners in every
            if OWN in owners and all(amount <= 3 for amount in fees(owners, tariff).values())
        ]
        way = search.best([0], [7], measure)
        if way is None:
            assert not legal
            continue
        assert way.fees == fees(way.owners, tariff)
        assert way.points == points(board.mountain, way.hexes)
        assert all(amount <= 3 for amount in way.fees.values()) and OWN in way.owners
        value = sum(way.fees.values()) * credit + way.length * hexes + way.points * point
        assert not legal or value <= min(legal)
        if way.length <= MOST:
            assert legal and value == min(legal)


def all_ways(network: Network, start: int, goal: int, most: int) -> Any:
    """Every walk of at most `most` segments that ends when it first reaches the goal, for company A."""
    stack: list[tuple[tuple[int, ...], tuple[str, ...]]] = [((start,), ())]
    while stack:
        spots, owners = stack.pop()
        if spots[-1] == goal:
            yield spots, owners
            continue
        if len(owners) == most:
            continue
        for there in network.joints.get(spots[-1], ()):
            names = network.lines[edge(spots[-1], there)]
            lines = [OWN] if "A" in names else names
            stack.extend(((*spots, there), (*owners, line)) for line in lines)


# ---------------------------------------------------------------------------- a big map


@cache
def big() -> tuple[Board, Network]:
    """40 × 40 hexes with six grown networks."""
    rng = random.Random(7)
    rows = ["".join(rng.choice("....^") for _ in range(40)) for _ in range(40)]
    board = read_board({"sheet": [{"first": "A1", "rows": rows}]})
    network = Network(board, board.mountain)
    for name in "ABCDEF":
        network.open(name)
        here = rng.randrange(1600)
        network.settle(name, here)
        for _ in range(420):
            here = rng.choice(list(network.own[name]))
            for _ in range(rng.randint(1, 8)):
                there = rng.choice(board.around[here])
                if there not in network.own[name].get(here, ()):
                    network.lay(name, here, there, 1)
                here = there
    return board, network


def test_routes_on_a_big_map_come_at_once() -> None:
    _, network = big()
    assert sum(len(owners) for owners in network.lines.values()) > 4000
    limits = dict.fromkeys("BCDEF", 10)
    rng = random.Random(3)
    joined = sorted(network.joints)
    slowest = 0.0
    for _ in range(3):
        start, goal = rng.sample(joined, 2)
        for measure in MEASURES:
            began = time.process_time()
            way = Search(network, ["A"], [], limits).best([start], [goal], measure)
            assert way is not None and max(way.fees.values()) <= 10
            slowest = max(slowest, time.process_time() - began)
    assert slowest < 1.0, f"{slowest:.2f} s"


def test_pricing_on_a_big_map_is_instant() -> None:
    board, network = big()
    began = time.process_time()
    for spot in range(0, 1600, 7):
        for there in board.around[spot]:
            network.contacts(
                "A", spot, there, towns=True, once=False, again=True, flat=True, flat_join=False, newest=9
            )
    assert time.process_time() - began < 0.2

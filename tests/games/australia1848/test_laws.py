"""What holds for 1848 whatever is played: random legal play, undo, notation, garbage, the market."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from referee.errors import Illegal, MoveError, Question
from referee.games.australia1848.market import Cell, Market, read_market
from referee.games.australia1848.moves import Earned, Lay, Route, Run, Runs, Sell
from referee.games.base import Choice
from referee.ledger import Account
from referee.moves import CORE_MOVES, MONEY_MOVES, Undo
from referee.notation import Amount, Integer, Label, Move, Name, Pattern, Slot
from referee.notation import Choice as Word
from referee.resources import rules_folder
from referee.session import load
from referee.table import Table
from tests.kit import session

PLAYERS = ("Anna", "Ben", "Chloé", "David", "Eva", "Fritz")
EVENING = Path(__file__).parents[3] / "sessions" / "1848-evening.toml"
WHOLE_EVENING = load(EVENING)
LATER = len(WHOLE_EVENING.entries) - 2  # the last move at the table


def few(examples: int) -> settings:
    """The same few examples on every run."""
    slow = [HealthCheck.too_slow]
    return settings(
        max_examples=examples, deadline=None, derandomize=True, database=None, suppress_health_check=slow
    )


dice = st.lists(st.integers(0, 2**20), min_size=30, max_size=110)


# ---------------------------------------------------------------- a table and all that lies on it

PASSING = {"events", "waived", "ruling", "setup", "constants", "market", "board", "move"}


def whole(value: Any) -> Any:
    """Everything a game holds, public or not, as plain data; without the receipt of the last move."""
    if isinstance(value, dict):
        return {str(key): whole(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [whole(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(map(str, value))
    if type(value).__module__.startswith("referee."):
        names = getattr(value, "__slots__", None) or vars(value)
        return {name: whole(getattr(value, name)) for name in names if name not in PASSING}
    return value


def fresh(count: int) -> Table:
    return Table(session("1848", PLAYERS[:count]))


def listed(table: Table) -> list[str]:
    """All moves that `choices` lists one by one."""
    return [move for choice in table.game.choices() for move in choice.moves]


def invented(table: Table, choice: Choice, die: random.Random) -> str:
    """A move for a choice that leaves something open; it need not be legal."""
    game: Any = table.game
    text = choice.text
    if text.startswith("buy TRAIN"):
        sellers = text.split(" from ")[1].split(" for ")[0].split("|")
        seller = die.choice(sellers)
        face = die.choice(game.companies[seller].trains)
        price = die.choice([game.depot.price(face), die.randint(1, 300)])
        return f"buy {face} from {seller} for {price}"
    text = re.sub(r"(\d+)-(\d+)$", lambda m: str(die.randint(int(m[1]), int(m[2]))), text)
    text = text.replace("AMOUNT", str(10 * die.randint(1, 40)))
    hexes = [hex_ for hex_ in game.board.hexes if not text.startswith("token") or game.board.hexes[hex_].city]
    return text.replace("HEX", die.choice(hexes))


def options(table: Table, die: random.Random) -> list[str]:
    """What one could do: all that is listed, and something for every open choice, the first ones oftener."""
    found: list[str] = []
    for choice in table.game.choices():
        found += choice.moves or [invented(table, choice, die)] * 2
    return found


def holds(table: Table) -> None:
    """What must hold after any move."""
    game = table.game
    game.check()
    game.ledger.check()
    assert game.ledger.total == 12_000
    accounts: dict[str, Account] = game.ledger.accounts
    assert all(accounts[player].overdraft == (accounts[player].balance < 0) for player in game.players)
    assert bool(game.choices()) != game.finished
    assert bool(table.situation.actor) != game.finished
    now = table.now()
    assert "?" not in now.replace("withhold?", "").replace("together?", "") and "{" not in now
    shown = game.show(table.rulebook)
    assert shown and all(len(row) <= len(section.headers) for section in shown for row in section.rows)


def play(table: Table, throws: list[int]) -> Iterator[tuple[int, str | None]]:
    """Play on at random; after each try the throw of the dice and the move, None if it was refused."""
    for throw in throws:
        if table.game.finished:
            return
        die = random.Random(throw)
        move = die.choice(options(table, die))
        before = None if move in listed(table) else whole(table.game)
        try:
            table.record(move)
        except (Illegal, Question):
            assert before is not None, f"{move} is listed and refused"
            table.settled()
            assert whole(table.game) == before
            yield throw, None
        else:
            yield throw, move


def later(number: int) -> Table:
    """The evening's table after entry `number`."""
    return Table(replace(WHOLE_EVENING, entries=WHOLE_EVENING.entries[:number]))


# ---------------------------------------------------------------- random play


@few(12)
@given(count=st.integers(3, 6), throws=dice)
def test_random_play_keeps_all_totals_and_can_always_go_on(count: int, throws: list[int]) -> None:
    table = fresh(count)
    holds(table)
    for _ in play(table, throws):
        holds(table)


@few(24)
@given(number=st.integers(100, LATER), throws=st.lists(st.integers(0, 2**20), max_size=25))
def test_random_play_in_the_middle_of_an_evening(number: int, throws: list[int]) -> None:
    table = later(number)
    settled = sum(posting.reason == "settled" for posting in table.game.ledger.postings)
    assert settled in (0, 1)
    for _ in play(table, throws):
        holds(table)


@few(6)
@given(count=st.integers(3, 6), throws=dice)
def test_whatever_is_listed_is_accepted(count: int, throws: list[int]) -> None:
    table = fresh(count)
    for throw, _ in play(table, throws):
        if throw % 16 == 0:
            for move in listed(table):
                table.attempt(move)
            table.settled()


@few(16)
@given(number=st.integers(50, LATER), throws=st.lists(st.integers(0, 2**20), max_size=4))
def test_whatever_is_listed_later_is_accepted(number: int, throws: list[int]) -> None:
    table = later(number)
    for _ in play(table, throws):
        pass
    for move in listed(table):
        table.attempt(move)


@pytest.mark.parametrize(("seed", "readings"), [(1, "summary"), (2, "18xx.games")])
def test_a_game_played_at_random_comes_to_its_end(seed: int, readings: str) -> None:
    table = Table(session("1848", PLAYERS[:4], options={"readings": readings}))
    die = random.Random(seed)
    for _ in range(1500):
        if table.game.finished:
            break
        moves = options(table, die)
        hurry = [move for move in moves if move == "pass" or re.match(r"pay|done|run|buy [2-8D]\+?$", move)]
        try:
            table.record(die.choice(hurry if hurry and die.random() < 0.4 else moves))
        except (Illegal, Question):
            table.settled()
        holds(table)
    assert table.game.finished and table.game.state()["end_reason"]
    assert {score.name for score in table.game.scores()} == set(table.game.players)


# ---------------------------------------------------------------- undo, replay


@few(7)
@given(count=st.integers(3, 6), throws=dice)
def test_undo_restores_and_redo_brings_back(count: int, throws: list[int]) -> None:
    table = fresh(count)
    before = whole(table.game)
    for throw, move in play(table, throws):
        after = whole(table.game)
        if move is not None and throw % 4 == 0:
            table.record("undo")
            assert whole(table.game) == before
            table.record("redo")
            assert whole(table.game) == after
        before = after


@few(8)
@given(count=st.integers(3, 6), throws=dice, back=st.integers(1, 20))
def test_the_state_is_a_function_of_the_record(count: int, throws: list[int], back: int) -> None:
    table = fresh(count)
    states = [table.game.state()]
    for _, move in play(table, throws):
        if move is not None:
            states.append(table.game.state())
    back = min(back, len(states) - 1)
    again = table.at(len(table.session.entries))
    assert whole(again.game) == whole(table.game)
    assert table.at(len(states) - 1 - back).game.state() == states[-1 - back]
    assert [state for _, state in again.history()] == states[1:]
    if back:
        table.record(f"undo {back}")
        assert table.game.state() == states[-1 - back]
        assert whole(table.at(len(table.session.entries)).game) == whole(table.game)


# ---------------------------------------------------------------- notation

TABLE = Table(session("1848", ("Anna", "Ben Hur", "Chloé", "Éa-Maria de la Tour")))
VERBS: list[type[Move]] = [*TABLE.kind.MOVES, *CORE_MOVES, *MONEY_MOVES]
TRAINS = TABLE.names.of("train")
HEXES = sorted(TABLE.game.board.hexes)  # type: ignore[attr-defined]

route_stops = st.lists(st.sampled_from(HEXES), min_size=2, max_size=6).map("-".join)
routes = st.one_of(
    st.builds(Route, train=st.just(""), stops=st.just(""), revenue=st.integers(0, 2000)),
    st.builds(
        Route,
        train=st.sampled_from(TRAINS),
        stops=st.one_of(st.just(""), route_stops),
        revenue=st.integers(0, 2000),
    ),
)


def values(slot: Slot) -> SearchStrategy[Any]:
    """Values for a field of a verb."""
    field = slot.field
    found: SearchStrategy[Any]
    if field is None:
        return st.booleans()
    if isinstance(field, Name):
        found = st.sampled_from(TABLE.names.of(*field.kinds))
    elif isinstance(field, Amount):
        found = st.integers(0, 9999 if isinstance(field, Earned) else 10**9)
    elif isinstance(field, Integer):
        found = st.integers(field.low, field.high)
    elif isinstance(field, Word):
        found = st.sampled_from(field.words)
    elif isinstance(field, Runs):
        found = st.lists(routes, min_size=1, max_size=4).map(tuple)
    else:
        assert isinstance(field, Pattern) and not isinstance(field, Label)
        found = st.sampled_from(HEXES)
    return st.one_of(st.just(slot.default), found) if slot.optional else found


def written(verb: type[Move]) -> SearchStrategy[Move]:
    """Moves of a verb that can be written: a rotation belongs to a tile; in “sell 2” the 2 is a number."""
    made: SearchStrategy[Move] = st.builds(verb, **{slot.name: values(slot) for slot in verb.SLOTS})
    if verb is Lay:
        made = made.filter(lambda move: isinstance(move, Lay) and (move.tile != "" or move.rotation < 0))
    if verb is Sell:
        made = made.filter(lambda move: isinstance(move, Sell) and not move.company.isdigit())
    return made


@few(30)
@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.VERB)
@given(data=st.data())
def test_a_move_reads_as_it_is_written(verb: type[Move], data: st.DataObject) -> None:
    move = data.draw(written(verb))
    text = TABLE.grammar.show(move, TABLE.names)
    assert TABLE.grammar.parse(text, TABLE.names) == move
    assert TABLE.grammar.show(TABLE.grammar.parse(text.upper(), TABLE.names), TABLE.names) == text


def test_every_field_of_every_verb_is_declared() -> None:
    for verb in VERBS:
        declared = [slot.name for slot in verb.SLOTS]
        assert declared == [field.name for field in fields(verb)]  # type: ignore[arg-type]
        assert [slot.optional for slot in verb.SLOTS] == [
            field.default is not MISSING
            for field in fields(verb)  # type: ignore[arg-type]
        ]
    assert Run in VERBS and Undo in VERBS


# ---------------------------------------------------------------- garbage

WORDS = sorted(
    {
        *TABLE.grammar.moves,
        *(word for verb in VERBS for word in verb.KEYWORDS),
        *TABLE.names.of("player", "company", "private", "train", "account"),
        *(
            "0",
            "1",
            "-1",
            "99999999999",
            "£10",
            "1,000",
            "2:40",
            "F17",
            "Z99",
            ",",
            ";",
            ":",
            '"',
            "to",
            "×",
            "",
        ),
    }
)
garbage = st.one_of(
    st.text(max_size=40),
    st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join),
    st.builds("{} {}".format, st.sampled_from([verb.VERB for verb in VERBS]), st.text(max_size=15)),
)


@cache
def moment(number: int) -> Table:
    """The evening's table after an entry, to be left as it is."""
    return later(number)


@few(120)
@given(text=garbage, number=st.sampled_from([0, 30, 60, 120, 204, 322, 359, LATER]))
def test_garbage_is_refused_and_changes_nothing(text: str, number: int) -> None:
    table = moment(number)
    before = whole(table.game)
    try:
        table.attempt(text)
    except MoveError as error:
        assert table.rulebook.explain(error)
    table.settled()
    assert whole(table.game) == before


# ---------------------------------------------------------------- the market

MARKET: Market = read_market(str(rules_folder()))
CELLS: list[Cell] = [(row, col) for row, prices in enumerate(MARKET.rows) for col in range(len(prices))]


@pytest.mark.parametrize("cell", CELLS)
def test_steps_on_the_market(cell: Cell) -> None:
    row, col = cell
    assert (MARKET.price(cell) > 0) == (col > 0)
    assert MARKET.left(cell) == (row, max(0, col - 1))
    assert MARKET.left(cell, 3) == MARKET.left(MARKET.left(MARKET.left(cell)))
    assert all(MARKET.left(cell, steps)[1] >= 0 for steps in range(40))
    right, up, down = MARKET.right(cell), MARKET.up(cell), MARKET.down(cell)
    assert {right, up, down} <= set(CELLS)
    assert MARKET.price(right) > MARKET.price(cell) or cell == MARKET.top
    assert MARKET.left(right) == cell or right == up
    if col:
        assert (MARKET.price(up) > MARKET.price(cell)) == (row > 0)
        assert MARKET.down(up) == cell or row == 0
        assert MARKET.price(down) < MARKET.price(cell) or down == cell


@few(60)
@given(steps=st.lists(st.sampled_from(["right", "left", "up", "down"]), max_size=60))
def test_no_way_leads_off_the_market(steps: list[str]) -> None:
    for cell in MARKET.pars.values():
        for step in steps:
            cell = getattr(MARKET, step)(cell)
            assert cell in CELLS


def test_markers_from_par_reach_the_top_by_dividends_alone() -> None:
    for cell in MARKET.pars.values():
        seen = 0
        while cell != MARKET.top:
            cell, seen = MARKET.right(cell), seen + 1
        assert seen < 40 and MARKET.right(cell) == cell == MARKET.up(cell)


def test_the_line_of_the_bank_of_england_rises() -> None:
    prices = MARKET.boe_prices
    assert prices == sorted(set(prices)) and prices[MARKET.boe_end] == 260

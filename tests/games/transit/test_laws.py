"""Laws that hold whatever is played: random legal games on the invented board."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.transit import estate
from referee.games.transit.board import COLOURS
from tests.games.transit.seats import fresh
from tests.kit import Bench


def next_move(game: Any, luck: random.Random) -> str:
    """A legal move drawn by lot; amounts and winners are drawn where they are not listed."""
    if game.due:
        lot = game.due[0]
        least = estate.minimum(lot)
        able = [c.name for c in game.still_in() if game.cash(c.name) >= least]
        if luck.random() < 0.8:
            buyer = luck.choice(able)
            return f"auction {lot} won by {buyer} for {luck.randint(least, game.cash(buyer))}"
    partners = [c.name for c in game.at(game.captains[game.current].at) if c.name != game.current]
    if (
        partners
        and game.captains[game.current].at
        and not game.poker
        and not game.due
        and game.cash(game.current)
        and luck.random() < 0.2
    ):
        cash = game.cash(game.current)
        return f"trade {game.current} gives {luck.randint(1, cash)} to {luck.choice(partners)} for 0"
    offers = [choice for choice in game.choices() if choice.moves or choice.text == "buy AMOUNT"]
    offer = luck.choice(offers)
    if offer.text == "renounce confirmed" and luck.random() < 0.9:
        return "rebuy"
    for wanted in ("deliver", "buy AMOUNT", "go STOPOVER"):  # else hardly anything is ever sold or salvaged
        for other in offers:
            if other.text == wanted and other.moves and luck.random() < 0.6:
                offer = other
    if offer.moves:
        text: str = luck.choice(offer.moves)
        return text
    most = offer.fields["most"]
    return f"buy {luck.randint(1, most // 100_000) * 100_000}"


def check_laws(bench: Bench) -> None:
    """Part 3O of the list of rules."""
    game = bench.game
    game.check()
    game.ledger.check()
    assert game.ledger.total == 0
    for product in game.goods.totals:
        assert sum(held.get(product, 0) for held in game.goods.held.values()) == 6_000_000
    assert set(game.owners) == set(COLOURS)
    for captain in game.captains.values():
        assert game.cash(captain.name) >= 0
        if captain.struck or captain.out:
            assert not captain.at and not game.goods.all_of(captain.name)
        if captain.out:
            assert game.cash(captain.name) == 0 and captain.name not in game.owners.values()
            assert game.corsair.owner != captain.name
        elif not captain.struck:
            assert captain.at
    assert not game.corsair.at or game.corsair.owner
    assert len(game.cards.storms) <= 6 and len(set(game.cards.freights)) == len(game.cards.freights)
    if game.finished:
        assert [c.name for c in game.still_in()] == [game.winner]
    else:
        assert game.choices() and len(game.still_in()) > 1
    for posting in game.ledger.postings:
        if "Caisse" not in (posting.payer, posting.payee):
            assert posting.reason in ("purchase", "ransom", "trade")


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9), st.integers(3, 6), st.booleans(), st.sampled_from(["free", "zones"]))
def test_random_play_keeps_every_total_and_can_go_on(seed: int, count: int, stay: bool, storms: str) -> None:
    luck = random.Random(seed)
    bench = fresh(count, buy_when_staying=stay, storm_cards=storms)
    for step in range(120):
        if bench.game.finished:
            break
        before = bench.game.state()
        bench.do(next_move(bench.game, luck))
        check_laws(bench)
        if step % 20 == 7:
            bench.do("undo")
            assert bench.game.state() == before
            bench.do("redo")


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 10**9))
def test_games_end(seed: int) -> None:
    """Played on with little money about, a random game ends with one player."""
    luck = random.Random(seed)
    bench = fresh(3)
    table = bench.table
    game = bench.game
    for name in game.players:
        table.record(f"transfer {name} Caisse 1.4M", ruling="a short game")
    for _ in range(2500):
        if game.finished:
            break
        text = next_move(game, luck)
        game.events = []
        game.play("", table.grammar.parse(text, table.names))
        game.check()
    assert game.finished and game.winner


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**9))
def test_the_record_tells_the_same_game(seed: int) -> None:
    from referee.table import Table

    luck = random.Random(seed)
    bench = fresh(4)
    for _ in range(60):
        if bench.game.finished:
            break
        bench.do(next_move(bench.game, luck))
    again = Table(bench.table.session)
    assert again.game.state() == bench.game.state()


def test_random_play_reaches_every_corner() -> None:
    """The laws above are no empty words: random games do all that can be done."""
    seen = set[str]()
    verbs = set[str]()
    for seed in range(25):
        bench = fresh(3 + seed % 4)
        luck = random.Random(seed)
        for _ in range(250):
            if bench.game.finished:
                break
            receipt = bench.do(next_move(bench.game, luck))
            verbs.add(receipt.played.entry.do.split()[0])
            seen |= {event.rule for event in receipt.played.events}
    assert verbs >= {
        "roll",
        "deliver",
        "stay",
        "go",
        "freight",
        "buy",
        "rebuy",
        "end",
        "storm",
        "poker",
        "answer",
        "concede",
        "corsair",
        "group",
        "auction",
        "trade",
    }
    assert seen >= {
        "pile.first",
        "storm.roller-passes",
        "storm.corsair",
        "storm-card.own",
        "corsair.step",
        "ransom.survived",
        "elimination.rebuy",
        "elimination.estate",
        "auction.won",
        "poker.wins",
        "poker.no-answer",
        "purchase.own",
        "purchase.owner",
        "end.alone",
    }

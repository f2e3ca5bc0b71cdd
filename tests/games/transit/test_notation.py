"""Every move reads back from its own text; French and English words mean the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import Unreadable
from referee.games.transit import moves as m
from referee.games.transit.board import COLOURS, RANKS
from referee.notation import Move
from tests.games.transit.seats import NAMES, begun, fresh

BENCH = begun(6)
KNOWN = BENCH.game.board
PEOPLE = st.sampled_from(NAMES)
AMOUNTS = st.integers(0, 10**9)
COLOUR, RANK, ZONE = st.sampled_from(COLOURS), st.sampled_from(RANKS), st.sampled_from(m.ZONES)
FRESH = st.from_regex(r"Zz[a-zé]{1,5}(-[A-Z][a-z]{1,3})?", fullmatch=True)
STOP = st.one_of(st.sampled_from(sorted(KNOWN.stops)), FRESH, FRESH.map('"{}"'.format))
PRODUCT = st.one_of(st.sampled_from(KNOWN.products), FRESH)
DIE = st.integers(0, 99)
ITEMS = st.lists(st.builds(m.Item, AMOUNTS, st.one_of(st.just(""), PRODUCT)), min_size=1, max_size=3).map(
    tuple
)
GIFTS = ITEMS.filter(lambda items: any(item.amount for item in items))
CARD = st.one_of(RANK, st.just("storm"), ZONE.map("storm {}".format), STOP.map("freight {}".format))
ROLLS: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.builds(lambda v: {"virtual": v}, st.booleans()),
    st.builds(lambda r, v: {"red": r, "virtual": v}, DIE, st.booleans()),
    st.builds(lambda r, o, v: {"red": r, "other": o, "virtual": v}, DIE, DIE, st.booleans()),
)
FACTS = st.one_of(
    st.builds(m.BorderFact, number=DIE, product=PRODUCT, stop=STOP),
    st.builds(m.PortFact, stop=STOP, colour=COLOUR, product=st.one_of(st.just(""), PRODUCT)),
    st.builds(m.CrossFact, stop=STOP, zone=st.one_of(st.just(0), ZONE)),
    st.builds(m.SquareFact, stop=STOP),
    st.builds(m.ZoneFact, stop=STOP, zone=ZONE),
    st.builds(m.LinkFact, stop=STOP, neighbour=STOP),
    st.builds(m.ApartFact, stop=STOP, neighbour=STOP),
    st.builds(m.LinesFact, stop=STOP, neighbours=st.lists(STOP, min_size=1, max_size=4).map(tuple)),
    st.builds(m.ProductFact, colour=COLOUR, product=PRODUCT),
    st.builds(m.StockFact, colour=COLOUR, amount=AMOUNTS),
    st.builds(m.TicketFact, amount=AMOUNTS),
    st.builds(m.CardsFact, count=st.integers(1, 999)),
    st.builds(m.FreightFact, stop=STOP),
)
MOVES = st.one_of(
    ROLLS.map(lambda dice: m.Roll(**dice)),
    st.sampled_from([m.Deliver(), m.Stay(), m.Rebuy(), m.End(), m.Concede()]),
    st.builds(m.Go, stop=STOP),
    st.builds(m.Freight, stop=STOP),
    st.builds(m.Buy, amount=AMOUNTS, product=st.one_of(st.just(""), PRODUCT)),
    st.builds(m.Renounce, confirmed=st.booleans()),
    st.builds(m.Storm, zone=ZONE),
    st.builds(m.Poker, rank=RANK),
    st.builds(m.Answer, rank=RANK),
    st.builds(m.Hand, player=PEOPLE, cards=st.lists(CARD, min_size=1, max_size=9).map(tuple)),
    st.builds(m.Corsair, action=st.sampled_from(["buy", "stay"])),
    ROLLS.map(lambda dice: m.Corsair(action="roll", **dice)),
    st.builds(m.Corsair, action=st.just("go"), stop=STOP),
    st.builds(m.Group, action=st.just("buy"), colour=COLOUR),
    st.builds(m.Auction, lot=st.sampled_from([*COLOURS, "corsair"]), won=PEOPLE, price=AMOUNTS),
    st.builds(m.Auction, lot=st.sampled_from([*COLOURS, "corsair"]), unsold=st.just(True)),
    st.builds(m.Trade, giver=PEOPLE, gives=GIFTS, taker=PEOPLE, price=st.one_of(st.just(()), ITEMS)),
    st.builds(m.Refill, colour=COLOUR, amount=st.one_of(st.none(), AMOUNTS)),
    st.builds(m.Board, fact=FACTS),
)


@settings(max_examples=300, deadline=None)
@given(MOVES)
def test_every_move_reads_back(move: Move) -> None:
    grammar, names = BENCH.table.grammar, BENCH.table.names
    assert grammar.parse(grammar.show(move, names), names) == move


@pytest.mark.parametrize(
    ("french", "english"),
    [
        ("lancer 3 6", "roll 3 6"),
        ("dés 36", "roll 36"),
        ("livrer", "deliver"),
        ("rester", "stay"),
        ("aller suez", "go Suez"),
        ("fret sydney", "freight Sydney"),
        ("acheter 300k", "buy 300000"),
        ("acheter 0.3M machines", "buy 3x100000 machines"),
        ("racheter", "rebuy"),
        ("renoncer certain", "renounce confirmed"),
        ("fin", "end"),
        ("tempête 4", "storm 44"),
        ("défier roi", "poker Roi"),
        ("riposter dame", "answer queen"),
        ("céder", "concede"),
        ("main Anna as tempête fret Sydney", "hand Anna ace storm freight Sydney"),
        ("corsaire acheter", "corsair buy"),
        ("corsaire lancer 3 6", "corsair roll 3 6"),
        ("corsaire aller Suez", "corsair go Suez"),
        ("groupe acheter vert", "group buy green"),
        ("enchère vert gagnée par Ben pour 2,4M", "auction green won by Ben for 2.4M"),
        ("enchère corsaire invendue", "auction corsair unsold"),
        (
            "échanger Anna donne 200k café à Ben contre 500k",
            "trade Anna gives 200k coffee to Ben for 500k cheques",
        ),
        ("reconstituer vert", "refill green"),
        ("plateau bord 41 or Sydney", "board border 41 gold Sydney"),
        ("plateau ligne Suez Bombay", "board link Suez Bombay"),
        ("plateau comptoir Honolulu jaune or", "board port Honolulu yellow gold"),
        ("plateau croix Gibraltar 33", "board cross Gibraltar 33"),
        ("plateau carré Suez", "board square Suez"),
    ],
)
def test_french_and_english(french: str, english: str) -> None:
    grammar, names = BENCH.table.grammar, BENCH.table.names
    spelt = BENCH.game.completed
    assert spelt(grammar.parse(french, names)) == spelt(grammar.parse(english, names))


@pytest.mark.parametrize(
    "text",
    [
        "auction vert",
        "auction vert won by Ben",
        "auction vert unsold for 3M",
        "corsair go",
        "corsair buy 3 6",
        "corsair stay Suez",
        "trade Anna to Ben",
        "trade Anna gives 3",
        "trade Anna gives 0 to Ben",
        "storm 12",
        "go 36",
        "hand Anna",
        "buy x",
        "board moon Suez",
        "board border 41 or",
        "roll x",
        "group sell vert",
    ],
)
def test_what_cannot_be_read(text: str) -> None:
    with pytest.raises(Unreadable):
        BENCH.table.grammar.parse(text, BENCH.table.names)


@pytest.mark.parametrize(
    "text", ["go Le Cap", "freight Le Cap", "board border 41 or Le Cap", "board zone Le Cap 22"]
)
def test_a_new_name_of_two_words_gets_a_hint(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        fresh(board="transit").table.record(text)
    assert "by hyphens, such as Le-Cap" in caught.value.hint

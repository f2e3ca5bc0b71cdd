"""Groups, auctions, exchanges, refilled stocks, elimination, the end, scores."""

from __future__ import annotations

from referee.games.base import ranked
from tests.games.transit.seats import begun, poor, rich, together
from tests.kit import Bench, fact


def ruined(count: int = 4, *, ready: bool = True) -> Bench:
    """Ben, without money, is struck and goes out when Anna's turn ends; Chloé is next."""
    bench = begun(count)
    poor(bench, "Ben")
    bench.do("roll 1 2", "freight Dakar", "storm 11")
    if ready:
        bench.do("end")
    return bench


# ---------------------------------------------------------------------------- groups


def test_groups_of_the_caisse() -> None:
    bench = begun()
    bench.refuses("group buy vert", "group.caisse")
    bench.allows("Chloé: group buy jaune", "group.caisse")
    assert bench.game.owners["jaune"] == "Chloé" and bench.game.cash("Chloé") == 0
    bench.refuses("Chloé: group buy blanc", "group.cash")
    bench.allows("Ben: group buy blanc", "group.cash")


def test_the_price_of_a_group() -> None:
    bench = begun()
    receipt = bench.shows("Ben: group buy blanc", "group.price")
    assert receipt.played.by == "Ben"
    bench.spares("roll 1 2", "group.price")


def test_a_spare_group_goes_by_auction_when_several_want_it() -> None:
    bench = rich(begun(), "Ben", "1M")
    bench.refuses("auction blanc won by Ben for 1.9M", "auction.minimum")
    bench.refuses("auction blanc won by Chloé for 2.4M", "auction.cash")
    bench.refuses("auction vert won by Ben for 2.4M", "group.caisse")
    bench.shows("auction blanc won by Ben for 2.4M", "auction.won")
    assert bench.game.owners["blanc"] == "Ben" and bench.game.cash("Ben") == 600_000
    bench.spares("roll 1 2", "auction.won")


@fact("group.whole", "group.income")
def test_a_group_changes_hands_whole_with_its_stock_and_receipts() -> None:
    bench = begun()
    bench.do("Ben: group buy blanc", "roll 1 2", "freight Dakar", "buy 300k")
    assert bench.game.cash("Ben") == 300_000
    assert bench.game.goods.of("stock", "riz") == 5_700_000
    state = bench.game.state()
    assert state["groups"]["blanc"] == "Ben"


# ---------------------------------------------------------------------------- auctions


def test_an_auction_that_is_due_comes_first() -> None:
    bench = ruined()
    assert bench.table.situation.phrase == "auction"
    bench.refuses("roll 1 2", "auction.due")
    bench.refuses("group buy jaune", "auction.due")
    bench.refuses("auction jaune won by Chloé for 2M", "auction.due")
    bench.allows("auction vert won by Chloé for 2M", "auction.due")
    bench.allows("roll 1 2", "auction.due")


def test_who_bids_and_how_much() -> None:
    bench = ruined()
    bench.refuses("auction vert won by Ben for 2M", "auction.bidder")
    bench.refuses("auction vert won by Dan for 1.9M", "auction.minimum")
    bench.refuses("auction vert won by Dan for 2.1M", "auction.cash")
    bench.allows("auction vert won by Dan for 2M", "auction.bidder")
    other = ruined()
    other.allows("auction vert won by Dan for 2M", "auction.minimum")
    third = ruined()
    third.allows("auction vert won by Dan for 2M", "auction.cash")


def test_no_auction_out_of_the_blue() -> None:
    bench = begun()
    bench.refuses("auction jaune unsold", "auction.none")
    bench.refuses("auction corsair won by Anna for 6M", "auction.none")
    bench.allows("auction jaune won by Anna for 2M", "auction.none")


def test_a_lot_nobody_wants() -> None:
    bench = ruined()
    bench.shows("auction vert unsold", "auction.unsold")
    assert bench.game.owners["vert"] == "Caisse"
    bench.do("Dan: group buy vert")
    assert bench.game.owners["vert"] == "Dan"
    sold = ruined()
    sold.spares("auction vert won by Dan for 2M", "auction.unsold")


def test_a_lot_nobody_can_pay_needs_no_auction() -> None:
    bench = ruined(ready=False)
    for name in ("Anna", "Chloé", "Dan"):
        poor(bench, name, 1_900_000)
    bench.shows("end", "elimination.rebuy", "auction.unsold")
    assert bench.table.situation.actor == "Chloé"


def test_the_corsair_is_auctioned_before_the_groups() -> None:
    bench = rich(begun(4), "Ben", "4M")
    bench.do("roll 1 2", "end", "corsair buy", "roll 1 2", "corsair roll 6 1", "corsair stay")
    rich(bench, "Dan", "8M")
    bench.do("roll 1 2", "end", "roll 1 2", "end", "roll 1 2", "freight Dakar", "storm 11")
    bench.shows("end", "elimination.rebuy", "corsair.auction")
    assert bench.game.due == ["corsair", "vert"]
    bench.refuses("auction vert unsold", "auction.order")
    bench.allows("auction corsair won by Dan for 6M", "auction.order")
    bench.allows("auction vert won by Dan for 3M", "auction.order")
    assert bench.game.corsair.owner == "Dan" and bench.game.owners["vert"] == "Dan"


def test_a_struck_player_may_bid() -> None:
    bench = ruined(ready=False)
    bench.do("storm 66", "end")
    bench.do("auction vert won by Dan for 2M")
    assert bench.game.captains["Dan"].struck and bench.game.owners["vert"] == "Dan"


# ---------------------------------------------------------------------------- refills


def test_a_stock_is_made_up_again() -> None:
    bench = begun(3, "buy 500k")
    bench.refuses("refill rose", "refill.exhausted")
    bench.do("roll 6 1", "deliver", "end")
    rich(bench, "Ben", "10M")
    bench.do("roll 1 2", "freight New-York", "buy 5.5M")
    bench.refuses("refill rose 600k", "refill.tickets")
    bench.refuses("refill rose 50k", "refill.tickets")
    bench.shows("refill rose 200k", "refill.free")
    bench.refuses("refill rose", "refill.exhausted")
    assert bench.game.goods.of("Caisse", "machines") == 300_000
    bench.spares("roll 1 2", "refill.free")


def test_refill_takes_all_by_default() -> None:
    bench = begun(3, "buy 500k")
    bench.do("roll 6 1", "deliver", "end")
    rich(bench, "Ben", "10M")
    bench.do("roll 1 2", "freight New-York", "buy 5.5M")
    bench.allows("refill rose", "refill.exhausted")
    assert bench.game.goods.of("stock", "machines") == 500_000
    bench.refuses("refill jaune", "refill.exhausted")
    empty = begun(3)
    empty.do("board cards 36")
    empty.refuses("refill rose 100k", "refill.exhausted")


def test_refill_with_what_the_caisse_has() -> None:
    bench = begun(3, "buy 500k")
    bench.do("roll 6 1", "deliver", "end")
    rich(bench, "Ben", "10M")
    bench.do("roll 1 2", "freight New-York", "buy 5.5M")
    bench.allows("refill rose 500k", "refill.tickets")


# ---------------------------------------------------------------------------- exchanges


def test_exchanges_at_the_same_stopover() -> None:
    bench = together("buy 1M", "buy 600k")
    bench.refuses("trade Anna gives 100k machines to Chloé for 100k", "trade.place")
    bench.allows("trade Anna gives 200k machines and 100k to Ben for 300k laine", "trade.place")
    assert bench.game.goods.all_of("Anna") == {"machines": 800_000, "laine": 300_000}
    assert bench.game.cash("Ben") == 1_500_000
    bench.refuses("trade Anna gives 100k to Anna", "trade.two")
    bench.allows("trade Ben gives 100k to Anna", "trade.two")


def test_nobody_gives_more_than_he_has() -> None:
    bench = together("buy 1M", "buy 600k")
    bench.refuses("trade Anna gives 1.1M machines to Ben", "trade.holds")
    bench.refuses("trade Anna gives 100k riz to Ben", "trade.holds")
    bench.refuses("trade Anna gives 100k to Ben for 700k laine", "trade.holds")
    bench.refuses("trade Anna gives 600k machines and 600k machines to Ben", "trade.holds")
    bench.refuses("trade Anna gives 50k machines to Ben", "trade.tickets")
    bench.allows("trade Anna gives 1M machines to Ben for 5", "trade.holds")
    bench.allows("trade Anna gives 100k to Ben for 100k machines", "trade.tickets")


def test_an_exchange_needs_ships() -> None:
    bench = together()
    bench.do("storm 11")
    bench.refuses("trade Anna gives 100k to Ben", "trade.ships")
    other = together()
    other.allows("trade Anna gives 100k to Ben", "trade.ships")


def test_exchanges_are_free() -> None:
    bench = together("buy 1M")
    bench.shows("trade Ben gives 1.9M to Anna", "trade.free")
    bench.shows("Chloé: trade Anna gives 900k machines to Ben", "trade.free")
    bench.spares("roll 1 2", "trade.free")


# ---------------------------------------------------------------------------- elimination


@fact("elimination.causes")
def test_no_money_and_a_ship_afloat_is_no_end() -> None:
    bench = poor(begun(), "Anna")
    bench.do("roll 1 2", "go Londres", "roll 1 2", "end", "roll 1 2", "end", "roll 1 2")
    assert not bench.game.captains["Anna"].out


def test_what_becomes_of_an_eliminated_player() -> None:
    bench = begun(4)
    bench.do("hand Ben As Roi 7 storm storm storm freight Sydney 3 4", "Ben: group buy jaune")
    bench.do("roll 1 2", "freight Dakar", "storm 11")
    receipt = bench.shows("end", "elimination.rebuy", "elimination.estate")
    assert "To be auctioned from Ben: jaune, vert." in bench.sentences(receipt)
    assert "laid open: As Roi 7 storm storm storm freight Sydney 3 4" in bench.sentences(receipt)
    bench.do("auction jaune won by Chloé for 2M", "auction vert won by Dan for 2M")
    ben = bench.game.state()["players"]["Ben"]
    assert (ben["cash"], ben["cargo"], ben["cards"], ben["at"], ben["out_at"]) == (0, {}, 0, None, 10)
    bench.refuses("Ben: group buy blanc", "elimination.skipped")
    bench.refuses("hand Ben As", "elimination.skipped")
    bench.do("Chloé: roll 1 2")
    bench.refuses("freight Sydney", "freight.once")
    bench.spares("go Yokohama", "elimination.estate")
    bench.do("roll 1 2", "stay", "roll 1 2", "stay")
    bench.allows("Chloé: roll 1 3", "elimination.skipped")  # Ben is passed over
    assert bench.game.cards.shown == 3


def test_who_is_alone_has_won() -> None:
    bench = begun(3)
    poor(bench, "Ben")
    poor(bench, "Chloé")
    bench.do("storm 66", "storm 11")
    bench.spares("end", "end.alone")  # Ben is out: Anna and Chloé are left
    assert bench.game.winner == ""
    bench = begun(3)
    for name in ("Anna", "Ben", "Chloé"):
        poor(bench, name)
    bench.do("storm 66", "storm 11")
    bench.shows("end", "elimination.rebuy", "end.alone")
    assert bench.game.winner == "Anna"  # without money and without a ship
    assert bench.table.situation.phrase == "over" and bench.game.choices() == []


@fact("score.fortune")
def test_scores() -> None:
    bench = begun(3, "buy 400k")
    bench.do("Ben: group buy blanc")
    scores = {score.name: score for score in ranked(bench.game.scores())}
    assert scores["Anna"].parts == {"cheques": 1_600_000, "cargo": 400_000, "groups": 2_000_000}
    assert scores["Ben"].parts == {"cheques": 0, "cargo": 0, "groups": 4_000_000}
    assert [score.rank for score in scores.values()] == [1, 1, 1]
    out = ruined()
    remarks = {score.name: score.remark for score in out.game.scores()}
    assert remarks["Ben"] == "out at move 9: no money for a ship"

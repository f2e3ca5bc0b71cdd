"""Storms, stranded piles, new ships, storm cards."""

from __future__ import annotations

from tests.games.transit.seats import begun, fresh, poor, rich
from tests.kit import Bench


def struck() -> Bench:
    """Ben, with laine aboard, is struck by a storm card of Anna's at Hambourg's zone; it is his turn."""
    bench = begun(3, "buy 0", "buy 1M")
    bench.do("roll 1 2", "freight Dakar", "storm 11", "end")
    return bench


# ---------------------------------------------------------------------------- doubles


def test_a_double_raises_a_storm_first() -> None:
    bench = begun(3, "buy 1M", "buy 600k", "buy 200k")
    bench.spares("roll 1 2", "storm.double", "storm.struck", "storm.roller-plays")
    bench.do("end")
    receipt = bench.shows("roll 6 6", "storm.double", "storm.struck", "storm.roller-plays")
    assert "stranded in zone 66: 200,000 F coton" in bench.sentences(receipt)
    state = bench.game.state()
    assert state["piles"]["66"] == {"coton": 200_000}
    assert state["players"]["Chloé"]["struck"] and state["players"]["Chloé"]["at"] is None
    assert state["players"]["Chloé"]["cash"] == 1_800_000
    assert state["groups"]["bleu"] == "Chloé" and state["stock"]["café"] == 6_000_000
    assert not state["players"]["Ben"]["struck"]


def test_a_roller_who_is_struck_loses_his_turn() -> None:
    bench = begun(3, "buy 1M")
    bench.shows("roll 1 1", "storm.roller-passes", "turn.passes")
    assert bench.table.situation.actor == "Ben"
    assert bench.table.situation.phrase == "rebuy"  # Ben was struck too
    assert bench.game.state()["piles"]["11"] == {"machines": 1_000_000}
    other = begun(3, "buy 1M")
    other.spares("roll 2 2", "storm.roller-passes")
    assert other.table.situation.actor == "Anna"


def test_a_struck_roller_is_not_struck_by_another_zone() -> None:
    bench = begun(3, "buy 1M")
    bench.spares("roll 3 3", "storm.struck")
    bench.spares("stay", "storm.empty")


def test_an_empty_zone() -> None:
    bench = begun()
    bench.shows("roll 3 3", "storm.empty")
    bench.do("end")
    bench.spares("roll 6 6", "storm.empty")


def test_the_corsair_sinks() -> None:
    bench = rich(begun(), "Anna", "20M")
    bench.do("corsair buy")
    bench.spares("roll 3 3", "storm.corsair")
    bench.do("stay", "corsair roll 2 1", "corsair stay")  # Honolulu, zone 66
    receipt = bench.shows("roll 6 6", "storm.corsair", "corsair.auction")
    assert "Anna has lost it" in bench.sentences(receipt)
    assert bench.table.situation.phrase == "auction"
    bench.refuses("stay", "auction.due")
    bench.do("auction corsair won by Anna for 7M")
    assert bench.game.corsair.owner == "Anna" and bench.game.corsair.at == ""
    bench.spares("stay", "corsair.auction")


# ---------------------------------------------------------------------------- struck


def test_a_struck_player_has_no_ship() -> None:
    bench = struck()
    bench.refuses("go Hambourg", "struck.waits")
    bench.refuses("buy 100k", "struck.waits")
    bench.refuses("stay", "struck.waits")
    bench.do("rebuy")
    bench.refuses("buy 100k", "struck.waits")
    bench.refuses("deliver", "struck.waits")
    bench.do("roll 1 2")
    bench.allows("buy 100k", "struck.waits")


def test_a_new_ship() -> None:
    bench = struck()
    bench.do("rebuy")
    bench.refuses("rebuy", "rebuy.shipless")
    assert bench.game.cash("Ben") == 1_000_000 - 500_000
    bench.shows("roll 5 2", "rebuy.placed")
    assert bench.game.captains["Ben"].at == "Dakar"
    bench.refuses("go Rio", "move.once")
    bench.refuses("deliver", "deliver.instead")
    bench.spares("buy 100k", "rebuy.placed")
    bench.refuses("rebuy", "rebuy.shipless")


def test_a_roll_pays_for_the_ship() -> None:
    bench = struck()
    bench.shows("roll 5 2", "rebuy.price", "rebuy.placed")
    assert bench.game.cash("Ben") == 500_000
    bench.spares("roll 1 2", "rebuy.price", "rebuy.placed")
    other = struck()
    other.allows("rebuy", "rebuy.shipless")


def test_a_double_for_a_new_ship_is_a_storm_too() -> None:
    bench = struck()
    bench.do("Anna: board cards 36")
    bench.shows("roll 2 2", "rebuy.price", "storm.double", "storm.struck")  # Anna, at Dakar
    assert bench.game.captains["Ben"].at == "Valparaiso"
    assert bench.game.captains["Anna"].struck
    inside = struck()
    inside.do("roll 6 6")  # the machines of 66 go to Le-Cap, outside zone 66
    assert inside.game.captains["Ben"].at == "Le-Cap" and not inside.game.captains["Ben"].struck


def test_who_cannot_pay_is_out() -> None:
    bench = begun(4, "buy 0", "buy 1M")
    poor(bench, "Ben", 400_000)
    bench.do("roll 1 2", "freight Dakar", "storm 11")
    bench.shows("end", "elimination.rebuy", "elimination.estate")
    assert bench.game.captains["Ben"].out
    bench.spares("auction vert unsold", "elimination.estate")
    assert bench.table.situation.actor == "Chloé"
    enough = begun(4, "buy 0", "buy 1M")
    poor(enough, "Ben", 500_000)
    enough.do("roll 1 2", "freight Dakar", "storm 11")
    enough.spares("end", "elimination.rebuy")
    enough.do("roll 1 2")
    assert enough.game.cash("Ben") == 0


def test_income_of_comptoirs_may_save_a_struck_player() -> None:
    bench = begun(4)
    bench.do("roll 1 2", "end", "roll 1 2", "end", "roll 1 2", "end", "roll 1 2", "end")
    poor(bench, "Ben", 400_000)
    bench.do("roll 1 2", "freight Sydney", "storm 11")
    bench.do("buy 100k")  # paid to Ben
    bench.spares("end", "elimination.rebuy")
    assert bench.table.situation.phrase == "rebuy"


def test_a_purchase_at_an_auction_may_ruin_a_struck_player() -> None:
    bench = begun(4)
    poor(bench, "Ben", 0)
    rich(bench, "Chloé", "300k")
    bench.do("roll 1 2", "freight Dakar", "storm 11", "storm 66", "end")  # Ben, then Chloé and Dan
    assert bench.table.situation.phrase == "auction"
    bench.shows("auction vert won by Chloé for 2M", "elimination.rebuy")
    assert bench.game.captains["Chloé"].out
    assert bench.game.owners["vert"] == "Caisse"


def test_nobody_may_wait() -> None:
    bench = struck()
    question = bench.asks("renounce", "renounce")
    assert question.answers == ("rebuy", "renounce confirmed")
    bench.shows("renounce confirmed", "elimination.renounced")
    bench.do("auction vert unsold")
    assert bench.game.captains["Ben"].out and bench.table.situation.actor == "Chloé"
    other = struck()
    other.spares("rebuy", "elimination.renounced")
    begun().refuses("renounce", "rebuy.shipless")


# ---------------------------------------------------------------------------- piles


def test_the_first_cargo_at_the_cross_takes_all() -> None:
    bench = struck()
    bench.do("roll 6 1", "roll 1 2", "end")  # Ben's new ship at Bombay
    bench.do("roll 1 2", "freight Hambourg", "buy 200k", "storm 11")  # Anna strikes herself: a second heap
    assert bench.game.state()["piles"]["11"] == {"laine": 1_000_000, "machines": 200_000}
    bench.do("roll 1 2", "freight Londres", "roll 1 2", "end", "roll 1 2", "end")
    bench.spares("roll 1 3", "pile.first")
    receipt = bench.shows("go Terre-Neuve", "pile.first")
    assert "1,000,000 F laine, 200,000 F machines" in bench.sentences(receipt)
    assert bench.game.goods.all_of("Ben") == {"laine": 1_000_000, "machines": 200_000}
    bench.do("roll 1 2", "end", "roll 1 2")
    bench.spares("go Terre-Neuve", "pile.first")  # nothing is left for Anna


def test_the_corsair_leaves_stranded_goods() -> None:
    bench = rich(struck(), "Ben", "10M")
    bench.do("roll 6 2", "corsair buy", "corsair roll 1 2")  # new ship at Londres; corsair to Hambourg
    bench.shows("corsair go Terre-Neuve", "corsair.no-goods", "corsair.step")
    assert bench.game.state()["piles"]["11"] == {"laine": 1_000_000}
    bench.do("roll 1 2", "end", "roll 1 2", "freight New-York", "roll 1 2", "stay")
    bench.spares("corsair roll 1 2", "corsair.no-goods")


# ---------------------------------------------------------------------------- storm cards


def test_storm_cards_in_ones_own_turn() -> None:
    bench = begun()
    bench.refuses("Ben: storm 33", "turn.order")
    bench.allows("storm 33", "storm-card.turn")
    bench.do("roll 1 2", "storm 33", "go Londres", "storm 22", "buy 100k", "storm 33")
    assert bench.game.cards.storms == [33, 33, 22, 33]


def test_no_storm_card_before_the_game_has_begun() -> None:
    bench = fresh()
    bench.refuses("storm 33", "storm-card.turn")


def test_six_storm_cards() -> None:
    bench = begun()
    for _ in range(5):
        bench.do("storm 33")
    bench.allows("storm 33", "storm-card.six")
    bench.refuses("storm 33", "storm-card.six")


def test_one_storm_card_a_zone_by_option() -> None:
    bench = begun(storm_cards="zones")
    bench.allows("storm 33", "storm-card.zone")
    bench.refuses("storm 33", "storm-card.zone")
    bench.allows("storm 22", "storm-card.zone")
    free = begun()
    free.allows("storm 33", "storm-card.zone")
    free.allows("storm 33", "storm-card.zone")


def test_a_storm_card_needs_no_dice() -> None:
    bench = begun()
    bench.shows("storm 66", "storm-card.played", "storm.struck")
    bench.spares("roll 6 6", "storm-card.played")


def test_struck_by_anothers_card_by_ruling() -> None:
    bench = begun()
    bench.do("roll 1 2")
    bench.do("Ben: storm 11", ruling="we allow it")
    assert [choice.text for choice in bench.game.choices()][-1] == "end"
    assert "stay" not in [choice.text for choice in bench.game.choices()]
    receipt = bench.do("end")
    assert "stays at" not in bench.sentences(receipt)


def test_striking_oneself() -> None:
    bench = begun(3, "buy 1M")
    rich(bench, "Anna", "10M")
    bench.do("corsair buy", "roll 6 1")
    bench.shows("storm 11", "storm-card.own")
    bench.refuses("deliver", "struck.waits")
    bench.refuses("Anna: rebuy", "rebuy.shipless")
    bench.refuses("end", "corsair.due")
    bench.do("corsair roll 3 2", "corsair stay")
    bench.spares("storm 33", "storm-card.own")
    bench.do("end")
    assert bench.game.turn.phase == "rebuy"  # Ben's, who was struck as well
    waiting = struck()
    waiting.spares("storm 11", "storm-card.own")
    assert waiting.game.turn.phase == "rebuy"

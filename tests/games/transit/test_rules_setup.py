"""Setup, first purchases, hands of cards."""

from __future__ import annotations

from random import Random

import pytest

from referee.errors import FileFaults
from referee.games.transit.game import Transit
from referee.rulebook import Rulebook
from tests.games.transit.seats import NAMES, begun, fresh, poor, rich
from tests.kit import Bench, fact

INVENTED = {"board": "invented"}


def refused(players: list[str]) -> str:
    with pytest.raises(FileFaults) as caught:
        Bench("transit", players, INVENTED)
    return str(caught.value)


@fact("setup.colours")
def test_colours_are_given_and_differ() -> None:
    assert [c.colour for c in fresh(3).game.captains.values()] == ["rose", "vert", "bleu"]
    assert "both have rose" in refused(["Anna:rose", "Ben:rose", "Zoé:vert"])
    assert "Anna has no colour" in refused(["Anna", "Ben:rose", "Zoé:vert"])
    assert "“mauve” is no colour" in refused(["Anna:mauve", "Ben:rose", "Zoé:vert"])
    assert "name of the bank" in refused(["Caisse:jaune", "Ben:rose", "Zoé:vert"])


def test_new_draws_colours_by_lot_on_request() -> None:
    people: list[tuple[str, dict[str, str]]] = [("Anna", {"colour": "pink"}), ("Ben", {}), ("Zoé", {})]
    drawn = Transit.prepare(people, {"draw_colours": True}, Random(1))
    assert drawn[0] == ("Anna", {"colour": "rose"})
    colours = [extra["colour"] for _, extra in drawn]
    assert len(set(colours)) == 3
    others = [
        Transit.prepare(people, {"draw_colours": True}, Random(seed))[1][1]["colour"] for seed in range(40)
    ]
    assert set(others) == {"jaune", "vert", "bleu", "blanc", "orange"}
    assert Transit.prepare(people, {}, Random(1))[1] == ("Ben", {})


@fact("setup.players")
def test_three_to_six_play() -> None:
    assert "takes 3 to 6 players" in refused(["Anna:rose", "Ben:vert"])
    assert len(fresh(6).game.captains) == 6


@fact("setup.holdings", "setup.caisse")
def test_everybody_begins_with_two_millions_from_a_bottomless_caisse() -> None:
    bench = fresh(3)
    game = bench.game
    assert [game.cash(name) for name in NAMES[:3]] == [2_000_000] * 3
    assert game.cash("Caisse") == -6_000_000
    assert game.owners["rose"] == "Anna"
    assert game.goods.of("stock", "machines") == 6_000_000
    assert all(person["at"] for person in game.state()["players"].values())


@fact("setup.stock", "purchase.tickets")
def test_stock_and_cargo_are_apart_and_tickets_are_conserved() -> None:
    game = begun(3, "buy 1.2M").game
    assert game.goods.of("stock", "machines") == 4_800_000
    assert game.goods.all_of("Anna") == {"machines": 1_200_000}
    assert game.goods.totals["machines"] == 6_000_000


@fact("setup.spare-groups")
def test_colours_without_a_player_belong_to_the_caisse() -> None:
    owners = fresh(4).game.owners
    assert {colour for colour, owner in owners.items() if owner == "Caisse"} == {"jaune", "blanc"}


@fact("setup.ports")
def test_start_ports_in_their_order() -> None:
    ports = ["New-York", "Londres", "Honolulu", "Valparaiso", "Perth", "Dakar"]
    for count in (3, 4, 5, 6):
        assert [captain.at for captain in fresh(count).game.captains.values()] == ports[:count]


@fact("setup.order")
def test_new_york_begins_and_nothing_lies_about() -> None:
    bench = fresh(3)
    assert bench.table.situation.actor == "Anna"
    assert not any(bench.game.goods.all_of(name) for name in NAMES[:3])
    assert not any(bench.game.state()["piles"].values())
    actors = []
    for _ in range(3):
        actors.append(bench.table.situation.actor)
        bench.do("buy 100k")
    assert [*actors, bench.table.situation.actor] == ["Anna", "Ben", "Chloé", "Anna"]


def test_first_purchases() -> None:
    bench = fresh(3)
    bench.refuses("roll 1 2", "first.before-roll")
    bench.refuses("end", "first.before-roll")
    bench.refuses("Ben: buy 100k", "turn.order")
    bench.refuses("Ben: buy 100k", "turn.order", ruling="not even then")
    bench.spares("buy 300k", "first.purchase", "first.declined")
    bench.shows("buy 0", "first.declined")
    bench.shows("buy 2M", "first.purchase")
    bench.allows("roll 1 2", "first.before-roll")
    bench.allows("end", "first.before-roll")


# ---------------------------------------------------------------------------- cards


@fact("cards.deal")
@pytest.mark.parametrize(("count", "each"), [(3, 12), (4, 9), (5, 7), (6, 6)])
def test_the_deal(count: int, each: int) -> None:
    state = fresh(count).game.state()
    assert [person["cards"] for person in state["players"].values()] == [each] * count


def test_a_pack_that_does_not_divide_gives_the_first_ones_more(tmp_path: object) -> None:
    bench = fresh(4)
    bench.do("board cards 38", ruling="there are 20 freights in our box")
    assert [p["cards"] for p in bench.game.state()["players"].values()] == [10, 10, 9, 9]


def test_the_three_is_laid_aside_with_five_players() -> None:
    bench = begun(5)
    bench.do("roll 1 2", "go Londres")
    bench.refuses("poker 3", "cards.left-out")
    bench.allows("poker 4", "cards.left-out")
    four = begun(4)
    four.do("roll 1 2", "go Londres")
    four.allows("poker 3", "cards.left-out")


def test_who_has_no_cards_left_plays_none() -> None:
    bench = begun(6)
    bench.do("board cards 36")
    for zone in (22, 33, 44, 55, 66):
        bench.do(f"storm {zone}")
    bench.do("roll 1 2")
    bench.allows("freight Marseille", "cards.left")
    assert bench.game.state()["players"]["Anna"]["cards"] == 0
    bench.refuses("storm 11", "cards.left")


def hand_of(count: int) -> str:
    return "hand Anna " + " ".join(
        ["As", "Roi", "7", "storm", "storm", "freight Sydney", "3", "4", "5"][:count]
    )


def test_recorded_hands() -> None:
    bench = begun(4)
    bench.refuses(hand_of(8), "hand.count")
    bench.refuses("hand Anna As As 7 storm storm freight Sydney 3 4 5", "hand.once")
    bench.allows(hand_of(9), "hand.once")
    bench.refuses("hand Ben As Dame 6 8 9 10 storm storm storm", "hand.once")
    bench.refuses("hand Ben Valet Dame 6 8 storm storm storm storm storm", "hand.storms")
    bench.allows("hand Ben Valet Dame 6 8 9 storm storm storm storm", "hand.storms")
    ports = ("Perth", "Rio", "Bombay", "Saigon", "Dakar", "Londres", "Hambourg", "Marseille")
    bench.shows(" freight ".join(("hand Chloé 10", *ports)), "cards.secret")
    bench.refuses("poker Dame", "poker.company")
    bench.do("roll 1 2")
    bench.refuses("freight Perth", "hand.held")
    bench.allows("freight Sydney", "hand.held")
    bench.do("storm 22", "storm 33")
    bench.refuses("storm 33", "hand.held")
    assert bench.game.state()["players"]["Anna"]["hand"] == ["3", "4", "5", "7", "As", "Roi"]
    bench.refuses("hand Anna 3 4 5 7 As", "hand.count")
    bench.allows("hand Anna 3 4 5 7 As Roi", "hand.count")
    bench.spares("end", "cards.secret")


def test_played_cards_are_in_no_hand() -> None:
    bench = begun(4)
    bench.do("roll 1 2", "freight Sydney")
    bench.refuses("hand Ben freight Sydney As Roi Dame 3 4 5 6 7", "hand.once")
    bench.do("end")
    rich(bench, "Ben")
    bench.allows("hand Ben freight Perth As Roi Dame 3 4 5 6 7", "hand.once")


def test_zones_of_storm_cards_in_a_hand() -> None:
    zoned = begun(6, storm_cards="zones")
    zoned.refuses("hand Anna storm 44 storm 44 As Roi 3 4", "hand.once")
    zoned.allows("hand Anna storm 44 storm 11 As Roi 3 4", "hand.once")
    zoned.refuses("storm 33", "hand.held")
    zoned.allows("storm 44", "hand.held")
    zoned.refuses("hand Ben storm 44 5 6 7 8 9", "hand.once")
    free = begun(6)
    free.do("hand Anna storm 44 storm As Roi 3 4")
    free.do("storm 33", "storm 22")
    free.refuses("storm 22", "hand.held")


def test_a_freight_card_in_a_hand_is_in_the_pack() -> None:
    bench = begun(6)
    bench.refuses("hand Anna freight Suez As Roi 3 4 5", "freight.card")
    bench.refuses("hand Anna freight Lima As Roi 3 4 5", "freight.card")
    unknown = begun(6, board="transit")
    unknown.do("board cards 36")
    unknown.refuses("hand Anna freight Gibraltar As Roi 3 4 5", "board.freight-port")
    unknown.allows("hand Anna freight Lima As Roi 3 4 5", "board.freight-port")


def test_a_card_in_a_recorded_hand_is_not_played_by_another() -> None:
    bench = begun(6)
    bench.do("hand Ben As Dame storm 44 freight Rio 3 4", "roll 1 2")
    bench.refuses("freight Rio", "hand.others")
    listed = next(choice for choice in bench.game.choices() if choice.text == "freight PORT")
    assert "freight Rio" not in listed.moves and "freight Perth" in listed.moves
    bench.do("go Londres")
    bench.refuses("poker As", "hand.others")
    bench.allows("storm 44", "hand.others")  # storm cards are all alike
    bench.allows("poker 5", "hand.others")
    bench.do("answer Dame")
    listed = next(choice for choice in bench.game.choices() if choice.text.startswith("answer"))
    assert listed.moves == ("answer Roi",)
    zoned = begun(6, storm_cards="zones")
    zoned.do("hand Ben As Dame storm 44 freight Rio 3 4")
    zoned.refuses("storm 44", "hand.others")
    zoned.allows("storm 33", "hand.others")


def test_a_storm_card_laid_open_strikes_no_more() -> None:
    bench = poor(begun(6, storm_cards="zones"), "Ben")
    bench.do("hand Ben As Dame storm 44 freight Rio 3 4", "storm 11", "end", "auction vert unsold")
    assert bench.game.captains["Ben"].out
    bench.refuses("storm 44", "storm-card.zone")
    free = poor(begun(6), "Ben")
    free.do("hand Ben As Dame storm 44 freight Rio 3 4", "storm 11", "end", "auction vert unsold")
    assert free.game.cards.shown == 1
    free.allows("storm 44", "storm-card.zone")


def test_every_rule_of_the_list_and_every_reading_has_its_place() -> None:
    numbers = {number for rule in Rulebook("transit").rules.values() for number in rule.numbers}
    assert {str(n) for n in range(1, 79)} <= numbers
    assert {f"TA{n}" for n in range(1, 54)} <= numbers

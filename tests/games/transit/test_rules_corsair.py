"""The corsair and its ransoms."""

from __future__ import annotations

from tests.games.transit.seats import begun, fresh, poor, rich
from tests.kit import Bench, fact


def owned(*buys: str, count: int = 4, cash: str = "10M") -> Bench:
    """Anna owns the corsair, before her roll."""
    bench = rich(begun(count, *buys), "Anna", cash)
    bench.do("corsair buy")
    return bench


@fact("corsair.one")
def test_it_begins_unowned() -> None:
    assert fresh().game.state()["corsair"] == {"owner": None, "at": None}


def test_buying_it() -> None:
    bench = begun()
    bench.refuses("corsair buy", "corsair.cash")
    rich(bench, "Anna", "4M")
    bench.refuses("Ben: corsair buy", "turn.order")
    bench.allows("corsair buy", "corsair.cash")
    assert bench.game.cash("Anna") == 0
    bench.do("roll 1 2", "stay", "corsair roll 1 2", "corsair stay")
    rich(bench, "Ben")
    bench.do("roll 1 2", "stay")
    bench.refuses("corsair buy", "corsair.free")


def test_its_price() -> None:
    bench = rich(begun(), "Anna", "4M")
    bench.shows("corsair buy", "corsair.price")
    bench.spares("roll 1 2", "corsair.price")
    other = rich(begun(), "Anna", "4M")
    other.allows("corsair buy", "corsair.free")


def test_it_plays_after_the_cargo_once_in_every_turn() -> None:
    bench = owned()
    bench.refuses("corsair roll 1 2", "corsair.second")
    bench.do("roll 1 2", "go Londres")
    bench.refuses("end", "corsair.due")
    bench.refuses("roll 1 3", "corsair.due")
    bench.refuses("corsair go Perth", "corsair.step-after")
    bench.allows("corsair roll 1 2", "corsair.second")
    bench.allows("corsair go Terre-Neuve", "corsair.step-after")
    bench.refuses("corsair roll 1 2", "corsair.once")
    bench.refuses("corsair stay", "corsair.step-after")
    bench.allows("end", "corsair.due")
    bench.refuses("corsair roll 1 2", "corsair.owner")
    bench.do("roll 1 2", "roll 1 2", "roll 1 2", "roll 1 2")
    bench.allows("corsair roll 1 2", "corsair.once")
    bench.allows("corsair stay", "corsair.owner")


def test_where_it_goes() -> None:
    bench = owned()
    bench.do("roll 1 2")
    bench.shows("corsair roll 5 4", "corsair.goes")
    assert bench.game.corsair.at == "Saigon"
    bench.refuses("corsair go Perth", "corsair.line")
    bench.refuses("corsair go Saigon", "move.elsewhere")
    bench.shows("corsair go Yokohama", "corsair.step")
    assert bench.game.corsair.at == "Yokohama"
    bench.spares("end", "corsair.goes", "corsair.step")
    other = owned()
    other.do("roll 1 2", "corsair roll 5 4")
    other.allows("corsair go Singapour", "corsair.line")
    stays = owned()
    stays.do("roll 1 2", "corsair roll 5 4")
    stays.spares("corsair stay", "corsair.step")


def test_it_sinks_by_its_own_roll() -> None:
    bench = owned()
    bench.do("roll 1 2", "corsair roll 6 2", "corsair stay")  # Londres, zone 11
    for _ in range(3):
        bench.do("roll 1 2", "end")
    bench.do("roll 1 2", "freight Dakar")
    bench.shows("corsair roll 1 1", "storm.corsair", "corsair.auction")
    bench.refuses("corsair stay", "auction.due")
    bench.do("auction corsair unsold")
    bench.allows("end", "corsair.due")


def test_its_double_may_strike_its_owners_cargo() -> None:
    bench = owned()
    bench.do("roll 1 2", "stay")
    bench.shows("corsair roll 1 1", "corsair.plays-on", "storm.struck")
    assert bench.game.corsair.at == "Buenos-Ayres"
    assert bench.game.captains["Anna"].struck
    other = owned()
    other.do("roll 1 2", "stay")
    other.spares("corsair roll 3 3", "corsair.plays-on")


def test_struck_on_the_cargo_roll_the_corsair_does_not_play() -> None:
    bench = owned()
    bench.do("roll 1 1")
    assert bench.table.situation.actor == "Ben"


def test_won_in_anothers_turn_it_plays_from_the_next_turn() -> None:
    bench = rich(owned(), "Ben")
    bench.do("roll 1 2", "corsair roll 2 1", "corsair stay", "roll 1 2", "end")
    bench.do("roll 3 3", "storm 66")
    bench.do("auction corsair won by Ben for 6M", "end", "roll 1 2", "end", "roll 1 2", "end")
    assert bench.table.situation.actor == "Ben"
    bench.do("roll 1 2")
    bench.refuses("end", "corsair.due")


# ---------------------------------------------------------------------------- ransom


def test_a_ransom_survived() -> None:
    bench = owned("buy 0", "buy 300k")
    bench.do("roll 1 2")
    receipt = bench.shows("corsair roll 6 2", "ransom.all", "ransom.survived")  # Londres
    assert "2,000,000 F" in bench.sentences(receipt)
    assert bench.game.cash("Anna") == 6_000_000 + 1_700_000 + 300_000
    ben = bench.game.state()["players"]["Ben"]
    assert (ben["cash"], ben["cargo"], ben["at"], ben["out"]) == (0, {}, "Londres", None)
    assert bench.game.owners["vert"] == "Ben"
    assert bench.game.goods.of("Caisse", "laine") == 300_000
    bench.spares("corsair go Hambourg", "ransom.all", "ransom.survived")


def test_a_ship_seized() -> None:
    bench = owned("buy 0", "buy 100k")
    poor(bench, "Ben", 300_000)
    bench.do("roll 1 2")
    bench.shows("corsair roll 6 2", "ransom.ship", "elimination.ransom")
    assert bench.game.cash("Anna") == 6_000_000 + 400_000 + 500_000
    assert bench.game.captains["Ben"].out == "elimination.ransom"
    bench.spares("auction vert unsold", "ransom.ship", "elimination.ransom")
    enough = owned("buy 0", "buy 100k")
    poor(enough, "Ben", 400_000)
    enough.do("roll 1 2")
    enough.spares("corsair roll 6 2", "ransom.ship", "elimination.ransom")
    assert enough.game.cash("Anna") == 6_000_000 + 500_000


def test_a_ruined_victim_does_not_survive() -> None:
    bench = owned()
    poor(bench, "Ben", 0)
    bench.do("roll 1 2")
    bench.spares("corsair roll 6 2", "ransom.survived")


def test_both_stops_of_its_move() -> None:
    bench = owned("buy 0", "buy 300k")
    bench.do("roll 1 2")
    bench.do("end", ruling="only to move on")
    bench.do("roll 1 2", "go Hambourg", "roll 1 2", "freight Londres", "roll 1 2", "end")
    bench.do("roll 1 2")
    bench.shows("corsair roll 6 2", "ransom.all")  # Chloé at Londres
    bench.shows("corsair go Hambourg", "ransom.all")  # Ben
    assert bench.game.cash("Chloé") == bench.game.cash("Ben") == 0
    bench.do("roll 1 2", "end", "roll 1 2", "go Hambourg")  # Chloé sails to the corsair
    assert bench.game.captains["Chloé"].at == "Hambourg"
    rich(bench, "Chloé", "1M")
    bench.do("roll 1 2", "end")
    assert bench.game.cash("Chloé") == 1_000_000
    bench.do("roll 1 2")
    bench.shows("corsair roll 1 2", "ransom.all")  # where it lies already
    assert bench.game.cash("Chloé") == 0


@fact("ransom.spared")
def test_who_is_spared() -> None:
    bench = owned("buy 500k")
    cash = bench.game.cash("Anna")
    bench.do("roll 3 3", "storm 11", "corsair roll 1 6")  # New-York: Anna's own ship is gone, Ben is struck
    assert bench.game.cash("Ben") == 2_000_000
    own = owned("buy 500k")
    own.do("roll 1 2", "corsair roll 1 6")
    assert own.game.cash("Anna") == cash
    assert own.game.goods.of("Anna", "machines") == 500_000


def test_the_last_two() -> None:
    bench = owned("buy 0", "buy 0", "buy 300k", count=3)
    poor(bench, "Ben", 0)
    rich(bench, "Chloé", "3M")
    bench.do("roll 1 2")
    bench.spares("corsair roll 6 2", "elimination.last-two", "end.alone")  # Ben is out, Chloé left
    bench.do("auction vert unsold", "corsair stay", "roll 1 2", "end", "roll 1 2")
    receipt = bench.shows("corsair roll 2 1", "ransom.all", "elimination.last-two", "end.alone")
    assert "Anna is alone in the game" in bench.sentences(receipt)
    assert bench.game.finished and bench.game.winner == "Anna"
    bench.refuses("roll 1 2", "table.over")


def test_two_victims_at_one_stop_the_second_is_the_last() -> None:
    bench = owned(count=3)
    poor(bench, "Ben", 0)
    bench.do("roll 1 2")
    bench.do("end", ruling="only to move on")
    bench.do("roll 1 2", "end", "roll 1 2", "freight Londres", "roll 1 2")
    bench.shows("corsair roll 6 2", "elimination.ransom", "elimination.last-two", "end.alone")
    assert bench.game.winner == "Anna"


def test_a_struck_owner_plays_it_after_his_new_ship() -> None:
    bench = owned()
    bench.do("roll 1 2", "corsair roll 6 1", "corsair stay", "end", "storm 11")
    bench.do("end", "roll 1 2", "end", "roll 1 2", "end")
    assert bench.table.situation.phrase == "rebuy" and bench.table.situation.actor == "Anna"
    bench.do("roll 1 2")
    bench.refuses("end", "corsair.due")
    bench.do("corsair roll 6 1", "corsair stay", "end")


def test_sunk_by_its_owners_card_in_the_middle_of_its_move() -> None:
    bench = owned()
    bench.do("roll 1 2", "corsair roll 6 1", "storm 44", "auction corsair unsold")
    assert bench.table.situation.phrase == "after"
    bench.refuses("corsair go Aden", "corsair.owner")
    bench.allows("end", "corsair.due")


def test_the_referee_rolls_for_it() -> None:
    bench = owned()
    bench.do("roll 1 2")
    receipt = bench.do("corsair roll")
    assert receipt.played.entry.do.endswith(" virtual") and bench.game.turn.corsair_played

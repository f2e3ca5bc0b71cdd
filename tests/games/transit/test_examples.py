"""The worked examples of the rules, X1 to X15."""

from __future__ import annotations

from tests.games.transit.seats import begun, fresh, poor, rich
from tests.kit import Bench


def test_x1_reading_the_dice() -> None:
    bench = begun()
    border = bench.game.board.border
    assert border[36] == ("café", "San-Francisco") and border[22] == ("riz", "Valparaiso")
    assert border[52] == ("laine", "Dakar")
    bench.do("roll 3 6")
    assert bench.game.turn.number == 36


def test_x2_tickets_cost_their_face_value() -> None:
    bench = fresh(6)
    bench.do("buy 0", "buy 0", "buy 0", "buy 3x100000", "buy 0", "buy 500k")
    assert bench.game.cash("Dan") == 1_700_000 and bench.game.goods.all_of("Dan") == {"café": 300_000}
    assert bench.game.cash("Fred") == 1_500_000 and bench.game.goods.all_of("Fred") == {"riz": 500_000}


def test_x3_own_comptoir_and_anothers() -> None:
    bench = fresh()
    caisse = bench.game.cash("Caisse")
    bench.do("buy 400k")
    assert bench.game.cash("Caisse") == caisse + 400_000
    bench.do("buy 0", "buy 0", "roll 1 2", "end", "roll 1 2", "go New-York", "buy 400k")
    assert bench.game.cash("Anna") == 1_600_000 + 400_000


def test_x4_a_delivery() -> None:
    bench = begun(3, "buy 0", "buy 300k")
    bench.do("roll 1 2", "end", "roll 1 2", "freight Dakar", "buy 200k", "roll 1 2", "end", "roll 1 2", "end")
    cash = bench.game.cash("Ben")
    bench.do("roll 5 2", "deliver")
    assert bench.game.captains["Ben"].at == "Dakar"
    assert bench.game.cash("Ben") == cash + 900_000
    assert bench.game.goods.all_of("Ben") == {"riz": 200_000}
    bench.do("buy 100k riz")
    assert bench.game.goods.all_of("Ben") == {"riz": 300_000}


def with_rice(at: str) -> Bench:
    """Anna, with 100,000 of riz, at `at`, before her roll."""
    bench = begun(3)
    bench.do("roll 1 2", "freight Dakar", "buy 100k", "roll 1 2", "end", "roll 1 2", "end")
    bench.do("roll 1 2", f"freight {at}", "roll 1 2", "end", "roll 1 2", "end")
    return bench


def test_x5_a_double_in_ones_own_zone() -> None:
    bench = with_rice("Rio")
    cash = bench.game.cash("Anna")
    bench.do("roll 2 2")
    assert bench.game.captains["Anna"].struck
    assert bench.game.state()["piles"]["22"] == {"riz": 100_000}
    assert bench.game.cash("Anna") == cash
    assert bench.table.situation.actor == "Ben"


def test_x6_a_double_elsewhere() -> None:
    bench = with_rice("Perth")
    cash = bench.game.cash("Anna")
    bench.do("roll 2 2", "deliver")
    assert bench.game.captains["Anna"].at == "Valparaiso"
    assert bench.game.cash("Anna") == cash + 300_000


def test_x7_the_price_of_a_ship() -> None:
    for left, out in ((400_000, True), (499_999, True), (500_000, False)):
        bench = poor(begun(4), "Ben", left)
        bench.do("roll 1 2", "freight Dakar", "storm 11", "end")
        assert bool(bench.game.captains["Ben"].out) is out
        if not out:
            bench.do("roll 1 2")
            assert bench.game.cash("Ben") == 0 and bench.game.captains["Ben"].at == "Hambourg"
            bench.refuses("buy 100k", "purchase.cash")


def test_x8_the_threshold_of_a_ransom() -> None:
    for cash, gained, out in ((300_000, 900_000, True), (400_000, 500_000, False)):
        bench = rich(begun(4, "buy 0", "buy 100k"), "Anna", "10M")
        poor(bench, "Ben", cash)
        bench.do("corsair buy", "roll 1 2")
        before = bench.game.cash("Anna")
        bench.do("corsair roll 6 2")
        assert bench.game.cash("Anna") - before == gained
        assert bool(bench.game.captains["Ben"].out) is out
        assert (bench.game.captains["Ben"].at == "Londres") is not out


def test_x9_the_last_two() -> None:
    bench = rich(begun(3, "buy 0", "buy 0", "buy 200k"), "Anna", "10M")
    poor(bench, "Ben")
    rich(bench, "Chloé", "1.2M")
    bench.do("corsair buy", "roll 1 2", "corsair roll 6 2", "auction vert unsold", "corsair stay")
    bench.do("roll 1 2", "end", "roll 1 2")
    before = bench.game.cash("Anna")
    assert bench.game.cash("Chloé") == 3_000_000
    bench.do("corsair roll 2 1")
    assert bench.game.cash("Anna") == before + 3_000_000 + 200_000
    assert bench.game.captains["Chloé"].out and bench.game.winner == "Anna"


def test_x10_a_poker_of_three() -> None:
    bench = begun(3, "buy 100k", "buy 200k", "buy 300k")
    bench.do("roll 1 2", "go Londres", "roll 1 2", "end", "roll 1 2", "freight Londres")
    bench.do("roll 1 2", "poker 9", "concede", "answer Valet", "answer Dame", "concede")
    assert bench.game.goods.all_of("Anna") == {"machines": 100_000, "laine": 200_000, "coton": 300_000}
    bench.do("end", "roll 1 2", "end", "roll 1 2", "end")
    bench.refuses("poker As", "poker.twice")


def test_x11_the_deal() -> None:
    five = [person["cards"] for person in fresh(5).game.state()["players"].values()]
    four = [person["cards"] for person in fresh(4).game.state()["players"].values()]
    assert five == [7] * 5 and four == [9] * 4


def test_x12_the_corsair_sinks() -> None:
    bench = rich(begun(4), "Anna", "10M")
    bench.do("corsair buy", "roll 1 2", "corsair roll 6 1", "corsair stay", "roll 1 2", "end")
    cash = bench.game.cash("Anna")
    bench.do("roll 4 4")
    assert bench.game.due == ["corsair"] and bench.game.corsair.owner == ""
    assert bench.game.cash("Anna") == cash
    bench.refuses("auction corsair won by Anna for 5.9M", "auction.minimum")
    bench.do("auction corsair won by Anna for 6M")


def test_x13_the_corsair_collects_nothing() -> None:
    bench = rich(begun(3, "buy 500k"), "Ben", "10M")
    bench.do(
        "storm 11", "end", "rebuy", "roll 1 2", "corsair buy", "corsair roll 1 2", "corsair go Terre-Neuve"
    )
    assert bench.game.state()["piles"]["11"] == {"machines": 500_000}
    bench.do("roll 1 2", "end", "roll 1 6", "end", "roll 1 2", "go Terre-Neuve")
    assert bench.game.goods.all_of("Ben") == {"machines": 500_000}


def test_x14_two_groups_two_auctions() -> None:
    bench = begun(4)
    bench.do("Ben: group buy jaune", "storm 11", "end")
    assert bench.game.due == ["jaune", "vert"]
    bench.do("auction jaune unsold", "auction vert unsold")
    assert bench.game.owners["jaune"] == bench.game.owners["vert"] == "Caisse"


def test_x15_no_purchase_at_crosses_and_squares() -> None:
    bench = begun()
    bench.do(
        "roll 1 2", "freight Marseille", "roll 1 2", "end", "roll 1 2", "end", "roll 1 2", "go Gibraltar"
    )
    bench.refuses("buy 100k", "purchase.comptoir")
    bench.do("roll 1 2", "freight Alexandrie", "roll 1 2", "end", "roll 1 2", "end")
    bench.do("roll 1 2", "go Suez")
    bench.refuses("buy 100k", "purchase.comptoir")

"""Dice, delivery, displacement, purchase."""

from __future__ import annotations

from tests.games.transit.seats import begun, fresh, poor, rich, together
from tests.kit import fact


def test_the_red_die_is_read_first() -> None:
    bench = begun()
    bench.shows("roll 3 6", "dice.reading")
    assert bench.game.turn.number == 36
    bench.spares("stay", "dice.reading")
    bench.do("roll 63")
    assert bench.game.turn.number == 63


def test_dice_show_one_to_six() -> None:
    bench = begun()
    for dice in ("0 7", "7 0", "07", "70", "7", "3 9", "99"):
        bench.refuses(f"roll {dice}", "dice.faces")
    bench.allows("roll 6 1", "dice.faces")


def test_the_referee_rolls_when_asked() -> None:
    bench = begun()
    receipt = bench.do("roll")
    assert receipt.played.entry.do.endswith(" virtual")
    assert "The referee rolls" in bench.sentences(receipt)


# ---------------------------------------------------------------------------- the turn


def test_each_in_his_turn() -> None:
    bench = begun()
    bench.refuses("Ben: roll 1 2", "turn.order")
    bench.allows("Anna: roll 1 2", "turn.order")
    bench.refuses("Ben: stay", "turn.order")


def test_one_roll_a_turn_and_one_at_least() -> None:
    bench = begun()
    bench.refuses("end", "turn.must-roll")
    bench.allows("roll 1 2", "turn.roll-once")
    bench.refuses("Anna: roll 1 3", "turn.roll-once")
    bench.allows("end", "turn.must-roll")


def test_the_next_roll_ends_a_turn() -> None:
    bench = begun()
    bench.do("roll 1 2")
    receipt = bench.shows("roll 1 3", "turn.passes")
    assert receipt.played.by == "Ben"
    assert "Anna stays at New-York" in bench.sentences(receipt)
    bench.spares("go Hambourg", "turn.passes")
    bench.refuses("Anna: roll 1 2", "turn.order")


def test_the_next_roll_does_not_hide_an_elimination() -> None:
    bench = begun(4)
    poor(bench, "Ben", 400_000)
    bench.do("storm 11")  # strikes Anna herself and Ben
    bench.refuses("roll 1 2", "turn.end-first")
    rich(bench, "Dan", "3M")
    bench.do("end")
    assert bench.table.situation.phrase == "auction"
    bench.do("auction vert unsold")
    bench.allows("Chloé: roll 1 2", "turn.end-first")


@fact("turn.between", "board.ships")
def test_what_else_a_turn_holds() -> None:
    bench = together("buy 1M")
    rich(bench, "Anna", "20M")
    bench.do(
        "storm 33", "trade Anna gives 100k to Ben", "group buy blanc", "corsair buy", "poker 7", "concede"
    )
    assert [captain.at for captain in bench.game.captains.values()] == ["Londres", "Londres", "Honolulu"]


# ---------------------------------------------------------------------------- delivery


def test_delivery() -> None:
    bench = begun(3, "buy 1M")
    bench.refuses("deliver", "deliver.by-dice")
    bench.do("roll 1 2")
    bench.refuses("deliver", "deliver.cargo")
    bench.do("end", "roll 1 2", "end", "roll 1 2", "end")
    bench.allows("roll 6 6", "deliver.by-dice")
    bench.shows("deliver", "deliver.triple")
    assert bench.game.cash("Anna") == 1_000_000 + 3_000_000
    assert bench.game.captains["Anna"].at == "Le-Cap"
    bench.refuses("deliver", "deliver.instead")
    bench.spares("buy 100k", "deliver.triple")


def test_delivery_needs_the_product() -> None:
    bench = begun(3, "buy 1M")
    bench.do("roll 6 1")
    bench.allows("deliver", "deliver.cargo")
    bench.allows("buy 100k", "deliver.instead")  # the purchase after a delivery


def test_delivery_where_the_ship_lies_already() -> None:
    bench = begun(3, "buy 100k")
    bench.do("roll 1 2", "go Londres", "roll 1 2", "end", "roll 1 2", "end")
    bench.shows("roll 6 2", "dice.reading")
    bench.allows("deliver", "deliver.instead")
    assert bench.game.captains["Anna"].at == "Londres"
    bench.allows("buy 300k", "purchase.arrival")


@fact("deliver.optional")
def test_nobody_has_to_deliver() -> None:
    bench = begun(3, "buy 1M")
    bench.do("roll 6 1", "stay")
    assert bench.game.goods.of("Anna", "machines") == 1_000_000


# ---------------------------------------------------------------------------- displacement


def test_the_cargo_moves_after_the_roll_and_once() -> None:
    bench = begun()
    bench.refuses("go Londres", "move.after-roll")
    bench.refuses("stay", "move.after-roll")
    bench.refuses("freight Sydney", "move.after-roll")
    bench.do("roll 1 2")
    bench.allows("go Londres", "move.after-roll")
    bench.refuses("go Hambourg", "move.once")
    bench.refuses("freight Sydney", "move.once")
    bench.refuses("stay", "move.once")
    bench.refuses("deliver", "deliver.instead")
    bench.do("roll 1 2")
    bench.allows("stay", "move.once")


def test_a_step_follows_a_line() -> None:
    bench = begun()
    bench.do("roll 1 2")
    bench.refuses("go Suez", "move.line")
    bench.refuses("go New-York", "move.elsewhere")
    bench.allows("go Terre-Neuve", "move.line")
    bench.do("roll 1 2")
    bench.allows("go Hambourg", "move.elsewhere")


def test_a_table_may_allow_a_step_without_a_line() -> None:
    bench = begun()
    bench.do("roll 1 2")
    receipt = bench.do("go Suez", ruling="we had drawn a line there")
    assert receipt.needed_ruling
    assert bench.game.captains["Anna"].at == "Suez"


def test_freight_cards() -> None:
    bench = begun()
    bench.do("roll 1 2")
    bench.refuses("freight Suez", "freight.card")
    bench.allows("freight Sydney", "freight.card")
    bench.do("roll 1 2")
    bench.refuses("freight Sydney", "freight.once")
    bench.allows("freight Perth", "freight.once")
    bench.do("roll 1 2")
    bench.shows("freight Rio", "freight.removed")
    bench.spares("buy 200k", "freight.removed")
    assert bench.game.cards.freights == ["Sydney", "Perth", "Rio"]
    assert bench.game.state()["players"]["Anna"]["cards"] == 11


def test_a_freight_to_the_port_of_the_dice_sells_nothing() -> None:
    bench = begun(3, "buy 1M")
    bench.do("roll 6 1", "freight Bombay")
    bench.refuses("deliver", "deliver.instead")


# ---------------------------------------------------------------------------- purchase


def test_where_goods_are_bought() -> None:
    bench = begun()
    bench.do("roll 1 2", "go Terre-Neuve")
    bench.refuses("buy 100k", "purchase.comptoir")
    bench.do("roll 1 2", "go Hambourg")
    bench.allows("buy 100k", "purchase.comptoir")


def test_a_comptoir_sells_one_product() -> None:
    bench = fresh()
    bench.refuses("buy 100k riz", "purchase.product")
    bench.allows("buy 100k machines", "purchase.product")


def test_amounts() -> None:
    bench = fresh()
    bench.refuses("buy 150000", "purchase.amount")
    bench.refuses("buy 50k", "purchase.amount")
    bench.refuses("buy 2.1M", "purchase.cash")
    bench.allows("buy 3x100000", "purchase.amount")
    bench.allows("buy 2M", "purchase.cash")
    rich(bench, "Chloé")
    bench.refuses("buy 6.1M", "purchase.stock")
    bench.allows("buy 6M", "purchase.stock")


def test_who_is_paid() -> None:
    bench = begun()
    bench.do("roll 1 2", "go Londres")
    bench.shows("buy 400k", "purchase.owner")
    assert (bench.game.cash("Anna"), bench.game.cash("Ben")) == (1_600_000, 2_400_000)
    bench.do("roll 1 2", "go Hambourg", "buy 100k", "roll 1 2", "go Yokohama")
    bench.shows("buy 300k", "purchase.caisse")
    assert bench.game.cash("Chloé") == 1_700_000
    bench.do("roll 1 2", "go Hambourg")
    caisse = bench.game.cash("Caisse")
    bench.shows("buy 200k", "purchase.own")
    assert bench.game.cash("Caisse") == caisse + 200_000


def test_who_is_not_paid() -> None:
    bench = begun()
    bench.do("roll 1 2", "go Londres")
    bench.spares("buy 400k", "purchase.own", "purchase.caisse")
    bench.do("roll 1 2", "go Hambourg")
    bench.spares("buy 400k", "purchase.own", "purchase.caisse")
    bench.do("roll 1 2", "go Yokohama")
    bench.spares("buy 400k", "purchase.owner")


def test_a_second_group_is_ones_own_too() -> None:
    bench = begun()
    rich(bench, "Anna")
    bench.do("group buy blanc", "roll 1 2", "freight Dakar")
    bench.shows("buy 400k", "purchase.own")


def test_when_goods_are_bought() -> None:
    bench = begun()
    bench.refuses("buy 100k", "purchase.arrival")
    bench.do("roll 1 2")
    bench.refuses("buy 100k", "purchase.arrival")
    bench.do("go Londres")
    bench.allows("buy 100k", "purchase.once")
    bench.refuses("buy 100k", "purchase.once")
    bench.refuses("go New-York", "purchase.last")
    bench.do("roll 1 2")
    bench.allows("go Hambourg", "purchase.last")


def test_after_staying() -> None:
    bench = begun()
    bench.do("roll 1 2", "stay")
    bench.refuses("buy 100k", "purchase.staying")
    lenient = begun(buy_when_staying=True)
    lenient.do("roll 1 2", "stay")
    lenient.allows("buy 100k", "purchase.staying")
    lenient.refuses("buy 100k", "purchase.once")


def test_no_purchase_after_the_corsair_has_played() -> None:
    bench = rich(begun(), "Anna")
    bench.do("corsair buy", "roll 1 2", "go Londres", "corsair roll 3 2")
    bench.refuses("buy 100k", "purchase.arrival")

"""The turn of a cargo: dice, delivery, displacement, purchase, a new ship after a storm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.errors import Unreadable
from referee.games.transit import charts, estate, storms
from referee.games.transit.board import CROSS
from referee.games.transit.cards import spend
from referee.games.transit.goods import CAISSE, STOCK, pile
from referee.games.transit.moves import (
    CONSTANTS,
    ZONES,
    Buy,
    Corsair,
    Deliver,
    End,
    Freight,
    Go,
    Rebuy,
    Renounce,
    Roll,
    Stay,
)
from referee.games.transit.state import Captain, Turn

if TYPE_CHECKING:
    from referee.games.transit.game import Transit

REBUY: int = CONSTANTS["money"]["rebuy"]
RESALE: int = CONSTANTS["resale"]
MAY_END = ("act", "arrived", "idle", "step", "after")


def number_of(game: Transit, move: Roll | Corsair) -> int:
    """The number of two dice, red first (dice.reading)."""
    if move.red is None:
        raise Unreadable("the dice are missing", "write roll 3 6, the red die first")
    red, other = (move.red, move.other) if move.other is not None else divmod(move.red, 10)
    game.must(1 <= red <= 6 and 1 <= other <= 6, "dice.faces", red=red, other=other)
    if move.virtual:
        game.tell("virtual", number=10 * red + other)
    return 10 * red + other


# ---------------------------------------------------------------------------- the roll


def roll(game: Transit, by: str, move: Roll) -> str:
    """The roll for the cargo; it ends the turn before, if that has not been said."""
    _implied_end(game, by)
    captain = game.mover(by)
    turn = game.turn
    game.must(turn.phase != "first", "first.before-roll", player=captain.name)
    game.must(turn.phase in ("roll", "rebuy", "paid"), "turn.roll-once", player=captain.name)
    number = number_of(game, move)
    if turn.phase == "rebuy":
        _pay_ship(game, captain)
    turn.number = number
    game.tell("rolled", "dice.reading", player=captain.name, number=number)
    if number in ZONES:
        storms.rage(game, number, "storm.double")
    if turn.phase == "paid":
        _relaunch(game, captain, number)
    elif captain.struck:
        game.tell("turn-passed", "storm.roller-passes", player=captain.name)
        pass_dice(game)
    else:
        if number in ZONES:
            game.cite("storm.roller-plays")
        turn.phase = "act"
    return captain.name


def _afloat(game: Transit, by: str) -> Captain:
    """Who may move his cargo now: the dice have named a number and it has not moved yet."""
    captain = game.mover(by)
    turn = game.turn
    game.must(turn.phase not in ("rebuy", "paid"), "struck.waits", player=captain.name)
    game.must(turn.phase not in ("first", "roll"), "move.after-roll", player=captain.name)
    game.must(captain.at, "struck.waits", player=captain.name)
    game.must(not turn.bought, "purchase.last", player=captain.name)
    game.must(turn.phase == "act", "move.once", player=captain.name)
    return captain


def deliver(game: Transit, by: str, move: Deliver) -> str:
    """All of the product of the dice is sold at the port of the dice."""
    captain = game.mover(by)
    turn = game.turn
    game.must(turn.phase not in ("first", "roll", "rebuy"), "deliver.by-dice", player=captain.name)
    game.must(captain.at, "struck.waits", player=captain.name)
    game.must(turn.phase == "act", "deliver.instead", player=captain.name)
    product, port = charts.entry(game, turn.number)
    held = game.goods.of(captain.name, product)
    game.must(held, "deliver.cargo", player=captain.name, number=turn.number, product=product)
    game.goods.move(captain.name, CAISSE, product, held)
    price = RESALE * held
    game.pay(CAISSE, captain.name, price, "delivery", product=product, worth=held, stop=port)
    fields = {"player": captain.name, "product": product, "amount": held, "stop": port, "price": price}
    game.tell("delivered", "deliver.triple", **fields)
    arrive(game, captain, port)
    return captain.name


def stay(game: Transit, by: str, move: Stay) -> str:
    """The cargo stays where it is."""
    captain = _afloat(game, by)
    game.turn.phase, game.turn.stayed = "idle", True
    game.tell("stayed", player=captain.name, stop=captain.at)
    return captain.name


def go(game: Transit, by: str, move: Go) -> str:
    """One step along a red line."""
    captain = _afloat(game, by)
    stop = charts.stop_named(game, move.stop)
    game.must(stop != captain.at, "move.elsewhere", stop=stop)
    joined = charts.linked(game, captain.at, stop, "go")
    near = game.board.neighbours(captain.at)
    game.require(joined, "move.line", stop=stop, place=captain.at, near=near)
    game.tell("sailed", player=captain.name, stop=stop)
    if any(game.goods.value(pile(zone)) for zone in ZONES):
        charts.kind_of(game, stop)
    arrive(game, captain, stop)
    return captain.name


def freight(game: Transit, by: str, move: Freight) -> str:
    """Straight to the port of a freight card; nothing is sold there (freight.no-sale)."""
    captain = _afloat(game, by)
    stop = charts.stop_named(game, move.stop)
    if stop not in game.board.stops:
        like = game.board.alike("stopover", move.stop)
        if like:
            game.ask("alike", [f"freight {like}", f'freight "{stop}"'], name=stop, like=like)
    game.require(stop not in game.cards.freights, "freight.once", stop=stop)
    charts.freight_card(game, stop)
    spend(game, captain, f"freight {stop}")
    game.board.stop(stop)
    game.forget_names()
    if game.board.may_be_freight(stop):
        game.board.freights.add(stop)
    game.cards.freights.append(stop)
    game.tell("freight", "freight.removed", player=captain.name, stop=stop)
    arrive(game, captain, stop)
    return captain.name


def arrive(game: Transit, captain: Captain, stop: str) -> None:
    """The cargo calls at `stop`: what is stranded there comes aboard, and a purchase is open."""
    captain.at = stop
    game.turn.phase = "arrived"
    place = game.board.stop(stop)
    if place.kind != CROSS:
        return
    if not any(game.goods.value(pile(zone)) for zone in ZONES):
        return
    zone = charts.zone_of(game, stop)
    found = game.goods.move_all(pile(zone), captain.name)
    if found:
        game.tell("salvaged", "pile.first", player=captain.name, stop=stop, goods=game.listed(found))


# ---------------------------------------------------------------------------- purchase


def buy(game: Transit, by: str, move: Buy) -> str:
    """Goods of the comptoir where the cargo lies, paid to its owner."""
    turn = game.turn
    first = turn.phase == "first"
    captain = game.mover(by, strictly=first)
    name = captain.name
    if first and move.amount == 0:
        game.tell("first-none", "first.declined", player=name)
        _first_done(game)
        return name
    game.must(captain.at, "struck.waits", player=name)
    if name == game.current and not first:
        _time_to_buy(game, captain)
    colour, product = charts.comptoir(game, captain.at)
    game.must(colour, "purchase.comptoir", stop=captain.at)
    wanted = game.board.spelling("product", move.product) if move.product else product
    game.must(wanted == product, "purchase.product", stop=captain.at, product=product, wanted=wanted)
    amount, ticket = move.amount, game.board.ticket
    game.must(amount > 0 and amount % ticket == 0, "purchase.amount", amount=amount, ticket=ticket)
    charts.stocked(game, colour)
    stock = game.goods.of(STOCK, product)
    caisse = game.goods.of(CAISSE, product)
    game.must(amount <= stock, "purchase.stock", product=product, stock=stock, colour=colour, caisse=caisse)
    game.must(amount <= game.cash(name), "purchase.cash", player=name, cash=game.cash(name), amount=amount)
    owner = game.owners[colour]
    payee = CAISSE if owner == name else owner
    game.pay(name, payee, amount, "purchase", product=product, stop=captain.at, player=name)
    game.goods.move(STOCK, name, product, amount)
    rule = "purchase.own" if owner == name else "purchase.caisse" if owner == CAISSE else "purchase.owner"
    fields = {"player": name, "amount": amount, "product": product, "stop": captain.at, "payee": payee}
    game.tell("bought", rule, **fields)
    if first:
        _first_done(game)
    elif name == game.current:
        turn.bought = True
    return name


def _time_to_buy(game: Transit, captain: Captain) -> None:
    turn, name = game.turn, captain.name
    game.require(not turn.bought, "purchase.once", player=name)
    if turn.stayed:
        may = game.options["buy_when_staying"] and turn.phase == "idle"
        game.require(may, "purchase.staying", player=name)
    else:
        game.require(turn.phase == "arrived", "purchase.arrival", player=name)


def _first_done(game: Transit) -> None:
    """The next player makes his first purchase; after the last one the dice begin to roll."""
    later = [c for c in game.captains.values() if c.seat > game.captains[game.current].seat]
    if later:
        game.current = later[0].name
    else:
        game.current = game.players[0]
        game.turn = Turn("roll")
        game.tell("first-over", "first.purchase", player=game.current)


# ---------------------------------------------------------------------------- after a storm


def rebuy(game: Transit, by: str, move: Rebuy) -> str:
    """A new ship for 500,000; then the dice say where it begins."""
    if game.round_from(game.current)[0].struck:
        _implied_end(game, by)
    captain = game.mover(by)
    game.must(game.turn.phase == "rebuy", "rebuy.shipless", player=captain.name)
    _pay_ship(game, captain)
    return captain.name


def _pay_ship(game: Transit, captain: Captain) -> None:
    game.pay(captain.name, CAISSE, REBUY, "rebuy")
    game.turn.phase = "paid"
    game.tell("rebought", "rebuy.price", player=captain.name, price=REBUY)


def _relaunch(game: Transit, captain: Captain, number: int) -> None:
    """The new ship begins at the port of the dice."""
    _, port = charts.entry(game, number)
    captain.struck = False
    game.tell("relaunched", "rebuy.placed", player=captain.name, stop=port)
    arrive(game, captain, port)


def renounce(game: Transit, by: str, move: Renounce) -> str:
    """A player who could pay for a new ship goes out of the game instead."""
    captain = game.mover(by)
    game.must(game.turn.phase == "rebuy", "rebuy.shipless", player=captain.name)
    if not move.confirmed:
        game.ask("renounce", ["rebuy", "renounce confirmed"], player=captain.name)
    estate.eliminate(game, captain, "elimination.renounced")
    return captain.name


# ---------------------------------------------------------------------------- the end of a turn


def end(game: Transit, by: str, move: End) -> str:
    """The dice go to the next player."""
    captain = game.mover(by)
    _finish(game, captain)
    game.tell("dice", player=game.current)
    return captain.name


def _implied_end(game: Transit, by: str) -> None:
    """The first move of the next player's turn says that the one before is over."""
    if game.turn.phase in MAY_END and by != game.current:
        _finish(game, game.captains[game.current])
        game.settle()
        game.must(not game.due and not game.winner, "turn.end-first")


def _finish(game: Transit, captain: Captain) -> None:
    turn = game.turn
    game.must(turn.phase != "first", "first.before-roll", player=captain.name)
    game.must(turn.phase in MAY_END, "turn.must-roll", player=captain.name)
    if turn.phase == "act":
        game.tell("stayed", player=captain.name, stop=captain.at)
    due = game.corsair.owner == captain.name and not turn.corsair_played
    game.require(not due, "corsair.due", player=captain.name)
    pass_dice(game)


def pass_dice(game: Transit) -> None:
    """The turn of the next player still in the game begins (turn.passes)."""
    captain = game.round_from(game.current)[0]
    game.current = captain.name
    game.turn = Turn("rebuy" if captain.struck else "roll")
    game.cite("turn.passes")

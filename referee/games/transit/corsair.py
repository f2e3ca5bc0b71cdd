"""The corsair: its price, its voyages, its ransoms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.games.transit import charts, estate, storms
from referee.games.transit.board import CROSS
from referee.games.transit.goods import CAISSE, pile
from referee.games.transit.moves import CONSTANTS, ZONES, Corsair
from referee.games.transit.state import Captain
from referee.games.transit.voyage import number_of

if TYPE_CHECKING:
    from referee.games.transit.game import Transit

MONEY: dict[str, int] = CONSTANTS["money"]


def play(game: Transit, by: str, move: Corsair) -> str:
    """One of the four things to do with the corsair."""
    if move.action == "buy":
        return _buy(game, by)
    captain = game.mover(by)
    game.must(
        game.corsair.owner == captain.name, "corsair.owner", player=captain.name, owner=game.corsair.owner
    )
    if move.action == "roll":
        return _roll(game, captain, move)
    game.must(game.turn.phase == "step", "corsair.step-after", player=captain.name)
    if move.action == "go":
        return _step(game, captain, charts.stop_named(game, move.stop))
    game.turn.phase = "after"
    game.tell("corsair-stays", stop=game.corsair.at)
    return captain.name


def _buy(game: Transit, by: str) -> str:
    captain = game.mover(by, strictly=False)
    price = MONEY["corsair"]
    game.must(not game.corsair.owner, "corsair.free", owner=game.corsair.owner)
    cash = game.cash(captain.name)
    game.must(cash >= price, "corsair.cash", player=captain.name, cash=cash, price=price)
    game.pay(captain.name, CAISSE, price, "corsair")
    game.corsair.owner = captain.name
    game.tell("corsair-bought", "corsair.price", player=captain.name, price=price)
    return captain.name


def _roll(game: Transit, captain: Captain, move: Corsair) -> str:
    """The second throw of the turn sends the corsair to the port of the dice."""
    turn = game.turn
    game.must(turn.phase not in ("first", "roll", "rebuy", "paid"), "corsair.second", player=captain.name)
    game.must(not turn.corsair_played, "corsair.once", player=captain.name)
    number = number_of(game, move)
    if turn.phase == "act":
        game.tell("stayed", player=captain.name, stop=captain.at)
    turn.corsair_played = True
    turn.phase = "after"
    game.tell("corsair-rolled", "dice.reading", player=captain.name, number=number)
    if number in ZONES:
        storms.rage(game, number, "storm.double")
        if not game.corsair.owner:
            return captain.name
        if captain.struck:
            game.cite("corsair.plays-on")
    turn.phase = "step"
    _, port = charts.entry(game, number)
    game.tell("corsair-goes", "corsair.goes", stop=port)
    _call(game, captain, port)
    return captain.name


def _step(game: Transit, captain: Captain, stop: str) -> str:
    """One step further along a red line."""
    here = game.corsair.at
    game.must(stop != here, "move.elsewhere", stop=stop)
    joined, near = charts.linked(game, here, stop, "corsair go"), game.board.neighbours(here)
    game.require(joined, "corsair.line", stop=stop, place=here, near=near)
    game.turn.phase = "after"
    game.tell("corsair-goes", "corsair.step", stop=stop)
    _call(game, captain, stop)
    return captain.name


def _call(game: Transit, owner: Captain, stop: str) -> None:
    """The corsair stops somewhere and holds every opponent's cargo there to ransom, in table order."""
    game.corsair.at = stop
    place = game.board.stop(stop)
    if place.kind == CROSS and place.zone and game.goods.value(pile(place.zone)):
        game.tell("pile-left", "corsair.no-goods", stop=stop)
    for victim in game.round_from(owner.name):
        if victim.at == stop:
            _ransom(game, owner, victim)


def _ransom(game: Transit, owner: Captain, victim: Captain) -> None:
    last_two = len(game.still_in()) == 2
    cash, cargo = game.cash(victim.name), game.goods.value(victim.name)
    game.pay(victim.name, owner.name, cash, "ransom", victim=victim.name)
    game.goods.move_all(victim.name, CAISSE)
    game.pay(CAISSE, owner.name, cargo, "ransom-cargo", victim=victim.name)
    ransom = cash + cargo
    fields = {"owner": owner.name, "victim": victim.name, "cash": cash, "cargo": cargo, "total": ransom}
    game.tell("ransomed", "ransom.all", **fields)
    if ransom < MONEY["ship"]:
        game.pay(CAISSE, owner.name, MONEY["ship"], "ransom-ship", victim=victim.name)
        game.tell("ship-seized", "ransom.ship", victim=victim.name, price=MONEY["ship"])
        estate.eliminate(game, victim, "elimination.ransom")
    elif last_two:
        estate.eliminate(game, victim, "elimination.last-two")
    else:
        game.tell("ransom-survived", "ransom.survived", victim=victim.name)

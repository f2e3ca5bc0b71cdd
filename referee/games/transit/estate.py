"""Property: groups of comptoirs, auctions, and what becomes of it all when a player goes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.games.transit.board import COLOURS
from referee.games.transit.cards import lay_open
from referee.games.transit.goods import CAISSE
from referee.games.transit.moves import CONSTANTS, Auction, Group
from referee.games.transit.state import Captain

if TYPE_CHECKING:
    from referee.games.transit.game import Transit

CORSAIR: Final = "corsair"
MONEY: Final[dict[str, int]] = CONSTANTS["money"]


def minimum(lot: str) -> int:
    """The least bid for a lot, in francs."""
    return MONEY["corsair"] if lot == CORSAIR else MONEY["group"]


# ---------------------------------------------------------------------------- sales


def buy_group(game: Transit, by: str, move: Group) -> str:
    """A group of the Caisse for 2,000,000, by anybody in the game, at any time."""
    captain = game.in_game(by or game.current)
    _of_the_caisse(game, move.colour)
    price, cash = MONEY["group"], game.cash(captain.name)
    game.must(cash >= price, "group.cash", player=captain.name, cash=cash, price=price)
    _sell(game, move.colour, captain.name, price)
    game.tell("group-bought", "group.price", player=captain.name, colour=move.colour, price=price)
    return captain.name


def _of_the_caisse(game: Transit, colour: str) -> None:
    owner = game.owners[colour]
    free = [c for c in COLOURS if game.owners[c] == CAISSE]
    game.must(owner == CAISSE, "group.caisse", colour=colour, owner=owner, free=free)


def _sell(game: Transit, lot: str, buyer: str, price: int) -> None:
    game.pay(buyer, CAISSE, price, "corsair" if lot == CORSAIR else "group", lot=lot)
    if lot == CORSAIR:
        game.corsair.owner, game.corsair.at = buyer, ""
    else:
        game.owners[lot] = buyer


def auction(game: Transit, by: str, move: Auction) -> str:
    """The result of an auction that is due, or of one for a group of the Caisse."""
    lot = move.lot
    if game.due:
        game.must(lot in game.due, "auction.due", lots=game.due)
        game.require(lot == game.due[0], "auction.order", lot=lot, first=game.due[0])
    else:
        game.must(lot != CORSAIR and not move.unsold, "auction.none", lot=lot)
        _of_the_caisse(game, lot)
    if move.unsold:
        _unsold(game, lot, "unsold")
        return by or game.current
    captain, price = game.captains[move.won], move.price or 0
    game.must(not captain.out, "auction.bidder", player=captain.name)
    game.require(price >= minimum(lot), "auction.minimum", lot=lot, price=price, least=minimum(lot))
    cash = game.cash(captain.name)
    game.must(price <= cash, "auction.cash", player=captain.name, cash=cash, price=price)
    _sell(game, lot, captain.name, price)
    if lot in game.due:
        game.due.remove(lot)
    game.tell("auctioned", "auction.won", lot=lot, player=captain.name, price=price)
    return captain.name


def _unsold(game: Transit, lot: str, phrase: str) -> None:
    game.due.remove(lot)
    game.tell(phrase, "auction.unsold", lot=lot, least=minimum(lot))


def settle(game: Transit) -> None:
    """A lot for which nobody has the least bid stays with the Caisse, without further ado."""
    while game.due and all(game.cash(c.name) < minimum(game.due[0]) for c in game.still_in()):
        _unsold(game, game.due[0], "unaffordable")


# ---------------------------------------------------------------------------- elimination


def eliminate(game: Transit, captain: Captain, cause: str) -> None:
    """A player goes out: cards to the discards, cheques to the Caisse, property to auction."""
    captain.out, captain.out_at = cause, game.ledger.move
    captain.at, captain.struck = "", False
    game.tell("eliminated", cause, player=captain.name)
    lay_open(game, captain)
    game.pay(captain.name, CAISSE, game.cash(captain.name), "elimination")
    groups = [colour for colour in COLOURS if game.owners[colour] == captain.name]
    for colour in groups:
        game.owners[colour] = CAISSE
    lots = list(groups)
    if game.corsair.owner == captain.name:
        game.corsair.owner = game.corsair.at = ""
        lots.insert(0, CORSAIR)
        game.cite("corsair.auction")
    left = game.still_in()
    if len(left) == 1:
        game.due.clear()
        game.winner = left[0].name
        game.turn.phase = "over"
        game.tell("won", "end.alone", player=game.winner)
        return
    game.due += lots
    game.tell("estate", "elimination.estate", player=captain.name, lots=lots)

"""Private exchanges, and stocks made up again from the Caisse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.games.transit.board import WORDS
from referee.games.transit.goods import CAISSE, STOCK
from referee.games.transit.moves import Item, Refill, Trade
from referee.games.transit.state import Captain

if TYPE_CHECKING:
    from referee.games.transit.game import Transit


def exchange(game: Transit, by: str, move: Trade) -> str:
    """Goods and cheques between two players whose cargos lie at the same stopover."""
    giver, taker = game.in_game(move.giver), game.in_game(move.taker)
    game.must(giver is not taker, "trade.two", player=giver.name)
    game.must(giver.at and taker.at, "trade.ships", player=giver.name if not giver.at else taker.name)
    game.require(
        giver.at == taker.at, "trade.place", giver=giver.name, here=giver.at, taker=taker.name, there=taker.at
    )
    gives, price = _summed(game, move.gives), _summed(game, move.price)
    _holds(game, giver, gives)
    _holds(game, taker, price)
    for source, target, goods in ((giver, taker, gives), (taker, giver, price)):
        for product, amount in goods.items():
            if product:
                game.goods.move(source.name, target.name, product, amount)
            else:
                game.pay(source.name, target.name, amount, "trade", giver=giver.name, taker=taker.name)
    told = {
        "giver": giver.name,
        "gives": _listed(game, gives),
        "taker": taker.name,
        "price": _listed(game, price),
    }
    game.tell("traded" if price else "given", "trade.free", **told)
    return giver.name


def _summed(game: Transit, items: tuple[Item, ...]) -> dict[str, int]:
    """The parts of one side by product ("" for cheques)."""
    found: dict[str, int] = {}
    for item in items:
        product = item.product and game.board.spelling("product", item.product)
        found[product] = found.get(product, 0) + item.amount
    return {product: amount for product, amount in found.items() if amount}


def _holds(game: Transit, captain: Captain, goods: dict[str, int]) -> None:
    """Nobody gives more than he has, and tickets are not torn."""
    for product, amount in goods.items():
        has = game.goods.of(captain.name, product) if product else game.cash(captain.name)
        game.must(
            amount <= has,
            "trade.holds",
            player=captain.name,
            what=product or WORDS.say("label.cheques"),
            has=has,
            amount=amount,
        )
        whole = not product or amount % game.board.ticket == 0
        game.must(whole, "trade.tickets", amount=amount, ticket=game.board.ticket)


def _listed(game: Transit, goods: dict[str, int]) -> list[str]:
    cheques = WORDS.say("label.in-cheques")
    return game.listed({product or cheques: amount for product, amount in goods.items()})


def refill(game: Transit, by: str, move: Refill) -> str:
    """Tickets of the Caisse go back into an exhausted stock."""
    product = game.board.sells.get(move.colour, "")
    stock, caisse = game.goods.of(STOCK, product), game.goods.of(CAISSE, product)
    game.require(stock == 0, "refill.exhausted", colour=move.colour, stock=stock)
    amount, ticket = caisse if move.amount is None else move.amount, game.board.ticket
    fits = 0 < amount <= caisse and amount % ticket == 0
    game.must(fits, "refill.tickets", colour=move.colour, caisse=caisse, amount=amount, ticket=ticket)
    game.goods.move(CAISSE, STOCK, product, amount)
    game.tell("refilled", "refill.free", colour=move.colour, product=product, amount=amount)
    return by or game.current

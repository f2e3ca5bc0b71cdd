"""The sale of the privates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.games.australia1848.moves import Buy, Lower, Pass
from referee.notation import Move

if TYPE_CHECKING:
    from referee.games.australia1848.game import Australia
    from referee.games.australia1848.state import Private


class Auction:
    """Whose turn it is and how many have passed in a row."""

    def __init__(self) -> None:
        self.turn = 0  # seat
        self.passes = 0


def on_sale(g: Australia) -> list[Private]:
    """The privates nobody has bought yet."""
    return [private for private in g.privates.values() if not private.owner]


def owns_private(g: Australia, player: str) -> bool:
    """Whether a player has bought a private."""
    return any(private.owner == player for private in g.privates.values())


def play(g: Australia, player: str, move: Move) -> None:
    """auction.turn: buy one private, lower one by £5, or pass."""
    if isinstance(move, Buy):
        _buy(g, player, move)
    elif isinstance(move, Lower):
        _lower(g, player, move)
    elif isinstance(move, Pass):
        g.tell("passes", player=player)
        pass_turn(g, player)
    else:
        g.must(False, "auction.moves", player=player)


def _buy(g: Australia, player: str, move: Buy) -> None:
    available = [private.id for private in on_sale(g)]
    g.must(move.what in g.privates, "auction.moves", player=player)
    move.require_only("price", "seller")
    private = g.privates[move.what]
    if private.owner:
        g.must(private.owner not in g.players or not move.seller, "auction.privates-aside", **_names(private))
        g.must(False, "auction.on-sale", private=private.id, available=available)
    move.require_price(private.price, f"write `buy {private.id}`; the sale has its own prices")
    cash = g.cash(player)
    fields = {"private": private.id, "price": private.price, "player": player, "cash": cash}
    g.must(cash >= private.price, "auction.cash", **fields)
    private.owner = player
    g.pay(player, "Bank", private.price, "private", private=private.id)
    g.tell("private-bought", "auction.prices", player=player, private=private.id, amount=private.price)
    _gift(g, player, private)
    _acted(g)


def _names(private: Private) -> dict[str, str]:
    return {"private": private.id, "player": private.owner}


def _gift(g: Australia, player: str, private: Private) -> None:
    """auction.p5-gift, auction.p6-gift: a share of QR, the director's certificate of CAR at £100."""
    gift = g.constants["privates"][private.id].get("gives")
    if not gift:
        return
    company, shares = g.companies[gift["company"]], gift["percent"] // 10
    company.ipo -= shares
    company.holders[player] = company.holders.get(player, 0) + shares
    par = g.constants["companies"][company.id].get("par", 0)
    if par:
        company.president, company.par = player, par
        g.place(company, g.market.pars[par])
        g.tell("director-given", "auction.p6-gift", player=player, company=company.id, price=par)
    else:
        g.tell("share-given", "auction.p5-gift", player=player, company=company.id)


def _lower(g: Australia, player: str, move: Lower) -> None:
    private = g.privates[move.private]
    available = [private.id for private in on_sale(g)]
    g.must(not private.owner, "auction.on-sale", private=private.id, available=available)
    if all(p.price <= p.lowest for p in on_sale(g)) and not owns_private(g, player):
        g.require(False, "auction.must-buy", player=player, available=available)
    fields = {"private": private.id, "price": private.price}
    g.require(private.price > private.lowest, "auction.lower-limit", **fields)
    old, private.price = private.price, max(0, private.price - g.constants["auction"]["step"])
    g.tell("private-lowered", player=player, private=private.id, old=old, new=private.price)
    _acted(g)


def _acted(g: Australia) -> None:
    """auction.pass-not-final: a purchase or a lowering wipes out the passes before it."""
    if g.auction.passes:
        g.cite("auction.pass-not-final")
    g.auction.passes = 0
    _next(g)


def pass_turn(g: Australia, player: str) -> None:
    """auction.pass-needs-private; when all pass in a row, what is sold pays once (auction.all-pass)."""
    if not owns_private(g, player):
        stuck = all(p.price <= p.lowest for p in on_sale(g))
        available = [private.id for private in on_sale(g)]
        rule = "auction.must-buy" if stuck else "auction.pass-needs-private"
        fields = {"available": available} if stuck else {}
        g.require(False, rule, player=player, **fields)
    g.auction.passes += 1
    _next(g)
    if g.auction.passes == len(g.players):
        g.auction.passes = 0
        g.tell("all-passed", "auction.all-pass")
        pay_incomes(g)


def _next(g: Australia) -> None:
    g.auction.turn = (g.auction.turn + 1) % len(g.players)


def pay_incomes(g: Australia) -> None:
    """private.income: every private pays its income to its owner, player or company."""
    sums: dict[str, int] = {}
    for private in g.privates.values():
        if private.owner and not private.closed and private.income:
            g.pay("Bank", private.owner, private.income, "income", private=private.id)
            sums[private.owner] = sums.get(private.owner, 0) + private.income
    if sums:
        g.tell("incomes", "private.income", incomes=list(sums.items()))

"""The privates after their sale: to companies, powers, closing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.games.australia1848.moves import Buy, Lay

if TYPE_CHECKING:
    from referee.games.australia1848.game import Australia
    from referee.games.australia1848.state import Company, Private


def buy(g: Australia, company: Company, move: Buy) -> None:
    """sale.*: a company buys a private from a player, in phases 3 and 4, for £1 up to its limit."""
    move.require_only("seller", "price")
    private = g.privates[move.what]
    fields = {"company": company.id, "private": private.id}
    g.must(private.to_company, "sale.not-for-companies", private=private.id)
    g.must(private.owner not in g.companies, "sale.no-resale", private=private.id, company=private.owner)
    g.must(private.owner, "sale.owner", private=private.id, owner="nobody any more")
    g.must(not private.closed, "power.privates-close", private=private.id)
    allowed = g.phase in g.constants["since_phase"]["privates_to_companies"]
    g.require(allowed, "sale.phase", **fields)
    low, high = private.to_company
    price = -1 if move.price is None else move.price
    g.must(price >= 0, "sale.say-price", private=private.id, limit=high)
    g.require(low <= price <= high, "sale.price", private=private.id, limit=high, price=price)
    cash = g.cash(company.id)
    g.must(cash >= price, "sale.cash", private=private.id, price=price, company=company.id, cash=cash)
    wrong = move.seller is not None and move.seller != private.owner
    g.must(not wrong, "sale.owner", private=private.id, owner=private.owner)
    seller, private.owner = private.owner, company.id
    company.privates.append(private.id)
    g.pay(company.id, seller, price, "private-sold", private=private.id, company=company.id)
    g.tell("private-sold", "sale.income-and-power", **fields, seller=seller, amount=price)


def require_power(g: Australia, company: Company, id_: str) -> Private:
    """power.*: the private whose power `company` may use now."""
    private = g.privates[id_]
    g.must(not private.used, "power.once", private=id_)
    g.must(private.owner, "power.owner", company=company.id, private=id_, owner="nobody")
    early = id_ == "P2" and g.options["p2_in_phase_2"]
    g.require(early or g.since("powers"), "power.phase", private=id_, phase=g.phase)
    own = private.owner == company.id or (id_ != "P3" and private.owner == company.president)
    g.require(own, "power.owner", company=company.id, private=id_, owner=private.owner)
    return private


def use(g: Australia, id_: str) -> None:
    """power.once: gone for player and company; a private already closed to income is over with it."""
    g.privates[id_].used = True
    g.tell("power-used", "power.once", private=id_)


def lay_tasmania(g: Australia, actor: str, move: Lay) -> None:
    """power.p3-tasmania: tile 241 on I8 or I10, free, besides the normal build."""
    private = g.privates["P3"]
    data = g.constants["privates"]["P3"]
    if g.tasmania:
        owner = g.companies.get(actor)
        own = private.owner in (actor, owner.president if owner else "") or (
            private.owner in g.companies and g.companies[private.owner].president == actor
        )
        g.require(own, "power.p3-last-chance", owner=private.owner)
    else:
        require_power(g, g.companies[actor], "P3")
    fits = move.hex in data["hexes"] and move.tile in ("", *data["tiles"]) and move.hex not in g.lays
    g.must(fits, "power.p3-tasmania", hex=move.hex)
    if g.knows_tiles:
        tile = g.board.tiles[data["tiles"][0]]
        ways = range(6) if move.rotation < 0 else [move.rotation]
        open_ways = [way for way in ways if g.board.blocked_side(move.hex, tile.turned(way), g.tiles) is None]
        g.must(open_ways, "power.p3-tasmania", hex=move.hex)
        rotation = open_ways[0]
        g.tiles[move.hex] = (tile.id, rotation)
        g.manifest[tile.id] -= 1
    g.lays[move.hex] = 1
    g.tell("tasmania", "power.p3-tasmania", owner=private.owner, hex=move.hex)
    use(g, "P3")
    if g.tasmania:
        g.tasmania = ""
        close(g, private, "power.privates-close")


def close(g: Australia, private: Private, rule: str) -> None:
    """The private pays no more and can be sold no more."""
    if not private.closed:
        private.closed = True
        g.tell("private-closes", rule, private=private.id)


def close_all(g: Australia) -> None:
    """power.privates-close: with the first 5. P2 and P4 keep an unused power; P3's tile is laid at once."""
    p6_stays = not g.options["p6_closes_at_phase_5"] and not g.companies["CAR"].trains
    for private in g.privates.values():
        if private.closed:
            continue
        if private.id == "P6" and p6_stays:
            private.income = 0
            continue
        if private.id == "P3" and private.owner and not private.used:
            g.tasmania = private.owner
            g.tell("tasmania-due", "power.p3-last-chance", owner=private.owner)
            continue
        close(g, private, "power.privates-close")

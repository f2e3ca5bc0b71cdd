"""Tiles and tokens: what they cost, and what may lie where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.errors import Unreadable
from referee.games.australia1848 import privates
from referee.games.australia1848.board import COLOURS, Hex
from referee.games.australia1848.moves import Lay, Token

if TYPE_CHECKING:
    from referee.games.australia1848.game import Australia
    from referee.games.australia1848.state import Company


def lay(g: Australia, company: Company, move: Lay) -> None:
    """A yellow tile on a fresh hex, or the upgrade of one that has a tile."""
    if move.power == "P3":
        privates.lay_tasmania(g, company.id, move)
        return
    turn = g.operating.turn
    assert turn is not None
    place = g.hex(move.hex)
    _require_tile_told(g, move)
    g.must(not place.printed and place.kind != "sea", "track.printed", hex=place.id)
    had = g.lays.get(place.id, 0)
    two = g.since("second_yellow_tile")
    room = not turn.upgraded and turn.yellow < (2 if two and not had else 1)
    tiles = "1 upgrade" if turn.upgraded else f"{turn.yellow} yellow"
    rule = "track.yellow-or-upgrade" if two else "track.one-tile"
    g.require(room, rule, company=company.id, phase=g.phase, tiles=[tiles])
    _require_colour(g, place, had)
    if g.knows_tiles:
        _require_tile(g, place, move, had)
    cost = 0 if had else place.cost
    if move.power:
        cost = max(0, cost - _p2_discount(g, company, place, move, had))
    cash = g.cash(company.id)
    g.must(cash >= cost, "track.cash", hex=place.id, price=cost, company=company.id, cash=cash)
    g.pay(company.id, "Bank", cost, "terrain", hex=place.id)
    if had:
        turn.upgraded = True
    else:
        turn.yellow += 1
    _put(g, place, move)
    colour = COLOURS[had]
    if cost:
        g.tell("laid-paid", "track.terrain", company=company.id, hex=place.id, colour=colour, amount=cost)
    else:
        g.tell("laid", company=company.id, hex=place.id, colour=colour)
    if move.power:
        privates.use(g, move.power)


def _require_tile_told(g: Australia, move: Lay) -> None:
    if g.knows_tiles and (not move.tile or move.rotation < 0):
        raise Unreadable("tile and rotation are missing", "write it like `lay F17 57 0`")
    if not g.knows_tiles and move.tile:
        raise Unreadable("this table watches its own tiles", f"write `lay {move.hex}`")


def _require_colour(g: Australia, place: Hex, had: int) -> None:
    """track.colour, track.towns-stay: the colours of the phase, and how far a hex goes."""
    if place.kind == "double-town":
        g.must(not had, "track.towns-stay", hex=place.id)
    colours = g.phase_data()["tiles"]
    if had > place.top_colour:
        last = COLOURS[place.top_colour]
        g.must(False, "track.last-colour", hex=place.id, colour=last)
    g.require(
        had < len(colours),
        "track.colour",
        hex=place.id,
        colour=COLOURS[had],
        phase=g.phase,
        available=colours,
    )


def _require_tile(g: Australia, place: Hex, move: Lay, had: int) -> None:
    """The tile itself: colour, kind of hex, supply, edges, old track kept."""
    tile = g.board.tiles[move.tile]
    wanted = COLOURS[had]
    fitting = g.board.fitting(place, wanted)
    if had:
        fields = {"hex": place.id, "old": COLOURS[had - 1], "tile": tile.id, "colour": tile.colour}
        g.require(tile.colour == wanted, "track.upgrade-colour", **fields)
        g.require(tile.id in fitting, "track.upgrade-kind", tile=tile.id, hex=place.id, available=fitting)
    else:
        g.require(tile.id in fitting, "track.first-tile", tile=tile.id, hex=place.id, available=fitting)
    g.must(g.manifest[tile.id] > 0, "track.supply", count=tile.count, tile=tile.id)
    pieces = tile.turned(move.rotation)
    side = g.board.blocked_side(place.id, pieces, g.tiles)
    if side is not None:
        g.require(False, "track.edge", tile=tile.id, hex=place.id, side=g.board.sides[side])
    old, turned = g.tiles.get(place.id, ("", 0))
    if old:
        kept = all(any(was <= now for now in pieces) for was in g.board.tiles[old].turned(turned))
        g.require(kept, "track.upgrade-keep", tile=tile.id, hex=place.id)


def _p2_discount(g: Australia, company: Company, place: Hex, move: Lay, had: int) -> int:
    """power.p2-desert: what P2 takes off the terrain, in £."""
    g.must(move.power == "P2", "power.none", private=move.power)
    data = g.constants["privates"]["P2"]
    privates.require_power(g, company, "P2")
    fits = not had and place.id in data["hexes"] and move.tile in ("", *data["tiles"])
    g.must(fits, "power.p2-desert", tile=move.tile or "a tile", hex=place.id)
    discount: int = data["discount"]
    return discount


def _put(g: Australia, place: Hex, move: Lay) -> None:
    g.lays[place.id] = g.lays.get(place.id, 0) + 1
    if g.knows_tiles:
        old = g.tiles.get(place.id, ("", 0))[0]
        if old:
            g.manifest[old] += 1
        g.manifest[move.tile] -= 1
        g.tiles[place.id] = (move.tile, move.rotation)


def token(g: Australia, company: Company, move: Token) -> None:
    """One token a turn, at the next price of the company's row."""
    turn = g.operating.turn
    assert turn is not None
    place = g.hex(move.hex)
    count = len(company.token_prices)
    g.must(company.used_tokens < count, "token.left", company=company.id, count=count)
    g.must(place.city, "token.city", hex=place.id)
    g.require(place.id not in company.tokens, "token.one-per-hex", company=company.id, hex=place.id)
    price, cash = company.token_prices[company.used_tokens], g.cash(company.id)
    g.must(cash >= price, "token.cash", company=company.id, price=price, cash=cash)
    g.pay(company.id, "Bank", price, "token", hex=place.id)
    company.used_tokens += 1
    company.tokens.append(place.id)
    turn.tokened = True
    g.tell("token", "token.price", company=company.id, hex=place.id, amount=price)


def home_tokens(g: Australia, company: Company) -> None:
    """turn.home-token, com.two-homes: free, when the company first operates."""
    for home in company.homes:
        company.tokens.append(home)
        company.used_tokens += 1
    rule = "com.two-homes" if len(company.homes) > 1 else "turn.home-token"
    g.tell("home", rule, company=company.id, hexes=list(company.homes))

"""The state as plain data, the screen, the tickets, the scores."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any

from referee.games.base import Score, Section
from referee.games.transit import cards
from referee.games.transit.board import COLOURS, STORMS, WORDS
from referee.games.transit.goods import CAISSE, STOCK, pile
from referee.games.transit.moves import CONSTANTS, ZONES
from referee.games.transit.state import Captain
from referee.rulebook import Rulebook

if TYPE_CHECKING:
    from referee.games.transit.game import Transit


def state(game: Transit) -> dict[str, Any]:
    """The whole public state; amounts in francs, what is not known as None."""
    turn, poker, goods = game.turn, game.poker, game.goods
    return {
        "current": game.current,
        "turn": {name: getattr(turn, name) for name in turn.__slots__},
        "players": {name: _person(game, captain) for name, captain in game.captains.items()},
        "caisse": {"cash": game.cash(CAISSE), "tickets": goods.all_of(CAISSE)},
        "stock": goods.all_of(STOCK),
        "piles": {str(zone): goods.all_of(pile(zone)) for zone in ZONES},
        "groups": dict(game.owners),
        "corsair": {"owner": game.corsair.owner or None, "at": game.corsair.at or None},
        "cards": {
            "ranks": dict(game.cards.ranks),
            "storms": list(game.cards.storms),
            "freights": list(game.cards.freights),
            "shown": game.cards.shown,
        },
        "poker": None if poker is None else {name: _plain(getattr(poker, name)) for name in poker.__slots__},
        "last_poker": None if game.last_poker is None else [game.last_poker[0], *sorted(game.last_poker[1])],
        "auctions": list(game.due),
        "taught": list(game.taught),
        "winner": game.winner or None,
    }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple | list) else value


def _person(game: Transit, captain: Captain) -> dict[str, Any]:
    hand = captain.hand
    return {
        "colour": captain.colour,
        "cash": game.cash(captain.name),
        "at": captain.at or None,
        "cargo": game.goods.all_of(captain.name),
        "struck": captain.struck,
        "cards": cards.held(game, captain),
        "hand": None if hand is None else sorted(hand.elements()),
        "out": captain.out or None,
        "out_at": captain.out_at or None,
    }


# ---------------------------------------------------------------------------- the screen


def show(game: Transit, words: Rulebook) -> list[Section]:
    """Players, goods at sea, groups, the corsair, the cards that are gone."""
    cargos = _cargos(game, words)
    return [_players(game, words), *cargos, _groups(game, words), _rest(game, words)]


def _players(game: Transit, words: Rulebook) -> Section:
    label = words.label
    headers = [label(h) for h in ("player", "colour", "cheques", "cargo", "place", "zone", "cards")]
    rows = []
    for captain in game.captains.values():
        zone = game.board.stop(captain.at).zone if captain.at else 0
        count = cards.held(game, captain)
        rows.append(
            [
                captain.name + (" ←" if captain.name == game.current and not game.finished else ""),
                captain.colour,
                words.money(game.cash(captain.name)),
                words.money(game.goods.value(captain.name)),
                captain.at or label("out" if captain.out else "struck"),
                zone or ("?" if captain.at else ""),
                "?" if count is None else count,
            ]
        )
    return Section(headers=headers, rows=rows)


def _cargos(game: Transit, words: Rulebook) -> list[Section]:
    """Who has what aboard, and what lies at the crosses; no table while the sea is empty."""
    products = [p for p in game.board.products if any(game.goods.of(holder, p) for holder in _at_sea(game))]
    rows = [
        [_holder(game, words, holder), *(_short(game.goods.of(holder, product)) for product in products)]
        for holder in _at_sea(game)
        if game.goods.value(holder)
    ]
    headers = [words.label("thousands"), *products]
    return [Section(words.label("cargos"), headers, rows)] if rows else []


def _at_sea(game: Transit) -> list[str]:
    return [*game.players, *map(pile, ZONES)]


def _holder(game: Transit, words: Rulebook, holder: str) -> str:
    for zone in ZONES:
        if holder == pile(zone):
            stop = game.board.cross(zone)
            return words.say("label.pile-at" if stop else "label.pile", zone=zone, stop=stop)
    return words.label("stock") if holder == STOCK else holder


def _short(amount: int) -> str:
    """Francs in thousands, as the tickets are spoken of; blank for none."""
    if not amount:
        return ""
    return f"{amount // 1000:,}" if amount % 1000 == 0 else f"{amount / 1000:,.3f}"


def _groups(game: Transit, words: Rulebook) -> Section:
    label, board = words.label, game.board
    rows = []
    for colour in COLOURS:
        product = board.sells.get(colour, "")
        known = colour in board.stock and bool(product)
        stock = words.money(game.goods.of(STOCK, product)) if known else "?"
        stops = ", ".join(board.ports(colour)) or "?"
        rows.append([colour, product or "?", game.owners[colour], stock, stops])
    return Section(
        label("estates"), [label(h) for h in ("colour", "product", "owner", "stock", "comptoirs")], rows
    )


def _rest(game: Transit, words: Rulebook) -> Section:
    corsair, played = game.corsair, game.cards
    if not corsair.owner:
        ship = words.say("label.corsair-free", price=CONSTANTS["money"]["corsair"])
    else:
        phrase = "label.corsair-at" if corsair.at else "label.corsair-waits"
        ship = words.say(phrase, owner=corsair.owner, stop=corsair.at)
    storms = STORMS - len(played.storms) - played.shown
    gone = words.say("label.cards-gone", ranks=list(played.ranks), freights=played.freights, storms=storms)
    return Section(lines=[ship, *_wrapped(gone)])


def _wrapped(text: str) -> list[str]:
    return wrap(text, 79, break_long_words=False, break_on_hyphens=False)


def tickets(game: Transit, words: Rulebook) -> list[Section]:
    """Where the tickets of every product lie, in thousands of francs."""
    holders = [STOCK, CAISSE, *_at_sea(game)]
    rows = []
    for product in game.goods.totals:
        parts = [
            f"{_holder(game, words, h)} {_short(game.goods.of(h, product))}"
            for h in holders
            if game.goods.of(h, product)
        ]
        rows.append([product, _short(game.goods.totals[product]), ", ".join(parts)])
    headers = [words.label("product"), words.label("in-all"), words.label("where")]
    return [Section(words.label("tickets"), headers, rows)]


# ---------------------------------------------------------------------------- scores


def scores(game: Transit) -> list[Score]:
    """Fortunes in francs: cheques, cargo at cost, groups at their least price (score.fortune)."""
    found = []
    for captain in game.captains.values():
        groups = sum(owner == captain.name for owner in game.owners.values())
        parts = {
            "cheques": game.cash(captain.name),
            "cargo": game.goods.value(captain.name),
            "groups": groups * CONSTANTS["money"]["group"],
        }
        found.append(Score(captain.name, sum(parts.values()), parts, remark=_remark(game, captain)))
    return found


def _remark(game: Transit, captain: Captain) -> str:
    if captain.out:
        return WORDS.say(f"remark.{captain.out}", move=captain.out_at)
    if game.winner == captain.name:
        return WORDS.say("remark.winner")
    return WORDS.say("remark.corsair") if game.corsair.owner == captain.name else ""

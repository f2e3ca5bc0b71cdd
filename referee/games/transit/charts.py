"""What the game asks of the board, and how the table teaches it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from referee.games.transit.board import COLOURS, CROSS, KINDS, PER_COLOUR, PORT
from referee.games.transit.goods import STOCK
from referee.games.transit.moves import ZONES, Many, NewName
from referee.games.transit.moves import Board as Teach
from referee.notation import Move

if TYPE_CHECKING:
    from referee.games.transit.game import Transit


def teach(game: Transit, by: str, move: Teach) -> str:
    """The table tells a fact of its board (board.learned)."""
    fact = _told(game, move.fact)
    before = _stocks(game)
    game.board.learn(fact, game)
    game.forget_names()
    open_stocks(game, before)
    game.taught.append(fact.show())
    game.tell("learned", "board.learned", fact=fact.show())
    return by or game.current


def _stocks(game: Transit) -> dict[str, int]:
    """The tickets in all, by product, as far as product and amount of a colour are both known."""
    sells = game.board.sells
    return {sells[colour]: amount for colour, amount in game.board.stock.items() if colour in sells}


def open_stocks(game: Transit, before: dict[str, int] | None = None) -> None:
    """Put the tickets that have become known into their stocks (setup.stock)."""
    for product, amount in _stocks(game).items():
        more = amount - (before or {}).get(product, 0)
        if more:
            fewer = game.goods.of(STOCK, product) + more >= 0
            game.must(fewer, "board.stock-out", product=product, amount=amount)
            game.goods.add(product, more)


def _told(game: Transit, fact: Move) -> Move:
    """The fact with canonical names; asks when a new name is hardly different from a known one."""
    changes: dict[str, Any] = {}
    for slot in fact.SLOTS:
        value = getattr(fact, slot.name)
        if isinstance(slot.field, NewName) and value:
            changes[slot.name] = _canonical(game, slot.field.kind, value, fact, slot.name)
        elif isinstance(slot.field, Many):
            changes[slot.name] = tuple(_canonical(game, "stopover", v, fact, slot.name) for v in value)
    return replace(fact, **changes) if changes else fact  # type: ignore[type-var]


def _canonical(game: Transit, kind: str, text: str, fact: Move, slot: str) -> str:
    name = game.board.spelling(kind, text)
    known = game.board.stops if kind == "stopover" else game.board.products
    like = "" if name in known else game.board.alike(kind, name)
    if like:
        value = getattr(fact, slot)
        either = [
            replace(
                fact, **{slot: tuple(w if v == text else v for v in value) if isinstance(value, tuple) else w}
            )  # type: ignore[type-var]
            for w in (like, f'"{text}"')
        ]
        game.ask("alike", [f"board {other.show()}" for other in either], name=name, like=like)
    return name.strip('"')


# ---------------------------------------------------------------------------- questions


def stop_named(game: Transit, text: str) -> str:
    """The known stopover that `text` means; a new name as it is."""
    return game.board.spelling("stopover", text).strip('"')


def linked(game: Transit, stop: str, other: str, verb: str) -> bool:
    """Whether a red line joins two stopovers; asks where the board does not tell.

    `verb` begins the move that would follow the line.
    """
    found = game.board.linked(stop, other)
    if found is None:
        answers = [f"board link {stop} {other}", f"board apart {stop} {other}"]
        like = "" if other in game.board.stops else game.board.alike("stopover", other)
        if like:
            game.ask("line-like", [f"{verb} {like}", *answers], stop=stop, other=other, like=like)
        game.ask("line", answers, stop=stop, other=other)
    return found


def zone_of(game: Transit, stop: str) -> int:
    """The zone of a stopover; asks where the board does not tell."""
    known = game.board.stop(stop)
    if not known.zone:
        free = [zone for zone in ZONES if known.kind != CROSS or not game.board.cross(zone)]
        game.ask("zone", [f"board zone {stop} ZONE"], stop=stop, zones=free)
    return known.zone


def kind_of(game: Transit, stop: str) -> str:
    """What a stopover is; asks where the board does not tell."""
    known = game.board.stop(stop)
    if not known.kind:
        game.ask("kind", [f"board {kind} {stop}" for kind in KINDS[1:]] + _ports(game, stop), stop=stop)
    return known.kind


def comptoir(game: Transit, stop: str) -> tuple[str, str]:
    """Colour and product of a comptoir, ("", "") where there is none; asks where the board does not tell."""
    known = game.board.stop(stop)
    if known.kind not in ("", PORT):
        return "", ""
    if not known.kind:
        kind_of(game, stop)
    if not known.colour:
        game.ask("port", _ports(game, stop), stop=stop)
    if known.colour not in game.board.sells:
        game.ask("product", [f"board product {known.colour} PRODUCT"], colour=known.colour)
    return known.colour, game.board.sells[known.colour]


def _ports(game: Transit, stop: str) -> list[str]:
    """The facts that would make `stop` a comptoir: of a colour with room that may sell what is sold there."""
    board, sold = game.board, game.board.stop(stop).product
    found = []
    for colour in COLOURS:
        sells = board.sells.get(colour, "")
        if len(board.ports(colour)) < PER_COLOUR and (not sold or sells in ("", sold)):
            found.append(f"board port {stop} {colour}" + ("" if sold or sells else " PRODUCT"))
    return found


def stocked(game: Transit, colour: str) -> None:
    """Ask for the tickets of a colour where nobody has counted them yet."""
    if colour not in game.board.stock:
        game.ask("stock", [f"board stock {colour} AMOUNT"], colour=colour, product=game.board.sells[colour])


def freight_card(game: Transit, stop: str) -> None:
    """Refuse a freight card that cannot be in the pack."""
    known = sorted(game.board.freights)
    game.require(game.board.may_be_freight(stop), "freight.card", stop=stop, stops=known)
    place = game.board.stops.get(stop)
    game.require(place is None or place.kind != CROSS, "board.freight-port", stop=stop)


def entry(game: Transit, number: int) -> tuple[str, str]:
    """Product and port of a number of the border (dice.border); asks where the board does not tell."""
    found = game.board.border.get(number)
    if found is None:
        game.ask("border", [f"board border {number} PRODUCT PORT"], number=number)
    return found

"""A game on a known map told again as a table without a map would type it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from referee.games.dampfross import entries
from referee.games.dampfross.board import edge
from referee.games.dampfross.moves import Build, Enter, Joint
from referee.games.dampfross.orders import Order, Route
from referee.notation import Move

KIND = {False: "p", True: "m"}


def retell(game: Any, by: str, move: Move, text: str) -> str:
    """`text`, the move `by` made, in letters and declared fees; `game` stands before it."""
    if isinstance(move, Build):
        return f"build {_build(game, by, move.order)}"
    if isinstance(move, Enter):
        return f"enter {_route(game, (by,), move.route)}"
    if isinstance(move, Joint):
        pair = (move.first, move.second)
        return f'joint "{pair[0]}" "{pair[1]}" {_route(game, pair, move.route)}'
    return text


def _letter(game: Any, spot: int) -> str:
    if spot in game.board.city_at:
        return "c"
    if spot in game.board.abroad:
        return "x"
    return KIND[game.board.mountain[spot]]


def _build(game: Any, company: str, order: Order) -> str:
    board = game.board
    told = []
    for stretch in order:
        spots = [board.hex(point.place) for point in stretch.points]
        start = board.city_at.get(spots[0]) or KIND[board.mountain[spots[0]]]
        text = f"({start})"
        letters = ""
        beside: dict[str, list[int]] = {}
        hexes = [spots[0]]
        for a, b in pairwise(spots):
            hexes += board.straight(a, b)[1:]
        for index, (a, b) in enumerate(pairwise(hexes)):
            letters += board.rivers.get(edge(a, b), "") + _letter(game, b)
            for rival, contact in game.contacts(company, a, b).items():
                counts = beside.setdefault(rival, [0, 0, 0])
                for kind, count in enumerate(contact):
                    counts[kind] += count
            last = index == len(hexes) - 2
            if b in board.city_at or b in board.abroad or last:
                name = board.city_at.get(b) or (
                    board.station_at.get(b) or board.names[b] if b in board.abroad else ""
                )
                text += f" - {letters} {name}".rstrip()
                for rival, (joins, halves, flats) in beside.items():
                    text += f" [{'j' * joins}{'h' * halves}{'a' * flats} {rival}]"
                letters, beside = "", {}
        told.append(text)
    return " ; ".join(told)


def _route(game: Any, companies: tuple[str, ...], route: Route) -> str:
    train = entries.train(game, game.race, companies, route)
    letters = "".join("m" if game.board.mountain[game.board.hex(name)] else "p" for name in train.path[1:])
    first = game.board.hex(train.path[0])
    assert not game.board.mountain[first]
    fees = "".join(f" [-{amount} {rival}]" for rival, amount in train.fees.items() if amount)
    return letters + fees

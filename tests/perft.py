"""Perft: how many sequences of moves there are from a position, as the game itself lists them.

The number for a small depth is a fingerprint of the rules: whatever is newly allowed, newly forbidden or
forgotten in `choices` changes it.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from referee.games.base import Game
from referee.table import Table


def listed(table: Table) -> Iterator[str]:
    """All moves that the game lists one by one; choices that leave something open are no part of it."""
    for choice in table.game.choices():
        yield from choice.moves


def after(table: Table, move: str) -> Table:
    """A second table on which `move` has been played. Raises a `MoveError` if it is not legal."""
    found = table.at(len(table.session.entries))
    found.record(move)
    return found


def perft(table: Table, depth: int) -> int:
    """The number of sequences of `depth` listed moves; each of them is played, none may be refused."""
    if depth == 0:
        return 1
    if depth == 1:
        moves = list(listed(table))
        assert len(set(moves)) == len(moves), "a move is listed twice"
        for move in moves:
            table.attempt(move)
        table.settled()
        return len(moves)
    return sum(perft(after(table, move), depth - 1) for move in listed(table))


def divided(table: Table, depth: int) -> dict[str, int]:
    """`perft` by first move: where two numbers differ, this shows which branch to follow."""
    return {move: perft(after(table, move), depth - 1) for move in listed(table)}


def perft_of(table: Table, game: Game, depth: int, *shared: object) -> int:
    """The number of sequences of `depth` listed moves, on copies of the game: quick for deep counts.

    `shared` are parts that never change (the board) and need no copy.
    """
    moves = [move for choice in game.choices() for move in choice.moves]
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        twin = copy.deepcopy(game, {id(part): part for part in (game.setup, *shared)})
        twin.play("", table.grammar.parse(move, table.names))
        count += perft_of(table, twin, depth - 1, *shared)
    return count

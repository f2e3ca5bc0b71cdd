"""The prizes of a race, and how amounts are shared."""

from __future__ import annotations

from collections.abc import Sequence

Finish = tuple[int, int]  # turn of arrival, points left


def shared(amount: int, wealth: Sequence[int], *, odd_to_richest: bool = False) -> list[int]:
    """Equal parts of `amount`; the credits left over go to the poorest, or to the richest.

    `wealth` gives the balances; of equal ones the earlier comes first.
    """
    each, odd = divmod(amount, len(wealth))
    order = sorted(range(len(wealth)), key=lambda i: (-wealth[i] if odd_to_richest else wealth[i], i))
    parts = [each] * len(wealth)
    for index in order[:odd]:
        parts[index] += 1
    return parts


def places(finish: Sequence[Finish]) -> list[list[int]]:
    """The trains by place, best first: earlier turn, then more points left; equal ones together."""
    keys = sorted({(turn, -left) for turn, left in finish})
    return [[i for i, (turn, left) in enumerate(finish) if (turn, -left) == key] for key in keys]


def prizes(
    finish: Sequence[Finish],
    wealth: Sequence[int],
    table: Sequence[int] = (20, 10),
    *,
    odd_to_richest: bool = False,
) -> list[int]:
    """What each train wins: those of equal finish share the prizes of the places they hold.

    `table` holds the prizes of the places, best first. `wealth` are the balances before the prize.
    """
    return by_place(places(finish), wealth, table, odd_to_richest=odd_to_richest)


def by_place(
    groups: Sequence[Sequence[int]],
    wealth: Sequence[int],
    table: Sequence[int],
    *,
    odd_to_richest: bool = False,
) -> list[int]:
    """The same where the order of arrival is known; `groups` holds the trains by place."""
    won = [0] * len(wealth)
    first = 0
    for group in groups:
        pot = sum(table[first : first + len(group)])
        parts = shared(pot, [wealth[i] for i in group], odd_to_richest=odd_to_richest)
        for train, part in zip(group, parts, strict=True):
            won[train] = part
        first += len(group)
    return won

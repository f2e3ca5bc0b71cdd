"""The tickets: who holds how much of which product, in francs of face value.

Tickets of a product are never made or lost. A holder is a player's cargo (his name), the stock of a
product, the Caisse, or the stranded pile of a zone.
"""

from __future__ import annotations

from typing import Final

from referee.errors import Broken

STOCK: Final = "stock"
CAISSE: Final = "Caisse"


def pile(zone: int) -> str:
    """The holder of what lies stranded in a zone."""
    return f"pile {zone}"


class Goods:
    """All tickets of the table."""

    def __init__(self) -> None:
        self.held: dict[str, dict[str, int]] = {STOCK: {}, CAISSE: {}}  # holder -> product -> francs
        self.totals: dict[str, int] = {}  # product -> francs in all

    def add(self, product: str, amount: int) -> None:
        """The box holds `amount` francs of a product, or that much more than was thought, in its stock."""
        self.totals[product] = self.totals.get(product, 0) + amount
        stock = self.held[STOCK]
        stock[product] = stock.get(product, 0) + amount

    def of(self, holder: str, product: str) -> int:
        """How much of a product somebody holds."""
        return self.held.get(holder, {}).get(product, 0)

    def all_of(self, holder: str) -> dict[str, int]:
        """Everything somebody holds, by product."""
        return dict(self.held.get(holder, {}))

    def value(self, holder: str) -> int:
        """The face value of all that somebody holds."""
        return sum(self.held.get(holder, {}).values())

    def move(self, source: str, target: str, product: str, amount: int) -> None:
        """Tickets change hands. Raises `Broken` when there are not as many."""
        left = self.of(source, product) - amount
        if left < 0 or amount < 0:
            raise Broken(f"{source} gives {amount} of {product} and has {left + amount}")
        if left or source == STOCK:
            self.held[source][product] = left
        else:
            self.held.get(source, {}).pop(product, None)
        if amount:
            theirs = self.held.setdefault(target, {})
            theirs[product] = theirs.get(product, 0) + amount

    def move_all(self, source: str, target: str) -> dict[str, int]:
        """Everything of one holder goes to another; returns it by product."""
        moved = self.all_of(source)
        for product, amount in moved.items():
            self.move(source, target, product, amount)
        return moved

    def check(self) -> None:
        """Raises `Broken` when tickets have appeared or vanished."""
        found = dict.fromkeys(self.totals, 0)
        for holder, products in self.held.items():
            for product, amount in products.items():
                if amount < 0 or product not in found:
                    raise Broken(f"{holder} holds {amount} of {product}")
                found[product] += amount
        if found != self.totals:
            raise Broken(f"tickets {found}, not {self.totals}")

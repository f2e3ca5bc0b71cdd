"""What lies on the table: companies, privates, trains, the Bank of England.

Shares are counted in certificates of 10 %; a director's certificate is two of them.
"""

from __future__ import annotations

from typing import Any

from referee.games.australia1848.market import Cell, Market

SHARES = 10
KINDS = ("2", "3", "4", "5", "6", "8")  # of trains and of phases
GHAN = "2E"


class Company:
    """One of the eight companies."""

    __slots__ = (
        "arrival",
        "cell",
        "closed",
        "floated",
        "holders",
        "homes",
        "id",
        "ipo",
        "loans",
        "name",
        "operated",
        "par",
        "pool",
        "president",
        "privates",
        "token_prices",
        "tokens",
        "trains",
        "used_tokens",
    )

    def __init__(self, id_: str, data: dict[str, Any]) -> None:
        self.id = id_
        self.name: str = data["name"]
        self.homes: list[str] = data["home"]
        self.token_prices: list[int] = data["tokens"]
        self.par = 0  # £; 0: not started
        self.cell: Cell | None = None
        self.arrival = 0  # markers in one cell lie in the order of their arrival
        self.ipo = SHARES
        self.pool = 0
        self.holders: dict[str, int] = {}
        self.president = ""
        self.floated = False
        self.operated = False  # has had its first turn
        self.closed = False  # in receivership
        self.trains: list[str] = []
        self.tokens: list[str] = []  # hexes
        self.used_tokens = 0
        self.privates: list[str] = []
        self.loans = 0

    @property
    def counted_trains(self) -> list[str]:
        """The trains that count for limit and duty: all but the 2E."""
        return [train for train in self.trains if train != GHAN]

    def runner_up(self) -> int:
        """Most shares that anybody but the president holds."""
        return max((n for player, n in self.holders.items() if player != self.president), default=0)


class BankOfEngland:
    """The ninth company: no president, no turn; its price moves with the loans it gives."""

    __slots__ = ("holders", "loans", "market", "pool", "tokens")

    def __init__(self, market: Market) -> None:
        self.market = market
        self.holders: dict[str, int] = {}
        self.pool = SHARES
        self.loans = 0  # granted so far
        self.tokens: list[str] = []

    @property
    def price(self) -> int:
        """£ a share: one step up the line for every loan."""
        prices = self.market.boe_prices
        return prices[min(self.loans, len(prices) - 1)]


class Private:
    """One of the six privates."""

    __slots__ = ("closed", "id", "income", "lowest", "name", "owner", "price", "to_company", "used")

    def __init__(self, id_: str, data: dict[str, Any]) -> None:
        self.id = id_
        self.name: str = data["name"]
        self.price: int = data["price"]
        self.lowest: int = data["lowest"]
        self.income: int = data["income"]
        self.to_company: list[int] = data.get("to_company", [])
        self.owner = ""
        self.closed = False  # no income, no sale; P2 and P4 may keep an unused power
        self.used = False


class Depot:
    """The stack of trains. Unlimited kinds have None left."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.left: dict[str, int | None] = {}
        self.faces: dict[str, tuple[str, int]] = {}  # face -> kind, price
        self.rusted_by: dict[str, str] = {}
        for card in data["stack"]:
            self.left[card["kind"]] = None if card.get("unlimited") else card["count"]
            for face, price in card["faces"].items():
                self.faces[face] = (card["kind"], price)
            if "rusted_by" in card:
                self.rusted_by[card["kind"]] = card["rusted_by"]
        self.permanent = [card["kind"] for card in data["stack"] if card.get("permanent")]
        self.ghan_price: int = data["ghan"]["price"]
        self.ghan_phase: str = data["ghan"]["phase"]
        self.trade_in: dict[str, Any] = data["trade_in"]
        self.begun: set[str] = set()  # kinds of which one has left the stack

    def next(self) -> str:
        """The kind on top of the stack."""
        return next(kind for kind, left in self.left.items() if left is None or left > 0)

    def on_sale(self) -> dict[str, int]:
        """The faces on sale now with their prices in £, the 2E aside."""
        kind = self.next()
        return {face: price for face, (of, price) in self.faces.items() if of == kind}

    def price(self, face: str) -> int:
        """The printed price of a face, in £."""
        return self.ghan_price if face == GHAN else self.faces[face][1]

    def kind(self, face: str) -> str:
        """The kind of card a face belongs to."""
        return GHAN if face == GHAN else self.faces[face][0]

    def take(self, kind: str) -> None:
        """A card of `kind` leaves the stack."""
        left = self.left[kind]
        if left is not None:
            self.left[kind] = left - 1

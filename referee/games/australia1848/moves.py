"""The verbs of 1848."""

from __future__ import annotations

import re
from typing import NamedTuple

from referee.errors import Unreadable
from referee.notation import (
    Amount,
    Choice,
    Field,
    Integer,
    Move,
    Name,
    Names,
    Pattern,
    Words,
    arg,
    flag,
    key,
    verb,
)

HEX = Pattern("HEX", r"[A-I]\d{1,2}", "C4")
COMPANY = Name("company")
TRAIN = Name("train")


class Route(NamedTuple):
    """One train's run as the table declares it: train and stops may be left out; revenue in £."""

    train: str
    stops: str
    revenue: int


_STOPS = re.compile(r"[A-I]\d{1,2}(?:-[A-I]\d{1,2})+", re.IGNORECASE)


class Earned(Amount):
    """What a train or a city brings in; no real figure has five digits."""

    def read(self, words: Words, names: Names) -> int:
        amount = super().read(words, names)
        if amount > 9_999:
            raise Unreadable(f"£{amount:,} is more than any train or city earns", "check the amount")
        return amount


class Runs(Field[tuple[Route, ...]]):
    """`120`, `2:40 3+:80`, or runs with their stops: `2+ D1-E2-F3 80, 2 E2-E4 50`."""

    label = "120 | 2:40 3+:80 | 2 F17-E18 40, …"

    def read(self, words: Words, names: Names) -> tuple[Route, ...]:
        text = words.rest().strip()
        pieces = [piece.strip() for piece in re.split(r",\s|,$", text) if piece.strip()]
        if len(pieces) == 1 and ":" in text:
            pieces = text.split()
        if not pieces:
            raise Unreadable("what it earned is missing", "write `run 120`, or `run 0` for nothing")
        if len(pieces) > 12:
            raise Unreadable("that is more trains than anybody has")
        return tuple(self._route(piece, names) for piece in pieces)

    def _route(self, piece: str, names: Names) -> Route:
        parts = re.split(r"\s*:\s*|\s+", piece)
        revenue = Earned().read(Words(parts.pop()), names)
        stops = parts.pop().upper() if parts and _STOPS.fullmatch(parts[-1]) else ""
        train = TRAIN.read(Words(parts.pop()), names) if parts else ""
        if parts or (stops and not train):
            raise Unreadable(f"“{piece}” is no run", "write train, stops, revenue: 2+ D1-E2-F3 80")
        return Route(train, stops, revenue)

    def write(self, value: tuple[Route, ...]) -> str:
        if any(route.stops for route in value):
            return ", ".join(" ".join(filter(None, (r.train, r.stops, str(r.revenue)))) for r in value)
        between = " " if all(route.train for route in value) else ", "
        return between.join(f"{r.train}:{r.revenue}" if r.train else str(r.revenue) for r in value)


@verb("buy", "acheter")
class Buy(Move):
    """Buy a private, a share or a train."""

    what: str = arg(Name("company", "private", "train", label="WHAT"))
    source: str = arg(Choice("ipo|pool", ipo=("new",), pool=("market",)), default="")
    par: int | None = key("par", Amount(), "at")
    seller: str | None = key("from", Name("company", "player", label="SELLER"))
    price: int | None = key("for", Amount())
    trade: str | None = key("trade", TRAIN)
    power: str | None = key("with", Name("private"))
    forced: bool = flag("forced")

    def require_only(self, *wanted: str) -> None:
        """Raises `Unreadable` when more has been said than this kind of purchase has a use for."""
        for slot in self.SLOTS[1:]:
            if slot.name not in wanted and getattr(self, slot.name) != slot.default:
                word = slot.keyword or getattr(self, slot.name)
                raise Unreadable(f"“{word}” does not belong to the purchase of {self.what}")

    def require_price(self, price: int, hint: str) -> None:
        """Raises `Unreadable` when a price has been said and it is not this one, in £."""
        if self.price not in (None, price):
            raise Unreadable(f"{self.what} costs £{price}, not £{self.price}", hint)


@verb("lower", "baisser")
class Lower(Move):
    """Lower a private by £5 instead of buying."""

    private: str = arg(Name("private"))


@verb("sell", "vendre")
class Sell(Move):
    """Sell shares of one company as one block."""

    count: int = arg(Integer(1, 10), default=1)
    company: str = arg(Name("company", "train", label="COMPANY"))  # a train: to be told that it cannot be


@verb("pass", "passer")
class Pass(Move):
    """End the turn without (further) action."""


@verb("lay", "tile", "build", "poser")
class Lay(Move):
    """Lay or upgrade a tile; the terrain is paid."""

    hex: str = arg(HEX)
    tile: str = arg(Name("tile"), default="")
    rotation: int = arg(Integer(0, 5, "ROTATION"), default=-1)
    power: str | None = key("with", Name("private"))


@verb("token", "jeton")
class Token(Move):
    """Place a token in a city."""

    hex: str = arg(HEX)


@verb("run", "rouler")
class Run(Move):
    """Declare what the trains earned; `run 0` for nothing."""

    routes: tuple[Route, ...] = arg(Runs())


@verb("pay", "payout", "verser")
class Pay(Move):
    """Pay the revenue out to the shareholders."""

    amount: int = arg(Amount(), default=-1)


@verb("withhold", "hold", "retenir")
class Withhold(Move):
    """Keep the revenue in the treasury."""


@verb("loan", "borrow", "emprunter")
class Loan(Move):
    """Borrow £100 from the Bank of England."""


@verb("discard", "defausser")
class Discard(Move):
    """Give up a train over the limit."""

    train: str = arg(TRAIN)


@verb("done", "fini")
class Done(Move):
    """End the company's turn."""

    answer: str = arg(Choice("route|no-route", **{"no-route": ("noroute", "none"), "route": ()}), default="")


@verb("boe")
class BoeIncome(Move):
    """What the cities with tokens of the Bank of England are worth together, in £."""

    amount: int = arg(Earned())


@verb("link", "liaison")
class Link(Move):
    """Sydney and Adelaide are joined."""

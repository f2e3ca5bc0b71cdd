"""The constants of an edition, and the prices and fees that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from referee.resources import load


@dataclass(frozen=True)
class Edition:
    """The figures of an edition, in Cr unless said otherwise; `editions.toml` says what each one is."""

    opening: int
    bonus: int
    plain: int
    climb: int
    ridge: int
    bridge: int
    wide: int
    join: int
    half: int
    adjacent: int
    towns: bool
    contact: bool
    die: str
    dice: int
    order: str
    cities_left: int
    claim_left: int
    claim_rounds: int
    minimum: int
    numbers_once: bool
    limit: int
    prizes: tuple[int, ...]
    races: int
    special: tuple[int, ...]
    special_anywhere: bool
    extra_every: int
    extra_limit: int
    extra_income: bool
    target: int

    def price(self, uphill: int, river: int = 0) -> int | None:
        """Price of a segment with `uphill` (0, 1, 2) of its ends in mountains over a river at `river` Cr.

        None where this edition does not know it.
        """
        base = (self.plain, self.climb, self.ridge)[uphill]
        return base + river if base and river >= 0 else None

    def surcharge(self, river: str) -> int:
        """What crossing a river adds: "" none, "r" narrow, "w" wide; −1 where it is not known."""
        return {"": 0, "r": self.bridge or -1, "w": self.wide or -1}[river]

    def fee(self, joins: int, halves: int, flats: int = 0) -> int:
        """What one rival gets for junctions, half hexes alongside and lines between adjacent cities."""
        return self.join * joins + self.half * halves + self.adjacent * flats

    @property
    def simultaneous(self) -> bool:
        """Whether the companies act in any order, as by post."""
        return self.order == "free"


def named(key: str, changes: Mapping[str, Any]) -> Edition:
    """The edition `key` with the constants `changes` replaced."""
    values = load("dampfross", "editions.toml")[key] | dict(changes)
    for name in ("prizes", "special"):
        values[name] = tuple(values[name])
    return Edition(**values)


LEAST = {"dice": 1, "extra_every": 1, "races": 1, "cities_left": -1}  # of all others 0
CHOICES = {"die": ("shared", "own"), "order": ("clockwise", "free")}


def misfits(changes: Mapping[str, Any]) -> list[str]:
    """The names in `changes` that are no constants, or can't have such values."""
    sample = named("laurin", {})
    known = {field.name: getattr(sample, field.name) for field in fields(Edition)}
    return [
        name for name, value in changes.items() if name not in known or not _fits(name, value, known[name])
    ]


def _fits(name: str, value: Any, usual: Any) -> bool:
    if name in CHOICES:
        return value in CHOICES[name]
    if isinstance(usual, tuple):
        return isinstance(value, list) and all(type(n) is int and n >= 0 for n in value)
    if type(value) is not type(usual):
        return False
    return isinstance(value, bool) or value >= LEAST.get(name, 0)


def restricted(edition: Edition, races: int, special: tuple[int, ...]) -> Edition:
    """The same edition with the number of races of a map or an agreement."""
    return replace(edition, races=races, special=tuple(n for n in special if n <= races))

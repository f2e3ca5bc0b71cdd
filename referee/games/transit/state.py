"""What a game of Transit remembers of its people and of the moment of the turn."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Captain:
    """A player with his cargo ship."""

    name: str
    colour: str
    seat: int
    at: str = ""  # the stopover of his cargo ship, "" while it is off the map
    struck: bool = False  # has lost his ship to a storm and may rebuy on his next turn
    out: str = ""  # the rule that put him out of the game
    out_at: int = 0  # number of the move by which he went out
    played: int = 0  # cards
    hand: Counter[str] | None = None  # his cards, where the table has recorded them


@dataclass(slots=True)
class Turn:
    """How far the turn of the player whose turn it is has come.

    `phase`: first (first purchases), roll, rebuy (has no ship), paid (for a new one), act (number rolled),
    arrived (a purchase is open), idle (nothing is left for the cargo), step (the corsair may go on),
    after (the corsair has played), over.
    """

    phase: str
    number: int = 0  # of the dice, 0 before the roll
    bought: bool = False
    stayed: bool = False
    corsair_played: bool = False


@dataclass(slots=True)
class Bout:
    """A poker being played."""

    at: str
    all: tuple[str, ...]  # everybody challenged and the challenger, in table order from him
    still: list[str]  # those who have not conceded, in the same order
    answers: str  # who must answer now
    rank: str  # the highest carré so far
    holder: str  # who played it


@dataclass(slots=True)
class Cards:
    """The cards that are out of the game, by kind."""

    ranks: dict[str, str] = field(default_factory=dict)  # carré -> who played or showed it
    storms: list[int] = field(default_factory=list)  # zones of storm cards played, or shown with a zone
    freights: list[str] = field(default_factory=list)  # ports of the freight cards played or shown
    shown: int = 0  # storm cards without a zone, shown with the hands of eliminated players


@dataclass(slots=True)
class CorsairShip:
    """The black ship."""

    owner: str = ""
    at: str = ""  # "" while it is off the map

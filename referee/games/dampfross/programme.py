"""The programme of races: the numbers drawn, the strip with what is run, cancelled and to come."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from referee.games.dampfross.board import NUMBERS

SPECIALS = (1, 2, 3, 4, 5, 6)


def takes(
    roll: int, used: Collection[int], numbers: Sequence[int] = NUMBERS, *, wrap: bool = True
) -> int | None:
    """The number that a throw gives: itself, or the next unused one (66 is followed by 11 if `wrap`).

    None when there is none.
    """
    at = numbers.index(roll)
    order = [*numbers[at:], *(numbers[:at] if wrap else ())]
    return next((number for number in order if number not in used), None)


def is_special(station: str) -> bool:
    """Whether a station is a special destination, such as “@4”."""
    return station.startswith("@")


def digits(station: str) -> int:
    """The number of “24” or “@4”."""
    return int(station.lstrip("@"))


@dataclass
class Run:
    """A race of the strip that is over. `state` is "run", "no entry" or "cancelled"."""

    number: int
    start: str
    goal: str
    state: str
    winners: tuple[str, ...] = ()


@dataclass
class Programme:
    """The races of a game."""

    races: int
    special: tuple[int, ...]
    first: int = 1  # number of the first race, where a game is taken over
    strip: list[Run] = field(default_factory=list)
    dropped: list[Run] = field(default_factory=list)  # cancelled ones that another race replaces
    used: set[str] = field(default_factory=set)  # station numbers and special destinations struck

    @property
    def next(self) -> int:
        """The number of the race that comes next."""
        return self.first + len(self.strip)

    @property
    def over(self) -> bool:
        """Whether all races are done."""
        return self.next > self.races

    @property
    def exhausted(self) -> bool:
        """Whether no station number is left for a start."""
        return all(str(number) in self.used for number in NUMBERS)

    def is_special(self, number: int) -> bool:
        """Whether race `number` goes to a special destination."""
        return number in self.special

    def builds_after(self, every: int) -> bool:
        """Whether extra building follows now: after every so many races, unless the game is over."""
        return not self.over and (self.next - 1) % every == 0

    def taken(self, station: str, *, wrap: bool, once: bool) -> str | None:
        """What a thrown station or special destination becomes when it was drawn before."""
        if is_special(station):
            used = [digits(s) for s in self.used if is_special(s)] if once else []
            found = takes(digits(station), used, SPECIALS, wrap=wrap)
            return None if found is None else f"@{found}"
        used = [digits(s) for s in self.used if not is_special(s)]
        found = takes(digits(station), used, wrap=wrap)
        return None if found is None else str(found)

"""The lines drawn on a known map: who lies where, what touches what, what is connected."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, TypeVar

from referee.games.dampfross.board import Board, Edge, edge, ways

K = TypeVar("K")

FOREIGN = "Foreign"  # the fictional company that owns the white lines


def leads(lines: Mapping[K, Iterable[K]], a: K, b: K) -> bool:
    """Whether lines lead from `a` to `b`, directly or over other places."""
    seen, queue = {a}, deque([a])
    while queue:
        here = queue.popleft()
        if here == b:
            return True
        for there in lines.get(here, ()):
            if there not in seen:
                seen.add(there)
                queue.append(there)
    return False


class Contact(NamedTuple):
    """How one segment touches a rival: junctions, half hexes alongside, lines between adjacent cities."""

    joins: int
    halves: int
    flats: int


class Jump(NamedTuple):
    """A gap in a company's network along a rival's line, between two own connections."""

    rival: str
    start: int
    landing: int


class Network:
    """All lines on a map."""

    def __init__(self, board: Board, mountain: list[bool]) -> None:
        """`mountain` tells of every hex whether it counts as one."""
        self.board, self.mountain = board, mountain
        self.lines: dict[Edge, dict[str, int]] = {}  # segment -> company -> round in which it was laid
        self.at: list[dict[str, int]] = [{} for _ in board.names]  # hex -> company -> first such round
        self.own: dict[str, dict[int, list[int]]] = {}  # company -> hex -> hexes its own lines lead to
        self.joined: set[tuple[str, str, int]] = set()  # company, rival and hex of every junction paid
        self.jumps: dict[str, list[Jump]] = {}
        self.joints: dict[int, list[int]] = {}  # hex -> hexes that any line leads to
        for a, b in board.white:
            self.lay(FOREIGN, a, b, 0)

    def open(self, company: str) -> None:
        """Let a company have lines."""
        self.own[company] = {}
        self.jumps[company] = []

    def has(self, company: str, spot: int) -> bool:
        """Whether a company has track, or the landing of a jump, in a hex."""
        return spot in self.own[company]

    def settle(self, company: str, spot: int) -> None:
        """Give a company a start or the landing of a jump in a hex."""
        self.own[company].setdefault(spot, [])

    def lay(self, company: str, a: int, b: int, turn: int) -> None:
        """Draw a segment."""
        owners = self.lines.get(edge(a, b))
        if owners is None:
            owners = self.lines[edge(a, b)] = {}
            self.joints.setdefault(a, []).append(b)
            self.joints.setdefault(b, []).append(a)
        owners.setdefault(company, turn)
        self.at[a].setdefault(company, turn)
        self.at[b].setdefault(company, turn)
        if company != FOREIGN:
            own = self.own[company]
            own.setdefault(a, []).append(b)
            own.setdefault(b, []).append(a)

    def contacts(
        self,
        company: str,
        a: int,
        b: int,
        *,
        towns: bool,
        once: bool,
        again: bool,
        flat: bool,
        flat_join: bool,
        newest: int,
    ) -> dict[str, Contact]:
        """How a segment from `a` to `b`, not drawn yet, touches every rival.

        `towns`: cities count. `once`: one junction per contact instead of one per hex entered. `again`:
        entering a hex joined before is a junction again. `flat`: adjacent cities have their own fee,
        `flat_join`: besides the junction. Lines laid in round `newest` or later are passed over.
        """
        found: dict[str, Contact] = {}
        city_at = self.board.city_at
        beside = self.lines.get(edge(a, b), {})
        here, there = towns or a not in city_at, towns or b not in city_at
        pair = flat and a in city_at and b in city_at
        if pair:
            pair = frozenset((city_at[a], city_at[b])) in self.board.adjacent
        for rival, since in self.at[b].items():
            if rival == company or since >= newest:
                continue
            alongside = beside.get(rival, newest) < newest
            join = there and self._joins(company, rival, a, b, alongside, once, again)
            if alongside and pair:
                found[rival] = Contact(int(join and flat_join), 0, 1)
            elif alongside or join:
                found[rival] = Contact(int(join), alongside * (here + there), 0)
        return found

    def _joins(
        self, company: str, rival: str, a: int, b: int, alongside: bool, once: bool, again: bool
    ) -> bool:
        if once:
            return not (alongside and (company, rival, a) in self.joined) and (
                (company, rival, b) not in self.joined
            )
        return again or (company, rival, b) not in self.joined

    def meet(self, company: str, spot: int, rivals: Collection[str] | None = None) -> None:
        """Note that a company has now joined these rivals (None: all) in a hex."""
        for rival in self.at[spot] if rivals is None else rivals:
            if rival != company:
                self.joined.add((company, rival, spot))

    # ------------------------------------------------------------ connection

    def linked(self, company: str, a: int, b: int) -> bool:
        """Whether a company's own lines lead from `a` to `b`, without jumps."""
        return leads(self.own[company], a, b)

    def open_jumps(self, company: str, rival: str) -> list[Jump]:
        """The jumps along a rival's lines whose two ends own line does not join yet."""
        jumps = [jump for jump in self.jumps[company] if jump.rival == rival]
        return [jump for jump in jumps if not self.linked(company, jump.start, jump.landing)]

    def gap(self, rival: str, a: int, b: int, most: int) -> int | None:
        """The number of steps from `a` to `b` along one rival's lines; None if more than `most`."""
        seen, queue = {a: 0}, deque([a])
        while queue:
            here = queue.popleft()
            if here == b:
                return seen[here]
            if seen[here] == most:
                continue
            for there in self.joints.get(here, ()):
                if there not in seen and rival in self.lines[edge(here, there)]:
                    seen[there] = seen[here] + 1
                    queue.append(there)
        return None

    def distance(self, starts: Collection[int], goals: Collection[int]) -> int | None:
        """The least number of hexes between two places over all existing lines; None if unconnected."""
        found = self.distances(starts)
        return min((found[goal] for goal in goals if goal in found), default=None)

    def distances(self, starts: Collection[int]) -> dict[int, int]:
        """For every hex that lines reach from `starts`, its least distance in hexes."""
        seen = dict.fromkeys(starts, 0)
        queue = deque(seen)
        while queue:
            here = queue.popleft()
            for there in self.joints.get(here, ()):
                if there not in seen:
                    seen[there] = seen[here] + 1
                    queue.append(there)
        return seen

    def ways(self, a: int, b: int, most: int = 6) -> list[list[int]]:
        """The shortest ways over existing lines from `a` to `b`, at most `most` of them."""
        return ways(self.joints, a, b, most)

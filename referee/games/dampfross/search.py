"""The best legal route of a company between two stations.

A shortest path on states (hex, line used into it), because a fee depends on both. The limit per rival
and the part on one's own line make it a constrained one. Where the plain shortest path keeps them it is
the answer. Otherwise credits to a rival are made dearer until the paths keep the limits as far as that
goes, which gives sharp lower bounds, and a best-first search over (state, fees so far) settles the rest.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from referee.games.dampfross.board import edge
from referee.games.dampfross.network import Network
from referee.games.dampfross.routes import OWN, USUAL, Tariff, Way, points, toll

# The weights of a credit, a hex and a movement point: what is to be least comes first.
_MOST = 10_000  # more than any route has of any of them
MEASURES = {
    "cheapest": (_MOST**2, 1, _MOST),
    "shortest": (_MOST, _MOST**2, 1),
    "quickest": (_MOST, 1, _MOST**2),
}
_NEVER = _MOST**5
_ROUNDS = 4  # of making credits dearer
_PATIENCE = 3_000  # labels after which only the best few of each state are kept
_FEW = 4
_MOST_LABELS = 15_000  # after which the search gives up


class Arc(NamedTuple):
    """A segment as one may run it: to which state, what it pays which rival (−1: nobody), its points."""

    to: int
    rival: int
    toll: int
    points: int
    own: bool


class Graph:
    """All states (hex, line used into it; None at the start) and the arcs between them."""

    def __init__(self, search: Search, wanted: Collection[int]) -> None:
        network, mountain = search.network, search.network.mountain
        lines: dict[int, set[str]] = {spot: set() for spot in network.joints}
        ways: dict[int, list[tuple[int, str, bool]]] = {}
        for here, around in network.joints.items():
            ways[here] = [(there, *line) for there in around for line in search.lines(here, there)]
            for there, line, _ in ways[here]:
                lines[there].add(line)
        self.states: list[tuple[int, str | None]] = [
            (spot, line) for spot in lines for line in (None, *sorted(lines[spot]))
        ]
        self.index = {state: number for number, state in enumerate(self.states)}
        self.rivals = sorted({line for found in lines.values() for line in found} - {OWN})
        number = {rival: index for index, rival in enumerate(self.rivals)} | {OWN: -1}
        self.out: list[list[Arc]] = [[] for _ in self.states]
        self.into: list[list[tuple[int, Arc]]] = [[] for _ in self.states]
        for state, (here, before) in enumerate(self.states):
            for there, line, own in ways[here]:
                fee = toll(before, line, there in wanted, search.tariff)
                climb = 2 if mountain[there] and not mountain[here] else 1
                arc = Arc(self.index[there, line], number[line], fee, climb, own)
                self.out[state].append(arc)
                self.into[arc.to].append((state, arc))


class Search:
    """The best routes over one network for a company, or for the two of a joint train."""

    def __init__(
        self,
        network: Network,
        partners: Collection[str],
        free: Collection[str],
        limits: Mapping[str, int],
        tariff: Tariff = USUAL,
        *,
        own_part: bool = True,
    ) -> None:
        """`partners` run the train, `free` owners charge nothing besides; with `own_part` the route must
        use a segment of the partners. `limits` is the most that each rival may get; none: no limit.
        """
        self.network, self.partners, self.free = network, frozenset(partners), frozenset(free)
        self.limits, self.tariff, self.own_part = limits, tariff, own_part
        self.exhaustive = True  # whether no better answer than the last one of `best` can exist
        self._graphs: dict[frozenset[int], Graph] = {}

    def lines(self, a: int, b: int) -> list[tuple[str, bool]]:
        """On whose lines one may sensibly run from `a` to `b` ("": free), and whether one's own."""
        owners = self.network.lines.get(edge(a, b), {})
        if not self.partners.isdisjoint(owners):
            return [(OWN, True)]
        if not self.free.isdisjoint(owners):
            return [(OWN, False)]
        return [(owner, False) for owner in owners]

    def best(self, starts: Collection[int], goals: Collection[int], measure: str) -> Way | None:
        """The best legal route by one of `MEASURES`; None when none is found (see `exhaustive`)."""
        wanted = frozenset(goals)
        key = frozenset() if self.tariff.stations else wanted
        graph = self._graphs.get(key) or self._graphs.setdefault(key, Graph(self, key))
        begin = [graph.index[spot, None] for spot in starts if (spot, None) in graph.index]
        quest = _Quest(graph, self, begin, wanted, MEASURES[measure])
        way = quest.way()
        self.exhaustive = quest.exhaustive
        return way


class _Label(NamedTuple):
    """A way so far: its cost, what it pays, whether it used own line, its state, the label before."""

    cost: int
    paid: tuple[int, ...]
    own: bool
    state: int
    before: _Label | None


class _Quest:
    """One search for one route."""

    def __init__(
        self,
        graph: Graph,
        search: Search,
        begin: list[int],
        wanted: frozenset[int],
        weights: tuple[int, int, int],
    ) -> None:
        self.graph, self.begin, self.wanted = graph, begin, wanted
        self.mountain = search.network.mountain
        self.credit, self.hex, self.point = weights
        self.own_part = search.own_part
        self.limits = [search.limits.get(rival, _MOST) for rival in graph.rivals]
        self.ends = [
            number for number, (spot, line) in enumerate(graph.states) if spot in wanted and line is not None
        ]
        self.exhaustive = True

    def way(self) -> Way | None:
        """The best route; see `Search.best`."""
        if not self.begin or not self.ends:
            return None
        prices = [0] * len(self.limits)
        sharpest: tuple[int, list[int], list[list[int]]] | None = None
        best: _Label | None = None
        for number in range(_ROUNDS):
            done = self._backwards(dict.fromkeys(self.ends, 0), prices)
            rest = [done, done]
            label = self._follow(rest, prices)
            if label and not label.own:
                rest = [self._still_to_use_own(done, prices), done]
                label = self._follow(rest, prices)
            if label is None:
                return None
            over = [paid - limit for paid, limit in zip(label.paid, self.limits, strict=True)]
            if max(over, default=0) <= 0 and (best is None or label.cost < best.cost):
                best = label
                if number == 0:
                    return self._made(best)
            bound = self._bound(label, prices)
            if sharpest is None or bound > sharpest[0]:
                sharpest = bound, prices, rest
            prices = self._dearer(prices, over, number)
        assert sharpest is not None
        return self._settle(best, sharpest[1], sharpest[2])

    def _bound(self, label: _Label, prices: list[int]) -> int:
        return label.cost + sum(
            price * (paid - limit) for price, paid, limit in zip(prices, label.paid, self.limits, strict=True)
        )

    def _dearer(self, prices: list[int], over: list[int], number: int) -> list[int]:
        """Credits to those who get too much become dearer, in smaller steps every time."""
        whole = sum(abs(much) for much, price in zip(over, prices, strict=True) if much > 0 or price)
        unit = max(self.credit, self.hex, self.point) * 3 // (5 + 2 * number)
        return [
            max(0, price + unit * much // max(1, whole)) if self.limits[rival] < _MOST else 0
            for rival, (price, much) in enumerate(zip(prices, over, strict=True))
        ]

    def _step(self, arc: Arc, prices: list[int] | None = None) -> int:
        cost = self.hex + arc.points * self.point + arc.toll * self.credit
        return cost + arc.toll * prices[arc.rival] if prices and arc.toll else cost

    def _still_to_use_own(self, done: list[int], prices: list[int]) -> list[int]:
        """Like `done`, the least cost from every state to a goal, but over a segment of own line."""
        seeds: dict[int, int] = {}
        for state, arcs in enumerate(self.graph.out):
            for arc in arcs:
                if arc.own and done[arc.to] < _NEVER:
                    cost = self._step(arc, prices) + done[arc.to]
                    if cost < seeds.get(state, _NEVER):
                        seeds[state] = cost
        for end in self.ends:  # a route ends where it first reaches its goal
            seeds[end] = _NEVER
        return self._backwards(seeds, prices)

    def _backwards(self, seeds: Mapping[int, int], prices: list[int]) -> list[int]:
        """The least cost from every state to one of `seeds`, each at its own cost to begin with."""
        rest = [_NEVER] * len(self.graph.states)
        for state, cost in seeds.items():
            rest[state] = cost
        closed = set(self.ends)
        queue = [(cost, state) for state, cost in seeds.items() if cost < _NEVER]
        heapify(queue)
        into, hex_, point, credit = self.graph.into, self.hex, self.point, self.credit
        while queue:
            cost, state = heappop(queue)
            if cost > rest[state]:
                continue
            for before, (_, rival, fee, climb, _) in into[state]:
                total = cost + hex_ + climb * point
                if fee:
                    total += fee * (credit + prices[rival])
                if total < rest[before] and before not in closed:
                    rest[before] = total
                    heappush(queue, (total, before))
        return rest

    def _follow(self, rest: list[list[int]], prices: list[int]) -> _Label | None:
        """The path that `rest` describes."""
        state = min(self.begin, key=lambda start: rest[0][start])
        if rest[0][state] >= _NEVER:
            return None
        label = _Label(0, (0,) * len(self.limits), not self.own_part, state, None)
        while not self._arrived(label):
            here = rest[label.own][label.state]
            arc = next(
                arc
                for arc in self.graph.out[label.state]
                if self._step(arc, prices) + rest[label.own or arc.own][arc.to] == here
            )
            label = self._go(label, arc)
        return label

    def _arrived(self, label: _Label) -> bool:
        return label.before is not None and self.graph.states[label.state][0] in self.wanted

    def _go(self, label: _Label, arc: Arc) -> _Label:
        paid = label.paid
        if arc.toll:
            paid = (*paid[: arc.rival], paid[arc.rival] + arc.toll, *paid[arc.rival + 1 :])
        return _Label(label.cost + self._step(arc), paid, label.own or arc.own, arc.to, label)

    def _settle(self, best: _Label | None, prices: list[int], rest: list[list[int]]) -> Way | None:
        """Best-first search within the limits, below the cost of the best route known so far."""
        limits, states = self.limits, range(len(self.graph.states))
        ceiling = best.cost if best else _NEVER
        base = sum(price * limit for price, limit in zip(prices, limits, strict=True) if limit < _MOST)
        least = [self._least(rival) for rival in range(len(limits))]
        slack = [[limits[rival] - least[rival][state] for state in states] for rival in range(len(limits))]
        kept: dict[tuple[int, bool], list[_Label]] = {}
        queue: list[tuple[int, int, _Label]] = []
        for start in self.begin:
            label = _Label(0, (0,) * len(limits), not self.own_part, start, None)
            heappush(queue, (rest[label.own][start] - base, len(queue), label))
        count = len(queue)
        while queue:
            bound, _, label = heappop(queue)
            if bound >= ceiling:
                break
            if self._arrived(label):
                if label.own and label.cost < ceiling:
                    best, ceiling = label, label.cost
                continue
            others = kept.setdefault((label.state, label.own), [])
            if any(other.cost <= label.cost and _within(other.paid, label.paid) for other in others):
                continue
            if count > _PATIENCE and len(others) >= _FEW:
                self.exhaustive = False
                continue
            if count > _MOST_LABELS:
                self.exhaustive = False
                break
            others.append(label)
            for arc in self.graph.out[label.state]:
                gone = self._go(label, arc)
                if any(paid > slack[rival][arc.to] for rival, paid in enumerate(gone.paid)):
                    continue
                bound = gone.cost + rest[gone.own][arc.to] - base
                bound += sum(price * paid for price, paid in zip(prices, gone.paid, strict=True))
                if bound < ceiling:
                    count += 1
                    heappush(queue, (bound, count, gone))
        return self._made(best) if best else None

    def _least(self, rival: int) -> list[int]:
        """The least that this rival gets on the way from every state to a goal."""
        credit, hex_, point = self.credit, self.hex, self.point
        self.credit = self.hex = self.point = 0
        rest = self._backwards(
            dict.fromkeys(self.ends, 0), [int(i == rival) for i in range(len(self.limits))]
        )
        self.credit, self.hex, self.point = credit, hex_, point
        return rest

    def _made(self, label: _Label) -> Way:
        states = []
        found: _Label | None = label
        while found:
            states.append(self.graph.states[found.state])
            found = found.before
        states.reverse()
        hexes = tuple(spot for spot, _ in states)
        fees = {rival: paid for rival, paid in zip(self.graph.rivals, label.paid, strict=True) if paid}
        owners = tuple(line for _, line in states[1:] if line is not None)
        return Way(hexes, owners, fees, points(self.mountain, hexes), self.exhaustive)


def _within(less: tuple[int, ...], paid: tuple[int, ...]) -> bool:
    """Whether no rival gets more in `less` than in `paid`."""
    return all(a <= b for a, b in zip(less, paid, strict=True))

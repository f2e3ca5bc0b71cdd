"""How fast routes are found and stretches priced: `python tests/benchmarks/dampfross_routes.py`.

On boards of 40 × 40 hexes with six grown networks that hang together: dense ones, and sparse ones such
as tables draw. `all companies` is what `routes A B` does: all kinds of route for all six.
Not timed in the test suite. With a number behind it, as many pairs of stations per board.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from itertools import pairwise

from referee.games.dampfross.board import Board, read_board
from referee.games.dampfross.network import Network
from referee.games.dampfross.search import MEASURES, Search

SIZE, COMPANIES, LIMIT = 40, "ABCDEF", 10


def grown(seed: int, sprouts: int, stride: int) -> tuple[Board, Network]:
    """A board on which each company has grown `sprouts` branches of up to `stride` hexes."""
    rng = random.Random(seed)
    rows = ["".join(rng.choice("....^") for _ in range(SIZE)) for _ in range(SIZE)]
    board = read_board({"sheet": [{"first": "A1", "rows": rows}]})
    network = Network(board, board.mountain)
    for name in COMPANIES:
        network.open(name)
        here = rng.choice(sorted(network.joints) or range(SIZE * SIZE))
        network.settle(name, here)
        for _ in range(sprouts):
            here = rng.choice(list(network.own[name]))
            for _ in range(rng.randint(1, stride)):
                there = rng.choice(board.around[here])
                if there not in network.own[name].get(here, ()):
                    network.lay(name, here, there, 1)
                here = there
    return board, network


def told(name: str, spans: list[float]) -> None:
    """Print the median, the slowest twentieth and the slowest of `spans`, in milliseconds."""
    spans = sorted(spans)
    slow = spans[len(spans) * 19 // 20]
    middle = statistics.median(spans)
    print(f"  {name:24} median {middle:6.1f} ms, 95 % below {slow:6.1f}, most {spans[-1]:6.1f}")


def measure(title: str, seed: int, sprouts: int, stride: int, pairs: int) -> None:
    """Time all three kinds of route between random stations, and the fees of a long stretch."""
    _, network = grown(seed, sprouts, stride)
    print(f"{title}: {sum(map(len, network.lines.values()))} lines")
    rng = random.Random(seed)
    joined = sorted(network.joints)
    limits = dict.fromkeys(COMPANIES, LIMIT)
    cold: dict[str, list[float]] = {name: [] for name in MEASURES}
    unproven = missing = 0
    for _ in range(pairs):
        start, goal = rng.sample(joined, 2)
        company = rng.choice(COMPANIES)
        for name, spans in cold.items():
            others = {rival: most for rival, most in limits.items() if rival != company}
            began = time.perf_counter()
            way = Search(network, [company], [], others).best([start], [goal], name)
            spans.append((time.perf_counter() - began) * 1000)
            missing += way is None
            unproven += way is not None and not way.proven
    for name, spans in cold.items():
        told(name, spans)
    spans = []
    for _ in range(max(3, pairs // 6)):
        start, goal = rng.sample(joined, 2)
        began = time.perf_counter()
        for company in COMPANIES:
            others = {rival: most for rival, most in limits.items() if rival != company}
            finder = Search(network, [company], [], others)
            for name in MEASURES:
                if finder.best([start], [goal], name) is None:
                    break
        spans.append((time.perf_counter() - began) * 1000)
    told("all companies", spans)
    print(f"  of {3 * pairs} searches {missing} found none, {unproven} could not prove the best")
    spans = []
    for _ in range(pairs):
        row = rng.randrange(SIZE)
        began = time.perf_counter()
        for a, b in pairwise(range(row * SIZE, row * SIZE + SIZE)):
            network.contacts(
                "A", a, b, towns=True, once=False, again=True, flat=True, flat_join=False, newest=9
            )
        spans.append((time.perf_counter() - began) * 1000)
    told("fees of 39 segments", spans)


def main() -> None:
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    for seed in (7, 8):
        measure("dense networks", seed, 420, 8, pairs)
        measure("sparse networks", seed, 30, 12, pairs)


if __name__ == "__main__":
    main()

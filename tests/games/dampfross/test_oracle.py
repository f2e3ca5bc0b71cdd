"""Postal games with printed ledgers, replayed under the postal constants."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from referee.errors import Illegal
from referee.games.dampfross.orders import read_order
from referee.reports.counting import SUSPECT, Difference
from tests.games.dampfross.tables import balances, postal
from tests.kit import Bench

FOLDER = Path(__file__).parents[4] / "shared/oracle/dampfross"
pytestmark = pytest.mark.skipif(
    not FOLDER.is_dir(), reason="the postal games lie beside the checkout, not in it"
)

NAMES = {
    "rr1549_fr": {
        "L": "LFFfCC:orange",
        "F": "FREAK:purple",
        "C": "CANCAN:green",
        "T": "TBNS:blue",
        "R": "RAVEL:yellow",
    },
    "rr1701_tt": {"G": "GOOCH:brown", "B": "BLUES:blue", "T": "TURN:green", "P": "PEAT:pink"},
    "rr2473_b": {"J": "JGL:black", "A": "AYUP:yellow", "H": "HJA:red", "B": "BASH:sky-blue"},
}


def load(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def table(name: str, **options: Any) -> Bench:
    return postal(players=list(NAMES[name].values()), **options)


def company(name: str, letter: str) -> str:
    return NAMES[name][letter].partition(":")[0]


def by_letter(name: str, bench: Bench) -> dict[str, int]:
    money = balances(bench)
    return {letter: money[company(name, letter)] for letter in NAMES[name]}


def build_round(bench: Bench, name: str, builds: dict[str, str]) -> None:
    """One round as it is printed: every company gives its orders for all three dice in one line."""
    bench.do("roll 6 6 6")
    for letter, order in builds.items():
        bench.do(f"{company(name, letter)}: build {order}")


def printed_line(entry: dict[str, Any]) -> str:
    """The ledger line of a report in its own style."""
    text = f"={entry['open']}"
    text += f"+{entry['bonus']}" if entry["bonus"] else ""
    text += "".join(f"+{amount}[{who}]" for who, amount in entry["from"].items())
    text += "".join(f"-{amount}[{who}]" for who, amount in entry["to"].items())
    return f"{text}={entry['close']}"


@pytest.mark.parametrize("game", ["rr1549_fr", "rr2473_b"])
def test_a_first_round(game: str) -> None:
    data = load(game)["round1"]
    bench = table(game)
    build_round(bench, game, data["builds"])
    assert by_letter(game, bench) == {letter: entry["close"] for letter, entry in data["ledger"].items()}
    for letter, entry in data["ledger"].items():
        bench.do(f"ledger {company(game, letter)} {printed_line(entry)}")


def test_leaps() -> None:
    data = load("rr1701_tt")["round4"]
    money = {company("rr1701_tt", letter): entry["open"] for letter, entry in data["ledger"].items()}
    opening = {"phase": "building", "round": 4, "balances": money}
    bench = table("rr1701_tt", jumps=True, opening=opening)
    build_round(bench, "rr1701_tt", data["builds"])
    assert by_letter("rr1701_tt", bench) == {
        letter: entry["close"] for letter, entry in data["ledger"].items()
    }
    for letter, entry in data["ledger"].items():
        bench.do(f"ledger {company('rr1701_tt', letter)} {printed_line(entry)}")


def stations(text: str) -> str:
    """The draw in “12 Paris”, “@5 Italy”."""
    return text.split()[0]


def test_races_and_builds_of_a_turn() -> None:
    game, data = "rr1549_fr", load("rr1549_fr")["round7"]
    money = {company(game, letter): amount for letter, amount in data["open"].items()}
    bench = table(game, opening={"phase": "operating", "balances": money})
    for race in data["races"]:
        bench.do(f"race {stations(race['from'])} {stations(race['to'])}")
        before = by_letter(game, bench)
        bench.do(f"result {race['result']}")
        after = by_letter(game, bench)
        change = {letter: after[letter] - before[letter] for letter in after}
        assert change == {letter: race["delta"].get(letter, 0) for letter in change}, race
    assert bench.game.building.extra
    # What the report prints as one sum, or only the balances tell, is given as the price of the last point.
    prices = {}
    totals = data["builds_total"]
    given = {letter: re.findall(r"\[([+-]\d+)[^\]]*\]", text) for letter, text in data["builds"].items()}
    received = dict.fromkeys(given, 0)
    for text in data["builds"].values():
        for amount, who in re.findall(r"\[-(\d+) (\w+)\]", text):
            other = next(key for key, text in NAMES[game].items() if text.endswith(f":{who}"))
            received[other] += int(amount)
    for letter, figures in given.items():
        net = totals[letter].get("net", totals[letter].get("out", 0) + totals[letter].get("in", 0))
        prices[letter] = -(net - received[letter] - sum(map(int, figures)))
    for letter, text in data["builds"].items():
        bench.do(f"{company(game, letter)}: build {priced(text, prices[letter])}")
    assert by_letter(game, bench) == data["close"]


def priced(text: str, price: int) -> str:
    """The order with a price at every point: all of it at the last one."""
    order = read_order(text)
    stretches = []
    for number, stretch in enumerate(order):
        last = len(stretch.points) - 1
        start = f"({stretch.points[0].place})"
        points = [start]
        for index, point in enumerate(stretch.points[1:], 1):
            cost = price if number == len(order) - 1 and index == last else 0
            points.append(f"{point} [cost {cost}]")
        stretches.append(" - ".join(points))
    return " ; ".join(stretches)


def test_the_running_balance_after_every_race() -> None:
    game, data = "rr1701_tt", load("rr1701_tt")["round12"]
    money = {company(game, letter): amount for letter, amount in data["open"].items()}
    bench = table(game, opening={"phase": "operating", "race": 36, "balances": money})
    for race in data["races"]:
        bench.do(f"race {race['route']}")
        bench.do(f"result {race['result']}")
        assert by_letter(game, bench) == race["running"], race
        while bench.game.building.queue:
            bench.do("pass")
    assert bench.game.finished


def test_an_entry_beyond_the_limit() -> None:
    bench = table("rr1549_fr", opening={"phase": "operating", "race": 42})
    bench.do("race 24 52")
    bench.refuses("result 1st TBNS 20-11 ; RAVEL +11", "usage.limit")


def test_two_wrong_balances_are_found() -> None:
    data = load("rr2473_b")["round1"]
    bench = table("rr2473_b")
    build_round(bench, "rr2473_b", data["builds"])
    wrong = {}
    for letter, entry in data["ledger"].items():
        name = company("rr2473_b", letter)
        if entry["printed_close"] == entry["close"]:
            bench.do(f"count {name} {entry['printed_close']}")
            bench.do(f"ledger {name} {data['printed'][letter]}")
            continue
        refused = bench.refuses(f"count {name} {entry['printed_close']}", "count.differs")
        assert refused.fields["cash"] == entry["close"]
        # the cause: the bonuses were added up wrongly
        cause = bench.refuses(f"ledger {name} {data['printed'][letter]}", "ledger.differs")
        assert cause.fields["kept"] == f"+{entry['bonus']}"
        wrong[letter] = (cause.fields["printed"], cause.fields["kept"])
    assert wrong == {"J": ("+26", "+24"), "A": ("+12", "+18")}
    # AYUP is short by one bonus of 6: the entries that moved it are pointed out
    numbers, since = bench.table.suspects("AYUP", 32)
    assert since == 0
    # entry 4 opens the second die and carries out what AYUP ordered for it ahead
    assert numbers and all(
        "AYUP" in " ".join(bench.table.sentences(bench.table.played[n - 1])) for n in numbers
    )


def test_the_wrong_balances_with_their_cause_in_words() -> None:
    data = load("rr2473_b")["round1"]
    bench = table("rr2473_b")
    build_round(bench, "rr2473_b", data["builds"])
    forgotten = "\n".join(Difference(bench.table, "AYUP", 32).lines())
    assert forgotten.count("+6 Cr") == forgotten.count(SUSPECT) - 1 == 3  # a bonus too few was added
    misadded = "\n".join(Difference(bench.table, "JGL", 46).lines())
    assert misadded.endswith("In all: Bank +24 Cr.")  # where +26 is printed


def test_every_sample_order_of_the_fragments() -> None:
    text = (FOLDER / "other_fragments.txt").read_text(encoding="utf-8")
    orders = re.findall(r"(\d[abc]\) .*?)(?: ; \d[abc]\)|\.\n)", text)
    assert orders
    for order in orders:
        read_order(order)


def test_a_three_way_tie_gives_ten_each() -> None:
    bench = table("rr1701_tt", opening={"phase": "operating"})
    bench.do("race 11 52", "result =1st GOOCH 10 ; =1st BLUES 10 ; =1st TURN 10")
    assert set(balances(bench).values()) == {30, 20}
    with pytest.raises(Illegal):
        bench.do("race 11 52", "result =1st GOOCH 15 ; =1st BLUES 15 ; =1st TURN 15")

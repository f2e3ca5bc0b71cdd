"""The example sessions: the game on the invented map, and the evening without a map file."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from referee import hexgrid
from referee.games.dampfross.moves import Build
from referee.games.dampfross.orders import read_order
from referee.session import load
from referee.table import Table
from tests.games.dampfross.retold import retell
from tests.games.dampfross.tables import plain
from tests.kit import Bench

SESSIONS = Path(__file__).parents[3] / "sessions"
VALMORIA = SESSIONS / "dampfross-valmoria.toml"
EVENING = SESSIONS / "dampfross-evening.toml"


@pytest.fixture(scope="module")
def valmoria() -> Table:
    return Table(load(VALMORIA))


@pytest.fixture(scope="module")
def evening() -> Table:
    return Table(load(EVENING))


def told(table: Table) -> str:
    return "\n".join(sentence for item in table.played for sentence in table.sentences(item))


def test_the_game_on_the_invented_map(valmoria: Table) -> None:
    game: Any = valmoria.game
    assert game.finished and len(game.programme.strip) == 21
    assert game.state()["balances"] == {"Anna": 141, "Ben": 166, "Chloé": 144, "Dora": 117}
    text = told(valmoria)
    for sign in (
        "share their places",  # a tie
        "is cancelled",
        "set off",  # netting
        "instead",  # a number drawn before
        "throw the goal again",
        "[-1 Foreign]",
        "is the only entrant",
        "Extra building is over",
    ):
        assert sign in text, sign
    assert any(item.entry.do.startswith("joint") for item in valmoria.played)
    assert {run.number for run in game.programme.strip if run.goal.startswith("@")} == {4, 7, 11, 14, 18, 21}


# ---------------------------------------------------------------------------- an independent count


class Naive:
    """The building accounts counted anew from the texts of the record, the plainest way."""

    def __init__(self, data: dict[str, Any]) -> None:
        rows = data["sheet"][0]["rows"]
        self.spots = {
            f"{chr(65 + r)}{c + 1}": hexgrid.from_offset(r, c)
            for r, row in enumerate(rows)
            for c, _ in enumerate(row)
        }
        self.names = {spot: name for name, spot in self.spots.items()}
        self.mountain = {
            f"{chr(65 + r)}{c + 1}" for r, row in enumerate(rows) for c, char in enumerate(row) if char == "^"
        }
        self.city = {entry["hex"]: name for name, entry in data["cities"].items()}
        self.hex_of = {name: entry["hex"] for name, entry in data["cities"].items()}
        for country in data["abroad"].values():
            self.hex_of |= country["stations"]
        pairs = {"narrow": 2, "wide": 4}
        self.extra = {
            frozenset(side.split("|")): pairs[kind]
            for kind in pairs
            for text in data["rivers"][kind]
            for side in text.split()
        }
        self.lines: dict[frozenset[str], set[str]] = {
            frozenset(("I2", "I3")): {"Foreign"},
            frozenset(("I3", "I4")): {"Foreign"},
        }
        self.linked: set[str] = set()

    def build(self, company: str, text: str) -> tuple[int, dict[str, int], int]:
        """Price, fees by rival and bonuses of an order; draws it."""
        price, bonus = 0, 0
        fees: dict[str, int] = {}
        for stretch in read_order(text):
            names = [self.hex_of.get(point.place, point.place) for point in stretch.points]
            self.linked.add(names[0])
            for a, b in pairwise(names):
                line = hexgrid.straight(self.spots[a], self.spots[b])
                assert line is not None
                for x, y in pairwise([self.names[spot] for spot in line]):
                    side = frozenset((x, y))
                    price += (1, 3, 5)[(x in self.mountain) + (y in self.mountain)] + self.extra.get(side, 0)
                    here = {owner for other, owners in self.lines.items() if y in other for owner in owners}
                    beside = self.lines.setdefault(side, set())
                    flat = {self.city.get(x), self.city.get(y)} == {"Falkau", "Gorlane"}
                    for rival in here - {company}:
                        fee = 1 + (4 if rival in beside else 0)
                        fees[rival] = fees.get(rival, 0) + (3 if flat and rival in beside else fee)
                    beside.add(company)
                    if y in self.city and y not in self.linked:
                        self.linked.add(y)
                        bonus += 6
        return price, fees, bonus


def test_every_build_of_the_game_counted_anew(valmoria: Table) -> None:
    board = SESSIONS.parent / "rules/dampfross/boards/valmoria.toml"
    naive = Naive(tomllib.loads(board.read_text(encoding="utf-8")))
    postings = valmoria.game.ledger.postings
    builds = 0
    for item in valmoria.played:
        if not isinstance(item.move, Build):
            continue
        builds += 1
        price, fees, bonus = naive.build(item.by, item.entry.do.removeprefix("build "))
        mine = [posting for posting in postings if posting.move == item.entry.number]
        paid: dict[str, int] = {}
        for posting in mine:
            if posting.reason == "fee":
                paid[posting.fields["rival"]] = paid.get(posting.fields["rival"], 0) + posting.amount
        assert paid == fees, item.entry
        assert sum(posting.amount for posting in mine if posting.reason == "bonus") == bonus, item.entry
        from_account = sum(posting.amount for posting in mine if posting.reason == "build")
        assert from_account in (0, price)
        assert f": {price} Cr." in " ".join(valmoria.sentences(item))
    assert builds > 50


def test_the_game_told_without_a_map_has_the_same_accounts(valmoria: Table) -> None:
    """Every move once more as a table without a map would type it: the same balances at every step."""
    known = Bench("dampfross", ["Anna:red", "Ben:blue", "Chloé:green", "Dora:black"], {"board": "valmoria"})
    told = plain(players=["Anna:red", "Ben:blue", "Chloé:green", "Dora:black"], cities=27)
    for city in known.game.board.cities.values():
        for number in city.numbers:
            told.do(f"board station {number} {city.name}")
    for item in valmoria.played:
        assert item.move is not None
        text = retell(known.game, item.by, item.move, item.entry.do)
        receipt = known.do(f"{item.by}: {item.entry.do}")
        if "is cancelled" in known.sentences(receipt) and "@" in text:
            text += " unlinked"  # only the table knows where the special destinations are
        told.do(f"{item.by}: {text}")
        if known.game.race and known.game.race.stage == "goal":
            # likewise, only the table sees that the goal is too near: it throws again right away
            assert told.game.race.stage in ("enter", "goal")
        assert told.game.state()["balances"] == known.game.state()["balances"], text
        assert told.game.cities_left == known.game.cities_left
    assert told.game.finished
    assert [run.winners for run in told.game.programme.strip] == [
        run.winners for run in known.game.programme.strip
    ]


def test_the_evening_without_a_map_file(evening: Table) -> None:
    game: Any = evening.game
    assert game.finished and not game.board.known and game.options["board"] == ""
    assert len(game.programme.strip) == 12
    counts = [item.entry.do for item in evening.played if item.entry.do.startswith("count")]
    assert len(counts) >= 3  # the table has counted, and the accounts agreed
    assert game.state()["balances"] == {"Émile": 75, "Fanny": 134, "Gaspard": 161}
    text = told(evening)
    for sign in ("share their places", "is cancelled", "set off", "the table says", "[-1 Foreign]"):
        assert sign in text, sign


@pytest.mark.parametrize("path", [VALMORIA, EVENING], ids=lambda path: path.stem)
def test_the_texts_are_canonical(path: Path) -> None:
    table = Table(load(path))
    for item in table.played:
        assert item.move is not None
        assert table.grammar.show(item.move, table.names) == item.entry.do

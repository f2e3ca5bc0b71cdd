"""The vectors of the specification, entry by entry."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from referee.games.dampfross.edition import named
from referee.games.dampfross.prizes import prizes, shared
from referee.games.dampfross.programme import Programme, takes
from referee.games.dampfross.routes import steps
from referee.games.dampfross.state import Train
from tests.games.dampfross.tables import balances, plain

FILE = Path(__file__).parents[4] / "shared/spec/dampfross-vectors.toml"
VECTORS: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {}
needs_vectors = pytest.mark.skipif(not VECTORS, reason="the vectors lie beside the checkout, not in it")
LAURIN = named("laurin", {})

pytestmark = needs_vectors


def entries(kind: str) -> list[Any]:
    found: list[Any] = VECTORS.get(kind, [])
    return found


@pytest.mark.parametrize("vector", entries("build"), ids=str)
def test_price(vector: dict[str, Any]) -> None:
    uphill = (vector["from"] == "mountain") + (vector["to"] == "mountain")
    river = {0: "", 2: "r", 4: "w"}[vector["river"]]
    assert LAURIN.price(uphill, LAURIN.surcharge(river)) == vector["cost"]


@pytest.mark.parametrize("vector", entries("fee"), ids=str)
def test_fee(vector: dict[str, Any]) -> None:
    flats = 1 if "flat" in vector else 0
    assert LAURIN.fee(vector.get("n_join", 0), vector.get("n_half", 0), flats) == vector["total"]


@pytest.mark.parametrize("vector", entries("prize"), ids=str)
def test_prize(vector: dict[str, Any]) -> None:
    finish = [(turn, left) for turn, left in vector["finish"]]
    assert prizes(finish, vector["wealth"], LAURIN.prizes) == vector["gets"]


@pytest.mark.parametrize("vector", entries("joint"), ids=str)
def test_joint(vector: dict[str, Any]) -> None:
    if "prize" in vector:
        assert shared(vector["prize"], [10, 90]) == [vector["poor"], vector["rich"]]
    else:
        assert shared(vector["cost"], [10, 90], odd_to_richest=True) == [vector["poor"], vector["rich"]]


@pytest.mark.parametrize("vector", entries("usage"), ids=str)
def test_usage(vector: dict[str, Any]) -> None:
    there, back = vector["pays"]
    bench = plain("roll 6", "pass", "pass", "operate", players=("Anna", "Ben"), two_players="none")
    bench.do("settle Anna 61", ruling="rich enough")
    bench.do("settle Ben 60", ruling="rich enough")
    bench.do("race 24 52", f"Anna: enter 20 [-{there} Ben]" if there else "enter 20")
    before = balances(bench)
    answer = f"Ben: enter 20 [-{back} Anna]" if back else "Ben: enter 20"
    if vector["ok"]:
        bench.do(answer)
        assert before["Anna"] - balances(bench)["Anna"] == vector["net"]
    else:
        receipt = bench.do(answer)
        assert "void" in bench.sentences(receipt)


@pytest.mark.parametrize("vector", entries("move"), ids=str)
def test_move(vector: dict[str, Any]) -> None:
    route = [vector["start"], *vector["route"]]
    cost = steps([terrain == "mountain" for terrain in route], range(len(route)))
    assert sum(cost) == vector["points"]
    if "dice" in vector:
        letters = "".join("m" if terrain == "mountain" else "p" for terrain in vector["route"])
        bench = plain("roll 6", "pass", "pass", "operate", players=("Anna", "Ben"), two_players="none")
        bench.do("settle Anna 50", ruling="Anna throws first")
        bench.do("race 24 52", f"enter {letters}", "enter 30")
        train: Train = bench.game.race.trains[0]
        for die in vector["dice"]:
            assert train.arrival is None
            bench.do(f"Anna: roll {die}")
            if bench.game.race:
                bench.do("Ben: roll 1")
        assert train.arrival is not None
        assert list(train.arrival) == vector["arrives"]


@pytest.mark.parametrize("vector", entries("number"), ids=str)
def test_number(vector: dict[str, Any]) -> None:
    assert takes(vector["roll"], vector["used"]) == vector["takes"]


@pytest.mark.parametrize("board", ["", "ireland"])
def test_programme(board: str) -> None:
    vector = VECTORS["programme"]
    vector = vector["ireland"] if board else vector
    programme: Programme = plain(board=board).game.programme
    assert programme.races == vector["races"]
    assert list(programme.special) == vector["special"]
    draws = 2 * (programme.races - len(programme.special)) + len(programme.special)
    assert draws == vector["station_draws"] == 36
    after = []
    for number in range(1, programme.races + 1):
        trial = Programme(programme.races, programme.special, first=number + 1)
        if trial.builds_after(LAURIN.extra_every):
            after.append(number)
    assert after == vector["build_after"]

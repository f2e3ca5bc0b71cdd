"""Rules 1 to 7: players, bluesmen, track, cards, trains and jokers, who begins."""

from __future__ import annotations

import pytest

from referee.errors import FileFaults
from tests.games.vieux_blues.night import CARTER, Night
from tests.kit import Bench, fact


def table(*players: str) -> Bench:
    return Bench("vieux-blues", list(players), {"board": "invented"})


def refuses(players: tuple[str, ...], rule: str) -> None:
    with pytest.raises(FileFaults, match="-p Anna:rose -p Ben:sable") as caught:
        table(*players)
    assert f"[{rule}]" in str(caught.value)


def allows(players: tuple[str, ...], rule: str) -> list[str]:
    assert rule
    return [seat.camp for seat in table(*players).game.seats]


@fact("setup.players")
def test_two_play() -> None:
    assert len(table("Anna", "Ben").game.seats) == 2
    with pytest.raises(FileFaults, match="takes 2 players"):
        table("Anna", "Ben", "Chloé")


def test_one_camp_each() -> None:
    refuses(("Anna:rose", "Ben:rose"), "setup.camps")
    refuses(("Anna:vert", "Ben"), "setup.camps")
    assert allows(("Anna", "Ben"), "setup.camps") == ["rose", "sable"]
    assert allows(("Anna:sable", "Ben:rose"), "setup.camps") == ["sable", "rose"]
    assert allows(("Anna", "Ben:ROSE"), "setup.camps") == ["sable", "rose"]


@fact("setup.bluesmen")
def test_five_bluesmen_each_with_an_alter_ego() -> None:
    game = table("Anna", "Ben").game
    men = game.track.bluesmen
    assert [sum(man.camp == camp for man in men.values()) for camp in ("rose", "sable")] == [5, 5]
    for man in game.men.values():
        other = game.alter_ego(man)
        assert game.alter_ego(other) is man
        assert men[other.name].camp != men[man.name].camp
        assert men[other.name].sigil == men[man.name].sigil


@fact("setup.track")
def test_every_bluesman_has_a_city_and_a_drawing() -> None:
    track = table("Anna", "Ben").game.track
    for name in track.bluesmen:
        assert sorted(s.kind for s in track.coloured() if s.owner == name) == ["city", "drawing"]
    cities = [s.number for s in track.coloured() if s.kind == "city"]
    drawings = [s.number for s in track.coloured() if s.kind == "drawing"]
    assert max(cities) < min(drawings)


@fact("setup.hidden", "setup.supplies", "setup.nobody-placed")
def test_the_start() -> None:
    state = table("Anna", "Ben").game.state()
    assert {man["square"] for man in state["bluesmen"].values()} == {0}
    assert {man["placed"] for man in state["bluesmen"].values()} == {""}
    for player in state["players"].values():
        supplies = {key: player[key] for key in ("trains", "prison", "okeh", "lomax")}
        assert supplies == {"trains": 3, "prison": 1, "okeh": 1, "lomax": 1}
    assert state["jokers_open"] is False


@fact("setup.first")
def test_the_first_named_begins() -> None:
    bench = table("Anna:sable", "Ben:rose")
    assert bench.table.now() == "Anna (sable) to roll"
    assert bench.do("roll 4").played.by == "Anna"


def test_there_is_no_bank() -> None:
    night = Night().rose(CARTER)
    assert not night.game.ledger.accounts
    assert not {"count", "transfer", "settle"} & set(night.table.grammar.moves)
    assert "account" not in night.table.names.kinds

"""The catalogue of games and the options of a session."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.errors import Fault, FileFaults, UsageError
from referee.games import catalogue, game_class, named, resolve
from referee.games.base import Game, Score, parse_option, ranked, settle_options
from referee.resources import load

PATH = Path("evening.toml")


def blame(option: str, problem: str, remedy: str) -> Fault:
    return Fault(PATH, len(option), problem, remedy)


def settled(**given: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    return settle_options("1848", given, blame)


# ---------------------------------------------------------------- the catalogue


def test_the_catalogue() -> None:
    games = catalogue()
    assert list(games) == ["1848", "dampfross", "transit", "vieux-blues"]
    for key, info in games.items():
        low, high = info.players
        assert info.key == key and info.title and info.rules and 1 <= low <= high
        assert all(info.views.values()) and all(name == name.lower() for name in info.views)


@pytest.mark.parametrize("key", list(catalogue()))
def test_what_the_catalogue_names_is_there(key: str) -> None:
    info = catalogue()[key]
    kind = game_class(key)
    assert issubclass(kind, Game) and kind.info is info and kind.MOVES
    assert bool(kind.BANK) == info.money
    for target in filter(None, (*info.importers.values(), info.boards)):
        assert callable(resolve(target))


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("1848", "1848"),
        ("18", "1848"),
        ("1848: Australia", "1848"),
        ("australia", "1848"),
        ("DAMPFROSS", "dampfross"),
        ("tr", "transit"),
        ("vieux blues", "vieux-blues"),
        ("blues", "vieux-blues"),
    ],
)
def test_named(text: str, key: str) -> None:
    assert named(text).key == key


def test_no_such_game() -> None:
    for text in ("chess", "", "1830"):
        with pytest.raises(UsageError, match=f"no game is called “{text}”; games: 1848, dampfross, transit"):
            named(text)


# ---------------------------------------------------------------- options


def test_defaults() -> None:
    values, told = settled()
    assert values == {name: option["default"] for name, option in load("1848", "options.toml").items()}
    assert told == {}
    assert settled(track="costs", readings="summary", bank_breaks_at_zero=True) == (values, {})


def test_what_differs_is_told() -> None:
    values, told = settled(track="tiles", sell_boe_in_first_round=True, crisis="until-covered")
    assert values["track"] == "tiles" and values["sell_boe_in_first_round"] is True
    assert told == {"track": "tiles", "sell_boe_in_first_round": True}


def test_readings_set_a_group_at_once() -> None:
    declared = load("1848", "options.toml")
    group = {name: o["readings"]["18xx.games"] for name, o in declared.items() if "readings" in o}
    values, told = settled(readings="18xx.games")
    assert {name: values[name] for name in group} == group
    assert values["track"] == "costs" and told == {"readings": "18xx.games"}


def test_single_options_win_over_their_group() -> None:
    values, told = settled(readings="18xx.games", crisis="until-covered", forced_loans_in_phase_2=True)
    assert values["crisis"] == "until-covered" and values["sell_boe_in_first_round"] is True
    assert told == {"readings": "18xx.games", "crisis": "until-covered"}


def test_all_wrong_options_at_once() -> None:
    with pytest.raises(FileFaults) as caught:
        settled(trak="tiles", zzz=1, track="tile", bank_breaks_at_zero=1, readings=["summary"], crisis=True)
    assert [(fault.problem, fault.remedy) for fault in caught.value.faults] == [
        ("1848 has no option “trak”", "did you mean track?"),
        ("1848 has no option “zzz”", f"options: {', '.join(load('1848', 'options.toml'))}"),
        ("option “track” can't be 'tile'", "write 'costs' or 'tiles'"),
        ("option “bank_breaks_at_zero” can't be 1", "write true or false"),
        ("option “readings” can't be ['summary']", "write 'summary' or '18xx.games'"),
        ("option “crisis” can't be True", "write 'until-covered' or 'one-sale'"),
    ]
    assert [fault.line for fault in caught.value.faults] == [4, 3, 5, 19, 8, 6]  # asked of `blame`


def test_types_of_options() -> None:
    for die in (True, "6", 6.5, [6]):
        with pytest.raises(FileFaults, match="write a whole number"):
            settle_options("vieux-blues", {"die": die}, blame)
    with pytest.raises(FileFaults, match="write a text"):
        settle_options("vieux-blues", {"board": 3}, blame)
    values, told = settle_options("vieux-blues", {"die": 8, "board": "mine.toml"}, blame)
    assert told == {"die": 8, "board": "mine.toml"} and values["die"] == 8


@pytest.mark.parametrize(
    ("game", "text", "name", "value"),
    [
        ("1848", "track=tiles", "track", "tiles"),
        ("1848", " track = tiles ", "track", "tiles"),
        ("1848", "bank_breaks_at_zero=true", "bank_breaks_at_zero", True),
        ("1848", "bank_breaks_at_zero=No", "bank_breaks_at_zero", False),
        ("1848", "bank_breaks_at_zero=on", "bank_breaks_at_zero", True),
        ("1848", "bank_breaks_at_zero=2", "bank_breaks_at_zero", "2"),
        ("1848", "zzz=5", "zzz", "5"),
        ("1848", "track", "track", ""),
        ("1848", "track=a=b", "track", "a=b"),
        ("vieux-blues", "die=8", "die", 8),
        ("vieux-blues", "die=-8", "die", -8),
        ("vieux-blues", "die=--8", "die", "--8"),
        ("vieux-blues", "die=²", "die", "²"),
        ("vieux-blues", "die=" + "9" * 5000, "die", "9" * 5000),
        ("vieux-blues", "board=8", "board", "8"),
    ],
)
def test_parse_option(game: str, text: str, name: str, value: Any) -> None:
    found = parse_option(game, text)
    assert found == (name, value) and type(found[1]) is type(value)


@pytest.mark.parametrize("key", list(catalogue()))
def test_declarations_are_whole(key: str) -> None:
    for name, option in load(key, "options.toml").items():
        assert option["says"] and "default" in option, name
        assert option["type"] in ("bool", "int", "text", "choice", "table", "list"), name
        if option["type"] == "choice":
            assert option["default"] in option["choices"]
        defaults = {name: option["default"]}
        assert settle_options(key, defaults, blame)[1] == {}
        assert set(option.get("readings", {})) <= {"18xx.games"}


# ---------------------------------------------------------------- ranks


def test_ties_share_the_better_rank() -> None:
    scores = [Score(name, total, {}) for name, total in (("A", 5), ("B", 9), ("C", 5), ("D", 1))]
    assert [(score.name, score.rank) for score in ranked(scores)] == [("B", 1), ("A", 2), ("C", 2), ("D", 4)]
    assert ranked([]) == []

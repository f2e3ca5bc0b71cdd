"""The Commonwealth Railways, which wait for the link between Sydney and Adelaide."""

from __future__ import annotations

import pytest

from tests.games.australia1848.setups import Sitting
from tests.kit import fact


def waiting(first: str = "COM", second: str = "NSW") -> Sitting:
    """COM (Ben) and NSW (Anna) floated in this order at £100, OR 1.1 begun; no link."""
    directors = {"COM": "Ben", "NSW": "Anna", "SAR": "Anna"}
    return Sitting().directed(**{first: directors[first], second: directors[second]})


@fact("com.start")
def test_com_is_started_and_floated_like_any_other() -> None:
    bench = Sitting().sold().buys("Ben", "COM par 90")
    assert bench.company("COM")["par"] == 90 and bench.company("COM")["price"] == 90
    bench.buys("Ben", *["COM ipo"] * 4)
    assert bench.company("COM")["floated"] and bench.cash("COM") == 900
    assert bench.company("COM")["ipo"] == 40 and bench.company("COM")["president"] == "Ben"


def test_com_is_passed_over_without_a_fall_in_price() -> None:
    bench = waiting()
    assert bench.to_act == "NSW" and bench.state["operating_order"] == ["COM", "NSW"]
    for move in ("COM: lay F17", "COM: buy 2"):
        assert bench.refuses(move, "com.waits").fields["phase"] == "2"
    bench.until_round("SR 2")
    assert bench.price("COM") == 100 and bench.company("COM")["tokens"] == [] and bench.cash("COM") == 1000
    bench.arrange(lambda g: setattr(g, "linked", True)).passes()
    bench.allows("COM: lay F17", "com.waits")


@pytest.mark.parametrize("phase", ["2", "3", "4", "5", "6", "8"])
def test_from_phase_6_com_needs_no_link(phase: str) -> None:
    bench = waiting().phase(phase).until_round("SR 2").passes()
    assert bench.to_act == ("COM" if phase >= "6" else "NSW")
    assert bench.state["linked"] is False


def test_a_link_once_seen_holds_for_good() -> None:
    bench = waiting()
    bench.shows("link", "com.link-lasts")
    assert bench.state["linked"] is True and bench.to_act == "NSW"
    for number in (2, 3):
        bench.until_round(f"OR {number}.1")
        bench.until("COM")
    bench.spares("lay F17", "com.link-lasts")
    assert bench.state["linked"] is True


def test_the_link_is_noted_once() -> None:
    bench = waiting()
    bench.allows("link", "com.link-once")
    assert not bench.refuses("link", "com.link-once").waivable


def test_a_link_in_the_middle_of_a_round_lets_com_act_if_its_place_is_still_to_come() -> None:
    """9847, 9871: the link is noticed in anybody's turn, and play goes on."""
    bench = waiting("NSW", "COM")
    bench.do("lay E18", "link", "run 0")
    bench.shows("done no-route", "com.mid-round", "com.two-homes")
    assert bench.to_act == "COM" and bench.round == "OR 1.1"


def test_a_link_after_its_place_has_gone_by_helps_in_the_next_round() -> None:
    bench = waiting()
    bench.do("link", "run 0")
    bench.spares("done no-route", "com.mid-round", "com.two-homes")
    assert bench.round == "SR 2"
    bench.do("pass", "pass", "pass")
    bench.spares("pass", "com.mid-round")
    assert bench.round == "OR 2.1" and bench.to_act == "COM"


def test_phase_6_in_the_middle_of_a_round_does_the_same() -> None:
    bench = waiting("NSW", "COM").phase("5").arrange(lambda g: g.depot.left.update({"5": 0}))
    bench.marker("COM", 1, 2)
    bench.until_round("OR 2.1")
    bench.do("run 0", "buy 6")
    bench.shows("done", "com.mid-round")
    assert bench.to_act == "COM" and bench.state["phase"] == "6" and bench.state["linked"] is False


def test_com_puts_a_token_in_sydney_and_one_in_adelaide_free_beside_those_of_nsw_and_sar() -> None:
    bench = waiting("NSW", "COM")
    bench.do("link", "run 0")
    bench.shows("done no-route", "com.two-homes")
    assert bench.company("COM")["tokens"] == ["F17", "G6"] and bench.cash("COM") == 1000
    assert bench.company("NSW")["tokens"] == ["F17"]
    second = waiting("NSW", "COM").until_round("SR 2")
    second.do("pass", "pass", "pass")
    second.spares("pass", "com.two-homes")


def test_coms_tokens_take_no_kept_place() -> None:
    bench = waiting("COM", "SAR").arrange(lambda g: setattr(g, "linked", True)).until_round("OR 2.1")
    bench.until("COM")
    assert bench.company("COM")["tokens"] == ["F17", "G6"] and bench.company("SAR")["tokens"] == ["G6"]


@fact("com.first-turn")
def test_after_its_home_tokens_com_plays_an_ordinary_turn() -> None:
    bench = waiting("NSW", "COM")
    bench.do("link", "run 0", "done no-route", "lay E18")
    bench.refuses("token F17", "token.one-per-hex")
    bench.do("token D9")
    assert bench.cash("COM") == 900 and bench.company("COM")["tokens"] == ["D9", "F17", "G6"]
    bench.do("run 0")
    assert bench.price("COM") == 90
    bench.do("buy 2", "done")
    assert bench.cash("COM") == 800 and bench.company("COM")["trains"] == ["2"] and bench.round == "SR 2"


def test_com_in_receivership_leaves_both_tokens() -> None:
    bench = waiting("NSW", "COM")
    bench.do("link", "run 0", "done no-route")
    bench.marker("COM", 1, 1).do("run 0")
    assert bench.state["boe"]["tokens"] == ["F17", "G6"] and bench.company("NSW")["tokens"] == ["F17"]

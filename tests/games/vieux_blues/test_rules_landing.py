"""Rules 15 to 19: where bluesmen may stop, placement, alter egos, entries."""

from __future__ import annotations

from typing import Any

from tests.games.vieux_blues.night import B_JOHNSON, CARTER, PATTON, Night
from tests.kit import fact


def test_y10_foreign_cities_are_closed() -> None:
    """Sable on a rose city: refused even if it is empty."""
    night = Night().sable("roll 6; enter Hurt")
    night.do("roll 1")
    night.refuses("move Hurt +1", "landing.camp")
    night.allows("move Hurt -1", "landing.camp")
    drawing = Night().rose(CARTER)
    drawing.do("roll 3")
    drawing.refuses("lomax McTell", "landing.camp")


def test_one_bluesman_on_a_city() -> None:
    night = Night().rose("train; roll 6; enter Minnie", "roll 6; enter McTell")
    assert night.square("Memphis Minnie") == 18
    night.do("train", "roll 4")
    night.refuses("move McTell +12", "landing.single")
    night.do("move Minnie +12")
    night.until("rose")
    night.do("train", "roll 4")
    night.allows("move McTell +12", "landing.single")


def test_a_ruling_may_crowd_a_square() -> None:
    night = Night().rose("train; roll 6; enter Minnie")
    night.do("train", "roll 6")
    receipt = night.do("enter Bo", ruling="we had not seen Minnie")
    assert receipt.played.waived == ["landing.single"]
    assert {man.name for man in night.game.at(18)} == {"Bo Carter", "Memphis Minnie"}
    night.idle()
    night.do("roll 1", "move Bo -1")
    assert not night.game.excused


def test_y9_two_bluesmen_on_a_white_square() -> None:
    """One rose and one sable are there: a third is refused."""
    night = Night()
    night.do("roll 4", "enter McTell", "roll 4", "enter Hurt", "roll 4")
    night.refuses("enter Minnie", "landing.white")
    night.do("pass", "roll 1", "move Hurt +1", "roll 4")
    night.allows("enter Minnie", "landing.white")


@fact("landing.other")
def test_a_stop_on_anothers_city_of_the_own_camp() -> None:
    night = Night().rose("train; roll 6; enter Minnie")
    assert (night.square("Memphis Minnie"), night.placed("Memphis Minnie")) == (18, "")
    night.do("roll 1", "move Minnie -1")
    assert night.square("Memphis Minnie") == 17


def test_placement() -> None:
    night = Night()
    night.do("roll 3")
    receipt = night.shows("enter Bo", "landing.placement")
    assert night.placed("Bo Carter") == "city"
    assert "Bo Carter is placed on the right city." in night.sentences(receipt)
    night.do("roll 4")
    night.spares("enter Hurt", "landing.placement")
    night.do("roll 5")
    night.shows("lomax Patton", "landing.placement")
    assert night.placed("Charley Patton") == "drawing"


def test_y1_carter_on_vicksburg_bars_the_church() -> None:
    """Blind Willie Johnson may then be placed on Beaumont, not on the church."""
    night = Night()
    night.do(CARTER)
    night.sable("train; roll 6; lomax Blind Willie Johnson")
    assert night.square("Blind Willie Johnson") == 23
    night.do("roll 1")
    refusal = night.refuses("move Blind Willie J +1", "alter-ego.lock")
    assert night.table.rulebook.refusal(refusal) == (
        "Bo Carter is placed on a city, so Blind Willie Johnson can be placed only on a city too, "
        "not on 24 “church” (sable triangle). [alter-ego.lock]"
    )
    direct = Night()
    direct.do(CARTER, "roll 5")
    direct.allows("enter Blind Willie Johnson", "alter-ego.lock")
    assert direct.placed("Blind Willie Johnson") == "city"


def piano(**options: Any) -> Night:
    """James is placed on the piano, and McTell stands on square 6 or, by LOMAX, on 26; rose to act."""
    night = Night(**options)
    night.do(CARTER, "train", "roll 5", "lomax Skip")
    return night


def test_y2_james_on_the_piano_bars_atlanta() -> None:
    """Blind Willie McTell may then be placed on the record, not on Atlanta."""
    night = piano()
    night.do("roll 6", "enter McTell", "roll 1", "move Skip +1")
    assert night.placed("Skip James") == "drawing"
    night.do("roll 1")
    assert night.refuses("move McTell +1", "alter-ego.lock").fields["part"] == "drawing"
    assert "move Blind Willie McTell +1" not in [choice.text for choice in night.game.choices()]
    other = piano()
    other.do("train", "roll 5", "lomax McTell", "roll 1", "move Skip +1", "roll 1")
    other.allows("move McTell -1", "alter-ego.lock")
    assert other.placed("Blind Willie McTell") == "drawing"


def test_a_ruling_may_place_against_the_alter_ego() -> None:
    night = piano()
    night.do("roll 6", "enter McTell", "roll 1", "move Skip +1", "roll 1")
    receipt = night.do("move McTell +1", ruling="house rule")
    assert receipt.played.waived == ["alter-ego.lock"]
    assert night.placed("Blind Willie McTell") == "city"


def test_under_the_option_he_may_stop_without_being_placed() -> None:
    night = piano(alter_ego="stop")
    night.do("roll 6", "enter McTell", "roll 1", "move Skip +1", "roll 1")
    assert "move Blind Willie McTell +1" in [choice.text for choice in night.game.choices()]
    night.shows("move McTell +1", "alter-ego.stop")
    assert (night.square("Blind Willie McTell"), night.placed("Blind Willie McTell")) == (7, "")
    night.do("roll 4", "enter Hurt", "roll 1")
    night.spares("move McTell -1", "alter-ego.stop")


def test_a_blind_entry_on_the_barred_square_is_a_stop() -> None:
    """Blind Willie Johnson is placed on the church; the card turned for Vicksburg is Bo Carter's."""
    night = Night()
    night.do(PATTON)
    night.sable("train; roll 6; lomax Blind Willie Johnson", "roll 1; move Blind Willie J +1")
    assert night.placed("Blind Willie Johnson") == "drawing"
    night.until("rose")
    night.do("roll 3")
    night.shows("enter Bo", "alter-ego.blind-entry")
    assert (night.square("Bo Carter"), night.placed("Bo Carter")) == (3, "")
    night.until("rose")
    night.refuses("okeh Bo", "okeh.city")
    night.do("roll 1")
    night.spares("move Bo +1", "alter-ego.blind-entry")
    assert night.square("Bo Carter") == 4
    night.until("rose")
    night.do("roll 1")
    night.refuses("move Bo -1", "alter-ego.lock")


def test_an_entry_counts_from_the_city_end() -> None:
    night = Night()
    night.do("roll 4")
    night.shows("enter Minnie", "enter.square")
    assert night.square("Memphis Minnie") == 4
    night.do("train", "roll 5")
    night.shows("enter Hurt", "enter.square")
    assert night.square("Mississippi John Hurt") == 15
    lomax = Night().rose(CARTER)
    lomax.do("roll 1")
    lomax.spares("lomax McTell", "enter.square")


def test_nobody_is_left_to_enter() -> None:
    night = Night().rose(CARTER, PATTON, "roll 1; enter Minnie", "roll 4; enter McTell")
    night.do("roll 2")
    night.allows("enter Bessie", "enter.left")
    night.until("rose")
    night.do("roll 6")
    night.refuses("enter", "enter.left")
    night.refuses("lomax", "enter.left")


def test_a_card_is_turned_once() -> None:
    night = Night().rose("roll 4; enter Minnie")
    night.do("roll 4")
    night.refuses("enter Minnie", "enter.hidden")
    night.allows("enter McTell", "enter.hidden")


def test_the_card_is_ones_own() -> None:
    night = Night()
    night.do("roll 4")
    night.refuses("enter Hurt", "enter.own")
    night.allows("enter McTell", "enter.own")


@fact("enter.blind")
def test_the_square_is_checked_before_the_card_is_turned() -> None:
    night = Night()
    night.do("roll 5")
    night.refuses("enter", "landing.camp")
    night.refuses("enter Bo", "landing.camp")
    other = Night().rose("roll 4; enter Minnie")
    other.do("roll 3")
    question = other.asks("enter", "card")
    assert "enter Bo Carter" in question.answers and len(question.answers) == 4
    assert other.table.rulebook.explain(question)[0] == (
        "Square 3 is free for Anna: turn a card. Who is on it?"
    )


def test_both_placed_alter_egos_stand_in_the_same_part() -> None:
    night = Night()
    night.do(CARTER, B_JOHNSON)
    assert night.placed("Bo Carter") == night.placed("Blind Willie Johnson") == "city"

"""Rules 8 to 14, 20, 21 and the trains: the roll, the move, the compulsory move."""

from __future__ import annotations

import pytest

from referee.errors import FileFaults, Unreadable
from referee.table import Table
from tests.games.vieux_blues.night import B_JOHNSON, CARTER, Night
from tests.kit import fact, session


def test_players_take_turns() -> None:
    night = Night()
    night.refuses("Ben: roll 3", "turn.order")
    night.allows("Anna: roll 1", "turn.order")
    night.refuses("Ben: enter Skip", "turn.order")
    night.do("enter Minnie")
    assert night.to_act == "sable"
    assert night.do("sable: roll 1").played.by == "Ben"


def test_a_ruling_may_change_the_order() -> None:
    night = Night()
    receipt = night.do("Ben: roll 1", ruling="Anna is on the telephone")
    assert receipt.played.waived == ["turn.order"] and receipt.played.by == "Ben"
    night.do("enter Skip")
    assert night.square("Skip James") == 1 and night.to_act == "rose"
    night.do("train")
    night.refuses("Ben: roll 1", "turn.order", ruling="the train stays Anna's")


def test_the_roll_comes_first() -> None:
    night = Night().rose(CARTER)
    for move in ("move Minnie +1", "enter McTell", "lomax McTell"):
        night.refuses(move, "turn.roll-first")
    night.do("roll 1")
    night.allows("enter Minnie", "turn.roll-first")


def test_one_roll_a_turn() -> None:
    night = Night()
    night.allows("roll 4", "roll.once")
    night.refuses("roll 4", "roll.once")


def test_six_faces_unless_agreed() -> None:
    Night().refuses("roll 7", "roll.die")
    Night().allows("roll 6", "roll.die")
    Night(die=8).allows("roll 8", "roll.die")
    Night(die=8).refuses("roll 9", "roll.die")
    for faces in (0, 21):
        with pytest.raises(FileFaults, match="a whole number from 2 to 20"):
            Night(die=faces)


def test_the_number_is_the_roll_or_three_times_it() -> None:
    night = Night()
    night.shows("roll 5", "roll.number")
    assert night.game.number == 5
    train = Night()
    train.do("train")
    train.spares("roll 5", "roll.number")
    assert train.game.number == 15


def test_y5_a_train_triples() -> None:
    """Die 5 with a train: exactly 15, and an entry on square 15."""
    night = Night()
    night.do("train")
    night.shows("roll 5", "train.triples")
    night.do("enter Minnie")
    assert night.square("Memphis Minnie") == 15
    night.until("rose")
    night.do("train", "roll 5")
    night.refuses("move Minnie +5", "move.exact")
    night.allows("move Minnie +15", "move.exact")
    assert night.square("Memphis Minnie") == 30
    night.spares("roll 2", "train.triples")


def test_trains_before_the_roll() -> None:
    night = Night()
    night.allows("train", "train.before-roll")
    night.do("roll 2")
    night.refuses("train", "train.before-roll")


def test_one_train_for_one_roll() -> None:
    night = Night()
    night.allows("train", "train.one")
    night.refuses("train", "train.one")


def test_three_trains_a_game() -> None:
    night = Night().rose("train; roll 5; enter Minnie", "train; roll 2; move Minnie +6")
    night.allows("train", "train.left")
    night.do("roll 2", "move Minnie -6")
    assert night.game.seats[0].trains == 0
    night.until("rose")
    night.refuses("train", "train.left")
    night.until("sable")
    assert night.game.seats[1].trains == 3


def test_only_bluesmen_on_the_track_move() -> None:
    night = Night().rose("roll 4; enter Minnie")
    night.do("roll 2")
    night.refuses("move McTell +2", "move.on-track")
    night.allows("move Minnie +2", "move.on-track")


def test_only_own_bluesmen_move() -> None:
    night = Night().rose("roll 4; enter Minnie")
    night.do("roll 2")
    night.refuses("move Skip +2", "move.own")
    night.allows("move Minnie +2", "move.own")


def test_y4_a_placed_bluesman_stays() -> None:
    """Bo Carter on Vicksburg can't move, and OKEH with him is refused."""
    night = Night().rose(CARTER)
    night.refuses("okeh Bo", "okeh.city")
    night.do("roll 1")
    night.refuses("move Bo +1", "move.placed")
    night.allows("enter Minnie", "move.placed")


def test_a_placed_bluesman_moves_by_ruling() -> None:
    night = Night().rose(CARTER)
    night.do("roll 1")
    night.do("move Bo +1", ruling="he was put there by mistake")
    assert (night.square("Bo Carter"), night.placed("Bo Carter")) == (4, "")


def test_exactly_the_number() -> None:
    night = Night().rose("train; roll 5; enter Minnie")
    night.do("roll 4")
    for move in ("move Minnie +3", "move Minnie -5", "move Minnie +8"):
        night.refuses(move, "move.exact")
    night.allows("move Minnie -4", "move.exact")
    assert night.square("Memphis Minnie") == 11


def test_forward_and_back_are_recorded_as_numbers() -> None:
    night = Night().rose("train; roll 5; enter Minnie")
    night.do("roll 2")
    assert night.do("move Minnie back").played.entry.do == "move Memphis Minnie -2"
    night.until("rose")
    night.do("roll 2")
    assert night.do("move Minnie forward").played.entry.do == "move Memphis Minnie +2"


def test_the_track_has_two_ends() -> None:
    night = Night().rose("roll 2; enter Minnie")
    night.do("roll 4")
    night.refuses("move Minnie -4", "move.bounds")
    night.allows("move Minnie +4", "move.bounds")
    far = Night().rose(CARTER, "roll 1; lomax McTell")
    assert far.square("Blind Willie McTell") == 40
    far.do("roll 1")
    far.refuses("move McTell +1", "move.bounds")
    far.allows("move McTell -1", "move.bounds")


@fact("move.passing")
def test_y9_passing_over_anybody_is_free() -> None:
    """Over an empty city, a white square with two bluesmen, a foreign city."""
    night = Night()
    night.do(
        "roll 4", "enter McTell", "roll 4", "enter Hurt", "roll 1", "enter Minnie", "roll 1", "enter Skip"
    )
    night.do("roll 5", "move Minnie +5")
    assert night.square("Memphis Minnie") == 6


def test_whoever_can_move_must() -> None:
    night = Night()
    night.refuses("pass", "turn.must-move")
    night.do("roll 3")
    assert "enter" in night.refuses("pass", "turn.must-move").fields["legal"]
    night.do("enter Bo")
    night.refuses("pass", "turn.must-move")
    night.do(B_JOHNSON)
    night.do("roll 3")
    night.allows("pass", "turn.must-move")


def test_a_turn_is_lost_when_nothing_is_legal() -> None:
    night = Night()
    night.do(CARTER, B_JOHNSON, "roll 3")
    assert night.table.now() == "Anna (rose) can do nothing with 3"
    assert [choice.moves for choice in night.game.choices()] == [("pass",)]
    night.shows("pass", "turn.lost")
    assert night.to_act == "sable"
    night.spares("roll 6", "turn.lost")


def test_lomax_is_compulsory_when_nothing_else_is_legal() -> None:
    """Square 5 is a foreign city and Carter is placed, but LOMAX reaches square 36."""
    night = Night().rose(CARTER)
    assert not night.square("Memphis Minnie")
    night.do("roll 5")
    assert [choice.text for choice in night.game.choices()] == ["lomax"]
    assert night.refuses("pass", "turn.must-move").fields["legal"] == ["lomax"]
    night.do("lomax Patton")
    assert night.placed("Charley Patton") == "drawing"


def test_a_train_announced_is_spent() -> None:
    night = Night(train_with_lomax=False)
    night.do(CARTER, B_JOHNSON, "train", "roll 4")
    assert [choice.text for choice in night.game.choices()] == ["pass"]
    night.shows("pass", "train.spent")
    assert night.game.seats[0].trains == 2
    plain = Night()
    plain.do(CARTER, B_JOHNSON, "roll 3")
    plain.spares("pass", "train.spent")


def test_a_ruling_may_give_up_a_turn() -> None:
    night = Night()
    night.do("roll 3")
    night.do("pass", ruling="Anna would rather not")
    assert night.to_act == "sable"


def test_after_the_roll_every_way_is_shown_with_its_square() -> None:
    night = Night().rose("roll 4; enter Minnie")
    night.do("roll 6")
    assert night.table.now() == "Anna (rose) to move by 6: move Memphis Minnie +6 → 10 Memphis*, enter → 6"
    say = night.table.rulebook.say
    texts = [(c.text, say(f"choice.{c.phrase}", **c.fields)) for c in night.game.choices()]
    assert texts == [
        ("move Memphis Minnie +6", "to 10 Memphis (rose star): placed"),
        ("enter", "to 6"),
    ]


def test_forward_by_hand_in_a_file() -> None:
    lines = ["roll 2", "enter Minnie", "roll 1", "enter Skip", "roll 4", "move Minnie forward"]
    table = Table(session("vieux-blues", ["Anna", "Ben"], lines, {"board": "invented"}))
    assert table.game.state()["bluesmen"]["Memphis Minnie"]["square"] == 6


def test_the_referee_rolls_on_request() -> None:
    night = Night()
    receipt = night.do("roll")
    assert receipt.played.entry.do == f"roll {night.game.die} virtual"
    assert 1 <= night.game.die <= 6


def test_a_move_needs_its_way() -> None:
    night = Night().rose("roll 4; enter Minnie")
    night.do("roll 2")
    for text in ("move Minnie", "move Minnie 0", "move Minnie sideways"):
        with pytest.raises(Unreadable):
            night.do(text)

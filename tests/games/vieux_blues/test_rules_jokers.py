"""Rules 22 to 29: PRISON, OKEH and LOMAX."""

from __future__ import annotations

from pathlib import Path

from tests.games.vieux_blues.night import B_JOHNSON, CARTER, PATTON, Night
from tests.kit import fact

ATLANTA = ("roll 4; enter Minnie", "train; roll 1; move Minnie +3")  # Memphis Minnie on Atlanta


def test_y6_no_joker_before_a_placement() -> None:
    """Refused, while a train is accepted."""
    night = Night().rose(*ATLANTA)
    night.refuses("okeh Minnie", "jokers.open")
    night.do("train", "roll 1")
    night.refuses("lomax McTell", "jokers.open")
    assert "lomax" not in [choice.text for choice in night.game.choices()]
    opened = Night().rose(CARTER, *ATLANTA)
    opened.allows("okeh Minnie", "jokers.open")


def test_jokers_stay_open_after_prison() -> None:
    """The prerequisite has been met, even if PRISON has undone the only placement."""
    night = Night()
    night.do(CARTER, "prison 4")
    assert not any(man.placed for man in night.game.men.values())
    night.do("roll 1", "lomax Skip")
    assert night.square("Skip James") == 40


def test_every_joker_once() -> None:
    night = Night().rose(CARTER, "roll 1; lomax McTell")
    night.do("roll 1")
    night.refuses("lomax Minnie", "jokers.once")
    night.do("move McTell -1", "roll 2")
    night.allows("lomax Hurt", "jokers.once")


def test_prison_once() -> None:
    night = Night()
    night.do(CARTER, "prison 4", "roll 1", "enter Skip", PATTON)
    night.refuses("prison", "jokers.once")
    night.refuses("decline", "jokers.once")
    assert "prison" not in " ".join(choice.text for choice in night.game.choices())
    assert night.table.now() == "Ben (sable) to roll"


def test_y7_prison_answers_the_first_placement() -> None:
    """Accepted; to the nearest empty white square; the jailer then rolls."""
    night = Night().sable("roll 2; enter Skip")
    night.until("rose")
    night.do(CARTER)
    night.shows("prison", "prison.released", "prison.no-turn")
    assert (night.square("Bo Carter"), night.placed("Bo Carter")) == (4, "")
    assert night.table.now() == "Ben (sable) to roll"
    night.spares("roll 1", "prison.released", "prison.no-turn")
    assert night.game.count("rose") == (0, 0)


def test_prison_answers_at_once_or_not_at_all() -> None:
    night = Night()
    night.refuses("prison", "prison.moment")
    night.do(CARTER)
    night.refuses("Anna: prison 4", "turn.order")
    night.do("roll 1")
    night.refuses("prison 4", "prison.moment")
    other = Night()
    other.do(CARTER, "decline")
    other.refuses("prison 4", "prison.moment")
    third = Night()
    third.do(CARTER)
    third.allows("prison 4", "prison.moment")


def test_a_train_declines_prison() -> None:
    night = Night()
    night.do(CARTER, "train")
    night.refuses("prison 4", "prison.moment")


def test_prison_answers_lomax_and_okeh_never() -> None:
    night = Night().sable("roll 2; enter Skip")
    night.until("rose")
    night.do(CARTER)
    night.until("rose")
    night.do("roll 5", "lomax Patton")
    night.do("prison 35")
    assert night.placed("Charley Patton") == ""
    okeh = Night().rose(CARTER, *ATLANTA)
    okeh.do("okeh Minnie")
    okeh.refuses("prison", "prison.moment")


def test_prison_goes_to_the_nearest_square() -> None:
    night = Night()
    night.do(CARTER)
    night.refuses("prison 6", "prison.nearest")
    night.allows("prison 2", "prison.nearest")
    ruled = Night()
    ruled.do(CARTER)
    assert ruled.do("prison 6", ruling="house rule").played.waived == ["prison.nearest"]


def test_prison_needs_a_white_square_without_bluesman() -> None:
    night = Night().sable("roll 2; enter Skip")
    night.until("rose")
    night.do(CARTER)
    night.refuses("prison 5", "prison.free")
    night.refuses("prison 2", "prison.free")
    night.allows("prison 4", "prison.free")


@fact("prison.tie")
def test_of_two_equally_near_the_owner_chooses() -> None:
    night = Night()
    night.do(CARTER)
    question = night.asks("prison", "prison")
    assert (question.fields["player"], question.answers) == ("Anna", ("prison 2", "prison 4"))
    jailer = Night(prison_tie="jailer")
    jailer.do(CARTER)
    assert jailer.asks("prison", "prison").fields["player"] == "Ben"


CRAMPED = """
length = 21
[squares]
1 = "white"
2 = "city Vicksburg rose triangle"
3 = "city Beaumont sable triangle"
4 = "city Atlanta rose empty circle"
5 = "city E sable empty circle"
6 = "city F rose star"
7 = "city Avalon sable star"
8 = "city H rose square"
9 = "city Chicago sable square"
10 = "city J rose cross"
11 = "city K sable cross"
12 = "drawing a rose triangle"
13 = "drawing church sable triangle"
14 = "drawing record rose empty circle"
15 = "drawing piano sable empty circle"
16 = "drawing e rose star"
17 = "drawing f sable star"
18 = "drawing g rose square"
19 = "drawing h sable square"
20 = "drawing flood rose cross"
21 = "drawing devil sable cross"
[bluesmen]
"Bo Carter" = "rose triangle"
"Blind Willie McTell" = "rose empty circle"
"Memphis Minnie" = "rose star"
"Bessie Smith" = "rose square"
"Charley Patton" = "rose cross"
"Blind Willie Johnson" = "sable triangle"
"Skip James" = "sable empty circle"
"Mississippi John Hurt" = "sable star"
"Bukka White" = "sable square"
"Robert Johnson" = "sable cross"
"""


def test_no_prison_without_a_free_square(tmp_path: Path) -> None:
    (tmp_path / "cramped.toml").write_text(CRAMPED, encoding="utf-8")
    night = Night("cramped.toml", tmp_path)
    night.do("roll 1", "enter Minnie", "roll 5", "enter Skip", "roll 2", "enter Bo")
    night.refuses("prison", "prison.no-square")
    night.refuses("decline", "prison.no-square")
    assert night.table.now() == "Ben (sable) to roll"
    free = Night("cramped.toml", tmp_path)
    free.do("roll 2", "enter Bo")
    free.allows("prison", "prison.no-square")
    assert free.square("Bo Carter") == 1


def test_a_win_stands_once_no_square_is_left_for_prison(tmp_path: Path) -> None:
    """Both white squares are taken; whether square 21 is a third one, only the table can tell."""
    board = CRAMPED.replace("length = 21", "length = 22").replace('21 = "drawing devil sable cross"\n', "")
    (tmp_path / "cramped.toml").write_text(board, encoding="utf-8")
    night = Night("cramped.toml", tmp_path)
    night.do("roll 2", "enter Bo", "roll 1", "enter Skip", "roll 4", "enter McTell", "roll 3")
    night.do("enter Blind Willie J", "train", "roll 4", "enter Minnie", "board square 22 white")
    night.do("roll 1", "lomax Hurt", "roll 4", "move Minnie +4")
    assert night.asks("prison", "square").fields["square"] == 21 and night.game.pending
    night.shows("board square 21 drawing devil", "end.win")
    assert night.game.winner == "Anna"
    night.do("undo", "decline")
    assert night.game.winner == "Anna"


def test_who_was_jailed_is_placed_again() -> None:
    night = Night()
    night.do(CARTER, "prison 4")
    night.until("rose")
    night.do("roll 1")
    night.shows("move Bo -1", "landing.placement")
    assert night.placed("Bo Carter") == "city"


def test_prison_frees_the_alter_ego() -> None:
    night = Night()
    night.do(CARTER)
    night.shows("prison 4", "alter-ego.freed")
    night.sable("train; roll 6; lomax Blind Willie Johnson", "roll 1; move Blind Willie J +1")
    assert night.placed("Blind Willie Johnson") == "drawing"
    both = Night()
    both.do(CARTER, B_JOHNSON)
    both.spares("prison 6", "alter-ego.freed")


def test_y3_okeh_takes_minnie_from_atlanta_to_the_record() -> None:
    night = Night().rose(CARTER, *ATLANTA)
    night.shows("okeh Minnie", "okeh.drawing")
    assert (night.square("Memphis Minnie"), night.placed("Memphis Minnie")) == (25, "")
    assert night.to_act == "sable" and night.game.phase == "turn"
    assert night.game.seats[0].jokers["okeh"] == 0
    night.spares("roll 1", "okeh.drawing")


def test_okeh_starts_from_anothers_city_of_the_own_colour() -> None:
    night = Night().rose(CARTER, "roll 4; enter Minnie")
    night.refuses("okeh Minnie", "okeh.city")
    night.refuses("okeh Bo", "okeh.city")
    night.refuses("okeh McTell", "move.on-track")
    night.do("train", "roll 1", "move Minnie +3")
    night.until("rose")
    assert "okeh Memphis Minnie" in [choice.text for choice in night.game.choices()]
    night.allows("okeh Minnie", "okeh.city")


def test_okeh_takes_the_place_of_the_roll() -> None:
    night = Night().rose(CARTER, *ATLANTA)
    night.table.attempt("okeh Minnie")
    night.do("roll 1")
    night.refuses("okeh Minnie", "okeh.before-roll")
    other = Night().rose(CARTER, *ATLANTA)
    other.allows("okeh Minnie", "okeh.before-roll")


def test_no_train_with_okeh() -> None:
    night = Night().rose(CARTER, *ATLANTA)
    night.allows("train", "okeh.no-train")
    night.refuses("okeh Minnie", "okeh.no-train")
    other = Night().rose(CARTER, *ATLANTA)
    other.allows("okeh Minnie", "okeh.no-train")


def test_the_drawing_for_okeh_must_be_free() -> None:
    night = Night().rose(CARTER, "train; roll 5; lomax McTell", "roll 1; move McTell -1", *ATLANTA)
    assert night.placed("Blind Willie McTell") == "drawing"
    night.refuses("okeh Minnie", "landing.single")
    assert "okeh Memphis Minnie" not in [choice.text for choice in night.game.choices()]


def test_lomax_counts_from_the_drawing_end() -> None:
    night = Night().rose(CARTER)
    night.do("roll 1")
    night.shows("lomax McTell", "lomax.square")
    assert night.square("Blind Willie McTell") == 40
    night.do("train", "roll 2")
    night.do("lomax Hurt")
    assert night.square("Mississippi John Hurt") == 35
    night.do("roll 4")
    night.spares("enter Minnie", "lomax.square")


def test_lomax_asks_for_the_card_too() -> None:
    night = Night().rose(CARTER)
    night.do("roll 1")
    assert "lomax Memphis Minnie" in night.asks("lomax", "card").answers


def test_lomax_with_a_train_is_an_option() -> None:
    night = Night().rose(CARTER)
    night.do("train", "roll 3")
    night.allows("lomax Bessie", "lomax.train")
    assert night.placed("Bessie Smith") == "drawing"
    strict = Night(train_with_lomax=False).rose(CARTER)
    strict.do("train", "roll 3")
    strict.refuses("lomax Bessie", "lomax.train")
    assert "lomax" not in [choice.text for choice in strict.game.choices()]

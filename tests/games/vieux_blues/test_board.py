"""The board: facts taught at the table, each checked against all else; board files; what is asked."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from referee.boards import checked_board, line_of, load_board, shipped
from referee.errors import FileFaults, Unreadable
from referee.games.vieux_blues.board import TrackFiles, track_of
from referee.rulebook import Rulebook
from tests.games.vieux_blues.night import Night


@pytest.fixture
def night() -> Night:
    """The board as the rules alone tell it."""
    return Night("vieux-blues")


def teach(night: Night, *facts: str) -> None:
    for fact in facts:
        night.do(f"board {fact}")


# ---------------------------------------------------------------- what the text tells


def test_the_facts_of_the_text(night: Night) -> None:
    men = night.game.track.bluesmen
    assert (men["Bo Carter"].camp, men["Bo Carter"].sigil, men["Bo Carter"].city) == (
        "rose",
        "triangle",
        "Vicksburg",
    )
    assert men["Skip James"].drawing == "piano" and men["Skip James"].camp == "sable"
    assert men["Memphis Minnie"].camp == "rose" and not men["Memphis Minnie"].sigil
    assert men["Bukka White"].city == "Chicago" and not men["Bukka White"].camp
    assert not night.game.track.squares and not night.game.track.length
    assert {"vieux-blues", "invented"} <= set(shipped("vieux-blues"))


def test_two_further_rose_bluesmen_leave_the_others_to_sable(night: Night) -> None:
    teach(night, "bluesman Bessie rose star", "bluesman Patton rose square")
    men = night.game.track.bluesmen
    assert {men[n].camp for n in ("Mississippi John Hurt", "Bukka White", "Robert Johnson")} == {"sable"}


def test_the_last_sigil_of_a_camp_follows(night: Night) -> None:
    teach(night, "bluesman Bessie rose star", "bluesman Patton rose square", "bluesman White sable cross")
    assert night.game.track.bluesmen["Memphis Minnie"].sigil == "cross"


def test_names_and_signs_travel_between_square_and_bluesman(night: Night) -> None:
    teach(night, "square 3 city Vicksburg")
    square = night.game.track.squares[3]
    assert (square.camp, square.sigil, square.owner) == ("rose", "triangle", "Bo Carter")
    teach(night, "square 9 drawing wagon rose triangle")
    assert night.game.track.bluesmen["Bo Carter"].drawing == "wagon"
    teach(night, "square 5 city Avalon sable star")
    assert night.game.track.bluesmen["Mississippi John Hurt"].camp == "sable"


def test_white_squares_follow_when_all_others_are_known() -> None:
    data = load_board("vieux-blues", "invented", Path())
    coloured = {n: text for n, text in data["squares"].items() if text != "white"}
    track = track_of(data | {"squares": coloured})
    assert track.squares == track_of(data).squares


# ---------------------------------------------------------------- every clash


def test_nothing_is_told_in_two_ways(night: Night) -> None:
    night.allows("board square 3 white", "board.agrees")
    night.refuses("board square 3 city Vicksburg", "board.agrees")
    night.allows("board square 3 white", "board.agrees")
    night.allows("board length 40", "board.agrees")
    night.refuses("board length 41", "board.agrees")
    refusal = night.refuses("board bluesman Minnie sable", "board.agrees")
    assert night.table.rulebook.refusal(refusal) == (
        "Memphis Minnie: camp is rose, as told before, not sable; "
        "amend what was told if that was wrong. [board.agrees]"
    )


def test_a_square_is_like_its_bluesman(night: Night) -> None:
    night.refuses("board square 3 city Vicksburg sable triangle", "board.shared")
    night.refuses("board square 3 city Vicksburg rose star", "board.shared")
    night.refuses("board square 3 city Natchez rose triangle", "board.shared")
    night.allows("board square 3 city Vicksburg rose triangle", "board.shared")


def test_every_city_is_there_once(night: Night) -> None:
    teach(night, "square 3 city Vicksburg")
    night.refuses("board square 5 city vicksburg", "board.square-twice")
    night.refuses("board square 5 city rose triangle", "board.square-twice")
    night.refuses("board square 5 city Natchez rose triangle", "board.shared")
    night.allows("board square 5 city Atlanta", "board.square-twice")


def test_every_city_is_somebodys(night: Night) -> None:
    cities = ["Bentonia", "Memphis", "Hazlehurst", "Clarksdale", "Chattanooga"]
    others = ["Skip", "Minnie", "Robert", "Charley", "Bessie"]
    teach(night, *(f"bluesman {man} city {city}" for man, city in zip(others, cities, strict=True)))
    night.refuses("board square 3 city Paris", "board.owner")
    night.allows("board square 3 city Memphis", "board.owner")


def test_five_bluesmen_per_camp(night: Night) -> None:
    teach(night, "bluesman Bessie rose star", "bluesman Patton rose square")
    refusal = night.refuses("board bluesman Hurt rose", "board.camps")
    assert "Mississippi John Hurt" in refusal.fields["names"]
    night.allows("board bluesman Hurt sable", "board.camps")


def test_a_sigil_once_per_camp(night: Night) -> None:
    night.refuses("board bluesman Minnie rose triangle", "board.sigils")
    night.allows("board bluesman Minnie rose star", "board.sigils")


def test_five_sigils(night: Night) -> None:
    teach(night, "bluesman Minnie rose star", "bluesman Bessie rose square", "bluesman White sable cross")
    night.refuses("board bluesman Robert sable moon", "board.sigil-count")
    night.allows("board bluesman Robert sable étoile", "board.sigil-count")


def test_no_name_twice(night: Night) -> None:
    night.refuses("board bluesman Minnie city Vicksburg", "board.names")
    night.refuses("board bluesman Minnie drawing crown", "board.names")
    night.allows("board bluesman Minnie city Memphis drawing guitar", "board.names")


def test_ten_cities_five_per_camp(night: Night) -> None:
    teach(night, *(f"square {number} city rose" for number in range(1, 6)))
    night.refuses("board square 6 city rose", "board.too-many")
    night.allows("board square 6 city sable", "board.too-many")
    teach(night, *(f"square {number} city" for number in range(7, 11)))
    night.refuses("board square 11 city", "board.too-many")
    teach(night, "square 11 drawing")


def test_the_track_is_long_enough(night: Night) -> None:
    night.refuses("board length 20", "board.short")
    teach(night, "square 30 white")
    night.refuses("board length 29", "board.short")
    night.allows("board length 30", "board.short")
    night.refuses("board square 31 white", "board.short")


def test_there_is_room_for_what_is_missing(night: Night) -> None:
    teach(night, "length 22", "square 1 white", "square 2 white")
    night.refuses("board square 3 white", "board.room")
    night.allows("board square 3 city", "board.room")


def test_a_city_beyond_a_drawing_is_questioned(night: Night) -> None:
    night.spares("board square 9 drawing devil", "board.order")
    night.shows("board square 12 city Vicksburg", "board.order")
    night.spares("board square 3 city Atlanta", "board.order")


def test_a_white_square_has_no_name(night: Night) -> None:
    with pytest.raises(Unreadable, match="neither name nor camp"):
        night.do("board square 3 white Vicksburg")
    with pytest.raises(Unreadable, match="no fact of a board"):
        night.do("board sqare 3 white")


def test_teaching_changes_no_turn(night: Night) -> None:
    night.do("roll 3", "board square 3 white", "Ben: board square 9 white")
    assert night.table.now() == "Anna (rose) to move by 3: enter → 3"
    night.do("undo")
    assert 9 not in night.game.track.squares


# ---------------------------------------------------------------- what is asked


def test_an_unknown_square_is_asked_for(night: Night) -> None:
    night.do("roll 3")
    question = night.asks("enter", "square")
    assert question.answers == (
        "board square 3 white",
        "board square 3 city NAME CAMP SIGIL",
        "board square 3 drawing NAME CAMP SIGIL",
    )
    assert [(c.text, c.moves, c.phrase) for c in night.game.choices()] == [("enter", (), "unknown")]
    night.do("board square 3 city Vicksburg rose triangle")
    night.asks("enter", "card")
    night.do("enter Bo")
    assert night.placed("Bo Carter") == "city"


def test_a_square_known_in_part_is_asked_for(night: Night) -> None:
    night.do("roll 4", "board square 4 city")
    assert night.asks("enter", "square").answers == ("board square 4 city NAME CAMP SIGIL",)
    night.do("board square 4 city rose")
    night.asks("enter Minnie", "square")
    night.do("board square 4 city Memphis rose star")
    night.asks("enter Minnie", "bluesman")
    night.do("board bluesman Minnie rose star")
    night.do("enter Minnie")
    assert night.placed("Memphis Minnie") == "city"


def test_a_bluesman_of_unknown_camp_is_asked_for(night: Night) -> None:
    night.do("roll 4", "board square 4 white")
    question = night.asks("enter Bessie", "bluesman")
    assert question.answers == ("board bluesman Bessie Smith rose SIGIL",)
    night.do("board bluesman Bessie rose star", "enter Bessie")
    assert night.square("Bessie Smith") == 4


def test_nobody_is_placed_before_his_alter_ego_can_be_told(night: Night) -> None:
    """Avalon is Hurt's by its name, but only its sigil says whom he bars."""
    teach(night, "square 3 city Avalon sable", "square 2 white", "bluesman Minnie rose star")
    night.do("roll 2", "enter Bo", "roll 3")
    assert "enter Mississippi John Hurt" not in night.game.choices()[0].moves
    assert night.asks("enter Hurt", "square").answers == ("board square 3 city NAME CAMP SIGIL",)
    teach(night, "square 3 city Avalon sable star")
    night.do("enter Hurt", "board square 5 drawing guitar rose star", "board square 4 white")
    night.do("roll 4", "enter Minnie", "roll 2", "enter Skip", "roll 1")
    night.refuses("move Minnie +1", "alter-ego.lock")


def test_what_need_not_be_known_is_not_asked(night: Night) -> None:
    """A square of the other camp is refused by its colour alone."""
    night.do("roll 4", "board square 4 city sable")
    night.refuses("enter", "landing.camp")
    night.do("pass")


def test_a_pass_asks_for_what_decides_it(night: Night) -> None:
    night.do("roll 4")
    night.asks("pass", "square")
    night.do("board square 4 city sable", "pass")
    assert night.to_act == "sable"


def test_the_end_of_the_track_is_asked_for(night: Night) -> None:
    teach(night, "square 3 city Vicksburg", "square 1 white", "square 18 white")
    night.do("roll 3", "enter Bo", "roll 2")
    night.asks("lomax Skip", "length")
    night.do("board length 40")
    night.asks("lomax Skip", "square")
    night.do("board square 39 white", "lomax Skip")
    assert night.square("Skip James") == 39


def test_a_move_beyond_what_is_known_may_end_the_track(night: Night) -> None:
    teach(night, "square 18 white")
    night.do("train", "roll 6", "enter Minnie", "board square 4 white", "roll 4", "enter Skip", "roll 6")
    assert night.asks("move Minnie +6", "square").answers[-1] == "board length N"
    night.do("board length 22")
    night.refuses("move Minnie +6", "move.bounds")


def test_prison_asks_for_the_squares_around(night: Night) -> None:
    teach(night, "square 3 city Vicksburg")
    night.do("roll 3", "enter Bo")
    assert night.asks("prison", "square").fields["square"] == 2
    teach(night, "square 2 city Atlanta", "square 4 white")
    night.do("prison")
    assert night.square("Bo Carter") == 4


def test_okeh_asks_for_the_drawing(night: Night) -> None:
    teach(night, "square 3 city Vicksburg", "square 6 city Atlanta", "bluesman Minnie rose star")
    night.do("roll 6", "enter Minnie", "board square 1 white", "roll 1", "enter Skip", "roll 3", "enter Bo")
    night.do("roll 1", "board square 2 white", "move Skip +1")
    assert ("okeh Memphis Minnie", ()) in [(c.text, c.moves) for c in night.game.choices()]
    question = night.asks("okeh Minnie", "drawing")
    assert question.answers == ("board square N drawing NAME rose empty circle",)
    night.do("board square 25 drawing record", "okeh Minnie")
    assert night.square("Memphis Minnie") == 25


# ---------------------------------------------------------------- files


def faults_of(text: str, tmp_path: Path) -> list[tuple[int, str]]:
    path = tmp_path / "ours.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileFaults) as caught:
        checked_board("vieux-blues", TrackFiles(), path)
    return [(fault.line, fault.problem) for fault in caught.value.faults]


def test_all_faults_at_once_with_their_lines(tmp_path: Path) -> None:
    text = """game = "vieux-blues"
lenght = 40
title = 7
[squares]
1 = "white"
2 = "town Vicksburg"
"x" = "white"
3 = 4

[bluesmen]
"Bo Cartr" = "rose"
"Bo Carter" = "rose triangle"
"""
    found = faults_of(text, tmp_path)
    assert [line for line, _ in found] == [2, 3, 6, 7, 8, 11]
    assert "lenght" in found[0][1] and "town" in found[2][1] and "Bo Cartr" in found[5][1]


def test_all_contradictions_at_once_with_their_lines(tmp_path: Path) -> None:
    text = """game = "vieux-blues"
[squares]
3 = "city Vicksburg sable triangle"
5 = "city Atlanta rose triangle"
[bluesmen]
"Bo Carter" = "rose triangle city Vicksburg"
"Blind Willie McTell" = "rose empty circle city Atlanta"
"""
    assert [line for line, _ in faults_of(text, tmp_path)] == [3, 4]


def test_a_sixth_sigil_stands_where_it_is_told_first(tmp_path: Path) -> None:
    signs = ("rose triangle", "rose star", "rose cross", "rose square", "rose moon", "sable sun")
    squares = "[squares]\n" + "".join(f'{n} = "city C{n} {sign}"\n' for n, sign in enumerate(signs, 1))
    (found,) = faults_of(squares, tmp_path)
    assert found[0] == 7 and "There are five sigils" in found[1]
    (found,) = faults_of(squares.replace("sun", "moon") + '[bluesmen]\n"Bo Carter" = "rose sun"\n', tmp_path)
    assert found[0] == 9


def test_files_that_are_none(tmp_path: Path) -> None:
    assert "not TOML" in faults_of("game = ", tmp_path)[0][1]
    assert "board of transit" in faults_of('game = "transit"', tmp_path)[0][1]
    with pytest.raises(FileFaults, match="no such board file"):
        Night("nowhere.toml", tmp_path)
    with pytest.raises(FileFaults, match="boards of vieux-blues: invented, vieux-blues"):
        Night("nowhere")


def test_the_template_is_a_board_of_gaps(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(TrackFiles().template("ours"), encoding="utf-8")
    data = checked_board("vieux-blues", TrackFiles(), path)
    assert len(TrackFiles().missing(data)) == 13
    assert Night("ours.toml", tmp_path).table.now() == "Anna (rose) to roll"
    filled = path.read_text(encoding="utf-8").replace("# length", "length").replace("# 1 =", "1 =")
    path.write_text(filled, encoding="utf-8")
    data = checked_board("vieux-blues", TrackFiles(), path)
    assert data["length"] == 40 and data["squares"] == {"1": "white"}


def test_shipped_boards_are_sound() -> None:
    boards = TrackFiles()
    invented = load_board("vieux-blues", "invented", Path())
    assert not boards.faults(invented) and not boards.missing(invented) and not boards.doubts(invented)
    assert "invented" in invented["title"]
    text = load_board("vieux-blues", "vieux-blues", Path())
    assert not boards.faults(text) and boards.missing(text)


def test_the_text_and_the_invented_track_agree() -> None:
    """Whatever the rules tell of the board holds on the invented one too."""
    text = track_of(load_board("vieux-blues", "vieux-blues", Path()))
    invented = track_of(load_board("vieux-blues", "invented", Path()))
    for name, man in text.bluesmen.items():
        for trait in ("camp", "sigil", "city", "drawing"):
            known = getattr(man, trait)
            assert not known or known == getattr(invented.bluesmen[name], trait)


def test_what_was_learnt_makes_a_board_file(tmp_path: Path, night: Night) -> None:
    import tomli_w

    teach(night, "length 40", "square 3 city Vicksburg", "square 1 white")
    teach(night, 'bluesman Skip sable "rond vide" city "Rose Hill"', "square 9 city Rose-Hill")
    data = TrackFiles().learned(night.game)
    path = tmp_path / "ours.toml"
    path.write_text(tomli_w.dumps(data), encoding="utf-8")
    again = Night("ours.toml", tmp_path).game.track
    assert again.data == night.game.track.data


def test_lines_of_places() -> None:
    text = '# x\na = 1\n[t."b c"]\n"d e" = 2\n[[u]]\nv = 1\n[[u]]\nv = 2\n'
    assert line_of(text, ("a",)) == 2
    assert line_of(text, ("t", "b c", "d e")) == 4
    assert line_of(text, ("t", "b c", "gone")) == 3
    assert line_of(text, ("u", "1", "v")) == 8
    assert line_of(text, ("nowhere",)) == 0


# ---------------------------------------------------------------- pictures


def test_the_track_in_the_terminal_is_narrow() -> None:
    night = Night().rose("roll 3; enter Bo", "train; roll 6; enter Minnie")
    words = Rulebook("vieux-blues")
    data = load_board("vieux-blues", "invented", Path())
    for section in TrackFiles().draw(data, words, night.game):
        assert all(len(line) <= 80 for line in section.lines)
    text = "\n".join(TrackFiles().draw(data, words, night.game)[0].lines)
    assert " 3 R△ Vicksburg Carter*" in text and "18 R✚ Clarksdale Minnie" in text
    assert "24 S△ [church]" in text


def test_the_picture_shows_everything() -> None:
    import xml.etree.ElementTree as Tree

    data: dict[str, Any] = tomllib.loads('[squares]\n1 = "city A&B rose triangle"\n2 = "white"\n')
    picture = TrackFiles().svg(data)
    texts = [node.text for node in Tree.fromstring(picture).iter() if node.text and node.text.strip()]
    assert "A&B" in texts and "△ rose" in texts
    night = Night().rose("roll 3; enter Bo")
    assert "Carter*" in TrackFiles().svg(load_board("vieux-blues", "invented", Path()), night.game)

"""Rules 30 and 31: what wins, PRISON against it, the end."""

from __future__ import annotations

import pytest

from tests.games.vieux_blues.night import B_JOHNSON, CARTER, CROWN, PATTON, Night
from tests.kit import fact

MCTELL = ("roll 4; enter McTell", "train; roll 1; move McTell +3")  # on Atlanta, his city
GUITAR = ("train; roll 5; enter Minnie", "roll 2; move Minnie +2", "train; roll 4; move Minnie +12")
FOUR_CITIES = (CARTER, PATTON, *MCTELL, "roll 4; enter Minnie", "roll 6; move Minnie +6")
TWO_DRAWINGS = (CROWN, *GUITAR)


@pytest.mark.parametrize(
    ("turns", "count", "won"),
    [
        ((CARTER, CROWN), (1, 1), False),
        ((CARTER, CROWN, PATTON), (2, 1), True),
        ((CARTER, PATTON, *MCTELL), (3, 0), False),
        (FOUR_CITIES, (4, 0), True),
        (TWO_DRAWINGS, (0, 2), True),
    ],
)
def test_y8_what_wins(turns: tuple[str, ...], count: tuple[int, int], won: bool) -> None:
    night = Night(prison_answers_win=False)
    if turns == TWO_DRAWINGS:
        night.do("roll 4", "enter McTell", B_JOHNSON)  # jokers are open
    night.rose(*turns)
    assert night.game.count("rose") == count
    assert night.game.winner == ("Anna" if won else "")
    assert night.game.finished is won


def test_the_third_of_two_and_one_wins() -> None:
    night = Night(prison_answers_win=False).rose(CARTER)
    night.do("train", "roll 6")
    night.spares("enter Patton", "end.win")
    night.until("rose")
    night.do("train", "roll 3")
    receipt = night.shows("lomax Bessie", "end.win")
    assert "Anna wins: 2 on their cities, 1 on their drawings." in night.sentences(receipt)


def two_and_one() -> Night:
    """Rose has just made a third placement, which wins unless sable answers it."""
    return Night().rose(CARTER, PATTON, CROWN)


def test_prison_may_answer_the_winning_placement() -> None:
    night = Night().rose(CARTER, PATTON)
    night.do("train", "roll 3")
    night.shows("lomax Bessie", "end.window")
    assert night.table.now() == ("Ben (sable) to answer Bessie Smith's placement with PRISON, or Anna wins")
    assert [choice.text for choice in night.game.choices()] == ["prison", "decline"]
    at_once = Night(prison_answers_win=False).rose(CARTER, PATTON)
    at_once.do("train", "roll 3")
    at_once.spares("lomax Bessie", "end.window")


def test_nothing_but_the_answer() -> None:
    night = two_and_one()
    for move in ("roll 3", "train", "okeh Skip"):
        night.refuses(move, "end.answer")
    night.allows("decline", "end.answer")
    assert night.game.winner == "Anna"


def test_prison_undoes_the_win_and_the_game_goes_on() -> None:
    night = two_and_one()
    night.do("prison")
    assert night.square("Bessie Smith") == 33 and not night.game.winner
    assert night.table.now() == "Ben (sable) to roll"
    night.rose()
    night.do("roll 1", "move Bessie -1")
    assert night.game.winner == "Anna", "PRISON is spent, so the second time it wins at once"


def test_a_win_without_prison_is_at_once() -> None:
    night = Night()
    night.do(CARTER, "prison 4")
    night.rose("roll 1; move Bo -1", PATTON, CROWN)
    assert night.game.winner == "Anna"


@fact("end.first")
def test_the_game_stops() -> None:
    night = two_and_one()
    night.do("decline")
    night.refuses("roll 3", "table.over")
    assert night.game.choices() == []
    assert night.table.now() == "Anna has won"


@fact("end.agreement")
def test_the_table_may_stop() -> None:
    night = Night().rose(CARTER)
    night.do("stop")
    assert night.game.finished and not night.game.winner
    assert night.table.now() == "the game was ended by agreement"


def test_the_score_says_who_won_and_how() -> None:
    night = two_and_one()
    assert night.game.scores()[0].remark == "wins unless PRISON is played"
    night.do("decline")
    first, second = night.game.scores()
    assert (first.name, first.rank, first.remark) == ("Anna", 1, "wins with 2 cities + 1 drawing")
    assert (second.rank, second.remark) == (2, "needs 4 cities or 2 cities + 1 drawing or 2 drawings")


def test_the_score_says_what_is_needed() -> None:
    night = Night().rose(CARTER, PATTON)
    assert night.game.scores()[0].remark == "needs 2 cities or 1 drawing"

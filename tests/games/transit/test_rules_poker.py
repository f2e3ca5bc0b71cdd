"""Poker between cargos at the same stopover."""

from __future__ import annotations

from tests.games.transit.seats import begun, fresh, rich, together
from tests.kit import Bench, fact


def three_at_londres(*buys: str) -> Bench:
    """Anna, Ben and Chloé at Londres; Anna's turn, before the roll. Dan is far away."""
    bench = begun(4, *buys)
    bench.do("roll 1 2", "go Londres", "roll 1 2", "end", "roll 1 2", "freight Londres", "roll 1 2", "end")
    return bench


def test_a_challenge_needs_company() -> None:
    bench = begun()
    bench.refuses("poker As", "poker.company")
    bench.do("roll 1 2", "go Londres")
    bench.refuses("Ben: poker As", "turn.order")
    bench.allows("poker Roi", "poker.company")


def test_no_challenge_before_the_game_has_begun() -> None:
    bench = fresh()
    bench.refuses("poker As", "poker.turn")
    bench.do("buy 0", "buy 0", "buy 0", "roll 1 2", "go Londres")
    bench.allows("poker As", "poker.turn")


def test_a_struck_player_challenges_nobody() -> None:
    bench = together()
    bench.do("storm 11", "end")
    bench.refuses("poker As", "poker.company")


def test_all_are_challenged_and_nothing_else_goes_on() -> None:
    bench = three_at_londres()
    bench.refuses("answer As", "poker.none")
    bench.refuses("concede", "poker.none")
    receipt = bench.shows("poker 9", "poker.all")
    assert "challenges Ben, Chloé" in bench.sentences(receipt)
    bench.refuses("roll 1 2", "poker.suspends")
    bench.refuses("storm 33", "poker.suspends")
    bench.refuses("trade Anna gives 100k to Ben", "poker.suspends")
    bench.refuses("group buy jaune", "poker.suspends")
    bench.spares("concede", "poker.all")
    bench.allows("concede", "poker.none")
    bench.allows("roll 1 2", "poker.suspends")


def test_answers_are_higher_and_in_order() -> None:
    bench = three_at_londres("buy 100k", "buy 200k", "buy 300k")
    bench.do("poker 9")
    bench.refuses("answer 8", "poker.higher")
    bench.refuses("answer 9", "poker.higher")
    bench.refuses("Chloé: answer Valet", "poker.order")
    bench.shows("Ben: concede", "poker.concession")
    bench.allows("Chloé: answer Valet", "poker.order")
    bench.allows("answer Dame", "poker.higher")
    assert bench.game.poker.answers == "Chloé"
    receipt = bench.shows("concede", "poker.wins", "poker.concession")
    assert receipt.played.by == "Chloé"
    assert bench.game.goods.all_of("Anna") == {"machines": 100_000, "laine": 200_000, "coton": 300_000}
    assert bench.game.goods.all_of("Ben") == bench.game.goods.all_of("Chloé") == {}
    assert bench.game.cash("Chloé") == 1_700_000


def test_an_answer_wins_nothing_yet() -> None:
    bench = three_at_londres("buy 100k")
    bench.spares("poker 9", "poker.wins", "poker.concession", "poker.no-answer")
    bench.spares("answer 10", "poker.wins", "poker.concession", "poker.no-answer")
    bench.do("concede", "concede")
    assert bench.game.goods.all_of("Ben") == {"machines": 100_000}


def test_who_cannot_answer_is_not_asked() -> None:
    bench = three_at_londres("buy 0", "buy 200k")
    bench.shows("poker As", "poker.no-answer", "poker.wins")
    assert bench.game.goods.all_of("Anna") == {"laine": 200_000}
    held = three_at_londres()
    held.do("hand Ben 3 4 5 6 7 8 storm storm storm")
    receipt = held.shows("poker 9", "poker.no-answer")
    assert "Ben can't have a higher carré" in held.sentences(receipt)
    assert held.game.poker.answers == "Chloé"


def test_carres_are_played_once() -> None:
    bench = three_at_londres()
    bench.do("poker 9", "answer Valet", "concede", "concede")
    bench.do("roll 1 2", "go Hambourg", "roll 1 2")
    bench.refuses("poker Valet", "poker.card-once")
    bench.refuses("poker 9", "poker.card-once")
    bench.allows("poker 10", "poker.card-once")


def test_no_second_poker_running_between_the_same() -> None:
    bench = three_at_londres()
    bench.do("poker 9", "concede", "concede", "roll 1 2", "end")
    bench.refuses("poker 10", "poker.twice")
    bench.do("roll 1 2", "end", "roll 1 2", "go Gibraltar", "roll 1 2", "end", "roll 1 2", "end", "roll 1 2")
    bench.allows("poker 10", "poker.twice")  # Ben against Anna alone: other players
    bench.do("concede", "end", "roll 1 2", "go Londres")
    bench.allows("poker Valet", "poker.twice")  # a poker has come between


@fact("poker.corsair")
def test_the_corsair_takes_no_part() -> None:
    bench = rich(begun(), "Anna")
    bench.do("corsair buy", "roll 1 2", "stay", "corsair roll 6 1", "corsair stay")
    bench.do("roll 1 2", "freight Bombay")
    bench.refuses("poker As", "poker.company")


def test_a_poker_by_ruling_out_of_turn() -> None:
    bench = together()
    bench.refuses("Ben: poker As", "turn.order")
    receipt = bench.do("Ben: poker As", ruling="he had said so in time")
    assert receipt.needed_ruling and receipt.played.by == "Ben"

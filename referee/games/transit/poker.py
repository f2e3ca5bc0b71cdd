"""Poker between cargos at the same stopover."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.games.transit import cards
from referee.games.transit.board import RANKS
from referee.games.transit.moves import Answer, Concede, Poker
from referee.games.transit.state import Captain, Hold

if TYPE_CHECKING:
    from referee.games.transit.game import Transit


def challenge(game: Transit, by: str, move: Poker) -> str:
    """All other cargos at the stopover are challenged (poker.all)."""
    captain = game.mover(by, strictly=False)
    game.require(game.turn.phase != "first", "poker.turn", player=captain.name)
    others = [other for other in game.round_from(captain.name) if captain.at and other.at == captain.at]
    game.must(others, "poker.company", player=captain.name)
    everybody = (captain.name, *(other.name for other in others))
    again = game.last_poker == (captain.at, frozenset(everybody))
    game.require(not again, "poker.twice", stop=captain.at, players=everybody)
    _play(game, captain, move.rank)
    rest = [other.name for other in others]
    fields = {"player": captain.name, "rank": move.rank, "others": rest, "stop": captain.at}
    game.tell("challenged", "poker.all", **fields)
    game.poker = Hold(captain.at, everybody, list(everybody), rest[0], move.rank, captain.name)
    _advance(game, game.poker)
    return captain.name


def _play(game: Transit, captain: Captain, rank: str) -> None:
    """A carré is played, once in the whole game."""
    played = game.cards.ranks.get(rank, "")
    game.must(not played, "poker.card-once", rank=rank, player=played)
    game.must(rank != cards.left_out(game), "cards.left-out", rank=rank, count=len(game.players))
    cards.spend(game, captain, rank)
    game.cards.ranks[rank] = captain.name


def _answering(game: Transit, by: str) -> tuple[Hold, Captain]:
    hold = game.poker
    game.must(hold is not None, "poker.none")
    assert hold is not None
    name = by or hold.answers
    game.must(name == hold.answers, "poker.order", player=name, next=hold.answers)
    return hold, game.captains[name]


def answer(game: Transit, by: str, move: Answer) -> str:
    """A strictly higher carré."""
    hold, captain = _answering(game, by)
    higher = RANKS.index(move.rank) > RANKS.index(hold.rank)
    game.must(higher, "poker.higher", rank=move.rank, last=hold.rank)
    _play(game, captain, move.rank)
    hold.rank, hold.holder = move.rank, captain.name
    game.tell("answered", player=captain.name, rank=move.rank)
    hold.answers = _following(hold, captain.name)
    _advance(game, hold)
    return captain.name


def concede(game: Transit, by: str, move: Concede) -> str:
    """No answer, for good."""
    hold, captain = _answering(game, by)
    _give_in(game, hold, "conceded", "poker.concession")
    _advance(game, hold)
    return captain.name


def _give_in(game: Transit, hold: Hold, phrase: str, rule: str) -> None:
    name = hold.answers
    hold.answers = _following(hold, name)
    hold.still.remove(name)
    game.tell(phrase, rule, player=name)


def _following(hold: Hold, name: str) -> str:
    still = hold.still
    return still[(still.index(name) + 1) % len(still)]


def _advance(game: Transit, hold: Hold) -> None:
    """Those who cannot answer give in; when nobody is left to answer, the stakes are won."""
    while len(hold.still) > 1 and not cards.can_answer(game, game.captains[hold.answers], hold.rank):
        _give_in(game, hold, "cannot-answer", "poker.no-answer")
    if len(hold.still) == 1:
        _win(game, hold)


def _win(game: Transit, hold: Hold) -> None:
    winner = hold.holder
    stakes: dict[str, int] = {}
    for name in hold.all:
        if name != winner:
            for product, amount in game.goods.move_all(name, winner).items():
                stakes[product] = stakes.get(product, 0) + amount
    phrase = "poker-won" if stakes else "poker-won-nothing"
    game.tell(phrase, "poker.wins", player=winner, rank=hold.rank, goods=game.listed(stakes))
    game.last_poker = (hold.at, frozenset(hold.all))
    game.poker = None

"""Poker between cargos at the same stopover."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.games.transit import cards
from referee.games.transit.board import RANKS
from referee.games.transit.moves import Answer, Concede, Poker
from referee.games.transit.state import Bout, Captain

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
    game.poker = Bout(captain.at, everybody, list(everybody), rest[0], move.rank, captain.name)
    _advance(game, game.poker)
    return captain.name


def _play(game: Transit, captain: Captain, rank: str) -> None:
    """A carré is played, once in the whole game."""
    played = game.cards.ranks.get(rank, "")
    game.must(not played, "poker.card-once", rank=rank, player=played)
    game.must(rank != cards.left_out(game), "cards.left-out", rank=rank, count=len(game.players))
    cards.spend(game, captain, rank)
    game.cards.ranks[rank] = captain.name


def _answering(game: Transit, by: str) -> tuple[Bout, Captain]:
    bout = game.poker
    game.must(bout is not None, "poker.none")
    assert bout is not None
    name = by or bout.answers
    game.must(name == bout.answers, "poker.order", player=name, next=bout.answers)
    return bout, game.captains[name]


def answer(game: Transit, by: str, move: Answer) -> str:
    """A strictly higher carré."""
    bout, captain = _answering(game, by)
    higher = RANKS.index(move.rank) > RANKS.index(bout.rank)
    game.must(higher, "poker.higher", rank=move.rank, last=bout.rank)
    _play(game, captain, move.rank)
    bout.rank, bout.holder = move.rank, captain.name
    game.tell("answered", player=captain.name, rank=move.rank)
    bout.answers = _following(bout, captain.name)
    _advance(game, bout)
    return captain.name


def concede(game: Transit, by: str, move: Concede) -> str:
    """No answer, for good."""
    bout, captain = _answering(game, by)
    _give_in(game, bout, "conceded", "poker.concession")
    _advance(game, bout)
    return captain.name


def _give_in(game: Transit, bout: Bout, phrase: str, rule: str) -> None:
    name = bout.answers
    bout.answers = _following(bout, name)
    bout.still.remove(name)
    game.tell(phrase, rule, player=name)


def _following(bout: Bout, name: str) -> str:
    still = bout.still
    return still[(still.index(name) + 1) % len(still)]


def _advance(game: Transit, bout: Bout) -> None:
    """Those who cannot answer give in; when nobody is left to answer, the stakes are won."""
    while len(bout.still) > 1 and not cards.can_answer(game, game.captains[bout.answers], bout.rank):
        _give_in(game, bout, "cannot-answer", "poker.no-answer")
    if len(bout.still) == 1:
        _win(game, bout)


def _win(game: Transit, bout: Bout) -> None:
    winner = bout.holder
    stakes: dict[str, int] = {}
    for name in bout.all:
        if name != winner:
            for product, amount in game.goods.move_all(name, winner).items():
                stakes[product] = stakes.get(product, 0) + amount
    phrase = "poker-won" if stakes else "poker-won-nothing"
    game.tell(phrase, "poker.wins", player=winner, rank=bout.rank, goods=game.listed(stakes))
    game.last_poker = (bout.at, frozenset(bout.all))
    game.poker = None

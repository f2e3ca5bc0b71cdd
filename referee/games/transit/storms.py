"""Storms, raised by doubles and by cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.games.transit import charts, estate
from referee.games.transit.board import STORMS
from referee.games.transit.cards import spend
from referee.games.transit.goods import pile
from referee.games.transit.moves import Storm

if TYPE_CHECKING:
    from referee.games.transit.game import Transit


def play(game: Transit, by: str, move: Storm) -> str:
    """A storm card, in one's own turn, on any zone."""
    captain = game.mover(by, strictly=False)
    game.require(game.turn.phase != "first", "storm-card.turn", player=captain.name)
    played = game.cards.storms
    game.must(len(played) + game.cards.shown < STORMS, "storm-card.six", count=STORMS)
    if game.options["storm_cards"] == "zones":
        game.require(move.zone not in played, "storm-card.zone", zone=move.zone)
    spend(game, captain, f"storm {move.zone}")
    played.append(move.zone)
    rage(game, move.zone, "storm-card.played")
    current = game.captains[game.current]
    if current.struck and game.turn.phase not in ("first", "rebuy", "paid", "step", "after"):
        game.turn.phase = "idle"
        game.cite("storm-card.own")
    return captain.name


def rage(game: Transit, zone: int, rule: str) -> None:
    """A storm strikes every cargo in a zone, and the corsair (storm.struck, storm.corsair)."""
    afloat = [captain for captain in game.captains.values() if captain.at]
    hit = [captain for captain in afloat if charts.zone_of(game, captain.at) == zone]
    sinks = bool(game.corsair.at) and charts.zone_of(game, game.corsair.at) == zone
    game.tell("storm", rule, zone=zone)
    for captain in hit:
        captain.at, captain.struck = "", True
        lost = game.goods.move_all(captain.name, pile(zone))
        goods = game.listed(lost)
        game.tell(
            "struck" if lost else "struck-empty", "storm.struck", player=captain.name, goods=goods, zone=zone
        )
    if sinks:
        game.tell("sunk", "storm.corsair", player=game.corsair.owner, stop=game.corsair.at)
        game.corsair.owner = game.corsair.at = ""
        if game.turn.phase == "step":
            game.turn.phase = "after"
        game.due.insert(0, estate.CORSAIR)
        game.cite("corsair.auction")
    if not hit and not sinks:
        game.tell("storm-empty", "storm.empty", zone=zone)

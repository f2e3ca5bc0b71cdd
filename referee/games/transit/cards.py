"""The cards: how many everybody holds, which are out of the game, and hands the table has recorded."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from referee.games.transit.board import RANKS, STORMS
from referee.games.transit.moves import CARDS, CONSTANTS, Hand
from referee.games.transit.state import Captain

if TYPE_CHECKING:
    from referee.games.transit.game import Transit


def left_out(game: Transit) -> str:
    """The carré laid aside before the deal, "" if none is (cards.deal)."""
    found: str = CONSTANTS["cards"]["left_out"].get(str(len(game.players)), "")
    return found


def dealt(game: Transit, captain: Captain) -> int | None:
    """How many cards a player was dealt, None while the pack is not known (cards.deal)."""
    if not game.board.pack:
        return None
    each, over = divmod(game.board.pack - bool(left_out(game)), len(game.players))
    return each + (captain.seat < over)


def held(game: Transit, captain: Captain) -> int | None:
    """How many cards a player still holds, None while the pack is not known."""
    count = dealt(game, captain)
    if captain.out:
        return 0
    return None if count is None else count - captain.played


def _counted(game: Transit, captain: Captain) -> int:
    count = held(game, captain)
    if count is None:
        game.ask("pack", ["board cards 36"])
    return count


def spend(game: Transit, captain: Captain, card: str) -> None:
    """A player plays a card: it leaves his hand and the game."""
    game.must(_counted(game, captain) > 0, "cards.left", player=captain.name)
    if captain.hand is not None:
        named = card if card in captain.hand else card.split(" ")[0]
        game.must(captain.hand[named], "hand.held", player=captain.name, card=card)
        captain.hand[named] -= 1
        captain.hand += Counter()  # drops what is used up
    captain.played += 1


def can_answer(game: Transit, captain: Captain, rank: str) -> bool:
    """Whether, for all the referee knows, a player may hold a carré above `rank`."""
    higher = [r for r in RANKS[RANKS.index(rank) + 1 :] if free(game, r)]
    if captain.hand is not None:
        higher = [r for r in higher if captain.hand[r]]
    return bool(higher) and held(game, captain) != 0


def free(game: Transit, rank: str) -> bool:
    """Whether a carré is still in somebody's hand."""
    return rank not in game.cards.ranks and rank != left_out(game)


def record(game: Transit, by: str, move: Hand) -> str:
    """The table shows the referee a hand."""
    captain = game.in_game(move.player)
    count = _counted(game, captain)
    game.must(len(move.cards) == count, "hand.count", player=captain.name, count=count, told=len(move.cards))
    others: Counter[str] = Counter()
    for other in game.captains.values():
        if other is not captain:
            others += other.hand or Counter()
    zoned = game.options["storm_cards"] == "zones"
    hand = Counter("storm" if card.startswith("storm") and not zoned else card for card in move.cards)
    for card in hand:
        kind, _, what = card.partition(" ")
        if card == "storm":
            continue
        gone = what in game.cards.freights if kind == "freight" else not free(game, card)
        if kind == "storm":
            gone = int(what) in game.cards.storms
        game.must(hand[card] == 1 and not gone and not others[card], "hand.once", card=card)
    storms = sum(n for card, n in (hand + others).items() if card.startswith("storm"))
    left = STORMS - len(game.cards.storms) - game.cards.shown
    game.must(storms <= left, "hand.storms", count=storms, left=left)
    captain.hand = hand
    game.tell("hand", "cards.secret", player=captain.name, count=count)
    return by or captain.name


def lay_open(game: Transit, captain: Captain) -> None:
    """The cards of an eliminated player are shown and leave the game."""
    if captain.hand is not None:
        game.tell("cards-shown", player=captain.name, cards=CARDS.write(tuple(captain.hand.elements())))
        for card, number in captain.hand.items():
            kind, _, stop = card.partition(" ")
            if kind == "storm":
                game.cards.shown += number
            elif kind == "freight":
                game.cards.freights.append(stop)
            else:
                game.cards.ranks[card] = captain.name
    captain.hand = None

"""The cards: how many everybody holds, which are out of the game, and hands the table has recorded."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from referee.games.transit import charts
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
    holder = _recorded_with(game, card)
    if captain.hand is None:
        game.must(not holder, "hand.others", card=card, holder=holder)
    else:
        game.must(may_hold(game, captain, card), "hand.held", player=captain.name, card=card)
        captain.hand[card if captain.hand[card] else _kind(card)] -= 1
        captain.hand += Counter()  # drops what is used up
    captain.played += 1


def _kind(card: str) -> str:
    """What a hand calls a card that is not told apart: “storm 44” is a “storm” unless cards name zones."""
    return card.partition(" ")[0]


def _recorded_with(game: Transit, card: str) -> str:
    """In whose recorded hand a card lies, "" if in none."""
    return next((c.name for c in game.captains.values() if c.hand is not None and c.hand[card]), "")


def may_hold(game: Transit, captain: Captain, card: str) -> bool:
    """Whether a player may hold a card, by the hands that have been recorded."""
    if captain.hand is None:
        return not _recorded_with(game, card)
    return bool(captain.hand[card] or captain.hand[_kind(card)])


def can_answer(game: Transit, captain: Captain, rank: str) -> bool:
    """Whether, for all the referee knows, a player may hold a carré above `rank`."""
    return bool(ranks(game, captain, rank)) and held(game, captain) != 0


def ranks(game: Transit, captain: Captain, above: str = "") -> list[str]:
    """The carrés, or only those above one, that a player may hold for all the referee knows."""
    higher = RANKS[RANKS.index(above) + 1 :] if above else RANKS
    return [rank for rank in higher if _free(game, rank) and may_hold(game, captain, rank)]


def _free(game: Transit, rank: str) -> bool:
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
        if kind == "freight":
            charts.freight_card(game, what)
            gone = what in game.cards.freights
        elif kind == "storm":
            gone = int(what) in game.cards.storms
        else:
            gone = not _free(game, card)
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
            kind, _, what = card.partition(" ")
            if card == "storm":
                game.cards.shown += number
            elif kind == "storm":
                game.cards.storms.append(int(what))
            elif kind == "freight":
                game.cards.freights.append(what)
            else:
                game.cards.ranks[card] = captain.name
    captain.hand = None

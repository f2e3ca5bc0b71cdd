"""Where the game stands and what may be done now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.games.base import Choice, Situation
from referee.games.transit import cards, estate
from referee.games.transit.board import COLOURS, NUMBERS, STORMS
from referee.games.transit.goods import CAISSE, STOCK
from referee.games.transit.moves import CONSTANTS, ZONES
from referee.games.transit.state import Captain
from referee.games.transit.voyage import MAY_END

if TYPE_CHECKING:
    from referee.games.transit.game import Transit

MONEY: dict[str, int] = CONSTANTS["money"]
MOST_LISTED = 40  # amounts of a purchase that are listed one by one


def situation(game: Transit) -> Situation:
    """The moment of play and who is to act."""
    if game.winner:
        return Situation("over", {"winner": game.winner}, "")
    if game.stopped:
        return Situation("stopped", {}, "")
    if game.due:
        lot = game.due[0]
        return Situation("auction", {"lot": lot, "least": estate.minimum(lot)}, "")
    if game.poker:
        bout = game.poker
        return Situation("poker", {"rank": bout.rank, "player": bout.holder, "stop": bout.at}, bout.answers)
    captain, turn = game.captains[game.current], game.turn
    phrase, following = turn.phase, game.round_from(captain.name)[0].name
    fields = {"stop": captain.at, "next": following, "number": turn.number, "price": MONEY["rebuy"]}
    if phrase == "act":
        entry = game.board.border.get(turn.number)
        product, port = entry or ("", "")
        held = game.goods.of(captain.name, product)
        phrase = "act-unknown" if entry is None else "act-deliver" if held else "act"
        fields |= {"product": product, "port": port, "amount": held}
    elif phrase in ("arrived", "idle") and not may_buy(game, captain):
        due = game.corsair.owner == captain.name and not turn.corsair_played
        phrase = "corsair" if due else "idle"
    elif phrase in ("arrived", "idle"):
        phrase = "buy"
    elif phrase == "step":
        fields["stop"] = game.corsair.at
    return Situation(phrase, fields, captain.name)


def may_buy(game: Transit, captain: Captain) -> bool:
    """Whether the one whose turn it is may still buy, as far as is known."""
    turn = game.turn
    if not captain.at or game.board.stop(captain.at).kind in ("cross", "square"):
        return False
    if turn.phase == "first":
        return True
    open_ = turn.phase == "arrived" or (
        turn.phase == "idle" and turn.stayed and game.options["buy_when_staying"]
    )
    return open_ and not turn.bought


def choices(game: Transit) -> list[Choice]:
    """What the one to act may do now."""
    if game.finished:
        return []
    if game.due:
        return _auction(game)
    if game.poker:
        return _answers(game)
    captain, turn = game.captains[game.current], game.turn
    found: list[Choice] = []
    if may_buy(game, captain):
        found += _purchase(game, captain)
    if turn.phase == "rebuy":
        found.append(Choice("rebuy", ("rebuy",), "rebuy", {"price": MONEY["rebuy"]}))
        found.append(Choice("renounce confirmed", ("renounce confirmed",), "renounce"))
    if turn.phase in ("roll", "rebuy", "paid"):
        found.append(Choice("roll RED OTHER", _rolls("roll"), "roll"))
    if turn.phase == "act":
        found += _voyage(game, captain)
    found += _corsair(game, captain)
    if turn.phase != "first":
        found += _cards(game, captain)
    found += _property(game, captain)
    due = game.corsair.owner == captain.name and not turn.corsair_played
    if turn.phase in MAY_END and not due:
        found.append(Choice("end", ("end",), "end", {"next": game.round_from(captain.name)[0].name}))
    return found


def _rolls(verb: str) -> tuple[str, ...]:
    return tuple(f"{verb} {number // 10} {number % 10}" for number in NUMBERS)


def _purchase(game: Transit, captain: Captain) -> list[Choice]:
    found = []
    if game.turn.phase == "first":
        found.append(Choice("buy 0", ("buy 0",), "buy-nothing"))
    stop, ticket = game.board.stop(captain.at), game.board.ticket
    product = game.board.sells.get(stop.colour, "")
    if not product or stop.colour not in game.board.stock:
        found.append(Choice("buy AMOUNT", (), "buy-unknown", {"stop": stop.name}))
        return found
    most = min(game.cash(captain.name), game.goods.of(STOCK, product)) // ticket
    if most:
        listed = range(1, most + 1) if most <= MOST_LISTED else ()
        moves = tuple(f"buy {n * ticket}" for n in listed)
        fields = {"product": product, "least": ticket, "most": most * ticket}
        found.append(Choice("buy AMOUNT", moves, "buy", fields))
    return found


def _voyage(game: Transit, captain: Captain) -> list[Choice]:
    found = []
    entry = game.board.border.get(game.turn.number)
    if entry is None:
        if game.goods.value(captain.name):
            found.append(Choice("deliver", (), "deliver-unknown", {"number": game.turn.number}))
    elif held := game.goods.of(captain.name, entry[0]):
        fields = {"product": entry[0], "stop": entry[1], "price": CONSTANTS["resale"] * held}
        found.append(Choice("deliver", ("deliver",), "deliver", fields))
    found.append(Choice("stay", ("stay",), "stay", {"stop": captain.at}))
    near = game.board.neighbours(captain.at)
    found.append(Choice("go STOPOVER", tuple(f"go {stop}" for stop in near), "go", {"near": near}))
    if cards.held(game, captain) != 0:
        left = sorted(game.board.freights - set(game.cards.freights))
        left = [stop for stop in left if cards.may_hold(game, captain, f"freight {stop}")]
        complete = len(game.board.freights) == game.board.freight_cards()
        if left or not complete:
            found.append(
                Choice("freight PORT", tuple(f"freight {stop}" for stop in left), "freight", {"stops": left})
            )
    return found


def _corsair(game: Transit, captain: Captain) -> list[Choice]:
    turn, price = game.turn, MONEY["corsair"]
    if not game.corsair.owner and turn.phase != "first" and game.cash(captain.name) >= price:
        return [Choice("corsair buy", ("corsair buy",), "corsair-buy", {"price": price})]
    if game.corsair.owner != captain.name:
        return []
    if turn.phase in ("act", "arrived", "idle") and not turn.corsair_played:
        return [Choice("corsair roll RED OTHER", _rolls("corsair roll"), "corsair-roll")]
    if turn.phase == "step":
        near = game.board.neighbours(game.corsair.at)
        moves = tuple(f"corsair go {stop}" for stop in near)
        go = Choice("corsair go STOPOVER", moves, "corsair-go", {"near": near})
        return [go, Choice("corsair stay", ("corsair stay",), "corsair-stay", {"stop": game.corsair.at})]
    return []


def _cards(game: Transit, captain: Captain) -> list[Choice]:
    if cards.held(game, captain) == 0:
        return []
    found = []
    if len(game.cards.storms) + game.cards.shown < STORMS:
        once = game.options["storm_cards"] == "zones"
        zones = [zone for zone in ZONES if not (once and zone in game.cards.storms)]
        zones = [zone for zone in zones if cards.may_hold(game, captain, f"storm {zone}")]
        if zones:
            found.append(
                Choice("storm ZONE", tuple(f"storm {zone}" for zone in zones), "storm", {"zones": zones})
            )
    others = [other.name for other in game.at(captain.at) if other is not captain] if captain.at else []
    again = game.last_poker == (captain.at, frozenset((captain.name, *others)))
    if others and not again:
        ranks = cards.ranks(game, captain)
        moves = tuple(f"poker {rank}" for rank in ranks)
        found.append(Choice("poker CARRÉ", moves, "poker", {"others": others, "ranks": ranks}))
    return found


def _answers(game: Transit) -> list[Choice]:
    bout = game.poker
    assert bout is not None
    ranks = cards.ranks(game, game.captains[bout.answers], above=bout.rank)
    moves = tuple(f"answer {rank}" for rank in ranks)
    return [
        Choice("answer CARRÉ", moves, "answer", {"ranks": ranks}),
        Choice("concede", ("concede",), "concede"),
    ]


def _property(game: Transit, captain: Captain) -> list[Choice]:
    found = []
    free = [colour for colour in COLOURS if game.owners[colour] == CAISSE]
    price = MONEY["group"]
    if free and game.cash(captain.name) >= price:
        moves = tuple(f"group buy {colour}" for colour in free)
        found.append(Choice("group buy COLOUR", moves, "group", {"price": price, "colours": free}))
    partners = [other.name for other in game.at(captain.at) if other is not captain] if captain.at else []
    if partners:
        found.append(Choice("trade …", (), "trade", {"others": partners}))
    sells, goods = game.board.sells, game.goods
    empty = [
        c for c in COLOURS if c in sells and not goods.of(STOCK, sells[c]) and goods.of(CAISSE, sells[c])
    ]
    if empty:
        found.append(
            Choice("refill COLOUR", tuple(f"refill {c}" for c in empty), "refill", {"colours": empty})
        )
    return found


def _auction(game: Transit) -> list[Choice]:
    lot = game.due[0]
    least = estate.minimum(lot)
    bidders = [captain.name for captain in game.still_in() if game.cash(captain.name) >= least]
    won = f"auction {lot} won by PLAYER for AMOUNT"
    return [
        Choice(won, (), "auction", {"bidders": bidders, "least": least}),
        Choice(f"auction {lot} unsold", (f"auction {lot} unsold",), "unsold"),
    ]

"""What a game shows: its state as data, the screen, the scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.games.base import Score, Section
from referee.games.vieux_blues import INFO, drawing
from referee.games.vieux_blues.moves import CAMPS, PARTS
from referee.rulebook import Rulebook

if TYPE_CHECKING:
    from referee.games.vieux_blues.game import Man, Seat, VieuxBlues

WAYS = ((4, 0), (2, 1), (0, 2))  # cities and drawings that win (end.win)


def state(game: VieuxBlues) -> dict[str, Any]:
    """The whole public state as plain data."""
    men = game.track.bluesmen
    players = {}
    for seat in game.seats:
        cities, drawings = game.count(seat.camp)
        own = {"camp": seat.camp, "trains": seat.trains, **seat.jokers}
        players[seat.player] = own | {"cities": cities, "drawings": drawings}
    return {
        "turn": game.turn,
        "phase": game.phase,
        "actor": "" if game.finished else game.seat.player,
        "die": game.die,
        "train": game.train,
        "number": game.number,
        "answer": game.fresh,
        "pending": game.pending,
        "jokers_open": game.opened,
        "winner": game.winner,
        "players": players,
        "bluesmen": {
            man.name: {"camp": men[man.name].camp, "square": man.square, "placed": man.placed}
            for man in game.men.values()
        },
        "board": game.track.data,
    }


def summary(game: VieuxBlues) -> dict[str, Any]:
    """Cities and drawings of both players, for one line of the history."""
    return {seat.player: "{}+{}".format(*game.count(seat.camp)) for seat in game.seats}


# ---------------------------------------------------------------------------- the screen


def show(game: VieuxBlues, words: Rulebook) -> list[Section]:
    """Both players, all bluesmen and the whole track."""
    track = drawing.track_section(game.track, words, game.standing())
    return [_players(game, words), _bluesmen(game, words), track]


def _players(game: VieuxBlues, words: Rulebook) -> Section:
    heads = ["player", "camp", "trains", "jokers", "cities", "drawings", "needs"]
    rows = []
    for seat in game.seats:
        jokers = " ".join(joker.upper() for joker, left in seat.jokers.items() if left)
        cities, drawings = game.count(seat.camp)
        needed = "" if game.winner else _needed(cities, drawings, words, "brief")
        rows.append([seat.player, seat.camp, seat.trains, jokers or "–", cities, drawings, needed])
    return Section("", [words.label(head) for head in heads], rows)


def _bluesmen(game: VieuxBlues, words: Rulebook) -> Section:
    heads = ["bluesman", "camp", "sigil", "city", "drawing", "stands", "only"]
    order = (*CAMPS, "")
    men = sorted(game.men.values(), key=lambda man: order.index(game.track.bluesmen[man.name].camp))
    return Section("", [words.label(head) for head in heads], [_row(game, man, words) for man in men])


def _row(game: VieuxBlues, man: Man, words: Rulebook) -> list[Any]:
    known = game.track.bluesmen[man.name]
    where = words.say(f"stands.{man.placed or ('on' if man.square else 'off')}", square=man.square)
    other = game.alter_ego(man)
    only = words.label(other.placed) if other and other.placed and not man.placed else ""
    sigil = drawing.mark(known.sigil) if known.sigil else "?"
    return [man.name, known.camp or "?", sigil, known.city or "?", known.drawing or "?", where, only]


# ---------------------------------------------------------------------------- the scores


def scores(game: VieuxBlues) -> list[Score]:
    """Who has won and how, or what each still needs; whoever needs fewer placements stands first."""
    words = Rulebook(INFO.key)
    found = []
    for seat in game.seats:
        cities, drawings = game.count(seat.camp)
        parts = dict(zip(("cities", "drawings"), (cities, drawings), strict=True))
        found.append(Score(seat.player, cities + drawings, parts, remark=_remark(game, seat, words)))
    ahead = [_distance(game, seat) for seat in game.seats]
    for score, mine, theirs in zip(found, ahead, reversed(ahead), strict=True):
        score.rank = 1 if mine <= theirs else 2
    return sorted(found, key=lambda score: score.rank)


def _distance(game: VieuxBlues, seat: Seat) -> int:
    """Placements still needed; a winner is ahead of everybody, and nobody has won before the game says so."""
    return -1 if seat.player == game.winner else game.needs(seat.camp)


def _remark(game: VieuxBlues, seat: Seat, words: Rulebook) -> str:
    cities, drawings = game.count(seat.camp)
    if seat.player == game.winner:
        return words.say("score.won", how=_amount(cities, drawings, words))
    if not game.needs(seat.camp):
        return words.say("score.pending")
    return words.say("score.needs", what=_needed(cities, drawings, words))


def _needed(cities: int, drawings: int, words: Rulebook, style: str = "score") -> str:
    """What would win: "2 cities or 1 drawing", without ways that contain a shorter one."""
    ways = [(max(c - cities, 0), max(d - drawings, 0)) for c, d in WAYS]
    short = [w for w in ways if not any(o != w and o[0] <= w[0] and o[1] <= w[1] for o in ways)]
    return words.say(f"{style}.or").join(_amount(c, d, words, style) for c, d in dict.fromkeys(short))


def _amount(cities: int, drawings: int, words: Rulebook, style: str = "score") -> str:
    """ "2 cities + 1 drawing", or "2c+1d" in the `brief` style."""
    counts = [(part, n) for part, n in zip(PARTS, (cities, drawings), strict=True) if n]
    texts = [words.say(f"{style}.{part}-one" if n == 1 else f"{style}.{part}", count=n) for part, n in counts]
    return words.say(f"{style}.and").join(texts)

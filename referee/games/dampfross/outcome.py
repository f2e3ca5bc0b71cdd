"""The end of a race: prizes, the strip, what comes next, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.games.dampfross import turns
from referee.games.dampfross.prizes import by_place, shared
from referee.games.dampfross.programme import Run
from referee.games.dampfross.state import Race, Train

if TYPE_CHECKING:
    from referee.games.dampfross.game import Dampfross


def prize_table(g: Dampfross, race: Race) -> tuple[int, ...]:
    """The prizes of this race by place (prize.places, prizes.table)."""
    if g.options["prizes"] == "table":
        return tuple(g.options["prize_table"][str(len(race.trains))])
    return g.edition.prizes


def finish(g: Dampfross, race: Race, groups: Sequence[Sequence[int]]) -> None:
    """Pay the prizes; `groups` holds the trains by place."""
    table = prize_table(g, race)
    if g.options["prizes"] == "table":
        g.cite("prizes.table")
    else:
        g.cite("prize.places")
    wealth = [min(g.ledger.balance(name) for name in train.companies) for train in race.trains]
    odd = g.options["odd_credits"] == "richest"
    won = by_place(groups, wealth, table, odd_to_richest=odd)
    place = 0
    for group in groups:
        if len(group) > 1 and place < len(table):
            names = [race.trains[index].name for index in group]
            g.tell("tie", rule="prize.tie", companies=names)
            if len({won[index] for index in group}) > 1:
                g.cite("prize.odd")
        for index in group:
            _award(g, race, race.trains[index], won[index], place + 1)
        place += len(group)
    best = tuple(race.trains[index].name for index in groups[0]) if groups else ()
    over(g, race, "run", best)


def _award(g: Dampfross, race: Race, train: Train, prize: int, place: int) -> None:
    """A prize, shared in a joint train (joint.train, joint.odd)."""
    balances = [g.ledger.balance(name) for name in train.companies]
    parts = shared(prize, balances)
    if len(parts) > 1 and prize:
        g.cite("joint.odd" if prize % 2 else "joint.shares")
    for company, part in zip(train.companies, parts, strict=True):
        g.ledger.transfer(g.BANK, company, part, "prize", race=race.number)
        if part:
            g.tell("wins", company=company, amount=part, place=place)


def over(g: Dampfross, race: Race, state: str, winners: tuple[str, ...] = ()) -> None:
    """Tick the race on the strip (programme.strip), then extra building, the next race, or the end."""
    programme = g.programme
    run = Run(race.number, race.start, race.goal, state, winners)
    g.race = None
    if state == "cancelled" and not g.options["cancelled_counts"]:
        programme.dropped.append(run)
        g.tell("dropped", rule="race.not-counted", race=race.number)
        if not programme.exhausted:
            return
    else:
        programme.strip.append(run)
        g.tell("ticked", rule="programme.strip", race=race.number, races=programme.races)
    mark = g.marks[-1][1]
    g.income = dict.fromkeys(g.companies, 0)
    for posting in g.ledger.postings[mark:]:
        if posting.payee in g.income and posting.reason in ("prize", "usage"):
            g.income[posting.payee] += posting.amount
    target = g.edition.target and any(g.ledger.balance(name) >= g.edition.target for name in g.companies)
    if programme.over or target or (programme.exhausted and g.edition.numbers_once):
        g.over = True
        _tell_winners(g)
    elif programme.builds_after(g.edition.extra_every):
        turns.begin_extra(g)
    else:
        g.mark("race")


def _tell_winners(g: Dampfross) -> None:
    """game.over: the richest company wins; with two companies each, the richer player (two.sum)."""
    scores = g.scores()
    best = max(score.total for score in scores)
    winners = [score.name for score in scores if score.total == best]
    two = len(g.companies) > len(g.players) and not g.has_david
    g.tell("winner", rule="two.sum" if two else "game.over", winners=winners, amount=best)

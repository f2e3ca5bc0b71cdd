"""Races told at once, as reports print them: places, prizes and fees (result.*)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from referee.games.dampfross import entries, outcome, turns
from referee.games.dampfross.moves import Result
from referee.games.dampfross.prizes import by_place, shared
from referee.games.dampfross.results import Placing, payments
from referee.games.dampfross.state import Race, Train

if TYPE_CHECKING:
    from referee.games.dampfross.game import Dampfross


def result(g: Dampfross, by: str, move: Result) -> str:
    """A race told at once: places, prizes and fees as reports print them (result.*)."""
    race = g.race
    g.must(race and race.stage in ("enter", "run"), "result.not-now")
    assert race is not None
    if race.stage == "run":
        _places_of_entrants(g, race, move.placings)
    else:
        g.must(not race.declared, "result.not-now")
        _whole_race(g, race, move.placings)
    return by or turns.seats(g)[0]


def _places_of_entrants(g: Dampfross, race: Race, placings: Sequence[Placing]) -> None:
    """Only the places are told; who takes part and what he paid is known (result.entrants)."""
    g.must(not any(placing.figures for placing in placings), "result.fees-paid")
    by_name = {name: index for index, train in enumerate(race.trains) for name in train.companies}
    ranks: dict[int, int] = {}
    for placing in placings:
        index = by_name.get(placing.companies[0])
        same = index is not None and set(placing.companies) == set(race.trains[index].companies)
        g.must(same, "result.entrants", company="/".join(placing.companies))
        assert index is not None
        ranks[index] = placing.rank or _rank_of(g, placing, len(race.trains))
    groups = _by_rank(g, race, ranks)
    _compare_prizes(g, race, placings, by_name, groups)
    outcome.finish(g, race, groups)


def _whole_race(g: Dampfross, race: Race, placings: Sequence[Placing]) -> None:
    """Entrants, fees and places are told together (result.fees, usage.limit, result.prize)."""
    seen: set[str] = set()
    for placing in placings:
        g.must(not seen & set(placing.companies), "result.twice", company="/".join(placing.companies))
        seen.update(placing.companies)
    paid = payments(placings)
    g.must(paid is not None, "result.fees")
    for payer, payee, amount in paid or ():
        back = sum(a for p, q, a in paid or () if (p, q) == (payee, payer))
        names = {"company": placings[payer].companies[0], "rival": placings[payee].companies[0]}
        limit = g.edition.limit
        g.require(amount - back <= limit, "usage.limit", **names, fee=amount - back, limit=limit)
        g.must(placings[payer].ran, "result.idle", **names)
    ran = [placing for placing in placings if placing.ran]
    race.trains = [Train(placing.companies, {}) for placing in ran]
    for payer, payee, amount in paid or ():
        owner = placings[payee].companies[0]
        for company, part in _split(g, placings[payer].companies, amount):
            enough = g.ledger.balance(company) >= part or g.options["debt"]
            g.must(enough, "usage.afford", company=company, fee=part, cash=g.ledger.balance(company))
            entries.pay(g, race, company, owner, part)
    if not ran:
        g.tell("no-entry", race=race.number)
        outcome.over(g, race, "no entry")
        return
    if len(ran) == 1:
        g.tell("sole", rule="prize.sole", company=race.trains[0].name)
    by_name = {name: index for index, placing in enumerate(ran) for name in placing.companies}
    ranks = {index: placing.rank or _rank_of(g, placing, len(ran)) for index, placing in enumerate(ran)}
    groups = _by_rank(g, race, ranks)
    _compare_prizes(g, race, ran, by_name, groups)
    outcome.finish(g, race, groups)


def _split(g: Dampfross, companies: Sequence[str], amount: int) -> list[tuple[str, int]]:
    """A cost of a train by company: halved, the odd credit to the richer (joint.cost)."""
    balances = [g.ledger.balance(name) for name in companies]
    parts = shared(amount, balances, odd_to_richest=True)
    return list(zip(companies, parts, strict=True))


def _rank_of(g: Dampfross, placing: Placing, count: int) -> int:
    """The place that a printed prize stands for, where no place is printed; 0 without a prize."""
    prizes = g.edition.prizes
    if not placing.prize:
        return 1 if count == 1 else 0
    return prizes.index(placing.prize) + 1 if placing.prize in prizes else 0


def _by_rank(g: Dampfross, race: Race, ranks: dict[int, int]) -> list[list[int]]:
    """Trains by place: these follow each other without gaps as far as there are prizes (result.places).

    A single train without a place comes after the others.
    """
    groups: list[list[int]] = []
    next_place = 1
    for rank in sorted({rank for rank in ranks.values() if rank}):
        group = [index for index, other in ranks.items() if other == rank]
        g.must(rank == next_place, "result.places", place=rank)
        groups.append(group)
        next_place += len(group)
    rest = [index for index in range(len(race.trains)) if not ranks.get(index)]
    if len(rest) == 1:
        return [*groups, rest]
    g.must(not rest or next_place > len(outcome.prize_table(g, race)), "result.places", place=next_place)
    return groups


def _compare_prizes(
    g: Dampfross,
    race: Race,
    placings: Sequence[Placing],
    by_name: dict[str, int],
    groups: Sequence[Sequence[int]],
) -> None:
    """What a report prints as a prize is compared with what the places give (result.prize)."""
    wealth = [min(g.ledger.balance(name) for name in train.companies) for train in race.trains]
    won = by_place(
        groups, wealth, outcome.prize_table(g, race), odd_to_richest=g.options["odd_credits"] == "richest"
    )
    for placing in placings:
        if placing.prize is not None:
            due = won[by_name[placing.companies[0]]]
            fields: dict[str, Any] = {
                "company": "/".join(placing.companies),
                "printed": placing.prize,
                "prize": due,
            }
            g.require(placing.prize == due, "result.prize", **fields)

"""A race: who takes part, what is paid before the start, the run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from referee.games.base import Choice, Situation
from referee.games.dampfross import draws, entries, outcome, turns
from referee.games.dampfross.moves import Arrive, Decline, Enter, Joint, Roll
from referee.games.dampfross.prizes import places
from referee.games.dampfross.state import DAVID, Race, Train

if TYPE_CHECKING:
    from referee.games.dampfross.game import Dampfross


def open_entries(g: Dampfross, race: Race) -> None:
    """The companies declare, the richest first, by the balances before any fee (race.order)."""
    names = [name for name in g.companies if name != DAVID]
    race.wealth = {name: g.ledger.balance(name) for name in g.companies}
    race.queue = g.by_wealth(names, richest=True)
    race.stage = "enter"


def _entering(g: Dampfross) -> Race:
    race = g.race
    g.must(race and race.stage == "enter", "race.not-entering")
    assert race is not None
    return race


def enter(g: Dampfross, by: str, move: Enter) -> str:
    """A company takes part on a route it shows (entries.train checks it)."""
    race = _entering(g)
    company = _declarer(g, race, by)
    _declare(g, race, entries.train(g, race, (company,), move.route))
    return company


def joint(g: Dampfross, by: str, move: Joint) -> str:
    """Two companies run one train (joint.train), declared when the first of them is asked."""
    race = _entering(g)
    pair = (move.first, move.second)
    g.must(move.first != move.second and DAVID not in pair, "joint.two")
    company = by if by in pair else next((name for name in race.queue if name in pair), by or move.first)
    company = _declarer(g, race, company)
    g.must(all(name in race.queue for name in pair), "joint.open", pair=list(pair))
    richer = sorted(pair, key=lambda name: (-race.wealth[name], pair.index(name)))
    _declare(g, race, entries.train(g, race, tuple(richer), move.route))
    g.cite("joint.train")
    return company


def decline(g: Dampfross, by: str, move: Decline) -> str:
    """A company stays out."""
    race = _entering(g)
    company = _declarer(g, race, by)
    race.queue.remove(company)
    race.declared[company] = None
    g.tell("declines", company=company)
    _next(g, race)
    return company


def _declarer(g: Dampfross, race: Race, by: str) -> str:
    g.must(by not in race.declared, "race.declared", company=by)
    if by == DAVID and by not in race.queue:
        g.must(False, "david.idle")
    return g.acting(by, race.queue, "race.order")


def _declare(g: Dampfross, race: Race, train: Train) -> None:
    for company in train.companies:
        race.queue.remove(company)
        race.declared[company] = train
    race.trains.append(train)
    fees = [f"{rival} {amount}" for rival, amount in train.fees.items() if amount]
    route = f" ({train.route})" if train.route else ""
    fields: dict[str, Any] = {"company": train.name, "route": route, "fees": fees}
    g.tell("enters" if fees else "enters-free", **fields)
    if train.length:
        g.tell("route-length", length=train.length, points=train.points)
    elif train.points:
        g.tell("route-points", points=train.points)
    _next(g, race)


def _next(g: Dampfross, race: Race) -> None:
    if not race.queue and g.has_david and DAVID not in race.declared and len(race.trains) == 1:
        race.queue.append(DAVID)  # the one who stays out may run David's train
        g.tell("david-may", rule="david.train", player=g.handler)
        return
    if not race.queue:
        _close(g, race)


def _close(g: Dampfross, race: Race) -> None:
    """All have declared: what is over the limit or can't be paid is void, then the fees are paid."""
    entries.strike(g, race)
    for payer, payee, amount in entries.dues(g, race):
        entries.pay(g, race, payer, payee, amount)
    if not race.trains:
        g.tell("no-entry", race=race.number)
        outcome.over(g, race, "no entry")
        return
    if len(race.trains) == 1 and not g.options["sole_entrant_rolls"]:
        g.tell("sole", rule="prize.sole", company=race.trains[0].name)
        outcome.finish(g, race, [[0]])
        return
    race.stage = "run"
    if g.options["run_order"] == "after fees":
        race.trains.sort(key=lambda train: -max(map(g.ledger.balance, train.companies)))
    else:
        race.trains.sort(key=lambda train: -train.wealth)
    race.waiting = list(race.trains)


def roll(g: Dampfross, by: str, move: Roll) -> str:
    """A train runs by one die (run.order, run.climb, run.wait, run.arrive)."""
    race = g.race
    g.must(race and race.stage == "run", "run.not-now")
    assert race is not None
    g.must(len(move.dice) == 1, "round.dice", count=1)
    die = move.dice[0]
    g.require(1 <= die <= 6, "round.die-face", dice=[die])
    train = _runner(g, race, by)
    g.must(train.points, "run.length", company=train.name)
    train.total += die
    train.turns += 1
    fields: dict[str, Any] = {"company": train.name, "die": die}
    if train.total >= train.points:
        train.arrival = (train.turns, train.total - train.points)
        g.tell("arrives", rule="run.arrive", **fields, turn=train.turns, left=train.arrival[1])
    else:
        hexes, waits = train.position()
        if train.steps and waits:
            g.tell("waits", rule="run.wait", **fields, place=_spot(train, hexes + 1))
        elif train.steps:
            g.tell("runs", **fields, place=_spot(train, hexes), points=train.points - train.total)
        else:
            g.tell("runs-on", **fields, points=train.points - train.total)
    if any(step == 2 for step in _stepped(train, die)):
        g.cite("run.climb")
    race.waiting.remove(train)
    if not race.waiting:
        _turn_over(g, race)
    return train.roller


def _stepped(train: Train, die: int) -> list[int]:
    """The steps that this throw has completed."""
    before, gone, found = train.total - die, 0, []
    for step in train.steps:
        gone += step
        if before < gone <= train.total:
            found.append(step)
    return found


def _spot(train: Train, index: int) -> str:
    return train.path[index] if index < len(train.path) else f"hex {index}"


def _runner(g: Dampfross, race: Race, by: str) -> Train:
    names = [train.roller for train in race.waiting]
    partner = next((train.roller for train in race.trains if by in train.companies), by)
    company = g.acting(partner, names, "run.order")
    return next(train for train in race.waiting if train.roller == company)


def _turn_over(g: Dampfross, race: Race) -> None:
    """All have thrown: the race ends when the places with a prize are decided (race.decided)."""
    arrived = [train for train in race.trains if train.arrival]
    running = [train for train in race.trains if not train.arrival]
    if len(arrived) < len(outcome.prize_table(g, race)) and len(running) > (1 if arrived else 0):
        race.turn += 1
        race.waiting = running
        return
    if running:
        g.cite("race.decided")
    outcome.finish(g, race, _groups(race.trains))


def _groups(trains: Sequence[Train]) -> list[list[int]]:
    """Trains by place; those that have not arrived come last, and only one of them holds a place."""
    arrived = [index for index, train in enumerate(trains) if train.arrival]
    finish = [trains[index].arrival or (0, 0) for index in arrived]
    groups = [[arrived[i] for i in group] for group in places(finish)]
    rest = [index for index in range(len(trains)) if index not in arrived]
    return [*groups, rest] if len(rest) == 1 else groups


def arrive(g: Dampfross, by: str, move: Arrive) -> str:
    """The arrivals, where the dice were thrown without the referee (run.arrival)."""
    race = g.race
    g.must(race and race.stage == "run", "run.not-now")
    assert race is not None
    g.must(not any(train.turns for train in race.trains), "run.told")
    for company, turn, left in move.arrivals:
        train = next((train for train in race.trains if company in train.companies), None)
        g.must(train and not train.arrival, "run.not-running", company=company)
        assert train is not None
        if train.points:
            total = train.points + left
            before = range(turn - 1, 6 * (turn - 1) + 1)  # what the dice of the earlier turns can add up to
            possible = any(total - die in before for die in range(left + 1, 7))
            g.must(possible, "run.arrival", company=company, turn=turn, left=left, points=train.points)
        train.arrival = (turn, left)
        g.tell("arrived", rule="run.arrive", company=train.name, turn=turn, left=left)
    arrived = sum(train.arrival is not None for train in race.trains)
    wanted = min(len(outcome.prize_table(g, race)), len(race.trains) - 1)
    g.must(arrived >= wanted, "run.undecided", count=wanted)
    outcome.finish(g, race, _groups(race.trains))
    return by or move.arrivals[0].company


def situation(g: Dampfross) -> Situation:
    """Where the race stands and who is to act."""
    race = g.race
    assert race is not None
    fields: dict[str, Any] = {
        "race": race.number,
        "start": draws.called(g, race.start),
        "goal": draws.called(g, race.goal),
    }
    if race.stage == "goal":
        return Situation("goal", fields, turns.seats(g)[0])
    if race.stage == "enter":
        company = race.queue[0]
        return Situation("enter", fields | {"company": company}, company)
    train = race.waiting[0]
    left = train.points - train.total if train.points else 0
    phrase = "run" if train.points else "run-unknown"
    return Situation(phrase, fields | {"company": train.name, "left": left}, train.roller)


def choices(g: Dampfross) -> list[Choice]:
    """What the one to act may do in a race."""
    race = g.race
    assert race is not None
    if race.stage == "goal":
        return [Choice("goal NUMBER", (), "goal")]
    if race.stage == "enter":
        company = race.queue[0]
        offers = (
            [entries.as_text(g, way) for way in entries.offers(g, race, (company,))] if g.board.known else []
        )
        found = [Choice("enter ROUTE", tuple(f"enter {text}" for text in offers), "enter")]
        if company != DAVID:
            found.append(Choice("joint COMPANY COMPANY ROUTE", (), "joint"))
        found.append(Choice("decline", ("decline",), "decline"))
        if not race.declared:
            found.append(Choice("result 1st …", (), "result"))
        return found
    found = [Choice("roll DIE", tuple(f"roll {n}" for n in range(1, 7)), "run")]
    if not any(train.turns for train in race.trains):
        found.append(Choice("arrive COMPANY TURN LEFT …", (), "arrive"))
    return found

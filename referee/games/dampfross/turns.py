"""The order of play: rounds and dice, whose turn it is to build, the end of the building phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.games.base import Choice, Situation
from referee.games.dampfross import building, draws, races
from referee.games.dampfross.board import NUMBERS
from referee.games.dampfross.moves import (
    Build,
    CitiesFact,
    First,
    Operate,
    Pass,
    Roll,
    StationFact,
    TeachBoard,
)
from referee.games.dampfross.orders import Order, Stretch
from referee.games.dampfross.programme import SPECIALS
from referee.games.dampfross.state import DAVID, BuildingTurn

if TYPE_CHECKING:
    from referee.games.dampfross.game import Dampfross


# ---------------------------------------------------------------------------- rounds


def seats(g: Dampfross) -> list[str]:
    """All companies clockwise from the thrower; David, whom nobody sits for, builds last."""
    names = [name for name in g.companies if name != DAVID]
    order = [*names[g.thrower :], *names[: g.thrower]]
    return order + [name for name in g.companies if name == DAVID]


def begin_round(g: Dampfross) -> None:
    """A new round: nobody has thrown or built yet."""
    g.die, g.dice = 0, ()
    g.mark("round")
    _begin_die(g)


def _begin_die(g: Dampfross) -> None:
    orders = g.building.orders if g.die else {}
    g.building = BuildingTurn(queue=seats(g), orders=orders)
    g.turns += 1


def _end_die(g: Dampfross) -> None:
    """All have built on this die: the next die, or the next round with the next thrower (round.next)."""
    g.die += 1
    if g.die < len(g.dice):
        _begin_die(g)
        return
    players = len([name for name in g.companies if name != DAVID])
    if not g.edition.simultaneous:
        g.thrower = (g.thrower + 1) % players
    if g.round == g.last_round:
        end_building(g)
        g.tell("building-over-claimed", rule="end.claimed-rounds")
        return
    g.round += 1
    begin_round(g)
    g.tell("next-round", rule="round.next", round=g.round, company=seats(g)[0])


def first(g: Dampfross, by: str, move: First) -> str:
    """setup.first: who threw the highest die begins; before the first die only."""
    fresh = g.phase == "building" and not g.dice and g.building.queue == seats(g) and not g.ledger.postings
    players = [name for name in g.companies if name != DAVID]
    g.must(fresh and g.turns == 1 and move.company in players, "setup.first-late", company=move.company)
    g.thrower = players.index(move.company)
    g.building.queue = seats(g)
    g.tell("first", rule="setup.first", company=move.company)
    return by or move.company


def dice_wanted(g: Dampfross) -> int:
    """How many dice are thrown now."""
    return g.edition.dice if g.phase == "building" else 1


def roll(g: Dampfross, by: str, move: Roll) -> str:
    """round.die: one throw is the budget of all; in a race it moves a train."""
    if g.race:
        return races.roll(g, by, move)
    g.must(g.phase == "building", "round.no-die")
    own = g.edition.die == "own"
    thrower = g.acting(by, g.building.queue, "round.order") if own else by or seats(g)[0]
    if not own:
        g.require(thrower == seats(g)[0], "round.thrower", company=thrower, next=seats(g)[0])
    g.must(thrower not in g.building.budgets if own else not g.dice, "round.thrown", dice=list(g.dice))
    g.must(len(move.dice) == g.edition.dice, "round.dice", count=g.edition.dice)
    g.require(
        g.edition.simultaneous or all(1 <= n <= 6 for n in move.dice), "round.die-face", dice=list(move.dice)
    )
    phrase = "thrown-virtually" if move.virtual else "thrown"
    g.dice = move.dice
    if own:
        g.building.budgets[thrower] = move.dice[0]
        g.tell(phrase, rule="round.own-die", company=thrower, dice=list(move.dice))
    else:
        g.tell(phrase, rule="round.die", company=thrower, dice=list(move.dice))
    return thrower


# ---------------------------------------------------------------------------- building


def _budget(g: Dampfross, company: str) -> int | None:
    """What a company may spend now; None where there is no limit."""
    turn = g.building
    if turn.extra:
        if g.edition.extra_income:
            return g.income[company]
        return g.edition.extra_limit or None
    if g.edition.die == "own":
        g.must(company in turn.budgets, "build.no-die", company=company)
        return turn.budgets[company]
    g.must(g.dice, "build.no-die", company=seats(g)[0])
    return g.dice[g.die]


def _builder(g: Dampfross, by: str) -> str:
    g.must(g.building.queue, "build.no-turn")
    return g.acting(by, g.building.queue, "extra.order" if g.building.extra else "round.order")


def build(g: Dampfross, by: str, move: Build) -> str:
    """Carry out an order; the parts labelled for later dice of the round wait for them."""
    company = _builder(g, by)
    now, later = _by_die(g, move.order)
    if later:
        g.building.orders[company] = later
        g.tell("kept", company=company, order="; ".join(map(str, later)))
    if now:
        _carry_out(g, company, now)
    else:
        g.tell("passes", company=company)
    _done(g, company)
    return company


def _by_die(g: Dampfross, order: Order) -> tuple[Order, Order]:
    """The stretches for the die in play, and those labelled b) or c) for later ones."""
    if g.edition.dice == 1 or g.building.extra:
        return order, ()
    die = g.die
    now: list[Stretch] = []
    later: list[Stretch] = []
    for stretch in order:
        letter = stretch.label[-1:]
        die = ord(letter) - 97 if letter.isalpha() else die
        g.must(g.die <= die < g.edition.dice, "build.label", label=stretch.label)
        labelled = stretch if letter.isalpha() else stretch._replace(label=f"{g.round}{chr(97 + die)}")
        (now if die == g.die else later).append(labelled if die != g.die else stretch)
    return tuple(now), tuple(later)


def _carry_out(g: Dampfross, company: str, order: Order) -> None:
    turn = g.building
    if company == DAVID:
        g.tell("handled", rule="david.builds", player=g.handler)
    building.carry_out(g, company, order, _budget(g, company), extra=turn.extra)


def pass_turn(g: Dampfross, by: str, move: Pass) -> str:
    """Build nothing; the die's points are lost."""
    company = _builder(g, by)
    if not g.building.extra:
        _budget(g, company)
    g.tell("passes", company=company)
    _done(g, company)
    return company


def _done(g: Dampfross, company: str) -> None:
    """A company has built: who comes next, what orders given ahead do, whether the phase is over."""
    g.building.queue.remove(company)
    while not _ended(g):
        if not g.building.queue:
            if g.building.extra:
                g.building = BuildingTurn()
                g.mark("race")
                g.tell("extra-over")
                return
            _end_die(g)
            if not g.dice:
                return
        ahead = next((name for name in g.building.queue if name in g.building.orders), "")
        if not ahead or (not g.edition.simultaneous and ahead != g.building.queue[0]):
            return
        now, later = _by_die(g, g.building.orders.pop(ahead))
        if later:
            g.building.orders[ahead] = later
        if not now:
            return
        _carry_out(g, ahead, now)
        g.building.queue.remove(ahead)


def _ended(g: Dampfross) -> bool:
    """end.cities: the building phase ends at once, or after the round where the table reads it so."""
    if g.building.extra or not g.building_over():
        return False
    waiting = len(g.building.queue)
    if waiting and g.options["building_ends"] == "round":
        return False
    left = g.cities_left
    end_building(g)
    g.tell("building-over", rule="end.cities", left=left, waiting=waiting)
    return True


def end_building(g: Dampfross) -> None:
    """The operating phase begins."""
    g.phase = "operating"
    g.building = BuildingTurn()
    g.dice = ()
    g.mark("race")


def operate(g: Dampfross, by: str, move: Operate) -> str:
    """The table says that the building phase is over (end.table), where the cities can't be counted.

    In editions that know it, a company claims the end with so few cities left (end.claim).
    """
    g.must(g.phase == "building", "end.twice")
    left, ends = g.cities_left, g.edition.cities_left
    if _claimable(g):
        g.must(not g.last_round, "end.claimed-twice", last=g.last_round)
        g.last_round = g.round + g.edition.claim_rounds
        company = by or g.situation().actor
        g.tell("end-claimed", rule="end.claim", company=company, last=g.last_round)
        return company
    g.require(left is None or left <= ends or ends < 0, "end.table", left=left, ends=max(ends, 0))
    end_building(g)
    g.tell("building-over-told")
    return by or seats(g)[0]


def _claimable(g: Dampfross) -> bool:
    """Whether so few cities are left that a company may claim the end of the building phase (end.claim)."""
    return g.edition.claim_rounds > 0 and g.cities_left == g.edition.claim_left


def begin_extra(g: Dampfross) -> None:
    """Extra building: the poorest first (extra.order)."""
    names = [name for name in g.companies if name != DAVID]
    g.building = BuildingTurn(queue=g.by_wealth(names, richest=False), extra=True)
    g.turns += 1
    g.mark("building after race")


# ---------------------------------------------------------------------------- teaching the map


def teach(g: Dampfross, by: str, move: TeachBoard) -> str:
    """A fact of the map: a station number, the number of cities."""
    fact = move.fact
    if isinstance(fact, CitiesFact):
        known = max(len(g.towns), len(g.board.cities))
        g.must(fact.count >= known, "map.count", count=fact.count, known=known)
        g.require(not g.board.known, "map.count", count=fact.count, known=len(g.board.cities))
        g.city_count = fact.count
        g.tell("taught-cities", count=fact.count)
    elif isinstance(fact, StationFact):
        draws.teach_station(g, fact.number, fact.city)
        g.tell("taught-station", number=fact.number, city=fact.city)
    return by or g.situation().actor


# ---------------------------------------------------------------------------- where the game stands


def situation(g: Dampfross) -> Situation:
    """Where the game stands and who is to act."""
    if g.finished:
        return Situation("over", {}, "")
    if g.race:
        return races.situation(g)
    turn = g.building
    if turn.extra:
        company = turn.queue[0]
        return Situation("extra", {"company": company, "budget": _shown_budget(g, company)}, company)
    if g.phase == "operating":
        number = g.programme.next
        special = g.programme.is_special(number)
        fields: dict[str, Any] = {"race": number, "races": g.programme.races}
        return Situation("draw-special" if special else "draw", fields, seats(g)[0])
    company = turn.queue[0]
    own = g.edition.die == "own"
    if own and company not in turn.budgets:
        return Situation("throw-own", {"company": company, "round": g.round}, company)
    if not own and not g.dice:
        return Situation("throw", {"company": seats(g)[0], "round": g.round}, seats(g)[0])
    fields = {
        "company": company,
        "round": g.round,
        "budget": _shown_budget(g, company),
        "left": g.cities_left,
    }
    return Situation("build" if g.cities_left is not None else "build-uncounted", fields, company)


def _shown_budget(g: Dampfross, company: str) -> str:
    if g.building.extra and g.edition.extra_income:
        return f"{g.income[company]} Cr"
    if g.building.extra:
        return f"{g.edition.extra_limit} Cr" if g.edition.extra_limit else "any amount"
    return f"{g.building.budgets.get(company) or g.dice[g.die]} Cr"


def choices(g: Dampfross) -> list[Choice]:
    """What the one to act may do now."""
    if g.finished:
        return []
    if g.race:
        return races.choices(g)
    turn = g.building
    if g.phase == "operating" and not turn.extra:
        number = g.programme.next
        free = [n for n in NUMBERS if str(n) not in g.programme.used] or list(NUMBERS)
        if g.programme.is_special(number):
            goals = [f"@{n}" for n in SPECIALS if f"@{n}" not in g.programme.used]
        else:
            goals = [str(n) for n in free]
        moves = tuple(f"race {start} {goal}" for start in free for goal in goals if str(start) != goal)
        text = "race START @GOAL" if g.programme.is_special(number) else "race START GOAL"
        return [Choice(text, moves, "race"), Choice("race", (), "race-virtual")]
    company = turn.queue[0]
    own = g.edition.die == "own"
    if not turn.extra and (company not in turn.budgets if own else not g.dice):
        text = " ".join(["roll", *["DIE"] * g.edition.dice])
        moves = tuple(f"roll {n}" for n in range(1, 7)) if g.edition.dice == 1 else ()
        found = [Choice(text, moves, "roll"), Choice("roll", (), "roll-virtual")]
        if g.turns == 1 and not g.ledger.postings:
            found.append(Choice("first COMPANY", (), "first"))
        return found
    start = "(PLACE) - PLACE …" if g.board.known else "(PLACE) - pprc CITY …"
    found = [
        Choice(f"build {start}", tuple(_segments(g, company)), "build"),
        Choice("pass", ("pass",), "pass"),
    ]
    if not turn.extra and g.cities_left is None:
        found.append(Choice("operate", (), "operate"))
    elif not turn.extra and _claimable(g) and not g.last_round:
        found.append(Choice("operate", ("operate",), "claim"))
    return found


def _segments(g: Dampfross, company: str) -> list[str]:
    """Every single segment that a company may build now, on a known map."""
    board, network = g.board, g.network
    if not board.known:
        return []
    budget = _budget(g, company)
    spots = list(network.own[company])
    if not spots:
        cities, exact = board.start_cities(len(g.companies))
        taken = [other.start for other in g.companies.values() if other.start]
        free = [c for c in cities if not exact or taken.count(c) < cities.count(c)]
        spots = [board.cities[city].hex for city in dict.fromkeys(free or board.cities)]
    found = []
    for spot in spots:
        if spot in board.abroad and not board.build_abroad:
            continue
        for there in board.around[spot]:
            if there in network.own[company].get(spot, ()):
                continue
            uphill = g.network.mountain[spot] + g.network.mountain[there]
            river = board.rivers.get((spot, there) if spot < there else (there, spot), "")
            extra = (board.surcharges.get(river) or g.edition.surcharge(river)) if river else 0
            price = g.edition.price(uphill, extra)
            purse = g.ledger.balance(company)
            fees = sum(
                g.edition.fee(*contact)
                for rival, contact in g.contacts(company, spot, there).items()
                if not g.exempt(company, rival)
            )
            if price is None or (budget is not None and price > budget):
                continue
            if not g.options["debt"] and fees + (price if g.building.extra else 0) > purse:
                continue
            found.append(f"build ({board.place(spot)}) - {board.place(there)}")
    return found

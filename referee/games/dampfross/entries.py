"""Entries of a race: routes and what they cost, the limit per rival, set-offs, and who pays what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from referee.games.dampfross.board import edge
from referee.games.dampfross.network import FOREIGN
from referee.games.dampfross.orders import Note, Point, Route
from referee.games.dampfross.prizes import shared
from referee.games.dampfross.routes import OWN, Tariff, Way, fees, steps
from referee.games.dampfross.search import MEASURES, Search
from referee.games.dampfross.state import Race, Train

if TYPE_CHECKING:
    from referee.games.dampfross.game import Dampfross


def train(g: Dampfross, race: Race, companies: tuple[str, ...], route: Route) -> Train:
    """The train that this declaration makes: its route, its fees, whether it may take part."""
    made = _on_map(g, race, companies, route) if g.board.known else _as_told(g, companies, route)
    made.wealth = max(race.wealth[name] for name in companies)
    made.fees = _charged(g, companies, made.fees)
    _check_twice(g, race, made)
    _check_limit(g, race, made)
    _check_purse(g, race, made)
    return made


def _charged(g: Dampfross, companies: Sequence[str], paid: dict[str, int]) -> dict[str, int]:
    """Fees without those that nobody owes: partners' lines are free, and to David his handler's."""
    found = {}
    for rival, amount in paid.items():
        if any(g.exempt(company, rival) for company in companies):
            g.cite("david.fees")
        elif rival not in companies:
            found[rival] = amount
    return found


# ---------------------------------------------------------------------------- a known map


def tariff(g: Dampfross) -> Tariff:
    """How the table counts usage (usage.change, usage.stations)."""
    return Tariff(g.options["change_in_hex"] == "both", g.options["station_hexes"])


def search(g: Dampfross, companies: Sequence[str]) -> Search:
    """The search for routes of these companies."""
    free = {rival for rival in g.companies if any(g.exempt(company, rival) for company in companies)}
    limit = _limit(g, len(companies))
    limits = dict.fromkeys((*g.companies, FOREIGN), limit)
    if not g.options["white_limit"]:
        del limits[FOREIGN]
    own_part = g.options["own_part"] == "segment"
    return Search(g.network, companies, free, limits, tariff(g), own_part=own_part)


def offers(g: Dampfross, race: Race, companies: Sequence[str]) -> list[Way]:
    """The cheapest, the shortest and the quickest legal route, each different one once."""
    finder = search(g, companies)
    found: list[Way] = []
    for measure in MEASURES:
        way = finder.best(race.starts, race.goals, measure)
        if way is None:  # whatever the measure
            break
        if way not in found:
            found.append(way)
    return found


def as_text(g: Dampfross, way: Way) -> str:
    """A route in the notation: its turning points, and whose line it uses."""
    board, hexes, owners = g.board, way.hexes, way.owners
    points = [Point(board.place(hexes[0]))]
    since = 0  # where the last named point stands
    for index, owner in enumerate(owners, 1):
        goes_on = index < len(owners) and owners[index] == owner
        if goes_on and board.straight(hexes[since], hexes[index + 1]) == list(hexes[since : index + 2]):
            continue
        notes = (Note("line", 0, owner),) if owner != OWN else ()
        points.append(Point(board.place(hexes[index]), notes=notes))
        since = index
    return " - ".join(map(str, points))


def _on_map(g: Dampfross, race: Race, companies: tuple[str, ...], route: Route) -> Train:
    """A route over the lines of a known map (race.route, race.line, race.start, race.exit)."""
    if not route.path:
        found = offers(g, race, companies)
        g.must(found, "race.no-route", company="/".join(companies))
        names = " ".join(f'"{name}"' if " " in name else name for name in companies)
        verb = f"joint {names}" if len(companies) > 1 else "enter"
        g.ask("route", [f"{verb} {as_text(g, way)}" for way in found], company="/".join(companies))
    spots = [g.hex(point) for point in route.path]
    place = g.board.place
    g.must(
        spots[0] in race.starts, "race.start", place=place(spots[0]), starts=[place(s) for s in race.starts]
    )
    g.must(
        len(spots) > 1 and spots[-1] in race.goals, "race.exit", place=place(spots[-1]), goals=_names(g, race)
    )
    if len(race.goals) > 1:
        g.cite("race.exit-chosen")
    if len(race.starts) > 1:
        g.cite("map.shared")
    finder = search(g, companies)
    hexes, owners = [spots[0]], list[str]()
    for point, spot in zip(route.path[1:], spots[1:], strict=True):
        wanted = next((note.who for note in point.notes if note.kind in ("line", "paid")), "")
        line = _line(g, hexes[-1], spot)
        beside = [wanted in g.network.lines[edge(a, b)] for a, b in pairwise(line)]
        ends = {"a": place(line[0]), "b": place(line[-1])}
        g.must(not wanted or any(beside), "usage.owner", rival=wanted, **ends)
        for a, b in pairwise(line):
            owner = _owner(g, finder, a, b, wanted, owners[-1] if owners else "")
            owners.append(owner)
            hexes.append(b)
    own = any(not finder.partners.isdisjoint(g.network.lines[edge(a, b)]) for a, b in pairwise(hexes))
    own_touched = any(g.network.has(company, spot) for company in companies for spot in hexes)
    touching = own_touched and g.options["own_part"] == "touch"
    g.require(own or touching, "race.own-part", company="/".join(companies))
    paid = fees(owners, tariff(g))
    noted: dict[str, int] = {}
    for note in (note for point in route.path for note in point.notes if note.kind == "paid"):
        noted[note.who] = noted.get(note.who, 0) + note.amount
    for rival, amount in noted.items():
        due = paid.get(rival, 0)
        g.require(amount == due, "usage.note", noted=amount, rival=rival, fee=due)
    if FOREIGN in paid:
        g.cite("white.run")
    if any(a != b and OWN not in (a, b) for a, b in pairwise(owners)):
        g.cite("usage.change")
    cost = steps(g.network.mountain, hexes)
    text = as_text(g, Way(tuple(hexes), tuple(owners), paid, sum(cost)))
    path = tuple(g.board.place(spot) for spot in hexes)
    return Train(companies, paid, len(owners), sum(cost), tuple(cost), path, text)


def _names(g: Dampfross, race: Race) -> list[str]:
    return sorted(g.board.place(spot) for spot in race.goals)[:8]


def _line(g: Dampfross, a: int, b: int) -> list[int]:
    """The hexes from one named point of a route to the next, along a straight line (race.line)."""
    board = g.board
    line = board.straight(a, b)
    names = {"a": board.place(a), "b": board.place(b)}
    if line is None or a == b:
        ways = [] if a == b else g.network.ways(a, b)
        g.must(ways, "race.line", **names)
        g.ask("way", [" - ".join(board.names[spot] for spot in way[1:]) for way in ways], **names)
    for x, y in pairwise(line):
        g.must(g.network.lines.get(edge(x, y)), "race.line", a=board.place(x), b=board.place(y))
    return line


def _owner(g: Dampfross, finder: Search, a: int, b: int, wanted: str, before: str) -> str:
    """Whose line is used from `a` to `b`: one's own, the one named, the same as before, or the only one."""
    lines = [line for line, _ in finder.lines(a, b)]
    if wanted and wanted in lines:
        return wanted
    if len(lines) == 1 or OWN in lines:
        return lines[0]
    if before in lines:
        return before
    names = {"a": g.board.place(a), "b": g.board.place(b)}
    g.ask("whose", [f"… - {names['b']} [{line}]" for line in lines], **names)
    return None


# ---------------------------------------------------------------------------- a map the table declares


def _as_told(g: Dampfross, companies: tuple[str, ...], route: Route) -> Train:
    """A route as the table tells it: its length or its hexes in letters, and the fees (usage.declared)."""
    paid: dict[str, int] = {}
    letters = route.letters or "".join(point.letters for point in route.path[1:])
    notes = [*route.notes, *(note for point in route.path for note in point.notes)]
    for note in notes:
        if note.kind == "paid":
            paid[note.who] = paid.get(note.who, 0) + note.amount
    hexes = [letter for letter in letters if letter not in "rw"]
    first = route.path[0].letters[-1:] if route.path else ""
    cost = steps([letter == "m" for letter in [first or "p", *hexes]], range(len(hexes) + 1)) if hexes else []
    if paid:
        g.cite("usage.declared")
    return Train(
        companies, paid, len(hexes), route.points or sum(cost), tuple(cost), route=str(route), path=()
    )


# ---------------------------------------------------------------------------- who may take part


def _limit(g: Dampfross, companies: int) -> int:
    return int(g.edition.limit * (companies if g.options["joint_limit"] == "each company" else 1))


def _back(race_trains: Iterable[Train], made: Train, rival: str) -> int | None:
    """What `rival`'s own train owes the maker of this entry; None if he has not declared a train.

    Set-offs are between two companies only (usage.net): a joint train has none.
    """
    if len(made.companies) > 1:
        return None
    for other in race_trains:
        if other.companies == (rival,):
            return other.fees.get(made.companies[0], 0)
    return None


def _check_limit(g: Dampfross, race: Race, made: Train) -> None:
    """usage.limit: at most 10 Cr to one other company, after setting off what he owes in turn."""
    limit = _limit(g, len(made.companies))
    for rival, amount in made.fees.items():
        if rival == FOREIGN and not g.options["white_limit"]:
            made.allowed.add(rival)
        if amount <= limit or rival in made.allowed:
            continue
        fields = {"company": made.name, "rival": rival, "fee": amount, "limit": limit}
        undecided = rival in race.queue and rival not in made.companies and len(made.companies) == 1
        if undecided and g.options["conditional_entry"]:
            g.tell("conditional", rule="usage.conditional", **fields)
            continue
        net = amount - (_back(race.trains, made, rival) or 0)
        g.require(net <= limit, "usage.limit", **fields | {"fee": net})
        if net > limit:
            made.allowed.add(rival)  # by ruling


def _check_purse(g: Dampfross, race: Race, made: Train) -> None:
    """usage.afford: the fees are paid in full before the start, from what the companies have."""
    if g.options["debt"]:
        return
    if any(rival in race.queue for rival in made.fees):
        return  # what a rival still to declare will owe is set off when all have declared
    for company, part in _parts(g, made):
        balance = g.ledger.balance(company)
        owed = sum(max(0, amount - (_back(race.trains, made, rival) or 0)) for rival, amount in part.items())
        g.must(balance >= owed, "usage.afford", company=company, fee=owed, cash=balance)


def _parts(g: Dampfross, made: Train) -> list[tuple[str, dict[str, int]]]:
    """What each company of a train owes whom: halves, the odd credit to the richer (joint.cost)."""
    if len(made.companies) == 1:
        return [(made.companies[0], made.fees)]
    balances = [g.ledger.balance(name) for name in made.companies]
    found: list[dict[str, int]] = [{} for _ in made.companies]
    for rival, amount in made.fees.items():
        for index, part in enumerate(shared(amount, balances, odd_to_richest=True)):
            found[index][rival] = part
    return list(zip(made.companies, found, strict=True))


def _check_twice(g: Dampfross, race: Race, made: Train) -> None:
    """prizes.twice: under the new prize system no route is more than twice as long as the shortest."""
    if g.options["prizes"] != "table":
        return
    length = _measure(made)
    lengths = [_measure(other) for other in race.trains]
    if length and any(lengths):
        least = min(filter(None, lengths))
        g.require(length <= 2 * least, "prizes.twice", company=made.name, length=length, least=least)


def _measure(made: Train) -> int:
    return made.length or made.points


def strike(g: Dampfross, race: Race) -> None:
    """Strike out entries that do not stand when all have declared (usage.void, prizes.too-long)."""
    while True:
        void = next((made for made in race.trains if _void(g, race, made)), None)
        if void is None:
            return
        race.trains.remove(void)
        for company in void.companies:
            race.declared[company] = None


def _void(g: Dampfross, race: Race, made: Train) -> bool:
    """Whether an entry falls now that all have declared."""
    limit = _limit(g, len(made.companies))
    for rival, amount in made.fees.items():
        net = amount - (_back(race.trains, made, rival) or 0)
        if net > limit and rival not in made.allowed:
            g.tell("void", rule="usage.void", company=made.name, rival=rival, fee=net, limit=limit)
            return True
    if g.options["prizes"] == "table" and _measure(made):
        least = min(filter(None, map(_measure, race.trains)))
        if _measure(made) > 2 * least:
            g.tell("too-long", rule="prizes.too-long", company=made.name, length=_measure(made), least=least)
            return True
    if not g.options["debt"]:
        owed: dict[str, int] = {}
        for payer, _, amount in _owed(g, race, made):
            owed[payer] = owed.get(payer, 0) + amount
        for payer, amount in owed.items():
            if amount > g.ledger.balance(payer):
                g.tell("void-purse", rule="usage.void", company=made.name, payer=payer, fee=amount)
                return True
    return False


def _owed(g: Dampfross, race: Race, made: Train) -> list[tuple[str, str, int]]:
    """What the companies of a train pay before the start: payer, owner of the line, amount after set-offs."""
    found = []
    for company, part in _parts(g, made):
        for rival, amount in part.items():
            net = amount - (_back(race.trains, made, rival) or 0)
            if net > 0:
                found.append((company, rival, net))
    return found


def dues(g: Dampfross, race: Race) -> list[tuple[str, str, int]]:
    """All usage fees of a race that change hands: payer, owner of the line, amount."""
    for one, other in combinations(race.trains, 2):
        if len(one.companies) == len(other.companies) == 1:
            a, b = one.companies[0], other.companies[0]
            there, back = one.fees.get(b, 0), other.fees.get(a, 0)
            if there and back:
                fields = {"a": a, "b": b, "there": there, "back": back}
                g.tell("set-off", rule="usage.net", **fields)
    if any(len(made.companies) > 1 and amount % 2 for made in race.trains for amount in made.fees.values()):
        g.cite("joint.cost")
    return [due for made in race.trains for due in _owed(g, race, made)]


def pay(g: Dampfross, race: Race, payer: str, owner: str, amount: int) -> None:
    """A usage fee to the owner of a line, or, where the table reads it so, to both partners of his train."""
    receivers: tuple[str, ...] = (owner,)
    if g.options["joint_receipts"] == "all":
        receivers = next((made.companies for made in race.trains if owner in made.companies), receivers)
    if len(receivers) > 1:
        g.cite("joint.receipts")
    parts = shared(amount, [g.ledger.balance(g.purse(name)) for name in receivers])
    for receiver, part in zip(receivers, parts, strict=True):
        g.ledger.transfer(payer, g.purse(receiver), part, "usage", race=race.number, rival=owner)
        if part:
            g.tell("pays-usage", rule="usage.fee", payer=payer, payee=receiver, amount=part)

"""What a game of Dampfross shows of itself: state, screen, account sheet, programme, routes, scores."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from referee.errors import UsageError
from referee.games.base import Score, Section
from referee.games.dampfross import draws, entries
from referee.games.dampfross.moves import LedgerLine
from referee.games.dampfross.programme import is_special
from referee.games.dampfross.search import MEASURES
from referee.games.dampfross.state import DAVID
from referee.ledger import Posting
from referee.rulebook import Rulebook

if TYPE_CHECKING:
    from referee.games.dampfross.game import Dampfross

# What a posting is called on the score sheet when money comes in, and when it goes out.
PARTS = {
    "bonus": ("bonuses", "bonuses"),
    "fee": ("fees-received", "fees-paid"),
    "usage": ("usage-received", "usage-paid"),
    "prize": ("prizes", "prizes"),
    "build": ("building", "building"),
}


# ---------------------------------------------------------------------------- state


def state(g: Dampfross) -> dict[str, Any]:
    """The whole public state as plain data."""
    race = g.race
    return {
        "phase": "over" if g.finished else g.phase,
        "round": g.round,
        "last_round": g.last_round,
        "dice": list(g.dice),
        "die": g.die,
        "to_build": list(g.building.queue),
        "extra": g.building.extra,
        "balances": {name: g.ledger.balance(name) for name in g.companies},
        "cities_left": g.cities_left,
        "cities": {town.name: list(town.visitors) for town in g.towns.values() if town.linked},
        "lines": _lines(g),
        "programme": {
            "next": g.programme.next,
            "races": g.programme.races,
            "special": list(g.programme.special),
            "strip": [
                [run.number, run.start, run.goal, run.state, list(run.winners)] for run in g.programme.strip
            ],
            "numbers": sorted(g.programme.used),
        },
        "race": None
        if race is None
        else {
            "number": race.number,
            "start": race.start,
            "goal": race.goal,
            "stage": race.stage,
            "to_declare": list(race.queue),
            "trains": [
                {
                    "companies": list(train.companies),
                    "route": train.route,
                    "fees": train.fees,
                    "points": train.points,
                    "run": train.total,
                    "arrival": list(train.arrival) if train.arrival else None,
                }
                for train in race.trains
            ],
        },
    }


def _lines(g: Dampfross) -> dict[str, list[str]]:
    """The segments of every company, or the points it has named where the map is not known."""
    if not g.board.known:
        return {name: g.site_names(name) for name in g.companies}
    names = g.board.names
    found: dict[str, list[str]] = {name: [] for name in g.companies}
    for (a, b), owners in g.network.lines.items():
        for owner in owners:
            if owner in found:
                found[owner].append(f"{names[a]}-{names[b]}")
    return found


# ---------------------------------------------------------------------------- the screen


def show(g: Dampfross, words: Rulebook) -> list[Section]:
    """Everything on one screen."""
    label = words.label
    rows = []
    for name in g.by_wealth(g.companies, richest=True):
        company = g.companies[name]
        cities = sum(name in town.visitors for town in g.towns.values())
        player = company.player if company.player != name else ""
        rows.append((name, player, company.colour, g.ledger.balance(name), cities))
    headers = [label("company"), label("player"), label("colour"), label("balance"), label("cities")]
    keep = [i for i in range(5) if i in (0, 3, 4) or any(row[i] for row in rows)]
    accounts = Section("", [headers[i] for i in keep], [[row[i] for i in keep] for row in rows])
    sections = [accounts, Section(lines=list(_standing(g, words)))]
    if g.race:
        sections.append(_race(g, words))
    return sections


def _standing(g: Dampfross, words: Rulebook) -> Iterator[str]:
    """How far the game is, in a few lines."""
    left = g.cities_left
    if left is not None:
        free = [town.name for town in g.towns.values() if not town.linked]
        named = f" ({', '.join(free)})" if 0 < left <= 8 and len(free) == left else ""
        yield words.say("label.cities-left", left=left) + named
    elif g.phase == "building":
        yield words.say("label.cities-unknown")
    yield f"{words.label('programme')}: {strip(g)}"
    advised = g.board.jumps_advised
    if g.phase == "building" and 0 < advised <= len(g.companies) and not g.options["jumps"]:
        yield words.say("label.jumps-advised", count=advised)


def strip(g: Dampfross) -> str:
    """The strip of races in one line: ✓ run, – no entry, × cancelled, @ special, › next."""
    marks = {"run": "✓", "no entry": "–", "cancelled": "×"}
    cells = []
    for number in range(g.programme.first, g.programme.races + 1):
        index = number - g.programme.first
        special = "@" if g.programme.is_special(number) else ""
        if index < len(g.programme.strip):
            cells.append(f"{number}{special}{marks[g.programme.strip[index].state]}")
        else:
            now = "›" if number == g.programme.next and g.phase == "operating" else ""
            cells.append(f"{now}{number}{special}")
    return " ".join(cells)


def _race(g: Dampfross, words: Rulebook) -> Section:
    race, label = g.race, words.label
    assert race is not None
    title = words.say(
        "label.race", race=race.number, start=draws.called(g, race.start), goal=draws.called(g, race.goal)
    )
    rows: list[tuple[Any, ...]] = []
    for train in race.trains:
        fees = " ".join(f"{amount} {rival}" for rival, amount in train.fees.items()) or "–"
        if train.arrival:
            where = words.say("label.arrived", turn=train.arrival[0], left=train.arrival[1])
        elif train.steps and race.stage == "run":
            hexes, waits = train.position()
            where = train.path[hexes] if train.path else f"{hexes}"
            where += f" {label('waiting')}" if waits else ""
        else:
            where = ""
        left = max(train.points - train.total, 0) if train.points else "?"
        rows.append((train.name, fees, train.length or "?", left, where))
    for name, declared in race.declared.items():
        if declared is None:
            rows.append((name, label("declined"), "", "", ""))
    headers = [label(key) for key in ("train", "fees", "hexes", "points-left", "position")]
    routes = [f"{train.name}: {train.route}" for train in race.trains if train.route and race.stage != "run"]
    return Section(title, headers if rows else (), rows, routes)


# ---------------------------------------------------------------------------- accounts


def accounts(g: Dampfross, words: Rulebook, *arguments: str) -> list[Section]:
    """The account sheet, and the ledger lines of the last round (of all of them with `all`)."""
    label = words.label
    sheet = [(name, " ".join(map(str, balances(g, name)))) for name in g.companies]
    sections = [Section(label("accounts"), [label("company"), label("balances")], sheet)]
    spans = _spans(g)
    chosen = spans if arguments == ("all",) else spans[-1:]
    for title, first, last in chosen:
        rows = [(name, ledger_line(g, name, first, last)) for name in g.companies]
        sections.append(Section(title, [label("company"), label("ledger")], rows))
    return sections


def balances(g: Dampfross, name: str) -> list[int]:
    """Every balance of an account in turn: each entry that changed it strikes out the one before."""
    lines = g.ledger.register(name)
    if not lines:
        return [g.ledger.balance(name)]
    found = [lines[0].balance - lines[0].change]
    for line, after in zip(lines, [*lines[1:], None], strict=True):
        if after is None or after.posting.move != line.posting.move:
            found.append(line.balance)
    return found


def _spans(g: Dampfross) -> list[tuple[str, int, int]]:
    """Rounds and races with their postings: title, first, last (exclusive); empty ones left out."""
    ends = [mark for _, mark in g.marks[1:]] + [len(g.ledger.postings)]
    spans = [(title, first, last) for (title, first), last in zip(g.marks, ends, strict=True)]
    return [span for span in spans if span[1] < span[2]] or spans[:1]


def ledger_line(g: Dampfross, name: str, first: int, last: int) -> str:
    """A stretch of the ledger as postal reports print it: =20+18+8[C]-2[R]=34."""
    opened, bank, others, closed = _figures(g, name, first, last)
    text = f"={opened}"
    plus = sum(amount for amount in bank if amount > 0)
    minus = sum(amount for amount in bank if amount < 0)
    text += f"{plus:+d}" if plus else ""
    text += f"{minus:+d}" if minus else ""
    for sign in (1, -1):
        for other, amounts in others.items():
            total = sum(amount for amount in amounts if amount * sign > 0)
            text += f"{total:+d}[{g.companies[other].letter}]" if total else ""
    return f"{text}={closed}"


def _figures(
    g: Dampfross, name: str, first: int, last: int
) -> tuple[int, list[int], dict[str, list[int]], int]:
    """Opening balance, amounts from and to the bank, those of every other company, closing balance."""
    after = sum(_change(posting, name) for posting in g.ledger.postings[last:])
    closed = g.ledger.balance(name) - after
    bank: list[int] = []
    others: dict[str, list[int]] = {other: [] for other in g.companies if other != name}
    for posting in g.ledger.postings[first:last]:
        change = _change(posting, name)
        other = posting.payee if posting.payer == name else posting.payer
        if change:
            others.get(other, bank).append(change)
    return closed - sum(bank) - sum(map(sum, others.values())), bank, others, closed


def _change(posting: Posting, name: str) -> int:
    return posting.amount * ((posting.payee == name) - (posting.payer == name))


_TERM = re.compile(r"([+\-−–])\s*(\d+)\s*(?:\[([^\]]*)\])?")
_LINE = re.compile(rf"\s*=?\s*(?P<open>\d+)(?P<terms>(?:\s*{_TERM.pattern})*)\s*=\s*(?P<close>\d+)\s*")


def compare(g: Dampfross, by: str, move: LedgerLine) -> str:
    """Compare a printed ledger line with the account, term by term (ledger.*)."""
    name = move.company
    match = _LINE.fullmatch(move.line)
    g.must(match, "ledger.form", line=move.line)
    assert match is not None
    printed_open, printed_close = int(match["open"]), int(match["close"])
    printed: dict[str, int] = {}
    signed = [
        (int(amount) * (1 if sign == "+" else -1), who) for sign, amount, who in _TERM.findall(match["terms"])
    ]
    lookup = g.names()
    for amount, who in signed:
        other = lookup.match(who, "company") if who else g.BANK
        g.must(other, "ledger.who", who=who)
        printed[str(other)] = printed.get(str(other), 0) + amount
    title, first, last = _spans(g)[-1]
    opened, bank, others, closed = _figures(g, name, first, last)
    kept = {g.BANK: sum(bank)} | {other: sum(amounts) for other, amounts in others.items()}
    fields = {"company": name, "when": title, "line": ledger_line(g, name, first, last)}
    g.require(printed_open == opened, "ledger.opening", **fields, printed=printed_open, kept=opened)
    for other in kept:
        amount = printed.get(other, 0)
        differs = {"other": other, "printed": f"{amount:+d}", "kept": f"{kept[other]:+d}"}
        g.require(amount == kept[other], "ledger.differs", **fields, **differs)
    total = printed_open + sum(amount for amount, _ in signed)
    g.require(total == printed_close, "ledger.sum", **fields, total=total, printed=printed_close)
    g.tell("ledger-agrees", company=name, line=ledger_line(g, name, first, last), cash=closed)
    return by or g.situation().actor


# ---------------------------------------------------------------------------- programme and routes


def programme(g: Dampfross, words: Rulebook, *arguments: str) -> list[Section]:
    """The strip of races, the races so far, and the numbers that are struck."""
    label = words.label
    rows = []
    for run in g.programme.strip:
        outcome = (
            ", ".join(run.winners)
            if run.state == "run"
            else words.say(f"label.{run.state.replace(' ', '-')}")
        )
        rows.append((run.number, draws.called(g, run.start), draws.called(g, run.goal), outcome))
    headers = [label(key) for key in ("number", "start", "goal", "winner")]
    sections = [Section(label("programme"), lines=[strip(g), words.say("label.strip-key")])]
    if rows:
        sections.append(Section("", headers, rows))
    if g.edition.numbers_once:
        sections.append(Section(label("numbers"), lines=_square(g)))
    return sections


def _square(g: Dampfross) -> list[str]:
    """The square of numbers, those drawn struck out, and the special destinations below."""
    used = g.programme.used
    lines = [
        "  ".join("··" if f"{tens}{units}" in used else f"{tens}{units}" for units in range(1, 7))
        for tens in range(1, 7)
    ]
    if g.programme.special:
        lines.append("  ".join("··" if f"@{n}" in used else f"@{n}" for n in range(1, 7)))
    return lines


def routes(g: Dampfross, words: Rulebook, *arguments: str) -> list[Section]:
    """The best routes between two stations for one company, or for all of them. Raises `UsageError`."""
    if not g.board.known:
        raise UsageError("routes are found on a known map only: name a board file in the option “board”")
    if len(arguments) not in (2, 3):
        raise UsageError("name start and goal: routes 24 52, routes Paris Rouen, routes 24 @4 ANNA")
    names = g.names()
    starts, goals = (_spots(g, text) for text in arguments[:2])
    companies = list(g.companies)
    if len(arguments) == 3:
        company = names.match(arguments[2], "company")
        if company is None:
            raise UsageError(f"no company is called “{arguments[2]}”; {', '.join(companies)}")
        companies = [company]
    label = words.label
    rows: list[tuple[Any, ...]] = []
    detour = False
    for company in companies:
        finder = entries.search(g, (company,))
        seen: dict[str, str] = {}
        for measure in MEASURES:
            way = finder.best(starts, goals, measure)
            mark = "" if finder.exhaustive else " ?"
            if way is None:
                rows.append((company, label("no-route") + mark, "", "", "", ""))
                break
            detour = detour or len(set(way.hexes)) < len(way.hexes)
            text = entries.as_text(g, way)
            if text not in seen:
                seen[text] = measure
                paid = " ".join(f"{amount} {rival}" for rival, amount in way.fees.items()) or "–"
                rows.append((company, label(measure) + mark, way.length, way.points, paid, text))
    headers = [label(key) for key in ("company", "route", "hexes", "points", "fees", "way")]
    remarks = [words.say("label.unproven")] if any("?" in str(row[1]) for row in rows) else []
    if detour:
        remarks.append(words.say("label.detour"))
    return [Section(f"{arguments[0]} – {arguments[1]}", headers, rows, remarks)]


def _spots(g: Dampfross, text: str) -> set[int]:
    """The hexes of a place, a station number or a special destination. Raises `UsageError`."""
    if is_special(text) and text[1:] in ("1", "2", "3", "4", "5", "6"):
        return g.board.targets(int(text[1:]))
    shared = {g.board.cities[town.name].hex for town in draws.towns_of(g, text)} if text.isdigit() else set()
    if shared:
        return shared
    found = g.names().match(text, "place")
    spot = g.board.hex(found) if found else None
    if spot is None:
        raise UsageError(f"no place of this map is called “{text}”")
    return {spot}


VIEWS: dict[str, Callable[..., list[Section]]] = {
    "accounts": accounts,
    "programme": programme,
    "routes": routes,
}


# ---------------------------------------------------------------------------- scores


def scores(g: Dampfross) -> list[Score]:
    """Worth of every player with its parts; two companies of one player are added up."""
    parts = {name: {"opening": balances(g, name)[0]} for name in g.companies}
    for posting in g.ledger.postings:
        names = PARTS.get(posting.reason, ("other", "other"))
        for name, label, sign in ((posting.payee, names[0], 1), (posting.payer, names[1], -1)):
            if name in parts:
                parts[name][label] = parts[name].get(label, 0) + sign * posting.amount
    players = list(dict.fromkeys(company.player for company in g.companies.values()))
    two = len(players) < len(g.companies) and DAVID not in g.companies
    if not two:
        return [Score(name, g.ledger.balance(name), parts[name]) for name in g.companies]
    found = []
    for player in players:
        own = [name for name, company in g.companies.items() if company.player == player]
        total: dict[str, int] = {}
        for name in own:
            for label, amount in parts[name].items():
                total[label] = total.get(label, 0) + amount
        remark = ", ".join(f"{name} {g.ledger.balance(name)}" for name in own)
        found.append(Score(player, sum(total.values()), total, remark=remark))
    return found

"""What a session's options and players make of a game: edition, companies, a game taken over."""

from __future__ import annotations

from typing import Any

from referee.games.base import Setup
from referee.games.dampfross.board import NUMBERS, Board
from referee.games.dampfross.edition import Edition, misfits, named, restricted
from referee.games.dampfross.network import FOREIGN
from referee.games.dampfross.state import DAVID, Company
from referee.notation import fold

# What the head of every report names: these readings decide most disputes.
TOLD = ("edition", "building_ends", "join_again", "debt", "extra_fees", "prizes", "jumps")

OPENING = {"phase": str, "round": int, "race": int, "balances": dict, "linked": list, "numbers": list}


class Misfit(Exception):
    """An option or a name of the right type that does not fit the game: the problem and its remedy."""


def unfit(setup: Setup, board: Board) -> list[tuple[str, str]]:
    """All that keeps a game from beginning, each with its remedy (see `Game.unfit`)."""
    found = []
    for check in (lambda: edition(setup, board), lambda: opening(setup, companies(setup), board)):
        try:
            check()
        except Misfit as misfit:
            found.append(misfit.args)
    return list(dict.fromkeys(found))


def fault(name: str, problem: str, remedy: str) -> Misfit:
    """The fault of an option."""
    return Misfit(f"option “{name}”: {problem}", remedy)


def edition(setup: Setup, board: Board) -> Edition:
    """The edition in force, with the table's own constants, the map's races, or the number agreed on."""
    settings = setup.options
    wrong = misfits(settings["constants"])
    if wrong:
        problem = f"no constant that can have such a value is called {', '.join(wrong)}"
        raise fault("constants", problem, "editions.toml lists the constants and what they mean")
    found = named(settings["edition"], settings["constants"])
    races = settings["races"] or board.races or found.races
    special = found.special if board.special_races is None else board.special_races
    _check_prizes(setup)
    return restricted(found, races, special)


def _check_prizes(setup: Setup) -> None:
    """prizes.table: the alternative prizes need a table for every number of participants."""
    if setup.options["prizes"] != "table":
        return
    table = setup.options["prize_table"]
    remedy = "write prize_table = { 1 = [30], 2 = [20, 10], 3 = [15, 10, 5], … }, as your rules print it"
    if not table:
        raise fault("prizes", "the table of the alternative prizes is not given", remedy)
    for count in range(1, len(setup.players) + 1):
        row = table.get(str(count))
        if (
            not isinstance(row, list)
            or len(row) != count
            or not all(isinstance(p, int) and p >= 0 for p in row)
        ):
            raise fault("prize_table", f"no {count} prizes for {count} participants", remedy)
    if len({sum(row) for row in table.values()}) > 1:
        raise fault("prize_table", "its rows have different sums", "all participants share one amount")


def companies(setup: Setup) -> dict[str, Company]:
    """The companies in the order of their turns: one per player, two each, or David besides."""
    pairs: list[tuple[str, str, str]] = []
    two = len(setup.players) == 2 and setup.options["two_players"] == "companies"
    for number in (1, 2) if two else (0,):
        for player, extra in zip(setup.players, setup.extra, strict=True):
            names = [name.strip() for name in extra.get("companies", "").split(",")]
            colours = [colour.strip() for colour in extra.get("colour", "").split(",")]
            if number:
                name = names[number - 1] if len(names) == 2 else f"{player} {number}"
                pairs.append((name, player, colours[number - 1] if len(colours) == 2 else ""))
            else:
                pairs.append((extra.get("company") or player, player, colours[0]))
    if len(setup.players) == 2 and setup.options["two_players"] == "david":
        pairs.append((DAVID, "", ""))
    _check_names(pairs)
    letters = _letters([name for name, _, _ in pairs])
    return {name: Company(name, player, colour, letters[name]) for name, player, colour in pairs}


def _check_names(pairs: list[tuple[str, str, str]]) -> None:
    """setup.colours: nobody shares a name or a colour."""
    seen = {"bank": "the Bank", fold(FOREIGN): "the owner of white lines"}
    for name, _, colour in pairs:
        for text in filter(None, {fold(name), fold(colour)}):
            if text in seen:
                problem = f"{name} and {seen[text]} are both called “{text}”"
                raise Misfit(problem, "give each its own name and colour")
            seen[text] = name


def _letters(names: list[str]) -> dict[str, str]:
    """The shortest beginning of each name that no other name has."""
    found = {}
    for name in names:
        others = [fold(other) for other in names if other != name]
        length = next(
            (n for n in range(1, len(name)) if not any(o.startswith(fold(name[:n])) for o in others)),
            len(name),
        )
        found[name] = name[:length].upper() if length == 1 else name[:length]
    return found


def opening(setup: Setup, known: dict[str, Company], board: Board) -> dict[str, Any]:
    """Where a game begins that was played elsewhere before; empty for a new one."""
    given = dict(setup.options["opening"])
    remedy = 'write opening = { phase = "operating", race = 8, balances = { … }, linked = ["Paris", …] }'
    for key, value in given.items():
        if key not in OPENING or not isinstance(value, OPENING[key]) or isinstance(value, bool):
            raise fault("opening", f"“{key}” does not belong there", remedy)
    if given.get("phase", "building") not in ("building", "operating"):
        raise fault("opening", f"there is no phase “{given['phase']}”", "building or operating")
    for name, balance in given.get("balances", {}).items():
        least = balance if setup.options["debt"] else 0
        if name not in known or type(balance) is not int or balance < least:
            raise fault("opening", f"{name} = {balance!r} is no balance of a company", remedy)
    if any(number not in NUMBERS for number in given.get("numbers", [])):
        raise fault("opening", "a station number has two digits from 1 to 6", remedy)
    if not all(isinstance(city, str) for city in given.get("linked", [])):
        raise fault("opening", "linked lists cities by name", remedy)
    if given.get("round", 1) < 1:
        raise fault("opening", "rounds are counted from 1", remedy)
    if not 1 <= given.get("race", 1) <= edition(setup, board).races:
        raise fault("opening", f"there is no race {given['race']} in this game", remedy)
    if "race" in given and "phase" not in given:
        given["phase"] = "operating"
    return given

"""Drawing a race: numbers, unlinked stations, goals too near, what the table tells of stations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from referee.games.dampfross import outcome, races, turns
from referee.games.dampfross.moves import Goal
from referee.games.dampfross.moves import Race as RaceMove
from referee.games.dampfross.programme import SPECIALS, digits, is_special
from referee.games.dampfross.state import Race, Town
from referee.notation import fold

if TYPE_CHECKING:
    from referee.games.dampfross.game import Dampfross


def draw(g: Dampfross, by: str, move: RaceMove) -> str:
    """Start and goal of the next race (race.draw, programme.special, number.next)."""
    g.must(g.phase == "operating" and not g.race and not g.building.queue, "race.not-now")
    programme, number = g.programme, g.programme.next
    start, goal_ = move.draw.start, move.draw.goal
    if not g.edition.special_anywhere:
        special = programme.is_special(number)
        g.require(
            is_special(goal_) == special, "programme.special", race=number, special=list(programme.special)
        )
        g.must(not is_special(start), "programme.start", start=start)
    race = Race(number, start, goal_)
    race.start = _take(g, start)
    if g.edition.numbers_once:
        programme.used.add(race.start)
    if move.draw.start_name and not is_special(race.start):
        teach_station(g, digits(race.start), move.draw.start_name)
    if move.draw.start_name:
        race.names = move.draw.start_name, move.draw.goal_name
    race.starts = frozenset(_hexes(g, race.start))
    race.goal = _take(g, goal_)
    if move.draw.goal_name and not is_special(race.goal):
        teach_station(g, digits(race.goal), move.draw.goal_name)
    phrase = "drawn-virtually" if move.virtual else "drawn"
    fields: dict[str, Any] = {"race": number, "start": called(g, race.start), "goal": called(g, race.goal)}
    g.tell(phrase, rule="race.draw", **fields)
    g.race = race
    _aim(g, race, unlinked=move.unlinked)
    return by or turns.seats(g)[0]


def _take(g: Dampfross, station: str) -> str:
    """The number a throw gives: a number drawn before gives the next one (number.next, number.wrap)."""
    if not g.edition.numbers_once:
        return station
    special = is_special(station)
    found = g.programme.taken(station, wrap=g.options["wrap"], once=not special or g.options["special_once"])
    g.must(found is not None, "number.again", number=station)
    assert found is not None
    if found != station:
        wrapped = digits(found) < digits(station)
        g.tell("next-number", rule="number.wrap" if wrapped else "number.next", number=station, taken=found)
    return found


def _aim(g: Dampfross, race: Race, *, unlinked: bool = False) -> None:
    """Take the goal of a race: cancelled if a station is unlinked, thrown again if too near."""
    programme = g.programme
    if g.edition.numbers_once:
        programme.used.add(race.goal)
    loose = [station for station in (race.start, race.goal) if _linked(g, station) is False]
    if unlinked and not loose:
        known = all(_linked(g, station) for station in (race.start, race.goal))
        g.require(not known, "race.linked", start=called(g, race.start), goal=called(g, race.goal))
        loose = [race.start, race.goal]
    if loose:
        names = [called(g, station) for station in loose]
        stays = is_special(race.goal) and g.options["cancelled_strikes"] == "stations"
        if stays:
            programme.used.discard(race.goal)
        phrase = "cancelled-goal-stays" if stays else "cancelled"
        g.tell(phrase, rule="race.cancelled", race=race.number, stations=names, goal=called(g, race.goal))
        outcome.over(g, race, "cancelled")
        return
    race.goals = frozenset(_hexes(g, race.goal))
    near = _too_near(g, race)
    if not near:
        races.open_entries(g, race)
        return
    if g.options["rejected_stays"]:
        programme.used.discard(race.goal)
    race.rejected.add(race.goal)
    if not _other_goal(g, race):
        g.tell("no-goal", rule="race.no-goal", race=race.number)
        programme.used.add(race.goal)
        outcome.over(g, race, "cancelled")
        return
    race.stage = "goal"
    fields: dict[str, Any] = {
        "start": called(g, race.start),
        "goal": called(g, race.goal),
        "least": g.edition.minimum,
    }
    g.tell("too-near", rule="race.minimum", **fields)


def _too_near(g: Dampfross, race: Race) -> bool:
    """race.minimum, race.exit-minimum: whether the goal lies too near; keeps only the goals that do not.

    A goal among several is kept if it is far enough; the goal is thrown again when none is, or, where
    the table reads it so, as soon as one is too near.
    """
    if not g.board.known:
        towns = [{town.name for town in towns_of(g, station)} for station in (race.start, race.goal)]
        return bool(towns[0] & towns[1]) and g.edition.minimum > 0
    far = g.network.distances(race.starts)
    near = {spot for spot in race.goals if far.get(spot, g.least_length) < g.least_length}
    rest = race.goals - near
    race.goals = frozenset(rest)
    return bool(near) and (not rest or g.options["exit_minimum"] == "every")


def _other_goal(g: Dampfross, race: Race) -> bool:
    """Whether some goal that is still to be drawn would do."""
    if not g.board.known:
        return True
    if is_special(race.goal):
        stations = [f"@{number}" for number in g.board.special]
    else:
        stations = [str(number) for town in g.towns.values() for number in town.numbers]
    far = g.network.distances(race.starts)
    least = g.least_length
    for station in stations:
        if station in g.programme.used or station in race.rejected:
            continue
        if _linked(g, station) is False:
            return True
        if any(far.get(spot, least) >= least for spot in _hexes(g, station)):
            return True
    return False


def goal(g: Dampfross, by: str, move: Goal) -> str:
    """The goal thrown again (race.minimum); without a map the table says that it was too near."""
    race = g.race
    told = race is not None and race.stage == "enter" and not g.board.known and not race.declared
    g.must(race and (race.stage == "goal" or told), "race.goal-only")
    assert race is not None
    g.must(is_special(move.number) == is_special(race.goal), "race.goal-kind", goal=race.goal)
    if told:
        if g.options["rejected_stays"]:
            g.programme.used.discard(race.goal)
        g.tell("too-near-told", rule="race.minimum", goal=called(g, race.goal), least=g.edition.minimum)
    race.goal = _take(g, move.number)
    race.names = race.names[0], ""
    g.tell("goal", race=race.number, goal=called(g, race.goal))
    race.stage = "enter"
    _aim(g, race, unlinked=move.unlinked)
    return by or turns.seats(g)[0]


def _hexes(g: Dampfross, station: str) -> Iterable[int]:
    """The hexes of a known map that a number or special destination stands for, if lines reach them."""
    if not g.board.known:
        return ()
    if is_special(station):
        spots: Iterable[int] = g.board.targets(digits(station))
    else:
        spots = [g.board.cities[town.name].hex for town in towns_of(g, station)]
    return [spot for spot in spots if spot >= 0 and g.network.at[spot]]


def _linked(g: Dampfross, station: str) -> bool | None:
    """Whether anybody has linked a station or special destination; None where the table must say."""
    if is_special(station):
        special = g.board.special.get(digits(station))
        if g.board.known and special:
            return bool(_hexes(g, station))
        for name in special.to if special else ():
            town = g.town_named(name)
            if fold(name) in g.reached_exits or (town and town.linked):
                return True
        return None
    towns = towns_of(g, station)
    if not towns:
        if g.board.known:
            g.ask("station", [f"board station {station} CITY"], number=station)
        return None
    if any(town.linked for town in towns):
        return True
    return None if g.taken_over else False


def towns_of(g: Dampfross, station: str) -> list[Town]:
    """The cities that bear a station number, as far as the table knows them."""
    if is_special(station):
        return []
    return [town for town in g.towns.values() if digits(station) in town.numbers]


def called(g: Dampfross, station: str) -> str:
    """A station with the name of its city, where it is known."""
    if is_special(station):
        special = g.board.special.get(digits(station))
        return f"{station} {special.name}" if special else station
    names = " / ".join(town.name for town in towns_of(g, station))
    return f"{station} {names}".strip()


def teach_station(g: Dampfross, number: int, city: str) -> None:
    """Note which city bears a number; the table may not contradict itself (map.station)."""
    g.must(number % 10 in SPECIALS and number // 10 in SPECIALS, "map.station-number", number=number)
    others = [town.name for town in towns_of(g, str(number)) if fold(town.name) != fold(city)]
    shared = number in g.board.shared
    g.must(not others or shared, "map.station", number=number, city=city, other=", ".join(others))
    town = g.town_named(city)
    if town is None:
        g.must(not g.board.known, "map.no-city", city=city)
        town = g.new_town(city)
    town.numbers = tuple(sorted({*town.numbers, number}))

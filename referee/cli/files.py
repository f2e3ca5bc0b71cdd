"""Commands about session files and games: new, check, games, use, import."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli import desk, screen
from referee.cli.failures import Failure
from referee.cli.options import FormatOption, JsonOption, RulesOption, SessionOption, complete_game
from referee.cli.reply import reply
from referee.errors import FileFaults, UsageError

if TYPE_CHECKING:
    from referee.games.base import GameInfo
    from referee.session import Player, Session
    from referee.table import Table

SESSIONS = Path("sessions")

OutOption = Annotated[
    str | None, typer.Option("-o", "--out", metavar="FILE", help="Where to write the session.")
]


def new(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game.", autocompletion=complete_game)],
    players: Annotated[
        list[str] | None,
        typer.Option("-p", "--player", metavar="NAME[:COLOUR]", help="A player, in seating order."),
    ] = None,
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="What to call this game.")] = "",
    out: OutOption = None,
    options: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="How this table plays."),
    ] = None,
    shuffle: Annotated[bool, typer.Option("--shuffle", help="Seat the players at random.")] = False,
    json: JsonOption = False,
    rules: RulesOption = None,
) -> None:
    """Start a session.

    Examples:
      referee new 1848 -p Anna -p Ben -p Chloé
      referee new 1848 -p Anna -p Ben -p Zoé --title "Friday evening" --shuffle
      referee new transit -p Anna:jaune -p Ben:rose -o friday.toml

    The games: referee games
    """
    from random import SystemRandom

    from referee.games import game_class, named
    from referee.games.base import parse_option
    from referee.session import Player, create, new_path

    info = named(game)
    seats = [_player(text, Player) for text in players or []]
    if not seats:
        raise UsageError(f"who plays? referee new {info.key} -p Anna -p Ben …")
    _all_different([player.name for player in seats])
    if shuffle:
        from random import shuffle as shuffle_seats

        shuffle_seats(seats)
    chosen = dict(parse_option(info.key, text) for text in map(_assignment, options or []))
    drawn = game_class(info.key).prepare([(s.name, s.extra) for s in seats], chosen, SystemRandom())
    seats = [Player(name, extra) for name, extra in drawn]
    created = desk.now()
    path = Path(out) if out else new_path(SESSIONS, info.key, title, created)
    _playable(path, info, title, chosen, seats)
    session = create(
        path, game=info.key, rules=info.rules, title=title, players=seats, options=chosen, created=created
    )
    _announce("new", session, json)


def check(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILE", help="Sessions; else the one being played.")
    ] = None,
    session: SessionOption = None,
    json: JsonOption = False,
    rules: RulesOption = None,
) -> None:
    """Replay sessions: is every move legal, does every total hold?

    All faults are told at once. Exit code 0 if all is well, 1 if anything is not.

    Examples:
      referee check
      referee check sessions/*.toml
    """
    from referee.reports import checking

    paths = [Path(text) for text in files or []] or [desk.locate(session)]
    found = [checking.Checked(path) for path in paths]
    worst = max(item.exit_code for item in found)
    error = None
    if worst:
        bad = sum(1 for item in found if item.exit_code)
        faults = [fault for item in found for fault in item.faults]
        message = f"{bad} of {len(found)} files failed" if len(found) > 1 else "The check failed"
        message += f": {len(faults)} fault{'s' * (len(faults) != 1)}."
        error = Failure("check", [message], worst, faults=faults)
    reply("check", json, lambda: {"files": [item.data() for item in found]}, lambda: _checked(found), error)


def _checked(found: Sequence[Any]) -> Iterator[str]:
    for item in found:
        yield from item.lines()


def games(json: JsonOption = False, format: FormatOption = None, rules: RulesOption = None) -> None:
    """List the games that can be played.

    Examples:
      referee games
    """
    from referee.games import catalogue

    infos = list(catalogue().values())

    def data() -> dict[str, Any]:
        from referee.reports import machine

        return {"games": [machine.game(info) for info in infos]}

    def lines() -> list[str]:
        from referee.reports import tables

        rows = [
            (
                info.key,
                info.title,
                "–".join(dict.fromkeys(map(str, info.players))),
                info.rules,
                ", ".join(info.views),
            )
            for info in infos
        ]
        heads = ("game", "title", "players", "rules", "views")
        return tables.grid(heads, rows, format) if rows else ["No games."]

    reply("games", json, data, lines)


def use(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file.")],
    json: JsonOption = False,
) -> None:
    """Pick the session that this folder works on.

    Examples:
      referee use sessions/friday-evening.toml
    """
    from referee.session import pin

    pin(Path(file))
    reply("use", json, lambda: {"path": file}, lambda: [f"From now on: {file}"])


def import_(
    source: Annotated[str, typer.Argument(metavar="FORMAT", help="The kind of file, such as 18xx.")],
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file.")],
    out: OutOption = None,
    json: JsonOption = False,
    rules: RulesOption = None,
) -> None:
    """Make a session from a game saved by another program.

    Examples:
      referee import 18xx game.json
      referee import 18xx game.json -o sessions/online.toml
    """
    from referee.games import catalogue, resolve
    from referee.session import Player, append, create, locked, new_path

    readers = {name: target for info in catalogue().values() for name, target in info.importers.items()}
    if source not in readers:
        known = ", ".join(readers) or "none yet"
        raise UsageError(f"no format is called “{source}”; formats: {known}")
    found = resolve(readers[source])(Path(file))
    info = catalogue()[found.game]
    path = Path(out) if out else new_path(SESSIONS, info.key, found.title, desk.now())
    session = create(
        path,
        game=info.key,
        rules=info.rules,
        title=found.title,
        players=[Player(name) for name in found.players],
        options=found.options,
        created=desk.now(),
    )
    with locked(path):
        session = append(session, found.entries)
    screen.err(*found.notes)
    _announce("import", session, json, notes=found.notes)


# ---------------------------------------------------------------- what they share


def _player(text: str, kind: type[Player]) -> Player:
    name, colon, colour = text.partition(":")
    return kind(name.strip(), {"colour": colour.strip()} if colon and colour.strip() else {})


def _all_different(names: Sequence[str]) -> None:
    from referee.notation import fold

    for index, name in enumerate(names):
        same = [other for other in names[:index] if fold(other) == fold(name)]
        if same:
            raise UsageError(f"two players are named {same[0]} and {name}; tell them apart: Anna B, Anna K")


def _assignment(text: str) -> str:
    if "=" not in text:
        raise UsageError(f"“{text}” is no option; write --option name=value")
    return text


def _playable(
    path: Path, info: GameInfo, title: str, options: dict[str, Any], seats: Sequence[Player]
) -> None:
    """Raises `UsageError` for players and options that the game does not take."""
    from referee.session import Session
    from referee.table import Table

    try:
        Table(Session(path, info.key, info.rules, title, None, options, list(seats), []))
    except FileFaults as error:
        if any(fault.path != path for fault in error.faults):
            raise
        problems = "\n".join(f"{fault.problem}: {_typed_remedy(fault.remedy)}" for fault in error.faults)
        raise UsageError(problems) from None


def _typed_remedy(remedy: str) -> str:
    return remedy.replace("add or remove a [[player]]", "name each with -p")


def _announce(command: str, session: Session, as_json: bool, notes: Sequence[str] = ()) -> None:
    """Say what session there is now, who sits where, and what to type next."""
    from dataclasses import replace

    from referee.table import Table

    table = Table(replace(session, entries=list(session.entries)), tolerant=command == "import")

    def data() -> dict[str, Any]:
        from referee.reports import machine

        told: dict[str, Any] = {"table": machine.table(table), "next": machine.situation(table)}
        if command == "import":
            told |= {"notes": list(notes), "faults": [machine.fault(fault) for fault in table.faults]}
        return told

    error = None
    if table.faults:
        error = Failure("check", [str(fault) for fault in table.faults[:1]], faults=table.faults)
    reply(command, as_json, data, lambda: _news(table), error)


def _news(table: Table) -> Iterator[str]:
    from referee.reports import tables

    session = table.session
    yield from tables.head(table)[:-1]
    seats = [" ".join([player.name, *map(str, player.extra.values())]) for player in session.players]
    entries = f", {len(session.entries)} moves" if session.entries else ""
    yield f"{session.path}: {', '.join(seats)}{entries}"
    yield from tables.coming(table)
    yield "Type it after `referee do`, or at the prompt of `referee play`."

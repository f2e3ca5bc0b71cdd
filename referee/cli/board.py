"""Commands about board files: new, check, show, save. The same for every game that has boards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
import typer.core

from referee.cli import desk, screen
from referee.cli.failures import Failure
from referee.cli.options import (
    AtOption,
    FormatOption,
    JsonOption,
    RulesOption,
    SessionOption,
    complete_game,
    whole,
)
from referee.cli.reply import reply
from referee.errors import Fault, FileFaults, UsageError

if TYPE_CHECKING:
    from referee.boards import Boards
    from referee.games.base import GameInfo
    from referee.session import Session
    from referee.table import Table

SUBCOMMANDS: Final = ("new", "check", "show", "save")

GameOption = Annotated[
    str | None,
    typer.Option("--game", metavar="GAME", help="Whose board it is.", autocompletion=complete_game),
]
ForceOption = Annotated[bool, typer.Option("--force", help="Write over a file that is there.")]


class BoardCommands(typer.core.TyperGroup):
    """The group; a fact typed in place of a command is answered by where it belongs."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Like the base, with a hint for whoever wants to teach a fact."""
        if args[0] not in SUBCOMMANDS:
            text = " ".join(word for word in args if word != "--json")
            raise UsageError(
                f"“{args[0]}” is no board command ({', '.join(SUBCOMMANDS)}); "
                f"a fact of the board is a move: referee do board {text}"
            )
        return super().resolve_command(ctx, args)


board = typer.Typer(
    cls=BoardCommands,
    add_completion=False,
    rich_markup_mode=None,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="""Board files: what is known of a printed board.

    \b
    Examples:
      referee board new vieux-blues -o ours.toml
      referee board check ours.toml
      referee board show
      referee board save ours.toml
    """,
)


@board.callback()
def start(ctx: typer.Context) -> None:
    """Without a command: the help."""
    if ctx.invoked_subcommand is None:
        screen.out(*ctx.get_help().split("\n"))


@board.command("new")
def new(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game.", autocompletion=complete_game)],
    out: Annotated[str | None, typer.Option("-o", "--out", metavar="FILE", help="Where to write it.")] = None,
    force: ForceOption = False,
    json: JsonOption = False,
    rules: RulesOption = None,
) -> None:
    """Write an empty board file to be filled in.

    Comments in it say what is wanted from the printed board.

    \b
    Examples:
      referee board new transit
      referee board new vieux-blues -o ours.toml
    """
    from referee.games import named

    info = named(game)
    path = Path(out or f"{info.key}-board.toml")
    title = "".join(char for char in path.stem if char.isprintable() and char not in '"\\')
    _write(path, _boards(info).template(title), force)
    data = {"game": info.key, "path": str(path)}
    lines = [f"{path}: fill it in, then: referee board check {path}", _how_to_play(info, path)]
    reply("board", json, lambda: data, lambda: lines)


@board.command("check")
def check(
    target: Annotated[
        str, typer.Argument(metavar="FILE|NAME", help="A board file, or the name of a shipped one.")
    ],
    game: GameOption = None,
    json: JsonOption = False,
    rules: RulesOption = None,
) -> None:
    """Say what is wrong with a board, and what it lacks.

    All faults are told at once: where it contradicts itself or the rules.

    \b
    Examples:
      referee board check ours.toml
      referee board check invented --game vieux-blues

    Exit code 0 if all is well (gaps are no faults), 1 if there are faults, 3 if the file can't be read.
    """
    found = _found(target, game)
    faults = found.faults()
    error = None
    if faults:
        lines = [line for fault in faults for line in str(fault).split("\n")]
        error = Failure("check", lines, faults=faults)
    missing = [] if faults else found.boards.missing(found.data)
    doubts = [] if faults else found.boards.doubts(found.data)

    def data() -> dict[str, Any]:
        about = {"game": found.info.key, "path": str(found.path)}
        return about | {"doubts": doubts, "missing": missing}

    def lines_() -> list[str]:
        if faults:
            return []
        state = "complete" if not missing else f"nothing wrong, {len(missing)} gaps"
        return [f"{found.path}: {state}", *(f"  look again: {text}" for text in doubts), *_gaps(missing)]

    reply("board", json, data, lines_, error)


@board.command("show")
def show(
    target: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE|NAME]", help="A board; else that of the session, with all that stands on it."
        ),
    ] = None,
    out: Annotated[
        str | None, typer.Option("-o", "--out", metavar="FILE.svg", help="Draw it into an SVG picture.")
    ] = None,
    game: GameOption = None,
    at: AtOption = None,
    force: ForceOption = False,
    session: SessionOption = None,
    json: JsonOption = False,
    format: FormatOption = None,
    rules: RulesOption = None,
) -> None:
    """Draw a board and list what is not known of it yet.

    \b
    Examples:
      referee board show
      referee board show invented --game vieux-blues
      referee board show -o board.svg
    """
    table = None
    if target is None:
        table = desk.open_table(session, whole(at, "an entry number"))
        found = _of(table)
        known: Mapping[str, Any] = found.boards.learned(table.game) or found.data
    else:
        found = _found(target, game)
        found.raise_faults()
        known = found.data
    played = table.game if table is not None else None
    if out is not None:
        from referee.reports.text import clean

        picture = found.boards.svg(known, played)
        if not picture:
            raise UsageError(f"there is no picture of a board of {found.info.title}")
        _write(Path(out), "\n".join(map(clean, picture.split("\n"))), force)
    sections = found.boards.draw(known, found.rulebook, played)
    missing = found.boards.missing(known)

    def data() -> dict[str, Any]:
        from referee.reports import machine

        about = {"game": found.info.key, "path": str(found.path), "picture": out}
        return about | {"sections": [machine.section(part) for part in sections], "missing": missing}

    def lines() -> list[str]:
        from referee.reports import tables

        if out is not None:
            return [f"{out}: drawn"]
        return [*tables.body(sections, format), *_gaps(missing)]

    reply("board", json, data, lines)


@board.command("save")
def save(
    target: Annotated[
        str, typer.Argument(metavar="NAME|FILE", help="The file; a bare NAME lies beside the session.")
    ],
    force: ForceOption = False,
    session: SessionOption = None,
    json: JsonOption = False,
    rules: RulesOption = None,
) -> None:
    """Write the board as this session knows it, for the next evening.

    \b
    Examples:
      referee board save ours
      referee board save boards/ours.toml --force
    """
    import tomli_w

    from referee.reports.text import clean

    table = desk.open_table(session)
    found = _of(table)
    known = found.boards.learned(table.game)
    if not known:
        raise UsageError(
            f"the board of {found.info.title} is not taught at the table; its file is {found.path}"
        )
    if target.endswith(".toml"):
        path = Path(target)
    else:
        path = table.session.path.parent / f"{target}.toml"
    title = table.session.title or table.session.path.stem
    head = clean(f"# A board of {found.info.title}, as the table of “{title}” knows it.")
    text = f"{head}\n\n{tomli_w.dumps(known)}"
    if force and path.resolve() == found.path.resolve():
        _still_plays(table.session, path, text)
    _write(path, text, force)
    missing = found.boards.missing(known)
    data = {"game": found.info.key, "path": str(path), "missing": missing}
    lines = [f"{path}: saved", *_gaps(missing), _how_to_play(found.info, path)]
    reply("board", json, lambda: data, lambda: lines)


# ---------------------------------------------------------------- what they share


@dataclass
class _Found:
    """A board file, its game, and what that game knows of boards."""

    info: GameInfo
    path: Path
    boards: Boards
    data: dict[str, Any]

    @property
    def rulebook(self) -> Any:
        """The words of the game."""
        from referee.rulebook import Rulebook

        return Rulebook(self.info.key)

    def faults(self) -> list[Fault]:
        """All faults, in the order of their lines."""
        from referee.boards import checked_board

        try:
            checked_board(self.info.key, self.boards, self.path)
        except FileFaults as error:
            return list(error.faults)
        return []

    def raise_faults(self) -> None:
        """Raises `FileFaults` if there are any."""
        if faults := self.faults():
            raise FileFaults(faults)


def _found(target: str, game: str | None) -> _Found:
    """The board that somebody names: a file, or a shipped board of the game or of whichever has one."""
    from referee.boards import board_path, load_board, shipped
    from referee.games import catalogue, named

    infos = [named(game)] if game else [info for info in catalogue().values() if info.boards]
    if target.endswith(".toml"):
        info = named(game) if game else _game_of(Path(target))
    else:
        having = [info for info in infos if target in shipped(info.key)]
        if not having:
            known = " · ".join(f"{info.key}: {', '.join(shipped(info.key)) or 'none'}" for info in infos)
            raise UsageError(f"no board is called “{target}”; name a file ending in .toml, or one of {known}")
        if len(having) > 1:
            keys = " or ".join(info.key for info in having)
            raise UsageError(f"several games have a board “{target}”: add --game {keys}")
        info = having[0]
    return _Found(
        info, board_path(info.key, target, Path()), _boards(info), load_board(info.key, target, Path())
    )


def _game_of(path: Path) -> GameInfo:
    """The game that a board file names itself."""
    import tomllib

    from referee.boards import load_board
    from referee.games import catalogue, named

    try:
        key = tomllib.loads(path.read_text(encoding="utf-8")).get("game")
    except (OSError, ValueError, RecursionError):
        load_board("", str(path), Path())  # raises the fault
        raise
    if not isinstance(key, str):
        games = " or ".join(info.key for info in catalogue().values() if info.boards)
        raise UsageError(
            f'the file {path} does not say whose board it is: add --game {games}, or a line game = "…"'
        )
    return named(key)


def _of(table: Table) -> _Found:
    """The board of a session."""
    from referee.boards import board_path, load_board

    info, folder = table.kind.info, table.session.path.parent
    boards, name = _boards(info), table.setup.options.get("board") or ""
    if not name:
        raise UsageError("this session is played without a board file")
    return _Found(info, board_path(info.key, name, folder), boards, load_board(info.key, name, folder))


def _boards(info: GameInfo) -> Boards:
    from referee.games import catalogue, resolve

    if not info.boards:
        having = ", ".join(other.key for other in catalogue().values() if other.boards)
        raise UsageError(f"{info.title} has no board files; games that have: {having or 'none'}")
    made: Boards = resolve(info.boards)()
    return made


def _still_plays(session: Session, path: Path, text: str) -> None:
    """Raises `UsageError` if `session` could not be played on its own board file once that holds `text`.

    A fact that was taught, and then corrected by a ruling, contradicts the corrected file in a replay.
    """
    from tempfile import TemporaryDirectory

    from referee.table import Table

    with TemporaryDirectory() as folder:
        trial = Path(folder).resolve() / path.name
        trial.write_text(text, encoding="utf-8")
        try:
            Table(replace(session, options={**session.options, "board": str(trial)}))
        except FileFaults:
            raise UsageError(
                f"{session.path} corrects its board by a ruling and can't be played on the corrected file; "
                f"save that under another name than {path}"
            ) from None


def _write(path: Path, text: str, force: bool) -> None:
    if path.exists() and not force:
        raise UsageError(f"there is a file {path} already; --force writes over it")
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"the file {path} can't be written: {error.strerror or error}") from None


def _how_to_play(info: GameInfo, path: Path) -> str:
    return f"To play on it: referee new {info.key} -p … --option board={path.resolve()}"


def _gaps(missing: list[str]) -> list[str]:
    from referee.reports.text import folded

    lines = [line for text in missing for line in folded(f"- {text}", "  ", "    ")]
    return ["", "Not known yet:", *lines] if lines else []

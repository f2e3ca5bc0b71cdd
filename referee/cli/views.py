"""Commands that look: show and the games' own views, why, log, rulings, score, history."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli import desk
from referee.cli.failures import refused
from referee.cli.options import (
    AtOption,
    FormatOption,
    JsonOption,
    RulesOption,
    SessionOption,
    complete_account,
    complete_player,
    whole,
)
from referee.cli.record import needs_money, no_options, quoted
from referee.cli.reply import reply
from referee.errors import MoveError, UsageError

if TYPE_CHECKING:
    from referee.table import Table


def show(
    at: AtOption = None,
    session: SessionOption = None,
    json: JsonOption = False,
    format: FormatOption = None,
    rules: RulesOption = None,
) -> None:
    """Show where the game stands, on one screen.

    Examples:
      referee show
      referee show --at 57
    """
    table = desk.open_table(session, whole(at, "an entry number"))

    def data() -> dict[str, Any]:
        from referee.reports import legal, machine

        return {
            "table": machine.table(table),
            "at": len(table.session.entries),
            "situation": machine.situation(table),
            "choices": [machine.choice(choice) for choice in legal.choices(table)],
            "state": table.game.state(),
        }

    def lines() -> list[str]:
        from referee.reports import tables

        page = tables.page(table, table.game.show(table.rulebook), format)
        return [*page, "", *tables.coming(table)]

    reply("show", json, data, lines)


def view_command(name: str) -> Callable[..., None]:
    """The command of a view that one or more games offer."""
    from referee.games import catalogue

    info = next(info for info in catalogue().values() if name in info.views)
    takes = info.view_arguments.get(name, "")
    wanted = typer.Argument(None, metavar=takes, help="Which part of it.")

    def plain(
        at: AtOption = None,
        session: SessionOption = None,
        json: JsonOption = False,
        format: FormatOption = None,
        rules: RulesOption = None,
    ) -> None:
        _view(name, (), at, session, json, format)

    def asking(
        arguments: list[str] | None = wanted,
        at: AtOption = None,
        session: SessionOption = None,
        json: JsonOption = False,
        format: FormatOption = None,
        rules: RulesOption = None,
    ) -> None:
        _view(name, arguments or (), at, session, json, format)

    view = asking if takes else plain
    shown = " ".join(filter(None, (name, takes)))
    view.__doc__ = f"{info.views[name]}\n\nExamples:\n  referee {shown}\n  referee {shown} --at 57"
    return view


def _view(
    name: str, arguments: Sequence[str], at: str | None, session: str | None, json: bool, format: str | None
) -> None:
    table = desk.open_table(session, whole(at, "an entry number"))
    info = table.kind.info
    if name not in info.views:
        raise UsageError(f"{info.title} has no {name}; it has: {', '.join(['show', *info.views])}")
    if arguments and name not in info.view_arguments:
        raise UsageError(f"{name} stands alone, without “{' '.join(arguments)}”")
    sections = table.game.view(name, table.rulebook, *arguments)

    def data() -> dict[str, Any]:
        from referee.reports import machine

        return {
            "table": machine.table(table),
            "at": len(table.session.entries),
            "sections": [machine.section(section) for section in sections],
        }

    def lines() -> list[str]:
        from referee.reports import tables

        return tables.page(table, sections, format)

    reply(name, json, data, lines)


def why(
    name: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME", help="The account: a player, a company …", autocompletion=complete_account
        ),
    ],
    at: AtOption = None,
    session: SessionOption = None,
    json: JsonOption = False,
    format: FormatOption = None,
    rules: RulesOption = None,
) -> None:
    """Show the register of an account, with every balance.

    Examples:
      referee why Anna
      referee why NSW --at 57
    """
    table = desk.open_table(session, whole(at, "an entry number"))
    needs_money(table, "account for")
    no_options(name)
    account = account_named(table, " ".join(name))

    def data() -> dict[str, Any]:
        from referee.reports import machine, register

        return {"table": machine.table(table), **register.data(table, account)}

    def lines() -> list[str]:
        from referee.reports import register, tables

        return tables.page(table, [register.section(table, account)], format)

    reply("why", json, data, lines)


def log(
    everything: Annotated[bool, typer.Option("--all", help="Also what was undone, struck out.")] = False,
    player: Annotated[
        str | None,
        typer.Option(
            "--player",
            metavar="NAME",
            help="Only what he did or what touched him.",
            autocompletion=complete_player,
        ),
    ] = None,
    session: SessionOption = None,
    json: JsonOption = False,
    rules: RulesOption = None,
) -> None:
    """Tell the game so far, move by move.

    Examples:
      referee log
      referee log --all
      referee log --player Anna
    """
    from referee.reports import story

    table = desk.open_table(session)
    name = None if player is None else player_named(table, player)
    items = story.items(table, everything=everything, player=name)

    def data() -> dict[str, Any]:
        from referee.reports import machine

        return {"table": machine.table(table), "entries": [machine.entry(table, item) for item in items]}

    def lines() -> list[str]:
        from referee.reports import tables

        return [*tables.head(table), *story.lines(table, items)]

    reply("log", json, data, lines)


def rulings(
    session: SessionOption = None,
    json: JsonOption = False,
    format: FormatOption = None,
    rules: RulesOption = None,
) -> None:
    """List where the table overruled the rules.

    Examples:
      referee rulings
    """
    table = desk.open_table(session)
    items = table.rulings

    def data() -> dict[str, Any]:
        from referee.reports import machine

        return {"table": machine.table(table), "rulings": [machine.entry(table, item) for item in items]}

    def lines() -> list[str]:
        from referee.reports import closing, tables

        if not items:
            return [*tables.head(table), table.rulebook.say("report.no-rulings")]
        return tables.page(table, [closing.decisions(table, items, "report.rulings")], format)

    reply("rulings", json, data, lines)


def score(
    at: AtOption = None,
    session: SessionOption = None,
    json: JsonOption = False,
    format: FormatOption = None,
    rules: RulesOption = None,
) -> None:
    """Print the score, as it stands or final, with its parts.

    Examples:
      referee score
      referee score --at 57
    """
    table = desk.open_table(session, whole(at, "an entry number"))

    def data() -> dict[str, Any]:
        from referee.reports import closing, machine

        return {"table": machine.table(table), **closing.data(table)}

    def lines() -> list[str]:
        from referee.reports import closing, tables

        return tables.page(table, closing.sections(table), format)

    reply("score", json, data, lines)


def history(
    session: SessionOption = None,
    json: JsonOption = False,
    format: FormatOption = None,
    rules: RulesOption = None,
) -> None:
    """List balances, prices and holdings after every move.

    Examples:
      referee history
      referee history --format tsv > game.tsv
      referee history --json
    """
    from referee.reports import story

    table = desk.scratch(session)

    def data() -> dict[str, Any]:
        from referee.reports import machine

        return {"table": machine.table(table), "history": story.history(table)}

    def lines() -> list[str]:
        from referee.reports import tables

        return tables.page(table, [story.history_section(table)], format, room=10_000)

    reply("history", json, data, lines)


def account_named(table: Table, text: str) -> str:
    """The account that `text` means. Raises a `Failure` that names the accounts."""
    return _named(table, text, "account")


def player_named(table: Table, text: str) -> str:
    """The player that `text` means. Raises a `Failure` that names the players."""
    return _named(table, text, "player")


def _named(table: Table, text: str, kind: str) -> str:
    from referee.notation import Name, Words

    try:
        return Name(kind).read(Words(quoted(text)), table.names)
    except MoveError as error:
        raise refused(table, error) from None

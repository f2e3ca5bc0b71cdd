"""The options that many commands share, each declared once, and how their texts are read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from referee.errors import UsageError


def _use_rules(folder: str | None) -> str | None:
    from referee import resources

    resources.use_rules(Path(folder) if folder else None)
    return folder


def _known_format(name: str | None) -> str | None:
    if name is not None:
        from referee.reports.tables import check_format

        check_format(name)
    return name


def _complete_format(incomplete: str) -> list[str]:
    from referee.reports.tables import formats

    return [name for name in formats() if name.startswith(incomplete)]


def _silently(find: Callable[[], list[str]]) -> list[str]:
    """Completion says nothing when there is nothing to say, whatever the reason."""
    from contextlib import redirect_stderr
    from io import StringIO

    with redirect_stderr(StringIO()):
        try:
            return find()
        except Exception:
            return []


def complete_moves(ctx: typer.Context, incomplete: str) -> list[str]:
    """The words that may come next in a move."""

    def find() -> list[str]:
        from referee.cli import desk
        from referee.cli.complete import candidates

        table = desk.open_table(ctx.params.get("session"))
        text = " ".join([*(ctx.params.get("moves") or ()), incomplete])
        tail, words = candidates(table, text)
        return [incomplete.removesuffix(tail) + _as_begun(tail, word) for word in words]

    return _silently(find)


def _as_begun(start: str, word: str) -> str:
    """`word` with the beginning as it was typed: Typer wants to see that again, letter for letter."""
    from referee.notation import fold

    return start + word[len(start) :] if fold(word[: len(start)]) == fold(start) else word


def complete_account(ctx: typer.Context, incomplete: str) -> list[str]:
    """The accounts."""
    return _silently(lambda: _names(ctx, "account", incomplete))


def complete_player(ctx: typer.Context, incomplete: str) -> list[str]:
    """The players."""
    return _silently(lambda: _names(ctx, "player", incomplete))


def complete_game(incomplete: str) -> list[str]:
    """The games."""
    from referee.games import catalogue

    return _silently(lambda: list(catalogue()))


def _names(ctx: typer.Context, kind: str, start: str) -> list[str]:
    from referee.cli import desk

    return [_as_begun(start, name) for name in desk.open_table(ctx.params.get("session")).names.of(kind)]


def whole(text: str | None, what: str) -> int | None:
    """A number typed on the command line. Raises `UsageError`."""
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise UsageError(f"“{text}” is not {what}; write a whole number such as 57")
    return int(text)


MovesArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="MOVE",
        help="What is done, as one would say it; “;” parts moves, “-” reads stdin.",
        autocompletion=complete_moves,
    ),
]
SessionOption = Annotated[
    str | None,
    typer.Option(
        "-s", "--session", metavar="FILE", help="The session; else REFEREE_SESSION, else the latest."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print data (and errors) as JSON.")]
FormatOption = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="NAME",
        help="Print tables as github, html, tsv, … (any format of tabulate).",
        callback=_known_format,
        autocompletion=_complete_format,
    ),
]
RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules", metavar="DIR", help="Read the rules data from another folder.", callback=_use_rules
    ),
]
AtOption = Annotated[
    str | None, typer.Option("--at", metavar="N", help="The table as it was after entry N (0: the start).")
]
ByOption = Annotated[
    str | None, typer.Option("--by", metavar="NAME", help="Who moves, where that is not evident.")
]
RulingOption = Annotated[
    str | None, typer.Option("--ruling", metavar="REASON", help="The table overrules the rule; say why.")
]
NoteOption = Annotated[
    str | None, typer.Option("--note", metavar="TEXT", help="A remark to keep with the move.")
]
DryRunOption = Annotated[bool, typer.Option("-n", "--dry-run", help="Show before → after; record nothing.")]

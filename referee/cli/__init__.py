"""The command line. Each command parses, calls and prints; what it does stands elsewhere.

Commands are loaded when they are asked for: the start of the program is a part of every answer.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from inspect import cleandoc
from typing import Annotated, Any

import typer
import typer.core
import typer.main

from referee import __version__

# name -> module, and function where it is called otherwise; in the order of the help
COMMANDS = {
    "new": "files",
    "play": "play",
    "do": "record",
    "undo": "record",
    "redo": "record",
    "legal": "ask:legal",
    "try": "ask:try_",
    "show": "views",
    "why": "views",
    "log": "views",
    "count": "record",
    "transfer": "record",
    "rulings": "views",
    "score": "views",
    "history": "views",
    "check": "files",
    "amend": "amend",
    "board": "board",
    "rules": "ask",
    "games": "files",
    "use": "files",
    "import": "files:import_",
    "completion": "completion",
}
# Their arguments may begin with a dash: moves, amounts, reasons.
FREE_TEXT = ("do", "try", "amend", "count", "transfer", "why")
START = """\
Referee sits next to your board game: it keeps the bank, knows the rules, remembers every move.

  referee new 1848 -p Anna -p Ben -p Chloé    start a session
  referee play                                the prompt at the table
  referee show                                where the game stands

All commands: referee -h        The games: referee games"""


class Commands(typer.core.TyperGroup):
    """The group of all commands, each of them built when it is needed, and the place where errors end."""

    def list_commands(self, ctx: Any) -> list[str]:
        """All names, those of the games' own views last."""
        return [*COMMANDS, *_views()]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, or None."""
        if cmd_name not in self.commands:
            if cmd_name in COMMANDS:
                module, _, function = COMMANDS[cmd_name].partition(":")
                made = getattr(import_module(f"{__name__}.{module}"), function or cmd_name)
            elif cmd_name in _views():
                made = import_module(f"{__name__}.views").view_command(cmd_name)
            else:
                return None
            self.commands[cmd_name] = _built(cmd_name, made)
        return self.commands[cmd_name]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Like the base, but with all names at hand for “did you mean”."""
        if self.get_command(ctx, args[0]) is None:
            from referee.errors import UsageError
            from referee.notation import nearest

            near = nearest(args[0], self.list_commands(ctx))
            hint = f"did you mean {' or '.join(near)}?" if near else "all commands: referee -h"
            typed = " ".join(word for word in args if word != "--json")
            behind = f"A move stands behind do: referee do {typed}"
            raise UsageError(f"“{args[0]}” is no command; {hint}\n{behind}")
        return super().resolve_command(ctx, args)

    def main(
        self, args: Sequence[str] | None = None, *_: Any, standalone_mode: bool = True, **extra: Any
    ) -> Any:
        """Run one command line; ends with its exit code, or returns it if not `standalone_mode`."""
        code = self.run(sys.argv[1:] if args is None else list(args), **extra)
        if standalone_mode:
            sys.exit(code)
        return code

    def run(self, args: list[str], **extra: Any) -> int:
        """Run one command line, print what goes wrong, and return the exit code."""
        from referee.cli import screen

        try:
            extra["prog_name"] = "referee"
            code = super().main(args, standalone_mode=False, **extra) or 0
        except SystemExit as error:
            code = error.code if isinstance(error.code, int) else 0
        except Exception as error:
            from referee.cli.failures import failure

            found = failure(error)
            command = next((arg for arg in args if not arg.startswith("-")), "")
            if "--json" in args:
                from referee.reports import machine

                screen.out_json(machine.envelope(command, found.data, found.as_data()))
            else:
                screen.err(*found.lines, alarm=True)
            code = found.exit_code
        screen.flush()
        return int(code)


def _views() -> list[str]:
    """The games' own views, except where a command of that name exists."""
    from referee.games import catalogue

    names = dict.fromkeys(name for info in catalogue().values() for name in info.views)
    return [name for name in names if name not in COMMANDS]


def _built(name: str, function: Callable[..., Any]) -> Any:
    """The Typer command of a function, whose docstring is the help, examples first; or a group of its own."""
    if isinstance(function, typer.Typer):
        return typer.main.get_command(function)
    settings: dict[str, Any] = {"help_option_names": ["-h", "--help"]}
    if name in FREE_TEXT:
        settings["ignore_unknown_options"] = True
    single = typer.Typer(add_completion=False, rich_markup_mode=None)
    help_text = cleandoc(function.__doc__ or "").replace("Examples:\n", "\b\nExamples:\n")
    single.command(name, help=help_text, context_settings=settings)(function)
    return typer.main.get_command(single)


app = typer.Typer(
    cls=Commands,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def start(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Bank, referee and scorekeeper beside a real board.

    \b
    Examples:
      referee new 1848 -p Anna -p Ben -p Chloé
      referee do buy P2
      referee show
      referee why Anna

    Every command takes -h. Exit codes: 0 fine, 1 refused, 2 usage, 3 session file, 4 busy, 5 a defect.
    """
    from referee.cli import screen

    if version:
        screen.out(f"referee {__version__}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        screen.out(*START.split("\n"))


def main() -> None:
    """The console script."""
    if "_REFEREE_COMPLETE" in os.environ:
        import_module("typer.completion").completion_init()
    app()

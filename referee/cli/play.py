"""The prompt at the table: moves and commands without prefix."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import typer

from referee.cli import desk, screen
from referee.cli.board import SUBCOMMANDS
from referee.cli.failures import failure
from referee.cli.options import JsonOption, RulesOption, SessionOption
from referee.cli.record import stdin_lines
from referee.cli.reply import reply
from referee.errors import MoveError, RefereeError, UsageError
from referee.notation import nearest
from referee.reports.legal import choices
from referee.reports.text import clean

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

    from referee.table import Table

AT_THE_TABLE = (
    "do", "legal", "show", "try", "undo", "redo", "why", "log", "count", "transfer", "rulings", "score",
    "history", "check", "amend", "board", "rules",
)  # fmt: skip
# Commands that are moves as well, and mean the same unless an option is given.
MOVES_TOO = ("undo", "redo", "transfer")
HELP = (
    ("?", "what is legal now"),
    ("try MOVE", "would it be legal?"),
    ("undo [N], redo [N]", "take back, play again"),
    ("log [--all]", "the moves so far"),
    ("rules WORD", "the rule card"),
    ("amend N MOVE", "correct an old entry"),
    ("score, history, rulings, check", "as after referee"),
    ("quit", "leave; everything is already saved"),
)
MONEY_HELP = (
    ("why NAME", "where his money went"),
    ("count NAME AMOUNT", "compare the money on the table with the account"),
    ('transfer FROM TO AMOUNT --ruling "why"', "money outside the rules"),
)
ONLY_WITH_MONEY = ("why", "count", "transfer")


def play(session: SessionOption = None, json: JsonOption = False, rules: RulesOption = None) -> None:
    """The prompt at the table: type moves and commands as they come.

    Examples:
      referee play
      referee play < moves.txt

    “?” tells what is legal, “help” what can be typed. From a file or pipe, the exit code is 1 if a line
    was refused.
    """
    if desk.kept is not None:
        raise UsageError("this is the prompt already")
    desk.kept = desk.Kept(desk.locate(session))
    try:
        table = desk.open_table(None)
        if not json:
            from referee.reports import tables

            screen.out(*tables.head(table)[:-1], *tables.coming(table))
        refused = False
        by_hand = sys.stdin.isatty() and sys.stdout.isatty()
        for line in _typed() if by_hand else stdin_lines():
            if line.strip() in ("quit", "exit", "q"):
                break
            refused = _obey(line.strip(), json) != 0 or refused
    finally:
        desk.kept = None
    if refused and not by_hand:
        raise typer.Exit(1)


def _obey(line: str, json: bool) -> int:
    """Carry out one line; 0 unless it was refused."""
    from referee.cli import app

    if not line or line.startswith("#"):
        return 0
    try:
        table = desk.open_table(None)
        if line == "help" and "help" not in table.grammar.moves:
            reply("help", json, lambda: {"lines": list(_help(table))}, lambda: _help(table))
            return 0
        args = command_line(table, line)
    except RefereeError as error:
        screen.err(*failure(error).lines, alarm=True)
        return error.exit_code
    if json and "--json" not in args:
        args.insert(1, "--json")
    group: Any = typer.main.get_command(app)
    code: int = group.run(args)
    return code


def command_line(table: Table, line: str) -> list[str]:
    """The arguments that `referee` would be given for a line typed at the prompt."""
    word = line.split()[0]
    if word == "?":
        return ["legal"]
    dashed = any(part.startswith("--") for part in line.split())
    is_move = word in {move.VERB for move in table.kind.MOVES} or (word in MOVES_TOO and not dashed)
    if word == "board" and "".join(line.split()[1:2]) in ("", *SUBCOMMANDS):
        is_move = False  # any other word after “board” begins a fact to be taught
    if not is_move and (word in AT_THE_TABLE or word in table.kind.info.views):
        return _words(line)
    _known(table, word)
    move, *options = re.split(r"\s(?=--[a-z])", line, maxsplit=1)
    return ["do", *_words(" ".join(options)), "--", move]


def _known(table: Table, word: str) -> None:
    """Raises `UsageError` for a word that is no move, no name before a colon, but nearly a command."""
    with suppress(MoveError):
        if table.grammar.verb(word) is None and ":" not in word:
            near = nearest(word, (*AT_THE_TABLE, *table.kind.info.views, *table.grammar.moves))
            if near and near[0] not in table.grammar.moves:
                raise UsageError(f"“{word}” is no move and no command; did you mean {near[0]}?")


def _words(line: str) -> list[str]:
    """The line as a shell would part it; an apostrophe in a name is no quotation mark."""
    try:
        lexer = shlex.shlex(line, posix=True)
        lexer.whitespace_split, lexer.commenters, lexer.quotes = True, "", '"'
        return list(lexer)
    except ValueError:
        return line.split()


def _help(table: Table) -> Iterator[str]:
    from referee.reports import tables

    info = table.kind.info
    moves = [choice.text for choice in choices(table)] or ["pass"]
    yield f"Type what somebody does, several parted by “;”:  {moves[0]}"
    views = ", ".join(["show", *info.views, *(["board"] if info.boards else [])])
    yield from tables.grid((), [(views, "the table"), *(MONEY_HELP if info.money else ()), *HELP])
    yield ""
    yield from tables.grid((), [(move.usage(), move.summary()) for move in table.kind.MOVES])


def _commands(table: Table) -> list[str]:
    """The commands that make sense at this table."""
    info = table.kind.info
    unfit = {*(() if info.money else ONLY_WITH_MONEY), *(() if info.boards else ("board",))}
    return [name for name in AT_THE_TABLE if name not in unfit]


# ---------------------------------------------------------------- at a terminal


def _typed() -> Iterator[str]:
    """The lines typed at a terminal, with history and completion."""
    prompt = _prompt()
    while True:
        try:
            yield prompt.prompt(f"{_who()}> ")
        except KeyboardInterrupt:
            continue
        except EOFError:
            return


def _who() -> str:
    """Who is to act."""
    try:
        table = desk.open_table(None)
    except RefereeError as error:
        screen.err(*failure(error).lines, alarm=True)
        return "referee"
    return clean(table.situation.actor or table.kind.info.title)


def _prompt(**streams: Any) -> PromptSession[str]:
    from collections.abc import Iterable

    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.history import InMemoryHistory

    from referee.cli.complete import candidates

    class AtTheTable(Completer):
        """Verbs and names that are legal now, then the commands."""

        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
            try:
                table = desk.open_table(None)
                tail, words = candidates(table, document.text_before_cursor, _commands(table))
            except RefereeError:
                return
            for word in words:
                yield Completion(word, start_position=-len(tail))

    entries = desk.open_table(None).session.entries
    history = InMemoryHistory([entry.do for entry in entries])
    return PromptSession(completer=AtTheTable(), history=history, complete_while_typing=False, **streams)

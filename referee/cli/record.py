"""Commands that record: do, undo, redo, count, transfer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from referee.cli import desk, screen
from referee.cli.failures import Failure, refused
from referee.cli.options import (
    ByOption,
    DryRunOption,
    FormatOption,
    JsonOption,
    MovesArgument,
    NoteOption,
    RulesOption,
    RulingOption,
    SessionOption,
    whole,
)
from referee.cli.reply import reply
from referee.errors import Illegal, MoveError, UsageError

if TYPE_CHECKING:
    from referee.table import Receipt, Table


@dataclass
class Made:
    """A move that was taken, the entries it took back or played again, and whether a ruling was idle."""

    receipt: Receipt
    undone: Sequence[int] = ()
    redone: Sequence[int] = ()
    unneeded: bool = False


def make(table: Table, text: str, *, by: str = "", ruling: str = "", note: str = "") -> Made:
    """Play one move at the table. Raises a `MoveError` when it is not taken."""
    before = list(table.timeline.live)
    receipt = table.record(text, by=by, ruling=ruling, note=note, now=desk.now())
    after = table.timeline.live
    redone = after[len(before) :] if receipt.played.entry.number not in after[-1:] else ()
    return Made(receipt, before[len(after) :][::-1], redone, bool(ruling) and not receipt.needed_ruling)


def do(
    moves: MovesArgument,
    by: ByOption = None,
    ruling: RulingOption = None,
    note: NoteOption = None,
    dry_run: DryRunOption = False,
    all_or_none: Annotated[
        bool, typer.Option("--all-or-none", help="Record all of the moves or none.")
    ] = False,
    session: SessionOption = None,
    json: JsonOption = False,
    rules: RulesOption = None,
) -> None:
    """Record what somebody did.

    Examples:
      referee do buy P2
      referee do "pass; buy NSW par 100"      several moves
      referee do "Ben: pass"                  somebody in particular
      referee do buy VR --ruling "we allow it this once"
      referee do -n sell 2 NSW                only show what would change
      referee do - < moves.txt                one move a line

    What can be typed now: referee legal
    """
    text = typed(moves)

    def play(table: Table) -> Played:
        pieces = table.grammar.split(text)
        return _play_all(table, pieces, by=by, ruling=ruling, note=note, all_or_none=all_or_none)

    _record("do", play, session, json, dry_run)


def undo(
    count: Annotated[str | None, typer.Argument(metavar="N", help="How many; 1 if not said.")] = None,
    to: Annotated[
        str | None, typer.Option("--to", metavar="M", help="Back to how it was after entry M.")
    ] = None,
    dry_run: DryRunOption = False,
    session: SessionOption = None,
    json: JsonOption = False,
    rules: RulesOption = None,
) -> None:
    """Take back the last moves.

    They stay in the file, struck out; redo brings them back.

    Examples:
      referee undo
      referee undo 3
      referee undo --to 57
    """
    if count is not None and to is not None:
        raise UsageError("say how many (undo 3) or how far back (undo --to 57), not both")
    text = "undo" if to is None else f"undo to {whole(to, 'an entry number')}"
    text += "" if count is None else f" {whole(count, 'a number of moves')}"
    _record("undo", lambda table: _play_all(table, [text]), session, json, dry_run)


def redo(
    count: Annotated[str | None, typer.Argument(metavar="N", help="How many; 1 if not said.")] = None,
    dry_run: DryRunOption = False,
    session: SessionOption = None,
    json: JsonOption = False,
    rules: RulesOption = None,
) -> None:
    """Play again what was just undone.

    Examples:
      referee redo
      referee redo 3
    """
    text = "redo" if count is None else f"redo {whole(count, 'a number of moves')}"
    _record("redo", lambda table: _play_all(table, [text]), session, json, dry_run)


def transfer(
    payer: Annotated[str, typer.Argument(metavar="FROM", help="Who pays.")],
    payee: Annotated[str, typer.Argument(metavar="TO", help="Who gets it.")],
    amount: Annotated[str, typer.Argument(metavar="AMOUNT", help="How much.")],
    ruling: RulingOption = None,
    note: NoteOption = None,
    dry_run: DryRunOption = False,
    session: SessionOption = None,
    json: JsonOption = False,
    rules: RulesOption = None,
) -> None:
    """Let money change hands because the table says so.

    Examples:
      referee transfer Anna Ben 20 --ruling "lost bet"
    """
    no_options((payer, payee, amount))
    text = f"transfer {quoted(payer)} {quoted(payee)} {amount}"

    def play(table: Table) -> Played:
        needs_money(table, "transfer")
        return _play_all(table, [text], ruling=ruling, note=note)

    _record("transfer", play, session, json, dry_run)


def count(
    words: Annotated[
        list[str], typer.Argument(metavar="NAME AMOUNT", help="Whose money, and how much lies there.")
    ],
    settle: Annotated[
        str | None,
        typer.Option("--settle", metavar="REASON", help="Correct the account to what was counted."),
    ] = None,
    dry_run: DryRunOption = False,
    session: SessionOption = None,
    json: JsonOption = False,
    format: FormatOption = None,
    rules: RulesOption = None,
) -> None:
    """Compare the money on the table with an account.

    Right, and the record gets a mark; wrong, and you see where to look.

    Examples:
      referee count Anna 340
      referee count Anna 330 --settle "10 found under the board"
    """
    no_options(words)
    *name, amount = words
    if not name:
        raise UsageError("whose money, and how much? referee count Anna 340")
    text = f"{'count' if settle is None else 'settle'} {quoted(' '.join(name))} {amount}"

    def play(table: Table) -> Played:
        needs_money(table, "count")
        try:
            return Played([make(table, text, ruling=settle or "")])
        except Illegal as error:
            if error.rule == "count.differs":
                _differs(table, error, json, format)
            return Played([], refused(table, error))
        except MoveError as error:
            return Played([], refused(table, error))

    _record("count", play, session, json, dry_run)


# ---------------------------------------------------------------- what they share


@dataclass
class Played:
    """What came of some moves: those taken, and the refusal that stopped them."""

    made: list[Made]
    failure: Failure | None = None


def typed(words: Sequence[str]) -> str:
    """The text of moves given as arguments, or from stdin for “-”. Raises `UsageError`."""
    if list(words) == ["-"] and desk.kept is None:
        return "".join(stdin_lines())
    no_options(words)
    text = " ".join(words)
    if not text.strip():
        raise UsageError("say the move, such as: referee do pass (what is possible: referee legal)")
    return text


def no_options(words: Sequence[str]) -> None:
    """Raises `UsageError` for a misspelt option among words that may begin with a dash."""
    for word in words:
        if word.startswith("--") and word[2:3].isalpha() and " " not in word:
            raise UsageError(f"there is no option {word}; see the help: -h")


def stdin_lines() -> Iterator[str]:
    """The lines of stdin. Raises `UsageError` for what is no text."""
    import sys

    try:
        yield from sys.stdin
    except UnicodeDecodeError:
        raise UsageError("what comes from stdin is not UTF-8 text") from None


def quoted(name: str) -> str:
    """A name as one word of a move."""
    return '"' + name.replace('"', "") + '"'


def needs_money(table: Table, command: str) -> None:
    """Raises `UsageError` in a game without money."""
    if not table.kind.info.money:
        raise UsageError(f"{table.kind.info.title} is played without money: there is nothing to {command}")


def _play_all(
    table: Table,
    pieces: Sequence[str],
    *,
    by: str | None = None,
    ruling: str | None = None,
    note: str | None = None,
    all_or_none: bool = False,
) -> Played:
    made: list[Made] = []
    for number, piece in enumerate(pieces, 1):
        try:
            made.append(make(table, piece, by=by or "", ruling=ruling or "", note=note or ""))
        except MoveError as error:
            kept = 0 if all_or_none else len(made)
            place = f"Move {number} of {len(pieces)} (“{piece[:40]}”; {kept} recorded): "
            failure = refused(table, error, before=place if len(pieces) > 1 else "")
            if all_or_none and made:
                raise failure from None
            return Played(made, failure)
    return Played(made)


def _record(
    command: str, play: Callable[[Table], Played], session: str | None, as_json: bool, dry_run: bool
) -> None:
    """Play moves at the table, record them unless it is a dry run, and print the receipts."""
    with _at_scratch(session) if dry_run else desk.recording(session) as table:
        played = play(table)
    table.settled()

    def data() -> dict[str, Any]:
        from referee.reports import machine

        receipts = [machine.receipt(table, m.receipt, m.undone, m.redone) for m in played.made]
        return {"recorded": receipts, "dry_run": dry_run, "next": machine.situation(table)}

    def lines() -> Iterator[str]:
        from referee.reports import receipt, tables

        for item in played.made:
            yield from receipt.lines(table, item.receipt, item.undone, item.redone)
            if dry_run:
                yield from receipt.changes(table, item.receipt.changes)
        if played.failure is None:
            yield from tables.next_lines(table)

    if not played.made and played.failure is None:
        screen.err("No move was given.")
    if dry_run and played.made:
        screen.err("Dry run: nothing was recorded.")
    if any(item.unneeded for item in played.made):
        screen.err("No ruling was needed; its reason is kept as a note.")
    reply(command, as_json, data, lines, played.failure)


@contextmanager
def _at_scratch(session: str | None) -> Iterator[Table]:
    yield desk.scratch(session)


def _differs(table: Table, error: Illegal, as_json: bool, style: str | None) -> NoReturn:
    """A wrong count: what is missing, the transfers since the last right one, and which may be to blame."""
    from referee.reports import counting

    table.settled()
    found = counting.Difference(table, error.fields["account"], error.fields["counted"])
    lines = [table.rulebook.refusal(error), *found.advice()]
    failure = Failure(error.kind, lines, rule=error.rule)
    reply("count", as_json, found.data, lambda: found.lines(style), failure)
    raise failure

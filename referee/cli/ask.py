"""The dispute desk: what is legal, what would happen, what the rules say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli import desk
from referee.cli.failures import Failure, refused
from referee.cli.options import (
    AtOption,
    ByOption,
    FormatOption,
    JsonOption,
    MovesArgument,
    RulesOption,
    RulingOption,
    SessionOption,
    whole,
)
from referee.cli.record import Made, make, typed
from referee.cli.reply import reply
from referee.errors import Illegal, MoveError, Question, UsageError

if TYPE_CHECKING:
    from referee.rulebook import Rule, Rulebook


def legal(
    at: AtOption = None,
    session: SessionOption = None,
    json: JsonOption = False,
    format: FormatOption = None,
    rules: RulesOption = None,
) -> None:
    """List what whoever is to act may do now.

    Examples:
      referee legal
      referee legal --at 57
    """
    table = desk.open_table(session, whole(at, "an entry number"))

    def data() -> dict[str, Any]:
        from referee.reports import legal, machine

        return {
            "situation": machine.situation(table),
            "choices": [machine.choice(choice) for choice in legal.choices(table)],
        }

    def lines() -> list[str]:
        from referee.reports import legal, tables

        return [*tables.next_lines(table), *tables.body([legal.section(table)], format)]

    reply("legal", json, data, lines)


def try_(
    moves: MovesArgument,
    by: ByOption = None,
    ruling: RulingOption = None,
    at: AtOption = None,
    session: SessionOption = None,
    json: JsonOption = False,
    format: FormatOption = None,
    rules: RulesOption = None,
) -> None:
    """Ask whether a move would be legal, and what it would change.

    Nothing is recorded. The answer is exit code 0 if it is legal, 1 if not.

    Examples:
      referee try sell 3 NSW
      referee try "sell 2 NSW; buy VR"      one after the other
      referee try --at 57 buy P3            at an earlier moment
    """
    text = typed(moves)
    table = desk.scratch(session, whole(at, "an entry number"))
    moment = len(table.session.entries)
    made: list[Made] = []
    verdict: MoveError | None = None
    failure: Failure | None = None
    for piece in table.grammar.split(text):
        try:
            made.append(make(table, piece, by=by or "", ruling=ruling or ""))
        except MoveError as error:
            verdict, failure = error, refused(table, error)
            break

    def data() -> dict[str, Any]:
        from referee.reports import machine

        tried = [machine.receipt(table, m.receipt, m.undone, m.redone) for m in made]
        return {"at": moment, "legal": failure is None, "tried": tried}

    def lines() -> Iterator[str]:
        from referee.reports import receipt, verdicts

        for item in made:
            yield from verdicts.legal(table, item.receipt)
            yield from receipt.lines(table, item.receipt, item.undone, item.redone)[:8]
            yield from receipt.changes(table, item.receipt.changes, format)
        if isinstance(verdict, Illegal | Question):
            yield from verdicts.refused(table, verdict)

    if not json and isinstance(verdict, Illegal | Question):
        reply("try", json, data, lines)
        raise typer.Exit(1)
    reply("try", json, data, lines, failure)


def rules(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The game; else the one being played.")
    ] = None,
    word: Annotated[str | None, typer.Argument(metavar="WORD", help="A rule, or a word in it.")] = None,
    session: SessionOption = None,
    json: JsonOption = False,
    rules: RulesOption = None,
) -> None:
    """Print the rules that have a word in their name or text.

    Examples:
      referee rules 1848 share-limit
      referee rules 1848 loan
      referee rules loan                 of the game being played
    """
    from referee.rulebook import Rulebook

    key, wanted = _which(game, word, session)
    book = Rulebook(key)
    found = book.search(wanted)
    if not found:
        from referee.notation import nearest

        near = nearest(wanted, book.rules)
        hint = f"did you mean {' or '.join(near)}?" if near else f"all rules: referee rules {key}"
        raise UsageError(f"no rule of {key} has “{wanted}”; {hint}")

    def data() -> dict[str, Any]:
        from referee.reports import machine

        return {"game": key, "rules": [machine.rule(rule) for rule in found]}

    reply("rules", json, data, lambda: _cards(book, found))


def _which(game: str | None, word: str | None, session: str | None) -> tuple[str, str]:
    """The game and the word meant; a single argument that names no game is a word."""
    from referee.games import named

    if game is not None:
        try:
            return named(game).key, word or ""
        except UsageError:
            if word is not None:
                raise
    return desk.open_table(session).session.game, game or ""


def _cards(book: Rulebook, found: list[Rule]) -> Iterator[str]:
    from referee.reports import verdicts

    for number, rule in enumerate(found):
        if number:
            yield ""
        yield from verdicts.card(book, rule)

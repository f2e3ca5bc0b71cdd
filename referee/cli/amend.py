"""Change an entry that was recorded earlier."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli import desk, screen
from referee.cli.failures import Failure, refused
from referee.cli.options import (
    DryRunOption,
    FormatOption,
    JsonOption,
    RulesOption,
    RulingOption,
    SessionOption,
    whole,
)
from referee.cli.record import typed
from referee.cli.reply import reply
from referee.errors import UsageError

if TYPE_CHECKING:
    from referee.session import Session
    from referee.table import Table


def amend(
    number: Annotated[str, typer.Argument(metavar="N", help="The number of the entry.")],
    moves: Annotated[list[str], typer.Argument(metavar="MOVE", help="What it should have been.")],
    by: Annotated[
        str | None, typer.Option("--by", metavar="NAME", help="Who moved, if that was wrong.")
    ] = None,
    ruling: RulingOption = None,
    dry_run: DryRunOption = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Write it even if later entries become illegal.")
    ] = False,
    session: SessionOption = None,
    json: JsonOption = False,
    format: FormatOption = None,
    rules: RulesOption = None,
) -> None:
    """Correct an earlier entry and replay what follows.

    Examples:
      referee amend 57 "run 130"
      referee amend -n 57 "run 130"       only show what it would change today

    It is refused when a later entry becomes illegal, unless you say --yes. The old file is kept as NAME.bak.
    """
    from referee.session import load, locked, rewrite

    path, index, text = desk.locate(session), whole(number, "an entry number") or 0, typed(moves)
    with locked(path):
        old = load(path)
        if not 1 <= index <= len(old.entries):
            raise UsageError(f"there is no entry {index}; the record ends at {len(old.entries)}")
        change = Change(old, index, text, by, ruling)
        blocked = change.failure if not (yes or dry_run) else None
        written = blocked is None and not dry_run
        if written:
            rewrite(old, change.new.entries)
    desk.forget()
    if dry_run:
        screen.err("Dry run: nothing was written.")
    reply("amend", json, lambda: change.data(written), lambda: change.lines(written, format), blocked)


class Change:
    """An entry amended: the table as it is and as it would be. Raises a `Failure` if it is illegal itself."""

    def __init__(self, old: Session, number: int, text: str, by: str | None, ruling: str | None) -> None:
        from referee.table import Table

        self.number = number
        self.before = Table(replace(old, entries=list(old.entries)), tolerant=True)
        entry = old.entries[number - 1]
        self.entry = replace(
            entry,
            do=_canonical(self.before, text),
            by=entry.by if by is None else by,
            ruling=entry.ruling if ruling is None else ruling,
        )
        entries = [*old.entries[: number - 1], self.entry, *old.entries[number:]]
        self.new = replace(old, entries=entries)
        self.after = Table(replace(self.new, entries=list(entries)), tolerant=True)
        error = self.after.played[number - 1].error
        if error is not None:
            raise refused(self.after.at(number - 1), error)

    @property
    def broken(self) -> list[int]:
        """The later entries that can no longer be played, and could before."""
        pairs = zip(self.before.played, self.after.played, strict=True)
        return [new.entry.number for old, new in pairs if new.error is not None and old.error is None]

    @property
    def failure(self) -> Failure | None:
        """Why it is not written just so."""
        if not self.broken:
            return None
        first = self.after.played[self.broken[0] - 1]
        assert first.error is not None
        reason = self.after.rulebook.explain(first.error)[0]
        lines = [
            f"Entry {first.entry.number} (“{first.entry.do}”) would become illegal: {reason}",
            f"Nothing was written; add --yes to write it and amend entry {first.entry.number} next.",
        ]
        return Failure("illegal", lines, rule=getattr(first.error, "rule", ""), faults=self.after.faults)

    def changes(self) -> list[tuple[str, Any, Any]]:
        """What differs today, before and after: balances, or in a game without money its whole state."""
        if not self.after.kind.info.money:
            from referee.table import changes

            return changes(self.before.game.state(), self.after.game.state())
        old, new = self.before.game.ledger.accounts, self.after.game.ledger.accounts
        names = [name for name in new if name in old and old[name].balance != new[name].balance]
        return [(name, old[name].balance, new[name].balance) for name in names]

    def data(self, written: bool) -> dict[str, Any]:
        """The change for programs."""
        from referee.reports import machine

        path = self.new.path
        return {
            "number": self.number,
            "before": self.before.played[self.number - 1].entry.do,
            "after": self.entry.do,
            "written": written,
            "backup": str(path.with_name(f"{path.name}.bak")) if written else None,
            "changes": machine.changes(self.changes()),
            "faults": [machine.fault(fault) for fault in self.after.faults],
        }

    def lines(self, written: bool, style: str | None) -> Iterator[str]:
        """The change for people."""
        from referee.games.base import Section
        from referee.reports import receipt, tables

        words, found = self.after.rulebook, self.changes()
        old = self.before.played[self.number - 1]
        yield f"{self.number}: {old.entry.do} → {self.entry.do}"
        if not old.live:
            yield words.say("report.amended-undone")
        if not self.after.kind.info.money:
            yield from receipt.changes(self.after, found, style) or [words.say("report.same-state")]
        else:
            heads = [words.label(name) for name in ("account", "before", "after")]
            rows = [(name, words.money(before), words.money(after)) for name, before, after in found]
            yield from tables.body([Section(headers=heads, rows=rows)], style)
            if not rows:
                yield words.say("report.same-balances")
        if written:
            yield f"The old file is kept as {self.new.path.name}.bak"
            if self.broken:
                yield f"Entry {self.broken[0]} is illegal now: referee amend {self.broken[0]} …"


def _canonical(table: Table, text: str) -> str:
    from referee.errors import MoveError

    try:
        return table.grammar.show(table.grammar.parse(text, table.names), table.names)
    except MoveError as error:
        raise refused(table, error) from None

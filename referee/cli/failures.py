"""Whatever goes wrong, as the few lines that a person or a program reads about it."""

from __future__ import annotations

from collections.abc import Sequence
from errno import ENOSPC
from typing import TYPE_CHECKING, Any

import typer

from referee.errors import Broken, Busy, FileFaults, Illegal, MoveError, RefereeError, UsageError

if TYPE_CHECKING:
    from referee.errors import Fault
    from referee.table import Table

REPORT = "This is a defect of Referee. Please report it, with the session file and the line above."


class Failure(RefereeError):
    """An error ready to be printed: its few lines, the rule behind it, the data there are all the same."""

    def __init__(
        self,
        kind: str,
        lines: Sequence[str],
        exit_code: int = 1,
        *,
        rule: str = "",
        faults: Sequence[Fault] = (),
        data: Any = None,
    ) -> None:
        super().__init__(lines[0] if lines else kind)
        self.kind, self.lines, self.exit_code = kind, list(lines), exit_code
        self.rule, self.faults, self.data = rule, tuple(faults), data

    def as_data(self) -> dict[str, Any]:
        """The ERROR of the JSON envelope."""
        from referee.reports import machine

        return {
            "kind": self.kind,
            "exit": self.exit_code,
            "rule": self.rule,
            "message": str(self),
            "lines": self.lines,
            "faults": [machine.fault(fault) for fault in self.faults],
        }


def refused(table: Table, error: MoveError, *, data: Any = None, before: str = "") -> Failure:
    """A move that is not taken: what is wrong, by which rule, and what would be legal."""
    from referee.reports import legal
    from referee.reports.text import shortened

    lines = table.rulebook.explain(error)
    rule = error.rule if isinstance(error, Illegal) else ""
    if rule and rule not in _ABOUT_THE_RECORD:
        table.settled()
        if texts := [choice.text for choice in legal.choices(table)]:
            lines.append(shortened(f"{table.rulebook.label('legal-now')}: ", texts))
    lines[0] = before + lines[0]
    return Failure(error.kind, lines[:3], rule=rule, data=data)


_ABOUT_THE_RECORD = (
    "undo.nothing",
    "redo.nothing",
    "settle.reason",
    "transfer.reason",
    "settle.bank",
    "table.over",
)


def failure(error: BaseException) -> Failure:
    """Any error at all, unexpected ones too."""
    match error:
        case Failure():
            return error
        case FileFaults():
            lines = [line for fault in error.faults for line in str(fault).split("\n")]
            return Failure(error.kind, lines, error.exit_code, faults=error.faults)
        case UsageError():
            return Failure(error.kind, [_sentence(line) for line in str(error).split("\n")], error.exit_code)
        case Broken():
            text = f"A total does not hold: {error}. Nothing was written."
            return Failure(error.kind, [text, REPORT], error.exit_code)
        case Busy() | RefereeError():
            return Failure(error.kind, [_sentence(str(error))], error.exit_code)
        case typer.TyperException():
            return Failure("usage", _usage(error), 2)
        case OSError() if error.errno == ENOSPC:
            return Failure("error", ["The disk is full: what was to be printed is cut off."])
        case RecursionError() | MemoryError():
            return Failure("broken", [f"Too much for Referee: {type(error).__name__}.", REPORT], 5)
    where = _where(error)
    return Failure("broken", [f"{type(error).__name__}: {error}{where}", REPORT], 5)


def _where(error: BaseException) -> str:
    """The place of an unexpected error, for the report."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    name = trace.tb_frame.f_code.co_filename.replace("\\", "/").rsplit("/", 1)[-1]
    return f" ({name}:{trace.tb_lineno})"


def _usage(error: typer.TyperException) -> list[str]:
    lines = [_sentence(error.format_message().replace("\n", " "))]
    context = getattr(error, "ctx", None)
    if context is not None and context.parent is None:
        lines.append("Options stand behind the command: referee show --json. Help: referee -h")
    elif context is not None:
        lines.append(f"Help: {context.command_path} -h")
    return lines


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    if ": referee " in text or text.endswith((".", "?", "!", "…", "”", ")", ":")):
        return text  # what is to be typed takes no full stop
    return text + "."

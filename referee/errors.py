"""Everything that can go wrong, one class per exit code.

A move can fail in exactly three ways (`Unreadable`, `Ambiguous`, `Illegal`); a `Question` is the
fourth answer, when only the table knows a fact that the move needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class RefereeError(Exception):
    """Base of all errors meant for people; `exit_code` is what the command line ends with."""

    exit_code = 1
    kind = "error"


class MoveError(RefereeError):
    """A move that is not taken. Nothing has changed."""


class Unreadable(MoveError):
    """The text of a move cannot be read. `hint` says what would be readable."""

    kind = "unreadable"

    def __init__(self, problem: str, hint: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.hint = hint


class Ambiguous(MoveError):
    """A name fits several things; `candidates` are their canonical spellings."""

    kind = "ambiguous"

    def __init__(self, text: str, candidates: Sequence[str]) -> None:
        super().__init__(text)
        self.text = text
        self.candidates = tuple(candidates)


class Illegal(MoveError):
    """A move the rules forbid. `rule` is an id of the game's rulebook, `fields` fill its wording.

    `waivable` tells whether the table may overrule it with a ruling.
    """

    kind = "illegal"

    def __init__(self, rule: str, fields: dict[str, Any], *, waivable: bool) -> None:
        super().__init__(rule)
        self.rule = rule
        self.fields = fields
        self.waivable = waivable


class Question(MoveError):
    """Only the table knows: `question` is a phrase id, `answers` the moves that answer it."""

    kind = "question"

    def __init__(self, question: str, fields: dict[str, Any], answers: Sequence[str]) -> None:
        super().__init__(question)
        self.question = question
        self.fields = fields
        self.answers = tuple(answers)


class UsageError(RefereeError):
    """The command line itself is wrong."""

    exit_code = 2
    kind = "usage"


@dataclass(frozen=True)
class Fault:
    """One fault of a file: where (line counts from 1, 0 = the file as a whole), what, and the remedy."""

    path: Path
    line: int
    problem: str
    remedy: str
    excerpt: str = ""

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}" if self.line else str(self.path)
        excerpt = f"\n    {self.excerpt}" if self.excerpt else ""
        return f"{where}: {self.problem}{excerpt}\n    → {self.remedy}"


class FileFaults(RefereeError):
    """A session, board or rules file that cannot be used; all its faults at once."""

    exit_code = 3
    kind = "file"

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)


class Busy(RefereeError):
    """The session file is locked by another process or changed under this one."""

    exit_code = 4
    kind = "busy"


class Broken(RefereeError):
    """A total does not hold: a defect of the program, never of the table. Nothing has been written."""

    exit_code = 5
    kind = "broken"

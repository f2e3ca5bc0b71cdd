"""Whether a session file holds: every move legal, every total right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.errors import Broken, Fault, FileFaults
from referee.moves import Redo, Undo
from referee.reports import machine
from referee.session import Session, load
from referee.table import Table


class Checked:
    """A file and all that is wrong with it; `exit_code` is 0, 1 (moves or the file) or 5 (a total)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.session: Session | None = None
        self.table: Table | None = None
        self.faults: list[Fault] = []
        self.exit_code = 0
        try:
            self.session = load(path)
            self.table = Table(self.session, tolerant=True)
            self.faults = sorted(self.table.faults, key=lambda fault: fault.line)
            self.exit_code = 1 if self.faults else 0
        except FileFaults as error:
            self.faults, self.exit_code = list(error.faults), 1
        except Broken as error:
            remedy = "this is a defect of Referee; please report it with the file"
            self.faults = [Fault(path, 0, f"a total does not hold: {error}", remedy)]
            self.exit_code = error.exit_code

    def lines(self) -> Iterator[str]:
        """All faults, or what has been found right."""
        for fault in self.faults:
            yield from str(fault).split("\n")
        if self.table is not None and not self.faults:
            undone, rulings = self._counts(self.table)
            count = len(self.table.session.entries)
            entries = f"{count} entries" if count != 1 else "1 entry"
            parts = [entries, f"{undone} undone", f"{rulings} by ruling"]
            yield f"{self.path}: {', '.join(parts)}: every move is legal, every total holds."
        if self.session is not None and self.session.torn:
            yield f"{self.path}: the entry after the last one was cut off and is lost."

    def data(self) -> dict[str, Any]:
        """The same for programs."""
        undone, rulings = self._counts(self.table) if self.table is not None else (None, None)
        played = self.table.played if self.table is not None else []
        bad: list[int] | list[None] = [item.entry.number for item in played if item.error is not None] or [
            None
        ] * len(self.faults)
        return {
            "path": str(self.path),
            "game": self.session.game if self.session is not None else None,
            "entries": len(self.session.entries) if self.session is not None else None,
            "undone": undone,
            "rulings": rulings,
            "torn": self.session.torn if self.session is not None else "",
            "faults": [machine.fault(fault, entry) for fault, entry in zip(self.faults, bad, strict=False)],
        }

    @staticmethod
    def _counts(table: Table) -> tuple[int, int]:
        undone = sum(1 for item in table.played if not item.live and not isinstance(item.move, Undo | Redo))
        return undone, len(table.rulings)

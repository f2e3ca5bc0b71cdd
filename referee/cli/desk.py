"""The session that a command works on: found, read, replayed, and recorded under its lock."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cli import screen
from referee.errors import UsageError

if TYPE_CHECKING:
    from referee.session import Session
    from referee.table import Table


@dataclass
class Kept:
    """The session that `play` keeps in memory: as the file had it, and with its game."""

    path: Path
    session: Session | None = None
    table: Table | None = None


kept: Kept | None = None


def now() -> datetime:
    """The time that new entries carry."""
    return datetime.now().astimezone().replace(microsecond=0)


def locate(explicit: str | None) -> Path:
    """The session to work on; says on stderr which one when there was a choice."""
    from referee.session import find

    if explicit is None and kept is not None:
        return kept.path
    path, message = find(Path(explicit) if explicit else None, os.environ)
    if message:
        screen.err(message)
    return path


def open_table(explicit: str | None, at: int | None = None) -> Table:
    """The table of the session, as it is or as it was after entry `at`."""
    path = locate(explicit)
    return _read(path)[1] if at is None else _replayed(_load(path), at)


def scratch(explicit: str | None, at: int | None = None) -> Table:
    """A table to try things at; nothing of it is ever written."""
    return _replayed(_load(locate(explicit)), at)


@contextmanager
def recording(explicit: str | None) -> Iterator[Table]:
    """The table under its lock; what was recorded at it is appended to the file at the end.

    Nothing is appended when the block raises.
    """
    from referee.session import append, locked

    global kept
    path = locate(explicit)
    with locked(path):
        session, table = _read(path)
        known = len(session.entries)
        try:
            yield table
            session = append(session, table.session.entries[known:])
        except BaseException:
            if kept is not None and len(table.session.entries) != known:
                kept = Kept(kept.path)
            raise
        _keep(path, session, table)


def _read(path: Path) -> tuple[Session, Table]:
    """The session as the file has it, and a table with entries of its own."""
    session = _load(path)
    if kept is not None and kept.session is session and kept.table is not None:
        kept.table.settled()
        return session, kept.table
    table = _replayed(session)
    _keep(path, session, table)
    return session, table


def _load(path: Path) -> Session:
    """The session, from memory if the file is still the same."""
    from referee.session import load

    if kept is not None and kept.path == path and kept.session is not None:
        if _unchanged(kept.session):
            return kept.session
        screen.err(f"{path} was changed by another program; it has been read again.")
    session = load(path)
    if session.torn:
        lost = " ".join(session.torn.split())
        screen.err(f"Entry {len(session.entries) + 1} was cut off and is lost: {lost[:200]}")
    return session


def _replayed(session: Session, at: int | None = None) -> Table:
    """A table at which the entries up to `at` have been played; later ones may be as faulty as they like."""
    from referee.table import Table

    count = len(session.entries)
    if at is not None and at > count:
        raise UsageError(f"there is no entry {at}; the record ends at {count}")
    return Table(replace(session, entries=session.entries[:at]))


def _unchanged(session: Session) -> bool:
    try:
        return session.path.read_bytes() == session.data
    except OSError:
        return False


def _keep(path: Path, session: Session, table: Table) -> None:
    if kept is not None and kept.path == path:
        kept.session, kept.table = session, table


def forget() -> None:
    """Read the kept session again when it is next needed, without a word: this program changed it."""
    global kept
    if kept is not None:
        kept = Kept(kept.path)

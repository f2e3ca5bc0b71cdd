"""The session file: load, create, append, rewrite, lock, find. It knows no game.

A move is recorded by appending one `[[move]]` to the file; what stands there already is never touched,
so comments and hand edits survive. An entry that a power cut left unfinished is set aside on reading.
"""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, NoReturn

from referee.errors import Busy, Fault, FileFaults, UsageError
from referee.notation import fold
from referee.session_check import MAX_NAME, NEW, Entry, Player, read, read_moves
from referee.session_source import Source
from referee.session_text import end_of_whole, ends_with_entry, entry_text, head_text, quoted

__all__ = (
    "Entry",
    "Player",
    "Session",
    "append",
    "create",
    "find",
    "load",
    "locked",
    "new_path",
    "pin",
    "rewrite",
)

MAX_BYTES = 8 * 1024 * 1024
PIN = Path(".referee")


@dataclass
class Session:
    """A session file as read. `torn` is the text of an unfinished last entry, set aside, normally ""."""

    path: Path
    game: str
    rules: str
    title: str
    created: datetime | None
    options: dict[str, Any]
    players: list[Player]
    entries: list[Entry]
    torn: str = ""
    data: bytes = field(default=b"", repr=False)  # the file's bytes, which tell whether it changed
    whole: int = field(default=0, repr=False)  # how many of them come before the torn entry
    _source: Source | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def fingerprint(self) -> bytes:
        """A digest of the file's bytes: two sessions with the same one were read from the same text."""
        from hashlib import blake2b

        return blake2b(self.data, digest_size=16).digest()

    @property
    def source(self) -> Source:
        """The text of the file, up to a torn entry."""
        if self._source is None:
            self._source = Source(self.path, self.data[: self.whole])
        return self._source

    def line_of(self, number: int) -> int:
        """The line (from 1) at which entry `number` begins; 0 if it cannot be told."""
        return self.source.line("move", number)

    def line_of_option(self, name: str) -> int:
        """The line (from 1) of an option; 0 if it cannot be told."""
        return self.source.line("options", 0, name)

    def player_named(self, text: str) -> Player | None:
        """The player of that name, whatever the case, accents and spacing; None if there is none."""
        return next((player for player in self.players if fold(player.name) == fold(text)), None)


# ---------------------------------------------------------------- reading


def load(path: Path) -> Session:
    """Read and check a session file.

    Raises `FileFaults` with all its faults at once. An unfinished last entry is no fault, see `Session.torn`.
    """
    return _parse(path, _read(path))


def _read(path: Path) -> bytes:
    try:
        if path.is_dir():
            _fail(path, "this is a folder, not a session file", f"name a file in it: {path / 'NAME.toml'}")
        if path.exists() and not path.is_file():
            _fail(path, "this is no ordinary file", "name a session file")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        _fail_os(path, error)
    if len(data) > MAX_BYTES:
        size = f"{path.stat().st_size / 1e6:.0f} MB"
        _fail(path, f"{size} are too many for a session (at most 8)", "check that this is a session file")
    return data


def _parse(path: Path, data: bytes) -> Session:
    whole = end_of_whole(data)
    torn = data[whole:].decode("utf-8", "replace")
    torn = torn.lstrip("\n").rstrip("\0") or torn
    return Session(path, *read(path, data[:whole]), torn, data, whole)


# ---------------------------------------------------------------- writing


def create(
    path: Path,
    *,
    game: str,
    rules: str,
    title: str,
    players: Sequence[Player],
    options: Mapping[str, Any],
    created: datetime,
) -> Session:
    """Make a new session file, and its folder if need be.

    Raises `UsageError` for names, a title or options that no session file takes; `FileFaults` if the file
    is there already or cannot be written.
    """
    data = head_text(game, rules, title, created, options, players).encode("utf-8", "surrogatepass")
    session = _usable(path, data)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(path, data, fresh=True)
    except FileExistsError as error:
        if not path.parent.is_dir():
            _fail_os(path.parent, error)
        _fail(path, "there is such a file already", "choose another name with -o, or delete it")
    except OSError as error:
        _fail_os(path, error)
    return session


def _usable(path: Path, data: bytes) -> Session:
    """Read what is about to be written; what is wrong with it was said by the caller, not by a file."""
    try:
        return _parse(path, data)
    except FileFaults as faults:
        raise _said_by_caller(faults.faults) from None


def _said_by_caller(faults: Sequence[Fault]) -> UsageError:
    return UsageError("\n".join(f"{fault.problem}: {fault.remedy}" for fault in faults))


def _as_read(session: Session, entries: Sequence[Entry], first: int) -> tuple[bytes, list[Entry]]:
    """The text of new entries and the entries as reading that text gives them."""
    text = "".join(map(entry_text, entries))
    if found := re.search("[\ud800-\udfff]", text):
        raise UsageError(f"a move has a character that is no text (U+{ord(found[0]):04X}): retype it")
    source = Source(session.path, text.encode())
    found_entries = read_moves(source, source.document().get("move", []), first)
    if source.faults:
        raise _said_by_caller(source.faults)
    return source.data, found_entries


def append(session: Session, entries: Sequence[Entry]) -> Session:
    """Record further moves at the end of the file, in one write; call it within `locked`.

    The entries are numbered here; a torn last entry is first moved to NAME.torn. Where a hand edit leaves no
    place for a [[move]] at the end, the file is rewritten (see `rewrite`).
    Raises `Busy` if the file is no longer as `session` was read, `UsageError` for texts that no session file
    takes, `FileFaults` if it cannot be written. In each of these cases nothing has been recorded.
    """
    if not entries:
        return session
    new, added = _as_read(session, entries, len(session.entries) + 1)
    body = session.data[: session.whole]
    if not body.endswith(b"\n"):
        new = b"\n" + new
    if len(body) + len(new) > MAX_BYTES:
        _fail(session.path, "the session is full (8 MB)", NEW)
    everything = [*session.entries, *added]
    # After an entry of our own shape a further one always fits; after anything else, try it first.
    if not ends_with_entry(body):
        try:
            if _parse(session.path, body + new).entries != everything:
                raise FileFaults(())
        except FileFaults:
            return rewrite(session, everything)
    try:
        fd = os.open(session.path, os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0))
        try:
            with open(fd, "rb", closefd=False) as file:
                _same(session, file.read(MAX_BYTES + 1))
            if session.whole < len(session.data):
                _set_aside(session)
                os.ftruncate(fd, session.whole)
            try:
                if os.write(fd, new) < len(new):
                    raise OSError("the disk is full")
                os.fsync(fd)
            except OSError:
                os.ftruncate(fd, session.whole)
                raise
        finally:
            os.close(fd)
    except OSError as error:
        _fail_os(session.path, error)
    return replace(session, entries=everything, torn="", data=body + new, whole=len(body) + len(new))


def _same(session: Session, now: bytes) -> None:
    if now != session.data:
        raise Busy(f"the file {session.path} changed meanwhile; nothing was written: do it again")


def _set_aside(session: Session) -> None:
    path = _target(session.path)
    now = datetime.now().astimezone().isoformat(timespec="seconds")
    with _beside(path, ".torn").open("ab") as file:
        file.write(f"# {now}: unfinished at the end of {path.name}\n".encode("utf-8", "replace"))
        file.write(session.data[session.whole :] + b"\n")
        file.flush()
        os.fsync(file.fileno())


def rewrite(session: Session, entries: Sequence[Entry]) -> Session:
    """Replace the file by the head of `session` (which may have been changed) and these entries, renumbered.

    Comments are kept where they can be: those of the head, of unchanged entries, and before changed ones.
    The old file is kept as NAME.bak, its mode and a symbolic link to it stay. Call it within `locked`.
    Raises `Busy`, `UsageError` and `FileFaults` as `append` does.
    """
    _same(session, _read(session.path))
    text = _spliced(session, entries)
    if text is None:
        head = (session.game, session.rules, session.title, session.created, session.options, session.players)
        text = head_text(*head).encode() + _as_read(session, entries, 1)[0]
    if len(text) > MAX_BYTES:
        _fail(session.path, "the session would be too big (8 MB)", "nothing was written")
    result = _usable(session.path, text)
    path = _target(session.path)
    try:
        mode = path.stat().st_mode & 0o7777
        if session.torn:
            _set_aside(session)
        _write(_beside(path, ".bak"), session.data, mode=mode)
        _write(path, text, mode=mode)
    except OSError as error:
        _fail_os(session.path, error)
    return result


def _spliced(session: Session, entries: Sequence[Entry]) -> bytes | None:
    """The old text with only the changed entries replaced; None where that does not give what is meant."""
    old = _parse(session.path, session.data)
    lines = old.source.text.rstrip("\n").split("\n")
    starts = [old.line_of(entry.number) - 1 for entry in old.entries]
    if -1 in starts or any(lines[start].lstrip()[:2] != "[[" for start in starts):
        return None
    cuts = []
    for start in starts:  # the comments and empty lines above an entry belong to it
        while start and (not lines[start - 1].strip() or lines[start - 1].lstrip().startswith("#")):
            start -= 1
        cuts.append(start)
    blocks = [lines[a:b] for a, b in zip([0, *cuts], [*cuts, len(lines)], strict=True)]
    before = [replace(entry, number=0) for entry in old.entries]
    after = [replace(entry, number=0) for entry in entries]
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    tail = 0
    while tail < min(len(before), len(after)) - same and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    _, added = _as_read(session, after[same : len(after) - tail], same + 1)
    texts = [entry_text(entry) for entry in added]
    replaced = blocks[1 + same : len(blocks) - tail]
    if len(replaced) == len(texts):
        heights = [start - cut for start, cut in zip(starts[same:], cuts[same:], strict=True)]
        above = [block[:height] for block, height in zip(replaced, heights, strict=False)]
        texts = ["\n".join([*kept, text.strip("\n"), ""]) for kept, text in zip(above, texts, strict=True)]
    head = "\n".join([*blocks[0], ""])
    for key in ("game", "rules", "title"):
        if (value := getattr(session, key)) != getattr(old, key):
            line = f"{key} = {quoted(value)}".replace("\\", r"\\")
            head = re.sub(rf'^{key}\s*=\s*"[^"\\]*"', line, head, count=1, flags=re.M)
    kept = ["\n".join([*block, ""]) for block in blocks]
    text = "".join([head, *kept[1 : 1 + same], *texts, *kept[len(kept) - tail :]])
    try:
        new = _parse(session.path, text.encode())
    except FileFaults:
        return None
    meant = replace(session, entries=[*before[:same], *added, *after[len(after) - tail :]])
    return new.data if _content(new) == _content(meant) else None


def _content(session: Session) -> Session:
    entries = [replace(entry, number=0) for entry in session.entries]
    return replace(session, entries=entries, torn="", data=b"", whole=0)


def _target(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _beside(path: Path, suffix: str, prefix: str = "") -> Path:
    return path.with_name(f"{prefix}{path.name}{suffix}")


def _write(path: Path, data: bytes, *, mode: int | None = None, fresh: bool = False) -> None:
    """Put `data` at `path` in one step: all of it or nothing, whenever the power fails."""
    temp = _beside(path, f".{os.getpid()}.tmp", ".")
    try:
        with temp.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            temp.chmod(mode)
        if fresh:
            try:
                os.link(temp, path)  # unlike a rename, it never replaces a file
            except FileExistsError:
                raise
            except OSError:  # no hard links here
                if path.exists() or path.is_symlink():
                    raise FileExistsError from None
                temp.replace(path)
        else:
            temp.replace(path)
    finally:
        temp.unlink(missing_ok=True)
    if sys.platform != "win32":  # where folders cannot be synced
        fd = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)


@contextmanager
def locked(path: Path, timeout: float = 10.0) -> Iterator[None]:
    """Hold the session's lock, against other processes and threads; wait for it up to `timeout` seconds.

    Raises `Busy` when the time is over, `FileFaults` if the folder cannot be written to. The lock is a hidden
    file beside the session, gone afterwards; if the process dies, the system releases it.
    """
    from filelock import FileLock, Timeout

    hidden = _beside(_target(path), ".lock", ".")
    if not hidden.parent.is_dir():  # filelock would make the folder
        _fail_os(path, FileNotFoundError())
    lock = FileLock(hidden, timeout=timeout, poll_interval=0.01)
    try:
        lock.acquire()
    except Timeout:
        raise Busy(
            f"the file {path} is in use by another Referee (waited {timeout:g} s): try again"
        ) from None
    except OSError as error:
        _fail_os(path, error)
    try:
        yield
    finally:
        with suppress(OSError):  # some systems do not remove open files: there it stays
            hidden.unlink()  # while it is held; filelock lets nobody take a removed one
        lock.release()


# ---------------------------------------------------------------- finding


def find(
    explicit: Path | None, environ: Mapping[str, str], folder: Path = Path("sessions")
) -> tuple[Path, str]:
    """The session to play, and a message when it was chosen among several (else "").

    It is the explicit one, else that of REFEREE_SESSION, else the pinned one, else the most recently played
    of the folder. Raises `FileFaults` if there is none, or if the one pinned is not there.
    """
    if explicit is not None:
        return explicit, ""
    if named := environ.get("REFEREE_SESSION"):
        if not (path := Path(named)).exists():
            _fail(path, "REFEREE_SESSION names a file that is not there", "correct or unset it")
        return path, ""
    if pinned := _pinned():
        return pinned, ""
    try:
        found = [(stamp, path) for path in folder.glob("*.toml") if (stamp := _last_played(path)) is not None]
    except OSError as error:
        _fail_os(folder, error)
    if not found:
        _fail(folder, "there is no session here", NEW)
    path = max(found)[1]
    if len(found) == 1:
        return path, ""
    count = f"the latest of {len(found)} in {folder}/"
    return path, f"playing {path}, {count}; pick another with -s or `referee use`"


def _pinned() -> Path | None:
    try:
        name = tomllib.loads(PIN.read_text("utf-8"))["session"]
        path = Path(name)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        _fail(PIN, "this file names no session", "run `referee use FILE`, or delete it")
    if not path.exists():
        _fail(path, f"there is no such file, but {PIN} names it", f"run `referee use FILE`, or delete {PIN}")
    return path


def pin(path: Path) -> None:
    """Make `path` the session of this folder, in ./.referee. Raises `FileFaults` if it is no session."""
    load(path)
    try:
        _write(PIN, f"session = {quoted(str(path))}\n".encode())
    except OSError as error:
        _fail_os(PIN, error)


def _last_played(path: Path) -> float | None:
    """When a session was last played, in seconds since 1970; None if this is no session. Reads little."""
    size = 4096
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            text = file.read(size)
            length = os.fstat(file.fileno()).st_size
            if not _IS_SESSION.search(text):
                text += file.read(MAX_BYTES)
                if not _IS_SESSION.search(text):
                    return None
            file.seek(max(0, length - size))
            stamps = _AT.findall(file.read())
            written = os.fstat(file.fileno()).st_mtime
    except OSError:
        return None
    try:
        return datetime.fromisoformat(stamps[-1].decode()).timestamp()
    except (IndexError, ValueError, OverflowError, OSError):
        return written


_IS_SESSION = re.compile(rb"""^\s*(?:\[\s*["']?session["']?\s*\]|["']?session["']?\s*[.=])""", re.M)
_AT = re.compile(rb"^\s*at\s*=\s*([\dT:+.Z-]+)", re.M)


def new_path(folder: Path, game: str, title: str, created: datetime) -> Path:
    """A free file name for a new session: from its title, else from game and day; -2, -3 … if taken."""
    stem = re.sub(r"[\W_]+", "-", fold(title))[:MAX_NAME].strip("-")
    stem = stem or f"{re.sub(r'[^a-z0-9]+', '-', fold(game)).strip('-') or 'session'}-{created:%Y-%m-%d}"
    path, count = folder / f"{stem}.toml", 1
    while path.exists() or path.is_symlink():
        count += 1
        path = folder / f"{stem}-{count}.toml"
    return path


# ---------------------------------------------------------------- faults of the file as a whole


def _fail(path: Path, problem: str, remedy: str) -> NoReturn:
    raise FileFaults([Fault(path, 0, problem, remedy)]) from None


def _fail_os(path: Path, error: Exception) -> NoReturn:
    if isinstance(error, FileNotFoundError):
        from difflib import get_close_matches

        names = [other.name for other in path.parent.glob("*.toml") if other.exists()]
        near = get_close_matches(path.name, names, 1) or get_close_matches(f"{path.name}.toml", names, 1)
        remedy = f"did you mean {path.with_name(near[0])}?" if near else f"check the name, or {NEW}"
        _fail(path, "there is no such file", remedy)
    if isinstance(error, PermissionError):
        _fail(path, "permission denied", "change the permissions of the file or its folder, or use a copy")
    _fail(path, getattr(error, "strerror", None) or str(error), "check the name and the disk")

"""Kills, power cuts and two processes at once: of what was recorded nothing is lost."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from referee.errors import FileFaults
from referee.session import Entry, Player, Session, append, create, load, rewrite

WHEN = datetime(2026, 11, 29, 19, 30, tzinfo=timezone(timedelta(hours=1)))
ROOT = Path(__file__).parents[1]
FULL = Entry(0, 'buy "Ürümqi" \\ 🙂', "Chloé", WHEN, "the table — agreed", "[[move]] é", 12)
KINDS = [
    FULL,
    Entry(0, "pass"),
    Entry(0, "passé", "Anna"),
    Entry(0, "x", "", WHEN),
    Entry(0, "y", note="z", ref=-3),
]


@pytest.fixture
def start(tmp_path: Path) -> Session:
    players = [Player("Anna", {}), Player("Chloé", {})]
    path = tmp_path / "x.toml"
    return create(path, game="1848", rules="1848-1", title="", players=players, options={}, created=WHEN)


def cuts(session: Session, entries: list[Entry]) -> Iterator[tuple[bytes, bytes]]:
    """Every state of the file in which the appending of these entries may have been cut off."""
    before = session.path.read_bytes()
    append(session, entries)
    after = session.path.read_bytes()
    assert after.startswith(before)
    for end in range(len(before), len(after) + 1):
        yield before, after[:end]


def keys(session: Session) -> list[tuple[str, str, datetime | None, str, str, int | None]]:
    return [(e.do, e.by, e.at, e.ruling, e.note, e.ref) for e in session.entries]


@pytest.mark.parametrize("entry", KINDS)
@pytest.mark.parametrize("earlier", [0, 1])
@pytest.mark.parametrize("zeros", [0, 7])
def test_cut_at_every_byte(start: Session, entry: Entry, earlier: int, zeros: int) -> None:
    start = append(start, [FULL] * earlier)
    meant = (entry.do, entry.by, entry.at, entry.ruling, entry.note, entry.ref)
    lost = 0
    for before, data in cuts(start, [entry]):
        start.path.write_bytes(data + b"\0" * zeros)
        session = load(start.path)
        assert keys(session)[:earlier] == keys(start)
        last = keys(session)[earlier:]
        if not last:  # lost, and said so unless nothing of it was written
            lost += 1
            assert session.torn.rstrip("\0") == data[len(before) :].decode("utf-8", "replace").lstrip(
                "\n"
            ) or (data.rstrip(b"\n") == before.rstrip(b"\n"))
        else:  # whole, but perhaps without its time
            assert last == [meant] or (
                last == [(*meant[:2], None, *meant[3:])] and b"\nat = " not in data[-12:]
            )
            assert session.torn.strip("\0") == ""
    assert lost > 10


def test_play_goes_on_after_a_cut_at_every_byte(start: Session) -> None:
    start = append(start, [Entry(0, "first")])
    torn = start.path.with_name("x.toml.torn")
    for before, data in cuts(start, [FULL]):
        start.path.write_bytes(data)
        torn.unlink(missing_ok=True)
        session = load(start.path)
        again = append(session, [Entry(0, "next")])
        assert load(start.path) == again and not again.torn
        assert [e.do for e in again.entries] == [*(e.do for e in session.entries), "next"]
        assert start.path.read_bytes().startswith(before)
        assert torn.exists() == bool(session.torn)
        if session.torn:
            kept = torn.read_bytes()
            assert kept.startswith(b"# ") and kept.endswith(data[len(before) :].lstrip(b"\n") + b"\n")
            assert start.path.read_bytes() == before + b'\n[[move]]\ndo = "next"\n'


def test_several_entries_cut(start: Session) -> None:
    for before, data in cuts(start, [FULL, FULL, FULL]):
        start.path.write_bytes(data)
        found = load(start.path).entries
        assert len(found) >= data[len(before) :].count(b"\nat = 2026-11-29T19:30:00+01:00\n")
        assert all(e.do == FULL.do for e in found)


def test_after_a_file_without_a_last_newline(start: Session) -> None:
    start.path.write_bytes(start.path.read_bytes() + b'[[move]]\ndo = "a"')
    for _, data in cuts(load(start.path), [FULL]):
        start.path.write_bytes(data)
        assert load(start.path).entries[0].do == "a"


def test_rewrite_sets_the_torn_entry_aside(start: Session) -> None:
    start.path.write_bytes(append(start, [Entry(0, "a"), FULL]).data[:-40])
    session = load(start.path)
    assert session.torn.startswith("[[move]]\nby = ")
    again = rewrite(session, [Entry(0, "b")])
    assert keys(load(start.path)) == keys(again) and again.entries[0].do == "b" and not again.torn
    assert session.torn.encode() in start.path.with_name("x.toml.torn").read_bytes()


@pytest.mark.parametrize(
    ("tail", "line"),
    [
        ("[[move]]\ndo = buy P2", 2),
        ('[[move]]\ndo = "buy P2\n', 2),
        ('[[move]]\nby = "Anna"\ndo = "a"\nat = 2026\n', 4),
        ("[[mo\n", 1),
        ('[[move]]\nwho = "Anna"\n', 2),
        ("garbage", 1),
    ],
)
def test_a_mistake_made_by_hand_is_no_torn_entry(start: Session, tail: str, line: int) -> None:
    lines = start.path.read_text().count("\n")
    start.path.write_text(start.path.read_text() + tail)
    with pytest.raises(FileFaults) as caught:
        load(start.path)
    assert lines + line in [fault.line for fault in caught.value.faults]


def test_a_mistake_above_a_torn_entry_is_reported(start: Session) -> None:
    text = start.path.read_text()
    start.path.write_text(text.replace("format = 1", "format = one") + '\n[[move]]\ndo = "bu')
    with pytest.raises(FileFaults, match=":3: not TOML"):
        load(start.path)


WRITER = """
import sys
from pathlib import Path
from referee.errors import Busy
from referee.session import Entry, append, load, locked
path, name, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
done = 0
while done < count:
    session = load(path)  # outside the lock: the other one may well come between
    try:
        with locked(path):
            append(session, [Entry(0, f"{name} {done}")])
        done += 1
    except Busy:
        pass
"""


def writer(path: Path, name: str, count: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", WRITER, str(path), name, str(count)], cwd=ROOT)


def test_two_processes_lose_nothing(start: Session) -> None:
    for process in [writer(start.path, name, 20) for name in "ab"]:
        assert process.wait(timeout=60) == 0
    found = [e.do for e in load(start.path).entries]
    assert len(found) == 40
    for name in "ab":
        assert [do for do in found if do.startswith(name)] == [f"{name} {n}" for n in range(20)]
    assert [file.name for file in start.path.parent.iterdir()] == ["x.toml"]


def test_killed_while_appending(start: Session) -> None:
    for turn in range(3):
        size = start.path.stat().st_size
        process = writer(start.path, f"w{turn}", 10**6)
        end = time.monotonic() + 20
        while start.path.stat().st_size < size + 500 and time.monotonic() < end:
            time.sleep(0.002)
        process.kill()
        process.wait()
        session = load(start.path)
        mine = [e.do for e in session.entries if e.do.startswith(f"w{turn}")]
        assert len(mine) > 5 and mine == [f"w{turn} {n}" for n in range(len(mine))]
    before = len(load(start.path).entries)
    assert writer(start.path, "after", 1).wait(timeout=60) == 0  # the lock of the dead is free
    assert len(load(start.path).entries) == before + 1

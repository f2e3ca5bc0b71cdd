"""The session file: reading, every fault with its line, writing, rewriting, finding."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee import session as sessions
from referee import session_source
from referee.errors import Busy, Fault, FileFaults, UsageError
from referee.session import Entry, Player, Session, append, create, find, load, locked, new_path, pin, rewrite
from referee.session_check import hidden
from referee.session_text import COMMENT

WHEN = datetime(2026, 11, 29, 19, 30, tzinfo=timezone(timedelta(hours=1)))
HEAD = """# Friday
[session]
format = 1
game = "1848"
rules = "1848-1"

[[player]]
name = "Anna"
[[player]]
name = "Chloé"
"""
MOVE = '\n[[move]]\nby = "Anna"\ndo = "buy P2"\nat = 2026-11-29T19:41:07+01:00\n'


def made(path: Path, **changes: Any) -> Session:
    what: dict[str, Any] = {
        "game": "1848",
        "rules": "1848-1",
        "title": "Friday evening",
        "players": [Player("Anna", {}), Player("Chloé", {"colour": "jaune"})],
        "options": {},
        "created": WHEN,
    }
    return create(path, **{**what, **changes})


def faults(path: Path, text: str | bytes | None = None) -> list[Fault]:
    if text is not None:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(FileFaults) as caught:
        load(path)
    assert (path.read_bytes() if path.is_file() else b"") == before
    for fault in caught.value.faults:
        assert fault.problem and fault.remedy
        assert str(fault).replace("\n", "").isprintable()
    return list(caught.value.faults)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "evening.toml"


# ---------------------------------------------------------------- reading and creating


def test_create_and_load(path: Path) -> None:
    options = {"sell boe": True, "limit": 60, "names": ["a", 'b"\\'], "deep": {"x": [1, {"y": False}]}}
    session = made(path.parent / "new" / "folder" / "x.toml", options=options)
    again = load(session.path)
    assert again == session
    assert (again.game, again.rules, again.title) == ("1848", "1848-1", "Friday evening")
    assert again.created == WHEN and again.options == options and again.entries == []
    assert again.players == [Player("Anna", {}), Player("Chloé", {"colour": "jaune"})]
    first, second, *_ = session.path.read_text("utf-8").splitlines()
    assert first.startswith("# A referee session. One [[move]] per line of play, oldest first; edit it by")
    assert second == "[session]"
    assert [file.name for file in session.path.parent.iterdir()] == ["x.toml"]


def test_create_never_overwrites(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_text("mine")
    with pytest.raises(FileFaults, match="already"):
        made(path)
    monkeypatch.setattr(os, "link", lambda *_: (_ for _ in ()).throw(OSError(95, "no hard links")))
    with pytest.raises(FileFaults, match="already"):
        made(path)
    assert path.read_text() == "mine"
    assert made(path.with_name("other.toml")) == load(path.with_name("other.toml"))
    assert sorted(file.name for file in path.parent.iterdir()) == ["evening.toml", "other.toml"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": []},
        {"players": [Player("An;na", {})]},
        {"players": [Player("Anna", {}), Player("ANNÀ", {})]},
        {"players": [Player("Anna", {"colour": "\x1b[1m"})]},
        {"players": [Player("Ann\udc80", {})]},
        {"title": "a\x07b"},
        {"game": ""},
        {"options": {"x": 1.5}},
    ],
)
def test_create_refuses_what_could_not_be_read(path: Path, wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        made(path, **wrong)
    assert list(path.parent.iterdir()) == []


def test_create_where_it_cannot_be(path: Path) -> None:
    path.write_text("a file")
    with pytest.raises(FileFaults, match=r"evening\.toml: File exists"):
        made(path / "x.toml")


HAND = """
# whatever
 "options" = {  'sell' = true }   # inline
player = [ { name = "Anna" }, { colour = "jaune", name = '''Chloé''' } ]
session.format = 1
session.game = '1848'
session.created = 2026-11-29
[[ move ]] # first
  note = "[[move]]"
\tdo="pass"
  at = 2026-11-29T19:41:07
# [[move]]
[['move']]
ref = 17
do = \"\"\"buy P2\"\"\"
at = 2026-11-29
by = "Anna"
"""


def test_hand_edits_are_welcome(path: Path) -> None:
    for text in (HAND, HAND.replace("\n", "\r\n"), "\ufeff" + HAND):
        path.write_bytes(text.encode())
        session = load(path)
        assert session.options == {"sell": True} and session.created == datetime(2026, 11, 29)
        assert session.players == [Player("Anna", {}), Player("Chloé", {"colour": "jaune"})]
        assert session.entries == [
            Entry(1, "pass", note="[[move]]", at=datetime(2026, 11, 29, 19, 41, 7)),
            Entry(2, "buy P2", "Anna", datetime(2026, 11, 29), ref=17),
        ]
        assert [session.line_of(n) for n in (1, 2, 3)] == [8, 13, 0]


def test_lines_of_inline_moves(path: Path) -> None:
    path.write_text('move = [\n  {do = "a {"},\n\n  {do = "b"}, {do = "c"} ]\n' + HEAD)
    assert [load(path).line_of(n) for n in (1, 2, 3)] == [2, 4, 4]


def test_lines_pass_over_texts_of_several_lines(path: Path) -> None:
    text = "[options]\nx = '''\n[[move]]\n'''\n" + HEAD + MOVE + 'ref = "x"\n'
    assert [fault.line for fault in faults(path, text)] == [2, 20]


def test_player_named(path: Path) -> None:
    session = made(path)
    for text in ("Chloé", "chloe", " CHLOE\u0301 "):
        assert session.player_named(text) is session.players[1]
    assert session.player_named("Ben") is None


def test_fingerprint(path: Path) -> None:
    session = made(path)
    assert session.fingerprint == load(path).fingerprint
    path.write_text(path.read_text() + "#")
    assert session.fingerprint != load(path).fingerprint


# ---------------------------------------------------------------- faults of the file


def test_file_faults(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (missing,) = faults(path)
    assert missing.problem == "there is no such file" and "referee new 1848" in missing.remedy
    path.with_name("evenings.toml").write_text("")
    assert "did you mean" in faults(path)[0].remedy and "evenings.toml" in faults(path)[0].remedy
    assert "evenings.toml" in faults(path.with_name("evenings"))[0].remedy
    assert "folder" in faults(path.parent)[0].problem
    assert "ordinary" in faults(Path(os.devnull))[0].problem
    for empty in (b"", b" \n\r\n", b"\0\0\0"):
        assert faults(path, empty)[0].problem == "the file is empty"
    with pytest.raises(FileFaults):
        load(path.with_name("x" * 300))
    with pytest.raises(FileFaults):
        load(Path("a\0b"))
    monkeypatch.setattr(Path, "open", denied)
    with pytest.raises(FileFaults, match="permission denied"):
        load(path)


def denied(*_: object, **__: object) -> None:
    raise PermissionError(13, "Permission denied")


def test_too_big_is_refused_unparsed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_bytes(b"x = [\n" * (20_000_000 // 6))
    monkeypatch.setattr(tomllib, "loads", lambda _: pytest.fail("parsed"))
    assert "20 MB" in faults(path)[0].problem


def test_not_utf8(path: Path) -> None:
    (fault,) = faults(path, HEAD.encode("latin-1"))
    assert "UTF-8" in fault.problem and fault.line == 10
    assert "UTF-8" in faults(path, HEAD.encode("utf-16"))[0].problem


def test_deep_nesting(path: Path) -> None:
    assert "nested" in faults(path, HEAD + "[options]\nx = " + "[" * 100_000 + "\n")[0].problem
    faults(path, HEAD + "[options]\nx = " + "[" * 200 + "1.5" + "]" * 200 + "\n")


SYNTAX = [
    ("do = buy P2", "Invalid value", 'do = "buy P2"'),
    ('do = "buy P2', "Illegal character", "close the text"),
    ('do = "buy \x1b[2J P2"', "Illegal character", "control character"),
    ('do = "buy"P2"', "Expected newline", "double quotes"),
    (r'do = "\q"', "Unescaped", "twice"),
    ("do", "Expected '='", "key = value"),
    ('do = "a"\ndo = "b"', "Cannot overwrite", "only once"),
    ("ref = " + "1" * 5000, "far too long", "shorten"),
]


@pytest.mark.parametrize(("text", "problem", "remedy"), SYNTAX)
def test_not_toml(path: Path, text: str, problem: str, remedy: str) -> None:
    (fault,) = faults(path, f"{HEAD}{MOVE}\n[[move]]\n{text}\n{MOVE}")
    assert problem in fault.problem and remedy in fault.remedy
    assert fault.line == 18 + text.count("\n")
    assert str(fault).splitlines()[0].startswith(f"{path}:{fault.line}: ")


def test_all_syntax_faults_at_once(path: Path) -> None:
    text = HEAD + "".join(f"\n[[move]]\n{wrong}\n" for wrong, _, _ in SYNTAX if "\n" not in wrong)
    text += '\n[[move\ndo = "x"\n\n[[move]]\nby = 7\ndo = ""\n'
    found = faults(path, text)
    lines = text.splitlines()
    assert [lines[fault.line - 1] for fault in found] == [
        *(wrong for wrong, _, _ in SYNTAX if "\n" not in wrong),
        "[[move",
        "by = 7",
        'do = ""',
    ]


def test_a_cause_above_gives_no_noise(path: Path) -> None:
    (fault,) = faults(path, f"x = [\n{HEAD}{MOVE}")
    assert fault.line == 3
    (fault,) = faults(path, f"{HEAD}{HEAD}{MOVE}")
    assert "twice" in fault.problem and fault.line == 12
    (fault,) = faults(path, f"{HEAD}{MOVE}[options]\nx = [1,\n\n")
    assert fault.line == 17
    (fault,) = faults(path, f"move = []\n{HEAD}{MOVE}")
    assert "mutate" in fault.problem and fault.line == 13


def head(text: str) -> str:
    return HEAD.replace("format = 1\n", f"format = 1\n{text}\n")


def player(text: str) -> str:
    return f"{HEAD}[[player]]\n{text}\n"


def move(text: str) -> str:
    return f"{HEAD}{MOVE}\n[[move]]\n{text}\n"


VALUES: list[tuple[str, str, str, str]] = [  # the file, the problem, the remedy, the line that is shown
    (HEAD + "[moves]\nx = 1\n", "unknown key `moves`", "did you mean `move`?", "[moves]"),
    ("foo = 1\n" + HEAD, "unknown key `foo`", "known are: session", "foo = 1"),
    (HEAD + "[[players]]\n", "unknown key `players`", "`player`", "[[players]]"),
    (head("titel = 'x'"), "unknown key `titel` in [session]", "`title`", "titel = 'x'"),
    (head("title = 5"), "`title` must be a text, but is a whole number", 'title = "…"', "title = 5"),
    (head('created = "now"'), "`created` must be a date", "2026-", 'created = "now"'),
    (head(r'title = "\u001b[2J"'), "control character (U+001B)", "retype", r'title = "\u001b[2J"'),
    (head(r'title = "\u202e"'), "control character (U+202E)", "retype", r'title = "\u202e"'),
    (HEAD.replace("= 1\n", "= 2\n"), "format 2", "newer Referee", "format = 2"),
    (HEAD.replace("= 1\n", "= 0\n"), "no format 0", "format = 1", "format = 0"),
    (HEAD.replace("= 1\n", "= true\n"), "must be a whole number", "format = 1", "format = true"),
    (HEAD.replace("format = 1\n", ""), "no `format`", "format = 1", "[session]"),
    (HEAD.replace('game = "1848"\n', ""), "no `game`", 'game = "1848"', "[session]"),
    (HEAD.replace('"1848"', '" "'), "`game` is empty", "name the game", 'game = " "'),
    (HEAD.partition("[[player]]")[2].join(["[[player]]", ""]), "no [session]", "referee new", ""),
    (
        "session = 3\n" + HEAD.partition("[[")[1] + HEAD.partition("[[")[2],
        "be a table",
        "[ses",
        "session = 3",
    ),
    (HEAD.partition("[[player]]")[0], "no players", "[[player]]", "[session]"),
    (HEAD.partition("[[player]]")[0] + "[player]\nname='A'\n", "be a list", "[[player]]", "[player]"),
    ("player = [1]\n" + HEAD.partition("[[player]]")[0], "be a table", "[[player]]", "player = [1]"),
    ("options = 1\n" + HEAD, "`options` must be a table", "[options]", "options = 1"),
    (HEAD + "[options]\nx = 1\ny = 1.5\n", "`y` is a decimal number", "an option is", "y = 1.5"),
    (HEAD + "[options]\ny = [{a = [2026-01-01]}]\n", "is a date", "an option is", "y = [{a = [2026-01-01]}]"),
    (HEAD + '[options.y]\na = {"\\u0007" = 1}\n', "U+0007", "an option is", "[options.y]"),
    (HEAD + '[options]\ny = "\\u0007"\n', "U+0007", "an option is", 'y = "\\u0007"'),
    (player(""), "no `name`", "add name", "[[player]]"),
    (player('nom = "A"'), "no `name`", "name instead of nom", 'nom = "A"'),
    (player("name = 3"), "must be a text", 'name = "…"', "name = 3"),
    (player('name = "D"\ncolour = 3'), "`colour` must be a text", 'colour = "…"', "colour = 3"),
    (player('name = "D"\ncolour = "\\u0007"'), "U+0007", "retype", 'colour = "\\u0007"'),
    (player('name = "CHLOE"'), "two players are named Chloé and CHLOE", "apart", 'name = "CHLOE"'),
    (player('name = ""'), "name is empty", "Anna", 'name = ""'),
    (player('name = " "'), "name is empty", "Anna", 'name = " "'),
    (player('name = "A\\u0000"'), "U+0000", "retype", 'name = "A\\u0000"'),
    (player('name = "A\u202eb"'), "U+202E", "retype", 'name = "A\\u202eb"'),
    (player('name = "A\u200bb"'), "U+200B", "retype", 'name = "A\\u200bb"'),
    (player('name = "A\u3164b"'), "U+3164", "retype", 'name = "A\u3164b"'),
    (player(f'name = "{"x" * 41}"'), "too long (41", "40", f'name = "{"x" * 41}"'),
    (player('name = "A  B "'), "superfluous spaces", '"A B"', 'name = "A  B "'),
    (player('name = "A;B"'), "has a ;", "without", 'name = "A;B"'),
    (player("name = 'A\"B'"), 'has a "', "without", "name = 'A\"B'"),
    (player('name = "A:B"'), "has a :", "without", 'name = "A:B"'),
    (player('name = "2Pac"'), "begin with a letter", "choose", 'name = "2Pac"'),
    (player('name = "-x"'), "begin with a letter", "choose", 'name = "-x"'),
    ("move = 3\n" + HEAD, "`move` must be a list", "[[move]]", "move = 3"),
    ("move = [3]\n" + HEAD, "`move` must be a table", "[[move]]", "move = [3]"),
    (move('do = "x"\nplayer = "Anna"'), "unknown key `player` in [move]", "known are: by", 'player = "Anna"'),
    (move('do = "x"\nnotes = "y"'), "unknown key `notes`", "`note`", 'notes = "y"'),
    (move('do = "x"\n"no\\u0007" = "y"'), "unknown key `no\\u0007`", "", "[[move]]"),
    (move('do = "x"\nnumber = 3'), "unknown key `number`", "known", "number = 3"),
    (move("do = 3"), "`do` must be a text", 'do = "…"', "do = 3"),
    (move('do = "x"\nby = ["Anna"]'), "`by` must be a text, but is a list", 'by = "…"', 'by = ["Anna"]'),
    (move('do = "x"\nref = "7"'), "`ref` must be a whole number", "ref = 1", 'ref = "7"'),
    (move('do = "x"\nref = true'), "`ref` must be a whole number", "ref = 1", "ref = true"),
    (move('do = "x"\nat = 19:30:00'), "is a time of day", "at = 2026", "at = 19:30:00"),
    (move('do = ""'), "`do` is empty", "delete", 'do = ""'),
    (move('do = "  "'), "`do` is empty", "delete", 'do = "  "'),
    (move('do = "a\\nb"'), "`do` has a line break", "one line", 'do = "a\\nb"'),
    (move('do = "a\\tb"'), "`do` has a control character (U+0009)", "one line", 'do = "a\\tb"'),
    (move('do = "x"\nnote = "a\\u009bb"'), "`note` has a control", "one line", 'note = "a\\u009bb"'),
    (move('do = "x"\nruling = "a\\u2028b"'), "`ruling` has a control", "one", 'ruling = "a\\u2028b"'),
    (move(f'do = "{"x" * 2001}"'), "`do` is too long (2001", "2000", f'do = "{"x" * 93}…'),
    (move('by = "Anna"') + MOVE, "this move has no `do`", 'do = "…"', "[[move]]"),
    (move('by = "Anna" # who?'), "this move has no `do`", 'do = "…"', "[[move]]"),
]


@pytest.mark.parametrize(("text", "problem", "remedy", "excerpt"), VALUES)
def test_faults_of_values(path: Path, text: str, problem: str, remedy: str, excerpt: str) -> None:
    (fault,) = faults(path, text)
    assert problem in fault.problem and remedy in fault.remedy and fault.excerpt == excerpt
    if excerpt.isascii() and "\\u" not in excerpt:
        assert text.split("\n")[fault.line - 1].strip() == excerpt if excerpt else fault.line == 0


def test_all_faults_at_once_in_order(path: Path) -> None:
    text = (
        head("titel = 1\ntitle = 3") + '[[player]]\nname = "anna"\n[[player]]\n[[move]]\ndo = ""\nref = "1"\n'
    )
    found = faults(path, text)
    assert [fault.line for fault in found] == [4, 5, 14, 15, 17, 18]


def test_a_flood_of_faults_is_cut_short(path: Path) -> None:
    assert len(faults(path, HEAD + "[[move]]\nfoo = 1\n" * 20_000)) == session_source.MAX_FAULTS


def test_fine_though_unusual(path: Path) -> None:
    notes = ["né 🙂", "a\u200db", "\ue000 \u00a0", "x" * 5000]
    path.write_text(HEAD + "".join(f'[[move]]\ndo = "{"é" * 2000}"\nnote = "{note}"\n' for note in notes))
    assert [entry.note for entry in load(path).entries] == notes
    names = ["Jean-Pierre", "O'Neil", "Anna B.", "李", "Élodie & Co", "Zoe\u0301"]
    made(path.with_name("n.toml"), players=[Player(name, {}) for name in names])


# ---------------------------------------------------------------- appending

texts = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=30
).filter(lambda text: not hidden(text))
moments = st.none() | st.datetimes(
    timezones=st.none() | st.integers(-1439, 1439).map(lambda n: timezone(timedelta(minutes=n)))
).map(lambda moment: moment.replace(microsecond=0))
entries = st.builds(
    Entry,
    number=st.just(0),
    do=texts.filter(str.strip),
    by=texts,
    at=moments,
    ruling=texts,
    note=texts,
    ref=st.none() | st.integers(),
)


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(batches=st.lists(st.lists(entries, max_size=3), max_size=3))
def test_round_trip(path: Path, batches: list[list[Entry]]) -> None:
    path.unlink(missing_ok=True)
    session = made(path)
    meant: list[tuple[Any, ...]] = []
    for batch in batches:
        before = path.read_bytes()
        session = append(session, batch)
        assert path.read_bytes().startswith(before) and path.read_bytes().endswith(b"\n")
        meant += [(e.do, e.by, e.at, e.ruling, e.note, e.ref) for e in batch]
        again = load(path)
        assert again == session and not again.torn
    assert [(e.do, e.by, e.at, e.ruling, e.note, e.ref) for e in session.entries] == meant
    assert [e.number for e in session.entries] == list(range(1, len(meant) + 1))
    assert not path.with_name("evening.toml.bak").exists()


def test_order_of_keys_and_seconds(path: Path) -> None:
    lmt = timezone(timedelta(minutes=9, seconds=21))
    session = append(made(path), [Entry(9, "x", "Anna", WHEN.replace(microsecond=7), "r", "n", 3)])
    assert path.read_text().partition("[[move]]\n")[2] == (
        'by = "Anna"\nruling = "r"\nnote = "n"\nref = 3\ndo = "x"\nat = 2026-11-29T19:30:00+01:00\n'
    )
    session = append(session, [Entry(0, "y", at=datetime(1900, 1, 1, tzinfo=lmt))])
    assert load(path) == session and session.entries[1].at == datetime(1900, 1, 1, tzinfo=lmt)


def test_comments_and_hand_edits_survive_appending(path: Path) -> None:
    for text in (HAND, HAND.rstrip("\n"), HAND.replace("\n", "\r\n"), HAND + "# end", HEAD.rstrip("\n")):
        path.write_bytes(text.encode())
        session = append(load(path), [Entry(0, "pass", "Anna")])
        assert path.read_bytes().startswith(text.encode())
        assert load(path) == session
        assert session.entries[-1] == Entry(len(session.entries), "pass", "Anna")
        assert session.line_of(len(session.entries)) == path.read_text().count("\n") - 2
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_append_falls_back_where_a_header_cannot_follow(path: Path) -> None:
    for moves in ("move = []", "move = [{do = 'a'}]"):
        path.write_text(text := f"# mine\n{moves}\n{HEAD}")
        session = append(load(path), [Entry(0, "pass")])
        assert load(path) == session and session.entries[-1].do == "pass"
        assert path.with_name("evening.toml.bak").read_text() == text


def test_append_refuses_what_could_not_be_read(path: Path) -> None:
    session = append(made(path), [Entry(0, "a")])
    before = path.read_bytes()
    for wrong in (Entry(0, ""), Entry(0, "a\nb"), Entry(0, "a", note="\x1b"), Entry(0, "a\udc80")):
        with pytest.raises(UsageError):
            append(session, [Entry(0, "b"), wrong])
    assert path.read_bytes() == before
    assert append(session, []) is session


def test_append_to_a_changed_or_vanished_file(path: Path) -> None:
    session = made(path)
    append(session, [Entry(0, "a")])
    before = path.read_bytes()
    for write in (append, rewrite):
        with pytest.raises(Busy, match="changed"):
            write(session, [Entry(0, "b")])
    assert path.read_bytes() == before
    path.unlink()
    for write in (append, rewrite):
        with pytest.raises(FileFaults, match="no such file"):
            write(session, [Entry(0, "b")])
    assert not path.exists()


def test_a_full_disk_leaves_the_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = append(made(path), [Entry(0, "a")])
    before = path.read_bytes()
    write = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: write(fd, data[:5]))
    with pytest.raises(FileFaults, match="disk is full"):
        append(session, [Entry(0, "b")])
    assert path.read_bytes() == before
    monkeypatch.undo()
    monkeypatch.setattr(sessions, "MAX_BYTES", len(before) + 5)
    with pytest.raises(FileFaults, match="full"):
        append(session, [Entry(0, "b")])
    assert path.read_bytes() == before


# ---------------------------------------------------------------- rewriting


def test_rewrite_keeps_comments(path: Path) -> None:
    text = (
        HEAD
        + '# one\n[[ move ]]\ndo="a"#x\n\n# two\n[[move]]\ndo = "b" # gone\n# three\n[[move]]\ndo = "c"\n#\n'
    )
    path.write_text(text)
    path.chmod(0o640)
    session = load(path)
    meant = [*session.entries]
    meant[1] = Entry(2, "B", "Anna", WHEN)
    session.rules = "1848-2\\"
    again = rewrite(session, meant)
    stamp = 'by = "Anna"\ndo = "B"\nat = 2026-11-29T19:30:00+01:00'
    new = text.replace('do = "b" # gone', stamp).replace('"1848-1"', '"1848-2\\\\"')
    assert path.read_text() == new
    assert again == load(path) and again.entries == meant and again.rules == "1848-2\\"
    assert path.with_name("evening.toml.bak").read_text() == text
    assert path.stat().st_mode & 0o777 == 0o640

    shorter = rewrite(again, again.entries[1:])
    assert [e.do for e in shorter.entries] == ["B", "c"] and "# one" not in path.read_text()
    assert "# two" in path.read_text() and "# Friday" in path.read_text()
    longer = rewrite(
        shorter, [Entry(0, "0"), *shorter.entries, Entry(0, "d", at=WHEN.replace(microsecond=5))]
    )
    assert [(e.number, e.do) for e in longer.entries] == [(1, "0"), (2, "B"), (3, "c"), (4, "d")]
    assert rewrite(longer, []).entries == []
    assert path.read_text().startswith("# Friday")
    assert sorted(file.name for file in path.parent.iterdir()) == ["evening.toml", "evening.toml.bak"]


def test_rewrite_in_plain_form_where_nothing_else_will_do(path: Path) -> None:
    for text in (HAND, HEAD + "[[move]]\ndo = 'a'\n[options]\nx = 1\n", HEAD + "[[move]]\ndo = 'a'\n"):
        path.write_text(text)
        session = load(path)
        session.options = {"y": ["z"]}
        session.players.append(Player("Ben", {}))
        again = rewrite(session, [Entry(0, "b"), *session.entries])
        assert again == load(path) and again.options == {"y": ["z"]} and len(again.players) == 3
        assert [e.do for e in again.entries] == ["b", *(e.do for e in session.entries)]


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(old=st.lists(entries, max_size=4), new=st.lists(entries, max_size=4), data=st.data())
def test_rewrite_any(path: Path, old: list[Entry], new: list[Entry], data: st.DataObject) -> None:
    path.unlink(missing_ok=True)
    session = append(made(path), old)
    mixed = data.draw(st.permutations([*session.entries, *new]))
    again = rewrite(session, mixed)
    assert again == load(path)
    assert [(e.do, e.at, e.note, e.ref) for e in again.entries] == [
        (e.do, e.at, e.note, e.ref) for e in mixed
    ]
    assert [e.number for e in again.entries] == list(range(1, len(mixed) + 1))
    assert path.read_text().startswith(COMMENT)


def test_a_symbolic_link_stays_one(path: Path) -> None:
    real = path.parent / "real" / "r.toml"
    session = made(real)
    path.symlink_to(real)
    session = append(load(path), [Entry(0, "a")])
    rewrite(session, [Entry(0, "b")])
    assert path.is_symlink() and load(real).entries == [Entry(1, "b")]
    assert real.with_name("r.toml.bak").exists()
    with locked(path), pytest.raises(Busy), locked(real, timeout=0.02):
        pass


# ---------------------------------------------------------------- the lock


def test_lock(path: Path) -> None:
    made(path)
    with locked(path):
        with pytest.raises(Busy, match="in use"), locked(path, timeout=0.05):
            pytest.fail("locked twice")
        assert path.with_name(".evening.toml.lock").exists()
    with pytest.raises(KeyError), locked(path):
        raise KeyError
    with locked(path, timeout=0):
        pass
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    with pytest.raises(FileFaults), locked(path.parent / "nowhere" / "x.toml"):
        pass


# ---------------------------------------------------------------- finding


def test_find(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path("sessions")
    with pytest.raises(FileFaults, match="referee new 1848 -p Anna -p Ben -p Chloé"):
        find(None, {})
    one = made(folder / "one.toml")
    (folder / "folder.toml").mkdir()
    (folder / "other.toml").write_text("[tool]\n")
    (folder / "broken.toml").symlink_to("nowhere")
    (folder / "other.txt").write_text(HEAD)
    assert find(None, {}) == (Path("sessions/one.toml"), "")
    append(one, [Entry(0, "x", at=WHEN)])
    two = made(folder / "two.toml")
    append(two, [Entry(0, "x", at=WHEN.astimezone(UTC) + timedelta(minutes=1))])
    three = made(folder / "three.toml")
    os.utime(three.path, (1, 1))
    message = "playing sessions/two.toml, the latest of 3 in sessions/; pick another with -s or `referee use`"
    assert find(None, {}) == (Path("sessions/two.toml"), message)
    os.utime(three.path)
    assert find(None, {})[0] == Path(
        "sessions/two.toml" if WHEN.timestamp() > three.path.stat().st_mtime else three.path
    )
    (folder / "far.toml").write_text("#" * 9000 + "\n" + HEAD + MOVE.replace("2026", "2999"))
    assert find(None, {})[0].name == "far.toml"
    pin(one.path)
    assert tomllib.loads(Path(".referee").read_text()) == {"session": "sessions/one.toml"}
    assert find(None, {}) == (one.path, "")
    assert find(None, {"REFEREE_SESSION": "sessions/two.toml"}) == (two.path, "")
    assert find(Path("x.toml"), {"REFEREE_SESSION": "sessions/two.toml"}) == (Path("x.toml"), "")
    with pytest.raises(FileFaults, match="REFEREE_SESSION"):
        find(None, {"REFEREE_SESSION": "gone.toml"})
    one.path.unlink()
    with pytest.raises(FileFaults, match="referee use"):
        find(None, {})
    for text in ("", "session = 3", "[", "\xff"):
        Path(".referee").write_bytes(text.encode("latin-1"))
        with pytest.raises(FileFaults, match="names no session"):
            find(None, {})
    with pytest.raises(FileFaults, match="no such file"):
        pin(Path("gone.toml"))


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("", ["1848-2026-11-29.toml", "1848-2026-11-29-2.toml", "1848-2026-11-29-3.toml"]),
        ("Soirée d'été!", ["soiree-d-ete.toml", "soiree-d-ete-2.toml"]),
        ("../../x", ["x.toml"]),
        ("…", ["1848-2026-11-29.toml"]),
        ("a" * 300, ["a" * 40 + ".toml"]),
    ],
)
def test_new_path(tmp_path: Path, title: str, names: list[str]) -> None:
    for name in names:
        path = new_path(tmp_path, "1848", title, WHEN)
        assert path == tmp_path / name
        path.touch()


def test_no_message_repeats_control_characters(path: Path) -> None:
    def spoil(text: str) -> Callable[[re.Match[str]], str]:
        return lambda found: found[0] + text

    for text in ("\\u001b[2J", "\x1b[2J", "\u202e", "\x9b"):
        spoilt = re.sub(r'= "', spoil(text), HEAD + MOVE)
        assert faults(path, spoilt)

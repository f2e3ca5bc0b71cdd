"""The gallery of error texts: what a person reads when something is wrong, word for word.

`error_gallery.txt` has a part for every scene; in it `> input` and the text that answers it. Where a text
has been changed on purpose, `python -m tests.test_error_gallery` writes the file anew: read the difference.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir
from datetime import UTC, datetime
from pathlib import Path

import pytest

from referee.cli.failures import failure, refused
from referee.errors import Fault, MoveError, RefereeError
from referee.games import named
from referee.resources import use_rules
from referee.session import Entry, Player, append, create, find, load, locked
from referee.table import Table
from tests.games.australia1848.setups import Sitting

GALLERY = Path(__file__).with_name("error_gallery.txt")
FILE = Path("evening.toml")
INTERNAL = re.compile(r"Traceback|\w+Error\b|Exception|<class|object at|referee\.\w+\.|\bNone\b|[{}]|\w_\(")


# ---------------------------------------------------------------- moves


def _operating() -> Sitting:
    return Sitting(4).operating("NSW", "VR")


def _laid() -> Sitting:
    sitting = Sitting(4, track="tiles").operating("NSW", "VR")
    sitting.do("lay F17 57 0")
    return sitting


def _paid() -> Sitting:
    sitting = _operating().phase("4").train("NSW", "2").rich("NSW", 60)
    sitting.do("run 40", "withhold")
    return sitting


def _closed() -> Sitting:
    return _operating().arrange(lambda g: setattr(g.companies["VR"], "closed", True))


def _stopped() -> Sitting:
    sitting = Sitting(4)
    sitting.do("stop")
    return sitting


SCENES: dict[str, Callable[[], Sitting]] = {
    "the sale of the privates, Anna to act": lambda: Sitting(4),
    "stock round 1, Cleo to act": lambda: Sitting(4).sold(),
    "stock round 2, Ben to act": lambda: _operating().until_round("SR 2"),
    "phase 2, NSW without a train": _operating,
    "phase 2, tiles are told, NSW has laid": _laid,
    "phase 3, NSW without a train but with £1,000": lambda: _operating().phase("3").rich("NSW", 1000),
    "phase 4, NSW with a 2-train, before its run": lambda: _operating().phase("4").train("NSW", "2"),
    "phase 4, NSW with a 2-train and £100, after its run": _paid,
    "VR is in receivership": _closed,
    "the table has stopped": _stopped,
}


def move_text(scene: str, move: str) -> str:
    """What a person reads when he types a move, perhaps with a ruling, that is not taken."""
    table = SCENES[scene]().table
    move, _, ruling = move.partition(" --ruling ")
    try:
        table.record(move, ruling=ruling)
    except MoveError as error:
        return "\n".join(refused(table, error).lines)
    except RefereeError as error:
        return "\n".join(failure(error).lines)
    return "it is taken"


# ---------------------------------------------------------------- files

HEAD = """[session]
format = 1
game = "1848"
rules = "1848-1"

[[player]]
name = "Anna"
[[player]]
name = "Ben"
[[player]]
name = "Chloé"
"""


def _read(text: str | bytes) -> Sequence[Fault]:
    FILE.write_bytes(text if isinstance(text, bytes) else text.encode())
    return Table(load(FILE), tolerant=True).faults


def _head(old: str, new: str) -> Sequence[Fault]:
    """A file in which something of the head stands otherwise."""
    assert old in HEAD
    return _read(HEAD.replace(old, new))


def _moves(*tables: str) -> Sequence[Fault]:
    return _read(HEAD + "".join(f"\n[[move]]\n{table}\n" for table in tables))


def _new(name: str) -> object:
    when = datetime(2026, 11, 29, tzinfo=UTC)
    players = [Player(name)]
    return create(FILE, game="1848", rules="1848-1", title="", players=players, options={}, created=when)


def _there_already() -> object:
    FILE.touch()
    return _new("Anna")


def _beside(name: str) -> object:
    Path(name).touch()
    return load(FILE)


def _folder() -> object:
    FILE.mkdir()
    return load(FILE)


def _appended(move: str, note: str = "", meanwhile: str = "") -> object:
    FILE.write_text(HEAD, encoding="utf-8")
    session = load(FILE)
    FILE.write_text(HEAD + meanwhile, encoding="utf-8")
    return append(session, [Entry(0, move, note=note)])


def _busy() -> object:
    with locked(FILE), locked(FILE, timeout=0):
        return None


def _pinned(text: str) -> object:
    Path(".referee").write_text(text, encoding="utf-8")
    return find(None, {})


def _rules(text: str) -> object:
    if text:
        Path("my-rules/1848").mkdir(parents=True)
        Path("my-rules/1848/options.toml").write_text(text, encoding="utf-8")
    use_rules(Path("my-rules"))
    return _read(HEAD)


def _board(name: str) -> object:
    Path("mine.toml").write_text('game = "transit"\n', encoding="utf-8")
    head = HEAD.replace("1848-1", named("vieux-blues").rules).replace("1848", "vieux-blues")
    two = head.replace('[[player]]\nname = "Chloé"\n', "")
    return _read(f'{two}[options]\nboard = "{name}"\n')


FILES: dict[str, Callable[[], object]] = {
    "there is none": lambda: load(FILE),
    "there is one of a similar name": lambda: _beside("evenings.toml"),
    "a folder": _folder,
    "empty": lambda: _read(""),
    "20 MB": lambda: _read(b"#" * 20_000_000),
    "not UTF-8": lambda: _read(HEAD.encode("latin-1")),
    "no quotation marks": lambda: _moves("do = buy P2"),
    "a quotation mark that is not closed": lambda: _moves('do = "buy P2'),
    "a key twice": lambda: _moves('do = "buy P2"\ndo = "buy P1"'),
    "a table twice": lambda: _read(HEAD + HEAD),
    "a table below twice": lambda: _read(HEAD + "[options.a]\n[options.a]\n"),
    "lists without end": lambda: _read("x = " + "[" * 5000),
    "no [session]": lambda: _read(HEAD.partition("\n\n")[2]),
    "no players": lambda: _read(HEAD.partition("\n\n")[0]),
    "a future format": lambda: _head("format = 1", "format = 2"),
    "an unknown key": lambda: _head("rules =", "rulse ="),
    "a wrong type": lambda: _head('"1848"', "1848"),
    "two players of one name": lambda: _head('"Chloé"', '"ANNA"'),
    "a control character": lambda: _head('"Chloé"', '"Chlo\\u001b[2J"'),
    "a name that parts moves": lambda: _head('"Chloé"', '"Chloé; Ben"'),
    "a move without do": lambda: _moves('by = "Anna"\nnote = "x"', 'do = "buy P2"'),
    "a move on two lines": lambda: _moves('do = "buy\\nP2"'),
    "an unknown game": lambda: _head('"1848"', '"1830"'),
    "other rules": lambda: _head('"1848-1"', '"1848-0"'),
    "too few players": lambda: _head('[[player]]\nname = "Ben"\n', ""),
    "an unknown option": lambda: _read(HEAD + '[options]\ntrak = "tiles"\n'),
    "an option's value": lambda: _read(HEAD + '[options]\ntrack = "tile"\n'),
    "an unreadable move": lambda: _moves('do = "buy P2"', 'do = "bye P1"'),
    "an illegal move": lambda: _moves('do = "buy P2"', 'do = "buy P2"'),
    "a move by nobody": lambda: _moves('by = "Zoe"\ndo = "buy P2"'),
    "nothing to undo": lambda: _moves('do = "undo"'),
    "a wrong count": lambda: _moves('do = "count Anna 7"'),
    "a new one where one is": _there_already,
    "a new one with a bad name": lambda: _new("Anna;"),
    "a note that cannot be written": lambda: _appended("buy P2", note="\x1b[2J"),
    "changed meanwhile": lambda: _appended("buy P2", meanwhile="# more\n"),
    "locked": _busy,
    "no session anywhere": lambda: find(None, {}),
    "REFEREE_SESSION is wrong": lambda: find(None, {"REFEREE_SESSION": "gone.toml"}),
    "pinned, but gone": lambda: _pinned('session = "gone.toml"'),
    "a pin that is none": lambda: _pinned("gone.toml"),
    "no rules folder": lambda: _rules(""),
    "broken rules": lambda: _rules("[track\n"),
    "no such board": lambda: _board("nowhere.toml"),
    "a board of another game": lambda: _board("mine.toml"),
    "no such game": lambda: named("chess"),
}


def file_text(kind: str) -> str:
    """What a person reads about a file or a call that cannot be used, in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        try:
            found = FILES[kind]()
        except RefereeError as error:
            return "\n".join(failure(error).lines)
        finally:
            use_rules(None)
    assert isinstance(found, list), f"{kind}: {found}"
    return "\n".join(map(str, found))


# ---------------------------------------------------------------- the gallery

ABOUT_FILES = "files"


def answer(scene: str, typed: str) -> str:
    return file_text(typed) if scene == ABOUT_FILES else move_text(scene, typed)


def exhibits() -> Iterator[tuple[str, str, str]]:
    """Scene, input and text of everything in the gallery."""
    scene = ""
    for block in GALLERY.read_text(encoding="utf-8").split("\n\n"):
        first, _, text = block.strip().partition("\n")
        if first.startswith("== "):
            scene = first.removeprefix("== ")
        elif first.startswith(">"):
            yield scene, first.removeprefix(">").strip(), text


EXHIBITS = list(exhibits())


@pytest.mark.parametrize(("scene", "typed", "text"), EXHIBITS, ids=[f"{s[:12]}: {t}" for s, t, _ in EXHIBITS])
def test_the_text_is_as_in_the_gallery(scene: str, typed: str, text: str) -> None:
    assert answer(scene, typed) == text


@pytest.mark.parametrize(("scene", "typed", "text"), EXHIBITS, ids=[f"{s[:12]}: {t}" for s, t, _ in EXHIBITS])
def test_the_text_is_short_and_for_people(scene: str, typed: str, text: str) -> None:
    assert 1 <= len(text.splitlines()) <= 3
    assert not INTERNAL.search(text)


def test_every_scene_is_in_the_gallery() -> None:
    assert {scene for scene, _, _ in EXHIBITS} == {*SCENES, ABOUT_FILES}
    assert [typed for scene, typed, _ in EXHIBITS if scene == ABOUT_FILES] == list(FILES)


# Families that take long play to show; their words are tested where their rules are.
SELDOM = {"setup", "crisis", "com"}


def test_every_family_of_rules_is_in_the_gallery() -> None:
    shown = {found[1] for _, _, text in EXHIBITS if (found := re.search(r"\[(\w+)[.][\w.-]+\]$", text, re.M))}
    rules = Sitting(4).table.rulebook.rules.values()
    assert {rule.id.partition(".")[0] for rule in rules if rule.refusal} - shown <= SELDOM


def rewritten() -> str:
    """The gallery with the texts of today."""
    parts, last = [GALLERY.read_text(encoding="utf-8").partition("\n\n")[0]], ""
    for scene, typed, _ in EXHIBITS:
        if scene != last:
            parts.append(f"== {scene}")
        parts.append(f"> {typed}\n{answer(scene, typed)}")
        last = scene
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    GALLERY.write_text(rewritten(), encoding="utf-8")

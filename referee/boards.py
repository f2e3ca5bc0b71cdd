"""Board files: what is known of a printed board, and what a table still has to teach.

A session names its board by the option `board`: a shipped one by its bare name
(`rules/<game>/boards/NAME.toml`), one's own by a path ending in `.toml`, relative to the session file.

What the file lacks is taught at the table by the move `board`, whose one field is a `Facts`; a move
that needs an unknown fact is answered by a `Question`, and `Boards.learned` gives back the file with
all that was taught.
"""

from __future__ import annotations

import tomllib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from referee import resources
from referee.errors import Fault, FileFaults, Unreadable
from referee.notation import Field, Grammar, Move, Names, Words, nearest

if TYPE_CHECKING:
    from referee.games.base import Game, Section
    from referee.rulebook import Rulebook


class Facts(Field[Move]):
    """One fact of a board: each kind of fact is a verb of its own below the move `board`."""

    def __init__(self, *kinds: type[Move]) -> None:
        self._kinds = kinds
        self._grammar = Grammar(kinds)
        self.label = f"{'|'.join(kind.VERB for kind in kinds)} …"

    def read(self, words: Words, names: Names) -> Move:
        word = words.next("what the board shows")
        kind = self._grammar.verb(word)
        if kind is None:
            near = nearest(word, self._grammar.moves)
            hint = f"did you mean {near[0]}?" if near else " · ".join(kind.usage() for kind in self._kinds)
            raise Unreadable(f"“{word}” is no fact of a board", hint)
        try:
            return kind.read(words, names)
        except Unreadable as error:
            hint = f"{error.hint}; " if error.hint else ""
            raise Unreadable(f"{kind.VERB}: {error.problem}", f"{hint}write {kind.usage()}") from None

    def write(self, value: Move) -> str:
        return value.show()

    def complete(self, names: Names) -> list[str]:
        return [kind.VERB for kind in self._kinds]


class BoardFault(NamedTuple):
    """A contradiction in a board file: the keys that lead to it, what is wrong, what would be right."""

    place: tuple[str, ...]
    problem: str
    remedy: str


class Boards(ABC):
    """What a game knows of its board files. One object serves all files of the game."""

    @abstractmethod
    def template(self, name: str) -> str:
        """A commented TOML file to be filled in, in the order in which a person reads the board.

        `name` goes between quotation marks as it is.
        """

    @abstractmethod
    def faults(self, data: Mapping[str, Any]) -> list[BoardFault]:
        """Everything that contradicts itself or the rules, all at once. Gaps are no faults."""

    @abstractmethod
    def missing(self, data: Mapping[str, Any]) -> list[str]:
        """What is not known yet, as lines for people."""

    @abstractmethod
    def draw(self, data: Mapping[str, Any], words: Rulebook, game: Game | None = None) -> list[Section]:
        """The board in the terminal, with what stands on it when `game` is given."""

    def doubts(self, data: Mapping[str, Any]) -> list[str]:
        """What looks odd without being wrong, as lines for people."""
        return []

    def svg(self, data: Mapping[str, Any], game: Game | None = None) -> str:
        """The board as an SVG picture, "" where a game offers none."""
        return ""

    def learned(self, game: Game) -> dict[str, Any]:
        """The board file that holds all that this session knows, {} where a game's board is never taught."""
        return {}


def board_path(game: str, name: str, folder: Path) -> Path:
    """The file behind the name of a board."""
    if name.endswith(".toml"):
        return folder / name
    return Path(str(resources.rules_folder().joinpath(game, "boards", f"{name}.toml")))


def shipped(game: str) -> list[str]:
    """The boards that come with a game."""
    place = resources.rules_folder().joinpath(game, "boards")
    if not place.is_dir():
        return []
    return sorted(item.name.removesuffix(".toml") for item in place.iterdir() if item.name.endswith(".toml"))


def load_board(game: str, name: str, folder: Path) -> dict[str, Any]:
    """Read a board file as plain data. Raises `FileFaults` when it is missing or no TOML."""
    path = board_path(game, name, folder)
    return _parsed(game, path, _text(game, path))


def checked_board(game: str, boards: Boards, path: Path) -> dict[str, Any]:
    """Read a board file and check it. Raises `FileFaults` with all its faults, each with its line."""
    text = _text(game, path)
    data = _parsed(game, path, text)
    lines = text.splitlines()
    faults = []
    for fault in boards.faults(data):
        line = line_of(text, fault.place)
        excerpt = lines[line - 1].strip() if line else ""
        faults.append(Fault(path, line, fault.problem, fault.remedy, excerpt))
    if faults:
        raise FileFaults(sorted(faults, key=lambda fault: fault.line))
    return data


def line_of(text: str, place: Sequence[str]) -> int:
    """The line (from 1) of the TOML `text` where `place` stands, or as much of it as is there; 0 if none.

    `place` holds the keys from the outermost in; entries of an array of tables are counted "0", "1", ….
    """
    table: tuple[str, ...] = ()
    arrays: dict[tuple[str, ...], int] = {}
    best, depth = 0, 0
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if line.startswith("["):
            table = _keys(line.strip("[] ").partition("]")[0])
            if line.startswith("[["):
                arrays[table] = arrays.get(table, -1) + 1
                table = (*table, str(arrays[table]))
            here = table
        elif "=" in line and not line.startswith("#"):
            here = (*table, *_keys(_before_equals(line)))
        else:
            continue
        if len(here) > depth and here == tuple(place[: len(here)]):
            best, depth = number, len(here)
    return best


def _before_equals(line: str) -> str:
    quote = ""
    for index, char in enumerate(line):
        if char == quote:
            quote = ""
        elif char in "\"'" and not quote:
            quote = char
        elif char == "=" and not quote:
            return line[:index]
    return line


def _keys(text: str) -> tuple[str, ...]:
    """The pieces of a dotted key."""
    try:
        found: Any = tomllib.loads(f"{text} = 0")
    except tomllib.TOMLDecodeError:
        return (text,)
    keys = []
    while isinstance(found, dict):
        key, found = next(iter(found.items()))
        keys.append(key)
    return tuple(keys)


def _text(game: str, path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        known = f"boards of {game}: {', '.join(shipped(game)) or 'none'}; your own by a path ending in .toml"
        remedy = known if game else "name a board file that is there"
        raise FileFaults([Fault(path, 0, "no such board file", remedy)]) from None
    except UnicodeDecodeError:
        raise FileFaults([Fault(path, 0, "not UTF-8 text", "save it with the encoding UTF-8")]) from None


def _parsed(game: str, path: Path, text: str) -> dict[str, Any]:
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise FileFaults([Fault(path, 0, f"not TOML: {error}", "mend the file")]) from None
    if data.get("game", game) != game:
        problem = f"this is a board of {data['game']}, not of {game}"
        raise FileFaults([Fault(path, line_of(text, ("game",)), problem, "name another board file")])
    return data

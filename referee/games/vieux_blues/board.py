"""Board files of Vieux Blues: one line per square and per bluesman, in the words of the move `board`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from referee.boards import BoardFault, Boards, board_path, checked_board
from referee.errors import Ambiguous, Unreadable
from referee.games.base import Game, Section
from referee.games.vieux_blues import drawing
from referee.games.vieux_blues.moves import CONSTANTS, PARTS, BluesmanFact, LengthFact, SquareFact
from referee.games.vieux_blues.track import COLOURED, ROSTER, Clash, Track
from referee.notation import Move, Names, Words
from referee.rulebook import Rulebook

if TYPE_CHECKING:
    from referee.games.vieux_blues.game import VieuxBlues

KEY: Final = "vieux-blues"
NAMES: Final = Names({"bluesman": CONSTANTS["bluesmen"]})
_KEYS: Final = {"game": str, "title": str, "length": int, "squares": dict, "bluesmen": dict}


class TrackFiles(Boards):
    """What Vieux Blues knows of its board files."""

    def template(self, name: str) -> str:
        words = Rulebook(KEY)
        lines = [*_comment(words, "board.template"), f'game = "{KEY}"', f'title = "{name}"']
        lines += ["", *_comment(words, "board.template-length"), "# length = 40"]
        lines += ["", *_comment(words, "board.template-squares"), "[squares]"]
        lines += [f'# {number} = "{example}"' for number, example in enumerate(_EXAMPLES, 1)]
        lines += ["", *_comment(words, "board.template-bluesmen"), "[bluesmen]"]
        lines += [f'# "{bluesman}" = "rose triangle city NAME drawing NAME"' for bluesman in ROSTER]
        return "\n".join(lines) + "\n"

    def faults(self, data: Mapping[str, Any]) -> list[BoardFault]:
        track, faults = _read(data)
        words = Rulebook(KEY)
        return faults or [_board_fault(words, clash.place, clash) for clash in track.derive()]

    def missing(self, data: Mapping[str, Any]) -> list[str]:
        return list(lacking(track_of(data), Rulebook(KEY)))

    def doubts(self, data: Mapping[str, Any]) -> list[str]:
        words = Rulebook(KEY)
        return [words.say("board.order", city=c, drawing=d) for c, d in out_of_order(track_of(data))]

    def draw(self, data: Mapping[str, Any], words: Rulebook, game: Game | None = None) -> list[Section]:
        track, standing = _shown(data, game)
        return [drawing.track_section(track, words, standing), drawing.roster_section(track, words)]

    def svg(self, data: Mapping[str, Any], game: Game | None = None) -> str:
        track, standing = _shown(data, game)
        return drawing.svg(track, standing)

    def learned(self, game: Game) -> dict[str, Any]:
        track = _vieux_blues(game).track
        return {"game": KEY, "title": track.title} | track.data


_EXAMPLES: Final = (
    "white",
    "city Vicksburg rose triangle",
    "drawing church sable triangle",
)


def load_track(name: str, folder: Path) -> Track:
    """The board of a session, to learn on. Raises `FileFaults`."""
    path = board_path(KEY, name, folder)
    try:
        stamp = path.stat().st_mtime_ns
    except OSError:
        stamp = 0
    return _loaded(path, stamp).copy()


@lru_cache(maxsize=8)
def _loaded(path: Path, stamp: int) -> Track:
    return track_of(checked_board(KEY, TrackFiles(), path))


def track_of(data: Mapping[str, Any]) -> Track:
    """The track that the data of a board file describe; what is faulty in them is passed over."""
    track, _ = _read(data)
    track.derive()
    return track


def _board_fault(words: Rulebook, place: tuple[str, ...], clash: Clash) -> BoardFault:
    """A clash in the words of its rule."""
    problem = words.fill(words.rules[clash.rule].refusal, clash.fields)
    return BoardFault(place, problem, words.say(f"remedy.{clash.rule}", **clash.fields))


def lacking(track: Track, words: Rulebook) -> Iterator[str]:
    """What is not known of the track, as lines for people."""
    if not track.length:
        yield words.say("lacking.length")
    if not track.all_coloured:
        for part in PARTS:
            count = sum(1 for square in track.coloured() if square.kind == part)
            if count < COLOURED // len(PARTS):
                yield words.say(f"lacking.{part}", known=count, missing=COLOURED // len(PARTS) - count)
        unknown = [n for n in range(1, track.known_end + 1) if track.square(n) is None]
        if unknown:
            yield words.say("lacking.squares", numbers=_ranges(unknown))
    for square in track.coloured():
        if not square.complete:
            absent = _absent(square, "name", "camp", "sigil")
            yield words.say("lacking.square", number=square.number, traits=absent)
    for man in track.bluesmen.values():
        if absent := _absent(man, "camp", "sigil", "city", "drawing"):
            yield words.say("lacking.bluesman", bluesman=man.name, traits=absent)


def out_of_order(track: Track) -> Iterator[tuple[int, int]]:
    """Cities that lie beyond the first drawing: the text suggests that there are none."""
    first = min((square.number for square in track.coloured() if square.kind == "drawing"), default=0)
    for square in track.coloured():
        if first and square.kind == "city" and square.number > first:
            yield square.number, first


def _absent(thing: object, *traits: str) -> list[str]:
    return [trait for trait in traits if not getattr(thing, trait)]


def _ranges(numbers: Sequence[int]) -> list[str]:
    """[1, 2, 3, 7] -> ["1–3", "7"]."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return [str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in found]


def _comment(words: Rulebook, phrase: str) -> list[str]:
    return [f"# {line}".rstrip() for line in words.say(phrase).strip().split("\n")]


def _vieux_blues(game: Game) -> VieuxBlues:
    from referee.games.vieux_blues.game import VieuxBlues

    assert isinstance(game, VieuxBlues)
    return game


def _shown(data: Mapping[str, Any], game: Game | None) -> tuple[Track, drawing.Standing]:
    if game is None:
        return track_of(data), {}
    played = _vieux_blues(game)
    return played.track, played.standing()


# ---------------------------------------------------------------------------- reading


def _read(data: Mapping[str, Any]) -> tuple[Track, list[BoardFault]]:
    """What a file says, taken down but not thought through; and all that can't be read."""
    words = Rulebook(KEY)
    track, faults = Track(), []
    for key, value in data.items():
        if key not in _KEYS:
            remedy = words.say("remedy.board.key", known=list(_KEYS))
            faults.append(BoardFault((key,), words.say("board.key", key=key), remedy))
        elif not isinstance(value, _KEYS[key]) or isinstance(value, bool):
            remedy = words.say(f"remedy.board.kind-{_KEYS[key].__name__}")
            faults.append(BoardFault((key,), words.say("board.kind", key=key), remedy))
    told = {key: value for key, value in data.items() if (key,) not in {fault.place for fault in faults}}
    track.title = told.get("title", "")
    for place, kind, text in _lines(told):
        fact = _fact(kind, text)
        if isinstance(fact, str):
            faults.append(BoardFault(place, fact, words.say(f"remedy.board.{place[0]}")))
            continue
        faults += [_board_fault(words, place, clash) for clash in track.tell(fact)]
    return track, faults


def _lines(data: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], type[Move], str]]:
    if "length" in data:
        yield ("length",), LengthFact, str(data["length"])
    for table, kind in (("squares", SquareFact), ("bluesmen", BluesmanFact)):
        for key, value in data.get(table, {}).items():
            text = value if isinstance(value, str) else repr(value)
            yield (table, key), kind, f'"{key}" {text}' if kind is BluesmanFact else f"{key} {text}"


def _fact(kind: type[Move], text: str) -> Move | str:
    """A fact, or what is wrong with its text."""
    try:
        return kind.read(Words(text), NAMES)
    except Unreadable as error:
        return error.problem + (f" ({error.hint})" if error.hint else "")
    except Ambiguous as error:
        return Rulebook(KEY).say("refused.ambiguous", text=error.text, candidates=error.candidates)

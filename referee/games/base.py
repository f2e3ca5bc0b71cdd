"""What a game must offer to the table, the reports and the command line.

A game holds the whole state of play. It knows no file and no screen: it takes moves, refuses by rule
id, tells what happened by phrase id, and answers questions about its state with plain data.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NamedTuple, NoReturn

from referee.errors import Broken, Fault, FileFaults, Illegal, Question
from referee.ledger import Ledger
from referee.notation import Move, Names, nearest
from referee.resources import load
from referee.rulebook import Rulebook
from referee.session import Entry


@dataclass(frozen=True)
class GameInfo:
    """What is known of a game without loading it. `views` are its own printed views, with their help."""

    key: str
    title: str
    module: str  # "package.module:Class"
    players: tuple[int, int]
    rules: str  # the rules stamp written into new sessions
    money: bool = True
    views: Mapping[str, str] = field(default_factory=dict)
    view_arguments: Mapping[str, str] = field(default_factory=dict)  # view -> what may follow its name
    importers: Mapping[str, str] = field(default_factory=dict)  # format -> "package.module:function"
    boards: str = ""  # "package.module:Class" of its `referee.boards.Boards`, "" without board files


class Event(NamedTuple):
    """Something that happened: a phrase id below `receipt.`, its fields, and the rule behind it.

    An empty phrase puts nothing on the receipt: the event only cites the rule that took effect.
    """

    phrase: str
    fields: dict[str, Any]
    rule: str = ""


class Choice(NamedTuple):
    """Something that may be done now.

    `text` is what to type, with ranges where there are many; `moves` lists the moves themselves when
    they can be listed (perft counts these), `phrase` and `fields` say more below `choice.`.
    """

    text: str
    moves: tuple[str, ...] = ()
    phrase: str = ""
    fields: Mapping[str, Any] = {}


class Situation(NamedTuple):
    """Where the game stands: a phrase below `now.` and who is to act ("" when nobody is)."""

    phrase: str
    fields: dict[str, Any]
    actor: str


@dataclass
class Section:
    """A part of a printed report: a table (headers and rows), or lines, under an optional title."""

    title: str = ""
    headers: Sequence[str] = ()
    rows: Sequence[Sequence[Any]] = ()
    lines: Sequence[str] = ()


@dataclass
class Score:
    """One player's worth at the end or now: its parts by label, in the game's unit."""

    name: str
    total: int
    parts: dict[str, int]
    rank: int = 0
    remark: str = ""


@dataclass(frozen=True)
class Setup:
    """What a game starts from: the players in seating order (with their extra keys) and the options."""

    players: tuple[str, ...]
    extra: tuple[Mapping[str, Any], ...]
    options: Mapping[str, Any]
    ruled_options: Mapping[str, Any]  # only those that differ from the default
    folder: Path = Path()  # where the session lies; board files named by path are looked for there


@dataclass
class Imported:
    """A game read from a foreign file, ready to be written as a session."""

    game: str
    title: str
    players: list[str]
    options: dict[str, Any]
    entries: list[Entry]
    notes: list[str] = field(default_factory=list)  # for people: what was left out and why


class Game(ABC):
    """Base of all games."""

    info: ClassVar[GameInfo]
    MOVES: ClassVar[tuple[type[Move], ...]]
    BANK: ClassVar[str] = ""  # account against which corrections are posted; "" in a game without money

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.players = setup.players
        self.options = setup.options
        self.ledger = Ledger()
        self.events: list[Event] = []
        self.ruling = False  # the move being played is backed by a ruling
        self.waived: list[str] = []  # rules which that ruling had to waive
        self.stopped = False  # the table ended the game by agreement

    # ------------------------------------------------------------ for the game's own code

    def tell(self, phrase: str, rule: str = "", **fields: Any) -> None:
        """Put a sentence on the receipt of the move being played."""
        self.events.append(Event(phrase, fields, rule))

    def cite(self, rule: str) -> None:
        """Note that `rule` has taken effect, without a sentence of its own."""
        self.events.append(Event("", {}, rule))

    def require(self, condition: object, rule: str, **fields: Any) -> None:
        """Refuse the move by `rule` unless `condition` holds or the table has ruled otherwise."""
        if not condition:
            if not self.ruling:
                raise Illegal(rule, fields, waivable=True)
            self.waived.append(rule)

    def must(self, condition: object, rule: str, **fields: Any) -> None:
        """Refuse what cannot be done at all; no ruling helps."""
        if not condition:
            raise Illegal(rule, fields, waivable=False)

    def ask(self, question: str, answers: Sequence[str], **fields: Any) -> NoReturn:
        """Stop the move until the table has said what only it can know."""
        raise Question(question, fields, answers)

    def corrected(self) -> None:  # noqa: B027  (most games wait for no payment)
        """Money has changed hands by the table's word: go on if play was waiting for it."""

    # ------------------------------------------------------------ before the first move

    @classmethod
    def prepare(
        cls, players: Sequence[tuple[str, Mapping[str, Any]]], options: Mapping[str, Any], rng: Random
    ) -> list[tuple[str, dict[str, Any]]]:
        """The players of a new session, name and extra keys, as they are written into its file.

        Here a game draws the lots whose outcome belongs there, such as colours.
        """
        return [(name, dict(extra)) for name, extra in players]

    @classmethod
    def unfit(cls, setup: Setup) -> list[tuple[str, str]]:
        """What keeps these players from beginning, each with its remedy; checked before a game is made."""
        return []

    # ------------------------------------------------------------ what every game provides

    @abstractmethod
    def names(self) -> Names:
        """The vocabulary; kind "account" lists the ledger's accounts, "player" the players."""

    def completed(self, move: Move) -> Move:
        """The move as it is recorded. Called once, when it is typed, never in a replay.

        Here a game rolls the dice that the table left to the referee, and writes out what was typed short.
        """
        return move

    @abstractmethod
    def play(self, by: str, move: Move) -> str:
        """Play a move and return who made it (a player or another actor).

        `by` is "" when the banker did not say; the game then takes whoever is to act. Raises a
        `MoveError`; the state may then be half changed and is thrown away by the table.
        """

    @abstractmethod
    def situation(self) -> Situation:
        """Where the game stands and who is to act."""

    @abstractmethod
    def choices(self) -> list[Choice]:
        """What the one to act may do now."""

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """The whole public state as plain data (str, int, bool, None, list, dict)."""

    @abstractmethod
    def show(self, words: Rulebook) -> list[Section]:
        """Everything on one screen of 80 columns."""

    @abstractmethod
    def scores(self) -> list[Score]:
        """Worth of every player now; ranks are filled in by `ranked`."""

    @property
    @abstractmethod
    def finished(self) -> bool:
        """Whether the game is over."""

    def view(self, name: str, words: Rulebook, *arguments: str) -> list[Section]:
        """One of the views named in `info.views`; `arguments` only where `info.view_arguments` has it.

        Raises `UsageError` for arguments that do not fit.
        """
        raise NotImplementedError(name)

    def check(self) -> None:  # noqa: B027  (a game without totals of its own has nothing to add)
        """Raises `Broken` when a total of the game (shares, trains, tickets …) does not hold."""

    def in_force(self) -> Sequence[str]:
        """Options that the head of every report names even where they have their default."""
        return ()

    def summary(self) -> dict[str, Any]:
        """The few figures of one line of the history; by default all balances."""
        return {name: account.balance for name, account in self.ledger.accounts.items()}

    def broken(self, message: str) -> NoReturn:
        """Report a total that does not hold."""
        raise Broken(message)


def ranked(scores: Sequence[Score]) -> list[Score]:
    """Scores in order of rank, equal totals sharing the better rank."""
    ordered = sorted(scores, key=lambda score: -score.total)
    for index, score in enumerate(ordered):
        tied = index > 0 and score.total == ordered[index - 1].total
        score.rank = ordered[index - 1].rank if tied else index + 1
    return ordered


# ---------------------------------------------------------------------------- options


def settle_options(
    game: str, given: Mapping[str, Any], blame: Callable[[str, str, str], Fault]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """All option values of a game, and those to be told: what differs from the defaults or the group.

    `rules/<game>/options.toml` declares each option with its type, default and meaning (a number may also
    have the `least` and the `most` that it can be), and the value it takes under each group reading
    (`readings = "18xx.games"` sets a group at once; single options given besides win).
    `blame(option, problem, remedy)` makes the fault for a wrong one; all faults are raised at once.
    """
    declared = load(game, "options.toml")
    faults = []
    for name, value in given.items():
        if name not in declared:
            near = nearest(name, declared)
            remedy = f"did you mean {near[0]}?" if near else f"options: {', '.join(declared)}"
            faults.append(blame(name, f"{game} has no option “{name}”", remedy))
        elif not _fits(declared[name], value):
            remedy = f"write {_wanted(declared[name])}"
            faults.append(blame(name, f"option “{name}” can't be {value!r}", remedy))
    if faults:
        raise FileFaults(faults)
    group = given.get("readings", declared.get("readings", {}).get("default"))
    values = {
        name: option.get("readings", {}).get(group, option["default"]) for name, option in declared.items()
    }
    told = {name: value for name, value in given.items() if value != values[name] or name == "readings"}
    if "readings" in told and told["readings"] == declared["readings"]["default"]:
        del told["readings"]
    return values | dict(given), told


def parse_option(game: str, text: str) -> tuple[str, Any]:
    """Read `name=value` of the command line, by the option's declared type."""
    name, _, value = text.partition("=")
    kind = load(game, "options.toml").get(name.strip(), {}).get("type", "text")
    value = value.strip()
    if kind == "bool" and value.lower() in ("true", "yes", "on", "false", "no", "off"):
        return name.strip(), value.lower() in ("true", "yes", "on")
    if kind == "int" and re.fullmatch(r"-?\d{1,18}", value):
        return name.strip(), int(value)
    return name.strip(), value


def _fits(option: Mapping[str, Any], value: Any) -> bool:
    kind = option["type"]
    if kind == "choice":
        return value in option["choices"]
    if kind == "int":
        whole = isinstance(value, int) and not isinstance(value, bool)
        return whole and option.get("least", value) <= value <= option.get("most", value)
    return isinstance(value, {"bool": bool, "text": str, "table": dict, "list": list}[kind])


def _wanted(option: Mapping[str, Any]) -> str:
    if option["type"] == "choice":
        return " or ".join(map(repr, option["choices"]))
    if "least" in option:
        return f"a whole number from {option['least']} to {option['most']}"
    return {"bool": "true or false", "int": "a whole number", "text": "a text", "table": "a table"}.get(
        option["type"], "a list"
    )

"""A session being played: replay, record, try, undo, receipts, registers, history.

The state is never stored: it is the fold of the session's live entries over the game's start.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from referee.errors import Ambiguous, Fault, FileFaults, Illegal, MoveError, Unreadable, UsageError
from referee.games import catalogue, game_class
from referee.games.base import Event, Game, Setup, Situation, settle_options
from referee.ledger import NameTaken
from referee.moves import CORE_MOVES, MONEY_MOVES, Count, Redo, Settle, Stop, Transfer, Undo
from referee.notation import Grammar, Move, Names, fold
from referee.rulebook import Rulebook
from referee.session import Entry, Session

MOST_FAULTS = 20  # later faults of a replay mostly follow from the first ones


@dataclass
class Played:
    """An entry of the record and what it did. `live` is False for what has been undone."""

    entry: Entry
    move: Move | None = None
    by: str = ""
    events: list[Event] = field(default_factory=list)
    waived: list[str] = field(default_factory=list)
    live: bool = True
    error: MoveError | None = None


@dataclass
class Receipt:
    """What a move did: its record, what changed in the state, and what comes next."""

    played: Played
    changes: list[tuple[str, Any, Any]]  # dotted name in the state, before, after
    next: Situation
    needed_ruling: bool = False


class Timeline:
    """Which entries are live, after all the undoing and redoing among them."""

    def __init__(self) -> None:
        self.live: list[int] = []
        self.undone: list[int] = []  # what redo would bring back, the next one last

    def add(self, number: int, move: Move | None) -> None:
        """Take the entry `number` into account. Raises `Illegal` when there is nothing to undo or redo."""
        if isinstance(move, Undo):
            count = move.count if move.to is None else sum(1 for n in self.live if n > move.to)
            if not 0 < count <= len(self.live):
                fields = {"count": len(self.live), "move": move.show()}
                raise Illegal("undo.nothing", fields, waivable=False)
            for _ in range(count):
                self.undone.append(self.live.pop())
        elif isinstance(move, Redo):
            if move.count > len(self.undone):
                fields = {"count": len(self.undone), "wanted": move.count}
                raise Illegal("redo.nothing", fields, waivable=False)
            for _ in range(move.count):
                self.live.append(self.undone.pop())
        else:
            self.live.append(number)
            self.undone.clear()


class Table:
    """A session with its game as it stands after the last live entry."""

    def __init__(self, session: Session, *, tolerant: bool = False) -> None:
        """Replay `session`. Raises `FileFaults` at the first entry that can't be played.

        With `tolerant` faulty entries are passed over and collected in `faults`.
        """
        if session.game not in catalogue():
            problem = f"no game is called “{session.game}”"
            remedy = f"games: {', '.join(catalogue())}"
            raise FileFaults([_fault(session, session.source.line("session", 0, "game"), problem, remedy)])
        self.session = session
        self.rulebook = Rulebook(session.game)
        self.kind = game_class(session.game)
        self.setup = _setup(session)
        self.faults: list[Fault] = []
        self.tolerant = tolerant
        moves = (*self.kind.MOVES, *CORE_MOVES, *(MONEY_MOVES if self.kind.info.money else ()))
        self.grammar = Grammar(moves)
        self.game: Game = self._start()
        self.played: list[Played] = []
        self.timeline = Timeline()
        self._dirty = False
        self._actors: set[str] = set()  # canonical names by which entries have been made
        self._replay()

    def _start(self) -> Game:
        """The game before its first move. Raises `FileFaults` when it cannot be played by these players."""
        try:
            game = self.kind(self.setup)
            names = game.names()
            for player in self.setup.players:
                if not _is_own_name(player, names):
                    raise NameTaken(player)
            return game
        except NameTaken as taken:
            problem = f"a player can't be called “{taken}” here: something else in the game is"
            remedy = "give the player another name"
            raise FileFaults([_fault(self.session, 0, problem, remedy)]) from None
        except Illegal as refusal:
            problem = self.rulebook.refusal(refusal)
            raise FileFaults([_fault(self.session, 0, problem, "mend the players or the options")]) from None

    @property
    def options(self) -> dict[str, Any]:
        """The options to be told with every report: what is not the default, what the game always tells."""
        always = {name: self.setup.options[name] for name in self.game.in_force()}
        return {**self.setup.ruled_options, **always}

    @property
    def names(self) -> Names:
        """The vocabulary as it stands: a game may learn names from its table."""
        return self.game.names()

    # ------------------------------------------------------------ replay

    def _replay(self) -> None:
        """Read all entries, find out which are live, and play those."""
        played = self.played = [Played(entry) for entry in self.session.entries]
        bad: set[int] = set()
        parse, names, timeline = self.grammar.parse, self.names, self.timeline
        for item in played:
            number = item.entry.number
            try:
                item.move = parse(item.entry.do, names)
                timeline.add(number, item.move)
            except MoveError as error:
                self._blame(item, error)
                bad.add(number)
                if not isinstance(error, Illegal):
                    timeline.add(number, None)
        self._mark()
        self._fold([number for number in timeline.live if number not in bad])

    def _mark(self) -> None:
        """Tell the live entries from the undone ones."""
        alive = set(self.timeline.live)
        for item in self.played:
            item.live = item.entry.number in alive or isinstance(item.move, Undo | Redo)

    def _fold(self, numbers: Sequence[int]) -> None:
        """Play the entries `numbers` on a fresh game; a faulty one costs a second fold without it."""
        good: list[int] = []
        for number in numbers:
            item = self.played[number - 1]
            try:
                self._run(item)
                good.append(number)
            except MoveError as error:
                self._blame(item, error)
                later = numbers[numbers.index(number) + 1 :] if len(self.faults) < MOST_FAULTS else []
                self._restart()
                self._fold([*good, *later])
                return

    def _run(self, item: Played) -> None:
        """Play one entry on the game as it stands. The game is left half changed by a `MoveError`."""
        game, entry, move = self.game, item.entry, item.move
        assert move is not None
        game.events = item.events = []
        game.waived = item.waived = []
        game.ruling = bool(entry.ruling)
        game.ledger.move = entry.number
        if isinstance(move, CORE_MOVES + MONEY_MOVES):
            item.by = self._whoever(entry.by)
            self._run_core(item, move)
        else:
            if game.finished:
                raise Illegal("table.over", {}, waivable=False)
            item.by = game.play(self._whoever(entry.by), move)
        game.ledger.check()
        game.check()

    def _whoever(self, name: str) -> str:
        """The canonical spelling of who made an entry. Raises `Unreadable` or `Ambiguous`."""
        if not name or name in self._actors:
            return name
        found = self.names.match(name, "actor", "player")
        if found is None:
            raise self._nobody(name)
        self._actors.add(found)
        return found

    def _nobody(self, name: str) -> Unreadable:
        return Unreadable(f"nobody is called “{name}”", f"players: {', '.join(self.names.of('player'))}")

    def _run_core(self, item: Played, move: Move) -> None:
        game, ruling = self.game, item.entry.ruling
        if isinstance(move, Count):
            balance = game.ledger.balance(move.account)
            fields = {"account": move.account, "counted": move.amount, "cash": balance}
            game.must(balance == move.amount, "count.differs", **fields)
            game.tell("counted", account=move.account, amount=move.amount)
        elif isinstance(move, Settle):
            game.must(ruling, "settle.reason")
            game.must(move.account != game.BANK, "settle.bank", account=move.account)
            change = move.amount - game.ledger.balance(move.account)
            payer, payee = (game.BANK, move.account) if change > 0 else (move.account, game.BANK)
            game.ledger.correct(payer, payee, abs(change), "settled", ruling)
            game.tell("settled", account=move.account, amount=move.amount, change=change, why=ruling)
            game.corrected()
        elif isinstance(move, Transfer):
            game.must(ruling, "transfer.reason")
            game.ledger.correct(move.payer, move.payee, move.amount, "transferred", ruling)
            game.tell("transferred", payer=move.payer, payee=move.payee, amount=move.amount, why=ruling)
            game.corrected()
        elif isinstance(move, Stop):
            if game.finished:
                raise Illegal("table.over", {}, waivable=False)
            game.stopped = True
            game.tell("stopped")

    def _blame(self, item: Played, error: MoveError) -> None:
        item.error = error
        number = item.entry.number
        fault = Fault(
            self.session.path,
            self.session.line_of(number),
            f"entry {number} can't be played: {' '.join(self.rulebook.explain(error)[:1])}",
            f"mend or remove it, or look at the table before it with --at {number - 1}",
            excerpt=item.entry.do,
        )
        self.faults.append(fault)
        if not self.tolerant:
            raise FileFaults([fault])

    def _restart(self) -> None:
        self.game = self.kind(self.setup)
        self._dirty = False

    def _rebuild(self) -> None:
        self._restart()
        self._fold([n for n in self.timeline.live if self.played[n - 1].error is None])

    # ------------------------------------------------------------ at the table

    @property
    def situation(self) -> Situation:
        """Where the game stands."""
        return self.game.situation()

    def at(self, number: int) -> Table:
        """The table as it was after entry `number` (0: the start). Raises `UsageError`."""
        if not 0 <= number <= len(self.session.entries):
            raise UsageError(f"there is no entry {number}; the record ends at {len(self.session.entries)}")
        return Table(replace(self.session, entries=self.session.entries[:number]), tolerant=self.tolerant)

    def record(
        self, text: str, *, by: str = "", ruling: str = "", note: str = "", now: datetime | None = None
    ) -> Receipt:
        """Play a move typed at the table and add it to the record (in memory: saving is the caller's).

        Raises a `MoveError` and changes nothing when it is not taken. `text` may begin with "NAME:"
        to say who moves.
        """
        if self._dirty:
            self._rebuild()
        text, by = self._who(text, by)
        move = self.game.completed(self.grammar.parse(text, self.names))
        number = len(self.session.entries) + 1
        entry = Entry(number, self.grammar.show(move, self.names), by, now, ruling, note)
        item = Played(entry, move)
        before = _flat(self.game.state())
        if isinstance(move, Undo | Redo):
            self.timeline.add(number, move)
            self.played.append(item)
            self._mark()
            self._rebuild()
        else:
            try:
                self._run(item)
            except BaseException:
                self._dirty = True
                raise
            self.timeline.add(number, move)
            self.played.append(item)
            entry.by = item.by
        needed = bool(item.waived) or isinstance(move, Settle | Transfer)
        if ruling and not needed:
            entry.ruling, entry.note = "", note or ruling
        self.session.entries.append(entry)
        return Receipt(item, _changed(before, _flat(self.game.state())), self.situation, needed)

    def attempt(self, text: str, *, by: str = "", ruling: str = "") -> Receipt:
        """Like `record`, but the table is as before afterwards."""
        entries, played, timeline = len(self.session.entries), len(self.played), Timeline()
        timeline.live, timeline.undone = list(self.timeline.live), list(self.timeline.undone)
        try:
            return self.record(text, by=by, ruling=ruling)
        finally:
            del self.session.entries[entries:]
            del self.played[played:]
            self.timeline = timeline
            self._mark()
            self._dirty = True

    def settled(self) -> None:
        """Bring the game back to the record after `attempt` or a refused move."""
        if self._dirty:
            self._rebuild()

    def _who(self, text: str, by: str) -> tuple[str, str]:
        """Take "NAME:" off the front of a move; canonical spelling of whoever moves."""
        head, colon, rest = text.partition(":")
        if colon and rest.strip() and fold(head.split(" ")[0]) not in self.grammar.moves:
            found = self.names.match(head, "actor", "player")
            if found is not None:
                return rest.strip(), found
            if head.isalpha():
                raise self._nobody(head)
        if by:
            found = self.names.match(by, "actor", "player")
            if found is None:
                nobody = self._nobody(by)
                raise UsageError(f"{nobody.problem}; {nobody.hint}")
            by = found
        return text.strip(), by

    # ------------------------------------------------------------ the record

    def sentences(self, item: Played) -> list[str]:
        """What an entry did, as readable lines."""
        if item.error is not None:
            return self.rulebook.explain(item.error)[:1]
        if isinstance(item.move, Undo | Redo):
            return [self.rulebook.say(f"receipt.{item.move.VERB}", move=item.move.show())]
        say = self.rulebook.say
        return [say(f"receipt.{event.phrase}", **event.fields) for event in item.events if event.phrase]

    def now(self) -> str:
        """The situation as a sentence."""
        situation = self.situation
        return self.rulebook.say(f"now.{situation.phrase}", actor=situation.actor, **situation.fields)

    def history(self) -> Iterator[tuple[Played, dict[str, Any]]]:
        """Every live entry with the whole state after it, from a fresh replay."""
        self._restart()
        self._dirty = True
        for number in self.timeline.live:
            item = self.played[number - 1]
            if item.error is None:
                self._run(item)
                yield item, self.game.state()

    def suspects(self, account: str, counted: int) -> tuple[list[int], int]:
        """Entries since the last right count of `account` that moved the missing amount, its half or double.

        An entry may have moved it in one payment or in all of its payments together. Returns their
        numbers and the number of the entry of that last count (0: none yet).
        """
        counts = [
            number
            for number in self.timeline.live
            if isinstance(move := self.played[number - 1].move, Count | Settle) and move.account == account
        ]
        since = counts[-1] if counts else 0
        missing = abs(counted - self.game.ledger.balance(account))
        wanted = {missing, missing * 2, missing // 2 if missing % 2 == 0 else missing}
        found: set[int] = set()
        whole: dict[int, int] = {}
        for line in self.game.ledger.register(account):
            number = line.posting.move
            whole[number] = whole.get(number, 0) + line.change
            if abs(line.change) in wanted:
                found.add(number)
        found.update(number for number, change in whole.items() if abs(change) in wanted)
        return sorted(number for number in found if number > since), since

    @property
    def rulings(self) -> list[Played]:
        """All live entries that stand by a ruling."""
        return [item for item in self.played if item.live and item.entry.ruling]


def _is_own_name(player: str, names: Names) -> bool:
    """Whether a player's name means that player when a move begins with it."""
    try:
        return names.match(player, "actor", "player") == player
    except Ambiguous:
        return False


def _setup(session: Session) -> Setup:
    def blame(option: str, problem: str, remedy: str) -> Fault:
        return Fault(session.path, session.line_of_option(option), problem, remedy)

    info = catalogue()[session.game]
    low, high = info.players
    faults = []
    if not low <= len(session.players) <= high:
        wanted = f"{low} to {high}" if low < high else f"{low}"
        problem = f"{info.title} takes {wanted} players, not {len(session.players)}"
        line = session.source.line("player", len(session.players))
        faults.append(_fault(session, line, problem, "add or remove a [[player]]"))
    if session.rules != info.rules:
        problem = f"rules stamp “{session.rules}” is not known here; this is {info.rules}"
        remedy = f'write rules = "{info.rules}", or use the Referee it was made with'
        faults.append(_fault(session, session.source.line("session", 0, "rules"), problem, remedy))
    try:
        options, ruled = settle_options(session.game, session.options, blame)
    except FileFaults as error:
        raise FileFaults([*faults, *error.faults]) from None
    names, extra = tuple(p.name for p in session.players), tuple(p.extra for p in session.players)
    setup = Setup(names, extra, options, ruled, session.path.parent)
    faults += [_fault(session, 0, *unfit) for unfit in game_class(session.game).unfit(setup)]
    if faults:
        raise FileFaults(faults)
    return setup


def _fault(session: Session, line: int, problem: str, remedy: str) -> Fault:
    return Fault(session.path, line, problem, remedy)


def _flat(state: Any, prefix: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in state.items():
        if isinstance(value, dict):
            found |= _flat(value, f"{prefix}{key}.")
        else:
            found[f"{prefix}{key}"] = value
    return found


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[tuple[str, Any, Any]]:
    """Where two states of a game differ: what, before, after."""
    return _changed(_flat(before), _flat(after))


def _changed(before: dict[str, Any], after: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    keys = list(before) + [key for key in after if key not in before]
    return [(k, before.get(k), after.get(k)) for k in keys if before.get(k) != after.get(k)]

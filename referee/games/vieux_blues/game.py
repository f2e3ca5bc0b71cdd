"""Vieux Blues: the state of play and its turns."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, NamedTuple, NoReturn

from referee.errors import Question
from referee.games.base import Choice, Game, Score, Section, Setup, Situation
from referee.games.vieux_blues import INFO, report
from referee.games.vieux_blues.board import load_track, out_of_order
from referee.games.vieux_blues.drawing import PLACED, Figure
from referee.games.vieux_blues.moves import (
    CAMPS,
    CONSTANTS,
    MOVES,
    PARTS,
    Board,
    Decline,
    Enter,
    Go,
    LengthFact,
    Lomax,
    Okeh,
    Pass,
    Prison,
    Roll,
    SquareFact,
    Step,
    Train,
)
from referee.games.vieux_blues.track import OTHER_CAMP, SHORTEST, Square, Track
from referee.notation import Move, Names, fold

JOKERS: Final = ("prison", "okeh", "lomax")
TURN, ROLLED, OVER = "turn", "rolled", "over"  # phases: before the roll, after it, after the end


@dataclass(slots=True)
class Seat:
    """A player's side of the board: his camp, and the trains and jokers he has left."""

    player: str
    camp: str
    trains: int = CONSTANTS["trains"]
    jokers: dict[str, int] = field(default_factory=lambda: dict.fromkeys(JOKERS, 1))


@dataclass(slots=True)
class Man:
    """Where a bluesman is: `square` 0 is off the track; `placed` is the part of his own square, or ""."""

    name: str
    square: int = 0
    placed: str = ""


Obstacle = tuple[str, dict[str, Any]]  # a rule that a landing would break, and its fields


class Way(NamedTuple):
    """What a roll might be used for: what to type, the square (0: not known), and whether it is legal.

    `look` gives the choice, None when it is not legal, and raises `Question` when only the table can tell.
    """

    text: str
    square: int
    look: Callable[[], Choice | None]


class VieuxBlues(Game):
    """The whole state of a game."""

    info = INFO
    MOVES = MOVES

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.track: Track = load_track(setup.options["board"], setup.folder)
        self.seats = self._seats()
        self.men = {name: Man(name) for name in self.track.bluesmen}
        self.turn = 1
        self.active = 0  # seat to act
        self.phase = TURN
        self.train = False  # announced for the roll to come or just made
        self.die = 0
        self.number = 0  # squares to go
        self.fresh = ""  # bluesman whose placement PRISON may still answer
        self.pending = False  # that placement wins unless PRISON answers it
        self.opened = False  # somebody has been placed: jokers may be played from now on
        self.winner = ""
        self.excused: set[str] = set()  # who stands where he does by a ruling
        taken = set(map(fold, self.players))
        players = {s.player: () if fold(s.camp) in taken else (s.camp,) for s in self.seats}
        self._names = Names({"player": players, "bluesman": CONSTANTS["bluesmen"]})
        self._handlers: dict[type[Move], Callable[[Any], None]] = {
            Train: self._train,
            Roll: self._roll,
            Go: self._go,
            Enter: self._enter,
            Lomax: self._lomax,
            Okeh: self._okeh,
            Prison: self._prison,
            Decline: self._decline,
            Pass: self._pass,
        }

    def _seats(self) -> list[Seat]:
        """setup.camps: one player is rose, the other sable; whoever is named first begins."""
        wanted = [str(extra.get("colour", "")) for extra in self.setup.extra]
        camps = [next((c for c in CAMPS if text and fold(c).startswith(fold(text))), "") for text in wanted]
        if not all(camp or not text for camp, text in zip(camps, wanted, strict=True)):
            self.must(False, "setup.camps", camps=wanted)
        if not any(camps):
            camps = list(CAMPS)
        camps = [camp or OTHER_CAMP[camps[1 - seat]] for seat, camp in enumerate(camps)]
        self.must(set(camps) == set(CAMPS), "setup.camps", camps=wanted)
        return [Seat(player, camp) for player, camp in zip(self.players, camps, strict=True)]

    def names(self) -> Names:
        """Players (who answer to their camp as well) and bluesmen."""
        return self._names

    # ------------------------------------------------------------ playing

    def completed(self, move: Move) -> Move:
        """Rolls the die that was left to the referee; writes `forward` as the number rolled."""
        if isinstance(move, Roll) and not move.die:
            return Roll(die=1 + secrets.randbelow(self.options["die"]), virtual=True)
        if isinstance(move, Go) and abs(move.step) == Step.FORWARD and self.phase == ROLLED:
            return replace(move, step=self.number if move.step > 0 else -self.number)
        return move

    def play(self, by: str, move: Move) -> str:
        if isinstance(move, Board):
            self._learn(move.fact)
            return by
        seat = self.seats[self.active]
        if by and by != seat.player:
            begun = self.phase == ROLLED or self.train or self.fresh
            check = self.must if begun else self.require
            check(False, "turn.order", player=by, actor=seat.player)
            self.active = 1 - self.active
        self._handlers[type(move)](move)
        return by or seat.player

    @property
    def seat(self) -> Seat:
        """Whoever is to act."""
        return self.seats[self.active]

    @property
    def other(self) -> Seat:
        """Whoever is not."""
        return self.seats[1 - self.active]

    def _learn(self, fact: Move) -> None:
        """Take in a fact of the board, checked against all else known."""
        known = self.track.squares.get(fact.number) if isinstance(fact, SquareFact) else None
        odd = set(out_of_order(self.track))
        track = self.track.copy()
        for clash in track.learn(fact):
            self.must(False, clash.rule, **clash.fields)
        self.track = track
        if isinstance(fact, LengthFact):
            self.tell("learnt.length", squares=fact.squares)
        elif isinstance(fact, SquareFact):
            square = track.squares[fact.number]
            phrase = "learnt.again" if square == known else f"learnt.{square.kind}"
            self.tell(phrase, square=self.place(square))
        else:
            man = track.bluesmen[fact.bluesman]  # type: ignore[attr-defined]
            self.tell("learnt.bluesman", bluesman=man.name, camp=man.camp or "…", sigil=man.sigil or "…")
        for city, drawing in set(out_of_order(track)) - odd:
            self.tell("learnt.order", rule="board.order", city=city, drawing=drawing)
        if self.pending and not self._prison_possible():  # no square is left for the answer that was due
            self._win(self.other)

    # ------------------------------------------------------------ before the roll

    def _train(self, move: Train) -> None:
        seat = self.seat
        self.must(self.phase == TURN, "train.before-roll", number=self.number)
        self._no_answer_due()
        self.must(not self.train, "train.one")
        self.must(seat.trains, "train.left", player=seat.player, trains=CONSTANTS["trains"])
        seat.trains -= 1
        self.train, self.fresh = True, ""
        self.tell("train", player=seat.player, left=seat.trains)

    def _roll(self, move: Roll) -> None:
        faces = self.options["die"]
        self.must(1 <= move.die <= faces, "roll.die", die=move.die, faces=faces)
        self.must(self.phase == TURN, "roll.once", player=self.seat.player, number=self.number)
        self._no_answer_due()
        self.phase, self.fresh = ROLLED, ""
        self.die, self.number = move.die, 3 * move.die if self.train else move.die
        rule = "train.triples" if self.train else "roll.number"
        phrase = "roll.train" if self.train else "roll.plain"
        self.tell(phrase, rule=rule, player=self.seat.player, die=move.die, number=self.number)

    def _okeh(self, move: Okeh) -> None:
        seat, man = self.seat, self.men[move.bluesman]
        self.must(self.phase == TURN, "okeh.before-roll", number=self.number)
        self.must(not self.train, "okeh.no-train")
        self._no_answer_due()
        self._use_joker("okeh")
        self.must(man.square, "move.on-track", bluesman=man.name)
        self._own(man.name)
        city = self._here(man)
        self.must(
            city.kind == "city" and city.camp == seat.camp and not self._belongs(city, man.name),
            "okeh.city",
            bluesman=man.name,
            square=self.place(city),
        )
        if not city.sigil:
            self._ask_square(city.number)
        target = self.track.drawing_of(city)
        if target is None:
            answers = [f"board square N drawing NAME {city.camp} {city.sigil}"]
            self.ask("drawing", answers, camp=city.camp, sigil=city.sigil)
        self._land(man, target.number)
        self.cite("okeh.drawing")
        self.tell("okeh", bluesman=man.name, city=city.name or city.number, square=self.place(target))
        self._end_turn(man)

    # ------------------------------------------------------------ the answer to a placement

    def _prison(self, move: Prison) -> None:
        self.must(self.fresh, "prison.moment")
        self._use_joker("prison")
        man = self.men[self.fresh]
        cells = self._cells(man.square)
        self.must(cells, "prison.no-square", bluesman=man.name)
        if not move.square and len(cells) > 1:
            chooser = self.other if self.options["prison_tie"] == "owner" else self.seat
            answers = [f"prison {number}" for number in cells]
            self.ask("prison", answers, bluesman=man.name, squares=cells, player=chooser.player)
        number = move.square or cells[0]
        if number not in cells:
            square = self._known_square(number)
            free = square.kind == "white" and not self.at(number)
            self.must(free, "prison.free", square=self.place(square), nearest=cells)
            self.require(False, "prison.nearest", square=number, nearest=cells, bluesman=man.name)
        freed = self.alter_ego(man)
        self.excused.discard(man.name)
        self._put(man, number, "")
        self.fresh, self.pending = "", False
        self.cite("prison.no-turn")
        square = self._known_square(number)
        self.tell("prison", rule="prison.released", bluesman=man.name, square=self.place(square))
        if freed is not None and not freed.placed:
            self.tell("freed", rule="alter-ego.freed", bluesman=freed.name)

    def _decline(self, move: Decline) -> None:
        seat = self.seat
        self.must(self.fresh, "prison.moment")
        self.must(seat.jokers["prison"], "jokers.once", player=seat.player, joker="PRISON")
        self.must(self._prison_possible(), "prison.no-square", bluesman=self.fresh)
        self.tell("decline", player=seat.player, bluesman=self.fresh)
        self.fresh = ""
        if self.pending:
            self._win(self.other)

    def _no_answer_due(self) -> None:
        """end.answer: after a placement that wins, only PRISON or its refusal may follow."""
        self.must(not self.pending, "end.answer", player=self.seat.player, bluesman=self.fresh)

    def _cells(self, start: int) -> list[int]:
        """prison.nearest: the white squares without a bluesman that are nearest to a square."""
        for distance in range(1, CONSTANTS["longest"]):
            around = [start - distance, start + distance]
            around = [n for n in around if n >= 1 and not (self.track.length and n > self.track.length)]
            if not around:
                return []
            cells = [n for n in around if not self.at(n) and self._known_square(n).kind == "white"]
            if cells:
                return cells
        return []

    # ------------------------------------------------------------ after the roll

    def _go(self, move: Go) -> None:
        self._rolled()
        man = self.men[move.bluesman]
        self.must(man.square, "move.on-track", bluesman=man.name)
        self._own(man.name)
        self.require(not man.placed, "move.placed", bluesman=man.name, square=man.square)
        step = move.step
        if abs(step) == Step.FORWARD:
            step = self.number if step > 0 else -self.number
        self.require(abs(step) == self.number, "move.exact", number=self.number, step=abs(step))
        self._arrive(man, man.square + step, "moved", "")

    def _enter(self, move: Enter) -> None:
        self._rolled()
        self._bring_in(move.bluesman, self.number, "enter", "enter.square")

    def _lomax(self, move: Lomax) -> None:
        self._rolled()
        allowed = self.options["train_with_lomax"] or not self.train
        self.require(allowed, "lomax.train")
        self._use_joker("lomax")
        self._bring_in(move.bluesman, self._lomax_square(), "lomax", "lomax.square")

    def _lomax_square(self) -> int:
        return self._length() + 1 - self.number

    def _bring_in(self, name: str, number: int, verb: str, rule: str) -> None:
        """An entry: the square is checked first, then the name on the card that was turned (enter.blind)."""
        seat = self.seat
        hidden = self.hidden(seat.camp)
        self.must(hidden, "enter.left", player=seat.player)
        self._refuse(self._obstacles(seat.camp, number))
        if not name:
            answers = [f"{verb} {other}" for other in hidden]
            self.ask("card", answers, player=seat.player, square=number)
        man = self.men[name]
        self.must(not man.square, "enter.hidden", bluesman=name, square=man.square)
        if not self.track.bluesmen[name].camp:
            self._ask_bluesman(name, seat.camp)
        self.must(self.track.bluesmen[name].camp == seat.camp, "enter.own", bluesman=name, player=seat.player)
        self._arrive(man, number, verb, rule)

    def _pass(self, move: Pass) -> None:
        seat = self.seat
        legal = [c.text for c in self.choices() if c.phrase not in ("unknown", "pass")]
        self.require(self.phase == ROLLED and not legal, "turn.must-move", player=seat.player, legal=legal)
        if not self.ruling:
            for way in self._ways():
                way.look()  # asks for what must be known before a pass is right
        if self.train:
            self.cite("train.spent")
        self.tell("lost", rule="turn.lost", player=seat.player)
        self._end_turn(None)

    def _rolled(self) -> None:
        """turn.roll-first: nobody moves before he has rolled."""
        self.must(self.phase == ROLLED, "turn.roll-first", player=self.seat.player)

    # ------------------------------------------------------------ landing

    def _own(self, name: str) -> None:
        """move.own: a player moves his own bluesmen only."""
        camp = self.track.bluesmen[name].camp
        if not camp:
            self._ask_bluesman(name, self.seat.camp)
        self.must(camp == self.seat.camp, "move.own", bluesman=name, player=self.seat.player, camp=camp)

    def _arrive(self, man: Man, number: int, phrase: str, rule: str) -> None:
        """A bluesman comes to a square by a move, an entry or LOMAX, and the turn ends."""
        start = man.square
        self._land(man, number, blind=not start)
        square = self._here(man)
        self.tell(phrase, rule=rule, bluesman=man.name, start=start, square=self.place(square))
        if man.placed:
            self.tell("placed", rule="landing.placement", bluesman=man.name, part=man.placed)
        self._end_turn(man)

    def _land(self, man: Man, number: int, *, blind: bool = False) -> None:
        """Put a bluesman on a square where he may stop; on his own city or drawing he is placed.

        A bluesman drawn blind may stand on his own square though his alter ego bars it
        (alter-ego.blind-entry), and so may any under the option `alter_ego` = "stop".
        """
        camp = self.track.bluesmen[man.name].camp
        self._refuse(self._obstacles(camp, number, man), man)
        square = self._known_square(number)
        own = self._own_part(square, man.name)
        bar = self._bar(man, square) if own else None
        if bar is not None and (blind or self.options["alter_ego"] == "stop"):
            self.tell("stop", rule="alter-ego.blind-entry" if blind else "alter-ego.stop", bluesman=man.name)
            own = ""
        elif bar is not None:
            self._refuse([bar], man)
        self._put(man, number, own)

    def _put(self, man: Man, number: int, placed: str) -> None:
        man.square, man.placed = number, placed

    def _refuse(self, obstacles: Iterable[Obstacle], man: Man | None = None) -> None:
        """Refuse a landing for the first obstacle; with a ruling, note who stands there in spite of it."""
        excused = False
        for rule, fields in obstacles:
            check = self.must if rule == "move.bounds" else self.require
            if rule not in self.waived:
                check(False, rule, **fields)
            excused = True
        if man is not None:
            if excused:
                self.excused.add(man.name)
            else:
                self.excused.discard(man.name)

    def _obstacles(self, camp: str, number: int, man: Man | None = None) -> Iterator[Obstacle]:
        """What forbids a stop on a square to bluesmen of a camp. Raises `Question` for what is unknown."""
        if number < 1 or (self.track.length and number > self.track.length):
            yield "move.bounds", {"square": number}
            return
        there = [other.name for other in self.men.values() if other.square == number and other is not man]
        square = self._known_square(number)
        if square.kind == "white":
            if len(there) > 1:
                yield "landing.white", {"square": number, "there": there}
            return
        if not square.camp:
            self._ask_square(number)
        if square.camp != camp:
            yield "landing.camp", {"square": self.place(square), "camp": camp}
        if there:
            yield "landing.single", {"square": self.place(square), "there": there}

    def _bar(self, man: Man, square: Square) -> Obstacle | None:
        """alter-ego.lock: what keeps a bluesman from being placed on one of his own squares."""
        other = self.alter_ego(man)
        if other is None or not other.placed or other.placed == square.kind:
            return None
        fields = {
            "bluesman": man.name,
            "other": other.name,
            "part": other.placed,
            "square": self.place(square),
        }
        return "alter-ego.lock", fields

    def alter_ego(self, man: Man) -> Man | None:
        """The bluesman of the other camp with the same sigil; None when he is not known."""
        mine = self.track.bluesmen[man.name]
        if not mine.sigil or not mine.camp:
            return None
        for other in self.track.bluesmen.values():
            if other.camp == OTHER_CAMP[mine.camp] and fold(other.sigil) == fold(mine.sigil):
                return self.men[other.name]
        return None

    def _own_part(self, square: Square, name: str) -> str:
        """ "city" or "drawing" when the square is the bluesman's own, else "".

        By its sigil the alter ego is known, so it is asked for before anybody is placed.
        """
        if square.kind not in PARTS or not self._belongs(square, name):
            return ""
        if not square.sigil:
            self._ask_square(square.number)
        return square.kind

    # ------------------------------------------------------------ ends

    def _end_turn(self, man: Man | None) -> None:
        """The move is made: a placement may be answered by PRISON, may win; the other player is next."""
        mover = self.seat
        self.turn += 1
        self.active = 1 - self.active
        self.phase, self.train, self.die, self.number = TURN, False, 0, 0
        self.fresh = man.name if man is not None and man.placed else ""
        if not self.fresh:
            return
        self.opened = True
        wins = self.needs(mover.camp) == 0
        if wins and self.options["prison_answers_win"] and self._prison_possible():
            self.pending = True
            self.tell("pending", rule="end.window", player=self.seat.player)
        elif wins:
            self._win(mover)

    def _win(self, seat: Seat) -> None:
        cities, drawings = self.count(seat.camp)
        self.phase, self.winner, self.pending, self.fresh = OVER, seat.player, False, ""
        self.tell("won", rule="end.win", player=seat.player, cities=cities, drawings=drawings)

    def _prison_possible(self) -> bool:
        """Whether there is a placement to answer, the joker is left, and a white square may be free."""
        if not self.fresh or not self.seat.jokers["prison"]:
            return False
        try:
            return bool(self._cells(self.men[self.fresh].square))
        except Question:
            return True

    def count(self, camp: str) -> tuple[int, int]:
        """How many of a camp are placed on their cities, and on their drawings."""
        placed = [man.placed for man in self.men.values() if self.track.bluesmen[man.name].camp == camp]
        return placed.count("city"), placed.count("drawing")

    def needs(self, camp: str) -> int:
        """How many more placements would win: 0 for whoever has won (end.win)."""
        cities, drawings = self.count(camp)
        return min(max(c - cities, 0) + max(d - drawings, 0) for c, d in report.WAYS)

    def _use_joker(self, joker: str) -> None:
        seat = self.seat
        self.require(self.opened, "jokers.open", joker=joker.upper())
        self.must(seat.jokers[joker], "jokers.once", player=seat.player, joker=joker.upper())
        seat.jokers[joker] = 0

    # ------------------------------------------------------------ the board

    def at(self, number: int) -> list[Man]:
        """Who stands on a square."""
        return [man for man in self.men.values() if man.square == number]

    def standing(self) -> dict[int, Sequence[Figure]]:
        """Who stands where, for the drawing of the track."""
        squares = {man.square for man in self.men.values() if man.square}
        return {n: [Figure(man.name, bool(man.placed)) for man in self.at(n)] for n in sorted(squares)}

    def hidden(self, camp: str) -> list[str]:
        """The bluesmen off the track who are, or may be, of a camp."""
        men = self.track.bluesmen
        return [name for name, man in self.men.items() if not man.square and men[name].camp in ("", camp)]

    def place(self, square: Square) -> str:
        """A square in words: its number and what is printed on it."""
        if square.kind == "white":
            return f"{square.number}"
        signs = " ".join(filter(None, (square.camp, square.sigil)))
        name = f"“{square.name}”" if square.kind == "drawing" and square.name else square.name
        return f"{square.number} {name or square.kind}" + (f" ({signs})" if signs else "")

    def spot(self, square: Square) -> str:
        """A square in short: its number and its name."""
        return f"{square.number} {square.name}".rstrip()

    def _here(self, man: Man) -> Square:
        return self._known_square(man.square)

    def _known_square(self, number: int) -> Square:
        """The square, whose kind is known; asks the table otherwise."""
        return self.track.square(number) or self._ask_square(number)

    def _length(self) -> int:
        """The number of squares; asks the table otherwise."""
        return self.track.length or self.ask("length", ["board length N"])

    def _belongs(self, square: Square, name: str) -> bool:
        """Whether a square is the bluesman's own; asks the table otherwise."""
        found = self.track.belongs(square, name)
        if found is None:
            if not square.complete:
                self._ask_square(square.number)
            self._ask_bluesman(name, self.track.bluesmen[name].camp)
        return bool(found)

    def _ask_square(self, number: int) -> NoReturn:
        known = self.track.square(number)
        kinds = PARTS if known is None else (known.kind,)
        answers = [f"board square {number} {kind} NAME CAMP SIGIL" for kind in kinds]
        if known is None:
            answers.insert(0, f"board square {number} white")
        if not self.track.length and number > max(self.track.known_end, SHORTEST):
            answers.append("board length N")
        self.ask("square", answers, square=number)

    def _ask_bluesman(self, name: str, camp: str) -> NoReturn:
        self.ask("bluesman", [f"board bluesman {name} {camp or 'CAMP'} SIGIL"], bluesman=name)

    # ------------------------------------------------------------ what is legal

    def choices(self) -> list[Choice]:
        if self.phase == OVER or self.stopped:
            return []
        if self.phase == TURN:
            return list(self._before_roll())
        found = list(self._after_roll())
        return found or [Choice("pass", ("pass",), "pass")]

    def _before_roll(self) -> Iterator[Choice]:
        seat = self.seat
        if self._prison_possible():
            yield from self._prison_choice()
            yield Choice("decline", ("decline",), "decline", {"bluesman": self.fresh})
            if self.pending:
                return
        faces = self.options["die"]
        yield Choice(f"roll 1–{faces}", tuple(f"roll {n}" for n in range(1, faces + 1)), "roll")
        if self.train:
            return
        if seat.trains:
            yield Choice("train", ("train",), "train", {"left": seat.trains})
        if self.opened and seat.jokers["okeh"]:
            for man in self._mine():
                yield from self._okeh_choice(man)

    def _prison_choice(self) -> Iterator[Choice]:
        fields = {"bluesman": self.fresh}
        try:
            cells = self._cells(self.men[self.fresh].square)
        except Question:
            yield Choice("prison", (), "prison.unknown", fields)
            return
        for number in cells:
            text = f"prison {number}" if len(cells) > 1 else "prison"
            yield Choice(text, (text,), "prison", fields | {"square": number})

    def _okeh_choice(self, man: Man) -> Iterator[Choice]:
        text, city = f"okeh {man.name}", self._here(man)
        if city.kind != "city" or city.camp != self.seat.camp:
            return
        target = self.track.drawing_of(city)
        try:
            if self._belongs(city, man.name) or (target and self.at(target.number)):
                return
        except Question:
            target = None
        if target is None:
            yield Choice(text, (), "unknown", {"square": "?", "spot": "?"})
        else:
            yield Choice(text, (text,), "go", {"square": self.place(target), "spot": self.spot(target)})

    def _after_roll(self) -> Iterator[Choice]:
        """What may be done with the number rolled; what turns on an unknown fact is offered as well."""
        for way in self._ways():
            try:
                choice = way.look()
            except Question:
                fields = {"square": way.square or "?", "spot": f"{way.square or ''}?"}
                choice = Choice(way.text, (), "unknown", fields)
            if choice is not None:
                yield choice

    def _ways(self) -> Iterator[Way]:
        """All moves, entries and LOMAX entries, legal or not."""
        seat, number = self.seat, self.number
        for man in self._mine():
            if not man.placed:
                for step in (number, -number):
                    text, square = f"move {man.name} {step:+d}", man.square + step
                    yield Way(text, square, partial(self._landing, man, square, text))
        hidden = self.hidden(seat.camp)
        if not hidden:
            return
        yield Way("enter", number, lambda: self._entry("enter", number, hidden))
        lomax = seat.jokers["lomax"] and self.opened
        if lomax and (self.options["train_with_lomax"] or not self.train):
            last = self.track.length + 1 - number if self.track.length else 0
            yield Way("lomax", last, lambda: self._entry("lomax", self._lomax_square(), hidden))

    def _landing(self, man: Man, number: int, text: str) -> Choice | None:
        camp = self.track.bluesmen[man.name].camp
        if next(self._obstacles(camp, number, man), None) is not None:
            return None
        square = self._known_square(number)
        own = self._own_part(square, man.name)
        barred = own and self._bar(man, square) is not None
        if barred and self.options["alter_ego"] != "stop":
            return None
        phrase = "place" if own and not barred else "go"
        spot = self.spot(square) + (PLACED if phrase == "place" else "")
        return Choice(text, (text,), phrase, {"square": self.place(square), "spot": spot})

    def _entry(self, verb: str, number: int, hidden: Sequence[str]) -> Choice | None:
        if next(self._obstacles(self.seat.camp, number), None) is not None:
            return None
        square = self._known_square(number)
        known = [name for name in hidden if self._enters(name, square)]
        fields = {"square": self.place(square), "spot": self.spot(square)}
        return Choice(verb, tuple(f"{verb} {name}" for name in known), "go", fields)

    def _enters(self, name: str, square: Square) -> bool:
        """Whether the entry of a bluesman needs no fact that is not known."""
        own = self.track.belongs(square, name) if square.kind in PARTS else False
        return bool(self.track.bluesmen[name].camp) and (bool(square.sigil) if own else own is False)

    def _mine(self) -> list[Man]:
        """The bluesmen on the track of whoever is to act."""
        camp = self.seat.camp
        return [m for m in self.men.values() if m.square and self.track.bluesmen[m.name].camp == camp]

    # ------------------------------------------------------------ what is shown

    @property
    def finished(self) -> bool:
        return self.phase == OVER or self.stopped

    def situation(self) -> Situation:
        seat = self.seat
        if self.finished:
            return Situation("won" if self.winner else "stopped", {"winner": self.winner}, "")
        fields = {"camp": seat.camp, "number": self.number, "bluesman": self.fresh}
        fields["other"] = self.other.player
        if self.phase == ROLLED:
            ways = [f"{c.text} → {c.fields['spot']}" for c in self._after_roll()]
            return Situation("rolled" if ways else "blocked", fields | {"ways": ways}, seat.player)
        phrase = "train" if self.train else "turn"
        if self._prison_possible():
            phrase = "pending" if self.pending else "answer"
        return Situation(phrase, fields, seat.player)

    def state(self) -> dict[str, Any]:
        return report.state(self)

    def show(self, words: Any) -> list[Section]:
        return report.show(self, words)

    def scores(self) -> list[Score]:
        return report.scores(self)

    def summary(self) -> dict[str, Any]:
        """Cities and drawings of both players."""
        return report.summary(self)

    # ------------------------------------------------------------ invariants

    def check(self) -> None:
        """Raises `Broken` when bluesmen stand where none can, or trains or jokers are out of range."""
        track = self.track
        there: dict[int, list[Man]] = {}
        for man in self.men.values():
            if man.square:
                there.setdefault(man.square, []).append(man)
        for number, men in there.items():
            square = track.square(number)
            if square is None:
                self.broken(f"square {number} is not known")
            if any(man.name in self.excused for man in men):
                continue
            if len(men) > (2 if square.kind == "white" else 1):
                self.broken(f"{len(men)} bluesmen on square {number}")
            camp = track.bluesmen[men[0].name].camp
            if square.kind != "white" and square.camp != camp:
                self.broken(f"{men[0].name} stands on a square of {square.camp}")
            if men[0].placed and (men[0].placed != square.kind or square.owner != men[0].name):
                self.broken(f"{men[0].name} is placed on square {number}, not his own")
        for man in self.men.values():
            if man.placed and man.name not in self.excused:
                other = self.alter_ego(man)
                if other and other.placed not in ("", man.placed) and other.name not in self.excused:
                    self.broken(f"{man.name} and {other.name} are placed in different parts")
        for seat in self.seats:
            if not 0 <= seat.trains <= CONSTANTS["trains"] or not set(seat.jokers.values()) <= {0, 1}:
                self.broken(f"trains or jokers of {seat.player}")

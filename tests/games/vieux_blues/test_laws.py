"""Laws: what holds at every moment of every game, whatever is rolled and chosen."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.boards import load_board
from referee.errors import MoveError, Question
from referee.games.vieux_blues.moves import (
    CAMPS,
    MOVES,
    BluesmanFact,
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
from referee.games.vieux_blues.track import ROSTER
from referee.notation import Grammar, Move, Names
from referee.table import Table
from tests.games.vieux_blues.night import Night
from tests.kit import session

SEEDS = st.integers(0, 10**6)
PLAYED_OUT = 400  # moves after which a random game is left


def legal(game: Any) -> list[str]:
    """All moves that the game offers."""
    return [move for choice in game.choices() for move in choice.moves]


def prefer(moves: list[str], chance: random.Random) -> str:
    """A random move, jokers and trains rather than rolls so that they happen at all."""
    rare = [move for move in moves if not move.startswith(("roll", "move", "decline"))]
    return chance.choice(rare if rare and chance.random() < 0.3 else moves)


def invariants(state: dict[str, Any], track: Any) -> None:
    """5H, from the public state alone."""
    squares: dict[int, list[str]] = {}
    for name, man in state["bluesmen"].items():
        if man["square"]:
            assert 1 <= man["square"] <= track.length
            squares.setdefault(man["square"], []).append(name)
        else:
            assert not man["placed"]
    for number, names in squares.items():
        square = track.squares[number]
        if square.kind == "white":
            assert len(names) <= 2
        else:
            assert len(names) == 1 and state["bluesmen"][names[0]]["camp"] == square.camp
        for name in names:
            if state["bluesmen"][name]["placed"]:
                assert (square.owner, square.kind) == (name, state["bluesmen"][name]["placed"])
    sigils: dict[str, set[str]] = {}
    for name, man in state["bluesmen"].items():
        if man["placed"]:
            sigils.setdefault(track.bluesmen[name].sigil, set()).add(man["placed"])
    assert all(len(parts) == 1 for parts in sigils.values())
    for player in state["players"].values():
        assert 0 <= player["trains"] <= 3
        assert all(player[joker] in (0, 1) for joker in ("prison", "okeh", "lomax"))
        assert sum(man["camp"] == player["camp"] for man in state["bluesmen"].values()) == 5
    assert not state["winner"] or state["players"][state["winner"]]["cities"] >= 0


def only_prison_moves_the_placed(before: dict[str, Any], after: dict[str, Any], move: str) -> None:
    for name, man in before["bluesmen"].items():
        if man["placed"] and after["bluesmen"][name] != man:
            assert move.startswith("prison")


@given(SEEDS, st.sampled_from(["bar", "stop"]), st.booleans())
@settings(max_examples=12, deadline=None)
def test_random_games_keep_the_invariants_and_come_to_an_end_or_go_on(
    seed: int, alter_ego: str, answers: bool
) -> None:
    chance = random.Random(seed)
    night = Night(alter_ego=alter_ego, prison_answers_win=answers)
    before = night.game.state()
    for _ in range(PLAYED_OUT):
        if night.game.finished:
            break
        move = prefer(legal(night.game), chance)
        night.do(move)
        after = night.game.state()
        invariants(after, night.game.track)
        only_prison_moves_the_placed(before, after, move)
        before = after
    if night.game.winner:
        cities, drawings = night.game.count(
            night.game.seats[night.table.game.players.index(night.game.winner)].camp
        )
        assert cities >= 4 or (cities >= 2 and drawings >= 1) or drawings >= 2
    else:
        assert legal(night.game)


@given(SEEDS, st.integers(5, 60))
@settings(max_examples=8, deadline=None)
def test_undo_restores_and_replay_repeats(seed: int, length: int) -> None:
    chance = random.Random(seed)
    night = Night()
    states = [night.game.state()]
    for _ in range(length):
        if night.game.finished:
            break
        night.do(prefer(legal(night.game), chance))
        states.append(night.game.state())
    back = chance.randrange(1, len(states))
    lines = [played.entry.do for played in night.table.played]
    night.do(f"undo {back}")
    assert night.game.state() == states[-1 - back]
    night.do(f"redo {back}")
    assert night.game.state() == states[-1]
    again = Table(session("vieux-blues", ["Anna", "Ben"], lines, {"board": "invented"}))
    assert again.game.state() == states[-1]


def every_move(game: Any) -> set[str]:
    """Whatever might be typed, legal or not."""
    steps = {game.number, -game.number, 1, -4} - {0}
    found = {f"move {name} {step:+d}" for name in ROSTER for step in steps}
    found |= {f"{verb} {name}" for name in ROSTER for verb in ("enter", "lomax", "okeh")}
    found |= {f"prison {number}" for number in range(1, 41)}
    return found | {f"roll {n}" for n in range(1, 8)} | {"train", "pass", "decline"}


@given(SEEDS, st.integers(0, 50))
@settings(max_examples=6, deadline=None)
def test_what_is_offered_is_exactly_what_is_legal(seed: int, length: int) -> None:
    chance = random.Random(seed)
    night = Night()
    for _ in range(length):
        if night.game.finished:
            return
        night.do(prefer(legal(night.game), chance))
    if night.game.finished:
        return
    offered = {
        move if move != "prison" else f"prison {night.game._cells(night.square(night.game.fresh))[0]}"
        for move in legal(night.game)
    }
    taken = set()
    for move in every_move(night.game):
        try:
            night.table.attempt(move)
        except MoveError:
            continue
        taken.add(move)
    assert taken == offered


# ---------------------------------------------------------------- teaching


class Teacher:
    """Answers the questions of a table that has no board file from the invented track."""

    def __init__(self) -> None:
        self.data = load_board("vieux-blues", "invented", Path())

    def answer(self, question: Question, camp: str) -> str:
        if question.question == "length":
            return f"board length {self.data['length']}"
        if question.question == "bluesman":
            name = question.fields["bluesman"]
            return f"board bluesman {name} {self.data['bluesmen'][name]}"
        if question.question == "drawing":
            sign = f"{question.fields['camp']} {question.fields['sigil']}"
            number = next(
                n for n, t in self.data["squares"].items() if t.startswith("drawing") and t.endswith(sign)
            )
            return f"board square {number} {self.data['squares'][number]}"
        number = question.fields["square"]
        text = self.data["squares"].get(str(number))
        return f"board square {number} {text}" if text else f"board length {self.data['length']}"


@given(SEEDS)
@settings(max_examples=8, deadline=None)
def test_a_taught_board_plays_like_a_known_one(seed: int) -> None:
    """The same moves on the invented track, and on a board that is taught as it is needed."""
    chance = random.Random(seed)
    known, taught, teacher = Night(), Night("vieux-blues"), Teacher()
    for _ in range(80):
        if known.game.finished:
            break
        move = prefer(legal(known.game), chance)
        known.do(move)
        for _ in range(6):
            try:
                taught.do(move)
                break
            except Question as question:
                taught.do(teacher.answer(question, taught.to_act))
        else:
            pytest.fail(f"{move} is asked about again and again")
        assert taught.placed("Bo Carter") == known.placed("Bo Carter")
    mine, theirs = known.game.state(), taught.game.state()
    for part in ("phase", "players", "winner", "jokers_open", "turn", "pending"):
        assert mine[part] == theirs[part]
    for name, man in mine["bluesmen"].items():
        assert (man["square"], man["placed"]) == (
            theirs["bluesmen"][name]["square"],
            theirs["bluesmen"][name]["placed"],
        )


@given(SEEDS)
@settings(max_examples=15, deadline=None)
def test_true_facts_never_clash(seed: int) -> None:
    """The facts of a sound board, in any order and with any of them left out, contradict nothing."""
    chance = random.Random(seed)
    data = load_board("vieux-blues", "invented", Path())
    facts = [f"board square {n} {text}" for n, text in data["squares"].items()]
    facts += [f"board bluesman {name} {text}" for name, text in data["bluesmen"].items()]
    facts.append(f"board length {data['length']}")
    chance.shuffle(facts)
    night = Night("vieux-blues")
    for fact in facts[: chance.randrange(len(facts) + 1)]:
        night.do(fact)
    full = Night().game.track
    for number, square in night.game.track.squares.items():
        true = full.squares[number]
        for trait in ("kind", "name", "camp", "sigil", "owner"):
            assert getattr(square, trait) in ("", getattr(true, trait))
    for name, man in night.game.track.bluesmen.items():
        for trait in ("camp", "sigil", "city", "drawing"):
            assert getattr(man, trait) in ("", getattr(full.bluesmen[name], trait))


# ---------------------------------------------------------------- notation

WORDS = ["St", "Louis", "rose", "city", "drawing", "triangle", "Église", "sand", "O’Neil", "é-è", "42"]
LABELS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
MAYBE = st.one_of(st.just(""), LABELS)
BLUESMEN, CAMP = st.sampled_from(ROSTER), st.sampled_from(["", *CAMPS])
SQUARES = st.one_of(
    st.builds(SquareFact, number=st.integers(1, 200), kind=st.just("white")),
    st.builds(
        SquareFact,
        number=st.integers(1, 200),
        kind=st.sampled_from(["city", "drawing"]),
        name=LABELS,
        camp=st.sampled_from(CAMPS),
        sigil=MAYBE,
    ),
)
MEN = st.builds(
    BluesmanFact, bluesman=BLUESMEN, camp=st.sampled_from(CAMPS), sigil=MAYBE, city=MAYBE, drawing=MAYBE
)
FACT = st.one_of(SQUARES, MEN, st.builds(LengthFact, squares=st.integers(1, 200)))
STEPS = st.one_of(st.integers(-200, 200).filter(bool), st.sampled_from([Step.FORWARD, -Step.FORWARD]))
ANY_MOVE = st.one_of(
    st.sampled_from([Train(), Decline(), Pass()]),
    st.builds(Roll, die=st.integers(1, 99), virtual=st.booleans()),
    st.builds(Go, bluesman=BLUESMEN, step=STEPS),
    st.builds(Enter, bluesman=st.sampled_from(["", *ROSTER])),
    st.builds(Lomax, bluesman=st.sampled_from(["", *ROSTER])),
    st.builds(Okeh, bluesman=BLUESMEN),
    st.builds(Prison, square=st.integers(0, 200)),
    st.builds(Board, fact=FACT),
)


@given(ANY_MOVE)
@settings(max_examples=300, deadline=None)
def test_every_move_reads_back(move: Move) -> None:
    grammar, names = Grammar(MOVES), Night().table.names
    assert grammar.parse(grammar.show(move, names), names) == move


@pytest.mark.parametrize(
    ("typed", "recorded"),
    [
        ("lancer 5", "roll 5"),
        ("bouger bessie -5", "move Bessie Smith -5"),
        ("move minnie avant", "move Memphis Minnie forward"),
        ("move minnie arrière", "move Memphis Minnie back"),
        ("move Minnie −2", "move Memphis Minnie -2"),
        ("entrer mac tell", "enter Blind Willie McTell"),
        ("lomax skip", "lomax Skip James"),
        ("okeh hurt", "okeh Mississippi John Hurt"),
        ("prison 7", "prison 7"),
        ("laisser", "decline"),
        ("passer", "pass"),
        (
            "plateau case 7 ville Saint Louis rose rond vide",
            "board square 7 city Saint Louis rose empty circle",
        ),
        ("board square 7 drawing rose triangle", "board square 7 drawing rose triangle"),
        (
            "board bluesman minnie rose étoile city Memphis",
            "board bluesman Memphis Minnie rose star city Memphis",
        ),
        ("board length 40", "board length 40"),
    ],
)
def test_as_people_type(typed: str, recorded: str) -> None:
    grammar, names = Grammar(MOVES), Night().table.names
    assert grammar.show(grammar.parse(typed, names), names) == recorded


def test_names_by_any_unambiguous_part() -> None:
    names: Names = Night().table.names
    for text, name in {
        "Bo": "Bo Carter",
        "carter": "Bo Carter",
        "blind willie j": "Blind Willie Johnson",
        "john h": "Mississippi John Hurt",
        "rob": "Robert Johnson",
        "mct": "Blind Willie McTell",
        "white": "Bukka White",
        "char": "Charley Patton",
    }.items():
        assert names.match(text, "bluesman") == name

"""A session being played: undoing, counting, ruling, looking back, and the faults of a file made by hand."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import Ambiguous, FileFaults, Illegal, MoveError, Unreadable, UsageError
from referee.moves import Count
from referee.session import Entry, Player, Session, append, create, load
from referee.table import Table
from tests.kit import Bench, session

NAMES = ("Anna", "Ben", "Chloé")
SALE = ("buy P2", "buy P1", "buy P3", "buy P4", "buy P5", "buy P6")
STOCK = (
    *("buy NSW par 90", "buy CAR", "buy CAR", "buy NSW", "buy CAR", "buy CAR"),
    *("buy NSW", "pass", "buy NSW", "pass", "pass", "pass"),
)


@pytest.fixture
def bench() -> Bench:
    """1848 before its first move."""
    return Bench("1848", NAMES)


def refused(bench: Bench, move: str, rule: str, **how: Any) -> Illegal:
    """`move` is refused by `rule` and neither the record nor the game has changed."""
    before, entries = bench.game.state(), list(bench.table.session.entries)
    with pytest.raises(Illegal) as caught:
        bench.table.record(move, **how)
    assert caught.value.rule == rule
    assert bench.game.state() == before and bench.table.session.entries == entries
    return caught.value


def cash(bench: Bench) -> tuple[int, ...]:
    return tuple(bench.game.ledger.balance(name) for name in NAMES)


def live(table: Table) -> list[int]:
    return [item.entry.number for item in table.played if item.live]


def replayed(table: Table) -> Table:
    """The same record, read anew."""
    fresh = Table(session("1848", NAMES))
    copy = fresh.session
    copy.entries = [Entry(e.number, e.do, e.by, e.at, e.ruling, e.note) for e in table.session.entries]
    return Table(copy)


# ---------------------------------------------------------------- recording


def test_a_receipt(bench: Bench) -> None:
    now = datetime(2026, 11, 29, 19, 41, tzinfo=UTC)
    receipt = bench.table.record("ACHETER p2", note="first", now=now)
    assert receipt.played.entry == Entry(1, "buy P2", "Anna", now, "", "first")
    assert bench.sentences(receipt) == "Anna buys P2 for £70."
    assert receipt.next.actor == "Ben" and receipt.next.phrase == "auction" and not receipt.needed_ruling
    changes = {name: (old, new) for name, old, new in receipt.changes}
    assert (840, 770) in changes.values()
    assert bench.table.now() == "Sale of the privates: Ben (£840) buys or lowers a private."


def test_who_moves(bench: Bench) -> None:
    assert bench.do("anna: buy P2").played.by == "Anna"
    assert bench.table.record("buy P1", by="be").played.entry.by == "Ben"
    assert bench.do("CHLOE : buy P3").played.entry.by == "Chloé"
    with pytest.raises(UsageError, match="nobody is called “Zoe”; players: Anna, Ben, Chloé"):
        bench.table.record("buy P4", by="Zoe")
    with pytest.raises(Unreadable, match="nobody is called “Zoe”") as caught:
        bench.table.record("Zoe: buy P4")
    assert caught.value.hint == "players: Anna, Ben, Chloé"
    with pytest.raises(Ambiguous):
        bench.table.record("buy P4", by="b")  # Ben or the Bank of England
    assert len(bench.table.session.entries) == 3


def test_recording_after_a_refused_move(bench: Bench) -> None:
    bench.do("buy P2")
    with pytest.raises(Illegal):
        bench.table.record("buy P2")
    with pytest.raises(Unreadable):
        bench.table.record("nonsense")
    receipt = bench.do("buy P1")
    assert receipt.played.entry.number == 2 and receipt.played.by == "Ben"
    assert bench.game.state() == replayed(bench.table).game.state()


def test_implied_passes(bench: Bench) -> None:
    bench.do(*SALE, "buy NSW par 90")
    receipt = bench.do("Chloé: buy CAR")
    assert bench.sentences(receipt).splitlines() == [
        "Ben passes (implied).",
        "Chloé buys a share of CAR for £100.",
    ]
    assert len(bench.table.session.entries) == 8
    assert bench.game.state() == replayed(bench.table).game.state()
    refused(bench, "undo 99", "undo.nothing")
    bench.do("undo")
    assert bench.table.situation.actor == "Ben"  # the pass is undone with the move that implied it


# ---------------------------------------------------------------- undo and redo


def test_undo_and_redo(bench: Bench) -> None:
    states = [bench.game.state()]
    for move in SALE:
        bench.do(move)
        states.append(bench.game.state())
    assert bench.sentences(bench.do("undo")) == "undo: taken back"
    assert bench.game.state() == states[5]
    bench.do("undo 3")
    assert bench.game.state() == states[2] and live(bench.table) == [1, 2, 7, 8]
    assert bench.sentences(bench.do("redo 2")) == "redo 2: played again"
    assert bench.game.state() == states[4]
    bench.do("redo", "redo")
    assert bench.game.state() == states[6] and live(bench.table) == list(range(1, 12))
    refused(bench, "redo", "redo.nothing")
    assert [entry.do for entry in bench.table.session.entries[6:]] == [
        "undo",
        "undo 3",
        "redo 2",
        "redo",
        "redo",
    ]
    assert live(replayed(bench.table)) == live(bench.table)


def test_undo_to_an_entry(bench: Bench) -> None:
    bench.do(*SALE)
    bench.do("undo to 2")
    assert bench.game.state() == bench.table.at(2).game.state()
    refused(bench, "undo to 2", "undo.nothing")
    bench.do("redo 4", "undo to 0")
    assert live(bench.table) == [7, 8, 9] and cash(bench) == (840, 840, 840)
    error = refused(bench, "undo to 99", "undo.nothing")
    text = "There is nothing to undo by `undo to 99`: 0 live moves. [undo.nothing]"
    assert bench.table.rulebook.explain(error) == [text]


def test_what_cannot_be_undone(bench: Bench) -> None:
    refused(bench, "undo", "undo.nothing")
    refused(bench, "undo to 0", "undo.nothing")
    refused(bench, "redo", "redo.nothing")
    bench.do("buy P2")
    refused(bench, "undo 2", "undo.nothing", ruling="we want it")  # no ruling helps
    bench.do("undo")
    refused(bench, "undo", "undo.nothing")  # an undo is not undone
    refused(bench, "redo 2", "redo.nothing")
    bench.do("redo")  # it is redone
    assert cash(bench) == (770, 840, 840)


def test_a_new_move_ends_what_could_be_redone(bench: Bench) -> None:
    bench.do("buy P2", "buy P1", "undo 2", "redo")
    bench.do("buy P3")
    refused(bench, "redo", "redo.nothing")
    assert live(bench.table) == [1, 3, 4, 5]
    bench.do("undo 2")
    assert cash(bench) == (840, 840, 840)


def test_undo_across_the_ends_of_rounds(bench: Bench) -> None:
    bench.do(*SALE[:5])
    sale = bench.game.state()
    bench.do(SALE[5])
    assert bench.game.round == "stock"
    bench.do("undo")
    assert bench.game.round == "auction" and bench.game.state() == sale
    bench.do("redo", *STOCK)
    assert bench.game.round == "operating"
    operating = bench.game.state()
    bench.do("lay E2", "undo 14")
    assert bench.game.round == "auction" and bench.game.state() == sale
    bench.do("redo 13")
    assert bench.game.state() == operating


def test_a_ruling_for_an_undo_becomes_a_note(bench: Bench) -> None:
    bench.do("buy P2")
    entry = bench.do("undo", ruling="he did not mean it").played.entry
    assert entry.ruling == "" and entry.note == "he did not mean it"


@settings(deadline=None, max_examples=40)
@given(st.lists(st.sampled_from(["buy", "buy", "undo 1", "undo 2", "redo 1", "redo 2"]), max_size=12))
def test_undoing_is_playing_only_what_is_live(words: list[str]) -> None:
    bench = Bench("1848", NAMES)
    meant: list[str] = []
    undone: list[str] = []
    for word in words:
        if word == "buy":
            if len(meant) < len(SALE):
                meant.append(SALE[len(meant)])
                bench.do(meant[-1])
                undone.clear()
            continue
        source, target = (meant, undone) if word.startswith("undo") else (undone, meant)
        count = int(word[-1])
        if count > len(source):
            refused(bench, word, f"{word[:4]}.nothing")
            continue
        bench.do(word)
        for _ in range(count):
            target.append(source.pop())
    assert [bench.table.played[n - 1].entry.do for n in bench.table.timeline.live] == meant
    straight = Bench("1848", NAMES)
    for move in meant:
        straight.do(move)
    assert straight.game.state() == bench.game.state()


# ---------------------------------------------------------------- money


def test_a_count(bench: Bench) -> None:
    bench.do("buy P2")
    receipt = bench.do("count Anna £770")
    assert bench.sentences(receipt) == "Anna has £770, as it should be."
    assert receipt.changes == [] and receipt.next.actor == "Ben" and receipt.played.entry.by == ""
    error = refused(bench, "count anna 760", "count.differs")
    assert not error.waivable
    assert bench.table.rulebook.explain(error) == ["Anna should have £770, not £760. [count.differs]"]
    refused(bench, "count Anna 760", "count.differs", ruling="it lies there")


def test_settling(bench: Bench) -> None:
    refused(bench, "settle Anna 800", "settle.reason")
    refused(bench, "settle Bank 800", "settle.bank", ruling="counted")
    receipt = bench.do("settle Anna 800", ruling="counted twice")
    assert bench.sentences(receipt) == "Anna corrected by −£40 to £800: counted twice"
    assert receipt.needed_ruling and receipt.played.entry.ruling == "counted twice"
    bench.do("settle Ben 1,000", ruling="found under the table")
    bench.do("settle Chloé 840", ruling="as it is")
    assert cash(bench) == (800, 1000, 840)
    lines = bench.game.ledger.register("Anna")
    assert (lines[-1].posting.reason, lines[-1].change, lines[-1].balance) == ("settled", -40, 800)
    assert bench.game.state() == replayed(bench.table).game.state()


def test_transfers(bench: Bench) -> None:
    refused(bench, "transfer Anna Ben 40", "transfer.reason")
    refused(bench, "transfer Anna Ben 841", "money.overdraft", ruling="a bet")
    refused(bench, "transfer Anna Anna 1", "money.amount", ruling="a bet")
    receipt = bench.do("transfer Anna Ben 40", ruling="a bet")
    assert bench.sentences(receipt) == "Anna pays Ben £40 by ruling: a bet"
    assert cash(bench) == (800, 880, 840) and receipt.needed_ruling
    assert [item.entry.number for item in bench.table.rulings] == [1]
    bench.do("undo")
    assert bench.table.rulings == []


def test_suspects_of_a_wrong_count(bench: Bench) -> None:
    bench.do("buy P2", "count Anna 770", "buy P1", "buy P3", "buy P4")  # Anna pays 70, then 170
    bench.do("transfer Anna Ben 85", "transfer Ben Anna 340", ruling="try")
    assert cash(bench)[0] == 855
    assert bench.table.suspects("Anna", 855 - 170) == ([5, 6, 7], 2)  # it, its half, its double
    assert bench.table.suspects("Anna", 855 + 340) == ([5, 7], 2)
    assert bench.table.suspects("Anna", 855 - 85) == ([5, 6], 2)
    assert bench.table.suspects("Anna", 855 - 70) == ([], 2)  # that was before the last right count
    assert bench.table.suspects("Chloé", 730 - 110) == ([4], 0)  # never counted
    assert bench.table.suspects("Chloé", 730) == ([], 0)
    bench.do("settle Anna 850", ruling="so be it")
    assert bench.table.suspects("Anna", 850 - 85) == ([], 8)  # a correction counts as counted
    bench.do("undo 3")
    assert bench.table.suspects("Anna", 600 + 170) == ([5], 2)


# ---------------------------------------------------------------- rulings and the end


def test_a_ruling_waives_a_rule(bench: Bench) -> None:
    refused(bench, "Chloé: buy P2", "auction.turn")
    receipt = bench.do("Chloé: buy P2", ruling="Anna fetches coffee")
    assert receipt.needed_ruling and receipt.played.waived == ["auction.turn"]
    assert receipt.played.entry.ruling == "Anna fetches coffee"
    assert bench.table.rulings == [receipt.played]
    assert bench.game.state() == replayed(bench.table).game.state()


def test_a_ruling_that_was_not_needed_is_a_note(bench: Bench) -> None:
    receipt = bench.do("buy P2", ruling="because")
    assert not receipt.needed_ruling and bench.table.rulings == []
    assert receipt.played.entry.ruling == "" and receipt.played.entry.note == "because"
    entry = bench.table.record("buy P1", ruling="because", note="mine").played.entry
    assert entry.ruling == "" and entry.note == "mine"


def test_no_ruling_helps_against_what_cannot_be(bench: Bench) -> None:
    bench.do("buy P2")
    refused(bench, "buy P2", "auction.on-sale", ruling="twice")


def test_stop(bench: Bench) -> None:
    bench.do("buy P2")
    receipt = bench.do("stop")
    assert bench.sentences(receipt) == "The table ends the game here."
    assert bench.game.finished and receipt.next.actor == ""
    for move in ("buy P1", "stop"):
        refused(bench, move, "table.over", ruling="one more")
    bench.do("count Anna 770")
    bench.do("undo 2")
    assert not bench.game.finished
    bench.do("buy P1")


# ---------------------------------------------------------------- looking


def test_at(bench: Bench) -> None:
    states = [bench.game.state()]
    for move in (*SALE, "undo 2", "buy P5"):
        bench.do(move)
        states.append(bench.game.state())
    for number, state in enumerate(states):
        assert bench.table.at(number).game.state() == state
    assert bench.game.state() == states[-1] and len(bench.table.session.entries) == 8
    for number in (-1, 9):
        with pytest.raises(UsageError, match=f"there is no entry {number}; the record ends at 8"):
            bench.table.at(number)


@pytest.mark.parametrize(
    "move",
    ["buy P4", "undo", "undo 2", "redo", "stop", "count Anna 770", "buy P2", "nonsense", "pass", "transfer"],
)
def test_an_attempt_leaves_the_table_untouched(bench: Bench, move: str) -> None:
    bench.do(*SALE[:3], "buy P4", "undo")

    def everything() -> tuple[Any, ...]:
        table = bench.table
        timeline = (list(table.timeline.live), list(table.timeline.undone))
        return bench.game.state(), list(table.session.entries), live(table), timeline, table.now()

    before = everything()
    for ruling in ("", "just asking"):
        with suppress(MoveError):
            bench.table.attempt(move, ruling=ruling)
        assert live(bench.table) == before[2]
        assert everything() == before
    assert bench.do("redo").next.actor == "Ben"


def test_an_attempt_tells_what_would_change(bench: Bench) -> None:
    bench.do("buy P2")
    receipt = bench.table.attempt("buy P1")
    assert receipt.played.entry.number == 2 and receipt.next.actor == "Chloé"
    assert bench.sentences(receipt) == "Ben buys P1 for £30."
    assert bench.do("buy P3").played.entry.number == 2


def test_history(bench: Bench) -> None:
    bench.do("buy P2", "buy P1", "undo", "buy P3")
    found = list(bench.table.history())
    assert [item.entry.number for item, _ in found] == [1, 4]
    assert found[-1][1] == bench.game.state()


# ---------------------------------------------------------------- files made by hand


def written(folder: Path, *tables: str) -> Session:
    """A session file whose moves stand there as given."""
    path = folder / "evening.toml"
    created = datetime(2026, 11, 29, 19, 30, tzinfo=UTC)
    players = [Player(name) for name in NAMES]
    create(path, game="1848", rules="1848-1", title="", players=players, options={}, created=created)
    with path.open("a", encoding="utf-8") as file:
        file.writelines(f"\n[[move]]\n{table}\n" for table in tables)
    return load(path)


def test_a_file_made_by_hand(tmp_path: Path) -> None:
    table = Table(
        written(tmp_path, 'do = "buy p2"', 'by = "ben"\ndo = "acheter p1"', 'by = "CHLOE"\ndo = "buy P3"')
    )
    assert [item.by for item in table.played] == ["Anna", "Ben", "Chloé"]
    append(table.session, [Entry(0, "undo")])
    assert live(Table(load(table.session.path))) == [1, 2, 4]


WRONG = (
    'do = "buy P2"',
    'do = "bye P1"',
    'do = "buy P2"',
    'do = "undo 9"',
    'by = "Zoe"\ndo = "buy P1"',
    'by = "Zoe"\ndo = "buy P1"\nruling = "a guest"',
    'by = "B"\ndo = "buy P1"',
    'by = "Zoe"\ndo = "count Anna 770"',
    'do = "count Anna 771"',
    'do = "buy P1"',
)


def test_all_faults_at_once(tmp_path: Path) -> None:
    table = Table(written(tmp_path, *WRONG), tolerant=True)
    found = [(fault.line, fault.problem.removeprefix("entry ")) for fault in table.faults]
    assert sorted(found) == [
        (18, "2 can't be played: “bye” is no move."),
        (21, "3 can't be played: P2 is already sold; still on sale: P1, P3, P4, P5, P6. [auction.on-sale]"),
        (24, "4 can't be played: There is nothing to undo by `undo 9`: 3 live moves. [undo.nothing]"),
        (27, "5 can't be played: Nobody is called “Zoe”."),
        (31, "6 can't be played: Nobody is called “Zoe”."),
        (36, "7 can't be played: “B” could be BOE, Ben."),
        (40, "8 can't be played: Nobody is called “Zoe”."),
        (44, "9 can't be played: Anna should have £770, not £771. [count.differs]"),
    ]
    assert table.faults[0].remedy == "mend or remove it, or look at the table before it with --at 1"
    assert table.faults[0].excerpt == "bye P1"
    assert [item.entry.number for item in table.played if item.error is None] == [1, 10]
    assert table.game.ledger.balance("Ben") == 810
    assert table.sentences(table.played[2])[0].startswith("P2 is already sold")


def test_the_first_fault_is_raised_otherwise(tmp_path: Path) -> None:
    made = written(tmp_path, *WRONG)
    with pytest.raises(FileFaults) as caught:
        Table(made)
    (fault,) = caught.value.faults
    assert fault.line == 18 and str(fault) == (
        f"{made.path}:18: entry 2 can't be played: “bye” is no move.\n    bye P1\n"
        "    → mend or remove it, or look at the table before it with --at 1"
    )


def test_a_faulty_entry_is_no_reason_to_blame_its_followers(tmp_path: Path) -> None:
    table = Table(
        written(tmp_path, 'do = "buy P2"', 'do = "buy P7"', 'do = "buy P1"', 'do = "undo"'), tolerant=True
    )
    assert [fault.line for fault in table.faults] == [18]
    assert table.timeline.live == [1, 2] and table.game.ledger.balance("Ben") == 840


def test_a_flood_of_faults_is_cut_short(tmp_path: Path) -> None:
    table = Table(written(tmp_path, *['do = "buy P2"'] * 60), tolerant=True)
    assert 10 < len(table.faults) < 40


@pytest.mark.parametrize(
    ("change", "problem", "line"),
    [
        ({"game": "chess"}, "no game is called “chess”", 4),
        ({"rules": "1848-0"}, "rules stamp “1848-0” is not known here; this is 1848-1", 5),
        ({"players": [Player("Anna")]}, "takes 3 to 6 players, not 1", 8),
        ({"options": {"trak": "tiles"}}, "1848 has no option “trak”", 0),
    ],
)
def test_faults_of_the_head(tmp_path: Path, change: dict[str, Any], problem: str, line: int) -> None:
    made = written(tmp_path)
    for name, value in change.items():
        setattr(made, name, value)
    with pytest.raises(FileFaults) as caught:
        Table(made)
    (fault,) = caught.value.faults
    assert problem in fault.problem and fault.line == line and fault.remedy


@pytest.mark.parametrize("name", ["NSW", "bank", "Bank of England", "victorian railways"])
def test_a_player_called_like_something_else_in_the_game(tmp_path: Path, name: str) -> None:
    made = written(tmp_path)
    made.players[1] = Player(name)
    with pytest.raises(FileFaults, match="something else in the game is"):
        Table(made)


def test_all_faults_of_the_head_at_once(tmp_path: Path) -> None:
    made = written(tmp_path)
    made.rules, made.options = "1848-0", {"trak": 1, "track": 2}
    made.players = made.players[:1]
    with pytest.raises(FileFaults) as caught:
        Table(made)
    assert len(caught.value.faults) == 4


def test_a_wrong_option_is_shown_with_its_line(tmp_path: Path) -> None:
    made = written(tmp_path)
    text = made.path.read_text(encoding="utf-8")
    made.path.write_text(
        text.replace("\n[[player]]", "\n[options]\ntrack = 'tile'\n\n[[player]]", 1), "utf-8"
    )
    with pytest.raises(FileFaults) as caught:
        Table(load(made.path))
    (fault,) = caught.value.faults
    assert made.path.read_text("utf-8").splitlines()[fault.line - 1] == "track = 'tile'"


def test_a_count_is_read_as_one(bench: Bench) -> None:
    assert bench.do("count Anna 0.84k").played.move == Count(account="Anna", amount=840)
    assert bench.table.session.entries[0].do == "count Anna 840"

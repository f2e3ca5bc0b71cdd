"""The notation: fields, names, verbs, and that what is printed reads back as the same move."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import Ambiguous, MoveError, Unreadable
from referee.moves import CORE_MOVES, MONEY_MOVES, Count, Redo, Settle, Stop, Transfer, Undo
from referee.notation import (
    Amount,
    Choice,
    Field,
    Grammar,
    Integer,
    Label,
    Move,
    Name,
    Names,
    Pattern,
    Several,
    Text,
    Words,
    arg,
    flag,
    fold,
    key,
    nearest,
    verb,
)

NAMES = Names(
    {
        "player": {"Anna": (), "Anna B": (), "Ben": (), "Chloé": ("Coco",), "Jean-Pierre": (), "O'Neil": ()},
        "company": {
            "NSW": ("New South Wales",),
            "NT": ("Northern Territory",),
            "VR": ("Victorian Railways",),
            "2": (),
            "2+": (),
        },
        "city": {"San Francisco": (), "San José": (), "Cap Town": (), "par": ()},
        "account": {"Bank": (), "Anna": (), "Anna B": (), "Ben": (), "Chloé": ("Coco",), "par avion": ()},
    }
)


@verb("give", "donner", "offrir")
class Give(Move):
    """Give something to somebody.

    More about it.
    """

    what: str = arg(Name("company", "city", label="WHAT"))
    how: str = arg(Choice("now|later", now=("maintenant",), later=()), default="")
    count: int = arg(Integer(1, 10), default=1)
    to: str | None = key("to", Name("player"), "à")
    price: int | None = key("for", Amount(), "pour")
    hex: str | None = key("on", Pattern("HEX", r"[A-I]\d{1,2}", "C4"))
    free: bool = flag("free", "gratis")
    quick: bool = flag("quick")


@verb("go")
class Go(Move):
    """Several numbers with a sign."""

    KEEPS_SEMICOLONS = True

    steps: tuple[int, ...] = arg(Several(Integer(-9, 9, signed=True), 1, 3))


@verb("visit")
class Visit(Move):
    """Several cities."""

    cities: tuple[str, ...] = arg(Several(Name("city"), 1, 4))
    by: str | None = key("by", Name("player"))


@verb("say")
class Say(Move):
    """Anything."""

    text: str = arg(Text())


@verb("call")
class Call(Move):
    """Give a company a name."""

    company: str = arg(Name("company"))
    name: str = arg(Label("NAME", "from", "at"))
    start: str | None = key("from", Name("city"))


@verb("leave")
class Leave(Move):
    """Values that may be left out, before and behind one that may not."""

    count: int = arg(Integer(1, 10), default=1)
    company: str = arg(Name("company"))
    hex: str = arg(Pattern("HEX", r"[A-I]\d{1,2}", "C4"), default="")
    turn: int = arg(Integer(0, 5, "TURN"), default=0)


GRAMMAR = Grammar((Give, Leave, Go, Visit, Say, Call, *CORE_MOVES, *MONEY_MOVES))


def parse(text: str) -> Move:
    return GRAMMAR.parse(text, NAMES)


def read(field: Field[Any], text: str) -> Any:
    words = Words(text)
    value = field.read(words, NAMES)
    assert not words, f"{words.rest()!r} is left"
    return value


# ---------------------------------------------------------------- folding


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Chloé", "chloe"),
        ("CHLOE\u0301", "chloe"),
        ("Jean-Pierre", "jean pierre"),
        ("Jean\u2010Pierre", "jean pierre"),
        ("  d’Été ", "d ete"),
        ("O'Neil", "o neil"),
        ("Œuvre", "oeuvre"),
        ("Straße", "strasse"),
        ("a  \t b", "a b"),
        ("2+", "2+"),
    ],
)
def test_fold(text: str, folded: str) -> None:
    assert fold(text) == folded


@given(st.text())
def test_blanks_around_do_not_matter(text: str) -> None:
    assert fold(f" {text}\t") == fold(text)


# ---------------------------------------------------------------- amounts and other fields


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("0", 0),
        ("120", 120),
        ("0120", 120),
        ("£120", 120),
        ("120£", 120),
        ("€120", 120),
        ("$1,200", 1200),
        ("120frs", 120),
        ("120F", 120),
        ("cr120", 120),
        ("120Cr", 120),
        ("1,200", 1200),
        ("1.200", 1200),
        ("1'200", 1200),
        ("1’200", 1200),
        ("1_200_000", 1_200_000),
        ("1,200,000", 1_200_000),
        ("300k", 300_000),
        ("300K", 300_000),
        ("1.5k", 1500),
        ("1,5k", 1500),
        ("0.3M", 300_000),
        ("0.300M", 300_000),
        ("1.250M", 1_250_000),
        ("2m", 2_000_000),
        ("£1.5k", 1500),
        ("120.0", 120),
        ("3x100000", 300_000),
        ("3×100", 300),
        ("3X100k", 300_000),
        ("0x5", 0),
        ("999999999999999", 999_999_999_999_999),
    ],
)
def test_amounts(text: str, amount: int) -> None:
    assert read(Amount(), text) == amount


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("-5", "not an amount"),
        ("+5", "not an amount"),
        ("", "missing"),
        ("much", "not an amount"),
        ("1e5", "not an amount"),
        ("0x", "not an amount"),
        ("x5", "not an amount"),
        ("2x3x4", "not an amount"),
        ("12,34", "not a whole amount"),
        ("1.5", "not a whole amount"),
        ("0,300", "not a whole amount"),
        ("1.2345k", "not a whole amount"),
        ("1,20,0", "not an amount"),
        ("1,200,00", "not an amount"),
        ("1,200k", "two ways"),
        ("1,200,000k", "two ways"),
        ("1.200.000M", "two ways"),
        ("²", "not an amount"),
        ("²x3", "not an amount"),
        ("£", "not an amount"),
        ("£-3", "not an amount"),
        ("1" * 21, "not an amount"),
        ("9" * 5000, "not an amount"),
        ("9999999x1", "not an amount"),
        ("NaN", "not an amount"),
        ("½", "not an amount"),
    ],
)
def test_no_amounts(text: str, problem: str) -> None:
    with pytest.raises(Unreadable, match=problem):
        read(Amount(), text)


@given(st.integers(0, 10**14), st.sampled_from(["{}", "£{}", "{:,}", "{:_}", "£{:,}", "{}fr", "1x{}"]))
def test_every_amount_reads_in_every_shape(amount: int, shape: str) -> None:
    assert read(Amount(), shape.format(amount)) == amount
    assert read(Amount(), Amount().write(amount)) == amount


def test_integers() -> None:
    field = Integer(1, 10)
    assert [read(field, text) for text in ("1", "10", "007")] == [1, 10, 7]
    for text, problem in (
        ("0", "out of range"),
        ("11", "out of range"),
        ("+3", "not a number"),
        ("x", "not"),
    ):
        with pytest.raises(Unreadable, match=problem):
            read(field, text)
    signed = Integer(-3, 3, signed=True)
    assert [read(signed, text) for text in ("+2", "-2", "2", "−2", "–2")] == [2, -2, 2, -2, -2]
    assert [signed.write(n) for n in (2, -2, 0)] == ["+2", "-2", "+0"]
    assert field.complete(NAMES) == [str(n) for n in range(1, 11)] and Integer(0, 99).complete(NAMES) == []


def test_choices() -> None:
    field = Choice("ipo|pool", ipo=("new",), pool=("market", "marché"))
    assert [read(field, text) for text in ("ipo", "NEW", "p", "marche", "mark")] == [
        "ipo",
        "ipo",
        "pool",
        "pool",
        "pool",
    ]
    with pytest.raises(Unreadable, match="does not belong") as caught:
        read(field, "bank")
    assert caught.value.hint == "write ipo or pool"
    with pytest.raises(Unreadable, match=r"ipo\|pool is missing"):
        read(field, "")
    assert field.complete(NAMES) == ["ipo", "pool"]


def test_patterns() -> None:
    field = Pattern("HEX", r"[A-I]\d{1,2}", "C4")
    assert read(field, "c4") == "C4"
    for text in ("C", "C444", "Z1", "C4!"):
        with pytest.raises(Unreadable, match="not a hex"):
            read(field, text)


def test_labels() -> None:
    field = Label("NAME", "from", "at")
    for text, label in (("Grand  Nord", "Grand Nord"), ('"From  Here"', "From Here"), ("Élan", "Élan")):
        assert read(field, text) == label
        assert read(field, field.write(label)) == label
    words = Words("Grand Nord from Lyon")
    assert field.read(words, NAMES) == "Grand Nord" and words.rest() == "from Lyon"
    for text in ("", '""', "from Lyon", '" - "', "a;b", 'a"b'):
        with pytest.raises(Unreadable):
            read(field, text)


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("NSW", "company", "NSW"),
        ("nsw", "company", "NSW"),
        ("ns", "company", "NSW"),
        ("New South Wales", "company", "NSW"),
        ("new s", "company", "NSW"),
        ("south", "company", "NSW"),
        ("wal", "company", "NSW"),
        ("terr", "company", "NT"),
        ("v", "company", "VR"),
        ("2", "company", "2"),
        ("2+", "company", "2+"),
        ("anna", "player", "Anna"),
        ("anna b", "player", "Anna B"),
        ("chloe", "player", "Chloé"),
        ("CHLOE\u0301", "player", "Chloé"),
        ("co", "player", "Chloé"),
        ("jean pierre", "player", "Jean-Pierre"),
        ("pierre", "player", "Jean-Pierre"),
        ("o’neil", "player", "O'Neil"),
        ("neil", "player", "O'Neil"),
        ("san-jose", "city", "San José"),
        ("jo", "city", "San José"),
        ("fran", "city", "San Francisco"),
    ],
)
def test_names(text: str, kind: str, name: str) -> None:
    assert NAMES.match(text, kind) == name
    assert read(Name(kind), text) == name


@pytest.mark.parametrize(
    ("text", "candidates"),
    [("n", ("NSW", "NT")), ("ann", ("Anna", "Anna B")), ("san", ("San Francisco", "San José"))],
)
def test_ambiguous_names(text: str, candidates: tuple[str, ...]) -> None:
    with pytest.raises(Ambiguous) as caught:
        NAMES.match(text, "player", "company", "city")
    assert caught.value.candidates == candidates and caught.value.text == text


def test_a_name_that_is_none() -> None:
    assert NAMES.match("Zoe", "player") is None and NAMES.match("", "player") is None
    assert NAMES.match("NSW", "player") is None and NAMES.match("NSW", "nothing") is None
    assert NAMES.exactly("ann", "player") is None and NAMES.exactly("COCO", "player") == "Chloé"
    with pytest.raises(Unreadable, match="no player or company is called “Bem”") as caught:
        read(Name("player", "company"), "Bem")
    assert caught.value.hint == "did you mean Ben?"
    with pytest.raises(Unreadable, match="no city is called “Xyz”") as caught:
        read(Name("city"), "Xyz")
    assert caught.value.hint == "one of: San Francisco, San José, Cap Town, par"
    with pytest.raises(Unreadable, match="player, company or city is missing"):
        read(Name("player", "company", "city"), "")
    assert NAMES.of("company", "city")[-1] == "par"


def test_how_many_words_a_name_can_have_from_a_word_on() -> None:
    assert NAMES.longest("new", "company") == 3 and NAMES.longest("south", "company") == 3
    assert NAMES.longest("Wales", "company") == 1 and NAMES.longest("NSW", "company") == 1
    assert NAMES.longest("cap", "company") == 1 and NAMES.longest("cap", "company", "city") == 2


def test_the_longest_name_is_taken() -> None:
    assert parse("transfer anna b ben 5") == Transfer(payer="Anna B", payee="Ben", amount=5)
    assert parse("transfer anna ben 5") == Transfer(payer="Anna", payee="Ben", amount=5)
    assert parse('transfer "anna" "anna b" 5') == Transfer(payer="Anna", payee="Anna B", amount=5)
    assert parse("visit san jose cap town par") == Visit(cities=("San José", "Cap Town", "par"))


def test_nearest() -> None:
    assert nearest("chlo", ["Ben", "Chloé", "Coco"]) == ["Chloé"]
    assert nearest("xyz", ["Ben"]) == [] and nearest("", ["Ben"]) == []


# ---------------------------------------------------------------- verbs


def test_keywords_and_flags_in_any_order() -> None:
    wanted = Give(what="NSW", to="Ben", price=300_000, free=True, hex="C4")
    for text in (
        "give NSW to Ben for 300k on C4 free",
        "GIVE nsw free on c4 for 0.3M to b",
        "donner new south wales pour 3x100000 gratis à ben on C4",
        "  give   nsw   a BEN  gratis for £300,000 on c4",
        "offr nsw to ben for 300000 on c4 free",
    ):
        assert parse(text) == wanted
    assert wanted.show() == "give NSW to Ben for 300000 on C4 free"


def test_optional_values() -> None:
    assert parse("give vr") == Give(what="VR")
    assert parse("give vr later 3") == Give(what="VR", how="later", count=3)
    assert parse("give vr 3") == Give(what="VR", count=3)
    assert parse("give vr free") == Give(what="VR", free=True)
    assert Give(what="VR", how="now", count=1).show() == "give VR now"
    assert parse("undo") == Undo() == Undo(count=1, to=None) and parse("undo to 0") == Undo(to=0)
    for text, problem in (
        ("undo 0", "undo: 0 is out of range"),
        ("undo x", "undo: “x” is not a number"),
        ("leave 11 VR", "leave: 11 is out of range"),
        ("leave WR", "leave: no company is called “WR”"),
        ("leave VR C4 now", "leave: “now” is not a number"),
        ("leave VR 7 7", "leave: “7” is not a hex"),
    ):
        with pytest.raises(Unreadable, match=problem):
            parse(text)
    assert parse("leave VR") == Leave(company="VR")
    assert parse("leave 2 VR C4 3") == Leave(count=2, company="VR", hex="C4", turn=3)


@pytest.mark.parametrize(
    ("text", "problem", "hint"),
    [
        ("", "a move is missing", ""),
        ("giev NSW", "“giev” is no move", "did you mean give"),
        ("xyzzy", "“xyzzy” is no move", "verbs: call, count, give, go, leave, redo, say"),
        ("g", "“g” is no move", "did you mean go?"),
        ("give", "give: company or city is missing", "usage: give WHAT [now|later] [N] [to PLAYER]"),
        ("give NSW today", "give: “today” does not belong here", "usage: give"),
        ("give NSW free free", "give: “free” stands there twice", "usage: give"),
        ("give NSW for 3 pour 4", "give: “pour” stands there twice", "usage: give"),
        ("give NSW for", "give: an amount is missing", "usage: give"),
        (
            "give NSW for x",
            "give: “x” is not an amount",
            "write a whole number such as 120, or 300k; usage: ",
        ),
        ("give NSW to Zoe", "give: no player is called “Zoe”", "one of: Anna, Anna B, Ben"),
        ("go", "go: a number from -9 to 9 is missing", "usage: go N …"),
        ("go x", "go: “x” is not a number", "write a number from -9 to 9"),
        ("go 1 2 3 4", "go: “4” does not belong here", "usage: go"),
        ("go 1 99", "go: 99 is out of range", "write a number from -9 to 9"),
        ("stop it", "stop: “it” does not belong here", "usage: stop"),
        ("say", "say: a text is missing", "usage: say TEXT"),
    ],
)
def test_unreadable(text: str, problem: str, hint: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse(text)
    assert caught.value.problem == problem and hint in caught.value.hint


def test_verbs_by_their_beginning() -> None:
    assert GRAMMAR.verb("giv") is Give and GRAMMAR.verb("DON") is Give and GRAMMAR.verb("Annul") is Undo
    assert GRAMMAR.verb("s") is None and GRAMMAR.verb("zz") is None
    with pytest.raises(Ambiguous) as caught:
        GRAMMAR.verb("re")  # redo, and the French of redo and settle
    assert caught.value.candidates == ("redo", "settle")
    assert GRAMMAR.verb("go") is Go


def test_usage_and_summary() -> None:
    usage = "give WHAT [now|later] [N] [to PLAYER] [for AMOUNT] [on HEX] [free] [quick]"
    assert Give.usage() == usage and Give.summary() == "Give something to somebody."
    assert Undo.usage() == "undo [N] [to N]" and Stop.usage() == "stop"
    assert Count.usage() == "count NAME AMOUNT" and Transfer.usage() == "transfer FROM TO AMOUNT"


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("", []),
        (" ; ;; ", []),
        ("undo", ["undo"]),
        ("undo; redo ;stop", ["undo", "redo", "stop"]),
        ("undo\nredo\r\n\nstop; undo", ["undo", "redo", "stop", "undo"]),
        ("# a comment\nundo # no comment", ["undo # no comment"]),
        ("undo; # a comment", ["undo"]),
        ("go 1; 2; 3", ["go 1 ; 2 ; 3"]),
        ("go 1; 2; undo; 3", ["go 1 ; 2", "undo", "3"]),
        ("Go 1; +2; GO 3", ["Go 1 ; +2", "GO 3"]),
        ("Anna: go 1; 2; Ben: go 3", ["Anna: go 1 ; 2 ; Ben: go 3"]),
        ("go 1\n2", ["go 1", "2"]),
        ("undo; 2", ["undo", "2"]),
    ],
)
def test_split(text: str, moves: list[str]) -> None:
    assert GRAMMAR.split(text) == moves


# ---------------------------------------------------------------- round trip

players, companies, cities, accounts = (
    st.sampled_from(NAMES.of(kind)) for kind in ("player", "company", "city", "account")
)
amounts = st.integers(0, 10**15 - 1)
plain_words = st.text(st.characters(categories=["L", "Nd"]), min_size=1, max_size=8)
labels = st.lists(plain_words, min_size=1, max_size=3).map(" ".join).filter(fold)
toys = st.one_of(
    st.builds(
        Give,
        what=companies | cities,
        how=st.sampled_from(["", "now", "later"]),
        count=st.integers(1, 10),
        to=st.none() | players,
        price=st.none() | amounts,
        hex=st.none() | st.from_regex(r"\A[A-I][0-9]{1,2}\Z"),
        free=st.booleans(),
        quick=st.booleans(),
    ),
    st.builds(Go, steps=st.lists(st.integers(-9, 9), min_size=1, max_size=3).map(tuple)),
    st.builds(Visit, cities=st.lists(cities, min_size=1, max_size=4).map(tuple), by=st.none() | players),
    st.builds(Say, text=labels),
    st.builds(Call, company=companies, name=labels, start=st.none() | cities),
)
core = st.one_of(
    st.builds(Undo, count=st.integers(1, 9999), to=st.none() | st.integers(0, 999_999)),
    st.builds(Redo, count=st.integers(1, 9999)),
    st.builds(Stop),
    st.builds(Count, account=accounts, amount=amounts),
    st.builds(Settle, account=accounts, amount=amounts),
    st.builds(Transfer, payer=accounts, payee=accounts, amount=amounts),
)


@given(toys | core)
def test_what_is_shown_reads_back(move: Move) -> None:
    text = GRAMMAR.show(move, NAMES)
    assert parse(text) == move
    assert GRAMMAR.show(parse(text), NAMES) == text
    assert GRAMMAR.split(text) == [text]


@given(toys | core)
def test_case_and_blanks_do_not_matter(move: Move) -> None:
    text = move.show(quote=True)
    if not isinstance(move, Say | Call):
        assert parse(f"  {text.upper().replace(' ', '  ')} ") == parse(text) == move


junk = st.lists(
    st.sampled_from(
        ["give", "go", "NSW", "to", "for", "3", "Ben", '"', '""', ";", "x", "1,200k", "²", "par", "-", "free"]
    )
    | st.text(max_size=6)
).map(" ".join)


@given(st.text() | junk)
def test_any_text_is_a_move_or_a_move_error(text: str) -> None:
    for piece in (text, *GRAMMAR.split(text)):
        try:
            move = parse(piece)
        except MoveError:
            continue
        assert parse(GRAMMAR.show(move, NAMES)) == move


@given(st.sampled_from(["give NSW ", "go ", "visit ", "say ", "call VR ", "undo ", "count Ben "]), st.text())
def test_any_text_after_a_verb(start: str, text: str) -> None:
    try:
        move = parse(start + text)
    except MoveError:
        return
    assert parse(GRAMMAR.show(move, NAMES)) == move


@pytest.mark.parametrize(("typed", "amount"), [("50", 50), ("-50", -50), ("−1,200", -1200), ("0", 0)])
def test_a_count_may_be_a_debt(typed: str, amount: int) -> None:
    names = Names({"account": {"Anna": ()}})
    grammar = Grammar([Count])
    move = grammar.parse(f"count Anna {typed}", names)
    assert move == Count(account="Anna", amount=amount)
    assert grammar.parse(grammar.show(move, names), names) == move

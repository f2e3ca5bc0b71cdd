"""Tables as text."""

from __future__ import annotations

import pytest

from referee.errors import UsageError
from referee.games.base import Section
from referee.reports import tables
from referee.reports.text import shortened, width


def squeezed(text: str) -> str:
    return " ".join(text.split())


def test_numbers_stand_to_the_right_and_names_to_the_left() -> None:
    lines = tables.grid(
        ("name", "cash", "%"), [("Anna", "£1,200", "40%"), ("Ben", "−£5", ""), ("1E4", "-", 5)]
    )
    assert lines == [
        "name    cash    %",
        "----  ------  ---",
        "Anna  £1,200  40%",
        "Ben      −£5",
        "1E4        -    5",
    ]


def test_wide_tables_are_folded_to_80_columns() -> None:
    rows = [(1, "Anna", "a very long sentence that goes on " * 5, "£5"), (2, "Chloé", "short", "£10")]
    lines = tables.grid(("move", "who", "what", "amount"), rows)
    assert max(map(width, lines)) <= 80 and len(lines) > 5
    assert all(len(line) == 80 for line in lines[1:2])


def test_long_headings_are_folded_before_any_number_is_cut() -> None:
    heads = ("company", *(f"Maximilian the {number}th" for number in range(6)))
    lines = tables.grid(heads, [("CAR", *(["£12,345"] * 6))])
    assert max(map(width, lines)) <= 80 and "£12,345  £12,345" in squeezed(lines[-1]).replace(" ", "  ")


def test_names_are_cut_where_nothing_else_helps() -> None:
    names = ("Bartholomew", "Maximiliane", "Constantine", "Wilhelmina", "Alexandrine", "Theophilus")
    rows = [("CAR", "£100", "£1,200", 100, 100, *["60P"] * 6)]
    lines = tables.grid(("company", "par", "price", "IPO", "pool", *names), rows)
    assert (
        max(map(width, lines)) <= 80
        and lines[-1].split() == ["CAR", "£100", "£1,200", "100", "100"] + ["60P"] * 6
    )


def test_folding_keeps_words_places_and_what_is_true() -> None:
    rows = [("False", "to Terre-Neuve and back " * 6, "True")] * 2
    lines = tables.grid(("was", "what", "is"), rows)
    assert lines[2].startswith("False") and lines[2].endswith("True") and max(map(len, lines)) <= 80
    assert all("Terre-Neuve" in line or "Terre" not in line for line in lines)


def test_long_lines_are_folded_and_pictures_are_not() -> None:
    picture = "  " + "O   " * 19
    lines = tables.body([Section(lines=["It is told at length " * 6, picture])])
    assert lines[-1] == picture and max(map(len, lines)) <= 80 and len(lines) == 3


def test_a_cell_cannot_break_out_of_its_row() -> None:
    lines = tables.grid(("a",), [("x\ny\x1b[1m",)])
    assert lines[-1] == "x y�[1m"
    assert tables.grid(("a", "b"), [("x\ty", 1)], "tsv")[-1] == "x�y\t1"


def test_every_format_of_tabulate_takes_any_table() -> None:
    for style in tables.formats():
        assert tables.body([Section("T", ("a", "b"), [("x", "1E5")], ["end"])], style)
    with pytest.raises(UsageError):
        tables.check_format("zzz")


def test_rows_of_unequal_length_and_no_headers() -> None:
    assert tables.grid((), [("a",), ("bb", "c")]) == ["a", "bb  c"]
    assert tables.grid(("", ""), [("a", "b")]) == ["a  b"]
    assert tables.grid((), [("a",), ("bb", "c")], "plain") == ["a", "bb  c"]
    assert tables.body([Section("T"), Section(lines=["x"])]) == ["T", "", "x"]


def test_shortened_lists() -> None:
    texts = [f"buy P{number}" for number in range(40)]
    line = shortened("type: ", texts)
    assert len(line) <= 80 and line.endswith(" · …")
    assert shortened("type: ", texts[:2]) == "type: buy P0 · buy P1"


def test_wide_letters_count_twice() -> None:
    assert width("東京") == 4 and width("e\u0301") == 1

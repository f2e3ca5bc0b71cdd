"""Board files, and facts of the board that a table teaches."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from referee.boards import load_board, shipped
from referee.errors import FileFaults
from referee.games.transit.board import NUMBERS, TransitBoards, read_board
from tests.games.transit.seats import PEOPLE, begun, fresh
from tests.kit import Bench

BOARDS = TransitBoards()


def plain(folder: Path, text: str = "") -> Bench:
    """A table on a board of which nothing is known but `text`."""
    (folder / "box.toml").write_text(text, encoding="utf-8")
    return fresh(board="box.toml", folder=folder)


# ---------------------------------------------------------------------------- what a table teaches


def test_kinds_of_stopovers(tmp_path: Path) -> None:
    bench = plain(tmp_path)
    bench.do("board cross Gibraltar", "board square Suez")
    bench.refuses("board port Gibraltar rose", "board.kinds")
    bench.refuses("board cross Suez", "board.kinds")
    bench.allows("board port Dakar blanc riz", "board.kinds")
    bench.do("board square Dakar", ruling="we looked again")
    assert bench.game.board.stops["Dakar"].colour == ""


def test_zones_and_crosses(tmp_path: Path) -> None:
    bench = plain(tmp_path)
    bench.allows("board zone Perth 44", "board.one-zone")
    bench.refuses("board zone Perth 33", "board.one-zone")
    bench.allows("board cross Gibraltar 33", "board.one-cross")
    bench.refuses("board cross Messine 33", "board.one-cross")
    bench.do("board zone Malte 33")
    bench.refuses("board cross Malte", "board.one-cross")
    bench.do("board cross Messine")
    bench.refuses("board zone Messine 33", "board.one-cross")


def test_lines(tmp_path: Path) -> None:
    bench = plain(tmp_path)
    bench.refuses("board link Suez Suez", "board.line")
    bench.allows("board link Suez Bombay", "board.line")
    assert bench.game.board.neighbours("Bombay") == ["Suez"]
    bench.refuses("board apart Bombay Suez", "board.lines")
    bench.allows("board lines Bombay Suez Singapour", "board.lines")
    bench.refuses("board link Bombay Perth", "board.lines")
    bench.refuses("board lines Singapour Perth", "board.lines")  # Bombay is missing
    bench.do("board link Bombay Perth", ruling="we looked again")
    assert bench.game.board.linked("Perth", "Bombay") is True


def test_colours_and_products(tmp_path: Path) -> None:
    bench = plain(tmp_path)
    bench.allows("board port Honolulu jaune or", "board.one-product")
    bench.refuses("board port Perth jaune riz", "board.one-product")
    bench.refuses("board product vert or", "board.own-product")
    bench.allows("board product vert laine", "board.own-product")
    bench.allows("board port Perth jaune", "board.three-ports")
    bench.do("board port Lima jaune")
    bench.refuses("board port Valparaiso jaune", "board.three-ports")
    for number, product in ((11, "riz"), (12, "café"), (13, "machines")):
        bench.do(f"board border {number} {product} Dakar")
    bench.allows("board border 14 coton Dakar", "board.six-products")
    bench.refuses("board border 15 thé Dakar", "board.six-products")


def test_the_colour_of_a_product_is_the_colour_of_its_comptoirs() -> None:
    bench = fresh(board="transit")
    assert bench.game.board.stops["Dakar"].colour == ""
    bench.do("board product blanc riz")
    assert bench.game.board.stops["Dakar"].colour == "blanc"


def test_the_border(tmp_path: Path) -> None:
    bench = plain(tmp_path)
    for number in (10, 17, 70, 7):
        bench.refuses(f"board border {number} or Sydney", "board.numbers")
    bench.allows("board border 41 or Sydney", "board.numbers")
    bench.refuses("board border 41 riz Sydney", "board.differs")
    bench.allows("board border 41 or Sydney", "board.differs")
    bench.do("board cross Gibraltar")
    bench.refuses("board border 42 or Gibraltar", "board.border-port")
    bench.refuses("board cross Sydney", "board.border-port")
    bench.allows("board border 42 or Dakar", "board.border-port")
    bench.do("board border 41 riz Lima", ruling="misread")
    assert bench.game.board.border[41] == ("riz", "Lima")


def test_tickets_and_stocks(tmp_path: Path) -> None:
    bench = plain(tmp_path)
    bench.refuses("board stock jaune 150000", "board.stock")
    bench.refuses("board stock jaune 0", "board.stock")
    bench.allows("board stock jaune 500000", "board.stock")
    bench.refuses("board ticket 200000", "board.ticket")
    zero = bench.refuses("board ticket 0", "board.ticket")
    assert "counted so far: jaune 500,000 F" in bench.table.rulebook.refusal(zero)
    bench.allows("board ticket 50000", "board.ticket")
    bench.do("board port New-York rose machines", "board stock rose 3M", "buy 550000")
    bench.do("board stock rose 600k", ruling="counted again")
    assert bench.game.goods.of("stock", "machines") == 50_000
    bench.allows("board stock vert 1M", "board.stock-out")


def test_a_stock_cannot_shrink_below_what_is_out(tmp_path: Path) -> None:
    bench = plain(tmp_path)
    bench.do("board port New-York rose machines", "board stock rose 3M", "buy 1M")
    bench.refuses("board stock rose 500k", "board.stock-out", ruling="counted again")


def test_cards(tmp_path: Path) -> None:
    bench = plain(tmp_path)
    bench.do("board freight Sydney")
    bench.refuses("board cards 18", "board.pack")
    bench.allows("board cards 20", "board.pack")
    bench.allows("board freight Lima", "board.freights")
    bench.refuses("board freight Perth", "board.freights")


def test_freight_cards_name_no_cross(tmp_path: Path) -> None:
    bench = plain(tmp_path)
    bench.do("board cross Gibraltar", "board cards 36", "buy 0", "buy 0", "buy 0", "roll 1 2")
    bench.refuses("board freight Gibraltar", "board.freight-port")
    bench.refuses("freight Gibraltar", "board.freight-port")
    bench.allows("board freight Sydney", "board.freight-port")
    bench.refuses("board cross Sydney", "board.freight-port")
    bench.allows("freight Perth", "board.freight-port")
    bench.refuses("board cross Perth", "board.freight-port")
    bench.do("board cross Torres", "end", "roll 1 2", "freight Lima")
    assert bench.game.board.freights == {"Lima", "Perth", "Sydney"}


def test_learning_is_told(tmp_path: Path) -> None:
    bench = plain(tmp_path)
    receipt = bench.shows("plateau bord 41 gold Sydney", "board.learned")
    assert receipt.played.entry.do == "board border 41 gold Sydney"  # no product is known yet
    bench.do("board product jaune or")
    bench.do("board port New-York rose machines", "board stock rose 1M")
    bench.spares("buy 100k", "board.learned")


# ---------------------------------------------------------------------------- questions


def test_a_move_asks_what_it_needs() -> None:
    bench = Bench("transit", PEOPLE[:3], {"board": "transit"})
    assert bench.asks("buy 500k", "stock").answers == ("board stock rose AMOUNT",)
    bench.do("board stock rose 3M", "buy 500k")
    port = bench.asks("buy 500k", "port")
    assert "board port Londres vert PRODUCT" in port.answers and "board port Londres rose" not in port.answers
    bench.do("board port Londres vert laine", "board stock vert 3M", "buy 500k", "buy 0")
    bench.do("roll 6 2")
    assert bench.asks("deliver", "border").answers == ("board border 62 PRODUCT PORT",)
    bench.do("board border 62 machines Bombay", "deliver")
    assert bench.game.captains["Anna"].at == "Bombay"
    assert "board cross Bombay" in bench.asks("buy 100k", "kind").answers
    bench.do("board square Bombay")
    bench.refuses("buy 100k", "purchase.comptoir")
    bench.do("roll 1 2")
    line = bench.asks("go Hambourg", "line")
    assert line.answers == ("board link Londres Hambourg", "board apart Londres Hambourg")
    bench.do("board apart Londres Hambourg")
    bench.refuses("go Hambourg", "move.line")
    bench.do("board link Londres Terre-Neuve", "go terre")
    assert bench.game.captains["Ben"].at == "Terre-Neuve"


def test_a_storm_asks_for_zones_and_a_card_for_the_pack() -> None:
    bench = Bench("transit", PEOPLE[:3], {"board": "transit"})
    bench.do("buy 0", "buy 0", "buy 0")
    assert bench.asks("storm 33", "pack").answers == ("board cards 36",)
    bench.do("board cards 36")
    zone = bench.asks("storm 33", "zone")
    assert zone.answers == ("board zone New-York ZONE",) and len(zone.fields["zones"]) == 6
    bench.do("board zone New-York 11", "board zone Londres 11", "board zone Honolulu 33", "storm 33")
    assert bench.game.captains["Chloé"].struck


def test_stranded_goods_ask_for_kind_and_zone() -> None:
    bench = Bench("transit", PEOPLE[:3], {"board": "transit"})
    bench.do("board stock rose 3M", "buy 1M", "buy 0", "buy 0", "board cards 36")
    for stop, zone in (("New-York", 11), ("Londres", 22), ("Honolulu", 66)):
        bench.do(f"board zone {stop} {zone}")
    bench.do("storm 11", "end", "roll 1 2", "board link Londres Açores")
    assert bench.asks("go Açores", "kind").answers[0] == "board cross Açores"
    bench.do("board cross Açores")
    assert bench.asks("go Açores", "zone").fields["zones"] == [11, 22, 33, 44, 55, 66]
    bench.do("board zone Açores 11", "go Açores")
    assert bench.game.goods.of("Ben", "machines") == 1_000_000


def test_what_the_dice_need_is_asked_before_anything_happens() -> None:
    bench = Bench("transit", PEOPLE[:3], {"board": "transit"})
    bench.do("buy 0", "buy 0", "buy 0", "board cards 36")
    for stop, zone in (("New-York", 11), ("Londres", 11), ("Honolulu", 66)):
        bench.do(f"board zone {stop} {zone}")
    bench.do("storm 11", "end")
    before = bench.game.state()
    assert bench.asks("roll 4 5", "border").answers == ("board border 45 PRODUCT PORT",)
    assert bench.game.state() == before and bench.game.cash("Ben") == 2_000_000
    bench.do("transfer Caisse Ben 9M", ruling="a test needs it")
    bench.do("board border 45 coton Lima", "roll 4 5", "corsair buy")
    bench.asks("corsair roll 4 6", "border")
    assert bench.game.turn.corsair_played is False
    bench.do("board border 46 coton Lagos", "corsair roll 4 6")
    assert bench.asks("corsair go Lima", "line").answers[0] == "board link Lagos Lima"


def test_a_product_and_colour_already_told_are_not_asked_again() -> None:
    bench = fresh(6, board="transit")
    bench.do("buy 0", "buy 0", "buy 0", "buy 0", "buy 0")
    answers = bench.asks("buy 100k", "port").answers  # Dakar sells riz
    assert answers == (
        "board port Dakar vert",
        "board port Dakar bleu",
        "board port Dakar blanc",
        "board port Dakar orange",
    )
    bench.do("board port Dakar blanc", "board stock blanc 1M", "buy 100k")
    assert bench.game.goods.of("Fred", "riz") == 100_000


def test_a_name_hardly_different_is_asked_about() -> None:
    bench = begun(board="transit")
    question = bench.asks("board link Suez Honlulu", "alike")
    assert question.answers == ("board link Suez Honolulu", 'board link Suez "Honlulu"')
    receipt = bench.do('board link Suez "Honlulu"')
    assert receipt.played.entry.do == 'board link Suez "Honlulu"'
    assert "Honlulu" in bench.game.board.stops
    bench.do("board cards 36", "roll 1 2")
    assert bench.asks("freight Honulu", "alike")
    assert bench.asks("go Honlulo", "line-like").answers[0].startswith("go Honlulu")
    assert Bench.asks(begun(board="transit"), "board lines Suez Perth Gibralter", "alike").answers == (
        "board lines Suez Perth Gibraltar",
        'board lines Suez Perth "Gibralter"',
    )


def test_names_learnt_are_known_by_any_beginning() -> None:
    bench = begun(board="transit")
    bench.do("board link New-York Le-Cap", "roll 1 2")
    receipt = bench.do("go le cap")
    assert receipt.played.entry.do == "go Le-Cap"
    again = Bench("transit", PEOPLE[:3], {"board": "transit"})
    for item in bench.table.played:
        again.do(item.entry.do)
    assert again.game.state() == bench.game.state()


def test_the_session_reads_again_with_what_was_learnt() -> None:
    from referee.table import Table
    from tests.kit import session

    moves = [
        "buy 0",
        "buy 0",
        "buy 0",
        "board link New-York Le-Cap",
        "board border 12 coton Le-Cap",
        "board product orange coton",
        "roll 1 2",
        "go Le-Cap",
    ]
    table = Table(session("transit", PEOPLE[:3], moves, {"board": "transit"}))
    assert table.game.captains["Anna"].at == "Le-Cap"  # type: ignore[attr-defined]
    assert "coton" in table.names.of("product")


# ---------------------------------------------------------------------------- files


@pytest.mark.parametrize("name", ["transit", "long-cours-croset", "invented"])
def test_shipped_boards_hold_together(name: str) -> None:
    assert name in shipped("transit")
    data = load_board("transit", name, Path())
    assert BOARDS.faults(data) == [] and BOARDS.doubts(data) == []
    board = read_board(data)[0]
    again = read_board(board.data())[0]
    assert again.data() == board.data()
    assert read_board(tomllib.loads(tomli_w.dumps(board.data())))[1] == []


def test_the_invented_board_is_complete_and_says_what_it_is() -> None:
    data = load_board("transit", "invented", Path())
    assert BOARDS.missing(data) == [] and data["invented"] is True
    board = read_board(data)[0]
    assert len(board.border) == 36 and board.freight_cards() == len(board.freights) == 18
    assert board.border[36] == ("café", "San-Francisco") and board.border[22] == ("riz", "Valparaiso")


def test_the_true_board_holds_what_the_rules_tell_and_no_more() -> None:
    board = read_board(load_board("transit", "transit", Path()))[0]
    assert set(board.border) == {22, 36, 52}
    assert board.sells == {"rose": "machines", "jaune": "or"}
    assert board.ports("rose") == ["New-York", "Marseille", "Hambourg"]
    assert not board.lines and not board.pack and not board.stock
    assert not any(stop.zone for stop in board.stops.values())
    croset = read_board(load_board("transit", "long-cours-croset", Path()))[0]
    assert croset.sells["vert"] == "laine" and croset.ports("blanc") == ["Dakar"]
    gaps = "\n".join(BOARDS.missing(board.data()))
    assert "33 numbers of the border" in gaps and "the black cross of zones 11, 22" in gaps


def test_the_template_is_a_board_file() -> None:
    text = BOARDS.template("our box")
    data = tomllib.loads(text)
    assert data["title"] == "our box" and BOARDS.faults(data) == []
    for number in NUMBERS:
        assert f"\n{number} = " in text or f"\n# {number} = " in text


WRONG: list[tuple[dict[str, Any], tuple[str, ...], str]] = [
    ({"tittle": "x"}, ("tittle",), "no key"),
    ({"game": "dampfross"}, ("game",), "board of dampfross"),
    ({"title": 3}, ("title",), "must be a text"),
    ({"ticket": "x"}, ("ticket",), "whole number"),
    ({"ticket": -5}, ("ticket",), "smallest ticket"),
    ({"products": "a b c d e f g"}, ("products",), "seventh"),
    ({"products": "a 3"}, ("products",), "no name"),
    ({"sells": {"mauve": "or"}}, ("sells", "mauve"), "no colour"),
    ({"sells": {"jaune": "or", "vert": "or"}}, ("sells", "vert"), "sold by jaune"),
    ({"stock": {"jaune": 150_000}}, ("stock", "jaune"), "tickets of"),
    ({"stops": {"Suez": 3}}, ("stops", "Suez"), "must be a text"),
    ({"stops": {'S"z': "square"}}, ("stops", 'S"z'), "no name"),
    ({"stops": {"Suez": "comptoir lac lac"}}, ("stops", "Suez"), "too much"),
    ({"stops": {"Suez": "square rose"}}, ("stops", "Suez"), "no comptoir"),
    ({"stops": {"Suez": "square 12"}}, ("stops", "Suez"), "no zone"),
    ({"stops": {"A": "cross 11", "B": "cross 11"}}, ("stops", "B"), "cross already"),
    ({"stops": dict.fromkeys("ABCD", "comptoir vert")}, ("stops", "D"), "comptoirs already"),
    ({"lines": {"Suez": "Suez"}}, ("lines", "Suez"), "to itself"),
    ({"lines": {"A": "B"}, "no_lines": {"B": "A"}}, ("no_lines", "B"), "contradicts"),
    ({"border": {"17": "or A"}}, ("border", "17"), "no number"),
    ({"border": {"x": "or A"}}, ("border", "x"), "no number"),
    ({"border": {"11": "or"}}, ("border", "11"), "needs a product and a port"),
    ({"border": {"11": ["or", "A"]}}, ("border", "11"), "must be a text"),
    ({"border": {"11": "or A"}, "stops": {"A": "cross"}}, ("border", "11"), "black cross"),
    ({"cards": {"pack": 3}}, ("cards", "pack"), "no room"),
    ({"cards": {"freights": ["A"]}}, ("cards", "freights"), "must be a text"),
]


@pytest.mark.parametrize(("data", "place", "problem"), WRONG)
def test_contradictions_are_named_with_their_place(
    data: dict[str, Any], place: tuple[str, ...], problem: str
) -> None:
    faults = BOARDS.faults(data)
    assert [fault.place for fault in faults] == [place]
    assert problem in faults[0].problem and "?" not in faults[0].problem + faults[0].remedy


def test_all_faults_come_at_once_with_their_lines(tmp_path: Path) -> None:
    text = 'title = 3\n[sells]\njaune = "or"\nvert = "or"\n[border]\n17 = "or Lima"\n'
    with pytest.raises(FileFaults) as caught:
        plain(tmp_path, text)
    assert [fault.line for fault in caught.value.faults] == [1, 4, 6]


def test_doubts() -> None:
    data = {"lines_complete": True, "lines": {"A": "B", "C": "D"}, "stops": {"Dakar": "square"}}
    doubts = BOARDS.doubts(data)
    assert len(doubts) == 2 and "Dakar is a start port" in doubts[1]


# ---------------------------------------------------------------------------- two evenings


def test_the_next_evening_is_asked_nothing(tmp_path: Path) -> None:
    moves = [
        "buy 500k",
        "buy 500k",
        "buy 300k",
        "roll 6 2",
        "deliver",
        "end",
        "roll 3 2",
        "go Biarritz",
        "storm 33",
        "roll 4 4",
    ]
    facts = [
        "stock rose 3M",
        "port Londres vert laine",
        "stock vert 3M",
        "port Honolulu orange coton",
        "stock orange 4M",
        "border 62 machines Bombay",
        "link Londres Biarritz",
        "cards 36",
        "zone Bombay 44",
        "zone Biarritz 11",
        "zone Honolulu 44",
    ]
    first = fresh(board="transit")
    asked = play_and_teach(first, moves, facts)
    assert asked == len(facts)
    learned = BOARDS.learned(first.game)
    (tmp_path / "our-box.toml").write_text(tomli_w.dumps(learned), encoding="utf-8")
    second = fresh(board="our-box.toml", folder=tmp_path)
    assert play_and_teach(second, moves, []) == 0
    assert second.game.goods.held == first.game.goods.held


def play_and_teach(bench: Bench, moves: list[str], facts: list[str]) -> int:
    """Play `moves`; each question is answered by the next fact. Returns the number of questions."""
    from referee.errors import Question

    left = list(facts)
    for move in moves:
        while True:
            try:
                bench.do(move)
            except Question:
                bench.do(f"board {left.pop(0)}")
            else:
                break
    return len(facts) - len(left)


def test_the_drawing_shows_what_is_known(tmp_path: Path) -> None:
    bench = begun(3, "buy 1M")
    sections = BOARDS.draw({}, bench.table.rulebook, bench.game)
    assert sections[0].title == "The six invented seas: an invented board"
    rows = {row[1]: row for row in sections[0].rows}
    assert rows["New-York"] == [11, "New-York", "comptoir", "rose", "machines", "Anna"]
    assert len(sections[2].rows) == 12 and sections[2].rows[0][:2] == ["11", "or Buenos-Ayres"]
    blank = BOARDS.draw({"stops": {"Lima": ""}}, bench.table.rulebook)
    assert blank[0].rows == [["?", "Lima", "?", "", "", ""]]

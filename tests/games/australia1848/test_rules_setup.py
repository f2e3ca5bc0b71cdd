"""Setup (list 1): players, money, Bank, Bank of England, companies, components."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.errors import FileFaults, Illegal
from referee.games.australia1848.game import Australia
from referee.games.base import Setup, settle_options
from referee.rulebook import Rulebook
from tests.games.australia1848.setups import NAMES, Sitting
from tests.kit import fact

COMPANIES = ["CAR", "VR", "NSW", "SAR", "COM", "FT", "WA", "QR"]


def opened(players: int) -> Australia:
    """The game without the table, which counts the players too."""
    options, ruled = settle_options("1848", {}, lambda *_: pytest.fail("no option is wrong"))
    return Australia(Setup(NAMES[:players], ({},) * players, options, ruled))


def refuses(players: int, rule: str) -> None:
    with pytest.raises(Illegal) as caught:
        opened(players)
    assert caught.value.rule == rule
    said = Rulebook("1848").refusal(caught.value)
    assert said == f"1848 is played by 3 to 6 players; {players} are named. [setup.players]"


def allows(players: int, rule: str) -> None:
    assert rule
    assert len(opened(players).state()["players"]) == players


def test_three_to_six_play() -> None:
    refuses(2, "setup.players")
    for players in (3, 4, 5, 6):
        allows(players, "setup.players")
    with pytest.raises(FileFaults, match="takes 3 to 6 players, not 2"):
        Sitting(2)


@pytest.mark.parametrize(
    ("players", "start", "bank"), [(3, 840, 7480), (4, 630, 7480), (5, 510, 7450), (6, 430, 7420)]
)
@fact("setup.money", "setup.bank")
def test_start_money_comes_out_of_the_bank(players: int, start: int, bank: int) -> None:
    sitting = Sitting(players)
    assert [sitting.cash(name) for name in NAMES[:players]] == [start] * players
    assert sitting.cash("Bank") == bank
    assert bank + players * start == 10_000
    assert all(sitting.cash(company) == 0 for company in COMPANIES)


@fact("setup.boe-funds")
def test_the_bank_of_england_has_2000_and_20_loans_outside_the_bank() -> None:
    sitting = Sitting()
    assert sitting.cash("BOE") == 2000
    assert sitting.game.constants["boe"]["loans"] == 20
    assert sitting.game.constants["boe"]["loan_value"] == 100
    assert sitting.game.ledger.total == 12_000


@fact("setup.boe-shares")
def test_all_ten_shares_of_the_bank_of_england_lie_in_the_pool_at_70() -> None:
    sitting = Sitting()
    assert sitting.state["boe"] == {"price": 70, "cash": 2000, "loans_granted": 0, "pool": 100, "tokens": []}
    sitting.sold()
    sitting.do("Cleo: buy BOE")
    assert (sitting.state["boe"]["pool"], sitting.player("Cleo")["shares"]) == (90, {"BOE": 10})
    assert sitting.player("Cleo")["certificates"] == 1
    assert sitting.player("Cleo")["president_of"] == []


@fact("setup.companies")
def test_eight_companies_with_a_director_s_certificate_and_eight_shares() -> None:
    sitting = Sitting()
    assert list(sitting.state["companies"]) == COMPANIES
    assert {company["ipo"] for company in sitting.state["companies"].values()} == {100}
    sitting.sold().started("NSW")
    assert (sitting.company("NSW")["ipo"], sitting.player("Anna")["shares"]["NSW"]) == (80, 20)
    sitting.buys("Anna", *["NSW"] * 4).buys("Ben", *["NSW"] * 4)
    assert (sitting.company("NSW")["ipo"], sitting.player("Ben")["shares"]["NSW"]) == (0, 40)
    assert sitting.player("Ben")["certificates"] == 4 + 1  # with CAR's director's certificate
    sitting.refuses("Cleo: buy NSW", "stock.on-offer")


@fact("setup.components")
def test_play_starts_in_phase_2_with_the_printed_components() -> None:
    game = Sitting().game
    assert game.phase == "2"
    assert game.depot.left == {"2": 6, "3": 5, "4": 4, "5": 3, "6": 2, "8": None}
    tokens = {id_: len(company.token_prices) for id_, company in game.companies.items()}
    assert tokens == {"CAR": 4, "VR": 3, "NSW": 4, "SAR": 4, "COM": 5, "FT": 4, "WA": 5, "QR": 5}
    tiles: Counter[str] = Counter()
    for tile in game.board.tiles.values():
        tiles[tile.colour] += tile.count
    assert tiles == {"yellow": 43, "green": 31, "brown": 22, "gray": 3, "blue": 1}
    assert game.tiles == {}


@fact("setup.secret-cash")
def test_the_referee_knows_and_shows_all_money() -> None:
    sitting = Sitting()
    sitting.do("buy P2")
    assert [player["cash"] for player in sitting.state["players"].values()] == [560, 630, 630, 630]
    screen = [row for section in sitting.game.show(sitting.table.rulebook) for row in section.rows]
    assert ["Anna*", "£560", "0/17", "P2"] in screen
    assert all(company["treasury"] == 0 for company in sitting.state["companies"].values())


def test_the_first_seat_begins() -> None:
    assert Sitting(5).to_act == "Anna"

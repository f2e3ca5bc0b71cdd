"""The Bank of England (list 7): its dividend, its price, what it never does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.australia1848.setups import Sitting

BASES = [("2", 0), ("3", 100), ("4", 100), ("5", 200), ("6", 200), ("8", 300)]
PRICES = [*range(70, 190, 10), 195, 210, 225, 240, 260, 280, 300, 320, 340]


def before_the_round(phase: str, track: str = "tiles") -> Sitting:
    """One pass before OR 1.1 (its privates closed, so only BOE pays): Anna holds 30 % of BOE, Cleo 10 %."""
    sitting = Sitting(track=track).sold().floated("NSW").buys("Anna", *["BOE"] * 3).buys("Cleo", "BOE")

    def close(g: Any) -> None:
        for private in g.privates.values():
            private.closed = True

    sitting.arrange(close)
    return sitting.phase(phase).turn("Cleo")


def boe_tokens(sitting: Sitting, *hexes: str, **tiles: str) -> Sitting:
    """Put tokens of BOE, and tiles, on the map directly."""

    def change(g: Any) -> None:
        g.boe.tokens.extend(hexes)
        g.tiles.update({hex_: (tile, 0) for hex_, tile in tiles.items()})

    return sitting.arrange(change)


def earned(sitting: Sitting) -> tuple[int, int, int]:
    """What Anna and Cleo got and the Bank paid by the pass that begins the operating round."""
    before = [sitting.cash(name) for name in ("Anna", "Cleo", "Bank")]
    sitting.do("pass")
    anna, cleo, bank = (
        sitting.cash(name) - cash for name, cash in zip(("Anna", "Cleo", "Bank"), before, strict=True)
    )
    return anna, cleo, -bank


@pytest.mark.parametrize(("phase", "base"), BASES)
def test_ready_data_t11_the_base_of_the_dividend_by_phase(phase: str, base: int) -> None:
    assert earned(before_the_round(phase)) == (base * 3 // 10, base // 10, base * 4 // 10)


def test_in_every_operating_round_boe_pays_its_dividend() -> None:
    receipt = before_the_round("3").shows("pass", "boe.dividend", "boe.base")
    assert [event.fields["paid"] for event in receipt.played.events if event.phrase == "boe-paid"] == [
        [("Anna", 30), ("Cleo", 10)]
    ]
    sitting = before_the_round("4")
    sitting.do("pass", "run 0")
    cash = sitting.cash("Anna")
    sitting.shows("done no-route", "boe.dividend", "boe.base")
    assert (sitting.round, sitting.cash("Anna")) == ("OR 1.2", cash + 30)


def test_in_phase_2_without_tokens_there_is_no_dividend() -> None:
    before_the_round("2").spares("pass", "boe.dividend", "boe.base", "boe.city-value")


def test_in_phase_2_tokens_alone_earn() -> None:
    sitting = boe_tokens(before_the_round("2"), "G6", G6="57")
    receipt = sitting.shows("pass", "boe.dividend", "boe.city-value")
    assert "boe.base" not in {event.rule for event in receipt.played.events}
    assert "BOE pays £2 a share: Anna £6, Cleo £2." in sitting.sentences(receipt)


@pytest.mark.parametrize(
    ("tile", "value"),
    [("57", 20), ("15", 30), ("236", 40), ("239", 60), ("611", 40), ("240", 80), ("915", 50)],
)
def test_a_token_earns_what_its_tile_shows(tile: str, value: int) -> None:
    sitting = boe_tokens(before_the_round("3"), "G6", G6=tile)
    assert earned(sitting) == ((100 + value) * 3 // 10, (100 + value) // 10, (100 + value) * 4 // 10)


def test_a_token_on_a_hex_without_a_tile_earns_nothing() -> None:
    sitting = boe_tokens(before_the_round("3"), "G6")
    sitting.spares("pass", "boe.city-value")


@pytest.mark.parametrize(
    ("phase", "perth"), [("2", 20), ("3", 40), ("4", 40), ("5", 60), ("6", 60), ("8", 80)]
)
def test_a_token_in_perth_earns_by_the_phase(phase: str, perth: int) -> None:
    """Issue 8180."""
    base = dict(BASES)[phase]
    assert earned(boe_tokens(before_the_round(phase), "D1"))[1] == (base + perth) // 10


def test_every_token_earns_for_itself() -> None:
    """Issue 9455: 300 and all tokens, two in one place twice, those beyond the places too."""
    sitting = boe_tokens(before_the_round("8"), "G6", "G6", "F17", "D1", G6="57", F17="239")
    total = 300 + 20 + 20 + 60 + 80
    assert earned(sitting) == (total * 3 // 10, total // 10, total * 3 // 10 + total // 10)


def test_where_tiles_are_not_told_the_table_says_what_the_cities_are_worth() -> None:
    """Ready data T11: 550 in phase 8, 250 of it by tokens."""
    sitting = boe_tokens(before_the_round("8", "costs"), "G6", "F17")
    sitting.spares("pass", "boe.dividend")
    assert (sitting.round, sitting.to_act) == ("OR 1.1", "BOE")
    question = sitting.asks("lay F17", "boe-income")
    assert "BOE has tokens on G6, F17" in sitting.table.rulebook.explain(question)[0]
    cash = sitting.cash("Anna")
    receipt = sitting.shows("boe 250", "boe.dividend", "boe.base", "boe.city-value")
    assert "BOE pays £55 a share: Anna £165, Cleo £55." in sitting.sentences(receipt)
    assert (sitting.cash("Anna"), sitting.to_act) == (cash + 165, "NSW")


def test_only_shares_of_players_are_paid() -> None:
    sitting = before_the_round("3")
    bank = sitting.cash("Bank")
    sitting.shows("pass", "boe.who-is-paid")
    assert sitting.cash("Bank") == bank - 40  # six shares lie in the pool
    nobody = Sitting().sold().floated("NSW").phase("3")
    for _ in range(3):
        nobody.do("pass")
    nobody.spares("pass", "boe.who-is-paid", "boe.dividend", "boe.payer")


def test_the_bank_pays_the_dividend() -> None:
    sitting = before_the_round("5")
    bank = sitting.cash("Bank")
    sitting.shows("pass", "boe.payer")
    assert (sitting.cash("Bank"), sitting.cash("BOE")) == (bank - 80, 2000)
    sitting.spares("run 0", "boe.payer")


# ------------------------------------------------------------------ price


def test_every_loan_lifts_the_price_one_step() -> None:
    sitting = Sitting().operating("NSW").phase("3")
    receipt = sitting.shows("loan", "boe.price")
    assert "NSW borrows £100; BOE £70 → £80." in sitting.sentences(receipt)
    assert (sitting.price("BOE"), sitting.state["boe"]["loans_granted"]) == (80, 1)
    assert (sitting.cash("BOE"), sitting.cash("NSW")) == (1900, 1100)


def test_the_line_of_prices_for_0_to_20_loans() -> None:
    """The count of loans is set directly."""
    game = Sitting().game
    seen = []
    for loans in range(21):
        game.boe.loans = loans
        seen.append(game.price("BOE"))
    assert seen == PRICES


def test_dividends_sales_and_full_ownership_leave_the_price() -> None:
    """Pull requests 8056 ff."""
    sitting = before_the_round("3")
    sitting.spares("pass", "boe.price")
    assert sitting.price("BOE") == 70
    sitting.until_round("SR 2").turn("Anna")
    sitting.spares("sell 3 BOE", "boe.price")
    assert sitting.price("BOE") == 70
    sitting.holding("Anna", "BOE", 3).holding("Cleo", "BOE", 3).holding("Dan", "BOE", 3)
    assert sitting.state["boe"]["pool"] == 0
    sitting.passes()
    assert sitting.price("BOE") == 70


# ------------------------------------------------------------------ what it never does


@pytest.mark.parametrize("move", ["lay F17", "token F17", "run 40", "buy 2", "loan", "buy P1 for 1", "done"])
def test_boe_does_not_operate(move: str) -> None:
    sitting = Sitting().operating("NSW").phase("3")
    sitting.refuses(f"Bank of England: {move}", "boe.no-operations")


def test_what_boe_s_cities_are_worth_is_said_only_when_it_pays() -> None:
    sitting = boe_tokens(before_the_round("3", "costs"), "G6")
    sitting.do("pass")
    sitting.allows("boe 20", "boe.no-operations")
    assert sitting.to_act == "NSW"
    sitting.refuses("boe 20", "boe.no-operations")

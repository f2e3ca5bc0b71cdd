"""Floating (list 4): the threshold, the capital, once for all."""

from __future__ import annotations

import pytest

from tests.games.australia1848.setups import Sitting
from tests.kit import fact


def test_a_company_floats_with_60_percent_sold_whoever_holds_them() -> None:
    sitting = Sitting().sold().started("NSW", par=90).buys("Anna", "NSW", "NSW").turn("Ben")
    sitting.rich("Ben", 1000).spares("buy NSW", "float.threshold", "float.capital")
    assert (sitting.company("NSW")["floated"], sitting.cash("NSW")) == (False, 0)
    bank = sitting.cash("Bank")
    receipt = sitting.shows("Cleo: buy NSW", "float.threshold", "float.capital")
    assert "NSW floats and receives £900." in sitting.sentences(receipt)
    assert (sitting.company("NSW")["floated"], sitting.cash("NSW")) == (True, 900)
    assert sitting.cash("Bank") == bank + 90 - 900


@pytest.mark.parametrize("par", [70, 80, 90, 100])
def test_the_capital_is_ten_times_par(par: int) -> None:
    sitting = Sitting().sold().started("SAR", par=par).buys("Anna", *["SAR"] * 3).turn("Anna")
    sitting.rich("Anna", par).shows("buy SAR", "float.capital")
    assert (sitting.cash("SAR"), sitting.cash("Anna")) == (10 * par, 0)


def test_the_capital_is_ten_times_par_even_if_the_price_has_changed() -> None:
    sitting = Sitting().operating("NSW").until_round("SR 2").started("SAR", par=80)
    sitting.buys("Ben", *["SAR"] * 3).turn("Ben").do("sell SAR", "pass")
    assert sitting.price("SAR") == 70
    sitting.rich("Cleo", 80).shows("buy SAR ipo", "float.capital")
    assert sitting.cash("SAR") == 800


def test_shares_sold_on_into_the_pool_count_as_sold() -> None:
    sitting = Sitting().operating("NSW").until_round("SR 2").started("SAR").buys("Ben", *["SAR"] * 3)
    sitting.turn("Ben").do("sell 3 SAR", "pass")
    assert (sitting.company("SAR")["ipo"], sitting.company("SAR")["pool"]) == (50, 30)
    sitting.turn("Cleo").spares("buy SAR pool", "float.threshold")
    sitting.turn("Dan").shows("buy SAR ipo", "float.threshold")
    assert (sitting.company("SAR")["pool"], sitting.cash("SAR")) == (20, 1000)


def test_the_gifts_of_p5_and_p6_count() -> None:
    sitting = Sitting().sold().buys("Cleo", *["CAR"] * 3).turn("Cleo").rich("Cleo", 100)
    sitting.shows("buy CAR", "float.threshold")
    assert (sitting.company("CAR")["ipo"], sitting.cash("CAR")) == (40, 1000)
    sitting.started("QR", "Dan", 70).buys("Dan", *["QR"] * 2).turn("Dan").rich("Dan", 70)
    sitting.shows("buy QR", "float.threshold")
    assert sitting.player("Dan")["shares"]["QR"] == 50  # and Anna's gift
    assert sitting.cash("QR") == 700


def test_an_unstarted_qr_does_not_float() -> None:
    sitting = Sitting().sold().holding("Dan", "QR", 5).turn("Dan").rich("Dan", 70)
    sitting.spares("buy BOE", "float.threshold")
    assert (sitting.company("QR")["ipo"], sitting.company("QR")["floated"]) == (40, False)


def test_later_sales_of_new_shares_pay_the_bank() -> None:
    sitting = Sitting().sold().floated("NSW", par=80)
    for _ in range(4):
        sitting.turn("Cleo").rich("Cleo", 80)
        bank = sitting.cash("Bank")
        sitting.spares("buy NSW", "float.capital", "float.threshold")
        assert (sitting.cash("NSW"), sitting.cash("Bank")) == (800, bank + 80)


@fact("float.once")
def test_a_company_floats_once_and_stays_so() -> None:
    sitting = Sitting().operating("NSW").until_round("SR 2").turn("Anna")
    sitting.do("sell 4 NSW", "pass")
    assert sitting.company("NSW")["floated"]
    sitting.buys("Ben", "NSW ipo", "NSW pool")
    assert sitting.cash("NSW") == 1000
    sitting.passes()
    assert sitting.to_act == "NSW"


def test_only_floated_companies_act() -> None:
    sitting = Sitting().sold().floated("NSW").started("VR").buys("Anna", "VR").passes()
    assert sitting.state["operating_order"] == ["NSW"]
    refusal = sitting.refuses("VR: lay H11", "float.operates")
    assert sitting.table.rulebook.refusal(refusal) == (
        "VR has not floated: 30 % is sold, 60 % is needed. [float.operates]"
    )
    sitting.refuses("QR: lay B19", "float.operates")
    sitting.until_round("SR 2").buys("Anna", "VR", "VR", "VR").passes()
    assert sitting.company("VR")["floated"]
    assert sitting.state["operating_order"] == ["VR", "NSW"]
    sitting.allows("VR: lay H11", "float.operates")


@pytest.mark.parametrize("company", ["NSW", "VR", "SAR", "FT", "WA"])
def test_a_floated_company_acts_from_the_next_operating_round(company: str) -> None:
    sitting = Sitting().sold().floated(company)
    assert sitting.round == "SR 1"
    sitting.passes()
    assert (sitting.round, sitting.to_act) == ("OR 1.1", company)
    sitting.allows(f"{company}: run 0", "float.operates")

"""What `legal` lists in the corners of a company's turn: all of it is accepted, and nothing is missing."""

from __future__ import annotations

from tests.games.australia1848.setups import Sitting


def texts(sitting: Sitting) -> list[str]:
    """The choices as they are printed, after trying every move among them."""
    found = sitting.game.choices()
    for choice in found:
        for move in choice.moves:
            sitting.table.attempt(move)
    sitting.table.settled()
    return [choice.text for choice in found]


def test_a_second_yellow_tile_is_listed_from_phase_3_on() -> None:
    sitting = Sitting().operating("NSW", "VR")
    assert "lay HEX" in texts(sitting)
    sitting.do("lay F17")
    assert "lay HEX" not in texts(sitting)
    sitting.phase("3")
    assert "lay HEX" in texts(sitting)
    sitting.do("lay E18")
    assert "lay HEX" not in texts(sitting)


def test_in_the_first_column_nothing_but_the_loan_or_the_end() -> None:
    sitting = Sitting().operating("NSW", "VR").phase("3").marker("NSW", 1, 1)
    found = [text for text in texts(sitting) if not text.startswith("buy P")]
    assert found == ["lay HEX", "token HEX", "run 0", "loan"]
    sitting.asks("buy 3", "first-column")
    sitting.asks("done no-route", "first-column")


def test_in_the_first_column_the_loan_may_be_a_duty() -> None:
    sitting = Sitting(first_column_loan_optional=False).operating("NSW", "VR").phase("3")
    sitting.marker("NSW", 1, 1)
    found = [text for text in texts(sitting) if not text.startswith("buy P")]
    assert found == ["lay HEX", "token HEX", "loan"]


def test_the_tasmania_tile_is_listed_for_the_company_that_owns_p3() -> None:
    sitting = Sitting().operating("NSW", "VR").phase("3")
    assert "lay I8|I10 with P3" not in texts(sitting)
    sitting.do("buy P3 for 100")
    assert "lay I8|I10 with P3" in texts(sitting)
    sitting.do("lay I8 with P3")
    assert "lay I8|I10 with P3" not in texts(sitting)


def test_while_the_tasmania_tile_is_due_the_company_may_still_borrow() -> None:
    sitting = Sitting().operating("NSW", "VR").phase("4")
    sitting.arrange(lambda g: g.depot.left.update({"4": 0})).rich("NSW", 500)
    sitting.do("buy 5")
    assert sitting.to_act == "Cleo"
    assert texts(sitting) == ["lay I8|I10 with P3", "loan"]


def test_either_kind_of_4_may_be_traded_in() -> None:
    sitting = Sitting().operating("NSW", "VR").phase("6")
    sitting.arrange(lambda g: g.depot.left.update({"6": 0})).rich("NSW", 1000)
    sitting.train("NSW", "4", "4+").do("run 0")
    found = texts(sitting)
    assert "buy D trade 4" in found and "buy D trade 4+" in found and "buy D" not in found


def test_a_second_2e_is_listed_where_p4_may_buy_it() -> None:
    for allowed in (False, True):
        sitting = Sitting(second_ghan_by_p4=allowed).operating("NSW", director="Dan").phase("5")
        sitting.train("NSW", "2E").do("run 0")
        assert sitting.company("NSW")["president"] == "Dan"  # who has P4
        assert ("buy 2E with P4" in texts(sitting)) is allowed
        assert "buy 2E" not in texts(sitting)


def test_the_link_is_listed_while_com_waits_for_it() -> None:
    sitting = Sitting().operating("NSW", "COM")
    assert "link" in texts(sitting)
    sitting.do("link")
    assert "link" not in texts(sitting)
    assert "link" not in texts(Sitting().operating("NSW", "VR"))


def test_only_companies_that_can_be_paid_offer_trains() -> None:
    sitting = Sitting().operating("NSW").until_round("SR 2")
    sitting.floated("VR", "Ben").passes().phase("3").train("NSW", "3").train("VR", "2")
    sitting.until("VR").rich("VR", 199).do("run 0")
    assert not [text for text in texts(sitting) if text.startswith("buy TRAIN")]
    sitting.rich("VR", 200)
    assert "buy TRAIN from NSW for PRICE" in texts(sitting)

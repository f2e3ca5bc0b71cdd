"""Loans of the Bank of England: £100 each, never paid back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.games.australia1848.game import Australia
    from referee.games.australia1848.state import Company


def refusal(g: Australia, company: Company) -> tuple[str, dict[str, Any]] | None:
    """The rule that keeps a company from its ordinary loan now, with the fields of its wording."""
    terms = g.constants["boe"]
    fields: dict[str, Any] = {"company": company.id}
    if not g.since("loans"):
        return "loan.phase", fields | {"phase": g.phase}
    turn = g.operating.turn
    if turn is not None and turn.loan_taken:
        return "loan.one-per-turn", fields
    if company.loans >= terms["loans_per_company"]:
        return "loan.company-limit", fields | {"count": company.loans, "limit": terms["loans_per_company"]}
    if g.boe.loans >= terms["loans"]:
        return "loan.supply", fields | {"count": terms["loans"]}
    return None


def take(g: Australia, company: Company) -> None:
    """The one ordinary loan of a turn, at any moment of it."""
    refused = refusal(g, company)
    if refused is not None:
        rule, fields = refused
        g.must(rule != "loan.supply", rule, **fields)
        g.require(False, rule, **fields)
    if g.operating.turn is not None:
        g.operating.turn.loan_taken = True
    grant(g, company, "loan.price", "loan_left")


def grant(g: Australia, company: Company, rule: str, step: str) -> bool:
    """loan.money, loan.price: pay £100, move both markers; True when the company is ruined by it."""
    amount = g.constants["boe"]["loan_value"]
    g.pay("BOE", company.id, amount, "loan")
    company.loans += 1
    old = g.boe.price
    g.boe.loans += 1
    fields = {"company": company.id, "amount": amount, "old": old, "new": g.boe.price}
    g.tell("loan", "loan.money", **fields)
    g.cite("boe.price")
    if step == "forced_loan_left":
        g.cite("compulsory.loan-limits")
    if g.boe.loans >= g.constants["end"]["loans"]:
        g.trigger_end("loans", "end.triggers")
    assert company.cell is not None
    ruined = g.move_price(company, g.market.left(company.cell, g.market.steps[step]), rule)
    if ruined:
        g.cite("loan.receivership")
    return ruined


def no_loan_left(g: Australia, company: Company) -> bool:
    """compulsory.no-loan-left: the marker goes straight to column 0; True: the company is ruined."""
    assert company.cell is not None
    g.tell("no-loan-left", "compulsory.no-loan-left", company=company.id)
    return g.move_price(company, (company.cell[0], 0), "compulsory.no-loan-left")

"""Trains and phases: buying, rusting, limits, discards, trains between companies, forced loans."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.games.australia1848 import loans, privates
from referee.games.australia1848.moves import Buy, Discard
from referee.games.australia1848.state import GHAN, KINDS

if TYPE_CHECKING:
    from referee.games.australia1848.game import Australia
    from referee.games.australia1848.state import Company


def buy(g: Australia, company: Company, move: Buy) -> None:
    """A train from the Bank, or from another company."""
    move.require_only("seller", "price", "trade", "power", "forced")
    if move.seller:
        from_company = move.seller in g.companies
        g.must(from_company, "trade.owner", seller=move.seller, train=move.what, company=company.id)
        _buy_from_company(g, company, g.companies[move.seller], move)
    elif move.what == GHAN:
        _buy_ghan(g, company, move)
    else:
        _buy_new(g, company, move)


def _buy_new(g: Australia, company: Company, move: Buy) -> None:
    face, depot = move.what, g.depot
    on_sale = depot.on_sale()
    kind = depot.next()
    fields = {"train": face, "next": " or ".join(on_sale), "count": _left(g, kind)}
    g.must(face in on_sale, "train.on-sale", **fields)
    price = on_sale[face]
    if move.power:
        g.must(False, "power.p4-ghan" if move.power == "P4" else "power.none", private=move.power, train=face)
    if move.trade:
        price -= _trade_in(g, company, move)
    else:
        _require_room(g, company)
    move.require_price(price, _from_whom(move))
    if move.forced:
        if not _borrow_for(g, company, face, price):
            return
    else:
        _require_train_cash(g, company, face, price)
    if move.trade:
        company.trains.remove(move.trade)
        g.tell("traded-in", "train.trade-in", company=company.id, train=move.trade)
    depot.take(kind)
    company.trains.append(face)
    g.pay(company.id, "Bank", price, "train", train=face)
    g.tell("train-bought", "train.faces", company=company.id, train=face, amount=price)
    _close_with_first_train(g, company)
    left_stack(g, kind)


def _from_whom(move: Buy) -> str:
    return f"leave out the price, or name the company: buy {move.what} from VR for {move.price}"


def _left(g: Australia, kind: str) -> str:
    left = g.depot.left[kind]
    return "any number" if left is None else str(left)


def _require_train_cash(g: Australia, company: Company, face: str, price: int) -> None:
    cash = g.cash(company.id)
    if cash < price and not company.counted_trains:
        fields = {"train": face, "price": price, "company": company.id, "cash": cash}
        g.must(False, "compulsory.borrow", **fields)
    g.must(cash >= price, "train.cash", train=face, price=price, company=company.id, cash=cash)


def _require_room(g: Australia, company: Company) -> None:
    """train.limit: a company at its limit cannot buy, even to discard."""
    count, limit = len(company.counted_trains), g.phase_data()["train_limit"]
    fields = {"company": company.id, "count": count, "phase": g.phase, "limit": limit}
    g.require(count < limit, "train.limit", **fields)


def _trade_in(g: Australia, company: Company, move: Buy) -> int:
    """train.trade-in: what a 4 or 4+ given back takes off the price of a D, in £."""
    offer = g.depot.trade_in
    assert move.trade is not None
    require_face(g, company, move.trade)
    fits = move.trade in offer["trains"] and move.what == offer["for"] and move.trade in company.trains
    g.must(fits, "train.trade-in", train=move.trade)
    discount: int = offer["discount"]
    return discount


def _buy_ghan(g: Australia, company: Company, move: Buy) -> None:
    """train.ghan-phase, train.ghan-one, train.ghan-own-money, power.p4-ghan."""
    move.require_only("price", "power", "forced")
    g.require(g.reached(g.depot.ghan_phase), "train.ghan-phase", phase=g.phase)
    second = GHAN in company.trains and not (move.power == "P4" and g.options["second_ghan_by_p4"])
    g.require(not second, "train.ghan-one", company=company.id)
    price = g.depot.ghan_price
    if move.power:
        g.must(move.power == "P4", "power.none", private=move.power)
        private = privates.require_power(g, company, move.power)
        price -= g.constants["privates"][private.id]["discount"]
    move.require_price(price, _from_whom(move))
    cash = g.cash(company.id)
    g.must(
        cash >= price and not move.forced,
        "train.ghan-own-money",
        company=company.id,
        price=price,
        cash=cash,
    )
    company.trains.append(GHAN)
    g.pay(company.id, "Bank", price, "train", train=GHAN)
    g.tell("train-bought", "train.faces", company=company.id, train=GHAN, amount=price)
    if move.power:
        privates.use(g, move.power)
    _close_with_first_train(g, company)


def _close_with_first_train(g: Australia, company: Company) -> None:
    """power.p6-closes: P6 is over once CAR buys its first train."""
    for private in g.privates.values():
        if g.constants["privates"][private.id].get("closes_with_first_train_of") == company.id:
            privates.close(g, private, "power.p6-closes")


# ---------------------------------------------------------------------------- compulsory purchase


def _borrow_for(g: Australia, company: Company, face: str, price: int) -> bool:
    """compulsory.forced-loans: borrow until the train can be paid; False when that ruins the company."""
    cash = g.cash(company.id)
    fields = {"company": company.id, "cash": cash, "train": face, "price": price}
    g.must(not company.counted_trains and cash < price, "compulsory.only-when-short", **fields)
    ordinary = loans.refusal(g, company) is None
    g.require(not ordinary, "compulsory.regular-loan-first", company=company.id)
    if not g.since("loans") and not g.options["forced_loans_in_phase_2"]:
        return not loans.no_loan_left(g, company)
    while g.cash(company.id) < price:
        if g.boe.loans >= g.constants["boe"]["loans"]:
            loans.no_loan_left(g, company)
            return False
        if loans.grant(g, company, "compulsory.forced-loans", "forced_loan_left"):
            g.cite("compulsory.receivership")
            return False
    return True


# ---------------------------------------------------------------------------- between companies


def _buy_from_company(g: Australia, company: Company, seller: Company, move: Buy) -> None:
    """trade.*: any price of £1 or more between companies of one director, else the printed one."""
    move.require_only("seller", "price", "forced")
    face, price = move.what, move.price
    fields = {"company": company.id, "train": face, "seller": seller.id}
    g.require(g.since("trains_between_companies"), "trade.phase", **fields)
    g.must(face != GHAN, "trade.no-ghan", seller=seller.id, company=company.id)
    require_face(g, seller, face)
    g.must(face in seller.trains and seller is not company, "trade.owner", **fields)
    _require_room(g, company)
    cash, printed = g.cash(company.id), g.depot.price(face)
    if price is None:
        price = printed
    if company.president == seller.president:
        possible = 1 <= price <= cash
        g.must(possible, "trade.same-director-price", price=price, train=face, cash=cash)
    else:
        g.require(price == printed, "trade.face-price", **fields, amount=printed)
    money = {"price": price, "cash": cash, "company": company.id, "train": face}
    if move.forced:
        g.must(False, "compulsory.source", **money, seller=seller.id)
    g.must(cash >= price, "trade.own-money", **money)
    seller.trains.remove(face)
    company.trains.append(face)
    g.pay(company.id, seller.id, price, "train-from", train=face, seller=seller.id)
    g.tell("train-traded", **fields, amount=price)
    _close_with_first_train(g, company)


def require_face(g: Australia, company: Company, face: str) -> None:
    """train.faces: whoever has a 2+ has no 2."""
    if face not in company.trains:
        kind = g.depot.kind(face)
        other = next((train for train in company.trains if g.depot.kind(train) == kind), "")
        g.must(not other, "train.faces", train=other, company=company.id)


# ---------------------------------------------------------------------------- phases


def left_stack(g: Australia, kind: str, *, exported: bool = False) -> None:
    """The first card of a kind brings its phase and makes older trains rust (phase.begins, train.rust)."""
    begins = KINDS.index(kind) > KINDS.index(g.phase)
    if exported and not g.options["exported_train_begins_phase"]:
        begins = KINDS.index(kind) == KINDS.index(g.phase) + 1
    if begins:
        g.phase = kind
        data = g.phase_data()
        g.tell("phase", "phase.begins", phase=kind, rounds=data["rounds"], limit=data["train_limit"])
        g.cite("phase.effects")
        g.cite("phase.at-once")
        if kind == g.constants["since_phase"]["com_without_link"]:
            g.operating.link_news = True
    if kind in g.depot.begun:
        return
    g.depot.begun.add(kind)
    _rust(g, kind)
    if kind == g.constants["since_phase"]["privates_close"]:
        privates.close_all(g)


def _rust(g: Australia, by: str) -> None:
    """train.rust: at once, also for the buyer."""
    for kind, rusts_with in g.depot.rusted_by.items():
        if rusts_with != by:
            continue
        lost = []
        for company in g.companies.values():
            rusty = [train for train in company.trains if g.depot.kind(train) == kind]
            if rusty:
                company.trains = [train for train in company.trains if train not in rusty]
                lost.append(f"{company.id} {' '.join(rusty)}")
        g.tell("rust", "train.rust", train=kind, lost=lost)


def crowded(g: Australia) -> list[Company]:
    """Companies with more trains than the phase allows, in operating order (train.discard)."""
    limit: int = g.phase_data()["train_limit"]
    found = [c for c in g.companies.values() if len(c.trains) > limit and len(c.counted_trains) > limit]
    return found if len(found) < 2 else [c for c in g.operating_order() if c in found]


def discard(g: Australia, actor: str, move: Discard) -> str:
    """train.discard: the director chooses; the train leaves the game. Returns the company."""
    waiting = crowded(g)
    company = next((c for c in waiting if actor in (c.id, c.president)), waiting[0])
    require_face(g, company, move.train)
    has = move.train in company.trains and move.train != GHAN
    g.must(has, "train.discard-own", company=company.id, train=move.train)
    company.trains.remove(move.train)
    g.tell("discarded", "train.discard", company=company.id, train=move.train)
    return company.id

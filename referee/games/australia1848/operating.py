"""The operating rounds: incomes, the Bank of England, and a company's turn step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.games.australia1848 import loans, privates, stock, track, trains
from referee.games.australia1848.moves import (
    BoeIncome,
    Buy,
    Done,
    Lay,
    Link,
    Loan,
    Pass,
    Pay,
    Run,
    Token,
    Withhold,
)
from referee.games.australia1848.state import GHAN
from referee.notation import Move

if TYPE_CHECKING:
    from referee.games.australia1848.game import Australia
    from referee.games.australia1848.state import Company

TRACK, TOKEN, RUN, DIVIDEND, TRAIN = range(5)
STEPS = ("track", "token", "run", "dividend", "train")


class Turn:
    """A company's turn: the step it has reached and what it has done."""

    def __init__(self, company: Company) -> None:
        self.company = company
        self.step = TRACK
        self.yellow = 0  # tiles laid this turn
        self.upgraded = False
        self.tokened = False
        self.loan_taken = False
        self.revenue = 0  # £, waiting for the dividend decision
        self.decided = False  # paid out or kept

    @property
    def untouched(self) -> bool:
        """Whether the company has done nothing yet."""
        return self.step == TRACK and not (self.yellow or self.upgraded or self.loan_taken)


class OperatingRound:
    """One operating round of a set."""

    def __init__(self, number: int, total: int, order: list[str]) -> None:
        self.number, self.total = number, total
        self.order = order  # companies, BOE aside
        self.acted: set[str] = set()
        self.turn: Turn | None = None
        self.boe_due = False  # BOE has still to pay
        self.link_news = False  # COM has become able to act in this very round

    def finish_turn(self) -> None:
        """The company's turn is over."""
        if self.turn is not None:
            self.acted.add(self.turn.company.id)
            self.turn = None


def play(g: Australia, actor: str, move: Move) -> None:
    """turn.order: a move of the company whose turn it is, or an answer only the table can give."""
    if isinstance(move, Link):
        link(g)
        return
    if isinstance(move, BoeIncome):
        g.must(g.operating.boe_due, "boe.no-operations")
        pay_boe(g, move.amount)
        return
    if g.operating.boe_due:
        ask_boe(g)
    turn = g.operating.turn
    assert turn is not None
    company = turn.company
    if isinstance(move, Buy) and move.what in g.privates:
        privates.buy(g, company, move)
    elif stock.trades_shares(g, move):
        g.must(False, "stock.companies-never-trade", company=company.id)
    elif isinstance(move, Buy):
        _reach_train_step(g, turn)
        trains.buy(g, company, move)
    elif isinstance(move, Lay):
        if move.power != "P3":
            _require_step(g, turn, TRACK)
        track.lay(g, company, move)
    elif isinstance(move, Token):
        g.require(not turn.tokened, "token.one-per-turn", company=company.id)
        _require_step(g, turn, TOKEN)
        track.token(g, company, move)
        turn.step = max(turn.step, RUN)
    elif isinstance(move, Run):
        _require_step(g, turn, RUN)
        _run(g, turn, move)
    elif isinstance(move, Pay | Withhold):
        _dividend(g, turn, move)
    elif isinstance(move, Loan):
        loans.take(g, company)
    elif isinstance(move, Done | Pass):
        finish(g, turn, move.answer if isinstance(move, Done) else "")
    else:
        g.must(False, "turn.moves", company=company.id)


def _require_step(g: Australia, turn: Turn, step: int) -> None:
    """Earlier steps may be left out, but never taken up again."""
    company, now = turn.company.id, g.step_name(turn.step)
    g.require(turn.step <= step, "turn.order", company=company, step=now)


# ---------------------------------------------------------------------------- runs and dividends


def _run(g: Australia, turn: Turn, move: Run) -> None:
    """What the trains earned, as the table declares it."""
    company = turn.company
    revenue = sum(route.revenue for route in move.routes)
    if revenue == 0:
        no_income(g, turn)
        return
    g.must(company.trains, "run.needs-train", company=company.id, train="train")
    waiting = list(company.trains)
    for route in move.routes:
        if not route.train:
            continue
        trains.require_face(g, company, route.train)
        has = route.train in company.trains
        g.must(has, "run.needs-train", company=company.id, train=route.train)
        idle = route.train in waiting
        g.require(idle, "run.once-per-train", train=route.train, company=company.id)
        if idle:
            waiting.remove(route.train)
        if route.stops:
            _check_stops(g, company, route.train, route.stops)
    g.must(
        len(move.routes) <= len(company.trains),
        "run.once-per-train",
        train=company.trains[-1],
        company=company.id,
    )
    turn.revenue = revenue
    turn.step = DIVIDEND
    g.tell("ran", company=company.id, amount=revenue)


def _check_stops(g: Australia, company: Company, train: str, stops: str) -> None:
    names = stops.split("-")
    for name in names:
        g.hex(name)
    if train == GHAN:
        alice = [name for name in names if g.board.hexes[name].name == "Alice Springs"]
        at_end = len(alice) == 1 and alice[0] in (names[0], names[-1])
        g.require(at_end and set(names) & set(company.tokens), "run.ghan", company=company.id, hex=stops)


def no_income(g: Australia, turn: Turn) -> bool:
    """dividend.price: nothing earned, one step left; True when that ruins the company."""
    company = turn.company
    assert company.cell is not None
    turn.step = TRAIN
    first = company.cell[1] == 1
    if first and not company.trains and not g.options["first_column_loan_optional"]:
        g.require(loans.refusal(g, company) is not None, "loan.before-dividend", company=company.id)
    g.tell("no-income", "dividend.price", company=company.id)
    if g.move_price(company, g.market.left(company.cell), "dividend.price"):
        g.cite("dividend.first-column")
        return True
    return False


def _dividend(g: Australia, turn: Turn, move: Pay | Withhold) -> None:
    company, revenue = turn.company, turn.revenue
    if turn.step != DIVIDEND:
        nothing = not turn.decided if turn.step > DIVIDEND else not company.trains
        g.must(not nothing, "dividend.nothing-earned", company=company.id)
        g.must(False, "turn.order", company=company.id, step=g.step_name(turn.step))
    assert company.cell is not None
    turn.step, turn.revenue, turn.decided = TRAIN, 0, True
    if isinstance(move, Withhold):
        g.pay("Bank", company.id, revenue, "withheld", company=company.id)
        g.tell("withheld", "dividend.withhold", company=company.id, amount=revenue)
        if g.move_price(company, g.market.left(company.cell), "dividend.price"):
            g.cite("dividend.first-column")
        return
    whole = move.amount in (-1, revenue)
    g.must(whole, "dividend.all-or-nothing", company=company.id, amount=revenue)
    paid = pay_out(g, revenue, company.id, company.holders)
    fields = {"company": company.id, "amount": revenue, "paid": paid}
    g.tell("paid", "dividend.pay", **fields, share=f"{revenue / 10:g}")
    right = g.market.right(company.cell)
    if right[1] == company.cell[1]:
        g.cite("market.edges")
    g.move_price(company, right, "dividend.price")


def pay_out(g: Australia, revenue: int, company: str, holders: dict[str, int]) -> list[tuple[str, int]]:
    """A tenth per share to each player, whole pounds rounded down per player; others get nothing."""
    paid = []
    for player in g.players:
        amount = revenue * holders.get(player, 0) // 10
        if amount:
            g.pay("Bank", player, amount, "dividend", company=company)
            paid.append((player, amount))
    return paid


# ---------------------------------------------------------------------------- end of a turn


def _reach_train_step(g: Australia, turn: Turn) -> None:
    """Before trains are bought the run is settled; without trains there is none (turn.open-runs)."""
    _settle_run(g, turn)
    if turn.step == DIVIDEND:
        g.must(False, "turn.order", company=turn.company.id, step=g.step_name(DIVIDEND))


def _settle_run(g: Australia, turn: Turn) -> None:
    company = turn.company
    if turn.step > RUN:
        return
    g.must(not company.trains, "turn.open-runs", company=company.id, trains=list(company.trains))
    assert company.cell is not None
    if company.cell[1] == 1:
        answers = ["run 0", *(["loan"] if loans.refusal(g, company) is None else [])]
        g.ask("first-column", answers, company=company.id)
    no_income(g, turn)


def finish(g: Australia, turn: Turn, answer: str) -> None:
    """The end of a company's turn; without a train it is asked whether a run is possible."""
    company = turn.company
    _settle_run(g, turn)
    g.must(turn.step != DIVIDEND, "dividend.undecided", company=company.id, amount=turn.revenue)
    if not company.counted_trains and answer != "no-route":
        face, price = next(iter(g.depot.on_sale().items()))
        if answer != "route":
            g.ask("possible-run", ["done no-route", f"buy {face}"], company=company.id)
        g.require(False, "compulsory.duty", company=company.id, next=face, price=price)
    g.tell("turn-done", company=company.id)
    g.operating.finish_turn()


# ---------------------------------------------------------------------------- the Bank of England


def boe_base(g: Australia) -> int:
    """boe.base: the fixed part of BOE's dividend for all ten shares, in £."""
    base: int = g.phase_data()["boe_base"]
    return base


def ask_boe(g: Australia) -> None:
    """Only the table sees what BOE's cities are worth."""
    g.ask("boe-income", ["boe AMOUNT"], hexes=list(g.boe.tokens))


def pay_boe(g: Australia, cities: int) -> None:
    """boe.dividend: base and cities, to the players that hold shares, from the Bank."""
    g.operating.boe_due = False
    revenue = boe_base(g) + cities
    paid = pay_out(g, revenue, "BOE", g.boe.holders)
    if boe_base(g):
        g.cite("boe.base")
    if cities:
        g.cite("boe.city-value")
    if paid:
        g.cite("boe.payer")
        g.cite("boe.who-is-paid")
        g.tell("boe-paid", "boe.dividend", amount=revenue, paid=paid, share=f"{revenue / 10:g}")


# ---------------------------------------------------------------------------- Commonwealth Railways


def link(g: Australia) -> None:
    """com.link: once seen it counts for ever."""
    g.must(not g.linked, "com.link-once")
    g.linked = g.operating.link_news = True
    g.tell("linked", "com.link-lasts")


def may_operate(g: Australia, company: Company) -> bool:
    """com.waits: COM needs the link or phase 6."""
    return len(company.homes) == 1 or g.linked or g.since("com_without_link")

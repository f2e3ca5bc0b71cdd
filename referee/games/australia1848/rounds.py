"""The course of the game: which round comes next, whose turn it is, and what is implied on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.games.australia1848 import auction, operating, receivership, stock, track, trains
from referee.games.australia1848.moves import BoeIncome, Loan
from referee.games.australia1848.operating import TRAIN, OperatingRound, Turn
from referee.games.australia1848.state import SHARES
from referee.games.australia1848.stock import StockRound
from referee.notation import Move

if TYPE_CHECKING:
    from referee.games.australia1848.game import Australia
    from referee.games.australia1848.state import Company


def actor(g: Australia) -> str:
    """Whoever is to act: a player, a company, BOE; "" after the end."""
    if g.finished:
        return ""
    waiting = pending(g)
    if waiting:
        return waiting
    if g.round == "auction":
        return g.players[g.auction.turn]
    if g.round == "stock":
        return g.players[g.stock.turn]
    if g.operating.boe_due:
        return "BOE"
    assert g.operating.turn is not None
    return g.operating.turn.company.id


def pending(g: Australia) -> str:
    """Who must settle something before play goes on: a crisis, P3's tile, a train over the limit."""
    if g.crisis:
        return g.crisis
    if g.tasmania:
        return g.tasmania
    crowded = trains.crowded(g)
    return crowded[0].id if crowded else ""


def imply(g: Australia, by: str, move: Move) -> None:
    """Make the passes and ends of turns that let `by` act now; refuse where there is more to it."""
    for _ in range(4 * len(g.players)):
        if actor(g) == by or pending(g) or g.acts_for(by, move):
            return
        if g.round == "operating":
            _imply_done(g, by, move)
        elif g.round == "auction":
            _imply_auction_pass(g, by)
        else:
            _imply_stock_pass(g, by, move)
        if g.waived:
            return
        advance(g)


def _imply_auction_pass(g: Australia, by: str) -> None:
    g.must(by in g.players, "auction.turn", next=g.actor, player=by)
    g.require(auction.owns_private(g, g.actor), "auction.turn", next=g.actor, player=by)
    if g.waived:
        g.auction.turn = g.seat(by)
        return
    g.tell("passes-implied", player=g.actor)
    auction.pass_turn(g, g.actor)


def _imply_stock_pass(g: Australia, by: str, move: Move) -> None:
    """A move of a company or of BOE implies that all pass who are left; a player's never ends the round.

    Nor does it imply that all others pass right after his own purchase: then he is buying twice.
    """
    last = g.stock.passes + 1 == len(g.players) and not g.stock.sold_now
    again = by == g.stock.bought_last[0] and not g.stock.passes and not g.stock.sold_now
    stuck = last or again or stock.must_sell(g, g.actor)
    outside = by not in g.players and stock.trades_shares(g, move)
    idle = by == "BOE" and not isinstance(move, BoeIncome)
    if outside or idle or (stuck and by in g.players):
        stock.refuse_turn(g, by, move)
        if by in g.players:
            g.stock.turn = g.seat(by)
        return
    if by in g.companies:
        _must_operate(g, by)
    g.tell("ends-implied" if g.stock.sold_now else "passes-implied", player=g.actor)
    stock.pass_turn(g, g.actor)


def _must_operate(g: Australia, by: str) -> None:
    """Companies that do not operate have no turn to wait for."""
    company = g.companies[by]
    g.must(not company.closed, "receivership.gone", company=by)
    sold, need = (SHARES - company.ipo) * 10, g.constants["shares"]["float_percent"]
    g.must(company.floated, "float.operates", company=by, percent=sold, need=need)
    g.must(operating.may_operate(g, company), "com.waits", company=by, phase=g.phase)


def _imply_done(g: Australia, by: str, move: Move) -> None:
    """Only a turn that has come to its train step is ended by the next one's move."""
    turn = g.operating.turn
    g.must(by != "BOE", "boe.no-operations")
    if by in g.companies:
        _must_operate(g, by)
        g.require(by not in g.operating.acted, "rounds.once", company=by)
    mine = turn is not None and turn.company.president == by and not stock.trades_shares(g, move)
    ready = turn is not None and turn.step == TRAIN and not mine
    if isinstance(move, Loan) and not ready:
        g.must(False, "loan.own-turn", company=by)
    g.require(ready, "rounds.company-order", next=g.actor, company=by)
    if turn is not None and ready:
        operating.finish(g, turn, "")
    if g.waived:
        _out_of_turn(g, by)


def _out_of_turn(g: Australia, by: str) -> None:
    """The table lets `by` act now. Whoever has done nothing yet acts later, else that turn is over."""
    round_ = g.operating
    now = round_.turn.company.id if round_.turn else ""
    waiting = [g.companies[id_] for id_ in round_.order if id_ not in round_.acted and id_ != now]
    company = g.companies.get(by) or next((c for c in waiting if c.president == by), None)
    if company is None:
        g.must(False, "rounds.company-order", next=now, company=by)
        return
    if round_.turn is not None and round_.turn.untouched:
        round_.turn = None
    round_.finish_turn()
    _begin_turn(g, company)


# ---------------------------------------------------------------------------- advancing


def advance(g: Australia) -> None:
    """Go on until somebody has to act."""
    receivership.settle_crisis(g)
    while not g.finished and not pending(g):
        if g.round == "auction":
            if auction.on_sale(g):
                return
            g.cite("auction.end")
            _begin_stock(g, g.auction.turn)
        elif g.round == "stock":
            if g.stock.passes < len(g.players):
                return
            _end_stock(g)
        elif g.operating.boe_due:
            if g.boe.tokens and not g.knows_tiles:
                return
            operating.pay_boe(g, sum(g.city_value(hex_) for hex_ in g.boe.tokens))
        elif g.operating.turn is not None or _next_company(g):
            return
        else:
            _end_operating(g)


def _begin_stock(g: Australia, seat: int) -> None:
    g.round = "stock"
    g.set_number += 1
    g.stock = StockRound(seat)
    g.priority = seat
    g.tell("stock-round", round=g.set_number, player=g.players[seat])


def _end_stock(g: Australia) -> None:
    """stock.sold-out, rounds.count: prices rise, and the phase fixes the number of operating rounds."""
    stock.close(g)
    g.cite("rounds.count")
    _begin_operating(g, 1, g.phase_data()["rounds"])


def _begin_operating(g: Australia, number: int, total: int) -> None:
    """rounds.sequence: private incomes, the Bank of England, companies from the highest price down."""
    g.round = "operating"
    order = [company.id for company in g.operating_order()]
    g.operating = OperatingRound(number, total, order)
    g.operating.boe_due = True
    g.tell("operating-round", "rounds.sequence", round=f"{g.set_number}.{number}", order=order)
    auction.pay_incomes(g)


def reorder(g: Australia) -> None:
    """rounds.reorder: after a forced sale the companies still to act are put in order again."""
    if g.round == "operating":
        order = [company.id for company in g.operating_order()]
        waiting = [id_ for id_ in g.operating.order if id_ not in g.operating.acted]
        if waiting != [id_ for id_ in order if id_ not in g.operating.acted]:
            g.cite("rounds.reorder")
        g.operating.order = order


def _next_company(g: Australia) -> bool:
    """Give the turn to the next company that may act; False at the end of the round."""
    round_ = g.operating
    for id_ in round_.order:
        company = g.companies[id_]
        if id_ in round_.acted or company.closed:
            continue
        if not operating.may_operate(g, company):
            round_.acted.add(id_)
            g.tell("com-waits", "com.waits", company=id_)
            continue
        if round_.link_news and len(company.homes) > 1:
            g.cite("com.mid-round")
        _begin_turn(g, company)
        return True
    return False


def _begin_turn(g: Australia, company: Company) -> None:
    g.operating.turn = Turn(company)
    if not company.operated:
        company.operated = True
        track.home_tokens(g, company)


def _end_operating(g: Australia) -> None:
    """end.finish-set: after the last round of a set the game ends or a stock round begins."""
    round_ = g.operating
    g.check_bank()
    if round_.number < round_.total:
        if g.phase_data()["rounds"] != round_.total:
            g.cite("end.set-length")
        _begin_operating(g, round_.number + 1, round_.total)
    elif g.end_reason:
        g.over = True
        g.tell("over", "end.finish-set")
        g.cite("end.over")
    else:
        _begin_stock(g, g.priority)

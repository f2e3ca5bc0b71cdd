"""The stock round: selling, buying, limits, presidents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.games.australia1848.moves import Buy, Pass, Sell
from referee.games.australia1848.state import SHARES
from referee.notation import Move

if TYPE_CHECKING:
    from referee.games.australia1848.game import Australia

POOL_LIMIT = SHARES // 2
DIRECTOR = 2  # shares on a director's certificate


class StockRound:
    """One stock round: whose turn it is, what he has done in it, and who sold what this round."""

    def __init__(self, turn: int) -> None:
        self.turn = turn  # seat
        self.passes = 0
        self.sold_now: list[str] = []  # companies sold in the turn that is on
        self.sold: dict[str, set[str]] = {}  # player -> companies sold in this round
        self.bought_last = ("", "")  # who ended the last turn by buying, and what


def trades_shares(g: Australia, move: Move) -> bool:
    """Whether a move is one of a stock round: a sale or purchase of shares."""
    return isinstance(move, Sell) or (
        isinstance(move, Buy) and (move.what in g.companies or move.what == "BOE")
    )


def play(g: Australia, player: str, move: Move) -> None:
    """stock.turn: sell, then buy at most one certificate; or pass."""
    if isinstance(move, Sell):
        _sell(g, player, move)
    elif isinstance(move, Buy) and trades_shares(g, move):
        _buy(g, player, move)
    elif isinstance(move, Pass):
        g.tell("ends-turn" if g.stock.sold_now else "passes", player=player)
        pass_turn(g, player)
    else:
        if isinstance(move, Buy) and move.what in g.privates:
            private = g.privates[move.what]
            if private.owner in g.players:
                g.must(False, "auction.privates-aside", private=private.id, player=private.owner)
        g.must(False, "stock.moves", player=player)


def refuse_turn(g: Australia, by: str, move: Move) -> None:
    """Someone who cannot be reached by implied passes wants to move: say why not."""
    buyer, company = g.stock.bought_last
    if by in g.companies or by == "BOE":
        g.must(False, "stock.companies-never-trade", company=by)
    again = by == buyer and not g.stock.passes
    if again and isinstance(move, Sell):
        g.require(False, "stock.sell-then-buy", player=by)
    elif again and isinstance(move, Buy):
        g.require(False, "stock.one-purchase", player=by, company=company)
    else:
        g.require(False, "stock.turn", next=g.actor, player=by)


def pass_turn(g: Australia, player: str) -> None:
    """stock.pass: a turn without sale or purchase; a sale makes it an ordinary end of turn."""
    stock = g.stock
    _require_within_limits(g, player)
    stock.passes = 0 if stock.sold_now else stock.passes + 1
    if not stock.sold_now:
        g.cite("stock.pass")
    end_turn(g)


def end_turn(g: Australia) -> None:
    """The next player is to act."""
    g.stock.sold_now = []
    g.stock.turn = (g.stock.turn + 1) % len(g.players)


# ---------------------------------------------------------------------------- limits


def over_limit(g: Australia, player: str) -> bool:
    """Whether a player holds more certificates, or more of a company, than he may (stock.sell-down)."""
    if g.certificates(player) > g.cert_limit(player):
        return True
    return any(g.held(player, company) > g.share_limit for company in (*g.companies, "BOE"))


def most_to_sell(g: Australia, player: str, company: str) -> int:
    """How many shares of a company a player could sell now, by pool and director's certificate."""
    held = g.held(player, company)
    if company == "BOE":
        return held
    c = g.companies[company]
    if not c.par:
        return 0
    most = min(held, POOL_LIMIT - c.pool)
    if c.president == player and c.runner_up() < DIRECTOR:
        most = min(most, held - DIRECTOR)
    return max(0, most)


def _may_sell(g: Australia, player: str) -> bool:
    if g.set_number == 1:
        return bool(g.options["sell_boe_in_first_round"] and g.held(player, "BOE"))
    return any(
        most_to_sell(g, player, company)
        for company in (*g.companies, "BOE")
        if company not in g.stock.sold_now
    )


def must_sell(g: Australia, player: str) -> bool:
    """Whether a player is over a limit and can do something about it (stock.sell-down)."""
    return over_limit(g, player) and _may_sell(g, player)


def _require_within_limits(g: Australia, player: str) -> None:
    if not must_sell(g, player):
        return
    count, limit = g.certificates(player), g.cert_limit(player)
    over, need = [f"{count} certificates and the limit is {limit}"], count - limit
    if need <= 0:  # over the share limit, as only a ruling can bring about
        company = next(c for c in (*g.companies, "BOE") if g.held(player, c) > g.share_limit)
        need = g.held(player, company) - g.share_limit
        over = [f"{g.held(player, company) * 10} % of {company} and the limit is {g.share_limit * 10} %"]
    g.require(False, "stock.sell-down", player=player, over=over, need=need)


# ---------------------------------------------------------------------------- selling


def _sell(g: Australia, player: str, move: Sell) -> None:
    company, stock = move.company, g.stock
    _require_holding(g, player, move)
    first = g.set_number == 1 and not (company == "BOE" and g.options["sell_boe_in_first_round"])
    g.require(not first, "stock.no-sale-first-round", player=player, company=company)
    g.require(company not in stock.sold_now, "stock.one-block", player=player, company=company)
    _require_pool_room(g, player, move)
    require_director(g, player, move)
    sell_block(g, player, company, move.count, "stock.price-fall")
    stock.sold_now.append(company)
    stock.sold.setdefault(player, set()).add(company)
    stock.passes = 0
    stock.bought_last = ("", "")
    acted(g, player)


def acted(g: Australia, player: str) -> None:
    """stock.priority: whoever sits after the last one who bought or sold begins the next round."""
    g.priority = (g.seat(player) + 1) % len(g.players)
    g.cite("stock.priority")


def _require_holding(g: Australia, player: str, move: Sell) -> None:
    held = g.held(player, move.company)
    fields = {"player": player, "company": move.company, "count": held}
    g.must(held >= move.count, "stock.own-shares", **fields)
    if move.company != "BOE":
        started = g.companies[move.company].par
        g.must(started, "stock.unstarted-share", company=move.company, player=player)


def _require_pool_room(g: Australia, player: str, move: Sell) -> None:
    """stock.pool-limit: no more than 50 % of a company in the pool; BOE is free of it."""
    if move.company == "BOE":
        return
    pool = g.companies[move.company].pool
    g.require(
        pool + move.count <= POOL_LIMIT,
        "stock.pool-limit",
        percent=(pool + move.count) * 10,
        company=move.company,
        limit=POOL_LIMIT * 10,
        player=player,
        count=max(0, POOL_LIMIT - pool),
    )


def require_director(g: Australia, player: str, move: Sell) -> None:
    """stock.director-certificate: it never goes to the pool."""
    if move.company == "BOE":
        return
    company = g.companies[move.company]
    left = g.held(player, move.company) - move.count
    blocked = company.president == player and left < DIRECTOR and company.runner_up() < DIRECTOR
    fields = {"company": move.company, "player": player, "count": left + move.count - DIRECTOR}
    g.must(not blocked, "stock.director-certificate", **fields)


def sell_block(g: Australia, player: str, company: str, count: int, fall_rule: str) -> None:
    """Shares go to the pool at the price before the fall; a block moves the price one row down."""
    amount = g.price(company) * count
    g.pay("Bank", player, amount, "sale", company=company, count=count)
    fields = {"player": player, "company": company, "count": count, "amount": amount}
    g.tell("shares-sold", "stock.sale-money", **fields)
    if company == "BOE":
        g.boe.holders[player] -= count
        g.boe.pool += count
        g.cite("stock.boe-price-fixed")
        return
    c = g.companies[company]
    c.holders[player] -= count
    c.pool += count
    assert c.cell is not None
    g.move_price(c, g.market.down(c.cell), fall_rule)
    g.settle_president(c)


# ---------------------------------------------------------------------------- buying


def _buy(g: Australia, player: str, move: Buy) -> None:
    move.require_only("source", "par", "price")
    _require_within_limits(g, player)
    sold = move.what in g.stock.sold.get(player, ())
    g.require(not sold, "stock.no-rebuy", player=player, company=move.what)
    if move.what == "BOE":
        _buy_boe(g, player, move)
    elif move.par is not None:
        _start(g, player, move, move.par)
    else:
        _buy_share(g, player, move)
    g.stock.passes = 0
    g.stock.bought_last = (player, move.what)
    acted(g, player)
    end_turn(g)


def _require_cash(g: Australia, player: str, move: Buy, price: int) -> None:
    move.require_price(price, f"write `buy {move.what}`; the price follows from IPO or market")
    cash = g.cash(player)
    g.must(cash >= price, "stock.cash", company=move.what, price=price, player=player, cash=cash)


def _require_limits(g: Australia, player: str, company: str, shares: int) -> None:
    """stock.share-limit, stock.cert-limit, for one more certificate."""
    percent, limit = (g.held(player, company) + shares) * 10, g.share_limit * 10
    fields = {"player": player, "company": company, "percent": percent, "limit": limit}
    g.require(percent <= limit, "stock.share-limit", **fields)
    count, most = g.certificates(player) + 1, g.cert_limit(player)
    g.require(count <= most, "stock.cert-limit", player=player, count=count, limit=most)


def _buy_boe(g: Australia, player: str, move: Buy) -> None:
    price = g.boe.price
    there = g.boe.pool and move.source != "ipo" and move.par is None
    g.must(there, "stock.on-offer", company="BOE", available=offers(g))
    _require_cash(g, player, move, price)
    _require_limits(g, player, "BOE", 1)
    g.boe.pool -= 1
    g.boe.holders[player] = g.boe.holders.get(player, 0) + 1
    g.pay(player, "Bank", price, "share", company="BOE")
    g.tell("share-bought", player=player, company="BOE", amount=price)


def _start(g: Australia, player: str, move: Buy, par: int) -> None:
    """stock.par: the director's certificate, 20 %, at twice the par price chosen."""
    company = g.companies[move.what]
    fixed = g.constants["companies"][company.id].get("par")
    g.must(not company.closed, "receivership.gone", company=company.id)
    g.must(not fixed, "stock.car-by-p6", company=company.id, player=player)
    g.must(not company.par, "stock.started-once", company=company.id, player=player)
    g.must(par in g.market.pars, "stock.par", price=par, company=company.id)
    _require_cash(g, player, move, DIRECTOR * par)
    _require_limits(g, player, company.id, DIRECTOR)
    company.par = par
    g.place(company, g.market.pars[par])
    company.president = player
    company.ipo -= DIRECTOR
    company.holders[player] = company.holders.get(player, 0) + DIRECTOR
    g.pay(player, "Bank", DIRECTOR * par, "director", company=company.id)
    g.tell("started", player=player, company=company.id, price=par, amount=DIRECTOR * par)
    g.settle_president(company)
    g.settle_float(company)


def _buy_share(g: Australia, player: str, move: Buy) -> None:
    company, source = g.companies[move.what], move.source
    g.must(not company.closed, "receivership.gone", company=company.id)
    g.must(company.par, "stock.director-first", company=company.id)
    price = g.price(company.id)
    if not source:
        if company.ipo and company.pool:
            answers = [f"buy {company.id} ipo", f"buy {company.id} pool"]
            g.ask("ipo-or-pool", answers, company=company.id, par=company.par, price=price)
        source = "ipo" if company.ipo else "pool"
    left = company.ipo if source == "ipo" else company.pool
    g.must(left, "stock.on-offer", company=company.id, available=offers(g))
    price = company.par if source == "ipo" else price
    _require_cash(g, player, move, price)
    _require_limits(g, player, company.id, 1)
    if source == "ipo":
        company.ipo -= 1
    else:
        company.pool -= 1
    company.holders[player] = company.holders.get(player, 0) + 1
    g.pay(player, "Bank", price, "share", company=company.id)
    g.tell("share-bought", player=player, company=company.id, amount=price)
    g.settle_president(company)
    g.settle_float(company)


def offers(g: Australia) -> list[str]:
    """What can be bought: started companies with shares in IPO or pool, and BOE."""
    shares = [c.id for c in g.companies.values() if c.par and not c.closed and c.ipo + c.pool]
    return [*shares, "BOE"] if g.boe.pool else shares


def close(g: Australia) -> None:
    """stock.sold-out: companies wholly in players' hands rise one row, in operating order."""
    for company in g.operating_order():
        if company.ipo + company.pool == 0 and company.cell is not None:
            g.move_price(company, g.market.up(company.cell), "stock.sold-out")

"""Receivership: a company falls to the Bank of England. And the cash crisis that may follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.games.australia1848 import privates, stock, trains
from referee.games.australia1848.moves import Sell

if TYPE_CHECKING:
    from referee.games.australia1848.game import Australia
    from referee.games.australia1848.state import Company


def enter(g: Australia, company: Company) -> None:
    """receivership.*: step by step, at once; the company's turn is over."""
    director = company.president
    g.receiverships += 1
    if director:
        g.failed[director] += 1
        g.cite("receivership.count")
    g.tell("receivership", "receivership.trigger", company=company.id, count=g.receiverships)
    if company.tokens:
        g.boe.tokens += company.tokens
        g.tell("tokens-to-boe", "receivership.tokens", company=company.id, hexes=list(company.tokens))
        company.tokens = []
    _compensate(g, company, director)
    _dissolve(g, company)
    limits = {player: g.cert_limit(player) for player in g.players}
    g.tell("cert-limits", "receivership.cert-limit", limits=[f"{p} {n}" for p, n in limits.items()])
    if g.operating.turn is not None and g.operating.turn.company is company:
        g.operating.finish_turn()
    if g.receiverships in g.constants["receivership"]["permanent_train_leaves_at"]:
        _export_permanent(g)
    if g.receiverships == g.constants["end"]["receiverships"]:
        g.cite("receivership.fifth")
        g.trigger_end("receiverships", "end.triggers")


def _compensate(g: Australia, company: Company, director: str) -> None:
    """receivership.compensation: par for every share but the director's, from treasury, then director."""
    paid = []
    account = g.ledger.accounts.get(director)
    for player in g.players:
        shares = company.holders.get(player, 0)
        if not shares or player == director:
            continue
        due = shares * company.par
        from_treasury = min(due, g.cash(company.id))
        g.pay(company.id, player, from_treasury, "compensation", company=company.id)
        if due > from_treasury and account is not None:
            account.overdraft = True
            g.pay(director, player, due - from_treasury, "compensation", company=company.id)
            g.cite("receivership.payer")
        paid.append((player, due))
    if paid:
        g.tell("compensation", "receivership.compensation", paid=paid, par=company.par)
    if director and g.cash(director) < 0:
        g.crisis = director
        g.tell("crisis", "crisis.must-sell", player=director, cash=g.cash(director))


def _dissolve(g: Australia, company: Company) -> None:
    """receivership.dissolved: what is left goes to the Bank; trains, privates and certificates leave."""
    g.pay(company.id, "Bank", g.cash(company.id), "dissolved", company=company.id)
    for id_ in company.privates:
        privates.close(g, g.privates[id_], "receivership.dissolved")
        g.privates[id_].owner = ""
    company.closed = True
    company.president = ""
    company.holders.clear()
    company.trains, company.privates = [], []
    company.ipo = company.pool = 0
    g.cite("receivership.dissolved")
    g.cite("receivership.loans-stay")


def _export_permanent(g: Australia) -> None:
    """receivership.permanent-train: the next one leaves as if it had been bought."""
    for kind in g.depot.permanent:
        if g.depot.left[kind] != 0:
            g.depot.take(kind)
            g.tell("exported", "receivership.permanent-train", train=kind)
            trains.left_stack(g, kind, exported=True)
            return


# ---------------------------------------------------------------------------- cash crisis


def most_to_sell(g: Australia, player: str, company: str) -> int:
    """How many shares of a company may go in a crisis: as in the stock round, no change of director."""
    if g.options["crisis"] == "one-sale" and (company == "BOE" or not g.companies[company].floated):
        return 0
    most = stock.most_to_sell(g, player, company)
    if company != "BOE" and g.companies[company].president == player:
        c = g.companies[company]
        keep = max(stock.DIRECTOR, c.runner_up())
        most = min(most, c.holders[player] - keep)
    price = g.price(company)
    if price <= 0:
        return 0
    needed = -(g.cash(player) // price)  # rounds up: what is owed is negative cash
    return max(0, min(most, needed))


def crisis_sale(g: Australia, actor: str, move: Sell) -> None:
    """crisis.*: a sale in a cash crisis, one block of one company."""
    player, company, count = g.crisis, move.company, move.count
    g.require(actor == player, "crisis.must-sell", player=player, cash=g.cash(player))
    held = g.held(player, company)
    g.must(held >= count, "stock.own-shares", player=player, company=company, count=held)
    fields = {"player": player, "company": company, "count": count}
    if company != "BOE":
        c = g.companies[company]
        g.must(c.par, "stock.unstarted-share", company=company, player=player)
        percent, limit = (c.pool + count) * 10, stock.POOL_LIMIT * 10
        g.require(percent <= limit, "crisis.pool-limit", percent=percent, company=company, limit=limit)
        stock.require_director(g, player, move)
        keep = max(stock.DIRECTOR, c.runner_up()) if c.president == player else 0
        g.require(held - count >= keep, "crisis.no-director-change", **fields)
    need, price = -g.cash(player), g.price(company)
    g.require((count - 1) * price < need, "crisis.only-as-needed", **fields, need=need)
    stock.sell_block(g, player, company, count, "crisis.price-fall")
    if g.options["crisis"] == "one-sale":
        g.crisis = ""


def renew_crisis(g: Australia) -> None:
    """With one sale at a time, whoever is still in debt is asked again after each company's move."""
    if g.options["crisis"] == "one-sale" and g.round == "operating" and not g.crisis:
        g.crisis = next((player for player in g.players if g.cash(player) < 0), "")


def settle_crisis(g: Australia) -> None:
    """crisis.stays-negative: it is over with the debt, or when nothing is left to sell."""
    for account in (g.ledger.accounts[player] for player in g.players):
        account.overdraft = account.balance < 0  # a debt may stand, but only compensation makes one
    player = g.crisis
    if not player:
        return
    if g.cash(player) >= 0:
        g.crisis = ""
    elif not any(most_to_sell(g, player, company) for company in (*g.companies, "BOE")):
        g.crisis = ""
        g.tell("stays-negative", "crisis.stays-negative", player=player, cash=g.cash(player))

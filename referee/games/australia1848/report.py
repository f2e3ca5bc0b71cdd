"""What 1848 shows: situation, legal moves, state, the one screen, stock positions, scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.games.australia1848 import auction, loans, operating, receivership, rounds, stock, trains
from referee.games.australia1848.operating import DIVIDEND, RUN, TOKEN, TRACK
from referee.games.australia1848.state import GHAN
from referee.games.base import Choice, Score, Section, Situation
from referee.rulebook import Rulebook

if TYPE_CHECKING:
    from referee.games.australia1848.game import Australia
    from referee.games.australia1848.operating import Turn
    from referee.games.australia1848.state import Company


def round_name(g: Australia) -> str:
    """Short name of the round: "auction", "SR 2", "OR 2.1"."""
    if g.round == "auction":
        return "auction"
    if g.round == "stock":
        return f"SR {g.set_number}"
    return f"OR {g.set_number}.{g.operating.number}"


def situation(g: Australia) -> Situation:
    """Where the game stands, as a phrase below `now.`."""
    actor = rounds.actor(g)
    fields: dict[str, Any] = {"round": round_name(g), "phase": g.phase}
    if not actor:
        reason = g.end_reason or "stopped"
        return Situation(f"over-{reason}", fields | {"reason": reason}, "")
    if g.crisis:
        return Situation("crisis", fields | {"cash": g.cash(actor)}, actor)
    if g.tasmania:
        return Situation("tasmania", fields, actor)
    if trains.crowded(g):
        return Situation("discard", fields | _president(g, actor), actor)
    if g.round == "auction":
        return Situation("auction", fields | {"cash": g.cash(actor)}, actor)
    if g.round == "stock":
        return Situation("stock", fields | {"cash": g.cash(actor)}, actor)
    turn = g.operating.turn
    if turn is None:
        return Situation("boe", fields | {"hexes": list(g.boe.tokens)}, actor)
    done_laying = turn.step == TRACK and (turn.upgraded or turn.yellow >= _yellow_tiles(g))
    step = operating.STEPS[TOKEN if done_laying else turn.step]
    fields |= _president(g, actor) | {"cash": g.cash(actor), "amount": turn.revenue}
    return Situation(step, fields, actor)


def _president(g: Australia, company: str) -> dict[str, str]:
    return {"president": g.companies[company].president if company in g.companies else ""}


# ---------------------------------------------------------------------------- legal moves


def choices(g: Australia) -> list[Choice]:
    """What the one to act may do now."""
    actor = rounds.actor(g)
    if not actor:
        return []
    if g.crisis:
        return _crisis_choices(g)
    if g.tasmania:
        turn = g.operating.turn
        loan = _loan_choices(g, turn.company) if turn else []
        return [_tasmania_choice(g), *loan]
    crowded = trains.crowded(g)
    if crowded:
        faces = list(dict.fromkeys(crowded[0].counted_trains))
        return [Choice(f"discard {'|'.join(faces)}", tuple(f"discard {face}" for face in faces))]
    if g.round == "auction":
        return _auction_choices(g, actor)
    if g.round == "stock":
        return _stock_choices(g, actor)
    if g.operating.turn is None:
        return [Choice("boe AMOUNT", (), "boe", {"hexes": list(g.boe.tokens)})]
    return _turn_choices(g, g.operating.turn)


def _auction_choices(g: Australia, player: str) -> list[Choice]:
    found = []
    for private in auction.on_sale(g):
        if private.price <= g.cash(player):
            text = f"buy {private.id}"
            found.append(Choice(text, (text,), "price", {"price": private.price}))
    for private in auction.on_sale(g):
        if private.price > private.lowest:
            text = f"lower {private.id}"
            new = max(0, private.price - g.constants["auction"]["step"])
            found.append(Choice(text, (text,), "lower", {"price": new}))
    if auction.owns_private(g, player):
        found.append(Choice("pass", ("pass",)))
    return found


def _sell_choice(company: str, most: int, price: int) -> Choice:
    moves = tuple(f"sell {n} {company}" if n > 1 else f"sell {company}" for n in range(1, most + 1))
    text = f"sell 1-{most} {company}" if most > 1 else f"sell {company}"
    return Choice(text, moves, "each", {"price": price})


def _crisis_choices(g: Australia) -> list[Choice]:
    found = []
    for company in (*g.companies, "BOE"):
        most = receivership.most_to_sell(g, g.crisis, company)
        if most:
            found.append(_sell_choice(company, most, g.price(company)))
    return found


def _stock_choices(g: Australia, player: str) -> list[Choice]:
    found = []
    for company in (*g.companies, "BOE"):
        first = g.set_number == 1 and not (company == "BOE" and g.options["sell_boe_in_first_round"])
        most = stock.most_to_sell(g, player, company)
        if most and not first and company not in g.stock.sold_now:
            found.append(_sell_choice(company, most, g.price(company)))
    if stock.must_sell(g, player):
        return found
    if g.certificates(player) < g.cert_limit(player):
        found += _purchases(g, player)
    found.append(Choice("pass", ("pass",)))
    return found


def _purchases(g: Australia, player: str) -> list[Choice]:
    cash, sold = g.cash(player), g.stock.sold.get(player, set())
    found = []
    for company in g.companies.values():
        if company.closed or company.id in sold:
            continue
        room = g.share_limit - g.held(player, company.id)
        fixed = g.constants["companies"][company.id].get("par")
        if not company.par:
            pars = [par for par in sorted(g.market.pars) if 2 * par <= cash]
            if pars and not fixed and room >= stock.DIRECTOR:
                text = f"buy {company.id} par {'|'.join(map(str, pars))}"
                found.append(Choice(text, tuple(f"buy {company.id} par {par}" for par in pars), "director"))
            continue
        if room < 1:
            continue
        both = bool(company.ipo and company.pool)
        for source, left, price in (
            ("ipo", company.ipo, company.par),
            ("pool", company.pool, g.price(company.id)),
        ):
            if left and price <= cash:
                text = f"buy {company.id} {source}" if both else f"buy {company.id}"
                found.append(Choice(text, (text,), source, {"price": price}))
    boe = g.boe
    if boe.pool and boe.price <= cash and "BOE" not in sold and g.held(player, "BOE") < g.share_limit:
        found.append(Choice("buy BOE", ("buy BOE",), "pool", {"price": boe.price}))
    return found


def _turn_choices(g: Australia, turn: Turn) -> list[Choice]:
    company, found = turn.company, []
    cash = g.cash(company.id)
    if turn.step == TRACK and not turn.upgraded and turn.yellow < _yellow_tiles(g):
        found.append(_lay_choice(g, turn))
    if g.privates["P3"].owner == company.id and not g.privates["P3"].used and g.since("powers"):
        found.append(_tasmania_choice(g))
    if turn.step <= TOKEN and not turn.tokened and company.used_tokens < len(company.token_prices):
        price = company.token_prices[company.used_tokens]
        if price <= cash:
            found.append(Choice("token HEX", (), "price", {"price": price}))
    # Without a train there is nothing to run; what ruins the company must be said (first-column).
    doomed = turn.step <= RUN and not company.trains and bool(company.cell and company.cell[1] == 1)
    if turn.step <= RUN and company.trains:
        found.append(Choice("run AMOUNT", (), "run", {"trains": list(company.trains)}))
    loan = _loan_choices(g, company)
    if turn.step <= RUN and not (doomed and loan and not g.options["first_column_loan_optional"]):
        found.append(Choice("run 0", ("run 0",), "nothing"))
    if turn.step == DIVIDEND:
        found.append(Choice("pay", ("pay",), "pay", {"share": f"{turn.revenue / 10:g}"}))
        found.append(Choice("withhold", ("withhold",), "withhold", {"amount": turn.revenue}))
    at_end = turn.step > DIVIDEND or (turn.step <= RUN and not company.trains and not doomed)
    if at_end:
        found += _train_choices(g, company)
    found += [*_private_choices(g, company), *loan, *_link_choices(g)]
    if at_end:
        text = "done" if company.counted_trains else "done no-route"
        found.append(Choice(text, (text,)))
    return found


def _loan_choices(g: Australia, company: Company) -> list[Choice]:
    if loans.refusal(g, company) is not None:
        return []
    return [Choice("loan", ("loan",), "loan", {"amount": g.constants["boe"]["loan_value"]})]


def _link_choices(g: Australia) -> list[Choice]:
    """The link is told by the table; it is worth a line while COM waits for it."""
    waits = any(c.par and not c.closed and not operating.may_operate(g, c) for c in g.companies.values())
    return [Choice("link", ("link",), "link")] if waits else []


def _tasmania_choice(g: Australia) -> Choice:
    hexes = g.constants["privates"]["P3"]["hexes"]
    if g.knows_tiles:
        return Choice(f"lay {'|'.join(hexes)} 241 ROTATION with P3")
    return Choice(f"lay {'|'.join(hexes)} with P3", tuple(f"lay {hex_} with P3" for hex_ in hexes))


def _yellow_tiles(g: Australia) -> int:
    return 2 if g.since("second_yellow_tile") else 1


def _lay_choice(g: Australia, turn: Turn) -> Choice:
    form = "lay HEX TILE ROTATION" if g.knows_tiles else "lay HEX"
    second = _yellow_tiles(g) > 1
    phrase = "lay-second" if turn.yellow else ("lay-two" if second else "lay-one")
    return Choice(form, (), phrase)


def _train_choices(g: Australia, company: Company) -> list[Choice]:
    found = []
    cash, count = g.cash(company.id), len(company.counted_trains)
    room = count < g.phase_data()["train_limit"]
    forced_possible = not company.counted_trains and loans.refusal(g, company) is not None
    offer = g.depot.trade_in
    for face, price in g.depot.on_sale().items():
        if room and price <= cash:
            found.append(Choice(f"buy {face}", (f"buy {face}",), "price", {"price": price}))
        elif room and forced_possible:
            text = f"buy {face} forced"
            found.append(Choice(text, (text,), "forced", {"price": price}))
        reduced = price - offer["discount"]
        if face == offer["for"] and reduced <= cash:
            for given in dict.fromkeys(train for train in company.trains if train in offer["trains"]):
                text = f"buy {face} trade {given}"
                found.append(Choice(text, (text,), "price", {"price": reduced}))
    found += _ghan_choices(g, company)
    if room and g.since("trains_between_companies"):
        sellers = [c.id for c in g.companies.values() if _may_sell_to(g, c, company)]
        if sellers:
            found.append(Choice(f"buy TRAIN from {'|'.join(sellers)} for PRICE"))
    return found


def _ghan_choices(g: Australia, company: Company) -> list[Choice]:
    """A 2E at its price, or with P4's power."""
    if not g.reached(g.depot.ghan_phase):
        return []
    found = []
    cash, price, has_one = g.cash(company.id), g.depot.ghan_price, GHAN in company.trains
    if not has_one and price <= cash:
        found.append(Choice(f"buy {GHAN}", (f"buy {GHAN}",), "price", {"price": price}))
    p4 = g.privates["P4"]
    reduced = price - g.constants["privates"]["P4"]["discount"]
    may = p4.owner and not p4.used and p4.owner in (company.id, company.president)
    if may and reduced <= cash and (not has_one or g.options["second_ghan_by_p4"]):
        text = f"buy {GHAN} with P4"
        found.append(Choice(text, (text,), "price", {"price": reduced}))
    return found


def _may_sell_to(g: Australia, seller: Company, buyer: Company) -> bool:
    """Whether a company has a train that another can pay."""
    if seller is buyer or not seller.counted_trains:
        return False
    if seller.president == buyer.president:
        return g.cash(buyer.id) >= 1
    return min(map(g.depot.price, seller.counted_trains)) <= g.cash(buyer.id)


def _private_choices(g: Australia, company: Company) -> list[Choice]:
    if g.phase not in g.constants["since_phase"]["privates_to_companies"]:
        return []
    found = []
    for private in g.privates.values():
        if private.to_company and private.owner in g.players and not private.closed:
            low, high = private.to_company
            high = min(high, g.cash(company.id))
            if high >= low:
                fields = {"owner": private.owner}
                found.append(Choice(f"buy {private.id} for {low}-{high}", (), "private", fields))
    return found


# ---------------------------------------------------------------------------- state


def state(g: Australia) -> dict[str, Any]:
    """The whole public state: money in £, shares in percent."""
    return {
        "round": round_name(g),
        "phase": g.phase,
        "to_act": rounds.actor(g),
        "train_limit": g.phase_data()["train_limit"],
        "bank": g.cash("Bank"),
        "players": {player: _player_state(g, player) for player in g.players},
        "companies": {c.id: _company_state(g, c) for c in g.companies.values()},
        "boe": {
            "price": g.boe.price,
            "cash": g.cash("BOE"),
            "loans_granted": g.boe.loans,
            "pool": g.boe.pool * 10,
            "tokens": sorted(g.boe.tokens),
        },
        "privates": {
            p.id: {"owner": p.owner, "price": p.price, "closed": p.closed, "used": p.used}
            for p in g.privates.values()
        },
        "depot": {"left": {**g.depot.left, GHAN: None}, "for_sale": _for_sale(g)},
        "operating_order": list(g.operating.order) if g.round == "operating" else [],
        "receiverships": g.receiverships,
        "linked": g.linked,
        "tiles": {hex_: f"{tile} {turned}" for hex_, (tile, turned) in sorted(g.tiles.items())},
        "end_reason": g.end_reason,
        "finished": g.finished,
    }


def _for_sale(g: Australia) -> dict[str, int]:
    faces = g.depot.on_sale()
    return faces | ({GHAN: g.depot.ghan_price} if g.reached(g.depot.ghan_phase) else {})


def _player_state(g: Australia, player: str) -> dict[str, Any]:
    holdings = {c: g.held(player, c) * 10 for c in (*g.companies, "BOE") if g.held(player, c)}
    return {
        "cash": g.cash(player),
        "certificates": g.certificates(player),
        "certificate_limit": g.cert_limit(player),
        "shares": holdings,
        "president_of": [c.id for c in g.companies.values() if c.president == player],
        "privates": [p.id for p in g.privates.values() if p.owner == player and _pays_or_serves(p)],
        "priority": g.seat(player) == g.priority,
        "worth": worth(g, player),
    }


def _pays_or_serves(private: Any) -> bool:
    """A private still counts for its owner while it pays or keeps an unused power (P2, P4)."""
    return not private.closed or (private.id in ("P2", "P4") and not private.used)


def _company_state(g: Australia, c: Company) -> dict[str, Any]:
    if c.closed:
        return {"closed": True}
    return {
        "closed": False,
        "floated": c.floated,
        "par": c.par,
        "price": g.price(c.id),
        "cell": list(c.cell) if c.cell else None,
        "treasury": g.cash(c.id),
        "president": c.president,
        "ipo": c.ipo * 10,
        "pool": c.pool * 10,
        "trains": sorted(c.trains),
        "loans": c.loans,
        "privates": [id_ for id_ in c.privates if _pays_or_serves(g.privates[id_])],
        "tokens": sorted(c.tokens),
    }


def summary(g: Australia) -> dict[str, Any]:
    """One line of the history: cash and prices."""
    line: dict[str, Any] = {"Bank": g.cash("Bank")}
    line |= {player: g.cash(player) for player in g.players}
    for company in g.companies.values():
        if company.par and not company.closed:
            line[company.id] = g.price(company.id)
    return line


# ---------------------------------------------------------------------------- scores


def shares_worth(g: Australia, player: str) -> int:
    """Market value of a player's shares, in £; companies not started count nothing."""
    return sum(g.held(player, company) * g.price(company) for company in (*g.companies, "BOE"))


def worth(g: Australia, player: str) -> int:
    """score.total: cash, which may be negative, and shares at the market price."""
    return g.cash(player) + shares_worth(g, player)


def scores(g: Australia) -> list[Score]:
    """Everybody's worth, with cash and the value of each holding."""
    found = []
    for player in g.players:
        parts = {"cash": g.cash(player)}
        for company in (*g.companies, "BOE"):
            value = g.held(player, company) * g.price(company)
            if value:
                parts[company] = value
        found.append(Score(player, worth(g, player), parts))
    return found


# ---------------------------------------------------------------------------- the screen


def show(g: Australia, words: Rulebook) -> list[Section]:
    """Everything on one screen of 80 columns."""
    label, money, left = words.label, words.money, g.depot.left[g.depot.next()]
    fields = {
        "round": round_name(g),
        "phase": g.phase,
        "limit": g.phase_data()["train_limit"],
        "bank": g.cash("Bank"),
        "trains": [f"{face} {money(price)}" for face, price in _for_sale(g).items()],
        "kind": g.depot.next(),
        "left": "∞" if left is None else left,
        "loans": g.boe.loans,
        "priority": g.players[g.priority],
    }
    sections = [Section(lines=[words.say("show.head", **fields), words.say("show.depot", **fields)])]
    if g.end_reason:
        sections[0].lines = [*sections[0].lines, words.say(f"receipt.end-{g.end_reason}")]
    held = [c for c in (*g.companies, "BOE") if any(g.held(p, c) for p in g.players)]
    headers = [label("player"), label("cash"), label("certificates"), *held, label("privates")]
    rows = []
    for player in g.players:
        shares = [_shares(g, player, company) for company in held]
        limit = f"{g.certificates(player)}/{g.cert_limit(player)}"
        owned = ",".join(p.id for p in g.privates.values() if p.owner == player and _pays_or_serves(p))
        mark = "*" if g.seat(player) == g.priority else ""
        rows.append([player + mark, money(g.cash(player)), limit, *shares, owned])
    sections.append(Section(headers=headers, rows=rows))
    if g.round == "auction":
        sections.append(_privates_section(g, words))
    else:
        sections.append(_companies_section(g, words))
    return sections


def _shares(g: Australia, player: str, company: str) -> str:
    held = g.held(player, company)
    president = company in g.companies and g.companies[company].president == player
    return f"{held * 10}{'P' if president else ''}" if held else ""


def _privates_section(g: Australia, words: Rulebook) -> Section:
    headers = [words.label(name) for name in ("private", "price", "income", "owner")]
    rows = [
        [f"{p.id} {p.name}", words.money(p.price) if not p.owner else "", words.money(p.income), p.owner]
        for p in g.privates.values()
    ]
    return Section(headers=headers, rows=rows)


def _companies_section(g: Australia, words: Rulebook) -> Section:
    names = ("company", "price", "treasury", "trains", "loans", "tokens", "privates", "president")
    headers = [words.label(name) for name in names]
    started = [c for c in g.companies.values() if c.par and not c.closed]
    rank = {c.id: n for n, c in enumerate(g.operating_order())}
    started.sort(key=lambda c: rank.get(c.id, len(rank)))
    rows: list[list[Any]] = []
    for c in started:
        treasury = words.money(g.cash(c.id)) if c.floated else f"{(10 - c.ipo) * 10} %"
        tokens = f"{len(c.token_prices) - c.used_tokens}"
        mark = ">" if g.operating.turn and g.operating.turn.company is c and g.round == "operating" else ""
        owned = ",".join(id_ for id_ in c.privates if _pays_or_serves(g.privates[id_]))
        trains_ = " ".join(c.trains) or "-"
        rows.append([mark + c.id, words.money(g.price(c.id)), treasury, trains_, c.loans or "", tokens])
        rows[-1] += [owned, c.president]
    rows.append(["BOE", words.money(g.boe.price), words.money(g.cash("BOE")), "", g.boe.loans, "", "", ""])
    return Section(headers=headers, rows=rows, lines=_receiverships(g, words))


def _receiverships(g: Australia, words: Rulebook) -> list[str]:
    """A line that names the companies in receivership, if there are any."""
    closed = [company.id for company in g.companies.values() if company.closed]
    return [words.say("show.receiverships", companies=closed)] if closed else []


def stocks(g: Australia, words: Rulebook) -> list[Section]:
    """Shares by player, IPO and pool, par and price; then the market with its tokens."""
    label, money = words.label, words.money
    headers = [label("company"), label("par"), label("price"), label("ipo"), label("pool"), *g.players]
    rows = []
    for c in g.companies.values():
        if c.closed:
            continue
        par, price = (money(c.par), money(g.price(c.id))) if c.par else ("", "")
        holdings = [_shares(g, player, c.id) for player in g.players]
        rows.append([c.id, par, price, c.ipo * 10, c.pool * 10, *holdings])
    boe = [_shares(g, player, "BOE") for player in g.players]
    rows.append(["BOE", "", money(g.boe.price), "", g.boe.pool * 10, *boe])
    shares = Section(headers=headers, rows=rows, lines=_receiverships(g, words))
    return [shares, _market_section(g, words)]


def _market_section(g: Australia, words: Rulebook) -> Section:
    """The grid, one line a row; the tokens of a cell stand below its price in their order."""
    cells: dict[tuple[int, int], list[Company]] = {}
    for company in g.companies.values():
        if company.cell and not company.closed:
            cells.setdefault(company.cell, []).append(company)
    lines = []
    for row, prices in enumerate(g.market.rows):
        stacks = {
            col: sorted(cells[row, col], key=lambda c: c.arrival)
            for col in range(len(prices))
            if (row, col) in cells
        }
        lines.append("".join(f"{price:>4}" for price in prices[1:]).rstrip())
        for depth in range(max((len(stack) for stack in stacks.values()), default=0)):
            marks = [
                f"{stacks[col][depth].id:>4}" if len(stacks.get(col, ())) > depth else "    "
                for col in range(1, len(prices))
            ]
            lines.append("".join(marks).rstrip())
    tokens = words.say("show.boe-line", price=g.boe.price, loans=g.boe.loans)
    return Section(title=words.label("market"), lines=[*lines, tokens])

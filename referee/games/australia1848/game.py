"""1848: Australia: the state of a game and the way of a move through it."""

from __future__ import annotations

from functools import cache
from typing import Any

from referee.errors import Unreadable
from referee.games.australia1848 import (
    INFO,
    auction,
    loans,
    operating,
    privates,
    receivership,
    report,
    rounds,
    stock,
    trains,
)
from referee.games.australia1848.board import Board, Hex, Tile, read_board
from referee.games.australia1848.market import Cell, Market, read_market
from referee.games.australia1848.moves import (
    BoeIncome,
    Buy,
    Discard,
    Done,
    Lay,
    Link,
    Loan,
    Lower,
    Pass,
    Pay,
    Run,
    Sell,
    Token,
    Withhold,
)
from referee.games.australia1848.state import GHAN, KINDS, SHARES, BankOfEngland, Company, Depot, Private
from referee.games.base import Choice, Game, Score, Section, Setup, Situation
from referee.notation import Move, Names
from referee.resources import load, rules_folder
from referee.rulebook import Rulebook

BANK = "Bank"
BOE = "BOE"


@cache
def read_constants(_folder: str) -> dict[str, Any]:
    """The figures of the rules folder in use."""
    return load("1848", "constants.toml")


class Australia(Game):
    """The whole state of a game of 1848."""

    info = INFO
    BANK = BANK
    MOVES = (
        Buy,
        Sell,
        Pass,
        Lower,
        Lay,
        Token,
        Run,
        Pay,
        Withhold,
        Loan,
        Discard,
        Done,
        BoeIncome,
        Link,
    )

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        folder = str(rules_folder())
        self.constants = read_constants(folder)
        self.market: Market = read_market(folder)
        self.board: Board = read_board(folder)
        constants, seats = self.constants, str(len(self.players))
        self.must(seats in constants["players"]["start_cash"], "setup.players", count=len(self.players))
        self.companies = {id_: Company(id_, data) for id_, data in constants["companies"].items()}
        self.privates = {id_: Private(id_, data) for id_, data in constants["privates"].items()}
        self.boe = BankOfEngland(self.market)
        self.depot = Depot(constants["trains"])
        self.phase = KINDS[0]
        self.share_limit: int = constants["players"]["share_limit"][seats] // 10
        self.cert_limits: list[int] = constants["cert_limit"]["by_receiverships"][seats]
        self.director_loss: int = constants["cert_limit"]["director_loss"][seats]
        self.failed: dict[str, int] = dict.fromkeys(self.players, 0)  # companies lost as their director
        self.receiverships = 0
        self.arrivals = 0
        self.linked = False  # Sydney and Adelaide (com.link-lasts)
        self.tiles: dict[str, tuple[str, int]] = {}  # hex -> tile, rotation; "" where tiles are not told
        self.lays: dict[str, int] = {}  # hex -> number of tiles it has had
        self.manifest = {id_: tile.count for id_, tile in self.board.tiles.items()}
        self.tasmania = ""  # owner of P3 who must lay its tile before anything else
        self.crisis = ""  # player who must sell shares before anything else
        self.priority = 0  # seat that begins the next stock round
        self.round = "auction"
        self.set_number = 0  # number of the stock round, and of the operating rounds after it
        self.auction = auction.Auction()
        self.stock = stock.StockRound(0)
        self.operating = operating.OperatingRound(0, 0, [])
        self.end_reason = ""
        self.over = False
        self._open_accounts()

    def _open_accounts(self) -> None:
        """setup.bank, setup.money, setup.boe-funds: the Bank, the Bank of England, players, companies."""
        self.ledger.open(BANK, "bank", self.constants["bank"]["cash"], overdraft=True)
        self.ledger.open(BOE, "boe", self.constants["boe"]["cash"])
        start = self.constants["players"]["start_cash"][str(len(self.players))]
        for player in self.players:
            self.ledger.open(player, "player")
            self.ledger.transfer(BANK, player, start, "setup")
        for company in self.companies:
            self.ledger.open(company, "company")

    def names(self) -> Names:
        """Players, companies, privates, trains, tiles and accounts."""
        players: dict[str, tuple[str, ...]] = dict.fromkeys(self.players, ())
        companies: dict[str, tuple[str, ...]] = {
            id_: (company.name,) for id_, company in self.companies.items()
        }
        boe: dict[str, tuple[str, ...]] = {BOE: (self.constants["boe"]["name"],)}
        faces: dict[str, tuple[str, ...]] = dict.fromkeys((*self.depot.faces, GHAN), ())
        return Names(
            {
                "player": players,
                "company": companies | boe,
                "private": {id_: (private.name,) for id_, private in self.privates.items()},
                "train": faces | {"D": ("diesel",), GHAN: ("ghan",)},
                "tile": dict.fromkeys(self.board.tiles, ()),
                "account": {BANK: ()} | boe | players | companies,
                "actor": players | companies | boe,
            }
        )

    # ------------------------------------------------------------ money

    def cash(self, name: str) -> int:
        """Balance of an account, in £."""
        return self.ledger.balance(name)

    def pay(self, payer: str, payee: str, amount: int, reason: str, **fields: Any) -> None:
        """Move money; `reason` is a phrase below `reason.`."""
        self.ledger.transfer(payer, payee, amount, reason, **fields)
        if payer == BANK and amount:
            self.check_bank()
            if self.cash(BANK) < 0:
                self.cite("end.bank-pays-on")

    def check_bank(self) -> None:
        """end.bank: the game's end is triggered as soon as the Bank is out of money."""
        left = self.cash(BANK)
        if left < 0 or (left == 0 and self.options["bank_breaks_at_zero"]):
            self.trigger_end("bank", "end.bank")

    # ------------------------------------------------------------ players and shares

    def seat(self, player: str) -> int:
        """Index of a player in seating order."""
        return self.players.index(player)

    def held(self, player: str, company: str) -> int:
        """Shares of 10 % that a player has in a company or in BOE."""
        holders = self.boe.holders if company == BOE else self.companies[company].holders
        return holders.get(player, 0)

    def certificates(self, player: str) -> int:
        """Certificates of a player: a director's counts one, privates none (stock.cert-limit)."""
        count = self.boe.holders.get(player, 0)
        for company in self.companies.values():
            count += company.holders.get(player, 0) - (company.president == player)
        return count

    def cert_limit(self, player: str) -> int:
        """receivership.cert-limit: what is left of the limit after receiverships, for this player."""
        failed, last = self.receiverships, len(self.cert_limits) - 1
        if failed > last and self.options["cert_limit_after_fifth"] == "resets":
            failed = 0
        return self.cert_limits[min(failed, last)] - self.director_loss * self.failed[player]

    def settle_president(self, company: Company) -> None:
        """stock.director-change: whoever holds more than the director becomes director."""
        old = company.president
        most = company.runner_up()
        if not old or most <= company.holders.get(old, 0):
            return
        seat, seats = self.seat(old), len(self.players)
        after = [self.players[(seat + step) % seats] for step in range(1, seats)]
        company.president = next(player for player in after if company.holders.get(player) == most)
        self.tell("president", "stock.director-change", player=company.president, company=company.id)

    def settle_float(self, company: Company) -> None:
        """float.threshold, float.capital: 60 % out of the IPO bring ten times par, once."""
        sold = (SHARES - company.ipo) * 10
        if company.floated or not company.par or sold < self.constants["shares"]["float_percent"]:
            return
        company.floated = True
        capital = company.par * self.constants["shares"]["capital_times_par"]
        self.pay(BANK, company.id, capital, "float", company=company.id)
        self.cite("float.threshold")
        self.tell("floats", "float.capital", company=company.id, amount=capital)

    # ------------------------------------------------------------ market

    def price(self, company: str) -> int:
        """Market price of a share, in £; 0 for a company not started."""
        if company == BOE:
            return self.boe.price
        cell = self.companies[company].cell
        return self.market.price(cell) if cell else 0

    def place(self, company: Company, cell: Cell) -> None:
        """Put a marker on a cell, behind those that lie there."""
        if cell != company.cell:
            company.cell = cell
            self.arrivals += 1
            company.arrival = self.arrivals

    def move_price(self, company: Company, cell: Cell, rule: str) -> bool:
        """Move a marker by `rule`; True when the company goes into receivership by it."""
        old = self.price(company.id)
        self.place(company, cell)
        new = self.price(company.id)
        if new != old:
            self.tell("price", rule, company=company.id, old=old, new=new)
        else:
            self.tell("price-stays", rule, company=company.id, price=new)
            self.cite("market.edges")
        if cell == self.market.top:
            self.trigger_end("top", "end.triggers")
        if cell[1] == 0:
            receivership.enter(self, company)
            return True
        return False

    def operating_order(self) -> list[Company]:
        """Floated companies, highest price first; then further right, further up, first come."""
        floated = [c for c in self.companies.values() if c.floated and not c.closed]

        def rank(company: Company) -> tuple[int, int, int, int]:
            assert company.cell is not None
            row, col = company.cell
            return (-self.market.price(company.cell), -col, row, company.arrival)

        return sorted(floated, key=rank)

    # ------------------------------------------------------------ phases and the end

    def reached(self, phase: str) -> bool:
        """Whether the game is in `phase` or later."""
        return KINDS.index(self.phase) >= KINDS.index(phase)

    def phase_data(self) -> dict[str, Any]:
        """Colours, rounds, train limit and BOE base of the phase."""
        data: dict[str, Any] = self.constants["phases"][self.phase]
        return data

    def since(self, what: str) -> bool:
        """Whether something that begins with a phase has begun."""
        return self.reached(self.constants["since_phase"][what])

    def trigger_end(self, reason: str, rule: str) -> None:
        """end.first-trigger: the first reason counts; the set of operating rounds is finished."""
        if not self.end_reason:
            self.end_reason = reason
            self.tell(f"end-{reason}", rule)
        elif reason != self.end_reason:
            self.cite("end.first-trigger")

    @property
    def finished(self) -> bool:
        return self.over or self.stopped

    # ------------------------------------------------------------ moves

    def play(self, by: str, move: Move) -> str:
        """Play a move of whoever is to act, of `by`, or of the company whose president `by` is."""
        if isinstance(move, Sell):
            is_train = move.company == GHAN or move.company in self.depot.faces
            self.must(not is_train, "train.no-sale-back", company=by or self.actor, train=move.company)
        if by and by != self.actor and not self.acts_for(by, move):
            rounds.imply(self, by, move)
        actor = self.actor
        if rounds.pending(self):
            actor = self._pending(by or actor, move)
        elif self.round == "auction":
            auction.play(self, actor, move)
        elif self.round == "stock":
            stock.play(self, actor, move)
        else:
            operating.play(self, actor, move)
            receivership.renew_crisis(self)
        self.check_bank()
        rounds.advance(self)
        return actor

    def corrected(self) -> None:
        """A cash crisis may be over, and the Bank broken, by what the table has ruled."""
        self.check_bank()
        rounds.advance(self)

    def acts_for(self, by: str, move: Move) -> bool:
        """Whether the one to act is a company for which `by` speaks; with shares he speaks for himself."""
        actor = self.actor
        if stock.trades_shares(self, move):
            return False
        return actor == "BOE" or (actor in self.companies and self.companies[actor].president == by)

    def _pending(self, by: str, move: Move) -> str:
        """What must be settled before play goes on: a cash crisis, P3's tile, trains over the limit."""
        if isinstance(move, Sell) and self.crisis:
            receivership.crisis_sale(self, by, move)
            rounds.reorder(self)
        elif self.crisis:
            self.must(False, "crisis.must-sell", player=self.crisis, cash=self.cash(self.crisis))
        elif isinstance(move, Discard) and trains.crowded(self):
            return trains.discard(self, by, move)
        elif isinstance(move, Lay) and self.tasmania and move.power == "P3":
            privates.lay_tasmania(self, by, move)
        elif isinstance(move, Loan) and self.tasmania and self.operating.turn is not None:
            loans.take(self, self.operating.turn.company)
        elif self.tasmania:
            self.must(False, "power.p3-last-chance", owner=self.tasmania)
        else:
            company = trains.crowded(self)[0]
            count, limit = len(company.counted_trains), self.phase_data()["train_limit"]
            fields = {"company": company.id, "count": count, "limit": limit, "need": count - limit}
            self.must(False, "train.discard", **fields)
        return by

    @property
    def actor(self) -> str:
        """Whoever is to act: a player, a company, BOE; "" after the end."""
        return rounds.actor(self)

    def step_name(self, step: int) -> str:
        """The name of a step of a company's turn."""
        return operating.STEPS[step]

    def situation(self) -> Situation:
        return report.situation(self)

    def choices(self) -> list[Choice]:
        return report.choices(self)

    # ------------------------------------------------------------ the board

    def hex(self, id_: str) -> Hex:
        """A hex of the map by its name; `Unreadable` if there is none."""
        found = self.board.hexes.get(id_)
        if found is None:
            raise Unreadable(f"there is no hex {id_} on the map", "hexes run from A4 to I10")
        return found

    def city_value(self, hex_: str) -> int:
        """boe.city-value: what a city is worth now, in £; needs the tiles to be known."""
        place = self.board.hexes[hex_]
        if place.revenue:
            return place.revenue[len(self.phase_data()["tiles"]) - 1]
        tile: Tile | None = self.board.tiles.get(self.tiles.get(hex_, ("", 0))[0])
        return tile.revenue if tile else 0

    @property
    def knows_tiles(self) -> bool:
        """Whether the table tells which tiles it lays."""
        return bool(self.options["track"] == "tiles")

    # ------------------------------------------------------------ reports

    def check(self) -> None:
        """Raises `Broken` unless shares, loans and trains add up."""
        for company in self.companies.values():
            if not company.closed and company.ipo + company.pool + sum(company.holders.values()) != SHARES:
                self.broken(f"the shares of {company.id} do not add up")
        boe = self.boe
        if boe.pool + sum(boe.holders.values()) != SHARES:
            self.broken("the shares of BOE do not add up")
        lent = boe.loans * self.constants["boe"]["loan_value"] - self.ledger.accounts[BOE].corrected
        if self.cash(BOE) + lent != self.constants["boe"]["cash"]:
            self.broken("loans and the money of BOE do not add up")

    def state(self) -> dict[str, Any]:
        return report.state(self)

    def show(self, words: Rulebook) -> list[Section]:
        return report.show(self, words)

    def view(self, name: str, words: Rulebook, *arguments: str) -> list[Section]:
        return report.stocks(self, words)

    def scores(self) -> list[Score]:
        return report.scores(self)

    def summary(self) -> dict[str, Any]:
        return report.summary(self)

"""Building: what an order costs, what it pays to whom, and what it links."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from referee.games.dampfross.network import FOREIGN, Contact, Jump
from referee.games.dampfross.orders import HEX_NAME, Note, Order, Point, Stretch, write_order
from referee.games.dampfross.state import Town
from referee.notation import fold

if TYPE_CHECKING:
    from referee.games.dampfross.game import Dampfross


def carry_out(g: Dampfross, company: str, order: Order, budget: int | None, *, extra: bool) -> None:
    """Build an order of one company within `budget` Cr (None: no limit), paid from the die or the account.

    build.*, price.*, fee.*, bonus.*, jump.*, end.cities: every check and effect of building.
    """
    Works(g, company, budget, extra).run(order)


class Works:
    """One order while it is being carried out."""

    def __init__(self, g: Dampfross, company: str, budget: int | None, extra: bool) -> None:
        self.g, self.company, self.budget, self.extra = g, company, budget, extra
        self.cost = 0
        self.fees = 0
        self.unpriced = False
        self.due: dict[str, int] = {}  # fees since the last note about them, by rival
        self.shown: list[Note] = []  # notes on the point being drawn
        self.exits = 0  # segments out of the start city in this order
        self.cited: set[str] = set()
        # Where the table declares the map: the last place named in this stretch, the hexes since its
        # start (None: not told), and the fees noted on it by rival.
        self.named = ""
        self.hexes: int | None = 0
        self.noted: dict[str, int] = {}

    # ------------------------------------------------------------ the order

    def run(self, order: Order) -> None:
        """Draw all stretches, stop where the building phase ends, then settle the price."""
        g = self.g
        drawn: list[Stretch] = []
        for number, stretch in enumerate(order):
            if number and g.building_over() and g.options["building_ends"] != "round":
                g.tell("not-drawn", rule="end.stretch", rest=write_order(order[number:]))
                break
            drawn.append(self._stretch(stretch))
        if len(order) > 1:
            self.cite("build.stretches")
        self._settle(drawn)

    def _settle(self, drawn: Sequence[Stretch]) -> None:
        g = self.g
        spent = self.cost + (self.fees if self.extra and g.options["extra_fees"] == "inside" else 0)
        if self.extra and g.options["extra_fees"] == "inside" and self.fees:
            self.cite("extra.fees-inside")
        if self.budget is not None:
            fields: dict[str, Any] = {"company": self.company, "cost": spent, "budget": self.budget}
            if self.extra:
                g.require(spent <= self.budget, "extra.limit", **fields)
            else:
                g.require(spent <= self.budget, "build.budget", **fields)
        phrase = "built-unpriced" if self.unpriced and not self.cost else "built"
        left = max(self.budget - self.cost, 0) if self.budget is not None else 0
        fields = {
            "company": self.company,
            "order": write_order(tuple(drawn)),
            "cost": self.cost,
            "left": left,
        }
        g.tell(phrase, **fields)
        if self.extra:
            balance = g.ledger.balance(self.company)
            enough = balance >= self.cost or g.options["debt"]
            g.must(enough, "extra.cash", company=self.company, cost=self.cost, cash=balance)
            g.ledger.transfer(self.company, g.BANK, self.cost, "build")
            g.tell(
                "paid-build" if self.cost else "", rule="extra.account", company=self.company, cost=self.cost
            )
        elif left and not self.unpriced:
            g.tell("lost", rule="build.lost", company=self.company, left=left)

    def cite(self, rule: str) -> None:
        """Cite a rule once per order."""
        if rule not in self.cited:
            self.cited.add(rule)
            self.g.cite(rule)

    def _stretch(self, stretch: Stretch) -> Stretch:
        start, *points = stretch.points
        self.due = {}
        self.shown = []
        if self.g.board.known:
            spot = self._start_known(start)
            drawn = [self._shown(Point(self.g.board.place(spot)))]
            for point in points:
                if self._stopped(point):
                    break
                spot = self._hop_known(spot, point)
                drawn.append(self._noted(point, Point(self.g.board.place(spot), leap=point.leap)))
        else:
            here = self._start_declared(start)
            drawn = [self._shown(start._replace(notes=()))]
            for point in points:
                if self._stopped(point):
                    break
                here = self._hop_declared(here, point)
                drawn.append(self._noted(point, point._replace(notes=())))
        return Stretch(stretch.label, tuple(drawn))

    def _stopped(self, point: Point) -> bool:
        """Whether the phase has ended in the middle of this stretch (end.at-once); `point` is not drawn."""
        g = self.g
        if g.options["building_ends"] != "at once" or not g.building_over():
            return False
        if "end.at-once" not in self.cited:
            self.cited.add("end.at-once")
            g.tell("not-drawn", rule="end.at-once", rest=f"… - {point}")
        return True

    def _shown(self, point: Point) -> Point:
        notes, self.shown = tuple(self.shown), []
        return point._replace(notes=notes)

    def _noted(self, typed: Point, drawn: Point) -> Point:
        """The point with the notes as they are computed; what was typed otherwise is refused."""
        bonus = sum(note.amount for note in self.shown if note.kind == "bonus")
        for note in typed.notes:
            if note.kind == "bonus":
                self._agree(note.amount, bonus, self.g.BANK, note, drawn)
            elif note.kind == "paid":
                self._agree(-note.amount, -self.due.pop(note.who, 0), note.who, note, drawn)
            elif note.kind in ("text", "line"):
                self.shown.append(note)
        return self._shown(drawn)

    def _compare(self, note: str, agrees: bool, computed: str, point: Point) -> None:
        """What a typist noted is compared, never silently taken (build.note)."""
        place = point.place or point.letters
        self.g.require(agrees, "build.note", note=note, computed=computed, place=place)

    def _agree(self, typed: int, computed: int, other: str, note: Note, point: Point) -> None:
        """A noted payment stands beside the one computed; by ruling the difference changes hands."""
        g = self.g
        self._compare(str(note), typed == computed, f"{computed:+d}", point)
        if typed > computed:
            g.ledger.transfer(g.purse(other), g.purse(self.company), typed - computed, "note-differs")
        elif typed < computed:
            g.ledger.transfer(g.purse(self.company), g.purse(other), computed - typed, "note-differs")

    # ------------------------------------------------------------ payments and links

    def pay(self, rival: str, amount: int, contact: Contact | None, place: str) -> None:
        """A fee to a rival, at once and from the account (fee.account)."""
        g = self.g
        payee = g.purse(rival)
        g.must(rival != self.company, "fee.rival", company=self.company)
        if g.exempt(self.company, rival):
            self.cite("david.fees")
            return
        if not amount:
            return
        balance = g.ledger.balance(self.company)
        fields: dict[str, Any] = {"company": self.company, "rival": rival, "fee": amount, "cash": balance}
        g.must(balance >= amount or g.options["debt"], "fee.account", **fields)
        g.ledger.transfer(self.company, payee, amount, "fee", rival=rival, place=place)
        self.fees += amount
        self.due[rival] = self.due.get(rival, 0) + amount
        earlier = next((note for note in self.shown if note.kind == "paid" and note.who == rival), None)
        if earlier:
            self.shown.remove(earlier)
            amount += earlier.amount
        self.shown.append(Note("paid", amount, rival))
        if contact:
            if contact.joins:
                self.cite("fee.join")
            if contact.halves:
                self.cite("fee.alongside")
            if contact.flats:
                self.cite("fee.adjacent")

    def reach(self, town: Town, *, bonus: bool) -> None:
        """The company's line enters a city: the first of all gets the bonus (bonus.first)."""
        g = self.g
        first = not town.linked
        g.visit(town, self.company)
        if first and bonus and g.edition.bonus:
            g.ledger.transfer(g.BANK, self.company, g.edition.bonus, "bonus", town=town.name)
            self.shown.append(Note("bonus", g.edition.bonus))
            self.cite("bonus.late" if g.phase == "operating" else "bonus.first")
        elif not first:
            self.cite("bonus.later")

    def _bonus_due(self) -> bool:
        """Whether cities reached now still give the bonus (bonus.late)."""
        return self.g.phase == "building" or bool(self.g.options["late_bonus"])

    def _begin(self, place: str, town: Town | None) -> None:
        """The first line of a company: it starts at a start station of the map (build.start)."""
        g = self.g
        cities, exact = g.board.start_cities(len(g.companies))
        taken = [company.start for company in g.companies.values() if company.start]
        free = [city for city in cities if not exact or taken.count(city) < cities.count(city)]
        if cities:
            fields: dict[str, Any] = {"place": place, "starts": list(dict.fromkeys(free))}
            g.require(town and town.name in free, "build.start", **fields)
        else:
            g.require(town, "build.start-city", place=place)
        g.companies[self.company].start = town.name if town else place
        if town:
            first = not town.linked
            g.visit(town, self.company)
            if first and g.options["start_bonus"]:
                g.ledger.transfer(g.BANK, self.company, g.edition.bonus, "bonus", town=town.name)
                self.shown.append(Note("bonus", g.edition.bonus))
                self.cite("bonus.at-start")
            else:
                self.cite("bonus.no-start")

    # ------------------------------------------------------------ a known map

    def _start_known(self, point: Point) -> int:
        g = self.g
        spot = g.hex(point)
        town = g.town_at(spot)
        if not g.companies[self.company].start and not g.network.own[self.company]:
            self._begin(g.board.place(spot), town)
            g.network.settle(self.company, spot)
        if not g.network.has(self.company, spot):
            own = [g.board.place(index) for index in g.network.own[self.company]]
            g.require(False, "build.own", company=self.company, place=g.board.place(spot), own=own[:8])
        return spot

    def _hop_known(self, here: int, point: Point) -> int:
        g, board = self.g, self.g.board
        there = g.hex(point)
        if point.leap:
            self._leap_known(here, there, point.leap)
            return there
        line = board.straight(here, there)
        if line is None or here == there:
            names = {"a": board.place(here), "b": board.place(there)}
            ways = [] if here == there else board.ways(here, there)
            g.must(ways, "build.no-way", **names)
            answers = [" - ".join(board.names[index] for index in way[1:]) for way in ways]
            g.ask("way", answers, **names)
        for a, b in pairwise(line):
            self._segment(a, b)
            if b != there and self._stopped(point):
                return b
        return there

    def _segment(self, a: int, b: int) -> None:
        """One segment from centre to centre."""
        g, board, network = self.g, self.g.board, self.g.network
        names = {"a": board.place(a), "b": board.place(b)}
        g.must(b not in network.own[self.company].get(a, ()), "build.again", **names)
        if a in board.abroad:
            g.require(board.build_abroad, "build.abroad", place=board.place(a), country=board.abroad[a])
        if b in board.abroad:
            self.cite("build.frontier")
        self._one_exit(a, b)
        self.cost += self._price(a, b)
        contacts = g.contacts(self.company, a, b)
        if len(contacts) > 1:
            self.cite("fee.every-rival")
        for rival, contact in contacts.items():
            self._cite_place(a, b, rival)
            self.pay(rival, g.edition.fee(*contact), contact, board.place(b))
        # A junction paid in one hex also counts in the next while the lines run alongside.
        joined = [
            rival
            for rival, contact in contacts.items()
            if contact.joins or contact.flats or (self.company, rival, a) in network.joined
        ]
        network.meet(self.company, b, joined)
        network.lay(self.company, a, b, g.turns)
        town = g.town_at(b)
        if town:
            self.reach(town, bonus=self._bonus_due())

    def _cite_place(self, a: int, b: int, rival: str) -> None:
        if self.g.edition.towns and (a in self.g.board.city_at or b in self.g.board.city_at):
            self.cite("fee.city")
        if b in self.g.board.abroad:
            self.cite("fee.abroad")
        if rival == FOREIGN:
            self.cite("white.join")

    def _price(self, a: int, b: int) -> int:
        """price.*: the price of a segment by its ends and the river between them."""
        g, board = self.g, self.g.board
        uphill = sum(g.network.mountain[spot] for spot in (a, b))
        river = board.rivers.get((a, b) if a < b else (b, a), "")
        return self._priced(uphill, river, place=board.place(b)) or 0

    def _priced(self, uphill: int, river: str, place: str) -> int | None:
        g = self.g
        extra = g.board.surcharges.get(river) or g.edition.surcharge(river) if river else 0
        if g.options["table_bridge"] and river == "r" and not uphill:
            self.cite("price.table-bridge")
            return 5
        price = g.edition.price(uphill, extra)
        g.must(price is not None, "price.unknown", place=place, edition=g.options["edition"])
        self.cite(("price.plain", "price.climb", "price.ridge")[uphill])
        if river:
            self.cite("price.bridge" if river == "r" else "price.wide")
        return price

    def _one_exit(self, a: int, b: int) -> None:
        """map.one-exit: in the first round each leaves the start city in one direction only."""
        g = self.g
        if not (g.board.one_exit and g.phase == "building" and g.round == 1):
            return
        city = g.companies[self.company].start
        if g.board.place(a) != city:
            return
        used = {
            (name, there)
            for name in g.companies
            for there in g.network.own.get(name, {}).get(a, ())
            if name == self.company or g.options["one_exit"] == "different"
        }
        mine = {there for name, there in used if name == self.company}
        g.require(not mine - {b}, "map.one-exit", city=city)
        if g.options["one_exit"] == "different":
            g.require(b not in {there for _, there in used}, "map.exits-differ", city=city)

    def _leap_known(self, here: int, there: int, rival: str) -> None:
        g, board, network = self.g, self.g.board, self.g.network
        made = sum(jump.rival == rival for jump in network.jumps[self.company])
        self._may_leap(rival, made, len(network.open_jumps(self.company, rival)))
        most = g.jump_most
        names = {"a": board.place(here), "b": board.place(there), "rival": rival, "most": most}
        g.require(network.gap(rival, here, there, most) is not None, "jump.gap", **names)
        joins: dict[str, int] = {}
        for spot in (here, there):
            for other in network.at[spot] if spot == there else (rival,):
                if other != self.company and (self.company, other, spot) not in network.joined:
                    if g.edition.towns or spot not in board.city_at:
                        joins[other] = joins.get(other, 0) + 1
                    network.meet(self.company, spot, [other])
        for other, count in joins.items():
            self.pay(other, g.edition.fee(count, 0), Contact(count, 0, 0), board.place(there))
        self.cite("jump.connections")
        network.settle(self.company, there)
        network.jumps[self.company].append(Jump(rival, here, there))
        town = g.town_at(there)
        if town:
            g.visit(town, self.company)

    def _may_leap(self, rival: str, made: int, open_: int) -> None:
        """jump.*: whether a company may jump once more along a rival's line; `open_` jumps are not closed."""
        g = self.g
        g.require(g.options["jumps"], "jump.agreed")
        g.must(rival != self.company, "jump.rival", company=self.company)
        g.require(open_ < 2, "jump.limit", company=self.company, rival=rival)
        if made >= 2:
            self.cite("jump.free-again")

    # ------------------------------------------------------------ a map the table declares

    def _start_declared(self, point: Point) -> str:
        """Where a stretch starts; returns the key of the place, with its terrain remembered."""
        g = self.g
        town = g.town_named(point.place)
        own = g.sites[self.company]
        key = fold(point.place)
        if point.letters:
            g.terrain[key] = "m" if point.letters[-1] == "m" else "p"
        if not g.companies[self.company].start and not own:
            named = point.place and not HEX_NAME.fullmatch(point.place)
            if town is None and named and not g.taken_over:
                town = g.new_town(point.place)
            if not g.taken_over:
                self._begin(point.place or point.letters, town)
        elif key and not HEX_NAME.fullmatch(point.place) and not g.taken_over:
            fields: dict[str, Any] = {
                "company": self.company,
                "place": point.place,
                "own": g.site_names(self.company)[:8],
            }
            g.require(key in own, "build.own", **fields)
        self.named, self.hexes, self.noted = "", 0, {}
        self._name_site(point.place)
        if point.place and fold(g.companies[self.company].start) == key:
            self.exits += 1
            if g.board.one_exit and g.phase == "building" and g.round == 1:
                g.require(self.exits == 1, "map.one-exit", city=point.place)
        return key

    def _hop_declared(self, here: str, point: Point) -> str:
        g = self.g
        key = fold(point.place)
        self.due = {}
        country = g.abroad_sites.get(here)
        if country:
            g.require(g.board.build_abroad, "build.abroad", place=country, country=country)
        if point.leap:
            self._leap_declared(here, key, point)
        else:
            self._declared_price(here, point)
            self._name_site(point.place)
        self._declared_fees(point)
        self._declared_town(point)
        if point.letters:
            g.terrain[key] = "m" if point.letters[-1] == "m" else "p"
            if point.letters[-1] == "x":
                g.abroad_sites[key] = point.place
                g.reached_exits.add(key)
                self.cite("build.frontier")
        return key

    def _name_site(self, place: str) -> None:
        """The company has line in a place of that name, led on from the last one it named."""
        key, own = fold(place), self.g.sites[self.company]
        if not key:
            return
        self.g.spelled[key] = place
        own.setdefault(key, [])
        if self.named:
            own[self.named].append(key)
            own[key].append(self.named)
        self.named = key

    def _declared_price(self, here: str, point: Point) -> None:
        """The price of hexes told in letters, or the price the table gives; else it is not checked."""
        g = self.g
        cost = next((note.amount for note in point.notes if note.kind == "cost"), None)
        price = self._letters_price(here, point) if point.letters else None
        if price is not None and cost is not None:
            self._compare(f"[cost {cost}]", cost == price, str(price), point)
        if price is None and cost is None:
            if self.extra:
                text = f"{point.place} [cost N]"
                g.ask("cost", [f"… - {text}", f"… - pp {point.place}"], place=point.place)
            self.unpriced = True
            self.cite("build.unpriced")
        if self.hexes is not None:
            self.hexes = (
                self.hexes + sum(letter not in "rw" for letter in point.letters) if point.letters else None
            )
        self.cost += cost if cost is not None else price or 0
        if cost is not None:
            self.shown.append(Note("cost", cost))

    def _letters_price(self, here: str, point: Point) -> int:
        g = self.g
        letters, place = point.letters, point.place
        g.must("c" not in letters[:-1], "build.city-name", letters=letters)
        g.must(letters[-1] not in "cx" or place, "build.city-name", letters=letters)
        before = self._terrain(here, place)
        total, river, abroad = 0, "", False
        for letter in letters:
            if letter in "rw":
                river = letter
                continue
            if abroad:
                g.require(
                    g.board.build_abroad, "build.abroad", place=place or letters, country=place or letters
                )
            now = "m" if letter == "m" else "p"
            total += self._priced((before == "m") + (now == "m"), river, place or letters) or 0
            before, river, abroad = now, "", letter == "x"
        return total

    def _terrain(self, here: str, place: str) -> str:
        g = self.g
        known = g.terrain.get(here)
        if known is None and here in g.towns:
            known = "p"
        if known is None:
            name = next((name for name in g.site_names(self.company) if fold(name) == here), here.upper())
            g.ask("terrain", [f"build (p {name}) - …", f"build (m {name}) - …"], place=name)
        return known

    def _declared_fees(self, point: Point) -> None:
        """What the table says of rivals: junctions and half hexes in letters, or plain amounts."""
        g = self.g
        typed = {note.who: note.amount for note in point.notes if note.kind == "paid"}
        told: set[str] = set()
        for note in point.notes:
            if note.kind == "beside":
                contact = Contact(*(note.letters.count(letter) for letter in "jha"))
                told.add(note.who)
                fee = g.edition.fee(*contact)
                self._plausible(note.who, fee)
                self.pay(note.who, fee, contact, point.place)
        if len(told | set(typed)) > 1:
            self.cite("fee.every-rival")
        for rival, amount in typed.items():
            if rival not in told:
                self.cite("fee.declared")
                self._plausible(rival, amount)
                self.pay(rival, amount, None, point.place)

    def _plausible(self, rival: str, fee: int) -> None:
        """fee.most: no more than a junction and two half hexes for every hex of the stretch so far."""
        g = self.g
        self.noted[rival] = self.noted.get(rival, 0) + fee
        if self.hexes:
            most = self.hexes * max(g.edition.fee(1, 2), g.edition.fee(1, 0, 1))
            fields: dict[str, Any] = {
                "rival": rival,
                "fee": self.noted[rival],
                "most": most,
                "hexes": self.hexes,
            }
            g.require(self.noted[rival] <= most, "fee.most", **fields)

    def _declared_town(self, point: Point) -> None:
        """Whether the point is a city, and the bonus for the first one there."""
        g = self.g
        noted = any(note.kind == "bonus" for note in point.notes)
        town = g.town_named(point.place)
        if town is None:
            city = point.letters.endswith("c") or noted
            bare = not point.letters and point.place and not HEX_NAME.fullmatch(point.place)
            if not (city or bare):
                return
            town = g.new_town(point.place)
        # In a game taken over midway, a city may have been linked before the record begins.
        bonus = self._bonus_due() and (noted or not g.taken_over or point.letters.endswith("c"))
        self.reach(town, bonus=bonus)

    def _leap_declared(self, here: str, there: str, point: Point) -> None:
        g, rival = self.g, point.leap
        made = [jump for jump in g.site_jumps[self.company] if jump[0] == rival]
        still = [jump for jump in made if not g.sites_linked(self.company, jump[1], jump[2])]
        self._may_leap(rival, len(made), len(still))
        if not any(note.kind in ("paid", "beside") and note.who == rival for note in point.notes):
            free = not g.edition.towns and here in g.towns
            self.pay(rival, g.edition.fee(1 if free else 2, 0), Contact(2, 0, 0), point.place)
        self.cite("jump.connections")
        self.named = ""
        self._name_site(point.place)
        g.site_jumps[self.company].append((rival, here, there))

"""The board of Transit: stopovers, zones, red lines, border, colours, tickets and cards.

Nothing of it need be known at first. `Board.learn` takes one fact after the other, from a board file or
from the table, and refuses by rule id what contradicts the rules or what is known already.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, Protocol

from referee.boards import BoardFault, Boards
from referee.errors import Illegal
from referee.games.base import Game, Section
from referee.games.transit import drawing
from referee.games.transit.moves import (
    CONSTANTS,
    LONGEST,
    NEW_NAME,
    ZONES,
    ApartFact,
    BorderFact,
    CardsFact,
    CrossFact,
    FreightFact,
    LinesFact,
    LinkFact,
    PortFact,
    ProductFact,
    SquareFact,
    StockFact,
    TicketFact,
    ZoneFact,
)
from referee.notation import Move, Names, fold, nearest
from referee.resources import rules_folder
from referee.rulebook import Rulebook

COLOURS: Final[tuple[str, ...]] = tuple(CONSTANTS["colours"])
RANKS: Final[tuple[str, ...]] = tuple(CONSTANTS["ranks"])  # weakest first
STORMS: Final[int] = CONSTANTS["cards"]["storms"]
PER_COLOUR: Final[int] = CONSTANTS["comptoirs_per_colour"]
NUMBERS: Final = tuple(10 * red + other for red in range(1, 7) for other in range(1, 7))
PORT, CROSS, SQUARE = "comptoir", "cross", "square"
KINDS: Final = (PORT, CROSS, SQUARE)
WORDS: Final = Rulebook("transit")


class Judge(Protocol):
    """Who decides whether a contradiction stops a fact: a game (the table may overrule), or `Strict`."""

    def require(self, condition: object, rule: str, **fields: Any) -> None:
        """Refuse by `rule` unless `condition` holds."""

    def must(self, condition: object, rule: str, **fields: Any) -> None:
        """Refuse by `rule` unless `condition` holds; no ruling helps."""


class Strict:
    """The judge of board files: nothing is overruled there."""

    def require(self, condition: object, rule: str, **fields: Any) -> None:
        """Refuse by `rule` unless `condition` holds."""
        if not condition:
            raise Illegal(rule, fields, waivable=False)

    must = require


@dataclass(slots=True)
class Stop:
    """A stopover. What is not known of it is "" or 0."""

    name: str
    kind: str = ""  # one of KINDS
    colour: str = ""
    product: str = ""  # sold there, where the colour is not known yet
    zone: int = 0


class Board:
    """What is known of a board."""

    def __init__(self) -> None:
        self.title = ""
        self.invented = False
        self.ticket: int = CONSTANTS["ticket"]  # francs
        self.pack = 0  # cards; 0: not known
        self.freights: set[str] = set()  # ports named by freight cards, as far as known
        self.products: list[str] = []
        self.sells: dict[str, str] = {}  # colour -> product
        self.stock: dict[str, int] = {}  # colour -> francs in all its tickets
        self.stops: dict[str, Stop] = {}
        self.lines: set[frozenset[str]] = set()
        self.apart: set[frozenset[str]] = set()
        self.listed: set[str] = set()  # stopovers of which every line is known
        self.all_listed = False
        self.border: dict[int, tuple[str, str]] = {}  # number -> product, port
        self._names: dict[str, Names] = {}

    # ------------------------------------------------------------ names

    def vocabulary(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """The names of stopovers and products with their other spellings."""
        stops, products = CONSTANTS["stops"], CONSTANTS["products"]
        return {
            "stopover": {name: tuple(stops.get(name, ())) for name in self.stops},
            "product": {name: tuple(products.get(name, ())) for name in self.products},
        }

    def spelling(self, kind: str, text: str) -> str:
        """The known name that `text` means; a name not known stays as it is. Raises `Ambiguous`."""
        if text in (self.stops if kind == "stopover" else self.products):
            return text
        if text.startswith('"'):
            return self._index(kind).exactly(text.strip('"'), kind) or text
        found = self._index(kind).match(text, kind)
        return found or (text.lower() if kind == "product" else text)

    def alike(self, kind: str, text: str) -> str:
        """A known name so like the new name `text` that one may be a slip for the other, else ""."""
        if text.startswith('"'):
            return ""
        known = {fold(name): name for name in self._index(kind).of(kind)}
        near = get_close_matches(fold(text), known, 1, 0.75)
        return known[near[0]] if near else ""

    def _index(self, kind: str) -> Names:
        if kind not in self._names:
            self._names[kind] = Names({kind: self.vocabulary()[kind]})
        return self._names[kind]

    # ------------------------------------------------------------ questions

    def ports(self, colour: str) -> list[str]:
        """The comptoirs known to be of that colour."""
        return [stop.name for stop in self.stops.values() if stop.colour == colour]

    def cross(self, zone: int) -> str:
        """The black cross of a zone, "" while it is not known."""
        return next((s.name for s in self.stops.values() if s.kind == CROSS and s.zone == zone), "")

    def colour_of(self, product: str) -> str:
        """The colour whose comptoirs sell `product`, "" while it is not known."""
        return next((colour for colour, sold in self.sells.items() if sold == product), "")

    def linked(self, stop: str, other: str) -> bool | None:
        """Whether a red line joins two stopovers; None where nobody has said so far."""
        pair = frozenset((stop, other))
        if pair in self.lines:
            return True
        if self.all_listed or pair in self.apart or not self.listed.isdisjoint(pair):
            return False
        return None

    def neighbours(self, stop: str) -> list[str]:
        """The stopovers known to be one red line away, in the order of the alphabet."""
        return sorted(next(iter(pair - {stop})) for pair in self.lines if stop in pair)

    def freight_cards(self) -> int:
        """How many freight cards the pack holds, 0 while the pack is not known."""
        return self.pack - STORMS - len(RANKS) if self.pack else 0

    def may_be_freight(self, stop: str) -> bool:
        """Whether a freight card names `stop`, or may do so because not all of the cards are known."""
        count = self.freight_cards()
        return stop in self.freights or not count or len(self.freights) < count

    def _is_cross(self, stop: str) -> bool:
        return stop in self.stops and self.stops[stop].kind == CROSS

    # ------------------------------------------------------------ learning

    def learn(self, fact: Move, judge: Judge) -> None:
        """Take a fact with canonical names. Raises `Illegal` through `judge` when it contradicts others."""
        match fact:
            case BorderFact():
                self._learn_border(fact, judge)
            case PortFact():
                self._learn_port(fact, judge)
            case CrossFact():
                self._kind(fact.stop, CROSS, judge)
                if fact.zone:
                    self._zone(fact.stop, fact.zone, judge)
                elif self.stops[fact.stop].zone:
                    self._one_cross(fact.stop, self.stops[fact.stop].zone, judge)
            case SquareFact():
                self._kind(fact.stop, SQUARE, judge)
            case ZoneFact():
                self._zone(fact.stop, fact.zone, judge)
            case LinkFact() | ApartFact():
                self._learn_line(fact, judge)
            case LinesFact():
                self._learn_lines(fact, judge)
            case ProductFact():
                self._sells(fact.colour, fact.product, judge)
            case StockFact():
                self._learn_stock(fact, judge)
            case TicketFact():
                fits = fact.amount > 0 and not any(stock % fact.amount for stock in self.stock.values())
                stocks = [f"{colour} {WORDS.money(stock)}" for colour, stock in self.stock.items()]
                judge.must(fits, "board.ticket", amount=fact.amount, stocks=stocks)
                self.ticket = fact.amount
            case CardsFact():
                fixed, freights = STORMS + len(RANKS), len(self.freights)
                fits = fact.count >= fixed + freights
                judge.must(fits, "board.pack", count=fact.count, fixed=fixed, freights=freights)
                self._same("pack", self.pack or fact.count, fact.count, judge)
                self.pack = fact.count
            case FreightFact():
                self._freight(fact.stop, judge)

    def _same(self, what: str, known: object, told: object, judge: Judge) -> None:
        judge.require(known == told, "board.differs", what=what, known=known, told=told)

    def stop(self, name: str) -> Stop:
        """The stopover of that name, made known if it is new."""
        found = self.stops.get(name)
        if found is None:
            found = self.stops[name] = Stop(name)
            self._names.pop("stopover", None)
        return found

    def product(self, product: str, judge: Judge) -> None:
        """`product` is one of the six."""
        if product not in self.products:
            full = len(self.products) >= len(COLOURS)
            judge.must(not full, "board.six-products", product=product, products=self.products)
            self.products.append(product)
            self._names.pop("product", None)

    def _sells(self, colour: str, product: str, judge: Judge) -> None:
        known = self.sells.get(colour, product)
        judge.must(known == product, "board.one-product", colour=colour, product=known, told=product)
        other = self.colour_of(product) or colour
        judge.must(other == colour, "board.own-product", colour=other, product=product, told=colour)
        self.product(product, judge)
        self.sells[colour] = product
        for stop in self.stops.values():
            if stop.product == product and not stop.colour:
                self._colour(stop, colour, judge)

    def _colour(self, stop: Stop, colour: str, judge: Judge) -> None:
        others = [name for name in self.ports(colour) if name != stop.name]
        judge.must(len(others) < PER_COLOUR, "board.three-ports", colour=colour, stops=others, stop=stop.name)
        stop.colour = colour

    def _kind(self, name: str, kind: str, judge: Judge) -> Stop:
        stop = self.stop(name)
        known = stop.kind or kind
        judge.require(known == kind, "board.kinds", stop=name, kind=kind, known=known)
        if kind == CROSS:
            named = [number for number, (_, port) in self.border.items() if port == name]
            judge.require(not named, "board.border-port", stop=name, number=next(iter(named), 0))
            judge.require(name not in self.freights, "board.freight-port", stop=name)
        if known != kind:
            stop.colour = stop.product = ""
        stop.kind = kind
        return stop

    def comptoir(self, name: str, product: str, judge: Judge) -> None:
        """`name` is a comptoir that sells `product` ("" if that is not known), whatever its colour."""
        stop = self._kind(name, PORT, judge)
        if product:
            self.product(product, judge)
            stop.product = product

    def _learn_port(self, fact: PortFact, judge: Judge) -> None:
        stop = self._kind(fact.stop, PORT, judge)
        self._same(fact.stop, stop.colour or fact.colour, fact.colour, judge)
        stop.colour = ""
        self._colour(stop, fact.colour, judge)
        product = fact.product or stop.product
        if product:
            self._sells(fact.colour, product, judge)

    def _one_cross(self, name: str, zone: int, judge: Judge) -> None:
        known = self.cross(zone)
        judge.must(known in ("", name), "board.one-cross", zone=zone, cross=known, stop=name)

    def _zone(self, name: str, zone: int, judge: Judge) -> None:
        stop = self.stop(name)
        known = stop.zone or zone
        judge.require(known == zone, "board.one-zone", stop=name, zone=zone, known=known)
        if stop.kind == CROSS:
            self._one_cross(name, zone, judge)
        stop.zone = zone

    def _learn_line(self, fact: LinkFact | ApartFact, judge: Judge) -> None:
        first, second = fact.stop, fact.neighbour
        judge.must(first != second, "board.line", stop=first)
        known, told = self.linked(first, second), isinstance(fact, LinkFact)
        judge.require(known in (None, told), "board.lines", stop=first, other=second)
        pair = frozenset((self.stop(first).name, self.stop(second).name))
        self.lines.discard(pair)
        self.apart.discard(pair)
        (self.lines if told else self.apart).add(pair)

    def _learn_lines(self, fact: LinesFact, judge: Judge) -> None:
        for other in fact.neighbours:
            self._learn_line(LinkFact(stop=fact.stop, neighbour=other), judge)
        extra = [name for name in self.neighbours(fact.stop) if name not in fact.neighbours]
        judge.require(not extra, "board.lines", stop=fact.stop, other=next(iter(extra), ""))
        for other in extra:
            self.lines.discard(frozenset((fact.stop, other)))
        self.listed.add(fact.stop)

    def _learn_border(self, fact: BorderFact, judge: Judge) -> None:
        judge.must(fact.number in NUMBERS, "board.numbers", number=fact.number)
        known = " ".join(self.border.get(fact.number, (fact.product, fact.stop)))
        self._same(str(fact.number), known, f"{fact.product} {fact.stop}", judge)
        judge.require(not self._is_cross(fact.stop), "board.border-port", stop=fact.stop, number=fact.number)
        self.product(fact.product, judge)
        self.border[fact.number] = (fact.product, self.stop(fact.stop).name)

    def _learn_stock(self, fact: StockFact, judge: Judge) -> None:
        fits = fact.amount > 0 and fact.amount % self.ticket == 0
        judge.must(fits, "board.stock", colour=fact.colour, amount=fact.amount, ticket=self.ticket)
        self._same(fact.colour, self.stock.get(fact.colour, fact.amount), fact.amount, judge)
        self.stock[fact.colour] = fact.amount

    def _freight(self, name: str, judge: Judge) -> None:
        known = sorted(self.freights)
        judge.must(self.may_be_freight(name), "board.freights", stop=name, count=len(known), stops=known)
        judge.require(not self._is_cross(name), "board.freight-port", stop=name)
        self.freights.add(self.stop(name).name)

    # ------------------------------------------------------------ files

    def data(self) -> dict[str, Any]:
        """The board as the data of a board file: one line of words for each fact."""
        found: dict[str, Any] = {"game": "transit", "title": self.title}
        if self.invented:
            found["invented"] = True
        found["ticket"] = self.ticket
        found["products"] = " ".join(self.products)
        found["lines_complete"] = self.all_listed or " ".join(sorted(self.listed))
        found["sells"] = {colour: self.sells[colour] for colour in COLOURS if colour in self.sells}
        found["stock"] = {colour: self.stock[colour] for colour in COLOURS if colour in self.stock}
        found["cards"] = {"pack": self.pack} if self.pack else {}
        found["cards"]["freights"] = " ".join(sorted(self.freights))
        found["stops"] = {stop.name: _entry(stop) for stop in self.stops.values()}
        found["lines"] = _pairs(self.lines)
        found["no_lines"] = _pairs(self.apart)
        found["border"] = {str(number): " ".join(self.border[number]) for number in sorted(self.border)}
        return found


def _entry(stop: Stop) -> str:
    known = (stop.kind, stop.colour or stop.product, str(stop.zone or ""))
    return " ".join(word for word in known if word)


def _pairs(lines: set[frozenset[str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for first, second in sorted(map(sorted, lines)):
        found[first] = f"{found[first]} {second}" if first in found else second
    return found


# ---------------------------------------------------------------------------- reading files

_TABLES: Final = ("sells", "stock", "cards", "stops", "lines", "no_lines", "border")
_KEYS: Final = ("game", "title", "invented", "ticket", "products", "lines_complete", *_TABLES)
_KIND_WORDS: Final = {PORT: PORT, CROSS: CROSS, "croix": CROSS, SQUARE: SQUARE, "carré": SQUARE}


def read_board(data: Mapping[str, Any]) -> tuple[Board, list[BoardFault]]:
    """The board of a file's data, and everything that is wrong with it."""
    reader = _Reader(data)
    reader.read()
    return reader.board, reader.faults


class _Reader:
    """Takes the data of a board file apart, fact by fact, and collects the faults."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.board = Board()
        self.faults: list[BoardFault] = []

    def read(self) -> None:
        """Learn every fact of the data."""
        self._unknown(self.data, _KEYS)
        if self.data.get("game", "transit") != "transit":
            self._fault("game", "game", value=self.data["game"])
        for key, kind in (("title", str), ("invented", bool)):
            value = self.data.get(key, kind())
            if self._is(value, kind, key):
                setattr(self.board, key, value)
        if "ticket" in self.data and self._is(self.data["ticket"], int, "ticket"):
            self._learn(TicketFact(amount=self.data["ticket"]), "ticket")
        for product in self._words(self.data.get("products", ""), "products"):
            self._guard(lambda product=product: self.board.product(product, Strict()), "products")
        self._colours()
        self._stops()
        self._lines()
        self._border()
        self._cards()

    def _colours(self) -> None:
        for colour, product in self._table("sells").items():
            if self._colour(colour, "sells", colour) and self._name(product, "sells", colour):
                self._learn(ProductFact(colour=colour, product=product), "sells", colour)
        for colour, amount in self._table("stock").items():
            if self._colour(colour, "stock", colour) and self._is(amount, int, "stock", colour):
                self._learn(StockFact(colour=colour, amount=amount), "stock", colour)

    def _stops(self) -> None:
        for name, text in self._table("stops").items():
            if not self._name(name, "stops", name) or not self._is(text, str, "stops", name):
                continue
            self.board.stop(name)
            kind, colour, product = "", "", ""
            for word in text.split():
                if word in _KIND_WORDS and not kind:
                    kind = _KIND_WORDS[word]
                elif word in COLOURS and not colour:
                    colour = word
                elif word.isdigit():
                    self._zone(name, word)
                elif not product and self._name(word, "stops", name):
                    product = word
                else:
                    self._fault("stop", "stops", name, stop=name, word=word)
            self._stop(name, kind, colour, product)

    def _zone(self, name: str, word: str) -> None:
        zone = next((zone for zone in ZONES if str(zone) == word), 0)
        if zone:
            self._learn(ZoneFact(stop=name, zone=zone), "stops", name)
        else:
            self._fault("zone", "stops", name, value=word, zones=ZONES)

    def _stop(self, name: str, kind: str, colour: str, product: str) -> None:
        board, strict, place = self.board, Strict(), ("stops", name)
        if kind != PORT:
            if colour or product:
                self._fault("not-comptoir", *place, stop=name)
            elif kind:
                fact = CrossFact(stop=name) if kind == CROSS else SquareFact(stop=name)
                self._learn(fact, *place)
            return
        self._guard(lambda: board.comptoir(name, product, strict), *place)
        colour = colour or board.colour_of(product)
        if colour:
            self._learn(PortFact(stop=name, colour=colour, product=product), *place)

    def _lines(self) -> None:
        for table, kind in (("lines", LinkFact), ("no_lines", ApartFact)):
            for name, others in self._table(table).items():
                if self._name(name, table, name):
                    for other in self._words(others, table, name):
                        self._learn(kind(stop=name, neighbour=other), table, name)
        listed = self.data.get("lines_complete", False)
        if isinstance(listed, bool):
            self.board.all_listed = listed
        else:
            self.board.listed = {self.board.stop(name).name for name in self._words(listed, "lines_complete")}

    def _border(self) -> None:
        for number, entry in self._table("border").items():
            words = self._words(entry, "border", number)
            if not (number.isascii() and number.isdecimal() and len(number) == 2):
                self._fault("number", "border", number, value=number)
            elif len(words) == 2:
                self._learn(BorderFact(number=int(number), product=words[0], stop=words[1]), "border", number)
            elif isinstance(entry, str):
                self._fault("entry", "border", number, number=number)

    def _cards(self) -> None:
        cards = self._table("cards")
        self._unknown(cards, ("pack", "freights"), "cards")
        for name in self._words(cards.get("freights", ""), "cards", "freights"):
            self._learn(FreightFact(stop=name), "cards", "freights")
        if "pack" in cards and self._is(cards["pack"], int, "cards", "pack"):
            self._learn(CardsFact(count=cards["pack"]), "cards", "pack")

    # ------------------------------------------------------------ faults

    def _fault(self, problem: str, *place: str, **fields: Any) -> None:
        say = WORDS.say
        self.faults.append(
            BoardFault(place, say(f"fault.{problem}", **fields), say(f"remedy.{problem}", **fields))
        )

    def _learn(self, fact: Move, *place: str) -> None:
        self._guard(lambda: self.board.learn(fact, Strict()), *place)

    def _guard(self, step: Any, *place: str) -> None:
        try:
            step()
        except Illegal as error:
            self.faults.append(BoardFault(place, WORDS.refusal(error), WORDS.say("remedy.contradiction")))

    def _unknown(self, table: Mapping[str, Any], known: tuple[str, ...], *place: str) -> None:
        for key in table:
            if key not in known:
                near = nearest(key, known, 1)
                self._fault("key", *place, key, key=key, known=near or known)

    def _table(self, key: str) -> Mapping[str, Any]:
        value = self.data.get(key, {})
        return value if self._is(value, dict, key) else {}

    def _is(self, value: Any, kind: type, *place: str) -> bool:
        if type(value) is kind:
            return True
        self._fault("type", *place, key=place[-1], wanted=WORDS.say(f"type.{kind.__name__}"))
        return False

    def _name(self, value: Any, *place: str) -> bool:
        plain = isinstance(value, str) and len(value) <= LONGEST and NEW_NAME.fullmatch(value) is not None
        if not plain:
            self._fault("name", *place, value=value, longest=LONGEST)
        return plain

    def _words(self, value: Any, *place: str) -> list[str]:
        """The names in a text."""
        if not self._is(value, str, *place):
            return []
        return [word for word in value.split() if self._name(word, *place)]

    def _colour(self, value: Any, *place: str) -> bool:
        if value in COLOURS:
            return True
        self._fault("colour", *place, value=value, free=COLOURS)
        return False


# ---------------------------------------------------------------------------- gaps


def gaps(board: Board) -> Iterator[tuple[str, dict[str, Any]]]:
    """What is not known of a board: phrase ids below `missing.` and their fields."""
    stops = board.stops.values()
    for colour in COLOURS:
        ports = board.ports(colour)
        if len(ports) < PER_COLOUR:
            yield "ports", {"colour": colour, "count": PER_COLOUR - len(ports), "known": ports}
    if lacking := [colour for colour in COLOURS if colour not in board.sells]:
        yield "products", {"colours": lacking}
    if lacking := [colour for colour in COLOURS if colour not in board.stock]:
        yield "stock", {"colours": lacking}
    if unknown := [stop.name for stop in stops if not stop.kind or (stop.kind == PORT and not stop.colour)]:
        yield "kinds", {"stops": unknown}
    if crossless := [zone for zone in ZONES if not board.cross(zone)]:
        yield "crosses", {"zones": crossless}
    if unzoned := [stop.name for stop in stops if not stop.zone]:
        yield "zones", {"stops": unzoned}
    if unread := [number for number in NUMBERS if number not in board.border]:
        yield "border", {"count": len(unread), "numbers": unread}
    if not board.all_listed and (open_ := [stop.name for stop in stops if stop.name not in board.listed]):
        yield "lines", {"stops": open_}
    if not board.pack:
        yield "pack", {}
    if not board.pack or len(board.freights) < board.freight_cards():
        yield "freights", {"known": len(board.freights)}


def islands(board: Board) -> list[str]:
    """Stopovers that no red line joins to the rest, once all lines are listed."""
    if not board.all_listed or not board.stops:
        return []
    reached, fresh = set[str](), {next(iter(board.stops))}
    while fresh:
        reached |= fresh
        fresh = {other for stop in fresh for other in board.neighbours(stop)} - reached
    return [name for name in board.stops if name not in reached]


class TransitBoards(Boards):
    """What the referee can do with board files of Transit."""

    def template(self, name: str) -> str:
        """A commented file with what the rules tell, to be filled in."""
        text = rules_folder().joinpath("transit", "board-template.toml").read_text(encoding="utf-8")
        return text.replace("{name}", name)

    def faults(self, data: Mapping[str, Any]) -> list[BoardFault]:
        """All contradictions of a board file at once."""
        return read_board(data)[1]

    def missing(self, data: Mapping[str, Any]) -> list[str]:
        """What is not known yet, as lines."""
        return [WORDS.say(f"missing.{gap}", **fields) for gap, fields in gaps(read_board(data)[0])]

    def doubts(self, data: Mapping[str, Any]) -> list[str]:
        """Stopovers cut off from the others; start ports that are no comptoirs."""
        board = read_board(data)[0]
        found = [WORDS.say("doubt.islands", stops=lone) for lone in [islands(board)] if lone]
        starts = [board.stops[name] for name in CONSTANTS["start_ports"] if name in board.stops]
        return found + [WORDS.say("doubt.start", stop=s.name) for s in starts if s.kind not in ("", PORT)]

    def draw(self, data: Mapping[str, Any], words: Rulebook, game: Game | None = None) -> list[Section]:
        """Stopovers by zone with colours, products and lines; the border; what stands where."""
        return drawing.draw(game.board if game is not None else read_board(data)[0], words, game)  # type: ignore[attr-defined]

    def learned(self, game: Game) -> dict[str, Any]:
        """The session's board with everything it was taught."""
        data: dict[str, Any] = game.board.data()  # type: ignore[attr-defined]
        return data

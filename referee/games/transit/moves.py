"""The verbs of Transit, and the facts of its board that a table can teach.

Names of stopovers and products may be new: such a word is kept as it was typed, and
`Transit.completed` writes out what was typed short.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from referee.boards import Facts
from referee.errors import Unreadable
from referee.notation import (
    Amount,
    Choice,
    Field,
    Integer,
    Move,
    Name,
    Names,
    Words,
    arg,
    flag,
    fold,
    key,
    verb,
)
from referee.resources import load

CONSTANTS: Final = load("transit", "constants.toml")
ZONES: Final[tuple[int, ...]] = tuple(CONSTANTS["zones"])
LONGEST: Final = 30  # letters of a stopover or product

T = TypeVar("T")
Speller = Callable[[str, str], str]  # kind of name, text -> canonical spelling

# ---------------------------------------------------------------------------- fields


class Spelt(Field[T]):
    """A field with names in it that a session may have learnt."""

    def spelt(self, value: T, speller: Speller) -> T:
        """`value` with every name as it is written out."""
        raise NotImplementedError


NEW_NAME: Final = re.compile(r"[^\W\d_][\w'’.\-]*")


class NewName(Spelt[str]):
    """A stopover or product: a known one, or a new word as typed.

    Several words of a new name are joined by hyphens. Quotation marks say that a new name is meant,
    even if a known one begins or sounds like it; they are part of the value.
    """

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.label = kind.upper()

    def read(self, words: Words, names: Names) -> str:
        if not words:
            raise Unreadable(f"{self.kind} is missing")
        quoted = words.quoted()
        longest = 1 if quoted else min(names.longest(words.peek(), self.kind), words.left())
        for count in range(longest, 0, -1):
            found = names.exactly(words.joined(count), self.kind)
            if found is not None:
                words.at += count
                return found
        text = "-".join(words.next(self.kind).split())
        if not NEW_NAME.fullmatch(text) or len(text) > LONGEST:
            raise Unreadable(f"“{text}” is no {self.kind}", f"write a name of at most {LONGEST} letters")
        return f'"{text}"' if quoted else text

    def spelt(self, value: str, speller: Speller) -> str:
        return speller(self.kind, value)

    def complete(self, names: Names) -> list[str]:
        return names.of(self.kind)


class Many(Spelt[tuple[str, ...]]):
    """Stopovers to the end of the move."""

    label = "STOPOVER …"

    def read(self, words: Words, names: Names) -> tuple[str, ...]:
        found = [STOP.read(words, names)]
        while words:
            found.append(STOP.read(words, names))
        return tuple(found)

    def write(self, value: tuple[str, ...]) -> str:
        return " ".join(value)

    def spelt(self, value: tuple[str, ...], speller: Speller) -> tuple[str, ...]:
        return tuple(STOP.spelt(stop, speller) for stop in value)

    def complete(self, names: Names) -> list[str]:
        return names.of("stopover")


class Zone(Field[int]):
    """One of the six zones of the sea: 44, or 4."""

    label = "ZONE"

    def read(self, words: Words, names: Names) -> int:
        text = words.next("a zone")
        for zone in ZONES:
            if text in (str(zone), str(zone % 10)):
                return zone
        raise Unreadable(f"“{text}” is no zone", f"the zones are {', '.join(map(str, ZONES))}")

    def complete(self, names: Names) -> list[str]:
        return list(map(str, ZONES))


class Item(NamedTuple):
    """A part of an exchange in francs: goods of a product, or cheques where `product` is ""."""

    amount: int
    product: str


class Bundle(Spelt[tuple[Item, ...]]):
    """What one side of an exchange gives: `500k`, `200k café and 100k riz and 300k`."""

    label = "AMOUNT [PRODUCT] and …"
    _AND: Final = frozenset({"and", "et", "+"})
    _CHEQUES: Final = frozenset({"cheques", "cheque", "cash", "francs", "f"})
    _ENDS: Final = frozenset({"to", "a", "for", "contre", "pour", "gives", "donne"})

    def read(self, words: Words, names: Names) -> tuple[Item, ...]:
        items = []
        while True:
            amount, product = Amount().read(words, names), ""
            word = fold(words.peek())
            if word in self._CHEQUES:
                words.next("")
            elif word and word not in self._AND | self._ENDS:
                product = PRODUCT.read(words, names)
            items.append(Item(amount, product))
            if fold(words.peek()) not in self._AND:
                return tuple(items)
            words.next("")

    def write(self, value: tuple[Item, ...]) -> str:
        return " and ".join(f"{item.amount} {item.product}".strip() for item in value)

    def spelt(self, value: tuple[Item, ...], speller: Speller) -> tuple[Item, ...]:
        return tuple(
            item._replace(product=item.product and PRODUCT.spelt(item.product, speller)) for item in value
        )


class Cards(Spelt[tuple[str, ...]]):
    """A hand: `As Roi 7 storm storm freight Sydney`; `storm 44` where the cards name their zones."""

    label = "CARD …"
    _STORM: Final = frozenset({"storm", "tempete"})
    _FREIGHT: Final = frozenset({"freight", "fret"})

    def read(self, words: Words, names: Names) -> tuple[str, ...]:
        found = []
        while words:
            word = fold(words.peek())
            if word in self._STORM:
                words.next("")
                zone = words.peek() in map(str, ZONES)
                found.append(f"storm {ZONE.read(words, names)}" if zone else "storm")
            elif word in self._FREIGHT:
                words.next("")
                found.append(f"freight {STOP.read(words, names)}")
            else:
                found.append(RANK.read(words, names))
        if not found:
            raise Unreadable("the cards are missing", "write them like As 7 storm freight Sydney")
        return tuple(found)

    def write(self, value: tuple[str, ...]) -> str:
        return " ".join(value)

    def spelt(self, value: tuple[str, ...], speller: Speller) -> tuple[str, ...]:
        return tuple(self._card(card, speller) for card in value)

    def _card(self, card: str, speller: Speller) -> str:
        kind, _, stop = card.partition(" ")
        return f"freight {STOP.spelt(stop, speller)}" if kind == "freight" else card

    def complete(self, names: Names) -> list[str]:
        return [*names.of("rank"), "storm", "freight"]


class Winner(Name):
    """Who won an auction: `by Ben`."""

    def __init__(self) -> None:
        super().__init__("player", label="by PLAYER")

    def read(self, words: Words, names: Names) -> str:
        if fold(words.peek()) in ("by", "par"):
            words.next("")
        return super().read(words, names)

    def write(self, value: str) -> str:
        return f"by {value}"


STOP: Final = NewName("stopover")
PRODUCT: Final = NewName("product")
STOPS: Final = Many()
ZONE: Final = Zone()
BUNDLE: Final = Bundle()
CARDS: Final = Cards()
RANK: Final = Name("rank")
COLOUR: Final = Name("colour")
PLAYER: Final = Name("player")
DIE: Final = Integer(0, 99, "DIE")


class Naming(Move):
    """A move that may name a stopover nobody has named before; what cannot be read gets a hint for that."""

    @classmethod
    def read(cls, words: Words, names: Names) -> Move:
        try:
            return super().read(words, names)
        except Unreadable as error:
            hyphens = "join the words of a new name by hyphens, such as Le-Cap"
            raise Unreadable(error.problem, f"{error.hint}; {hyphens}" if error.hint else hyphens) from None


# ---------------------------------------------------------------------------- the turn


@verb("roll", "lancer", "des")
class Roll(Move):
    """Roll the dice, red first: `roll 3 6` or `roll 36`; `roll` alone lets the referee roll."""

    red: int | None = arg(DIE, default=None)
    other: int | None = arg(DIE, default=None)
    virtual: bool = flag("virtual", "virtuel")


@verb("deliver", "livrer")
class Deliver(Move):
    """Sail to the port of the dice and sell all of their product to the Caisse for three times its value."""


@verb("stay", "rester")
class Stay(Move):
    """Leave your cargo where it is."""


@verb("go", "aller")
class Go(Naming):
    """Sail along one red line to a neighbouring stopover."""

    stop: str = arg(STOP)


@verb("freight", "fret")
class Freight(Naming):
    """Show a freight card and sail straight to the port it names."""

    stop: str = arg(STOP)


@verb("buy", "acheter")
class Buy(Move):
    """Buy goods at the comptoir where your cargo lies; `buy 0` declines a first purchase."""

    amount: int = arg(Amount())
    product: str = arg(PRODUCT, default="")


@verb("rebuy", "racheter")
class Rebuy(Move):
    """Pay for a new cargo ship after a storm; the roll then says where it begins."""


@verb("renounce", "renoncer")
class Renounce(Move):
    """Buy no new ship, and go out of the game."""

    confirmed: bool = flag("confirmed", "certain")


@verb("end", "fin", "finir")
class End(Move):
    """Hand the dice to the next player. His roll says it too."""


# ---------------------------------------------------------------------------- cards


@verb("storm", "tempete")
class Storm(Move):
    """Play a storm card on a zone."""

    zone: int = arg(ZONE)


@verb("poker", "defier")
class Poker(Move):
    """Challenge all other cargos at your stopover with a carré."""

    rank: str = arg(RANK)


@verb("answer", "riposter", "reponse")
class Answer(Move):
    """Answer a challenge with a higher carré."""

    rank: str = arg(RANK)


@verb("concede", "conceder", "ceder")
class Concede(Move):
    """Give in; your cargo goes to the winner."""


@verb("hand", "main")
class Hand(Move):
    """Record a player's hand, so that the referee can check what he plays."""

    player: str = arg(PLAYER)
    cards: tuple[str, ...] = arg(CARDS)


# ---------------------------------------------------------------------------- property


@verb("corsair", "corsaire")
class Corsair(Move):
    """The corsair: `corsair buy`, `corsair roll 3 6`, `corsair go Suez`, `corsair stay`."""

    action: str = arg(
        Choice("ACTION", buy=("acheter",), roll=("lancer", "des"), go=("aller",), stay=("rester",)),
    )
    red: int | None = arg(DIE, default=None)
    other: int | None = arg(DIE, default=None)
    stop: str = arg(STOP, default="")
    virtual: bool = flag("virtual", "virtuel")

    @classmethod
    def read(cls, words: Words, names: Names) -> Move:
        move = super().read(words, names)
        assert isinstance(move, Corsair)
        if move.red is not None and move.action != "roll":
            raise Unreadable(f"no dice belong to “{move.action}”")
        if bool(move.stop) != (move.action == "go"):
            raise Unreadable("only `corsair go` takes a stopover, and it needs one")
        return move


@verb("group", "groupe")
class Group(Move):
    """Buy a group of three comptoirs from the Caisse: `group buy vert`."""

    action: str = arg(Choice("buy", buy=("acheter",)))
    colour: str = arg(COLOUR)


@verb("auction", "enchere", "encheres")
class Auction(Move):
    """The result of an auction: `auction vert won by Ben for 2.4M`, or `auction vert unsold`."""

    lot: str = arg(Name("lot"))
    won: str = key("won", Winner(), "gagne", "gagnee", "remporte", "remportee", default="")
    price: int | None = key("for", Amount(), "pour", "contre")
    unsold: bool = flag("unsold", "invendu", "invendue")

    @classmethod
    def read(cls, words: Words, names: Names) -> Move:
        move = super().read(words, names)
        assert isinstance(move, Auction)
        sold = bool(move.won) and move.price is not None
        if sold == move.unsold or (move.unsold and (move.won or move.price is not None)):
            raise Unreadable("say who won it for how much, or that nobody bid")
        return move


@verb("trade", "echanger", "echange")
class Trade(Move):
    """A private exchange: `trade Anna gives 200k café to Ben for 500k`."""

    giver: str = arg(PLAYER)
    gives: tuple[Item, ...] = key("gives", BUNDLE, "donne", default=())
    taker: str = key("to", PLAYER, "a", default="")
    price: tuple[Item, ...] = key("for", BUNDLE, "contre", "pour", default=())

    @classmethod
    def read(cls, words: Words, names: Names) -> Move:
        move = super().read(words, names)
        assert isinstance(move, Trade)
        if not any(item.amount for item in move.gives) or not move.taker:
            raise Unreadable("say who gives what to whom")
        return move


@verb("refill", "reconstituer")
class Refill(Move):
    """Put tickets of the Caisse back into an exhausted stock: all of them, or an amount."""

    colour: str = arg(COLOUR)
    amount: int | None = arg(Amount(), default=None)


# ---------------------------------------------------------------------------- facts of the board


@verb("border", "bord", "bordure")
class BorderFact(Move):
    """What the border says at a number: `border 41 or Sydney`."""

    number: int = arg(Integer(0, 99, "NUMBER"))
    product: str = arg(PRODUCT)
    stop: str = arg(STOP)


@verb("port", "comptoir")
class PortFact(Move):
    """A comptoir with its colour and product: `port Honolulu jaune or`."""

    stop: str = arg(STOP)
    colour: str = arg(COLOUR)
    product: str = arg(PRODUCT, default="")


@verb("cross", "croix")
class CrossFact(Move):
    """A black cross and its zone: `cross Gibraltar 33`."""

    stop: str = arg(STOP)
    zone: int = arg(ZONE, default=0)


@verb("square", "carre")
class SquareFact(Move):
    """A white square: `square Suez`."""

    stop: str = arg(STOP)


@verb("zone")
class ZoneFact(Move):
    """The zone in which a stopover lies: `zone Perth 33`."""

    stop: str = arg(STOP)
    zone: int = arg(ZONE)


@verb("link", "ligne")
class LinkFact(Move):
    """A red line joins two stopovers: `link Suez Bombay`."""

    stop: str = arg(STOP)
    neighbour: str = arg(STOP)


@verb("apart", "separes")
class ApartFact(Move):
    """No red line joins two stopovers: `apart Suez Perth`."""

    stop: str = arg(STOP)
    neighbour: str = arg(STOP)


@verb("lines", "lignes")
class LinesFact(Move):
    """All red lines of a stopover: `lines Suez Bombay Gibraltar`."""

    stop: str = arg(STOP)
    neighbours: tuple[str, ...] = arg(STOPS)


@verb("product", "produit")
class ProductFact(Move):
    """What the comptoirs of a colour sell: `product jaune or`."""

    colour: str = arg(COLOUR)
    product: str = arg(PRODUCT)


@verb("stock")
class StockFact(Move):
    """What all tickets of a colour in the box add up to: `stock jaune 8M`."""

    colour: str = arg(COLOUR)
    amount: int = arg(Amount())


@verb("ticket")
class TicketFact(Move):
    """The smallest ticket in the box: `ticket 100000`."""

    amount: int = arg(Amount())


@verb("cards", "cartes")
class CardsFact(Move):
    """How many cards the whole pack has: `cards 36`."""

    count: int = arg(Integer(1, 999))


@verb("freight", "fret")
class FreightFact(Move):
    """A freight card of the pack names this port: `freight Sydney`."""

    stop: str = arg(STOP)


FACTS: Final = (
    BorderFact, PortFact, CrossFact, SquareFact, ZoneFact, LinkFact, ApartFact, LinesFact,
    ProductFact, StockFact, TicketFact, CardsFact, FreightFact,
)  # fmt: skip


@verb("board", "plateau", "carte")
class Board(Naming):
    """Teach the referee a fact of the printed board."""

    fact: Move = arg(Facts(*FACTS))


MOVES: Final = (
    Roll, Deliver, Stay, Go, Freight, Buy, Rebuy, Renounce, End, Storm, Poker, Answer, Concede, Hand,
    Corsair, Group, Auction, Trade, Refill, Board,
)  # fmt: skip

"""The verbs that every table has, whatever it plays."""

from __future__ import annotations

from referee.notation import Amount, Balance, Integer, Move, Name, arg, key, verb


@verb("undo", "annuler")
class Undo(Move):
    """Take back the last moves; they stay in the file, struck out."""

    count: int = arg(Integer(1, 9999), default=1)
    to: int | None = key("to", Integer(0, 999_999))


@verb("redo", "refaire")
class Redo(Move):
    """Play again what has just been undone."""

    count: int = arg(Integer(1, 9999), default=1)


@verb("stop", "arreter")
class Stop(Move):
    """End the game here, by agreement; the scores are final."""


@verb("count", "compter")
class Count(Move):
    """The money in front of somebody has been counted and agrees with the account."""

    account: str = arg(Name("account", label="NAME"))
    amount: int = arg(Balance())


@verb("settle", "regler")
class Settle(Move):
    """Correct an account to what was counted, with a reason."""

    account: str = arg(Name("account", label="NAME"))
    amount: int = arg(Balance())


@verb("transfer", "virer")
class Transfer(Move):
    """Money changes hands because the table says so."""

    payer: str = arg(Name("account", label="FROM"))
    payee: str = arg(Name("account", label="TO"))
    amount: int = arg(Amount())


CORE_MOVES = (Undo, Redo, Stop)
MONEY_MOVES = (Count, Settle, Transfer)

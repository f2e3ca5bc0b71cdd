"""The games: one package each, found by its `INFO`."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from referee.errors import UsageError
from referee.notation import Names

if TYPE_CHECKING:
    from referee.games.base import Game, GameInfo


@cache
def catalogue() -> dict[str, GameInfo]:
    """All games by key, without loading their rules."""
    found = {}
    for module in pkgutil.iter_modules(__path__):
        if module.ispkg:
            info: GameInfo = import_module(f"{__name__}.{module.name}").INFO
            found[info.key] = info
    return dict(sorted(found.items()))


def named(text: str) -> GameInfo:
    """The game that `text` means: its key, title or an unambiguous beginning. Raises `UsageError`."""
    games = catalogue()
    match = Names({"game": {key: (info.title,) for key, info in games.items()}}).match(text, "game")
    if match is None:
        raise UsageError(f"no game is called “{text}”; games: {', '.join(games)}")
    return games[match]


def resolve(target: str) -> Any:
    """The object behind "package.module:name"."""
    module, _, name = target.partition(":")
    return getattr(import_module(module), name)


def game_class(key: str) -> type[Game]:
    """The class of a game by key."""
    found: type[Game] = resolve(catalogue()[key].module)
    return found

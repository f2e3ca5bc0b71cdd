"""Vieux Blues."""

from referee.games.base import GameInfo

INFO = GameInfo(
    key="vieux-blues",
    title="Vieux Blues",
    module="referee.games.vieux_blues.game:VieuxBlues",
    players=(2, 2),
    rules="vieux-blues-1",
    money=False,
    boards="referee.games.vieux_blues.board:TrackFiles",
)

"""Transit, the first edition of Long Cours."""

from referee.games.base import GameInfo

INFO = GameInfo(
    key="transit",
    title="Transit",
    module="referee.games.transit.game:Transit",
    players=(3, 6),
    rules="transit-1",
    boards="referee.games.transit.board:TransitBoards",
    views={"tickets": "Show where the tickets of every product lie."},
)

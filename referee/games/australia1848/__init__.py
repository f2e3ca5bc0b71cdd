"""1848: Australia."""

from referee.games.base import GameInfo

INFO = GameInfo(
    key="1848",
    title="1848: Australia",
    module="referee.games.australia1848.game:Australia",
    players=(3, 6),
    rules="1848-1",
    views={"stocks": "Show shares and pars, and the market with its tokens."},
    importers={"18xx": "referee.games.australia1848.importer:read"},
)

"""Dampfross (Railway Rivals)."""

from referee.games.base import GameInfo

INFO = GameInfo(
    key="dampfross",
    title="Dampfross",
    module="referee.games.dampfross.game:Dampfross",
    players=(2, 6),
    rules="dampfross-1",
    views={
        "accounts": "Show the account sheet, and the ledger lines of a round.",
        "programme": "Show the races run and to come, and the numbers drawn.",
        "routes": "Find the best routes of a company between two stations.",
    },
    view_arguments={"accounts": "[all]", "routes": "START GOAL [COMPANY]"},
    boards="referee.games.dampfross.boards:MapFiles",
)

"""An evening on the invented track, with short ways to bring a position about."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.kit import Bench

IDLE = {"rose": "Memphis Minnie", "sable": "Skip James"}


class Night(Bench):
    """Anna plays rose and begins, Ben sable. `rose` and `sable` let the other one idle on squares 1 and 2."""

    def __init__(self, board: str = "invented", folder: Path = Path(), **options: Any) -> None:
        given: Mapping[str, Any] = {"board": board, **options}
        super().__init__("vieux-blues", ["Anna", "Ben"], given, folder)

    @property
    def to_act(self) -> str:
        """The camp to act."""
        return str(self.game.seat.camp)

    def rose(self, *turns: str) -> Night:
        """Turns of rose; after them it is rose's turn again."""
        return self._turns("rose", turns)

    def sable(self, *turns: str) -> Night:
        """Turns of sable; after them it is sable's turn again."""
        return self._turns("sable", turns)

    def _turns(self, camp: str, turns: tuple[str, ...]) -> Night:
        for turn in turns:
            self.until(camp)
            self.do(turn)
        self.until(camp)
        return self

    def until(self, camp: str) -> None:
        """Idle until it is the turn of `camp`."""
        while not self.game.finished and not self.game.pending and self.to_act != camp:
            self.idle()

    def idle(self) -> None:
        """A turn that changes nothing much: the idle bluesman goes to and fro between squares 1 and 2."""
        name = IDLE[self.to_act]
        square = self.game.men[name].square
        self.do("roll 1", f"enter {name}" if not square else f"move {name} {'+1' if square == 1 else '-1'}")

    def square(self, name: str) -> int:
        """Where a bluesman stands."""
        return int(self.game.men[name].square)

    def placed(self, name: str) -> str:
        """The part of his own square on which a bluesman is placed, "" if he is not."""
        return str(self.game.men[name].placed)


CARTER = "roll 3; enter Bo"  # on Vicksburg, his city
PATTON = "train; roll 6; enter Patton"  # on Clarksdale, his city
CROWN = "train; roll 3; lomax Bessie"  # Bessie Smith on the crown, her drawing
B_JOHNSON = "roll 5; enter Blind Willie Johnson"  # on Beaumont, his city

"""A table in memory for tests, and the calls by which tests name the rules they show.

`tests/test_rulebooks.py` reads these calls: a rule that can refuse needs `refuses` and `allows`, one
that takes effect needs `shows` and `spares`, a plain fact needs `fact`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.errors import Illegal, Question
from referee.games import catalogue
from referee.session import Entry, Player, Session
from referee.table import Receipt, Table


def fact(*rules: str) -> pytest.MarkDecorator:
    """Mark a test that shows a plain fact of the rulebook."""
    return pytest.mark.rule_fact(*rules)


def session(
    game: str,
    players: Sequence[str],
    moves: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    folder: Path = Path(),
) -> Session:
    """A session that lies in no file. Players are "Anna" or "Anna:jaune"; moves may begin "Anna: "."""
    named = [(name, colour) for name, _, colour in (text.partition(":") for text in players)]
    return Session(
        path=folder / "test.toml",
        game=game,
        rules=catalogue()[game].rules,
        title="",
        created=None,
        options=dict(options or {}),
        players=[Player(name, {"colour": colour} if colour else {}) for name, colour in named],
        entries=[Entry(number, move) for number, move in enumerate(moves, 1)],
        torn="",
    )


class Bench:
    """A table to type moves at."""

    def __init__(
        self,
        game: str,
        players: Sequence[str],
        options: Mapping[str, Any] | None = None,
        folder: Path = Path(),
    ) -> None:
        self.table = Table(session(game, players, options=options, folder=folder))

    @property
    def game(self) -> Any:
        """The game as it stands."""
        self.table.settled()
        return self.table.game

    def do(self, *lines: str, ruling: str = "") -> Receipt:
        """Record moves (";" separates); the receipt of the last one."""
        receipt = None
        for line in lines:
            for move in self.table.grammar.split(line):
                receipt = self.table.record(move, ruling=ruling)
        assert receipt is not None
        return receipt

    def refuses(self, move: str, rule: str, *, ruling: str = "") -> Illegal:
        """`move` is refused by `rule`, even with `ruling` if one is given, and nothing has changed."""
        before = self.game.state()
        with pytest.raises(Illegal) as caught:
            self.table.record(move, ruling=ruling)
        assert caught.value.rule == rule
        wording = self.table.rulebook.refusal(caught.value)
        assert "?" not in wording and "{" not in wording, wording
        assert self.game.state() == before
        return caught.value

    def allows(self, move: str, rule: str) -> Receipt:
        """`move` is taken: the legal side of `rule`."""
        assert rule
        return self.do(move)

    def shows(self, move: str, *rules: str) -> Receipt:
        """`move` brings these rules into effect."""
        receipt = self.do(move)
        cited = {event.rule for event in receipt.played.events}
        assert set(rules) <= cited, f"{sorted(set(rules) - cited)} not in {sorted(cited)}"
        return receipt

    def spares(self, move: str, *rules: str) -> Receipt:
        """`move` is taken without bringing these rules into effect."""
        receipt = self.do(move)
        cited = {event.rule for event in receipt.played.events}
        assert not set(rules) & cited
        return receipt

    def asks(self, move: str, question: str) -> Question:
        """`move` is answered by a question."""
        with pytest.raises(Question) as caught:
            self.table.record(move)
        assert caught.value.question == question
        return caught.value

    def sentences(self, receipt: Receipt) -> str:
        """The receipt as text."""
        return "\n".join(self.table.sentences(receipt.played))

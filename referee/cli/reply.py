"""How a command answers: with lines for people or with data for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from referee.cli import screen
from referee.cli.failures import Failure


def reply(
    command: str,
    as_json: bool,
    data: Callable[[], Any],
    lines: Callable[[], Iterable[str]],
    error: Failure | None = None,
) -> None:
    """Print the answer; with an `error` end with it, after what could be said all the same."""
    if not as_json:
        screen.out(*lines())
    elif error is None:
        from referee.reports import machine

        screen.out_json(machine.envelope(command, data()))
    if error is not None:
        error.data = data() if as_json else None
        raise error

"""Where the games lie that were played elsewhere: beside the checkout, never inside it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ORACLE = Path(__file__).parent.parent.parent / "shared" / "oracle"


def games(*pattern: str) -> list[Path]:
    """The files of one kind, in order; [] on a machine that has none."""
    return sorted(ORACLE.joinpath(*pattern[:-1]).glob(pattern[-1]))


def require() -> None:
    """Skip where there are no such games; fail where they must be there (REFEREE_ORACLE=1)."""
    if ORACLE.is_dir():
        return
    if os.environ.get("REFEREE_ORACLE"):
        pytest.fail(f"{ORACLE} is missing")
    pytest.skip(f"no games played elsewhere on this machine ({ORACLE})")

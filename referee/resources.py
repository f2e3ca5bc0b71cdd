"""Where the rules data lie and how it is read."""

from __future__ import annotations

import os
import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from referee.errors import Fault, FileFaults

_chosen: Path | None = None


def use_rules(folder: Path | None) -> None:
    """Read the rules from `folder` instead of the shipped ones (None: the shipped ones again)."""
    global _chosen
    _chosen = folder


def rules_folder() -> Traversable:
    """The folder that holds one subfolder per game.

    `--rules` wins over REFEREE_RULES, that over the data shipped in the package; in a checkout
    the shipped data are the top-level `rules`.
    """
    chosen = _chosen or (Path(os.environ["REFEREE_RULES"]) if os.environ.get("REFEREE_RULES") else None)
    if chosen is not None:
        if not chosen.is_dir():
            fault = Fault(chosen, 0, "no such rules folder", "point --rules or REFEREE_RULES to one")
            raise FileFaults([fault])
        return chosen
    shipped = files("referee") / "rules"
    return shipped if shipped.is_dir() else Path(__file__).parent.parent / "rules"


def language() -> str:
    """The language of rulebooks and texts: REFEREE_LANG, else "en"."""
    return os.environ.get("REFEREE_LANG", "en")


def load(*parts: str) -> dict[str, Any]:
    """Read `rules/<parts…>` as TOML. Raises `FileFaults` when it is missing or broken."""
    place = rules_folder().joinpath(*parts)
    path = Path(str(place))
    try:
        return tomllib.loads(place.read_text(encoding="utf-8"))
    except OSError:
        raise FileFaults([Fault(path, 0, "rules file missing or unreadable", "restore it")]) from None
    except UnicodeDecodeError:
        raise FileFaults([Fault(path, 0, "not UTF-8 text", "save it with the encoding UTF-8")]) from None
    except tomllib.TOMLDecodeError as error:
        raise FileFaults([Fault(path, 0, f"not TOML: {error}", "mend it")]) from None


def load_localised(*parts: str) -> dict[str, Any]:
    """Like `load`, in the chosen language; what that language lacks is taken from English.

    The last part carries no ending: `load_localised("1848", "text")` reads `1848/text.en.toml`.
    """
    *folders, name = parts
    english, local = f"{name}.en.toml", f"{name}.{language()}.toml"
    found = load(*folders, english)
    if local != english and rules_folder().joinpath(*folders, local).is_file():
        return _over(found, load(*folders, local))
    return found


def _over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Two tables laid over each other, entry by entry."""
    tables = {key: _over(below[key], value) for key, value in above.items() if _both(below.get(key), value)}
    return below | above | tables


def _both(*values: object) -> bool:
    return all(isinstance(value, dict) for value in values)

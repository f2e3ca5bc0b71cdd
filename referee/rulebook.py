"""The rule catalogue of a game and every sentence it speaks: refusals, receipts, questions, labels.

Code names rules and phrases by id; the prose stands in `rules/<game>/rulebook.<lang>.toml` and
`rules/<game>/text.<lang>.toml`, the core's few in `rules/core/`.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from referee import resources
from referee.errors import Ambiguous, Illegal, MoveError, Question, Unreadable


@dataclass(frozen=True)
class Rule:
    """One rule: its text, how a refusal by it reads ("" if it cannot refuse), and where it stands."""

    id: str
    says: str
    refusal: str
    where: str
    kind: str
    numbers: tuple[str, ...]


class _Filler(string.Formatter):
    """Fills phrases. A missing field reads “?”.

    Specs: money; signed (money with its sign); list (as lists read anyway); payments (pairs of name and
    amount); plural ("s" unless the number is 1); a (the word after "a" or "an").
    """

    def __init__(self, money: str, none: str) -> None:
        self.money, self.none = money, none

    def amount(self, value: int) -> str:
        text = self.money.format(abs(value))
        return f"−{text}" if value < 0 else text

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return kwargs.get(str(key), "?")

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "money" and isinstance(value, int):
            return self.amount(value)
        if format_spec == "signed" and isinstance(value, int):
            return ("+" if value >= 0 else "") + self.amount(value)
        if format_spec == "plural":
            return "" if value == 1 else "s"
        if format_spec == "a":
            return f"{'an' if str(value)[:1] in '8aeioAEIO' else 'a'} {value}"
        if format_spec == "payments" and isinstance(value, list | tuple):
            return ", ".join(f"{name} {self.amount(amount)}" for name, amount in value)
        if isinstance(value, list | tuple):
            return ", ".join(map(str, value)) or self.none
        return str(value)


class Rulebook:
    """The words of one game (and of the core, which `game` "core" is alone)."""

    def __init__(self, game: str) -> None:
        self.game = game

    @cached_property
    def phrases(self) -> dict[str, str]:
        """All phrases by dotted id; the game's own replace the core's."""
        found = _flatten(resources.load_localised("core", "text"))
        if self.game != "core":
            found |= _flatten(resources.load_localised(self.game, "text"))
        return found

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """All rules by id, in the order of the rulebook, the core's last."""
        found: dict[str, Rule] = {}
        for game in dict.fromkeys((self.game, "core")):
            for rule_id, entry in resources.load_localised(game, "rulebook").items():
                found[rule_id] = Rule(
                    rule_id,
                    entry["says"],
                    entry.get("refusal", ""),
                    entry.get("where", ""),
                    entry.get("kind", "check"),
                    tuple(entry.get("list", ())),
                )
        return found

    @cached_property
    def _filler(self) -> _Filler:
        return _Filler(self.phrases.get("money.format", "{:,}"), self.phrases.get("list.none", "none"))

    def money(self, amount: int) -> str:
        """An amount as this game writes it, such as £1,200."""
        return self._filler.amount(amount)

    def fill(self, template: str, fields: Mapping[str, Any]) -> str:
        """`template` with its named fields filled in."""
        return self._filler.vformat(template, (), fields)

    def say(self, phrase: str, **fields: Any) -> str:
        """The phrase of that id, filled; the id itself where no phrase has been written."""
        template = self.phrases.get(phrase)
        return phrase if template is None else self.fill(template, fields)

    def label(self, name: str) -> str:
        """The heading of a column or part of a report."""
        return self.phrases.get(f"label.{name}", name)

    def refusal(self, error: Illegal) -> str:
        """How a refusal by a rule reads, with the rule cited at its end."""
        rule = self.rules.get(error.rule)
        if rule is None:
            return f"[{error.rule}]"
        return f"{self.fill(rule.refusal or rule.says, error.fields)} [{error.rule}]"

    def explain(self, error: MoveError) -> list[str]:
        """Any of the ways in which a move is not taken, in at most three lines."""
        if isinstance(error, Illegal):
            lines = [self.refusal(error)]
            if error.waivable:
                lines.append(self.say("refused.waivable"))
            return lines
        if isinstance(error, Question):
            lines = [self.say(f"question.{error.question}", **error.fields)]
            return [*lines, self.say("refused.answer", answers=" · ".join(error.answers))]
        if isinstance(error, Ambiguous):
            return [self.say("refused.ambiguous", text=error.text, candidates=error.candidates)]
        if isinstance(error, Unreadable):
            problem = error.problem[:1].upper() + error.problem[1:] + "."
            return [problem, error.hint] if error.hint else [problem]
        return [str(error)]

    def search(self, word: str) -> list[Rule]:
        """The rules whose id or text contains `word`; all of them for ""."""
        wanted = word.casefold()
        exact = [
            rule
            for rule in self.rules.values()
            if wanted == rule.id or wanted in map(str.casefold, rule.numbers)
        ]
        if exact:
            return exact
        by_id = [rule for rule in self.rules.values() if wanted in rule.id]
        rest = [rule for rule in self.rules.values() if rule not in by_id]
        by_text = [rule for rule in rest if wanted in rule.says.casefold()]
        return by_id + by_text


def _flatten(table: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    return dict(_leaves(table, prefix))


def _leaves(table: Mapping[str, Any], prefix: str) -> Iterable[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)

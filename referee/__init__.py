"""Referee: bank, rule judge and score sheet beside a real board."""

__version__ = "0.1.0"

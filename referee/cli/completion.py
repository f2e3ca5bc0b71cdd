"""Completion in the shell: the script to install, and what it offers."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

from referee.cli.options import JsonOption
from referee.cli.reply import reply
from referee.errors import UsageError

HOW = {
    "bash": 'eval "$(referee completion bash)"                                in ~/.bashrc',
    "zsh": 'eval "$(referee completion zsh)"                                 in ~/.zshrc',
    "fish": "referee completion fish > ~/.config/fish/completions/referee.fish   once",
}


def completion(
    shell: Annotated[str | None, typer.Argument(metavar="SHELL", help="bash, zsh or fish.")] = None,
    json: JsonOption = False,
) -> None:
    """Make the shell complete commands, names and moves.

    Examples:
      referee completion
      eval "$(referee completion bash)"
    """
    if shell is not None and shell not in HOW:
        raise UsageError(f"no completion for “{shell}”; shells: {', '.join(HOW)}")
    if shell is None:
        lines = ["Completion for your shell:", "", *(f"  {name:<5} {how}" for name, how in HOW.items())]
    else:
        write = import_module("typer.completion").get_completion_script
        script: str = write(prog_name="referee", complete_var="_REFEREE_COMPLETE", shell=shell)
        lines = script.split("\n")
    reply("completion", json, lambda: {"shell": shell, "lines": lines}, lambda: lines)

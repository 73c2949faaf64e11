"""The man page, written from what the commands say of themselves: `make man`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import typer

from affray.book.home import CACHE
from affray.book.home import VARIABLE as HOME
from affray.book.shelf import FOLDERS_VARIABLE
from affray.cli.main import app
from affray.cli.trust import VARIABLE as TRUST

HEAD = r""".\" Written by `make man` from the commands; change it there.
.TH AFFRAY 1 "" "Affray" "User Commands"
.SH NAME
affray \- runs tabletop role-playing combat by the book
.SH SYNOPSIS
.B affray
[\fICOMMAND\fR [\fIARGUMENTS\fR]]
.SH DESCRIPTION
"""

ENVIRONMENT = {
    HOME: "The folder of saves, encounters, parties, the library and the table's fights.",
    FOLDERS_VARIABLE: "Folders in which rulesets are looked for too.",
    TRUST: "Set: say nothing before a ruleset from a folder is loaded, which runs its code.",
    CACHE: "The folder of compiled rules.",
}
STATUS = {
    "0": "All went well.",
    "1": "Something was found not to hold: a scenario, a promise.",
    "2": "What was given is wrong; one line on standard error says where and what was expected.",
    "130": "Stopped by hand.",
}


def page() -> str:
    """The whole page, as troff."""
    root: Any = typer.main.get_command(app)
    parts = [HEAD, _plain(root.help), "\n.SH COMMANDS\n", *_commands(root, "affray")]
    parts += [".SH OPTIONS\n", *_options(root)]
    parts += [".SH ENVIRONMENT\n", *_listed(ENVIRONMENT), ".SH EXIT STATUS\n", *_listed(STATUS)]
    return "".join(parts)


def _commands(group: Any, called: str) -> Iterator[str]:
    for name, command in sorted(group.commands.items()):
        if hasattr(command, "commands"):
            yield from _commands(command, f"{called} {name}")
            continue
        arguments = [p for p in command.params if p.param_type_name == "argument"]
        shown = " ".join(_metavar(argument) for argument in arguments)
        yield f".SS {_plain(f'{called} {name}')} \\fI{_plain(shown)}\\fR\n{_plain(command.help)}\n"
        yield from _options(command)


def _options(command: Any) -> Iterator[str]:
    for option in command.params:
        if option.param_type_name == "option" and not option.hidden:
            metavar = "" if option.is_flag else f" \\fI{_plain(_metavar(option))}\\fR"
            names = ", ".join(f"\\fB{_plain(name)}\\fR" for name in option.opts)
            yield f".TP\n{names}{metavar}\n{_plain(option.help or '')}\n"


def _metavar(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper())


def _listed(entries: dict[str, str]) -> Iterator[str]:
    for name, says in entries.items():
        yield f".TP\n\\fB{_plain(name)}\\fR\n{_plain(says)}\n"


def _plain(text: str | None) -> str:
    """Text as troff takes it: its backslashes, its hyphens, a dot that begins a line."""
    said = (text or "").strip().replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(f"\\&{line}" if line[:1] in ".'" else line for line in said.splitlines())


if __name__ == "__main__":
    sys.stdout.write(page())

"""The front ends, each a package that imports none of the others, and the table of them.

A front end is added by its package and one line of `FRONT_ENDS`; docs/add-a-front-end.md tells how.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct


class FrontEnd(Struct, frozen=True):
    """A front end as a command of `bot.py`.

    Attributes:
        package: where `run(settings, **options)` is, which plays until it is told to end and gives the
            exit code; imported only when the command is given.
        help: one line about it.
        options: options of the command by name, each with the arguments of argparse's `add_argument`.
        hosts_table: whether the table in a browser may be open beside it (`Settings.table_beside`): then
            `run` takes it as `beside`.
    """

    package: str
    help: str
    options: Mapping[str, Mapping[str, Any]] = {}
    hosts_table: bool = False


_SEED = {"default": "", "help": "words that determine the dice, for teaching; proves nothing"}
_ALONE = {
    "action": "store_true",
    "help": "one person plays every seat: do not clear the screen between turns",
}

FRONT_ENDS: dict[str, FrontEnd] = {
    "hotseat": FrontEnd(
        "frontends.terminal",
        "play in the terminal, one person or several taking turns",
        {"seed": _SEED, "alone": _ALONE},
    ),
    "table": FrontEnd("frontends.browser", "play in a browser, on this machine or a local network"),
    "discord": FrontEnd(
        "frontends.discord", "run the Discord bot (the default when DISCORD_TOKEN is set)", hosts_table=True
    ),
}
"""Every front end by the name of its command."""

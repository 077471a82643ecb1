"""The front ends, each a package that imports none of the others, and the table of them.

A front end is added by its package and one line of `FRONT_ENDS`; see docs/add-a-front-end.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from adjudicator.core.language.words import N_
from service.values.settings import Settings


class FrontEnd(Struct, frozen=True):
    """A front end as a command of `bot.py`.

    Attributes:
        package: the package with `run(settings, **options)`, which runs until it is told to end and returns
            the exit code; imported only when the command is given.
        help: one line about it, a marked template; so is the help of each option.
        options: options of the command by name, each with the arguments of argparse's `add_argument`; one
            with choices is a positional word of the command.
        settings: the settings that it reads, with those of others that run beside it left out.
        is_beside: (settings) -> true if it is to run in one process with another front end that hosts it; its
            package has `serving(worker, settings)` then, an asynchronous context.
        hosts: true if others may run beside it; `run` takes the function that serves them as `beside`.
    """

    package: str
    help: str
    options: Mapping[str, Mapping[str, Any]] = {}
    settings: tuple[str, ...] = ()
    is_beside: Callable[[Settings], bool] = lambda settings: False
    hosts: bool = False


KEPT = (
    *("database", "maps", "backups", "backup_hours", "backups_kept", "backup_minutes"),
    *("health_port", "overlays", "language"),
)
"""The settings of every front end that runs until it is told to end."""
MAIL = (
    *("mail_address", "mail_maildir", "mail_imap", "mail_smtp", "mail_user", "mail_password"),
    *("mail_oauth_url", "mail_oauth_client", "mail_oauth_scope", "mail_oauth_secret", "mail_oauth_refresh"),
    *("mail_plus", "mail_authserv", "mail_tls"),
)

_SEED = {"default": "", "help": N_("words that determine all dice, for practice; such a game proves nothing")}
_ALONE = {
    "action": "store_true",
    "help": N_("one person plays every seat: do not clear the screen between turns"),
}

FRONT_ENDS: dict[str, FrontEnd] = {
    "hotseat": FrontEnd(
        "frontends.terminal",
        N_("play in the terminal, one person or several taking turns"),
        {"seed": _SEED, "alone": _ALONE},
        ("database", "maps", "out", "map_width", "backups", "overlays", "language"),
    ),
    "table": FrontEnd(
        "frontends.browser",
        N_("play in a browser, on this machine or a local network"),
        settings=(
            *("table_port", "table_address", "table_url", "table_password", "map_width", "overlays_public"),
            *("activity", "discord_token", "discord_client_secret", "mail_address"),
            *KEPT,
        ),
        is_beside=lambda settings: settings.table_beside,
        hosts=True,
    ),
    "mail": FrontEnd(
        "frontends.mail",
        N_("run games by e-mail"),
        {
            "what": {
                "nargs": "?",
                "choices": ["check"],
                "help": N_("test the mailbox, the server and plus addresses, report what is wrong, and exit"),
            },
            "invite": {
                "nargs": 3,
                "metavar": ("CAMPAIGN", "SEAT", "ADDRESS"),
                "help": N_("invite somebody to play a vacant seat by mail, and exit"),
            },
        },
        (*MAIL, "table_url", *KEPT),
        is_beside=lambda settings: bool(settings.mail_address),
    ),
    "discord": FrontEnd(
        "frontends.discord",
        N_("run the Discord bot (the default when DISCORD_TOKEN is set)"),
        {
            "what": {
                "nargs": "?",
                "choices": ["check"],
                "help": N_(
                    "test token, application, permissions, commands and intents, report what is wrong, and "
                    "exit"
                ),
            }
        },
        ("discord_token", "activity", "discord_client_secret", "table_beside", "table_url", *KEPT),
        hosts=True,
    ),
}
"""Every front end by the name of its command."""

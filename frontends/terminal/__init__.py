"""The terminal front end: one person, or several in turn, play every seat at one keyboard."""

from __future__ import annotations

from adjudicator.core.language.errors import Refusal
from adjudicator.core.language.words import N_
from service.runtime.bootstrap import at_no_time, now, opened
from service.text.localizer import Localizer
from service.text.telling import refusal
from service.values.settings import Settings

from .commands import finish, take
from .founding import Founding, choose_language
from .keyboard import Keyboard, found
from .table import TerminalTable

__all__ = ["run"]


def run(settings: Settings, *, seed: str = "", alone: bool = False, at: Keyboard | None = None) -> int:
    """Play until the game is over or somebody quits; return the exit code 0.

    Args:
        settings: where campaigns, maps and exports are kept.
        seed: of an open table, whose dice follow from it (under the same release); "" for sealed chance.
        alone: whether one person plays all seats, so that the screen is not cleared between them.
        at: the keyboard; the terminal's if none is given.

    Raises:
        CannotStart: if the database cannot be played from.
    """
    keys = at or found()
    language = settings.language
    clock, backups = at_no_time if seed else now, settings.own_backups
    with opened(settings.database, clock=clock, backups=backups, exclusive=True) as service:
        try:
            language = language or choose_language(keys)
            campaign = Founding(service, service.games(), keys, language).campaign(seed.encode())
            table = TerminalTable(service, service.games(), campaign, keys, settings, language, alone=alone)
            while table.step(take):
                pass
            if table.campaign.state == "over":
                finish(table)
        except Refusal as refused:
            keys.show(refusal(refused, language, lambda id, language: id))
            return 1
        except (EOFError, KeyboardInterrupt):
            keys.show(
                "",
                Localizer(language or "en")(N_("Saved. Next time you start, you can continue from here.")),
            )
    return 0

"""The check before an upgrade: campaigns of a database that this code can no longer follow
(architecture.md §3).

It works on a copy, so that the file is unchanged and an older release can still open it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct

from adjudicator.core.game.game import Game
from adjudicator.core.language.errors import Defect, NotNow, Stale
from adjudicator.core.language.languages import FIRST
from service.storage.database.copying import copy
from service.storage.database.store import Store
from service.unit_of_work.context import ServiceContext
from service.unit_of_work.transaction import Transaction
from service.values.records import Campaign, Message
from service.values.words import speak


class Finding(Struct, frozen=True):
    """A campaign that would be held: the reason, the rule ("" if unknown), and the last rest."""

    campaign: Campaign
    rule: str
    why: str
    rest: int


def rehearse(path: Path, games: Mapping[str, Game]) -> tuple[int, list[Finding]]:
    """Return the number of campaigns being played, and those that this code would hold.

    Raises:
        Corrupt: if the file is not intact.
    """
    with TemporaryDirectory() as folder:
        copied = Path(folder) / path.name
        copy(path, copied)
        store = Store(copied)
        try:
            context = ServiceContext(store, games, lambda: 0, bytes)
            playing = context.campaigns.campaigns("playing")
            return len(playing), [found for c in playing if (found := _try(context, c)) is not None]
        finally:
            store.close()


def _try(context: ServiceContext, campaign: Campaign) -> Finding | None:
    rests = context.log.rests(campaign.id)
    last = rests[-1][0] if rests else 0
    try:
        Transaction(context, campaign, Message("", "")).table.trail()
    except NotNow as missing:
        return Finding(campaign, "", speak(missing.why, FIRST), last)
    except Stale as stale:
        return Finding(campaign, stale.rule, str(stale), last)
    except (Defect, LookupError, msgspec.MsgspecError) as error:
        return Finding(campaign, "", f"{type(error).__name__}: {error}", last)
    return None

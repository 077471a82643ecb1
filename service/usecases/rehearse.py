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
from adjudicator.core.language.words import Words, words
from service.storage.database.copying import copy
from service.storage.database.errors import Corrupt
from service.storage.database.integrity import newest_intact
from service.storage.database.store import Store
from service.unit_of_work.context import ServiceContext
from service.unit_of_work.transaction import Transaction
from service.values.records import Campaign, Message


class Finding(Struct, frozen=True):
    """A campaign that would be held: the reason, the rule ("" if unknown), and the last rest."""

    campaign: Campaign
    rule: str
    why: Words
    rest: int


def rehearse(path: Path, games: Mapping[str, Game], backups: Path | None = None) -> tuple[int, list[Finding]]:
    """Return the number of campaigns being played, and those that this code would hold.

    Raises:
        Corrupt: if the file is not intact; the newest intact one of the backups is named.
    """
    with TemporaryDirectory() as folder:
        copied = Path(folder) / path.name
        try:
            copy(path, copied)
            store = Store(copied)
        except Corrupt as error:
            raise Corrupt(path, error.why, newest_intact(path, backups or path.parent)) from error
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
        return Finding(campaign, "", missing.why, last)
    except Stale as stale:
        return Finding(campaign, stale.rule, words("{why}", why=str(stale)), last)
    except Corrupt as damaged:
        return Finding(campaign, "", words("{why}", why=damaged.why), last)
    except (Defect, LookupError, msgspec.MsgspecError) as error:
        return Finding(campaign, "", words("{why}", why=f"{type(error).__name__}: {error}"), last)
    return None

"""After a backup was restored: what was shown is compared with the log, and lost dice are burnt.

Dice that somebody has read are never rolled again (design/fair-dice.md §8). So a campaign of which more was
shown than its log has is held, and it is not released before every epoch that was shown is burnt.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Sequence

from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, Words, words
from adjudicator.core.log.chain import mac
from adjudicator.core.log.chance import EPOCHS
from service.storage.database.shown import UNKNOWN
from service.unit_of_work.context import ServiceContext
from service.unit_of_work.transaction import Transaction
from service.usecases.agreeing import ending
from service.values.audiences import CHANNEL, REFEREE
from service.values.receipts import Burnt
from service.values.records import Campaign, Seen
from service.values.words import LONGEST_REASON, plain

_TOKEN = re.compile("([0-9]{1,9})-([0-9a-f]{16})-([0-9]{1,9})-([0-9]{1,9})-([0-9a-f]{32})")
LIVE = ("joining", "salting", "playing", "closed")
BEGUN = ("playing", "closed")


def compare(tx: Transaction, seen: Sequence[Seen]) -> bool:
    """Compare what was shown with the log; return true if the log has it. If not, the campaign is held.

    Losses found before are not reported again.
    """
    lost = [end for end in seen if not is_logged(tx.context, tx.campaign, end)]
    if not lost or tx.campaign.state not in LIVE:
        return not lost
    if UNKNOWN in lost:
        said = words(
            N_(
                "this database was restored or copied, and nothing here shows what has been posted since. "
                "If anybody has seen an epoch above {epoch}, burn up to the last one seen before you "
                "resume. If anybody has seen more than {rolls} of your rolls outside the game, roll the "
                "missing ones again and use none of them"
            ),
            epoch=tx.campaign.epoch,
            rolls=tx.campaign.asides,
        )
    else:
        campaign = tx.campaign
        campaign.lost_entry = max(campaign.lost_entry, *(end.n for end in lost))
        campaign.lost_epoch = max(campaign.lost_epoch, *(end.epoch for end in lost))
        campaign.lost_aside = max(campaign.lost_aside, *(end.asides for end in lost))
        said = _lost(tx)
    ending.hold(tx, said)
    tx.tell(REFEREE, "lost", said)
    return False


def tell_of_lacking(tx: Transaction) -> None:
    """Tell the referee that changes outside the log are lost, and that it is not known which."""
    said = words(
        N_(
            "the database lacks what was written last, because a file was lost or an older copy was put in "
            "its place. No entry of this game is missing, but changes of seats, links, teams, standing "
            "orders, messages and deadlines may be: check them"
        )
    )
    tx.tell(REFEREE, "lost", said)


def _lost(tx: Transaction) -> Words:
    """Return the message that says what was lost, and what is to be done."""
    campaign = tx.campaign
    values = {
        "last": campaign.lost_entry,
        "end": campaign.n - 1,
        "epoch": campaign.epoch,
        "lost": campaign.lost_epoch,
        "rolls": campaign.asides,
        "aside": campaign.lost_aside,
    }
    if campaign.has_lost_dice and campaign.state not in BEGUN:
        template = N_(
            "entries up to {last} were shown, but this backup is from before the game began, and its dice "
            "have been seen: call the game off and create it again"
        )
    elif campaign.has_lost_dice and campaign.lost_epoch <= campaign.epoch:
        template = N_(
            "entries up to {last} were shown, and the log now ends at entry {end}. The referee's rolls "
            "outside the game after number {rolls} and up to {aside} were seen: burn them, then resume"
        )
    elif campaign.has_lost_dice:
        template = N_(
            "entries up to {last} were shown, and the log now ends at entry {end}. Dice of epochs after "
            "{epoch} and up to {lost} were seen: burn them, then resume and enter the lost orders again"
        )
    else:
        template = N_(
            "entries up to {last} were shown that are not in the log, which ends at entry {end}. No dice are "
            "lost: resume and enter the lost orders again"
        )
    return words(template, **values)


def is_logged(context: ServiceContext, campaign: Campaign, end: Seen) -> bool:
    """Return true if what was shown is in the log, or is known to be lost."""
    if end == UNKNOWN:
        return campaign.tier == "open"  # whose dice are known to all
    if end.epoch > max(campaign.epoch, campaign.lost_epoch):
        return False
    if end.asides > max(campaign.asides, campaign.lost_aside):
        return False
    head = context.log.head(campaign.id, end.n)
    return end.n <= campaign.lost_entry or (bool(head) and head.startswith(end.head))


def burn(tx: Transaction, to: int | None, why: str) -> Burnt:
    """Use up the epochs to `to`, whose dice were shown and then lost; None for all that are known to be lost.

    With them the referee's dice are used up that are known to be lost.

    Raises:
        NotNow: if the log has come so far already, or nothing is known to be lost.
    """
    tx.require(*BEGUN, held=True)
    tx.require_referee()
    campaign, why = tx.campaign, plain(why, LONGEST_REASON)
    if to is None and not campaign.has_lost_dice:
        raise NotNow(words(N_("no dice of this game are lost; there is nothing to burn")))
    if to is None:
        to = campaign.lost_epoch if campaign.lost_epoch > campaign.epoch else 0
    elif to <= campaign.epoch:
        raise NotNow(words(N_("epoch {to} has already been used"), to=to))
    if to > EPOCHS:
        raise NotNow(words(N_("there is no epoch {to}"), to=to))
    if to:
        seed = tx.context.roots(campaign).seeds[to].hex()
        tx.append("burn", {"to": to, "seed": seed, "by": "referee", "why": why})
        tx.chain.epoch = to
        said = words(N_("epochs up to {to} have been burned and will not be used"), to=to)
        tx.tell(CHANNEL, "burn", said, why)
    return Burnt(to, _burn_asides(tx, why))


def _burn_asides(tx: Transaction, why: str) -> int:
    """Use up the referee's dice that were shown and then lost; return the number of the last, 0 for none."""
    campaign, i = tx.campaign, tx.campaign.lost_aside
    if i <= campaign.asides:
        return 0
    seed = tx.context.roots(campaign).asides[i].hex()
    tx.append("aside", {"i": i, "seed": seed, "by": "referee", "why": why, "rolls": []})
    campaign.asides = i
    said = words(N_("rolls outside the game up to number {i} have been burned and will not be used"), i=i)
    tx.tell(CHANNEL, "burn", said, why)
    return i


# -- what a reader keeps -----------------------------------------------------------------------------


def token(context: ServiceContext, campaign: Campaign) -> str:
    """Return the end of a log for a reader to keep, signed by the umpire so that nobody else can make it.

    Before play begins and after the end there is none, "".
    """
    if campaign.state not in BEGUN:
        return ""
    end = Seen(campaign.n - 1, campaign.head[:16], campaign.epoch, campaign.asides)
    return _marked(context, campaign, end)


def read_token(context: ServiceContext, campaign: Campaign, text: str) -> Seen | None:
    """Return the end that a reader of a game in play has kept; None if this umpire did not give it out."""
    if campaign.state not in BEGUN or (found := _TOKEN.fullmatch(text)) is None:
        return None
    end = Seen(int(found[1]), found[2], int(found[3]), int(found[4]))
    return end if hmac.compare_digest(_marked(context, campaign, end), text) else None


def _marked(context: ServiceContext, campaign: Campaign, end: Seen) -> str:
    hroot = context.campaigns.hroot(campaign.id)
    mark = mac(hroot, "shown", campaign.name, end.n, end.head, end.epoch, end.asides)[:16]
    return f"{end.n}-{end.head}-{end.epoch}-{end.asides}-{mark.hex()}"

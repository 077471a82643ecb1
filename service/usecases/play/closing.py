"""Provisional results: after a resignation, a surrender or a forfeit what is hidden stays closed for a day,
and the game may still be resumed (design/fair-dice.md §5).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from adjudicator.core.language.words import N_, Words, words
from adjudicator.core.log.chain import JSON
from service.unit_of_work.context import ServiceContext
from service.unit_of_work.transaction import OVER, Transaction
from service.values.audiences import CHANNEL
from service.values.calendar import moment
from service.values.posts import EndNotice
from service.values.records import COMPUTER
from service.values.time_control import HOUR
from service.values.words import packed

OPENS_AFTER = 24 * HOUR


def close(
    tx: Transaction,
    why: str,
    result: dict[str, JSON],
    words: Words = OVER,
    *,
    by: str,
    consent: Sequence[str],
) -> None:
    """End the campaign with a provisional result, which is public; nothing hidden is opened yet.

    `by` and `consent` are those of the entry (design/fair-dice.md §5).

    Where the sender plays all seats that people play, nothing is hidden from anybody, and all agree: the
    campaign is opened at once.
    """
    opens = tx.time + OPENS_AFTER
    ended = {"why": why, "result": result, "by": by, "consent": sorted(consent)}
    tx.require_result(result, by, is_provisional=True)
    tx.append("result", {**ended, "opens": opens})
    playing, tx.campaign.state = people(tx), "closed"
    if {tx.members[seat].user for seat in playing} <= {tx.message.user}:
        tx.end(why, result, words, by="seats", consent=sorted(playing))
        return
    tx.context.campaigns.drop_proposals(tx.campaign.id)
    tx.post(CHANNEL, EndNotice("closed", packed(words), result=result))
    tx.tell(CHANNEL, "opens", _until(tx, opens))


def _until(tx: Transaction, opens: int) -> Words:
    template = N_(
        "the result is provisional; hidden information stays hidden until {opens}, or until all "
        "players agree to open it; until then all players, or the referee, can resume the game"
    )
    return words(template, opens=moment(opens, tx.context.clocks.pace(tx.campaign.id).zone))


def opening(context: ServiceContext, campaign: int) -> int:
    """Return the UNIX second at which a campaign with a provisional result opens."""
    return int(context.log.bodies(campaign, "result")[-1]["opens"])


def due(context: ServiceContext) -> dict[int, int]:
    """Return the campaigns whose result is provisional, each with the UNIX second at which it opens."""
    return {c.id: opening(context, c.id) for c in context.campaigns.campaigns("closed")}


def open_when_due(tx: Transaction) -> None:
    """Open the campaign, if it is due."""
    if tx.campaign.state == "closed" and opening(tx.context, tx.campaign.id) <= tx.time:
        open_now(tx, "clock", ())


def people(tx: Transaction) -> Collection[str]:
    """Return the seats that people play."""
    return [seat for seat, member in tx.members.items() if member.user != COMPUTER]


def open_now(tx: Transaction, by: str, consent: Collection[str]) -> None:
    """Open everything that is hidden: the result is final."""
    body = tx.context.log.bodies(tx.campaign.id, "result")[-1]
    is_of_tournament = tx.context.tournaments.tournament_of(tx.campaign.id) is not None
    said = OVER if is_of_tournament else words(N_("the game is over, and everything is open"))
    tx.end(body["why"], body["result"], said, by=by, consent=sorted(consent))

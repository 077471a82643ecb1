"""Provisional results: after a resignation, a surrender or a forfeit what is hidden stays closed for a day,
and the game may still be resumed (design/fair-dice.md §5).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, Words
from adjudicator.core.log.chain import JSON
from service.storage.outbox import CHANNEL
from service.unit_of_work.context import ServiceContext
from service.unit_of_work.transaction import OVER, Transaction
from service.values.calendar import moment
from service.values.posts import EndNotice
from service.values.records import COMPUTER, Proposal
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
    people, tx.campaign.state = _people(tx), "closed"
    if {tx.members[seat].user for seat in people} <= {tx.message.user}:
        tx.end(why, result, words, by="seats", consent=sorted(people))
        return
    tx.context.campaigns.drop_proposals(tx.campaign.id)
    tx.post(CHANNEL, EndNotice("closed", packed(words), result=result))
    tx.tell(CHANNEL, "opens", _until(tx, opens))


def _until(tx: Transaction, opens: int) -> Words:
    template = N_(
        "the result is provisional; hidden information stays hidden until {opens}, or until all "
        "players agree to open it; until then all players, or the referee, can resume the game"
    )
    return Words(template, {"opens": moment(opens, tx.context.clocks.pace(tx.campaign.id).zone)})


def opening(context: ServiceContext, campaign: int) -> int:
    """Return the UNIX second at which a campaign with a provisional result opens."""
    return int(context.log.bodies(campaign, "result")[-1]["opens"])


def due(context: ServiceContext) -> dict[int, int]:
    """Return the campaigns whose result is provisional, each with the UNIX second at which it opens."""
    return {c.id: opening(context, c.id) for c in context.campaigns.campaigns("closed")}


def open_when_due(tx: Transaction) -> None:
    """Open the campaign, if it is due."""
    if tx.campaign.state == "closed" and opening(tx.context, tx.campaign.id) <= tx.time:
        _open(tx, "clock", ())


def agree_to_open(tx: Transaction, seat: str) -> None:
    """Agree to open everything now; it happens once every player has agreed.

    Raises:
        NotNow: if the result is not provisional, or the seat has agreed already.
    """
    tx.require("closed")
    tx.require_seat(seat)
    if agree(tx, "open", seat, ""):
        _open(tx, "seats", _people(tx))
    else:
        tx.tell(CHANNEL, "open", Words(N_("{seat} agrees to open the game now"), {"seat": seat}))


def agree(tx: Transaction, kind: str, seat: str, why: str) -> bool:
    """Note that the sender agrees to "open" or "resume", for all their seats; return true if all have now.

    Vacant seats and those of the computer need not agree.

    Raises:
        NotNow: if the sender has agreed already.
    """
    campaigns, id = tx.context.campaigns, tx.campaign.id
    made = campaigns.proposal(id, kind) or Proposal(kind, seat, tx.campaign.n, why, [])
    if seat in made.consent:
        raise NotNow(Words(N_("you have already agreed; the other seats have not answered yet")))
    agreed = {*made.consent, *tx.own_seats()}
    if agreed >= {*_people(tx)}:
        campaigns.drop_proposals(id)
        return True
    campaigns.save_proposal(id, kind, replace(made, consent=sorted(agreed)))
    return False


def _people(tx: Transaction) -> Collection[str]:
    """Return the seats that people play."""
    return [seat for seat, member in tx.members.items() if member.user != COMPUTER]


def _open(tx: Transaction, by: str, consent: Collection[str]) -> None:
    body = tx.context.log.bodies(tx.campaign.id, "result")[-1]
    is_of_tournament = tx.context.tournaments.tournament_of(tx.campaign.id) is not None
    words = OVER if is_of_tournament else Words(N_("the game is over, and everything is open"))
    tx.end(body["why"], body["result"], words, by=by, consent=sorted(consent))

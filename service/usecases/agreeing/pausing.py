"""A pause that all players have agreed on: no clock runs until one of them goes on.

A referee's pause is a hold with a reason of theirs (`usecases.ending`).
"""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, Words
from service.storage.outbox import CHANNEL
from service.unit_of_work.transaction import Transaction
from service.values.posts import ProposedNotice
from service.values.records import COMPUTER, PAUSED, Proposal
from service.values.words import packed

from . import ending


def agree(tx: Transaction, seat: str, proposal: str | None) -> None:
    """Agree to pause, or propose it if nobody has; once all seats that people play agree, the game is held.

    `proposal` is the id of the proposal that is agreed to, None for any or a new one. Play goes on until all
    agree, and the proposal stays.

    Raises:
        NotNow: if the campaign is not being played, it is of a tournament, another pause was proposed, or the
            sender has agreed already.
    """
    tx.require("playing")
    tx.require_seat(seat)
    if tx.context.tournaments.tournament_of(tx.campaign.id) is not None:
        raise NotNow(Words(N_("in a tournament only its directors can pause a game")))
    campaigns, id = tx.context.campaigns, tx.campaign.id
    is_first = campaigns.proposal(id, "pause") is None and proposal is None
    made = Proposal("pause", seat, tx.campaign.n, "", [], tx.context.entropy(4).hex())
    if not is_first:
        made = ending.proposed(tx, "pause", proposal)
    agreed = {*made.consent, *tx.own_seats()}
    people = {other for other, member in tx.members.items() if member.user != COMPUTER}
    if not is_first and agreed >= people:
        tx.tell(CHANNEL, "pause", Words(N_("{seat} agrees to pause"), {"seat": seat}))
    if agreed >= people:
        ending.hold(tx, Words(PAUSED))
        return
    if agreed == {*made.consent}:
        raise NotNow(Words(N_("you have already agreed; the other seats have not answered yet")))
    campaigns.save_proposal(id, "pause", replace(made, consent=sorted(agreed)))
    if is_first:
        words = Words(N_("{seat} proposes to pause the game"), {"seat": seat})
        tx.post(CHANNEL, ProposedNotice("pause", packed(words), proposal=made.id))
    else:
        tx.tell(CHANNEL, "pause", Words(N_("{seat} agrees to pause"), {"seat": seat}))


def refuse(tx: Transaction, seat: str, proposal: str | None) -> None:
    """Refuse the pause that is proposed, or withdraw one's own proposal.

    Raises:
        NotNow: if none is proposed, or another one.
    """
    tx.require("playing")
    tx.require_seat(seat)
    ending.proposed(tx, "pause", proposal)
    tx.context.campaigns.save_proposal(tx.campaign.id, "pause", None)
    tx.tell(CHANNEL, "pause", Words(N_("{seat} declines to pause"), {"seat": seat}))

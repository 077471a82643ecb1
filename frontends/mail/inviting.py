"""Invitations to a seat by mail, or to be the referee."""

from __future__ import annotations

import base64

from adjudicator.core.language.errors import NotNow, Verbatim
from adjudicator.core.language.words import N_, words
from service.api import Service
from service.usecases.front_ends import mailing
from service.usecases.referee import acts
from service.values.front_ends.mail import REFEREE, MailSeat
from service.values.records import Message

from .access import sees
from .incoming import is_postable


def invited(service: Service, campaign: int, seat: str, address: str, *, replaces: bool = False) -> MailSeat:
    """Make a seat by mail for an address; an earlier invitation to the seat is void.

    A seat in play is the referee's to give: a vacant one, or with `replaces` one that somebody plays until
    the invitation is answered.

    Raises:
        NotNow: if there is no such campaign or seat, somebody plays it, or the address is not valid.
    """
    if campaign not in service.live_ids():
        raise NotNow(words(N_("there is no game {n}"), n=campaign))
    standings, address = service.status(campaign), address.casefold()
    found = standings.campaign
    if seat != REFEREE and seat not in found.seats:
        raise NotNow(words(N_("the seats of this game are {seats}"), seats=list(found.seats)))
    if seat in standings.members and not replaces:
        raise NotNow(words(N_("{seat} is played already"), seat=seat))
    if not is_postable(address):
        why = N_("{address} is not an address that the umpire can send mail to")
        raise NotNow(words(why, address=Verbatim(address)))
    token = base64.b32encode(service.random_bytes(10)).decode().casefold()
    made = MailSeat(token, campaign, seat, address, replaces=replaces or seat == REFEREE)
    if replaces or (found.state == "playing" and seat != REFEREE):
        referee = Message("", found.referee)
        service.look_as(
            referee, campaign, acts.require_replaceable, seat, made.user, address.partition("@")[0]
        )
    former = [
        old for old in (*service.mail.seats(campaign), *service.mail.offers()) if old.campaign == campaign
    ]
    void = [old.token for old in former if old.seat == seat and not sees(service, old)]
    service.keep(mailing.drop_seats, void)
    service.mail.save_seat(made)
    return made

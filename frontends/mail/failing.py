"""Addresses from which mails bounce: they are marked and reported until their owner writes.

A person may have a second address (`SPARE`), which is used then. The news in a mail that came back is sent
again, there or once its reader writes. That a server goes on trying is only noted.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from adjudicator.core.language.words import N_, words
from service.api import Service
from service.usecases.front_ends import mailing
from service.values.audiences import CHANNEL, REFEREE, to_seat
from service.values.front_ends.mail import MailPlace, MailSeat

from .access import sees
from .received.reports import DELAYED, FAILED, OTHER, Report

_LOG = logging.getLogger(__name__)

FRONT_END = "mail"
"""The name by which posts wait for this front end."""

_REFEREE = N_(
    "an email to {seat} could not be delivered; no more is sent to this address until its player writes"
)
_TEAM = N_("email to the player of your seat bounces; they do not read what the seat is told")
_TABLE = N_("email to {seat} bounces; if you know the player, please tell them another way")
_REFEREE_OTHER = N_(
    "an email to {seat} could not be delivered; from now on email goes to their other address"
)
_TEAM_OTHER = N_("email to one address of your seat's player bounces; from now on it goes to the other one")


def addresses_of(service: Service, seat: MailSeat | MailPlace) -> list[str]:
    """Return the addresses of the person of a seat, or of a place in a tournament: the registered one, and
    the second one if they have any.
    """
    return [address for address in (seat.address, service.mailbox.spare(seat.address)) if address]


def address_of(service: Service, seat: MailSeat | MailPlace) -> str:
    """Return the address to which mails of a seat or place go, "" if they come back from everywhere."""
    found = (a for a in addresses_of(service, seat) if not service.mailbox.is_failing(a))
    return next(found, "")


def is_reached(service: Service, seat: MailSeat) -> bool:
    """Return true if mails to a seat arrive, as far as is known."""
    return bool(address_of(service, seat))


def heard(service: Service, report: Report, senders: Sequence[str]) -> str:
    """Act on a report about a mail; return what it says about the address that the mail went to, "" if it is
    about no mail that is known.

    What that address itself sends, such as an absence note, is no report of a failure.
    """
    address = service.mail.recipient_of(report.ids)
    if not address:
        return ""
    kind = OTHER if address in senders else report.about(address)
    if kind == FAILED:
        service.mail.returned(report.ids, lambda: mark(service, address, *report.ids))
    elif kind == DELAYED:
        service.mailbox.delay(address, service.now())
    _LOG.info("a report about a mail to %s: %s", address, kind)
    return kind


def mark(service: Service, address: str, *message_ids: str) -> None:
    """Mark an address, and let the posts in mails to it wait again; report it once, in each game of its
    owner. Inside a transaction.
    """
    if not address:
        return
    service.keep(mailing.wait_again, FRONT_END, message_ids)
    if service.mailbox.is_failing(address):
        return
    service.mailbox.fail(address, service.now())
    for owner in [address, *service.mailbox.owners(address)]:
        for seat in service.mail.seats(address=owner):
            if sees(service, seat):
                said = [(REFEREE, _REFEREE), (CHANNEL, _TABLE), (to_seat(seat.seat), _TEAM)]
                if is_reached(service, seat):
                    said = [(REFEREE, _REFEREE_OTHER), (to_seat(seat.seat), _TEAM_OTHER)]
                notices = [(who, words(template, seat=seat.seat)) for who, template in said]
                service.keep(mailing.tell_returned, seat.campaign, notices)

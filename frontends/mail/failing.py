"""Addresses to which mails come back: they are marked, and told of, until their person writes."""

from __future__ import annotations

from adjudicator.core.words import N_, Words
from service.api import Service
from service.storage.mail import MailSeat
from service.storage.outbox import CHANNEL, REFEREE, notice, to_seat

from .access import sees

_REFEREE = N_(
    "a mail to {seat} could not be delivered; no more mail is sent to this address until its player writes"
)
_TEAM = N_("mails to the player of your seat come back; what is told to the seat, they do not read")
_TABLE = N_("mails to {seat} come back; if you know the player, please tell them another way")


def mark(service: Service, address: str) -> None:
    """Mark an address and tell of it once, in each game that it plays; inside a transaction."""
    if not address or service.mailbox.is_failing(address):
        return
    seats = [seat for seat in service.mail.seats(address=address) if sees(service, seat)]
    service.mailbox.fail(address, service.now())
    for seat in seats:
        said = [(REFEREE, _REFEREE), (CHANNEL, _TABLE), (to_seat(seat.seat), _TEAM)]
        notices = [notice(who, "returned", Words(words, {"seat": seat.seat})) for who, words in said]
        service.context.outbox.add(service.campaign(seat.campaign), notices)


def is_reached(service: Service, seat: MailSeat) -> bool:
    """Return true if mails to a seat arrive, as far as is known."""
    return not service.mailbox.is_failing(seat.address)

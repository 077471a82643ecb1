"""The right to a seat by mail: the token alone shows nothing, its person must belong to the seat now.

Every reader, subject, section, drawing and conversation asks here first (architecture.md §1.5).
"""

from __future__ import annotations

from service.api import Service
from service.storage.mail import JOINED, MailSeat


def sees(service: Service, seat: MailSeat) -> bool:
    """Return true if the person has joined, and belongs to the seat's team now."""
    return seat.state == JOINED and bool(service.role_of(seat.user, seat.campaign, seat.seat))


def plays(service: Service, seat: MailSeat) -> bool:
    """Return true if the person has joined, and commands the seat now."""
    return seat.state == JOINED and service.may_order(seat.user, seat.campaign, seat.seat)

"""The right to a seat by mail: the token alone is not enough, its owner must belong to the seat now.

Every subject, section, drawing and conversation is checked here first (architecture.md §1.5).
"""

from __future__ import annotations

import base64
import hashlib
import re

from service.api import Service
from service.usecases.play import queries
from service.values.front_ends.mail import JOINED, REFEREE, MailSeat

SHOWN = re.compile(r"\.([0-9]{1,9})\.([0-9a-f-]{1,120})@")
"""The mark of `witness` in a Message-ID: the campaign, and the note that the service made for a reader."""


def sees(service: Service, seat: MailSeat) -> bool:
    """Return true if the person has joined, and belongs to the seat's team now, or is the referee."""
    if seat.seat == REFEREE:
        return seat.state == JOINED and service.campaign(seat.campaign).referee == seat.user
    return seat.state == JOINED and bool(service.role_of(seat.user, seat.campaign, seat.seat))


def plays(service: Service, seat: MailSeat) -> bool:
    """Return true if the person has joined, and commands the seat now."""
    return (
        seat.state == JOINED
        and seat.seat != REFEREE
        and service.may_order(seat.user, seat.campaign, seat.seat)
    )


def zone_of(service: Service, seat: MailSeat) -> str:
    """Return the time zone of a seat's mails: its person's own, or that of the campaign."""
    return service.mailbox.zone(seat.address) or service.status(seat.campaign).pace.zone


def table_page(service: Service, seat: MailSeat, table: str) -> str:
    """Return the address of the public page of a seat's game at the browser table with this address; "" if
    there is none.
    """
    is_shown = table and seat.campaign in service.seat_access.campaigns()
    return f"{table.rstrip('/')}/game/{seat.campaign}/public" if is_shown else ""


def turn_token(service: Service, seat: MailSeat) -> str:
    """Return the token of a seat for this turn, for subjects: it is visible in quotations, and soon void."""
    stage = service.campaign(seat.campaign).stage
    turn = service.game(seat.campaign).when(stage).turn if stage else ""
    digest = hashlib.sha256(f"tabellarius/mail\nturn\n{seat.token}\n{turn}".encode()).digest()
    return base64.b32encode(digest[:10]).decode().casefold()


def frame_mark(service: Service, seat: MailSeat, suggested: str = "") -> str:
    """Return the word at the end of the first line of a seat's frame, which changes with each question; or
    the word by which a suggested answer is given, which changes with the answer, too.
    """
    asked = {one.seat: one.entry for one in service.asked(seat.campaign)}
    answered = service.look(seat.campaign, queries.answered, seat.seat) if seat.seat not in asked else None
    at = asked.get(seat.seat) if answered is None else answered.entry
    digest = hashlib.sha256(f"tabellarius/mail\nframe\n{seat.token}\n{at}{suggested}".encode()).digest()
    return f"+{base64.b32encode(digest[:5]).decode().casefold()[:6]}"


def witness(service: Service, campaign: int) -> str:
    """Return the last entry that the reader of a mail can have read, for its Message-ID; "" before and after
    play.

    An answer to the mail, or its bounce, returns it, even to a restored older database (design/fair-dice.md
    §8).
    """
    shown = service.shown(campaign)
    return f"{campaign}.{shown}" if shown else ""

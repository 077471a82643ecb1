"""Do what a letter says: its sender, each command in it, and the answer (docs/mail.md).

Runs on the service's thread; nothing here sends. Every command has an id made from the letter's hash, so
that a letter that is read twice does everything once.
"""

from __future__ import annotations

import logging
import re

from msgspec import structs

from adjudicator.core.errors import Verbatim
from adjudicator.core.languages import LANGUAGES
from adjudicator.core.words import N_, Words
from service.api import Service
from service.storage.mail import MailSeat
from service.text.localizer import Localizer
from service.values.words import speak

from .access import SHOWN, turn_token
from .commands.answering import answered
from .commands.conversation import Reply, new_code
from .failing import mark
from .letter import Letter, is_postable, is_vouched
from .reading import requests

_LOG = logging.getLogger(__name__)


TOKEN = re.compile(r"\+([a-z2-7]{16})@")
OF_SUBJECT = re.compile(r"\[([a-z2-7]{16})\]")
"""The token of a turn, where the mailbox has no plus addresses."""
HOUR, DAY = 3_600, 86_400
MOST_AN_HOUR = 60
"""The number of mails from one address that are read within an hour."""


def answer(service: Service, letter: Letter, at: int, server: str = "") -> Reply | None:
    """Do what a letter says; None if it gets no answer.

    Args:
        service: on its own thread.
        letter: what came in.
        at: when the mailbox received it, in UNIX seconds; mails from the same sender are counted by it.
        server: the name of the server that must vouch for its sender, "" for none.
    """
    _witness(service, letter)
    if letter.returned:
        _returned(service, letter)
    if letter.is_automatic or not letter.senders or not is_postable(letter.senders[0]):
        return None
    seat, who = seat_of(service, letter), counted_as(service, letter, server)
    if seat is None:
        is_first = service.mail.count_from(who, at - DAY) <= 1
        is_old = bool(OF_SUBJECT.search(letter.subject.casefold()))
        said = _OLD if is_old and service.mail.seats(address=letter.senders[0]) else _STRANGER
        lines = [speak(Words(said), language) for language in LANGUAGES]
        return Reply(letter.senders[0], None, lines) if is_first else None
    if letter.senders != (seat.address,) or not (
        not server or is_vouched(letter, server) or _has_code(letter, seat)
    ):
        return _held(service, seat, letter) if service.mail.count_from(who, at - DAY) <= 1 else None
    if (recent := service.mail.count_from(who, at - HOUR)) > MOST_AN_HOUR:
        template = N_(
            "You sent more than {n} mails within an hour. This one was not read; send it again later."
        )
        lines = [Localizer(seat.language)(template, n=MOST_AN_HOUR)]
        return Reply(seat.address, seat, lines) if recent == MOST_AN_HOUR + 1 else None
    service.mailbox.works(seat.address)
    return answered(service, seat, letter)


def _witness(service: Service, letter: Letter) -> None:
    """Hold a game of which a mail of ours that comes back, or is answered, has told more than its log has."""
    for id in (*letter.returned, *letter.answers):
        if (found := SHOWN.search(id)) is not None:
            service.hear_shown(int(found[1]), found[2])


def _returned(service: Service, letter: Letter) -> None:
    """Mark the address to which a mail of ours could not be delivered; other bounces tell nothing."""
    address = service.mail.recipient_of(letter.returned)
    service.mail.returned(letter.returned, lambda: mark(service, address))
    if not address:
        _LOG.warning("a bounce of no mail of ours: %s", letter.digest)


def _has_code(letter: Letter, seat: MailSeat) -> bool:
    """Return true if a mail holds the code that was sent to the registered address."""
    said = [request.rest for request in requests(letter.lines) if request.verb == "confirm"]
    return bool(seat.code) and seat.code in said


_OLD = N_(
    "The word in brackets in your subject line is from an earlier turn. Reply to the umpire's latest mail."
)
_STRANGER = N_(
    "This address is for historical wargames by mail, but you have no game here. To play, reply to your "
    "invitation."
)


def counted_as(service: Service, letter: Letter, server: str = "") -> str:
    """Return the name by which mails are counted: of a player by seat and address, of a stranger by address;
    all that come to a seat from elsewhere are one, so that its player is asked once a day.
    """
    seat = seat_of(service, letter)
    if seat is None:
        return "".join(letter.senders[:1])
    is_own = letter.senders == (seat.address,) and (not server or is_vouched(letter, server))
    return f"{seat.token} {seat.address if is_own else '?'}"


def seat_of(service: Service, letter: Letter) -> MailSeat | None:
    """Return the seat whose token stands in the address that a letter was sent to, or, of this turn, in its
    subject.
    """
    found = [match[1] for address in letter.recipients for match in TOKEN.finditer(address)]
    seats = {seat.token: seat for token in found if (seat := service.mail.seat_of(token)) is not None}
    if words := set(OF_SUBJECT.findall(letter.subject.casefold())):
        of_turn = [seat for seat in service.mail.seats() if turn_token(service, seat) in words]
        seats |= {seat.token: seat for seat in of_turn}
    return next(iter(seats.values())) if len(seats) == 1 else None


_UNVOUCHED = N_(
    "A mail for your seat came in the name of {sender}, but the mail server does not confirm that. Nothing "
    "in it was carried out."
)
_FROM_ELSEWHERE = N_(
    "A mail for your seat came from {sender}, which is not your registered address. Nothing in it was "
    "carried out."
)


def _held(service: Service, seat: MailSeat, letter: Letter) -> Reply:
    """Hold a letter from another address, and ask the registered one."""
    code = new_code(service)
    service.mail.save_seat(structs.replace(seat, code=code, command=f"letter {letter.digest}"))
    say = Localizer(seat.language)
    lines = [
        say(
            _UNVOUCHED if letter.senders == (seat.address,) else _FROM_ELSEWHERE,
            sender=Verbatim(", ".join(letter.senders)),
        ),
        say(N_("If you sent it, reply from this address with: CONFIRM {code}"), code=Verbatim(code)),
    ]
    return Reply(seat.address, seat, lines, is_alarm=True)

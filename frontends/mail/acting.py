"""Carry out a mail: its sender, each command in it, and the answer (docs/mail.md).

This runs on the service's thread and sends nothing. Every command has an id made from the mail's hash, so
that a mail that is read twice is carried out once.
"""

from __future__ import annotations

import logging
import re

from msgspec import structs

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, words
from service.api import Service
from service.text.localizer import Localizer
from service.usecases.front_ends import mailing
from service.values.front_ends.mail import FOREIGN_BOUNCE, MailPlace, MailSeat
from service.values.words import speak

from .access import SHOWN, turn_token
from .brake import Brake
from .commands import tournament
from .commands.answering import answered
from .commands.conversation import Reply, new_code
from .failing import address_of, addresses_of, heard
from .incoming import Incoming, compared, is_postable, is_signed, is_vouched
from .reading import FRAMES, requests
from .received.reports import DELAYED, FAILED
from .rounds import subject_token
from .written.sent import sent_to

_LOG = logging.getLogger(__name__)


TOKEN = re.compile(r"\+([a-z2-7]{16})@")
OF_SUBJECT = re.compile(r"\[([a-z2-7]{16})\]")
"""The token of a turn, where the mailbox has no plus addresses."""
HOUR, DAY, WEEK = 3_600, 86_400, 7 * 86_400
ASKED_A_DAY = 3
"""The number of mails a day by which an address may ask about tournaments: anybody may write in its name."""
MOST_AN_HOUR = 60
"""The number of mails from one address that are read within an hour."""


def answer(service: Service, mail: Incoming, at: int, server: str = "", table: str = "") -> Reply | None:
    """Carry out a mail and return the answer; None if it gets none.

    Args:
        service: on its own thread.
        mail: the incoming mail.
        at: when the mailbox received it, in UNIX seconds; mails from the same sender are counted by it.
        server: the name of the server that must vouch for its sender, "" for none.
        table: the public address of the browser table, "" for none.
    """
    if mail.report is not None and _is_only_report(service, mail):
        return None
    mail = compared(mail, sent_to(service, mail.senders, mail.answers))
    asked = [request for request in requests(mail.lines, mail.name) if not request.is_amid]
    has_command = bool(asked) or any(tournament.commands(mail.lines))
    is_automatic = mail.is_automatic or (mail.wants_no_answer and not has_command)
    if is_automatic or not mail.senders or not is_postable(mail.senders[0]):
        return None
    seat, who = seat_of(service, mail), counted_as(service, mail, server)
    if seat is not None:
        if not _is_heard(service, seat, mail, server):
            return _held(service, seat, mail) if service.mail.count_from(who, at - DAY) <= 1 else None
        if (recent := service.mail.count_from(who, at - HOUR)) > MOST_AN_HOUR:
            return _too_many(seat, mail) if recent == MOST_AN_HOUR + 1 else None
        service.mailbox.works(mail.senders[0])
        has_frame = any(request.verb in FRAMES or request.lines for request in asked)
        brake = Brake(service, mail, who, at, has_frame=has_frame, is_idle=not asked)
        return brake.answered(lambda: answered(service, seat, mail, table), seat.language)
    if (place := place_of(service, mail)) is not None:
        is_theirs = is_own(service, place, mail) and (not server or is_vouched(mail, server))
        if not is_theirs or service.mail.count_from(who, at - HOUR) > MOST_AN_HOUR:
            return None
        service.mailbox.works(mail.senders[0])
        brake = Brake(service, mail, who, at, is_idle=not any(tournament.commands(mail.lines)))
        return brake.answered(lambda: tournament.answered(service, place, mail), place.language)
    return _to_stranger(service, mail, who, at)


def _is_only_report(service: Service, mail: Incoming) -> bool:
    """Hear a report of a server; return true if it is about a mail that the umpire sent, and nothing more."""
    assert mail.report is not None
    kind = heard(service, mail.report, mail.senders)
    if not kind and mail.is_automatic:
        service.mail.count_as(mail.digest, FOREIGN_BOUNCE)
        _LOG.warning("a bounce of a mail that was not sent from here: %s", mail.digest)
    return kind in (FAILED, DELAYED)


def _too_many(seat: MailSeat, mail: Incoming) -> Reply:
    """Say once that no more mails of a seat are read for a while."""
    template = N_(
        "You sent more than {n} messages within an hour. This one was not read; send it again later."
    )
    return Reply(mail.senders[0], seat, [Localizer(seat.language)(template, n=MOST_AN_HOUR)])


def _to_stranger(service: Service, mail: Incoming, who: str, at: int) -> Reply | None:
    """Answer somebody who names neither a seat nor a place: with the tournament that they ask for, else once
    a week with what this address is for.
    """
    if service.mail.count_from(who, at - DAY) <= ASKED_A_DAY:
        id = tournament.asked_for(mail)
        if id and (told := tournament.opened(service, id, mail)) is not None:
            return told
    if service.mail.count_from(who, at - WEEK) > 1:
        return None
    is_old = bool(OF_SUBJECT.search(mail.subject.casefold()))
    said = _OLD if is_old and service.mail.seats(address=mail.senders[0]) else _STRANGER
    return Reply(mail.senders[0], None, [speak(words(said), language) for language in LANGUAGES])


def hold_if_behind(service: Service, mail: Incoming) -> None:
    """Hold a game if one of our mails, returned or answered, shows entries that its log lacks."""
    for id in (*(mail.report.ids if mail.report else ()), *mail.answers):
        if (found := SHOWN.search(id)) is not None:
            service.hear_shown(int(found[1]), found[2])


def is_own(service: Service, seat: MailSeat | MailPlace, mail: Incoming) -> bool:
    """Return true if the only sender of a mail has the registered address of a seat or place, or their
    spare one.
    """
    return len(mail.senders) == 1 and mail.senders[0] in addresses_of(service, seat)


def _is_heard(service: Service, seat: MailSeat, mail: Incoming, server: str) -> bool:
    """Return true if a mail comes from the seat's address, and that is proven or its code is in it."""
    is_proven = _is_proven(service, seat, mail, server) or _has_code(mail, seat)
    return is_proven and is_own(service, seat, mail)


def _is_proven(service: Service, seat: MailSeat, mail: Incoming, server: str) -> bool:
    """Return true if a mail's origin is known as well as the installation and the campaign demand."""
    if server and is_vouched(mail, server):
        return True
    if service.mail.demands_signatures(seat.campaign):
        return is_signed(mail)
    return not server


def _has_code(mail: Incoming, seat: MailSeat) -> bool:
    """Return true if a mail holds the code that was sent to the registered address."""
    said = [request.rest for request in requests(mail.lines, mail.name) if request.verb == "confirm"]
    return bool(seat.code) and seat.code in said


_OLD = N_(
    "The word in brackets in your subject line is from an earlier turn. Reply to the umpire's latest mail."
)
_STRANGER = N_(
    "This address is for historical wargames by mail, but you have no game here. To play, reply to your "
    "invitation."
)


def counted_as(service: Service, mail: Incoming, server: str = "") -> str:
    """Return the name by which mails are counted: for a player by seat and address, for a stranger by
    address; all mails to a seat from other addresses count together, so that its player is asked once a day.
    """
    seat = seat_of(service, mail)
    if seat is None:
        return "".join(mail.senders[:1])
    is_theirs = is_own(service, seat, mail) and _is_proven(service, seat, mail, server)
    return f"{seat.token} {seat.address if is_theirs else '?'}"


def seat_of(service: Service, mail: Incoming) -> MailSeat | None:
    """Return the seat whose token is in the address that a mail was sent to, or whose token of this turn is
    in its subject.
    """
    found = [match[1] for address in mail.recipients for match in TOKEN.finditer(address)]
    seats = {seat.token: seat for token in found if (seat := service.mail.seat_of(token)) is not None}
    if words := set(OF_SUBJECT.findall(mail.subject.casefold())):
        of_turn = [
            seat
            for seat in (*service.mail.seats(), *service.mail.offers())
            if turn_token(service, seat) in words
        ]
        seats |= {seat.token: seat for seat in of_turn}
    return next(iter(seats.values())) if len(seats) == 1 else None


def place_of(service: Service, mail: Incoming) -> MailPlace | None:
    """Return the place in a tournament whose token is in the address that a mail was sent to, or in its
    subject.
    """
    tokens = [match[1] for address in mail.recipients for match in TOKEN.finditer(address)]
    found = {place for token in tokens if (place := service.read(mailing.place_of_token, token)) is not None}
    if words := {*OF_SUBJECT.findall(mail.subject.casefold())}:
        found |= {place for place in service.read(mailing.places) if subject_token(place) in words}
    return found.pop() if len(found) == 1 else None


_UNPROVEN = N_(
    "A mail for your seat came in the name of {sender}, but neither the umpire's mail server nor a valid "
    "DKIM signature confirms that. Nothing in it was carried out."
)
_FROM_ELSEWHERE = N_(
    "A mail for your seat came from {sender}, which is not your registered address. Nothing in it was "
    "carried out."
)


def _held(service: Service, seat: MailSeat, mail: Incoming) -> Reply:
    """Hold a mail from another address, and ask the registered one."""
    code = new_code(service)
    service.mail.save_seat(structs.replace(seat, code=code, command=f"letter {mail.digest}"))
    say = Localizer(seat.language)
    lines = [
        say(
            _UNPROVEN if is_own(service, seat, mail) else _FROM_ELSEWHERE,
            sender=Verbatim(", ".join(mail.senders)),
        ),
        say(N_("If you sent it, reply from this address with: CONFIRM {code}"), code=Verbatim(code)),
    ]
    return Reply(address_of(service, seat) or seat.address, seat, lines, is_alarm=True)

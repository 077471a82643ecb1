"""One round of mail: keep and answer incoming mails, write outgoing ones, put them into the queue."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from msgspec import structs

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_
from frontends.mail.servers.mailboxes import Arrived
from frontends.mail.servers.signatures import KeyOf, KeyUnknown, key_of, signers
from service.api import Service, StoreError
from service.pictures.drawing import Drawing, Picture
from service.runtime.worker import News, Worker
from service.text.localizer import Localizer
from service.text.terms import game_title
from service.values.front_ends.mail import REFEREE, MailSeat, RawMail

from . import delivering, rounds
from .access import turn_token, witness
from .acting import OF_SUBJECT, answer, counted_as, hold_if_behind, is_own, seat_of
from .commands.conversation import Reply, broken
from .failing import address_of
from .incoming import MOST_BYTES, Incoming, Unreadable, read, without_pictures
from .wordings import wording
from .writing import Outward, Section, message_id, passages, write

_LOG = logging.getLogger(__name__)

MOST_TRIES = 3
"""The number of times that a mail is begun to be read: one that ended the process is not read for ever."""
KEY_PATIENCE = 900
"""Seconds after its arrival for which a mail waits for the key of its signature."""
_ANSWERED = re.compile(
    rf"(?:{wording('answered')}(?:\[\d+\]|\(\d+\)|\^?\d+)?\s*[:：]\s*)+"
    r"|(?:[^:：]{1,30}[:：])+\s*(?=\[[A-Z]{2,4}-\d+\])",
    re.IGNORECASE,
)
"""The words of mail programs for "Re:", as often as they stand there; any in front of a game's name."""
BLANK = "Re: Tabellarius"
"""The subject of an answer to a mail that has none and belongs to no game."""
CHECK_PATIENCE = 180
"""Seconds for which mails wait until a game is compared with what another front end has posted of it."""


class Mailer:
    """The mail of one umpire.

    Args:
        worker: runs the service.
        address: the umpire's own address; replies come to `name+TOKEN@host`.
        cache: the folder of the base layers of maps.
        has_plus: false if replies cannot come to plus addresses; then subjects hold a token.
        server: the name of the server that must vouch for every sender, "" for none.
        table: the public address of the browser table, "" for none.
        key_of: returns the key of a signature, where a campaign demands one.

    Attributes:
        queued: the event that wakes the sender when a mail goes into the queue.
    """

    def __init__(
        self, worker: Worker, address: str, cache: Path, *,
        has_plus: bool = True, server: str = "", table: str = "", key_of: KeyOf = key_of,
    ) -> None:  # fmt: skip
        self._worker, self._address, self._cache = worker, address, cache
        self._has_plus, self._server, self._key_of = has_plus, server, key_of
        self._table, self.queued = table, News()
        self._broken: dict[str, int] = {}

    # -- in --------------------------------------------------------------------------------------

    async def receive(self, arrived: Arrived) -> None:
        """Keep a mail as it came, before it is read."""
        if len(arrived.raw) > MOST_BYTES:
            _LOG.warning("a mail of %d bytes was not kept", len(arrived.raw))
            return

        def keep(service: Service) -> None:
            at = service.now() if arrived.at is None else min(arrived.at, service.now())
            service.mail.arrive(arrived.raw, at)

        await self._worker.run_silently(keep)

    async def answer_all(self) -> int:
        """Carry out and answer the mails that are not answered; return how many there were."""
        for raw in await self._worker.run_silently(lambda service: service.mail.arrived()):
            try:
                await self._read(raw)
            except StoreError:
                raise
            except Exception:  # noqa: BLE001 - logged; begun again, and put aside after some times
                _LOG.exception("mail %s could not be read", raw.hash)
        unread = await self._worker.run_silently(lambda service: service.mail.unread())
        for one in unread:
            mail, reply = (
                structs.replace(self._understood(one.raw), digest=one.digest, signers=one.signers),
                None,
            )
            try:
                said = partial(answer, mail=mail, at=one.at, server=self._server, table=self._table)
                is_early, reply = await self._worker.run(partial(_answer_in_time, mail=mail, said=said))
                if is_early:
                    continue
                await self._settle(mail, reply, one.at)
                if reply is None or not reply.is_alarm:
                    await self._worker.run_silently(partial(_drop_pictures, mail=mail, raw=one.raw))
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001 - logged and told; the mails of others go on
                await self._apologize(mail, reply, one.at, error)
        return len(unread)

    async def _read(self, raw: RawMail) -> None:
        """Read a mail and let it wait for its answer; one that cannot be read is kept too, and gets none."""
        await self._worker.run_silently(lambda service: service.mail.note_try(raw.hash))
        try:
            if raw.tries >= MOST_TRIES:
                raise ValueError(f"mail {raw.hash} was begun {raw.tries} times")
            mail = self._understood(raw.raw)
        except Exception as error:  # noqa: BLE001 - logged; a mail may hold anything where the library reads it
            _LOG.warning("a mail was not read: %s", error, exc_info=not isinstance(error, Unreadable))
            await self._worker.run_silently(
                lambda service: service.mail.receive(raw, raw.hash, "", is_answered=True)
            )
            return
        try:
            mail = structs.replace(mail, signers=await self._signers(mail, raw))
        except KeyUnknown as error:
            _LOG.warning("a mail waits for the key of its signature: %s", error)
            await self._worker.run_silently(lambda service: service.mail.note_try(raw.hash, -1))
            return
        await self._worker.run_silently(partial(_keep, mail=mail, raw=raw, server=self._server))

    def _understood(self, raw: bytes) -> Incoming:
        """Read a mail; one that names the umpire as its sender gets no answer.

        Raises:
            Unreadable: if it is beyond the limits.
        """
        mail, (name, _, host) = read(raw), self._address.casefold().partition("@")
        senders = (sender.partition("@") for sender in mail.senders)
        is_own = any(before.partition("+")[0] == name and behind == host for before, _, behind in senders)
        return structs.replace(mail, is_automatic=mail.is_automatic or is_own)

    async def _signers(self, mail: Incoming, raw: RawMail) -> tuple[str, ...]:
        """Return the domains that have signed a mail, if its campaign demands signatures; outside the
        service's thread, because name servers may be slow.

        Raises:
            KeyUnknown: if a key is not available now, but may be soon.
        """
        if not await self._worker.run_silently(partial(_is_to_be_signed, mail=mail)):
            return ()
        try:
            return await asyncio.to_thread(signers, raw.raw, self._key_of)
        except KeyUnknown:
            if await self._worker.run_silently(Service.now) < raw.at + KEY_PATIENCE:
                raise
            return ()

    async def _settle(self, mail: Incoming, reply: Reply | None, at: int) -> None:
        if reply is None:
            await self._worker.run_silently(partial(_done, digest=mail.digest))
        elif reply.seat is None:
            await self._answer_shortly(mail, reply.to, reply.token, reply.lines, at, reply.calendar)
        else:
            await self._reply(mail, reply, reply.seat, at)

    async def _apologize(self, mail: Incoming, reply: Reply | None, at: int, error: Exception) -> None:
        """Answer a mail that an exception stopped: report what was done so far, and the error, to the sender
        alone.
        """
        try:
            seat = await self._worker.run_silently(partial(seat_of, mail=mail))
            if seat is None or mail.is_automatic:
                raise error
            if not await self._worker.run_silently(partial(is_own, seat=seat, mail=mail)):
                raise error
            said = await self._worker.run_silently(partial(broken, mail=mail, seat=seat, error=error))
            lines = [*(() if reply is None else reply.lines), said]
            await self._answer_shortly(mail, mail.senders[0], seat.token, lines, at)
        except StoreError:
            raise
        except Exception:  # noqa: BLE001 - logged; it is not tried for ever
            _LOG.exception("mail %s gets no answer", mail.digest)
            await self._worker.run_silently(partial(_done, digest=mail.digest))

    async def _answer_shortly(
        self, mail: Incoming, to: str, token: str, lines: Sequence[str], at: int, calendar: str = ""
    ) -> None:
        """Queue lines alone, without a seat's news, in the thread of the mail that they answer."""
        outward = Outward(
            to=to,
            sender=self._address,
            reply_to=self._reply_to(token),
            subject=_re(mail.subject) or BLANK,
            sections=[Section("", lines)],
            key=f"answer {mail.digest}",
            at=at,
            answers=mail.id,
            is_answer=True,
            calendar=calendar,
        )
        await self._queue(outward, answers=mail.digest)

    async def _reply(self, mail: Incoming, reply: Reply, seat: MailSeat, at: int) -> None:
        """Queue the answer with all that is due; an alarm begins a thread of its own and answers nothing."""
        told = await self._worker.run_silently(
            lambda service: None if reply.is_alarm else delivering.with_answer(service, seat, reply.has_acted)
        )
        sections, drawings, subject, shown = await self._worker.run_silently(
            lambda service: _answered(service, seat, reply, told, self._table)
        )
        subject = subject if reply.is_alarm else _re(mail.subject) or subject
        outward = Outward(
            to=reply.to,
            sender=self._address,
            reply_to=self._reply_to(seat.token),
            subject=await self._subject(seat, subject),
            sections=sections,
            key=f"answer {mail.digest}",
            at=at,
            pictures=await self._pictures(drawings),
            answers="" if reply.is_alarm else mail.id,
            shown=shown,
            is_answer=not reply.is_alarm,
            language=seat.language,
        )
        for invitation in reply.invitations:
            await self.invite(invitation)
        for to, text in reply.elsewhere:
            await self._queue(self._short(to, text, f"elsewhere {mail.digest}", at, seat.language))
        await self._queue(outward, answers=mail.digest, told=told)

    # -- out -------------------------------------------------------------------------------------

    async def deliver(self, gives_way: Callable[[], bool] = lambda: False) -> int:
        """Write a mail for every seat with news; return how many were written.

        A mail that cannot be written is tried again in the next slot, and delays no other. Once `gives_way`
        is true, the others are left for the next round, so that an answer waits for one mail at most.
        """
        slot = delivering.slot_of(await self._worker.run_silently(Service.now))
        await self._tell_of_rounds(slot)
        waiting = await self._worker.run_silently(delivering.waiting)
        written = 0
        for one in waiting:
            if self._broken.get(one.seat.token) == slot:
                continue
            try:
                written += await self._deliver(one, slot)
            except StoreError:
                raise
            except Exception:  # noqa: BLE001 - logged; the mails of others go on
                self._broken[one.seat.token] = slot
                _LOG.exception("campaign %d: no mail could be written", one.seat.campaign)
            if written and gives_way():
                break
        return written

    async def _tell_of_rounds(self, slot: int) -> None:
        """Write the news of tournaments to the players by mail."""

        def write_all(service: Service) -> bool:
            rounds.take_seats(service)
            is_any = False
            for place, n, sections, subject, calendar in rounds.waiting(service):
                outward = Outward(
                    to=address_of(service, place),
                    sender=self._address,
                    reply_to=self._reply_to(place.token),
                    subject=subject if self._has_plus else f"{subject} [{rounds.subject_token(place)}]",
                    sections=sections,
                    key=f"round {place.token} {n}",
                    at=slot,
                    language=place.language,
                    calendar=calendar,
                )
                told = partial(rounds.note, service, place, n)
                service.mail.send(
                    outward.to, message_id(outward), write(outward), service.now(),
                    said=passages(outward), also=told,
                )  # fmt: skip
                is_any = True
            return is_any

        if await self._worker.run(write_all):
            self.queued.tell()

    async def _deliver(self, one: delivering.Waiting, slot: int) -> bool:
        """Write the mail of one seat if it is due in this slot; return true if it is."""
        if not await self._worker.run_silently(lambda service: delivering.is_due(service, one, slot)):
            return False
        sections, drawings, subject, shown = await self._worker.run_silently(
            partial(_told, one=one, table=self._table)
        )
        to = await self._worker.run_silently(lambda service: address_of(service, one.seat))
        outward = Outward(
            to=to,
            sender=self._address,
            reply_to=self._reply_to(one.seat.token),
            subject=await self._subject(one.seat, subject),
            sections=sections,
            key=f"letter {one.seat.token} {slot}",
            at=slot,
            pictures=await self._pictures(drawings),
            shown=shown,
            language=one.seat.language,
        )
        await self._queue(outward, told=one)
        return True

    async def invite(self, seat: MailSeat) -> None:
        """Write to somebody who may take a seat."""
        now = await self._worker.run_silently(Service.now)
        sections, subject = await self._worker.run_silently(lambda service: _invitation(service, seat))
        await self._queue(
            Outward(
                to=seat.address,
                sender=self._address,
                reply_to=self._reply_to(seat.token),
                subject=await self._subject(seat, subject),
                sections=sections,
                key=f"invitation {seat.token}",
                at=now,
                language=seat.language,
            )
        )

    def _short(self, to: str, text: str, key: str, at: int, language: str) -> Outward:
        """Return a mail of one sentence, whose reply address gives no access to a seat."""
        subject, lines = "Tabellarius", [Section("", [text])]
        return Outward(to, self._address, self._address, subject, lines, key, at, language=language)

    async def _queue(
        self, outward: Outward, *, answers: str = "", told: delivering.Waiting | None = None
    ) -> None:
        """Put a mail into the queue, together with the record of what it answers and reports."""
        raw, id = write(outward), message_id(outward)

        def queue(service: Service) -> None:
            def note() -> None:
                if told is not None:
                    delivering.note(service, told, id)

            said = passages(outward)
            service.mail.send(outward.to, id, raw, service.now(), answers=answers, said=said, also=note)

        await self._worker.run_silently(queue)
        self.queued.tell()

    async def _pictures(self, drawings: Sequence[Drawing]) -> list[Picture]:
        """Draw the pictures; one that cannot be drawn is left out, and the mail has the words all the
        same.
        """
        pictures = []
        for drawing in drawings:
            try:
                pictures.append(await self._worker.picture(drawing, self._cache))
            except (ValueError, KeyError, OSError):
                _LOG.exception("the picture %s could not be drawn", drawing.name)
        return pictures

    def _reply_to(self, token: str) -> str:
        """Return the address for replies; with "" the umpire's own, which belongs to no seat."""
        name, _, host = self._address.partition("@")
        return f"{name}+{token}@{host}" if self._has_plus and token else self._address

    async def _subject(self, seat: MailSeat, subject: str) -> str:
        """Return a subject with the token of the turn, where the reply address holds none."""
        if self._has_plus:
            return subject
        token = await self._worker.run_silently(lambda service: turn_token(service, seat))
        return f"{OF_SUBJECT.sub('', subject).strip()} [{token}]"


def _re(subject: str) -> str:
    """Return the subject of an answer, with one "Re:" for those of all languages; "" if nothing follows."""
    subject = subject.strip()
    found = _ANSWERED.match(subject)
    title = subject[found.end() :] if found else subject
    return f"Re: {title}" if title else ""


def _is_to_be_signed(service: Service, mail: Incoming) -> bool:
    """Return true if the campaign of a mail demands a signature, and the mail may be its player's."""
    seat = seat_of(service, mail)
    return seat is not None and service.mail.demands_signatures(seat.campaign) and is_own(service, seat, mail)


def _keep(service: Service, mail: Incoming, raw: RawMail, server: str) -> None:
    """Let a mail that was read wait for its answer."""
    seat, who = seat_of(service, mail), counted_as(service, mail, server)
    campaign = None if seat is None else seat.campaign
    service.mail.receive(raw, mail.digest, who, campaign=campaign, signers=mail.signers)


def _is_early(service: Service, mail: Incoming) -> bool:
    """Return true if a mail is for a game that is still compared with its posts after a restart.

    The entries shown in the mail itself are compared at once.
    """
    hold_if_behind(service, mail)
    seat = seat_of(service, mail)
    since = None if seat is None else service.unreconciled_since(seat.campaign)
    return since is not None and service.now() < since + CHECK_PATIENCE


def _answer_in_time(
    service: Service, mail: Incoming, said: Callable[[Service], Reply | None]
) -> tuple[bool, Reply | None]:
    """Return true if a mail is early, else what is said to it, in one act: another front end that starts
    beside may hold its game at any moment.
    """
    return (True, None) if _is_early(service, mail) else (False, said(service))


def _done(service: Service, digest: str) -> None:
    service.mail.answered(digest)


def _drop_pictures(service: Service, mail: Incoming, raw: bytes) -> None:
    try:
        short = without_pictures(raw)
    except Exception:  # noqa: BLE001 - logged; it is kept whole until it is erased
        _LOG.exception("mail %s keeps its pictures", mail.digest)
        return
    if len(short) < len(raw):
        service.mail.shorten(mail.digest, short)


Written = tuple[Sequence[Section], Sequence[Drawing], str, str]
"""The text of a mail, its pictures, its subject, and how far it lets its reader read."""


def _answered(
    service: Service, seat: MailSeat, reply: Reply, told: delivering.Waiting | None, table: str
) -> Written:
    """Return the answer to a mail: its result, then what is due; of an alarm the result alone."""
    sections = [Section("", reply.lines)]
    drawings: list[Drawing] = []
    if not reply.is_alarm:
        sections += delivering.asked(service, seat)
        sections += delivering.told(service, seat, told.posts) if told is not None else []
        pictured = told is not None and any(post.kind == "picture" for post in told.posts)
        unasked = ["crop", "map"] if pictured else []
        since = delivering.first_entry(told) if told is not None else -1
        if link := delivering.link_of(service, seat, table):
            sections += delivering.in_words(seat, delivering.drawings(service, seat, unasked, since), link)
            unasked = []
        sections += delivering.others(service, seat)
        wants = tuple(dict.fromkeys([*unasked, *reply.wants]))
        drawings = delivering.drawings(service, seat, wants, since)
    return sections, drawings, delivering.subject(service, seat), witness(service, seat.campaign)


def _told(service: Service, one: delivering.Waiting, table: str) -> Written:
    drawings = delivering.drawings(service, one.seat, since=delivering.first_entry(one))
    link = delivering.link_of(service, one.seat, table)
    sections = [
        *delivering.asked(service, one.seat),
        *delivering.told(service, one.seat, one.posts),
        *(delivering.in_words(one.seat, drawings, link) if link else ()),
        *delivering.others(service, one.seat),
    ]
    drawings = [] if link else drawings
    return sections, drawings, delivering.subject(service, one.seat), witness(service, one.seat.campaign)


def _invitation(service: Service, seat: MailSeat) -> tuple[Sequence[Section], str]:
    """Return the lines, in every language, and the subject; by the reply JOIN its sender has the seat, or is
    the referee.
    """
    campaign, game = service.campaign(seat.campaign), service.game(seat.campaign)
    asks = N_("You are invited to play {seat} in {title} ({game}) by mail.")
    accepts = N_(
        "To take the seat, reply with the one word JOIN. The address you reply to is the key "
        "to your seat: show it to nobody."
    )
    if seat.seat == REFEREE:
        asks = N_("You are invited to be the referee of {title} ({game}) by mail.")
        accepts = N_(
            "To accept, reply with the one word JOIN. The address you reply to is the key to everything a "
            "referee may do: show it to nobody."
        )
    sections: list[Section] = []
    for language in sorted(LANGUAGES, key=lambda one: one != seat.language):
        say, title = Localizer(language, game.lexicon.label), Verbatim(game_title(game, language))
        asked = say(asks, seat=seat.seat, title=Verbatim(campaign.title), game=title)
        sections.append(Section(LANGUAGES[language].name if sections else "", [asked, say(accepts)]))
    say, title = Localizer(seat.language, game.lexicon.label), Verbatim(game_title(game, seat.language))
    return sections, say(N_("An invitation to play {game}"), game=title)

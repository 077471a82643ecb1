"""One round of the mail: keep and answer what has arrived, write what waits, put it into the queue."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from adjudicator.core.errors import Verbatim
from adjudicator.core.words import N_
from frontends.mail.servers.mailboxes import Arrived
from service.api import Service
from service.pictures.drawing import Drawing, Picture
from service.runtime.worker import Worker
from service.storage.mail import REFEREE, MailSeat
from service.storage.store import StoreError
from service.text.localizer import Localizer
from service.text.terms import game_title

from . import delivering
from .access import turn_token, witness
from .acting import OF_SUBJECT, answer, counted_as, seat_of
from .commands.conversation import Reply, broken
from .letter import MOST_BYTES, Letter, Unreadable, read, without_pictures
from .writing import Outward, Section, message_id, write

_LOG = logging.getLogger(__name__)


class Postman:
    """The mail of one umpire.

    Args:
        worker: runs the service.
        address: the umpire's own address; replies come to `name+TOKEN@host`.
        cache: the folder of the base layers of maps.
        has_plus: false if replies cannot come to plus addresses; then subjects hold a token.
        server: the name of the server that must vouch for every sender, "" for none.
    """

    def __init__(
        self, worker: Worker, address: str, cache: Path, *, has_plus: bool = True, server: str = ""
    ) -> None:
        self._worker, self._address, self._cache = worker, address, cache
        self._has_plus, self._server = has_plus, server
        self._broken: dict[str, int] = {}

    # -- in --------------------------------------------------------------------------------------

    async def receive(self, arrived: Arrived) -> None:
        """Keep a mail before it is answered; one that cannot be read is kept too, and gets no answer."""
        letter = None
        try:
            letter = read(arrived.raw)
        except Unreadable as unreadable:
            _LOG.warning("a mail was not read: %s", unreadable)
        except Exception:  # noqa: BLE001 - logged; a mail may hold anything where the library reads it
            _LOG.exception("a mail of %d bytes was not read", len(arrived.raw))

        def keep(service: Service) -> None:
            at = service.now() if arrived.at is None else min(arrived.at, service.now())
            if letter is not None:
                who = counted_as(service, letter, self._server)
                service.mail.receive(letter.digest, who, arrived.raw, at)
            elif len(arrived.raw) <= MOST_BYTES:
                digest = hashlib.sha256(arrived.raw).hexdigest()
                service.mail.receive(digest, "", arrived.raw, at, is_answered=True)

        await self._worker.run_silently(keep)

    async def answer_all(self) -> int:
        """Do what the mails that are not answered say, and answer them; return how many there were."""
        unread = await self._worker.run_silently(lambda service: service.mail.unread())
        for _, raw, at in unread:
            letter, reply = read(raw), None
            try:
                reply = await self._worker.run(partial(answer, letter=letter, at=at, server=self._server))
                await self._settle(letter, reply, at)
                if reply is None or not reply.is_alarm:
                    await self._worker.run_silently(partial(_drop_pictures, letter=letter, raw=raw))
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001 - logged and told; the mails of others go on
                await self._apologize(letter, reply, at, error)
        return len(unread)

    async def _settle(self, letter: Letter, reply: Reply | None, at: int) -> None:
        if reply is None:
            await self._worker.run_silently(partial(_done, digest=letter.digest))
        elif reply.seat is None:
            await self._answer_shortly(letter, reply.to, self._address, reply.lines, at)
        else:
            await self._reply(letter, reply, reply.seat, at)

    async def _apologize(self, letter: Letter, reply: Reply | None, at: int, error: Exception) -> None:
        """Answer a mail that an exception stopped: what was done so far, and that it broke; nobody else."""
        try:
            seat = await self._worker.run_silently(partial(seat_of, letter=letter))
            if seat is None or letter.senders != (seat.address,) or letter.is_automatic:
                raise error
            said = await self._worker.run_silently(partial(broken, letter=letter, seat=seat, error=error))
            lines = [*(() if reply is None else reply.lines), said]
            await self._answer_shortly(letter, seat.address, self._reply_to(seat), lines, at)
        except StoreError:
            raise
        except Exception:  # noqa: BLE001 - logged; it is not tried for ever
            _LOG.exception("mail %s gets no answer", letter.digest)
            await self._worker.run_silently(partial(_done, digest=letter.digest))

    async def _answer_shortly(
        self, letter: Letter, to: str, reply_to: str, lines: Sequence[str], at: int
    ) -> None:
        outward = Outward(
            to=to,
            sender=self._address,
            reply_to=reply_to,
            subject=_re(letter.subject),
            sections=[Section("", lines)],
            key=f"answer {letter.digest}",
            at=at,
            answers=letter.id,
            is_answer=True,
        )
        await self._queue(outward, answers=letter.digest)

    async def _reply(self, letter: Letter, reply: Reply, seat: MailSeat, at: int) -> None:
        told = await self._worker.run_silently(
            lambda service: delivering.with_answer(service, seat) if reply.has_acted else None
        )
        sections, drawings, subject, shown = await self._worker.run_silently(
            lambda service: _answered(service, seat, reply, told)
        )
        subject = subject if reply.is_alarm else _re(letter.subject) if letter.subject else subject
        outward = Outward(
            to=reply.to,
            sender=self._address,
            reply_to=self._reply_to(seat),
            subject=await self._subject(seat, subject),
            sections=sections,
            key=f"answer {letter.digest}",
            at=at,
            pictures=await self._pictures(drawings),
            answers="" if reply.is_alarm else letter.id,
            shown=shown,
            is_answer=not reply.is_alarm,
            language=seat.language,
        )
        for invitation in reply.invitations:
            await self.invite(invitation)
        await self._queue(outward, answers=letter.digest, told=told)

    # -- out -------------------------------------------------------------------------------------

    async def deliver(self) -> int:
        """Write a letter for every seat that is to be told something; return how many were written.

        A letter that cannot be written is tried again in the next slot, and holds up no other.
        """
        slot = delivering.slot_of(await self._worker.run_silently(Service.now))
        waiting = await self._worker.run_silently(delivering.waiting)
        written = 0
        for one in waiting:
            if self._broken.get(one.seat.token) == slot:
                continue
            try:
                written += await self._deliver(one, slot)
            except StoreError:
                raise
            except Exception:  # noqa: BLE001 - logged; the letters of others go on
                self._broken[one.seat.token] = slot
                _LOG.exception("campaign %d: no letter could be written", one.seat.campaign)
        return written

    async def _deliver(self, one: delivering.Waiting, slot: int) -> bool:
        """Write the letter of one seat if it leaves in this slot; return true if it does."""
        if not await self._worker.run_silently(lambda service: delivering.is_due(service, one, slot)):
            return False
        sections, drawings, subject, shown = await self._worker.run_silently(partial(_told, one=one))
        outward = Outward(
            to=one.seat.address,
            sender=self._address,
            reply_to=self._reply_to(one.seat),
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
                reply_to=self._reply_to(seat),
                subject=await self._subject(seat, subject),
                sections=sections,
                key=f"invitation {seat.token}",
                at=now,
                language=seat.language,
            )
        )

    async def _queue(
        self, outward: Outward, *, answers: str = "", told: delivering.Waiting | None = None
    ) -> None:
        """Put a letter into the queue, together with the note of what it answers and tells."""
        raw, id = write(outward), message_id(outward)

        def queue(service: Service) -> None:
            def note() -> None:
                if told is not None:
                    delivering.note(service, told, id)

            service.mail.send(outward.to, id, raw, service.now(), answers=answers, also=note)

        await self._worker.run_silently(queue)

    async def _pictures(self, drawings: Sequence[Drawing]) -> list[Picture]:
        """Draw; a picture that cannot be drawn is left out, and the letter has the words all the same."""
        pictures = []
        for drawing in drawings:
            try:
                pictures.append(await self._worker.picture(drawing, self._cache))
            except (ValueError, KeyError, OSError):
                _LOG.exception("the picture %s could not be drawn", drawing.name)
        return pictures

    def _reply_to(self, seat: MailSeat) -> str:
        name, _, host = self._address.partition("@")
        return f"{name}+{seat.token}@{host}" if self._has_plus else self._address

    async def _subject(self, seat: MailSeat, subject: str) -> str:
        """Return a subject with the token of the turn, where the reply address holds none."""
        if self._has_plus:
            return subject
        token = await self._worker.run_silently(lambda service: turn_token(service, seat))
        return f"{OF_SUBJECT.sub('', subject).strip()} [{token}]"


def _re(subject: str) -> str:
    """Return the subject of an answer."""
    return subject if subject.casefold().startswith("re:") else f"Re: {subject}"


def _done(service: Service, digest: str) -> None:
    service.mail.answered(digest)


def _drop_pictures(service: Service, letter: Letter, raw: bytes) -> None:
    try:
        short = without_pictures(raw)
    except Exception:  # noqa: BLE001 - logged; it is kept whole until it is erased
        _LOG.exception("mail %s keeps its pictures", letter.digest)
        return
    if len(short) < len(raw):
        service.mail.shorten(letter.digest, short)


Written = tuple[Sequence[Section], Sequence[Drawing], str, str]
"""The text of a letter, its pictures, its subject, and how far it lets its reader read."""


def _answered(service: Service, seat: MailSeat, reply: Reply, told: delivering.Waiting | None) -> Written:
    sections = [Section("", reply.lines)]
    drawings: list[Drawing] = []
    if not reply.is_alarm:
        sections += delivering.asked(service, seat)
        sections += delivering.told(service, seat, told.posts) if told is not None else []
        sections += delivering.others(service, seat)
        pictured = told is not None and any(post.kind == "picture" for post in told.posts)
        wants = ["crop", "map", *reply.wants] if pictured else reply.wants
        since = delivering.first_entry(told) if told is not None else -1
        drawings = delivering.drawings(service, seat, tuple(dict.fromkeys(wants)), since)
    return sections, drawings, delivering.subject(service, seat), witness(service, seat.campaign)


def _told(service: Service, one: delivering.Waiting) -> Written:
    sections = [
        *delivering.asked(service, one.seat),
        *delivering.told(service, one.seat, one.posts),
        *delivering.others(service, one.seat),
    ]
    drawings = delivering.drawings(service, one.seat, since=delivering.first_entry(one))
    return sections, drawings, delivering.subject(service, one.seat), witness(service, one.seat.campaign)


def _invitation(service: Service, seat: MailSeat) -> tuple[Sequence[Section], str]:
    campaign, game = service.campaign(seat.campaign), service.game(seat.campaign)
    say, title = Localizer(seat.language, game.lexicon.label), Verbatim(game_title(game, seat.language))
    asks = N_("You are invited to play {seat} in {title} ({game}) by mail.")
    if seat.seat == REFEREE:
        asks = N_("You are invited to be the referee of {title} ({game}) by mail.")
    lines = [
        say(
            asks,
            seat=seat.seat,
            title=Verbatim(campaign.title),
            game=title,
        ),
        say(
            N_(
                "To take the seat, reply with the one word JOIN. The address you reply to is the key "
                "to your seat: show it to nobody."
            )
        ),
    ]
    return [Section("", lines)], say(N_("An invitation to play {game}"), game=title)

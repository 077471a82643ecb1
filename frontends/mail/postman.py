"""One round of the mail: keep and answer what has arrived, write what waits, put it into the queue."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from adjudicator.core.errors import Verbatim
from adjudicator.core.words import N_
from service.api import Service
from service.pictures.drawing import Drawing, Picture
from service.runtime.worker import Worker
from service.storage.mail import MailSeat
from service.text.localizer import Localizer

from . import delivering
from .acting import Reply, answer, counted_as
from .letter import Letter, Unreadable, read
from .mailboxes import Arrived
from .writing import Outward, Section, message_id, write

_LOG = logging.getLogger(__name__)


class Postman:
    """The mail of one umpire.

    Args:
        worker: runs the service.
        address: the umpire's own address; replies come to `name+TOKEN@host`.
        cache: the folder of the base layers of maps.
    """

    def __init__(self, worker: Worker, address: str, cache: Path) -> None:
        self._worker, self._address, self._cache = worker, address, cache

    # -- in --------------------------------------------------------------------------------------

    async def receive(self, arrived: Arrived) -> None:
        """Keep a mail, before it is read."""
        try:
            letter = read(arrived.raw)
        except Unreadable as unreadable:
            _LOG.warning("a mail was not read: %s", unreadable)
            return

        def keep(service: Service) -> None:
            at = service.now() if arrived.at is None else min(arrived.at, service.now())
            service.mail.receive(letter.digest, counted_as(service, letter), arrived.raw, at)

        await self._worker.run_silently(keep)

    async def answer_all(self) -> int:
        """Do what the mails that are not answered say, and answer them; return how many there were."""
        unread = await self._worker.run_silently(lambda service: service.mail.unread())
        for digest, raw, at in unread:
            letter = read(raw)
            reply = await self._worker.run(partial(answer, letter=letter, at=at))
            if reply is None:
                await self._worker.run_silently(partial(_done, digest=digest))
            else:
                await self._reply(letter, reply, at)
        return len(unread)

    async def _reply(self, letter: Letter, reply: Reply, at: int) -> None:
        if reply.seat is None:
            outward = Outward(
                to=reply.to, sender=self._address, reply_to=self._address, subject=f"Re: {letter.subject}",
                sections=[Section("", reply.lines)], key=f"answer {letter.digest}", at=at,
                answers=letter.id, is_answer=True,
            )  # fmt: skip
            await self._queue(outward, answers=letter.digest)
            return
        seat = reply.seat
        told = await self._worker.run_silently(
            lambda service: delivering.with_answer(service, seat) if reply.has_acted else None
        )
        sections, drawings, subject = await self._worker.run_silently(
            lambda service: _answered(service, seat, reply, told)
        )
        pictures = [await self._picture(drawing) for drawing in drawings]
        subject = subject if reply.is_alarm else f"Re: {letter.subject}" if letter.subject else subject
        await self._queue(
            Outward(
                to=reply.to,
                sender=self._address,
                reply_to=self._reply_to(seat),
                subject=subject,
                sections=sections,
                key=f"answer {letter.digest}",
                at=at,
                pictures=pictures,
                answers="" if reply.is_alarm else letter.id,
                is_answer=not reply.is_alarm,
            ),
            answers=letter.digest,
            told=told,
        )

    # -- out -------------------------------------------------------------------------------------

    async def deliver(self) -> int:
        """Write a letter for every seat that is to be told something; return how many were written."""
        slot = delivering.slot_of(await self._worker.run_silently(Service.now))
        waiting = await self._worker.run_silently(lambda service: delivering.due(service, slot))
        for one in waiting:
            sections, drawings, subject = await self._worker.run_silently(partial(_told, one=one))
            pictures = [await self._picture(drawing) for drawing in drawings]
            outward = Outward(
                to=one.seat.address, sender=self._address, reply_to=self._reply_to(one.seat), subject=subject,
                sections=sections, key=f"letter {one.seat.token} {slot}", at=slot, pictures=pictures,
            )  # fmt: skip
            await self._queue(outward, told=one)
        return len(waiting)

    async def invite(self, seat: MailSeat) -> None:
        """Write to somebody who may take a seat."""
        now = await self._worker.run_silently(Service.now)
        sections, subject = await self._worker.run_silently(lambda service: _invitation(service, seat))
        await self._queue(
            Outward(
                to=seat.address,
                sender=self._address,
                reply_to=self._reply_to(seat),
                subject=subject,
                sections=sections,
                key=f"invitation {seat.token}",
                at=now,
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

    async def _picture(self, drawing: Drawing) -> Picture:
        return await self._worker.picture(drawing, self._cache)

    def _reply_to(self, seat: MailSeat) -> str:
        name, _, host = self._address.partition("@")
        return f"{name}+{seat.token}@{host}"


def _done(service: Service, digest: str) -> None:
    service.mail.answered(digest)


Written = tuple[Sequence[Section], Sequence[Drawing], str]


def _answered(service: Service, seat: MailSeat, reply: Reply, told: delivering.Waiting | None) -> Written:
    sections = [Section("", reply.lines)]
    drawings: list[Drawing] = []
    if not reply.is_alarm:
        sections += delivering.asked(service, seat)
        sections += delivering.told(service, seat, told.posts) if told is not None else []
        sections += delivering.others(service, seat)
        pictured = told is not None and any(post.kind == "picture" for post in told.posts)
        wants = ["map", *reply.wants] if pictured else reply.wants
        drawings = delivering.drawings(service, seat, tuple(dict.fromkeys(wants)))
    return sections, drawings, delivering.subject(service, seat)


def _told(service: Service, one: delivering.Waiting) -> Written:
    sections = [
        *delivering.asked(service, one.seat),
        *delivering.told(service, one.seat, one.posts),
        *delivering.others(service, one.seat),
    ]
    return sections, delivering.drawings(service, one.seat), delivering.subject(service, one.seat)


def _invitation(service: Service, seat: MailSeat) -> tuple[Sequence[Section], str]:
    campaign, game = service.campaign(seat.campaign), service.game(seat.campaign)
    say = Localizer(seat.language, game.lexicon.label)
    lines = [
        say(
            N_("You are invited to play {seat} in {title} ({game}) by mail."),
            seat=seat.seat,
            title=Verbatim(campaign.title),
            game=campaign.game,
        ),
        say(
            N_(
                "To take the seat, reply with the one word JOIN. The address you reply to is the key "
                "to your seat: show it to nobody."
            )
        ),
    ]
    return [Section("", lines)], say(N_("An invitation to play {game}"), game=campaign.game)

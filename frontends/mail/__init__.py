"""The mail front end: campaigns by e-mail, beside Discord and the browser (docs/mail.md)."""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from itertools import islice
from pathlib import Path

from adjudicator.core.language.errors import Refusal
from adjudicator.core.language.words import N_
from frontends.mail.servers.mailboxes import Connected, Errors, ImapSource, MaildirSource, Source
from frontends.mail.servers.oauth import AccessToken
from service.api import Service, StoreError
from service.runtime.bootstrap import opened
from service.runtime.duties import on_duty
from service.runtime.keep_backups import require_backups, require_database
from service.runtime.signals import told_to_end
from service.runtime.worker import Worker
from service.values.console import operators_language, teller
from service.values.front_ends.mail import MailSeat, Place
from service.values.settings import CannotStart, Settings

from .check import checked
from .failing import FRONT_END
from .incoming import is_postable
from .inviting import invited
from .mailer import Mailer
from .sending import Smtp, send_due

_LOG = logging.getLogger(__name__)

ROUND = 10
"""Seconds between two looks at what is to be written and sent, at most."""
LOOK = 30
"""Seconds between two looks into the mailbox, at most; news is looked at at once, IDLE renewed as often."""
AT_ONCE = 20
"""The number of mails that are fetched before they are kept."""
KEPT = 14 * 86_400
"""Seconds after the end of a game for which its mails are kept; as long those that belong to none."""
SENT = 60 * 86_400
"""Seconds for which a bounce of a mail, and a quotation of it, is recognised."""


def run(
    settings: Settings,
    *,
    what: str | None = None,
    invite: list[str] | None = None,
    write: Callable[[str], object] = print,
) -> int:
    """Handle mail until told to end; with `what` "check" try the settings; with `invite` (campaign,
    seat, address) queue an invitation.

    Raises:
        CannotStart: if a setting is missing, or the invitation is for no vacant seat.
    """
    source, server, tell = source_of(settings), server_of(settings), teller(settings, write)
    if what == "check":
        try:
            return checked(settings, source, server, write)
        finally:
            source.close()
    if invite:  # also while another process carries the mail: it sends what waits
        require_database(settings.database)
        with opened(settings.database) as service:
            seat = _invited(service, *invite)
            asyncio.run(_invite(Worker(service), settings, seat))
        tell(N_("An invitation to {address} waits to be sent."), address=seat.address)
        return 0
    require_backups(settings)
    language = operators_language(settings)
    with opened(settings.database, exclusive=True, backups=settings.backups, language=language) as service:
        tell(N_("Carrying the mail of {address}. Press [Ctrl]+[C] to stop."), address=settings.mail_address)
        return asyncio.run(_until_ended(Worker(service), settings))


def _invited(service: Service, campaign: str, seat: str, address: str) -> MailSeat:
    """Make a seat by mail for an address.

    Raises:
        CannotStart: if there is no such campaign or seat, or somebody plays it.
    """
    try:
        return invited(service, int(campaign) if campaign.isdigit() else 0, seat, address)
    except Refusal as refused:
        raise CannotStart(refused.why) from refused


def _mailer(worker: Worker, settings: Settings) -> Mailer:
    return Mailer(
        worker,
        settings.mail_address,
        settings.maps,
        has_plus=settings.mail_plus,
        server=settings.mail_authserv,
        table=settings.table_url,
    )


async def _invite(worker: Worker, settings: Settings, seat: MailSeat) -> None:
    try:
        await _mailer(worker, settings).invite(seat)
    finally:
        await worker.close()


@asynccontextmanager
async def serving(worker: Worker, settings: Settings) -> AsyncIterator[None]:
    """Handle mail beside other front ends of one process, which share the worker.

    Raises:
        CannotStart: if a setting is missing.
    """
    source, server = source_of(settings), server_of(settings)
    await worker.run_silently(lambda service: service.subscribe(FRONT_END))
    mailer = _mailer(worker, settings)
    duties = [
        asyncio.create_task(_carry(worker, mailer, source)),
        asyncio.create_task(_send(worker, mailer, server, settings.mail_address)),
    ]
    try:
        yield
    finally:
        source.close()
        for duty in duties:
            duty.cancel()


async def _carry(worker: Worker, mailer: Mailer, source: Source) -> None:
    """Answer and write mail for ever; writing does not wait for new mail, and is interrupted by it."""
    while True:
        await fetch_all(worker, mailer, source)
        waiting = _try("the wait for mail broke off", lambda: asyncio.to_thread(source.wait, LOOK))
        news = asyncio.create_task(waiting)
        while not news.done():
            await write_all(worker, mailer, news.done)
            await asyncio.wait([news], timeout=ROUND)


async def _send(worker: Worker, mailer: Mailer, server: Smtp, sender: str) -> None:
    """Send mail for ever: mail queued by this process at once, and mail queued by others."""
    while True:
        await send_all(worker, server, sender)
        await mailer.queued.wait(ROUND)


async def _until_ended(worker: Worker, settings: Settings) -> int:
    try:
        with told_to_end() as ended:
            async with on_duty(worker, settings), serving(worker, settings):
                await ended.wait()
    finally:
        await worker.close()
    return 0


async def fetch_all(worker: Worker, mailer: Mailer, source: Source) -> None:
    """Fetch and answer the mails that have arrived."""
    await _try("the mailbox could not be read", lambda: _read(worker, mailer, source))


async def write_all(worker: Worker, mailer: Mailer, gives_way: Callable[[], bool] = lambda: False) -> None:
    """Answer waiting mails, write the mails that are due, delete old records.

    Once `gives_way` is true, the other mails are left for the next round.
    """
    await _try("mails could not be answered", mailer.answer_all)
    await _try("mails could not be written", lambda: mailer.deliver(gives_way))
    await _try("old mails could not be erased", lambda: worker.run_silently(_forget))


async def send_all(worker: Worker, server: Smtp, sender: str) -> None:
    """Send the mails that are due."""
    await _try("mails could not be sent", lambda: send_due(worker, server, sender))


async def _try(failed: str, step: Callable[[], Awaitable[object]]) -> None:
    """Carry out a step of a round; a failure is logged and the step tried again in the next one, and the
    others go on.
    """
    try:
        await step()
    except (*Errors, StoreError) as error:
        _LOG.error("%s: %s", failed, error)
    except Exception:  # noqa: BLE001 - logged; the other steps and rounds go on
        _LOG.exception(failed)


async def _read(worker: Worker, mailer: Mailer, source: Source) -> None:
    """Keep and answer all mails that have arrived, and note up to when; that is before any mail that still
    waits.

    Searching ends only when nothing is found, because a server does not report mails that came while others
    were fetched and marked.
    """
    now = await worker.run_silently(Service.now)
    while await _read_some(worker, mailer, source, now):
        await mailer.answer_all()
    await mailer.answer_all()
    oldest = await worker.run_silently(lambda service: service.mail.oldest_waiting())
    until = now if oldest is None else min(now, oldest - 1)
    await worker.run(lambda service: service.note_mailbox_read(until))


async def _read_some(worker: Worker, mailer: Mailer, source: Source, now: int) -> int:
    """Keep some of the mails that have arrived; return how many there were."""
    place = await worker.run_silently(lambda service: service.mailbox.place(source.name))
    with worker.metrics.noted("the mailbox could not be read"):
        found = await asyncio.to_thread(lambda: list(islice(source.fetch(place, now), AT_ONCE)))
    for arrived in found:
        if arrived.raw:
            await mailer.receive(arrived)
        if (reached := arrived.place) is not None:
            await worker.run_silently(partial(_reach, name=source.name, place=reached))
        try:
            await asyncio.to_thread(source.taken, arrived.key)
        except Errors as error:
            _LOG.warning("a mail could not be marked as seen: %s", error)
    return len(found)


def _reach(service: Service, name: str, place: Place) -> None:
    service.mailbox.save_place(name, place)


def _forget(service: Service) -> None:
    service.mail.forget_before(service.now() - KEPT)
    service.mail.forget_sent(service.now() - SENT)
    service.mail.texts.forget_before(service.now() - SENT)


def _may_write(folder: Path) -> bool:
    """Return true if this account may list a folder, and make and take away its files."""
    has_effective = os.access in os.supports_effective_ids
    return os.access(folder, os.R_OK | os.W_OK | os.X_OK, effective_ids=has_effective)


def source_of(settings: Settings) -> Source:
    """Return the mailbox of the settings.

    Raises:
        CannotStart: if none is set, its folder is no Maildir, or its port is no number.
    """
    if (folder := settings.mail_maildir) is not None:
        # None is made here: a mistyped path would be an empty mailbox that no mail ever reaches.
        if missing := [name for name in ("new", "cur", "tmp") if not os.path.isdir(folder / name)]:
            raise CannotStart(
                N_(
                    "mail_maildir: {folder} is not a Maildir that this account can read: {missing} cannot be "
                    "found in it. Correct the path; if no mail has come yet, make the folders as that "
                    "account: {command}"
                ),
                folder=folder,
                missing=missing,
                command=f"mkdir -p {' '.join(str(folder / name) for name in missing)}",
            )
        if locked := [name for name in ("new", "cur", "tmp") if not _may_write(folder / name)]:
            raise CannotStart(
                N_(
                    "mail_maildir: this account may not read and write in {locked} of {folder}, and so "
                    "cannot move the emails from new to cur. Run the umpire as the account whose Maildir "
                    "it is, or give the folders to its account."
                ),
                locked=locked,
                folder=folder,
            )
        return MaildirSource(folder)
    if settings.mail_imap:
        host, port = _place("mail_imap", settings.mail_imap, 993)
        user, token = settings.mail_user or settings.mail_address, _token(settings)

        def sign_in(box: Connected) -> object:
            return box.xoauth2(user, token()) if token else box.login(user, settings.mail_password)

        return ImapSource(host, port, sign_in, tls=settings.mail_tls)
    raise CannotStart(N_("Set mail_maildir (a folder) or mail_imap (host:port) to receive mail."))


def server_of(settings: Settings) -> Smtp:
    """Return the server of the settings that takes outgoing mail.

    Raises:
        CannotStart: if it is not set, or its port is no number, or the umpire has no address.
    """
    if not is_postable(settings.mail_address):
        raise CannotStart(N_("Set mail_address to the umpire's own address, such as umpire@example.org."))
    if not settings.mail_smtp:
        raise CannotStart(N_("Set mail_smtp (host:port) to send mail."))
    host, port = _place("mail_smtp", settings.mail_smtp, 587)
    tls = "" if not settings.mail_tls else "tls" if port == 465 else "starttls"
    token = _token(settings)
    user = (settings.mail_user or settings.mail_address) if settings.mail_password or token else ""
    return Smtp(host, port, user, settings.mail_password, tls, token)


def _token(settings: Settings) -> AccessToken | None:
    """Return the giver of access tokens, None where a password is used.

    Raises:
        CannotStart: if its settings are incomplete.
    """
    if not settings.mail_oauth_url:
        return None
    if not settings.mail_oauth_url.startswith("https://") or not settings.mail_oauth_client:
        raise CannotStart(
            N_("Set mail_oauth_url to an https address, mail_oauth_client to the application's id.")
        )
    if not settings.mail_oauth_secret and not settings.mail_oauth_refresh:
        raise CannotStart(N_("Set mail_oauth_secret or mail_oauth_refresh, in the environment."))
    s = settings
    return AccessToken(
        s.mail_oauth_url, s.mail_oauth_client, s.mail_oauth_secret, s.mail_oauth_scope, s.mail_oauth_refresh
    )


def _place(setting: str, text: str, default: int) -> tuple[str, int]:
    """Return host and port of "host", "host:port" or "[address]:port".

    Raises:
        CannotStart: if it is none of them.
    """
    match = re.fullmatch(r"(\[[0-9a-fA-F:.]+\]|[^\s:\[\]]+)(?::(\d{1,5}))?", text.strip())
    if match is None or not 0 < (port := int(match[2] or default)) < 65_536:
        raise CannotStart(
            N_("{setting} is “{value}”; it must be host or host:port, with a port from 1 to 65535."),
            setting=setting,
            value=text,
        )
    return match[1].strip("[]"), port

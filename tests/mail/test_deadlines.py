"""Deadlines of seats by mail: what lies in the mailbox counts; unread, time stands still."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from frontends.mail.mailer import CHECK_PATIENCE, Mailer
from frontends.mail.sending import Smtp
from frontends.mail.servers.mailboxes import Arrived, MaildirSource
from service.runtime.worker import Worker
from service.usecases.play import playing
from service.usecases.seats import founding
from service.usecases.time.mailbox import PATIENCE
from service.values.audiences import CHANNEL
from service.values.front_ends.mail import MailSeat, Place
from service.values.records import Plan
from service.values.time_control import HOUR, TimeControl
from tests.harness.service import ServiceHarness, by
from tests.mail.test_year import CAMPAIGN, order

from .harness import UMPIRE, MailHarness, carried, without_pictures

__all__ = ["without_pictures"]

PACE = TimeControl(kind="fixed", hours=48, expiry="pass")


class Cut(MaildirSource):
    """A mailbox whose line is cut now and then."""

    is_cut = False

    def fetch(self, place: Place | None = None, now: int = 0) -> Iterator[Arrived]:
        if self.is_cut:
            raise OSError("the line is cut")
        return super().fetch(place, now)


class Office(MailHarness):
    """A post mails whose rounds are those of the umpire's process."""

    seat: MailSeat

    def __init__(self, b: ServiceHarness, folder: Path) -> None:
        super().__init__(b.service, folder)
        self.line = Cut(folder / "mail")

    def carry(self) -> None:
        async def carry() -> None:
            worker = Worker(self._service)
            try:
                mailer = Mailer(worker, UMPIRE, self._cache)
                await carried(worker, mailer, self.line, Smtp("127.0.0.1", 1))
            finally:
                await worker.close()

        asyncio.run(carry())


def begun(b: ServiceHarness, folder: Path) -> Office:
    """Caesar by mail with two days for each decision."""
    b.service.found(by("judge"), Plan("julius_caesar", "war", "The war", seed=b"mail 5037", pace=PACE))
    mails = Office(b, folder)
    mails.seat = mails.invite(CAMPAIGN, "caesar", "anna@example.net")
    mails.write(mails.seat, "JOIN")
    mails.carry()
    b.service.do(by("pompey"), CAMPAIGN, founding.join, "pompey", "Gnaeus")
    b.service.do(by("pompey"), CAMPAIGN, playing.order, "pompey", order(b, "pompey", 1), "en")
    return mails


def due(b: ServiceHarness) -> int:
    (found,) = [one.due for one in b.service.due(CAMPAIGN) if one.seat == "caesar"]
    assert found is not None
    return found


def later(b: ServiceHarness, at: int) -> None:
    """Let time pass with the umpire awake."""
    while b.clock.now < at:
        b.clock.now = min(at, b.clock.now + 240)
        b.service.tick()


def is_overdue(b: ServiceHarness, campaign: int = CAMPAIGN) -> bool:
    """Return true if a deadline was carried out: here the referee is called, for nobody may pass."""
    return any("is out of time" in str(post.content) for post in b.service.posts(campaign, [CHANNEL]))


def told(b: ServiceHarness) -> list[str]:
    posts = b.service.posts(CAMPAIGN, [CHANNEL])
    return [str(post.content) for post in posts if "mailbox" in str(post.content)]


def test_an_order_that_lies_in_the_mailbox_is_in_time(b: ServiceHarness, tmp_path: Path) -> None:
    mails = begun(b, tmp_path)
    at, n = due(b), b.service.campaign(CAMPAIGN).n
    later(b, at - 5)
    mails.carry()
    line = order(b, "caesar", 1)
    mails.write(mails.seat, f"ORDERS\n{line}\nEND")
    later(b, at + 5)
    assert not is_overdue(b), "the clock waits for the mailbox"
    mails.carry()
    later(b, at + 70)
    answer = next(e for e in b.service.log(CAMPAIGN) if e["n"] >= n and e["t"] == "answer")
    assert answer["seat"] == "caesar" and not is_overdue(b) and told(b) == []


def test_a_mail_waits_until_its_game_is_compared_with_its_posts(b: ServiceHarness, tmp_path: Path) -> None:
    """After a restart with another front end beside; its deadline waits with it, at most three minutes."""
    mails = begun(b, tmp_path)
    later(b, due(b) - 5)
    mails.carry()
    mails.write(mails.seat, f"ORDERS\n{order(b, 'caesar', 1)}\nEND")
    b.service.hold_until_reconciled([CAMPAIGN])
    for _ in range(2):
        mails.carry()
        assert len(b.service.mail.unread()) == 1 and b.service.asked(CAMPAIGN)
    b.clock.now += 10
    b.service.reconcile(by("bot"), CAMPAIGN, [])
    b.service.tick()
    assert not is_overdue(b)
    mails.carry()
    b.service.tick()
    assert b.service.mail.unread() == [] and not is_overdue(b)
    assert "caesar" in [e.get("seat") for e in b.service.log(CAMPAIGN) if e["t"] == "answer"]
    mails.write(mails.seat, "STATUS")
    b.service.hold_until_reconciled([CAMPAIGN])
    b.clock.now += CHECK_PATIENCE
    mails.carry()
    assert b.service.mail.unread() == []


def test_no_game_is_held_between_the_check_of_a_mail_and_its_order(
    b: ServiceHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed in mid-year: Discord started beside the mail, and an order was refused that had only to wait."""
    mails = begun(b, tmp_path)
    mails.carry()
    mails.write(mails.seat, f"ORDERS\n{order(b, 'caesar', 1)}\nEND")
    run = Worker.run

    async def run_and_hold(self: Worker, act: Any) -> Any:
        done = await run(self, act)
        b.service.hold_until_reconciled([CAMPAIGN])
        return done

    monkeypatch.setattr(Worker, "run", run_and_hold)
    mails.carry()
    assert "just restarted" not in "".join(map(str, mails.sent))
    assert "caesar" in [e.get("seat") for e in b.service.log(CAMPAIGN) if e["t"] == "answer"]


def test_a_deadline_is_carried_out_once_the_mailbox_was_read(b: ServiceHarness, tmp_path: Path) -> None:
    mails = begun(b, tmp_path)
    at = due(b)
    later(b, at + 5)
    assert not is_overdue(b)
    mails.carry()
    later(b, at + 70)
    assert is_overdue(b) and told(b) == []


def test_time_stands_still_while_the_mailbox_cannot_be_read(b: ServiceHarness, tmp_path: Path) -> None:
    mails = begun(b, tmp_path)
    at = due(b)
    later(b, at - HOUR)
    mails.carry()
    mails.line.is_cut = True
    mails.carry()
    later(b, at + PATIENCE + 60)
    mails.carry()
    later(b, at + 6 * HOUR)
    assert len(told(b)) == 1 and "not been reachable" in told(b)[0], "once, and to all"
    assert not is_overdue(b)
    mails.line.is_cut = False
    mails.carry()
    assert len(told(b)) == 2 and "can be read again" in told(b)[1]
    assert due(b) == b.clock.now + HOUR, "what was left when it was last read"
    later(b, due(b) - 60)
    assert not is_overdue(b)
    mails.carry()
    later(b, due(b) + 60)
    mails.carry()
    later(b, b.clock.now + 60)
    assert is_overdue(b)


def test_other_campaigns_wait_for_no_mailbox(b: ServiceHarness, tmp_path: Path) -> None:
    begun(b, tmp_path)
    plan = Plan("julius_caesar", "war", "No mail", seed=b"x", pace=PACE)
    other = b.service.found(by("judge"), plan).campaign
    for seat in ("caesar", "pompey"):
        b.service.do(by(seat), other, founding.join, seat, seat)
    later(b, max(one.due or 0 for one in b.service.due(other)) + 60)
    assert is_overdue(b, other) and not is_overdue(b)

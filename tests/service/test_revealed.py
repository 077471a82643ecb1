"""What an order reveals binds it, and no rehearsal tells it (design/fair-dice.md §8, §9)."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from adjudicator.core.audit.verify import verify
from adjudicator.core.language.errors import NotNow
from frontends.mail import delivering
from service.usecases.agreeing import agreements, undo
from service.usecases.play import playing, queries
from service.usecases.seats import founding
from service.values.records import Plan
from tests.harness.browser import opened, settings_of
from tests.harness.contact import LARGE, MARCH, SMALL, near_contact
from tests.harness.service import SHEETS, ServiceHarness, by, service_harness
from tests.mail.harness import MailHarness, text

BATCHES = (f"{MARCH}; yes; zzz", f"{MARCH}; yes", f"{MARCH}; zzz", f"{MARCH}; no; finish")


def war(b: ServiceHarness) -> int:
    return b.found("ancient_world", "hannibal_in_italy", options={"fog": "on"}, seed=b"fog")


def known(b: ServiceHarness, campaign: int) -> object:
    status = b.service.status(campaign).campaign
    return b.service.view(campaign, "rome"), status.n - status.epoch, b.service.asked(campaign)


def test_contact_binds_the_march(tmp_path: Path) -> None:
    """§8.12 ruling AW-V26 Without dice: whoever has seen the strength does not march elsewhere instead."""
    with service_harness(tmp_path / "db", near_contact(SMALL)) as b:
        campaign = war(b)
        b.service.do(by("rome"), campaign, playing.order, "rome", MARCH)
        assert [e["t"] for e in b.service.log(campaign)][-3:] == ["answer", "reveal", "reveal"]
        assert b.service.log(campaign)[-1]["event"] == "contact"
        assert not verify(b.service.look(campaign, queries.export, "rome")).errors
        with pytest.raises(NotNow, match="no longer take that order back alone"):
            b.service.do(by("rome"), campaign, undo.take_back, "rome")
        b.service.do(
            by("rome"), campaign, agreements.propose, "undo", "rome", b.service.log(campaign)[-3]["n"] - 1
        )
        b.service.do(by("carthage"), campaign, agreements.answer, "undo", "carthage", True)
        assert b.service.log(campaign)[-1]["consent"] == ["carthage", "rome"]
        assert not verify(b.service.look(campaign, queries.export, "rome")).errors


@pytest.mark.parametrize("batch", BATCHES)
def test_no_rehearsal_tells_whether_an_overrun_is_possible(tmp_path: Path, batch: str) -> None:
    """§6.61 `CHECK` ends before contact, and says which orders wait behind it."""
    said = []
    for strength in (SMALL, LARGE):
        with service_harness(tmp_path / f"{strength}", near_contact(strength)) as b:
            campaign = war(b)
            said.append((b.service.check(campaign, "rome", batch, "en"), known(b, campaign)))
    assert said[0] == said[1]
    assert said[0][0] == batch.split("; ")[1:]


def test_no_order_line_of_the_browser_tells_it(tmp_path: Path) -> None:
    """A half-right batch is not refused as a whole: the march is made, then the rest is refused."""

    async def typed(b: ServiceHarness, campaign: int, folder: Path) -> tuple[int, str, list[str]]:
        async with opened(b, settings_of(folder, str(SHEETS))) as harness:
            session = harness.session_at(campaign, "rome", "rome")
            async with harness.guest(session) as g:
                path = f"/game/{campaign}/rome"
                said = await g.order(path, f"{MARCH}; zzz")
                back = await g.post(f"{path}/do/back", {"request": "once"})
                return said.status, said.text + back.text, [e["t"] for e in b.service.log(campaign)]

    for strength in (SMALL, LARGE):
        folder = tmp_path / f"{strength}"
        folder.mkdir()
        with service_harness(folder / "db", near_contact(strength)) as b:
            status, back, log = asyncio.run(typed(b, war(b), folder))
        assert status == 200, back
        assert "reveal" in log
        assert "undo" not in log, back


def test_no_mail_tells_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`CHECK` by mail gives the same answer to the byte but for its number."""
    monkeypatch.setattr(delivering, "drawings", lambda service, seat, kinds=(), since=-1: [])
    for batch in BATCHES:
        said = []
        for strength in (SMALL, LARGE):
            folder = tmp_path / f"{strength}-{BATCHES.index(batch)}"
            folder.mkdir()
            with service_harness(folder / "db", near_contact(strength)) as b:
                mails = MailHarness(b.service, folder)
                plan = Plan("ancient_world", "hannibal_in_italy", "Fog", options={"fog": "on"}, seed=b"fog")
                campaign = b.service.found(by("judge"), plan).campaign
                anna = mails.invite(campaign, "rome", "anna@example.org")
                mails.write(anna, "JOIN")
                mails.round()
                b.service.do(by("carthage"), campaign, founding.join, "carthage", "Hanno")
                mails.write(anna, "CHECK\n" + batch.replace("; ", "\n") + "\nEND")
                said.append([re.sub(r"umpire\+\S+", "", text(mail)) for mail in mails.round()])
        assert said[0] == said[1]
        assert said[0]

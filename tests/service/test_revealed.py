"""What an order reveals binds it, and no rehearsal tells it (design/fair-dice.md §8, §9)."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from unittest.mock import patch

import pytest

from adjudicator.core.audit.verify import verify
from adjudicator.core.language.errors import NotNow
from adjudicator.protocol import Session, answer
from frontends.mail import delivering
from frontends.terminal.table import TerminalTable
from service.usecases.agreeing import agreements, undo
from service.usecases.play import playing, queries
from service.usecases.seats import founding
from service.values.records import Plan
from tests.harness.browser import opened, settings_of
from tests.harness.contact import LARGE, MARCH, SMALL, near_contact
from tests.harness.keyboard import USER, Script, typed
from tests.harness.service import SHEETS, ServiceHarness, by, service_harness
from tests.mail.harness import MailHarness, text
from tests.protocol.client import UMPIRE

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


def test_no_line_at_the_keyboard_tells_it(tmp_path: Path) -> None:
    """What is completed, explained and refused before the march is alike; a half-right batch makes it."""
    said: list[str] = []
    for strength in (SMALL, LARGE):
        games, keys = near_contact(strength), Script()
        with service_harness(tmp_path / f"{strength}", games) as b:
            plan = Plan(
                "ancient_world", "hannibal_in_italy", "F", options={"fog": "on"}, referee=USER, seed=b"f"
            )
            campaign = b.service.found(by(USER), plan).campaign
            for seat in ("carthage", "rome"):
                b.service.do(by(USER), campaign, founding.join, seat, seat)
            given = settings_of(tmp_path, str(SHEETS))
            at = TerminalTable(b.service, games, campaign, keys, given, "en", alone=False)
            with patch.object(at, "draw", lambda campaign: None):
                lines = [line for batch in BATCHES for line in (f"zzz; {batch}", f"why {batch}")]
                offered = [[*map(str, at.completions(batch))] for batch in (*BATCHES, f"{MARCH}; ", MARCH)]
                said.append(f"{typed(at, keys, *lines)} {offered}")
                assert "reveal" not in {entry["t"] for entry in b.service.log(campaign)}
                typed(at, keys, BATCHES[0], "undo")
            log = b.service.log(campaign)
            shown = max(entry["n"] for entry in log if entry["t"] == "reveal")
            assert all(entry["to"] >= shown for entry in log if entry["t"] == "undo"), "only what came after"
    assert said[0] == said[1]
    assert said[0].count("zzz") >= len(BATCHES)


def test_no_line_of_the_table_protocol_tells_it() -> None:
    """What is tried, completed and refused before the march is alike; a half-right batch makes it."""
    said: list[list[str]] = []
    for strength in (SMALL, LARGE):
        session, got = Session(near_contact(strength), lambda game: UMPIRE), list[str]()

        def do(what: str, session: Session = session, got: list[str] = got, **more: object) -> None:
            got.append(answer(session, json.dumps({"do": what, **more}).encode()).decode())

        do("found", game="ancient_world", scenario="hannibal_in_italy", options={"fog": "on"}, seed="01")
        for batch in BATCHES:
            do("try", seat="rome", text=batch)
            do("complete", seat="rome", text=batch, barred=True)
            do("order", seat="rome", text=f"zzz; {batch}")
        do("try", seat="rome", text=MARCH)
        do("reach", seat="rome", piece="scipio", barred=True)
        do("sample", seat="rome", n=20, seed=3)
        said.append([*got])
        assert json.loads(got[-3])["ok"] and not json.loads(got[-4])["ok"]
        do("order", seat="rome", text=BATCHES[0])
        assert json.loads(got[-1])["ok"] and '"contact"' in got[-1]
    assert said[0] == said[1]

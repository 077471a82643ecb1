"""Mails on the referee's page: signatures demanded there or at founding, and mails that are late."""

from __future__ import annotations

from pathlib import Path

from service.values.front_ends.mail import JOINED, MailSeat
from tests.harness.browser import TableHarness, at_table

JUDGE = "/game/1/referee"


def test_a_referee_demands_signatures_where_somebody_plays_by_mail(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        mail = harness.bench.service.mail
        async with harness.guest() as g:
            assert 'name="signed"' not in (await g.get("/found?game=julius_caesar")).text
            await g.found()
            assert "Require signatures" not in (await g.get(f"{JUDGE}/actions")).text
            mail.save_seat(MailSeat("a" * 16, 1, "caesar", "anna@example.net", JOINED))
            assert "Require signatures" in (await g.get(f"{JUDGE}/actions")).text
            assert "is late" not in (await g.get(f"{JUDGE}/actions")).text
            harness.bench.service.mailbox.delay("anna@example.net", 1_700_000_000)
            assert "A mail to Caesar is late" in (await g.get(f"{JUDGE}/actions")).text
            assert (await g.post("/game/1/caesar/actions/signed", {"request": "a"})).status == 404
            assert (await g.post(f"{JUDGE}/actions/signed", {"request": "b"})).status == 200
            assert mail.demands_signatures(1)
            assert "No longer require signatures" in (await g.get(f"{JUDGE}/actions")).text
            assert (await g.post(f"{JUDGE}/actions/unsigned", {"request": "c"})).status == 200
            assert not mail.demands_signatures(1)

    at_table(tmp_path, act, sheets)


def test_signatures_are_demanded_at_founding_where_the_umpire_has_mail(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        mail = harness.bench.service.mail
        async with harness.guest() as g:
            assert 'name="signed"' in (await g.get("/found?game=julius_caesar")).text
            await g.found()
            assert not mail.demands_signatures(1)
        async with harness.guest() as g:
            await g.found(seed="another table", signed="1")
            assert mail.demands_signatures(2)
            assert "No longer require signatures" in (await g.get("/game/2/referee/actions")).text

    at_table(tmp_path, act, sheets, mail_address="umpire@example.org")

"""Messages between players at the table: a pane to write, a page to erase and block, the referee's word."""

from __future__ import annotations

from pathlib import Path

from tests.harness.browser import TableHarness, at_table

CAESAR, POMPEY, JUDGE = "/game/1/caesar", "/game/1/pompey", "/game/1/referee"


def test_a_message_is_written_read_erased_and_blocked(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found()
            form = 'action="/game/1/caesar/messages/send"'
            assert form in (await g.get(f"{CAESAR}/messages")).text
            assert form not in (await g.get(CAESAR)).text, "nobody else plays"
            await g.found(seat_pompey="link", seed="another table")
            assert '"/game/2/caesar/messages/send"' in (await g.get("/game/2/caesar")).text
            sent = await g.post(
                f"{CAESAR}/messages/send", {"to": "", "text": "We march <at> dawn.", "request": "a"}
            )
            assert (sent.status, sent.path) == (200, f"{CAESAR}/messages") and "&lt;at&gt; dawn." in sent.text
            await g.post(f"{CAESAR}/messages/send", {"to": "", "text": "We march <at> dawn.", "request": "a"})
            assert [one.id for one in harness.bench.service.press(1, "caesar")] == [1]
            assert "We march &lt;at&gt; dawn." in (await g.get(POMPEY)).text
            assert "We march" not in (await g.get(f"{POMPEY}/messages")).text
            for path in (CAESAR, POMPEY):
                saved = await g.get(f"{path}/messages.txt")
                assert saved.text.count("\n") == 1 and "writes to all: We march <at> dawn." in saved.text
            await g.post(f"{POMPEY}/messages/block", {"seat": "caesar", "request": "b"})
            assert (await g.get(f"{POMPEY}/messages.txt")).text == ""
            assert "We march" not in (await g.get(POMPEY)).text and "We march" in (await g.get(CAESAR)).text
            await g.post(f"{POMPEY}/messages/unblock", {"seat": "caesar", "request": "c"})
            assert "We march" in (await g.get(POMPEY)).text
            assert (await g.post(f"{POMPEY}/messages/withdraw", {"n": "1", "request": "d"})).status == 409
            await g.post(f"{CAESAR}/messages/withdraw", {"n": "1", "request": "e"})
            assert "We march" not in (await g.get(POMPEY)).text

    at_table(tmp_path, act, sheets)


def test_a_referee_silences_and_onlookers_have_no_pane(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found()
            assert (
                await g.post(f"{JUDGE}/actions/silence", {"seat": "caesar", "request": "a"})
            ).status == 200
            send = {"to": "pompey", "text": "Hear me", "request": "b"}
            refused = await g.post(f"{CAESAR}/messages/send", send)
            assert refused.status == 409 and "the referee has silenced Caesar" in refused.text
            await g.post(f"{JUDGE}/actions/unsilence", {"seat": "caesar", "request": "c"})
            assert (await g.post(f"{CAESAR}/messages/send", send | {"request": "d"})).status == 200
            assert "messages/send" not in (await g.get(JUDGE)).text
            for page in ("messages", "messages.txt"):
                assert (await g.get(f"{JUDGE}/{page}")).status == 404
            assert (await g.post(f"{JUDGE}/messages/send", send | {"request": "e"})).status == 409

    at_table(tmp_path, act, sheets)

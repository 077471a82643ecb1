"""The table as a command: opened without a token, refused where it would be unsafe; links to seats."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import urllib.request
from functools import partial
from pathlib import Path

import pytest
from aiohttp import ClientSession, CookieJar

from adjudicator import GAMES
from adjudicator.core.log.chance import sampler
from adjudicator.rules_version import VERSION
from frontends.browser import address, has_screen
from frontends.browser.linking import run as link
from service.api import Service
from service.runtime.bootstrap import opened as opened_service
from service.usecases.play import playing, queries
from service.usecases.seats import founding
from service.values.records import Message, Plan
from service.values.settings import CannotStart, Settings
from tests.harness.browser import Guest, TableHarness, at_table, opened, settings_of
from tests.harness.processes import LONGEST, next_line
from tests.harness.service import SHEETS, ServiceHarness, by, service_harness

ROOT = Path(__file__).resolve().parent.parent.parent


def test_without_a_token_the_table_opens_in_a_browser(tmp_path: Path) -> None:
    environ = {**os.environ, "DISCORD_TOKEN": "", "TABELLARIUS_TABLE_PORT": "0"}
    with subprocess.Popen(
        [sys.executable, str(ROOT / "bot.py")], cwd=tmp_path, env=environ, stdout=subprocess.PIPE, text=True
    ) as process:
        found = re.search(r"http://127\.0\.0\.1:\d+/", next_line(process))
        assert found
        with urllib.request.urlopen(found[0], timeout=20) as page:
            assert b"Tabellarius" in page.read()
        process.send_signal(signal.SIGTERM)
        assert process.wait(LONGEST) == 0
    assert (tmp_path / "tabellarius.db").is_file()


@pytest.mark.parametrize("command", [["table"], ["demo", "--watch"]], ids=" ".join)
def test_the_address_is_said_at_once_to_who_reads_a_pipe(tmp_path: Path, command: list[str]) -> None:
    """Where the machine sets nothing, Python itself keeps what is written into a pipe until there is much."""
    kept = ("PATH", "HOME", "SYSTEMROOT", "TEMP", "TMPDIR")
    environ = {name: os.environ[name] for name in kept if name in os.environ} | {
        "TABELLARIUS_TABLE_PORT": "0"
    }
    with subprocess.Popen(
        [sys.executable, str(ROOT / "bot.py"), *command],
        cwd=tmp_path,
        env=environ,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert "http://127.0.0.1:" in next_line(process)
        process.send_signal(signal.SIGTERM)
        assert process.wait(LONGEST) == 0


def test_an_address_for_others_without_a_password_is_refused(tmp_path: Path) -> None:
    environ = {**os.environ, "DISCORD_TOKEN": "", "TABELLARIUS_TABLE_ADDRESS": "0.0.0.0"}
    found = subprocess.run(
        [sys.executable, str(ROOT / "bot.py"), "table"],
        cwd=tmp_path,
        env=environ,
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert found.returncode == 2
    assert "TABELLARIUS_TABLE_PASSWORD" in found.stderr


def test_the_address_is_said_as_people_type_it() -> None:
    assert address(Settings(), 8642) == "http://127.0.0.1:8642/"
    assert address(Settings(table_address="192.0.2.7"), 1) == "http://192.0.2.7:1/"
    for every, shape in (("0.0.0.0", r"http://[\d.]+:1/"), ("::", r"http://\[[\da-f:]+\]:1/")):
        said = address(Settings(table_address=every), 1)
        assert re.fullmatch(shape, said) and f"//{every}:" not in said and "[::]" not in said
    assert address(Settings(table_url="https://t.example.org/"), 1) == "https://t.example.org/"


def test_a_page_is_opened_only_for_who_sees_windows() -> None:
    assert has_screen({"DISPLAY": ":0"}, "linux") and has_screen({"WAYLAND_DISPLAY": "w"}, "linux")
    assert not has_screen({"DISPLAY": ""}, "linux")
    assert has_screen({}, "darwin") and not has_screen({"SSH_CONNECTION": "a 1 b 2"}, "darwin")


def test_a_link_to_a_seat_of_a_campaign_from_elsewhere(tmp_path: Path) -> None:
    """A campaign that was founded on Discord: one seat is played there, the other one here."""
    given, said = Settings(database=tmp_path / "table.db"), list[str]()
    with opened_service(given.database) as service:
        plan = Plan("julius_caesar", "war", "Mixed", referee="discord/9", seed=b"mixed")
        campaign = service.found(Message("", "discord/9"), plan).campaign
        service.do(Message("", "discord/9"), campaign, founding.join, "caesar", "Ann")
    for seat in ("caesar", "referee", "nobody"):
        with pytest.raises(CannotStart):
            link(given, campaign, seat, said.append)
    with pytest.raises(CannotStart):
        link(given, campaign + 1, "pompey", said.append)
    assert link(given, campaign, "pompey", said.append) == 0
    key = re.search(r"/enter/\w+", said[0])
    assert key and "Every older link to it is void" in said[1] and f"(game {campaign})" in said[1]

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as bob:
            assert "Your name" in (await bob.get(key[0])).text
            await bob.post(key[0], {"who": "Bob"})
            page = await bob.get(f"/game/{campaign}/pompey")
            assert "Choose a card to discard" in page.text
            assert (await bob.get(f"/game/{campaign}/caesar")).status == 404
            card = harness.bench.service.view(campaign, "caesar").hand[0]  # type: ignore[attr-defined]
            harness.bench.service.do(Message("", "discord/9"), campaign, playing.submit, "caesar", card)
            assert "your turn" in (await bob.get(f"/game/{campaign}/pompey")).text

    at_table(tmp_path, act)


def test_a_browser_that_has_read_more_than_a_restored_database_holds_the_game(tmp_path: Path) -> None:
    """Each page leaves how far it has read, with the umpire's mark; nobody else's word holds a game."""
    referee, given = "/game/1/referee", settings_of(tmp_path, str(SHEETS))

    def play(b: ServiceHarness, epoch: int) -> None:
        for n in range(400):
            if b.service.status(1).campaign.epoch >= epoch:
                return
            (asked, *_) = b.service.asked(1)
            pending = b.service.look(1, queries.pending, asked.seat)
            assert pending is not None
            member = b.service.status(1).members[asked.seat]
            b.service.do(by(member.user), 1, playing.submit, asked.seat, pending.choice.sample(sampler(n)))

    async def act() -> None:
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
            with service_harness(tmp_path / "now.db", GAMES) as b:
                async with opened(b, given) as table:
                    g = Guest(session, table.root)
                    assert (await g.found(dice="sealed")).path.startswith("/game/1/")
                    copy = await table.worker.run(lambda service: service.back_up(tmp_path / "copies", 1))
                    await table.worker.run(lambda service: play(b, 2))
                    assert (await g.get(referee)).status == 200
                    shown = b.service.status(1).campaign
            assert shown.epoch > 1
            with service_harness(copy, GAMES) as b:
                async with opened(b, given) as table:
                    async with table.guest() as stranger:
                        forged = {"shown": f"999-{'0' * 16}-99-{'0' * 32}"}
                        await stranger.get("/game/1/public", cookies=forged)
                    assert b.service.status(1).campaign.held == ""
                    g = Guest(session, table.root)
                    assert f"up to {shown.epoch} were seen" in (await g.get(referee)).text
                    page = await g.get(f"{referee}/actions")
                    assert f'name="to" min="{b.service.status(1).campaign.epoch + 1}"' in page.text
                    assert "burn them first" in (await g.post(f"{referee}/actions/release", {})).text
                    await g.post(f"{referee}/actions/burn", {"to": str(shown.epoch), "why": "restored"})
                    await g.post(f"{referee}/actions/release", {})
                    await table.worker.run(lambda service: play(b, shown.epoch + 2))
                    assert b.service.status(1).campaign.epoch > shown.epoch + 1
                    assert b.service.look(1, queries.verdict).errors == []

    asyncio.run(act())


def test_a_game_with_open_dice_is_not_held_by_what_a_browser_saw_of_its_double(tmp_path: Path) -> None:
    """Two games with the same seed have the same secrets; a demo that is watched twice is one."""
    given = settings_of(tmp_path)

    def play(b: ServiceHarness, answers: int, _: Service) -> None:
        for n in range(answers):
            asked = b.service.asked(1)[0]
            pending = b.service.look(1, queries.pending, asked.seat)
            assert pending is not None
            user = b.service.status(1).members[asked.seat].user
            b.service.do(by(user), 1, playing.submit, asked.seat, pending.choice.sample(sampler(n)))

    async def act() -> None:
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
            for name, answers in (("first", 9), ("second", 2)):
                with service_harness(tmp_path / f"{name}.db", GAMES) as b:
                    async with opened(b, given) as table:
                        g = Guest(session, table.root)
                        await g.found(dice="open", seed="lesson one")
                        await table.worker.run(partial(play, b, answers))
                        page = await g.get("/game/1/caesar")
                        assert page.status == 200 and b.service.status(1).campaign.held == ""

    asyncio.run(act())


def test_every_page_of_text_names_the_release(tmp_path: Path) -> None:
    """Whoever reports something can say it; error pages are among them."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as guest:
            for path in ("/", "/nowhere"):
                assert f"Tabellarius {VERSION}" in (await guest.get(path)).text

    at_table(tmp_path, act)

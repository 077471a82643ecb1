"""The net is away for a moment, at the worst moment: the bot goes on as soon as it is back."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, patch

import aiohttp
import pytest

from adjudicator.core.language.errors import NotNow
from frontends.discord import DiscordClient
from frontends.discord.delivery import post_renderer, recovery
from frontends.discord.delivery.post_renderer import PostRenderer
from frontends.discord.failures import Later
from frontends.discord.tasks import Tasks
from service.api import Service
from service.pictures.drawing import Drawing, Picture
from service.pictures.render_pool import WorkerLost
from service.posts.compose import RenderedPost, compose
from service.storage.database.errors import Corrupt
from service.usecases.agreeing import ending
from service.usecases.time import deadlines
from service.values.records import Post
from service.values.time_control import HOUR, TimeControl
from tests.fake_discord.people import screen
from tests.fake_discord.server import Server
from tests.harness.clock import later
from tests.harness.discord import in_haste, short_chains
from tests.harness.discord_toys import ToyHarness, public, said, toyed
from tests.harness.service import by, service_harness
from tests.toys import nim


class Blip:
    """Breaks a call of the library, as the net does; from then on it is what it was."""

    def __init__(self, call: Any, error: Exception, times: int = 1) -> None:
        self._call, self._errors, self.met = call, [error] * times, 0

    async def __call__(self, *args: Any, **values: Any) -> Any:
        self.met += 1
        if self._errors:
            raise self._errors.pop()
        return await self._call(*args, **values)

    def mend(self) -> None:
        self._errors.clear()


@pytest.mark.parametrize("error", [aiohttp.ClientOSError(), TimeoutError(), RuntimeError("a defect")])
def test_a_short_outage_at_the_start_leaves_the_bot_posting(tmp_path: Path, error: Exception) -> None:
    """Before a log is held against its status message no dice fall in it, and the message stays as it is."""

    async def run() -> None:
        with (
            short_chains(),
            in_haste(),
            service_harness(tmp_path / "tabellarius.sqlite", {"nim": nim.GAME}) as found,
        ):
            async with Server() as server, asyncio.timeout(20):
                t = ToyHarness(server, found, tmp_path)
                async with t.running():
                    campaign = await t.begun()
                    assert found.service.channels.note(f"tree/{t.client.application_id}")
                t.client = DiscordClient(
                    t.worker, found.service.games(), t.settings, guild_ready_timeout=0.05
                )
                blip = Blip(t.client.http.get_message, error, times=10_000)
                with patch.object(t.client.http, "get_message", blip), patch.object(recovery, "AGAIN", 0.01):
                    async with t.running():
                        await refused_until_compared(t, campaign, blip)
                assert "a storm" in public(t)
                await t.worker.close()

    asyncio.run(run())


async def refused_until_compared(t: ToyHarness, campaign: int, blip: Blip) -> None:
    """While the network is away, commands, the clock and the computer wait; then it is back."""
    await t.server.until(lambda: blip.met > 1, "the second look")
    judge, shown, witness = by(f"discord/{t.judge.id}"), t.status, screen.text(t.status)
    with pytest.raises(NotNow, match="checking this game"):
        await t.worker.run(lambda service: service.do(judge, campaign, ending.hold_by_referee, "a storm"))
    refused = await t.alice.command("order", t.channel, line="bid 2")
    assert "still checking this game against what was posted" in refused.text
    await t.worker.run(lambda _: later(t.bench, 1))
    assert not await t.worker.run_silently(Service.is_ai_asked)
    await t.client.parts.statuses.update(campaign)
    assert screen.text(shown) == witness and not [
        e for e in t.bench.service.log(campaign) if e["t"] == "answer"
    ]
    blip.mend()
    await t.server.until(lambda: not t.bench.service.is_unreconciled(campaign), "that they are compared")
    await t.worker.run(lambda service: service.do(judge, campaign, ending.hold_by_referee, "a storm"))
    await t.settled()
    assert "a storm" in screen.text(t.status)


# -- what can never be shown -------------------------------------------------------------------------


async def held(t: ToyHarness, campaign: int, why: str) -> None:
    judge = by(f"discord/{t.judge.id}")
    await t.worker.run(lambda service: service.do(judge, campaign, ending.hold_by_referee, why))
    await t.worker.run(lambda service: service.release(judge, campaign))
    await t.settled()


@toyed
async def test_a_message_never_taken_does_not_stop_its_lane(
    t: ToyHarness,
) -> None:
    campaign = await t.begun()
    fault = t.server.fail("create_message", status=400, code=50035, times=2)
    await held(t, campaign, "a storm")
    assert fault.met == 2 and "a storm" not in said(t.channel)
    assert re.search(r"could not be shown here \(log entry \d+, error [0-9a-f]{8}\)", said(t.channel))
    assert "resumes" in said(t.channel), "the lane resumes"
    shown = t.bench.service.channels.shown(campaign)
    assert shown is not None and not shown.gone and t.judge.dms == []


@toyed
async def test_a_post_that_breaks_when_it_is_told_is_named_to_whom_it_was_for(t: ToyHarness) -> None:
    campaign = await t.begun()

    def broken(service: Service, post: Post, language: str) -> RenderedPost | None:
        if "a storm" in str(post.content) or post.kind == "asked":
            raise KeyError("a secret")
        return compose(service, post, language)

    before = len(t.alice.dms)
    with patch.object(post_renderer, "compose", broken):
        await held(t, campaign, "a storm")
        await t.round()
    assert "could not be shown here (log entry " in said(t.channel) and "resumes" in said(t.channel)
    private = [screen.text(m) for m in t.alice.dms[before:]]
    assert any("Something meant for you alone" in text and "/my hand" in text for text in private)
    assert "a secret" not in said(t.channel) + "".join(private)


@toyed
async def test_what_the_memory_or_the_store_keeps_from_being_said_is_said_later(t: ToyHarness) -> None:
    campaign, errors = await t.begun(), [MemoryError(), Corrupt(Path("tabellarius.db"), "torn", None)]

    def broken(service: Service, post: Post, language: str) -> RenderedPost | None:
        if "a storm" in str(post.content) and errors:
            raise errors.pop()
        return compose(service, post, language)

    with patch.object(post_renderer, "compose", broken):
        await held(t, campaign, "a storm")
    assert errors == [] and "a storm" in said(t.channel) and "cannot be shown" not in said(t.channel)


@toyed
async def test_a_greeting_that_was_sent_when_the_process_died_is_not_sent_again(t: ToyHarness) -> None:
    campaign = await t.begun()
    channels, places = t.bench.service.channels, t.client.parts.channels
    shown, users = await t.worker.run_silently(lambda _: channels.shown(campaign)), [f"discord/{t.alice.id}"]
    assert shown is not None
    thread = await places.seat_thread(shown, "seat/north", "North", users, "Welcome")

    def forgotten(_: Service) -> None:
        kept = channels.thread_named(thread)
        assert kept is not None
        channels.drop_thread(*kept)
        channels.keep_thread(campaign, f"new/{kept[1]}", thread)

    await t.worker.run_silently(forgotten)
    assert await places.seat_thread(shown, "seat/north", "North", users, "Welcome") == thread
    assert said(t.server.world.channels[str(thread)]).count("Welcome") == 1


@toyed
async def test_a_picture_that_breaks_is_told_in_words(t: ToyHarness) -> None:
    campaign = await t.begun()
    post = t.bench.service.posts(campaign, ["channel"])[0]
    drawing = Drawing("map", "map-1", "A map of *Gaul*.")
    with patch.object(t.worker, "picture", Blip(t.worker.picture, RuntimeError("a secret"))):
        page = await t.client.parts.renderer.page(
            post, RenderedPost("", ("So it is.",), (), "", (drawing,), "", "", ""), "en"
        )
    assert page.after == ["This picture could not be drawn. In words: A map of \\*Gaul\\*."]


@toyed
async def test_a_picture_over_which_processes_die_is_drawn_again_before_it_is_told_in_words(
    t: ToyHarness,
) -> None:
    campaign = await t.begun()
    post = t.bench.service.posts(campaign, ["channel"])[0]
    drawing, made = Drawing("map", "map-1", "A map."), Picture("map-1.png", b"a map", "image/png", "A map.")
    shows = RenderedPost("", ("So it is.",), (), "", (drawing,), "", "", "")
    for losses in (post_renderer.TRIES - 1, post_renderer.TRIES):
        fails: list[Any] = [WorkerLost("no process survived")] * losses
        with patch.object(t.worker, "picture", AsyncMock(side_effect=[*fails, made])):
            renderer = PostRenderer(t.worker, Path("maps"), Tasks())
            for _ in range(post_renderer.TRIES - 1):
                with pytest.raises(Later):
                    await renderer.page(post, shows, "en")
            page = await renderer.page(post, shows, "en")
        assert (b"a map" in [picture.data for picture in page.pictures]) == (losses < post_renderer.TRIES)
        assert bool(page.after) == (losses == post_renderer.TRIES)


# -- time --------------------------------------------------------------------------------------------


@toyed
async def test_no_deadline_runs_out_while_the_platform_is_away(t: ToyHarness) -> None:
    campaign = await t.begun()
    judge = by(f"discord/{t.judge.id}")
    await t.worker.run(
        lambda service: service.do(
            judge, campaign, deadlines.set_pace, TimeControl("fixed", 24, tournament=True)
        )
    )
    await t.worker.run(lambda _: later(t.bench, 23))
    (before,) = {due.due for due in t.bench.service.due(campaign)}
    assert before is not None
    t.client.dispatch("shard_disconnect", 0)
    await t.server.until(lambda: not t.client.connected.is_set(), "that")
    t.bench.clock.now += 5 * HOUR
    ticking = asyncio.create_task(t.client.parts.background._tick())
    await t.worker.run_silently(lambda _: None)
    assert not ticking.done()
    t.client.dispatch("shard_resumed", 0)
    await ticking
    await t.settled()
    assert {due.due for due in t.bench.service.due(campaign)} == {before + 5 * HOUR}
    assert "The umpire was down" in public(t) and not [
        e for e in t.bench.service.log(campaign) if e["t"] == "answer"
    ]


# -- animations ----------------------------------------------------------------------------------------


@toyed
async def test_one_animation_is_drawn_at_a_time_and_one_for_each_who_asks(t: ToyHarness) -> None:
    drawing, gate, begun = Drawing("animation", "turn-1", "An animation."), asyncio.Event(), []

    async def slow(drawings: Sequence[Drawing], **_: object) -> list[Picture]:
        begun.append(drawings)
        await gate.wait()
        return []

    renderer = t.client.parts.renderer
    with patch.object(renderer, "drawn", slow):
        first = asyncio.create_task(renderer.animation("alice", drawing))
        second = asyncio.create_task(renderer.animation("bob", drawing))
        await asyncio.sleep(0)
        with pytest.raises(NotNow, match="not ready yet"):
            await renderer.animation("alice", drawing)
        assert len(begun) == 1
        gate.set()
        assert (await first, await second) == ([], []) and len(begun) == 2
        assert await renderer.animation("alice", drawing) == []

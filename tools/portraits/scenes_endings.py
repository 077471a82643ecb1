"""Scenes of endings, of what a channel seldom reads, and of failures, for their pictures."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any
from unittest.mock import patch

from msgspec import structs

from adjudicator.core.log.chance import sampler
from frontends.discord.delivery import FRONT_END, post_renderer
from frontends.discord.delivery.lost_channels import LostChannels
from service.api import Service
from service.posts.compose import compose
from service.usecases.play import playing, queries
from service.usecases.referee import acts
from service.usecases.referee import restored as restored_acts
from service.values.records import Message, Post, Seen
from tests.fake_discord.people import screen
from tests.harness.player import until
from tools.portraits.stage import PortraitHarness, Portraits, said


async def _ready(t: PortraitHarness, rule: str = "7.2") -> int:
    """Return a game of Julius Caesar in its first battle."""
    campaign = await t.begun()
    await until(t, campaign, rule)
    await t.settled()
    return campaign


async def endings(t: PortraitHarness, portraits: Portraits) -> None:
    """Propose a draw, refuse it, propose it again and agree to it; put the game away."""
    await _ready(t)
    alice, bob, judge = (t.portrayed(one) for one in (t.alice, t.bob, t.judge))
    await judge.command("game archive")
    portraits.panel("refused-archive", judge)
    await alice.command("game draw")
    await t.settled()
    portraits.panel("draw", alice)
    portraits.posts("notice-draw-proposed", t.bob, "notice/draw")
    refuse = screen.buttons(said(t, 1)[0])[1]
    await bob.press(str(refuse.custom_id), said(t, 1)[0])
    await t.settled()
    portraits.panel("draw-refused", bob)
    portraits.posts("notice-draw", t.bob, "notice/draw")
    await alice.command("game draw")
    await t.settled()
    await bob.do("consent", message=said(t, 1)[0])
    await t.settled()
    portraits.shows("channel-drawn", t.alice, said(t, 4))
    await judge.command("game archive")
    portraits.panel("archived", judge)


async def left(t: PortraitHarness, portraits: Portraits) -> None:
    """Leave a seat in play, so that the computer takes over."""
    await _ready(t, "6.1")
    alice, bob = t.portrayed(t.alice), t.portrayed(t.bob)
    await alice.command("game leave")
    await alice.do("leave")
    await t.settled()
    portraits.panel("left", alice)
    portraits.posts("notice-left", t.bob, "notice/left")
    portraits.shows("status-vacant", t.bob, [t.status])
    await bob.command("game start")
    portraits.panel("start-vacant", bob)
    await bob.do("computer")
    await t.settled()
    portraits.panel("computer", bob)
    portraits.posts("notice-joined", t.bob, "notice/joined")


async def resigned(t: PortraitHarness, portraits: Portraits) -> None:
    """Resign, and show the end."""
    await _ready(t)
    alice, bob = t.portrayed(t.alice), t.portrayed(t.bob)
    await bob.command("game resign")
    portraits.panel("resign-sure", bob)
    await bob.do("resign")
    await t.settled()
    portraits.panel("resigned", bob)
    portraits.posts("notice-closed", t.alice, "notice/closed")
    portraits.shows("status-closed", t.alice, [t.status])
    await alice.do("open", message=t.status)
    await t.settled()
    portraits.panel("agreed-to-open", alice)
    await bob.do("open", message=t.status)
    await t.settled()
    portraits.panel("opened", bob)
    portraits.posts("notice-end", t.alice, "notice/end")
    portraits.posts("picture-end", t.alice, "picture/turn")
    portraits.shows("channel-end", t.alice, said(t, 3))
    portraits.shows("status-over", t.alice, [t.status])
    await alice.command("log replay", whole=True)
    portraits.panel("animation", alice)
    await alice.command("dice verify")
    portraits.panel("dice-verify-over", alice)
    await alice.orders()
    portraits.panel("sheet-over", alice)


async def played_out(t: PortraitHarness, portraits: Portraits) -> None:
    """Play a game to its end, as its channel tells it."""
    campaign = await t.begun()

    def on(service: Service) -> None:
        for n in range(6_000):
            asked = service.asked(campaign)
            if not asked:
                return
            last = max((post.id for post in service.waiting(FRONT_END, 10_000)), default=0)
            pending = service.look(campaign, queries.pending, asked[0].seat)
            assert pending is not None
            user = service.status(campaign).members[asked[0].seat].user
            service.do(
                Message("", user), campaign, playing.submit, asked[0].seat, pending.choice.sample(sampler(n))
            )
            if service.asked(campaign):
                service.delivered(
                    FRONT_END, {post.id: "-" for post in service.waiting(FRONT_END, 10_000) if post.id > last}
                )

    await t.worker.run(on)
    await t.settled()
    portraits.shows("channel-played-out", t.alice, said(t, 4))
    portraits.shows("status-played-out", t.alice, [t.status])
    alice = t.portrayed(t.alice)
    await alice.command("log show")
    portraits.panel("log-played-out", alice)
    await alice.command("my hand")
    portraits.panel("hand-over", alice)


async def failures(t: PortraitHarness, portraits: Portraits) -> None:
    """Provoke errors, and show their messages."""
    campaign = await t.begun()
    stranger = t.portrayed(t.server.user("Stranger", locale=t.alice.user.locale))
    alice = t.portrayed(t.alice)
    await t.settled()
    asked: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("refused-stranger", "orders", {}),
        ("help-watcher", "help", {}),
        ("map-watcher", "map now", {}),
        ("refused-hand", "my hand", {}),
        ("refused-taken", "game join", {"seat": "caesar"}),
    )
    for name, words, values in asked:
        await stranger.command(words, **values)
        portraits.panel(name, stranger)
    await alice.command("order", line="move Narbo")
    portraits.panel("refused-line", alice)
    with patch.object(Service, "standing_book", side_effect=RuntimeError("a defect")):
        await alice.command("standing show")
    portraits.panel("went-wrong", alice)
    with patch.object(post_renderer.PostRenderer, "_made", side_effect=RuntimeError("no renderer")):
        await alice.command("map now")
        portraits.panel("undrawn", alice)
    t.server.forbid(t.channel, "attach_files")
    await t.server.quiet()

    def broken(service: Service, post: Post, language: str) -> object:
        if post.kind == "told":
            raise RuntimeError("a defect")
        return compose(service, post, language)

    with patch.object(post_renderer, "compose", broken):
        await until(t, campaign, "7.2")
        await t.settled()
    portraits.shows("posts-degraded", t.alice, said(t, 3))
    portraits.posts("post-broken", t.alice, "told")
    t.server.permit(t.channel, "attach_files")


async def seldom(t: PortraitHarness, portraits: Portraits) -> None:
    """Show rare posts: orders that stop, a new release, revealed epochs, a renewed link, looks."""
    campaign = await _ready(t)
    seat = t.bench.service.asked(campaign)[0].seat
    player = t.portrayed(t.alice if seat == "caesar" else t.bob)
    judge = t.portrayed(t.judge)
    referee = Message("", f"discord/{t.judge.id}")
    await judge.command("referee see-as", seat="caesar")
    await player.orders()
    await player.do("paste")
    await player.fill({"text": "fire\nmove Narbo - Roma: all\nend"})
    await t.settled()
    portraits.panel("paste-waits", player)
    t.bench.umpire = structs.replace(t.bench.umpire, version="9.9")
    await until(t, campaign, "6.1")
    await t.settled()
    portraits.posts("notice-rules", t.alice, "notice/rules")
    with suppress(LookupError):  # not if a battle was over before the line was read
        portraits.posts("dm-batch", player.person, "notice/batch/seat")
    await player.orders()
    portraits.panel("sheet-draft", player)
    epoch = t.bench.service.status(campaign).campaign.epoch
    await t.worker.run(
        lambda service: service.do(referee, campaign, restored_acts.burn, epoch + 2, "The log was restored")
    )
    await t.worker.run(lambda service: service.do(referee, campaign, acts.renew_link, "caesar"))
    await t.settled()
    portraits.posts("notice-burn", t.alice, "notice/burn")
    portraits.posts("notice-link", t.alice, "notice/link")
    await judge.command("game end", why="Dinner")
    await t.settled()
    portraits.panel("ended", judge)
    portraits.posts("notice-looks", t.alice, "notice/looks")
    portraits.posts("notice-ended", t.alice, "notice/end")


async def bound(t: PortraitHarness, portraits: Portraits) -> None:
    """Give a standing order that cannot be carried out."""
    campaign = await t.begun()
    orders = {"caesar": t.alice, "pompey": t.bob}
    for seat, person in orders.items():
        by = Message("", f"discord/{person.id}")
        await t.worker.run(partial(_standing, by, campaign, seat, ["on 7.2 do retreat Roma"]))
    await until(t, campaign, "7.2")
    await t.settled()
    for person in orders.values():
        with suppress(LookupError):
            portraits.posts("dm-standing-failed", person, "notice/standing/seat")


def _standing(by: Message, campaign: int, seat: str, lines: list[str], service: Service) -> None:
    service.do(by, campaign, playing.set_standing, seat, lines)


async def restored(t: PortraitHarness, portraits: Portraits) -> None:
    """Restore the log from a backup, so that entries are missing."""
    campaign = await t.begun()
    await t.settled()
    n = t.bench.service.status(campaign).campaign.n
    await t.worker.run(
        lambda service: service.reconcile(Message("", "clock"), campaign, [Seen(n + 5, "00" * 8, 1)])
    )
    await t.settled()
    t.client.parts.statuses.request_update(campaign)
    await t.settled()
    portraits.shows("channel-lost", t.alice, said(t, 2))
    portraits.shows("dm-lost", t.judge, t.judge.dms[-2:])
    portraits.shows("status-lost", t.alice, [t.status])


async def gone(t: PortraitHarness, portraits: Portraits) -> None:
    """Delete the channel; the game is shown in another."""
    campaign = await t.begun()
    judge = t.portrayed(t.judge)
    await t.settled()
    other = t.server.world.add_channel(t.guild, "tavern")
    t.server.world.remove_channel(t.channel)
    await LostChannels(t.worker, t.client.parts.channels).report(campaign)
    await t.server.quiet()
    portraits.shows("dm-channel-gone", t.judge, t.judge.dms[-1:])
    await judge.command("game move", other)
    portraits.panel("moved", judge)


async def owner(t: PortraitHarness, portraits: Portraits) -> None:
    """Show the state of the bot to its owner."""
    person = t.server.user("Owner", locale=t.alice.user.locale)
    with patch("frontends.discord.commands.owner.is_owner", lambda call: True):
        one = t.portrayed(person)
        await one.command("status")
        portraits.panel("status-owner", one)
    judge = t.portrayed(t.judge)
    await judge.command("status")
    portraits.panel("refused-owner", judge)

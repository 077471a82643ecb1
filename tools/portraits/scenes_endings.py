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
from service.values.records import Message, Post, Seen
from tests.fake_discord.people import screen
from tests.harness.player import until
from tools.portraits.stage import Album, Studio, said


async def _ready(t: Studio, rule: str = "7.2") -> int:
    """A game of Julius Caesar in its first battle."""
    campaign = await t.begun()
    await until(t, campaign, rule)
    await t.settled()
    return campaign


async def endings(t: Studio, album: Album) -> None:
    """A draw is proposed, refused, proposed again and agreed to; the game is put away."""
    await _ready(t)
    alice, bob, judge = (t.sitter(one) for one in (t.alice, t.bob, t.judge))
    await judge.command("game archive")
    album.panel("refused-archive", judge)
    await alice.command("game draw")
    await t.settled()
    album.panel("draw", alice)
    album.posts("notice-draw-proposed", t.bob, "notice/draw")
    refuse = screen.buttons(said(t, 1)[0])[1]
    await bob.press(str(refuse.custom_id), said(t, 1)[0])
    await t.settled()
    album.panel("draw-refused", bob)
    album.posts("notice-draw", t.bob, "notice/draw")
    await alice.command("game draw")
    await t.settled()
    await bob.do("consent", message=said(t, 1)[0])
    await t.settled()
    album.shows("channel-drawn", t.alice, said(t, 4))
    await judge.command("game archive")
    album.panel("archived", judge)


async def left(t: Studio, album: Album) -> None:
    """A player leaves their seat in play; the computer takes over."""
    await _ready(t, "6.1")
    alice, bob = t.sitter(t.alice), t.sitter(t.bob)
    await alice.command("game leave")
    await alice.do("leave")
    await t.settled()
    album.panel("left", alice)
    album.posts("notice-left", t.bob, "notice/left")
    album.shows("status-vacant", t.bob, [t.status])
    await bob.command("game start")
    album.panel("start-vacant", bob)
    await bob.do("computer")
    await t.settled()
    album.panel("computer", bob)
    album.posts("notice-joined", t.bob, "notice/joined")


async def resigned(t: Studio, album: Album) -> None:
    """Somebody gives up: the end is told and shown."""
    await _ready(t)
    alice, bob = t.sitter(t.alice), t.sitter(t.bob)
    await bob.command("game resign")
    album.panel("resign-sure", bob)
    await bob.do("resign")
    await t.settled()
    album.panel("resigned", bob)
    album.posts("notice-closed", t.alice, "notice/closed")
    album.shows("status-closed", t.alice, [t.status])
    await alice.do("open", message=t.status)
    await t.settled()
    album.panel("agreed-to-open", alice)
    await bob.do("open", message=t.status)
    await t.settled()
    album.panel("opened", bob)
    album.posts("notice-end", t.alice, "notice/end")
    album.posts("picture-end", t.alice, "picture/turn")
    album.shows("channel-end", t.alice, said(t, 3))
    album.shows("status-over", t.alice, [t.status])
    await alice.command("log replay", whole=True)
    album.panel("animation", alice)
    await alice.command("dice verify")
    album.panel("dice-verify-over", alice)
    await alice.orders()
    album.panel("sheet-over", alice)


async def played_out(t: Studio, album: Album) -> None:
    """A game that is played to its end by the rules, as its channel tells it."""
    campaign = await t.begun()

    def on(service: Service) -> None:
        for n in range(6_000):
            asked = service.asked(campaign)
            if not asked:
                return
            last = max((post.id for post in service.waiting(FRONT_END, 10_000)), default=0)
            pending = service.pending(campaign, asked[0].seat)
            assert pending is not None
            user = service.status(campaign).members[asked[0].seat].user
            service.submit(Message("", user), campaign, asked[0].seat, pending.choice.sample(sampler(n)))
            if service.asked(campaign):
                service.delivered(
                    FRONT_END, {post.id: "-" for post in service.waiting(FRONT_END, 10_000) if post.id > last}
                )

    await t.worker.run(on)
    await t.settled()
    album.shows("channel-played-out", t.alice, said(t, 4))
    album.shows("status-played-out", t.alice, [t.status])
    alice = t.sitter(t.alice)
    await alice.command("log show")
    album.panel("log-played-out", alice)
    await alice.command("my hand")
    album.panel("hand-over", alice)


async def failures(t: Studio, album: Album) -> None:
    """Errors, and their messages."""
    campaign = await t.begun()
    stranger = t.sitter(t.server.user("Stranger", locale=t.alice.user.locale))
    alice = t.sitter(t.alice)
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
        album.panel(name, stranger)
    await alice.command("order", line="move Narbo")
    album.panel("refused-line", alice)
    with patch.object(Service, "standing_book", side_effect=RuntimeError("a defect")):
        await alice.command("standing show")
    album.panel("went-wrong", alice)
    with patch.object(post_renderer.PostRenderer, "_made", side_effect=RuntimeError("no renderer")):
        await alice.command("map now")
        album.panel("undrawn", alice)
    t.server.forbid(t.channel, "attach_files")
    await t.server.quiet()

    def broken(service: Service, post: Post, language: str) -> object:
        if post.kind == "told":
            raise RuntimeError("a defect")
        return compose(service, post, language)

    with patch.object(post_renderer, "compose", broken):
        await until(t, campaign, "7.2")
        await t.settled()
    album.shows("posts-degraded", t.alice, said(t, 3))
    album.posts("post-broken", t.alice, "told")
    t.server.permit(t.channel, "attach_files")


async def seldom(t: Studio, album: Album) -> None:
    """Rare posts of a channel: orders that stop, a new release, epochs burnt, a link renewed, looks."""
    campaign = await _ready(t)
    seat = t.bench.service.asked(campaign)[0].seat
    player = t.sitter(t.alice if seat == "caesar" else t.bob)
    judge = t.sitter(t.judge)
    referee = Message("", f"discord/{t.judge.id}")
    await judge.command("referee see-as", seat="caesar")
    await player.orders()
    await player.do("paste")
    await player.fill({"text": "fire\nmove Narbo - Roma: all\nend"})
    await t.settled()
    album.panel("paste-waits", player)
    t.bench.umpire = structs.replace(t.bench.umpire, version="9.9")
    await until(t, campaign, "6.1")
    await t.settled()
    album.posts("notice-rules", t.alice, "notice/rules")
    with suppress(LookupError):  # not if a battle was over before the line was read
        album.posts("dm-batch", player.person, "notice/batch/seat")
    await player.orders()
    album.panel("sheet-draft", player)
    epoch = t.bench.service.status(campaign).campaign.epoch
    await t.worker.run(lambda service: service.burn(referee, campaign, epoch + 2, "The log was restored"))
    await t.worker.run(lambda service: service.renew_link(referee, campaign, "caesar"))
    await t.settled()
    album.posts("notice-burn", t.alice, "notice/burn")
    album.posts("notice-link", t.alice, "notice/link")
    await judge.command("game end", why="Dinner")
    await t.settled()
    album.panel("ended", judge)
    album.posts("notice-looks", t.alice, "notice/looks")
    album.posts("notice-ended", t.alice, "notice/end")


async def bound(t: Studio, album: Album) -> None:
    """A standing order that cannot be carried out."""
    campaign = await t.begun()
    orders = {"caesar": t.alice, "pompey": t.bob}
    for seat, person in orders.items():
        by = Message("", f"discord/{person.id}")
        await t.worker.run(partial(_standing, by, campaign, seat, ["on 7.2 do retreat Roma"]))
    await until(t, campaign, "7.2")
    await t.settled()
    for person in orders.values():
        with suppress(LookupError):
            album.posts("dm-standing-failed", person, "notice/standing/seat")


def _standing(by: Message, campaign: int, seat: str, lines: list[str], service: Service) -> None:
    service.set_standing(by, campaign, seat, lines)


async def restored(t: Studio, album: Album) -> None:
    """The log was restored from a backup: entries are missing."""
    campaign = await t.begun()
    await t.settled()
    n = t.bench.service.status(campaign).campaign.n
    await t.worker.run(
        lambda service: service.reconcile(Message("", "clock"), campaign, [Seen(n + 5, "00" * 8, 1)])
    )
    await t.settled()
    t.client.parts.statuses.request_update(campaign)
    await t.settled()
    album.shows("channel-lost", t.alice, said(t, 2))
    album.shows("dm-lost", t.judge, t.judge.dms[-2:])
    album.shows("status-lost", t.alice, [t.status])


async def gone(t: Studio, album: Album) -> None:
    """The channel is gone; the game is shown in another."""
    campaign = await t.begun()
    judge = t.sitter(t.judge)
    await t.settled()
    other = t.server.world.add_channel(t.guild, "tavern")
    t.server.world.remove_channel(t.channel)
    await LostChannels(t.worker, t.client.parts.channels).report(campaign)
    await t.server.quiet()
    album.shows("dm-channel-gone", t.judge, t.judge.dms[-1:])
    await judge.command("game move", other)
    album.panel("moved", judge)


async def owner(t: Studio, album: Album) -> None:
    """The state of the bot, for its owner."""
    person = t.server.user("Owner", locale=t.alice.user.locale)
    with patch("frontends.discord.commands.owner.is_owner", lambda call: True):
        one = t.sitter(person)
        await one.command("status")
        album.panel("status-owner", one)
    judge = t.sitter(t.judge)
    await judge.command("status")
    album.panel("refused-owner", judge)

"""Scenes of private messages, deadlines, teams and standing orders, for their pictures."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from urllib.parse import unquote

from adjudicator.core.log.chance import sampler
from frontends.discord.delivery import FRONT_END
from service.api import Service
from service.usecases.play import playing, queries
from service.usecases.seats import founding
from service.values.front_ends.channels import ChannelBinding
from service.values.records import Message, Plan
from service.values.time_control import TimeControl
from tests.fake_discord.people import screen
from tests.fake_discord.state.model import PRIVATE_THREAD, Channel
from tests.fake_discord.state.model import Message as Posted
from tests.harness.clock import down
from tests.harness.player import until
from tools.portraits.stage import PortraitHarness, Portraits, PortrayedPlayer, played_to


def private(t: PortraitHarness) -> list[Channel]:
    """Show the private threads."""
    return [c for c in t.guild.channels.values() if c.type == PRIVATE_THREAD]


async def ladder(t: PortraitHarness, portraits: Portraits) -> None:
    """Show secrets in a private thread, and called up where there is none; show and change where they go."""
    await t.found()
    t.alice.user.dms_open = False
    alice, bob = t.portrayed(t.alice), t.portrayed(t.bob)
    await alice.do("join", "caesar", t.status)
    portraits.panel("joined-thread", alice)
    await alice.command("my delivery")
    portraits.panel("delivery-closed", alice)
    await bob.do("join", "pompey", t.status)
    await t.settled()
    (thread,) = private(t)
    portraits.shows("thread-private", t.alice, t.alice.visible(thread), thread)
    campaign = max(campaign.id for campaign in t.bench.service.campaigns())
    await bob.command("my delivery")
    portraits.panel("delivery", bob)
    await bob.do("pictures")
    await bob.do("way", "hand")
    portraits.panel("delivery-hand", bob)
    await played_to(t, campaign, "6.1", "pompey")
    portraits.shows("thread-private-later", t.alice, t.alice.visible(thread)[-4:], thread)
    called = [m for m in t.channel.messages if t.bob.id in m.pings]
    portraits.shows("called-out", t.bob, called[-1:])
    await bob.do("hand", message=called[-1])
    portraits.panel("hand-since", bob)
    await bob.command("my settings", language="ja" if t.bob.user.locale != "ja" else "en")
    portraits.panel("settings", bob)


async def strict(t: PortraitHarness, portraits: Portraits) -> None:
    """Play a strict game where nothing can be told in private."""
    judge, alice, bob = (t.portrayed(one) for one in (t.judge, t.alice, t.bob))
    await judge.command("game new", title="Rubicon")
    await judge.do("new_strict")
    await judge.do("new_found")
    await t.settled()
    t.alice.user.dms_open = False
    await alice.do("join", "caesar", t.status)
    portraits.panel("joined-hand", alice)
    await bob.do("join", "pompey", t.status)
    await t.settled()
    called = [m for m in t.channel.messages if m.pings == [t.alice.id]]
    portraits.shows("called-out-strict", t.alice, called)
    await alice.do("hand", message=called[0])
    portraits.panel("hand-since-strict", alice)


async def clock(t: PortraitHarness, portraits: Portraits) -> None:
    """Show reminders a day, six hours and an hour before, the end of the time, more time, an absence."""
    await t.begun(pace=TimeControl("fixed", 48, quiet="23:00-07:00", zone="Europe/Berlin"))
    await t.settled()
    judge, alice = t.portrayed(t.judge), t.portrayed(t.alice)
    await alice.command("game pace")
    portraits.panel("pace", alice)
    await judge.command("game pace", hours=48, expiry="standing", quiet="none")
    portraits.panel("pace-set", judge)
    await t.settled()
    portraits.posts("notice-pace", t.alice, "notice/pace")
    for hours, left in ((24, 24), (18, 6), (5, 1)):
        await t.wait(hours)
        portraits.posts(f"reminder-{left}", t.alice, "notice/reminder")
        portraits.posts(f"dm-reminder-{left}", t.alice, "notice/reminder/seat")
    await judge.command("referee extend", seat="caesar", hours=5, why="A journey")
    await t.settled()
    portraits.panel("extended", judge)
    portraits.posts("notice-extended", t.alice, "notice/extended")
    await alice.command("my absence", until="2099-01-01")
    portraits.panel("refused-absence", alice)
    await alice.command("my absence")
    portraits.panel("absence-none", alice)
    day = await t.worker.run_silently(lambda service: service.now())
    await alice.command("my absence", until=_day(day + 5 * 86_400), zone="Europe/Berlin")
    portraits.panel("absence", alice)
    await t.settled()
    portraits.posts("notice-away", t.alice, "notice/away")
    await alice.do("absence_end")
    portraits.panel("absence-over", alice)
    await t.wait(50)
    portraits.posts("notice-lapsed", t.alice, "notice/lapsed")
    portraits.posts("dm-lapsed", t.judge, "notice/lapsed/referee")
    portraits.shows("channel-lapsed", t.alice, _last(t, 5))


def _day(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d")


def _last(t: PortraitHarness, most: int) -> Sequence[Posted]:
    """Show the last messages of the channel that all read."""
    return [m for m in t.channel.messages if not m.ephemeral and not m.pinned][-most:]


async def expiries(t: PortraitHarness, portraits: Portraits) -> None:
    """Let deadlines pass under each rule, in a game with a pass and one without."""
    for expiry in ("standing", "pass", "referee", "claim"):
        channel = t.server.world.add_channel(t.guild, expiry)
        users = [f"discord/{person.id}" for person in (t.alice, t.bob, t.judge)]

        def found(
            service: Service, expiry: str = expiry, channel: Channel = channel, users: list[str] = users
        ) -> int:
            plan = Plan("julius_caesar", "war", expiry.title(), referee=users[2],
                        pace=TimeControl("fixed", 12, expiry=expiry))  # fmt: skip
            campaign = service.found(Message("", users[2]), plan).campaign
            service.channels.show(ChannelBinding(campaign, int(t.guild.id), int(channel.id), t.language))
            for seat, user in zip(("caesar", "pompey"), users, strict=False):
                service.do(Message("", user), campaign, founding.join, seat, user)
            return campaign

        campaign = await t.worker.run(found)
        await played_to(t, campaign, "6.1")
        before = len(channel.messages)
        await t.wait(13)
        portraits.shows(
            f"expiry-{expiry}",
            t.alice,
            [m for m in channel.messages[before:] if not m.ephemeral][:6],
            channel,
        )
        if expiry == "claim":
            await _claims(t, portraits, campaign, channel)


async def _claims(t: PortraitHarness, portraits: Portraits, campaign: int, channel: Channel) -> None:
    due = t.bench.service.asked(campaign)[0].seat
    other = t.portrayed(t.bob if due == "caesar" else t.alice)
    await other.command("game claim", channel, seat=due, by="game")
    portraits.panel("refused-claim", other)
    await other.command("game claim", channel, seat=due, by="clock")
    await t.settled()
    portraits.panel("claimed", other)
    portraits.posts("notice-claimed", t.alice, "notice/claimed", channel)


async def outage(t: PortraitHarness, portraits: Portraits) -> None:
    """Stop the umpire across a deadline."""
    await t.begun(pace=TimeControl("fixed", 24))
    await t.settled()
    await t.wait(1)
    await t.worker.run(lambda service: down(t.bench, 30 * 3600))
    await t.settled()
    portraits.posts("notice-outage", t.alice, "notice/outage")
    portraits.shows("status-deadline", t.alice, [t.status])


async def teams(t: PortraitHarness, portraits: Portraits) -> None:
    """Let an officer join and suggest an order that the commander gives, and an observer decline."""
    carla, dido = (
        t.server.user("Carla", locale=t.alice.user.locale),
        t.server.user("Dido", locale=t.alice.user.locale),
    )
    await t.begun()
    await t.settled()
    alice, officer = t.portrayed(t.alice), t.portrayed(carla)
    await alice.command("team enlist", member=carla, role="officer")
    portraits.panel("enlist", alice)
    asked = [m for m in t.channel.messages if carla.id in m.pings][-1]
    portraits.shows("invited-officer", carla, [asked])
    await t.portrayed(t.bob).do("team_take", message=asked)
    bob = t.portrayed(t.bob)
    await bob.do("decline", message=asked)
    portraits.panel("refused-not-invited", bob)
    await officer.do("team_take", message=asked)
    portraits.panel("enlisted", officer)
    await t.settled()
    portraits.posts("notice-team", t.alice, "notice/team")
    await alice.command("team enlist", member=dido, role="observer")
    asked = [m for m in t.channel.messages if dido.id in m.pings][-1]
    await t.portrayed(dido).do("decline", message=asked)
    portraits.shows("declined", t.alice, [asked])
    await officer.orders()
    portraits.panel("sheet-officer", officer)
    await officer.choose()
    portraits.panel("sheet-officer-suggests", officer)
    await officer.do("ask_give")
    await t.settled()
    portraits.panel("suggested", officer)
    thread = private(t)[-1]
    portraits.shows("thread-team", t.alice, t.alice.visible(thread), thread)
    portraits.posts("team-suggestion", t.alice, "notice/suggestion/seat")
    await alice.command("team orders")
    portraits.panel("team-orders", alice)
    await alice.do("suggest_give")
    await t.settled()
    portraits.panel("suggestion-given", alice)
    await alice.command("team show")
    portraits.panel("team-show-officer", alice)
    await alice.command("team hand-over", member=carla)
    portraits.panel("handed-over", alice)


async def standing(t: PortraitHarness, portraits: Portraits) -> None:
    """Show standing orders: none, by menus, tried, kept, listed, typed, refused, carried out, taken back."""
    campaign = await t.begun()
    seat = await until(t, campaign, "7.2")
    await t.settled()
    p = t.portrayed(t.alice if seat == "caesar" else t.bob)
    await p.command("standing show")
    portraits.panel("standing-none", p)
    await p.do("standing_new")
    portraits.panel("standing-occasion", p)
    await _pick(p, "7.2")
    portraits.panel("standing-verb", p)
    await _pick(p, "fire")
    portraits.panel("standing-rest", p)
    await p.do("ask_type")
    portraits.form("form-standing-typed", p)
    await p.fill({"said": "all"})
    portraits.panel("standing-more", p)
    await _pick(p, "enough")
    portraits.panel("standing-built", p)
    await p.do("ask_try")
    portraits.panel("standing-tried", p)
    twin = PortrayedPlayer(t, p.person)
    await twin.command("standing add", line="on Sundays do rest")
    portraits.panel("standing-refused", twin)
    await twin.command("standing add", line="on 7.7 do none")
    portraits.panel("standing-added", twin)
    await twin.do("standing_type")
    portraits.form("form-standing", twin)
    await twin.fill({"lines": "on 7.2 do fire all\non 7.7 do none"})
    await t.settled()
    portraits.panel("standing-kept", twin)
    portraits.posts("dm-standing-receipt", p.person, "receipt/seat")
    await twin.do("standing_try")
    portraits.panel("standing-try", twin)
    await twin.command("standing show")
    portraits.panel("standing-listed", twin)
    menu = screen.selects(twin.shown)[0]
    await twin.pick([menu.values[0]], str(menu.custom_id))
    portraits.panel("standing-dropped", twin)


async def _pick(p: PortrayedPlayer, *endings: str) -> None:
    """Choose the item whose id ends so, by a button or in a menu."""
    for ending in endings:
        for one in screen.buttons(p.shown):
            if unquote(str(one.custom_id)).endswith(f":{ending}"):
                await p.press(str(one.custom_id))
                return
        for menu in screen.selects(p.shown):
            for value in menu.values:
                if value.endswith(ending):
                    await p.pick([value], str(menu.custom_id))
                    return
    raise LookupError(f"{endings}: {p.text} {[b.custom_id for b in screen.buttons(p.shown)]}")


async def windows(t: PortraitHarness, portraits: Portraits) -> None:
    """Ask for reactions in a game that has some, with orders that wait behind them."""
    more = {"options": {"reaction": "on"}, "modes": {"default": "ask"}, "pace": TimeControl("fixed", 48)}
    campaign = await t.begun("belisarius", **more)
    seats = dict(zip(t.bench.service.status(campaign).campaign.seats, (t.alice, t.bob), strict=True))

    def on(service: Service) -> str:
        for seat, order in [
            (s, o) for s in ("barbarian", "barbarian", "empire") for o in ("suggest", "done")
        ]:
            service.do(Message("", f"discord/{seats[seat].id}"), campaign, playing.order, seat, order, "en")
        for n in range(600):
            asked = service.asked(campaign)
            if asked[0].optional:
                return asked[0].seat
            pending = service.look(campaign, queries.pending, asked[0].seat)
            assert pending is not None
            last = max((post.id for post in service.waiting(FRONT_END, 10_000)), default=0)
            user = service.status(campaign).members[asked[0].seat].user
            service.do(
                Message("", user), campaign, playing.submit, asked[0].seat, pending.choice.sample(sampler(n))
            )
            if not service.asked(campaign)[0].optional:
                service.delivered(
                    FRONT_END, {post.id: "-" for post in service.waiting(FRONT_END, 10_000) if post.id > last}
                )
        raise AssertionError("no window")

    seat = await t.worker.run(on)
    await t.settled()
    player, judge = t.portrayed(seats[seat]), t.portrayed(t.judge)
    portraits.shows("dm-window", seats[seat], seats[seat].dms[-1:])
    portraits.shows("status-window", t.judge, [t.status])
    await player.orders()
    portraits.panel("sheet-window", player)
    await t.wait(23)
    portraits.shows("dm-window-reminder", seats[seat], seats[seat].dms[-1:])
    await judge.command("referee close-window")
    portraits.panel("close-window", judge)
    await judge.do("close_window")
    await t.settled()
    portraits.panel("window-closed", judge)
    portraits.posts("notice-window", t.alice, "notice/window")

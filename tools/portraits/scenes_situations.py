"""Scenes of the ways to a player for their pictures: the ladder, deadlines, teams, standing orders."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from urllib.parse import unquote

from adjudicator.core.log.chance import sampler
from frontends.discord.delivery import FRONT_END
from service.api import Service
from service.storage.channels import ChannelBinding
from service.values.records import Message, Plan
from service.values.time_control import TimeControl
from tests.fake_discord.people import screen
from tests.fake_discord.state.model import PRIVATE_THREAD, Channel
from tests.fake_discord.state.model import Message as Posted
from tests.harness.clock import down
from tests.harness.player import until
from tools.portraits.stage import Album, Sitter, Studio, played_to


def private(t: Studio) -> list[Channel]:
    """The private threads there are."""
    return [c for c in t.guild.channels.values() if c.type == PRIVATE_THREAD]


async def ladder(t: Studio, album: Album) -> None:
    """Secrets in a private thread, and called up where there is none; the way is seen and changed."""
    await t.found()
    t.alice.user.dms_open = False
    alice, bob = t.sitter(t.alice), t.sitter(t.bob)
    await alice.do("join", "caesar", t.status)
    album.panel("joined-thread", alice)
    await alice.command("my delivery")
    album.panel("delivery-closed", alice)
    await bob.do("join", "pompey", t.status)
    await t.settled()
    (thread,) = private(t)
    album.shows("thread-private", t.alice, t.alice.visible(thread), thread)
    campaign = max(campaign.id for campaign in t.bench.service.campaigns())
    await bob.command("my delivery")
    album.panel("delivery", bob)
    await bob.do("pictures")
    await bob.do("way", "hand")
    album.panel("delivery-hand", bob)
    await played_to(t, campaign, "6.1")
    album.shows("thread-private-later", t.alice, t.alice.visible(thread)[-4:], thread)
    called = [m for m in t.channel.messages if t.bob.id in m.pings]
    album.shows("called-out", t.bob, called[-1:])
    await bob.do("hand", message=called[-1])
    album.panel("hand-since", bob)
    await bob.command("my settings", language="ja" if t.bob.user.locale != "ja" else "en")
    album.panel("settings", bob)


async def strict(t: Studio, album: Album) -> None:
    """No private way at all, in a game that is strict."""
    judge, alice, bob = (t.sitter(one) for one in (t.judge, t.alice, t.bob))
    await judge.command("game new", title="Rubicon")
    await judge.do("new_strict")
    await judge.do("new_found")
    await t.settled()
    t.alice.user.dms_open = False
    await alice.do("join", "caesar", t.status)
    album.panel("joined-hand", alice)
    await bob.do("join", "pompey", t.status)
    await t.settled()
    called = [m for m in t.channel.messages if m.pings == [t.alice.id]]
    album.shows("called-out-strict", t.alice, called)
    await alice.do("hand", message=called[0])
    album.panel("hand-since-strict", alice)


async def clock(t: Studio, album: Album) -> None:
    """Reminders a day, six hours and an hour before; the time is up; more time; somebody is away."""
    await t.begun(pace=TimeControl("fixed", 48, quiet="23:00-07:00", zone="Europe/Berlin"))
    await t.settled()
    judge, alice = t.sitter(t.judge), t.sitter(t.alice)
    await alice.command("game pace")
    album.panel("pace", alice)
    await judge.command("game pace", hours=48, expiry="standing", quiet="none")
    album.panel("pace-set", judge)
    await t.settled()
    album.posts("notice-pace", t.alice, "notice/pace")
    for hours, left in ((24, 24), (18, 6), (5, 1)):
        await t.wait(hours)
        album.posts(f"reminder-{left}", t.alice, "notice/reminder")
        album.posts(f"dm-reminder-{left}", t.alice, "notice/reminder/seat")
    await judge.command("referee extend", seat="caesar", hours=5, why="A journey")
    await t.settled()
    album.panel("extended", judge)
    album.posts("notice-extended", t.alice, "notice/extended")
    await alice.command("my absence", until="2099-01-01")
    album.panel("refused-absence", alice)
    await alice.command("my absence")
    album.panel("absence-none", alice)
    day = await t.worker.run_silently(lambda service: service.now())
    await alice.command("my absence", until=_day(day + 5 * 86_400), zone="Europe/Berlin")
    album.panel("absence", alice)
    await t.settled()
    album.posts("notice-away", t.alice, "notice/away")
    await alice.do("absence_end")
    album.panel("absence-over", alice)
    await t.wait(50)
    album.posts("notice-lapsed", t.alice, "notice/lapsed")
    album.posts("dm-lapsed", t.judge, "notice/lapsed/referee")
    album.shows("channel-lapsed", t.alice, _last(t, 5))


def _day(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d")


def _last(t: Studio, most: int) -> Sequence[Posted]:
    """The last messages of the channel that all read."""
    return [m for m in t.channel.messages if not m.ephemeral and not m.pinned][-most:]


async def expiries(t: Studio, album: Album) -> None:
    """Expiries, by each rule, in a game with a pass and one without."""
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
                service.join(Message("", user), campaign, seat, user)
            return campaign

        campaign = await t.worker.run(found)
        await played_to(t, campaign, "6.1")
        before = len(channel.messages)
        await t.wait(13)
        album.shows(
            f"expiry-{expiry}",
            t.alice,
            [m for m in channel.messages[before:] if not m.ephemeral][:6],
            channel,
        )
        if expiry == "claim":
            await _claims(t, album, campaign, channel)


async def _claims(t: Studio, album: Album, campaign: int, channel: Channel) -> None:
    due = t.bench.service.asked(campaign)[0].seat
    other = t.sitter(t.bob if due == "caesar" else t.alice)
    await other.command("game claim", channel, seat=due, by="game")
    album.panel("refused-claim", other)
    await other.command("game claim", channel, seat=due, by="clock")
    await t.settled()
    album.panel("claimed", other)
    album.posts("notice-claimed", t.alice, "notice/claimed", channel)


async def outage(t: Studio, album: Album) -> None:
    """The umpire was down across a deadline."""
    await t.begun(pace=TimeControl("fixed", 24))
    await t.settled()
    await t.wait(1)
    await t.worker.run(lambda service: down(t.bench, 30 * 3600))
    await t.settled()
    album.posts("notice-outage", t.alice, "notice/outage")
    album.shows("status-deadline", t.alice, [t.status])


async def teams(t: Studio, album: Album) -> None:
    """An officer is asked, joins, suggests; the commander gives it; an observer is asked and declines."""
    carla, dido = (
        t.server.user("Carla", locale=t.alice.user.locale),
        t.server.user("Dido", locale=t.alice.user.locale),
    )
    await t.begun()
    await t.settled()
    alice, officer = t.sitter(t.alice), t.sitter(carla)
    await alice.command("team enlist", member=carla, role="officer")
    album.panel("enlist", alice)
    asked = [m for m in t.channel.messages if carla.id in m.pings][-1]
    album.shows("invited-officer", carla, [asked])
    await t.sitter(t.bob).do("team_take", message=asked)
    bob = t.sitter(t.bob)
    await bob.do("decline", message=asked)
    album.panel("refused-not-invited", bob)
    await officer.do("team_take", message=asked)
    album.panel("enlisted", officer)
    await t.settled()
    album.posts("notice-team", t.alice, "notice/team")
    await alice.command("team enlist", member=dido, role="observer")
    asked = [m for m in t.channel.messages if dido.id in m.pings][-1]
    await t.sitter(dido).do("decline", message=asked)
    album.shows("declined", t.alice, [asked])
    await officer.orders()
    album.panel("sheet-officer", officer)
    await officer.press(officer.labels[0])
    album.panel("sheet-officer-suggests", officer)
    await officer.do("ask_give")
    await t.settled()
    album.panel("suggested", officer)
    thread = private(t)[-1]
    album.shows("thread-team", t.alice, t.alice.visible(thread), thread)
    album.posts("team-suggestion", t.alice, "notice/suggestion/seat")
    await alice.command("team orders")
    album.panel("team-orders", alice)
    await alice.do("suggest_give")
    await t.settled()
    album.panel("suggestion-given", alice)
    await alice.command("team show")
    album.panel("team-show-officer", alice)
    await alice.command("team hand-over", member=carla)
    album.panel("handed-over", alice)


async def standing(t: Studio, album: Album) -> None:
    """Standing orders: none, by menus, tried, kept, listed, typed, refused, acting, taken back."""
    campaign = await t.begun()
    seat = await until(t, campaign, "7.2")
    await t.settled()
    p = t.sitter(t.alice if seat == "caesar" else t.bob)
    await p.command("standing show")
    album.panel("standing-none", p)
    await p.do("standing_new")
    album.panel("standing-occasion", p)
    await _pick(p, "7.2")
    album.panel("standing-verb", p)
    await _pick(p, "fire")
    album.panel("standing-rest", p)
    await p.do("ask_type")
    album.form("form-standing-typed", p)
    await p.fill({"said": "all"})
    album.panel("standing-more", p)
    await _pick(p, "enough")
    album.panel("standing-built", p)
    await p.do("ask_try")
    album.panel("standing-tried", p)
    twin = Sitter(t, p.person)
    await twin.command("standing add", line="on Sundays do rest")
    album.panel("standing-refused", twin)
    await twin.command("standing add", line="on 7.7 do none")
    album.panel("standing-added", twin)
    await twin.do("standing_type")
    album.form("form-standing", twin)
    await twin.fill({"lines": "on 7.2 do fire all\non 7.7 do none"})
    await t.settled()
    album.panel("standing-kept", twin)
    album.posts("dm-standing-receipt", p.person, "receipt/seat")
    await twin.do("standing_try")
    album.panel("standing-try", twin)
    await twin.command("standing show")
    album.panel("standing-listed", twin)
    menu = screen.selects(twin.shown)[0]
    await twin.pick([menu.values[0]], str(menu.custom_id))
    album.panel("standing-dropped", twin)


async def _pick(p: Sitter, *endings: str) -> None:
    """Whatever ends so, by a button or in a menu."""
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


async def windows(t: Studio, album: Album) -> None:
    """Reactions that are asked for, in a game that has some, with orders that wait behind them."""
    more = {"options": {"reaction": "on"}, "modes": {"default": "ask"}, "pace": TimeControl("fixed", 48)}
    campaign = await t.begun("belisarius", **more)
    seats = dict(zip(t.bench.service.status(campaign).campaign.seats, (t.alice, t.bob), strict=True))

    def on(service: Service) -> str:
        for seat, order in [
            (s, o) for s in ("barbarian", "barbarian", "empire") for o in ("suggest", "done")
        ]:
            service.order(Message("", f"discord/{seats[seat].id}"), campaign, seat, order, "en")
        for n in range(600):
            asked = service.asked(campaign)
            if asked[0].optional:
                return asked[0].seat
            pending = service.pending(campaign, asked[0].seat)
            assert pending is not None
            last = max((post.id for post in service.waiting(FRONT_END, 10_000)), default=0)
            user = service.status(campaign).members[asked[0].seat].user
            service.submit(Message("", user), campaign, asked[0].seat, pending.choice.sample(sampler(n)))
            if not service.asked(campaign)[0].optional:
                service.delivered(
                    FRONT_END, {post.id: "-" for post in service.waiting(FRONT_END, 10_000) if post.id > last}
                )
        raise AssertionError("no window")

    seat = await t.worker.run(on)
    await t.settled()
    player, judge = t.sitter(seats[seat]), t.sitter(t.judge)
    album.shows("dm-window", seats[seat], seats[seat].dms[-1:])
    album.shows("status-window", t.judge, [t.status])
    await player.orders()
    album.panel("sheet-window", player)
    await t.wait(23)
    album.shows("dm-window-reminder", seats[seat], seats[seat].dms[-1:])
    await judge.command("referee close-window")
    album.panel("close-window", judge)
    await judge.do("close_window")
    await t.settled()
    album.panel("window-closed", judge)
    album.posts("notice-window", t.alice, "notice/window")

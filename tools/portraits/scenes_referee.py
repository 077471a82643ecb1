"""Scenes of the referee, of endings and of failures for their pictures."""

from __future__ import annotations

from service.api import Service
from service.usecases.agreeing import undo
from service.usecases.referee import acts
from service.usecases.seats import press
from service.values.records import Message
from service.values.time_control import TimeControl
from tests.fake_discord.people import screen
from tools.portraits.stage import PortraitHarness, Portraits, played_to, said


async def chair(t: PortraitHarness, portraits: Portraits) -> None:
    """Do all that a referee can do, and show what the others read."""
    campaign = await t.begun(pace=TimeControl("fixed", 24))
    carla = t.server.user("Carla", locale=t.alice.user.locale)
    seat = await played_to(t, campaign, "6.1")
    judge, alice = t.portrayed(t.judge), t.portrayed(t.alice)
    await alice.command("referee hold", why="no")
    portraits.panel("refused-not-referee", alice)
    await judge.command("help")
    portraits.panel("help-referee", judge)
    await judge.command("referee see-as", seat="caesar")
    portraits.panel("see-as", judge)
    await judge.command("referee answer-for", seat=seat)
    portraits.form("form-answer-for", judge)
    await judge.fill({"line": "nonsense", "why": "They asked me to"})
    portraits.panel("refused-answer-for", judge)
    await judge.command("referee answer-for", seat=seat)
    await judge.fill({"line": "end", "why": "They asked me to"})
    await t.settled()
    portraits.panel("answered-for", judge)
    portraits.posts("notice-spoken-for", t.alice, "notice/spoken for")
    await judge.command("referee undo")
    portraits.panel("undo-points", judge)
    menu = next(m for m in screen.selects(judge.shown) if "undo_why" in str(m.custom_id))
    await judge.pick([menu.values[1]], str(menu.custom_id))
    portraits.form("form-undo", judge)
    await judge.fill({"why": "A slip"})
    await t.settled()
    portraits.panel("undone", judge)
    portraits.posts("notice-undo", t.alice, "notice/undo")
    await _edits(t, portraits)
    await _says(t, portraits)
    await judge.command("referee replace", seat="pompey", member=carla)
    portraits.panel("replace", judge)
    (offer,) = [m for m in t.channel.messages if carla.id in m.pings]
    portraits.shows("invited-seat", carla, [offer])
    taker = t.portrayed(carla)
    await taker.do("seat_take", message=offer)
    await t.settled()
    portraits.panel("seat-taken", taker)
    portraits.posts("notice-replaced", t.alice, "notice/replaced")
    portraits.shows("dm-replaced", carla, carla.dms[-3:])
    await judge.command("referee appoint", member=t.server.user("Dido"))
    await t.settled()
    portraits.panel("appointed", judge)
    portraits.posts("notice-referee", t.alice, "notice/referee")


async def _edits(t: PortraitHarness, portraits: Portraits) -> None:
    """Change the position: have it refused, try it, enter it."""
    judge = t.portrayed(t.judge)
    await judge.command("referee edit")
    portraits.form("form-edit", judge)
    await judge.fill({"lines": "nonsense = 3", "why": "We skipped a turn"})
    portraits.panel("edit-refused", judge)
    await judge.do("edit_form")
    portraits.form("form-edit-again", judge)
    await judge.fill({"lines": "year = 2", "why": "We skipped a turn"})
    portraits.panel("edit-tried", judge)
    await judge.do("edit_do")
    await t.settled()
    portraits.panel("edited", judge)
    portraits.posts("notice-edit", t.alice, "notice/edit")


async def _says(t: PortraitHarness, portraits: Portraits) -> None:
    """Hold and release the game, roll dice beside it, rule, announce, ask for an undo."""
    judge, alice, bob = (t.portrayed(one) for one in (t.judge, t.alice, t.bob))
    await judge.command("referee hold", why="A dispute about §6.12")
    await t.settled()
    portraits.panel("held", judge)
    portraits.posts("notice-held", t.alice, "notice/held")
    portraits.shows("status-held", t.alice, [t.status])
    await alice.orders()
    portraits.panel("sheet-held", alice)
    await judge.command("referee release")
    await t.settled()
    portraits.posts("notice-released", t.alice, "notice/released")
    await judge.command("referee roll", label="wind", count=2, why="Who sails first?")
    await t.settled()
    portraits.panel("rolled", judge)
    portraits.posts("notice-aside", t.alice, "notice/aside")
    portraits.posts("thread-roll", t.alice, "told")
    await judge.command("referee rule")
    portraits.form("form-rule", judge)
    await judge.fill({"question": "May a fleet retreat?", "ruling": "It may,\nto a friendly port."})
    await t.settled()
    portraits.panel("ruled", judge)
    portraits.posts("notice-ruling", t.alice, "notice/ruling")
    await alice.command("referee rulings")
    portraits.panel("rulings", alice)
    await judge.command("referee announce")
    portraits.form("form-announce", judge)
    await judge.fill({"text": "We play on Sunday.\nBring wine."})
    await t.settled()
    portraits.panel("announced", judge)
    portraits.posts("notice-announcement", t.alice, "notice/announcement")
    points = await t.worker.run_silently(lambda service: service.look(service.campaigns()[0].id, undo.points))
    await alice.command("game back", entry=3, why="I meant the other card")
    portraits.panel("refused-back", alice)
    await alice.command("game back", entry=points[0].to, why="I meant the other card")
    await t.settled()
    portraits.panel("back", alice)
    portraits.posts("notice-undo-proposed", t.bob, "notice/undo")
    proposed = said(t, 1)[0]
    await bob.do("consent", message=proposed)
    await t.settled()
    portraits.posts("notice-undo-done", t.bob, "notice/undo")


async def pauses(t: PortraitHarness, portraits: Portraits) -> None:
    """Pause by agreement and go on; silence a player, demand signatures, resume a game."""
    campaign = await t.begun(pace=TimeControl("fixed", 24))
    await played_to(t, campaign, "6.1")
    alice, bob, referee = t.portrayed(t.alice), t.portrayed(t.bob), Message("", f"discord/{t.judge.id}")
    await alice.command("game pause")
    await t.settled()
    portraits.panel("pause-proposed", alice)
    portraits.posts("notice-pause", t.bob, "notice/pause")
    await bob.command("game pause")
    await t.settled()
    portraits.panel("paused", bob)
    portraits.shows("status-paused", t.alice, [t.status])
    await bob.command("game resume")
    await t.settled()
    portraits.panel("pause-ended", bob)
    portraits.posts("notice-go-on", t.alice, "notice/go on")

    def say(service: Service) -> None:
        service.do(referee, campaign, press.silence, "pompey")
        service.do(referee, campaign, acts.demand_signatures, True)

    await t.worker.run(say)
    await t.settled()
    portraits.posts("notice-silence", t.alice, "notice/silence")
    portraits.posts("notice-dkim", t.alice, "notice/dkim")
    await bob.command("game resign")
    await bob.do("resign")
    await t.settled()
    await alice.command("game resume")
    await t.settled()
    portraits.panel("resume-agreed", alice)
    portraits.posts("notice-resume", t.bob, "notice/resume")


async def server(t: PortraitHarness, portraits: Portraits) -> None:
    """Show the settings of a server: as they begin, changed by its manager, and in force."""
    judge, bob = t.portrayed(t.judge), t.portrayed(t.bob)
    manager = t.server.world.add_role(t.guild, "Managers", "manage_guild")
    gamers = t.server.world.add_role(t.guild, "Gamers")
    t.server.grant(t.judge, t.guild, manager)
    await t.server.quiet()
    await judge.command("server")
    portraits.panel("server", judge)
    page = judge.shown
    await t.judge.select(page, judge.item("server_roles"), [gamers])
    await t.judge.select(page, judge.item("server_channels"), [t.channel])
    await judge.do("server_quiet")
    portraits.panel("server-set", judge)
    await bob.command("game new")
    portraits.panel("refused-creator", bob)

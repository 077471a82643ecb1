"""Teams: officers suggest by the same sheet, their commander gives it with one press, observers see."""

from __future__ import annotations

from tests.discord.mouth import Hall, played
from tests.discord.player import Player
from tests.discord.test_orders import at_movement, entries
from tests.discord.wire import screen


@played
async def test_an_officer_suggests_and_the_commander_confirms_with_one_press(t: Hall) -> None:
    carla = t.server.user("Carla")
    mover, other, campaign = await at_movement(t)
    officer = Player(t, carla)
    seat = "caesar" if mover.person is t.alice else "pompey"
    await mover.command("team enlist", member=carla, role="officer")
    assert "suggests orders for" in mover.text
    await officer.through("end")
    assert "Suggested." in officer.text and "Carla suggests (1):" in officer.text
    assert "Give 1" not in officer.labels and "Take 1 away" in officer.labels
    before = entries(t, campaign)
    await other.orders()
    assert "suggests" not in other.text
    await mover.orders()
    assert "Carla suggests (1):" in mover.text and "> end" in mover.text
    await mover.press("Give 1")
    assert entries(t, campaign) > before and "Orders carried out: 1." in mover.text
    assert t.bench.desk.suggestions(campaign, seat) == []
    await t.settled()
    assert b"suggests" not in other.person.witness()


@played
async def test_the_button_reaches_the_commander_on_his_private_way_and_obeys_nobody_else(t: Hall) -> None:
    carla, drusus = t.server.user("Carla"), t.server.user("Drusus")
    mover, _, campaign = await at_movement(t)
    seat = "caesar" if mover.person is t.alice else "pompey"
    await mover.command("team enlist", member=carla, role="officer")
    await mover.command("team enlist", member=drusus, role="observer")
    await Player(t, carla).command("order", line="end")
    await t.settled()
    places = [*mover.person.dms, *(m for th in mover.person.threads(t.channel) for m in th.messages)]
    (post,) = [m for m in places if "Give these orders" in [b.label for b in screen.buttons(m)]]
    before = entries(t, campaign)
    for person in (carla, drusus, t.judge):
        thief = Player(t, person)
        await thief.forge(f"t:suggest_yes:{campaign}:{seat}:1")
        assert entries(t, campaign) == before and "Orders carried out" not in thief.said
    await mover.press("Give these orders", post)
    assert entries(t, campaign) > before


@played
async def test_an_observer_sees_the_hand_of_his_seat_and_orders_nothing(t: Hall) -> None:
    drusus = t.server.user("Drusus")
    mover, _, campaign = await at_movement(t)
    await mover.command("team enlist", member=drusus, role="observer")
    watcher = Player(t, drusus)
    await watcher.command("team show")
    assert "an observer: sees" in watcher.text
    await watcher.command("my hand")
    assert screen.text(watcher.shown)
    await watcher.orders()
    assert "observer sees what" in watcher.said
    before = entries(t, campaign)
    await watcher.command("order", line="end")
    assert entries(t, campaign) == before
    await watcher.command("team dismiss")
    await watcher.command("my hand")
    assert "no seat in this game" in watcher.said


@played
async def test_the_commander_hands_over_to_an_officer(t: Hall) -> None:
    carla = t.server.user("Carla")
    mover, _, campaign = await at_movement(t)
    seat = "caesar" if mover.person is t.alice else "pompey"
    await mover.command("team hand-over", member=carla)
    assert "nobody of the team" in mover.said
    await mover.command("team enlist", member=carla, role="officer")
    await mover.command("team hand-over", member=carla)
    assert t.bench.desk.status(campaign).members[seat].user == f"discord/{carla.id}"
    await Player(t, carla).through("end")
    await mover.orders()
    assert "Take back" not in mover.labels

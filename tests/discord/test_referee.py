"""The referee's commands and forms: each act is the referee's alone, each is told to all."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from renderer import own_boards
from renderer.games import LAID
from service.pictures.group_board import board_of
from service.usecases.referee import acts
from service.values.records import Seen
from service.values.time_control import TimeControl
from tests.discord.test_orders import at_movement, entries
from tests.fake_discord.people import screen
from tests.fake_discord.people.person import Person
from tests.fake_discord.state.model import Message
from tests.harness.cases import SLIPS
from tests.harness.discord import DiscordHarness, Sketchers, played
from tests.harness.player import Player, begun
from tests.harness.scans import overlay
from tests.harness.service import by


@played
async def test_only_the_referee_acts_as_the_referee(t: DiscordHarness) -> None:
    campaign = await begun(t)
    alice, carla = Player(t, t.alice), t.server.user("Carla")
    before = entries(t, campaign)
    for words, values in (
        ("referee see-as", {"seat": "pompey"}),
        ("referee undo", {}),
        ("referee edit", {}),
        ("referee hold", {"why": "so"}),
        ("referee answer-for", {"seat": "pompey"}),
        ("referee rule", {}),
        ("referee revoke", {"which": 1, "why": "so"}),
        ("referee announce", {}),
        ("referee roll", {"label": "wind"}),
        ("referee burn", {"epoch": 9, "why": "so"}),
        ("referee extend", {"seat": "pompey", "hours": 3, "why": "so"}),
        ("referee replace", {"seat": "pompey", "member": carla}),
        ("referee appoint", {"member": carla}),
        ("referee dkim", {}),
        ("referee board", {"here": True, "own": False}),
    ):
        await alice.command(words, **values)
        assert "Refused" in alice.said and "referee" in alice.said, words
    assert entries(t, campaign) == before


@played
async def test_the_referee_looks_holds_rolls_rules_and_announces_for_all_to_see(t: DiscordHarness) -> None:
    campaign = await begun(t)
    judge, alice = Player(t, t.judge), Player(t, t.alice)
    await judge.command("referee see-as", seat="caesar")
    assert "log records" in judge.said
    assert t.bench.service.log(campaign)[-1]["t"] == "look"
    await judge.command("referee hold", why="a dispute")
    await alice.orders()
    assert "The game is on hold: a dispute" in alice.text
    await judge.command("referee release")
    await judge.command("referee roll", label="wind", count=2)
    assert "wind: " in judge.text
    await judge.command("referee rule")
    await judge.fill({"The question": "May a fleet retreat?", "The ruling": "It may."})
    assert "Ruling 1 is recorded" in judge.text
    await alice.command("referee rulings")
    assert "May a fleet retreat?" in alice.text and "It may." in alice.text
    await judge.command("referee revoke", which=1, why="the rules forbid it")
    assert "Ruling 1 is revoked" in judge.text
    await alice.command("referee rulings")
    assert "Revoked: the rules forbid it" in alice.text
    await judge.command("referee announce")
    await judge.fill({"Announcement": "We play on Sunday."})
    await t.settled()
    told = "\n".join(screen.text(m) for m in t.bob.visible(t.channel))
    for said in ("a dispute", "wind", "It may", "We play on Sunday"):
        assert said in told, said


@played
async def test_the_referee_demands_signed_mails_and_all_are_told(t: DiscordHarness) -> None:
    campaign = await begun(t)
    judge, mail = Player(t, t.judge), t.bench.service.mail
    await judge.command("referee dkim")
    assert "All players have been told." in judge.text and mail.demands_signatures(campaign)
    await judge.command("referee dkim", demand=False)
    assert not mail.demands_signatures(campaign)
    await t.settled()
    told = "\n".join(screen.text(m) for m in t.bob.visible(t.channel))
    assert "only with a valid DKIM signature" in told and "no longer needs a DKIM signature" in told


@played
async def test_the_referee_goes_back_to_a_point_and_answers_for_a_seat(t: DiscordHarness) -> None:
    mover, _, campaign = await at_movement(t)
    seat = "caesar" if mover.person is t.alice else "pompey"
    judge = Player(t, t.judge)
    await judge.command("referee answer-for", seat=seat)
    await judge.fill({"The order": "end", "The reason; everyone can read it": "he asked me to"})
    assert "You have answered for" in judge.text
    assert [e["by"] for e in t.bench.service.log(campaign) if e["t"] == "answer"][-1] == "referee"
    await t.settled()
    assert any("he asked me to" in screen.text(m) for m in t.alice.visible(t.channel))
    await judge.command("referee undo")
    (menu,) = screen.selects(judge.shown)
    point = next(o for o in menu.part["options"] if "answered §6.1" in o["label"])
    assert point["description"] == "undoes 1 answer"
    await judge.pick([point["value"]], "Go back to")
    await judge.fill({"The reason; everyone can read it": "a slip"})
    assert "The game went back to log entry" in judge.text
    (asked,) = t.bench.service.asked(campaign)
    assert (asked.seat, asked.rule) == (seat, "6.1")
    await mover.orders()
    assert "end" in mover.labels


@played
async def test_an_edit_is_tried_shown_and_entered_with_its_reason(t: DiscordHarness) -> None:
    _, _, campaign = await at_movement(t)
    judge = Player(t, t.judge)
    await judge.command("referee edit")
    await judge.fill({"Changes": "nonsense = 3", "The reason; everyone can read it": "why not"})
    assert "Refused" in judge.said
    for line, expected in SLIPS.items():
        await judge.command("referee edit")
        await judge.fill({"Changes": f"turn = 2\n{line}", "The reason; everyone can read it": "a slip"})
        said = judge.said.replace("\\", "")  # of Markdown
        assert line in said and expected in said
    await judge.command("referee edit")
    await judge.fill({"Changes": "year = 2", "The reason; everyone can read it": "we skipped one"})
    assert "**What everyone will see**" in judge.text and "year: 1 → 2" in judge.text
    before = entries(t, campaign)
    await judge.press("Apply, and tell everyone")
    assert entries(t, campaign) > before and "The position has been edited" in judge.text
    await t.settled()
    assert any("we skipped one" in screen.text(m) for m in t.alice.visible(t.channel))


@played
async def test_dice_that_were_posted_and_lost_are_used_up(t: DiscordHarness) -> None:
    """design/fair-dice.md §8: in a held game too; no epoch that is past, and the reason is in the log."""
    campaign = await begun(t)
    judge, epoch = Player(t, t.judge), t.bench.service.status(campaign).campaign.epoch
    await judge.command("referee hold", why="a restored backup")
    await judge.command("referee burn", epoch=epoch + 2, why="they were posted")
    assert f"Epochs up to {epoch + 2} have been burned" in judge.text
    last = t.bench.service.log(campaign)[-1]
    assert (last["t"], last["to"], last["why"]) == ("burn", epoch + 2, "they were posted")
    await judge.command("referee burn", epoch=epoch + 2, why="again")
    assert "already been used" in judge.said
    await t.settled()
    assert any(
        f"pochs up to {epoch + 2} have been burned" in screen.text(m) for m in t.alice.visible(t.channel)
    )


@played
async def test_the_status_message_also_tells_of_the_referees_own_dice(t: DiscordHarness) -> None:
    """It is the witness of what was posted, if a database is put back where nothing else is known."""
    campaign = await begun(t)
    await Player(t, t.judge).command("referee roll", label="weather", count=2, faces=6, why="a bet")
    await t.settled()
    now, (shown,) = t.bench.service.status(campaign).campaign, t.bench.service.channels.all_shown()
    assert await t.client.parts.recovery._ends(shown) == [Seen(now.n - 1, now.head[:16], now.epoch, 1)]


@played
async def test_more_time_and_a_replacement_who_accepts(t: DiscordHarness) -> None:
    campaign = await begun(t, pace=TimeControl("fixed", hours=24))
    carla, dido = t.server.user("Carla"), t.server.user("Dido")
    judge, carla_plays, bob = Player(t, t.judge), Player(t, carla), Player(t, t.bob)
    due = t.bench.service.due(campaign)[0].due
    await judge.command("referee extend", seat="caesar", hours=5, why="a journey")
    assert due is not None and t.bench.service.due(campaign)[0].due == due + 5 * 3600
    await judge.command("referee replace", seat="pompey", member=t.alice)
    assert "nobody may join two seats" in judge.said and not [m for m in t.channel.messages if m.pings]
    await judge.command("referee replace", seat="pompey", member=dido)
    (declined,) = [m for m in t.channel.messages if dido.id in m.pings]
    await Player(t, dido).press("No, thanks", declined)
    assert "declined the seat Pompey" in screen.text(declined) and not screen.buttons(declined)
    await judge.command("referee replace", seat="pompey", member=carla)
    assert "Nothing changes until" in judge.text
    (offer,) = [m for m in t.channel.messages if "offers you the seat" in screen.text(m)]
    assert carla.id in offer.pings
    await Player(t, t.alice).press("Take Pompey", offer)
    assert t.bench.service.status(campaign).members["pompey"].user == f"discord/{t.bob.id}"
    await carla_plays.press("Take Pompey", offer)
    assert t.bench.service.status(campaign).members["pompey"].user == f"discord/{carla.id}"
    await carla_plays.orders()
    assert "Choose a card to discard" in carla_plays.text
    await bob.orders()
    assert "no seat in this game" in bob.said


@played
async def test_a_seat_is_offered_to_one_person_at_a_time(
    t: DiscordHarness,
) -> None:
    campaign = await begun(t)
    judge, eve, zoe = Player(t, t.judge), t.server.user("Eve"), t.server.user("Zoe")

    def holder() -> str:
        return t.bench.service.status(campaign).members["pompey"].user

    async def offered(person: Person) -> Message:
        await judge.command("referee replace", seat="pompey", member=person)
        return next(m for m in reversed(t.channel.messages) if m.pings == [person.id])

    first = await offered(eve)
    assert await offered(eve) is first and "has already been invited" in judge.text
    second = await offered(zoe)
    late = await Player(t, eve).press("Take Pompey", first)
    assert "you have not been invited" in late.said
    await Player(t, zoe).press("Take Pompey", second)
    third = await offered(eve)
    referee, zoes = by(f"discord/{t.judge.id}"), f"discord/{zoe.id}"
    assert holder() == zoes
    await t.worker.run(
        lambda service: service.do(referee, campaign, acts.replace, "pompey", "local/ann", "Ann")
    )
    late = await Player(t, eve).press("Take Pompey", third)
    assert "has a different player since" in late.said and holder() == "local/ann"


@played
async def test_the_referee_lets_the_channel_see_the_group_s_own_map(t: DiscordHarness) -> None:
    """Until then it sees ours; a seat sees its group's."""
    campaign = await begun(t)
    judge, service = Player(t, t.judge), t.bench.service
    await judge.command("referee board", here=True)
    assert "installed no picture of this game's map" in judge.said
    with TemporaryDirectory() as folder:
        own_boards.register({overlay(Path(folder), "julius_caesar"): "julius_caesar"})
        try:
            assert not board_of(service, campaign, in_channel=True)
            await judge.command("referee board", here=True)
            assert "Noted." in judge.said and board_of(service, campaign, in_channel=True)
            with patch.object(Sketchers, "draw", autospec=True, side_effect=Sketchers.draw) as drawn:
                await t.alice.command("map zoom", t.channel, place="roma")
            assert {LAID in one.args[1].scenes[0].game for one in drawn.call_args_list} == {True}
            await judge.command("referee board", here=True, own=False)
            assert not board_of(service, campaign, in_channel=True) and not board_of(service, campaign)
        finally:
            own_boards.forget()

"""From nothing to a game that is under way: by menus and buttons, in two languages."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from renderer import own_boards
from service.pictures.group_board import board_of
from service.values.front_ends.channels import ChannelBinding
from tests.fake_discord.people import screen
from tests.fake_discord.state import payloads
from tests.fake_discord.state.model import FORUM, PRIVATE_THREAD, PUBLIC_THREAD, Channel
from tests.harness.discord import DiscordHarness, played
from tests.harness.scans import overlay


@played
async def test_a_game_is_founded_by_menus_and_begins_when_all_sit(t: DiscordHarness) -> None:
    reply = await t.judge.command("game new", t.channel, title="Rubicon")
    assert "Julius Caesar · The Civil War · Caesar, Pompey" in screen.text(reply.message)
    await t.judge.select(reply.message, "Options changed from the standard", ["caesar_first_turn=on"])
    await t.judge.select(reply.message, "Deadlines", "day")
    await t.settled()
    assert "24 hours per decision" in screen.text(reply.message)
    await t.judge.press(reply.message, "Create game")
    await t.settled()
    (campaign,) = t.bench.service.campaigns()
    assert campaign.title == "Rubicon" and campaign.referee == f"discord/{t.judge.id}"
    assert campaign.options["caesar_first_turn"] == "on"
    assert [b.label for b in screen.buttons(t.status)] == ["Play Caesar", "Play Pompey", "Rules", "Help"]

    reply = await t.alice.press(t.status, "Play Caesar")
    assert "You play Caesar." in reply.text and "by direct message" in reply.text
    await t.settled()
    assert [b.label for b in screen.buttons(t.status)] == ["Play Pompey", "Rules", "Help"]
    await t.bob.press(t.status, "Play Pompey")
    await t.settled()
    said = screen.text(t.status)
    assert "Waiting for **Caesar** (§2.1) until <t:1700086400:F>" in said and t.alice.mention in said
    labels = [b.label for b in screen.buttons(t.status)]
    assert labels == ["Orders", "Map", "Hand", "Log", "Rules", "Help"]
    (thread,) = t.alice.threads(t.channel)
    assert thread.type == PUBLIC_THREAD and thread.name == "Year 1, turn 1"
    assert "seed `" not in screen.text(thread.messages[-1])
    proof = await t.alice.press(thread.messages[-1], "Dice and proof")
    assert proof.message.only_for == t.alice.id and "seed `" in proof.text


@played
async def test_what_is_secret_goes_to_its_seat_alone_and_in_its_language(t: DiscordHarness) -> None:
    await t.seated()
    mine = "\n".join(screen.text(m) for m in t.alice.dms)
    others = "\n".join(screen.text(m) for m in t.bob.dms)
    assert "Choose a card to discard" in mine and "捨て札にするカード" in others
    public = "\n".join(screen.text(m) for m in [*t.channel.messages, *t.alice.threads(t.channel)[0].messages])
    assert "Caesar's hand" in mine and "Caesar holds" not in public and "Caesar holds" not in others
    pictures = [p.alt for m in t.alice.dms for p in screen.pictures(m)]
    assert pictures and all(pictures)
    assert t.alice.dm_channel.messages and not t.judge.dms


@played
async def test_a_channel_shows_one_game_at_a_time(t: DiscordHarness) -> None:
    await t.found()
    reply = await t.alice.command("game new", t.channel)
    assert "this channel already shows “Rubicon”" in reply.text
    assert len(t.bench.service.campaigns()) == 1


@played
async def test_reactions_are_asked_for_by_kind_of_occasion(t: DiscordHarness) -> None:
    """What the game proposes is chosen; each kind says what it costs; a kind of an option comes with it."""
    reply = await t.judge.command("game new", t.channel)
    await t.judge.select(reply.message, "Game", "belisarius")
    await t.settled()
    menu = screen.one("Reactions that are asked for", screen.selects(reply.message)).part["options"]
    chosen = {one["value"] for one in menu if one.get("default")}
    assert chosen == {"advantage", "marker", "revolt"}
    assert [one["value"] for one in menu] == ["advantage", "marker", "revolt", "die", "campaign"]
    assert {one["value"]: one["description"] for one in menu}["die"] == (
        "about 205 questions in a short game of two if asked"
    )
    options = next(one for one in screen.selects(reply.message) if "reaction=on" in one.values)
    await t.judge.select(reply.message, str(options.custom_id), ["reaction=on"])
    await t.settled()
    await t.judge.select(reply.message, "Reactions that are asked for", ["marker", "reaction"])
    await t.settled()
    said = screen.text(reply.message)
    assert "You are asked on these occasions: “a marker is revealed” and “an enemy army" in said
    await t.judge.press(reply.message, "Create game")
    await t.settled()
    (campaign,) = t.bench.service.campaigns()
    asked = {kind for kind, mode in campaign.modes.items() if mode == "ask"}
    assert asked == {"marker", "reaction", "challenge"}, "of a kind that cannot occur nobody is asked"


@played
async def test_found_it_pressed_twice_is_one_game(t: DiscordHarness) -> None:
    reply = await t.judge.command("game new", t.channel)
    one = await t.judge.press(reply.message, "Create game", settle=False)
    two = await t.judge.press(reply.message, "Create game", settle=False)
    await one.settled()
    await two.settled()
    await t.settled()
    assert len(t.bench.service.campaigns()) == 1
    assert sum(1 for m in t.channel.messages if m.pinned) == 1


@played
async def test_a_form_is_its_owners_alone(t: DiscordHarness) -> None:
    reply = await t.judge.command("game new", t.channel)
    id = screen.buttons(reply.message)[-1].custom_id
    assert id is not None
    found = t.bench.service.channels.sheet(id.split(":")[2], f"discord/{t.alice.id}")
    assert found is None


@played
async def test_the_computer_takes_a_seat(t: DiscordHarness) -> None:
    campaign = await t.found()
    reply = await t.judge.command("game start", t.channel)
    await t.judge.press(reply.message, "Computer plays Pompey")
    await t.settled()
    await t.alice.command("game join", t.channel)
    await t.settled()
    assert t.bench.service.status(campaign).members["pompey"].user == "computer"
    assert [a.seat for a in t.bench.service.asked(campaign)] == ["caesar"]


@played
async def test_a_game_in_a_forum_post_stays_in_it(t: DiscordHarness) -> None:
    forum = t.server.world.add_channel(t.guild, "games", FORUM)
    post = Channel(t.server.world.mint.id("threads"), PUBLIC_THREAD, "Rubicon", t.guild.id, forum.id)
    post.owner_id = t.judge.id
    t.server.world.channels[post.id] = t.guild.channels[post.id] = post
    t.server.world.emit("THREAD_CREATE", payloads.channel(t.server.world, post), 1, None)
    t.server.forbid(forum, "send_messages_in_threads")
    await t.server.quiet()
    assert (
        "the bot lacks these permissions here: write in threads"
        in (await t.judge.command("game new", post)).text
    )
    t.server.permit(forum, "send_messages_in_threads")
    await t.server.quiet()
    await t.found(post)
    await t.alice.command("game join", post, seat="caesar")
    await t.bob.command("game join", post, seat="pompey")
    await t.settled()
    assert any("was dealt" in screen.text(m) for m in post.messages)
    assert [c for c in t.guild.channels.values() if c.type == PRIVATE_THREAD] == []


@played
async def test_a_game_is_moved_to_another_channel(t: DiscordHarness) -> None:
    campaign, left = await t.seated(), t.status
    other = t.server.world.add_channel(t.guild, "elsewhere")
    await t.server.quiet()
    reply = await t.judge.command("game move", other)
    assert "“Rubicon” is shown here from now on" in reply.text
    await t.settled()
    shown = t.bench.service.channels.shown(campaign)
    assert isinstance(shown, ChannelBinding) and str(shown.channel) == other.id
    assert [m for m in other.messages if m.pinned]
    assert f"“Rubicon” is now shown in <#{other.id}>" in screen.text(left)
    assert left.pinned is None and screen.buttons(left) == []


@played
async def test_a_bot_is_no_referee(t: DiscordHarness) -> None:
    bot = t.server.user("Dyno")
    bot.user.bot = True
    reply = await t.judge.command("game new", t.channel, referee=bot)
    assert "name a person, not a bot" in reply.text and screen.buttons(reply.message) == []
    campaign = await t.found()
    reply = await t.judge.command("referee appoint", t.channel, member=bot)
    assert "name a person, not a bot" in reply.text
    assert t.bench.service.status(campaign).campaign.referee == f"discord/{t.judge.id}"


@played
async def test_who_plays_is_chosen_after_the_scenario(t: DiscordHarness) -> None:
    """Of scenarios that differ in their seats alone one menu has each once, and another the rosters."""
    reply = await t.bob.command("game new", t.channel)
    await t.bob.select(reply.message, str(screen.selects(reply.message)[0].custom_id), "ottomans")
    await t.settled()
    for at, chosen in ((0, "s3_tc"), (1, "s3_tcho"), (0, "s4_tcho")):
        menus = screen.selects(reply.message)[1:3]
        assert [len(menu.options) for menu in menus] == [4, 7]
        await t.bob.select(reply.message, str(menus[at].custom_id), chosen)
        await t.settled()
    await t.bob.press(reply.message, str(screen.buttons(reply.message)[-1].custom_id))
    await t.settled()
    (campaign,) = t.bench.service.campaigns()
    assert (campaign.game, campaign.scenario) == ("ottomans", "s4_tcho")


@played
async def test_belisarius_is_founded_with_its_many_options(t: DiscordHarness) -> None:
    reply = await t.bob.command("game new", t.channel, language="ja")
    menus = screen.selects(reply.message)
    await t.bob.select(reply.message, str(menus[0].custom_id), "belisarius")
    await t.settled()
    menus = screen.selects(reply.message)  # of several with the same action the first
    by_action = {str(m.custom_id).split(":")[1]: m for m in reversed(menus)}
    await t.bob.select(reply.message, str(by_action["new_scenario"].custom_id), "gothic_war")
    await t.settled()
    wanted = ["negotiation=on", "guards_counted=units"]
    await t.bob.select(reply.message, str(by_action["new_options"].custom_id), wanted)
    await t.settled()
    found = screen.buttons(reply.message)[-1]
    await t.bob.press(reply.message, str(found.custom_id))
    await t.settled()
    (campaign,) = t.bench.service.campaigns()
    assert (campaign.game, campaign.scenario) == ("belisarius", "gothic_war")
    assert campaign.options["negotiation"] == "on" and campaign.options["guards_counted"] == "units"
    assert t.bench.service.channels.all_shown()[0].language == "ja"
    (rules,) = [b for b in screen.buttons(t.status) if ":rules:" in str(b.custom_id)]
    reply = await t.alice.press(t.status, str(rules.custom_id))
    assert len(screen.selects(reply.message)) == 2


async def _over(t: DiscordHarness) -> int:
    """Play a game with an option and a time control of its own to a provisional result, and return it."""
    reply = await t.judge.command("game new", t.channel, title="Rubicon")
    await t.judge.select(reply.message, "Options changed from the standard", ["caesar_first_turn=on"])
    await t.judge.press(reply.message, "Create game")
    await t.settled()
    await t.judge.command("game pace", t.channel, kind="fixed", hours=37)
    await t.alice.press(t.status, "Play Caesar")
    await t.settled()
    await t.bob.press(t.status, "Play Pompey")
    await t.settled()
    await t.alice.press((await t.alice.command("game resign", t.channel)).message, "Yes")
    await t.settled()
    (campaign,) = t.bench.service.campaigns()
    return campaign.id


@played
async def test_a_rematch_exchanges_the_sides_of_a_game_that_is_over(t: DiscordHarness) -> None:
    first, status = await _over(t), t.status
    reply = await t.alice.press(status, "Rematch, sides exchanged")
    said = screen.text(reply.message)
    assert "Caesar goes first on turn 1: on" in said and "37 hours per decision" in said
    assert f"Proposed to: Caesar {t.bob.mention}, Pompey {t.alice.mention}" in said
    await t.alice.press(reply.message, "Create game", settle=False)
    await t.alice.press(reply.message, "Create game")
    await t.settled()
    second = max(campaign.id for campaign in t.bench.service.campaigns())
    standings = t.bench.service.status(second)
    assert second == first + 1 and standings.pace.hours == 37
    assert standings.campaign.options["caesar_first_turn"] == "on"
    (call,) = [m for m in t.channel.messages if "proposed a new game" in screen.text(m)]
    assert t.bob.mention in screen.text(call) and call.pings == [t.bob.id]
    await t.bob.press(call, "Play Caesar")
    await t.settled()
    assert t.bench.service.status(second).members["caesar"].user == f"discord/{t.bob.id}"


@played
async def test_a_new_game_begins_with_the_terms_of_the_last_one_in_its_channel(t: DiscordHarness) -> None:
    await _over(t)
    for by in (
        await t.bob.command("game again", t.channel),
        await t.bob.command("game new", t.channel),
        await t.bob.press(t.status, "The same again"),
    ):
        said = screen.text(by.message)
        assert "37" in said and f"{t.alice.mention}" in said
    elsewhere = t.server.world.add_channel(t.guild, "elsewhere")
    await t.server.quiet()
    reply = await t.alice.command("game new", elsewhere)
    assert t.bob.mention not in screen.text(reply.message)
    reply = await t.judge.command("game new", t.channel)
    await t.judge.press(reply.message, "Propose it to nobody")
    await t.judge.press(reply.message, "Create game")
    await t.settled()
    assert not [m for m in t.channel.messages if "proposed a new game" in screen.text(m)]


@played
async def test_a_game_under_way_has_no_rematch(t: DiscordHarness) -> None:
    await t.seated()
    assert "only a game that was called off" in (await t.judge.command("game again", t.channel)).text


@played
async def test_founding_asks_whether_the_channel_sees_the_group_s_own_map(t: DiscordHarness) -> None:
    """Its own map or the umpire's; until somebody says so the umpire's."""
    service = t.bench.service
    with TemporaryDirectory() as folder:
        own_boards.register({overlay(Path(folder), "julius_caesar"): "julius_caesar"})
        try:
            form = await t.judge.command("game new", t.channel, title="Rubicon")
            reply = await t.judge.press(form.message, "Create game")
            await t.settled()
            (campaign,) = (one.id for one in service.campaigns())
            assert "Shall this channel see it too? Until you say so it sees the umpire's map" in reply.text
            assert "Everyone on this server may read this channel." in reply.text
            assert not board_of(service, campaign, in_channel=True) and board_of(service, campaign)
            await t.judge.press(reply.message, "This channel sees our own map")
            assert board_of(service, campaign, in_channel=True) == board_of(service, campaign)
            await t.judge.press(reply.message, "The umpire's map here")
            assert not board_of(service, campaign, in_channel=True) and board_of(service, campaign)
        finally:
            own_boards.forget()

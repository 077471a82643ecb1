"""Queries and settings by commands: for the caller alone, in their language, from what they may know."""

from __future__ import annotations

from adjudicator.core.log.chance import salt_commitment
from adjudicator.rules_version import VERSION
from frontends.discord.commands.rulebook import chapters
from service.text.rulings import readings
from service.usecases.agreeing import undo
from tests.fake_discord.people import screen
from tests.harness.discord import DiscordHarness, played


@played
async def test_maps_show_what_the_caller_may_know(t: DiscordHarness) -> None:
    await t.seated()
    own = await t.alice.press(t.status, "Map")
    (picture,) = screen.pictures(own.message)
    assert own.message.only_for == t.alice.id and picture.alt and "Seen by Caesar" in own.text
    public = await t.alice.press(own.message, "As everyone sees it")
    assert "As everyone sees it" in public.text
    other = await t.judge.press(t.status, "Map")
    assert "As everyone sees it" in other.text
    assert screen.pictures(other.message)[0].alt == screen.pictures(public.message)[0].alt
    offered = (await t.alice.autocomplete("map zoom", t.channel, "place", "Ro")).choices
    assert ("Roma", "roma") in offered
    near = await t.alice.command("map zoom", t.channel, place="roma")
    assert near.message.attachments
    moments = (await t.bob.autocomplete("map then", t.channel, "turn")).choices
    then = await t.bob.command("map then", t.channel, turn=moments[-1][1])
    assert then.message.attachments
    refused = await t.alice.command("map zoom", t.channel, place="Atlantis")
    assert "a place on the map" in refused.text and not refused.message.attachments


@played
async def test_a_hand_is_shown_to_its_owner_alone(t: DiscordHarness) -> None:
    await t.seated()
    reply = await t.alice.press(t.status, "Hand")
    assert reply.message.only_for == t.alice.id and reply.message.attachments and "Mercury" in reply.text
    reply = await t.judge.press(t.status, "Hand")
    assert "you have no seat in this game" in reply.text and "Mercury" not in reply.text
    assert "Mercury" not in (await t.bob.command("my hand", t.channel)).text


@played
async def test_the_log_is_read_taken_away_and_checked(t: DiscordHarness) -> None:
    await t.seated()
    reply = await t.alice.press(t.status, "Log")
    assert "Caesar's hand" in reply.text
    reply = await t.judge.press(t.status, "Log")
    assert "Caesar holds" not in reply.text and "was dealt" in reply.text
    reply = await t.alice.command("log export", t.channel, secret=True)
    names = [a.filename for a in reply.message.attachments]
    assert names == ["julius_caesar-1-caesar.jsonl", "verify.py"]
    reply = await t.judge.command("log export", t.channel)
    assert reply.message.attachments[0].filename == "julius_caesar-1-public.jsonl"
    reply = await t.judge.command("dice verify", t.channel)
    assert "IN ORDER SO FAR" in reply.text
    reply = await t.judge.command("dice verify", t.channel, heads="3:0123456789abcdef")
    assert "FAILED" in reply.text
    reply = await t.judge.command("dice audit", t.channel)
    assert "AUDITED: replayed by the rules, every entry" in reply.text and "This umpire audited" in reply.text
    reply = await t.judge.command("dice log", t.channel)
    assert "seed `" in reply.text and "epoch 1" in reply.text
    reply = await t.judge.command("log replay", t.channel)
    assert "there is nothing to show yet" in reply.text


@played
async def test_rules_are_found_by_number_and_by_chapter(t: DiscordHarness) -> None:
    await t.found()
    reply = await t.bob.command("rules", t.channel, number="6.1")
    assert "§6.11" in reply.text
    reply = await t.alice.press(t.status, "Rules")
    await t.alice.select(reply.message, "Chapter", "7.")
    await t.settled()
    assert "§7.1" in screen.text(reply.message)
    refused = await t.alice.command("rules", t.channel, number="99")
    assert "a paragraph number" in refused.text
    offered = (await t.alice.autocomplete("rules", t.channel, "number", "6.1")).choices
    assert offered[0][1] == "6.1"
    assert len(readings("julius_caesar", "en")) > 60 and len(readings("belisarius", "ja")) > 90
    assert 5 <= len(chapters("julius_caesar", "en")) <= 25 and len(chapters("belisarius", "ja")) <= 40


@played
async def test_an_aid_says_how_a_turn_goes_and_draws_charts(t: DiscordHarness) -> None:
    await t.found()
    reply = await t.alice.command("aid", t.channel)
    assert "Both play a card" in reply.text and "§2.1" in reply.text
    await t.alice.select(reply.message, "Chart", "ways")
    await t.settled()
    [picture] = reply.message.attachments
    assert picture.filename.startswith("ways.") and "Major road" in (picture.description or "")
    await t.alice.press(reply.message, "How a turn goes")
    await t.settled()
    assert "Both play a card" in screen.text(reply.message)
    refused = await t.alice.command("aid", t.channel, chart="odds")
    assert "a chart from the list" in refused.text
    offered = (await t.alice.autocomplete("aid", t.channel, "chart", "card")).choices
    assert offered == [("Command cards", "cards")]


@played
async def test_the_book_is_shown_part_by_part(t: DiscordHarness) -> None:
    await t.found()
    reply = await t.alice.command("book", t.channel)
    assert "Columbia Games" in reply.text
    await t.alice.select(reply.message, "Part", "win")
    await t.settled()
    assert "ten points or more" in screen.text(reply.message)
    refused = await t.alice.command("book", t.channel, part="odds")
    assert "a part from the list" in refused.text
    assert ("How to win", "win") in (await t.alice.autocomplete("book", t.channel, "part", "how")).choices


@played
async def test_help_is_by_role_and_by_what_can_be_done_now(t: DiscordHarness) -> None:
    stranger = await t.alice.command("help", t.channel)
    assert "/game new" in stranger.text
    await t.seated()
    assert "/orders" in (await t.alice.press(t.status, "Help")).text
    judge = await t.judge.press(t.status, "Help")
    assert "/orders" not in judge.text and "/referee" in judge.text
    stranger = await t.server.user("Carol").press(t.status, "Help")
    assert "/orders" not in stranger.text and "/map now" in stranger.text


@played
async def test_what_concerns_a_user_in_all_games(t: DiscordHarness) -> None:
    assert "You are not in any game yet" in (await t.alice.command("my games", t.channel)).text
    await t.seated()
    reply = await t.alice.command("my games", t.alice.dm_channel)
    assert "**Rubicon**" in reply.text and "your turn" in reply.text
    reply = await t.alice.command("my delivery", t.channel)
    await t.alice.press(reply.message, "Pictures: on")
    await t.settled()
    assert "Pictures: off" in {b.label for b in screen.buttons(reply.message)}
    reply = await t.alice.command("my absence", t.channel, until="2023-11-20")
    assert "Away from" in reply.text
    await t.alice.press(reply.message, "I am back")
    assert "You have no absence" in (await t.alice.command("my absence", t.channel)).text
    tokyo = await t.alice.command("my absence", t.channel, until="2023-11-20", zone="Asia/Tokyo")
    assert "<t:1700492400:f>" in tokyo.text and "Dates are in the time zone Asia/Tokyo" in tokyo.text
    refused = await t.alice.command("my absence", t.channel, until="tomorrow")
    assert "a date such as" in refused.text
    await t.alice.command("my settings", t.channel, language="ja")
    await t.settled()
    assert t.bench.service.channels.reader(f"discord/{t.alice.id}").language == "ja"


@played
async def test_only_the_owner_sees_how_the_bot_is_doing(t: DiscordHarness) -> None:
    await t.found()
    assert "only the bot's owner" in (await t.alice.command("status", t.channel)).text
    owner = t.server.user("Operator")
    owner.user = t.server.world.owner
    reply = await owner.command("status", t.channel)
    assert (
        f"Tabellarius {VERSION}" in reply.text
        and "Games: 0 in play, 1 waiting for players" in reply.text
        and "Posts waiting to be sent: 0" in reply.text
    )


@played
async def test_a_game_is_held_goes_on_and_ends(t: DiscordHarness) -> None:
    campaign = await t.seated()
    assert "only the referee" in (await t.alice.command("game pause", t.channel, why="tea")).text
    await t.judge.command("game pause", t.channel, why="tea")
    await t.settled()
    assert "On hold: tea" in screen.text(t.status)
    await t.judge.command("game resume", t.channel)
    await t.alice.command("game draw", t.channel)
    await t.settled()
    (proposal,) = [m for m in t.channel.messages if "Agree" in {b.label for b in screen.buttons(m)}]
    await t.bob.press(proposal, "Decline")
    reply = await t.alice.command("game resign", t.channel)
    await t.alice.press(reply.message, "Yes")
    await t.settled()
    assert t.bench.service.campaign(campaign).state == "closed"
    assert "provisional" in screen.text(t.status)
    mine = (await t.bob.command("my games", t.channel)).text
    assert "ポンペイウス" in mine and "終了（結果は暫定）" in mine
    await t.alice.press(t.status, "Resume the game")
    await t.judge.command("game resume", t.channel)
    assert t.bench.service.campaign(campaign).state == "playing"
    await t.alice.press((await t.alice.command("game resign", t.channel)).message, "Yes")
    await t.settled()
    for player in (t.alice, t.bob):
        assert not t.bench.service.status(campaign).over
        await player.press(t.status, "Open everything now")
    await t.settled()
    assert t.bench.service.status(campaign).over
    assert "All your games have ended" in (await t.alice.command("my games", t.channel)).text
    assert "This game is over." in (await t.alice.command("orders", t.channel)).text
    refused = await t.alice.command("order", t.channel, line="discard Apollo")
    assert "while the game is over" in refused.text and not screen.buttons(refused.message)
    await t.alice.command("game archive", t.channel)
    assert [m for m in t.channel.messages if m.pinned] == []
    assert "New game" in (await t.alice.command("game new", t.channel)).text


@played
async def test_seats_that_were_left_are_listed_for_substitutes(t: DiscordHarness) -> None:
    await t.seated()
    assert "substitute" not in (await t.judge.command("game find", t.channel)).text
    await t.alice.press((await t.alice.command("game leave", t.channel)).message, "Yes")
    await t.settled()
    listed = (await t.judge.command("game find", t.channel)).text
    assert f"<#{t.channel.id}> (Julius Caesar): Caesar. Referee: <@{t.judge.id}>" in listed


@played
async def test_the_players_pause_the_game_and_give_each_other_time(t: DiscordHarness) -> None:
    campaign = await t.seated()
    service = t.bench.service
    assert "has no deadline running" in (await t.alice.command("game grant", t.channel)).text
    await t.judge.command("game pace", t.channel, kind="fixed", hours=48)
    before = [due.due for due in service.due(campaign)]
    assert "24 more hours" in (await t.alice.command("game grant", t.channel)).text
    assert "1時間延長" in (await t.bob.command("game grant", t.channel, hours=1)).text
    given = [due.due for due in service.due(campaign)]
    assert sorted(now - then for now, then in zip(given, before, strict=True) if now and then) == [
        3600,
        86400,
    ]
    assert "The clocks stop once all" in (await t.alice.command("game pause", t.channel)).text
    await t.settled()
    (proposal,) = [m for m in t.channel.messages if "Agree" in {b.label for b in screen.buttons(m)}]
    await t.bob.press(proposal, "Decline")
    await t.alice.command("game pause", t.channel)
    await t.settled()
    await t.bob.press(proposal, "Agree")
    assert not service.campaign(campaign).held  # that proposal is no longer open
    assert "休止中" in (await t.bob.command("game pause", t.channel)).text
    await t.settled()
    assert "On hold: the players have agreed to pause" in screen.text(t.status)
    (held,) = [m for m in t.channel.messages if "Go on with the game" in {b.label for b in screen.buttons(m)}]
    assert service.campaign(campaign).is_paused  # who plays no seat cannot
    assert "The game resumes" in (await t.alice.press(held, "Go on with the game")).text
    assert not service.campaign(campaign).held


@played
async def test_a_provisional_result_leaves_the_channel_free(t: DiscordHarness) -> None:
    """Another game may be created there; the old one is resumed elsewhere, and commands mean the new one."""
    old = await t.seated()
    await t.alice.press((await t.alice.command("game resign", t.channel)).message, "Yes")
    await t.settled()
    assert t.bench.service.campaign(old).state == "closed"
    form = await t.judge.command("game new", t.channel, title="Second")
    await t.judge.press(form.message, "Create game")
    await t.settled()
    assert [c.title for c in t.bench.service.campaigns()][-1] == "Second"
    assert "Second" in (await t.judge.command("game status", t.channel)).text
    (resume,) = [
        (m, b.custom_id)
        for m in t.channel.messages
        for b in screen.buttons(m)
        if b.label == "Resume the game" and b.custom_id and not m.deleted
    ]
    refused = await t.judge.press(*resume)
    assert "this channel shows “Second” now" in refused.text
    assert t.bench.service.campaign(old).state == "closed"
    other = t.server.world.add_channel(t.guild, "other")
    await t.server.quiet()
    await t.judge.command("game move", other, game=str(old))
    await t.judge.command("game resume", other)
    await t.settled()
    assert t.bench.service.campaign(old).state == "playing"


@played
async def test_a_game_is_gone_back_by_consent(t: DiscordHarness) -> None:
    campaign = await t.seated()
    before = t.bench.service.look(campaign, undo.points)[-1].to
    reply = await t.alice.command("game back", t.channel, entry=before, why="a slip")
    assert f"entry {before}" in reply.text
    await t.settled()
    (proposal,) = [m for m in t.channel.messages if "Agree" in {b.label for b in screen.buttons(m)}]
    await t.bob.press(proposal, "Agree")
    await t.settled()
    assert any("went back to log entry" in screen.text(m) for m in t.channel.messages)


@played
async def test_an_own_salt_is_given_by_forms(t: DiscordHarness) -> None:
    campaign = await t.found()
    await t.alice.command("game join", t.channel, seat="caesar", own_salt=True)
    await t.bob.command("game join", t.channel, seat="pompey")
    await t.settled()
    assert t.bench.service.status(campaign).campaign.state == "salting"
    reply = await t.alice.press(t.status, "My salt")
    card = t.bench.service.log(campaign)[0]["head"]
    assert card in reply.text
    nonce, text = "00" * 16, "alea"
    form = await t.alice.press(reply.message, "Commitment")
    await t.alice.fill(
        form.modal, {"c": salt_commitment(bytes.fromhex(card), "caesar", bytes(16), text).hex()}
    )
    form = await t.alice.press(reply.message, "Nonce and words")
    await t.alice.fill(form.modal, {"nonce": nonce, "text": text})
    await t.settled()
    assert t.bench.service.status(campaign).campaign.state == "playing"

"""A server's board: which games it lists, and one message that is edited."""

from __future__ import annotations

from service.values.front_ends.channels import ServerBoard
from tests.discord.test_statuses import another
from tests.fake_discord.people import screen
from tests.fake_discord.state.model import Channel, Message, Overwrite
from tests.fake_discord.state.permissions import bits
from tests.harness.discord_toys import ToyHarness, toyed

MENU = "Channel with the list of all games (none chosen: no list)"


async def chosen(t: ToyHarness, *places: Channel) -> Message:
    """The page of the settings, with a channel chosen for the board."""
    if not any(role.name == "Managers" for role in t.guild.roles.values()):
        t.server.grant(t.judge, t.guild, t.server.world.add_role(t.guild, "Managers", "manage_guild"))
        await t.server.quiet()
    page = (await t.judge.command("server", t.channel)).message
    await t.judge.select(page, MENU, list(places))
    await t.settled()
    return page


def messages(place: Channel) -> list[Message]:
    return [m for m in place.messages if not m.deleted and m.components]


async def looked(t: ToyHarness) -> None:
    """The bot has looked for changes."""
    await t.client.parts.boards.update_all()
    await t.server.quiet()


@toyed
async def test_one_pinned_message_lists_what_needs_players_and_what_can_be_watched(t: ToyHarness) -> None:
    """It is edited when a seat is taken or left, and never pings."""
    board, side = (t.server.world.add_channel(t.guild, name) for name in ("board", "side"))
    await t.server.quiet()
    page = await chosen(t, board)
    assert f"List of the games: <#{board.id}>" in screen.text(page)
    (message,) = messages(board)
    assert message.pinned and "No game yet" in screen.text(message)
    await t.begun()
    await another(t, side)
    await looked(t)
    text = screen.text(message)
    assert (
        f"**Open seats: take one in the game's channel**\n- **Other** in <#{side.id}> (nim): North and South"
        in text
    )
    assert f"**To watch**\n- **Toy** in <#{t.channel.id}> (nim)" in text and "substitute" not in text
    await t.alice.press((await t.alice.command("game leave", t.channel)).message, "Yes")
    await t.settled()
    edits = message.edited
    await looked(t)
    text = screen.text(message)
    assert f"<#{t.channel.id}> (nim): North. Referee: {t.judge.mention}" in text and "To watch" not in text
    assert message.edited != edits and messages(board) == [message]
    before = t.server.traffic.exchanges[-1]
    await looked(t)
    assert t.server.traffic.exchanges[-1] is before, "nothing has changed"
    assert not message.pings and message.flags & 1 << 12


@toyed
async def test_the_board_names_no_game_of_another_server_or_of_a_channel_that_not_all_can_see(
    t: ToyHarness,
) -> None:
    """Who can see the channel finds the game by /game find; who cannot does not."""
    view = bits(["view_channel"])
    hidden = {t.guild.id: Overwrite(t.guild.id, 0, deny=view)}
    hidden |= {id: Overwrite(id, 1, allow=view) for id in (t.judge.id, t.server.world.bot.id)}
    secret = t.server.world.add_channel(t.guild, "secret", overwrites=hidden)
    foreign = t.server.world.add_channel(t.server.world.add_guild("Elsewhere"), "den")
    board = t.server.world.add_channel(t.guild, "board")
    await t.server.quiet()
    await another(t, secret, "Conspiracy")
    await another(t, foreign, "Abroad")
    await another(t, t.channel, "Plain")
    await chosen(t, board)
    (message,) = messages(board)
    text = screen.text(message)
    assert "Plain" in text and "Conspiracy" not in text and "Abroad" not in text
    judged, seen = [(await who.command("game find", t.channel)).text for who in (t.judge, t.alice)]
    assert "Conspiracy" in judged and "Plain" in seen
    assert "Conspiracy" not in seen and "Abroad" not in judged


@toyed
async def test_a_board_that_is_moved_or_deleted(t: ToyHarness) -> None:
    """The message elsewhere goes; one that was deleted is posted again; without a channel there is none."""
    one, two = (t.server.world.add_channel(t.guild, name) for name in ("one", "two"))
    await t.server.quiet()
    await chosen(t, one)
    await chosen(t, two)
    assert not messages(one) and len(messages(two)) == 1
    t.server.world.erase(messages(two)[0])
    await t.begun()
    await looked(t)
    (message,) = messages(two)
    assert "Toy" in screen.text(message)
    await chosen(t)
    assert not messages(two)
    t.server.world.remove_channel(one)
    await looked(t)


@toyed
async def test_a_board_that_was_sent_when_the_process_died_is_not_sent_again(t: ToyHarness) -> None:
    board = t.server.world.add_channel(t.guild, "board")
    await t.server.quiet()
    await chosen(t, board)
    t.bench.service.channels.keep_board(ServerBoard(int(t.guild.id), int(board.id)))
    await looked(t)
    (message,) = messages(board)
    kept = t.bench.service.channels.board(int(t.guild.id))
    assert kept is not None and str(kept.message) == message.id

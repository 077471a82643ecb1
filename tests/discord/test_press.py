"""Messages between players on Discord: `/press`, and a message that its writer sends to the table."""

from __future__ import annotations

from tests.fake_discord.people import screen
from tests.harness.discord import DiscordHarness, played
from tests.harness.player import Player, begun

SEND = "Send to the table"


def in_channel(t: DiscordHarness) -> list[str]:
    return [screen.text(m) for m in t.bob.visible(t.channel)]


def direct(who: Player) -> str:
    return "\n".join(screen.text(m) for m in who.person.dms)


@played
async def test_a_message_is_written_to_all_or_to_one_and_erased(t: DiscordHarness) -> None:
    await begun(t)
    alice, bob = Player(t, t.alice), Player(t, t.bob)
    await alice.command("press write", text="We march at dawn.")
    assert "Sent as message 1" in alice.text
    await t.settled()
    assert any("writes to all: We march at dawn." in one for one in in_channel(t))
    await bob.command("press write", text="Not if I can help it.", to="caesar")
    await t.settled()
    assert "Not if I can help it." in direct(alice)
    assert not any("Not if I can help it." in one for one in in_channel(t))
    await alice.command("press save")
    assert alice.panel is not None
    (file,) = alice.panel.attachments
    assert [line.partition("writes to ")[2] for line in file.data.decode().splitlines()] == [
        "all: We march at dawn.", "Caesar: Not if I can help it."
    ]  # fmt: skip
    await alice.command("press withdraw", number=2)
    assert "you have written no such message" in alice.said
    await alice.command("press withdraw")
    assert "was erased" in alice.text
    assert b"We march at dawn." not in t.bench.path.read_bytes()


@played
async def test_a_message_of_the_channel_is_sent_by_its_writer_alone(t: DiscordHarness) -> None:
    """The bot reads no channel: it gets the message with the command."""
    campaign = await begun(t)
    alice, bob = Player(t, t.alice), Player(t, t.bob)
    said = t.alice.say(t.channel, "A truce until spring?")
    await bob.apply(SEND, said)
    assert "only a message that you wrote yourself" in bob.said
    assert t.bench.service.press(campaign, "pompey") == []
    await alice.apply(SEND, said)
    assert "Sent as message 1" in alice.text
    await alice.apply(SEND, t.alice.say(t.channel, " "))
    assert "the message is empty" in alice.said
    assert [one.id for one in t.bench.service.press(campaign, "caesar")] == [1]


@played
async def test_a_seat_is_blocked_and_silenced(t: DiscordHarness) -> None:
    campaign = await begun(t)
    alice, bob, judge = Player(t, t.alice), Player(t, t.bob), Player(t, t.judge)
    await bob.command("press block", seat="caesar")
    assert "no longer reach you" in bob.text and t.bench.service.blocked(campaign, "pompey") == ["caesar"]
    await alice.command("press write", text="Do you read me?", to="pompey")
    await t.settled()
    assert "Sent as message 1" in alice.text and "Do you read me?" not in direct(bob)
    await bob.command("press unblock", seat="caesar")
    await alice.command("press silence", seat="pompey")
    assert "referee" in alice.said
    await judge.command("press silence", seat="caesar")
    await alice.command("press write", text="And now?")
    assert "the referee has silenced Caesar" in alice.said
    await judge.command("press unsilence", seat="caesar")
    await alice.command("press write", text="And now?")
    assert "Sent as message 2" in alice.text

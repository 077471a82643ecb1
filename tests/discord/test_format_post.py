"""The format of posts: proof is small print, nothing is told twice, and nobody's words are cut."""

from __future__ import annotations

import pytest

from adjudicator import GAMES
from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import words
from frontends.discord.ui.format_post import paragraphs, without_pictures
from frontends.discord.ui.pages import Page, plain, stamped
from service.pictures.drawing import Picture
from service.values.calendar import moment
from service.values.posts import AnswerReceipt, Content, FoundedNotice, OrdersNotice, ReminderNotice
from service.values.records import Post
from service.values.words import LONGEST_REASON, packed, speak, unpacked
from tests.fake_discord.people import screen
from tests.harness.discord import DiscordHarness, played
from tests.harness.player import Player, begun
from tools.portraits.kinds import missing


def post(content: Content) -> Post:
    return Post(1, 1, "channel", content.kind, 3, "00" * 32, 1, "00" * 8, content)


def test_seals_are_left_out_the_card_is_small_and_orders_are_quoted() -> None:
    assert paragraphs(post(AnswerReceipt(1, "1", "x", "seat", 0, ["ab"])), ["Given.", "Seal: ab"]) == [
        "Given."
    ]
    lines = ["Founded.", "No deadlines.", "Card: ab"]
    founded = paragraphs(post(FoundedNotice("founded", {}, agreed=[], card="ab")), lines)
    assert founded == ["Founded.", "No deadlines.", "-# Card: ab"]
    assert (
        paragraphs(post(FoundedNotice("founded", {}, agreed=[], card="")), lines[:2]) == lines[:2]
    )  # of an open table
    assert paragraphs(post(OrdersNotice("batch", {}, draft=["end"])), ["Stopped.", "end"]) == [
        "Stopped.",
        "> end",
    ]
    reminded = paragraphs(post(ReminderNotice("reminder", {}, due=1_800_000_000)), ["Wait."])
    assert reminded == ["Wait.", "-# <t:1800000000:R>"]


def test_a_part_of_the_map_is_not_told_beside_the_whole() -> None:
    near, whole = "Year 1. Caesar moves.", "Year 1. Caesar moves. Roma 2."
    pictures = [Picture("crop.png", b"", "image/png", near), Picture("map.png", b"", "image/png", whole)]
    assert without_pictures(Page(pictures=pictures)).after == [whole]


def test_somebodys_words_are_not_cut_on_their_way_to_a_post() -> None:
    why = "so " * 100
    said = speak(unpacked(packed(words("{why}", why=Verbatim(why, LONGEST_REASON)))), "en")
    assert said == why


def test_a_moment_in_a_sentence_is_a_timestamp_for_each_reader() -> None:
    at = 1_795_645_320
    for language in ("en", "ja"):
        for zone in ("UTC", "Asia/Tokyo"):
            said = speak(words("*{due}*", due=moment(at, zone)), language)
            assert stamped(said) == f"\\*<t:{at}:f>\\*"
    assert stamped("2026-13-99 22:22 (UTC)") == plain("2026-13-99 22:22 (UTC)")
    assert stamped("1926-01-01 10:00 (nowhere)") == plain("1926-01-01 10:00 (nowhere)")


@played
async def test_a_direct_message_leads_to_the_table(t: DiscordHarness) -> None:
    """A direct message names the channel and links the status message."""
    await t.seated()
    told = [screen.text(m) for m in t.alice.dms if "Orders" in [b.label for b in screen.buttons(m)]]
    url = f"https://discord.com/channels/{t.guild.id}/{t.channel.id}/{t.status.id}"
    assert told and all(f"<#{t.channel.id}>" in text and url in text for text in told)


@played
async def test_a_direct_message_leads_to_the_newest_thread_of_a_turn(t: DiscordHarness) -> None:
    """Of the threads of turns the newest is named; a private thread of a seat never is."""
    campaign = await t.found()
    older, newer, secret = (int(t.server.world.mint.id("threads")) for _ in range(3))
    channels = t.bench.service.channels
    for name, thread in (("turn/-1", older), ("turn/0", newer), ("private/pompey", secret)):
        channels.keep_thread(campaign, name, thread)
    await t.alice.press(t.status, "Play Caesar")
    await t.bob.press(t.status, "Play Pompey")
    await t.settled()
    told = [screen.text(m) for m in t.alice.dms if "Orders" in [b.label for b in screen.buttons(m)]]
    assert told and all(f"<#{t.channel.id}> · <#{newer}>" in text for text in told)
    assert not any(f"<#{other}>" in text for text in told for other in (older, secret))


@played
async def test_who_has_the_seat_already_is_told_so(t: DiscordHarness) -> None:
    await t.found()
    joins = t.status
    await t.alice.press(joins, "Play Caesar")
    await t.settled()
    reply = await Player(t, t.alice).command("game join", seat="caesar")
    assert "you play Caesar already" in reply.said


@played
async def test_a_long_reason_is_read_whole_by_all(t: DiscordHarness) -> None:
    await begun(t)
    judge, why = (
        Player(t, t.judge),
        "The fleets of both sides stand where no fleet may stand; we look it up first",
    )
    await judge.command("referee hold", why=why)
    await t.settled()
    told = [screen.text(m) for m in t.channel.messages if not m.ephemeral]
    assert sum(why in text for text in told) == 2, "the notice and the status"


def test_the_scenes_of_pictures_know_what_there_is_to_be_shown() -> None:
    found = missing(["told"])
    assert {"notice/held", "notice/team", "form/edit_try", "form/ask_typed"} <= {*found}
    assert "told" not in found and "receipt/seat" in found


@pytest.mark.parametrize(
    ("game", "stages"),
    [
        ("ottomans", ("1/turks/combat", "1/caliphate/march", "1/food", "1/replacement")),
        ("belisarius", ("1/barbarian/operations", "1/empire/event", "1/empire/supply")),
        ("ancient_world", ("1/218/operation/praetor", "1/218/operation/mago", "1/218/end")),
        ("julius_caesar", ("1/1/discard", "1/1/movement/caesar", "1/1/battle")),
    ],
)
def test_a_turn_has_one_thread_whoever_acts_in_it(game: str, stages: tuple[str, ...]) -> None:
    """Its parts are headings within it: the thread is named by the turn alone."""
    assert len({GAMES[game].when(stage).whole[0] for stage in stages}) == 1

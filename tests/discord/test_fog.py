"""Two games by two players in two languages, by every way to order, and one who looks on.

He who looks on gets public bytes alone: posts to all, and the status.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from frontends.discord.delivery import FRONT_END
from service.api import Service
from service.usecases.play import playing, queries
from service.values.records import Message
from tests.discord.year import DONE, Year, assert_fog, at
from tests.fake_discord.people import screen
from tests.harness.discord import DiscordHarness
from tests.harness.player import begun

LANGUAGES = ("en", "ja")


async def seated(t: DiscordHarness, game: str) -> Year:
    """Alice reads English, Bob Japanese, and a stranger looks on."""
    t.server.user("Stranger")
    campaign = await begun(t, game)
    t.bob.user.locale = "ja"
    return Year(t, campaign, game)


# -- Julius Caesar -----------------------------------------------------------------------------------


def assert_every_way(year: Year) -> None:
    """Check that every way to decide was taken, in several by each language."""
    assert {what for _, what in year.done} == {*DONE}, year.done
    assert all(sum(said == language for said, _ in year.done) > 2 for language in LANGUAGES), year.done


async def a_year(t: DiscordHarness) -> None:
    """All of it by hand; a referee holds the game and lets it go on."""
    year, n = await seated(t, "julius_caesar"), 0
    while not year.turn.startswith("2/"):
        await year.act(n)
        n += 1
    await t.settled()
    assert_fog(t, year.campaign)
    assert_every_way(year)
    assert t.bench.service.look(year.campaign, queries.verdict).errors == []
    await t.judge.command("referee hold", t.channel, why="dinner")
    asked = t.bench.service.asked(year.campaign)[0].seat
    refused = await year.players[asked].command("order", line="end")
    assert "✓" not in refused.said
    await t.judge.command("referee release", t.channel)
    await t.settled()
    assert not t.bench.service.status(year.campaign).campaign.held


def test_a_year_is_played_and_onlookers_see_public_bytes(tmp_path: Path) -> None:
    at(tmp_path, a_year)


# -- Belisarius --------------------------------------------------------------------------------------

SET_UP = [(seat, order) for seat in ("barbarian", "barbarian", "empire") for order in ("suggest", "done")]
BY_HAND = 2
"""The number of decisions of a seat by one rule in Discord; further ones are answered at the service."""
BATTLE = ("17.5", "17.6", "17.74")
DIPLOMACY, TAXES, RECRUITS, MARCH, SUPPLY = "9.0", "10.1", "11.2", "14.1", "20.0"


async def a_turn(t: DiscordHarness) -> None:
    """Both sides: diplomacy, taxes, recruits, marches, a battle with its dice, supply."""
    year, n = await seated(t, "belisarius"), 0

    def place(service: Service) -> None:
        users = {seat: f"discord/{player.person.id}" for seat, player in year.players.items()}
        for seat, order in SET_UP:
            service.do(Message("", users[seat]), year.campaign, playing.order, seat, order)
        service.delivered(FRONT_END, {post.id: "-" for post in service.waiting(FRONT_END, 10_000)})

    await t.worker.run(place)
    while not year.turn.startswith("2/"):
        await year.act(n, lambda seat, rule: year.rules[seat, rule] < BY_HAND)
        n += 1
    await t.settled()
    for seat in year.players:
        met = {rule for at, rule in year.rules if at == seat}
        assert {DIPLOMACY, TAXES, RECRUITS, MARCH, SUPPLY} <= met, (seat, met)
    assert {rule for _, rule in year.rules} & {*BATTLE} and ("empire", "9.1") in year.rules, year.rules
    assert_every_way(year)
    assert_fog(t, year.campaign)
    posted = [m for c in t.alice.threads(t.channel) for m in c.messages]
    proven = [m for m in posted if any(b.label == "Dice and proof" for b in screen.buttons(m))]
    assert len(proven) > 5 and "§" not in "\n".join(map(screen.text, posted))
    assert "seed `" in (await t.alice.press(proven[-1], "Dice and proof")).text
    assert t.bench.service.look(year.campaign, queries.verdict).errors == []


@pytest.mark.matrix
def test_a_turn_of_belisarius_is_played_by_both_seats(tmp_path: Path) -> None:
    at(tmp_path, a_turn)

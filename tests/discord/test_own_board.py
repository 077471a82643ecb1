"""A turn on Discord with a group's own map and pieces, in all four games, in the pictures that are sent."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest

from adjudicator import GAMES
from adjudicator.core.choices.choice import Reader
from adjudicator.core.log.chance import sampler
from renderer import own_boards
from renderer.boards import base_layer
from service.api import Service
from service.pictures.drawing import MOST_BYTES, render
from service.runtime.demo import played as answered
from service.usecases.play import queries
from service.usecases.referee import acts
from service.values.boards import BoardChoice
from tests.fake_discord.state.model import Attachment
from tests.harness.discord import DiscordHarness, Sketchers, played
from tests.harness.player import Player, begun
from tests.harness.scans import is_marked, marked
from tests.harness.service import SHEETS, by

ORDERS = 8


async def a_turn(t: DiscordHarness, game: str, *, in_channel: bool) -> dict[str, list[Attachment]]:
    """Play on by typed orders, each player with their map and battle; return the pictures that were sent to
    the channel, and to the players alone.
    """
    campaign = await begun(t, game, seed=b"own board")
    chosen = BoardChoice(in_channel=in_channel)
    judge = f"discord/{t.judge.id}"
    await t.worker.run(lambda service: service.do(by(judge), campaign, acts.choose_board, chosen))
    members = t.bench.service.status(campaign).members
    players = {
        seat: Player(t, next(p for p in (t.alice, t.bob) if members[seat].user == f"discord/{p.id}"))
        for seat in members
    }
    rng, given, alone = sampler(5), 0, list[Attachment]()
    for _ in range(5 * ORDERS):
        asked = t.bench.service.asked(campaign)
        if not asked or (given >= ORDERS and shown(t)):
            break
        seat = asked[0].seat

        def line(service: Service, seat: str = seat) -> str:
            pending = service.look(campaign, queries.pending, seat)
            assert pending is not None
            answer = pending.choice.accept(answered(service, campaign, seat, rng))
            return pending.choice.write(answer, Reader(GAMES[game].lexicon, "en"))

        before = t.bench.service.status(campaign).campaign.n
        await players[seat].order(await t.worker.run(line))
        given += t.bench.service.status(campaign).campaign.n > before
        await t.settled()
    assert given >= ORDERS
    for player in players.values():
        for command in ("map now", "orders"):
            await player.command(command)
            await t.client.parts.active.wait_until_idle()
            if player.panel is not None:
                alone += player.panel.attachments
    return {"channel": shown(t), "alone": alone}


def shown(t: DiscordHarness) -> list[Attachment]:
    """Return the maps and battles in the channel."""
    sent = [one for message in t.messages(t.judge) for one in message.attachments]
    return [one for one in sent if not one.filename.startswith("scores")]


@pytest.mark.matrix
@pytest.mark.parametrize("in_channel", [False, True], ids=["ours in the channel", "own in the channel"])
@pytest.mark.parametrize("game", GAMES)
def test_a_turn_is_played_on_discord_on_the_groups_own_map(
    game: str, in_channel: bool, tmp_path: Path
) -> None:
    """The channel sees it if it counts as the group, each player for themselves always; each picture has its
    words, and is far below the platform's limit.
    """
    (found,) = own_boards.register({marked(tmp_path / "own", game): game})
    assert found.id and not found.faults

    @played
    async def scene(t: DiscordHarness) -> None:
        with patch.object(Sketchers, "draw", lambda pool, drawing, cache=None: render(drawing, SHEETS)):
            sent = await a_turn(t, game, in_channel=in_channel)
        assert sent["alone"] and all(is_marked(one.data) for one in sent["alone"])
        assert sent["channel"] and {is_marked(one.data) for one in sent["channel"]} == {in_channel}
        for one in (*sent["alone"], *sent["channel"]):
            assert one.description and one.length < MOST_BYTES // 10

    scene(tmp_path)
    base_layer.forget()

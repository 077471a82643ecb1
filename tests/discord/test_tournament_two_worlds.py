"""A sealed bid or proposal of a tournament changes no byte that anybody else is sent on Discord."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from adjudicator import GAMES
from service.api import Service
from tests.discord.test_tournament import begun, founded
from tests.discord.test_two_worlds import PATIENCE, still
from tests.fake_discord.people import screen
from tests.fake_discord.people.person import Person
from tests.fake_discord.server import Server
from tests.harness.discord import DiscordHarness, in_haste, short_chains
from tests.harness.service import service_harness

BID: dict[str, Any] = {"sides": "bid", "bid_for": "caesar", "most_bid": 5}
ASKED = {"bid": BID, "propose": {"days": 10}}
SECRETS: dict[str, list[dict[str, Any]]] = {
    "bid": [{"points": 4}, {"points": 0}],
    "propose": [
        {"result": "won", "why": "I hold Roma."},
        {"result": "drawn", "why": "Level in Italia, and nobody can take\nSicilia."},
    ],
}
ANSWERS: dict[str, dict[str, Any]] = {"bid": {"points": 3}, "propose": {"result": "lost"}}
"""The last proposal, the opponent's, by which both are opened."""
REFUSED: dict[str, dict[str, Any]] = {
    "bid": {"points": 9},
    "appeal": {"why": "mine"},
    "forfeit": {"player": "Alice", "why": "mine"},
}
"""Commands of a reader that are refused, so that the words of the refusals are seen too."""
LOG = re.compile(rb'log\.json", "sha256": "\w+"')
"""The digest of an exported log, which has seals and hashes of its entries."""


async def look(t: DiscordHarness, person: Person) -> None:
    """Read all that a person can of the tournament, and be refused what they may not do."""
    page = await person.command("tournament show", t.channel)
    for button in screen.buttons(page.message):
        if (button.custom_id or "").startswith(("t:tournament_bid", "t:tournament_propose")):
            await person.press(page.message, str(button.custom_id))
    for words in ("tournament export", "my tournaments"):
        await person.command(words, t.channel)
    await person.command("tournament dossier", t.channel, game="1.1")
    for words, values in REFUSED.items():
        await person.command(f"tournament {words}", t.channel, game="1.1", **values)
    await still(t)


def without_hashes(t: DiscordHarness, id: int, seen: bytes) -> bytes:
    """Return what somebody saw without the hashes of the log (docs/design/fair-dice.md §9)."""
    for entry in t.bench.service.tournaments.export(id)["entries"]:
        for made in (entry["head"], entry.get("c", "")):
            if made:
                seen = seen.replace(made.encode(), b"#").replace(made[:16].encode(), b"#")
    return LOG.sub(b"", seen)


async def world(folder: Path, kind: str, secret: dict[str, Any]) -> tuple[list[bytes], bytes]:
    """Return what opponent, director and a stranger saw before the opening, and the opponent after it."""
    folder.mkdir()
    with short_chains(), in_haste(), service_harness(folder / "tabellarius.sqlite", GAMES, "worlds") as found:
        async with Server(patience=PATIENCE) as server, asyncio.timeout(PATIENCE):
            server.longest = PATIENCE
            t = DiscordHarness(server, found, folder)
            async with t.running():
                id = await founded(t, **ASKED[kind])
                await t.worker.run(lambda service: begun(t, service, id))
                await still(t)
                if kind == "propose":
                    await t.worker.run(lambda service: ended(service, id))
                await t.alice.command(f"tournament {kind}", t.channel, game="1.1", **secret)
                await still(t)
                readers = [t.bob, t.judge, server.user("Stranger")]
                for person in readers:
                    await look(t, person)
                sealed = [without_hashes(t, id, person.witness()) for person in readers]
                await t.bob.command(f"tournament {kind}", t.channel, game="1.1", **ANSWERS[kind])
                await still(t)
                await t.bob.command("tournament show", t.channel)
                opened = without_hashes(t, id, t.bob.witness())
            await t.worker.close()
            return sealed, opened


def ended(service: Service, id: int) -> None:
    """End the round now: a leap of the clock would be an outage, which is given back."""
    row = service.tournaments.look(id).row
    row.due = service.now()
    with service.context.store.transaction():
        service.context.tournaments.save(row)
    while service.tournaments.tick():
        pass


@pytest.mark.parametrize("kind", SECRETS)
def test_a_sealed_bid_or_proposal_changes_no_byte_for_anybody_else(tmp_path: Path, kind: str) -> None:
    (sealed, opened), (sealed_too, opened_too) = (
        asyncio.run(world(tmp_path / str(n), kind, secret)) for n, secret in enumerate(SECRETS[kind])
    )
    for mine, mine_too in zip(sealed, sealed_too, strict=True):
        for here, there in zip(mine.splitlines(), mine_too.splitlines(), strict=True):
            assert here == there
        assert len(mine) > 5_000
    assert opened != opened_too, "once both are in, the other world shows as another"

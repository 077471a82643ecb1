"""`kill -9` and restored backups by turns, with Discord going on: no dice that were read are rolled again."""

from __future__ import annotations

import asyncio
import random
import shutil
from pathlib import Path

import pytest

from service.api import Service
from service.storage.database.backups import backed_up, restored
from service.usecases.play import queries
from tests.discord.test_kill import PATIENCE, Year, looked_at, wrong
from tests.fake_discord.server import Server

ROUNDS = 8


def epochs(service: Service) -> dict[int, str]:
    """The seeds of the epochs that have been used, which the log shows."""
    return {entry["e"]: entry["seed"] for entry in service.log(1) if entry.get("stands") == 0}


def own(service: Service) -> dict[int, str]:
    """The seeds of the referee's own dice that were rolled."""
    return {entry["i"]: entry["seed"] for entry in service.log(1) if entry["t"] == "aside" and entry["rolls"]}


def put_back(copy: Path, database: Path, witness: str) -> None:
    """Put a copy in the place of the database, and leave one witness alone of what has been shown since."""
    if witness == "file":
        restored(copy, database)
        return
    for ending in ("", "-wal", "-shm", ".shown", ".heads"):
        database.with_name(database.name + ending).unlink(missing_ok=True)
    shutil.copyfile(copy, database)


class Restorer:
    """A game over the wire, its copies, and all seeds that anybody can have read."""

    def __init__(self, year: Year, folder: Path, witness: str) -> None:
        self.year, self.folder, self.witness = year, folder, witness
        self.rng = random.Random(witness)
        self.shown: tuple[dict[int, str], dict[int, str]] = {}, {}
        self.copies: list[Path] = []
        year.until = "5/"
        self.burnt = 0

    def copy(self) -> None:
        self.copies.append(backed_up(self.year.database, self.folder / "copies", 99))

    async def play(self) -> None:
        """Orders until one to three more epochs are used, killed behind some; and a roll of the referee's."""
        year = self.year
        with looked_at(year.database) as service:
            before = epochs(service), own(service)
            more = len(before[0]) + self.rng.randint(1, 3)
            while len(epochs(service)) < more:
                assert await year.act(service, self.rng.random() < 0.3), "the year is over"
            reply = await year.alice.command("referee roll", year.channel, label="weather", count=2)
            assert not reply.failed
            await year.sent(service)
            for shown, had, now in zip(self.shown, before, (epochs(service), own(service)), strict=True):
                assert not {e for e in now if e in shown and e not in had}, "seen dice were rolled again"
                shown.update(now)

    async def restore(self) -> None:
        """Kill the bot, put one of the copies in the place of its database, and burn what was lost."""
        year = self.year
        await year.process.kill()
        self.copy()
        put_back(self.rng.choice(self.copies[:-1]), year.database, self.witness)
        await year.process.start()
        with looked_at(year.database) as service:
            await year.server.until(
                lambda: service.campaign(1).has_lost_dice or self.is_new(service), "a hold"
            )
            campaign = service.campaign(1)
            assert campaign.held and campaign.has_lost_dice
            assert max(campaign.lost_epoch, campaign.epoch) >= max(self.shown[0])
            assert max(campaign.lost_aside, campaign.asides) >= max(self.shown[1])
            refused = await year.alice.command("referee release", year.channel)
            assert service.campaign(1).held, refused.text
            await year.alice.command("referee burn", year.channel, why="restored")
            await year.alice.command("referee release", year.channel)
            assert not service.campaign(1).held
            self.burnt += 1

    def is_new(self, service: Service) -> bool:
        """Return true if the log has all that was ever shown, so that there is nothing to hold."""
        return max(epochs(service), default=0) >= max(self.shown[0])


async def by_turns(folder: Path, witness: str) -> None:
    async with Server(patience=PATIENCE) as server:
        year = Year(server, folder, 1)
        found = Restorer(year, folder, witness)
        try:
            await year.begin(words="")
            with looked_at(year.database) as service:
                await year.sent(service)
            found.copy()
            for _ in range(ROUNDS):
                await found.play()
                await found.restore()
            await found.play()
            with looked_at(year.database) as service:
                assert service.look(1, queries.verdict).errors == [] and found.burnt
            assert await year.process.stop() == 0
        except BaseException as error:
            error.add_note("".join(wrong(year.process.log)))
            raise
        finally:
            await year.process.kill()


@pytest.mark.byhand
@pytest.mark.parametrize("witness", ["file", "status"])
def test_no_dice_that_were_posted_are_rolled_again(tmp_path: Path, witness: str) -> None:
    """What was shown is known by the file beside the database, or elsewhere by the status message alone."""
    asyncio.run(by_turns(tmp_path, witness))

"""The application's emojis: pieces, cards and dice in buttons, menus and threads (design/discord.md §3).

An emoji is named by a digest of its picture. So what is missing, changed or no longer used follows from the
list that the platform gives, and a run that was interrupted is resumed by the next; a name tells nothing
but that two things look alike, which all can see.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeAlias

import discord

from adjudicator.core.game.game import Game
from frontends.discord.failures import Unreachable
from service.pictures.drawing import Drawing
from service.pictures.faces import die, faces
from service.runtime.worker import Worker

FIRST = 30.0
"""Seconds after the start before emojis are looked at: what players wait for goes first."""
AGAIN = 6 * 3600.0
"""Seconds between two comparisons with the platform's list."""
RETRY = 600.0
"""Seconds until the next try after Discord has refused, or was away."""
SPACING = 2.0
"""Seconds between two uploads or deletions."""
MOST = 2_000
"""The platform's limit for an application."""
PREFIX = "tab_"
"""The beginning of the names that the program gives; the operator's own emojis are left alone."""
DIGITS = 24

Face: TypeAlias = Callable[[str], "discord.PartialEmoji | None"]
"""A function from the id of a thing to its emoji, None where there is none (yet)."""

log = logging.getLogger("tabellarius.discord")


def no_face(id: str) -> discord.PartialEmoji | None:
    """Return None: nothing has an emoji."""
    return None


class Emojis:
    """Keep the application's emojis as the games print them, and give each thing's.

    Args:
        client: the application.
        worker: draws.
        games: the games that can be played.
        cache: the folder of base layers, which no emoji needs.
    """

    def __init__(
        self, client: discord.Client, worker: Worker, games: Mapping[str, Game], cache: Path
    ) -> None:
        self._client, self._worker, self._games, self._cache = client, worker, games, cache
        self._found: dict[str, dict[str, discord.PartialEmoji]] = {}

    def of(self, game: Game | None) -> Face:
        """Return the emojis of a game's things; of a game with a group's own figures they are ours, too."""
        return no_face if game is None else self._found.get(game.name, {}).get

    def die(self, face: int) -> discord.PartialEmoji | None:
        """Return a die's face, which is the same in all games."""
        return next((of[die(face)] for of in self._found.values() if die(face) in of), None)

    def forget(self) -> None:
        """Use none until the next comparison: the platform has refused one."""
        self._found = {}

    async def run(self) -> None:
        """Compare again and again, until cancelled."""
        await asyncio.sleep(FIRST)
        while True:
            wait = AGAIN
            try:
                await self.update()
            except (discord.HTTPException, *Unreachable) as error:
                log.warning("emojis could not be compared, will retry: %s", error)
                wait = RETRY
            await asyncio.sleep(wait)

    async def update(self) -> None:
        """Upload what is missing, one after another, and at last delete what is no longer used."""
        there = {one.name: one for one in await self._client.fetch_application_emojis()}
        drawn = dict[Drawing, bytes]()
        found = dict[str, dict[str, str]]()
        for game, id, drawing in faces(self._games.values()):
            if drawing not in drawn:
                drawn[drawing] = (await self._worker.picture(drawing, self._cache, later=True)).data
            found.setdefault(game, {})[id] = name_of(drawn[drawing])
        self._show(found, there.values())
        pictures = {name_of(data): data for data in drawn.values()}
        count = len(there)
        for name in sorted(pictures.keys() - there.keys()):
            if count >= MOST:
                log.warning("the application has %d emojis, the most that Discord takes", count)
                break
            there[name] = await self._client.create_application_emoji(name=name, image=pictures[name])
            count += 1
            await asyncio.sleep(SPACING)
        self._show(found, there.values())
        for name in sorted(there.keys() - pictures.keys()):
            if name.startswith(PREFIX):
                await there.pop(name).delete()
                await asyncio.sleep(SPACING)

    def _show(self, found: Mapping[str, Mapping[str, str]], there: Iterable[discord.Emoji]) -> None:
        """Use from now on what the platform has."""
        known = {one.name: discord.PartialEmoji(name=one.name, id=one.id) for one in there}
        self._found = {
            game: {id: known[name] for id, name in named.items() if name in known}
            for game, named in found.items()
        }


def name_of(picture: bytes) -> str:
    """Return the name of the emoji with a picture."""
    return PREFIX + hashlib.sha256(picture).hexdigest()[:DIGITS]

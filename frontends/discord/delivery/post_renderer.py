"""Posts as pages: text composed by the service, pictures drawn beside it and cached."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from adjudicator.core.language.errors import NotNow
from adjudicator.core.language.words import N_, words
from frontends.discord.failures import Later, error_id
from frontends.discord.tasks import Tasks
from frontends.discord.ui.format_post import Die, format_post, instead_of, no_die, undrawn
from frontends.discord.ui.pages import Page
from service.api import Corrupt, Service, StoreError
from service.pictures.drawing import Drawing, Picture
from service.pictures.group_board import to_audience
from service.pictures.lru import AsyncLruCache
from service.pictures.render_pool import WorkerLost
from service.posts.compose import RenderedPost, compose
from service.runtime.worker import Worker
from service.values.audiences import CHANNEL
from service.values.records import Post

PICTURES = 32 << 20
"""Bytes of pictures that are kept in memory."""
SOON = 10.0
"""Seconds after the start, or after a founding, in which nothing is drawn but what somebody waits for."""
TRIES = 6
"""The number of times that a post is drawn if drawing processes die over it, before words replace it."""

log = logging.getLogger("tabellarius.discord")


def _composed(service: Service, post: Post, language: str) -> RenderedPost | None:
    """Return a post as its audience sees it: with the group's own map, if that is theirs."""
    said = compose(service, post, language)
    if said is None:
        return None
    drawings = to_audience(service, post.campaign, post.audience, said.drawings)
    return msgspec.structs.replace(said, drawings=drawings)


class PostRenderer:
    """Write and draw what posts show.

    Args:
        worker: composes at the service, and draws.
        sheets: the folder in which the base layers of maps are kept.
        tasks: runs drawing ahead of time.
        die: gives the emojis of dice.
    """

    def __init__(self, worker: Worker, sheets: Path, tasks: Tasks, die: Die = no_die) -> None:
        self._worker, self._base_layers, self._tasks, self._die = worker, sheets, tasks, die
        self._prepared: set[tuple[str, str]] = set()
        self._pictures: AsyncLruCache[Picture] = AsyncLruCache(
            PICTURES, lambda picture: len(picture.data), drops=True
        )
        self._lost = Counter[int]()
        self._animating: set[str] = set()
        self._one_animation = asyncio.Semaphore()

    async def composed(self, post: Post, language: str) -> RenderedPost | None:
        """Return the text of a post; a bare line, if a defect keeps it from being composed.

        Raises:
            Later: if memory or the store fails, not the post.
        """
        try:
            return await self._worker.run_silently(lambda service: _composed(service, post, language))
        except StoreError:
            raise
        except (MemoryError, Corrupt) as error:
            log.error(
                "post could not be composed, will retry: %r",
                error,
                extra={"post": post.id, "campaign": post.campaign},
            )
            raise Later from error
        except Exception:
            id = error_id()
            ids = {"post": post.id, "campaign": post.campaign, "error": id}
            log.exception("error %s: post could not be composed", id, extra=ids)
            return RenderedPost("", (instead_of(post, id, language),), (), "", (), "", "", "")

    async def page(self, post: Post, said: RenderedPost, language: str) -> Page:
        """Return a post as a page with its pictures; those that cannot be drawn are described in words.

        Raises:
            Later: if the drawing processes died, as on a machine without memory, fewer than `TRIES` times so
                far.
        """
        later, may_wait = post.audience != CHANNEL, self._lost[post.id] + 1 < TRIES
        try:
            pictures = await self.drawn(said.drawings, later=later, may_wait=may_wait)
        except Later as error:
            self._lost[post.id] += 1
            log.warning("%s; will retry", error.__cause__, extra={"post": post.id, "campaign": post.campaign})
            raise
        page = format_post(post, said, pictures, language, self._die)
        page.after = [*undrawn(said.drawings, pictures, language), *page.after]
        return page

    async def drawn(
        self, drawings: Sequence[Drawing], *, later: bool = False, may_wait: bool = False
    ) -> list[Picture]:
        """Draw pictures; leave out one that cannot be drawn, and log it for the operator.

        Raises:
            Later: if they `may_wait`, and the drawing processes died.
        """
        made = await asyncio.gather(*(self._draw(drawing, later, may_wait) for drawing in drawings))
        return [picture for picture in made if picture is not None]

    async def animation(self, user: str, drawing: Drawing) -> list[Picture]:
        """Draw an animation for a user. One is drawn at a time: posts keep the other render workers.

        Raises:
            NotNow: if the one they asked for before is not ready.
        """
        if user in self._animating:
            raise NotNow(words(N_("the animation you asked for earlier is not ready yet")))
        self._animating.add(user)
        try:
            async with self._one_animation:
                return await self.drawn([drawing])
        finally:
            self._animating.discard(user)

    async def draw_ahead(self, post: Post, language: str) -> None:
        """Draw the pictures of a post, so that they are cached or being drawn when it is sent. Raises:

        Exception:
            any error; it is raised again when the post is sent.
        """
        said = await self._worker.run_silently(lambda service: _composed(service, post, language))
        await asyncio.gather(*(self._made(drawing, False) for drawing in (said.drawings if said else ())))

    async def _made(self, drawing: Drawing, later: bool) -> Picture:
        worker = self._worker
        for scene in drawing.scenes[:1]:
            self.prepare(scene.game, scene.language)
        name = hashlib.sha256(msgspec.json.encode(drawing)).digest()
        return await self._pictures.get_or_await(
            name, lambda: worker.picture(drawing, self._base_layers, later=later)
        )

    def prepare(self, game: str, language: str) -> None:
        """Draw the base layers of a game's maps once; after an update there are none."""
        if (game, language) not in self._prepared:
            self._prepared.add((game, language))
            self._tasks.spawn(self._prepare_soon(game, language))

    async def _prepare_soon(self, game: str, language: str) -> None:
        await asyncio.sleep(SOON)
        await self._worker.prepare(game, language, self._base_layers)

    async def _draw(self, drawing: Drawing, later: bool, may_wait: bool) -> Picture | None:
        try:
            return await self._made(drawing, later)
        except Exception as error:
            if may_wait and isinstance(error, WorkerLost):
                raise Later from error
            id = error_id()
            log.exception("error %s: picture %s could not be drawn", id, drawing.name, extra={"error": id})
            return None

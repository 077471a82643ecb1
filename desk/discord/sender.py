"""Empties the outbox: every post once, in order, wherever it can be read (discord.md §2).

One lane for each audience of each campaign. Before a message is sent the store keeps where to; when it
has arrived, as which message. What was under way when the process died is looked for in the channel by
its mark before it is sent again, and a nonce stops the platform from taking it twice.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import structs

from adjudicator.core.errors import NotNow
from adjudicator.core.words import N_, Words

from ..drawing import Drawing, Picture
from ..outbox import CHANNEL
from ..posting import Said, compose
from ..records import Post
from ..service import Desk
from ..shelf import Shelf
from ..store import Damaged, StoreError
from ..surface import NOWHERE, Shown
from ..words import speak
from .carrier import Carrier, Parcel
from .dress import dressed, instead_of, undrawn
from .failures import Gone, Later, Moved, Unreachable, error_id
from .pages import Page
from .privacy import Privacy

if TYPE_CHECKING:
    from .client import Umpire

AT_ONCE = 50
"""How many posts of a lane are read at a time."""
FIRST_WAIT, LONGEST_WAIT = 1.0, 300.0
LOOK_AGAIN = 30.0
"""Seconds after which lanes are looked for even without news."""
GONE_AGAIN = 600.0
"""Seconds after which a channel that was gone is tried again."""
AHEAD = 4
"""Of so many posts for all pictures are drawn while those before them are on their way."""
PICTURES = 32 << 20
"""How many bytes of pictures are kept in memory, for whoever wants the same again."""

log = logging.getLogger("tabellarius.discord")


class Sender:
    """Carries posts to their readers.

    Args:
        umpire: the client.
    """

    def __init__(self, umpire: Umpire) -> None:
        self._umpire = umpire
        self.carrier, self._privacy = Carrier(umpire), Privacy(umpire, self)
        self._lanes: dict[tuple[int, str], asyncio.Task[None]] = {}
        self._rests: dict[tuple[int, str], float] = {}
        self._pictures: Shelf[Picture] = Shelf(PICTURES, lambda picture: len(picture.data))
        self._filming: set[str] = set()
        self._film = asyncio.Semaphore()
        self._ending = False

    # -- lanes -----------------------------------------------------------------------------------

    async def run(self) -> None:
        """Start a lane wherever something waits, as long as the client lives."""
        self.carrier.doubtful = await self._umpire.clerk.look(lambda desk: desk.office.surface.last_post())
        async with self._umpire.clerk.news() as news:
            while not self._ending:
                await self._start_lanes()
                await news.wait(LOOK_AGAIN)

    async def _start_lanes(self) -> None:
        now = asyncio.get_running_loop().time()
        for campaign, audience, first in await self._umpire.clerk.look(lambda d: d.office.surface.lanes()):
            lane = (campaign, audience)
            if lane not in self._lanes and self._rests.get(lane, 0.0) <= now:
                self._lanes[lane] = asyncio.create_task(self._run_lane(lane, first))

    @property
    def is_idle(self) -> bool:
        """Whether no lane is under way."""
        return not self._lanes

    async def finish(self, seconds: float) -> None:
        """Let what is under way arrive, and begin nothing more."""
        self._ending = True
        if lanes := list(self._lanes.values()):
            _, late = await asyncio.wait(lanes, timeout=seconds)
            for task in late:
                task.cancel()

    async def _run_lane(self, lane: tuple[int, str], first: int) -> None:
        wait = FIRST_WAIT
        try:
            while not self._ending:
                posts = await self._waiting(lane, first)
                if not posts:
                    return
                if lane[1] == CHANNEL:
                    self._umpire.spawn(self._draw_ahead(posts))
                try:
                    for post in posts:
                        await self._send(post)
                        wait, first = FIRST_WAIT, post.id
                        if self._ending:
                            return
                except (Later, *Unreachable):
                    await asyncio.sleep(wait)
                    wait = min(wait * 2, LONGEST_WAIT)
                except Moved:
                    continue
                except Gone:
                    self._rests[lane] = asyncio.get_running_loop().time() + GONE_AGAIN
                    await self._umpire.losses.report(lane[0])
                    return
        except Exception:
            self._rests[lane] = asyncio.get_running_loop().time() + LONGEST_WAIT
            log.exception("lane broke", extra={"campaign": lane[0], "audience": lane[1]})
        finally:
            del self._lanes[lane]

    def wake(self, campaign: int) -> None:
        """A channel can be written to again: do not wait any longer."""
        for lane in [lane for lane in self._rests if lane[0] == campaign]:
            del self._rests[lane]
        self._umpire.clerk.tell()

    async def _waiting(self, lane: tuple[int, str], first: int) -> list[Post]:
        campaign, audience = lane

        def waiting(desk: Desk) -> list[Post]:
            posts = desk.posts(campaign, [audience], first - 1, AT_ONCE)
            return [post for post in posts if desk.reference(post.id) is None]

        return await self._umpire.clerk.look(waiting)

    # -- one post --------------------------------------------------------------------------------

    async def _send(self, post: Post) -> None:
        """Carry one post to everybody whom it is for, and mark it as arrived."""
        shown = await self._umpire.clerk.look(lambda desk: desk.office.surface.shown(post.campaign))
        if shown is None:
            await self.arrived(post, NOWHERE)
            return
        self._umpire.statuses.look_at(post.campaign)  # also for a seat's own: who is ready shows there
        if post.audience == CHANNEL:
            await self._to_all(post, shown)
        else:
            await self._privacy.send(post, shown)

    async def _to_all(self, post: Post, shown: Shown) -> None:
        if post.kind == "asked":
            await self.arrived(post, NOWHERE)
            return
        said = await self.composed(post, shown.language)
        if said is None:
            await self.arrived(post, NOWHERE)
            return
        page = await self.page(post, said, shown.language)
        place = shown.channel
        if post.kind == "told" or post.content.get("what") == "battle":
            turn, heading = await self._turn(post, said, shown)
            place = await self._umpire.places.turn_thread(shown, turn, heading)
        await self.carrier.carry(Parcel(post, place, page, language=shown.language), shown)
        if shown.gone:
            await self._umpire.losses.take_back(post.campaign)
        if post.kind == "picture" and said.stage not in ("", shown.stage):
            await self._keep_stage(post.campaign, said.stage)
        await self.arrived(post, str(place))

    async def _turn(self, post: Post, said: Said, shown: Shown) -> tuple[str, str]:
        """The turn that a post belongs to: its own, else that of the last picture, else the present one."""
        if said.turn:
            return said.turn, said.heading

        def named(desk: Desk) -> tuple[str, str]:
            stage = shown.stage or desk.status(post.campaign).campaign.stage
            when = desk.game(post.campaign).when(stage) if stage else None
            if when is None:
                return "", ""
            label = desk.game(post.campaign).lexicon.label
            return when.turn, speak(when.title, shown.language, label)

        return await self._umpire.clerk.look(named)

    async def _keep_stage(self, campaign: int, stage: str) -> None:
        def keep(desk: Desk) -> None:
            surface = desk.office.surface
            if (now := surface.shown(campaign)) is not None:
                surface.show(structs.replace(now, stage=stage), lasting=False)

        await self._umpire.clerk.look(keep)

    async def composed(self, post: Post, language: str) -> Said | None:
        """What a post says; a bare line, if a defect keeps it from being said.

        Raises:
            Later: if it is the memory or the store that fails, not the post.
        """
        try:
            return await self._umpire.clerk.look(lambda desk: compose(desk, post, language))
        except StoreError:
            raise
        except (MemoryError, Damaged) as error:
            log.error("not composed yet: %r", error, extra={"post": post.id, "campaign": post.campaign})
            raise Later from error
        except Exception:
            id = error_id()
            ids = {"post": post.id, "campaign": post.campaign, "error": id}
            log.exception("error %s: not composed", id, extra=ids)
            return Said("", (instead_of(post, id, language),), (), "", (), "", "", "")

    async def page(self, post: Post, said: Said, language: str) -> Page:
        """A post with its pictures drawn; those that cannot be drawn stand there in words."""
        pictures = await self.drawn(said.drawings, later=post.audience != CHANNEL)
        page = dressed(post, said, pictures, language)
        page.after = [*undrawn(said.drawings, pictures, language), *page.after]
        return page

    async def drawn(self, drawings: Sequence[Drawing], *, later: bool = False) -> list[Picture]:
        """Pictures, drawn beside the desk; one that cannot be drawn is left out, and its operator told."""
        made = await asyncio.gather(*(self._draw(drawing, later) for drawing in drawings))
        return [picture for picture in made if picture is not None]

    async def film(self, user: str, drawing: Drawing) -> list[Picture]:
        """A film for somebody. One is drawn at a time, so that it takes at most one painter from the posts.

        Raises:
            NotNow: if the one that he asked for before is not ready.
        """
        if user in self._filming:
            raise NotNow(Words(N_("the film that you asked for before is not ready yet")))
        self._filming.add(user)
        try:
            async with self._film:
                return await self.drawn([drawing])
        finally:
            self._filming.discard(user)

    async def _draw_ahead(self, posts: Sequence[Post]) -> None:
        """Begin to draw what posts will show: whoever sends them finds it on the shelf, or waits there."""
        shown = await self._umpire.clerk.look(lambda desk: desk.office.surface.shown(posts[0].campaign))
        pictures = [post for post in posts if post.kind == "picture"][:AHEAD]
        if shown is not None:
            ready = (self._draw_one_ahead(post, shown.language) for post in pictures)
            await asyncio.gather(*ready, return_exceptions=True)  # what breaks, breaks again when it is sent

    async def _draw_one_ahead(self, post: Post, language: str) -> None:
        said = await self._umpire.clerk.look(lambda desk: compose(desk, post, language))
        await asyncio.gather(*(self._made(drawing, False) for drawing in (said.drawings if said else ())))

    async def _made(self, drawing: Drawing, later: bool) -> Picture:
        clerk, cache = self._umpire.clerk, self._umpire.settings.maps / ".sheets"
        name = hashlib.sha256(msgspec.json.encode(drawing)).digest()
        return await self._pictures.made(name, lambda: clerk.picture(drawing, cache, later=later))

    async def _draw(self, drawing: Drawing, later: bool) -> Picture | None:
        try:
            return await self._made(drawing, later)
        except Exception:
            id = error_id()
            log.exception("error %s: not drawn: %s", id, drawing.name, extra={"error": id})
            return None

    async def arrived(self, post: Post, reference: str) -> None:
        """A post has been carried to everybody."""
        await self._umpire.clerk.look(lambda desk: desk.delivered({post.id: reference}))

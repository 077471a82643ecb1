"""Live updates: changes are sent to a viewer as they happen (server-sent events).

A viewer is sent only what has changed in the viewer's own page; of a secret event not even the fact that it
has happened.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from aiohttp import web
from msgspec import Struct, field
from msgspec.structs import replace

from frontends.browser.web.framed import is_framed, own_links
from frontends.browser.web.html import Html, join
from frontends.browser.web.middleware import BODY_TIMEOUT, address_of, network_of
from frontends.browser.web.request_context import app_of, context_of
from frontends.browser.web.responses import NotFound, data
from frontends.browser.web.viewer import PUBLIC, TableContext, where, with_table

from . import feed
from .fragments import as_data, digests, made_at, parts

MOST_EACH = 24
"""Open streams of one browser at most."""
MOST, MOST_GAME, MOST_ADDRESS = 400, 100, 24
"""Open streams of spectators at most: in all, of one game, and from one address. Players are not counted with
them, for a whole club may play from one address.
"""
BEAT = 20.0
"""Seconds between two keep-alive messages, so that both ends notice a broken connection.

They are sent at the same times whether or not there is news, so their times reveal nothing.
"""

PLAYERS_FIRST = 0.05
"""Seconds by which spectators get news later, so that no player waits for a page of theirs."""

LISTENERS: web.AppKey[Counter[str]] = web.AppKey("listeners", Counter)


class State(Struct, frozen=True):
    """A page in its present state: its parts with their digests, when they were made, and the newest posts of
    its feed by their places.
    """

    made: Mapping[str, Html]
    digests: Mapping[str, str]
    at: int
    posts: Sequence[tuple[int, Html | None]]


def state(at: TableContext, after: int) -> State:
    """Return a viewer's page in its present state, with the posts after a place in its feed."""
    made, posts = parts(at), feed.since(at.service, at.table, after)
    written = [(one.place, feed.written(at.service, at.table, one)) for one in posts]
    return State(made, digests(made, at.context.form_id), made_at(), written)


class Shared(Struct, frozen=True):
    """The public page of a campaign in one language and theme, the same for everybody.

    Attributes:
        revision: of the campaign.
        state: the page in its present state.
        news: the latest encoded changes, for pages of earlier revisions.
    """

    revision: tuple[int, int]
    state: State
    news: dict[tuple[int, str], bytes] = field(default_factory=dict)

    def since(self, last: int, had: Mapping[str, str]) -> bytes:
        """Return the changes since a page with posts up to a place and with parts of such digests."""
        known = last, " ".join(f"{name}:{digest}" for name, digest in sorted(had.items()))
        if (data := self.news.get(known)) is None:
            data = _since(self.state, last, had)
            if len(self.news) < MOST_NEWS:
                self.news[known] = data
        return data


SHARED: web.AppKey[dict[tuple[int, str, str], Shared]] = web.AppKey("shared", dict)
MAKING: web.AppKey[asyncio.Lock] = web.AppKey("making", asyncio.Lock)


async def _public(request: web.Request) -> Shared:
    """Return the public page, made once for all who see it, and again only when the campaign has changed."""
    context, (campaign, _), shared = context_of(request), where(request), request.app[SHARED]
    key, worker = (campaign, context.language, context.theme), app_of(request).worker
    async with request.app[MAKING]:
        revision, found = worker.revision(campaign), shared.get(key)
        if found is None or found.revision != revision:
            posts = [] if found is None else found.state.posts
            made = await with_table(request, partial(state, after=posts[-1][0] if posts else 0))
            newest = [*posts, *made.posts][-feed.LATEST :]
            found = shared[key] = Shared(revision, replace(made, posts=newest))
            while len(shared) > MOST_SHARED:
                del shared[next(iter(shared))]
    return found


MOST_SHARED, MOST_NEWS = 64, 4
"""Public pages kept, and changes of each."""


class Known:
    """The state of a page: posts up to a place, and its parts by `fragments.digests`."""

    def __init__(self, last: int, have: str = "") -> None:
        self.last = last
        self.digests: Mapping[str, str] = dict(part.split(":", 1) for part in have.split() if ":" in part)

    async def news(self, request: web.Request) -> bytes:
        """Return the encoded changed parts and new posts; nothing if there are none."""
        if where(request)[1] != PUBLIC:
            context_of(request).form_id = app_of(request).form_id()  # a form that was sent is not sent again
            found = await with_table(request, partial(state, after=self.last))
            data = _since(found, self.last, self.digests)
        else:
            shared = await _public(request)
            found, data = shared.state, shared.since(self.last, self.digests)
        self.digests, self.last = found.digests, _last(found, self.last)
        return data


def _last(found: State, before: int) -> int:
    return found.posts[-1][0] if found.posts else before


def _since(found: State, last: int, had: Mapping[str, str]) -> bytes:
    """Return the changes since a page with posts up to a place and with parts of such digests."""
    changed = {name: part for name, part in found.made.items() if had.get(name) != found.digests[name]}
    written = [post for place, post in found.posts if place > last]
    said: dict[str, Any] = {}
    if changed:
        said |= as_data(changed, found.at)
    if any(written):
        said["posts"] = str(join(written))
    if said:
        said |= {"last": _last(found, last), "at": found.at}
    return msgspec.json.encode(said) if said else b""


def _counts(request: web.Request) -> dict[str, int]:
    """Return the keys by which streams are counted, each with its limit."""
    context, (campaign, place) = context_of(request), where(request)
    if place != PUBLIC:
        return {f"session {context.session}": MOST_EACH}
    who = context.session if context.user else network_of(address_of(request))
    return {"spectators": MOST, f"game {campaign}": MOST_GAME, f"address {who}": MOST_ADDRESS}


async def events(request: web.Request) -> web.StreamResponse:
    """Send changes as long as the page is open and accepts them."""
    listeners, counts = request.app[LISTENERS], _counts(request)
    if any(listeners[what] >= most for what, most in counts.items()):
        raise web.HTTPServiceUnavailable(headers={"Retry-After": "30"})
    last = request.query.get("last", "")
    known = Known(int(last) if last.isdecimal() and len(last) < 10 else 0, request.query.get("have", ""))
    listeners.update(counts.keys())
    try:
        first = await known.news(request)
        response = web.StreamResponse(
            headers={"Content-Type": "text/event-stream", "X-Accel-Buffering": "no"}
        )
        await response.prepare(request)
        await _stream(request, response, known, first)
    finally:
        listeners.subtract(counts.keys())
        for what in [what for what in counts if not listeners[what]]:
            del listeners[what]
    return response


async def poll(request: web.Request) -> web.Response:
    """Send the changes as soon as there are some, or nothing after a while, where no stream comes through."""
    last = request.query.get("last", "")
    known = Known(int(last) if last.isdecimal() and len(last) < 10 else 0, request.query.get("have", ""))
    async with app_of(request).worker.news(where(request)[0]) as news:
        found = await known.news(request)
        if not found and await news.wait(BEAT):
            found = await known.news(request)
    have = " ".join(f"{name}:{digest}" for name, digest in known.digests.items())
    return data({"news": msgspec.Raw(found or b"{}"), "have": have})


async def _stream(request: web.Request, response: web.StreamResponse, known: Known, first: bytes) -> None:
    """Send what is new, players before watchers, and a beat between; a lost connection is cut off."""
    try:
        async with app_of(request).worker.news(where(request)[0]) as news:
            if is_framed(request):  # so that the page knows at once whether a stream comes through
                await _write(response, b"data: {}\n\n")
            await _send(request, response, first)
            clock = asyncio.get_running_loop().time
            beat = clock() + BEAT
            while True:
                if clock() >= beat or not await news.wait(beat - clock()):
                    beat += BEAT
                    await _write(response, b"data: {}\n\n")
                    continue
                if where(request)[1] == PUBLIC:
                    await asyncio.sleep(PLAYERS_FIRST)
                await _send(request, response, await known.news(request))
    except (TimeoutError, ConnectionError, NotFound):
        if request.transport is not None:
            request.transport.abort()


async def _send(request: web.Request, response: web.StreamResponse, found: bytes) -> None:
    if found:
        found = own_links(found) if is_framed(request) else found
        await _write(response, b"data: " + found + b"\n\n")


async def _write(response: web.StreamResponse, data: bytes) -> None:
    """Send to a client, within a time limit.

    Raises:
        TimeoutError: if it does not.
    """
    async with asyncio.timeout(BODY_TIMEOUT):
        await response.write(data)

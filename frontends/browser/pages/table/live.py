"""Live updates: changes are sent to a viewer as they happen (server-sent events).

A viewer is sent only what has changed in the viewer's own page; of anything secret, not even that
it has happened.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import msgspec
from aiohttp import web

from frontends.browser.web.html import join
from frontends.browser.web.middleware import BODY_TIMEOUT
from frontends.browser.web.request_context import RequestContext, app_of, context_of
from frontends.browser.web.responses import NotFound
from frontends.browser.web.viewer import Table, with_table
from service.api import Service

from . import feed
from .fragments import as_data, digests, parts

MOST, MOST_EACH = 400, 24
"""Open streams at most, in all and per browser."""
BEAT = 20.0
"""Seconds between two signs of life, so that both ends notice a broken connection.

Whether there are news, also such as are sent to nobody here, changes nothing of when that is.
"""

LISTENERS: web.AppKey[Counter[str]] = web.AppKey("listeners", Counter)


class Known:
    """The state of a page: posts up to a place, and its parts by `fragments.digests`."""

    def __init__(self, last: int, have: str = "") -> None:
        self.last = last
        self.digests = dict(part.split(":", 1) for part in have.split() if ":" in part)

    def news(self, service: Service, context: RequestContext, table: Table) -> dict[str, Any]:
        """Return the parts that have changed, and new posts."""
        made = parts(service, context, table)
        now = digests(made)
        changed = {name: part for name, part in made.items() if self.digests.get(name) != now[name]}
        self.digests = now
        posts = feed.since(service, table, self.last)
        written = [feed.written(service, table, one) for one in posts]
        self.last = posts[-1].place if posts else self.last
        found: dict[str, Any] = {}
        if changed:
            found |= as_data(changed)
        if any(written):
            found["posts"] = str(join(written))
        if found:
            found["last"] = self.last
        return found


async def events(request: web.Request) -> web.StreamResponse:
    """Send changes as long as the page is open and takes them."""
    context, listeners = context_of(request), request.app[LISTENERS]
    if listeners.total() >= MOST or listeners[context.session] >= MOST_EACH:
        raise web.HTTPServiceUnavailable(headers={"Retry-After": "30"})
    last = request.query.get("last", "")
    known = Known(int(last) if last.isdecimal() and len(last) < 10 else 0, request.query.get("have", ""))
    first = await with_table(request, known.news)
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "X-Accel-Buffering": "no"})
    await response.prepare(request)
    listeners[context.session] += 1
    try:
        async with app_of(request).worker.news() as news:
            await _send(response, first)
            clock = asyncio.get_running_loop().time
            beat = clock() + BEAT
            while True:
                if clock() >= beat or not await news.wait(beat - clock()):
                    beat += BEAT
                    await _write(response, b"data: {}\n\n")
                    continue
                await _send(response, await with_table(request, known.news))
    except (TimeoutError, ConnectionError, NotFound):
        if request.transport is not None:
            request.transport.abort()
    finally:
        listeners[context.session] -= 1
        if not listeners[context.session]:
            del listeners[context.session]
    return response


async def _send(response: web.StreamResponse, found: dict[str, Any]) -> None:
    if found:
        await _write(response, b"data: " + msgspec.json.encode(found) + b"\n\n")


async def _write(response: web.StreamResponse, data: bytes) -> None:
    """Send to a client that takes it in time.

    Raises:
        TimeoutError: if it does not.
    """
    async with asyncio.timeout(BODY_TIMEOUT):
        await response.write(data)

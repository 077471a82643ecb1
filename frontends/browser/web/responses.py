"""Responses: a page, data for the page's script, a redirect, an error in plain words."""

from __future__ import annotations

import gzip
import hashlib
import logging
import os
from typing import Any, Self

import msgspec
from aiohttp import web
from aiohttp.typedefs import Handler
from msgspec import Struct

from adjudicator.core.language.errors import Refusal
from adjudicator.core.language.words import N_, Label, same
from service.text.telling import refusal

from .html import Html, tag
from .layout import page
from .request_context import REQUEST_CONTEXT, RequestContext, app_of

_LOG = logging.getLogger(__name__)


class Body(Struct, frozen=True):
    """A body that is sent to everybody alike, and so may be compressed.

    A page is not: it holds a seat's secrets beside words of others, and its compressed length would tell
    of them.

    Attributes:
        data: the bytes.
        packed: the same by gzip.
        kind: the media type.
        tag: an entity tag without quotes.
    """

    data: bytes
    packed: bytes
    kind: str
    tag: str

    @classmethod
    def of(cls, data: bytes, kind: str) -> Self:
        """Return bytes ready to be sent."""
        return cls(data, gzip.compress(data, mtime=0), kind, hashlib.sha256(data).hexdigest()[:32])


def send(request: web.Request, body: Body, age: str) -> web.Response:
    """Send what is the same for everybody, compressed if the browser takes that; `age` is Cache-Control."""
    packed = "gzip" in request.headers.get("Accept-Encoding", "") and len(body.packed) < 0.9 * len(body.data)
    tag = f"{body.tag}-gzip" if packed else body.tag
    headers = {"Cache-Control": age, "ETag": f'"{tag}"', "Vary": "Accept-Encoding"}
    if any(one.value == tag for one in request.if_none_match or ()):
        return web.Response(status=304, headers=headers)
    headers |= {"Content-Type": body.kind} | ({"Content-Encoding": "gzip"} if packed else {})
    return web.Response(body=body.packed if packed else body.data, headers=headers)


def html(text: Html, status: int = 200) -> web.Response:
    """Return a page."""
    return web.Response(text=str(text), content_type="text/html", charset="utf-8", status=status)


def data(value: Any, status: int = 200) -> web.Response:
    """Return data for the page's script."""
    return web.Response(body=msgspec.json.encode(value), content_type="application/json", status=status)


def see_other(path: str) -> web.Response:
    """Return a redirect that is followed with GET."""
    return web.Response(status=303, headers={"Location": path})


def wants_data(request: web.Request) -> bool:
    """Return true if the page's script asks."""
    return request.headers.get("Accept", "") == "application/json"


class NotFound(Exception):
    """The page does not exist for this browser; it may or may not exist for others."""


@web.middleware
async def errors_in_words(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Put errors into words for people; of a defect only its id, under which the log has the traceback."""
    try:
        return await handler(request)
    except web.HTTPException as error:
        if error.status < 400:
            raise
        return _error_page(request, error.status, dict(error.headers))
    except NotFound:
        return _error_page(request, 404, {})
    except Refusal as refused:
        said = refusal(refused, request[REQUEST_CONTEXT].language, await _label(request))
        return _said(request, 409, said, {})
    except ConnectionResetError:
        raise
    except Exception:  # noqa: BLE001 - the last hold: it is logged, and the client is told
        id = os.urandom(4).hex()
        _LOG.exception("error %s", id)
        why = N_("Something went wrong (error {id}). Everything accepted is saved.")
        found: RequestContext | None = request.get(REQUEST_CONTEXT)
        return _said(request, 500, found.text(why, id=id) if found else id, {})


WHY = {
    400: N_("The request was not understood."),
    401: N_("Discord has to say again who you are. Close the board and open it again."),
    403: N_("That request did not come from this page. Reload the page and try again."),
    404: N_("There is nothing here, or you may not see it. If you have a link to a seat, open it again."),
    408: N_("The request took too long."),
    413: N_("The request is too large."),
    421: N_("This server does not answer to that address. Use the address it printed when it started."),
    429: N_("Too many requests. Wait a moment."),
    503: N_("You have too many pages open. Close some."),
}


async def _label(request: web.Request) -> Label:
    """Return the names of ids at the table in the path; without a table, ids name themselves."""
    campaign = request.match_info.get("campaign")
    if campaign is None:
        return same
    game = await app_of(request).worker.run_silently(lambda service: service.game(int(campaign)))
    return game.lexicon.label


def _error_page(request: web.Request, status: int, headers: dict[str, str]) -> web.Response:
    context = request.get(REQUEST_CONTEXT)
    why = WHY.get(status, WHY[400])
    kept = {name: value for name, value in headers.items() if name in ("Retry-After", "Allow")}
    return _said(request, status, context.text(why) if context else why, kept)


def _said(request: web.Request, status: int, why: str, headers: dict[str, str]) -> web.Response:
    context: RequestContext | None = request.get(REQUEST_CONTEXT)
    if wants_data(request):
        response = data({"refused": str(tag("p", why))}, status)
    elif context is None:
        response = web.Response(text=why, status=status)
    else:
        back = tag("p", tag("a", context.text(N_("All games")), href="/"))
        response = html(page(context, why, tag("h1", why), back), status)
    response.headers.update(headers)
    return response

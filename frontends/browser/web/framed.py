"""Pages inside Discord (an Activity): under a path of their own, in a frame, through Discord's proxy.

The proxy may keep HTML. So each page there is the same shell for everybody, and its script fetches what is
the reader's own, as data that nobody keeps. Links and cookies of these pages lead to the same path.
"""

from __future__ import annotations

import re

import msgspec
from aiohttp import web
from aiohttp.typedefs import Handler

from .activity import Activity
from .html import Html, join, raw, tag
from .request_context import RequestContext, app_of, context_of

PREFIX = "/activity"
COOKIE = "__Secure-activity"
WANTED = "X-Tabellarius-Page"
"""The header with which the shell's script asks for the page itself."""
GAMES = f"{PREFIX}/games"
"""The page that lists the games of the person who has signed in."""
OPEN_TO_ALL = (f"{PREFIX}/static/", f"{PREFIX}/begin", f"{PREFIX}/sign-in")
CLIENTS = tuple(
    f"https://{name}{host}" for host in ("discord.com", "discordapp.com") for name in ("", "ptb.", "canary.")
)
"""The origins of Discord's clients, which show the frame."""
POLICY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; "
        "media-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-src 'self'; "
        f"frame-ancestors 'self' {' '.join(CLIENTS)}"
    ),
    "X-Frame-Options": None,
}
"""Headers of these pages that differ from those of all others; None for one that they lack."""

_LINK = re.compile(rb'(\b(?:href|src|srcset|action|formaction|data-[a-z-]+)=\\?")/(?!/|activity/)')
_FRONT = re.compile(rb'(\bhref=\\?")/(?=\\?")')
_BACK = re.compile(rb'(name=\\?"to\\?" value=\\?")/(?!activity/)')
_PATH = re.compile(rb'(:")/(?=game/)')


def is_framed(request: web.Request) -> bool:
    """Return true for a request of a page inside Discord."""
    return app_of(request).activity is not None and request.path.startswith(f"{PREFIX}/")


def leads_into_frame(request: web.Request) -> bool:
    """Return true for the first request of a frame in Discord, which asks for the root."""
    is_front = request.path == "/" and request.method == "GET" and "frame_id" in request.query
    return is_front and app_of(request).activity is not None


def activity_of(request: web.Request) -> Activity:
    """Return the means by which pages inside Discord learn who somebody is."""
    found = app_of(request).activity
    if found is None:
        raise web.HTTPNotFound
    return found


async def is_framed_page(request: web.Request) -> bool:
    """Return true if a request comes from a page inside Discord, or shows one there, as far as the browser
    says. An act needs the origin.
    """
    is_look = request.method in ("GET", "HEAD")
    origin = request.headers.get("Origin")
    if origin is None and not is_look:
        return False
    if origin is not None and origin != await activity_of(request).origin():
        return False
    site, mode = (request.headers.get(f"Sec-Fetch-{name}", "") for name in ("Site", "Mode"))
    return site in ("", "same-origin", "none") or (is_look and mode == "navigate")


def own_path(path: str) -> str:
    """Return a path as the pages inside Discord have it."""
    if path == "/":
        return GAMES
    return path if path.startswith(f"{PREFIX}/") or not path.startswith("/") else PREFIX + path


def own_links(body: bytes) -> bytes:
    """Return HTML, or data with HTML in it, whose links lead to the pages inside Discord.

    No text of a reader can look like one: quotation marks are escaped in HTML.
    """
    body = _FRONT.sub(rb"\1" + GAMES.encode(), body)
    for pattern in (_LINK, _BACK, _PATH):
        body = pattern.sub(rb"\1/activity/", body)
    return body


@web.middleware
async def in_frame(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Send the pages inside Discord as data, with links of their own."""
    if not is_framed(request):
        return await handler(request)
    try:
        response = await handler(request)
    except web.HTTPRedirection as moved:
        response = web.Response(status=moved.status, headers={"Location": moved.headers["Location"]})
    if "Location" in response.headers:
        response.headers["Location"] = own_path(response.headers["Location"])
    if not isinstance(response, web.Response) or response.status == 304:
        return response
    if WANTED in request.headers and (response.content_type == "text/html" or response.status == 303):
        found = {"to": response.headers.get("Location", ""), "html": ""}
        if response.status != 303 and isinstance(response.body, bytes):
            found["html"] = own_links(response.body).decode()
        made = web.Response(
            body=msgspec.json.encode(found),
            content_type="application/json",
            status=200 if response.status == 303 else response.status,
        )
        for cookie in response.headers.getall("Set-Cookie", []):
            made.headers.add("Set-Cookie", cookie)
        return made
    if response.content_type in ("text/html", "application/json") and isinstance(response.body, bytes):
        response.body = own_links(response.body)
    return response


@web.middleware
async def require_signed_in(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Inside Discord, answer with the shell; with the page's data only if the session has signed in."""
    if not is_framed(request) or request.path == f"{PREFIX}/" or request.path.startswith(OPEN_TO_ALL):
        return await handler(request)
    shows_page = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
    if shows_page and WANTED not in request.headers:
        return shell(context_of(request), "framed")
    if not context_of(request).user:
        raise web.HTTPUnauthorized
    return await handler(request)


def shell(context: RequestContext, script: str, *body: Html) -> web.Response:
    """Return a page without a word of any seat, whose script fetches the rest."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        tag("title", "Tabellarius"),
        tag("link", rel="stylesheet", href=f"{PREFIX}/static/table.css"),
        tag("script", type="module", src=f"{PREFIX}/static/{script}.js"),
    )
    whole = tag("html", head, tag("body", *body), lang=context.language, data_framed=True)
    return web.Response(text=str(join(raw("<!doctype html>"), whole)), content_type="text/html")

"""The checks that every request passes: host, origin, size, rate, password, CSRF token; and response headers.

A request reaches a page only after all of them.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import OrderedDict
from urllib.parse import parse_qs, quote, urlsplit

from aiohttp import ClientPayloadError, web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Handler, Middleware

from service.api import Service
from service.values.settings import Settings

from .access import access_of
from .framed import COOKIE, POLICY, PREFIX, is_framed, is_framed_page, leads_into_frame, require_signed_in
from .request_context import (
    LANGUAGE,
    REQUEST_CONTEXT,
    SHOWN_COOKIE,
    AppContext,
    RequestContext,
    app_of,
    context_of,
    read_context,
    session_cookie,
)
from .session import TOKEN_BYTES, new_token, password_proof, same

LARGEST = 64 * 1024
"""Largest body of a request, in bytes."""
FIELDS = 2000
"""Fields of a form at most."""
BODY_TIMEOUT = 10.0
"""Longest time for a body to arrive, and for a client to take what is sent, in seconds."""
YEAR = 365 * 86_400
"""Lifetime of a cookie, in seconds."""
OPEN_TO_ALL = ("/static/", "/password")

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "media-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Server": "Tabellarius",
}


SHORTEST_PASSWORD = 8
"""The fewest characters of a password."""


class Rate:
    """A rate limit per client: a burst at once, then a number of requests a second.

    Args:
        burst: requests at once.
        refill: requests a second.
        known: the number of clients that are remembered.
    """

    def __init__(self, burst: float, refill: float, known: int = 4096) -> None:
        self._burst, self._refill, self._known = burst, refill, known
        self._accounts: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, who: str, now: float) -> bool:
        """Return true if one more request is allowed, and count it."""
        left, since = self._accounts.pop(who, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._refill)
        self._accounts[who] = (left - 1 if left >= 1 else left, now)
        if len(self._accounts) > self._known:
            self._accounts.popitem(last=False)
        return left >= 1


class Rates:
    """Rate limits for reading, acting, guessing a secret, and signing in inside Discord."""

    def __init__(self) -> None:
        self.look, self.act, self.guess = Rate(400, 60), Rate(60, 8), Rate(6, 0.1)
        self.files = Rate(2000, 200)
        self.network, self.all = Rate(20, 1), Rate(60, 8)

    def allow_sign_in(self, session: str, network: str, now: float) -> bool:
        """Return true if Discord may be asked whose code it is, and count it: for the session, for its
        network, and for all together, so that many false codes from one place delay nobody elsewhere.
        """
        return (
            self.guess.allows(f"signing in {session}", now)
            and self.network.allows(network, now)
            and self.all.allows("", now)
        )


RATES: web.AppKey[Rates] = web.AppKey("rates", Rates)


def require_guess(request: web.Request) -> None:
    """Count one guess at a secret.

    Raises:
        HTTPTooManyRequests: if there were too many from this client.
    """
    if not request.app[RATES].guess.allows(network_of(address_of(request)), time.monotonic()):
        raise web.HTTPTooManyRequests(headers={"Retry-After": "60"})


def address_of(request: web.Request) -> str:
    """Return the address of the client; behind a proxy on this machine, the proxy's client.

    The last address of X-Forwarded-For was written by the proxy; those before it may be forged.
    """
    remote = request.remote or ""
    if not (app_of(request).settings.table_url and is_own_machine(remote)):
        return remote
    said = ",".join(request.headers.getall("X-Forwarded-For", [])).rpartition(",")[2].strip()
    try:
        return str(ipaddress.ip_address(said))
    except ValueError:
        return remote


def network_of(address: str) -> str:
    """Return the key by which a client is counted: its address; of IPv6 the /64 that one customer has."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return address


def is_own_machine(address: str) -> bool:
    """Return true if an address can be reached from this machine alone."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


# -- names and sites ---------------------------------------------------------------------------------


def is_own_name(host: str, settings: Settings) -> bool:
    """Return true if a Host header names this server: an address, localhost, or the name in the settings.

    A page of another site that points its own name at this machine (DNS rebinding) sends that name.
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    own = {"localhost", (urlsplit(settings.table_url).hostname or "localhost").lower()}
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name.lower() in own
    return True


def own_origin(request: web.Request) -> str:
    """Return the origin of the pages of this server: scheme, host, and any unusual port.

    The server itself speaks HTTP; under the name in the settings browsers reach it as is said there.
    """
    url, host = urlsplit(app_of(request).settings.table_url), request.host.lower()
    scheme = url.scheme if url.hostname and url.hostname == urlsplit(f"//{host}").hostname else "http"
    return f"{scheme}://{host.removesuffix(':443' if scheme == 'https' else ':80')}"


def is_own_page(request: web.Request) -> bool:
    """Return true if a request comes from a page of this server, as far as the browser says."""
    if request.headers.get("Origin", own_origin(request)) != own_origin(request):
        return False
    return request.headers.get("Sec-Fetch-Site", "same-origin") in ("same-origin", "none")


def is_link(request: web.Request) -> bool:
    """Return true if the request is that of a link followed from any site, which shows the page itself."""
    mode, to = (request.headers.get(f"Sec-Fetch-{name}", "") for name in ("Mode", "Dest"))
    return request.method in ("GET", "HEAD") and mode == "navigate" and to in ("document", "")


# -- the middlewares ---------------------------------------------------------------------------------


@web.middleware
async def check_host(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse requests under a foreign host name."""
    if not is_own_name(request.host, app_of(request).settings):
        raise web.HTTPMisdirectedRequest
    return await handler(request)


@web.middleware
async def check_origin(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse requests from pages of other sites, unless somebody follows a link."""
    is_ours = (
        await is_framed_page(request)
        if is_framed(request)
        else is_own_page(request) or is_link(request) or leads_into_frame(request)
    )
    if not is_ours:
        raise web.HTTPForbidden
    return await handler(request)


@web.middleware
async def identify(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Make the request context, and apply the rate limits."""
    app = app_of(request)
    framed = is_framed(request)
    fresh_key = new_token(app.random(TOKEN_BYTES))
    found = read_context(request, app.settings, fresh_key, COOKIE if framed else "")
    found.form_id, found.sprites, found.written = app.form_id(), app.sprites, app.written
    request[REQUEST_CONTEXT] = found
    rates, who = request.app[RATES], network_of(address_of(request))
    if framed:
        await _look_up_framed(request, found)
        # All come by Discord's proxy, so sessions are counted instead of addresses.
        who = "new" if found.fresh else found.session
        rate = rates.look if request.method in ("GET", "HEAD") else rates.act
        if not found.user or "/sprite/" in request.path or request.path.startswith(f"{PREFIX}/static/"):
            rate = rates.files
    elif request.path.startswith("/static/"):
        rate = rates.files
    else:
        await _look_up(app, found)
        who = found.session if found.access else who
        rate = rates.look if request.method in ("GET", "HEAD") else rates.act
        if "/sprite/" in request.path:  # a map has many, each of them small
            rate = rates.files
    if not rate.allows(who, time.monotonic()):
        raise web.HTTPTooManyRequests(headers={"Retry-After": "2"})
    return await handler(request)


@web.middleware
async def check_csrf_token(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse a form without the CSRF token of its session."""
    if request.method not in ("GET", "HEAD"):
        found = context_of(request)
        found.form = await read_form(request)
        if not same(found.field("csrf_token"), found.csrf_token):
            raise web.HTTPForbidden
    return await handler(request)


@web.middleware
async def require_password(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Ask for the password, if the server has one and the session has not given it."""
    found, password = context_of(request), app_of(request).password
    if password and not (is_framed(request) or request.path.startswith(OPEN_TO_ALL)):
        word = await app_of(request).worker.run_silently(
            lambda service: service.seat_access.password_proof(found.session)
        )
        if not same(word, password_proof(found.session, password)):
            raise web.HTTPSeeOther(f"/password?to={quote(request.path_qs)}")
    return await handler(request)


MIDDLEWARES: tuple[Middleware, ...] = (
    *(check_host, check_origin, identify, check_csrf_token, require_password),
    require_signed_in,
)
"""Outermost first."""


async def _look_up(app: AppContext, found: RequestContext) -> None:
    """Read the seat access of a session; a new one has none."""
    if not found.fresh:
        found.access = await app.worker.run_silently(
            lambda service: service.seat_access.of_session(found.session)
        )


async def _look_up_framed(request: web.Request, found: RequestContext) -> None:
    """Read who a session inside Discord is, with their seats and language as the bot has them."""
    if found.fresh or request.path.startswith(f"{PREFIX}/static/"):
        return

    def look_up(service: Service) -> None:
        found.user = service.activity.user_of(found.session, service.now())
        if found.user:
            found.access, found.watched = access_of(service, found), service.activity.opened(found.user)
            reader = service.channels.reader(found.user)
            if reader.language and LANGUAGE not in request.cookies:
                found.language = reader.language

    await app_of(request).worker.run_silently(look_up)


async def read_form(request: web.Request) -> dict[str, list[str]]:
    """Return the fields of a form that is posted.

    Raises:
        HTTPException: if it is too large, too slow, or no form.
    """
    if request.content_type != "application/x-www-form-urlencoded":
        raise web.HTTPUnsupportedMediaType
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            body = await request.read()
        return parse_qs(body.decode("utf-8"), keep_blank_values=True, max_num_fields=FIELDS, errors="strict")
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (ValueError, HttpProcessingError, ClientPayloadError, web.RequestPayloadError, ConnectionError):
        raise web.HTTPBadRequest from None


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Add the headers of every response, the session cookie if the browser sent none, and the end of the log
    that it has read.

    Only pages set the cookie, because browsers send none with forms of other sites, and must not lose theirs.
    """
    framed = is_framed(request)
    for name, value in HEADERS.items():
        response.headers[name] = value
    for name, other in POLICY.items() if framed else ():
        response.headers.pop(name, None)
        if other is not None:
            response.headers[name] = other
    response.headers.setdefault("Cache-Control", "no-store")
    found = request.get(REQUEST_CONTEXT)
    is_page = request.method == "GET" and "/static/" not in request.path
    if found is not None and found.fresh and is_page:
        name = COOKIE if framed else session_cookie(app_of(request).settings)
        set_cookie(request, response, name, found.session)
    if found is not None and found.shown and is_page:
        path = f"/game/{request.match_info['campaign']}"
        set_cookie(request, response, SHOWN_COOKIE, found.shown, path)


def set_cookie(
    request: web.Request, response: web.StreamResponse, name: str, value: str, path: str = "/"
) -> None:
    """Set a cookie for a year, for the pages under a path; scripts and other sites cannot read it.

    It is sent with links from other sites (Lax), so that such a visit does not look like a new browser's, but
    not with forms of other sites. Inside Discord it goes with every request of the frame, and with none of a
    page elsewhere (Partitioned), until the client is closed.
    """
    if is_framed(request):
        where = PREFIX if path == "/" else PREFIX + path
        cookie = f"{name}={value}; Path={where}; HttpOnly; SameSite=None; Secure; Partitioned"
        response.headers.add("Set-Cookie", cookie)
        return
    secure = "; Secure" if app_of(request).settings.table_url.startswith("https:") else ""
    cookie = f"{name}={value}; Max-Age={YEAR}; Path={path}; HttpOnly; SameSite=Lax{secure}"
    response.headers.add("Set-Cookie", cookie)

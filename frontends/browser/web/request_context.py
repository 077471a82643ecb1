"""The context of a request: its session, its seat access, its language; and the context of the server."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from aiohttp import web
from msgspec import Struct, field

from adjudicator.core.game.game import Game
from adjudicator.core.language.languages import FIRST, LANGUAGES, language_of
from adjudicator.core.language.words import words
from renderer.draw.lru_cache import LruCache
from service.runtime.worker import Worker
from service.text.localizer import Localizer
from service.values.front_ends.browser import SeatAccess
from service.values.settings import Settings
from service.values.words import speak

from .activity import Activity
from .html import Html
from .session import csrf_token, is_token
from .shown_sprites import ShownSprites

LONGEST_ID = 64
"""Longest id of a form, in characters."""
SESSION_COOKIE, LANGUAGE, THEME = "session", "language", "theme"
SHOWN_COOKIE = "shown"
"""The cookie that keeps how far a browser has read a campaign's log, under that campaign's path alone."""
LOOKS_COOKIE = "looks"
"""The cookie that says, where several players share a browser, which seat of a campaign it shows now."""
THEMES = ("auto", "light", "dark")
MOST_WRITTEN = 20_000
"""Posts that are kept as HTML, about 1 KB each."""


class Network(Struct):
    """The network to which the running table was opened, if it was (`pages/network.py`).

    Attributes:
        password: the one that everybody must give, "" if it was not opened.
        url: the address at which other machines find it, "" if it was not opened.
        open_at: listens on this machine's own address at a port too, and returns the URL, "" if it cannot;
            None where the server is known in the network already.
    """

    password: str = ""
    url: str = ""
    open_at: Callable[[int], Awaitable[str]] | None = None


class AppContext(Struct, frozen=True):
    """Collaborators of every page.

    Attributes:
        worker: runs the service's commands; shared with other front ends of this process.
        games: the games that can be played, by id.
        settings: of this umpire.
        picture_cache: the latest pictures.
        random: returns a number of random bytes that nobody can guess.
        activity: what the board inside Discord needs (framed.py), None where it is not shown.
        network: the network to which it was opened while running.
        sprites: those that viewers were shown of late.
        written: posts of feeds as HTML, of late.
    """

    worker: Worker
    games: Mapping[str, Game]
    settings: Settings
    picture_cache: Any
    random: Callable[[int], bytes] = os.urandom
    activity: Activity | None = None
    network: Network = field(default_factory=Network)
    sprites: ShownSprites = field(default_factory=ShownSprites)
    written: LruCache[tuple[Html | None]] = field(default_factory=lambda: LruCache(MOST_WRITTEN))

    @property
    def password(self) -> str:
        """The password that everybody must give now, "" for none."""
        return self.settings.table_password or self.network.password

    def form_id(self) -> str:
        """Return an id for a form, to notice that it is sent twice."""
        return self.random(8).hex()


class RequestContext(Struct):
    """A browser's request.

    Attributes:
        session: the secret in its cookie; a new one if it sent none.
        fresh: true if it sent none, or one by its former name.
        language, theme: those chosen, otherwise those that the browser prefers.
        access: the seat access of the session.
        user: inside Discord, who has signed in, "" for nobody; "" elsewhere.
        shows_own: true if the public page shows a group's own map too, as the operator has set.
        watched: inside Discord, the campaign whose board they opened, 0 for none.
        form: the posted fields, each with its values; empty for a GET.
        form_id: prefix of the ids of the forms on its page, to notice that one is sent twice.
        shown: the end of the log that its page shows, for the browser to keep; "" if it shows none.
        sprites: those that viewers were shown of late.
        written: posts of feeds as HTML, of late.
    """

    session: str
    fresh: bool
    language: str
    theme: str
    access: Sequence[SeatAccess] = ()
    user: str = ""
    shows_own: bool = False
    watched: int = 0
    form: Mapping[str, Sequence[str]] = {}
    form_id: str = ""
    shown: str = ""
    sprites: ShownSprites = field(default_factory=ShownSprites)
    written: LruCache[tuple[Html | None]] = field(default_factory=lambda: LruCache(MOST_WRITTEN))

    @property
    def csrf_token(self) -> str:
        """The CSRF token of its forms."""
        return csrf_token(self.session)

    def field(self, name: str) -> str:
        """Return the last value of a field, "" if there is none."""
        return self.form[name][-1] if self.form.get(name) else ""

    @property
    def sent(self) -> str:
        """The id of the form that is posted, "" if it has none."""
        return self.field("request")[:LONGEST_ID]

    def form_id_of(self, *shown: object) -> str:
        """Return the id of a form, which stays the same as long as its page has the same content."""
        named = " ".join(map(str, (self.csrf_token, *shown)))
        return hashlib.sha256(named.encode()).hexdigest()[:16]

    def text(self, template: str, /, **values: Any) -> str:
        """Return a sentence of the pages in the reader's language, from a template marked with `N_`."""
        return speak(words(template, **values), self.language)

    def localizer(self, game: Game) -> Localizer:
        """Return the localizer of a game in the reader's language."""
        return Localizer(self.language, game.lexicon.label)


APP_CONTEXT: web.AppKey[AppContext] = web.AppKey("app_context", AppContext)
REQUEST_CONTEXT: web.RequestKey[RequestContext] = web.RequestKey("request_context", RequestContext)


def app_of(request: web.Request) -> AppContext:
    """Return the collaborators of the pages."""
    return request.app[APP_CONTEXT]


def context_of(request: web.Request) -> RequestContext:
    """Return the context of a request."""
    return request[REQUEST_CONTEXT]


def read_context(
    request: web.Request, settings: Settings, fresh_key: str, cookie: str = ""
) -> RequestContext:
    """Return the context of a request, from its cookies and headers.

    Args:
        request: of a browser.
        settings: of this umpire.
        fresh_key: the session of a browser that sent none.
        cookie: the name of the session's cookie, "" for that of pages outside Discord.
    """
    name = cookie or session_cookie(settings)
    brought = request.cookies.get(name, "")
    session, fresh = (brought, False) if is_token(brought) else (fresh_key, True)
    if not cookie and fresh and is_token(before := request.cookies.get(SESSION_COOKIE, "")):
        session = before  # set anew by the name of today, so that nobody loses a seat
    language = request.cookies.get(LANGUAGE, "")
    if language not in LANGUAGES:
        language = _wanted(request.headers.get("Accept-Language", ""), settings.language or FIRST)
    theme = request.cookies.get(THEME, "")
    return RequestContext(
        session,
        fresh,
        language,
        theme if theme in THEMES else THEMES[0],
        shows_own=settings.overlays_public and not cookie,
    )


def session_cookie(settings: Settings) -> str:
    """Return the name of the session's cookie: where HTTPS is used, one that no other host can set."""
    return f"__Host-{SESSION_COOKIE}" if settings.table_url.startswith("https:") else SESSION_COOKIE


def _wanted(accepted: str, otherwise: str) -> str:
    """Return the first of a browser's languages that the umpire knows, else that of the setting."""
    for part in accepted.split(","):
        if (language := language_of(part.partition(";")[0].strip())) is not None:
            return language
    return otherwise

"""One request as the table sees it: which browser it is, what it holds, and what it reads."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from aiohttp import web
from msgspec import Struct

from adjudicator.core.game import Game
from adjudicator.core.languages import FIRST, LANGUAGES, language_of
from adjudicator.core.words import Words
from service.runtime.worker import Worker
from service.storage.seat_access import SeatAccess
from service.text.localizer import Localizer
from service.values.settings import Settings
from service.values.words import speak

from .session import csrf_token, is_token

LONGEST_ID = 64
"""Of a form's id, in characters."""
SESSION_COOKIE, LANGUAGE, THEME = "purse", "language", "theme"
THEMES = ("auto", "light", "dark")


class AppContext(Struct, frozen=True):
    """What every page works with.

    Attributes:
        clerk: does what is asked for at the desk; shared with other mouths of this process.
        games: what may be played.
        settings: of this umpire.
        picture_cache: the pictures drawn last.
        random: so many bytes that nobody can guess.
    """

    worker: Worker
    games: Mapping[str, Game]
    settings: Settings
    picture_cache: Any
    random: Callable[[int], bytes] = os.urandom

    def form_id(self) -> str:
        """An id for a form, by which it is known if it is sent twice."""
        return self.random(8).hex()


class RequestContext(Struct):
    """A browser's request.

    Attributes:
        purse: the secret that its cookie holds; one made for it if it brought none.
        fresh: whether it brought none.
        language, theme: what it has chosen, or else seems to want.
        held: the rooms that it may enter.
        form: what it posts, each field with its values; empty of a GET.
        once: begins the ids of the forms on its page, by which it is known if one is sent twice.
    """

    session: str
    fresh: bool
    language: str
    theme: str
    held: Sequence[SeatAccess] = ()
    form: Mapping[str, Sequence[str]] = {}
    form_id: str = ""

    @property
    def csrf_token(self) -> str:
        """What its forms must bring along."""
        return csrf_token(self.session)

    def field(self, name: str) -> str:
        """The last value of a field, "" if there is none."""
        return self.form[name][-1] if self.form.get(name) else ""

    @property
    def sent(self) -> str:
        """The id of the form that is posted, "" if it has none."""
        return self.field("request")[:LONGEST_ID]

    def text(self, template: str, /, **values: Any) -> str:
        """A sentence of the table's own in the visitor's language, from a template marked with `N_`."""
        return speak(Words(template, values), self.language)

    def localizer(self, game: Game) -> Localizer:
        """How sentences about a game are said to him."""
        return Localizer(self.language, game.lexicon.label)


APP_CONTEXT: web.AppKey[AppContext] = web.AppKey("house", AppContext)
REQUEST_CONTEXT: web.RequestKey[RequestContext] = web.RequestKey("visit", RequestContext)


def app_of(request: web.Request) -> AppContext:
    """What the pages work with."""
    return request.app[APP_CONTEXT]


def context_of(request: web.Request) -> RequestContext:
    """Who asks."""
    return request[REQUEST_CONTEXT]


def context(request: web.Request, settings: Settings, fresh_key: str) -> RequestContext:
    """The visit that a request is, as far as its cookies and headers tell."""
    brought = request.cookies.get(SESSION_COOKIE, "")
    session, fresh = (brought, False) if is_token(brought) else (fresh_key, True)
    language = request.cookies.get(LANGUAGE, "")
    if language not in LANGUAGES:
        language = settings.language or _wanted(request.headers.get("Accept-Language", ""))
    theme = request.cookies.get(THEME, "")
    return RequestContext(session, fresh, language, theme if theme in THEMES else THEMES[0])


def _wanted(accepted: str) -> str:
    """The first language of a browser that the table speaks."""
    for part in accepted.split(","):
        if (language := language_of(part.partition(";")[0].strip())) is not None:
            return language
    return FIRST

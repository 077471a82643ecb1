"""The console of the operator: its language, and what is printed on it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from adjudicator.core.language.languages import FIRST, LANGUAGES
from adjudicator.core.language.words import words

from .settings import PREFIX, Settings
from .words import speak

Write = Callable[[str], object]


class Tell(Protocol):
    """A function that prints a marked template with its values."""

    def __call__(self, template: str, /, **values: Any) -> None: ...


def system_language(environ: Mapping[str, str]) -> str:
    """Return the language of an environment: that of the umpire's own variable, else of the locale."""
    if (given := environ.get(f"{PREFIX}LANGUAGE", "")) in LANGUAGES:
        return given
    named = next(filter(None, map(environ.get, ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))), "") or ""
    return next((id for id, one in LANGUAGES.items() if named.startswith(one.clients)), FIRST)


def operators_language(settings: Settings) -> str:
    """Return the language of what is printed for the operator: that of the setting, else of the system."""
    return settings.language or system_language(os.environ)


def teller(settings: Settings, write: Write) -> Tell:
    """Return a function that writes sentences in the operator's language."""
    language = operators_language(settings)

    def tell(template: str, /, **values: Any) -> None:
        write(speak(words(template, **values), language))

    return tell

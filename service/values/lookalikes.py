"""Names that look like another: their skeletons are the same (Unicode Technical Standard 39)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache

from confusable_homoglyphs import confusables

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_, Words, fold, words

BADGES = "◆◎"
"""The signs of the referee and of the computer, which no person's name can hold."""


def looks_like(name: str, others: Iterable[str]) -> str | None:
    """Return the first of the other names that a name looks like as a whole; None if it looks like none."""
    own = _skeletons(name)
    return next((other for other in others if own & _skeletons(other)), None)


def name_taken(name: str, others: Iterable[str]) -> Words | None:
    """Return why a name cannot be taken beside others, None if it can."""
    other = looks_like(name, others)
    if other is None:
        return None
    if other == name:
        return words(N_("the name “{who}” is taken; choose another"), who=Verbatim(name))
    values = {"who": Verbatim(name), "other": Verbatim(other)}
    return words(N_("the name “{who}” looks like “{other}”; choose another"), **values)


def _skeletons(name: str) -> set[str]:
    """Return the skeletons of a name as it is written and in lower case, without marks and spaces."""
    return {_skeleton(name), _skeleton(name.casefold())}


@cache
def _skeleton(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text)
    signs = "".join(_prototype(sign) for sign in plain if not unicodedata.combining(sign))
    return fold(signs).replace(" ", "")


@cache
def _prototype(sign: str) -> str:
    """Return the character that represents all that look like this one, or this one itself.

    For each character the data list the prototype with which it is confused, and for a prototype all of its
    look-alikes.
    """
    data = confusables.confusables_data
    like = [found["c"] for found in data.get(sign, ())]
    if len(like) != 1:
        return sign
    (other,) = like
    is_pair = len(data.get(other, ())) <= 1
    return str(max(sign, other, key=lambda one: (len(one), one)) if is_pair else other)

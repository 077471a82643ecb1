"""The text of pictures: words of a game, until `in_language` writes them for a reader."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from adjudicator.core.language.words import Unmarked, Words

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    T_co = TypeVar("T_co", default=str, covariant=True)
else:
    from typing import TypeVar

    T_co = TypeVar("T_co", covariant=True)
    """The text of a picture: `Text` as a game makes it, `str` as it is drawn."""

Text: TypeAlias = "str | int | Words | Unmarked | list[Any]"
"""An id or plain text, a number, words, or several of them, which are listed."""

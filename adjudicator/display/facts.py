"""Facts of a thing under the pointer, the content of its card (design/browser.md)."""

from __future__ import annotations

from msgspec import Struct

from adjudicator.core.language.words import Words


class Facts(Struct, frozen=True):
    """The facts that a viewer may know of a place, piece, card, chit or marker.

    Attributes:
        lines: sentences, one each; none for what needs no card.
        rule: the paragraph about it, "" for none.
    """

    lines: tuple[Words, ...] = ()
    rule: str = ""

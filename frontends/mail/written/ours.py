"""The umpire's own words, to be known again in an answer however they are broken, marked or indented."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from service.values.front_ends.mail import Passage

from .layout import frame_lines
from .lines import Line
from .signs import plain, squeezed

LONG = 64
"""The letters and digits of a line that is known alone: about 80 signs."""
TOGETHER = 20
"""The letters and digits of two lines that are known together."""
_GRAM = 12
_UNMARKED = re.compile(r"[\s>|*_]")


class Ours:
    """The texts of the mails that an answer may quote.

    Args:
        texts: each in its passages.
    """

    def __init__(self, texts: Sequence[Sequence[Passage]] = ()) -> None:
        self._texts = texts

    @property
    def is_known(self) -> bool:
        """True if there is any text."""
        return bool(self._texts)

    @cached_property
    def _all(self) -> str:
        return "\n".join(
            "".join(squeezed(line) for one in said for line in one.lines) for said in self._texts
        )

    @cached_property
    def _beyond(self) -> str:
        """The text beyond the frames, which a player copies to fill them in."""
        passages = (one for said in self._texts for one in said if not one.is_frame)
        return "\n".join("".join(map(squeezed, one.lines)) for one in passages)

    @cached_property
    def _grams(self) -> frozenset[str]:
        return frozenset(self._all[n : n + _GRAM] for n in range(len(self._all)))

    @cached_property
    def _exact(self) -> str:
        """The text with the signs by which lines of a frame are comments, as it was wrapped."""
        return "\n".join(
            "".join(_exact(frame_lines(one.lines) if one.is_frame else one.lines) for one in said)
            for said in self._texts
        )

    @cached_property
    def comments(self) -> tuple[str, ...]:
        """The comments in the frames, squeezed, each as one line."""
        frames = (one.lines for said in self._texts for one in said if one.is_frame)
        return tuple(squeezed(line) for lines in frames for line in lines if line.startswith("#"))

    def begins(self, lines: Sequence[Line], at: int) -> bool:
        """Return true if a stretch of our text beyond a frame begins with an unmarked line: a long line, or
        two together.
        """
        if not self.is_known or not (said := squeezed(lines[at].text)):
            return False
        if len(said) >= LONG:
            parts = (said[n : n + LONG] for n in range(0, len(said) - LONG + 1, 16))
            return any(self._is_likely(part) and part in self._beyond for part in parts)
        for line in lines[at + 1 : at + 6]:
            if line.is_marked or line.is_start:
                return False
            if more := squeezed(line.text):
                return (
                    len(said + more) >= TOGETHER
                    and self._is_likely(said + more)
                    and said + more in self._beyond
                )
        return False

    def holds(self, text: str) -> bool:
        """Return true if some text of at least a few words is ours."""
        said = squeezed(text)
        return self._is_likely(said) and said in self._all

    def goes_on(self, before: str, text: str) -> bool:
        """Return true if a line directly below a quoted one is what follows there in our text."""
        head, tail = squeezed(before)[-_GRAM:], squeezed(text)
        if head and tail and len(head + tail) > 5 and head + tail in self._all:
            return True
        head, tail = _exact([before])[-_GRAM:], _exact([text])
        return bool(head and tail) and len(head + tail) > 5 and head + tail in self._exact

    def has_frame(self, lines: Sequence[str]) -> bool:
        """Return true if a whole frame stands in our text, with the same lines commented."""
        said, at = _exact(lines), -1
        while said and (at := self._exact.find(said, at + 1)) >= 0:
            if self._exact[at - 1 : at] != "#":
                return True
        return not said

    def has_orders(self, lines: Sequence[str]) -> bool:
        """Return true if every line is an order that stands in a frame of ours without a comment."""
        frames = (one.lines for said in self._texts for one in said if one.is_frame)
        given = {_exact([line]) for lines in frames for line in lines}
        return all(_exact([line]) in given for line in lines)

    def _is_likely(self, said: str) -> bool:
        return len(said) >= _GRAM and said[:_GRAM] in self._grams


def _exact(lines: Sequence[str]) -> str:
    return _UNMARKED.sub("", plain("".join(lines)).casefold())

"""§6.37 A place to go to, named by its city: its inside or its outside, whichever is meant."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.ancient_world.world import Place, hex_of, is_inside
from adjudicator.core import Illegal, NotUnderstood, OneOf, Reader
from adjudicator.core.choices.choice import Verdicts, led, strip
from adjudicator.core.log.chain import JSON


def always(place: Place) -> bool:
    """Return true: the name of a city means its inside wherever that is open."""
    return True


def nothing_said(text: str, reader: Reader) -> None:
    """Return no refusal for a place that is not among the options."""
    return None


class Goal(OneOf, frozen=True, kw_only=True):
    """One of some places. The name of a city means its inside if that is open and `inside` says so.

    The number of its hex always means the outside. `refuse` says why a place that is no option is none.
    """

    inside: Callable[[Place], bool] = always
    refuse: Callable[[str, Reader], Illegal | None] = nothing_said

    def parse(self, text: str, reader: Reader) -> JSON:
        verdicts = self.options()
        try:
            found = super().parse(text, reader)
        except NotUnderstood as unknown:
            raise self.refuse(strip(text, self.verb, reader), reader) or unknown from None
        number = text.split()[-1:] or [""]
        if isinstance(found, str) and not number[0][-4:].isdecimal() and self._means_inside(found, verdicts):
            return f"{hex_of(found)}i"
        return found

    def write(self, answer: str, reader: Reader) -> str:
        if self._means_inside(answer, self.options()):
            return led(self.verb, answer, reader)
        return super().write(answer, reader)

    def _means_inside(self, place: Place, verdicts: Verdicts) -> bool:
        within = f"{place}i"
        if is_inside(place) or within not in verdicts:
            return False
        return verdicts[within] is None and self.inside(within)

"""Units and markers as sentences count them, "2 Thracian garrisons", "Agent x2"; ids of several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from adjudicator.belisarius.board import MARKERS
from adjudicator.belisarius.world import counted, is_leader
from adjudicator.core import N_, Words, words

NOTHING: Final = N_("none")
SEVERAL: Final = N_("{n} {things}")
TIMES: Final = N_("{thing} x{n}")


def many(kind: str) -> str:
    """The id under which several units of a kind are named: "Thracian garrisons"."""
    return f"{kind}/many"


def force(side: str) -> str:
    """The id under which the units of a seat, or the neutral ones, are named."""
    return f"units/{side}"


def listed(ids: Sequence[str]) -> Sequence[str] | Words:
    """Ids as a sentence lists them: "none" where there are none."""
    return ids or words(NOTHING)


def units_said(units: Sequence[str]) -> list[str | Words]:
    """Units as they are counted: leaders by name, then the others by kind and number."""
    leaders = [u for u in units if is_leader(u)]
    return [*leaders, *kinds_said(counted(u for u in units if not is_leader(u)))]


def kinds_said(numbers: Mapping[str, int]) -> list[str | Words]:
    """Kinds of units with their number: "2 Thracian garrisons"; one of a kind by its mere name."""
    return [kind if n == 1 else words(SEVERAL, n=n, things=many(kind)) for kind, n in numbers.items()]


def markers_said(markers: Sequence[str]) -> list[str | Words]:
    """Markers as they are counted and ordered: "Agent x2"."""
    return [counted_by_name(id, markers.count(id)) for id in dict.fromkeys(markers)]


def counted_by_name(id: str, n: int) -> str | Words:
    """Return a number of a thing in the form of orders: "solidi x20"; a single marker by its name alone."""
    return id if n == 1 and id in MARKERS else words(TIMES, thing=id, n=n)

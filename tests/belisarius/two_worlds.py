"""Worlds of Belisarius that a seat cannot tell apart (§22.0, §22.1), and events by which it rightly does."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.belisarius.board import MARKERS
from adjudicator.belisarius.world import EMPIRE, SEATS, World
from adjudicator.core import Table
from adjudicator.core.log.chance import Rng
from tests.kit.two_worlds import at_rest

RICHEST = 60
"""Up to what the other's treasury may be in another world, in solidi."""
UNKEPT = {EMPIRE: ("donative",), "barbarian": ("donative", "roman_alliance")}
"""The markers in nobody's hand at a rest, as all know (§card/donative, §card/roman_alliance)."""


# -- another world -----------------------------------------------------------------------------


def other_world(table: Table, viewer: str | None, rng: Rng) -> World:
    """The world of the last rest with everything exchanged that the viewer (None: the public) cannot know.

    Other markers are in the others' hands and in the pool, as many as before; other solidi in their
    treasuries, and for the public other goods and words in what the two have offered each other. What the
    entries since the rest name, open or sealed, stays where it is.
    """
    w: World = at_rest(table)
    tail = repr([(entry.body, entry.parts) for entry in table.position.tail])
    fixed = {m for m in MARKERS if f"'{m}'" in tail or _is_reacting(table, viewer)}
    hidden = [seat for seat in SEATS if seat != viewer]
    cups = ["pool", *(f"{seat}_hand" for seat in hidden)]
    kept = {cup: [m for m in w.cups[cup] if m in fixed] for cup in cups}
    left = rng.shuffled(m for cup in cups for m in w.cups[cup] if m not in fixed)
    for seat in sorted(hidden, key=lambda seat: seat == EMPIRE):
        cup = f"{seat}_hand"
        n = len(w.cups[cup]) - len(kept[cup])
        taken = [m for m in left if m not in UNKEPT[seat]][:n]
        for marker in taken:
            left.remove(marker)
        w.cups[cup] = sorted([*kept[cup], *taken])
    w.cups["pool"] = sorted([*kept["pool"], *left])
    _change_papers(table, w, viewer, hidden, rng)
    return w


def _is_reacting(table: Table, viewer: str | None) -> bool:
    """Return true if another seat reacts in an open window; its answer need not name the marker."""
    q = table.question
    answers = {} if q is None or q.occasion is None else q.answers
    return any(seat != viewer and answer["pick"] == "play" for seat, answer in answers.items())


def _change_papers(table: Table, w: World, viewer: str | None, hidden: Sequence[str], rng: Rng) -> None:
    """Treasuries and offers; but not those that an answer since the rest was measured against."""
    answered = {entry.body["seat"] for entry in table.position.tail if entry.t == "answer"}
    for seat in hidden:
        if seat not in answered:
            w.treasury[seat] = rng.below(RICHEST)
    if viewer is None and not answered:
        for paper in w.agreements:
            paper.give, paper.want = {"solidi": 1 + rng.below(9)}, {"pope": 1}
            paper.terms = f"promise {rng.below(99)}"

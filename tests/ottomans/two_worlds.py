"""Worlds of Ottomans that a seat cannot tell apart (§19.3), and events by which it rightly does."""

from __future__ import annotations

from adjudicator.core import Table
from adjudicator.core.log.chance import Rng
from adjudicator.ottomans.board import CHITS
from adjudicator.ottomans.rules.r19_chits import is_leader_chit
from adjudicator.ottomans.world import World
from tests.kit.two_worlds import at_rest


def other_world(table: Table, viewer: str | None, rng: Rng) -> World:
    """The world of the last rest with the chits dealt anew that the viewer (None: the public) cannot know.

    The others hold as many as before; leaders stay in the pool (§13.7). What the entries since the rest name,
    open or sealed, stays where it is, as does a chit that is rolled for (§6.6: nobody else holds it). All do
    while another has answered an open window, and after a region was rolled for (§14.0: whose chit is not OUT
    is in no hand).
    """
    w: World = at_rest(table)
    tail = repr([(entry.body, entry.parts) for entry in table.position.tail])
    q = table.question
    answers = {} if q is None else q.answers
    if any(seat != viewer for seat in answers) or viewer == w.searching or "'14.1 region " in tail:
        return w
    cups = ["pool", *(f"{seat}_hand" for seat in w.seats if seat != viewer)]
    named = [c for c in CHITS if f"'{c}'" in tail or f"control {c} " in tail]
    kept = {cup: [c for c in w.cups[cup] if c in named or is_leader_chit(c)] for cup in cups}
    left = [c for cup in cups for c in w.cups[cup] if c not in kept[cup]]
    assert all(c in CHITS for c in left)
    left = rng.shuffled(left)
    for cup in cups:
        n = len(w.cups[cup]) - len(kept[cup])
        w.cups[cup], left = sorted([*kept[cup], *left[:n]]), left[n:]
    return w

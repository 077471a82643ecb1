"""The odds beside siege operations are those of their dice."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from adjudicator.ancient_world.world import Siege, World
from adjudicator.core import fill
from tests.ancient_world.helpers import act, empty, last, order, put, table


def ariminum() -> World:
    """Mago before Ariminum with an engine, five foot inside."""
    w = empty()
    put(w, "carthage", "2609", {"libya_foot": 40, "syracusae_engine": 1}, ["mago"])
    put(w, "rome", "2609i", {"socii_foot": 5}, ["sempronius"])
    w.control["ariminum"] = "rome"
    w.sieges["ariminum"] = Siege("carthage", 3, 5)
    return act(w, "mago")


def panormus() -> World:
    """§9.62 Campaign 6 against a defence of 3 and two points of guile inside."""
    w = empty("sicily")
    put(w, "rome", "5522", {"romani_foot": 30}, ["messalla"])
    put(w, "carthage", "5522i", {"libya_foot": 5}, ["gisco", "hamilcar"])
    w.control["panormus"] = "carthage"
    w.sieges["panormus"] = Siege("rome", 3, 5)
    return act(w, "messalla")


def venusia() -> World:
    """§9.72 Ten foot before one."""
    w = empty()
    put(w, "carthage", "4707", {"libya_foot": 10}, ["hannibal"])
    put(w, "rome", "4707i", {"socii_foot": 1})
    w.control["venusia"] = "rome"
    return act(w, "hannibal")


@pytest.mark.parametrize(
    ("made", "text", "kind", "won"),
    [
        (ariminum, "assault", "assault", lambda v: v["how"] == "succeeds"),
        (ariminum, "reduce", "reduced", lambda v: v["change"] > 0),
        (panormus, "treachery guile 0", "treachery", lambda v: v["how"] == "succeeds"),
        (venusia, "demand", "demand", lambda v: v["how"] == "succeeds"),
    ],
)
def test_the_odds_are_those_of_the_dice(
    made: Callable[[], World], text: str, kind: str, won: Callable[[object], bool]
) -> None:
    """§9.33 §9.43 §9.62 §9.72 Of ten dice as many succeed as the menu says."""
    w = made()
    succeeded = 0
    for die in range(10):
        t = table(msgspec.convert(msgspec.to_builtins(w), World), [die] + [0] * 9)
        seat = next(iter(t.pending))
        note = t.pending[seat].note(text.split(maxsplit=1)[0])  # type: ignore[attr-defined]
        order(t, text, seat)
        succeeded += won(last(t, kind))
    assert f"{succeeded} in 10" in fill(note, "en") or f"in {succeeded} of 10" in fill(note, "en")
    assert 0 < succeeded < 10

"""§28 Public works (optional)."""

from __future__ import annotations

from adjudicator.belisarius.rules import r10_income as r10

from .helpers import table, world


def test_public_works_are_built_in_an_occupied_city() -> None:
    """§28.1 §28.2 §10.35 Five solidi, one a hex; control of the province does not matter."""
    places = {"heraclea": "guard_garrison", "ravenna": "guard_garrison", "3634": "guard_garrison"}
    w = world(places, phase="recruit", treasury={"empire": 14}, public_works="on")
    w.colonies = ["3634"]
    with table(w) as t:
        t.empire("build Ravenna")
        t.refused("empire", "build Ravenna", "28.2", place="3720")
        t.refused("empire", "build Roma", "28.1", place="3322")
        t.empire("build 3634")
        assert (t.w.works, t.w.treasury["empire"]) == (["3634", "3720"], 4)
        t.refused("empire", "build Heraclea", "10.35", cost=5, treasury=4)


def test_public_works_bring_their_holder_one_more_in_taxes() -> None:
    """§28.3(1) §28.4."""
    w = world({"ravenna": "guard_garrison"}, works=["3720"])
    assert r10.incomes(w, "empire")["ostrogoths"] == 3


def test_nothing_is_built_in_ruins_or_without_the_option() -> None:
    """§28.1 §26.3."""
    w = world({"heraclea": "guard_garrison"}, phase="recruit", public_works="on", pillaged=["3535"])
    with table(w) as t:
        t.refused("empire", "build Heraclea", "28.1", place="3535")
    w = world({"heraclea": "guard_garrison"}, phase="recruit")
    with table(w) as t:
        t.refused("empire", "build Heraclea", kind="not_understood")

"""Names of stages and of dice: everything that whole games come to is named, in both languages."""

from __future__ import annotations

from adjudicator.ancient_world import GAME
from adjudicator.core import LANGUAGES, fill

from .kit import play


def test_every_stage_and_every_die_has_a_name() -> None:
    rules = set()
    for scenario, seed in (("hannibal_in_italy", 1), ("sicily", 2), ("pyrrhus_in_italy", 8)):
        step = None
        for step in play(seed, scenario=scenario):
            when = GAME.when(GAME.stage(step.world))
            assert all(fill(each, language, GAME.lexicon.label) for each in (when.title, when.phase)
                       for language in LANGUAGES)  # fmt: skip
        assert step is not None
        for entry in step.table.ledger.entries:
            for roll in entry.body.get("rolls", ()):
                if roll["kind"] != "dice":
                    continue
                rule, _, label = roll["label"].partition(" ")
                throw = GAME.throw(rule, label, roll["got"], [], [])
                said = [fill(throw.why, language, GAME.lexicon.label) for language in LANGUAGES]
                assert said[0] != said[1], label
                assert (throw.result is not None) == (10 in roll["got"])
                rules.add(rule)
    assert {"5.25", "6.55", "8.3", "8.32", "13.0"} <= rules


def test_stages_by_name() -> None:
    """§2.6 §5.2 The year is told, and who is active; a ten is read as nought."""
    when = GAME.when("1/218/operation/hannibal")
    assert fill(when.title, "en") == "Turn 1 (218 BC)"
    assert fill(when.phase, "en", GAME.lexicon.label) == "operation phase of Hannibal"
    throw = GAME.throw("8.3", "4705", [10], [], [])
    assert throw.result is not None
    assert fill(throw.result, "en") == "10 counts as 0"

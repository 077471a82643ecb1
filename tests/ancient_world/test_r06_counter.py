"""§6.35 §6.5 Who may react to whom: own hexes, banks, interceptors of interceptors."""

from __future__ import annotations

import pytest

from adjudicator.ancient_world.rules.r06_counter import counters
from adjudicator.ancient_world.rules.r06_reach import crossing, holds_bank, holds_hex, tries
from adjudicator.ancient_world.rules.r08_attack import helpers
from adjudicator.ancient_world.rules.r08_begin import begin_battle
from adjudicator.ancient_world.world import SECOND, Catch, March, World
from adjudicator.core import Table
from tests.ancient_world.helpers import act, empty, last, order, put, table, told

ALBA, PRAENESTE = "3711", "3713"


def caught() -> World:
    """The printed example: from Alba Fucens to 3613 by 3712, past Praeneste."""
    w = empty()
    put(w, "rome", "3613", {"romani_foot": 36}, ["sempronius"])
    put(w, "rome", PRAENESTE, {"romani_foot": 36}, ["servilius"])
    put(w, "carthage", ALBA, {"libya_foot": 80, "numidia_horse": 20}, ["mago"])
    w.commanders = {"carthage": "mago", "rome": "scipio"}
    put(w, "rome", "1514", {"romani_foot": 4}, ["scipio"])
    w.forces["active"] = w.forces.pop("rome@3613")
    w.forces[SECOND] = w.forces.pop(f"carthage@{ALBA}")
    act(w, "sempronius")
    w.agenda.pop()
    w.march = March("active", "force", ["3512", "3613"], ["3614"], "overrun")
    w.catch = Catch(
        "carthage",
        "mago",
        f"carthage@{ALBA}",
        "active",
        "3613",
        ["3712", "3613"],
        ALBA,
        {"libya_foot": 80, "numidia_horse": 20},
    )
    w.agenda += ["march", "intercept", "counter"]
    return w


def enveloped(dice: list[int]) -> Table:
    t = table(caught(), dice)
    order(t, "play intercept with servilius", "rome")
    order(t, "yes", "rome")
    return t


def test_an_interceptor_no_longer_holds_the_hex_that_it_has_left() -> None:
    """§6.52 §6.56 Mago has come from Alba Fucens into 3712: Servilius may follow him through Alba Fucens."""
    w = caught()
    del w.forces[f"rome@{PRAENESTE}"]
    put(w, "rome", "3710", {"romani_foot": 36}, ["servilius"])
    assert counters(w)["servilius"].path == (ALBA, "3712")
    t = table(w, [9])
    order(t, f"play intercept along servilius: {ALBA}-3712", "rome")
    assert last(t, "intercepts")["modifier"] == 3


def test_a_scattered_force_does_not_go_back_at_its_interceptor() -> None:
    """§7.28 §6.51 It is as a useless one."""
    w = caught()
    w.forces["active"].scattered = 1
    t = table(w, [0, *[5] * 12])
    order(t, "play intercept with servilius", "rome")
    assert told(t, "envelops") == []
    assert [choice.rule for choice in t.pending.values()] != ["6.57"]


def test_nobody_joins_a_scattered_force() -> None:
    """§7.28 §8.25 ruling AW-R87 It is as a useless one."""
    w = caught()
    w.catch = w.march = None
    w.forces["active"].scattered = 1
    begin_battle(w, "attack", "3613", ["second"], ["active"], "mago")
    assert helpers(w, "rome") == {}
    w.forces["active"].scattered = 0
    assert "servilius" in helpers(w, "rome")


def test_the_active_leader_commands_a_double_envelopment() -> None:
    """§5.43 §6.57 Sempronius is active, Servilius came first: Sempronius commands."""
    b = enveloped([0, 0] + [5] * 12).world.battle
    assert b is not None
    assert b.by == "sempronius"


def test_who_goes_back_at_an_interceptor_pays_for_that_step_too() -> None:
    """§6.57 §6.55 The force on the march pays for its way and for the step to the interceptor; neither of the
    hexes from which the two came is a way of retreat (§8.37).
    """
    t = enveloped([0, 0] + [5] * 12)
    (way,) = [e.values["way"] for e in told(t, "stopped") if e.values["way"][0] == "3512"]
    assert way == ["3512", "3613", "3712"]
    b = t.world.battle
    assert b is not None
    assert b.entries == [PRAENESTE, "3613"]


def test_a_caught_interceptor_has_had_its_try() -> None:
    """§6.53 §6.56 Mago, caught on the way, is not asked about the same march again; ruling AW-V16."""
    t = table(caught(), [0, 0, 9, 0, 0, 0, 0, 0, 9, 9, 9, 9])
    order(t, "play intercept with servilius", "rome")
    order(t, "no", "rome")
    for _ in range(20):
        if told(t, "finished") or not t.pending:
            break
        seat, choice = next(iter(t.pending.items()))
        occasion = t.question.occasion if t.question is not None else None
        assert not (occasion and seat == "carthage"), choice
        order(t, "pass" if occasion else "3812" if choice.rule == "8.37" else "as planned", seat)
    assert last(t, "victory")["side"] == "carthage"


def test_failing_against_one_interceptor_leaves_another() -> None:
    """§6.53 §6.56 One try for each enemy force: the march and its interceptors are forces of their own."""
    w = caught()
    assert w.march is not None and w.catch is not None
    w.march.tried = ["servilius"]
    assert set(counters(w)) == {"servilius"}
    w.catch.tried = ["servilius"]
    assert counters(w) == {}


@pytest.mark.parametrize(("units", "may"), [({"romani_foot": 3}, False), ({"romani_foot": 20}, True),
                                            ({"romani_horse": 4}, True)])  # fmt: skip
def test_only_a_force_that_holds_the_bank_fights_at_once_in_its_own_hex(
    units: dict[str, int], may: bool
) -> None:
    """§6.35 §6.53 Over a river: with 4 horse or 20 strength points. By sea or over a strait: with any."""
    w = empty()
    put(w, "rome", "3514", units, ["scipio"])
    put(w, "carthage", "3514", {"libya_foot": 30}, ["hannibal"])
    w.forces["active"] = w.forces.pop("carthage@3514")
    act(w, "hannibal")
    w.march = March("active", "force", ["3614", "3514"], ["3414"], "enter")
    assert bool(tries(w, "enter")) == may
    assert holds_hex(w, "scipio", "sea")


def test_a_bank_is_held_against_an_interceptor_too() -> None:
    """§6.56 §6.35 By the same rules as against a march, without a die; or with one: ruling AW-R20."""
    for option, automatic in (("sure", 1), ("die", 0)):
        w = empty(options={"bank": option})
        put(w, "rome", "3414", {"romani_foot": 30}, ["scipio"])
        put(w, "rome", "3513", {"romani_foot": 30}, ["sempronius"])
        put(w, "carthage", "3614", {"libya_foot": 40}, ["mago"])
        w.forces["active"], w.forces[SECOND] = w.forces.pop("rome@3513"), w.forces.pop("carthage@3614")
        w.march = March("active", "force", ["3413", "3513"], [], "enter")
        w.catch = Catch("carthage", "mago", "", "active", "3513", ["3514", "3513"], "3614", {})
        act(w, "sempronius")
        assert holds_bank(w, "scipio", "3514", crossing("3614", "3514"))
        one = counters(w)["scipio"]
        assert (one.bank, one.automatic, one.path) == (1, automatic, ("3514",))


def test_who_waits_in_the_hex_of_the_mover_coordinates() -> None:
    """§6.53 §6.55 An interceptor that comes into a hex and stops there is not intercepted by who is in it."""
    w = caught()
    put(w, "rome", "3613", {"romani_foot": 30}, ["varro"])
    assert w.catch is not None
    w.catch.step = 1
    assert "varro" not in counters(w)

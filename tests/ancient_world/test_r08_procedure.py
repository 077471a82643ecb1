"""§8 Battles from the attack to the retreat: who is there, who commands, what is lost and why."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from adjudicator.ancient_world.rules.r02_forces import fighting, move_force, units_of
from adjudicator.ancient_world.rules.r05_leaders import may_command, named_after
from adjudicator.ancient_world.rules.r08_attack import helpers
from adjudicator.ancient_world.rules.r08_battle import lines_of, star_losses
from adjudicator.ancient_world.rules.r08_begin import begin_battle
from adjudicator.ancient_world.rules.r08_outcome import forced, is_major
from adjudicator.ancient_world.show.view import view
from adjudicator.ancient_world.world import Battle, Operation, World
from adjudicator.core import Table
from tests.ancient_world.helpers import act, empty, last, order, put, table, told

from .test_allies import allied

PLAIN = "4705"


def to_event(t: Table, kind: str, answers: Mapping[str, str] | None = None) -> None:
    """Give the orders by paragraph, else the plainest, until an event of a kind is told."""
    plain = {"8.22": "stand", "8.36": "no", "8.25": "none", "8.37": "4706"} | dict(answers or {})
    for _ in range(40):
        if not t.pending or told(t, kind):
            return
        seat, choice = next(iter(t.pending.items()))
        if t.question is not None and t.question.occasion:
            order(t, "pass", seat)
        elif "as_planned" in getattr(choice, "items", dict)():
            order(t, "as planned", seat)
        else:
            order(t, plain.get(choice.rule, "as planned"), seat)
    raise AssertionError([choice.rule for choice in t.pending.values()])


def battle(w: World, place: str = PLAIN, by: str = "hannibal", kind: str = "attack") -> Battle:
    begin_battle(w, kind, place, [f"carthage@{place}"], [f"rome@{place}"], by)
    assert w.battle is not None
    return w.battle


def test_who_declines_to_send_elephants_retreats_all_the_same() -> None:
    """§8.36 §8.37 "No" to elephants says nothing about the retreat: the beaten must leave the hex."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 20, "carthago_elephant": 2}, ["mago"])
    put(w, "rome", PLAIN, {"romani_foot": 60, "romani_horse": 20}, ["scipio"])
    t = table(act(w, "mago"), [0, 9, 0] + [0] * 12)
    order(t, "attack")
    to_event(t, "victory")
    assert last(t, "victory")["side"] == "rome"
    assert last(t, "retreats")["side"] == "carthage"
    assert t.world.forces["carthage@4706"].units["carthago_elephant"] == 2


def trampled(w: World) -> Battle:
    """A battle in which elephants killed 7 and the chart took 3 of the enemy, for 4 of one's own."""
    put(w, "carthage", PLAIN, {"libya_foot": 40}, ["hannibal"])
    put(w, "rome", PLAIN, {"romani_foot": 40}, ["varro"])
    b = battle(w)
    b.percent = {"carthage": 5, "rome": 10}
    b.book("rome", "elephants", 7)
    b.book("rome", "chart", 3)
    b.book("carthage", "chart", 4)
    return b


def test_what_elephants_kill_is_lost() -> None:
    """§8.52 §8.36 Lost elephants do not count, those whom elephants killed do: ruling AW-R86."""
    w = empty()
    assert is_major(w, trampled(w), "carthage")
    w = empty(options={"trampled": "left_out"})
    assert not is_major(w, trampled(w), "carthage")


def test_losses_are_booked_by_cause() -> None:
    """§8.36 §8.33 What both sides had, less what is left, is what their books say."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 40, "carthago_elephant": 3}, ["mago"])
    put(w, "rome", PLAIN, {"romani_foot": 40, "romani_horse": 4}, ["scipio"])
    before = fighting(w.forces["rome@4705"].units)
    t = table(act(w, "mago"), [9, 0, 8, 5, 5, 5] + [0] * 9)
    order(t, "attack")
    to_event(t, "result", {"8.36": "yes"})
    while t.world.battle is not None and t.world.phase in ("elephants", "battle", "toll", "casualties"):
        seat, _ = next(iter(t.pending.items()))
        order(t, "as planned", seat)
    b = t.world.battle
    assert b is not None
    assert b.lost["rome"]["elephants"] > 0
    for side, n in b.before.items():
        keys = b.attackers if side == b.attacker else b.defenders
        pursued = b.lost.get(side, {}).get("pursuit", 0)
        assert n - fighting(units_of(t.world, keys)) == b.losses(side) or pursued
    assert before == b.before["rome"]


def test_under_ten_per_cent_a_rout_is_a_ruling() -> None:
    """§8.37 §8.52 Twice the losses make a major victory, and who suffers it retreats: ruling AW-R85."""
    for rout, loser in (("by_major", "rome"), ("by_chart", "")):
        w = empty(options={"rout": rout})
        b = trampled(w)
        b.percent = {"carthage": 5, "rome": 10}
        assert forced(w, b) == loser


def test_a_star_costs_at_least_one() -> None:
    """§8.33 Less than five in a hundred, but somebody: ruling AW-R54."""
    assert star_losses({"libya_foot": 60}, 0) == (1, 0)
    assert star_losses({"libya_foot": 5}, 9) == (1, 0)
    assert star_losses({"numidia_horse": 1}, 9) == (0, 1)
    assert star_losses({"libya_foot": 60}, 9) == (2, 0)


# -- who is there --------------------------------------------------------------------------------


def test_who_joins_counts_among_the_twenty() -> None:
    """§8.26 §8.52 §8.54 15 and 19 against 19 is a battle that leaves armies in disorder."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 15}, ["mago"])
    put(w, "carthage", "4706", {"hispani_foot": 19}, ["maharbal"])
    put(w, "rome", PLAIN, {"romani_foot": 19}, ["scipio"])
    t = table(act(w, "mago"), [0] + [5] * 20)
    order(t, "attack")
    to_event(t, "battle", {"8.25": "maharbal"})
    assert t.world.battle is not None
    assert t.world.battle.before == {"carthage": 34, "rome": 19}


def test_friends_in_the_very_hex_may_join() -> None:
    """§6.55 §8.25 Who stands where a friend is caught on the march joins by coordination, at no distance."""
    w = empty()
    put(w, "rome", PLAIN, {"romani_foot": 30}, ["scipio"])
    put(w, "rome", "4706", {"romani_foot": 8}, ["sempronius"])
    put(w, "carthage", "4707", {"libya_foot": 30}, ["hannibal"])
    move_force(w, "rome@4706", PLAIN)
    w.op = Operation("sempronius")
    begin_battle(w, "interception", PLAIN, ["carthage@4707"], ["rome@4706"], "hannibal")
    assert helpers(w, "rome")["scipio"] == ((6 + 5) // 2, ())


def test_a_landing_counts_on_its_beach_alone() -> None:
    """§7.27 §8.31 -3 and +3 are for the hex of the landing; two who have landed there make it even."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 30}, ["hannibal"], landed=1)
    put(w, "rome", PLAIN, {"romani_foot": 30}, ["varro"])
    b = battle(w)
    assert {line.name: line.value for line in lines_of(w, b)}["landing"] == -3
    w.forces["rome@4705"].landed = 1
    assert "landing" not in {line.name for line in lines_of(w, b)}
    move_force(w, "rome@4705", "4706")
    assert not w.forces["rome@4705"].landed


def test_two_failures_add_up() -> None:
    """§6.55 §8.23 §8.31 Who fails to intercept and then to avoid battle gives the attacker +4."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 30}, ["mago"])
    put(w, "rome", PLAIN, {"romani_foot": 30}, ["scipio"])
    act(w, "scipio")
    assert w.op is not None
    w.op.failed = ["mago"]
    t = table(w, [9] * 20)
    order(t, "attack")
    to_event(t, "battle", {"8.22": "avoid 4706", "5.54": "guile 0"})
    assert last(t, "battle")["lines"]["failed"] == 4


def test_engines_are_destroyed_before_an_escape_is_tried() -> None:
    """§9.28 §8.23 First they are burnt, then the die is cast, whatever it says."""
    w = empty()
    put(w, "carthage", PLAIN, {"libya_foot": 30, "carthago_engine": 2}, ["mago"], scattered=1)
    put(w, "rome", PLAIN, {"romani_foot": 30}, ["scipio"])
    t = table(act(w, "scipio"), [9] * 20)
    order(t, "attack")
    to_event(t, "battle", {"8.22": "avoid 4706", "5.54": "guile 0"})
    assert last(t, "engines_destroyed")["units"] == {"carthago_engine": 2}


# -- who commands ----------------------------------------------------------------------------------


def samnite(options: Mapping[str, str] | None = None) -> World:
    w = empty("pyrrhus_in_italy", options)
    put(w, "epirus", "5206", {"epirus_foot": 9}, ["pyrrhus"])
    put(w, "epirus", PLAIN, {"epirus_foot": 30}, ["cineas", "helenus", "milon"])
    put(w, "rome", PLAIN, {"romani_foot": 30}, ["laevinus"])
    return w


@pytest.mark.parametrize(
    ("option", "found"), [("active", ["helenus"]), ("attack_only", ["cineas", "helenus", "milon"])]
)
def test_the_active_leader_commands_also_when_attacked(option: str, found: list[str]) -> None:
    """§5.43 Of equals the one whose phase it is; ruling AW-R14, option `command`."""
    w = samnite({"command": option})
    w.op = Operation("helenus")
    begin_battle(w, "interception", PLAIN, ["rome@4705"], ["epirus@4705"], "laevinus")
    assert w.battle is not None
    assert may_command(w, w.battle, "epirus") == found


def test_coordination_counts_the_best_of_those_who_may_command() -> None:
    """§8.26 §5.43 Cineas and Milon are attacked: Milon may command, so Helenus joins on (5+5)/2-1."""
    w = empty("pyrrhus_in_italy")
    put(w, "epirus", PLAIN, {"epirus_foot": 30}, ["cineas", "milon"])
    put(w, "epirus", "4706", {"epirus_foot": 30}, ["helenus"])
    put(w, "rome", PLAIN, {"romani_foot": 30}, ["laevinus"])
    w.op = Operation("laevinus")
    begin_battle(w, "attack", PLAIN, ["rome@4705"], ["epirus@4705"], "laevinus")
    assert helpers(w, "epirus")["helenus"][0] == 4


def test_the_owner_says_who_leads_an_escape() -> None:
    """§8.22 §5.43 Among equals nobody is chosen for a rating or a name."""
    w = samnite()
    t = table(act(w, "laevinus"), [9] * 20)
    order(t, "attack")
    order(t, "avoid 4706")
    assert [(seat, choice.rule) for seat, choice in t.pending.items()] == [("epirus", "5.43")]
    order(t, "milon")
    to_event(t, "avoids", {"5.54": "guile 0"})
    assert last(t, "avoids")["leader"] == "milon"


def test_a_force_is_called_by_its_commander() -> None:
    """§5.43 §5.12 Pyrrhus with Cineas is the army of Pyrrhus; else who acts, else the best rating."""
    w = empty("pyrrhus_in_italy")
    put(w, "epirus", PLAIN, {"epirus_foot": 57}, ["cineas", "milon", "pyrrhus"])
    put(w, "epirus", "4706", {"epirus_foot": 9}, ["helenus"])
    assert named_after(w, "epirus@4705") == "pyrrhus"
    w.forces["epirus@4705"].leaders = ["cineas", "milon"]
    put(w, "epirus", "4707", {"epirus_foot": 9}, ["pyrrhus"])
    assert named_after(w, "epirus@4705") == "milon"
    assert {f.commander for f in view(w, None).forces} == {"pyrrhus", "milon", "helenus"}
    w.op = Operation("cineas")
    assert named_after(w, "epirus@4705") == "cineas"


def test_an_ally_is_asked_whether_its_own_army_joins() -> None:
    """§8.25 Gisco is attacked, and Hiero is near: Syracuse decides; ruling AW-V25."""
    w = allied("sicily_syracuse")
    put(w, "carthage", "6018", {"libya_foot": 20}, ["gisco"])
    put(w, "carthage", "6118", {"syracusae_foot": 20}, ["hiero"])
    put(w, "rome", "6018", {"romani_foot": 30}, ["caudex"])
    t = table(act(w, "caudex"), [5] * 20)
    order(t, "attack", "rome")
    while t.pending and next(iter(t.pending.values())).rule != "8.25":
        order(t, "stand")
    assert list(t.pending) == ["syracuse"]

"""§5.12 Who acts for an overall commander who is away: among equals the owner names one."""

from __future__ import annotations

from adjudicator.ancient_world.odds.known import known_world
from adjudicator.ancient_world.rules.r03_turn import PROCONSULS
from adjudicator.ancient_world.rules.r05_leaders import overall_commander
from adjudicator.ancient_world.rules.r08_fallen import leave_play
from adjudicator.ancient_world.show.view import view
from adjudicator.ancient_world.world import World, leaders_on_map
from tests.ancient_world.helpers import act, empty, order, put, table, told


def equals() -> World:
    """Three consuls of one rank and with equal ratings; who had the overall command is dead."""
    w = empty()
    put(w, "rome", "4705", {"romani_foot": 20}, ["paullus", "scipio"])
    put(w, "rome", "4707", {"romani_foot": 20}, ["servilius"])
    put(w, "carthage", "3615", {"libya_foot": 20}, ["hannibal"])
    w.commanders = {"rome": "sempronius", "carthage": "hannibal"}
    return w


def test_of_equals_the_owner_names_who_acts_for_the_overall_commander() -> None:
    """§5.12 ruling AW-R82 Not the one who comes first: Rome is asked before the marker is drawn."""
    w = equals()
    w.lams = ["hannibal"]
    w.agenda = ["draw"]
    t = table(w, draws=["hannibal"])
    assert set(t.pending) == {"rome"}
    order(t, "servilius", "rome")
    assert [event.values for event in told(t, "deputy")] == [{"side": "rome", "leader": "servilius"}]
    assert overall_commander(t.world, "rome") == "servilius"
    assert set(t.pending) == {"carthage"}


def test_who_was_named_acts_until_somebody_better_comes_or_they_leave_play() -> None:
    """§5.12 ruling AW-R82 A dictator is better; the wounded are named no longer."""
    w = equals()
    w.deputies["rome"] = "servilius"
    assert overall_commander(w, "rome") == "servilius"
    put(w, "rome", "4508", {"romani_foot": 20}, ["fabius"])
    assert overall_commander(w, "rome") == "fabius"
    leave_play(w, "fabius", "wounded")
    assert overall_commander(w, "rome") == "servilius"
    leave_play(w, "servilius", "wounded")
    t = table(act(w, "hannibal"))
    assert set(t.pending) == {"rome"}
    order(t, "scipio", "rome")
    assert overall_commander(t.world, "rome") == "scipio"


def test_one_who_is_better_acts_unasked() -> None:
    """§5.12 ruling AW-R82 Varro has a lower campaign rating than Scipio."""
    w = empty()
    put(w, "rome", "4705", {"romani_foot": 20}, ["varro", "scipio"])
    put(w, "carthage", "3615", {"libya_foot": 20}, ["hannibal"])
    w.commanders = {"rome": "sempronius", "carthage": "hannibal"}
    assert set(table(act(w, "hannibal")).pending) == {"carthage"}
    assert overall_commander(w, "rome") == "scipio"


def test_all_see_who_acts_and_the_odds_reckon_with_them() -> None:
    """§5.12 ruling AW-V17 A public fact."""
    w = equals()
    w.deputies["rome"] = "servilius"
    for seat in ("rome", "carthage", None):
        seen = view(w, seat)
        assert seen.in_command == {"rome": "servilius", "carthage": "hannibal"}
        assert overall_commander(known_world(seen), "rome") == "servilius"


def test_rome_chooses_which_of_equal_proconsuls_goes_home() -> None:
    """§3.0 ruling AW-M1 Two stay; of three with equal ratings none goes because of a name."""
    w = empty()
    w.turn = 2
    put(w, "rome", "4705", {"romani_foot": 20}, ["paullus", "scipio"])
    put(w, "rome", "4707", {"romani_foot": 20}, ["servilius"])
    w.office |= dict.fromkeys(("paullus", "scipio", "servilius"), "proconsul")
    w.fate |= dict.fromkeys(("flaminius", "geminus"), "dead")
    w.notes["elected/2"] = 1
    w.agenda = ["elections"]
    t = table(w)
    assert set(t.pending) == {"rome"}
    order(t, "paullus", "rome")
    assert sorted(leaders_on_map(t.world, "rome")) == ["scipio", "servilius"]
    assert len(leaders_on_map(t.world, "rome")) == PROCONSULS


def test_rome_chooses_whom_a_consul_relieves() -> None:
    """§3.0 ruling AW-M1 Of two proconsuls with equal ratings in one place Rome names one."""
    w = empty("pyrrhus_in_italy")
    w.turn = 2
    put(w, "rome", "4705", {"romani_foot": 20}, ["barbula", "coruncanius"])
    w.office |= dict.fromkeys(("barbula", "coruncanius"), "proconsul")
    w.notes["elected/2"] = 1
    w.agenda = ["elections"]
    t = table(w)
    order(t, "toward 4705", "rome")
    assert not told(t, "relieved")
    order(t, "coruncanius", "rome")
    assert [event.values["leader"] for event in told(t, "relieved")] == ["coruncanius"]
    assert "barbula" in leaders_on_map(t.world, "rome")

"""§4.2 §12.33 The cup and the ambassadors are containers of the card, so that `verify` checks every pick."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from adjudicator.ancient_world.world import CUP, pool_of
from adjudicator.core.audit.verify import verify
from tests.ancient_world.helpers import act, empty, order, put, table
from tests.core.chainmaker import Doc
from tests.protocol.client import Client


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """What everybody may export of a game in play."""
    client = Client()
    client.ok("found", game="ancient_world", scenario="pyrrhus_in_italy", seed="05")
    client.play(5, 60)
    return [str(line) for line in client.ok("export")["lines"]]


def doc(lines: list[str]) -> Doc:
    items = [json.loads(line) for line in lines]
    entries = [item for item in items if "t" in item]
    return Doc(entries, [entry.pop("head") for entry in entries], [], b"")


def picks(of: Doc, source: str) -> list[dict[str, Any]]:
    rolls = [roll for entry in of.all("batch") for roll in entry["rolls"]]
    return [roll for roll in rolls if roll["kind"] == "pick" and roll["from"] == source]


def test_the_cup_is_on_the_card_and_its_fillings_are_public(lines: list[str]) -> None:
    """§4.2 Before every pick the log says face up what has gone and what has come."""
    made = doc(lines)
    assert made.entries[0]["cups"] == {CUP: [], pool_of("epirus"): [], pool_of("rome"): []}
    assert verify(lines).errors == []
    assert len(picks(made, CUP)) >= 10
    moves = made.all("move")
    assert all(len(move["items"]) == move["k"] > 0 and move["seals"] == [] for move in moves)
    assert {("outside", CUP), (CUP, "outside")} <= {(move["from"], move["to"]) for move in moves}


@pytest.mark.parametrize("at", [0, 4, -1])
def test_another_list_is_found_in_a_game_in_play(lines: list[str], at: int) -> None:
    """§4.2 An item left out, put in twice, or invented; the picked one stays."""
    for forge in ("left out", "twice", "invented"):
        made = doc(copy.deepcopy(lines))
        roll = [roll for roll in picks(made, CUP) if len({*roll["of"]}) > 1][at]
        other = next(item for item in roll["of"] if item not in roll["got"])
        if forge == "left out":
            roll["of"].remove(other)
        else:
            roll["of"] = sorted([*roll["of"], other if forge == "twice" else "zzz"])
        errors = verify(made.lines(rechain=True)).errors
        assert any("picks from a list that is not what the cup holds" in said for said in errors), forge


def test_a_campaign_of_an_older_release_goes_on_without() -> None:
    """§4.2 Its card names no container, so nothing is moved, and the list is the game's."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 20}, ["hannibal"])
    w.agenda, w.lams, w.cups = ["draw"], ["hannibal", "siege_attrition"], {}
    assert [entry.t for entry in table(w, draws=["hannibal"]).ledger.entries] == ["batch"]


def test_ambassadors_stand_in_their_pool() -> None:
    """§12.33 Those who could go when the last one was drawn."""
    w = empty()
    put(w, "carthage", "4705", {"libya_foot": 20}, ["hannibal", "maharbal"])
    w.commanders["carthage"] = "hannibal"
    t = table(act(w, "hannibal"), draws=["maharbal"], dice=[9, 3])
    order(t, "diplomacy gallia_cis")
    assert "maharbal" in t.world.cups[pool_of("carthage")]
    filled = next(entry for entry in t.ledger.entries if entry.t == "move")
    assert filled.body["items"] == t.world.cups[pool_of("carthage")]
    assert (filled.body["from"], filled.body["to"]) == ("outside", pool_of("carthage"))

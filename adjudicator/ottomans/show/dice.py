"""Public dice in words: the roller and the purpose.

A label is the kind of the die and its subject, "battle belgrade" (`rules.r19_dice.roll`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core import N_, Event, Throw, words
from adjudicator.core.game.reading import Luck
from adjudicator.core.log.chain import JSON
from adjudicator.ottomans.board import COLUMNS
from adjudicator.ottomans.world import SEATS

WHY: Mapping[str, str] = {
    "cores": N_("order of choosing core nations"),
    "initiative": N_("initiative"),
    "event": N_("random event"),
    "region": N_("region of the event, column {about}"),
    "plague": N_("plague in {about}"),
    "balance": N_("chits for the Balance of Power"),
    "civil_war": N_("Civil War"),
    "infighting": N_("Infighting"),
    "leader_out": N_("Command Value of the leader who leaves"),
    "schism": N_("coalition of the Reformation/Schism"),
    "survival": N_("survival of {about}"),
    "battle": N_("battle of {about}"),
    "weather": N_("Weather at {about}"),
    "control": N_("who gains control of {about}"),
    "hire": N_("who hires {about}"),
    "agents": N_("agents: {about}"),
    "retaliation": N_("chits for retaliation"),
    "coup": N_("chits lost by the coup"),
    "crusade": N_("chits for Crusade/Jihad"),
    "kaisar": N_("chits for Kaisar-i-Rum"),
    "trade": N_("chits for the Trade Agreement"),
}
"""The purposes of dice, by the first word of their label."""


def throw(
    rule: str, label: str, got: Sequence[JSON], before: Sequence[Event], behind: Sequence[Event]
) -> Throw:
    """Any public dice of the game."""
    kind, *about = label.split()
    who = next((word for word in about if word in SEATS), "")
    return Throw(who=who, why=words(WHY[kind], about=about[0] if about else ""))


def luck(events: Sequence[Event]) -> Mapping[str, Luck]:
    """Return the attacks of each player with the victories that the columns of the odds gave them and those
    they won: results that begin with D (§9.1 §27.0). Defenders may be of several players, or of none.
    """
    columns = {column.name: column.results for column in COLUMNS}
    found, attacker = dict[str, Luck](), ""
    for event in events:
        v = event.values
        if event.kind == "attacked":
            attacker = v["seat"]
        elif event.kind == "result":
            results = columns[v["odds"]]
            expected = sum(result.startswith("D") for result in results) / len(results)
            found[attacker] = found.get(attacker, Luck(0, 0.0, 0)).after(expected, v["how"].startswith("D"))
    return {seat: found[seat] for seat in SEATS if seat in found}

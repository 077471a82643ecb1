"""Public dice in words: the roller and the purpose.

A label names the roller, then the subject of the die: "hannibal 4705". The outcome is reported by the events
after the dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.ancient_world.board import CHARTS, LEADERS
from adjudicator.ancient_world.board.charts import STAR, Result
from adjudicator.ancient_world.world import CARTHAGE, EPIRUS, ROME
from adjudicator.core import N_, Event, Throw, Words, words
from adjudicator.core.game.reading import Luck
from adjudicator.core.log.chain import JSON

HEX = 4
"""The figures of a hex: other numbers in a label only count dice."""
TEN = 10
NOUGHT = N_("10 counts as 0")
"""§2.6 The die is read from 0 to 9."""
CASTERS = (ROME, CARTHAGE, EPIRUS)
WHY: Mapping[str, str] = {
    "4.2": N_("the marker drawn"),
    "5.25": N_("continuation"),
    "6.55": N_("interception at {about}"),
    "6.57": N_("double envelopment at {about}"),
    "6.73": N_("devastation of {about}"),
    "6.75": N_("recovery of {about}"),
    "6.76": N_("devastation of {about} by foraging"),
    "7.15": N_("the side that assigns ships first"),
    "7.24": N_("voyage over {about}"),
    "7.32": N_("opposition to the crossing, {about}"),
    "7.33": N_("losses of the crossing, {about}"),
    "7.28": N_("casualty"),
    "8.23": N_("avoidance at {about}"),
    "8.26": N_("coordination at {about}"),
    "8.3": N_("battle of {about}"),
    "8.32": N_("tactical ability at {about}"),
    "8.33": N_("losses under five per cent at {about}"),
    "8.36": N_("elephants at {about}"),
    "8.38": N_("pursuit from {about}"),
    "8.4": N_("unpredictable events at {about}"),
    "8.61": N_("casualty"),
    "8.61/2": N_("wounded or dead"),
    "9.22": N_("avoidance of the siege of {about}"),
    "9.27": N_("sally from {about}"),
    "9.33": N_("assault on {about}"),
    "9.35": N_("losses of the assault on {about}"),
    "9.37": N_("casualty"),
    "9.43": N_("reduction of {about}"),
    "9.44": N_("repair of {about}"),
    "9.52": N_("siege attrition at {about}"),
    "9.62": N_("treachery at {about}"),
    "9.62/2": N_("the trap"),
    "9.72": N_("demand for the surrender of {about}"),
    "9.85": N_("looting"),
    "10.0": N_("manpower"),
    "12.33": N_("ambassador to {about}"),
    "12.34": N_("embassy to {about}"),
    "12.34/2": N_("fate of the ambassador"),
    "13.0": N_("augury"),
}
"""The purposes of dice, by paragraph; "/2" for a second die of the same kind."""


LINES: Mapping[str, str] = {
    "hexes": N_("hexes {n}"),
    "rivers": N_("rivers {n}"),
    "terrain": N_("marshes and mountains {n}"),
    "river": N_("no way without a river {n}"),
    "city": N_("into a city {n}"),
    "status": N_("state {n}"),
    "ambush": N_("ambush {n}"),
    "letters": N_("battle letters {n}"),
    "honour": N_("Roman honour {n}"),
    "guile": N_("guile {n}"),
    "against": N_("guile against it {n}"),
    "ratings": N_("half the campaign ratings {n}"),
    "leaders": N_("leaders {n}"),
    "engines": N_("engines {n}"),
    "garrison": N_("the garrison's state {n}"),
    "sea": N_("naval superiority {n}"),
    "capability": N_("siege capability {n}"),
    "zone": N_("naval superiority {n}"),
    "coast": N_("coastal hexes {n}"),
    "open_sea": N_("hexes of open sea {n}"),
    "storm": N_("storm {n}"),
    "winds": N_("fair winds {n}"),
    "provinces": N_("home provinces lost {n}"),
    "armies": N_("armies there {n}"),
    "forage": N_("foraging {n}"),
    "supply": N_("supply from a city {n}"),
    "flat": N_("flat ground {n}"),
    "chart": N_("chart {n}"),
    "demand": N_("after a demand {n}"),
}
"""The modifiers of dice, by the name that an event gives them; those of a battle are in `narration`."""


def lines_said(lines: Mapping[str, int]) -> list[Words]:
    """Return modifiers in words; half the ratings (§8.26) is no modifier but what is modified."""
    return [words(LINES[name], n=n if name == "ratings" else f"{n:+d}") for name, n in lines.items()]


def throw(
    rule: str, label: str, got: Sequence[JSON], before: Sequence[Event], behind: Sequence[Event]
) -> Throw:
    """Any public dice of the game."""
    parts = label.split()
    who = parts[0] if parts and (parts[0] in LEADERS or parts[0] in CASTERS) else ""
    about = [part for part in parts if part != who and (not part.isdecimal() or len(part) == HEX)]
    second = f"{rule}/2"
    template = WHY[second] if second in WHY and parts[-1:] == ["2"] else WHY[rule]
    nought = words(NOUGHT) if TEN in got else None
    return Throw(who=who, why=words(template, about=about[0] if about else ""), result=nought)


def luck(events: Sequence[Event]) -> Mapping[str, Luck]:
    """Return each side's battles with the victories that their sums gave it and those the die gave: a smaller
    percentage lost than the enemy's (§8.33). An unpredictable result (§8.4) is nobody's.
    """
    found = dict[str, Luck]()
    for v in (event.values for event in events if event.kind == "battle"):
        lost = {face: CHARTS.result(v["total"] - v["die"] + face) for face in range(10)}
        for side, sign in ((v["attacker"], 1), (v["defender"], -1)):
            won = {face: _more(one) * sign > 0 for face, one in lost.items()}
            before = found.get(side, Luck(0, 0.0, 0))
            found[side] = before.after(sum(won.values()) / len(won), won[v["die"]])
    return found


def _more(result: Result) -> int:
    """Return by how many percent the defender lost more than the attacker; "*" counts as one."""
    lost = [1 if percent == STAR else percent for percent in (result.defender, result.attacker)]
    return lost[0] - lost[1]

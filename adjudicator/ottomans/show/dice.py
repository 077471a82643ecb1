"""Public dice in words: the roller and the purpose.

A label is the kind of the die and its subject, "battle belgrade" (`rules.r19_dice.roll`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core import Event, Throw
from adjudicator.core.game.reading import Luck
from adjudicator.core.log.chain import JSON
from adjudicator.ottomans.board import COLUMNS
from adjudicator.ottomans.rules.r19_dice import purpose
from adjudicator.ottomans.world import SEATS


def throw(
    rule: str, label: str, got: Sequence[JSON], before: Sequence[Event], behind: Sequence[Event]
) -> Throw:
    """Any public dice of the game."""
    who = next((word for word in label.split()[1:] if word in SEATS), "")
    return Throw(who=who, why=purpose(label))


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

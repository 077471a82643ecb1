"""The purposes of dice in words, for the questions whether one is rerolled and for posts."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core import N_, Words, words

WHY: Mapping[str, str] = {
    "event": N_("random event"),
    "grain": N_("markers lost to the grain shortage"),
    "corruption": N_("solidi lost to corruption"),
    "balance": N_("markers drawn for the balance of power"),
    "attrition": N_("units lost to attrition"),
    "attrition/at": N_("forced march from {about}"),
    "plague": N_("markers lost to the plague"),
    "plague/each": N_("the plague"),
    "migration": N_("units on the move"),
    "guard_revolt/at": N_("loyalty of the Guard in {about}"),
    "revolt/each": N_("revolts"),
    "disease/at": N_("disease at {about}"),
    "recall/at": N_("recall of {about}"),
    "leader/at": N_("Leader marker against {about}"),
    "rally": N_("solidi gained by rallying"),
    "rally/at": N_("solidi gained by rallying, one die rerolled"),
    "regalia": N_("markers drawn for the Imperial Regalia"),
    "end_of_campaign/at": N_("End of Campaign against the army at {about}"),
    "diplomacy/at": N_("diplomacy on {about}"),
    "assassination/at": N_("assassination of {about}"),
    "heavy_tax/at": N_("heavy taxes on {about}"),
    "operations/at": N_("operation points at {about}"),
    "battle/at": N_("battle of {about}"),
    "retreat/at": N_("hexes to retreat from {about}"),
    "withdrawal/at": N_("hexes to withdraw from {about}"),
    "withdrawal/each": N_("withdrawal and pursuit"),
    "breach": N_("markers drawn for a broken agreement"),
    "breach/at": N_("markers drawn for a broken agreement, one die rerolled"),
    "pillage/at": N_("pillage of {about}"),
    "plunder/at": N_("plunder of {about}"),
    "colony/at": N_("colony at {about}"),
    "disband/at": N_("loyalty of the units in {about}"),
    "disband/each": N_("loyalty of units"),
    "single_combat/each": N_("single combat"),
}
"""The purpose of dice: alone, about a place or person, or one for each of several things."""


def purpose(kind: str, *about: str) -> Words:
    """Return the purpose of a die, by the parts of its label: its kind, and what it is about."""
    return words(WHY[f"{kind}/at" if about else kind], about=about[0] if about else "")

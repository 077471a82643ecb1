"""Standing orders: the windows, the questions that repeat, and what tests may ask (architecture.md §1.7).

`on die when table = assault, result in AZ AA, by = me do play Pope`
`on marker when marker in Basileus do play Treachery times 1`
`on rest when operating has Belisarius, op >= 15 do play End of Campaign`
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from adjudicator.belisarius.board import UNITS
from adjudicator.belisarius.show.view import View
from adjudicator.core import N_
from adjudicator.core.game.game import Key
from adjudicator.core.language.terms import WindowKind

from .world import enemy_of

STANDING: Final[Mapping[str, tuple[str, ...]]] = {
    "die": ("pope",),
    "marker": ("treachery",),
    "revolt": ("legal_reform",),
    "advantage": ("military_advantage",),
    "campaign": ("end_of_campaign",),
    "reaction": ("forced_march",),
    "challenge": ("challenge",),
    "rest": ("show", "accept", "decline"),
    "8.3": ("return", "forgo"),
    "9.1": ("stake", "pass"),
    "10.1": ("tax", "untax"),
    "11.1": ("levy",),
    "17.5": ("stand", "withdraw"),
    "17.51": ("pursue",),
    "17.54": (),
    "17.6": ("choose",),
    "17.9": ("retreat", "hold"),
    "20.0": ("feed", "feed_all"),
    "card/donative": ("pay",),
    "chart/combat": ("lose",),
}
"""The occasions and questions for which a seat may leave orders, each with its verbs."""

WINDOWS: Final[Mapping[str, WindowKind]] = {
    "advantage": WindowKind(
        "ask", 40, ("military_advantage",), N_("on advantage do play Military Advantage")
    ),
    "marker": WindowKind(
        "ask", 18, ("treachery",), N_("on marker when subject = Basileus do play Treachery")
    ),
    "revolt": WindowKind("ask", 5, ("legal_reform",), N_("on revolt when by = me do play Legal Reform")),
    "reaction": WindowKind(
        "ask", 36, ("forced_march",), N_("on reaction do Belisarius at 3535"), ("reaction", "on")
    ),
    "challenge": WindowKind("ask", 0, (), "", ("single_combat", "on")),
    "die": WindowKind(
        "standing", 205, ("pope",), N_("on die when role = attacker, follows in AA AZ do play Pope")
    ),
    "campaign": WindowKind(
        "standing", 43, ("end_of_campaign",), N_("on campaign when op >= 15 do play End of Campaign")
    ),
}
"""The windows. Those that are asked as usual are few, and hard to answer in advance: which combat is worth
Military Advantage, which marker Treachery, which army reacts.
"""

REACTIONS: Final = (
    *WINDOWS,
    "9.1",
    "17.5",
    "17.51",
    "17.54",
    "17.6",
    "17.9",
    "card/donative",
    "chart/combat",
)
"""The windows and questions that follow from what the enemy does or the dice say: a player may be spared
those of a turn."""


def keys(view: View, seat: str, rule: str) -> Mapping[str, Key]:
    """Return the facts for tests, from the seat's view alone, besides the fields of the occasion.

    `turn`, `phase`, `phasing`; `event`; `operating`, the units of the army that is acting, its `op` in whole
    operation points and its place, `army`; of the battle `table`, `odds`, `outcome`, `place`, `attacker`,
    `defender`, `role` and the strengths `mine` and `theirs` as printed; of the diplomacy its `target`, how
    many markers the other has `staked` and, face up, which (`stakes`); `solidi`, `hand` (the markers in it)
    and `held`, how many there are in the other's hand.
    """
    other = enemy_of(seat)
    return {
        "turn": view.turn,
        "phase": view.phase,
        "phasing": view.phasing,
        "event": view.event,
        **_of_army(view),
        **_of_battle(view, seat),
        **_of_attempt(view, other),
        "solidi": view.treasury or 0,
        "hand": list(view.hand),
        "held": view.hands[other],
    }


def _of_army(view: View) -> Mapping[str, Key]:
    army = view.army
    return {
        "operating": list(army.units) if army else [],
        "army": army.place if army else "",
        "op": army.half // 2 if army else 0,
    }


def _of_battle(view: View, seat: str) -> Mapping[str, Key]:
    battle = view.battle
    attacker = battle.attacker if battle else ""
    return {
        "table": battle.table if battle else "",
        "odds": battle.odds if battle else "",
        "outcome": battle.result if battle else "",
        "place": battle.place if battle else "",
        "attacker": attacker,
        "defender": battle.defender if battle else "",
        "role": _role(seat, attacker),
        "mine": _strength(view, seat),
        "theirs": _strength(view, enemy_of(seat)),
    }


def _of_attempt(view: View, other: str) -> Mapping[str, Key]:
    attempt = view.attempt
    return {
        "target": attempt.target if attempt else "",
        "staked": attempt.counts.get(other, 0) if attempt else 0,
        "stakes": list(attempt.stakes.get(other, ())) if attempt else [],
    }


def _role(seat: str, attacker: str) -> str:
    if not attacker:
        return ""
    return "attacker" if seat == attacker else "defender"


def _strength(view: View, seat: str) -> int:
    """The printed strength of a side of the battle; 0 without one."""
    if view.battle is None:
        return 0
    units = view.battle.attackers if seat == view.battle.attacker else view.battle.defenders
    return sum(UNITS[u].strength for u in units)

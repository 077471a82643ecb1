"""§17 §33 The sentences of combat, and the words of its orders."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core import N_

TEMPLATES: Mapping[str, str] = {
    "attacked/attack": N_(
        "{seat} attacked {place} from {origin} with {units} for {paid} OP. Defending: {defenders}."
    ),
    "attacked/assault": N_(
        "{seat} assaulted {place} from {origin} with {units} for {paid} OP. Defending: {defenders}."
    ),
    "attacked/manoeuvre": N_(
        "{seat} attacked {place} by manoeuvre from {origin} with {units} for {paid} OP. Defending: "
        "{defenders}."
    ),
    "stood": N_("{seat} stood at {place}."),
    "withdrawal/succeeds": N_(
        "Withdrawal from {place}: {unit} {total} (rolled {die}), pursuing {enemy_unit} "
        "{enemy_total} (rolled {enemy_die}). {seat} withdrew."
    ),
    "withdrawal/fails": N_(
        "Withdrawal from {place}: {unit} {total} (rolled {die}), pursuing {enemy_unit} "
        "{enemy_total} (rolled {enemy_die}). {seat} had to stand."
    ),
    "withdrew": N_("{seat} withdrew {units} from {place}: {way}."),
    "retreated": N_("{seat} retreated {units} from {place}: {way}."),
    "no_retreat": N_("{seat}: {units} could not go {n} {n:hex|hexes} from {place}."),
    "held": N_("{seat} held {place} with {units} and did not retreat."),
    "challenged": N_("{seat}'s {unit} challenged the enemy at {place} to single combat."),
    "declined": N_("{seat} declined {unit}'s challenge."),
    "single_combat/won": N_(
        "Single combat at {place}: {unit} {total} (rolled {die}), {enemy} {enemy_total} (rolled "
        "{enemy_die}). The loser was eliminated."
    ),
    "single_combat/draw": N_(
        "Single combat at {place}: {unit} {total} (rolled {die}), {enemy} {enemy_total} (rolled "
        "{enemy_die}). No effect."
    ),
    "manoeuvred": N_("{seat} manoeuvred at {place} for {paid} more OP."),
    "odds": N_(
        "Odds at {place}: {attacker} {attack} ×{attack_times}{attack_why} = {attack_total}, "
        "{defender} {defence} ×{defence_times}{defence_why} = {defence_total}: {odds} column."
    ),
    "battle/AA": N_("Battle of {place} ({table}, {odds}, rolled {die}): AA, the attacker was defeated."),
    "battle/AR": N_("Battle of {place} ({table}, {odds}, rolled {die}): AR, the attacker had to retreat."),
    "battle/AZ": N_("Battle of {place} ({table}, {odds}, rolled {die}): AZ, the attacker was annihilated."),
    "battle/BB": N_("Battle of {place} ({table}, {odds}, rolled {die}): BB, a bloodbath."),
    "battle/DD": N_("Battle of {place} ({table}, {odds}, rolled {die}): DD, the defender was defeated."),
    "battle/DR": N_("Battle of {place} ({table}, {odds}, rolled {die}): DR, the defender had to retreat."),
    "battle/DZ": N_("Battle of {place} ({table}, {odds}, rolled {die}): DZ, the defender was annihilated."),
}

VERBS: Mapping[str, tuple[str, ...]] = {
    "assault_advantage": ("assault with Military Advantage", "assault with advantage"),
    "manoeuvre_advantage": (
        "manoeuvre with Military Advantage",
        "manoeuvre with advantage",
        "maneuver with advantage",
    ),
    "choose": ("choose", "by"),
    "stand": ("stand", "stand firm", "fight"),
    "withdraw": ("withdraw", "retreat"),
    "with": ("with",),
    "pursue": ("pursue with", "pursue", "with"),
    "lose": ("lose",),
    "retreat": ("retreat", "withdraw"),
    "hold": ("hold", "hold the city", "stay"),
    "no_challenge": ("no challenge", "fight on"),
    "accept": ("accept",),
    "decline": ("decline", "refuse"),
}

"""§17 §33 The sentences of combat, and the words of its orders."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core import N_

TEMPLATES: Mapping[str, str] = {
    "attacked/attack": N_(
        "{seat} attacks {place} from {origin} with {units} for {paid} OP. Defending: {defenders}."
    ),
    "attacked/assault": N_(
        "{seat} assaults {place} from {origin} with {units} for {paid} OP. Defending: {defenders}."
    ),
    "attacked/manoeuvre": N_(
        "{seat} attacks {place} by manoeuvre from {origin} with {units} for {paid} OP. "
        "Defending: {defenders}."
    ),
    "stood": N_("{seat} stands at {place}."),
    "withdrawal/succeeds": N_(
        "Withdrawal (§17.51) from {place}: {unit} {total} (die {die}), pursuing {enemy_unit} "
        "{enemy_total} (die {enemy_die}). {seat} withdraws."
    ),
    "withdrawal/fails": N_(
        "Withdrawal (§17.51) from {place}: {unit} {total} (die {die}), pursuing {enemy_unit} "
        "{enemy_total} (die {enemy_die}). {seat} must stand."
    ),
    "withdrew": N_("{seat} withdraws {units} from {place}: {way}."),
    "retreated": N_("{seat} retreats {units} from {place}: {way}."),
    "no_retreat": N_("{seat}: {units} cannot go {n} {n:hex|hexes} from {place}."),
    "held": N_("{seat} holds {place} with {units} and does not retreat."),
    "challenged": N_("{seat}'s {unit} challenges the enemy at {place} to single combat."),
    "declined": N_("{seat} declines {unit}'s challenge."),
    "single_combat/won": N_(
        "Single combat (§33.1) at {place}: {unit} {total} (die {die}), {enemy} {enemy_total} "
        "(die {enemy_die}). The loser is eliminated."
    ),
    "single_combat/draw": N_(
        "Single combat (§33.1) at {place}: {unit} {total} (die {die}), {enemy} {enemy_total} "
        "(die {enemy_die}). No effect."
    ),
    "manoeuvred": N_("{seat} manoeuvres at {place} for {paid} more OP."),
    "odds": N_(
        "Odds (§17.71) at {place}: {attacker} {attack} ×{attack_times} = {attack_total}, "
        "{defender} {defence} ×{defence_times} = {defence_total}: column {odds}."
    ),
    "battle/AA": N_("Battle of {place} ({table}, {odds}, die {die}): AA, the attacker is defeated."),
    "battle/AR": N_("Battle of {place} ({table}, {odds}, die {die}): AR, the attacker retreats."),
    "battle/AZ": N_("Battle of {place} ({table}, {odds}, die {die}): AZ, the attacker is annihilated."),
    "battle/BB": N_("Battle of {place} ({table}, {odds}, die {die}): BB, a bloodbath."),
    "battle/DD": N_("Battle of {place} ({table}, {odds}, die {die}): DD, the defender is defeated."),
    "battle/DR": N_("Battle of {place} ({table}, {odds}, die {die}): DR, the defender retreats."),
    "battle/DZ": N_("Battle of {place} ({table}, {odds}, die {die}): DZ, the defender is annihilated."),
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

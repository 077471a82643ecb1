"""§3 §4 §6 §12 §13.1 §23: the sequence of play, control, events, losses and victory in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.belisarius.board import LEVELS
from adjudicator.core import N_

TEMPLATES: Mapping[str, str] = {
    # §3 the sequence of play
    "player_turn": N_("Turn {turn}: {seat}'s player turn begins."),
    "turn_over": N_("Turn {turn} ({first} to {last}) ends."),
    "surrendered": N_("{seat} surrenders: {winner} wins."),
    # §4 control, §12 the Guard, §13.1 §21 losses
    "control": N_("{seat} takes control of {province} (was {was})."),
    "control_neutral": N_("{province} becomes neutral (was {was})."),
    "guards_revolt": N_("The Guard in {place} revolts: {units}."),
    "guards_beaten": N_("The Guard in {place} revolts ({units}) and is put down by {others}."),
    "guards_return": N_("The Guard in {place} returns to loyalty: {units}."),
    "eliminated": N_("Eliminated in {place}: {units}."),
    "justinian_dead": N_("Justinian is eliminated: {seat} loses all stratagem markers."),
    # §6 the events
    "event": N_("{seat}'s random event ({dice}): {event}."),
    "event_arrival": N_("{seat} places {units} in {place}."),
    "nobody_comes": N_("{seat} has no unit to place, or nowhere to place it."),
    "grain_void": N_("No player occupies Constantinopolis: the grain supply has no effect."),
    "grain_arrives": N_("{seat}'s fleets bring grain to Constantinopolis."),
    "grain_fails": N_("{seat} has no fleet to bring grain to Constantinopolis."),
    "migration": N_("Barbarian migration: {seat} receives {n} {n:unit|units} of {province}."),
    "war_elsewhere": N_("War: {seat} has no taxes, levies or recruits this turn in {provinces}."),
    "prosperity": N_("Prosperity: {seat} receives {solidi}."),
    "plague": N_("The plague breaks out in: {regions}."),
    "city_dies": N_("The plague leaves {place} pillaged."),
    "nobody_demands": N_("None of {seat}'s stacks demands pay."),
    "paid_soldiers": N_("{seat} pays {solidi} to the soldiers in {places}."),
    "corruption": N_("Corruption: {seat} loses up to {n} {n:solidus|solidi}."),
    "no_resistance": N_("{seat} occupies no neutral province: there is no local resistance."),
    "balance_even": N_("Neither side controls three more provinces than the other."),
    "no_guards": N_("There is no loyal Guard stack without Justinian."),
    "guards_loyal": N_("The Guard in {place} stays loyal (die {n})."),
    "revolt": N_("Revolt in {province} (die {n})."),
    "no_revolt": N_("No revolt in {province} (die {n})."),
    "reformed": N_("{seat} plays Legal Reform: {province} does not check for revolt."),
    # §23 victory
    "level": N_("{seat}: {n} victory {n:point|points}, {level}."),
    "game_over/points": N_("The game is over: Empire {empire}, Barbarian {barbarian}. {winner} wins."),
    "game_over/draw": N_("The game is over: Empire {empire}, Barbarian {barbarian}. It is a draw."),
}

VERBS: Mapping[str, tuple[str, ...]] = {
    "rouse": ("rouse", "resist"),
    "win_over": ("win over", "favour", "favor"),
    "win_back": ("win back",),
    "pay_off": ("pay off", "pay"),
    "incite": ("incite",),
    "surrender": ("surrender", "resign"),
    "event": ("random event", "event"),
    "grain": ("grain supply", "grain"),
    "attrition": ("attrition",),
    "migration": ("migration",),
    "plague": ("plague",),
    "corruption": ("corruption",),
    "balance": ("balance of power", "balance"),
    "guard_revolt": ("revolt of the Guard",),
    "neutral_provinces": ("neutral provinces",),
    "event/recovery": ("army recovery", "the army recovers"),
    "event/grain": ("grain supply of Constantinopolis", "the grain of Constantinopolis"),
    "event/attrition": ("attrition, bandits and pirates", "attrition, bandits, pirates"),
    "event/migration": ("barbarian migration", "a migration of barbarians"),
    "event/war_north": ("war in the north",),
    "event/war_africa": ("war in Africa",),
    "event/war_east": ("war in the east",),
    "event/religion": ("religious crisis", "a religious crisis"),
    "event/prosperity": ("prosperity",),
    "event/plague": ("plague", "the plague"),
    "event/pay": ("soldiers demand pay", "the soldiers demand pay"),
    "event/corruption": ("corruption",),
    "event/resistance": ("local resistance", "a province resists"),
    "event/alliance": ("improved alliance", "an alliance turns for the better"),
    "event/balance": ("balance of power", "the balance of power"),
    "event/guard_revolt": ("Guard revolt", "a revolt of the Guard"),
    "event/revolt_empire": ("revolts in the Empire",),
    "event/revolt_west": ("revolts in the west",),
    "event/revolt_africa": ("revolts in Africa",),
    "event/revolt_barbarian": ("revolts among the barbarians",),
    "event/revolt_east": ("revolts in the east",),
    **{f"level/{id}": (level.name,) for id, level in LEVELS.items()},
}

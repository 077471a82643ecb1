"""§3 §4 §6 §12 §13.1 §23: the sequence of play, control, events, losses and victory in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.belisarius.board import LEVELS
from adjudicator.core import N_

TEMPLATES: Mapping[str, str] = {
    # §3 the sequence of play
    "player_turn": N_("Turn {turn}: {seat}'s player turn began."),
    "turn_over": N_("Turn {turn} ({first} to {last}) ended."),
    "surrendered": N_("{seat} surrendered: {winner} won."),
    # §4 control, §12 the Guard, §13.1 §21 losses
    "control": N_("{seat} took control of {province} (was {was})."),
    "control_neutral": N_("{province} became neutral (was {was})."),
    "guards_revolt": N_("The Guard in {place} revolted: {units}."),
    "guards_beaten": N_("The Guard in {place} revolted ({units}) and was put down by {others}."),
    "guards_return": N_("The Guard in {place} returned to loyalty: {units}."),
    "eliminated": N_("Eliminated in {place}: {units}."),
    "eliminated/many": N_("Eliminated: {items}."),
    "eliminated/item": N_("{units} in {place}"),
    "justinian_dead": N_("{emperor} was eliminated: {seat} lost all stratagem markers."),
    # §6 the events
    "event": N_("{seat}'s random event ({dice}): {event}."),
    "event_arrival": N_("{seat} placed {units} in {place}."),
    "event_arrival/many": N_("{seat} placed {items}."),
    "event_arrival/item": N_("{units} in {place}"),
    "nobody_comes": N_("{seat} had no unit to place, or nowhere to place it."),
    "grain_void": N_("No player occupied Constantinopolis: the grain supply had no effect."),
    "grain_arrives": N_("{seat}'s fleets brought grain to Constantinopolis."),
    "grain_fails": N_("{seat} had no fleet to bring grain to Constantinopolis."),
    "migration": N_("Barbarian migration: {seat} received {n} {n:unit|units} of {province}."),
    "war_elsewhere": N_("War: {seat} had no taxes, levies or recruits that turn in {provinces}."),
    "prosperity": N_("Prosperity: {seat} received {solidi}."),
    "plague": N_("The plague broke out in: {regions}."),
    "city_dies": N_("The plague left {place} pillaged."),
    "city_dies/many": N_("The plague left {n} cities pillaged: {items}."),
    "nobody_demands": N_("None of {seat}'s stacks demanded pay."),
    "paid_soldiers": N_("{seat} paid {solidi} to the soldiers in {places}."),
    "corruption": N_("Corruption: {seat} lost up to {n} {n:solidus|solidi}."),
    "no_resistance": N_("{seat} occupied no neutral province: there was no local resistance."),
    "balance_even": N_("Neither side controlled three more provinces than the other."),
    "no_guards": N_("There was no loyal Guard stack without {emperor}."),
    "guards_loyal": N_("The Guard in {place} stayed loyal (die {n})."),
    "revolt": N_("Revolt in {province} (die {n})."),
    "no_revolt": N_("No revolt in {province} (die {n})."),
    "reformed": N_("{seat} played Legal Reform: {province} did not check for revolt."),
    # §23 victory
    "level": N_("{seat}: {n} victory {n:point|points}, {level}."),
    "game_over/points": N_("The game ended: Empire {empire}, Barbarian {barbarian}. {winner} won."),
    "game_over/draw": N_("The game ended: Empire {empire}, Barbarian {barbarian}. It was a draw."),
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

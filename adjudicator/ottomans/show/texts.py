"""Events of the chapters, as templates; a kind told in several ways has one for each ("result/AD")."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core import N_

TEMPLATES: Mapping[str, str] = {
    # §4 §26 setting up
    "core_order": N_("Choice of core nations: {order:then}."),
    "core": N_("The core nation of the {seat} was {nation}."),
    "partner": N_("The {seat} also began with {nation}."),
    "partner/many": N_("The {seat} also began with {items}."),
    "placed": N_("The {seat} placed {units} in {place}."),
    "placed/many": N_("The {seat} placed {items}."),
    "placed/item": N_("{units} in {place}"),
    "placed_rest": N_("The other units of the {seat} were placed at home."),
    # §5 the turn
    "turn_begins": N_("Turn {turn} began: {years}."),
    "turn_ends": N_("Turn {turn} ended."),
    "initiative": N_("The {seat} had the initiative. Order of play: {order:then}."),
    "enter_pool": N_("Chits entered the pool: {chits}. Leaders: {leaders}."),
    "trains_turn": N_("All Siege Trains were turned to their stronger side."),
    # §19 chits
    "drew": N_("The {seat} drew {n} {n:chit|chits}."),
    "drew_none": N_("The {seat} could draw no chits."),
    "put_back": N_("The {seat} put back {n} {n:chit|chits}."),
    "lost_chits": N_("The {seat} lost {n} unused {n:chit|chits}."),
    "played": N_("The {seat} played {chit}."),
    "played_on": N_("The {seat} played {chit} ({on})."),
    "cast_again": N_("Jesuits/Sufis: the {was} was rerolled and became {n}."),
    "exchanged": N_("The {seat} exchanged a chit for one from the pool."),
    "hurried": N_("One more movement point for {units} in {place}."),
    "safe_conduct": N_(
        "From {place} these units could pass through other coalitions' units in one move: {units}."
    ),
    "trade_agreed": N_("The {seat} agreed to trade with the {other}."),
    "trade_refused": N_("The {seat} declined to trade with the {other}."),
    # §6 control
    "gained": N_("The {seat} took control of {chit}."),
    "gained/many": N_("The {seat} took control of {items}."),
    "joined": N_("{chit} joined the {seat} because the {attacker} attacked it."),
    "lost": N_("The {seat} lost control of {chit}."),
    "lost/many": N_("The {seat} lost control of {items}."),
    "passed": N_("The {seat} attacked {chit}, which they controlled; control passed to the {to}."),
    "must_show": N_("The {seat} held the chit of {chit} and had to show it."),
    "unused_out": N_("The {seat} returned the unused chit of {chit} to the pool."),
    "went_home": N_("Units of {nation} went home: {units}."),
    "left_city": N_("{units} moved out of {place} into {to}."),
    "withdrew": N_("Controlled by nobody, {units} left the map in {place}."),
    "put_ashore": N_("{place}: their ships were lost; the passengers went to {to}: {units}."),
    "spain_enters": N_("Spain entered the game; a Spanish unit held {place}."),
    # §7 §11 §16 movement
    "moved": N_("The {seat} moved {units}: {way}."),
    "sailed": N_("The {seat} sailed {units}: {way}."),
    "sailed/laden": N_("The {seat} sailed {units}, carrying {riders}: {way}."),
    "carried": N_("The {seat} carried {units} by sea: {way}."),
    "weather_stops": N_("Weather (rolled {die}): the {of} stopped in {place}."),
    "weather_fails": N_("Weather (rolled {die}): no effect."),
    "march_begins": N_("{leader} began a forced march from {place} with {units}."),
    "march_begins/alone": N_("{leader} began a forced march from {place} alone."),
    "march_ends": N_("{leader}'s forced march ended."),
    # §9 §27 combat
    "attacked": N_("The {seat} attacked {place} from {origin} with {units}. Defenders: {defenders}."),
    "attacked/there": N_("The {seat} attacked in {place} with {units}. Defenders: {defenders}."),
    "doubled": N_("Military Advance doubled the {side} in {place}."),
    "doubled/attack": N_("Military Advance doubled the attack on {place}."),
    "no_battle": N_("There was no opponent left in {place}."),
    "odds": N_("Odds in {place}: {attack} to {defence}, {odds} column."),
    "result/AD": N_("Battle of {place} ({odds}, rolled {die}): AD, the attacker was defeated."),
    "result/AE": N_("Battle of {place} ({odds}, rolled {die}): AE, the attacker was annihilated."),
    "result/BB": N_("Battle of {place} ({odds}, rolled {die}): BB, a bloodbath."),
    "result/DD": N_("Battle of {place} ({odds}, rolled {die}): DD, the defender was defeated."),
    "result/DE": N_("Battle of {place} ({odds}, rolled {die}): DE, the defender was annihilated."),
    "bloodbath_in_city": N_("A city's garrison was defeated, which counts as a bloodbath."),
    "eliminated": N_("Eliminated in {place}: {units}."),
    "retreated": N_("Retreat from {place} to {to}: {units}."),
    "no_retreat": N_("No retreat from {place}: {units}."),
    "entered": N_("The attackers entered {place}: {units}."),
    "sallied": N_("The garrison of {place} went out to {to}: {units}."),
    "honors": N_("Honors of War: no unit was lost, and the garrison left {place}."),
    # §12 §13 §17 supply, replacement, mercenaries
    "starved": N_("Starved in {place}: {units}."),
    "starved/many": N_("Starved: {items}."),
    "starved/item": N_("{units} in {place}"),
    "fed": N_("Military Advance supplied the {seat} in {place}."),
    "replaced/own": N_("The {seat} brought back {units} in {place}."),
    "replaced/neutral": N_("Neutral units came back in {place}: {units}."),
    "replaced/own/many": N_("The {seat} brought back {items}."),
    "replaced/neutral/many": N_("Neutral units that came back: {items}."),
    "replaced/item": N_("{units} in {place}"),
    "hired": N_("The {seat} hired {units} in {place}."),
    "hired/many": N_("The {seat} hired {items}."),
    "hired/item": N_("{units} in {place}"),
    "court": N_("Kaisar-i-Rum, {leader}: {n} more {n:unit|units} could come to Byzantium."),
    # §14 events
    "event": N_("Random event of the {seat} (rolled {dice}): {event}."),
    "event/letters": N_("Random event of the {seat} (rolled {dice}): {event}, {letters}."),
    "determined": N_("Region {letter} (rolled {die}): {nation}."),
    "determined_none": N_("Region {letter} (rolled {die}): no region."),
    "no_effect": N_("No effect."),
    "plague": N_("Plague: {units} lost in {place}."),
    "plague/many": N_("Lost to the plague: {items}."),
    "plague/item": N_("{units} in {place}"),
    "schism": N_("Until the end of the turn units of the {coalition} could fight each other (rolled {die})."),
    # §15 leaders
    "survival/lives": N_("{leader} survived (rolled {die}, Command Value {command})."),
    "survival/falls": N_("{leader} did not survive (rolled {die}, Command Value {command})."),
    "took_refuge": N_("{leader} went to {to}."),
    "no_refuge": N_("{leader} had no units of the same nation to go to."),
    "leader_gone": N_("{leader} was removed from the game."),
    "leader_drawn": N_("The {seat} drew {leader}."),
    "leader_placed": N_("{leader} appeared in {to}."),
    "leader_back": N_("The {seat} drew {leader}, who had no units and went back to the pool."),
    # §20 agents
    "operation/against": N_(
        "The {seat} sent {agents} {agents:AGENT|AGENTs} against the {target}: {purpose}. "
        "Defending: {defence}."
    ),
    "operation/inside": N_("The {seat} sent {agents} {agents:AGENT|AGENTs} against a leader of their own."),
    "operation/diplomacy": N_(
        "The {seat} tried to take control of {target} with {agents} {agents:AGENT|AGENTs}."
    ),
    "operation_result/success": N_("Success (rolled {die}, total {total})."),
    "operation_result/nothing": N_("No effect (rolled {die}, total {total})."),
    "operation_result/retaliation": N_("Retaliation (rolled {die}, total {total})."),
    "operation_result/retaliation/nobody": N_(
        "Retaliation, which has no effect in diplomacy (rolled {die}, total {total})."
    ),
    "retaliation": N_("The {seat} rolled {die} and drew that many chits."),
    "spied": N_("The {seat} looked at {n} unused {n:chit|chits} of the {target}."),
    "took_chit": N_("The {seat} took an unused chit from the {target}."),
    "chit_held": N_("No effect: a player holds the chit of {chit} unused."),
    # §21 the end
    "game_over/empire": N_("Empire: {empire}. Points: {points}. {n:Winner|Winners}: {winners}."),
    "game_over/empire/nobody": N_("Empire: {empire}, in which no player has a point. Nobody won."),
    "game_over/survival": N_(
        "There was no empire. Points: {points}; needed more than: {needed}. {n:Winner|Winners}: {winners}."
    ),
    "game_over/nobody": N_(
        "There was no empire, and nobody won. Points: {points}; needed more than: {needed}."
    ),
}

CHITS = N_("Chits: {chits}.")
"""The part of an event about chits that its owner alone reads."""

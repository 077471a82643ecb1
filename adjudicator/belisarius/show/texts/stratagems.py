"""§8 §9 §22 §24: stratagem markers, diplomacy, showing and negotiation in words."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core import N_

TEMPLATES: Mapping[str, str] = {
    "played": N_("{seat} played {marker}."),
    "played/on": N_("{seat} played {marker} on {on}."),
    "played/call": N_("{seat} played {marker} to bring on {on}."),
    "nullified": N_("Treachery cancelled {seat}'s {marker}."),
    "rolled": N_("{seat} rolled {dice} for this: {why}."),
    "cast_again": N_("{seat} forced a reroll: {was} became {n}."),
    "drew": N_("{seat} drew {n} {n:marker|markers}."),
    "drew/known": N_("{seat} drew {markers}."),
    "forwent": N_("{seat} is at the marker limit and draws {n} {n:marker|markers} less."),
    "returned": N_("{seat} returned {n} {n:marker|markers} to the pool before drawing."),
    "returned/known": N_("{seat} returned {markers} to the pool before drawing."),
    "gave_back": N_("{seat} could not keep {marker}: it returned to the pool."),
    "lost_markers": N_("{seat} lost {n} {n:marker|markers}."),
    "lost_markers/known": N_("{seat} lost {markers}."),
    "campaign_cut": N_("End of Campaign: the victorious army at {place} lost its last {half} OP."),
    "donative": N_("The troops demanded a donative: {seat} paid {solidi} to {units}."),
    "currency_reform": N_("{seat} debased the coinage and gained {solidi}."),
    "rallied": N_("{seat} rallied ({dice}) and gained {solidi}."),
    "not_exchanged": N_("Procopius: {seat} or {enemy} had no marker, so none was exchanged."),
    "exchanged": N_("Procopius: {seat} and {enemy} exchanged a marker."),
    "exchanged/known": N_("Procopius: {seat} took {markers} from {enemy} and gave {given}."),
    "searched": N_("Theodora: {seat} searched the pool and took {n} {n:marker|markers}."),
    "searched/known": N_("Theodora: {seat} searched the pool and took {markers}."),
    "allied": N_("Allies of Rome: {seat} placed {units} at {place}."),
    "market": N_("Market: {seat}'s units at {place} were supplied."),
    "cut_short": N_("{seat} played End of Campaign ({n}): the army at {place} had {half} OP left."),
    "recalled": N_("{units} returned (rolled {n})."),
    "not_recalled": N_("{units} did not return (rolled {n})."),
    "leader_gone": N_("{units} was eliminated by {seat}'s Leader marker (rolled {n})."),
    "leader_stays": N_("{units} survived {seat}'s Leader marker (rolled {n})."),
    "disease": N_("Disease at {place} (rolled {die}): {n} {n:unit|units} lost."),
    "attempt_failed": N_("All markers that {seat} staked were cancelled: the attempt on {target} failed."),
    "staked/by": N_("{seat} attempted diplomacy on {target} and staked {n} {n:marker|markers}."),
    "staked/against": N_("{seat} staked {n} {n:marker|markers} against it."),
    "staked/known": N_("{seat} staked {markers} (diplomacy on {target})."),
    "revealed": N_("{seat} revealed {markers}."),
    "diplomacy/success": N_(
        "{seat}'s diplomacy on {target} ({parts}): difference {difference} (rolled {n}). Result "
        "{results}: success."
    ),
    "diplomacy/mixed": N_(
        "{seat}'s diplomacy on {target} ({parts}): difference {difference} (rolled {n}). Result "
        "{results}: success, but the other side reacted."
    ),
    "diplomacy/reaction": N_(
        "{seat}'s diplomacy on {target} ({parts}): difference {difference} (rolled {n}). Result "
        "{results}: failure, and the other side reacted."
    ),
    "diplomacy/failure": N_(
        "{seat}'s diplomacy on {target} ({parts}): difference {difference} (rolled {n}). No result."
    ),
    "tolerated": N_("Tolerance: {seat} drew no markers."),
    "unrewarded": N_("{seat} declined every effect of the result."),
    "spied_hand": N_("{seat} looked at {enemy}'s {n} {n:marker|markers}."),
    "spied_hand/known": N_("{seat} looked at {enemy}'s markers: {markers}."),
    "spied_treasury": N_("{seat} looked at {enemy}'s treasury."),
    "spied_treasury/known": N_("{seat} looked at {enemy}'s treasury: {solidi}."),
    "assassinated": N_("{seat} had {units} assassinated (rolled {n})."),
    "escaped": N_("{units} escaped {seat}'s assassins (rolled {n})."),
    "showed_hand": N_("{seat} showed all its markers: {markers}."),
    "showed_treasury": N_("{seat} showed its treasury: {solidi}."),
    "offered": N_("{seat} made offer {agreement} to {enemy}."),
    "offered/known": N_(
        "{seat} made offer {agreement} to {enemy}: gives {give}, wants {want}{release}.{terms}"
    ),
    "offered/peace": N_("{seat} offered {enemy} to end the game now (offer {agreement})."),
    "agreed": N_("{seat} accepted {enemy}'s offer {agreement}."),
    "agreed/known": N_(
        "{seat} accepted {enemy}'s offer {agreement}: gives {want}, gets {give}{release}.{terms}"
    ),
    "offer_void": N_("Offer {agreement} was void: {seat} no longer had what had been offered to {enemy}."),
    "offer_closed/declined": N_("{seat} declined offer {agreement}."),
    "offer_closed/retracted": N_("{seat} retracted offer {agreement}."),
    "paid_over": N_("{seat} gave {enemy} {solidi}."),
    "handed_over": N_("{seat} gave {enemy} {n} {n:marker|markers}."),
    "handed_over/known": N_("{seat} gave {enemy} {markers}."),
    "breach_claimed": N_("{seat} claimed that {enemy} broke agreement {agreement}."),
    "breach_denied": N_("{seat} denied breaking agreement {agreement}."),
    "breach": N_("{seat} broke agreement {agreement}: {enemy} rolled two dice and drew that many markers."),
}

VERBS: Mapping[str, tuple[str, ...]] = {
    "play": ("play",),
    "pass": ("pass",),
    "return": ("return",),
    "forgo": ("forgo",),
    "pay": ("pay",),
    "check": ("check",),
    "call": ("call", "bring"),
    "recall": ("recall Justinian", "recall"),
    "against": ("on", "against"),
    "stake": ("stake", "diplomacy"),
    "upon": ("on", "upon", "against", "at"),
    "stakes": ("stakes",),
    "for_it": ("for it",),
    "against_it": ("against it",),
    "cities": ("all cities held",),
    "imperial": ("old province of the Empire",),
    "persian": ("Persia",),
    "led": ("Guards under a leader",),
    "spy": ("spy", "look at"),
    "assassinate": ("assassinate",),
    "win": ("win", "control"),
    "detach": ("detach", "make neutral"),
    "restore": ("restore",),
    "stir": ("stir up", "stir"),
    "hand": ("markers", "hand"),
    "treasury": ("treasury",),
    "show": ("show",),
    "offer": ("offer",),
    "peace": ("offer peace", "peace"),
    "accept": ("accept",),
    "decline": ("decline", "refuse"),
    "retract": ("retract", "take back"),
    "claim": ("claim breach", "claim"),
    "admit": ("admit",),
    "deny": ("deny",),
    "in_return": ("for",),
    "releasing": ("releasing",),
    "saying": ("saying", "promising"),
    "solidi": ("solidi", "SP"),
    "diplomacy": ("diplomacy",),
    "assassination": ("assassination",),
    "regalia": ("regalia",),
    "breach": ("breach",),
}

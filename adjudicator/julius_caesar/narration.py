"""Events as sentences, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.core import N_, Event, Words, fill, words

from .board import BLOCKS
from .names import LEXICON

TEMPLATES: Mapping[str, str] = {
    "deployed": N_("{side} has rearranged his blocks: {blocks}."),
    "dealt": N_("Year {year}: {cards} cards are dealt to each side."),
    "discarded": N_("Both sides have laid a card aside."),
    "cards_played": N_("Cards: Caesar plays {caesar}, Pompey plays {pompey}."),
    "events_cancelled": N_("Two events cancel each other: the turn is over."),
    "apollo_copied": N_("{side}'s Apollo copies {card}."),
    "first_player": N_("{side} goes first."),
    "moved/move": N_("{side} moves {blocks}: {way}."),
    "moved/attack": N_("{side} attacks with {blocks}: {way}."),
    "moved/reinforce": N_("{side} reinforces with {blocks}: {way}."),
    "moved/sea": N_("{side} carries {blocks} by sea: {way}."),
    "main_attack": N_("{side}'s main attack on {place} comes from {origin}."),
    "surprise": N_("{card}: {side} strikes by surprise at {place}."),
    "levied": N_("{side} levies {blocks} at {place}."),
    "stepped": N_("{side} adds a step to {blocks} at {place}."),
    "no_target": N_("{card} finds no target."),
    "declined": N_("{side} lets {card} pass."),
    "struck": N_("Jupiter points at {block} in {place}."),
    "defected": N_("{block} goes over to {side}, to {to}."),
    "erupted": N_("Vulcan strikes {place}: {blocks} lose a step each."),
    "battle_begins": N_("Battle of {place}. Attacker {attacker}. In line: {lines}. In reserve: {reserves}."),
    "reserves_arrive": N_("Reserves arrive at {place}: {lines}."),
    "passed": N_("{side}: {blocks} pass."),
    "fired": N_("{block} of {side} fires (up to {firepower} hits): {dice}. Hits: {hits}."),
    "weakened": N_("{block} loses a step: {steps} left."),
    "eliminated": N_("{block} of {side} is eliminated at {place}."),
    "leader_lost": N_("{block} falls at {place}: a trophy of {captor}."),
    "cleopatra_changes": N_("Cleopatra goes over to {side} at {place}, with one step."),
    "no_retreat": N_("{block} of {side} must retreat from {place} and cannot."),
    "disrupted": N_("{side}'s main force at {place} is gone: its reserves ({blocks}) are disrupted."),
    "roles_swapped": N_("At {place} {attacker} attacks from now on."),
    "retreated/land": N_("{side} retreats {blocks} from {place} to {to}."),
    "retreated/sea": N_("{side} retreats {blocks} by sea from {place} to {to}."),
    "battle_ends": N_("The battle of {place} is won by {side} in round {round}."),
    "regrouped": N_("{side} regroups {blocks} from {place} to {to}."),
    "turn_over": N_("Turn {turn} of year {year} is over."),
    "winter": N_("Winter of year {year}."),
    "cleopatra_home": N_("Cleopatra returns from {origin} to {to}."),
    "cleopatra_joins": N_("Cleopatra joins {side}, who holds {place}."),
    "points": N_("Points: Caesar {caesar}, Pompey {pompey}."),
    "docked": N_("{side}'s {blocks} from {origin} winter in {to}."),
    "disbanded": N_("{side} disbands {blocks} at {place}."),
    "new_year": N_("Year {year} begins."),
    "game_over/points": N_("{winner} wins with ten points or more: Caesar {caesar}, Pompey {pompey}."),
    "game_over/more": N_("{winner} wins with more points: Caesar {caesar}, Pompey {pompey}."),
    "game_over/rome": N_("{winner} holds Rome and wins: Caesar {caesar}, Pompey {pompey}."),
    "game_over/draw": N_("A draw: Caesar {caesar}, Pompey {pompey}, and nobody holds Rome."),
}

ONE_BLOCK = N_("1 block")
BLOCKS_OF = N_("{n} blocks")
BLOCKS_MIXED = N_("{n} blocks ({colours})")
COLOUR = N_("{n} {colour}")
FACE = N_("{block} {code} with {steps}")
LINE = N_("{side}: {faces}")
NOBODY = N_("none")


def say(event: Event, language: str) -> str:
    """One redacted event as a sentence."""
    v = event.values
    how = v.get("how")
    template = TEMPLATES[f"{event.kind}/{how}" if f"{event.kind}/{how}" in TEMPLATES else event.kind]
    spoken: dict[str, Any] = {k: x for k, x in v.items() if isinstance(x, str | int)}
    if "cards" in v or event.kind in ("cards_played", "points", "game_over"):
        spoken |= {k: LEXICON.label(x, language) if isinstance(x, str) else x for k, x in spoken.items()}
    spoken |= {"blocks": blocks_said(v), "dice": " ".join(map(str, v.get("dice", [])))}
    spoken["way"] = "-".join(LEXICON.label(p, language) for p in v.get("way", []))
    if "lines" in v:
        spoken["lines"] = [_line(side, faces) for side, faces in v["lines"].items() if faces] or Words(NOBODY)
    if "reserves" in v:
        waiting = [words(LINE, side=s, faces=backs_said(of)) for s, of in v["reserves"].items() if of]
        spoken["reserves"] = waiting or Words(NOBODY)
    return fill(Words(template, spoken), language, LEXICON.label)


def blocks_said(v: Mapping[str, Any]) -> Any:
    """The blocks by name where the reader knows them, else how many backs."""
    known = v.get("blocks")
    return known if isinstance(known, list) else backs_said(v.get("backs", {}))


def backs_said(backs: Mapping[str, int]) -> Words:
    """How many blocks, and their colours where they are not all of one."""
    n = sum(backs.values())
    if len(backs) > 1:
        colours = [words(COLOUR, n=count, colour=colour) for colour, count in backs.items()]
        return words(BLOCKS_MIXED, n=n, colours=colours)
    return Words(ONE_BLOCK) if n == 1 else words(BLOCKS_OF, n=n)


def _line(side: str, faces: Mapping[str, int]) -> Words:
    said = [words(FACE, block=b, code=code_of(b), steps=BLOCKS[b].strengths[n - 1]) for b, n in faces.items()]
    return words(LINE, side=side, faces=said)


def code_of(block: str) -> str:
    """A block's letter and firepower, as on its label: "C3"; a ballista's both letters."""
    printed = BLOCKS[block]
    letters = printed.letter if printed.attacks_at is None else f"{printed.letter}/{printed.attacks_at}"
    return f"{letters}{printed.firepower}"

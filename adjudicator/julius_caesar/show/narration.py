"""Events as sentences, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from adjudicator.core import N_, Event, Words, fill, words
from adjudicator.core.languages import LANGUAGES
from adjudicator.julius_caesar.board import BLOCKS
from adjudicator.julius_caesar.world import SIDES

from .names import LEXICON

TEMPLATES: Mapping[str, str] = {
    "deployed": N_("{side} finishes free deployment."),
    "dealt": N_("Year {year}: each side is dealt {cards} cards."),
    "discarded": N_("Both sides discard a card."),
    "cards_played": N_("Caesar plays {caesar}, Pompey plays {pompey}."),
    "events_cancelled": N_("Two events cancel each other out: the turn ends."),
    "apollo_copied": N_("{side}'s Apollo copies {card}."),
    "first_player": N_("{side} goes first."),
    "moved/move": N_("{side} moves {blocks}: {way}."),
    "moved/attack": N_("{side} attacks with {blocks}: {way}."),
    "moved/reinforce": N_("{side} reinforces with {blocks}: {way}."),
    "moved/sea": N_("{side} moves {blocks} by sea: {way}."),
    "main_attack": N_("{side}'s main attack on {place} comes from {origin}."),
    "surprise": N_("{card}: {side} makes a surprise attack at {place}."),
    "levied": N_("{side} levies {blocks} at {place}."),
    "stepped": N_("{side} adds a step to {blocks} at {place}."),
    "no_target": N_("{card} has no target."),
    "declined": N_("{side} does not use {card}."),
    "struck": N_("Jupiter picks {block} in {place}."),
    "defected": N_("{block} defects to {side} and goes to {to}."),
    "erupted": N_("Vulcan strikes {place}: {blocks} {blocks:loses a step|lose a step each}."),
    "battle_begins": N_("Battle of {place}: {attacker} attacks. Main forces: {lines}. Reserves: {reserves}."),
    "reserves_arrive": N_("Reserves arrive at {place}: {lines}."),
    "passed": N_("{side} passes with {blocks}."),
    "fired": N_("{side}: {block} fires (§7.4, hits on {firepower} or less): {dice}. {hits} {hits:hit|hits}."),
    "hits_lost": N_("{n} {n:hit|hits} beyond {side}'s main force {n:is|are} lost."),
    "weakened": N_("{side}: {block} loses a step and is now at {strength}."),
    "eliminated": N_("{side}: {block} is eliminated at {place}."),
    "leader_lost": N_("{side}: {block} is eliminated at {place} and becomes a trophy for {captor}."),
    "cleopatra_changes": N_("Cleopatra joins {side} at {place}, with one step."),
    "no_retreat": N_("{side}: {block} must retreat from {place} but has nowhere to go."),
    "disrupted": N_("{side}'s main force at {place} is gone: the reserves ({blocks}) are disrupted."),
    "roles_swapped": N_("Attacker and defender change places at {place}: {attacker} is now the attacker."),
    "retreated/land": N_("{side} retreats {blocks} from {place} to {to}."),
    "retreated/sea": N_("{side} retreats {blocks} by sea from {place} to {to}."),
    "battle_ends": N_("{side} wins the battle of {place} in round {round}."),
    "regrouped": N_("{side} regroups {blocks} from {place} to {to}."),
    "turn_over": N_("Turn {turn} of year {year} ends."),
    "winter": N_("Winter of year {year}."),
    "cleopatra_home": N_("Cleopatra returns from {origin} to {to}."),
    "cleopatra_joins": N_("Cleopatra joins {side}, who holds {place}."),
    "points": N_("Victory points: Caesar {caesar}, Pompey {pompey}."),
    "docked": N_("{side} brings {blocks} from {origin} into port at {to}."),
    "disbanded": N_("{side} disbands {blocks} at {place}."),
    "new_year": N_("Year {year} begins."),
    "game_over/points": N_(
        "{winner} wins with ten or more victory points: Caesar {caesar}, Pompey {pompey}."
    ),
    "game_over/more": N_("{winner} wins on victory points: Caesar {caesar}, Pompey {pompey}."),
    "game_over/rome": N_("{winner} holds Roma and wins the tie: Caesar {caesar}, Pompey {pompey}."),
    "game_over/draw": N_("The game is a draw: Caesar {caesar}, Pompey {pompey}, and nobody holds Roma."),
}

HAND = N_("{side}'s hand: {cards}.")
LAID_ASIDE = N_("{side} discards {card}.")

BLOCKS_OF = N_("{n} {n:block|blocks}")
BLOCKS_MIXED = N_("{n} blocks ({colours})")
COLOUR = N_("{n} {colour}")
FACE = N_("{block} ({code}) {strength}")
LINE = N_("{side}: {faces}")
BOTH = N_("{one}; {other}")
NOBODY = N_("none")

ROMAN = ("", "I", "II", "III", "IV")
"""Strengths as they stand on the blocks (§3.11)."""


def say(event: Event, language: str) -> str:
    """One redacted event as a sentence, and what the reader alone may know of it as others."""
    said = [_sentence(event, language), *_known(event)]
    gap = LANGUAGES[language].gap
    return gap.join(fill(text, language, LEXICON.label) for text in said)


def _sentence(event: Event, language: str) -> Words:
    v = event.values
    kind = f"{event.kind}/{v.get('how')}"
    spoken: dict[str, Any] = {k: x for k, x in v.items() if isinstance(x, str | int)}
    spoken |= {"blocks": blocks_said(v), "dice": " ".join(map(str, v.get("dice", [])))}
    spoken["way"] = "-".join(LEXICON.label(place, language) for place in v.get("way", []))
    if event.kind == "weakened":
        spoken["strength"] = ROMAN[BLOCKS[v["block"]].strengths[v["steps"] - 1]]
    if "lines" in v:
        spoken["lines"] = _both(_line(side, faces) for side, faces in v["lines"].items() if faces)
    if "reserves" in v:
        spoken["reserves"] = _both(
            words(LINE, side=s, faces=backs_said(of)) for s, of in v["reserves"].items() if of
        )
    return Words(TEMPLATES.get(kind) or TEMPLATES[event.kind], spoken)


def _known(event: Event) -> Iterator[Words]:
    """Yield the owners of the cards, for those who may know it (§2.1)."""
    for side in SIDES:
        if cards := event.values.get(f"{side}_hand"):
            yield words(HAND, side=side, cards=cards)
        if event.kind == "discarded" and (card := event.values.get(side)):
            yield words(LAID_ASIDE, side=side, card=card)


def _both(said: Iterable[Words]) -> Words:
    """Join the sentences about one side or both; "none" if there is none."""
    match list(said):
        case [one, other]:
            return words(BOTH, one=one, other=other)
        case [one]:
            return one
    return Words(NOBODY)


def blocks_said(v: Mapping[str, Any]) -> Any:
    """The blocks by name where the reader knows them, else how many backs."""
    known = v.get("blocks")
    return known if isinstance(known, list) else backs_said(v.get("backs", {}))


def backs_said(backs: Mapping[str, int]) -> Words:
    """Return how many blocks, and their colours where they are not all of one."""
    n = sum(backs.values())
    if len(backs) > 1:
        colours = [words(COLOUR, n=count, colour=colour) for colour, count in backs.items()]
        return words(BLOCKS_MIXED, n=n, colours=colours)
    return words(BLOCKS_OF, n=n)


def _line(side: str, faces: Mapping[str, int]) -> Words:
    said = [
        words(FACE, block=b, code=code_of(b), strength=ROMAN[BLOCKS[b].strengths[n - 1]])
        for b, n in faces.items()
    ]
    return words(LINE, side=side, faces=said)


def code_of(block: str) -> str:
    """A block's letter and firepower, as on its label: "C3"; a ballista's both letters."""
    printed = BLOCKS[block]
    letters = printed.letter if printed.attacks_at is None else f"{printed.letter}/{printed.attacks_at}"
    return f"{letters}{printed.firepower}"

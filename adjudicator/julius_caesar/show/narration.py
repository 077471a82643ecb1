"""Events as sentences, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core import N_, Event, Words, words
from adjudicator.core.game.reading import Gathered, gathered, listed
from adjudicator.core.language.languages import FIRST
from adjudicator.core.language.words import Hyphened, Passage, spoken
from adjudicator.julius_caesar.board import BLOCKS
from adjudicator.julius_caesar.world import SIDES, is_leader, is_ship

from .names import LEXICON

TEMPLATES: Mapping[str, str] = {
    "deployed": N_("{side} finished free deployment."),
    "dealt": N_("Each side was dealt {cards} cards."),
    "discarded": N_("Both sides discarded a card."),
    "cards_played": N_("Caesar played {caesar}, Pompey played {pompey}."),
    "events_cancelled": N_("Two events cancelled each other out, and the turn ended."),
    "apollo_copied": N_("{side}'s Apollo copied {card}."),
    "first_player": N_("{side} went first."),
    "moved/move": N_("{side} moved {blocks}: {way}."),
    "moved/attack": N_("{side} attacked with {blocks}: {way}."),
    "moved/reinforce": N_("{side} reinforced with {blocks}: {way}."),
    "moved/sea": N_("{side} moved {blocks} by sea: {way}."),
    "moved/move/many": N_("{side} moved {items}."),
    "moved/attack/many": N_("{side} attacked with {items}."),
    "moved/reinforce/many": N_("{side} reinforced with {items}."),
    "moved/sea/many": N_("{side} moved by sea {items}."),
    "moved/item": N_("{blocks} ({way})"),
    "main_attack": N_("{side}'s main attack on {place} came from {origin}."),
    "surprise": N_("{card}: {side} made a surprise attack at {place}."),
    "levied": N_("{side} levied {blocks} at {place}."),
    "stepped": N_("{side} added a step to {blocks} at {place}."),
    "levied/many": N_("{side} levied {items}."),
    "levied/item": N_("{blocks} at {place}"),
    "stepped/many": N_("{side} added {n} steps: {items}."),
    "stepped/item": N_("{times} to {blocks} at {place}"),
    "stepped/item/hidden": N_("{times} at {place}"),
    "stepped/one": N_("{side} added {times} steps to {blocks} at {place}."),
    "stepped/one/hidden": N_("{side} added {times} steps at {place}."),
    "no_target": N_("{card} had no target."),
    "declined": N_("{side} did not use {card}."),
    "struck": N_("Jupiter picked {block} at {place}."),
    "struck/step": N_("Jupiter struck {block} at {place}: it lost a step."),
    "defected": N_("{block} defected to {side} and went to {to}."),
    "erupted": N_("Vulcan struck {place}: {blocks} {blocks:lost a step|lost a step each}."),
    "battle_begins": N_(
        "Battle of {place}: {attacker} attacked. Main forces: {lines}. Reserves: {reserves}."
    ),
    "round_begins": N_("Round {round} began at {place}."),
    "reserves_arrive": N_("Reserves arrived at {place}: {lines}."),
    "passed": N_("{side} passed with {blocks}."),
    "fired": N_("{who} fired (hits on {firepower} or less): {dice}. {hits} {hits:hit|hits}."),
    "fired/hits": N_(
        "{who} fired (hits on {firepower} or less): {dice}. {hits} {hits:hit|hits}: {losses:clauses}."
    ),
    "hits_lost": N_("{n} {n:hit|hits} beyond {side}'s main force {n:was|were} lost."),
    "weakened": N_("{who} dropped to {strength}."),
    "eliminated": N_("{who} was eliminated at {place}."),
    "leader_lost": N_("{who} was eliminated at {place} and became a trophy for {captor}."),
    "cleopatra_changes": N_("Cleopatra joined {side} at {place} with one step."),
    "no_retreat": N_("{who} had to retreat from {place} but had nowhere to go."),
    "disrupted": N_("{side}'s main force at {place} was gone: the reserves ({blocks}) were disrupted."),
    "roles_swapped": N_("Attacker and defender changed places at {place}: {attacker} became the attacker."),
    "retreated/land": N_("{side} retreated {blocks} from {place} to {to}."),
    "retreated/sea": N_("{side} retreated {blocks} by sea from {place} to {to}."),
    "battle_ends": N_("{side} won the battle of {place} in round {round}."),
    "regrouped": N_("{side} regrouped {blocks} from {place} to {to}."),
    "regrouped/many": N_("{side} regrouped {items}."),
    "regrouped/item": N_("{blocks} from {place} to {to}"),
    "turn_over": N_("Turn {turn} of year {year} ended."),
    "winter": N_("Winter of year {year}."),
    "cleopatra_home": N_("Cleopatra returned from {origin} to {to}."),
    "cleopatra_joins": N_("Cleopatra joined {side}, who held {place}."),
    "points": N_("Victory points: Caesar {caesar}, Pompey {pompey}."),
    "docked": N_("{side} brought {blocks} from {origin} into port at {to}."),
    "docked/many": N_("{side} brought into port {items}."),
    "docked/item": N_("{blocks} from {origin} to {to}"),
    "disbanded": N_("{side} disbanded {blocks} at {place}."),
    "disbanded/many": N_("{side} disbanded {items}."),
    "disbanded/item": N_("{blocks} at {place}"),
    "new_year": N_("Year {year} began."),
    "game_over/points": N_("{winner} won with ten or more victory points."),
    "game_over/more": N_("{winner} won on victory points."),
    "game_over/rome": N_("{winner} held Roma and won the tie."),
    "game_over/draw": N_("The game was drawn: the points were equal, and nobody held Roma."),
}

OWNED = N_("{side}: {block}")
"""A block with its side, where it has not the side's own name."""

HAND = N_("{side}'s hand: {cards}.")
LAID_ASIDE = N_("{side} discarded {card}.")

BLOCKS_OF = N_("{n} {n:block|blocks}")
BLOCKS_MIXED = N_("{n} blocks ({colours})")
COLOUR = N_("{n} {colour}")
FACE = N_("{block} ({code}) {strength}")
LINE = N_("{side}: {faces}")
BOTH = N_("{one}; {other}")
NOBODY = N_("none")

ROMAN = ("", "I", "II", "III", "IV")
"""Strengths in the form printed on the blocks (§3.11)."""


LEADER = N_("{block} (leader)")
LEFT_AT = N_("{block} left at {strength}")
LOST = N_("{block} eliminated")

UNTOLD = ("turn_over", "winter", "new_year")
"""Kinds of events that posts leave out: their titles and the map tell them."""

HEADLINES = frozenset(
    {
        "struck",
        "defected",
        "erupted",
        "leader_lost",
        "cleopatra_changes",
        "battle_ends",
        "cleopatra_joins",
        "points",
        "game_over",
    }
)
"""Kinds of events that somebody who was away is told first."""


GATHERED = {
    kind: Gathered(("side",)) for kind in ("moved", "levied", "stepped", "regrouped", "disbanded", "docked")
}


def gather(events: Sequence[Event]) -> Sequence[Event]:
    """Return events with those made one that one sentence tells: neighbours of a kind, and who fires with the
    losses that follow.
    """
    found = list[Event]()
    for event in events:
        last = found[-1] if found else None
        if last is not None and last.kind == "fired" and event.kind in ("weakened", "eliminated"):
            losses = {**last.values.get("losses", {}), event.values["block"]: event.values.get("steps", 0)}
            found[-1] = Event("fired", last.rule, {**last.values, "how": "hits", "losses": losses})
        else:
            found.append(event)
    return [_steps_counted(event) for event in gathered(found, GATHERED)]


def _steps_counted(event: Event) -> Event:
    """Return steps that were added to the same blocks, or to hidden ones of a place, as one item each."""
    if event.kind != "stepped" or "items" not in event.values:
        return event
    items = dict[tuple[str, ...], dict[str, Any]]()
    for item in event.values["items"]:
        known = item.get("blocks")
        at = (item["place"], *(known or ()))
        times = items[at]["times"] + 1 if at in items else 1
        items[at] = {**item, "times": times, "how": "" if known else "hidden"}
    if len(items) == 1:
        [(_, one)] = items.items()
        how = f"one/{one['how']}".rstrip("/")
        return Event(event.kind, event.rule, {**one, "side": event.values["side"], "how": how})
    return Event(event.kind, event.rule, {**event.values, "items": list(items.values())})


def say(event: Event, language: str) -> str:
    """Return one redacted event as a sentence."""
    return spoken(told_of(event), language, LEXICON.label)


def told_of(event: Event) -> Passage:
    """Return one redacted event in words, and what the reader alone may know of it as further sentences."""
    return Passage([_sentence(event), *_known(event)])


def filled(template: str, event: Event) -> Words:
    """Return a template with the values of an event."""
    return words(template, **_spoken(event))


def _sentence(event: Event) -> Words:
    v = event.values
    kind = f"{event.kind}/{'step' if _stays(event) else v.get('how')}"
    return words(TEMPLATES.get(kind) or TEMPLATES[event.kind], **_spoken(event))


def _spoken(event: Event) -> dict[str, Any]:
    """Return an event's values as its template says them; the items of one that tells many are a list."""
    v = event.values
    spoken: dict[str, Any] = {k: x for k, x in v.items() if isinstance(x, str | int)}
    spoken |= {"blocks": blocks_said(v), "dice": " ".join(map(str, v.get("dice", [])))}
    spoken["way"] = Hyphened(v.get("way", []))
    if "block" in v and "side" in v:
        spoken["who"] = _who(v["side"], v["block"])
    if event.kind == "weakened":
        spoken["strength"] = ROMAN[BLOCKS[v["block"]].strengths[v["steps"] - 1]]
    if "lines" in v:
        spoken["lines"] = _both(_line(side, faces) for side, faces in v["lines"].items() if faces)
    if "reserves" in v:
        spoken["reserves"] = _both(
            words(LINE, side=s, faces=backs_said(of)) for s, of in v["reserves"].items() if of
        )
    if "items" in v:
        each = [_spoken(Event(event.kind, event.rule, values)) for values in v["items"]]
        item = f"{event.kind}/item"
        template = TEMPLATES.get(f"{item}/{v['items'][0].get('how')}") or TEMPLATES[item]
        spoken["items"] = listed(template, each)
    if "losses" in v:
        spoken["losses"] = [_loss(block, steps) for block, steps in v["losses"].items()]
    return spoken


def _loss(block: str, steps: int) -> Words:
    if not steps:
        return words(LOST, block=named(block))
    return words(LEFT_AT, block=named(block), strength=ROMAN[BLOCKS[block].strengths[steps - 1]])


def _stays(event: Event) -> bool:
    """Return true if Jupiter has drawn a leader or a ship, which does not defect (§card/jupiter)."""
    return event.kind == "struck" and (is_leader(event.values["block"]) or is_ship(event.values["block"]))


def _who(side: str, block: str) -> Words | str:
    """Return a block with its side; a leader who has the side's name is named once, and as the leader."""
    return (
        named(block)
        if LEXICON.label(block, FIRST) == LEXICON.label(side, FIRST)
        else words(OWNED, side=side, block=block)
    )


def named(block: str) -> Words | str:
    """Return a block; of a leader who has the name of a side it is said that the leader is meant."""
    shared = {LEXICON.label(side, FIRST) for side in SIDES}
    return words(LEADER, block=block) if LEXICON.label(block, FIRST) in shared else block


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
    return words(NOBODY)


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

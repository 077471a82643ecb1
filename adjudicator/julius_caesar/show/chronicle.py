"""The war as a story: a line for the cards of a turn, the moves of a side, each battle and levy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core import N_, Event
from adjudicator.core.game.chronicle import Chronicle, Passage, Told
from adjudicator.core.language.words import Cells
from adjudicator.core.log.chain import JSON
from adjudicator.julius_caesar.world import SIDES

from .narration import filled, told_of

HEADS: Mapping[str, str] = {
    "battle_ends/attacker": N_(
        "Battle of {place}: {side} attacked {loser} and won in {round} {round:round|rounds}."
    ),
    "battle_ends/defender": N_(
        "Battle of {place}: {loser} attacked, {side} held it in {round} {round:round|rounds}."
    ),
}
"""The sentences of heads that are told otherwise than in the journal."""

CLAUSES: Mapping[str, str] = {
    "first_player": N_("{side} went first"),
    "surprise": N_("{card}: a surprise attack"),
    "eliminated": N_("{who} eliminated"),
    "leader_lost": N_("{who} eliminated, a trophy for {captor}"),
    "cleopatra_changes": N_("Cleopatra joined {side}"),
    "disrupted": N_("{side}'s reserves were disrupted"),
    "retreated": N_("{side} retreated {blocks} to {to}"),
}
"""The words of a line for an event, where it says less than the journal."""


def _fought(events: Sequence[Event]) -> Mapping[str, JSON]:
    """Return the loser of a battle, and the part that the winner had in it."""
    begun = next((event.values for event in events if event.kind == "battle_begins"), None)
    ended = next((event.values for event in events if event.kind == "battle_ends"), None)
    if begun is None or ended is None:
        return {}
    [loser] = [side for side in begun["lines"] if side != ended["side"]]
    return {"loser": loser, "how": "attacker" if begun["attacker"] == ended["side"] else "defender"}


BATTLE = Passage(
    heads=("battle_ends", "battle_begins"),
    parts=("fired", "eliminated", "leader_lost", "cleopatra_changes", "disrupted", "retreated", "surprise"),
    silent={
        *("weakened", "round_begins", "passed", "hits_lost", "reserves_arrive", "roles_swapped"),
        *("no_retreat", "main_attack"),
    },
    begins=("battle_begins",),
    before=("surprise",),
    ends=("battle_ends",),
    summed=_fought,
    is_battle=True,
)
CARDS = Passage(
    heads=("cards_played",),
    parts=("first_player", "events_cancelled", "apollo_copied"),
    begins=("cards_played",),
)


def head(event: Event) -> Told:
    """The sentence of the head of a line, "" where it is that of the journal."""
    template = HEADS.get(f"{event.kind}/{event.values.get('how')}", "")
    return filled(template, event) if template else ""


def clause(event: Event, head: Event) -> Told:
    """Return the words of a line for an event; for shots only the blocks that they eliminated."""
    if event.kind == "fired":
        side = next(side for side in SIDES if side != event.values["side"])
        fallen = [block for block, steps in event.values.get("losses", {}).items() if not steps]
        lost = [Event("eliminated", event.rule, {"side": side, "block": block}) for block in fallen]
        return Cells(filled(CLAUSES["eliminated"], one) for one in lost)
    if event.kind == "battle_begins":
        return ""
    template = CLAUSES.get(event.kind, "")
    return filled(template, event) if template else told_of(event)


def stage(stage: str) -> str:
    """The stage under whose heading events are told: a battle is one, from its choice to the regrouping."""
    year, turn, phase = stage.split("/")[:3]
    return f"{year}/{turn}/battle" if phase in ("choose_battle", "regroup") else stage


CHRONICLE = Chronicle(
    passages=(BATTLE, CARDS),
    stage=stage,
    left_out=("turn_over", "winter", "new_year", "deployed"),
    head=head,
    clause=clause,
)

"""Play many games and count what is reached: results, years, battles, every event card, every rare rule.

    python -m tests.julius_caesar.count_rules 5000 [FIRST_SEED]

None may be zero; the exit status says whether one is. It is a test too (`pytest -m byhand`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from adjudicator.core import Event
from adjudicator.julius_caesar import GAME
from adjudicator.julius_caesar.board import BLOCKS, CARDS, FIGURES, SEAS, winter_limit
from adjudicator.julius_caesar.world import CLEOPATRA, World, blocks_at, is_leader, is_ship, side_of
from tests.julius_caesar.kit import play
from tests.kit.counting import report
from tests.kit.play_styles import Step

Seen = Callable[["Moment"], bool]


class Moment(Struct, frozen=True):
    """An event with its values, the step that told it, and the world behind that."""

    event: Event
    step: Step

    @property
    def w(self) -> World:
        """The world after the step."""
        w: World = self.step.world
        return w

    def has(self, name: str) -> str:
        """A value of the event, "" if it has none."""
        return str(self.event.values.get(name, ""))

    @property
    def blocks(self) -> list[str]:
        """The blocks of the event, sealed or not."""
        sealed = self.event.sealed.get("blocks")
        found: list[str] = sealed.value if sealed else self.event.values.get("blocks", [])
        return found


def _card(m: Moment) -> str:
    return m.w.cards.get(m.has("side"), "")


def _lines(m: Moment) -> list[str]:
    return [block for line in m.event.values["lines"].values() for block in line]


def _reserves(m: Moment) -> Mapping[str, Mapping[str, int]]:
    found: Mapping[str, Mapping[str, int]] = m.event.values["reserves"]
    return found


def _attackers_reserve(m: Moment) -> bool:
    return bool(_reserves(m)[m.has("attacker")])


def _defenders_reserve(m: Moment) -> bool:
    return any(of for side, of in _reserves(m).items() if side != m.has("attacker"))


def _is_defector(block: str, side: str) -> bool:
    return BLOCKS[block].side not in (side, "egypt")


RARE: Mapping[str, tuple[str, Seen]] = {
    "2.1 two events cancel each other": ("events_cancelled", lambda m: True),
    "card/apollo copies a command card": ("apollo_copied", lambda m: not CARDS[m.has("card")].event),
    "card/apollo copies an event": ("apollo_copied", lambda m: CARDS[m.has("card")].event),
    "card/jupiter wins a block over": ("defected", lambda m: m.has("block") != CLEOPATRA),
    "card/jupiter wins Cleopatra": ("defected", lambda m: m.has("block") == CLEOPATRA),
    "card/jupiter weakens a leader": ("struck", lambda m: is_leader(m.has("block"))),
    "card/jupiter weakens a ship": ("struck", lambda m: is_ship(m.has("block"))),
    "card/jupiter is declined": ("declined", lambda m: True),
    "card/jupiter wins a block back": ("defected", lambda m: BLOCKS[m.has("block")].side == m.has("side")),
    "card/vulcan strikes": ("erupted", lambda m: True),
    "card/vulcan kills a leader": ("erupted", lambda m: "leader_lost" in _kinds(m)),
    "card/vulcan wins Cleopatra": ("erupted", lambda m: "cleopatra_changes" in _kinds(m)),
    "an event finds no target": ("no_target", lambda m: True),
    "card/mars surprises": ("surprise", lambda m: m.has("card") == "mars"),
    "card/neptune surprises": ("surprise", lambda m: m.has("card") == "neptune"),
    "card/neptune at sea": ("surprise", lambda m: m.has("card") == "neptune" and m.has("place") in SEAS),
    "the surprise is chosen among several": ("surprise", lambda m: m.step.rule.startswith("card/")),
    "card/mercury goes three places": ("moved", lambda m: len(m.event.values["way"]) == 4),
    "card/mercury attacks from two places": (
        "moved",
        lambda m: m.has("how") == "attack" and len(m.event.values["way"]) == 3,
    ),
    "card/pluto attacks with more than four": (
        "moved",
        lambda m: _card(m) == "pluto" and m.has("how") == "attack" and len(m.blocks) > 4,
    ),
    "6.14 reinforcement": ("moved", lambda m: m.has("how") == "reinforce"),
    "6.3 transport by sea": ("moved", lambda m: m.has("how") == "sea"),
    "6.3 transport over several seas": (
        "moved",
        lambda m: m.has("how") == "sea" and len(m.event.values["way"]) > 3,
    ),
    "7.3 the main attack is named": ("main_attack", lambda m: True),
    "7.3 a reserve by a second way": ("battle_begins", _attackers_reserve),
    "7.3 a reserve in response": ("battle_begins", _defenders_reserve),
    "7.3 hits beyond the main force are lost": ("hits_lost", lambda m: True),
    "7.31 disruption of the attacker": (
        "disrupted",
        lambda m: not any(e.kind == "roles_swapped" for e in m.step.events),
    ),
    "7.31 the roles change": ("roles_swapped", lambda m: True),
    "7.31 Cleopatra among disrupted reserves": ("disrupted", lambda m: "blue" in m.event.values["backs"]),
    "7.4 the owner chooses the loss": ("weakened", lambda m: m.step.rule == "7.4"),
    "7.41 the elephant fires": ("fired", lambda m: m.has("block") == "p_elephant"),
    "7.42 a ballista fires": ("fired", lambda m: BLOCKS[m.has("block")].kind == "ballista"),
    "7.51 a leader falls in battle": ("leader_lost", lambda m: m.w.battle is not None or m.w.victor != ""),
    "7.51 the third leader comes": ("levied", lambda m: BLOCKS[m.blocks[0]].after_loss),
    "7.52 Cleopatra goes over in battle": ("cleopatra_changes", lambda m: "fired" in _kinds(m)),
    "7.52 Cleopatra fights on against her old side": (
        "fired",
        lambda m: m.has("block") == CLEOPATRA and m.has("side") == "caesar",
    ),
    "7.52 Cleopatra goes over for want of a way": ("no_retreat", lambda m: m.has("block") == CLEOPATRA),
    "7.6 no retreat": ("no_retreat", lambda m: True),
    "7.6 a retreat by land": ("retreated", lambda m: m.has("how") == "land" and m.has("place") not in SEAS),
    "7.64 a retreat by sea": ("retreated", lambda m: m.has("how") == "sea"),
    "7.7 a regroup by land": ("regrouped", lambda m: any(not is_ship(b) for b in m.blocks)),
    "7.8 a battle at sea": ("battle_begins", lambda m: m.has("place") in SEAS),
    "7.81 ships and land blocks in one battle": (
        "battle_begins",
        lambda m: len({is_ship(b) for b in _lines(m)}) == 2,
    ),
    "7.82 a ship retreats": ("retreated", lambda m: any(is_ship(b) for b in m.blocks)),
    "7.83 a regroup of ships": ("regrouped", lambda m: any(is_ship(b) for b in m.blocks)),
    "7.2 the fourth round": ("battle_ends", lambda m: m.event.values["round"] == FIGURES.battle_rounds),
    "8.1 Cleopatra joins the holder of Alexandria": ("cleopatra_joins", lambda m: True),
    "8.2 the port is chosen": ("docked", lambda m: m.step.rule == "8.2"),
    "8.2 a ship finds no port": ("disbanded", lambda m: m.event.rule == "8.2"),
    "8.5 a leader is disbanded": ("disbanded", lambda m: any(is_leader(b) for b in m.blocks)),
    "8.5 a defector is disbanded": (
        "disbanded",
        lambda m: any(_is_defector(b, m.has("side")) for b in m.blocks),
    ),
    "7.5 a defector is eliminated": ("eliminated", lambda m: _is_defector(m.has("block"), m.has("side"))),
}
"""Each rare rule with the kind of event that shows it, and what must be true of it."""

RESULTS = [
    *(f"result: {side} by {how}" for side in ("caesar", "pompey") for how in ("points", "more", "rome")),
    "result: draw",
]


def _kinds(m: Moment) -> set[str]:
    return {event.kind for event in m.step.events}


def everything() -> list[str]:
    """All that is counted and may not be zero."""
    events = [f"event: {card}" for card, of in CARDS.items() if of.event]
    years = [f"year: {year}" for year in range(1, FIGURES.years + 1)]
    return [*RESULTS, *years, *events, "battles", *RARE, "6.13 blocks are pinned", "8.3 too many blocks"]


def of_step(step: Step) -> Iterator[str]:
    """Yield the paragraphs that a step has reached."""
    for event in step.events:
        if event.kind == "battle_begins":
            yield "battles"
        if event.kind == "cards_played":
            yield from (f"event: {c}" for c in event.values.values() if CARDS[c].event)
        moment = Moment(event, step)
        yield from (name for name, (kind, seen) in RARE.items() if kind == event.kind and seen(moment))


def of_world(w: World) -> Iterator[str]:
    """Yield the paragraphs that a world shows and no event tells."""
    if w.phase == "movement" and w.acting != w.first:
        for place, side in w.attackers.items():
            held = [e for e in w.entered[place] if e.side == side and e.origin == w.main[place]]
            if held and len(blocks_at(w, place, w.acting)) > len(held):
                yield "6.13 blocks are pinned"
    if w.phase == "quarters":
        full = Counter((w.at[b], side_of(w, b)) for b in w.at)
        if any(n > winter_limit(city) for (city, _), n in full.items()):
            yield "8.3 too many blocks"


def of_game(seed: int) -> Counter[str]:
    """The counts of one game."""
    counts: Counter[str] = Counter(games=1)
    step = None
    for step in play(seed):
        counts["answers"] += 1
        counts.update(of_step(step))
        counts.update(of_world(step.world))
        assert GAME.problems(step.world) == []
    assert step is not None
    winner, how = step.world.result["winner"], step.world.result["how"]
    counts[f"result: {winner} by {how}" if winner else "result: draw"] += 1
    counts[f"year: {step.world.year}"] += 1
    return counts


if __name__ == "__main__":
    report(of_game, everything())

"""What the game asks in and after battles and for want of food, judged before the answer is given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.core import Choice, Refusal
from adjudicator.core.choices.choice import open_of
from adjudicator.core.choices.forms import Menu
from adjudicator.core.choices.plain import OneOf
from adjudicator.core.choices.shares import Split
from adjudicator.core.log.chance import Rng
from adjudicator.ottomans.world import World

from .battles import Fight, Said
from .feeding import Group, hungry
from .ground import here, owner
from .losing import enough, out_of_city, retreats
from .printed import COUNTERS
from .trying import sorts_of


def accepted(choice: Choice[Any], answer: Any) -> tuple[bool, str]:
    """Return whether an answer is accepted, and if not, why."""
    try:
        choice.accept(answer)
    except Refusal as why:
        return False, f"{type(why).__name__} {why}"
    return True, ""


def losses(w: World, seat: str, choice: Split, fight: Fight, rng: Rng, tries: int) -> Iterator[Said]:
    """§27.0(1) (2) Units at random, enough or not, too many or not."""
    need = choice.prompt.values["need"]
    among = _of_side(w, seat, choice, fight)
    yield Said("whose losses", bool(among), True)
    for _ in range(tries if among else 0):
        chosen = rng.shuffled(among)[: rng.below(len(among)) + 1]
        theirs, why = accepted(choice, sorts_of(w, chosen, among))
        ours = enough(w, chosen, need, among)
        kind = f"losses {'allowed' if ours else 'refused'}"
        yield Said(kind, theirs, ours, f"{why}: {chosen} of {among} for {need}")


def _of_side(w: World, seat: str, choice: Split, fight: Fight) -> list[str]:
    """The units of the seat on the side that is asked: the one that has what it may name."""
    kinds = {sort.partition("|")[0] for sort in choice.things()}
    sides = ((fight.attackers, fight.origin), (fight.defenders, fight.place))
    return [
        unit
        for side, place in sides
        if {COUNTERS[u].kind for u in side} >= kinds
        for unit in side
        if w.at.get(unit) == place and owner(w, unit) == seat
    ]


def retreat(w: World, choice: OneOf, fight: Fight) -> Said:
    """§27.0 All areas to which the group may retreat; §27.2 out of a city under Honors of War."""
    place, kinds = choice.prompt.values["place"], set(choice.prompt.values["units"])
    side = fight.attackers if fight.how == "AD" else fight.defenders
    units = [u for u in side if w.at.get(u) == place and COUNTERS[u].kind in kinds]
    seat = owner(w, units[0])
    ours = out_of_city(w, units, place) if fight.honors else retreats(w, seat, units, place)
    return Said("retreat areas", sorted(open_of(choice.options())), sorted(ours), f"{units} from {place}")


def entering(w: World, choice: Split, fight: Fight) -> Iterator[Said]:
    """§10.33 Nobody is left in the city, and all attackers that are left may enter."""
    left = [u for u in fight.attackers if w.at.get(u) == fight.origin]
    yield Said("the city is empty", here(w, fight.place), [])
    yield Said("who may enter", sum(choice.things().values()), len(left), str(left))


def starving(w: World, choice: Menu, fed: Sequence[Group]) -> Said:
    """§12.2 How many units an area cannot feed."""
    v = choice.prompt.values
    ours = {n for (_, place), n in hungry(w, fed).items() if place == v["place"]}
    return Said("units to starve", v["n"] in ours, True, f"{v['n']} in {v['place']}, not {ours}")

"""Play many games of all scenarios and count what is reached: events, markers, results, orders, rare rules.

    python -m tests.belisarius.count_rules 600 [FIRST_SEED]

None may be zero; the exit status says whether one is. It is a test too (`pytest -m byhand`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from adjudicator.belisarius import GAME
from adjudicator.belisarius.board import (
    AREAS,
    CHARTS,
    DIPLOMACY,
    EVENTS,
    HEAVY_TAX,
    HEXES,
    LEVELS,
    MARKERS,
    ODDS,
    SCENARIOS,
    UNITS,
)
from adjudicator.belisarius.rules.r15_zones import in_zone
from adjudicator.belisarius.rules.r23_victory import level_of
from adjudicator.belisarius.show.texts import TEMPLATES
from adjudicator.belisarius.world import (
    CONSTANTINOPOLIS,
    EMPIRE,
    SEATS,
    World,
    city_at,
    is_fleet,
    is_guard,
    is_leader,
    is_walled,
    province_of,
)
from adjudicator.core import Event
from tests.belisarius.kit import play
from tests.belisarius.selfplay import consul, curious
from tests.kit.counting import report
from tests.kit.play_styles import PlayStyle, Step, bold, pick_of, plain

Seen = Callable[["Moment"], bool]

STYLES: tuple[tuple[PlayStyle, PlayStyle], ...] = (
    (bold, bold),
    (consul, bold),
    (bold, plain),
    (curious, curious),
    (consul, consul),
    (consul, curious),
)
"""The barbarian's and the Empire's, by turns."""

PICKS: Mapping[str, str] = {
    "34.0": "place lift suggest done",
    "9.0": "stake play done",
    "9.1": "stake pass",
    "chart/diplomacy": "spy assassinate win detach restore stir pass",
    "10.1": "tax untax buy remove_pillage play done",
    "10.2": "levy done",
    "11.2": "recruit buy remove_pillage build play done",
    "11.1": "levy play done",
    "14.1": (
        "march sail embark activate force play done attack assault manoeuvre drop land pillage colonize end"
    ),
    "17.5": "stand withdraw",
    "17.9": "retreat hold",
    "17.54": "retreat",
    "20.0": "feed feed_all disband play done",
    "8.3": "return forgo",
    "33.1": "challenge no_challenge accept decline play pass",
    "25.1": "play pass",
    "17.74": "play pass",
    "card/pope": "play pass",
    "card/treachery": "play pass",
    "card/legal_reform": "play pass",
    "card/end_of_campaign": "play pass",
    "3.1": "show play offer peace accept decline retract claim surrender",
}
"""The items of the menus, by the paragraph that asks."""


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

    def n(self, name: str) -> int:
        """A number of the event, 0 if it has none."""
        return int(self.event.values.get(name, 0))

    @property
    def units(self) -> list[str]:
        """The units of the event."""
        found: list[str] = self.event.values.get("units", [])
        return found

    @property
    def way(self) -> list[str]:
        """The way of the event."""
        found: list[str] = self.event.values.get("way", [])
        return found

    def beside(self, kind: str) -> list[Event]:
        """The events of a kind that the same step has told."""
        return [event for event in self.step.events if event.kind == kind]


def _royal(m: Moment) -> bool:
    """Return true if the Empire drew twice as much: two for one of AA and DD, or four for two of AZ and DZ.

    The doubled loss cannot be seen: if Justinian's army is routed, the Empire loses its hand altogether
    (§21.4(3)).
    """
    battles = [str(e.values["how"]) for e in m.beside("battle")]
    single = bool(battles) and battles[-1][1] in "AD"
    return m.has("seat") == EMPIRE and m.event.rule == "chart/combat" and m.n("n") == (2 if single else 4)


def _sudden_zone(m: Moment) -> bool:
    """Return true if a neutral that has become hostile covers the army that is acting."""
    army = m.w.army
    if army is None or m.has("was") != "neutral":
        return False
    by = in_zone(m.w, army.place, army.seat, army.naval, moving=army.units)
    return any(UNITS[u].origin == m.has("province") for u, place in m.w.at.items() if place in by)


def _from_water(m: Moment) -> bool:
    fleets = any(is_fleet(u) for u in m.units)
    return fleets and not any(is_fleet(u) for u in m.event.values["defenders"])


def _on_river(m: Moment) -> bool:
    return any(HEXES[hex].kind == "land" for hex in m.way if hex in HEXES)


def _cap(m: Moment) -> bool:
    return max(m.n("attack_times"), m.n("defence_times")) == 4


def _elsewhere(m: Moment) -> bool:
    """Return true if a reinforcement stands where only §31 lets it."""
    place = m.has("place")
    if place in AREAS or m.event.kind == "levied":
        return place not in AREAS and province_of(place) != UNITS[m.units[0]].origin
    return not is_walled(m.w, place) or not city_at(m.w, place)


RARE: Mapping[str, tuple[str, Seen]] = {
    "3.1 surrender": ("surrendered", lambda m: True),
    "4.41(3) a neutral is taxed": ("control", lambda m: m.event.rule == "4.41" and m.step.rule == "10.1"),
    "4.41(4) a neutral is attacked": ("control", lambda m: bool(m.beside("attacked"))),
    "4.41(5) a neutral is pillaged": ("control", lambda m: bool(m.beside("pillages"))),
    "4.41(5) a neutral is colonized": ("control", lambda m: bool(m.beside("colonizes"))),
    "4.51 units of a neutral are lost": ("eliminated", lambda m: m.event.rule == "4.51"),
    "4.6 units among old friends are lost": ("eliminated", lambda m: m.event.rule == "4.6"),
    "6.2 the barbarian chooses a people in the Empire's turn": (
        "migration",
        lambda m: m.w.phasing == EMPIRE,
    ),
    "6.2 the barbarian stirs Guards in the Empire's turn": (
        "guards_revolt",
        lambda m: m.event.rule == "event/44-46" and m.w.phasing == EMPIRE,
    ),
    "6.2 the Empire wins rebels back": ("guards_return", lambda m: m.event.rule == "event/11-12"),
    "8.3 a marker is forgone": ("forwent", lambda m: True),
    "8.51 all markers are lost": ("lost_markers", lambda m: m.event.rule == "21.4"),
    "card/treachery against treachery": (
        "played",
        lambda m: m.has("marker") == m.has("on") == "treachery",
    ),
    "card/treachery strikes a stake": ("nullified", lambda m: MARKERS[m.has("marker")].diplomacy > 0),
    "card/pope on one die of several": (
        "played",
        lambda m: m.has("marker") == "pope" and bool(m.has("on")),
    ),
    "card/leader calls a leader": ("leader_came", lambda m: m.event.rule == "card/leader"),
    "card/leader strikes an enemy leader": ("leader_gone", lambda m: True),
    "21.4(5) Justinian comes back": ("recalled", lambda m: True),
    "21.4(5) Justinian does not come back": ("not_recalled", lambda m: True),
    "21.4(2) Justinian doubles the gain": ("drew", _royal),
    "card/end_of_campaign when it is drawn": ("campaign_cut", lambda m: True),
    "card/end_of_campaign before an army's order": ("cut_short", lambda m: True),
    "card/disease kills nobody": ("disease", lambda m: m.n("n") == 0),
    "card/disease kills one": ("disease", lambda m: m.n("n") == 1),
    "card/disease kills two": ("disease", lambda m: m.n("n") == 2),
    "card/donative with survivors": ("donative", lambda m: bool(m.units)),
    "10.2 the enemy levies after a defection": ("levied", lambda m: m.step.rule == "10.2"),
    "11.8 units off the map": ("recruited", lambda m: m.has("place") in AREAS),
    "11.12 a levy off the map": ("levied", lambda m: m.has("place") in AREAS),
    "11.63 a mercenary fleet": ("recruited", lambda m: any(map(is_fleet, m.units))),
    "12.4 Guards beat the rest of their stack": (
        "eliminated",
        lambda m: m.event.rule == "12.4" and not any(map(is_guard, m.units)),
    ),
    "12.4 Guards are beaten by the rest": (
        "eliminated",
        lambda m: m.event.rule == "12.4" and any(map(is_guard, m.units)),
    ),
    "15.13 a zone appears in mid-operation": ("control", _sudden_zone),
    "16.71 a forced march loses a unit": ("strained", lambda m: m.has("how") == "lost"),
    "17.51 a withdrawal succeeds": ("withdrawal", lambda m: m.has("how") == "succeeds"),
    "17.54 who withdraws is lost": ("no_retreat", lambda m: m.event.rule == "17.54"),
    "17.9 who retreats is lost": ("no_retreat", lambda m: m.event.rule == "17.9"),
    "17.74(2) Constantinople is attacked": (
        "odds",
        lambda m: m.has("place") in HEXES and HEXES[m.has("place")].city == CONSTANTINOPOLIS,
    ),
    "17.74(4) four times is the most": ("odds", _cap),
    "18.2 an army goes off the map": ("marched", lambda m: any(place in AREAS for place in m.way[1:])),
    "18.2 an army comes from off the map": ("marched", lambda m: m.way[0] in AREAS),
    "19.5 units go aboard": ("embarked", lambda m: True),
    "19.51 passengers go down": ("eliminated", lambda m: m.event.rule == "19.51"),
    "19.54 a landing": ("landed", lambda m: True),
    "19.62 fleets attack a coast": ("attacked", _from_water),
    "19.6 fleets against fleets": (
        "attacked",
        lambda m: any(map(is_fleet, m.units)) and any(map(is_fleet, m.event.values["defenders"])),
    ),
    "20.3 units disband": ("eliminated", lambda m: m.event.rule == "20.3"),
    "23.3 a draw": ("game_over", lambda m: m.has("how") == "draw"),
    "24.1(2) solidi change hands": ("paid_over", lambda m: True),
    "24.1(2) markers change hands": ("handed_over", lambda m: True),
    "24.2 a breach": ("breach", lambda m: True),
    "25.1 a reaction": ("played", lambda m: m.event.rule == "25.1"),
    "26.1 plunder": ("plundered", lambda m: True),
    "27.3 a colony": ("colony_founded", lambda m: True),
    "28.1 public works": ("works_built", lambda m: True),
    "29.1 a fleet on a river": ("sailed", _on_river),
    "31.1 a leader calls a mercenary": ("recruited", _elsewhere),
    "31.2 a war-band joins its like": ("levied", _elsewhere),
    "32.1 homesick units": ("checked", lambda m: m.n("modifier") < 0),
    "33.1 a leader falls in single combat": ("single_combat", lambda m: m.has("how") == "won"),
    "a leader is lost": ("eliminated", lambda m: any(map(is_leader, m.units))),
}
"""Each rare rule with the kind of event that shows it, and what must be true of it.

Fleets never leave the map, for no counter could (§18.22): Persia has none.
"""

LONG = ("16.74 forced twice", "17.53 two stacks withdraw")
"""The paragraphs that no single event shows."""
TOO_RARE = ("not_exchanged",)
"""Paragraphs that need more luck than all these games have: a whole hand spent over one Procopius.

Nor is the limit of ten units off the map (§11.8) counted: more counters are hardly ever left over.
"""


def everything() -> list[str]:
    """All that is counted and may not be zero."""
    tables = {table: [r for row in of.values() for r in row.values()] for table, of in CHARTS.combat.items()}
    crt = {f"crt: {table} {result}" for table, results in tables.items() for result in results}
    diplomacy = {f"diplomacy: {'+'.join(cell) or '-'}" for row in DIPLOMACY.values() for cell in row.values()}
    return [
        *(f"scenario: {scenario}" for scenario in SCENARIOS),
        *(f"level: {seat} {level}" for seat in SEATS for level in LEVELS),
        *(f"event: {event}" for event in dict.fromkeys(EVENTS.values())),
        *(f"marker: {marker}" for marker in MARKERS),
        *(f"odds: {table} {odds}" for table in CHARTS.combat for odds in ODDS),
        *sorted(crt),
        *sorted(diplomacy),
        *(f"10.2 paid {n} times" for n in sorted({*HEAVY_TAX.values()} - {0})),
        *(f"pick: {rule} {pick}" for rule, picks in PICKS.items() for pick in picks.split()),
        *(f"told: {kind}" for kind in TEMPLATES if kind not in TOO_RARE),
        *LONG,
        *RARE,
    ]


# -- counting ----------------------------------------------------------------------------------


def of_event(m: Moment) -> Iterator[str]:
    """Yield the paragraphs that an event shows."""
    event = m.event
    sealed = event.sealed.get("how")
    hows = [str(event.values.get("how", "")), str(sealed.value) if sealed else ""]
    yield from (f"told: {event.kind}/{how}" for how in hows if f"{event.kind}/{how}" in TEMPLATES)
    if event.kind in TEMPLATES:
        yield f"told: {event.kind}"
    match event.kind:
        case "event":
            yield f"event: {m.has('event').removeprefix('event/')}"
        case "played" | "gave_back":
            yield f"marker: {m.has('marker')}"
        case "revealed":
            yield from (f"marker: {marker}" for marker in event.values["markers"])
        case "battle":
            yield f"odds: {m.has('table')} {m.has('odds')}"
            yield f"crt: {m.has('table')} {m.has('how')}"
        case "diplomacy":
            yield f"diplomacy: {'+'.join(event.values['results']) or '-'}"
        case "taxed" if m.beside("heavy_tax"):
            yield f"10.2 paid {m.n('n')} times"
    yield from (name for name, (kind, seen) in RARE.items() if kind == event.kind and seen(m))


class Memory:
    """The facts of a game that are needed to see a rule that takes several steps."""

    def __init__(self) -> None:
        self._forced: set[str] = set()
        self._withdrew = 0

    def notice(self, m: Moment) -> Iterator[str]:
        """Yield the paragraphs that an event shows together with those before it."""
        match m.event.kind:
            case "player_turn":
                self._forced = set()
            case "strained":
                army = m.w.army.units if m.w.army is not None else []
                if self._forced & {*army}:
                    yield "16.74 forced twice"
                self._forced |= {*army}
            case "attacked":
                self._withdrew = 0
            case "withdrew":
                self._withdrew += 1
                if self._withdrew == 2:
                    yield "17.53 two stacks withdraw"


def of_game(seed: int) -> Counter[str]:
    """The counts of one game."""
    scenarios = list(SCENARIOS)
    counts: Counter[str] = Counter(games=1)
    memory, step = Memory(), None
    scenario = scenarios[seed // 3 % len(scenarios)]
    for step in play(seed, styles=STYLES[seed % len(STYLES)], scenario=scenario):
        counts["answers"] += 1
        counts[f"pick: {step.rule} {pick_of(step.answer)}"] += 1
        for event in step.events:
            moment = Moment(event, step)
            counts.update([*of_event(moment), *memory.notice(moment)])
        assert GAME.problems(step.world) == [], (seed, step.n)
    assert step is not None
    counts[f"scenario: {scenario}"] += 1
    if step.world.result["how"] != "surrender":
        for seat, points in GAME.score(step.world).points.items():
            counts[f"level: {seat} {level_of(points)}"] += 1
    return counts


if __name__ == "__main__":
    report(of_game, everything())

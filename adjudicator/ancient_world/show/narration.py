"""Events as sentences, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from adjudicator.ancient_world.board import counted
from adjudicator.ancient_world.world import AUGURY, SIEGE
from adjudicator.core import N_, Event, Words, words
from adjudicator.core.game.reading import Gathered, gathered
from adjudicator.core.language.words import Cells, Hyphened, spoken

from .dice import lines_said
from .names import LEXICON, landmarks

TEMPLATES: Mapping[str, str] = {
    "turn": N_("Turn {turn} began: the year {year} BC."),
    "rebuilt": N_("{city} was rebuilt."),
    "returns": N_("{leader} recovered, at {place}."),
    "takes_over": N_("{leader} took over the force at {place}."),
    "relieved": N_("{leader} went home from {place}."),
    "commander": N_("{leader} became overall commander of {side}."),
    "deputy": N_("{leader} acted for the overall commander of {side}."),
    "late": N_("{side}: no city was open for the reinforcements for {city}; they waited."),
    "reinforced": N_("{side}: {troops} arrived at {place}."),
    "recovers": N_("{side}'s force at {place} recovered: {state}."),
    "cup_filled": N_("{n} {n:marker was|markers were} in the cup."),
    "enters_cup": N_("{count} {count:marker|markers} of {leader} went into the cup."),
    "drawn": N_("{marker} is drawn; {left} {left:marker|markers} left."),
    "drawn/last": N_("{marker} is drawn; the cup is empty."),
    "drawn/siege_attrition": N_("A marker of siege attrition is drawn; {left} {left:marker|markers} left."),
    "drawn/augury": N_("The marker of augury is drawn; {left} {left:marker|markers} left."),
    "no_retreat": N_("{side} had no way to retreat from {place}."),
    "no_siege": N_("No city was under siege."),
    "drawn/many": N_("{items} are drawn; {left} {left:marker|markers} left."),
    "drawn/many/last": N_("{items} are drawn; the cup is empty."),
    "forms_up": N_("{leader} took {troops}."),
    "goes_along": N_("{leader} took {leaders} along."),
    "stays": N_("{troops} stayed at {place}."),
    "reformed": N_("{leader} reformed the force at {place}."),
    "continuation/goes_on": N_("{leader} went on (rolled {die}{shift}, needs {rating} or less)."),
    "continuation/finished": N_("{leader} did not go on (rolled {die}{shift}, needs {rating} or less)."),
    "finished": N_("{leader}'s operation phase ended."),
    "stopped": N_("{side} stopped at {place}: {points} attrition {points:point|points}{sum}, {troops} lost."),
    "staying": N_("Forces that stayed suffered attrition at {places}."),
    "harvest_used": N_("The good harvest fed {side} at {place}."),
    "inert": N_("{side} stayed at {place}: {points} attrition {points:point|points}{sum}, {troops} lost."),
    "recovery/recovers": N_(
        "{province} recovered from devastation (rolled {die}{shift}, needs more than {rating})."
    ),
    "recovery/stays": N_("{province} stayed devastated (rolled {die}{shift}, needs more than {rating})."),
    "devastation/succeeds": N_("{side} devastated {province} (rolled {die}, needs {value} or less)."),
    "devastation/fails": N_("{side} failed to devastate {province} (rolled {die}, needs {value} or less)."),
    "devastation/covered": N_(
        "{side} could not devastate {province}: an enemy army of 25 or more was there."
    ),
    "intercepts/automatic": N_("{leader} intercepted at {place}."),
    "intercepts/succeeds": N_(
        "{leader} intercepted at {place} (rolled {die}{shift}, needs {rating} or less)."
    ),
    "intercepts/fails": N_(
        "{leader} failed to intercept at {place} (rolled {die}{shift}, needs {rating} or less)."
    ),
    "ambush/succeeds": N_(
        "{leader} laid an ambush at {place} (rolled {die}{shift}, needs {rating} or less)."
    ),
    "ambush/fails": N_("{leader}'s ambush at {place} failed (rolled {die}{shift}, needs {rating} or less)."),
    "envelops/succeeds": N_(
        "{leader} intercepted the interceptor at {place}: a double envelopment (rolled {die}{shift}, needs "
        "{rating} or less)."
    ),
    "envelops/fails": N_(
        "{leader} failed to intercept the interceptor at {place} (rolled {die}{shift}, needs {rating} or "
        "less)."
    ),
    "losses": N_("{side} lost {troops} at {place}."),
    "losses/neutral": N_("{place} lost {troops}."),
    "contact": N_("Contact at {place}: {strengths_said}."),
    "marches": N_("{leader} marched: {way}."),
    "allies_march": N_("Allies of {side} marched: {way}."),
    "rides": N_("{leader} went alone to {place}."),
    "overrun": N_("{side} overran {troops} at {place}."),
    "sets_first": N_("{side} assigned its ships first."),
    "superiority": N_("{zone}: {side} was at {level}."),
    "crossing/free": N_("{side} crossed the strait unopposed (rolled {die}, level {level})."),
    "crossing/opposed": N_(
        "{side}'s crossing was opposed (rolled {die}, level {level}): {losses} {losses:strength "
        "point|strength points} lost (rolled {second})."
    ),
    "sails": N_("{leader} sailed to {to}."),
    "transport": N_("The voyage of {side}: {percent}% lost (rolled {die}{shift})."),
    "lands/whole": N_("{side} landed at {place}."),
    "lands/scattered": N_("{side} landed at {place}, scattered."),
    "sunk": N_("{side} lost {troops} at sea."),
    "attacks": N_("{leader} attacked at {place}."),
    "coordinates/quarrel": N_("{leader} did not join the battle of {place}: the generals had quarrelled."),
    "coordinates/succeeds": N_(
        "{leader} joined the battle of {place} (rolled {die}, needs {number} or less{shift})."
    ),
    "coordinates/fails": N_(
        "{leader} did not join the battle of {place} (rolled {die}, needs {number} or less{shift})."
    ),
    "avoids/succeeds": N_(
        "{leader} avoided battle, falling back to {to} (rolled {die}{shift}, needs {rating} or less)."
    ),
    "avoids/fails": N_(
        "{leader} could not avoid battle at {place} (rolled {die}{shift}, needs {rating} or less)."
    ),
    "engines_sunk": N_("{side}'s siege engines were lost at sea."),
    "engines_taken": N_("{side} took {troops} at {place}."),
    "engines_destroyed": N_("{side}'s engines at {place} were destroyed."),
    "elephant": N_("Elephants of {side}: {effect} (rolled {die})."),
    "battle": N_("Battle of {place}: {lines}. Total {total} (rolled {die})."),
    "result": N_("{attacker} lost {ours}, {defender} {theirs}."),
    "unpredictable": N_("Unpredictable events at {place}: {total} (rolled {die}{shift})."),
    "fell/dead": N_("{leader} died."),
    "fell/captive": N_("{leader} stayed a captive for the rest of the war."),
    "ransomed": N_("{side} paid {n} victory {n:point|points} for {leaders}."),
    "fell/wounded": N_("{leader} was wounded and out for the turn."),
    "replaces": N_("{leader} replaced {fallen} at {place}."),
    "pursuit": N_("{side} pursued: {percent}% (rolled {die}, times {factor})."),
    "retreats": N_("{side} retreated: {way}."),
    "retreats/percent": N_(
        "{side} had to retreat, having lost {own} by the chart and its enemy {theirs}: {way}."
    ),
    "retreats/major": N_("{side} had to retreat, routed with {own} lost against {theirs}: {way}."),
    "retreats/willing": N_("{side} chose to retreat: {way}."),
    "destroyed": N_("{side}'s force at {place} was destroyed: {troops}."),
    "destroyed/percent": N_(
        "{side} had to retreat, having lost {own} by the chart and its enemy {theirs}, and had no way: its "
        "force at {place} was destroyed: {troops}."
    ),
    "destroyed/major": N_(
        "{side} had to retreat, routed with {own} lost against {theirs}, and had no way: its force at "
        "{place} was destroyed: {troops}."
    ),
    "victory/plain": N_("{side} won the battle of {place}. {attacker} lost {ours}, {defender} {theirs}."),
    "victory/major": N_(
        "{side} won a major victory at {place}. {attacker} lost {ours}, {defender} {theirs}."
    ),
    "no_victory": N_("The battle of {place} was indecisive. {attacker} lost {ours}, {defender} {theirs}."),
    "state": N_("After the battle {side}'s force at {place} was {state}."),
    "assault/succeeds": N_(
        "{leader} took {city} by assault at {ratio} (rolled {die}{shift}, needs {need} or more)."
    ),
    "assault/fails": N_(
        "{leader}'s assault on {city} at {ratio} failed (rolled {die}{shift}, needs {need} or more)."
    ),
    "garrison_hurt": N_("The garrison of {city} lost {percent}% (rolled {die})."),
    "garrison_hurt/nothing": N_("The garrison of {city} lost nothing (rolled {die})."),
    "siege_attrition": N_(
        "Siege of {city}: {ours} lost outside (rolled {one}{outside}), "
        "{theirs} inside (rolled {two}{inside})."
    ),
    "fallen/assault": N_("{city} fell to {side}."),
    "fallen/attrition": N_("{city} was starved out by {side}."),
    "fallen/treachery": N_("{city} was betrayed to {side}."),
    "fallen/surrender": N_("{city} surrendered to {side}."),
    "sacked": N_("{side} sacked {city}."),
    "looting/kept": N_("The troops were kept under control (rolled {die}, needs {rating} or less)."),
    "looting/unled": N_("The troops were kept under control (rolled {die})."),
    "looting/looted": N_("The troops looted {city} (rolled {die}, needs {rating} or less)."),
    "sent_away": N_("The garrison of {city} went to {cities}."),
    "reduced": N_("{leader} reduced {city} by {change} (rolled {die}{shift}; defence now {left})."),
    "reduced/nothing": N_("{leader} failed to reduce {city} (rolled {die}{shift}; defence still {left})."),
    "repaired": N_("{leader} repaired {city} by {change} (rolled {die}{shift}; defence now {left})."),
    "sallies": N_(
        "Sally out of {city} (rolled {die}, the besieger's tactical ability {ability}): {own} infantry lost "
        "inside, {theirs} outside."
    ),
    "invested": N_(
        "{leader} invested {city}, defended by {militia} {militia:strength point|strength points} of militia."
    ),
    "lifted/given_up": N_("{side} gave up the siege of {city}."),
    "lifted/no_leader": N_("The siege of {city} was lifted: {side} had no leader there."),
    "lifted/too_few": N_("The siege of {city} was lifted: {side} had too few infantry there."),
    "demand/succeeds": N_("{city} yielded to {leader} (rolled {die}, needs {need} or more)."),
    "demand/fails": N_("{city} refused {leader} (rolled {die}, needs {need} or more)."),
    "treachery/succeeds": N_(
        "{leader} found traitors in {city} (rolled {die}{guiles}, needs more than {number})."
    ),
    "treachery/fails": N_(
        "{leader} tried treachery at {city} and failed (rolled {die}{guiles}, needs more than {number})."
    ),
    "treachery/trap": N_(
        "{leader} tried treachery at {city} and walked into a trap "
        "(rolled {die}{guiles}, needs more than {number})."
    ),
    "mustered": N_("{side} raised {troops} at {place} (rolled {die}{shift})."),
    "mustered/levy": N_("{side} raised the levy of {province}, {troops}, at {place} (rolled {die})."),
    "city_taken": N_("{side} now controls {city}."),
    "city_left": N_("{side} lost {city}: no garrison was left."),
    "city_given_up": N_("{side} gave up {city}."),
    "embassy": N_(
        "{leader} went to {province} for {side}: {boxes} {boxes:box|boxes} won (rolled {die}, "
        "diplomacy {diplomacy})."
    ),
    "embassy/nothing": N_(
        "{leader} went to {province} for {side}: nothing was won (rolled {die}, diplomacy {diplomacy})."
    ),
    "embassy/disaster": N_(
        "{leader} went to {province} for {side}: a disaster threatens (rolled {die}, diplomacy {diplomacy})."
    ),
    "disaster/nothing": N_("The embassy of {leader} to {province} failed (rolled {die})."),
    "disaster/out": N_("{leader} was held in {province} for the rest of the turn."),
    "disaster/killed": N_("{leader} was murdered in {province}."),
    "alliance/rome": N_("{province} turned towards {side}: box {box}."),
    "alliance/many": N_("{items} turned towards {side}."),
    "alliance/item": N_("{province} ({box})"),
    "alliance/item/none": N_("{province} (neutral)"),
    "recovers/many": N_("Recovery: {items:clauses}."),
    "recovers/item": N_("{side} at {place}, {state}"),
    "relieved/many": N_("{items} went home."),
    "alliance/none": N_("{province} now favours neither side."),
    "unlocked": N_("{side}'s force at {place} took the field."),
    "augury": N_("Augury of {side}: {number}."),
    "omen/storm": N_("Storms in {zone}: -2 on every voyage through it this turn."),
    "omen/winds": N_("Fair winds for {side}: +1 on its voyages this turn."),
    "omen/drought": N_("Drought: {province} was devastated."),
    "omen/recovers": N_("A good harvest: {province} recovered."),
    "omen/harvest": N_(
        "A good harvest for {side}: this turn its first force to suffer attrition in a city loses nothing."
    ),
    "omen/plague": N_("Plague at {city}: siege attrition is rolled there at once."),
    "omen/guides": N_("Native guides for {side}: the next way it pays for costs 6 attrition points less."),
    "omen/fever": N_("Marsh fever: this turn a way through a marsh costs one strength point more."),
    "omen/mutiny": N_("Mutiny at {place} (rolled {die})."),
    "omen/no_mutiny": N_("The troops at {place} obeyed (rolled {die})."),
    "omen/ill": N_("{leader} fell ill (rolled {die})."),
    "omen/not_ill": N_("{leader} recovered from an illness (rolled {die})."),
    "omen/omens_good": N_("Favourable omens for {leader}: one point of guile more this turn."),
    "omen/omens_bad": N_("Unfavourable omens for {leader}: no guile this turn."),
    "omen/volunteers": N_("Volunteers joined {side} at {city}."),
    "omen/quarrel": N_("The generals of {side} quarrelled: its next coordination this turn fails."),
    "omen/old_soldiers": N_("Old soldiers: {unit} were elite that turn."),
    "omen/prodigy": N_("Rain of stones: the next leader of {side} to be drawn may not attack."),
    "joins": N_("{troops} joined {side} at {place}."),
    "dictator": N_("{leader} became dictator; two legions gathered at {place}."),
    "leaves_war": N_("{side}: {troops} left the war at {place}."),
    "hiero_out": N_("{leader} made peace with Rome; {cities} became neutral."),
    "offer/accepted": N_("{side} offered {city}; the offer was accepted."),
    "offer/refused": N_("{side} offered {city}; the offer was refused."),
    "game_over/automatic": N_("{side} won the war{why}. Points: {points_said}."),
    "game_over/points": N_("{side} won on points: {points_said}."),
    "game_over/draw": N_("The war was drawn: {points_said}."),
}

HIDDEN: Mapping[str, str] = {
    "forms_up": N_("{leader} regrouped the force."),
    "stays": N_("{side} left part of the force at {place}."),
    "stopped": N_("{side} stopped at {place}: {points} attrition {points:point|points}{sum}."),
    "stopped/some": N_(
        "{side} stopped at {place}: {points} attrition {points:point|points}{sum}, and lost strength."
    ),
    "inert/some": N_(
        "{side} stayed at {place}: {points} attrition {points:point|points}{sum}, and lost strength."
    ),
    "leaves_war/some": N_("{side}: units left the war at {place}."),
    "losses/some": N_("{side} lost strength at {place}."),
    "crossing/opposed": N_(
        "{side}'s crossing was opposed (rolled {die}, level {level}), and losses were rolled for "
        "(rolled {second})."
    ),
}
"""§8.12 Events as they are told to those who may not know how strong a force is."""

LINES: Mapping[str, str] = {
    "leaders": N_("leaders {n}"),
    "subordinates": N_("subordinates {n}"),
    "ratio": N_("ratio {n}"),
    "horse": N_("cavalry {n}"),
    "failed": N_("failed attempt {n}"),
    "ambush": N_("ambush {n}"),
    "envelopment": N_("double envelopment {n}"),
    "river": N_("river {n}"),
    "landing": N_("landing {n}"),
    "elite": N_("elite {n}"),
    "status": N_("state {n}"),
    "elephants": N_("elephants {n}"),
    "given": N_("other {n}"),
}
"""The lines of the sum of a battle (§8.31)."""
TROOPS = N_("{n} {unit}")
NOTHING = N_("nothing")
NO_LINES = N_("no modifiers")
HELD = N_(" by holding {cities}")
DEAD = N_(" because {leader} was dead")
STAR_SAID = N_("under 5%")
PERCENT = N_("{n}%")
EASED = N_("{real} (chart {chart})")
"""§8.33 §8.37 The losses that a ratio has eased, and the chart's, by which who must retreat is decided."""
WILD = N_("they turned on their own side")
KILLED = N_("lost")
HURTS = N_("the enemy lost {n}")
SHAKES = N_("the enemy was shaken")
IDLE = N_("no effect")
OF_SIDE = N_("{side} {n}")
POINTS: Mapping[str, str] = {
    "terrain": N_("mountains and marshes"),
    "rivers": N_("rivers"),
    "mountain": N_("on a mountain"),
    "city": N_("in the city"),
    "guides": N_("native guides"),
}
"""Sources of attrition points besides provinces (§6.41, §6.44, §6.46)."""
ROWS: Mapping[str, str] = {
    "ridge": N_("mountains in a row: {n} {n:row|rows} down"),
    "state": N_("state: {n} {n:row|rows} down"),
    "large": N_("size: {n} {n:row|rows} down"),
    "overran": N_("overrun: {n} {n:row|rows} down"),
}
"""The causes that move the losses of attrition down the chart (§6.43, §6.61)."""
FEVER = N_("marsh fever {n}")
OF_POINTS, ADJUSTED, MADE_OF = N_("{what} {n}"), N_("adjusted strength {n}"), N_(" ({parts})")
STATES: tuple[str, ...] = (N_("in good order"), N_("disrupted"), N_("disorganized"), N_("useless"))


CHANGES: Mapping[str, str] = {"reduced": "change", "garrison_hurt": "percent", "embassy": "boxes"}
"""Events that may come to nothing, with the value that is 0 then."""


UNTOLD = ("turn", "finished")
"""Kinds of events that posts leave out: their titles and the map tell them."""

HEADLINES = frozenset(
    {
        "victory",
        "no_victory",
        "fallen",
        "sacked",
        "fell",
        "destroyed",
        "overrun",
        "alliance",
        "hiero_out",
        "dictator",
        "joins",
        "game_over",
    }
)
"""Kinds of events that somebody who was away is told first."""


GATHERED = {
    "drawn": Gathered(last=("left",), item="marker"),
    "alliance": Gathered(("side",)),
    "recovers": Gathered(),
    "relieved": Gathered(item="leader"),
}


def gather(events: Sequence[Event]) -> Sequence[Event]:
    """Return events with neighbours made one that one sentence tells."""
    return gathered(events, GATHERED)


def say(event: Event, language: str) -> str:
    """Return one redacted event as a sentence."""
    return spoken(told_of(event), language, LEXICON.label)


def told_of(event: Event) -> Words:
    """Return one redacted event in words."""
    return filled(_hidden(event) or TEMPLATES.get(_kind(event)) or TEMPLATES[event.kind], event)


def filled(template: str, event: Event) -> Words:
    """Return a template with the values of an event."""
    values = {k: x for k, x in event.values.items() if isinstance(x, str | int)}
    return words(template, **(values | _made(event)))


def _hidden(event: Event) -> str:
    """Return the template where the viewer is not told of which units the event speaks, else ""."""
    v = event.values
    if "units" in v or "losses" in v:
        return ""
    kind = f"{event.kind}/some" if v.get("some") else _kind(event)
    return HIDDEN.get(kind, "") or HIDDEN.get(event.kind, "")


def _kind(event: Event) -> str:
    """Return the key of the template that tells an event: its kind, and how it went or what it lacks."""
    v = event.values
    if event.kind == "intercepts" and v.get("ambush") and v["how"] != "automatic":
        return f"ambush/{v['how']}"
    if event.kind == "alliance" and "items" not in v:
        return "alliance/rome" if v["box"] else "alliance/none"
    if event.kind == "looting" and "rating" not in v:
        return "looting/unled"
    if event.kind == "losses" and not v["side"]:
        return "losses/neutral"
    if event.kind == "drawn" and v.get("marker") in (AUGURY, SIEGE):
        return f"drawn/{v['marker']}"
    if event.kind == "drawn":
        return "/".join(["drawn", *(["many"] if "items" in v else []), *([] if v["left"] else ["last"])])
    if event.kind == "embassy" and v["disaster"]:
        return "embassy/disaster"
    if not v.get(CHANGES.get(event.kind, ""), 1):
        return f"{event.kind}/nothing"
    return f"{event.kind}/{v.get('why', v.get('how'))}"


def _made(event: Event) -> dict[str, Any]:
    """Values that are said otherwise than they are told."""
    v, made = event.values, dict[str, Any]()
    if "units" in v or "leaders" in v:
        made["troops"] = troops(v.get("units", {}), v.get("leaders", []))
    if "way" in v:
        made["way"] = Hyphened(landmarks(v["way"]))
        made |= {"origin": v["way"][0], "to": v["way"][-1]}
    for many in ("cities", "places", "leaders"):
        if many in v:
            made[many] = list(v[many])
    if "status" in v:
        made["state"] = words(STATES[v["status"]])
    if "items" in v:
        made["items"] = _items(event.kind, v["items"])
    if "markers" in v:
        made["n"] = len(v["markers"])
    if "half" in v:
        made["points"] = _halved(max(0, sum(v["parts"].values())))
        made["sum"] = _points_said(v)
    if event.kind not in TWO_SUMS:
        made["shift"] = _shift_said(v)
    made |= _of_battle(event)
    return made


def _points_said(v: Mapping[str, Any]) -> Words | str:
    """Return of what the points of attrition are made, and for which strength they are read off the chart."""
    parts = [
        words(OF_POINTS, what=words(POINTS[what]) if what in POINTS else what, n=_halved(n))
        for what, n in v.get("parts", {}).items()
    ]
    if "size" in v:
        parts.append(words(ADJUSTED, n=v["size"]))
    parts += [words(ROWS[what], n=n) for what, n in v.get("rows", {}).items()]
    if v.get("fever"):
        parts.append(words(FEVER, n=f"{v['fever']:+d}"))
    return words(MADE_OF, parts=parts) if parts else ""


def _halved(half: int) -> float | int:
    return half / 2 if half % 2 else half // 2


def _items(kind: str, items: Sequence[Any]) -> list[Any]:
    """The subjects of gathered events, each as it stands in a list; of a province the last box."""
    match kind:
        case "alliance":
            boxes = {one["province"]: one["box"] for one in items}
            item, neutral = TEMPLATES["alliance/item"], TEMPLATES["alliance/item/none"]
            return [words(item if box else neutral, province=at, box=box) for at, box in boxes.items()]
        case "recovers":
            item = TEMPLATES["recovers/item"]
            states = [words(STATES[one["status"]]) for one in items]
            return [
                words(item, side=one["side"], place=one["place"], state=state)
                for one, state in zip(items, states, strict=True)
            ]
    return list(items)


TWO_SUMS = ("battle", "siege_attrition")
"""Events that name their modifiers otherwise: for the one side and the other."""


def _shift_said(v: Mapping[str, Any]) -> Words | str:
    """Return the modifiers of a die with their names, or their sum where the event does not name them."""
    if not isinstance(v.get("lines"), Mapping):
        return _signed(v["modifier"]) if isinstance(v.get("modifier"), int) else ""
    return _sum_said({**v["lines"], **_guile(v)})


def _guile(v: Mapping[str, Any]) -> dict[str, int]:
    """Return the guile used for a die of an avoidance (§8.23), and that used against it."""
    if "against" not in v:
        return {}
    return {name: n for name, n in (("guile", -v["guile"]), ("against", v["against"])) if n}


def _sum_said(lines: Mapping[str, int]) -> Words | str:
    return words(MADE_OF, parts=lines_said(lines)) if lines else ""


def _signed(n: int) -> str:
    return f" ({n:+d})" if n else ""


def _of_battle(event: Event) -> dict[str, Any]:
    """Return the words that an event's template needs beside its values; empty for most kinds of event."""
    v = event.values
    match event.kind:
        case "battle":
            lines = [words(LINES[name], n=f"{n:+d}") for name, n in v["lines"].items()]
            return {"lines": lines or words(NO_LINES)}
        case "result":
            ours, theirs = (_eased(*pair) for pair in zip(v["real"], v["percent"], strict=True))
            return {"ours": ours, "theirs": theirs}
        case "victory" | "no_victory":
            return {"ours": v["lost"][0], "theirs": v["lost"][1]}
        case "siege_attrition":
            (one, two), (outside, inside), (ours, theirs) = v["dice"], v["lines"], v["lost"]
            made = {"one": one, "two": two, "ours": ours, "theirs": theirs}
            return made | {"outside": _sum_said(outside), "inside": _sum_said(inside)}
        case "treachery":
            guiles = {"guile": v["guile"], "against": -v["against"]}
            return {"guiles": _sum_said({name: n for name, n in guiles.items() if n})}
        case "retreats" | "destroyed":
            return _why_back(v)
        case "elephant":
            return {"effect": _elephant(v)}
        case "contact":
            met = zip(v["sides"], v["strengths"], strict=True)
            return {"strengths_said": [words(OF_SIDE, side=side, n=n) for side, n in met]}
        case "game_over":
            each = zip(v["sides"], v["points"], strict=True)
            return {"points_said": Cells(words(OF_SIDE, side=side, n=n) for side, n in each), "why": _why(v)}
    return {}


def _why_back(v: Mapping[str, Any]) -> dict[str, Any]:
    """Return the losses that make a side retreat (§8.37): percentages, or strength points."""
    if v.get("why") != "percent":
        return {}
    return {"own": _percent(v["own"]), "theirs": _percent(v["theirs"])}


def _eased(real: int, chart: int) -> Words:
    if real == chart:
        return _percent(real)
    return words(EASED, real=_percent(real), chart=_percent(chart))


def _why(v: Mapping[str, Any]) -> Words | str:
    """Return the decisive cities or death of a war that ends at once, "" for one that ends on points."""
    if "cities" in v:
        return words(HELD, cities=v["cities"])
    return words(DEAD, leader=v["leader"]) if "leader" in v else ""


def _percent(n: int) -> Words:
    return words(STAR_SAID) if n < 0 else words(PERCENT, n=n)


def _elephant(v: Mapping[str, Any]) -> Words:
    if v["lost"]:
        return words(WILD) if v["die"] < 2 else words(KILLED)
    if v["hurt"]:
        return words(HURTS, n=v["hurt"])
    return words(SHAKES) if v["modifier"] else words(IDLE)


def troops(units: Mapping[str, int], leaders: Iterable[str] = ()) -> Any:
    """Units and leaders as people read them."""
    said: list[Any] = [words(TROOPS, n=n, unit=counted(unit, n)) for unit, n in units.items()]
    said += list(leaders)
    return said or words(NOTHING)

"""§9 Diplomacy: stakes face down on both sides, the chart, and what an attempt brings (§chart/diplomacy)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial

from adjudicator.belisarius.board import CHARTS, HEXES_OF, MARKERS, PROVINCES
from adjudicator.belisarius.world import (
    EMPIRE,
    JUSTINIAN,
    NEUTRAL,
    Attempt,
    Marker,
    Place,
    Province,
    Seat,
    World,
    enemy_of,
    hand_of,
    is_guard,
    is_leader,
    is_walled,
    occupant,
    stacks,
    units_at,
)
from adjudicator.core import (
    N_,
    Bar,
    Field,
    Form,
    Menu,
    Occasion,
    OneOf,
    Split,
    ask,
    bar,
    judged,
    look,
    move,
    tell,
    window,
    words,
)

from . import r04_control as r04
from . import r08_markers, r09_results
from . import r08_stratagems as r08

PERSIA = "persia"
AGENT = "agent"
BLUE, GREEN, ORTHODOXY, TOLERANCE = "blue_faction", "green_faction", "orthodoxy", "tolerance"
STAKES = "stakes"
"""The subject of the window in which Treachery may strike out what lies staked."""


def begin(w: World) -> None:
    """§3.1[2] Begin the diplomacy phase."""
    w.attempt = None


async def diplomacy(w: World) -> bool:
    """§9.0 §9.3 One order of the diplomacy phase; over at once for who publicly has no marker."""
    seat = w.phasing
    if not r08.may_hold(w, seat):
        return True
    answer = await ask(seat, diplomacy_menu(w, seat))
    match answer["pick"]:
        case "stake":
            await attempt(w, seat, answer["answer"]["target"], answer["answer"]["stakes"])
        case "play":
            await r08_markers.play_marker(w, seat, "diplomacy", answer["answer"])
        case "done":
            return True
    return False


def diplomacy_menu(w: World, seat: Seat) -> Menu:
    """§9.0 An attempt, as many as there are markers for (§9.3), a marker, or the end."""
    return Menu(
        rule="9.0",
        prompt=words(N_("Attempt diplomacy on a province or a Guard stack, or end the phase.")),
        # While a question is asked nothing changes: what is open is worked out once.
        items=cache(
            lambda: {
                "stake": attempt_form(w, seat),
                "play": r08_markers.playable(w, seat, "diplomacy"),
                "done": None,
            }
        ),
        ends={"done": ("stake",)},
    )


# -- §9.1 the attempt --------------------------------------------------------------------------


def _result(difference: int, die: int) -> str:
    """Return the result of a die on the chart, such as "D1+R1"."""
    return "+".join(CHARTS.diplomatic(difference, die))


async def attempt(w: World, seat: Seat, target: str, stakes: Mapping[Marker, int]) -> None:
    """§9.1 Carry out an attempt in the order of the paragraph; §9.2 the stakes go back before the result
    (ruling BE-C11).
    """
    w.attempt = Attempt(seat, target)
    await _stake(w, seat, stakes)
    await _oppose(w, enemy_of(seat))
    await _reveal(w)
    await _betray(w)
    used = [*w.attempt.stakes[seat]]
    if not used:
        await _fail(w, seat, target)
        return
    parts = differences(w, w.attempt)
    difference = sum(parts.values())
    label, seen = f"diplomacy {target}", partial(_result, difference)
    die = await r08.roll(w, "9.1", label, seat, seen)
    results = CHARTS.diplomatic(difference, die)
    tell(
        "diplomacy",
        "chart/diplomacy",
        seat=seat,
        target=target,
        parts=parts,
        difference=difference,
        n=die,
        results=list(results),
    )
    await _clear(w)
    await r09_results.carry_out(w, seat, target, results, used)
    w.attempt = None


async def _fail(w: World, seat: Seat, target: str) -> None:
    """§9.0 §chart/diplomacy End an attempt for which no marker is left: one at least must be played."""
    tell("attempt_failed", "9.0", seat=seat, target=target)
    await _clear(w)
    w.attempt = None


async def _stake(w: World, seat: Seat, stakes: Mapping[Marker, int]) -> None:
    """§9.1(2) §9.1(3) Lay markers face down; how many they are is seen."""
    going, markers = going_on(w), r08.listed(stakes)
    going.counts[seat] = len(markers)
    await move("9.1", f"{seat}_hand", f"{seat}_stake", markers, shown=False, seats=[seat])
    how, target = "by" if seat == going.by else "against", going.target
    tell("staked", "9.1", seat=seat, target=target, n=len(markers), how=how, sealed=r08.known(seat, markers))


async def _oppose(w: World, enemy: Seat) -> None:
    """§9.1(3) §9.4 Let the other player stake markers against it, for neutrals too (ruling BE-C3).

    They are asked if they publicly hold any.
    """
    if not r08.may_hold(w, enemy):
        return
    answer = await ask(enemy, opposing_menu(w, enemy))
    if answer["pick"] == "stake":
        await _stake(w, enemy, answer["answer"]["stakes"])


async def _reveal(w: World) -> None:
    """§9.1(4) Both turn their stakes over at the same time."""
    going = going_on(w)
    sides = (going.by, enemy_of(going.by))
    going.stakes = {seat: [*w.cups[f"{seat}_stake"]] for seat in sides}
    for seat in sides:
        if going.stakes[seat]:
            await look("9.1", "all", f"{seat}_stake", going.stakes[seat])
            tell("revealed", "9.1", seat=seat, markers=[*going.stakes[seat]])


async def _betray(w: World) -> None:
    """§card/treachery Each Treachery strikes out one marker that the enemy has staked; either side may.

    Where none is left of the attempt, it is over.
    """
    going = going_on(w)
    while going.stakes[going.by]:
        choices = {s: _treachery_of(w, s) for s in r08.holders(w) if going.stakes[enemy_of(s)]}
        if not choices:
            break
        occasion = Occasion("marker", "9.1", by=going.by, subject=STAKES, at=going.target)
        played = await window(occasion, choices)
        if played is None:
            break
        seat, marker = played
        enemy = enemy_of(seat)
        if await r08.play(w, seat, r08.TREACHERY, "card/treachery", subject=marker):
            going.stakes[enemy].remove(marker)
            await move("8.42", f"{enemy}_stake", "pool", [marker])
            tell("nullified", "card/treachery", seat=enemy, marker=marker)


def _treachery_of(w: World, seat: Seat) -> OneOf:
    """Ask which enemy stake Treachery removes; barred for a seat without Treachery."""
    lacking = None
    if r08.TREACHERY not in hand_of(w, seat):
        lacking = bar("card/treachery", N_("you do not hold {marker}"), marker=r08.TREACHERY)
    against = [*going_on(w).stakes[enemy_of(seat)]]
    return OneOf(
        rule="card/treachery",
        prompt=words(N_("The enemy staked {markers}. Do you cancel one with Treachery?"), markers=against),
        options=lambda: dict.fromkeys(against, lacking),
        verb=r08.TREACHERY,
    )


async def _clear(w: World) -> None:
    """§9.2 All that was staked goes back to the pool."""
    for seat, markers in going_on(w).stakes.items():
        if markers:
            await move("9.2", f"{seat}_stake", "pool", markers)


def going_on(w: World) -> Attempt:
    """The attempt that is going on."""
    assert w.attempt is not None  # from 9.1(1) to the result
    return w.attempt


# -- §9.1(5) to (7) the difference -------------------------------------------------------------


def differences(w: World, going: Attempt) -> dict[str, int]:
    """§9.1(5) §9.1(7) §7.1 §chart/diplomacy List the parts of the difference; nothing that is
    0.
    """
    seat, target = going.by, going.target
    sign = 1 if seat == EMPIRE else -1
    parts = {
        "for_it": value_of(going.stakes[seat]),
        "against_it": -value_of(going.stakes[enemy_of(seat)]),
    }
    if target in PROVINCES:
        parts["cities"] = int(holds_all(w, seat, target))
        parts["imperial"] = sign * int(PROVINCES[target].imperial)
        parts["persian"] = -sign * int(target == PERSIA)
    else:
        parts["led"] = -int(any(map(is_leader, units_at(w, target))))
    return {part: n for part, n in parts.items() if n}


def value_of(markers: Sequence[Marker]) -> int:
    """§9.0 §card/agent §card/basileus The diplomacy values of markers."""
    return sum(MARKERS[marker].diplomacy for marker in markers)


def holds_all(w: World, seat: Seat, province: Province) -> bool:
    """§9.3 Return true if a seat occupies all cities and colonies of a province that has any.

    Ruins are none: ruling BE-C18.
    """
    towns = [hex for hex in HEXES_OF[province] if is_walled(w, hex)]
    return bool(towns) and all(occupant(w, hex) == seat for hex in towns)


# -- what may be staked on what ----------------------------------------------------------------


def attempt_form(w: World, seat: Seat) -> Form | Bar:
    """§9.1(1) §9.1(2) "Basileus, Agent x2 on Ostrogoths": the stakes, at least one, and the target."""
    if not _diplomatic(w, seat):
        return bar("9.0", N_("you hold no marker with a diplomacy value"))
    return Form(
        rule="9.1",
        prompt=words(N_("Attempt diplomacy.")),
        fields=(
            Field("stakes", lambda done: _stakes_choice(w, seat), ("upon",)),
            Field("target", lambda done: _target_choice(w, seat, done["stakes"])),
        ),
        judge=lambda done: _judge(w, done["stakes"], done["target"]),
        conceal=lambda done: {"target": done["target"], "n": sum(done["stakes"].values())},
    )


def opposing_menu(w: World, enemy: Seat) -> Menu:
    """§9.1(3) The other's stakes, or none."""
    going = going_on(w)
    form = Form(
        rule="9.1",
        prompt=words(N_("Stake markers to oppose it.")),
        fields=(Field("stakes", lambda done: _stakes_choice(w, enemy)),),
        judge=lambda done: _judge_defence(w, done["stakes"], going.target),
        conceal=lambda done: {"n": sum(done["stakes"].values())},
    )
    none = bar("9.0", N_("you hold no marker with a diplomacy value"))
    return Menu(
        rule="9.1",
        prompt=words(
            N_("{enemy} staked {n} {n:marker|markers} on {target}. What do you stake against?"),
            enemy=going.by,
            n=going.counts[going.by],
            target=going.target,
        ),
        items=lambda: {"stake": form if _diplomatic(w, enemy) else none, "pass": None},
    )


def _diplomatic(w: World, seat: Seat) -> dict[Marker, int]:
    return r08.numbers_of([marker for marker in hand_of(w, seat) if MARKERS[marker].diplomacy])


def _stakes_choice(w: World, seat: Seat) -> Split:
    held = _diplomatic(w, seat)
    return Split(
        rule="9.1",
        prompt=words(N_("Which markers do you stake?")),
        things=lambda: held,
        least=1,
        most=sum(held.values()),
    )


def _target_choice(w: World, seat: Seat, stakes: Mapping[Marker, int]) -> OneOf:
    return OneOf(
        rule="9.1",
        prompt=words(N_("On which target?")),
        options=lambda: judged(targets(w, seat), lambda target: _may_aim(w, seat, stakes, target)),
    )


def _may_aim(w: World, seat: Seat, stakes: Mapping[Marker, int], target: str) -> Bar | None:
    return may_target(w, seat, target) or misfit(w, stakes, target)


def _judge(w: World, stakes: Mapping[Marker, int], target: str) -> None:
    """Raises Illegal if the stakes may not be laid together, or not on this target."""
    if (stop := misfit(w, stakes, target)) is not None:
        raise stop.refuse()


def _judge_defence(w: World, stakes: Mapping[Marker, int], target: str) -> None:
    """§9.4 The same of the defence: neutrals have Agents alone, unless the option `neutral_defence` says
    otherwise.
    """
    agents = w.options["neutral_defence"] == "agents" and w.control.get(target) == NEUTRAL
    if agents and (others := [marker for marker in stakes if marker != AGENT]):
        why = N_("only {marker} can defend a neutral province, not {others}")
        raise bar("9.4", why, marker=AGENT, others=others).refuse()
    _judge(w, stakes, target)


def targets(w: World, seat: Seat) -> list[str]:
    """§9.1(1) §chart/diplomacy Every province, and the stacks of Guards that obey the enemy."""
    return [*sorted(PROVINCES), *guards_against(w, seat)]


def guards_against(w: World, seat: Seat) -> list[Place]:
    """§12.22 §12.32 The stacks of Guards that serve the enemy: loyal ones of the Empire's, or rebels."""
    if seat == EMPIRE:
        return r04.rebel_stacks(w)
    return [
        place for place, here in stacks(w).items() if any(is_guard(u) and u not in w.rebels for u in here)
    ]


def may_target(w: World, seat: Seat, target: str) -> Bar | None:
    """§9.0 §12.23 Return why diplomacy may not aim at a province or stack, None if it may; ruling BE-C20."""
    if target in PROVINCES:
        if w.control[target] == seat:
            return bar("9.0", N_("you already control {province}"), province=target)
    elif JUSTINIAN in units_at(w, target):
        return bar("12.23", N_("Guards stacked with {unit} never revolt"), unit=JUSTINIAN)
    return None


def misfit(w: World, stakes: Mapping[Marker, int], target: str) -> Bar | None:
    """§card/blue_faction §card/green_faction §9.5 Return why stakes do not fit a target, None if they do."""
    imperial = target in PROVINCES and w.control[target] == EMPIRE
    if BLUE in stakes and not imperial and target in PROVINCES:
        return bar(
            "card/blue_faction",
            N_("{marker} works only in Imperial provinces and on the Guard"),
            marker=BLUE,
        )
    if GREEN in stakes and not imperial:
        return bar("card/green_faction", N_("{marker} works only in Imperial provinces"), marker=GREEN)
    if w.options["both_faiths"] == "apart" and ORTHODOXY in stakes and TOLERANCE in stakes:
        return bar("9.5", N_("{one} and {other} cannot be staked together"), one=ORTHODOXY, other=TOLERANCE)
    return None

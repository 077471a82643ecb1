"""Markers: a toy that needs everything core has to give.

1 Three sides on a ring of six places, each with 6 coins and three markers, drawn in secret. Markers are
  of four kinds: treachery, luck, feast, chaff.
2 A round: 2.1 the weather (a die), 2.2 the tide (two dice; a window before them), 2.3 every side keeps
  one marker or none aside until the round is over, in secret, 2.4 all show at once whether they are bold.
3 Then each side gives one order: 3.1 march along the ring, 3.2 share coins out, 3.3 send scouts (in
  secret, all see how many), 3.4 make a vow, 3.5 offer coins for a marker, 3.6 raid a neighbour, 3.7 search
  the relics, 3.8 rest.
4 A player with markers may react: 4.1 treachery undoes a raid or another treachery, 4.2 luck has a
  raid's die cast again, 4.3 anybody may believe a vow, in secret.
5 At any time, between orders: 5.1 a feast, 5.2 an offer is accepted by whom it was made to.
6 After the last round the most coins win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from adjudicator.core import (
    N_,
    Amount,
    Assign,
    Bar,
    Choice,
    Event,
    Field,
    Form,
    Game,
    Illegal,
    Lexicon,
    Menu,
    Occasion,
    OneOf,
    Option,
    Procedure,
    Route,
    Scenario,
    Sealed,
    Split,
    Step,
    Subset,
    Text,
    To,
    ask,
    ask_all,
    bar,
    d6,
    d10,
    dice,
    draw,
    draw_among,
    look,
    move,
    one_of,
    pick,
    tell,
    window,
    words,
)
from adjudicator.core.language.terms import StandingTerms, WindowKind

RING = ("ford", "hill", "mill", "moor", "tower", "wood")
KINDS = ("chaff", "feast", "luck", "treachery")
MARKERS = ["treachery"] * 7 + ["luck"] * 7 + ["feast"] * 4 + ["chaff"] * 3
RELICS = ["bell", "bone", "crown", "crown", "veil"]
SCOUTS = ("scout_1", "scout_2")
LEXICON = Lexicon({"a": {"en": ["Anna"]}, "b": {"en": ["Bela"]}, "c": {"en": ["Cyra"]}})


class Offer(Struct):
    by: str
    to: str
    coins: int


class World(Struct):
    seats: list[str]
    rounds: int
    cups: dict[str, list[str]]
    places: dict[str, str]
    coins: dict[str, int]
    phase: str = "deal"
    turn: int = 0
    tide: list[int] = field(default_factory=list)
    bold: dict[str, str] = field(default_factory=dict)
    scouts: dict[str, dict[str, str]] = field(default_factory=dict)
    beliefs: dict[str, list[str]] = field(default_factory=dict)
    offers: list[Offer] = field(default_factory=list)
    vow: str = ""


class View(Struct, frozen=True):
    phase: str
    turn: int
    places: Mapping[str, str]
    coins: Mapping[str, int]
    held: Mapping[str, int]
    kept: Mapping[str, int]
    relics: Sequence[str]
    open_discard: Sequence[str]
    offers: Sequence[tuple[str, str, int]]
    scouts: Mapping[str, int]
    beliefs: Mapping[str, int]
    bold: Mapping[str, str]
    hand: Sequence[str]
    own_kept: Sequence[str]
    own_scouts: Mapping[str, str]


def scenarios() -> Sequence[Scenario]:
    return [Scenario("ring", ("a", "b", "c"), (Option("rounds", "2", ("two", "one")),))]


def found(scenario: str, options: Mapping[str, str], seats: Sequence[str]) -> World:
    cups: dict[str, list[str]] = {"cup": sorted(MARKERS), "discard": [], "relics": sorted(RELICS)}
    cups |= {f"{what}_{seat}": [] for seat in seats for what in ("hand", "kept")}
    rounds = 1 if options.get("rounds") == "one" else 2
    places = {seat: RING[2 * i] for i, seat in enumerate(seats)}
    return World(list(seats), rounds, cups, places, dict.fromkeys(seats, 6))


def proceed(w: World) -> Procedure | None:
    if w.phase == "over":
        return None
    return SEQUENCE[w.phase](w)


def hand(w: World, seat: str) -> list[str]:
    return w.cups[f"hand_{seat}"]


def holders(w: World, but: str = "") -> list[str]:
    """Return the seats that publicly could play a marker, from the side whose turn it is."""
    at = w.turn % len(w.seats)
    return [s for s in w.seats[at:] + w.seats[:at] if hand(w, s) and s != but]


# -- 1, 2: the round -------------------------------------------------------------------------------


async def deal(w: World) -> None:
    """§1"""
    dealt = await draw("1", "cup", [To(f"hand_{s}", 3, (s,)) for s in w.seats])
    tell("dealt", "1", sealed={s: Sealed((s,), sorted(dealt[f"hand_{s}"])) for s in w.seats})
    w.phase = "weather"


async def weather(w: World) -> None:
    """§2.1"""
    if await d6("2.1", "weather") == 1:
        tell("storm", "2.1")
    w.phase = "tide"


async def tide(w: World) -> None:
    """§2.2; luck lends another die."""
    kind = Occasion("tide", "2.2")
    lucky = await window(kind, {s: _marker_of(w, s, "2.2", "luck") for s in holders(w)})
    if lucky is not None:
        await spend(w, lucky[0], "luck", "2.2")
    w.tide = await dice("2.2", "tide", 2 if lucky is None else 3, 10)
    tell("tide", "2.2", dice=w.tide)
    w.phase = "keep"


async def keep(w: World) -> None:
    """§2.3"""
    kept = await ask_all({s: _keep_of(w, s) for s in w.seats})
    for seat, markers in kept.items():
        await move("2.3", f"hand_{seat}", f"kept_{seat}", markers, shown=False, seats=[seat])
    tell("kept", "2.3", kept={seat: len(markers) for seat, markers in kept.items()})
    w.phase = "show"


def _keep_of(w: World, seat: str) -> Subset:
    return Subset(
        rule="2.3",
        prompt=words(N_("Which marker do you keep aside?")),
        options=lambda: dict.fromkeys(hand(w, seat)),
        most=1,
        conceal=lambda markers: {"kept": len(markers)},
    )


async def show(w: World) -> None:
    """§2.4"""
    prompt = words(N_("Are you bold?"))
    w.bold = await ask_all(
        {s: OneOf(rule="2.4", prompt=prompt, options=one_of("yes", "no")) for s in w.seats}
    )
    tell("shown", "2.4", bold=w.bold)
    w.phase = "order"


def end_order(w: World) -> None:
    w.turn += 1
    if w.turn % len(w.seats) == 0:
        w.phase = "take_back"


async def take_back(w: World) -> None:
    """§2.3"""
    for seat in w.seats:
        kept = w.cups[f"kept_{seat}"]
        await move("2.3", f"kept_{seat}", f"hand_{seat}", kept, shown=False, seats=[seat])
    w.phase = "weather" if w.turn < w.rounds * len(w.seats) else "over"


# -- 3: orders -------------------------------------------------------------------------------------


async def order(w: World) -> None:
    """§3"""
    seat = w.seats[w.turn % len(w.seats)]
    given = await ask(seat, _order_of(w, seat))
    answer: Any = given.get("answer")
    match given["pick"]:
        case "march":
            w.places[seat] = answer["way"][-1]
            w.coins[seat] -= answer["toll"]
            tell("marched", "3.1", seat=seat, way=answer["way"])
        case "share":
            for other, coins in answer.items():
                w.coins[other] += coins
                w.coins[seat] -= coins
            tell("shared", "3.2", seat=seat, coins=answer)
        case "send":
            w.scouts[seat] = answer
            tell("sent", "3.3", seat=seat, count=len(answer), sealed={"scouts": Sealed((seat,), answer)})
        case "vow":
            await vow(w, seat, answer)
        case "offer":
            w.offers = [o for o in w.offers if (o.by, o.to) != (seat, answer["to"])]
            w.offers.append(Offer(seat, answer["to"], answer["coins"]))
            tell("offered", "3.5", seat=seat, to=answer["to"], coins=answer["coins"])
        case "raid":
            await raid(w, seat, answer)
        case "search":
            await search(w, seat)
    end_order(w)


def _order_of(w: World, seat: str) -> Menu:
    others = [s for s in w.seats if s != seat]
    rich = w.coins[seat] > 0
    poor = bar("3", N_("you have no coins"))
    return Menu(
        rule="3",
        prompt=words(N_("Give an order.")),
        items=lambda: {
            "march": _march_of(w, seat),
            "share": _share_of(w, seat, others) if rich else poor,
            "send": _scouts_of(seat),
            "vow": Text(rule="3.4", prompt=words(N_("What do you vow?")), most=40),
            "offer": _offer_of(w, seat, others) if rich else poor,
            "raid": OneOf(rule="3.6", prompt=words(N_("Whom?")), options=lambda: _raidable(w, others)),
            "search": None if w.cups["relics"] else bar("3.7", N_("there are no relics left")),
            "rest": None,
        },
    )


def _march_of(w: World, seat: str) -> Form:
    here = w.places[seat]

    def judge(done: dict[str, Any]) -> None:
        if done["toll"] < len(done["way"]) - 1:
            raise Illegal("3.1", N_("{way} places cost a toll of {toll}"), way=len(done["way"]), toll=1)

    way = Route(
        rule="3.1", prompt=words(N_("Where to?")), start=here, step=lambda so_far: _step(here, so_far)
    )
    most = min(2, w.coins[seat])
    toll = Amount(rule="3.1", prompt=words(N_("What toll?")), least=0, most=most)
    return Form(
        rule="3.1",
        prompt=words(N_("March.")),
        fields=(Field("way", lambda done: way, (":",)), Field("toll", lambda done: toll)),
        judge=judge,
    )


def _step(here: str, so_far: tuple[str, ...]) -> Step:
    at = RING.index(so_far[-1] if so_far else here)
    if len(so_far) == 3:
        return Step({})
    onward = {RING[(at + by) % len(RING)]: None for by in (-1, 1)}
    moor = bar("3.1", N_("nobody stops on the moor")) if so_far and so_far[-1] == "moor" else None
    return Step({place: _visited(place, (here, *so_far)) for place in sorted(onward)}, moor)


def _visited(place: str, so_far: tuple[str, ...]) -> Bar | None:
    return bar("3.1", N_("{place} was passed already"), place=place) if place in so_far else None


def _share_of(w: World, seat: str, others: Sequence[str]) -> Split:
    coins = w.coins[seat]
    things = {other: min(2, coins) for other in others}
    return Split(
        rule="3.2", prompt=words(N_("How many coins?")), things=lambda: things, least=1, most=min(3, coins)
    )


def _scouts_of(seat: str) -> Assign:
    places = {place: None for place in RING}
    return Assign(
        rule="3.3",
        prompt=words(N_("Where do your scouts go?")),
        things=lambda: {scout: places for scout in SCOUTS},
        least=1,
        conceal=lambda sent: {"scouts": len(sent)},
    )


def _offer_of(w: World, seat: str, others: Sequence[str]) -> Form:
    whom = OneOf(rule="3.5", prompt=words(N_("To whom?")), options=one_of(*others))
    coins = Amount(rule="3.5", prompt=words(N_("How many coins?")), least=1, most=w.coins[seat])
    return Form(
        rule="3.5",
        prompt=words(N_("Offer coins for a marker.")),
        fields=(Field("to", lambda done: whom, ("for",)), Field("coins", lambda done: coins)),
    )


def _raidable(w: World, others: Sequence[str]) -> Mapping[str, Bar | None]:
    nothing = bar("3.6", N_("there is nothing to be had"))
    return {other: None if hand(w, other) else nothing for other in others}


async def vow(w: World, seat: str, text: str) -> None:
    """§3.4 §4.3: a player who believes it says so in secret; all see only that somebody has spoken."""
    w.vow = text
    believed = await window(Occasion("vow", "4.3", by=seat), {s: _belief_of(s) for s in w.seats if s != seat})
    if believed is not None:
        w.beliefs.setdefault(believed[0], []).append(believed[1])
    tell("vowed", "3.4", seat=seat, text=text, heard=int(believed is not None))


def _belief_of(seat: str) -> OneOf:
    return OneOf(
        rule="4.3",
        prompt=words(N_("Do you believe it?")),
        options=one_of("believe", "doubt"),
        conceal=lambda answer: {"heard": 1},
    )


async def raid(w: World, seat: str, victim: str) -> None:
    """§3.6"""
    tell("raids", "3.6", seat=seat, victim=victim)
    if await undone(w, Occasion("raid", "4.1", by=seat, subject=victim)):
        return
    if await cast(w, seat, await d6("3.6", f"raid of {seat}"), 1) < 4 or not hand(w, victim):
        tell("repelled", "3.6", seat=seat)
        return
    got = await draw("3.6", f"hand_{victim}", [To(f"hand_{seat}", 1, (seat, victim))])
    tell(
        "robbed",
        "3.6",
        seat=seat,
        victim=victim,
        sealed={"marker": Sealed((seat, victim), got[f"hand_{seat}"])},
    )
    await look("3.6", seat, f"hand_{seat}", hand(w, seat))


async def undone(w: World, occasion: Occasion) -> bool:
    """§4.1 Return true if treachery meets it, and is not itself undone by treachery."""
    by = occasion.by
    while (
        played := await window(occasion, {s: _marker_of(w, s, "4.1", "treachery") for s in holders(w, by)})
    ) is not None:
        await spend(w, played[0], "treachery", "4.1")
        if occasion.kind == "marker":
            tell("undone", "4.1", seat=by)
        if not await undone(
            w, Occasion("marker", "4.1", by=played[0], subject="treachery", follows=occasion.kind)
        ):
            return True
    return False


async def cast(w: World, seat: str, got: int, casts: int) -> int:
    """§4.2 What the die shows in the end: each luck has it cast again."""
    tell("cast", "3.6", seat=seat, got=got)
    occasion = Occasion("die", "4.2", by=seat, value=str(got))
    played = await window(occasion, {s: _marker_of(w, s, "4.2", "luck") for s in holders(w)})
    if played is None:
        return got
    await spend(w, played[0], "luck", "4.2")
    return await cast(w, seat, await d6("4.2", f"cast {casts + 1} of {seat}"), casts + 1)


async def spend(w: World, seat: str, marker: str, rule: str) -> None:
    await move(rule, f"hand_{seat}", "discard", [marker])
    tell("played", rule, seat=seat, marker=marker)


def _marker_of(w: World, seat: str, rule: str, marker: str) -> OneOf:
    """A question to every player with a marker, so that it does not tell who holds the right one."""
    lacking = bar(rule, N_("you do not hold {marker}"), marker=marker)
    return OneOf(
        rule=rule,
        prompt=words(N_("Play {marker}?"), marker=marker),
        options=lambda: {marker: None if marker in hand(w, seat) else lacking},
    )


async def search(w: World, seat: str) -> None:
    """§3.7 A relic by public chance, a coin by a die read from nought; a scout of anybody's may be met."""
    relic = await pick("3.7", "relic", "relics", w.cups["relics"])
    await move("3.7", "relics", f"shrine_{seat}", [relic])
    w.coins[seat] += int(await d10("3.7", "worth") > 4)
    await look("3.7", "all", "discard", w.cups["discard"])
    if scattered := [f"{place}_{s}" for s in w.seats for place in sorted(w.scouts.get(s, {}).values())]:
        met = await draw_among("3.7", scattered, To(f"met_{seat}", 1, (seat,)))
        tell("met", "3.7", seats=[seat], scout=met[0])
    tell("searched", "3.7", seat=seat, relic=relic)


SEQUENCE = {
    "deal": deal,
    "weather": weather,
    "tide": tide,
    "keep": keep,
    "show": show,
    "order": order,
    "take_back": take_back,
}


# -- 5: at any time --------------------------------------------------------------------------------


def asides(w: World) -> Mapping[str, Choice[Any]]:
    return {} if w.phase == "deal" else {seat: _aside_of(w, seat) for seat in w.seats}


def _aside_of(w: World, seat: str) -> Menu:
    to_me = {offer.by: _affordable(w, offer) for offer in w.offers if offer.to == seat and hand(w, seat)}
    none = bar("5.1", N_("you do not hold {marker}"), marker="feast")
    accept = OneOf(rule="5.2", prompt=words(N_("Whose offer?")), options=lambda: to_me)
    return Menu(
        rule="5",
        prompt=words(N_("At any time.")),
        items=lambda: {"feast": None if "feast" in hand(w, seat) else none, "accept": accept},
    )


def _affordable(w: World, offer: Offer) -> Bar | None:
    return None if w.coins[offer.by] >= offer.coins else bar("5.2", N_("it cannot be paid any more"))


async def aside(w: World, seat: str, answer: dict[str, Any]) -> None:
    if answer["pick"] == "feast":
        await feast(w, seat)
    else:
        await accept(w, seat, answer["answer"])


async def feast(w: World, seat: str) -> None:
    """§5.1 A marker is drawn, then the host says who of the others is fed."""
    await spend(w, seat, "feast", "5.1")
    if w.cups["cup"]:
        await draw("5.1", "cup", [To(f"hand_{seat}", 1, (seat,))])
    others = one_of(*(s for s in w.seats if s != seat))
    guest = await ask(seat, OneOf(rule="5.1", prompt=words(N_("Who is fed?")), options=others))
    w.coins[guest] += await d6("5.1", f"feast of {seat}")
    tell("feasted", "5.1", seat=seat, guest=guest)


async def accept(w: World, seat: str, by: str) -> None:
    """§5.2 The coins go one way, a marker drawn from the hand goes the other."""
    offer = next(o for o in w.offers if (o.by, o.to) == (by, seat))
    w.offers.remove(offer)
    w.coins[by] -= offer.coins
    w.coins[seat] += offer.coins
    await draw("5.2", f"hand_{seat}", [To(f"hand_{by}", 1, (seat, by))])
    tell("accepted", "5.2", seat=seat, by=by)


# -- what is seen ----------------------------------------------------------------------------------


def view(w: World, seat: str | None) -> View:
    return View(
        w.phase,
        w.turn,
        dict(w.places),
        dict(w.coins),
        {s: len(hand(w, s)) for s in w.seats},
        {s: len(w.cups[f"kept_{s}"]) for s in w.seats},
        tuple(w.cups["relics"]),
        tuple(w.cups["discard"]),
        [(o.by, o.to, o.coins) for o in w.offers],
        {s: len(sent) for s, sent in w.scouts.items()},
        {s: len(said) for s, said in w.beliefs.items()},
        dict(w.bold),
        tuple(hand(w, seat)) if seat else (),
        tuple(w.cups[f"kept_{seat}"]) if seat else (),
        dict(w.scouts.get(seat, {})) if seat else {},
    )


def say(event: Event, language: str) -> str:
    return f"{event.rule} {event.kind} {dict(event.values)}"


WINDOWS = {kind: WindowKind("standing", 1) for kind in ("tide", "vow", "raid", "marker", "die")}
GAME = Game(
    name="markers",
    world=World,
    scenarios=scenarios,
    found=found,
    proceed=proceed,
    view=view,
    say=say,
    lexicon=LEXICON,
    asides=asides,
    aside=aside,
    stage=lambda w: w.phase,
    windows=WINDOWS,
    terms=StandingTerms(occasions={kind: words("{kind}", kind=kind) for kind in WINDOWS}),
)

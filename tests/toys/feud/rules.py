"""Feud: the toy with cards in hand, pieces face down, dice with symbols and a track.

1 North and South face each other on three fields: left, centre and right. Each has a company on every
  field, face down: pikes, riders and levies, drawn at random. Twelve cards name a field, four each; each side
  is dealt three.
2 They take turns, North first. A side plays a card; where both have a company on its field, that of the side
  attacks and both are turned up. Then the side draws a card while there are any.
3 Three dice are thrown, with three swords, a horse, a shield and a banner. A sword is a hit, a horse only if
  riders attack. Pikes fall at the third hit, others at the second. Each banner moves the marker on the track
  one space towards the attacker's end.
4 A side with two companies lost, or with the marker at the other end, has lost. When all cards are played,
  the side to whose end the marker is nearer wins; in the middle South.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from adjudicator.core import (
    N_,
    Event,
    Lexicon,
    OneOf,
    Procedure,
    Scenario,
    Throw,
    To,
    ask,
    dice,
    draw,
    fill,
    look,
    move,
    tell,
    words,
)
from adjudicator.core.log.chain import JSON

SIDES = ("north", "south")
FIELDS = ("left", "centre", "right")
PLACES = {
    "north": {"left": "0201", "centre": "0202", "right": "0203"},
    "south": {"left": "0101", "centre": "0102", "right": "0103"},
}
SIDE_AT = {place: side for side, places in PLACES.items() for place in places.values()}
TOUGH = {"pikes": 3, "riders": 2, "levies": 2}
FACES = ("sword", "sword", "sword", "horse", "shield", "banner")
MIDDLE, SPACES, HAND, DICE, LOST = 2, 5, 3, 3, 2

LEXICON = Lexicon(
    {
        "feud": {"en": ["Feud"], "ja": ["宿怨"]},
        "north": {"en": ["North"], "ja": ["北"]},
        "south": {"en": ["South"], "ja": ["南"]},
        "pikes": {"en": ["Pikes"], "ja": ["槍隊"]},
        "riders": {"en": ["Riders"], "ja": ["騎馬隊"]},
        "levies": {"en": ["Levies"], "ja": ["徴募隊"]},
        "sword": {"en": ["sword"], "ja": ["剣"]},
        "horse": {"en": ["horse"], "ja": ["馬"]},
        "shield": {"en": ["shield"], "ja": ["盾"]},
        "banner": {"en": ["banner"], "ja": ["旗"]},
        "play": {"en": ["play"], "ja": ["出す"]},
        "cards_of": {"en": ["Cards of"], "ja": ["カード："]},
        "has_won": {"en": ["has won"], "ja": ["の勝利"]},
        "turn": {"en": ["Turn"], "ja": ["ターン"]},
        "track": {"en": ["Track"], "ja": ["トラック"]},
        "footer": {
            "en": ["A toy; nothing here is history."],
            "ja": ["これは玩具であり、史実ではありません。"],
        },
    }
    | {
        name: {"en": [latin], "ja": [japanese]}
        for at, latin, japanese in (
            ("left", "Left", "左翼"),
            ("centre", "Centre", "中央"),
            ("right", "Right", "右翼"),
        )
        for name in (at, PLACES["north"][at], PLACES["south"][at])
    }
    | {
        f"{at}_card": {"en": [f"{at} card"], "ja": [f"{japanese}のカード"]}
        for at, japanese in (("left", "左翼"), ("centre", "中央"), ("right", "右翼"))
    }
)


class World(Struct):
    """The game at rest; `hits` and `shown` are by place, `turn` is 0 before the set-up."""

    seats: list[str]
    cups: dict[str, list[str]]
    hits: dict[str, int]
    shown: list[str] = field(default_factory=list)
    turn: int = 0
    marker: int = MIDDLE
    winner: str = ""


class View(Struct, frozen=True):
    """What a seat may know: `companies` are by place, "" for one that lies face down before others."""

    seat: str
    companies: Mapping[str, str]
    hits: Mapping[str, int]
    hand: Sequence[str]
    hands: Mapping[str, int]
    turn: int
    marker: int
    winner: str


def scenarios() -> Sequence[Scenario]:
    return [Scenario("moor", SIDES)]


def found(scenario: str, options: Mapping[str, str], seats: Sequence[str]) -> World:
    cups: dict[str, list[str]] = {"deck": sorted([f"{at}_card" for at in FIELDS] * 4), "played": []}
    for seat in seats:
        cups |= {f"{seat}_host": sorted(TOUGH), f"{seat}_hand": []}
        cups |= {place: [] for place in PLACES[seat].values()}
    return World(list(seats), cups, dict.fromkeys(SIDE_AT, 0))


def proceed(w: World) -> Procedure | None:
    if w.winner:
        return None
    return take_turn(w) if w.turn else set_up(w)


async def set_up(w: World) -> None:
    """§1"""
    for seat in w.seats:
        await draw("1", f"{seat}_host", [To(place, 1, (seat,)) for place in PLACES[seat].values()])
    await draw("1", "deck", [To(f"{seat}_hand", HAND, (seat,)) for seat in w.seats])
    w.turn = 1


async def take_turn(w: World) -> None:
    """§2, §4"""
    side, other = w.seats if w.turn % 2 else reversed(w.seats)
    hand = f"{side}_hand"
    card = await ask(side, _card_of(w, hand))
    await move("2", hand, "played", [card], shown=True)
    at = card.removesuffix("_card")
    tell("played", "2", side=side, card=card)
    if w.cups[PLACES[side][at]] and w.cups[PLACES[other][at]]:
        await attack(w, side, other, at)
    if w.cups["deck"]:
        await draw("2", "deck", [To(hand, 1, (side,))])
    w.turn += 1
    _end(w)


def _card_of(w: World, hand: str) -> OneOf:
    return OneOf(
        rule="2",
        prompt=words(N_("Which card do you play?")),
        options=lambda: dict.fromkeys(w.cups[hand]),
        verb="play",
    )


async def attack(w: World, side: str, other: str, at: str) -> None:
    """§3"""
    mine, theirs = PLACES[side][at], PLACES[other][at]
    for place in (mine, theirs):
        if place not in w.shown:
            await look("3", "all", place, w.cups[place])
            w.shown.append(place)
    attackers, defenders = w.cups[mine][0], w.cups[theirs][0]
    tell("attacks", "3", side=side, attackers=attackers, defenders=defenders, at=at)
    rolled = await dice("3", "attack", DICE)
    fell = [FACES[one - 1] for one in rolled]
    hits = fell.count("sword") + (fell.count("horse") if attackers == "riders" else 0)
    w.hits[theirs] += hits
    towards = 1 if side == w.seats[1] else -1
    w.marker = min(max(w.marker + towards * fell.count("banner"), 0), SPACES - 1)
    falls = w.hits[theirs] >= TOUGH[defenders]
    if falls:
        await move("3", theirs, "played", [defenders], shown=True)
    tell("fought", "3", fell=rolled, hits=hits, defenders=defenders, fallen=defenders if falls else "")


def _end(w: World) -> None:
    """§4"""
    first, second = w.seats
    for side, other, end in ((first, second, SPACES - 1), (second, first, 0)):
        if sum(not w.cups[place] for place in PLACES[side].values()) >= LOST or w.marker == end:
            w.winner = other
    if not (w.winner or any(w.cups[f"{seat}_hand"] for seat in w.seats)):
        w.winner = first if w.marker < MIDDLE else second


def view(w: World, seat: str | None) -> View:
    companies = {
        place: (w.cups[place][0] if place in w.shown or SIDE_AT[place] == seat else "")
        for place in w.hits
        if w.cups[place]
    }
    hands = {one: len(w.cups[f"{one}_hand"]) for one in w.seats}
    mine = w.cups[f"{seat}_hand"] if seat else []
    return View(seat or "", companies, dict(w.hits), tuple(mine), hands, w.turn, w.marker, w.winner)


def throw(
    rule: str, label: str, got: Sequence[JSON], before: Sequence[Event], behind: Sequence[Event]
) -> Throw:
    """Name what the faces of the dice show (§3)."""
    return Throw("", words(N_("attack")), faces=FACES)


SENTENCES = {
    "played": N_("{side} plays the {card}."),
    "attacks": N_("{attackers} of {side} attack {defenders}: {at}."),
    "fought": N_("Hits on the {defenders}: {hits}."),
    "fallen": N_("Hits on the {defenders}: {hits}. They are lost."),
}


def say(event: Event, language: str) -> str:
    kind = "fallen" if event.values.get("fallen") else event.kind
    return fill(words(SENTENCES[kind], **event.values), language, LEXICON.label)

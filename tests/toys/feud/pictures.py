"""The contents of the pictures of Feud: hidden companies, cards, dice with symbols and a track."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.core import N_, Event, Held, Reach
from adjudicator.core.language.words import Passage, Whole, Words, words
from adjudicator.display import story
from adjudicator.display.charts import (
    BattleBoard,
    Card,
    Face,
    Fighter,
    Hand,
    Line,
    Plot,
    Roll,
    Row,
    ScoreChart,
    Series,
)
from adjudicator.display.pictures import Pictures
from adjudicator.display.preview import Preview, previewed
from adjudicator.display.scene import Arrow, Counter, Note, Panel, Scene, Stack
from adjudicator.display.text import Text

from .rules import FACES, PLACES, SIDE_AT, SIDES, SPACES, TOUGH, View

SYMBOLS = {"pikes": "legion", "riders": "cavalry", "levies": "light_auxilia"}
SIGNS = {"sword": "swords", "horse": "cavalry", "shield": "disc", "banner": "laurel"}


def counter(side: str, kind: str, hits: int) -> Counter[Text]:
    """A company as it is drawn; without a kind its back."""
    if not kind:
        return Counter(side)
    return Counter(side, SYMBOLS[kind], steps=max(TOUGH[kind] - hits, 0), full=TOUGH[kind], name=kind)


def scene(seen: Struct) -> Scene[Text]:
    """The fields, with what the viewer knows of the companies, and the track."""
    assert isinstance(seen, View)
    if seen.winner:
        moment = words("{side} {won}", side=seen.winner, won="has_won")
    else:
        moment = words("{turn} {n}", turn="turn", n=seen.turn)
    said = [words("{place}: {n}.", place=place, n=seen.hits[place]) for place in seen.companies]
    return Scene(
        game="feud",
        title="feud",
        subtitle=moment,
        footer="footer",
        alt=Passage([Whole([moment]), *said]),
        stacks=tuple(_stack(seen, place) for place in seen.companies),
        panels=(Panel("track", (), tuple(str(n) for n in range(1, SPACES + 1)), seen.marker),),
        legend=tuple(Note(f"back:{side}", side) for side in SIDES),
    )


def _stack(seen: View, place: str) -> Stack[Text]:
    side, kind = SIDE_AT[place], seen.companies[place]
    return Stack(place, (counter(side, kind, seen.hits[place]),), (kind,), side)


def with_story(shown: Scene[Text], events: Sequence[Event], viewer: str | None) -> Scene[Text]:
    """The map with the last attacks."""
    happened = story.Story()
    for event in events:
        if event.kind == "attacks":
            enemy = next(one for one in SIDES if one != event.values["side"])
            happened.fought.append(PLACES[enemy][event.values["at"]])
    return story.told(shown, happened)


def preview(
    seen: Struct, pieces: Sequence[str], start: str, reaches: Sequence[Reach], way: Sequence[str]
) -> Preview[Text]:
    """An order before it is given: nothing moves here."""
    return previewed(pieces, Arrow("move", "", (start, *way), len(pieces)), [])


def card_of(card: str, side: str) -> Card[Text]:
    return Card(side, "command", card, "", id=card)


def hand(seen: Struct) -> Hand[Text]:
    """The viewer's cards, and the backs of the others'."""
    assert isinstance(seen, View)
    rows = []
    for side, n in seen.hands.items():
        mine = tuple(card_of(card, side) for card in seen.hand) if side == seen.seat else ()
        rows.append(Row(side, side, mine, 0 if mine else n))
    title = words("{cards} {side}", cards="cards_of", side=seen.seat) if seen.seat else "feud"
    return Hand("feud", title, "", title, tuple(rows))


def held(seen: Struct) -> list[Held]:
    """Return the viewer's cards."""
    assert isinstance(seen, View)
    return [Held(words(N_("Hand")), seen.hand)]


def face(seen: Struct, id: str) -> Counter[Text] | Card[Text] | None:
    """Return a card of the viewer's hand."""
    assert isinstance(seen, View)
    return card_of(id, seen.seat) if id in seen.hand else None


def battle(seen: Struct, events: Sequence[Event]) -> BattleBoard[Text] | None:
    """The last attack that the events tell of, with the dice that fell."""
    begun = next((event.values for event in reversed(events) if event.kind == "attacks"), None)
    if begun is None:
        return None
    ended = next((event.values for event in reversed(events) if event.kind == "fought"), None)
    side, other = begun["side"], next(one for one in SIDES if one != begun["side"])
    faces = tuple(
        Face(SIGNS[name], name, name == "sword" or (name == "horse" and begun["attackers"] == "riders"))
        for name in FACES
    )
    rolls: tuple[Roll[Text], ...] = ()
    if ended is not None:
        rolls = (Roll(side, side, tuple(ended["fell"]), note=f"= {ended['hits']}", faces=faces),)
    title = words("{side} – {at}", side=side, at=begun["at"])

    def line(of: str, kind: str) -> Line[Text]:
        fallen = ended is not None and of == other and bool(ended["fallen"])
        return Line(of, of, (Fighter(counter(of, kind, 0), state="fallen" if fallen else ""),))

    return BattleBoard(
        game="feud",
        title=title,
        subtitle=begun["at"],
        alt=title,
        attacker=line(side, begun["attackers"]),
        defender=line(other, begun["defenders"]),
        rolls=rolls,
    )


def score_chart(moments: Sequence[Sequence[Struct]]) -> ScoreChart[Text]:
    """The companies that each side had."""
    seen = [views[0] for views in moments if isinstance(views[0], View)]
    series = tuple(
        Series(side, side, tuple(sum(SIDE_AT[place] == side for place in one.companies) for one in seen))
        for side in SIDES
    )
    return ScoreChart(
        "feud", "feud", "", "feud", tuple(str(one.turn) for one in seen), (Plot("feud", series),)
    )


def about(place: str) -> list[Words]:
    return []


PICTURES = Pictures(
    scene=scene,
    with_story=with_story,
    preview=preview,
    hand=hand,
    battle=battle,
    score_chart=score_chart,
    battles=frozenset({"fought"}),
    about=about,
    face=face,
)

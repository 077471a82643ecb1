"""A view as a picture: stacks, marks and panels, in words."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, structs

from adjudicator.core import N_, Words, words
from adjudicator.core.language.words import Cells, Passage
from adjudicator.display.scene import Counter, Mark, Note, Panel, Scene, Stack
from adjudicator.display.text import Text
from adjudicator.julius_caesar.board import BLOCKS
from adjudicator.julius_caesar.world import SIDES, Side

from .names import short_name
from .narration import backs_said, code_of
from .view import BlockSeen, PlaceSeen, View

PHASES = {
    "deployment": N_("free deployment"),
    "deal": N_("dealing the cards"),
    "discard": N_("discarding a card"),
    "cards": N_("playing the cards"),
    "event": N_("{acting}'s event"),
    "movement": N_("{acting}'s movement"),
    "main_attack": N_("{acting}'s main attacks"),
    "surprise": N_("{acting}'s surprise attack"),
    "levy": N_("{acting}'s levies"),
    "choose_battle": N_("battles"),
    "battle": N_("battle of {place}, round {round}"),
    "regroup": N_("regrouping after the battle of {place}"),
    "turn_end": N_("end of the turn"),
    "winter": N_("winter"),
    "ships_home": N_("winter: ships return to port"),
    "quarters": N_("winter: disbanding down to the city limits"),
    "new_year": N_("winter: the new year"),
    "over": N_("the game ended in a draw"),
}

LEGEND = {
    "value": N_("city and its value (§4.2)"),
    "port": N_("port"),
    "inland": N_("inland city"),
    "navis": N_("ships are levied here"),
    "cavalry": N_("cavalry is levied here"),
    "elephant": N_("the elephant is levied here"),
    "major": N_("major road: 4 blocks (§6.11)"),
    "minor": N_("minor road: 2 blocks"),
    "strait": N_("strait: 2 blocks, 1 when attacking"),
    "sea_border": N_("border of two seas"),
    "back:caesar": N_("Caesar's block"),
    "back:pompey": N_("Pompey's block"),
    "back:egypt": N_("Cleopatra"),
    "flag:moved": N_("has moved this turn"),
    "flag:reserve": N_("in reserve"),
}

COLOURS = {"tan": "caesar", "green": "pompey", "blue": "egypt"}


def scene(view: Struct) -> Scene[Text]:
    """The picture of what one viewer may know."""
    assert isinstance(view, View)
    return Scene(
        game="julius_caesar",
        title=words(N_("Julius Caesar")),
        subtitle=moment(view),
        footer=words(N_("Map and positions drawn from public geography; not the printed board.")),
        alt=alt_text(view),
        stacks=tuple(_stack(place, seen) for place, seen in view.places.items()),
        marks=tuple(_marks(view)),
        panels=tuple(_panels(view)),
        legend=tuple(Note(sign, words(text)) for sign, text in LEGEND.items()),
    )


def alt_text(view: View) -> Passage:
    """The situation in words, for readers who do not see the picture."""
    said = [moment(view), *(_position(view, side) for side in SIDES)]
    contested = {place: seen for place, seen in view.places.items() if seen.holder == "contested"}
    if contested:
        places = [
            words(HERE_BOTH, place=place, **{side: sum(seen.backs[side].values()) for side in SIDES})
            for place, seen in contested.items()
        ]
        said.append(words(N_("Contested: {places}."), places=places))
    return Passage(said)


HERE = N_("{place} {n}")
HERE_BOTH = N_("{place} (Caesar {caesar}, Pompey {pompey})")


def _position(view: View, side: Side) -> Words:
    """A side's points and blocks, and the number in each place that it holds."""
    count = {place: sum(seen.backs[side].values()) for place, seen in view.places.items()}
    held = [place for place, seen in view.places.items() if seen.holder == side]
    return words(
        N_("{side}, {points} {points:point|points}, {blocks}: {places}."),
        side=side,
        points=view.score[side],
        blocks=backs_said({"": sum(count.values())}),
        places=[words(HERE, place=place, n=count[place]) for place in held] or words(NOWHERE),
    )


NOWHERE = N_("holds no place")


def moment(view: View) -> Words:
    """Return when it is, and what is going on: at the end, who has won."""
    winner = view.result.get("winner", "")
    now = words(
        N_("{winner} has won") if winner else PHASES[view.phase],
        acting=view.acting,
        place=view.battle.place if view.battle else "",
        round=view.battle.round if view.battle else 0,
        winner=winner,
    )
    return words(N_("Year {year}, turn {turn}: {now}."), year=view.year, turn=view.turn, now=now)


def _stack(place: str, seen: PlaceSeen) -> Stack[Text]:
    found = list(_counters(seen))
    return Stack(place, tuple(counter for _, counter in found), tuple(id for id, _ in found), seen.holder)


def _counters(seen: PlaceSeen) -> Iterator[tuple[str, Counter[Text]]]:
    """Faces that the viewer knows with their ids, then the backs of the others, Caesar's before Pompey's."""
    for side in SIDES:
        known = [b for b in seen.blocks if b.side == side]
        yield from ((b.id, _face(b)) for b in known)
        for colour, n in seen.backs[side].items():
            hidden = n - sum(BLOCKS[b.id].colour == colour for b in known)
            lying = seen.moved[side].get(colour, 0) - sum(
                bool(b.moved) for b in known if BLOCKS[b.id].colour == colour
            )
            for i in range(hidden):
                flags = ("moved",) if i < lying else ()
                yield "", Counter(COLOURS[colour], flags=flags, serves=_served(side, colour))


def _face(b: BlockSeen) -> Counter[Text]:
    flags = (("moved",) if b.moved else ()) + (("reserve",) if b.reserve else ())
    served = _served(b.side, BLOCKS[b.id].colour)
    return structs.replace(face_of(b.id, b.steps), flags=flags, serves=served)


def face_of(block: str, steps: int) -> Counter[Text]:
    """A block's face with the number of steps left, None for an eliminated block."""
    printed = BLOCKS[block]
    return Counter(
        colour=COLOURS[printed.colour],
        symbol=printed.kind,
        label=short_name(printed),
        code=code_of(block),
        steps=printed.strengths[steps - 1] if steps else 0,
        full=printed.strengths[-1],
        kind=block,
    )


def _served(side: Side, colour: str) -> str:
    """Return the side of a block that has not its colour, else ""."""
    return side if COLOURS[colour] != side else ""


def _marks(view: View) -> Iterator[Mark]:
    for place, seen in view.places.items():
        if seen.holder == "contested":
            yield Mark(place, "battle")
        else:
            yield Mark(place, f"holder:{seen.holder}")


def _panels(view: View) -> Iterator[Panel[Text]]:
    yield Panel(words(N_("Points")), tuple((side, str(view.score[side])) for side in SIDES))
    if view.played:
        cards = ((side, view.played[side]) for side in SIDES if side in view.played)
        yield Panel(words(N_("Cards")), tuple(cards))
    if any(view.trophies[side] for side in SIDES):
        yield Panel(words(N_("Trophies")), tuple((s, Cells(view.trophies[s]) or "–") for s in SIDES))
    if any(view.eliminated[side] for side in SIDES):
        rows = tuple((s, Cells(view.eliminated[s]) or "–") for s in SIDES)
        yield Panel(words(N_("Eliminated this year")), rows)

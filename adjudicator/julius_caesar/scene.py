"""A view as a picture: stacks, marks and panels, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from adjudicator.core import N_, Words, fill, words
from adjudicator.maps.scene import Counter, Mark, Panel, Scene, Stack

from .board import BLOCKS
from .names import LEXICON
from .narration import backs_said, code_of
from .view import BlockSeen, PlaceSeen, View
from .world import SIDES, Side

PHASES = {
    "deployment": N_("free deployment"),
    "deal": N_("the deal"),
    "discard": N_("the discard"),
    "cards": N_("the cards"),
    "event": N_("event of {acting}"),
    "movement": N_("movement of {acting}"),
    "main_attack": N_("main attacks of {acting}"),
    "surprise": N_("surprise attack of {acting}"),
    "levy": N_("levy of {acting}"),
    "choose_battle": N_("battles"),
    "battle": N_("battle of {place}, round {round}"),
    "regroup": N_("regroup after the battle of {place}"),
    "turn_end": N_("end of the turn"),
    "winter": N_("winter"),
    "ships_home": N_("winter: the ships go home"),
    "quarters": N_("winter: quarters"),
    "new_year": N_("winter: a new year"),
    "over": N_("the game is over"),
}

_COLOURS = {"tan": "caesar", "green": "pompey", "blue": "egypt"}


def scene(view: Struct, language: str) -> Scene:
    """The picture of what one viewer may know."""
    assert isinstance(view, View)
    return Scene(
        game="julius_caesar",
        language=language,
        title=fill(Words(N_("Julius Caesar")), language),
        subtitle=fill(_moment(view), language, LEXICON.label),
        footer=fill(
            Words(N_("Map and positions drawn from public geography; not the printed board.")), language
        ),
        alt=alt_text(view, language),
        stacks=tuple(Stack(place, tuple(_counters(view, seen))) for place, seen in view.places.items()),
        marks=tuple(_marks(view)),
        panels=tuple(_panels(view, language)),
    )


def alt_text(view: View, language: str) -> str:
    """The situation in words, for whoever does not see the picture."""
    parts = [_moment(view)]
    for side in SIDES:
        held = [place for place, seen in view.places.items() if seen.holder == side]
        backs = {c: n for p in view.places.values() for c, n in p.backs[side].items()}
        count = sum(n for p in view.places.values() for n in p.backs[side].values())
        blocks = backs_said({"": count}) if backs else backs_said({})
        parts.append(
            words(
                N_("{side}: {points} points, {blocks} on the map, holds {places}."),
                side=side, points=view.score[side], blocks=blocks, places=held,
            )
        )  # fmt: skip
    contested = [place for place, seen in view.places.items() if seen.holder == "contested"]
    if contested:
        parts.append(words(N_("Contested: {places}."), places=contested))
    return " ".join(fill(part, language, LEXICON.label) for part in parts)


def _moment(view: View) -> Words:
    place = view.battle.place if view.battle else ""
    phase = words(
        PHASES[view.phase], acting=view.acting, place=place, round=view.battle.round if view.battle else 0
    )
    return words(N_("Year {year}, turn {turn}: {phase}"), year=view.year, turn=view.turn, phase=phase)


def _counters(view: View, seen: PlaceSeen) -> Iterator[Counter]:
    """Faces that the viewer knows, then the backs of the others, Caesar's before Pompey's."""
    for side in SIDES:
        known = [b for b in seen.blocks if b.side == side]
        yield from (_face(b) for b in known)
        for colour, n in seen.backs[side].items():
            hidden = n - sum(BLOCKS[b.id].colour == colour for b in known)
            lying = seen.moved[side].get(colour, 0) - sum(
                bool(b.moved) for b in known if BLOCKS[b.id].colour == colour
            )
            for i in range(hidden):
                yield Counter(_COLOURS[colour], flags=_flags(side, colour, moved=i < lying))


def _face(b: BlockSeen) -> Counter:
    printed = BLOCKS[b.id]
    return Counter(
        colour=_COLOURS[printed.colour],
        symbol=printed.kind,
        label=printed.short,
        code=code_of(b.id),
        steps=printed.strengths[b.steps - 1],
        full=printed.strengths[-1],
        flags=_flags(b.side, printed.colour, moved=bool(b.moved), reserve=bool(b.reserve)),
    )


def _flags(side: Side, colour: str, *, moved: bool, reserve: bool = False) -> tuple[str, ...]:
    """Words that change how a counter is drawn; "serves:pompey" on a block of another colour."""
    flags = (["moved"] if moved else []) + (["reserve"] if reserve else [])
    if _COLOURS[colour] != side:
        flags.append(f"serves:{side}")
    return tuple(flags)


def _marks(view: View) -> Iterator[Mark]:
    for place, seen in view.places.items():
        if seen.holder == "contested":
            yield Mark(place, "battle")
        else:
            yield Mark(place, f"holder:{seen.holder}")


def _panels(view: View, language: str) -> Iterator[Panel]:
    def said(text: Words) -> str:
        return fill(text, language, LEXICON.label)

    def listed(ids: tuple[str, ...]) -> str:
        return ", ".join(LEXICON.label(i, language) for i in ids) or "–"

    name = {side: LEXICON.label(side, language) for side in SIDES}
    yield Panel(said(Words(N_("Points"))), tuple((name[s], str(view.score[s])) for s in SIDES))
    if view.played:
        cards = ((name[s], LEXICON.label(view.played[s], language)) for s in SIDES if s in view.played)
        yield Panel(said(Words(N_("Cards"))), tuple(cards))
    if any(view.trophies[s] for s in SIDES):
        yield Panel(said(Words(N_("Trophies"))), tuple((name[s], listed(view.trophies[s])) for s in SIDES))
    if any(view.eliminated[s] for s in SIDES):
        rows = tuple((name[s], listed(view.eliminated[s])) for s in SIDES)
        yield Panel(said(Words(N_("Eliminated this year"))), rows)

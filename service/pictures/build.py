"""The pictures of a campaign, prepared by the service (design/renderer.md §1).

A `Drawing` holds all that its picture shows, made from one viewer's view (architecture.md §1.5). A game
without maps has no pictures of maps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct, structs

from adjudicator.core.choices.choice import Choice, Reach, Reader
from adjudicator.core.game.sealed import Event
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, Label, words
from adjudicator.display.charts import BattleBoard
from adjudicator.display.language import in_language
from adjudicator.display.pictures import Pictures
from adjudicator.display.preview import Preview
from adjudicator.display.scene import Counter, Scene, Stack
from renderer.pictures import board_of, crop_frame
from service.api import Service
from service.usecases.play import queries
from service.values.words import speak
from service.wizard.filled import Filled
from service.wizard.options import passages_of
from service.wizard.walk import Asked, Walk

from .drawing import ANIMATION_WIDTH, CHART_WIDTH, CROP_WIDTH, MAP_WIDTH, MOST_FRAMES, Drawing, shortened

WIDEST = 0.38
"""A crop shows at most this share of the board's width, if it can be helped."""


# -- the map -----------------------------------------------------------------------------------------


class Sight(Struct, frozen=True):
    """A viewer's map at a moment, their view then, and the events that they were told since an earlier
    moment.
    """

    scene: Scene
    view: Any
    events: Sequence[Event]


def sight_of(
    service: Service, campaign: int, seat: str | None, language: str, rest: int | None = None, since: int = -1
) -> Sight | None:
    """Return the map of a seat, or of the public (None), now or at a rest, with the story after entry
    `since`.

    `since` -1 is without a story. None for a game without maps.

    Raises:
        NotNow: if there is nothing to see, or the rest is not kept.
    """
    pictures = pictures_of(service, campaign)
    if pictures is None:
        return None
    view = service.view(campaign, seat, rest)

    def see() -> Sight:
        events = told(service, campaign, seat, since, rest) if since >= 0 else []
        scene = pictures.with_story(pictures.scene(view), events, seat)
        return Sight(in_language(scene, language, label_of(service, campaign)), view, events)

    return service.once(campaign, (sight_of, seat, language, rest, since), see)


def unveiled(
    service: Service, campaign: int, sight: Sight, language: str, rest: int | None = None, *, to_public: bool
) -> Sight:
    """Return a map of a game that is over, and open to the public or to its players, with every piece face up
    that any of its seats knew.

    A place stays unchanged if the counters known to the seats are not the whole stack.
    """
    found, pictures = service.campaign(campaign), pictures_of(service, campaign)
    if pictures is None or not service.is_open(campaign, to_public=to_public):
        return sight
    known = dict[str, dict[str, Counter]]()
    for seat in found.seats:
        scene = in_language(
            pictures.scene(service.view(campaign, seat, rest)), language, label_of(service, campaign)
        )
        for stack in scene.stacks:
            for id, counter in zip(stack.pieces, stack.counters, strict=False):
                if id:
                    known.setdefault(stack.place, {}).setdefault(id, counter)
    stacks = tuple(_face_up(stack, known.get(stack.place, {})) for stack in sight.scene.stacks)
    return structs.replace(sight, scene=structs.replace(sight.scene, stacks=stacks))


def _face_up(stack: Stack, known: Mapping[str, Counter]) -> Stack:
    if "" not in stack.pieces or len(known) != len(stack.counters):
        return stack
    return Stack(stack.place, tuple(known.values()), tuple(known))


def pictures_of(service: Service, campaign: int) -> Pictures | None:
    """Return the pictures of the campaign's game; None for a game without maps."""
    pictures: Pictures | None = service.game(campaign).pictures
    return pictures


def label_of(service: Service, campaign: int) -> Label:
    """Return the names of the ids of a campaign's game."""
    label: Label = service.game(campaign).lexicon.label
    return label


def told(service: Service, campaign: int, seat: str | None, since: int, rest: int | None) -> list[Event]:
    """Return the story that a viewer was told after entry `since`, up to a rest."""
    journal = service.look(campaign, queries.journal, seat, since)
    return [event for n, event in journal if rest is None or n <= rest]


def map_of(
    service: Service,
    campaign: int,
    seat: str | None,
    language: str,
    rest: int | None = None,
    story_since: int = -1,
    *,
    width: int = MAP_WIDTH,
) -> Drawing | None:
    """Return the whole map; see `sight_of`."""
    sight = sight_of(service, campaign, seat, language, rest, story_since)
    return None if sight is None else whole(sight.scene, seat, width)


def latest_of(service: Service, campaign: int, seat: str | None, language: str) -> Drawing | None:
    """Return the map now with the events since the stage before; close up if all of them fit in.

    None for a game without maps.
    """
    rests = service.rests(campaign)
    earlier = [n for n, stage in rests if stage != rests[-1][1]]
    sight = sight_of(service, campaign, seat, language, None, max(earlier, default=-1))
    return None if sight is None else near_or_whole(sight.scene, seat, action(sight.scene))


def whole(scene: Scene, seat: str | None, width: int = MAP_WIDTH) -> Drawing:
    """Return the drawing of a scene as the whole map."""
    return Drawing("map", _name("map", seat), shortened(scene.alt), (scene,), width=width)


def crop_of(
    service: Service,
    campaign: int,
    seat: str | None,
    language: str,
    rest: int | None = None,
    story_since: int = -1,
    places: Sequence[str] = (),
) -> Drawing | None:
    """Return the map around some places, or around the events since an entry; None if there is nothing to
    show.
    """
    sight = sight_of(service, campaign, seat, language, rest, story_since)
    if sight is None:
        return None
    return cropped(sight.scene, seat, places or fitting(sight.scene, action(sight.scene)))


def cropped(scene: Scene, seat: str | None, places: Sequence[str]) -> Drawing | None:
    """Return a scene cropped to some places, None if there are none; its alt text tells the events there."""
    if not places:
        return None
    language = LANGUAGES[scene.language]
    alt = f"{language.sentence(scene.subtitle)}{language.gap}{scene.news}" if scene.news else scene.alt
    near = tuple(dict.fromkeys(places))
    return Drawing("crop", _name("crop", seat), shortened(alt), (scene,), places=near, width=CROP_WIDTH)


def action(scene: Scene) -> list[tuple[str, ...]]:
    """Return the places of each recent event.

    Battles come first, then losses, then ways; within each kind the latest first.
    """
    fought = [mark.place for mark in scene.marks if mark.kind in ("fought", "battle")]
    places = [*reversed(fought), *(stack.place for stack in reversed(scene.fallen))]
    return [*((place,) for place in places), *(arrow.path for arrow in reversed(scene.arrows))]


def fitting(scene: Scene, groups: Sequence[Sequence[str]]) -> list[str]:
    """Return the places of the groups that fit into one crop of the board; the first group always counts.

    Places too far from the earlier ones are shown only on the whole map.
    """
    board, found = board_of(scene), list[str]()
    for group in groups:
        wider = [*found, *group]
        if not found or crop_frame(board, wider, CROP_WIDTH).width <= WIDEST * board.size[0]:
            found = wider
    return list(dict.fromkeys(found))


def near_or_whole(scene: Scene, seat: str | None, groups: Sequence[Sequence[str]]) -> Drawing:
    """Return the drawing of a scene: close up if all groups fit in, else the whole map."""
    near = fitting(scene, groups)
    crop = cropped(scene, seat, near) if {*near} == {place for group in groups for place in group} else None
    return whole(scene, seat) if crop is None else crop


def changed(before: Scene, after: Scene) -> list[tuple[str, ...]]:
    """Return the places whose pieces or markers differ from those before, each by itself."""

    def lying(scene: Scene) -> dict[str, Any]:
        found: dict[str, Any] = {stack.place: stack.counters for stack in scene.stacks if stack.counters}
        for mark in scene.marks:
            if mark.kind not in ("fought", "target"):
                found[mark.place] = (found.get(mark.place), mark.kind)
        return found

    one, other = lying(before), lying(after)
    return [(place,) for place in {**one, **other} if one.get(place) != other.get(place)]


def _name(kind: str, seat: str | None) -> str:
    return f"{kind}-{seat}" if seat else kind


# -- an order before it is given ---------------------------------------------------------------------


class Way(Struct, frozen=True):
    """A way on the map, as far as an order names it.

    Attributes:
        start: where it begins.
        places: those picked so far.
        pieces: the pieces that move, () while none are named.
        chosen: cost and effect of the way, None if it does not say so.
        onward: places that it can go on to, () if it is done.
    """

    start: str
    places: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    chosen: Reach | None = None
    onward: tuple[Reach, ...] = ()


def way_of(choice: Choice[Any], filled: Filled, reader: Reader) -> Way | None:
    """Return the way along which a half-filled or complete order moves pieces; None if it moves none (yet).

    Raises:
        Refusal: of what was picked (`steps.step`).
    """
    walk = Walk(reader)
    asked = walk.along(choice, filled)
    if walk.led is None:
        return None
    route, places = walk.led
    named = (said for said in walk.said.values() if isinstance(said, list) and said != [*places])
    pieces = tuple(route.pieces) or tuple(map(str, next(named, ())))
    onward: list[Reach] = []
    if isinstance(asked, Asked) and asked.choice is route:
        ways = ((*places, *p.way) for p in passages_of(route, places).values() if p.bar is None)
        onward = [reach for way in ways if (reach := route.along(way)) is not None]
    chosen = route.along(places) if places else None
    if chosen is not None:
        chosen = structs.replace(chosen, note=route.note(places))
    return Way(route.start, places, pieces, chosen, tuple(onward))


def shown_of(service: Service, campaign: int, seat: str, language: str, way: Way) -> Preview | None:
    """Return a way with its cost and everything else in reach; None for a game without maps."""
    pictures = pictures_of(service, campaign)
    if pictures is None:
        return None
    reaches = (*way.onward, *([way.chosen] if way.chosen is not None else []))
    view = service.view(campaign, seat)
    shown = pictures.preview(view, way.pieces, way.start, reaches, way.places)
    return in_language(shown, language, label_of(service, campaign))


def preview_of(
    service: Service, campaign: int, seat: str, choice: Choice[Any], filled: Filled, reader: Reader
) -> Drawing | None:
    """Return the effect of a seat's order on the map, as far as it is filled; None if it moves nothing.

    Raises:
        Refusal: of a pick.
    """
    pictures, way = pictures_of(service, campaign), way_of(choice, filled, reader)
    if pictures is None or way is None:
        return None
    shown = shown_of(service, campaign, seat, reader.language, way)
    scene = in_language(pictures.scene(service.view(campaign, seat)), reader.language, reader.lexicon.label)
    if shown is None:
        return None
    alt = shortened(shown.alt)
    return Drawing("preview", _name("preview", seat), alt, (scene,), shown=shown, width=CHART_WIDTH)


# -- pictures without a map --------------------------------------------------------------------------


def hand_of(
    service: Service, campaign: int, seat: str | None, language: str, rest: int | None = None
) -> Drawing | None:
    """Return the drawing of a seat's hand, or of the face-up cards for the public."""
    pictures = pictures_of(service, campaign)
    if pictures is None:
        return None
    hand = in_language(
        pictures.hand(service.view(campaign, seat, rest)), language, label_of(service, campaign)
    )
    return Drawing("hand", _name("hand", seat), shortened(hand.alt), chart=hand, width=CHART_WIDTH)


def battle_board(
    service: Service, campaign: int, seat: str | None, language: str, rest: int | None = None
) -> BattleBoard | None:
    """Return the battle that is being fought, or the last one of the turn; None if there was none."""
    pictures = pictures_of(service, campaign)
    if pictures is None:
        return None
    events = told(service, campaign, seat, turn_at(service, campaign, rest)[0], rest)
    board = pictures.battle(service.view(campaign, seat, rest), events)
    return None if board is None else in_language(board, language, label_of(service, campaign))


def battle_of(
    service: Service, campaign: int, seat: str | None, language: str, rest: int | None = None
) -> Drawing | None:
    """Return the drawing of the battle that is being fought, or the last one of the turn; None if there was
    none.
    """
    board = battle_board(service, campaign, seat, language, rest)
    if board is None:
        return None
    return Drawing("battle", _name("battle", seat), shortened(board.alt), chart=board, width=CHART_WIDTH)


def scores_of(
    service: Service, campaign: int, seat: str | None, language: str, rest: int | None = None
) -> Drawing | None:
    """Return the chart of points and strengths from turn to turn; None before there are two positions to
    compare.

    Where the game is over and open to the viewer, it shows what each seat knew of itself.
    """
    pictures = pictures_of(service, campaign)
    if pictures is None:
        return None
    ends = turn_ends(service, campaign, rest)
    if len(ends) < 2:
        return None
    is_open = service.is_open(campaign, to_public=seat is None)
    opened = service.campaign(campaign).seats if is_open else []
    known = [service.look(campaign, queries.views, one, ends) for one in (seat, *opened)]
    chart = in_language(
        pictures.score_chart([*zip(*known, strict=True)]), language, label_of(service, campaign)
    )
    return Drawing("scores", _name("scores", seat), shortened(chart.alt), chart=chart, width=CHART_WIDTH)


# -- animations -------------------------------------------------------------------------------------------


def animation_of(
    service: Service,
    campaign: int,
    seat: str | None,
    language: str,
    turn: str = "",
    rest: int | None = None,
) -> Drawing | None:
    """Return the animation of a turn (named as by `When.turn`), or of the whole campaign (""), move by move.

    None if fewer than two of its frames show anything.
    """
    pictures = pictures_of(service, campaign)
    if pictures is None:
        return None
    when = service.game(campaign).when
    rests = [(n, when(stage).turn) for n, stage in service.rests(campaign) if rest is None or n <= rest]
    wanted = [(before, n) for (before, _), (n, of) in pairwise(rests) if turn in ("", of)]
    if not wanted:
        return None
    views = service.look(campaign, queries.views, seat, [n for _, n in wanted])
    journal = service.look(campaign, queries.journal, seat, wanted[0][0])
    frames: list[Scene] = []
    label = label_of(service, campaign)
    for (before, n), view in zip(wanted, views, strict=True):
        events = [event for at, event in journal if before < at <= n]
        scene = pictures.with_story(pictures.scene(view), events, seat)
        if scene.arrows or scene.fallen or any(mark.kind == "fought" for mark in scene.marks):
            frames.append(in_language(scene, language, label))
    if len(frames) < 2:
        return None
    return _cut(frames, seat, language, "turn" if turn else "replay")


def _cut(frames: Sequence[Scene], seat: str | None, language: str, name: str) -> Drawing:
    """Return at most `MOST_FRAMES` frames, evenly chosen, the last among them."""
    step = -(-len(frames) // MOST_FRAMES)
    shown = tuple(reversed(frames[::-1][::step]))
    first = LANGUAGES[language].sentence(shown[0].subtitle)
    values = {"game": shown[0].title, "n": len(shown), "first": first, "last": shown[-1].alt}
    said = words(N_("{game}, an animation of {n} {n:picture|pictures}. Start: {first} End: {last}"), **values)
    alt = shortened(speak(said, language))
    return Drawing("animation", _name(name, seat), alt, shown, width=ANIMATION_WIDTH)


# -- turns and their rests ---------------------------------------------------------------------------


def turn_at(service: Service, campaign: int, rest: int | None) -> tuple[int, str]:
    """Return the turn of a rest (None: the last one): the last rest before the turn began, and the turn's
    name.
    """
    when = service.game(campaign).when
    rests = [(n, when(stage).turn) for n, stage in service.rests(campaign) if rest is None or n <= rest]
    if not rests:
        return -1, ""
    now = rests[-1][1]
    earlier = [n for n, turn in rests if turn != now]
    return (max(earlier) if earlier else -1), now


def turn_ends(service: Service, campaign: int, rest: int | None) -> list[int]:
    """Return the first rest of the game, then the last of every turn up to a rest, or up to now."""
    when = service.game(campaign).when
    rests = [(n, when(stage).turn) for n, stage in service.rests(campaign) if rest is None or n <= rest]
    if not rests:
        return []
    ends = [n for (n, turn), (_, then) in pairwise(rests) if turn != then]
    return list(dict.fromkeys([rests[0][0], *ends, rests[-1][0]]))

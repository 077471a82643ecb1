"""All things on a board, one by one: stacks, arrows, marks, casualties, and the names over them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.display.scene import Scene, Stack
from renderer.boards import city_names
from renderer.boards.areas.board import AreaBoard
from renderer.boards.base_layer import BaseLayer, Board
from renderer.boards.city_names import Name
from renderer.boards.hexes.board import HexBoard
from renderer.boards.plates import PlateWithWays
from renderer.draw.canvas import Canvas, noted
from renderer.draw.frame import Frame, Point
from renderer.draw.labels import Box
from renderer.draw.themes import Theme
from renderer.pieces import casualties, hex_stacks, overlay, sprites, stacks
from renderer.pieces.stacks import Standing
from renderer.pieces.things import ArrowLine, Laid, LeaderLine, LeaderNames, Ring, Sprite, Target, Thing


def things(
    scene: Scene, board: Board, base: BaseLayer, theme: Theme, taken: Sequence[Box] = ()
) -> list[Thing]:
    """Return all things on a board in the frame of its base layer, the lowest first.

    `taken` are the boxes covered by the marginalia, in pixels.

    Raises:
        KeyError: a place that the board does not have.
        ValueError: a kind of mark that is not drawn.
    """
    scene = _of_kinds(scene, theme)
    if isinstance(board, HexBoard):
        return [_owned(thing, theme) for thing in _on_hexes(scene, board, base, theme)]
    found = [*_arrows(scene, board, base.frame), *_on_ways(scene, board, base, theme, taken)]
    if isinstance(board, AreaBoard):
        covered = [box for thing in found for box in _covered(thing, base.frame)]
        found += city_names.lay(board, base.frame, base.drawn, covered)
    return [_owned(thing, theme) for thing in found]


def _of_kinds(scene: Scene, theme: Theme) -> Scene:
    """Return a scene whose pieces tell only kinds that the group has pictures of: others lie together."""

    def told(stack: Stack) -> Stack:
        kinds = (replace(one, kind=theme.style.pictured(one)) for one in stack.counters)
        return replace(stack, counters=tuple(kinds))

    return replace(scene, stacks=tuple(map(told, scene.stacks)), fallen=tuple(map(told, scene.fallen)))


def _owned(thing: Thing, theme: Theme) -> Thing:
    if isinstance(thing, Laid) and any(map(theme.style.pictured, thing.sprite.counters)):
        return replace(thing, sprite=replace(thing.sprite, own=theme.style.own))
    return thing


def paint(canvas: Canvas, thing: Thing, frame: Frame, theme: Theme) -> None:
    """Paint a thing."""
    match thing:
        case Laid(sprite, _, box):
            canvas.paste(sprites.drawn(sprite, theme), box[0], box[1])
        case ArrowLine(move, points):
            overlay.arrow(canvas, move, [*points], frame, theme)
        case LeaderLine():
            overlay.line(canvas, thing, frame, theme)
        case Ring(_, middle, across):
            hex_stacks.ring(canvas, middle, across, theme.alarm)
        case Target():
            overlay.target(canvas, thing, theme)
        case LeaderNames():
            hex_stacks.leader_names(canvas, thing, theme)
        case Name():
            city_names.write(canvas, thing, frame, theme)


# -- on hexes ----------------------------------------------------------------------------------------


def _on_hexes(scene: Scene, board: HexBoard, base: BaseLayer, theme: Theme) -> list[Thing]:
    """Return stacks and marks, then moves over them, then the names of cities over all."""
    frame = base.frame
    found = list(hex_stacks.lay(scene, board, frame, theme))
    taken = [box for thing in found for box in _covered(thing, frame)]
    found += casualties.in_hexes(scene, board, frame, theme)
    for move in scene.arrows:
        points = hex_stacks.path_points(move.path, board, frame)
        found.append(ArrowLine(move, tuple(points)))
        taken += overlay.along_arrow(move, points, frame)
    return [*found, *city_names.lay(board, frame, base.drawn, taken)]


def _covered(thing: Thing, frame: Frame) -> list[Box]:
    """Return the boxes that no name should be written on."""
    match thing:
        case Laid(box=box):
            boxes = [box]
        case LeaderNames():
            left, top, right, bottom = hex_stacks.leader_names_box(thing)
            boxes = [(left - 1.5, top - 1.5, right + 1.5, bottom + 1.5)]
        case Target(_, (x, y), radius):
            boxes = [(x - radius, y - radius, x + radius, y + radius)]
        case _:
            boxes = []
    return [pixels for one in boxes if (pixels := noted(one, frame.size)) is not None]


# -- on points and areas -----------------------------------------------------------------------------


def _arrows(scene: Scene, board: PlateWithWays, frame: Frame) -> Iterator[ArrowLine]:
    for move in scene.arrows:
        yield ArrowLine(move, tuple(overlay.path_points(move.path, board, frame)))


def _on_ways(
    scene: Scene, board: PlateWithWays, base: BaseLayer, theme: Theme, taken: Sequence[Box]
) -> Iterator[Thing]:
    """Yield stacks with their leader lines, then casualties and marks."""
    frame = base.frame
    anchors = {place: frame.pixel(point) for place, point in board.places().items()}
    seen = [stack for stack in scene.stacks if stack.counters and _inside(anchors[stack.place], frame)]
    taken = [*taken, *(box for move in scene.arrows for box in overlay.heads(move, board, frame))]
    standing = {one.place: one for one in stacks.stand(seen, anchors, base.drawn, taken, frame)}
    yield from (overlay.leader_line(one) for one in standing.values() if one.away)
    for stack in seen:
        yield from _stack(stack, standing[stack.place], frame)
    boxes = [*taken, *(one.box for one in standing.values())]
    yield from casualties.on_points(scene, board, frame, theme, boxes)
    for sign in scene.marks:
        at = anchors[sign.place]
        if _inside(at, frame):
            found = overlay.mark(sign, at, standing.get(sign.place), frame, theme)
            if found is not None:
                yield found


def _inside(point: Point, frame: Frame) -> bool:
    width, height = frame.size
    return 0 <= point[0] <= width and 0 <= point[1] <= height


def _stack(stack: Stack, standing: Standing, frame: Frame) -> Iterator[Laid]:
    left, top = standing.box[:2]
    free = list(range(len(stack.counters)))
    for tile in standing.shape.tiles:
        alike = [at for at in free if stacks.shown(stack.counters[at]) == tile.counter][: tile.count]
        free = [at for at in free if at not in alike]
        x, y = left + tile.left, top + tile.top
        wide, high = stacks.pile_size(tile.counter, tile.count, frame.zoom)
        sprite = Sprite("pile", frame.zoom, (tile.counter,), tile.count)
        yield Laid(sprite, stack.place, (x, y, x + wide, y + high), tuple(alike))

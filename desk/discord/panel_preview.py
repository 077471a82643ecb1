"""What a move would look like on the map before it is ordered: the way that was picked, as an arrow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core.words import Words
from adjudicator.maps.preview import WAY, Preview
from adjudicator.maps.scene import Arrow

from .. import picturing
from ..drawing import LEAF_WIDTH, Drawing, Picture, shortened
from ..service import Desk
from ..steps import Built
from ..words import speak
from .calls import Call
from .panel_state import STANDING, Panel


async def previews(call: Call, at: Panel) -> list[Picture]:
    """The pictures of a panel: none but of a whole order."""
    if not isinstance(at.now, Built):
        return []
    drawing = await call.look(lambda desk: preview_of(desk, at))
    return await call.umpire.sender.drawn([drawing] if drawing is not None else [])


def preview_of(desk: Desk, at: Panel) -> Drawing | None:
    """The map with the order that is built; None if it is no move, or the game has no maps."""
    if not isinstance(at.now, Built) or at.subject.kind == STANDING:
        return None
    move = _move(at.now.answer)
    pictures = picturing.pictures_of(desk, at.subject.campaign)
    if move is None or pictures is None:
        return None
    path = (str(move["start"]), *map(str, move["way"]))
    pieces = list(_pieces({name: said for name, said in move.items() if name not in ("start", "way")}))
    subject, language = at.subject, at.subject.reader.language
    scene = pictures.scene(desk.view(subject.campaign, subject.seat), language)
    shown = _arrow(at, pieces, path)
    alt, name = shortened(shown.alt), f"preview-{subject.seat}"
    return Drawing("preview", name, alt, (scene,), shown=shown, width=LEAF_WIDTH)


def _move(answer: Any) -> Mapping[str, Any] | None:
    """The fields of an order that leads pieces from a start along a way."""
    inner = answer.get("answer") if isinstance(answer, dict) and "pick" in answer else answer
    if isinstance(inner, dict) and isinstance(inner.get("way"), list) and inner["way"] and "start" in inner:
        return inner
    return None


def _pieces(said: Any) -> Iterator[str]:
    """All ids among what was said."""
    match said:
        case str():
            yield said
        case list():
            for one in said:
                yield from _pieces(one)
        case dict():
            for name, one in said.items():
                if isinstance(one, int):
                    yield name
                else:
                    yield from _pieces(one)


def _arrow(at: Panel, pieces: Sequence[str], path: tuple[str, ...]) -> Preview:
    """The way that was picked, by whom; what it costs, its question has said."""
    reader = at.subject.reader
    way = "–".join(map(reader.label, path))
    caption = speak(Words(WAY, {"pieces": list(pieces), "way": way}), reader.language, reader.lexicon.label)
    return Preview(Arrow("move", at.subject.seat, path, len(pieces)), (), caption, caption)

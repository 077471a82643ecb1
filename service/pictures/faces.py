"""Small pictures of all that the games print, for chats: our own faces, never a group's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import structs

from adjudicator.core.game.game import Game
from adjudicator.display.charts import Card
from renderer.pieces.things import Sprite

from .drawing import Drawing

DICE = range(1, 7)
"""The faces of a die that have a picture."""


def die(face: int) -> str:
    """Return the id of a die's face."""
    return f"die/{face}"


def faces(games: Iterable[Game]) -> Iterator[tuple[str, str, Drawing]]:
    """Yield (game, id, drawing) of every piece and card as it is printed, and of the faces of a die.

    What looks alike has equal drawings: names, which nobody could read at this size, are left out.
    """
    for name, game in {game.name: game for game in games if game.pictures is not None}.items():
        assert game.pictures is not None
        for id, looks in game.pictures.printed().items():
            if isinstance(looks, Card):
                bare = structs.replace(looks, name="", line="", id="", count=1)
                sprite = Sprite("emoji", 1, card=bare)
            else:
                sprite = Sprite("emoji", 1, (structs.replace(looks, label="", name="", flags=()),))
            yield name, id, Drawing("emoji", name, "", sprite=sprite)
        for face in DICE:
            yield name, die(face), Drawing("emoji", name, "", sprite=Sprite("emoji", 1, value=face))

"""The golden pictures beside the map; `python -m tests.renderer.charts_golden` writes them anew."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import msgspec
from PIL import Image

import renderer
from adjudicator.belisarius import GAME as BELISARIUS
from adjudicator.belisarius.board import MARKERS, ODDS, crt
from adjudicator.belisarius.show.pictures import marker_card
from adjudicator.display.charts import (
    BattleBoard,
    Chart,
    Fighter,
    Hand,
    Line,
    Plot,
    Roll,
    Row,
    ScoreChart,
    Series,
    Term,
)
from adjudicator.display.language import in_language
from adjudicator.display.preview import Preview, Spot
from adjudicator.display.scene import Arrow, Counter, Mark, Scene, Stack
from adjudicator.display.text import Text
from adjudicator.julius_caesar import GAME as CAESAR
from adjudicator.julius_caesar.board import CARDS
from adjudicator.julius_caesar.show.pictures import card_of
from renderer.draw import glyphs
from renderer.games import belisarius, julius_caesar
from tests.renderer import belisarius_scenes, scenes
from tests.renderer.golden import FOLDER, PAPER
from tests.renderer.golden import PIECES as BLOCKS

WIDTH = 640

_CARDS: Hand[Text] = Hand(
    "julius_caesar",
    "Caesar's cards",
    "Year 1, turn 1",
    "Cards.",
    (
        Row("In hand", "caesar", tuple(card_of(card, "caesar") for card in CARDS)),
        Row("Pompey has 5 cards in hand", "pompey", (), 5),
        Row("Discarded", "caesar", (card_of("mars", "caesar", dimmed=True),)),
    ),
    language="en",
)
CARDS_HELD = in_language(_CARDS, "en", CAESAR.lexicon.label)
ALL_MARKERS = tuple(marker_card(one, "empire", 1 + at % 3) for at, one in enumerate(MARKERS))
_MARKERS: Hand[Text] = Hand(
    "belisarius",
    "Empire's markers",
    "Turn 1",
    "Markers.",
    (
        Row(
            "In hand",
            "empire",
            tuple(marker_card(one, "empire", 1 + at % 3) for at, one in enumerate(MARKERS)),
        ),
        Row("in the pool: 40", "", (), 40),
    ),
    square=True,
    language="en",
)
MARKERS_HELD = in_language(_MARKERS, "en", BELISARIUS.lexicon.label)
WITH_DICE = BattleBoard(
    "julius_caesar",
    "Battle of Roma",
    "Year 1, turn 2, round 1",
    "A battle.",
    Line(
        "Caesar attacks",
        "caesar",
        (Fighter(BLOCKS[0], "A", "acted"), Fighter(BLOCKS[1], "C")),
        (Counter("caesar"),) * 3,
        (("dice", "4"),),
    ),
    Line("Pompey defends", "pompey", (Fighter(BLOCKS[2], "D", "fallen"), Fighter(BLOCKS[3], "C"))),
    ("A", "B", "C", "D"),
    (Roll("Caesar", "caesar", (1, 3, 6), 3, "hits: 2"), Roll("NAV 2", "pompey", (4, 5), 2, "hits: 0")),
    outcome="Caesar wins",
    reserve="in reserve",
    language="en",
)
UNITS = belisarius_scenes.PIECES
WITH_TABLE = BattleBoard(
    "belisarius",
    "Battle of Dara",
    "Turn 1",
    "A battle.",
    Line(
        "Empire attacks",
        "empire",
        tuple(Fighter(one) for one in UNITS[:4]),
        (),
        (("strength", "11"), ("times", "×3"), ("counts", "33")),
    ),
    Line("Barbarian defends", "barbarian", (Fighter(UNITS[4]), Fighter(UNITS[5], "", "fallen"))),
    rolls=(Roll("Empire", "empire", (5,)),),
    terms=(Term("empire", "printed strength", "11"), Term("empire", "leader", "+2×")),
    tables=(
        Chart("assault", ODDS, tuple(tuple(crt("assault", c, d) for c in ODDS) for d in range(1, 7)), 4, 4),
    ),
    outcome="DD, the defender is defeated",
    language="en",
)
POINTS = (Series("Caesar", "caesar", (1, 2, 2, 5, 9)), Series("Pompey", "pompey", (7, 7, 6, 6, 4)))
WAR = ScoreChart(
    "julius_caesar",
    "Course of the game",
    "Year 2",
    "A war.",
    ("year 1", "", "", "year 2", ""),
    (
        Plot(
            "Points",
            (Series("Caesar", "caesar", (1, 2, 2, 5, 9)), Series("Pompey", "pompey", (7, 7, 6, 6, 4))),
            10,
        ),
        Plot("Your strength", (Series("Caesar", "caesar", (None, 30, 28, 20, 24)),)),
    ),
    language="en",
)
ORDER = Preview(
    Arrow("attack", "caesar", ("genua", "massilia", "lugdunum"), 2),
    (Spot("massilia", "1"), Spot("lugdunum", "1"), Spot("roma", "2", False)),
    "LEG 8: Genua–Massilia–Lugdunum",
    "A way.",
)
MARCH = Preview(
    Arrow("move", "empire", ("3536", "3537", "3538"), 2),
    (Spot("3537", "1"), Spot("3538", "1½"), Spot("3637", "3", False), Spot("3636", "2")),
    "Guard: 3536–3537–3538",
    "A way.",
)


def story() -> Scene:
    """A turn with moves, battles and losses."""
    return msgspec.structs.replace(
        scenes.historical(),
        arrows=(
            Arrow("move", "caesar", ("ravenna", "roma"), 3),
            Arrow("retreat", "pompey", ("roma", "neapolis"), 2),
        ),
        marks=(Mark("roma", "fought"),),
        fallen=(Stack("roma", (BLOCKS[1], Counter("pompey"))),),
    )


def march() -> Scene:
    """The same on hexes."""
    return msgspec.structs.replace(
        belisarius_scenes.opening(),
        arrows=(Arrow("sea", "empire", ("3535", "3434", "3333"), 4),),
        marks=(Mark("3536", "fought"),),
        fallen=(Stack("3434", UNITS[1:4]),),
    )


def opened(picture: renderer.Picture) -> Image.Image:
    return Image.open(BytesIO(picture.data)).convert("RGB")


def signs() -> Image.Image:
    """Every sign of cards and markers at two sizes."""
    both = (julius_caesar.STYLE, belisarius.STYLE)
    shown = [(name, style) for style in both for name in style.signs if name not in ("cleopatra", "ankh")]
    picture = Image.new("RGB", (64 * len(shown), 96), PAPER)
    for number, (name, style) in enumerate(shown):
        picture.paste((40, 24, 12), (number * 64, 0), glyphs.stamp(name, 60, style))
        picture.paste((40, 24, 12), (number * 64, 64), glyphs.stamp(name, 24, style))
    return picture


GOLDEN: dict[str, Callable[[], Image.Image]] = {
    "hand_signs": signs,
    "hand_cards": lambda: opened(renderer.hand(CARDS_HELD, width=WIDTH)),
    "hand_markers": lambda: opened(renderer.hand(MARKERS_HELD, width=WIDTH, theme="dark")),
    "battle_dice": lambda: opened(renderer.battle(WITH_DICE, width=WIDTH)),
    "battle_table": lambda: opened(renderer.battle(WITH_TABLE, width=WIDTH, theme="dark")),
    "course": lambda: opened(renderer.score_chart(WAR, width=WIDTH)),
    "preview_points": lambda: opened(renderer.preview(scenes.historical(), ORDER, width=480)),
    "preview_hexes": lambda: opened(renderer.preview(belisarius_scenes.opening(), MARCH, width=480)),
    "story_points": lambda: opened(renderer.crop(story(), ["roma"], width=480)),
    "story_hexes": lambda: opened(renderer.crop(march(), ["3536", "3434"], width=480)),
}


def main() -> None:
    """Write all golden pictures."""
    for name, drawn in GOLDEN.items():
        drawn().quantize(96).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()

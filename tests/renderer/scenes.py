"""Scenes for the tests, made of the printed board alone."""

from __future__ import annotations

from adjudicator.display.scene import Arrow, Counter, Mark, Note, Panel, Scene, Stack
from adjudicator.julius_caesar.board import BOARD
from adjudicator.julius_caesar.board.pieces import Block

SIGNS = (
    "value",
    "port",
    "inland",
    "navis",
    "cavalry",
    "elephant",
    "major",
    "minor",
    "strait",
    "sea_border",
    "back:caesar",
    "back:pompey",
    "back:egypt",
    "flag:moved",
)


def face(block: Block, steps: int = 0, flags: tuple[str, ...] = ()) -> Counter:
    """A block that shows its face."""
    code = f"{block.letter}{block.firepower}"
    return Counter(block.side, block.kind, block.short, code, steps or block.steps, block.steps, flags)


def back(block: Block) -> Counter:
    """The same block as the enemy sees it."""
    return Counter(block.side)


def historical(viewer: str = "caesar", language: str = "en") -> Scene:
    """The deployment of 49 BC as one side sees it."""
    stacks = []
    for city, blocks in BOARD.setup.items():
        pieces = []
        for name in blocks:
            block = BOARD.blocks[name]
            side = "pompey" if block.side == "egypt" else block.side
            pieces.append(face(block) if side == viewer else back(block))
        stacks.append(Stack(city, tuple(pieces)))
    return Scene(
        game="julius_caesar",
        language=language,
        title="Julius Caesar" if language == "en" else "ユリウス・カエサル",
        subtitle="Year 705, turn 1: the deal" if language == "en" else "705年 第1ターン 配布",
        footer="Map drawn from public geography",
        alt="Caesar holds Gaul.",
        stacks=tuple(stacks),
        panels=(Panel("Points", (("Caesar", "1"), ("Pompey", "7"))),),
        legend=tuple(Note(sign, sign) for sign in SIGNS),
    )


def crowded() -> Scene:
    """Every block on the map, in the places that lie closest together, with battles, marks and arrows."""
    places = (
        "roma neapolis asculum sipontum brundisium rhegium messana syracusae lilybaeum dyrrachium",
        "athenae ephesus pergamum aenos byzantium nicomedia thessalonica ravenna mare_aegaeum propontis",
    )
    close = " ".join(places).split()
    held: dict[str, list[Counter]] = {place: [] for place in close}
    for number, block in enumerate(BOARD.blocks.values()):
        place = close[number % len(close)]
        held[place].append(face(block, 1) if block.side == "caesar" else back(block))
    legions = [face(block, 2, ("moved",)) for block in BOARD.blocks.values() if block.kind == "legion"]
    held["roma"] = legions[:6] + legions[14:20]
    return Scene(
        game="julius_caesar",
        language="en",
        title="Julius Caesar",
        subtitle="Year 706, turn 3: battles",
        footer="head 00000000",
        alt="A crowd.",
        stacks=tuple(Stack(place, tuple(pieces)) for place, pieces in held.items()),
        marks=(
            Mark("roma", "battle"),
            Mark("tarraco", "holder:pompey"),
            Mark("genua", "target"),
            Mark("gades", "holder:"),
        ),
        arrows=(
            Arrow("attack", "pompey", ("neapolis", "roma"), 3),
            Arrow("sea", "pompey", ("alexandria", "mare_aegypticum", "creta"), 1),
            Arrow("retreat", "caesar", ("dyrrachium", "thessalonica"), 2),
        ),
        panels=(Panel("Eliminated", (("Caesar", "LEG 7, LEG 8, LEG 9, LEG 10, LEG 11, LEG 12"),)),),
    )

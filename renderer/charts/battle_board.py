"""A battle board: both sides in line, between them the dice, the table and the outcome."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from PIL import Image

from adjudicator.display.charts import BattleBoard, Chart, Fighter, Line, Roll, Term
from adjudicator.display.scene import Counter
from renderer.charts import paper
from renderer.draw import glyphs, sprites, text
from renderer.draw.brush import Mask
from renderer.draw.canvas import Canvas
from renderer.draw.frame import Point
from renderer.draw.themes import Colour, Theme
from renderer.pieces import blocks, tiles

WIDTH = 620
"""Units across: narrow, so that what is written can be read on a phone."""
SMALL, LARGE = 80.0, 126.0
"""The least and the greatest side of a piece: the names of blocks are written on them."""
NAMED, LEAST_NAME, BELOW, NAME = 0.2, 0.107, 0.07, 0.214
"""Sizes of the name below a piece, how far below, and the room for it, by the side of the piece."""
LETTER, EMPTY, GAP = 30.0, 40.0, 12.0
ROOM = WIDTH - 2 * paper.MARGIN
TERM, TEXT, SPACE = 34.0, 24.0, 18.0
DIE, ROLL = 34.0, 46.0
CELL, ROW_HEAD = (68.0, 34.0), 52.0
HELD = 46.0
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


class Column(Struct, frozen=True):
    """The pieces of one letter in line: their start, their number side by side, and how wide they are."""

    head: str
    fighters: tuple[Fighter, ...]
    left: float
    across: int
    wide: float


def paint(board: BattleBoard, width: int, theme: Theme) -> Canvas:
    """The board on a sheet of the given width and the height that it needs."""
    share = width / WIDTH
    both = (board.attacker, board.defender)
    tile = min(side_of_pieces(line, board.groups) for line in both)
    lines = [columns(line, board.groups, tile) for line in both]
    heights = [
        _height(line, found, bool(board.groups), tile, theme) for line, found in zip(both, lines, strict=True)
    ]
    between = _between(board)
    told = paper.below(board.subtitle, WIDTH)
    high = paper.HEAD + (len(told) - 1) * paper.LINE + sum(heights) + between + 24
    canvas = paper.blank((width, round(high * share)), theme, share)
    y = paper.head(canvas, board.title, told, theme, share)
    _line(canvas, board, board.attacker, lines[0], y, tile, theme, share)
    y += heights[0] * share
    _middle(canvas, board, y, between, theme, share)
    _line(canvas, board, board.defender, lines[1], y + between * share, tile, theme, share)
    return canvas


# -- a line ------------------------------------------------------------------------------------


def side_of_pieces(line: Line, groups: Sequence[str]) -> float:
    """Return the greatest side at which the pieces of a line fit in two rows, or in as few as they need."""
    counts = [len(part) for _, part in _parted(line, groups)]
    room = ROOM - sum(GAP if count else EMPTY + GAP for count in counts)
    rows = 1
    while True:
        across = sum(-(-count // rows) for count in counts)
        side = min(LARGE, room // max(1, across))
        if side == LARGE or (rows > 1 and side >= SMALL):
            return side
        rows += 1


def columns(line: Line, groups: Sequence[str], tile: float) -> list[Column]:
    """The groups side by side, as few rows as fit; without groups all are one."""
    parted = _parted(line, groups)
    rows = 1
    while sum(_width(len(part), rows, tile) for _, part in parted) > ROOM:
        rows += 1
    found, left = [], 0.0
    spare = (ROOM - sum(_width(len(part), rows, tile) for _, part in parted)) / len(parted)
    for head, part in parted:
        wide = _width(len(part), rows, tile)
        found.append(Column(head, part, left, -(-len(part) // rows), wide - GAP))
        left += wide + (spare if groups else 0.0)
    return found


def _parted(line: Line, groups: Sequence[str]) -> list[tuple[str, tuple[Fighter, ...]]]:
    """Return the pieces in line by group; without groups all are one, without a name."""
    return [(head, tuple(f for f in line.front if f.group == head)) for head in groups or ("",)]


def _width(count: int, rows: int, tile: float) -> float:
    return (-(-count // rows) * tile if count else EMPTY) + GAP


def _rows(found: Sequence[Column]) -> int:
    return max(1, *(-(-len(column.fighters) // max(1, column.across)) for column in found))


def _row(line: Line, found: Sequence[Column], tile: float, theme: Theme) -> float:
    """The height of a row of pieces, with room for the names of leaders that have others below them."""
    named = _rows(found) > 1 and any(_is_named(fighter, theme) for fighter in line.front)
    return tile * (1 + NAME) if named else tile + 2


def _is_named(fighter: Fighter, theme: Theme) -> bool:
    counter = fighter.counter
    return theme.style.pieces == "tiles" and counter.symbol == "leader" and bool(counter.label)


def _height(line: Line, found: Sequence[Column], lettered: bool, tile: float, theme: Theme) -> float:
    held = HELD + 14 if line.reserve else 0.0
    return 50 + (LETTER if lettered else 0.0) + _rows(found) * _row(line, found, tile, theme) + held + 14


def _line(
    canvas: Canvas,
    board: BattleBoard,
    line: Line,
    found: Sequence[Column],
    y: float,
    tile: float,
    theme: Theme,
    share: float,
) -> None:
    """The title with the side's factors, the pieces in line, and below them the reserves."""
    left = paper.MARGIN * share
    room = _sums(canvas, line, y + 29 * share, theme, share) - left - 46 * share
    y = paper.heading(canvas, line.title, line.colour, (left, y), theme, share, room) + 4 * share
    row = _row(line, found, tile, theme)
    for column in found:
        left = (paper.MARGIN + column.left) * share
        top = y
        if column.head:
            _letter(canvas, column, (left, y), theme, share)
            top += LETTER * share
        for at, fighter in enumerate(column.fighters):
            x = left + at % column.across * tile * share
            _fighter(canvas, fighter, (x, top + at // column.across * row * share), tile, theme, share)
    if line.reserve:
        low = y + (_rows(found) * row + (LETTER if board.groups else 0.0) + 8) * share
        _reserve(canvas, board.reserve, line, low, theme, share)


def _letter(canvas: Canvas, column: Column, at: Point, theme: Theme, share: float) -> None:
    """The letter of a group on a rule as long as the group; pale if the group is empty."""
    ink = theme.ink if column.fighters else theme.paper_edge
    wide = (column.wide - 8) * share
    canvas.box((at[0], at[1] + 23 * share, at[0] + wide, at[1] + 23 * share + max(1, round(share))), ink)
    canvas.write((at[0] + 2 * share, at[1] + 19 * share), column.head, "bold", 22 * share, ink)


def _sums(canvas: Canvas, line: Line, base: float, theme: Theme, share: float) -> float:
    """Draw the side's factors, from the right: labels small, values large; return their left end."""
    right = canvas.picture.width - paper.MARGIN * share
    for label, value in reversed(line.sums):
        right -= canvas.write((right, base), value, "bold", 32 * share, theme.ink, "r") + 7 * share
        right -= canvas.write((right, base), label, "italic", 20 * share, theme.soft_ink, "r") + 22 * share
    return right


def _fighter(canvas: Canvas, fighter: Fighter, at: Point, tile: float, theme: Theme, share: float) -> None:
    """A piece, with the moved sign if it has acted, faded and struck through if it has fallen."""
    made = sprite(fighter, (tile - 10) * share, theme)
    canvas.paste(made, at[0], at[1])
    if _is_named(fighter, theme):
        most, least = NAMED * tile * share, LEAST_NAME * tile * share
        size = text.fitted(fighter.counter.label, "bold", most, (tile - 6) * share, least)
        middle, base = at[0] + (tile - 8) * share / 2, at[1] + tile * (1 + BELOW) * share
        halo = (2 * share, theme.paper)
        canvas.write((middle, base), fighter.counter.label, "bold", size, theme.ink, "m", halo)


def sprite(fighter: Fighter, across: float, theme: Theme) -> Image.Image:
    """The picture of a piece in line, `across` pixels wide."""
    counter = fighter.counter
    made = _piece(counter, across, theme)
    if fighter.state == "fallen":
        return sprites.faded(made, theme.alarm)
    return made if fighter.state != "acted" else _acted(made, theme)


def _piece(counter: Counter, across: float, theme: Theme) -> Image.Image:
    """A piece `across` pixels wide, as a block or a tile."""
    if theme.style.pieces == "tiles":
        return tiles.tile(counter, 1, round(across), theme.style)
    return blocks.sprite(counter, across / (blocks.SIZE + blocks.DEPTH), theme)


def _acted(made: Image.Image, theme: Theme) -> Image.Image:
    """A tick beside the sign of a piece that has had its turn."""
    ticked = made.copy()
    wide = made.width
    for colour, thick in (((255, 255, 255), 0.12), ((20, 110, 60), 0.065)):
        mask = Mask(made.size, 4)
        tick = [(wide * 0.08, wide * 0.49), (wide * 0.14, wide * 0.56), (wide * 0.26, wide * 0.39)]
        mask.line(tick, wide * thick)
        ticked.paste((*colour, 255), (0, 0), mask.reduced())
    return ticked


def _reserve(canvas: Canvas, title: str, line: Line, y: float, theme: Theme, share: float) -> None:
    left = paper.MARGIN * share
    base = y + HELD * 0.62 * share
    left += canvas.write((left, base), title, "italic", 20 * share, theme.soft_ink) + 12 * share
    for counter in line.reserve:
        canvas.paste(_piece(counter, HELD * share, theme), left, y)
        left += (HELD + 4) * share


# -- between the lines -------------------------------------------------------------------------


def _between(board: BattleBoard) -> float:
    """Return the height of the dice, the sum, the tables and the outcome."""
    rolls = (ROLL if board.rolls and board.tables else ROLL * len(board.rolls)) + SPACE * bool(board.rolls)
    sums = TERM * -(-len(board.terms) // 2) + (TERM if board.total and not board.rolls else 0.0)
    tables = sum(_table_height(table) for table in board.tables)
    outcome = TEXT * 1.24 * len(_said(board)) + SPACE * bool(board.outcome)
    return 2 * SPACE + rolls + sums + tables + outcome


def _table_height(table: Chart) -> float:
    return 34 + CELL[1] * (len(table.rows) + 1) + SPACE


def _said(board: BattleBoard) -> list[str]:
    """Return the outcome, broken to fit."""
    return text.wrapped(board.outcome, "bold", TEXT, ROOM) if board.outcome else []


def _middle(canvas: Canvas, board: BattleBoard, y: float, high: float, theme: Theme, share: float) -> None:
    """A rule above and one below; between them the sum, the tables, the dice and their effect."""
    paper.rule(canvas, y + 2 * share, theme, share)
    if high <= 2 * SPACE:
        return
    paper.rule(canvas, y + (high - 12) * share, theme, share)
    left, y = paper.MARGIN * share, y + SPACE * share
    for at, term in enumerate(board.terms):
        _term(canvas, term, (left + at % 2 * ROOM / 2 * share, y + at // 2 * TERM * share), theme, share)
    y += TERM * -(-len(board.terms) // 2) * share
    if board.total and not board.rolls:
        canvas.write((left, y + 24 * share), board.total, "bold", TEXT * share, theme.ink)
        y += TERM * share
    for table in board.tables:
        _table(canvas, table, (left, y), theme, share)
        y += _table_height(table) * share
    for roll in board.rolls:
        _roll(canvas, roll, (left, y), theme, share)
        y += 0 if board.tables else ROLL * share
    y += (SPACE * bool(board.rolls) + (ROLL if board.rolls and board.tables else 0.0)) * share
    for line in _said(board):
        canvas.write(
            (canvas.picture.width / 2, y + TEXT * share), line, "bold", TEXT * share, theme.alarm, "m"
        )
        y += TEXT * 1.24 * share


def _term(canvas: Canvas, term: Term, at: Point, theme: Theme, share: float) -> None:
    """Draw a line of the sum: its side, its name, its value."""
    paper.emblem(canvas, (at[0] + 12 * share, at[1] + 17 * share), term.colour, 22 * share, theme)
    room = (ROOM / 2 - 100) * share
    size = text.fitted(term.label, "plain", 22 * share, room, 15 * share)
    canvas.write((at[0] + 30 * share, at[1] + 24 * share), term.label, "plain", size, theme.ink)
    right = at[0] + (ROOM / 2 - 16) * share
    canvas.write((right, at[1] + 24 * share), term.value, "bold", 22 * share, theme.ink, "r")


def _roll(canvas: Canvas, roll: Roll, at: Point, theme: Theme, share: float) -> None:
    """Draw the roller, the dice, and the number of hits."""
    paper.emblem(canvas, (at[0] + 13 * share, at[1] + 19 * share), roll.colour, 26 * share, theme)
    left = at[0] + 36 * share
    if roll.who:
        room = (ROOM - 150 - 39 * len(roll.dice)) * share
        size = text.fitted(roll.who, "bold", 22 * share, room, 15 * share)
        left += max(canvas.write((left, at[1] + 26 * share), roll.who, "bold", size, theme.ink), 90 * share)
        left += 12 * share
    for face in roll.dice:
        full = roll.is_hit(face) or not (roll.hit or roll.faces)
        symbol = roll.faces[face - 1].symbol if roll.faces else ""
        made = die(face, round(DIE * share), full, theme, symbol)
        canvas.paste(made, left, at[1] + 2 * share)
        left += (DIE + 5) * share
    canvas.write((left + 8 * share, at[1] + 26 * share), roll.note, "italic", 20 * share, theme.soft_ink)


def die(face: int, size: int, full: bool, theme: Theme, symbol: str = "") -> Image.Image:
    """A die: dark with light pips, or a symbol in their place, where it counts; else only its outline."""
    made = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    ground, pip = (theme.alarm, (255, 255, 255)) if full else (theme.paper, theme.soft_ink)
    edge = theme.ink if full else theme.paper_edge
    for inset, colour in ((0.0, edge), (size * 0.06, ground)):
        mask = Mask(made.size, 4)
        _rounded(mask, inset, size - inset, size * 0.2 - inset * 0.6)
        made.paste((*colour, 255), (0, 0), mask.reduced())
    if symbol:
        across = round(size * 0.66)
        left = (size - across) // 2
        made.paste((*pip, 255), (left, left), glyphs.stamp(symbol, across, theme.style))
        return made
    mask = Mask(made.size, 4)
    for right, down in PIPS[face]:
        mask.disc((size / 2 + right * size * 0.24, size / 2 + down * size * 0.24), size * 0.092)
    made.paste((*pip, 255), (0, 0), mask.reduced())
    return made


def _rounded(mask: Mask, low: float, high: float, radius: float) -> None:
    mask.area([(low + radius, low), (high - radius, low), (high - radius, high), (low + radius, high)])
    mask.area([(low, low + radius), (high, low + radius), (high, high - radius), (low, high - radius)])
    for x in (low + radius, high - radius):
        for y in (low + radius, high - radius):
            mask.disc((x, y), radius)


def _table(canvas: Canvas, table: Chart, at: Point, theme: Theme, share: float) -> None:
    """The table of results, its column and its row shaded, and a frame where they cross."""
    canvas.write((at[0], at[1] + 22 * share), table.title, "bold", 24 * share, theme.alarm)
    left, top = at[0] + ROW_HEAD * share, at[1] + 34 * share
    wide, high = min(CELL[0], (ROOM - ROW_HEAD) / len(table.columns)) * share, CELL[1] * share
    bottom, right = top + high * (len(table.rows) + 1), left + wide * len(table.columns)
    if table.column >= 0:
        canvas.box((left + wide * table.column, top, left + wide * (table.column + 1), bottom), _tint(theme))
    if table.row >= 0:
        low = top + high * (table.row + 1)
        canvas.box((at[0], low, right, low + high), _tint(theme))
        x, more = left + wide * table.column, 2 * share
        canvas.box((x - more, low - more, x + wide + more, low + high + more), theme.alarm)
    for number, name in enumerate(table.columns):
        middle = (left + wide * (number + 0.5), top + high * 0.7)
        canvas.write(middle, name, "bold", 21 * share, theme.ink, "m")
    canvas.box((at[0], top + high - max(1, round(share)), right, top + high), theme.rule)
    for row, results in enumerate(table.rows):
        low = top + high * (row + 1)
        side = round(25 * share)
        canvas.paste(die(row + 1, side, row == table.row, theme), at[0] + 8 * share, low + (high - side) / 2)
        for column, result in enumerate(results):
            here = (row, column) == (table.row, table.column)
            middle = (left + wide * (column + 0.5), low + high * 0.7)
            ink: Colour = (255, 255, 255) if here else theme.ink
            canvas.write(middle, result, "bold" if here else "plain", 21 * share, ink, "m")


def _tint(theme: Theme) -> Colour:
    """Paper with some gold in it."""
    red, green, blue = (round(a + (b - a) * 0.2) for a, b in zip(theme.paper, theme.gold, strict=True))
    return red, green, blue

"""The board of a battle on the page: both lines, the dice, the sum and the tables, as elements.

It is made of the same board as the picture (`adjudicator.display.charts`), from the viewer's own view. A
piece that the decision asks about is a button that picks it, as on the map.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

import renderer
from adjudicator.core.language.errors import NotNow
from adjudicator.display.charts import BattleBoard, Chart, Fighter, Line, Roll, Term
from adjudicator.display.scene import Counter
from frontends.browser.web.html import Child, Html, tag
from frontends.browser.web.layout import themed
from frontends.browser.web.viewer import Table
from renderer.pieces.things import Sprite
from service.api import Service
from service.pictures.build import battle_board, pictures_of, told
from service.pictures.group_board import board_of, chart_on
from service.text.localizer import Localizer

from .pieces import sprite_name
from .places import last_order

SIZE = 42.0
"""Pixels across a piece in line; it is sent twice as large, for sharp screens."""
FACES = "⚀⚁⚂⚃⚄⚅"


def board_now(service: Service, table: Table) -> BattleBoard | None:
    """Return the battle that is being fought, or one with events since the viewer's last order.

    None if there is none.
    """
    viewer = table.viewer
    pictures = pictures_of(service, viewer.campaign)
    if pictures is None:
        return None
    try:
        view = service.view(viewer.campaign, viewer.seat)
    except NotNow:
        return None
    if getattr(view, "battle", None) is None:
        mine = last_order(service, table)
        since = told(service, viewer.campaign, viewer.seat, -1 if mine is None else mine - 1, None)
        if not any(event.kind in pictures.battles for event in since):
            return None
    board = battle_board(service, viewer.campaign, viewer.seat, table.localizer.language)
    if board is None or not table.sees_own:
        return board
    return chart_on(board, board_of(service, viewer.campaign))


def sprites_of(board: BattleBoard) -> dict[str, Sprite]:
    """Return the sprites of a board by their names."""
    found = [
        sprite
        for line in (board.attacker, board.defender)
        for sprite in (
            *(_sprite(board, [one.counter], one.state == "fallen") for one in line.front),
            *(_sprite(board, backs) for backs in _heaps(line.reserve)),
        )
    ]
    return {sprite_name(sprite): sprite for sprite in found}


def _sprite(board: BattleBoard, counters: Sequence[Counter], fallen: bool = False) -> Sprite:
    return renderer.in_line(board.game, counters, SIZE, fallen=fallen)


def _heaps(counters: Sequence[Counter]) -> list[list[Counter]]:
    """Return equal backs together."""
    found: dict[Counter, list[Counter]] = {}
    for counter in counters:
        found.setdefault(counter, []).append(counter)
    return list(found.values())


def battle_part(board: BattleBoard, table: Table, asked: Container[str]) -> Html:
    """Return a battle as elements; pieces in `asked` can be pressed."""
    made = _Board(board, table, asked)
    return tag(
        "section",
        tag("h2", board.title, tag("small", board.round) if board.round else None),
        tag("div", made.line(board.attacker), made.line(board.defender), class_="lines"),
        made.rolled(),
        tag("p", board.outcome, class_="outcome") if board.outcome else None,
        class_="battle",
        aria_label=board.title,
    )


class _Board:
    """The builder of the elements of one board."""

    def __init__(self, board: BattleBoard, table: Table, asked: Container[str]) -> None:
        self._board, self._table, self._asked = board, table, asked

    def line(self, line: Line) -> Html:
        """Return a side: its factors, its pieces by their letters, and the number that wait."""
        sums = [tag("span", label, self._t.signs.gap or " ", tag("b", value)) for label, value in line.sums]
        ranks = [
            self._rank(head, [one for one in line.front if one.group == head]) for head in self._heads(line)
        ]
        waiting = [self._image(_sprite(self._board, backs)) for backs in _heaps(line.reserve)]
        n = len(line.reserve)
        held = (
            tag(
                "p",
                self._board.reserve,
                tag("span", waiting, class_="backs"),
                tag("b", n),
                class_="waiting-line",
            )
            if n
            else None
        )
        head = tag("h3", line.title, tag("span", sums, class_="sums"))
        return tag(
            "div", head, tag("div", ranks, class_="ranks"), held, class_="line", data_family=line.colour
        )

    @property
    def _t(self) -> Localizer:
        return self._table.localizer

    def _heads(self, line: Line) -> list[str]:
        return [head for head in self._board.groups or ("",) if any(one.group == head for one in line.front)]

    def _rank(self, head: str, fighters: Sequence[Fighter]) -> Html:
        letter = tag("b", head, class_="letter") if head else None
        return tag(
            "div", letter, tag("ul", [tag("li", self._fighter(one)) for one in fighters]), class_="rank"
        )

    def _fighter(self, one: Fighter) -> Html:
        """Return a piece: a button if it is asked about."""
        counter = one.counter
        is_printed = one.id and not counter.name  # only the printed name, not the one that orders use
        name = self._t.name(one.id) if is_printed else counter.label or counter.name
        number = f"{counter.code} · {counter.steps}" if self._board.groups and counter.steps else counter.code
        acted = tag("span", "✓", class_="tick", aria_hidden="true") if one.state == "acted" else None
        body: list[Child] = [
            self._image(_sprite(self._board, [counter], one.state == "fallen")),
            acted,
            tag("span", name, class_="name"),
            tag("small", number),
        ]
        if one.id and one.id in self._asked and one.state != "fallen":
            return tag(
                "button",
                body,
                type="button",
                class_="fighter",
                aria_label=one.said or name,
                data_of=one.id,
                data_piece=one.id,
                data_at=self._board.place,
            )
        said = tag("span", one.said, class_="visually-hidden") if one.said else None
        shown = tag(
            "span",
            body,
            class_=f"fighter {one.state}".strip(),
            data_of=one.id or None,
            title=None if one.id else one.said or None,
        )
        if said is None:
            return shown
        return tag("span", tag("span", shown, aria_hidden="true"), said)

    def _image(self, sprite: Sprite) -> Html:
        path = f"{self._table.viewer.path}/sprite/{sprite_name(sprite)}/2"
        return themed(self._table.theme, path, "", width=round(SIZE), class_="piece")

    def rolled(self) -> Html:
        """Return the dice, the sum and the tables."""
        board = self._board
        parts: list[Child] = [
            tag("ul", [self._roll(roll) for roll in board.rolls if roll.dice], class_="rolls"),
            tag("dl", [self._term(term) for term in board.terms], class_="terms") if board.terms else None,
            tag("p", board.total, class_="total") if board.total else None,
            tag("div", [self._table_of(one, len(board.tables) == 1) for one in board.tables], class_="charts")
            if board.tables
            else None,
        ]
        return tag("div", *parts, class_="rolled")

    def _roll(self, roll: Roll) -> Html:
        """Return the dice that fell for somebody; those that hit are marked."""
        names = [roll.faces[n - 1].name if roll.faces else str(n) for n in roll.dice]
        faces = [
            tag("span", name if roll.faces else _face(n), class_="hit" if roll.is_hit(n) else None)
            for n, name in zip(roll.dice, names, strict=True)
        ]
        numbers = self._t.signs.comma.join(names)
        said = tag("span", faces, class_="faces", role="img", aria_label=numbers)
        return tag(
            "li", tag("span", roll.who, class_="who"), said, tag("small", roll.note), data_family=roll.colour
        )

    def _term(self, term: Term) -> Html:
        return tag("div", tag("dt", term.label), tag("dd", term.value), data_family=term.colour)

    def _table_of(self, chart: Chart, alone: bool) -> Html:
        """Return a table of results, with its column and row marked."""

        def cell(row: int, column: int) -> str | None:
            marked = [
                name
                for name, at, here in (("row", chart.row, row), ("column", chart.column, column))
                if at == here
            ]
            return " ".join(marked) or None

        head = tag(
            "tr",
            tag("td", ""),
            [tag("th", name, scope="col", class_=cell(-2, n)) for n, name in enumerate(chart.columns)],
        )
        rows = [
            tag(
                "tr",
                tag("th", row + 1, scope="row", class_=cell(row, -2)),
                [tag("td", result, class_=cell(row, n)) for n, result in enumerate(results)],
            )
            for row, results in enumerate(chart.rows)
        ]
        title = tag(
            "summary",
            self._t.signs.added(chart.title, chart.columns[chart.column])
            if chart.column >= 0
            else chart.title,
        )
        return tag(
            "details", title, tag("table", tag("thead", head), tag("tbody", rows)), class_="chart", open=alone
        )


def _face(n: int) -> str:
    return FACES[n - 1] if 1 <= n <= len(FACES) else str(n)

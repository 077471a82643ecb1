"""Player aids: every phase belongs to a step of the turn, every chart and picture can be made."""

from __future__ import annotations

from importlib import import_module

import pytest

from adjudicator.core.language.languages import LANGUAGES
from adjudicator.display.aids import Aids, sheet_of
from frontends.browser.pages.table.tour import GENERAL
from service.pictures.turn_pictures import turn_of, turn_picture

from .game import GameUnderTest
from .games import KITS

SET_UP = {"deployment", "set_up", "order", "cores", "camps", "deal"}
"""Phases that come before the first turn."""

_DRAWN = {name: kit for name, kit in KITS.items() if kit.game.pictures is not None}
each_with_pictures = pytest.mark.parametrize("kit", _DRAWN.values(), ids=_DRAWN)
"""The test is of every game that has pictures; aids are among them."""


def aids_of(kit: GameUnderTest) -> Aids:
    aids: Aids | None = kit.game.pictures.aids
    assert aids is not None
    return aids


@each_with_pictures
def test_every_phase_of_the_sequence_is_in_one_step_of_the_turn(kit: GameUnderTest) -> None:
    sequence = import_module(f"adjudicator.{kit.name}.sequence").SEQUENCE
    told = [phase for step in aids_of(kit).turn for phase in step.phases]
    assert len(told) == len(set(told)) and set(told) <= set(sequence)
    assert set(sequence) - set(told) <= SET_UP


@each_with_pictures
def test_charts_have_a_cell_for_every_head_in_every_language(kit: GameUnderTest) -> None:
    tables = aids_of(kit).tables()
    assert len({table.id for table in tables}) == len(tables) >= 5
    for language in LANGUAGES:
        for table in tables:
            sheet = sheet_of(kit.name, table, language, kit.game.lexicon.label)
            assert sheet.title and sheet.rows and all(sheet.columns)
            assert all(len(row) == len(sheet.columns) and all(row) for row in sheet.rows), table.id


@each_with_pictures
def test_pictures_of_a_turn_are_of_worlds_of_this_release(kit: GameUnderTest) -> None:
    """If not: python -m tools.turns."""
    steps = [step for step in aids_of(kit).turn if step.picture]
    assert turn_of(kit.name).schema == kit.game.schema
    assert set(turn_of(kit.name).steps) == {step.id for step in steps}
    for language in LANGUAGES:
        made = [turn_picture(kit.game, step, language, "dark") for step in steps]
        assert all(one.alt and (one.chart or one.scenes) for one in made)


@each_with_pictures
def test_a_guided_turn_has_five_to_eight_hints(kit: GameUnderTest) -> None:
    hints = aids_of(kit).hints
    assert 5 <= len(GENERAL) + len(hints) <= 8
    assert len({hint.id for hint in hints}) == len(hints) and all(hint.phases for hint in hints)

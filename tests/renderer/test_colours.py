"""Backs of Julius Caesar: told apart by everybody, readable on every ground.

Measured by coloraide (ADR 25).
"""

from __future__ import annotations

from itertools import combinations, product

import pytest
from coloraide import Color

from renderer.draw.themes import Colour, Family, Theme
from renderer.games import theme_of
from renderer.pieces.blocks import outline

SIDES = ("caesar", "pompey", "egypt")
HUES = {"caesar": (60, 95), "pompey": (140, 170), "egypt": (255, 300)}
"""Tan, green and blue as hue angles of OKLCH, in degrees."""
SIGHTS = ("", "protan", "deutan", "tritan")
THEMES = ("light", "dark")


def seen(colour: Colour, sight: str = "") -> Color:
    made = Color("srgb", [part / 255 for part in colour])
    return made.filter(sight) if sight else made


def contrast(one: Colour, other: Colour) -> float:
    return seen(one).contrast(seen(other), method="wcag21")


def family(side: str, theme: str) -> Family:
    return theme_of("julius_caesar", theme).family(side)


def grounds(theme: Theme) -> tuple[Colour, ...]:
    return (*theme.land, *theme.sea, theme.paper, theme.lake)


@pytest.mark.parametrize(("one", "other"), [*combinations(SIDES, 2)])
@pytest.mark.parametrize("sight", SIGHTS)
def test_two_sides_backs_are_told_apart(one: str, other: str, sight: str) -> None:
    """At least 20 of CIEDE2000 apart, in both themes, for each kind of colour blindness."""
    for theme in THEMES:
        first, second = (seen(family(side, theme).back, sight) for side in (one, other))
        assert first.delta_e(second, method="2000") >= 20


@pytest.mark.parametrize("side", SIDES)
def test_backs_have_the_printed_hues(side: str) -> None:
    """§2.0 Tan for Caesar, green for Pompey, blue for Cleopatra."""
    low, high = HUES[side]
    assert low <= seen(family(side, "light").back).convert("oklch")["hue"] <= high


@pytest.mark.parametrize(("side", "theme"), [*product(SIDES, THEMES)])
def test_emblems_and_outlines_are_seen(side: str, theme: str) -> None:
    """An emblem on its back, a code on its band, a block on every ground: 3:1 or more (WCAG 2.2, 1.4.11)."""
    of = family(side, theme)
    assert min(contrast(of.emblem, of.back), contrast(of.code, of.back)) >= 3
    ground = {
        colour: contrast(outline(of, theme_of("julius_caesar", theme)), colour)
        for colour in grounds(theme_of("julius_caesar", theme))
    }
    assert min(ground.values()) >= 3, ground

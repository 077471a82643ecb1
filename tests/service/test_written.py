"""Names and texts of people: every script and emoji, and nothing that deceives the eye."""

from __future__ import annotations

import pytest

from adjudicator.core.language.errors import NotUnderstood, Verbatim
from service.usecases.referee import acts
from service.usecases.time import leaving
from service.values.words import called, exact, paragraphs, plain
from tests.harness.service import ServiceHarness, by

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
HEART = "\u2764\ufe0f\u200d\U0001f525"
NEW = "\U0001faea"
"""A face that is newer than this Python's Unicode."""


@pytest.mark.parametrize(
    ("shown", "name"),
    [
        ("山田\u3000太郎", "山田 太郎"),
        ("Jean\u00a0 Luc", "Jean Luc"),
        (f"Ann {FAMILY}", f"Ann {FAMILY}"),
        (HEART, HEART),
        (f"{NEW} Bob", f"{NEW} Bob"),
        ("\u202eeve\u202c", "eve"),
        ("a\u200db\u200d", "ab"),
        ("Zo\ufeff\u200be\u0301", "Zoé"),
        ("one\ntwo\x07", "one two"),
        ("\u3164\u2800\u200b ", ""),
        ("half \ud800", "half"),
    ],
)
def test_a_name_keeps_what_can_be_read_of_it(shown: str, name: str) -> None:
    assert called(shown) == name
    assert called(name) == name
    assert str(Verbatim(name)) == name, "and it is told as it is kept"


@pytest.mark.parametrize("shown", ["山田\u3000太郎", f"Ann {FAMILY}", f"{NEW} Bob"])
def test_with_such_a_name_one_plays(b: ServiceHarness, shown: str) -> None:
    campaign = b.found("nim", "short")
    b.service.do(by("south"), campaign, leaving.leave, "south")
    b.service.do(by("judge"), campaign, acts.replace, "south", "new", shown)
    assert b.service.status(campaign).members["south"].who == called(shown)


def test_a_name_of_which_nothing_is_left_is_refused(b: ServiceHarness) -> None:
    campaign = b.found("nim", "short")
    with pytest.raises(NotUnderstood, match="a user and a name"):
        b.service.do(by("judge"), campaign, acts.replace, "south", "new", "\u3164")


def test_a_text_may_hold_every_space_and_picture() -> None:
    assert plain("一\u3000二\tthree\u00a0", 20) == "一 二 three"
    assert plain(f"{FAMILY}{NEW}\ufeff", 20) == f"{FAMILY}{NEW}"
    assert paragraphs("一\u3000二\r\n\r\n\tthree", 20) == "一 二\nthree"


@pytest.mark.parametrize(
    "text", ["bell \x07", "\u202eesrever", "half \ud800", "left\u200e", "private \ue000"]
)
def test_a_text_that_cheats_the_eye_is_refused(text: str) -> None:
    with pytest.raises(NotUnderstood, match="printable"):
        plain(text, 40)


def test_the_words_of_a_salt_stay_as_they_are() -> None:
    assert exact("一\u3000二", 20) == "一\u3000二"

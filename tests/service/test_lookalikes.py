"""Names that look like another."""

from __future__ import annotations

import pytest

from adjudicator.core import NotNow
from service.usecases.seats import founding, teams
from service.usecases.seats.teams import OBSERVER, OFFICER
from service.values.lookalikes import BADGES, looks_like
from service.values.records import COMPUTER_NAME, Plan
from service.values.words import called
from tests.harness.service import ServiceHarness, by


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Referee", "referee"),
        ("r e f e r e e", "referee"),
        ("\N{CYRILLIC SMALL LETTER ER}ompey", "pompey"),
        ("rnoderator", "moderator"),
        ("M0DERAT0R", "moderator"),
        ("Caesar\N{COMBINING ACUTE ACCENT}", "Caesar"),
        ("Ａｎｎ", "Ann"),
        ("Bi1l", "Bill"),
        ("B\N{LATIN CAPITAL LETTER I}l1", "BIll"),
    ],
)
def test_names_look_alike(name: str, other: str) -> None:
    assert looks_like(name, ["nobody", other]) == other


def test_only_whole_names_are_compared() -> None:
    for name in ("Referee's friend", "Ann-Marie", "Annabel", "カエサル", "Михаил"):
        assert looks_like(name, ["referee", "Ann", "moderator", "カエサリオン"]) is None


def test_no_name_holds_a_badge() -> None:
    assert called(f"{BADGES}The computer") == "The computer"
    assert COMPUTER_NAME[0] in BADGES


def test_a_typed_name_must_not_look_like_another(b: ServiceHarness) -> None:
    """Names of accounts elsewhere are their own; a person who types one must choose another."""
    campaign = b.service.found(by("founder"), Plan("nim", "short", "Test")).campaign
    b.service.do(by("local/1"), campaign, founding.join, "north", "Bill")
    for who in ("Bi1l", "referee", "Тhe c\N{CYRILLIC SMALL LETTER O}mputer"):
        with pytest.raises(NotNow, match=r"looks like|is taken"):
            b.service.do(by("local/2"), campaign, founding.join, "south", who)
    b.service.do(by("local/2"), campaign, founding.join, "south", "Bella")


def test_nor_one_that_is_typed_for_somebody_in_a_team(b: ServiceHarness) -> None:
    campaign = b.service.found(by("founder"), Plan("nim", "short", "Test")).campaign
    b.service.do(by("local/1"), campaign, founding.join, "north", "Bill")
    b.service.do(by("local/2"), campaign, founding.join, "south", "Bella")
    for who in ("Bel1a", "Referee", "South"):
        with pytest.raises(NotNow, match=r"looks like|is taken"):
            b.service.do(by("local/1"), campaign, teams.enlist, "north", "local/3", who, OFFICER)
    b.service.do(by("local/1"), campaign, teams.enlist, "north", "local/3", "Carl", OFFICER)
    b.service.do(by("local/1"), campaign, teams.enlist, "north", "discord/4", "Bella", OFFICER)
    b.service.do(by("local/1"), campaign, teams.enlist, "north", "local/3", "Carl", OBSERVER)

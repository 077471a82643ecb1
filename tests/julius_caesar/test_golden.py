"""Golden plays: a whole game, and an episode for each event card and each turn that a war may take."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.julius_caesar.board import CARDS
from tests.golden import Clerk, read

FOLDER = Path(__file__).parents[1] / "plays" / "julius_caesar"
PLAYS = sorted(FOLDER.glob("*.play"))
EPISODES = (
    *(card for card, of in CARDS.items() if of.event),
    "amphibious_landing",
    "cleopatra_captured",
    "disrupted_attack",
    "sea_retreat",
    "whole_game",
    "winter",
    "wrong_orders",
)


@pytest.mark.parametrize("path", PLAYS, ids=lambda path: path.stem)
def test_a_play_goes_as_it_is_written(path: Path, request: pytest.FixtureRequest) -> None:
    before = path.read_text(encoding="utf-8")
    after = Clerk(read(before)).text()
    if request.config.getoption("golden") == "write":
        path.write_text(after, encoding="utf-8")
    else:
        assert after == before


def test_every_episode_is_there() -> None:
    assert [path.stem for path in PLAYS] == sorted(EPISODES)


@pytest.mark.parametrize(
    ("name", "story"),
    [
        ("apollo", ["Caesar's Apollo copies Mercury.", "Narbo-Burdigala-Cenabum-Treviri"]),
        ("jupiter", ["defects to Caesar", "Pompey's Apollo copies Jupiter.", "NAV C1 loses a step"]),
        ("mars", ["Mars: Caesar makes a surprise attack at Tarraco."]),
        (
            "mercury",
            ["Massilia-Lugdunum-Cenabum-Treviri", "Caesar attacks with 1 block: Massilia-Narbo-Tarraco."],
        ),
        ("neptune", ["Neptune: Pompey makes a surprise attack at Mare Tyrrhenum."]),
        ("pluto", ["Caesar attacks with 6 blocks: Narbo-Tarraco."]),
        (
            "vulcan",
            [
                "Vulcan strikes Alexandria",
                "Cleopatra joins Caesar",
                "Battle of Alexandria: Caesar attacks.",
            ],
        ),
        ("disrupted_attack", ["are disrupted", "Pompey is now the attacker", "main force"]),
        ("sea_retreat", ["by sea from", "only one block may retreat by sea each round"]),
        ("cleopatra_captured", ["Cleopatra joins Caesar at Pelusium", "Caesar: Cleopatra fires"]),
        (
            "amphibious_landing",
            ["by sea: Genua-Mare Tyrrhenum-Mare Internum-Creta", "your last ship must stay in Mare Internum"],
        ),
        ("winter", ["disbands", "would hold", "Cleopatra returns", "into port at"]),
        ("wrong_orders", ["× 6.11", "× 6.13", "× 7.2", "× ambiguous", "× not_understood", "× not_now"]),
        ("whole_game", ["Winter of year 5.", "wins"]),
    ],
)
def test_an_episode_tells_what_it_is_there_for(name: str, story: list[str]) -> None:
    text = (FOLDER / f"{name}.play").read_text(encoding="utf-8")
    assert [part for part in story if part not in text] == []

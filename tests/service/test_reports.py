"""After-action reports: the chronicle of a whole game, as somebody reads it who was not there."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from adjudicator.core.language.languages import LANGUAGES
from service.api import Service
from tools.reports import FOLDER, report

GAMES = sorted({path.name.partition(".")[0] for path in FOLDER.glob("*.md")})


def lines(game: str, language: str) -> list[str]:
    return (FOLDER / f"{game}.{language}.md").read_text(encoding="utf-8").splitlines()


def kind(line: str) -> str:
    """Return the kind of a line: a title, a turn, a phase, what happened, a paragraph, or nothing."""
    return next((sign for sign in ("# ", "## ", "**", "- ") if line.startswith(sign)), "…" if line else "")


@pytest.mark.xdist_group("whole_game")  # it is played once
def test_the_report_is_the_chronicle(whole_game: tuple[Service, int]) -> None:
    service, campaign = whole_game
    for language in LANGUAGES:
        told = "\n".join(report(service, campaign, language)).splitlines()
        assert told == lines("julius_caesar", language)


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_tell_the_same_game_turn_by_turn(game: str) -> None:
    english, japanese = lines(game, "en"), lines(game, "ja")
    assert len(english) == len(japanese) > 30
    assert [kind(line) for line in english] == [kind(line) for line in japanese]
    assert sum(line.startswith("## ") for line in english) >= 2
    assert not any("{" in line for line in [*english, *japanese])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_each_phase_is_named_once_and_no_paragraph_is_cited(game: str, language: str) -> None:
    told = [line for line in lines(game, language) if line]
    phases = [(at, line.split("**")[1]) for at, line in enumerate(told) if line.startswith("**")]
    assert not [name for (at, name), (to, again) in pairwise(phases) if (to, again) == (at + 1, name)]
    assert not [line for line in told if "§" in line]


@pytest.mark.parametrize("game", GAMES)
def test_battles_and_draws_stand_below_the_phase_in_which_they_fell(game: str) -> None:
    of_other_phases = ("levies", "supply", "Movement Phase")
    events = ("Battle of", "Random event", "random event (")
    phase = ""
    for line in lines(game, "en"):
        phase = line.strip("*") if line.startswith("**") else phase
        assert not (phase.endswith(of_other_phases) and any(event in line for event in events)), line


@pytest.mark.parametrize("game", GAMES)
def test_no_report_has_proof_or_present_tense_in_it(game: str) -> None:
    text = "\n".join(lines(game, "en"))
    assert not re.search(r"[0-9a-f]{12}|\b(epoch|seed|head)\b", text)
    assert not re.search(r"\b0 (markers|blocks|points)\b|\bby 0\b", text)
    assert not re.search(r"\b(moves|attacks with|plays|retreats \d|marches|sails|draws \d)\b", text)


@pytest.mark.parametrize("game", GAMES)
def test_no_line_has_apparatus_in_it(game: str) -> None:
    """Draws, ends of phases and dice alone are left to the proof; nothing stands there twice in a row."""
    english = lines(game, "en")
    assert not [
        line for line in english if re.search(r"^- .*(phase ended|continues \(|is drawn|drew \d)", line)
    ]
    told = [line for line in english if line.startswith("- ")]
    assert not [one for one, other in pairwise(told) if one == other]

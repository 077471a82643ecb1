"""Suggested answers, and reactions that a player is spared until the turn ends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator import GAMES
from adjudicator.core import NotNow
from adjudicator.core.audit.audit import audit
from adjudicator.core.choices.choice import Choice, Reader
from adjudicator.core.game.reading import When
from adjudicator.core.language.words import words
from service.usecases.play import playing, queries, spared, suggesting
from service.usecases.play.suggesting import OpenReaction
from service.usecases.time import leaving
from service.wizard.steps import Built, step
from tests.harness.service import ServiceHarness, by, service_harness
from tests.toys import league


def computer(view: Any, choice: Choice[Any], rng: Any) -> Any:
    """Loses the last block, and goes to the hills; ends its turns, and never spends a shield."""
    match choice.rule:
        case "2.1":
            return [sorted(choice.options())[-1]]  # type: ignore[attr-defined]
        case "2.2":
            return "hills"
    return {"pick": "pass" if choice.rule == "2.3" else "end"}


def when(stage: str) -> When:
    return When(stage, words("{stage}", stage=stage), words("{stage}", stage=stage))


LEAGUE = replace(league.GAME, ai_player=computer, reactions=("raid", "2.1", "2.2"), when=when)
ASKED = {"raid": "ask"}


@pytest.fixture
def b(tmp_path: Path) -> Iterator[ServiceHarness]:
    with service_harness(tmp_path / "tabellarius.sqlite", {"league": LEAGUE}) as found:
        yield found


def asked(b: ServiceHarness, campaign: int) -> list[str]:
    return [f"{a.seat} {a.rule}" for a in b.service.asked(campaign)]


def raid(b: ServiceHarness, campaign: int, seat: str, prey: str) -> None:
    b.service.do(by(seat), campaign, playing.submit, seat, {"pick": "raid", "answer": prey})


def spare(b: ServiceHarness, campaign: int, *seats: str) -> None:
    for seat in seats:
        b.service.do(by(seat), campaign, suggesting.spare, seat)


def entry_of(b: ServiceHarness, campaign: int, seat: str) -> int:
    return next(a.entry for a in b.service.asked(campaign) if a.seat == seat)


def is_spared(b: ServiceHarness, campaign: int, seat: str) -> bool:
    return b.service.look(campaign, spared.is_spared, seat)


def test_who_is_spared_reactions_passes_and_loses_as_suggested(b: ServiceHarness) -> None:
    campaign = b.found("league", "ring", seed=b"spared", modes=ASKED)
    spare(b, campaign, "east", "south")
    raid(b, campaign, "north", "east")
    assert asked(b, campaign) == ["west 2.3"], "the window waits for who still wants to be asked"
    b.service.do(by("west"), campaign, playing.submit, "west", {"pick": "pass"})
    assert asked(b, campaign) == ["east 1.1"], "the loss and the place are given; their turn is their own"
    view: Any = b.service.view(campaign, None)
    assert view.blocks["east"] == ["east_1", "east_2"] and view.at["east"] == "hills"
    answers = [(e["seat"], e["by"]) for e in b.service.log(campaign) if e["t"] == "answer"]
    assert answers[-3:] == [("west", "seat"), ("east", "seat"), ("east", "seat")]
    assert audit(b.service.look(campaign, queries.export, "all"), b.context.games).faults == []


def test_a_standing_order_acts_for_who_is_spared(b: ServiceHarness) -> None:
    campaign = b.found("league", "ring", seed=b"spared", modes=ASKED)
    b.service.do(by("south"), campaign, playing.set_standing, "south", ["on raid do shield"])
    spare(b, campaign, "south", "west")
    raid(b, campaign, "north", "east")
    view: Any = b.service.view(campaign, None)
    assert view.shields["south"] == 0 and view.blocks["east"] == ["east_1", "east_2", "east_3"]
    assert audit(b.service.look(campaign, queries.export, "all"), b.context.games).faults == []


def test_open_reactions_are_answered_once_it_is_confirmed(b: ServiceHarness) -> None:
    """Nothing that cannot be taken back is given by one press: the refusal names what would be given."""
    campaign = b.found("league", "ring", seed=b"spared", modes=ASKED)
    raid(b, campaign, "north", "east")
    assert asked(b, campaign) == ["south 2.3", "west 2.3"]
    for seat in ("west", "south"):
        assert b.service.look(campaign, suggesting.offered, seat, "en").gives == "pass"
        with pytest.raises(OpenReaction) as refused:
            spare(b, campaign, seat)
        assert refused.value.order == "pass" and not is_spared(b, campaign, seat)
        b.service.do(by(seat), campaign, suggesting.spare, seat, "en", refused.value.entry)
    assert asked(b, campaign) == ["east 2.1"]
    assert b.service.look(campaign, suggesting.offered, "east", "en").gives == "lose east_3"
    with pytest.raises(OpenReaction):
        b.service.do(by("east"), campaign, suggesting.spare, "east", "en", entry_of(b, campaign, "east") - 1)


def test_it_ends_with_the_turn_and_when_it_is_taken_back(b: ServiceHarness) -> None:
    campaign = b.found("league", "ring", seed=b"spared", modes=ASKED)
    spare(b, campaign, "east", "south")
    b.service.do(by("south"), campaign, suggesting.ask_again, "south")
    assert is_spared(b, campaign, "east") and not is_spared(b, campaign, "south")
    for seat in league.SEATS:
        b.service.do(by(seat), campaign, playing.submit, seat, {"pick": "end"})
    assert is_spared(b, campaign, "east")
    for seat in league.SEATS:
        b.service.do(by(seat), campaign, playing.submit, seat, 0)
    assert not is_spared(b, campaign, "east")


def test_it_is_the_players_own_and_not_their_successors(b: ServiceHarness) -> None:
    campaign = b.found("league", "ring", seed=b"spared", modes=ASKED)
    with pytest.raises(NotNow):
        b.service.do(by("west"), campaign, suggesting.spare, "east")
    spare(b, campaign, "east")
    b.service.do(by("east"), campaign, leaving.resign, "east")
    assert not is_spared(b, campaign, "east")


def test_a_suggestion_is_an_order_that_can_be_typed_and_picked(b: ServiceHarness) -> None:
    campaign = b.found("league", "ring", seed=b"spared")
    assert b.service.look(campaign, suggesting.suggestion, "north", "en") is None, "an order of one's turn"
    raid(b, campaign, "north", "east")
    found = b.service.look(campaign, suggesting.suggestion, "east", "en")
    assert found is not None and found.text == "lose east_3"
    pending = b.service.look(campaign, queries.pending, "east")
    assert pending is not None
    built = step(pending.choice, found.filled, Reader(LEAGUE.lexicon))
    assert isinstance(built, Built) and built.text == found.text
    b.service.do(by("east"), campaign, playing.order, "east", found.text)
    view: Any = b.service.view(campaign, None)
    assert asked(b, campaign) == ["east 2.2"] and "east_3" not in view.blocks["east"]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_reactions_are_windows_or_questions_of_paragraphs(game: str) -> None:
    """Of every game the computer plays, and no window is left out."""
    of = GAMES[game]
    assert of.ai_player is not None and set(of.windows) <= set(of.reactions)
    assert len(set(of.reactions)) == len(of.reactions)

"""More than two seats: resigning, drawing, claiming, going back, and seats that nobody plays (ADR 12)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator import ottomans
from adjudicator.core import NotNow, Refusal
from adjudicator.core.audit import audit
from adjudicator.core.audit.verify import verify
from adjudicator.core.log.chance import sampler
from service.posts.compose import compose
from service.posts.status import status
from service.text import telling
from service.usecases.agreeing import agreements, ending
from service.usecases.agreeing import undo as undo_acts
from service.usecases.play import playing, queries
from service.usecases.referee import acts
from service.usecases.seats import founding
from service.usecases.time import ai_player, deadlines, leaving
from service.usecases.time.ai_player import USER
from service.values.posts import EndNotice
from service.values.records import Plan, Post
from service.values.time_control import HOUR, TimeControl
from service.values.words import speak
from tests.core.chainmaker import Doc
from tests.harness.posts import sentences
from tests.harness.service import ServiceHarness, by, service_harness
from tests.toys import league, markers

SEATS = league.SEATS
SELF_PLAYED = replace(league.GAME, name="selfplayed", ai_player=lambda view, choice, rng: choice.sample(rng))


@pytest.fixture
def b(tmp_path: Path) -> Iterator[ServiceHarness]:
    games = {"league": league.GAME, "selfplayed": SELF_PLAYED, "markers": markers.GAME}
    with service_harness(tmp_path / "tabellarius.sqlite", games) as found:
        yield found


def ring(b: ServiceHarness, vacant: str = "wait", game: str = "league", **more: Any) -> int:
    return b.found(game, "ring", seed=b"ring", pace=TimeControl(vacant=vacant), **more)


def asked(b: ServiceHarness, campaign: int) -> list[str]:
    return [a.seat for a in b.service.asked(campaign)]


def end_of(b: ServiceHarness, campaign: int) -> tuple[str, Mapping[str, Any]]:
    body = b.service.log(campaign)[-1]
    assert body["t"] in ("result", "end")
    return body["why"], body["result"]


def assert_sound(b: ServiceHarness, campaign: int) -> None:
    """The verifier and, of a game that is over, the audit find nothing."""
    assert b.service.look(campaign, queries.verdict).errors == []
    if b.service.status(campaign).over:
        report = audit.audit(b.service.look(campaign, queries.export, "all"), b.context.games)
        assert report.is_sound, report.faults


# -- resigning -------------------------------------------------------------------------------------


@pytest.mark.parametrize("vacant", ["wait", "default", "computer"])
def test_a_game_of_four_goes_on_until_one_seat_is_left(b: ServiceHarness, vacant: str) -> None:
    """§1.1 North resigns in its own turn: the game waits, the umpire ends the turn, or the computer plays."""
    campaign = ring(b, vacant, "selfplayed")
    b.service.do(by("north"), campaign, leaving.resign, "north")
    assert b.service.status(campaign).campaign.state == "playing"
    assert sentences(b.waiting(1000), "left") == ["North resigned north; the game goes on"]
    if vacant == "computer":
        assert b.service.status(campaign).members["north"].user == USER
        while b.service.play_ai():
            pass
    assert asked(b, campaign)[0] == ("north" if vacant == "wait" else "east") or vacant == "computer"
    assert b.service.resigned(campaign) == ([] if vacant == "computer" else ["north"])
    assert status(b.service, campaign, "en").resigned == tuple(b.service.resigned(campaign))
    with pytest.raises(NotNow):  # a player who resigned comes back by invitation alone
        b.service.do(by("north"), campaign, founding.join, "north", "North")
    if vacant == "wait":
        b.service.do(by("judge"), campaign, acts.replace, "north", "norma", "Norma")
        assert b.service.resigned(campaign) == []
        return
    b.service.do(by("east"), campaign, leaving.resign, "east")
    assert not b.service.look(campaign, leaving.ends_game, "south") or vacant == "default"
    b.service.do(by("south"), campaign, leaving.resign, "south")
    if vacant == "computer":  # three computers and a person
        assert b.service.status(campaign).campaign.state == "playing"
        b.service.do(by("west"), campaign, leaving.resign, "west")
        assert end_of(b, campaign) == ("resigned", {"resigned": ["west"]})
    else:
        assert end_of(b, campaign) == ("resigned", {"resigned": ["east", "north", "south"]})
    assert_sound(b, campaign)


def test_the_umpire_answers_for_a_vacant_seat_to_the_end(b: ServiceHarness) -> None:
    """Passes where there are any, lots where the rules require an answer, and all of it proven."""
    campaign = ring(b, "default", modes={"default": "ask"})
    b.service.do(by("north"), campaign, leaving.leave, "north")
    assert asked(b, campaign) == ["east"]
    b.service.do(by("east"), campaign, playing.order, "east", "raid north", "en", "")
    assert asked(b, campaign) == ["south", "west"]  # north cannot stop it, and its own shield is not asked
    for seat in ("south", "west"):
        b.service.do(by(seat), campaign, playing.submit, seat, {"pick": "pass"})
    view = b.service.view(campaign, None)
    assert isinstance(view, league.View) and len(view.blocks["north"]) == 2
    b.service.do(by("south"), campaign, playing.order, "south", "raid west", "en", "")
    assert asked(b, campaign) == ["east", "north"]
    b.service.do(by("east"), campaign, playing.submit, "east", {"pick": "pass"})
    assert asked(b, campaign) == ["west"]  # the window closed without the vacant seat
    by_clock = [(e["seat"], e["rule"]) for e in b.service.log(campaign) if e.get("by") == "clock"]
    assert by_clock == [("north", "1.1"), ("north", "2.1"), ("north", "2.2"), ("north", "2.3")]
    b.play(campaign)
    assert_sound(b, campaign)
    for seat in SEATS[1:]:  # a second game, in which nobody is left: it stands still
        campaign = campaign if seat != "east" else b.found(
            "league", "ring", seed=b"still", pace=TimeControl(vacant="default"))  # fmt: skip
        b.service.do(by(seat), campaign, leaving.leave, seat)
    b.service.do(by("north"), campaign, leaving.leave, "north")
    assert asked(b, campaign) == ["north"]
    b.service.do(by("north"), campaign, founding.join, "north", "North")
    assert asked(b, campaign) == ["north"]


def test_who_left_takes_the_seat_back_from_the_computer(b: ServiceHarness) -> None:
    campaign = ring(b, "computer", "selfplayed")
    b.service.do(by("west"), campaign, leaving.leave, "west")
    assert b.service.status(campaign).members["west"].user == USER
    with pytest.raises(Refusal):
        b.service.do(by("stranger"), campaign, founding.join, "west", "Stranger")
    b.service.do(by("west"), campaign, founding.join, "west", "West")
    assert b.service.status(campaign).members["west"].user == "west"
    with pytest.raises(NotNow, match="the computer cannot play"):
        ring(b, "computer")


def test_a_time_control_that_is_changed_fills_vacant_seats(b: ServiceHarness) -> None:
    campaign = ring(b)
    b.service.do(by("north"), campaign, leaving.leave, "north")
    b.service.do(by("judge"), campaign, ending.hold_by_referee, "a doubt")
    b.service.do(by("judge"), campaign, deadlines.set_pace, TimeControl(vacant="default"))
    assert asked(b, campaign) == ["north"]
    b.service.release(by("judge"), campaign)
    assert asked(b, campaign) == ["east"]


# -- results -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raids", "won", "en", "ja"),
    [
        ((), [], "Nobody won.", "勝者なし。"),
        (("north",), ["east", "south", "west"], "East, South and West won.", "東、南、西の勝利。"),
        (("north", "south", "west"), ["east"], "East won.", "東の勝利。"),
    ],
)
def test_several_seats_may_win_or_none(
    b: ServiceHarness, raids: tuple[str, ...], won: list[str], en: str, ja: str
) -> None:
    campaign, preys = ring(b), [*raids]
    while not b.service.status(campaign).over:
        seat = asked(b, campaign)[0]
        pending = b.service.look(campaign, queries.pending, seat)
        assert pending is not None
        prey = next((prey for prey in preys if pending.choice.rule == "1.1" and prey != seat), None)
        line = {"1.1": "end", "1.2": "0", "2.1": f"{seat}_1", "2.2": "town"}[pending.choice.rule]
        if prey is not None:
            preys.remove(prey)
            line = f"raid {prey}"
        b.service.do(by(seat), campaign, playing.order, seat, line, "en", "")
    assert end_of(b, campaign) == ("over", {"winners": won})
    said, order = status(b.service, campaign, "en").result
    assert (said, status(b.service, campaign, "ja").result[0]) == (en, ja)
    assert order.startswith("Final order: 1. ") and order.count("(") == 4
    assert all(seat.capitalize() in order.split(f" {len(won) + 1}. ")[0] for seat in won)
    ended = [post for post in b.waiting(1000) if isinstance(post.content, EndNotice)]
    assert ended and all(order in lines(b, post) for post in ended)
    assert_sound(b, campaign)


def lines(b: ServiceHarness, post: Post) -> Sequence[str]:
    told = compose(b.service, post, "en")
    return () if told is None else told.lines


def test_results_of_every_form_are_said() -> None:
    forms: dict[str, dict[str, Any]] = {
        "north won": {"winner": "north", "how": "points"},
        "nobody won": {"winner": "", "how": "nobody"},
        "the game is a draw": {"winner": "", "how": "draw"},
        "north and south won": {"winner": "", "winners": ["north", "south"]},
        "north and south resigned": {"resigned": ["north", "south"]},
    }
    for text, result in forms.items():
        assert [speak(words, "en") for words in telling.outcome(result)] == [text]
    assert list(telling.outcome({})) == []


def test_who_resigned_on_the_way_is_named_at_the_end(b: ServiceHarness) -> None:
    campaign = ring(b, "default")
    b.service.do(by("west"), campaign, leaving.resign, "west")
    b.play(campaign)
    assert status(b.service, campaign, "en").result[-1] == "West resigned before the end."
    assert sentences(b.waiting(1000), "resigned") == ["west resigned before the end"]
    assert_sound(b, campaign)


# -- agreeing ----------------------------------------------------------------------------------------


def test_a_draw_and_an_undo_need_all_who_have_not_resigned(b: ServiceHarness) -> None:
    campaign = ring(b, "default")
    b.service.do(by("west"), campaign, leaving.resign, "west")
    b.service.do(by("north"), campaign, playing.order, "north", "end", "en", "")
    b.service.do(by("east"), campaign, playing.order, "east", "raid west", "en", "")
    last = b.service.status(campaign).campaign.n - 1
    b.service.do(
        by("east"),
        campaign,
        agreements.propose,
        "undo",
        "east",
        b.service.look(campaign, undo_acts.points)[0].to,
    )
    for seat in ("south", "north"):
        assert b.service.look(campaign, agreements.proposal, "undo") is not None
        b.service.do(by(seat), campaign, agreements.answer, "undo", seat, True)
    assert [e["consent"] for e in b.service.log(campaign, last) if e["t"] == "undo"] == [
        ["east", "north", "south"]
    ]
    for seat in ("north", "east"):
        b.service.do(by(seat), campaign, agreements.propose, "draw", seat)
        assert not b.service.status(campaign).over
    b.service.do(by("south"), campaign, agreements.answer, "draw", "south", True)
    assert end_of(b, campaign) == ("draw", {"draw": 1})
    assert_sound(b, campaign)


def test_the_verifier_misses_the_consent_of_a_seat_that_plays(b: ServiceHarness) -> None:
    """Dice or things shown are gone back across with the consent of all seats that have not resigned."""
    campaign = b.found("markers", "ring", pace=TimeControl(vacant="default"))
    b.service.do(by("c"), campaign, leaving.resign, "c")
    b.play(campaign, 4)
    last = max(e["n"] for e in b.service.log(campaign) if e["t"] == "batch")
    to = next(point.to for point in b.service.look(campaign, undo_acts.points) if point.to < last)
    b.service.do(by("a"), campaign, agreements.propose, "undo", "a", to)
    b.service.do(by("b"), campaign, agreements.answer, "undo", "b", True)
    assert b.service.look(campaign, queries.verdict).errors == []
    lines = b.service.look(campaign, queries.export, None)
    entries = [json.loads(line) for line in lines]
    heads = [entry.pop("head") for entry in entries]
    doc = Doc(entries, heads, [], b.context.campaigns.hroot(campaign))
    (undo,) = doc.all("undo")
    assert undo["consent"] == ["a", "b"]
    for consent, found in ((["a", "b"], False), (["a"], True)):
        undo["consent"] = consent
        errors = verify(doc.lines(rechain=True)).errors
        assert any("without the consent of every seat" in str(error) for error in errors) is found


def test_the_computer_agrees_to_a_draw_among_people(b: ServiceHarness) -> None:
    plan = Plan("selfplayed", "three", "Test", referee="judge", seed=b"draw")
    campaign = b.service.found(by("founder"), plan).campaign
    for seat in SEATS[:2]:
        b.service.do(by(seat), campaign, founding.join, seat, seat.title())
    b.service.do(by("founder"), campaign, ai_player.invite, "south")
    b.service.do(by("north"), campaign, agreements.propose, "draw", "north")
    while b.service.play_ai():
        pass
    assert not b.service.status(campaign).over
    b.service.do(by("east"), campaign, agreements.answer, "draw", "east", True)
    assert end_of(b, campaign) == ("draw", {"draw": 1})


# -- claiming ----------------------------------------------------------------------------------------


def test_all_who_play_in_time_must_claim_the_game(b: ServiceHarness) -> None:
    campaign = b.found("league", "ring", seed=b"late", pace=TimeControl("fixed", 48, expiry="claim"))
    b.service.do(by("south"), campaign, leaving.leave, "south")
    b.clock.now += 73 * HOUR
    b.service.tick()
    b.service.do(by("east"), campaign, deadlines.claim, "north", "game")
    with pytest.raises(NotNow, match="already claimed"):
        b.service.do(by("east"), campaign, deadlines.claim, "north", "game")
    assert "north" in b.service.status(campaign).members
    b.service.do(by("west"), campaign, deadlines.claim, "north", "game")
    assert sentences(b.waiting(1000), "claimed", "left")[-3:] == [
        "east claimed the game from north, which ran out of time; west must too",
        "west claimed the game: north ran out of time",
        "North has run out of time and no longer plays north; the game goes on",
    ]
    assert b.service.resigned(campaign) == ["north"]
    assert b.service.status(campaign).campaign.state == "playing"
    assert_sound(b, campaign)


def test_a_computer_of_the_umpire_plays_what_the_rules_require(tmp_path: Path) -> None:
    """Where the computer plays the game, its answer is taken for one that must be given."""
    played: list[str] = []

    def computer(view: Any, choice: Any, rng: Any) -> Any:
        played.append(choice.rule)
        return choice.sample(sampler(1))

    games = {"league": replace(league.GAME, ai_player=computer)}
    with service_harness(tmp_path / "other.sqlite", games) as b:
        campaign = ring(b, "default")
        b.service.do(by("north"), campaign, leaving.leave, "north")
        b.service.do(by("east"), campaign, playing.order, "east", "raid north", "en", "")
    assert played == ["2.1", "2.2"]


def test_ottomans_goes_on_without_one_of_three(tmp_path: Path) -> None:
    """§13.0 §5.1 What the rules ask of the vacant seat is answered, and the audit plays it again."""
    with service_harness(tmp_path / "tabellarius.sqlite", {"ottomans": ottomans.GAME}) as b:
        campaign = b.found("ottomans", "s1_tho", seed=b"three", pace=TimeControl(vacant="default"))
        b.service.do(by("holy_league"), campaign, leaving.resign, "holy_league")
        for step in range(70):
            seat = next(seat for seat in asked(b, campaign) if seat != "holy_league")
            pending = b.service.look(campaign, queries.pending, seat)
            assert pending is not None
            b.service.do(by(seat), campaign, playing.submit, seat, pending.choice.sample(sampler(step)))
        by_clock = {e["rule"] for e in b.service.log(campaign) if e.get("by") == "clock"}
        assert {"4.1", "5.1"} <= by_clock
        b.service.do(by("judge"), campaign, ending.end, "enough")
        assert_sound(b, campaign)

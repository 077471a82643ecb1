"""The content of posts: every kind, in both languages, by name; each die with all that is known of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from msgspec import structs

from adjudicator import GAMES
from adjudicator.core import Event, Throw
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, words
from service.posts import status
from service.posts.compose import RenderedPost, compose
from service.usecases.agreeing import ending
from service.usecases.agreeing import undo as undo_acts
from service.usecases.play import playing, queries
from service.usecases.time import leaving
from service.values.posts import AnswerReceipt, Notice, Told
from service.values.records import Plan, Post
from service.values.words import packed
from tests.harness.posts import about, contents
from tests.harness.service import ServiceHarness, by

PLAYED = [("julius_caesar", "war", 70), ("belisarius", "advance", 70)]
RAW = re.compile(r"[{}]|[a-z0-9]+_[a-z0-9]+|[a-z]/[a-z]")
"""Text that no reader should see: braces, and ids in place of names."""


def every(b: ServiceHarness, language: str) -> Iterator[tuple[Post, RenderedPost]]:
    for post in b.waiting(100_000):
        said = compose(b.service, post, language)
        if said is not None:
            yield post, said


def texts(said: RenderedPost) -> list[str]:
    dice = [text for line in said.dice for text in (line.text, line.why, line.row, line.result, line.who)]
    alts = [drawing.alt for drawing in said.drawings]
    return [said.title, said.heading, said.footer, *said.lines, *dice, *alts]


@pytest.mark.parametrize(("game", "scenario", "steps"), PLAYED)
def test_every_post_of_a_game_is_said_by_name_in_both_languages(
    b: ServiceHarness, game: str, scenario: str, steps: int
) -> None:
    campaign = b.found(game, scenario, seed=b"posts", modes={"default": "ask"})
    b.play(campaign, steps)
    seat = b.service.status(campaign).campaign.seats[0]
    b.service.do(by(seat), campaign, leaving.resign, seat)
    kinds = {language: set[tuple[str, str]]() for language in LANGUAGES}
    for language in LANGUAGES:
        for post, said in every(b, language):
            kinds[language].add((post.kind, post.audience.partition("/")[0]))
            for text in texts(said):
                assert not RAW.search(text), (post.kind, text)
            assert post.head[:16] in said.footer
            assert str(post.n) in said.footer
    assert kinds["en"] == kinds["ja"]
    both = {(kind, audience) for kind in ("told", "asked", "picture") for audience in ("channel", "seat")}
    assert kinds["en"] == {*both, ("receipt", "seat"), ("notice", "channel")}


@pytest.mark.parametrize(("game", "scenario", "steps"), PLAYED)
def test_every_die_and_draw_of_the_log_is_posted_once_with_its_proof(
    b: ServiceHarness, game: str, scenario: str, steps: int
) -> None:
    campaign = b.found(game, scenario, seed=b"dice", modes={"default": "ask"})
    b.play(campaign, steps)
    lines = [line for post, said in every(b, "en") if post.audience == "channel" for line in said.dice]
    log = [entry for entry in b.service.log(campaign) if entry["t"] in ("batch", "draw")]
    assert [(line.entry, line.epoch, line.seed) for line in lines] == [
        (entry["n"], entry["e"], entry["seed"]) for entry in log for _ in entry.get("rolls", [0])
    ]
    fell = [roll["got"] for entry in log for roll in entry.get("rolls", ())]
    assert [list(line.dice) for line in lines if line.kind == "dice"] == fell
    assert all(line.why and line.rule for line in lines)


def test_posts_of_one_turn_belong_together_and_each_stage_has_a_name(b: ServiceHarness) -> None:
    campaign = b.found("julius_caesar", "war", seed=b"turns")
    b.play(campaign, 80)
    turns = [said.turn for post, said in every(b, "en") if post.audience == "channel"]
    assert [turn for at, turn in enumerate(turns) if turn not in turns[:at]][:3] == ["", "1/1", "1/2"]
    assert turns == sorted(turns), "what happened in a turn is told in its thread"
    titled = [(post.kind, said) for post, said in every(b, "en") if said.turn == "1/2"]
    assert all(said.title.startswith("Year 1, turn 2: ") for kind, said in titled if kind != "picture")
    pictured = {said.title.partition(":")[0] for kind, said in titled if kind == "picture"}
    assert pictured == {"Year 1, turn 1", "Year 1, turn 2"}, "the first one shows what was done before"
    assert {said.heading for _, said in titled} == {"Year 1, turn 2"}


@pytest.mark.parametrize(
    ("game", "scenario", "stage", "title"),
    [
        ("ottomans", "s3_tcho", "1/{}/movement", "Turn 1 (1450-59)"),
        ("belisarius", "advance", "1/{}/operations", "Turn 1"),
    ],
)
def test_the_parts_of_a_turn_are_posted_together(
    b: ServiceHarness, game: str, scenario: str, stage: str, title: str
) -> None:
    """Each seat's part has its name in the title of its posts; their thread is that of the whole turn."""
    campaign = b.found(game, scenario)
    post, parts = b.service.posts(campaign, ["channel"])[0], set()
    for seat in b.service.campaign(campaign).seats:
        content = Notice("began", packed(words(N_("the game begins"))), stage=stage.format(seat))
        said = compose(b.service, structs.replace(post, content=content), "en")
        assert said is not None and (said.turn, said.heading) == ("1", title)
        parts.add(said.title)
    assert len(parts) == len(b.service.campaign(campaign).seats)


def test_a_post_shows_dice_if_any_were_rolled(b: ServiceHarness) -> None:
    campaign = b.found("julius_caesar", "war", seed=b"edits")
    b.play(campaign, 30)
    for post, said in every(b, "en"):
        assert bool(said.dice) == any(told.chance for told in contents([post], Told))


# -- dice --------------------------------------------------------------------------------------------


def test_a_shot_of_julius_caesar_has_who_row_and_hits() -> None:
    shot = Event("fired", "7.4", {"side": "pompey", "block": "p_navis_3", "dice": [2, 4], "hits": 1})
    throw = GAMES["julius_caesar"].throw("7.4", "p_navis_3", [2, 4], [], [shot])
    assert (throw.who, throw.row and throw.row.values, throw.result and throw.result.values) == (
        "pompey",
        {"firepower": 2},
        {"n": 1},
    )


def belisarius(
    rule: str, label: str, got: list[int], *behind: Event, before: tuple[Event, ...] = ()
) -> Throw:
    return GAMES["belisarius"].throw(rule, label, got, before, behind)


def test_diplomacy_names_what_is_added_and_the_row() -> None:
    v = {"seat": "empire", "target": "suevii", "parts": {"for_it": 1, "against_it": -2}, "difference": -1}
    told = Event("diplomacy", "chart/diplomacy", {**v, "n": 2, "results": ["D1"]})
    throw = belisarius("9.1", "diplomacy suevii", [2], told)
    assert throw.modifiers == (("for_it", 1), ("against_it", -2))
    assert throw.row is not None and throw.row.values == {"difference": -1}
    assert throw.result is not None


def test_a_battle_names_both_strengths_and_the_column_at_once() -> None:
    odds = {"place": "3536", "attacker": "empire", "attack": 4, "attack_times": 1, "attack_total": 4}
    odds |= {"defender": "barbarian", "defence": 1, "defence_times": 2, "defence_total": 2, "odds": "2/1"}
    told = Event("odds", "17.71", odds)
    waiting = belisarius("17.11", "battle 3536", [1], before=(told,))
    assert waiting.row is not None and waiting.result is None, "the die may still be cast again"
    v = {"place": "3536", "seat": "empire", "table": "assault", "odds": "2/1", "die": 1, "how": "BB"}
    throw = belisarius("17.11", "battle 3536", [1], Event("battle", "17.8", v), before=(told,))
    assert throw.row is not None and throw.row.values["table"] == "assault"
    assert throw.result is not None and throw.result.values["how"] == "BB"


def test_dice_about_several_things_name_each() -> None:
    throw = belisarius("event/61-63", "revolt franks burgundy", [1, 4])
    assert throw.subjects == ("franks", "burgundy") and throw.result is None
    value = {"unit": "huns_nomad", "die": 2, "total": 6, "enemy": "empire", "enemy_unit": "belisarius"}
    fight = Event("withdrawal", "17.51", {**value, "enemy_die": 3, "enemy_total": 5, "how": "succeeds"})
    throw = belisarius("17.51", "withdrawal empire barbarian", [3, 2], fight)
    assert throw.modifiers == (("huns_nomad", 4), ("belisarius", 2))
    assert throw.subjects == ("empire", "barbarian")


# -- notices and receipts ----------------------------------------------------------------------------


def test_what_the_referee_does_is_said_with_their_reason_and_their_dice(b: ServiceHarness) -> None:
    campaign = b.found("julius_caesar", "war", seed=b"referee")
    b.play(campaign, 10)
    b.service.do(by("judge"), campaign, ending.roll, "the wind", 2, 6, "a question of the rules")
    b.service.do(
        by("judge"),
        campaign,
        undo_acts.by_referee,
        b.service.look(campaign, undo_acts.points)[2].to,
        0,
        "x" * 300,
    )
    aside, undo = [s for p, s in every(b, "en") if about(p) in ("aside", "undo")]
    assert [line.kind for line in aside.dice] == ["aside"] and len(aside.dice[0].dice) == 2
    assert aside.dice[0].seed and aside.dice[0].epoch == 1
    assert "The reason: a question of the rules." in aside.lines
    assert any("x" * 300 in line for line in undo.lines)


def test_a_picture_of_what_has_been_undone_says_nothing(b: ServiceHarness) -> None:
    campaign = b.found("julius_caesar", "war", seed=b"undone 2")
    b.play(campaign, 30)
    shown = [post for post in b.waiting(10_000) if post.kind == "picture"]
    assert any(compose(b.service, post, "en") for post in shown[-3:])
    b.service.do(
        by("judge"),
        campaign,
        undo_acts.by_referee,
        b.service.look(campaign, undo_acts.points)[-1].to,
        0,
        "all of it",
    )
    assert [compose(b.service, post, "en") for post in shown[-3:]] == [None] * 3


def test_the_receipt_of_a_sealed_answer_is_its_seal(b: ServiceHarness) -> None:
    campaign = b.found("julius_caesar", "war", seed=b"seal")
    pending = b.service.look(campaign, queries.pending, "caesar")
    assert pending is not None
    b.service.do(by("caesar"), campaign, playing.submit, "caesar", next(iter(pending.choice.options())))  # type: ignore[attr-defined]
    (receipt,) = [(p, s) for p, s in every(b, "en") if p.kind == "receipt"]
    post, said = receipt
    seals = contents([post], AnswerReceipt)[0].seals
    assert post.audience == "seat/caesar"
    assert all(any(seal in line for line in said.lines) for seal in seals)


# -- the state of a campaign ---------------------------------------------------------------------------


def test_the_status_names_who_is_awaited_and_no_sealed_answer(
    b: ServiceHarness,
) -> None:
    campaign = b.found("julius_caesar", "war", seed=b"status")
    before = status.status(b.service, campaign, "en")
    assert [(wait.name, wait.who, wait.rule) for wait in before.waits] == [
        ("Caesar", "Caesar", "§2.1"),
        ("Pompey", "Pompey", "§2.1"),
    ]
    assert (before.turn, before.ready, before.held) == ("Year 1, turn 1", (), "")
    points = b.service.look(campaign, queries.score).points
    assert before.points == (("Caesar", points["caesar"]), ("Pompey", points["pompey"]))
    b.step(campaign, 1)
    after = status.status(b.service, campaign, "ja")
    assert len(after.waits) == len(after.ready) == 1
    assert after.head == b.service.status(campaign).campaign.head[:16]
    b.service.do(by("judge"), campaign, ending.hold_by_referee, "a pause")
    assert status.status(b.service, campaign, "en").held == "a pause"


def test_that_somebody_thinks_again_does_not_show_in_the_status(b: ServiceHarness) -> None:
    campaign = b.found("julius_caesar", "war", seed=b"status")
    pending = b.service.look(campaign, queries.pending, "caesar")
    assert pending is not None
    one, two = (option["id"] for option in pending.choice.describe()["options"][:2])
    b.service.do(by("caesar"), campaign, playing.submit, "caesar", one)
    ready = status.status(b.service, campaign, "en")
    for card in (two, one):
        b.service.do(by("caesar"), campaign, playing.amend, "caesar", card)
        assert status.status(b.service, campaign, "en") == ready
    b.service.do(by("caesar"), campaign, undo_acts.take_back, "caesar")
    back = status.status(b.service, campaign, "en")
    assert back.head == b.service.status(campaign).campaign.head[:16]
    b.service.do(by("judge"), campaign, ending.hold_by_referee, "a pause")
    b.service.release(by("judge"), campaign)
    b.step(campaign, 1)
    b.step(campaign, 2)
    assert status.status(b.service, campaign, "en").n == b.service.status(campaign).campaign.n - 1


def test_a_game_that_is_over_says_how_it_ended(b: ServiceHarness) -> None:
    campaign = b.found("julius_caesar", "war", seed=b"status")
    assert status.status(b.service, campaign, "en").result == ()
    b.service.do(by("caesar"), campaign, leaving.resign, "caesar")
    board = status.status(b.service, campaign, "en")
    assert (board.state, board.result) == ("over, with a provisional result", ("Caesar resigned.",))


def test_a_campaign_that_waits_for_players_has_a_status_too(b: ServiceHarness) -> None:
    plan = Plan("julius_caesar", "war", "Test")
    campaign = b.service.found(by("founder"), plan).campaign
    board = status.status(b.service, campaign, "en")
    assert (board.turn, board.waits, board.points) == ("", (), ())
    assert [who for _, _, who in board.members] == ["", ""]

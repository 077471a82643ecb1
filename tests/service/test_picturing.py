"""Pictures of a campaign: alike in worlds that a viewer cannot tell apart, in any process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from adjudicator.belisarius import GAME as BELISARIUS
from adjudicator.core.choices.choice import Choice, Reader
from adjudicator.core.choices.forms import Menu
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.log.chance import sampler
from renderer import animate
from service.api import Service
from service.pictures import build
from service.pictures.drawing import LEAST_BYTES, LONGEST_ALT, Drawing, render, shortened
from service.posts.compose import compose
from service.usecases.play import playing, queries
from service.values.posts import BattlePicture, StagePicture
from service.wizard.filled import Filled
from service.wizard.steps import decompose
from tests.harness.cases import some
from tests.harness.posts import contents
from tests.harness.service import SHEETS, ServiceHarness, by
from tests.harness.two_worlds import two_worlds
from tools.portraits.written import Written

from . import test_belisarius as bel

SEATS = {"julius_caesar": ("caesar", "pompey"), "belisarius": ("barbarian", "empire")}
SCENARIOS = {"julius_caesar": "war", "belisarius": "advance"}


def played(b: ServiceHarness, game: str, steps: int, seed: bytes = b"pictures") -> int:
    campaign = b.found(game, SCENARIOS[game], seed=seed)
    b.play(campaign, steps)
    return campaign


def previews(service: Service, campaign: int, seat: str | None, language: str) -> Iterator[Drawing | None]:
    """Some orders that the seat could give now, where anything is asked of it, each pick by pick."""
    pending = service.look(campaign, queries.pending, seat) if seat is not None else None
    if pending is None or seat is None:
        return
    choice, reader = pending.choice, Reader(service.game(campaign).lexicon, language)
    for n in range(3):
        filled = decompose(choice, choice.accept(choice.sample(sampler(n))))
        for end in range(len(filled) + 1):
            yield build.preview_of(service, campaign, seat, choice, filled.until(end), reader)


def every(service: Service, campaign: int, seat: str | None, language: str) -> list[Drawing | None]:
    """All drawings that a viewer can have of this moment."""
    since = service.rests(campaign)[0][0]
    who = (service, campaign, seat, language)
    return [
        build.map_of(*who),
        build.map_of(*who, story_since=since),
        build.crop_of(*who, story_since=since),
        build.hand_of(*who),
        build.battle_of(*who),
        build.scores_of(*who),
        build.animation_of(*who),
        *previews(service, campaign, seat, language),
    ]


def choice_of(b: ServiceHarness, campaign: int, seat: str) -> Choice[Any]:
    pending = b.service.look(campaign, queries.pending, seat)
    assert pending is not None
    return pending.choice


def at_rule(b: ServiceHarness, game: str, rule: str) -> tuple[int, str]:
    """A campaign in which a seat is asked by a rule; of what is set up, as the game suggests."""
    campaign = b.found(game, SCENARIOS[game], seed=b"ways")
    for step in range(60):
        asked = b.service.asked(campaign)[0]
        if asked.rule == rule:
            return campaign, asked.seat
        choice = choice_of(b, campaign, asked.seat)
        items = choice.items() if isinstance(choice, Menu) else {}
        pick = next((verb for verb in ("suggest", "done") if items.get(verb, True) is None), None)
        answer = {"pick": pick} if pick else choice.accept(choice.sample(sampler(step)))
        b.service.do(by(asked.seat), campaign, playing.submit, asked.seat, answer)
    raise AssertionError(f"nobody was asked by {rule}")


@pytest.mark.parametrize(
    "game, rule, verbs",
    [
        ("julius_caesar", "6.1", {"move": "move attack"}),
        ("belisarius", "14.1", {"march": "move", "sail": "sea"}),
    ],
)
def test_a_way_is_shown_as_far_as_it_is_picked(
    b: ServiceHarness, game: str, rule: str, verbs: dict[str, str]
) -> None:
    """From the start on: where it can lead, then the arrow with its cost, at last who goes."""
    campaign, seat = at_rule(b, game, rule)
    choice, reader = choice_of(b, campaign, seat), Reader(b.service.game(campaign).lexicon, "en")
    assert isinstance(choice, Menu)
    shown = set()
    for verb, kinds in verbs.items():
        item = choice.items()[verb]
        if not isinstance(item, Choice):
            continue
        filled = Filled.of([verb, *decompose(item, item.accept(item.sample(sampler(3)))).picks])
        drawings = [
            build.preview_of(b.service, campaign, seat, choice, filled.until(end), reader)
            for end in range(len(filled) + 1)
        ]
        begun = next(drawing.shown for drawing in drawings if drawing is not None and drawing.shown)
        whole = drawings[-1].shown if drawings[-1] is not None else None
        assert len(begun.arrow.path) == 1 and begun.spots, "where it can lead"
        assert whole is not None and len(whole.arrow.path) > 1
        assert [spot.place for spot in whole.spots] == [whole.end] and whole.spots[0].cost
        assert whole.arrow.kind in kinds and whole.arrow.count > 0
        assert f"Cost: {whole.spots[0].cost}." in whole.alt
        shown.add(verb)
    assert shown


@pytest.mark.parametrize("game", SEATS)
def test_every_kind_of_picture_is_drawn_and_said(b: ServiceHarness, game: str) -> None:
    campaign = played(b, game, 90)
    drawn: dict[str, Drawing] = {}
    for seat in (None, *SEATS[game]):
        for language in LANGUAGES:
            for drawing in every(b.service, campaign, seat, language):
                if drawing is not None:
                    drawn.setdefault(drawing.kind, drawing)
                    assert 0 < len(drawing.alt) <= LONGEST_ALT
    assert drawn.keys() >= {"map", "crop", "hand", "scores", "animation"}
    for kind, drawing in drawn.items():
        small = structs.replace(drawing, width=480)
        picture = render(small, SHEETS)
        assert picture.alt == drawing.alt
        assert picture.name.startswith(drawing.name)
        magic = b"GIF8" if kind == "animation" else b"\x89PNG"
        assert picture.data.startswith(magic) and len(picture.data) < LEAST_BYTES


@pytest.mark.parametrize("game", SEATS)
def test_pictures_of_posts_have_short_texts_that_begin_with_the_moment(b: ServiceHarness, game: str) -> None:
    played(b, game, 120)
    kinds = set()
    for n, post in enumerate(b.waiting(10_000)):
        said = compose(b.service, post, [*LANGUAGES][n % len(LANGUAGES)])
        for drawing in said.drawings if said is not None else ():
            kinds.add(drawing.kind)
            assert len(drawing.alt) <= LONGEST_ALT
            if drawing.kind in ("map", "crop"):
                assert drawing.alt.startswith(drawing.scenes[0].subtitle)
                assert not drawing.scenes[0].news or drawing.scenes[0].news[:200] in drawing.alt
            viewer = post.content.viewer if isinstance(post.content, StagePicture) else ""
            assert drawing.name == (f"{drawing.kind}-{viewer}" if viewer else drawing.name)
            assert drawing.kind != "hand" or post.audience == f"seat/{viewer}", "a hand is its owner's"
    assert kinds >= {"map", "crop", "hand", "scores"}


@pytest.mark.parametrize(("game", "steps"), some(product(SEATS, (30, 77)), ("julius_caesar", 77)))
def test_a_viewer_gets_the_same_pictures_in_two_worlds(
    b: ServiceHarness, tmp_path: Path, game: str, steps: int
) -> None:
    campaign = played(b, game, steps, b"two pictures")
    differ = 0
    for viewer in (None, *SEATS[game]):
        with two_worlds(b, campaign, viewer, tmp_path, steps) as (here, there):
            language = list(LANGUAGES)[viewer is None]
            mine, others = (every(w.service, campaign, viewer, language) for w in (here, there))
            assert mine == others
            assert shown_to(here, viewer) == shown_to(there, viewer)
            enemy = next(seat for seat in SEATS[game] if seat != viewer)
            differ += every(here.service, campaign, enemy, "en") != every(
                there.service, campaign, enemy, "en"
            )
    assert drawn_small(mine[0]) == drawn_small(others[0]), "what is equal is drawn alike"
    assert differ, "whom it should, the other world shows as another"


def drawn_small(drawing: Drawing | None) -> bytes:
    return b"" if drawing is None else render(structs.replace(drawing, width=480), SHEETS).data


def shown_to(b: ServiceHarness, viewer: str | None) -> list[Any]:
    """All posts that a viewer can read, in words and pictures, in one language after the other."""
    audiences = ["channel"] if viewer is None else ["channel", f"seat/{viewer}"]
    posts = [post for post in b.waiting(10_000) if post.audience in audiences]
    return [compose(b.service, post, [*LANGUAGES][n % len(LANGUAGES)]) for n, post in enumerate(posts)]


def test_a_hand_is_posted_when_it_has_changed_and_to_nobody_else(b: ServiceHarness) -> None:
    played(b, "julius_caesar", 40)
    for post in b.waiting(10_000):
        said = compose(b.service, post, "en")
        hands = [drawing for drawing in (said.drawings if said else ()) if drawing.kind == "hand"]
        if hands:
            shown = post.content
            assert isinstance(shown, StagePicture)
            before, now = (
                b.service.view(post.campaign, shown.viewer, rest).hand  # type: ignore[attr-defined]
                for rest in (shown.since, shown.rest)
            )
            assert before != now


def test_a_battle_has_its_board_when_it_goes_on_and_when_it_ends(b: ServiceHarness) -> None:
    campaign = played(b, "julius_caesar", 200)
    boards = [p for p in b.waiting(10_000) if isinstance(p.content, BattlePicture)]
    fired = [
        n
        for n, event in b.service.look(campaign, queries.journal, None)
        if event.kind in ("fired", "battle_ends")
    ]
    assert boards and fired
    for post in boards:
        assert post.audience == "channel"
        said = compose(b.service, post, "en")
        assert said is not None and [drawing.kind for drawing in said.drawings] == ["battle"]
    assert max(fired) <= max(board.rest for board in contents(boards, BattlePicture)) or b.service.asked(
        campaign
    )


def test_a_battle_of_belisarius_counts_nothing_before_the_odds_are_told(b: ServiceHarness) -> None:
    """§17.71 What doubles a strength is told with the odds, and the board shows it no sooner."""
    campaign = bel.placed(b, b"odds")
    for step in range(200):
        view: Any = b.service.view(campaign, None)
        if view.battle is not None and not view.battle.odds:
            known = [event for _, event in b.service.look(campaign, queries.journal, None)]
            board = Written(BELISARIUS.pictures, BELISARIUS.lexicon.label).battle(view, "en", known)
            assert board is not None
            assert [len(line.sums) for line in (board.attacker, board.defender)] == [1, 1]
            assert "×" not in board.alt
            return
        bel.played(b, campaign, step)
    raise AssertionError("no battle was fought")


# -- texts and sizes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "most", "short"),
    [
        ("One. Two. Three.", 20, "One. Two. Three."),
        ("One. Two. Three.", 12, "One. Two."),
        ("一。二。三。", 5, "一。二。"),
        ("One, two, three, four", 14, "One, two, …"),
        ("一、二、三、四、五、六", 7, "一、二、 …"),
        ("Onetwothree", 5, "Onet…"),
    ],
)
def test_a_text_is_cut_behind_a_sentence_if_there_is_one(text: str, most: int, short: str) -> None:
    assert shortened(text, most) == short


def test_an_animation_that_is_too_large_gets_fewer_frames_and_keeps_its_last(
    b: ServiceHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawing = build.animation_of(b.service, played(b, "julius_caesar", 60), None, "en")
    assert drawing is not None and len(drawing.scenes) > 3
    tried: list[Sequence[Any]] = []

    def narrow(scenes: Sequence[Any], **how: Any) -> Any:
        tried.append(scenes)
        if len(scenes) > 2:
            raise ValueError("too large")
        return animate(scenes, **how)

    monkeypatch.setattr("renderer.animate", narrow)
    assert render(structs.replace(drawing, width=400), tmp_path).data.startswith(b"GIF8")
    assert all(scenes[-1] == drawing.scenes[-1] for scenes in tried) and len(tried[-1]) <= 2


def test_nothing_is_drawn_of_a_game_without_maps(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    assert build.map_of(b.service, campaign, None, "en") is None
    assert build.hand_of(b.service, campaign, "north", "en") is None
    assert all(compose(b.service, post, "en") is None for post in b.waiting() if post.kind == "picture")

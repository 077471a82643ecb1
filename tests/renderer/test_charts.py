"""The pictures beside the map: golden, pure, right for their viewer, in words in both languages."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from io import BytesIO

import msgspec
import pytest
from PIL import Image, ImageChops, ImageStat

import renderer
from adjudicator.belisarius import GAME as BELISARIUS_GAME
from adjudicator.belisarius.show.view import view as belisarius_view
from adjudicator.core import Event
from adjudicator.core.log.chance import sampler
from adjudicator.display.charts import Fighter, Line
from adjudicator.julius_caesar import GAME as CAESAR_GAME
from adjudicator.julius_caesar.show.view import view as julius_caesar_view
from adjudicator.julius_caesar.world import SIDES
from renderer.animation import frame_of
from renderer.charts.battle_board import LARGE, ROOM, columns, side_of_pieces
from renderer.charts.battle_board import WIDTH as BOARD
from renderer.charts.paper import BELOW, below
from renderer.draw.text import is_japanese, width
from renderer.games import theme_of
from renderer.pictures import board_of, window
from tests.belisarius import kit as justinian
from tests.julius_caesar import kit as caesar
from tests.julius_caesar.selfplay import conqueror
from tests.julius_caesar.two_worlds import other_world
from tests.kit.play_styles import Step
from tests.renderer import charts_golden as golden
from tests.renderer import scenes as scenes_of
from tests.renderer.belisarius_scenes import set_up
from tests.renderer.golden import FOLDER, PIECES
from tools.portraits.written import Written

BELISARIUS = Written(BELISARIUS_GAME.pictures, BELISARIUS_GAME.lexicon.label)
JULIUS_CAESAR = Written(CAESAR_GAME.pictures, CAESAR_GAME.lexicon.label)


@pytest.mark.parametrize("name", sorted(golden.GOLDEN))
def test_golden_pictures(name: str) -> None:
    """Mean and worst differences, because fonts may be set a little otherwise elsewhere."""
    with Image.open(FOLDER / f"{name}.png") as kept:
        difference = ImageChops.difference(golden.GOLDEN[name](), kept.convert("RGB"))
    assert max(ImageStat.Stat(difference).mean) < 4


def test_a_long_line_below_the_title_of_a_battle_is_broken() -> None:
    """A line that is made smaller instead cannot be read inside a Discord message."""
    told = below("Turn 1 of 4, 527 to 530: Empire's operations: battle of Trapezus (3943).", BOARD)
    assert len(told) == 2
    assert max(width(line, "italic", BELOW) for line in told) <= ROOM
    assert below("Turn 1: battle of Roma.", BOARD) == ["Turn 1: battle of Roma."]


@pytest.mark.parametrize(
    ("counts", "side"), [((1, 1, 2, 0), LARGE), ((0, 0, 0, 1), LARGE), ((3, 2, 4, 2), 82), ((2, 9, 9, 2), 82)]
)
def test_pieces_of_a_battle_are_as_large_as_fits(counts: tuple[int, ...], side: int) -> None:
    """On a phone that shows the board 236 pixels wide, the letters of a block are 7 pixels high at least."""
    groups = "ABCD"
    parts = [(PIECES[0], group) for group, n in zip(groups, counts, strict=True) for _ in range(n)]
    line = Line("Caesar attacks", "caesar", tuple(Fighter(block, group) for block, group in parts))
    assert side_of_pieces(line, groups) == side
    found = columns(line, groups, side)
    assert [column.across * side <= column.wide for column in found] == [True] * 4
    assert found[-1].left + found[-1].wide <= ROOM


@cache
def war() -> list[Step]:
    """A civil war as far as its first battles' end."""
    steps: list[Step] = []
    for step in caesar.play(12, styles=(conqueror, conqueror)):
        steps.append(step)
        if sum(event.kind == "battle_ends" for event in told(steps)) == 3:
            break
    return steps


def told(steps: list[Step]) -> list[Event]:
    return [event for step in steps for event in step.events]


# -- what a viewer may know --------------------------------------------------------------------


@pytest.mark.parametrize("seat", [*SIDES, None])
def test_two_civil_wars_give_a_seat_the_same_pictures(seat: str | None) -> None:
    """Fog of war: whatever is described for a viewer follows from his view and his events."""
    compared, rng = 0, sampler(7)
    steps: list[Step] = []
    for step in caesar.play(4):
        steps.append(step)
        if step.n > 150:
            break
        if not step.table.at_rest or step.n % 5:
            continue
        views = [julius_caesar_view(w, seat) for w in (step.world, other_world(step.table, seat, rng))]
        if views[0] != views[1]:
            continue  # what the tail fixes is looked at by tests.julius_caesar.test_two_worlds
        drawn = [all_of(JULIUS_CAESAR, view, told(steps), seat) for view in views]
        assert drawn[0] == drawn[1]
        compared += 1
    assert compared > 5


def all_of(pictures: Written, view: msgspec.Struct, events: list[Event], seat: str | None) -> list[bytes]:
    """Every picture of a moment that needs no question, as bytes."""
    scene = pictures.scene(view, "en", events[-30:], seat)
    charts = [renderer.hand(pictures.hand(view, "en"), width=300)]
    charts.append(renderer.score_chart(pictures.score_chart([[view], [view]], "en"), width=300))
    board = pictures.battle(view, "en", events)
    charts += [renderer.battle(board, width=300)] if board is not None else []
    return [
        msgspec.json.encode(scene),
        msgspec.json.encode(board),
        *(chart.data + chart.alt.encode() for chart in charts),
    ]


def test_what_is_hidden_in_late_antiquity_changes_no_picture() -> None:
    """§22.1: the other's treasury and markers."""
    one = set_up("advance")
    other = deepcopy(one)
    other.treasury["barbarian"] += 7
    hand, pool = other.cups["barbarian_hand"], other.cups["pool"]
    at = next(number for number, marker in enumerate(pool) if marker != hand[0])
    hand[0], pool[at] = pool[at], hand[0]
    hand.sort()
    pool.sort()
    for seat in ("empire", None):
        first, second = (all_of(BELISARIUS, belisarius_view(w, seat), [], seat) for w in (one, other))
        assert first == second
    first, second = (
        all_of(BELISARIUS, belisarius_view(w, "barbarian"), [], "barbarian") for w in (one, other)
    )
    assert first != second


def test_an_enemy_who_disbands_is_seen_from_behind() -> None:
    """§8.5: only the backs are public."""
    step = war()[-1]
    events = told(list(caesar.play(12, styles=(conqueror, conqueror))))
    gone = next(event for event in events if event.kind == "disbanded" and event.sealed)
    side = gone.values["side"]
    for viewer in SIDES:
        view = julius_caesar_view(step.world, viewer)
        (fallen,) = JULIUS_CAESAR.scene(view, "en", [gone], viewer).fallen
        assert all(bool(counter.symbol) == (viewer == side) for counter in fallen.counters)


def test_own_cards_are_shown_and_the_other_hand_is_counted() -> None:
    """§2.1, and the reason why the number follows: both always hold equally many."""
    for step in caesar.play(2):
        if step.n > 200:
            break
        if step.table.at_rest:
            w = step.world
            held = [len(w.cups[f"{side}_hand"]) for side in SIDES]
            assert held[0] == held[1]
            rows = JULIUS_CAESAR.hand(julius_caesar_view(w, "caesar"), "en").rows
            assert [len(rows[0].cards), rows[1].backs] == held
            public = JULIUS_CAESAR.hand(julius_caesar_view(w, None), "en").rows
            assert [row.backs for row in public[:2]] == held and not any(row.cards for row in public[:2])


# -- stories and battles -----------------------------------------------------------------------


def test_a_story_has_an_arrow_for_every_move_and_all_who_fell() -> None:
    steps = war()
    events = told(steps)
    scene = JULIUS_CAESAR.scene(julius_caesar_view(steps[-1].world, None), "en", events, None)
    moved = [event for event in events if event.kind == "moved"]
    assert {tuple(event.values["way"]) for event in moved} <= {arrow.path for arrow in scene.arrows}
    lost = sum(event.kind in ("eliminated", "leader_lost") for event in events)
    lost += sum(sum(event.values["backs"].values()) for event in events if event.kind == "disbanded")
    assert sum(len(stack.counters) for stack in scene.fallen) == lost
    fought = {event.values["place"] for event in events if event.kind == "battle_begins"}
    assert {mark.place for mark in scene.marks if mark.kind in ("fought", "battle")} >= fought


def test_an_army_that_goes_on_is_one_arrow() -> None:
    """§14.1: a march in two orders."""
    march = {"seat": "empire", "units": ["thracia_garrison_1"], "left": "3"}
    events = [
        Event("marched", "16.1", {**march, "way": ["3536", "3537"]}),
        Event("marched", "16.1", {**march, "way": ["3537", "3538"]}),
        Event("marched", "16.1", {**march, "units": ["asiana_garrison_1"], "way": ["3538", "3539"]}),
    ]
    scene = BELISARIUS.scene(belisarius_view(set_up("advance"), None), "en")
    shown = BELISARIUS.scene(belisarius_view(set_up("advance"), None), "en", events, None)
    assert [arrow.path for arrow in shown.arrows] == [("3536", "3537", "3538"), ("3538", "3539")]
    assert "3536" in shown.news and shown.alt.replace(f"{shown.news} ", "") == scene.alt


def test_a_battle_is_shown_while_it_goes_on_and_when_it_is_over() -> None:
    events: list[Event] = []
    during = after = 0
    for step in caesar.play(12, styles=(conqueror, conqueror)):
        events += step.events
        view = julius_caesar_view(step.world, "caesar")
        board = JULIUS_CAESAR.battle(view, "en", events)
        if view.battle is not None and view.phase == "battle":
            assert board is not None
            during += 1
            here = [b for b in view.places[view.battle.place].blocks if not b.reserve]
            lines = [*board.attacker.front, *board.defender.front]
            assert len([f for f in lines if f.state != "fallen"]) == len(here)
        elif any(event.kind == "battle_ends" for event in step.events) and view.battle is None:
            assert board is not None and board.outcome
            after += 1
        if during > 5 and after:
            break
    assert JULIUS_CAESAR.battle(view, "en", []) is None


def test_a_combat_shows_odds_die_and_result() -> None:
    """§17.7 §17.8."""
    events: list[Event] = []
    for step in justinian.play(8):
        events += step.events
        if any(event.kind == "battle" for event in step.events):
            break
    battle = next(event.values for event in events if event.kind == "battle")
    board = BELISARIUS.battle(belisarius_view(step.world, None), "en", events)
    assert board is not None
    (table,) = board.tables
    assert table.columns[table.column] == battle["odds"]
    assert table.rows[table.row][table.column] == battle["how"]
    assert board.rolls[0].dice == (battle["die"],)
    assert renderer.battle(board, width=500).width == 500


# -- in words ----------------------------------------------------------------------------------


def test_every_picture_has_its_text_in_both_languages() -> None:
    step, events = war()[-1], told(war())
    view = julius_caesar_view(step.world, "caesar")
    late = belisarius_view(set_up("advance"), "empire")
    for language in ("en", "ja"):
        texts = [
            JULIUS_CAESAR.scene(view, language, events, "caesar").alt,
            JULIUS_CAESAR.hand(view, language).alt,
            JULIUS_CAESAR.score_chart([[view]], language).alt,
            BELISARIUS.hand(late, language).alt,
            BELISARIUS.score_chart([[late]], language).alt,
            BELISARIUS.preview(late, language, ["thracia_garrison_1"], "3536", [], ()).alt,
        ]
        board = JULIUS_CAESAR.battle(view, language, events)
        assert board is not None
        for text in [*texts, board.alt]:
            assert any(is_japanese(letter) for letter in text) == (language == "ja"), text


def test_the_course_of_an_open_game_shows_what_each_seat_knew_of_itself() -> None:
    """Before, only the viewer's own: strengths in Julius Caesar, treasuries in Belisarius."""
    world, late = war()[-1].world, set_up("advance")
    caesar, pompey = (julius_caesar_view(world, seat) for seat in ("caesar", "pompey"))
    empire, barbarian = (belisarius_view(late, seat) for seat in ("empire", "barbarian"))
    for pictures, own, all_seats in (
        (JULIUS_CAESAR, caesar, (caesar, pompey)),
        (BELISARIUS, empire, (empire, barbarian)),
    ):
        alone = pictures.score_chart([[own]], "en").plots[-1]
        assert alone.title.startswith("Your") and len(alone.series) == 1
        both = pictures.score_chart([[own, *all_seats]], "en").plots[-1]
        assert not both.title.startswith("Your")
        assert [one.name for one in both.series] == [str(seen.seat).title() for seen in all_seats]
        assert alone.series[0] in both.series


# -- animations----------------------------------------------------------------------------------


def test_an_animation_shows_every_scene_as_it_is() -> None:
    scenes = [scenes_of.historical(), golden.story(), scenes_of.historical("pompey")]
    animation = renderer.animate(scenes, width=400)
    assert (animation.kind, animation.frames) == ("gif", 3)
    with Image.open(BytesIO(animation.data)) as opened:
        for at, scene in enumerate(scenes):
            opened.seek(at)
            drawn = window(
                scene, frame_of(board_of(scene), (), 400), theme_of(scene.game, "light"), None
            ).flattened()
            there = ImageChops.difference(opened.convert("RGB"), drawn.convert("RGB"))
            assert there.getbbox() is None


def test_an_animation_grows_smaller_until_it_fits_and_is_refused_if_it_cannot() -> None:
    scenes = [scenes_of.historical(), golden.story()]
    whole = renderer.animate(scenes, width=480)
    less = renderer.animate(scenes, width=480, most=len(whole.data) - 1)
    assert less.width < whole.width and len(less.data) < len(whole.data)
    with pytest.raises(ValueError, match="do not fit"):
        renderer.animate(scenes, width=480, most=1000)
    with pytest.raises(ValueError, match="needs a scene"):
        renderer.animate([])
    with pytest.raises(ValueError, match="no such kind"):
        renderer.animate(scenes, kind="mp4")


def test_an_animation_of_hexes_may_be_webp_and_cut_out() -> None:
    animation = renderer.animate([golden.march(), golden.march()], places=["3536"], width=320, kind="webp")
    assert animation.data[8:12] == b"WEBP"
    assert animation.alt

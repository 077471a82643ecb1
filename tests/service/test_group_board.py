"""The group's own map: who sees it, who sees ours, and what happens if it cannot be used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from msgspec import structs
from PIL import Image

import renderer
from adjudicator.core import NotNow
from frontends.commands import drop_prepared
from renderer import own_boards
from renderer.boards import base_layer
from renderer.games import LAID
from service.pictures import build
from service.pictures.drawing import Drawing, render
from service.pictures.group_board import all_for_group, board_of, for_group, installed, to_audience
from service.posts.compose import compose
from service.usecases.referee import acts
from service.values.audiences import CHANNEL, to_seat
from service.values.boards import OURS, BoardChoice
from service.values.words import speak
from tests.harness.cases import some
from tests.harness.scans import is_marked, marked, overlay
from tests.harness.service import GAMES, ServiceHarness, by, service_harness
from tests.harness.two_worlds import two_worlds

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The scan of a group's Julius Caesar, installed."""
    made = overlay(tmp_path / "our scan", "julius_caesar")
    own_boards.register({made: "julius_caesar"})
    yield made
    base_layer.forget()


def map_of(b: ServiceHarness, campaign: int, seat: str | None = None) -> Drawing:
    made = build.map_of(b.service, campaign, seat, "en")
    assert made is not None
    return made


def test_the_group_sees_its_map_and_everybody_else_ours(b: ServiceHarness, folder: Path) -> None:
    campaign = b.found("julius_caesar", "war", seed=b"board")
    b.play(campaign, 12)
    theirs = for_group(b.service, campaign, map_of(b, campaign, "caesar"))
    assert theirs.scenes[0].game == f"julius_caesar{LAID}{board_of(b.service, campaign)}"
    assert "stay with the group" in str(theirs.scenes[0].footer)
    assert theirs.alt == map_of(b, campaign, "caesar").alt
    for public in (map_of(b, campaign), build.animation_of(b.service, campaign, None, "en")):
        assert public is None or all(LAID not in scene.game for scene in public.scenes)
    assert for_group(b.service, campaign, None) is None
    (dark,) = all_for_group(b.service, campaign, [Drawing("hand", "hand", "")])
    assert dark == Drawing("hand", "hand", "")  # no map


def test_a_channel_sees_ours_until_the_referee_says_otherwise(b: ServiceHarness, folder: Path) -> None:
    campaign = b.found("julius_caesar", "war", seed=b"board")
    b.play(campaign, 12)
    posts = [post for post in b.waiting(400) if post.campaign == campaign]
    said = [(post, compose(b.service, post, "en")) for post in posts]
    drawn = [(post, one) for post, one in said if one is not None and any(d.scenes for d in one.drawings)]
    assert {post.audience for post, _ in drawn} >= {CHANNEL}

    def on_scans(audience: str) -> set[bool]:
        shown = [
            one
            for post, rendered in drawn
            if post.audience == audience
            for one in to_audience(b.service, campaign, audience, rendered.drawings)
        ]
        return {LAID in scene.game for one in shown for scene in one.scenes}

    assert on_scans(CHANNEL) == {False}
    assert all(LAID not in scene.game for _, one in drawn for d in one.drawings for scene in d.scenes)
    assert on_scans(to_seat("caesar")) <= {True}
    b.service.do(by("judge"), campaign, acts.choose_board, BoardChoice(in_channel=True))
    assert on_scans(CHANNEL) == {True}
    told = [compose(b.service, post, "en") for post in b.waiting(400)]
    assert any("sees the group's own map" in " ".join(one.lines) for one in told if one is not None)
    b.service.do(by("judge"), campaign, acts.choose_board, BoardChoice(OURS))
    assert on_scans(CHANNEL) == on_scans(to_seat("caesar")) | {False} == {False}


def test_only_the_referee_chooses_and_the_log_holds_nothing_of_it(b: ServiceHarness, folder: Path) -> None:
    campaign = b.found("julius_caesar", "war", seed=b"board")
    before = b.service.log(campaign)
    with pytest.raises(NotNow):
        b.service.do(by("caesar"), campaign, acts.choose_board, BoardChoice(OURS))
    assert board_of(b.service, campaign)
    b.service.do(by("judge"), campaign, acts.choose_board, BoardChoice(OURS))
    assert not board_of(b.service, campaign)
    b.service.do(by("judge"), campaign, acts.choose_board, BoardChoice("our scan"))
    assert board_of(b.service, campaign) == installed(b.service, campaign)[0].digest
    b.service.do(by("judge"), campaign, acts.choose_board, BoardChoice("gone"))
    assert not board_of(b.service, campaign)
    assert b.service.log(campaign) == before  # hence no export has it


def test_a_picture_that_breaks_holds_no_game(
    b: ServiceHarness, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ours is drawn in its place, whether the fault shows when the folder is read or when the picture is."""
    campaign = b.found("julius_caesar", "war", seed=b"board")
    theirs = for_group(b.service, campaign, map_of(b, campaign, "caesar"))
    (folder / "board.jpg").write_bytes((folder / "board.jpg").read_bytes()[:3000])
    base_layer.forget()
    made = render(theirs)
    assert made.mime == "image/png" and "damaged" in capsys.readouterr().err
    (folder / "board.toml").write_text("picture = 3")
    (found,) = own_boards.register({folder: "julius_caesar"})
    assert found.problem is not None
    assert speak(found.problem, "en").startswith("board.toml: Expected `str`, got `int`")
    assert board_of(b.service, campaign) == ""
    assert installed(b.service, campaign) == [found]


def test_a_seats_pieces_on_a_scan_are_those_on_our_map(b: ServiceHarness, folder: Path) -> None:
    """In the same stacks and order."""
    campaign = b.found("julius_caesar", "war", seed=b"board")
    b.play(campaign, 12)
    for seat in (None, "caesar", "pompey"):
        ours = map_of(b, campaign, seat)
        theirs = for_group(b.service, campaign, ours)
        assert theirs.scenes[0].stacks == ours.scenes[0].stacks and theirs.alt == ours.alt
        assert theirs.scenes[0].marks == ours.scenes[0].marks
    made = render(for_group(b.service, campaign, map_of(b, campaign, "caesar")))
    assert made.mime == "image/jpeg" and made.name.endswith(".jpg")
    with Image.open(BytesIO(made.data)) as picture:
        assert picture.width == 2400


@pytest.mark.parametrize(
    ("game", "steps"),
    some(
        [("julius_caesar", 30), ("belisarius", 60), ("ottomans", 30), ("ancient_world", 40)],
        ("julius_caesar", 30),
    ),
)
def test_two_worlds_have_the_same_pieces_on_a_scan(game: str, steps: int, tmp_path: Path) -> None:
    """A layer with pictures of the group's own pieces tells a seat no more than ours, nor the public.

    Hidden facts are exchanged in the second; things, sprites and finished pictures are equal, byte for byte.
    """
    (found,) = own_boards.register({marked(tmp_path / "own", game): game})
    assert found.id and not found.faults
    with service_harness(tmp_path / "table.db", {game: GAMES[game]}) as b:
        options = {"fog": "on"} if game == "ancient_world" else {}
        campaign = b.found(game, GAMES[game].scenarios()[0].id, seed=b"two worlds", options=options)
        b.play(campaign, steps)
        for viewer in (b.service.status(campaign).campaign.seats[0], None):
            with two_worlds(b, campaign, viewer, tmp_path, 1) as sides:
                drawn = [for_group(one.service, campaign, map_of(one, campaign, viewer)) for one in sides]
            (here, there) = (one.scenes[0] for one in drawn)
            assert here.game == there.game == found.id and here.stacks
            assert renderer.layers_of(here) == renderer.layers_of(there)
            pictures = [render(structs.replace(one, width=800)).data for one in drawn]
            assert pictures[0] == pictures[1] and is_marked(pictures[0])
    base_layer.forget()


SHOW_THE_GROUP = {
    "frontends/browser/pages/pictures.py",
    "frontends/browser/pages/table/battle.py",
    "frontends/browser/pages/table/places.py",
    "frontends/browser/web/viewer.py",
    "frontends/discord/commands/maps.py",
    "frontends/discord/delivery/post_renderer.py",
    "frontends/discord/orders/panel_preview.py",
    "frontends/discord/orders/sheet.py",
    "frontends/mail/delivering.py",
}
"""The only modules that turn a drawing into the group's: pages of seats and the referee, mails to seats,
answers on Discord to one person, and posts to a channel that counts as the group.
"""
ASIDE = {"frontends/browser/anchoring.py", "frontends/browser/pages/referee/panels.py"}
"""The page that lays the map, on the owner's machine, and the one that names the maps to the referee."""


def test_nothing_but_pages_mails_and_answers_of_the_group_shows_its_map() -> None:
    """So public pages, link previews, replays, exports, moments and films to share, galleries, tournaments'
    pages, emojis and an Activity's public board show ours: they are drawn from scenes that name no picture.
    """
    turned = re.compile(r"\b(\w*for_group|to_audience|chart_on|scene_on_board|laid_id|sees_own)\b")
    found = {
        path.relative_to(ROOT).as_posix()
        for top in ("frontends", "service", "renderer", "tools")
        for path in (ROOT / top).rglob("*.py")
        if turned.search(path.read_text(encoding="utf-8"))
    }
    own = {"service/pictures/group_board.py", "service/pictures/drawing.py"}
    assert found - own - ASIDE == SHOW_THE_GROUP


def test_what_leaves_the_group_shows_our_map(b: ServiceHarness, folder: Path) -> None:
    campaign = b.found("julius_caesar", "war", seed=b"board")
    b.play(campaign, 12)
    assert board_of(b.service, campaign)
    makers = (build.map_of, build.latest_of, build.animation_of, build.battle_of, build.scores_of)
    for make in makers:
        drawing = make(b.service, campaign, None, "en")
        if drawing is not None:
            assert all(LAID not in scene.game for scene in drawing.scenes)
            assert drawing.chart is None or LAID not in drawing.chart.game


def test_prepared_pictures_are_kept_as_long_as_their_map_is_installed(tmp_path: Path) -> None:
    sheets = tmp_path / ".sheets"
    sheets.mkdir()
    names = ["ottomans@0123-picture-aa.jpg", "ottomans@4567-en-1.json", "ottomans-en-light-bb.png"]
    for name in names:
        (sheets / name).write_bytes(b"")
    drop_prepared(tmp_path, {"4567"})
    assert sorted(file.name for file in sheets.iterdir()) == sorted(names[1:])
    drop_prepared(tmp_path / "missing", set())

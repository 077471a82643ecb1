"""Figures of a group's own copy: forms, overlays, campaigns with and without them in one process."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from adjudicator import GAMES, figures
from adjudicator.core import NotNow
from adjudicator.core.audit import audit
from adjudicator.core.language.languages import FIRST
from adjudicator.core.log.chance import sampler
from adjudicator.records import DataError, sheet_of
from adjudicator.rules_version import rules_version
from frontends.commands import lay_overlays, parser
from renderer import games as looks
from renderer.boards.areas.board import AreaBoard
from renderer.boards.base_layer import Board
from renderer.boards.points.board import PointBoard
from service.api import Service
from service.pictures import build
from service.pictures.drawing import render
from service.posts.status import status
from service.runtime.bootstrap import opened
from service.runtime.demo import plan_of
from service.runtime.replays.auditing import audited
from service.usecases.agreeing import ending
from service.usecases.play import playing, queries
from service.usecases.rehearse import rehearse
from service.usecases.seats import founding
from service.values.records import Plan
from service.values.settings import CannotStart, Settings, settings
from service.values.words import speak
from tests.harness.posts import sentences
from tests.harness.scans import overlay
from tests.harness.service import SHEETS, Clock, Entropy, by

WHY = re.compile(r"(?m)^# .* \((?:high|fair|low)\): (.*)$")
SOURCE = '[source]\nkind = "public-fact"\ncitation = "our own copy"\n'
RED = "Figures from the group's own copy of the game."


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """An overlay for Julius Caesar: Legio 13 begins with another strength, and Roma is written otherwise."""
    made = tmp_path / "ours"
    made.mkdir()
    (made / figures.MANIFEST).write_text('game = "julius_caesar"\n')
    (made / "cities.toml").write_text(f'{SOURCE}[city]\nroma = {{ name = "Urbs" }}\n')
    (made / "blocks.toml").write_text(f"{SOURCE}[block]\nc_legio_13 = {{ firepower = 4 }}\n")
    yield made
    figures.forget()


# -- forms -------------------------------------------------------------------------------------------


def test_forms_list_every_reconstructed_figure_with_its_value_and_place(tmp_path: Path) -> None:
    for game in GAMES:
        data, made = figures._data(game), figures.forms(game)
        for file in (*figures._files(game), *figures._drawn(game)):
            sheet = sheet_of(data / file)
            keys = [(section, key) for section, records in sheet.sections.items() for key in records]
            for section, key in keys:
                if not (sources := figures._reconstructed(sheet, section, key, sheet.sections[section][key])):
                    continue
                assert {source.why for source in sources.values()} <= set(WHY.findall(made[file]))
                if not sheet.plain:
                    assert f"# {key} = {{ " in made[file] or f'# "{key}" = {{ ' in made[file], (game, key)
        bare = {file: text.replace("\n#", "\n") for file, text in made.items() if file.endswith(".csv")}
        for file, text in bare.items():  # every line of a list, taken as it stands, is our own figure
            (tmp_path / file).write_text("---\n" + text.split("\n\n", 1)[1], encoding="utf-8")
            ours, theirs = sheet_of(data / file), sheet_of(tmp_path / file)
            for section, records in theirs.sections.items():
                for key, fields in records.items():
                    assert fields.items() <= ours.sections[section][key].items()
    assert "§2.31 strength (low)" in figures.forms("belisarius")["units.toml"]


def run(*given: str) -> int:
    """One command of the command line."""
    args = parser().parse_args(given)
    return int(args.run(args, Settings()))


@pytest.mark.parametrize("game", GAMES)
def test_forms_taken_as_they_stand_are_our_own_game(game: str, tmp_path: Path) -> None:
    """Every form is valid once its remarks are figures: it passes all checks, and changes nothing."""
    for file, text in figures.forms(game).items():
        kept = re.sub(
            r"(?m)^#(?=[^ #\n])" if file.endswith(".csv") else r'(?m)^# (?=[\w"-]+ = \{ )', "", text
        )
        (tmp_path / file).write_text(kept, encoding="utf-8")
    (overlay,) = figures.register([tmp_path])
    theirs, ours = figures.games()[overlay.id], GAMES[game]
    scenario = ours.scenarios()[-1]
    worlds = [one.found(scenario.id, {}, list(scenario.seats)) for one in (theirs, ours)]
    assert msgspec.json.encode(worlds[0]) == msgspec.json.encode(worlds[1])
    boards = [looks.look_of(id).board("ja") for id in (overlay.id, game)]
    assert boards[0].places() == boards[1].places()
    figures.forget()


def test_forms_are_written_by_a_command_and_change_nothing_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("figures", "belisarius", "--out", "mine") == 0
    assert tomllib.loads((tmp_path / "mine" / figures.MANIFEST).read_text()) == {"game": "belisarius"}
    for wrong in (("belisarius", "--out", "mine"), ("chess",)):
        with pytest.raises(CannotStart, match=r"is there already|not one of: julius_caesar"):
            run("figures", *wrong)
    with pytest.raises(DataError, match="has no figures"):
        figures.overlay_at(tmp_path / "mine")
    text = (tmp_path / "mine" / "markers.toml").read_text().replace("# agent =", "agent =")
    (tmp_path / "mine" / "markers.toml").write_text(text)
    monkeypatch.setenv("TABELLARIUS_OVERLAYS", os.pathsep.join(["mine"]))
    assert settings(os.environ, tmp_path).overlays == (tmp_path / "mine",)
    assert figures.overlay_at(tmp_path / "mine").game == "belisarius"
    with pytest.raises(CannotStart, match="no such folder"):
        lay_overlays(Settings(overlays=(Path("elsewhere"),)))


@pytest.mark.parametrize(
    ("file", "text", "fault"),
    [
        (
            "cities.toml",
            "[city]\nroma = { valu = 1 }",
            "ours: cities.toml: city/roma: .*unknown field `valu`",
        ),
        ("cities.toml", "[city]\nroma = { value = 9 }", "city/roma: .*`\\$.value`"),
        ("cities.toml", "[city]\nrome = { value = 1 }", "there is no city/rome"),
        ("cities.toml", "[city]\nroma = { seas = [] }", "ours: .*roma"),
        ("town.toml", "", "town.toml is not one of"),
        ("overlay.toml", 'game = "chess"', "“chess” is not one of"),
    ],
)
def test_an_error_names_folder_file_record_and_field(folder: Path, file: str, text: str, fault: str) -> None:
    (folder / file).write_text(text if file == figures.MANIFEST else f"{SOURCE}{text}\n")
    with pytest.raises(DataError, match=fault):
        figures.register([folder])
        figures.games()


def test_the_computer_plays_a_demonstration_with_the_groups_figures(folder: Path) -> None:
    (overlay,) = figures.register([folder])
    assert plan_of("julius_caesar_own", "", 1).game == overlay.id
    assert (plan_of("", "", 1).game, plan_of("belisarius", "", 1).game) == ("julius_caesar", "belisarius")
    with pytest.raises(CannotStart, match="not one of"):
        plan_of("chess", "", 1)


def test_the_digest_is_of_figures_alone(folder: Path) -> None:
    before = figures.overlay_at(folder)
    cities = folder / "cities.toml"
    cities.write_text("# a remark\n" + cities.read_text().replace("our own copy", "my copy"))
    assert figures.overlay_at(folder).digest == before.digest
    cities.write_text(cities.read_text().replace("Urbs", "Roma aeterna"))
    assert figures.overlay_at(folder).digest != before.digest


# -- what pictures alone show -----------------------------------------------------------------------


def overlay_of(folder: Path, game: str, **files: str) -> str:
    """The id of a game with these files laid over it; "__" in a name is its dot."""
    folder.mkdir()
    (folder / figures.MANIFEST).write_text(f'game = "{game}"\n')
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)
    (overlay,) = figures.register([folder])
    return overlay.id


def boards_of(*games: str) -> list[Board]:
    return [looks.look_of(game).board("en") for game in games]


@pytest.fixture
def forgotten() -> Iterator[None]:
    """Overlays of a test are known to no other."""
    yield
    figures.forget()


@pytest.mark.usefixtures("forgotten")
def test_a_group_lays_its_areas_over_ours(tmp_path: Path) -> None:
    """A border takes another course, Austria's plaque moves, and the strait is drawn elsewhere."""
    layout = "[land]\naustria = { plaque = [300, 580] }\n[strait]\n"
    layout += '"byzantium/ottomans" = [[760, 970], [790, 1010]]\n'
    line = "10.0 47.0 10.5 46.0"
    id = overlay_of(
        tmp_path / "ours",
        "ottomans",
        map__toml=SOURCE + layout,
        areas__csv=f"---\n{SOURCE}---\nid,line\nland_015,{line}\n",
    )
    ours, theirs = boards_of("ottomans", id)
    assert isinstance(ours, AreaBoard) and isinstance(theirs, AreaBoard)
    plaques = [{land.id: land.plaque for land in board.lands} for board in (ours, theirs)]
    assert {id for id in plaques[0] if plaques[0][id] != plaques[1][id]} == {"austria"}
    assert plaques[1]["austria"] == (300.0, 580.0)
    courses = [{one.id: one.points for one in board.lines} for board in (ours, theirs)]
    assert {id for id in courses[0] if courses[0][id] != courses[1][id]} == {"land_015"}
    assert len(courses[1]["land_015"]) == 2
    assert theirs.straits[0].line == ((760.0, 970.0), (790.0, 1010.0)) != ours.straits[0].line
    assert figures.games()[id].found("s1_to", {}, ("turks", "orthodox")) is not None


@pytest.mark.usefixtures("forgotten")
def test_a_group_lays_its_roads_and_seas_over_ours(tmp_path: Path) -> None:
    """Of Julius Caesar one road takes another course, and a line between two seas."""
    road = '[line]\n"aenos/byzantium" = [[1702, 690], [1750, 700], [1824, 657]]\n'
    sea = "[border]\ngades = { line = [[-5.7, 36.0], [-5.5, 35.8]] }\n"
    id = overlay_of(
        tmp_path / "ours", "julius_caesar", road_lines__toml=SOURCE + road, map__toml=SOURCE + sea
    )
    ours, theirs = boards_of("julius_caesar", id)
    assert isinstance(ours, PointBoard) and isinstance(theirs, PointBoard)
    courses = [{way.id: way.line for way in board.ways} for board in (ours, theirs)]
    assert {id for id in courses[0] if courses[0][id] != courses[1][id]} == {"aenos/byzantium"}
    assert courses[1]["aenos/byzantium"][1] == (1750.0, 700.0)
    assert [a == b for a, b in zip(ours.borders, theirs.borders, strict=True)].count(False) == 1


@pytest.mark.usefixtures("forgotten")
@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        (
            "map__toml",
            f'{SOURCE}[land]\naustria = {{ plaque = "x" }}\n',
            r"map\.toml: land/austria: .*plaque",
        ),
        ("map__toml", f"{SOURCE}[land]\nutopia = {{ plaque = [1, 2] }}\n", r"there is no land/utopia"),
        (
            "areas__csv",
            f"---\n{SOURCE}---\nid,layer\nland_015,air\n",
            r"areas\.csv: areas/land_015: .*layer",
        ),
    ],
)
def test_an_error_of_the_map_stops_the_start_too(tmp_path: Path, name: str, text: str, fault: str) -> None:
    overlay_of(tmp_path / "ours", "ottomans", **{name: text})
    with pytest.raises(CannotStart, match=rf"overlay ours: .*{fault}"):
        lay_overlays(Settings(overlays=(tmp_path / "ours",)))


# -- games -------------------------------------------------------------------------------------------


def found(service: Service, game: str) -> int:
    plan = Plan(game, "war", "Test", referee="judge", seed=b"figures")
    campaign = service.found(by("founder"), plan).campaign
    for seat in ("caesar", "pompey"):
        service.do(by(seat), campaign, founding.join, seat, seat.title())
    return campaign


def test_campaigns_with_and_without_live_in_one_process(folder: Path, tmp_path: Path) -> None:
    (overlay,) = figures.register([folder])
    here = {name: module for name, module in sys.modules.items() if name.startswith("adjudicator.")}
    known = figures.games()
    assert all(sys.modules[name] is module for name, module in here.items())
    assert known[overlay.id].id == overlay.id and known["julius_caesar"] is GAMES["julius_caesar"]
    path, version = tmp_path / "tabellarius.sqlite", rules_version(overlay.id)
    assert version.data != rules_version("julius_caesar").data
    with opened(path, clock=Clock(), entropy=Entropy(), exclusive=True) as service:
        service.subscribe("test")
        plain, ours = found(service, "julius_caesar"), found(service, overlay.id)
        card = service.log(ours)[0]
        assert overlay.digest in card["game"] and card["umpire"]["data"] == version.data
        for step in range(20):
            for campaign in (plain, ours):
                (asked, *_) = service.asked(campaign)
                pending = service.look(campaign, queries.pending, asked.seat)
                assert pending is not None
                service.do(
                    by(asked.seat), campaign, playing.submit, asked.seat, pending.choice.sample(sampler(step))
                )
        assert service.game(plain).world is not service.game(ours).world
        assert service.look(ours, queries.verdict).errors == []
        board = status(service, ours, "en")
        assert board.game == "Julius Caesar (figures from the group's own copy)"
        assert RED in board.agreed and RED not in status(service, plain, "en").agreed
        sights = {c: build.map_of(service, c, None, "en", width=500) for c in (plain, ours)}
        assert all(drawing is not None for drawing in sights.values())
        footers = {c: d.scenes[0].footer for c, d in sights.items() if d is not None}
        assert footers[ours].endswith(RED) and not footers[plain].endswith(RED)
        spoken = {c: d.alt for c, d in sights.items() if d is not None}
        assert spoken[ours].startswith(RED) and RED not in spoken[plain]
        boards = {c: looks.look_of(d.scenes[0].game).board("en") for c, d in sights.items() if d is not None}
        written = {c: {site.name for site in getattr(board, "sites", ())} for c, board in boards.items()}
        assert written[ours] - written[plain] == {"Urbs"}
        drawing = sights[ours]
        assert drawing is not None and render(drawing, SHEETS).data[:4] == b"\x89PNG"
        for campaign in (plain, ours):
            service.do(by("judge"), campaign, ending.end, "enough")
        lines = service.look(ours, queries.export, "all")
        report = audit.audit(lines, figures.games())
        assert report.is_sound, report.faults
    made = asyncio.run(audited("\n".join(lines).encode(), "en"))
    assert made.code == 0
    figures.forget()
    made = asyncio.run(audited("\n".join(lines).encode(), "en"))
    assert made.code == 1
    assert any(overlay.digest in text for _, text in made.lines)


def test_a_campaign_is_held_while_its_figures_are_missing(folder: Path, tmp_path: Path) -> None:
    (overlay,) = figures.register([folder])
    path = tmp_path / "tabellarius.sqlite"
    clock, entropy = Clock(), Entropy()

    with opened(path, clock=clock, entropy=entropy, exclusive=True) as one:
        one.subscribe("test")
        campaign = found(one, overlay.id)
    figures.forget()
    for _ in range(2):
        with opened(path, clock=clock, entropy=entropy, exclusive=True) as one:
            held = one.status(campaign).campaign.held
            assert overlay.digest in held and "resumes the game" in held
            assert status(one, campaign, "en").game == "Julius Caesar (figures from the group's own copy)"
            with pytest.raises(NotNow, match="own copy"):
                one.view(campaign, "caesar")
            with pytest.raises(NotNow, match="own copy"):
                one.release(by("judge"), campaign)
            with pytest.raises(NotNow, match="on hold"):
                one.do(by("caesar"), campaign, playing.order, "caesar", "play 1/2", "en", "")
            assert one.look(campaign, queries.verdict).errors == []
            said = sentences(one.waiting("test", 1000), "held")
            assert len(said) == 1 and overlay.digest in said[0]
    _, (finding,) = rehearse(path, figures.games())
    assert overlay.digest in speak(finding.why, FIRST)
    figures.register([folder])
    with opened(path, clock=clock, entropy=entropy, exclusive=True) as one:
        one.release(by("judge"), campaign)
        assert one.view(campaign, "caesar") is not None


def test_bad_figures_stop_the_start_with_a_plain_message(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "cities.toml").write_text(f"{SOURCE}[city]\nroma = {{ value = 9 }}\n")
    given = settings({"TABELLARIUS_OVERLAYS": str(folder)}, folder)
    with pytest.raises(CannotStart, match=r"ours: cities\.toml: city/roma"):
        lay_overlays(given)


def test_an_overlay_that_is_nested_too_deeply_is_named(tmp_path: Path) -> None:
    (tmp_path / "overlay.toml").write_text("game = " + "[" * 100_000, encoding="utf-8")
    with pytest.raises(DataError, match=f"overlay {tmp_path.name}: overlay.toml: it is nested too deeply"):
        figures.overlay_at(tmp_path)


def test_a_folder_of_pictures_that_is_gone_is_handed_to_no_other_process(tmp_path: Path) -> None:
    """No game needs pictures: replays and audits go on without them."""
    folder = overlay(tmp_path / "scan", "julius_caesar")
    figures.register([folder])
    assert figures.folders() == [folder]
    shutil.rmtree(folder)
    assert figures.folders() == []

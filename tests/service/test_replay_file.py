"""Replays as files: one page that holds the maps, the story, the log and the verifier, and calls nothing."""

from __future__ import annotations

import base64
import re
import runpy
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from adjudicator import GAMES
from adjudicator.core.audit import verify
from adjudicator.core.audit.audit import Replay, replayed
from service.api import Service
from service.runtime.replays import replay_file
from service.usecases.play import queries
from service.values.settings import CannotStart
from tests.harness.service import SHEETS

pytestmark = pytest.mark.xdist_group("whole_game")  # it is played once

MOST = 4
"""Stages that a test has drawn."""


@pytest.fixture(scope="module")
def export(whole_game: tuple[Service, int], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The export of a whole game."""
    file = tmp_path_factory.mktemp("replay") / "game.jsonl"
    service, campaign = whole_game
    file.write_text("\n".join(service.look(campaign, queries.export, None)) + "\n", encoding="ascii")
    return file


def course(export: Path) -> Replay:
    found = replayed(export.read_text(encoding="ascii").splitlines(), GAMES)
    assert isinstance(found, Replay)
    return found


def test_a_game_is_replayed_stage_by_stage_with_all_that_was_told(export: Path) -> None:
    played = course(export)
    shown = replay_file.frames(played, None, "en")
    assert len(shown) > 50 and shown[0].heading.startswith("Year 1, turn 1: ")
    told = [line for frame in shown for line in frame.story]
    assert "Both sides discarded a card." in told and " won " in told[-1]
    few = replay_file.frames(played, None, "en", MOST)
    assert len(few) <= MOST
    shown_few = [line for frame in few for line in frame.story]
    for verb in (" moved ", " levied ", " played ", "Victory points"):
        assert [line for line in shown_few if verb in line] == [line for line in told if verb in line]
    assert re.search(r"Battle of \w+: \w+ attacked.* eliminated", " ".join(shown_few)), "in one line"


def test_the_file_has_its_type_in_itself(export: Path) -> None:
    """Nothing is fetched; the policy allows fonts of the file alone, and its map is enlarged by a press."""
    page = replay_file.replay_page(course(export), "", None, "en", SHEETS, 2)
    assert "font-src data:;" in page and "http" not in page.split("<main>")[0].replace("http-equiv", "")
    font = re.search(r'url\("data:font/woff2;base64,([^"]+)"\)', page)
    assert font is not None and base64.b64decode(font[1]).startswith(b"wOF2")
    assert ">Enlarge the map</button>" in page


def test_a_seat_sees_its_own_hand_and_the_public_does_not(export: Path) -> None:
    played = course(export)
    own, public = (replay_file.frames(played, seat, "en", MOST) for seat in ("caesar", None))
    assert "Caesar's hand:" in " ".join(own[0].story + own[1].story)
    assert "hand:" not in " ".join(line for frame in public for line in frame.story)


def forged(export: Path, folder: Path) -> Path:
    """The export with somebody else's name on a seat."""
    lines = export.read_text(encoding="ascii").splitlines()
    n = next(i for i, line in enumerate(lines) if '"t":"seat"' in line)
    lines[n] = lines[n].replace('"who":"', '"who":"Other ')
    file = folder / "forged.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="ascii")
    return file


@pytest.mark.matrix
def test_a_log_that_does_not_verify_is_replayed_only_if_asked_and_the_page_says_so(
    export: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, out = forged(export, tmp_path), tmp_path / "forged.html"
    with pytest.raises(CannotStart, match=r"FAILED: .*With “--unverified” a page is made"):
        replay_file.run(file, "en", "", out, write=print)
    assert not out.exists()
    monkeypatch.setattr(replay_file, "MOST_FRAMES", MOST)
    monkeypatch.setattr(replay_file, "SHEETS", SHEETS)
    assert replay_file.run(file, "en", "", out, unverified=True, write=print) == 0
    assert "This log fails the verifier: FAILED: 1 error found. As everyone sees it" in out.read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize(("language", "word"), [("en", "Check it yourself"), ("ja", "自分で検証する")])
def test_the_page_is_whole_by_itself(export: Path, language: str, word: str) -> None:
    text = export.read_text(encoding="ascii").rstrip("\n")
    page = replay_file.replay_page(course(export), text, None, language, SHEETS, MOST)
    assert word in page and f'lang="{language}"' in page and "[[" not in page
    assert not re.search(r"""(?:src|href)=["'](?!data:)|https?://|url\((?!["']?data:)""", page), (
        "Nothing is fetched"
    )
    assert len(page.encode()) <= replay_file.MOST_BYTES
    held = re.search(r'id="export">([^<]*)<', page)
    assert held is not None and base64.b64decode(held[1]) == export.read_bytes()
    pictures = re.findall('data-picture="([^"]+)"', page)
    assert page.count('<section class="stage"') == len(pictures) + 1 > 1
    for picture in pictures:
        with Image.open(BytesIO(base64.b64decode(picture))) as over:
            assert over.convert("RGBA").getchannel("A").getpixel((5, 5)) == 0, "the map is seen through it"


def test_what_cannot_be_replayed_is_said(export: Path, tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="not a seat of this game; it has: caesar, pompey"):
        replay_file.run(export, "en", "cato", tmp_path / "x.html")
    cut = tmp_path / "cut.jsonl"
    cut.write_text("not a log\n", encoding="ascii")
    with pytest.raises(CannotStart, match="cannot be replayed"):
        replay_file.run(cut, "en", "", None)
    with pytest.raises(CannotStart, match="cannot be read"):
        replay_file.run(tmp_path / "none.jsonl", "en", "", None)


def test_the_command_line_reports_in_the_language_of_the_system(
    export: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In English in the very words of the stand-alone verifier; in Japanese nothing is left in English."""
    monkeypatch.setattr("service.runtime.uncaught.log_uncaught", lambda: None)
    monkeypatch.chdir(tmp_path)
    main = runpy.run_path(str(Path(verify.__file__).parents[3] / "bot.py"))["main"]
    verify.main([str(export)])
    alone = capsys.readouterr().out
    assert main(["--language", "en", "verify", str(export)]) == 0
    assert capsys.readouterr().out == alone
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    odd = tmp_path / "odd.jsonl"
    odd.write_text("é", encoding="utf-8")
    file = str(forged(export, tmp_path))
    for code, said, *words in (
        (0, "検証プログラム", "verify", str(export)),
        (1, "検証失敗", "verify", file, "--head", "0:00"),
        (2, "N:HEX", "verify", str(export), "--head", "x"),
        (2, "読めません", "verify", "none"),
        (2, "書き出したファイルではありません", "verify", str(odd)),
        (2, "--unverified", "replay", file),
        (2, "席：caesar、pompey", "replay", str(export), "--seat", "cato"),
        (2, "読めません", "audit", "none"),
    ):
        assert main(words) == code
        found = "".join(capsys.readouterr())
        assert said in found
        assert not re.search(r"[a-z]{3,} [a-z]{3,} [a-z]{3,}", found), words

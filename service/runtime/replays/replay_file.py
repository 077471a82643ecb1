"""A replay as one HTML file that needs no network: every stage of a game on the map and in words.

It is made from an export, which it holds, with the verifier: a reader of the file can check every die in it.
"""

from __future__ import annotations

import base64
import html
from collections.abc import Callable, Iterator, Sequence
from importlib import resources
from pathlib import Path

from msgspec import Struct, structs

import renderer
from adjudicator import GAMES
from adjudicator.core.audit import verify
from adjudicator.core.audit.audit import Replay, replayed
from adjudicator.core.game.game import Game
from adjudicator.core.game.sealed import redact
from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_, Cells, Passage
from adjudicator.core.table.position import world_of
from adjudicator.core.table.table import Rest
from adjudicator.display.language import in_language
from adjudicator.display.scene import Scene
from service.text import telling
from service.text.localizer import Localizer
from service.values.settings import CannotStart

from .export_file import lines_of

MOST_BYTES = 5 << 20
WIDTH = 1080
MOST_FRAMES = 160
SHEETS = ".sheets"
TYPE = Path(__file__).resolve().parents[3] / "data" / "fonts" / "EBGaramond-Medium.woff2"


class Frame(Struct, frozen=True):
    """One stage: its heading, its picture in words, and the events since the stage before."""

    heading: str
    alt: str
    story: tuple[str, ...]
    scene: Scene


def run(
    file: Path,
    language: str,
    seat: str,
    out: Path | None,
    *,
    unverified: bool = False,
    write: Callable[[str], object] = print,
) -> int:
    """Write the replay of an export beside it, or to `out`; return 0.

    The export is verified first. With `unverified` one with errors is replayed too, and the page says so.

    Raises:
        CannotStart: if the export cannot be read, verified or played to its end, or there is no such seat.
    """
    lines = lines_of(file)
    found = verify.verify(lines)
    verdict = telling.sentence(found.verdict, language)
    if found.readable and found.errors and not unverified:
        said = N_("{file} was not made into a page: {why} With “--unverified” a page is made that says so.")
        why = Passage([telling.worded(found.verdict), telling.worded(found.errors[0])])
        raise CannotStart(said, file=file, why=why)
    course = replayed(lines, GAMES)
    if not isinstance(course, Replay):
        why = Passage(map(telling.worded, course.faults))
        raise CannotStart(N_("{file} cannot be replayed: {why}"), file=file, why=why)
    seats = [str(one) for one in course.card["seats"]]
    if seat and seat not in seats:
        no_seat = N_("“{seat}” is not a seat of this game; it has: {seats}")
        raise CannotStart(no_seat, seat=Verbatim(seat), seats=Cells(map(Verbatim, seats)))
    target = out or file.with_suffix(f".{seat}.html" if seat else ".html")
    fault = verdict if found.errors else ""
    sheets = target.parent / SHEETS
    page = replay_page(course, "\n".join(lines), seat or None, language, sheets, fault=fault)
    target.write_text(page, encoding="utf-8")
    write(f"{target}: {target.stat().st_size / (1 << 20):.1f} MiB")
    return 0


def frames(course: Replay, seat: str | None, language: str, most: int = MOST_FRAMES) -> list[Frame]:
    """Return the stages of a game as a seat, or the public, saw them; at most `most`, evenly chosen."""
    game, rests = course.game, _stages(course.rests)
    step = -(-len(rests) // most)
    shown, before, found = rests[::-1][::step][::-1], -1, list[Frame]()
    for rest in shown:
        told = [
            structs.replace(one, event=event)
            for one in course.told
            if before < one.n <= rest.n and (event := redact(one.event, seat)) is not None
        ]
        bare = game.pictures.scene(game.view(world_of(game, rest), seat))
        shown_here = game.pictures.with_story(bare, [one.event for one in told], seat)
        scene = in_language(shown_here, language, game.lexicon.label)
        story = tuple(line for chapter in telling.chronicle(game, told, language) for line in chapter.lines)
        found.append(Frame(scene.subtitle, scene.alt, story, scene))
        before = rest.n
    return found


def _stages(rests: Sequence[Rest]) -> list[Rest]:
    """Return the last position of each run of positions of the same stage."""
    last = dict[int, Rest]()
    number, stage = -1, ""
    for rest in rests:
        if rest.stage != stage:
            number, stage = number + 1, rest.stage
        last[number] = rest
    return list(last.values())


# -- the page ----------------------------------------------------------------------------------------


def replay_page(
    course: Replay,
    export: str,
    seat: str | None,
    language: str,
    cache: Path,
    most: int = MOST_FRAMES,
    *,
    fault: str = "",
) -> str:
    """Return the whole file as text, of at most `MOST_BYTES` in UTF-8: stages are left out evenly if need be.

    `fault` is the verdict of the verifier on an export that fails, which stands at the top.

    Raises:
        CannotStart: if the game has no map.
    """
    if course.game.pictures is None:
        raise CannotStart(N_("{game} has no map to be replayed on"), game=course.game.name)
    while True:
        shown = frames(course, seat, language, most)
        pictures = renderer.differing_frames([frame.scene for frame in shown], width=WIDTH, cache=cache)
        page = _page(course.game, shown, pictures, export, seat, language, fault)
        if len(page.encode()) <= MOST_BYTES or most <= 2:
            return page
        most = min(most, len(shown)) * 3 // 4


def _page(
    game: Game,
    shown: Sequence[Frame],
    pictures: Sequence[bytes],
    export: str,
    seat: str | None,
    language: str,
    fault: str,
) -> str:
    """Return one HTML file with all pictures in it; a log that fails the verifier says so in the heading."""
    t = Localizer(language, game.lexicon.label)
    title = shown[0].scene.title
    whose = t(N_("Seen by {seat}"), seat=seat) if seat else t(N_("As everyone sees it"))
    if fault:
        whose = f"{t(N_('This log fails the verifier'))}: {fault} {whose}"
    words = {
        "language": language,
        "title": html.escape(f"{title} · {t(N_('Replay'))}"),
        "heading": html.escape(title),
        "whose": html.escape(whose),
        "earlier": html.escape(t(N_("Earlier"))),
        "later": html.escape(t(N_("Later"))),
        "play": html.escape(t(N_("Play"))),
        "stages": html.escape(t(N_("Stages"))),
        "nearer": html.escape(t(N_("Enlarge the map"))),
        "type": base64.b64encode(TYPE.read_bytes()).decode(),
        "base": base64.b64encode(pictures[0]).decode(),
        "frames": "\n".join(_frames(shown, pictures)),
        "proof": html.escape(t(N_("Check it yourself"))),
        "how": html.escape(
            t(
                N_(
                    "This file holds the log of the game. Save the log and the verifier in one folder, then "
                    "run: {command}"
                ),
                command="python verify.py game.jsonl",
            )
        ),
        "log": html.escape(t(N_("Save the log"))),
        "verifier": html.escape(t(N_("Save the verifier"))),
        "export": base64.b64encode(f"{export}\n".encode()).decode(),
        "checker": base64.b64encode(Path(verify.__file__).read_bytes()).decode(),
    }
    page = resources.files("service.runtime.replays").joinpath("replay.html").read_text(encoding="utf-8")
    for name, value in words.items():
        page = page.replace(f"[[{name}]]", value)
    return page


def _frames(shown: Sequence[Frame], pictures: Sequence[bytes]) -> Iterator[str]:
    """Yield each stage: its words and its picture; the first picture is in the page already."""
    for n, (frame, picture) in enumerate(zip(shown, pictures, strict=True)):
        story = "".join(f"<li>{html.escape(line)}</li>" for line in frame.story)
        source = "" if n == 0 else f' data-picture="{base64.b64encode(picture).decode()}"'
        alt = html.escape(frame.alt, quote=True)
        yield (
            f'<section class="stage" data-alt="{alt}"{source}><h2>{html.escape(frame.heading)}</h2>'
            f"<ol>{story}</ol></section>"
        )

"""The command line of `bot.py`: every command, its arguments, and the package that carries it out.

A package is imported when its command is given, so that no command waits for imports that only another one
needs.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import gettext
import os
import re
import sys
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from adjudicator.core.language.errors import NotNow, Verbatim
from adjudicator.core.language.languages import FIRST, LANGUAGES
from adjudicator.core.language.words import N_, Cells, words
from adjudicator.rules_version import VERSION
from service.values.console import operators_language, system_language, teller
from service.values.project import command, guide
from service.values.settings import CannotStart, Settings, variable
from service.values.words import speak

from . import FRONT_ENDS

if TYPE_CHECKING:
    from service.runtime.worker import Worker  # it brings the whole service

HEAD = re.compile(r"[0-9]{1,15}:[0-9a-fA-F]{1,64}")
UNUSABLE = N_("overlay {folder}: {why}; our map is shown")
LEFT_OUT = N_("overlay {folder}: {why}; our piece is shown")
Run = Callable[[argparse.Namespace, Settings], int]


def lay_overlays(given: Settings) -> None:
    """Make the games with figures of groups' own copies, so that every command knows them.

    Raises:
        CannotStart: if figures cannot be used; the text names folder, file, record and field.
    """
    kept = set[str]()
    if given.overlays:
        from adjudicator.figures import games, pictured, register
        from adjudicator.records import DataError
        from renderer import own_boards
        from renderer.games import look_of

        try:
            for overlay in register(given.overlays):
                if overlay.digest and games()[overlay.id].pictures is not None:
                    look_of(overlay.id)
        except DataError as error:
            raise CannotStart(error.why) from error
        for found in own_boards.register(pictured()):
            kept.add(found.digest)
            if found.problem:
                why = words(UNUSABLE, folder=Verbatim(found.folder.name), why=found.problem)
                print(speak(why, operators_language(given)), file=sys.stderr)
            for fault in found.faults:
                why = words(LEFT_OUT, folder=Verbatim(found.folder.name), why=fault)
                print(speak(why, operators_language(given)), file=sys.stderr)
    drop_prepared(given.maps, kept)


def drop_prepared(maps: Path, kept: Collection[str]) -> None:
    """Delete prepared pictures of groups' own maps, but those of the digests that are still installed."""
    for file in (maps / ".sheets").glob("*@*"):
        if file.name.partition("@")[2].partition("-")[0] not in kept:
            file.unlink(missing_ok=True)


def figures(args: argparse.Namespace, given: Settings) -> int:
    """Write forms for the figures of a group's own copy."""
    from adjudicator import GAMES
    from adjudicator.figures import forms

    if args.game not in GAMES:
        raise CannotStart(N_("“{name}” is not one of: {known}"), name=args.game, known=Cells(GAMES))
    folder: Path = args.out or Path(f"{args.game}_figures")
    if folder.exists():
        said = N_("{folder} is there already; move it away, or name another folder with --out")
        raise CannotStart(said, folder=folder)
    made = forms(args.game)
    folder.mkdir(parents=True)
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8")
    teller(given, print)(
        N_("Written: {n} {n:form|forms} in {folder}. {page} says how to fill them in."),
        n=len(made) - 1,
        folder=folder,
        page=guide("docs/own-copy.md"),
    )
    return 0


def board(args: argparse.Namespace, given: Settings) -> int:
    """Anchor a picture of a game's map, or a board of a VASSAL module, on a page."""
    from frontends.browser.anchoring import Given, names_of, run

    if args.names:
        names = names_of(args.game)
        print("\n".join(f"{id}\t{name}" for id, name in names.items()))
        return 0
    asked = Given(args.game, args.picture, args.vassal, args.map, args.out)
    return run(asked, operators_language(given), open_browser=not args.no_browser)


def front_end(args: argparse.Namespace, given: Settings) -> int:
    """Run a front end with the options of its command."""
    found = FRONT_ENDS[args.front_end]
    package = import_module(found.package)
    gc.freeze()  # boards, names and code stay until the end; a search for garbage need not go through them
    options = {name: getattr(args, name) for name in found.options if name in args}
    if found.hosts:
        options["beside"] = partial(serving, [name for name in FRONT_ENDS if name != args.front_end])
    return int(package.run(given, **options))


@asynccontextmanager
async def serving(names: Sequence[str], worker: Worker, settings: Settings) -> AsyncIterator[None]:
    """Run the front ends that the settings want beside another one, as long as the context lasts."""
    async with AsyncExitStack() as stack:
        for name in names:
            if FRONT_ENDS[name].is_beside(settings):
                serve = import_module(FRONT_ENDS[name].package).serving
                await stack.enter_async_context(serve(worker, settings))
        yield


def link(args: argparse.Namespace, given: Settings) -> int:
    """Make a link to a seat."""
    from frontends.browser.linking import run

    return run(given, args.campaign, args.seat)


def demo(args: argparse.Namespace, given: Settings) -> int:
    """Let the computer play a game."""
    from service.runtime.demo import plan_of, run

    if args.watch:
        from frontends.browser.watching import run as watch

        return watch(given, plan_of(args.game, args.scenario, args.seed), args.pause)
    where = args.out or given.out
    return run(args.seed, where, operators_language(given), name=args.game, scenario=args.scenario)


def play(args: argparse.Namespace, given: Settings) -> int:
    """Play a file of orders."""
    from service.runtime.orders_file import run

    return run(args.file, operators_language(given), args.out)


def verify(args: argparse.Namespace, given: Settings) -> int:
    """Verify an export, in the words of the stand-alone verifier or in another language."""
    from adjudicator.core.audit import verify as verifier
    from service.runtime.replays.export_file import lines_of
    from service.text.telling import proof_text

    language, heads = operators_language(given), list[tuple[int, str]]()
    for head in args.head:
        if HEAD.fullmatch(head) is None:
            said = N_(
                "--head {head}: expected N:HEX, the number of an entry and its head, such as 12:0f3c9a5e"
            )
            raise CannotStart(said, head=Verbatim(head))
        n, _, kept = head.partition(":")
        heads.append((int(n), kept))
    report = verifier.verify(lines_of(args.file), heads)
    print("\n".join(proof_text(report, language)))
    return report.code


def audit(args: argparse.Namespace, given: Settings) -> int:
    """Audit an export."""
    from service.runtime.replays.auditing import audited
    from service.runtime.replays.export_file import bytes_of
    from service.text.telling import plain_text

    language = operators_language(given)
    try:
        report = asyncio.run(audited(bytes_of(args.file), language, computer=args.computer))
    except NotNow as refused:
        raise CannotStart(refused.why) from refused
    print("\n".join(plain_text(report.lines)))
    return report.code


def replay(args: argparse.Namespace, given: Settings) -> int:
    """Make a replay of an export."""
    from service.runtime.replays.replay_file import run

    return run(args.file, operators_language(given), args.seat, args.out, unverified=args.unverified)


def rehearse(args: argparse.Namespace, given: Settings) -> int:
    """Check a database before an upgrade."""
    from service.runtime.bootstrap import rehearsed

    return rehearsed(args.database or given.database, given.backups, language=operators_language(given))


def backup(args: argparse.Namespace, given: Settings) -> int:
    """Make a backup of the database, or test one."""
    if args.what == "check":
        from service.runtime.bootstrap import checked_backup

        return checked_backup(args.file, given.backups, language=operators_language(given))
    from service.runtime.keep_backups import backed_up

    print(backed_up(given.database, given.backups, given.backups_kept))
    return 0


def restore(args: argparse.Namespace, given: Settings) -> int:
    """Replace the database by a backup."""
    from service.runtime.keep_backups import restored

    aside = restored(args.file, given.database, losing=args.lose_games)
    said = N_("Restored {database} from {file}.")
    if aside:
        said = N_("Restored {database} from {file}. The previous database is now {aside}.")
    teller(given, print)(said, database=given.database, file=args.file, aside=aside)
    return 0


def start(args: argparse.Namespace, given: Settings) -> int:
    """Start without a command: Discord if there is a token, else the table in a browser."""
    args.front_end = "discord" if given.discord_token else "table"
    return front_end(args, given)


ARGPARSE = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("show this help message and exit"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),
    N_("expected one argument"),
    N_("%(prog)s: error: %(message)s\n"),
)
"""The sentences of Python's argparse, which reads them from the catalogue too."""


def parsed(words: Sequence[str], environ: Mapping[str, str]) -> argparse.Namespace:
    """Return the command and its arguments; help and errors are in the language of whoever types."""
    language = typed_language(words, environ)
    with patched_catalogue(language):
        return parser(language).parse_args(words)


def typed_language(words: Sequence[str], environ: Mapping[str, str]) -> str:
    """Return the language of the help: the one that is asked for, else that of the setting or the system."""
    if "--language" in words[:-1] and (asked := words[words.index("--language") + 1]) in LANGUAGES:
        return asked
    return system_language(environ)


@contextmanager
def patched_catalogue(language: str) -> Iterator[None]:
    """Let argparse, which asks gettext for the language of the environment, read our catalogue."""
    before, domain = os.environ.get("LANGUAGE"), gettext.textdomain()
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain("service", str(Path(__file__).resolve().parents[1] / "service" / "locale"))
    gettext.textdomain("service")
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if before is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before


READS: Mapping[str, Sequence[str]] = {
    **{name: found.settings for name, found in FRONT_ENDS.items()},
    "link": ("database", "table_address", "table_port", "table_url", "overlays", "language"),
    "backup": ("database", "backups", "backups_kept", "overlays", "language"),
    "restore": ("database", "overlays", "language"),
    "rehearse": ("database", "backups", "overlays", "language"),
    "demo": ("out", "table_port", "table_address", "table_password", "overlays", "language"),
}
"""The settings that a command reads; another reads only `overlays` and `language`."""
DEFAULT_READS = ("overlays", "language")


def told_settings(name: str, language: str) -> str:
    """Return the end of the help of a command: the variables of its settings, with their defaults."""
    said = N_(
        "settings, from the environment or .env; in tabellarius.toml without TABELLARIUS_ and in small\n"
        "letters. Their meaning: {page}"
    )
    lines, defaults = [speak(words(said, page=guide("docs/settings.md")), language)], Settings()
    for one in READS.get(name, DEFAULT_READS):
        default = getattr(defaults, one)
        is_told = not isinstance(default, bool) and default not in ("", (), None)
        lines.append(f"  {variable(one)} ({default})" if is_told else f"  {variable(one)}")
    return "\n".join(lines)


class Command(Struct, frozen=True):
    """A command beside the front ends.

    Attributes:
        run: what carries it out.
        help: what it does.
        arguments: by their names, with what `argparse` takes; `help` is a template.
        one_of: those of which exactly one is given.
    """

    run: Run
    help: str
    arguments: Mapping[str, Mapping[str, Any]]
    one_of: tuple[str, ...] = ()


_EXPORT = {"type": Path, "help": N_("exported game: after its end, or with all secrets")}
COMMANDS: Mapping[str, Command] = {
    "link": Command(
        link,
        N_("make a secret link for playing a seat in a browser"),
        {
            "campaign": {"type": int, "help": N_("number of the game")},
            "seat": {"help": N_('the seat, or "referee"')},
        },
    ),
    "backup": Command(
        backup,
        N_("back up the database, even while it is in use; or check a backup"),
        {
            "what": {
                "nargs": "?",
                "choices": ["check"],
                "help": N_("restore a backup in a temporary folder, and verify its games"),
            },
            "file": {"type": Path, "nargs": "?", "help": N_("the backup to check (default: the newest)")},
        },
    ),
    "restore": Command(
        restore,
        N_("replace the database by a backup; stop the umpire first"),
        {
            "file": {
                "type": Path,
                "help": N_("the backup; the present database is kept under another name"),
            },
            "--lose-games": {"action": "store_true", "help": N_("also if the backup lacks games")},
        },
    ),
    "demo": Command(
        demo,
        N_("let the computer play a whole game: journal, maps, export, verification"),
        {
            "game": {"nargs": "?", "default": "", "help": N_("game (default: the first)")},
            "scenario": {
                "nargs": "?",
                "default": "",
                "help": N_("scenario (default: the game's first)"),
            },
            "--seed": {
                "type": int,
                "default": 1,
                "help": N_("each number gives a different game (default: 1)"),
            },
            "--out": {"type": Path, "help": N_("folder for maps and export (default: out)")},
            "--watch": {
                "action": "store_true",
                "help": N_("show the game in a browser instead of writing files"),
            },
            "--pause": {
                "type": float,
                "default": 1.0,
                "help": N_("with --watch: seconds between two answers (default: 1)"),
            },
        },
    ),
    "play": Command(
        play,
        N_("play a file of orders line by line"),
        {
            "file": {"type": Path, "help": N_("file of orders; see docs/plays/ for examples")},
            "--out": {"type": Path, "help": N_("folder for the export (default: no export)")},
        },
    ),
    "verify": Command(
        verify,
        N_("verify the dice, draws and log of an exported game"),
        {
            "file": {"type": Path, "help": N_("exported game")},
            "--head": {
                "action": "append",
                "default": [],
                "metavar": "N:HEX",
                "help": N_("a head you wrote down during the game"),
            },
        },
    ),
    "audit": Command(
        audit,
        N_("play an exported game again by the rules, and compare every entry"),
        {
            "file": _EXPORT,
            "--computer": {
                "action": "store_true",
                "help": N_("compute the computer's answers again, too, when the game is over"),
            },
        },
    ),
    "replay": Command(
        replay,
        N_("make a page that replays an exported game and needs neither network nor umpire"),
        {
            "file": _EXPORT,
            "--seat": {
                "default": "",
                "help": N_("the seat whose view is shown (default: the public view)"),
            },
            "--out": {"type": Path, "help": N_("file to write (default: next to the export)")},
            "--unverified": {
                "action": "store_true",
                "help": N_("also of an export with errors; the page says so"),
            },
        },
    ),
    "board": Command(
        board,
        N_("lay a picture of your own printed map under the pieces of a game"),
        {
            "game": {"help": N_("game")},
            "--picture": {"type": Path, "help": N_("scan or photo: PNG, JPEG or WebP")},
            "--vassal": {"type": Path, "help": N_("VASSAL module (.vmod) of the game")},
            "--names": {
                "action": "store_true",
                "help": N_("list the names that places and pictures of pieces have"),
            },
            "--map": {"default": "", "help": N_("name or number of a board, if the module has several")},
            "--out": {"type": Path, "help": N_("folder to write (default: GAME_board)")},
            "--no-browser": {"action": "store_true", "help": N_("do not open a browser")},
        },
        one_of=("--picture", "--vassal", "--names"),
    ),
    "figures": Command(
        figures,
        N_("write forms for the figures of your own copy of a game"),
        {
            "game": {"help": N_("the game, such as belisarius")},
            "--out": {"type": Path, "help": N_("folder to write (default: GAME_figures)")},
        },
    ),
    "rehearse": Command(
        rehearse,
        N_("before an upgrade: list the games that this release could not continue"),
        {"database": {"type": Path, "nargs": "?", "help": N_("database file (default: the setting)")}},
    ),
}


def parser(language: str = FIRST) -> argparse.ArgumentParser:
    """Return the parser of the commands and their arguments."""

    def say(template: str) -> str:
        return speak(words(template), language)

    top = argparse.ArgumentParser(
        prog=command(), description=say(N_("Tabellarius, an umpire for historical wargames."))
    )
    shown = say(N_("show the release and exit"))
    top.add_argument("--version", action="version", version=f"Tabellarius {VERSION}", help=shown)
    spoken_in = say(N_("language of messages (default: the setting, otherwise chosen at the start)"))
    top.add_argument("--language", choices=LANGUAGES, help=spoken_in)
    top.set_defaults(run=start)
    commands = top.add_subparsers(title=say(N_("commands")), metavar=say(N_("COMMAND")))

    def add(name: str, run: Run, template: str) -> argparse.ArgumentParser:
        one = commands.add_parser(
            name,
            help=say(template),
            description=say(template),
            epilog=told_settings(name, language),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        one.set_defaults(run=run)
        return one

    for name, found in FRONT_ENDS.items():
        one = add(name, front_end, found.help)
        one.set_defaults(front_end=name)
        for option, how in found.options.items():
            told = {**how, "help": say(how["help"])}
            one.add_argument(option if "choices" in how else f"--{option}", **told)
    for name, of in COMMANDS.items():
        one = add(name, of.run, of.help)
        either = one.add_mutually_exclusive_group(required=True) if of.one_of else one
        for argument, how in of.arguments.items():
            to = either if argument in of.one_of else one
            to.add_argument(argument, **{**how, "help": say(how["help"])})
    return top

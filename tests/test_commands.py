"""Every command that a page names can be typed: its target or module, arguments, options and files exist."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

import pytest

from adjudicator import GAMES
from frontends.commands import parser
from tools.areas import main as areas
from tools.bench.__main__ import main as benchmarks
from tools.gallery import chosen
from tools.gallery import main as gallery
from tools.plays import seed_and_game
from tools.portraits.states import main as states
from tools.roads import main as roads
from tools.turns import main as turns

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(
    page for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")) if "rules-index" not in page.parts
)
CODE = re.compile(r"^```.*?^```|`[^`]+`|^ {4,}\S.*$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(
    r"(?:(?:^|`|&& ) *(?P<what>make)|(?<![\w-])(?P<bot>bot\.py)|python -m (?P<module>[\w.]+)"
    r"|(?<![\w.-])(?P<pytest>pytest))(?P<words>(?: [^\s#&|;`()]+)*)"
)
TARGETS = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
MARKERS = [
    line.partition(":")[0]
    for line in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"][
        "markers"
    ]
]
OURS = ("tools", "tests", "adjudicator")


def commands(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    """The commands in the code of a page; what is wrapped between backticks is one line."""
    for code in CODE.findall(text):
        lines = code.splitlines() if code.startswith(("```", " ")) else [" ".join(code.strip("`").split())]
        for line in lines:
            for match in COMMAND.finditer(line):
                yield match[0].strip(), match


def fault_of(match: re.Match[str]) -> str:
    """Return what is wrong with a command; "" if nothing is."""
    words = shlex.split(re.sub(r"[][]", "", match["words"]))
    if match["what"]:
        return next((f"no target {word}" for word in words if "=" not in word and word not in TARGETS), "")
    if match["bot"]:
        return fault_of_bot(words)
    if match["pytest"] or match["module"] == "pytest":
        return fault_of_pytest(words)
    return fault_of_module(match["module"], words) if match["module"].split(".")[0] in OURS else ""


def fault_of_bot(words: Sequence[str]) -> str:
    """A placeholder such as FILE or N:HEX is a value: any number is one for every argument."""
    try:
        parser().parse_args([re.sub(r"^(?:[A-Z:_]+(?:\.db)?|\.\.)$", "1", word) for word in words])
    except SystemExit:
        return "bot.py does not take this"
    return ""


def fault_of_pytest(words: Sequence[str]) -> str:
    for before, word in zip(("", *words), words, strict=False):
        if before == "-m" and not set(word.split(" or ")) <= set(MARKERS):
            return f"no marker {word}"
        if word.startswith("tests") and not (ROOT / word).exists():
            return f"no file {word}"
        if word.startswith("--") and word.partition("=")[0] not in (ROOT / "tests/conftest.py").read_text():
            return f"no option {word}"
    return ""


def fault_of_module(module: str, words: Sequence[str]) -> str:
    """A word in lower case or an option has to be in the module, or in its package if that is run."""
    found = find_spec(module)
    if found is None:
        return f"no module {module}"
    if found.submodule_search_locations:
        found = find_spec(f"{module}.__main__")
    if found is None or found.origin is None:
        return f"{module} cannot be run"
    file = Path(found.origin)
    if file.name != "__main__.py" and "__main__" not in file.read_text(encoding="utf-8"):
        return f"{module} cannot be run"
    sources = file.parent.glob("*.py") if file.name == "__main__.py" else [file]
    known = "".join([*(source.read_text(encoding="utf-8") for source in sources), *map(repr, GAMES)])
    for word in words:
        if re.fullmatch(r"-*[a-z][a-z_-]*", word) and not re.search(rf"[\"']{word}[\"']|def {word}\b", known):
            return f"{module} knows no {word}"
    return ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_command_that_a_page_names_can_be_typed(page: Path) -> None:
    found = commands(page.read_text(encoding="utf-8"))
    assert [(command, fault) for command, match in found if (fault := fault_of(match))] == []


@pytest.mark.parametrize(
    "text",
    [
        "`make tests`",
        "`python bot.py demonstrate`",
        "`python bot.py demo --speed 2`",
        "`python bot.py link SEAT`",
        "    make play   plays\n    python bot.py restore      # nothing named",
        "`python -m tools.no_such`",
        "`python -m tools.catalogues forget`",
        "`python -m tools.bench discord_loud`",
        "`python -m tools.areas --wide` and `pytest -m never`",
        "`pytest tests/none`",
    ],
)
def test_faults_are_found(text: str) -> None:
    assert [fault for _, match in commands(text) if (fault := fault_of(match))]


def test_a_benchmark_that_does_not_exist_is_refused() -> None:
    with pytest.raises(SystemExit, match=r"nonsense; there are: .*protocol"):
        benchmarks(["protocol", "nonsense"])


@pytest.mark.parametrize("tool", [gallery, turns])
def test_a_game_that_does_not_exist_is_refused(tool: Callable[[Sequence[str]], None]) -> None:
    with pytest.raises(SystemExit, match=r"^no game is called nonsense; there are: .*julius_caesar"):
        tool(["julius_caesar", "nonsense"])


def test_games_that_are_named_are_chosen() -> None:
    assert chosen(["ottomans"], list(GAMES)) == ["ottomans"]
    assert chosen([], list(GAMES)) == list(GAMES)


def test_a_seed_and_a_game_are_read() -> None:
    assert seed_and_game(["7", "ottomans"]) == (7, "ottomans")


@pytest.mark.parametrize("words", ["", "7", "seven ottomans", "-7 ottomans", "7 nonsense", "7 ottomans more"])
def test_other_words_than_a_seed_and_a_game_are_refused(words: str) -> None:
    with pytest.raises(SystemExit, match=r"^expected SEED GAME, .*julius_caesar"):
        seed_and_game(words.split())


@pytest.mark.parametrize(("run", "game"), [(areas, "ottomans"), (roads, "julius_caesar")])
@pytest.mark.parametrize("words", ["", "nonsense", "belisarius", "ottomans julius_caesar"])
def test_a_game_without_the_map_that_is_made_is_refused(
    run: Callable[[Sequence[str]], None], game: str, words: str
) -> None:
    with pytest.raises(SystemExit, match=f"^expected GAME, one of: {game}$"):
        run(words.split())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "expected FOLDER"),
        ("--help", "expected FOLDER"),
        (":360.en.light", "expected FOLDER"),
        ("looks fronts", "nothing is called fronts; there are: front"),
        ("looks front :360", "nothing is called :360; there are: .* :360.en.light"),
    ],
)
def test_a_state_or_a_look_that_does_not_exist_is_refused(words: str, said: str) -> None:
    with pytest.raises(SystemExit, match=f"^{said}"):
        states(words.split())

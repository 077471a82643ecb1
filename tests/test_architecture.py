"""Rules of the code that no contract of import-linter can say (docs/architecture.md §2)."""

from __future__ import annotations

import ast
import re
import sys
import tokenize
from collections.abc import Collection, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

import msgspec
import pytest

pytestmark = pytest.mark.xdist_group("sources")  # its fixtures are made once

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("adjudicator", "frontends", "renderer", "service", "tournaments")
PRODUCT = (*(f"{package}/**/*.py" for package in PACKAGES), "bot.py")
TOOLS = ("tools/*.py",)
GAMES = tuple(sorted(p.name for p in (ROOT / "data").iterdir() if (p / "rules_index.toml").exists()))
REGISTRY = ("adjudicator", "adjudicator.__main__", "adjudicator.opponents")
OWNERS = {
    "sqlite_utils": ("service.storage.database.store",),
    "discord": ("frontends.discord",),
    "aiohttp": ("frontends.browser", "frontends.discord.failures", "service.runtime.health"),
    "PIL": ("renderer", "tools"),
    "imap_tools": ("frontends.mail",),
    "dkim": ("frontends.mail.servers.signatures",),
    "dns": ("frontends.mail.servers.signatures",),
    "networkx": ("tournaments.pairing.swiss",),
    "openskill": ("tournaments.ratings",),
    "segno": ("frontends.browser.pages.network",),
    "aiosmtplib": ("frontends.mail.sending",),
    "chardet": ("frontends.mail.received.scripts",),
    "isal": ("renderer.draw.png",),
    "confusable_homoglyphs": ("service.values.lookalikes",),
    "platformdirs": ("service.values.home",),
    "prometheus_client": ("service.runtime.metrics",),
    "prompt_toolkit": ("frontends.terminal",),
    "babel": ("tools",),
}
RULES_OF_A_GAME = re.compile(r"adjudicator\.\w+\.(?:world|rules)(?:\.|$)")

MOST_MODULES = 15
"""Of modules in a folder beside its `__init__`; rules chapters alone (`r06_levies`) may be more."""
CHAPTER = re.compile(r"r\d\d_\w+")

Import = tuple[str, str]


def sources(*patterns: str) -> list[Path]:
    return sorted(path for pattern in patterns for path in ROOT.glob(pattern))


def name_of(path: Path, root: Path = ROOT) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def imports_of(path: Path, root: Path = ROOT) -> list[str]:
    """Every module that the file imports, absolute, with the names taken out of it appended."""
    package = name_of(path, root).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    found: list[str] = []
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            stem = ".".join([*base, *([node.module] if node.module else [])])
            found += [f"{stem}.{alias.name}" for alias in node.names]
    return found


def is_in(module: str, packages: tuple[str, ...]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def all_imports(*patterns: str) -> list[Import]:
    return [(name_of(path), imported) for path in sources(*patterns) for imported in imports_of(path)]


def test_imports_are_read_as_python_reads_them(tmp_path: Path) -> None:
    module = tmp_path / "adjudicator" / "toy" / "r06_moves.py"
    module.parent.mkdir(parents=True)
    module.write_text("import PIL.Image as I\nfrom . import world\nfrom ..core.choices import OneOf\n")
    assert imports_of(module, tmp_path) == [
        "PIL.Image",
        "adjudicator.toy.world",
        "adjudicator.core.choices.OneOf",
    ]


def module_of(imported: str, modules: Collection[str]) -> str:
    """Return the innermost module that holds an imported name; "" if it is not one of the project."""
    while imported and imported not in modules:
        imported = imported.rpartition(".")[0]
    return imported


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports for types alone, under `if TYPE_CHECKING:`, count as all others."""
    modules = {name_of(path) for path in sources(*PRODUCT)}
    needs: dict[str, set[str]] = {module: set() for module in modules}
    for importer, imported in all_imports(*PRODUCT):
        needed = module_of(imported, modules)
        if needed not in ("", importer):
            needs[importer].add(needed)
    TopologicalSorter(needs).prepare()  # CycleError names the modules of a circle


def test_the_parts_of_a_folder_form_floors() -> None:
    """No module or folder imports, directly or through others, a neighbour in its folder that imports it."""
    modules = {name_of(path) for path in sources(*PRODUCT)}
    edges = {(importer, module_of(imported, modules)) for importer, imported in all_imports(*PRODUCT)}
    folders = {module.rpartition(".")[0] for module in modules} - {""}
    circles = {}
    for folder in sorted(folders):
        inside = f"{folder}."
        needs: dict[str, set[str]] = {}
        for importer, needed in edges:
            if importer.startswith(inside) and needed.startswith(inside):
                above, below = (name.removeprefix(inside).split(".")[0] for name in (importer, needed))
                if above != below:
                    needs.setdefault(above, set()).add(below)
        try:
            TopologicalSorter(needs).prepare()
        except CycleError as error:
            circles[folder] = error.args[1]
    assert circles == {}


def test_rules_do_not_import_what_shows_them() -> None:
    assert [
        (importer, imported)
        for importer, imported in all_imports("adjudicator/*/rules/**/*.py")
        if ".show." in f"{imported}."
    ] == []


def test_a_folder_holds_at_most_fifteen_modules() -> None:
    folders = {path.parent for path in sources(*PRODUCT, *TOOLS, "tools/*/*.py")} - {ROOT}
    crowded = {}
    for folder in sorted(folders):
        modules = [path.stem for path in folder.glob("*.py") if path.stem != "__init__"]
        if len(modules) > MOST_MODULES and not all(map(CHAPTER.fullmatch, modules)):
            crowded[folder.relative_to(ROOT).as_posix()] = len(modules)
    assert crowded == {}


def test_no_package_hides_a_module_behind_a_function_of_its_name() -> None:
    """Otherwise `import a.b.name` gives the function, and `from a.b import name` means two things."""
    hidden = []
    for path in sources(*PRODUCT):
        if path.name != "__init__.py":
            continue
        modules = {one.stem if one.suffix else one.name for one in path.parent.iterdir()}
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom) and not (node.level == 1 and node.module is None):
                hidden += [
                    f"{path.relative_to(ROOT)}: {alias.asname or alias.name}"
                    for alias in node.names
                    if (alias.asname or alias.name) in modules
                ]
    assert not hidden


def test_no_front_end_opens_a_transaction_or_reads_the_store() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sources("frontends/**/*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and (node.attr == "transaction" or (node.attr == "context" and _is_of_the_service(node.value)))
    ]
    assert not found, "hand an act to the service's `do` or `keep`"


def _is_of_the_service(node: ast.expr) -> bool:
    """A name or attribute that is called as the service, a book of a tournament, or all of them, is."""
    name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
    return name in ("service", "book", "tournaments")


@pytest.mark.parametrize("library", OWNERS)
def test_a_library_has_one_owner(library: str) -> None:
    strays = [
        importer
        for importer, imported in all_imports(*PRODUCT, *TOOLS)
        if is_in(imported, (library,)) and not is_in(importer, OWNERS[library])
    ]
    assert not strays, f"only {OWNERS[library]} may import {library}"


def test_only_the_registry_and_a_game_itself_know_the_game() -> None:
    strays = [
        (importer, imported)
        for importer, imported in all_imports("adjudicator/**/*.py")
        for game in GAMES
        if is_in(imported, (f"adjudicator.{game}",))
        and importer not in REGISTRY
        and not is_in(importer, (f"adjudicator.{game}",))
    ]
    assert not strays, "what is common imports no game, and no game another"


def test_renderer_sees_scenes_not_worlds() -> None:
    strays = [pair for pair in all_imports("renderer/**/*.py") if RULES_OF_A_GAME.match(pair[1])]
    assert not strays, "the renderer imports no `world` and no chapter of rules"


def test_nothing_imports_the_wiring() -> None:
    wiring = re.compile(r"^\s*(?:import|from) bot\b", re.MULTILINE)
    everything = sources(*PRODUCT, *TOOLS, "tests/**/*.py")
    importers = {path.name for path in everything if wiring.search(path.read_text(encoding="utf-8"))}
    assert importers <= {"test_bot.py"}, "bot.py wires; nothing imports it but its own test"


def test_the_verifier_needs_nothing_but_python() -> None:
    imported = imports_of(ROOT / "adjudicator" / "core" / "audit" / "verify.py")
    assert imported
    assert [name for name in imported if name.split(".")[0] not in sys.stdlib_module_names] == []


def test_every_marked_template_is_a_literal() -> None:
    """Babel cannot extract `N_(f"...")` or `N_(name)`, and would say nothing."""
    strays = []
    for path in sources(*PRODUCT):
        for node in nodes_of(path):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "N_":
                match node.args:
                    case [ast.Constant(value=str())]:
                        continue
                strays.append(f"{name_of(path)}:{node.lineno}")
    assert not strays, "N_() takes one literal template"


def test_words_are_made_in_one_way() -> None:
    """`words(template, name=value)` makes them; the class itself is called where that is defined."""
    strays = [
        name_of(path)
        for path in sources(*PRODUCT, *TOOLS, "tools/*/*.py")
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Words"
    ]
    assert strays == ["adjudicator.core.language.words"]


def test_rows_are_written_by_the_names_of_their_columns() -> None:
    """A migration may add a column anywhere; those that are released never change."""
    positional = re.compile(r"\bINTO \w+\s+(?:VALUES|SELECT)\b")
    strays = [
        name_of(path)
        for path in sources("service/**/*.py")
        if path.parent.name != "migrations" and positional.search(path.read_text(encoding="utf-8"))
    ]
    assert not strays, "name the columns in INSERT"


def read_toml(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = msgspec.toml.decode(path.read_bytes())
    return content


def sources_named(value: Any) -> Iterator[dict[str, Any]]:
    """Every `source`, and every field's under `source_of`, in a file or any record of it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "source":
                yield inner
            elif key == "source_of":
                yield from inner.values()
            else:
                yield from sources_named(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from sources_named(inner)


@pytest.mark.parametrize("game", GAMES)
def test_rules_given_as_source_are_paragraphs_of_the_game(game: str) -> None:
    """The loader refuses a record without a source; that the paragraph exists, it cannot know."""
    folder = ROOT / "data" / game
    listed = {paragraph["number"] for paragraph in read_toml(folder / "rules_index.toml")["paragraph"]}
    files = [path for path in sorted(folder.glob("*.toml")) if path.name != "rules_index.toml"]
    named = [source for path in files for source in sources_named(read_toml(path))]
    assert len(named) >= len(files) > 0
    paragraphs = {source["paragraph"] for source in named if source["kind"] == "rules-text"}
    assert paragraphs - listed == set()


# -- words of docstrings and comments --------------------------------------------------------------

CITED = r"(?:(?:§\S+|[A-Z]\d+|to|and|\(\d+\)|\d+)\s+)*"
QUESTION = re.compile(
    CITED + r"(?:What|Whether|Whom?|Whose|Where|Why|How|When|Return (?:what|whom?|whose|which))\b"
)
PRONOUN = re.compile(r"\b(?:he|his|him|himself)\b", re.IGNORECASE)


def plain_sources() -> list[Path]:
    return sources(*PRODUCT, *TOOLS, "tools/*/*.py")


def strings_of(path: Path) -> Iterator[tuple[int, str]]:
    """Every docstring, and every string that explains a constant, with its line."""
    for node in nodes_of(path):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text


def notes_of(path: Path) -> Iterator[tuple[int, str]]:
    """The same with every comment."""
    yield from strings_of(path)
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string


def test_a_docstring_is_an_imperative_or_a_noun_phrase() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {text.splitlines()[0]}"
        for path in plain_sources()
        for line, text in strings_of(path)
        if QUESTION.match(text)
    ]
    assert not wrong, "\n".join(wrong)


LONG_FUNCTION = 15
"""Lines from which a private function has a sentence that says what its name doesn't."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def test_a_long_private_function_says_what_its_name_does_not() -> None:
    """Nested ones too, if they are named as private; a local function without the underscore is not asked."""
    silent = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.name}"
        for path in sources(*PRODUCT)
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and is_private(node.name)
        and (node.end_lineno or 0) - node.lineno + 1 >= LONG_FUNCTION
        and ast.get_docstring(node) is None
    ]
    assert not silent, "\n".join(silent)


def test_code_says_they_of_a_player() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {text.splitlines()[0]}"
        for path in plain_sources()
        if PRONOUN.search(path.read_text(encoding="utf-8"))  # else there is no need to read it in tokens
        for line, text in notes_of(path)
        if PRONOUN.search(text)
    ]
    assert not wrong, "\n".join(wrong)


def test_no_code_asks_which_language_is_read() -> None:
    """A language is files (docs/add-a-language.md), so none but the first is named in code."""
    found = [
        f"{path.relative_to(ROOT)}:{n}"
        for path in sources(*PRODUCT)
        for n, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r"""["']ja["']|\b\w+_ja\b""", line)
    ]
    assert found == []


def test_no_literal_holds_a_word_in_kana_or_kanji() -> None:
    """Words of a language are in its files (docs/add-a-language.md)."""
    ranges = {
        "renderer/draw/text.py": {"ァ"},
        "frontends/mail/received/scripts.py": {"[ぁ-ゖァ-ヺ]", "[一-鿿々〆\uf900-\ufaff]"},
        "adjudicator/core/language/words.py": {"[A-Za-zÀ-ÿァ-ヺー]"},
    }
    letters = re.compile("[\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff]")
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.value[:60]}"
        for path in sources(*PRODUCT)
        for node in nodes_of(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and letters.search(node.value)
        if node.value not in ranges.get(str(path.relative_to(ROOT)), ())
    ]
    assert found == []


def test_a_test_waits_for_a_process_for_a_limited_time() -> None:
    """`next_line` of tests/harness/processes.py is the limited `readline`."""
    endless = []
    starting = [path for path in sources("tests/**/*.py") if "subprocess" in path.read_text(encoding="utf-8")]
    for path in starting:
        awaited = {node.value for node in nodes_of(path) if isinstance(node, ast.Await)}
        for node in nodes_of(path):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="subprocess"), attr="run")):
                    pass
                case ast.Call(func=ast.Attribute(attr="communicate")) if node not in awaited:
                    pass
                case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="stdout"), attr="readline")):
                    if path.name != "processes.py":
                        endless.append(f"{path.relative_to(ROOT)}:{node.lineno}")
                    continue
                case _:
                    continue
            if "timeout" not in [keyword.arg for keyword in node.keywords]:
                endless.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert endless == []

"""Print figures of the product's structure, counted in its source.

    python -m tools.measures.structure [FOLDER]

The folder is a checkout, also an older one; without it, this one. A page of figures is comparable with
another that was counted by the same release of this tool.
"""

from __future__ import annotations

import ast
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from statistics import mean, median
from typing import TypeAlias, TypeGuard

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("adjudicator", "service", "frontends", "renderer", "tournaments")
LONG, VERY_LONG, TELLING = 30, 45, 15
"""Lines of a long and of a very long function, and of a private one that needs a docstring."""
BRANCHES = (ast.If, ast.IfExp, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.comprehension)
HANDED = ("service", "context", "table")
"""The parameters that front ends once handed on by hand."""
Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


class Source:
    """A module of the product: its dotted name, text and syntax tree."""

    def __init__(self, path: Path, root: Path) -> None:
        self.path = path
        parts = path.relative_to(root).with_suffix("").parts
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        self.text = path.read_text(encoding="utf-8")
        self.nodes = list(ast.walk(ast.parse(self.text)))

    def functions(self) -> Iterator[Function]:
        """Yield its functions and methods, inner ones too."""
        return (node for node in self.nodes if isinstance(node, Function))

    def imported(self) -> Iterator[str]:
        """Yield the dotted names that it imports."""
        package = self.name.split(".")[: None if self.path.name == "__init__.py" else -1]
        for node in self.nodes:
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                base = package[: len(package) - node.level + 1] if node.level else []
                stem = ".".join([*base, *([node.module] if node.module else [])])
                yield from (f"{stem}.{alias.name}" for alias in node.names)


def lines_by_kind(sources: list[Source]) -> Mapping[str, int]:
    """Return the lines of the product: blank, of docstrings, of imports, comments alone, brackets alone."""
    found = Counter[str]()
    for source in sources:
        lines = source.text.splitlines()
        kinds = dict[int, str]()
        for node in source.nodes:
            if isinstance(node, ast.Import | ast.ImportFrom):
                kinds |= dict.fromkeys(range(node.lineno, (node.end_lineno or 0) + 1), "imports")
            elif _is_text(node):
                kinds |= dict.fromkeys(range(node.lineno, (node.end_lineno or 0) + 1), "docstrings")
        for n, line in enumerate(lines, 1):
            if n not in kinds:
                said = line.strip()
                alone = {"": "blank"}.get(said) or ("comments" if said.startswith("#") else "")
                kinds[n] = alone or ("brackets alone" if not said.strip("()[]{},:") else "statements")
        found.update(kinds[n] for n in range(1, len(lines) + 1))
    return {"lines": sum(found.values()), **dict(sorted(found.items()))}


def length(function: Function) -> int:
    """Return the lines of a function, without its decorators."""
    return (function.end_lineno or 0) - function.lineno + 1


def complexity(function: Function) -> int:
    """Return McCabe's number of a function: its branches and one."""
    n = 1
    for node in ast.walk(function):
        n += isinstance(node, BRANCHES) + (len(node.values) - 1 if isinstance(node, ast.BoolOp) else 0)
        n += len(node.cases) if isinstance(node, ast.Match) else 0
    return n


def parameters(function: Function) -> set[str]:
    """Return the names of a function's parameters."""
    given = function.args
    return {one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)}


def of_functions(sources: list[Source]) -> Mapping[str, object]:
    """Return figures of functions."""
    every = [(source, one) for source in sources for one in source.functions()]
    lengths = [length(one) for _, one in every]
    handed = [parameters(one) & {*HANDED} for source, one in every if source.name.startswith("frontends.")]
    spoken = [source.name for source, one in every if "language" in parameters(one)]
    return {
        "functions": len(every),
        "their lines, mean": round(mean(lengths), 1),
        "their lines, median": median(lengths),
        f"functions of more than {LONG} lines": sum(n > LONG for n in lengths),
        f"functions of more than {VERY_LONG} lines": sum(n > VERY_LONG for n in lengths),
        "complexity, mean": round(mean(complexity(one) for _, one in every), 1),
        "functions of complexity 20 or more": sum(complexity(one) >= 20 for _, one in every),
        f"private functions of {TELLING} lines or more without a docstring": sum(
            one.name.startswith("_") and length(one) >= TELLING and not ast.get_docstring(one)
            for _, one in every
        ),
        "functions of front ends that take service, context and table": handed.count({*HANDED}),
        "functions that take a language": len(spoken),
        "of them in show/ of a game or in display": sum(
            ".show." in f"{name}." or ".display." in f"{name}." for name in spoken
        ),
    }


def of_facade(sources: list[Source]) -> Mapping[str, object]:
    """Return figures of what front ends reach of the service."""
    front = [source for source in sources if source.name.startswith("frontends.")]
    imported = [name for source in front for name in source.imported()]
    methods = [
        one
        for source in sources
        for node in source.nodes
        if source.name == "service.api" and isinstance(node, ast.ClassDef) and node.name == "Service"
        for one in node.body
        if isinstance(one, Function) and not one.name.startswith("_")
    ]
    bodies = [[line for line in one.body if not _is_text(line)] for one in methods]
    accesses = [_dotted(node) for source in front for node in source.nodes if isinstance(node, ast.Attribute)]
    return {
        "public methods of the service": len(methods),
        "of them of one statement": sum(len(body) == 1 for body in bodies),
        "places where front ends reach its context": sum(".context.store" in name for name in accesses)
        + sum(name.endswith("service.context") for name in accesses),
        "places where front ends open a transaction": sum(
            name.endswith("store.transaction") for name in accesses
        ),
        "names of its storage that front ends import": len(
            {name for name in imported if name.startswith("service.storage.")}
        ),
        "names of its use cases that front ends import": len(
            {name for name in imported if name.startswith("service.usecases.")}
        ),
    }


def of_words(sources: list[Source]) -> Mapping[str, object]:
    """Return figures of what people read, and of notes to checkers."""
    where = dict[str, set[str]]()
    for source in (one for one in sources if one.name.startswith("frontends.")):
        for node in source.nodes:
            if isinstance(node, ast.Call) and _dotted(node.func) == "N_":
                where.setdefault(ast.unparse(node.args[0]), set()).add(source.name.split(".")[1])
    made = Counter(
        _dotted(node.func) for source in sources for node in source.nodes if isinstance(node, ast.Call)
    )
    return {
        "templates of front ends": len(where),
        "of them in two or more front ends": sum(len(names) > 1 for names in where.values()),
        "words(…)": made["words"],
        "Words(…)": made["Words"],
        "notes to ruff and mypy": sum(
            token.type == tokenize.COMMENT and ("noqa" in token.string or "type: ignore" in token.string)
            for source in sources
            for token in _tokens(source.path)
        ),
    }


def of_folders(sources: list[Source]) -> Mapping[str, object]:
    """Return how many modules folders hold, and where neighbours import each other in a circle."""
    chapters = (source for source in sources if not source.path.name.startswith("r"))
    sizes = Counter(source.path.parent for source in chapters if source.path.name != "__init__.py")
    names = {source.name for source in sources}
    edges = {(source.name, _module(one, names)) for source in sources for one in source.imported()}
    knots = 0
    for folder in sorted({name.rpartition(".")[0] for name in names} - {""}):
        needs = dict[str, set[str]]()
        for importer, needed in edges:
            if importer.startswith(f"{folder}.") and needed.startswith(f"{folder}."):
                above, below = (name[len(folder) + 1 :].split(".")[0] for name in (importer, needed))
                needs.setdefault(above, set()).add(below)
        knots += sum(one in _reached(needs, one) for one in needs)
    return {
        "modules": len(sources),
        "import edges": sum(1 for _, needed in edges if needed),
        "folders of fifteen modules": sum(n == 15 for n in sizes.values()),
        "parts of folders in a circle of neighbours": knots,
        "lines of migrations of the store": sum(
            len(source.text.splitlines()) for source in sources if ".storage.migrations" in source.name
        ),
    }


def _reached(needs: Mapping[str, set[str]], start: str) -> set[str]:
    """Return the parts that one needs, directly or through others; itself only through another."""
    found, left = set[str](), [one for one in needs.get(start, ()) if one != start]
    while left:
        if (one := left.pop()) not in found:
            found.add(one)
            left += needs.get(one, ())
    return found


def _module(imported: str, names: set[str]) -> str:
    while imported and imported not in names:
        imported = imported.rpartition(".")[0]
    return imported


@cache
def _tokens(path: Path) -> list[tokenize.TokenInfo]:
    with path.open("rb") as file:
        return list(tokenize.tokenize(file.readline))


def _dotted(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def _is_text(node: ast.AST) -> TypeGuard[ast.Expr]:
    """Return true for a docstring."""
    match node:
        case ast.Expr(value=ast.Constant(value=str())):
            return True
    return False


def figures(root: Path) -> dict[str, object]:
    """Return all figures of a checkout."""
    paths = sorted(path for package in PACKAGES for path in (root / package).rglob("*.py"))
    sources = [Source(path, root) for path in (*paths, root / "bot.py")]
    parts = (lines_by_kind, of_folders, of_functions, of_facade, of_words)
    return {name: figure for part in parts for name, figure in part(sources).items()}


def main() -> None:
    """Print the figures, one a line."""
    for name, figure in figures(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT).items():
        print(f"{figure:>8} {name}")


if __name__ == "__main__":
    main()

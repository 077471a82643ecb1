"""Write and check the list of acts and queries in `docs/service.md`.

    python -m tools.acts          write the list
    python -m tools.acts check    fail where it is out of date

An act is a function of `service/usecases/` that a front end hands to `Service.do`, a query one that it hands
to `Service.look` or `look_as`; each is listed with the first sentence of its docstring and its front ends.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parent.parent
PAGE = Path("docs/service.md")
BEGIN, END = "<!-- acts: written by python -m tools.acts -->\n", "<!-- acts end -->\n"
USECASES, FRONTENDS, BY_NAME = Path("service/usecases"), Path("frontends"), Path("service/acts.py")
PLACE = {"do": 2, "look": 1, "look_as": 2}
"""The place of the function among the arguments of each method."""
OF_A_TABLE = "at"
"""The name of a `TableContext` in pages of the browser; its methods take the function first."""


class Use(msgspec.Struct, frozen=True, order=True):
    """A function of a module that a front end hands to a method."""

    module: str
    function: str
    is_act: bool
    front_end: str


def uses(root: Path) -> Iterator[Use]:
    """Yield every use of a function of `service.usecases` by the front ends, and by the acts with a name."""
    for path in (root / BY_NAME, *sorted((root / FRONTENDS).rglob("*.py"))):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        modules = dict(_imported(tree))
        for call in ast.walk(tree):
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)):
                continue
            place = PLACE.get(call.func.attr, len(call.args))
            if isinstance(call.func.value, ast.Name) and call.func.value.id == OF_A_TABLE:
                place = 0
            what = call.args[place] if place < len(call.args) else None
            if isinstance(what, ast.Attribute) and isinstance(what.value, ast.Name):
                module = modules.get(what.value.id, "")
                if module:
                    front_end = (
                        "acts" if path == root / BY_NAME else path.relative_to(root / FRONTENDS).parts[0]
                    )
                    yield Use(module, what.attr, call.func.attr == "do", front_end)


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the name in this module, and the path below `usecases`, of each module that is imported."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("service.usecases."):
            for alias in node.names:
                folder = str(node.module).removeprefix("service.usecases.").replace(".", "/")
                yield alias.asname or alias.name, f"{folder}/{alias.name}"


def effect(root: Path, module: str, function: str) -> str:
    """Return the first sentence of a function's docstring, in one line."""
    tree = ast.parse((root / USECASES / f"{module}.py").read_text(encoding="utf-8"))
    found = next(one for one in tree.body if isinstance(one, ast.FunctionDef) and one.name == function)
    first = (ast.get_docstring(found) or "").split("\n\n")[0]
    return " ".join(first.split()).replace("|", r"\|")


def listed(root: Path) -> str:
    """Return the list as Markdown."""
    found = sorted({*uses(root)})
    lines = list[str]()
    for is_act, title in ((True, "act"), (False, "query")):
        lines += [f"| {title} | effect | front ends |", "|---|---|---|"]
        by_function = dict[tuple[str, str], list[str]]()
        for use in found:
            if use.is_act == is_act:
                by_function.setdefault((use.module, use.function), []).append(use.front_end)
        for (module, function), front_ends in by_function.items():
            said = effect(root, module, function)
            lines.append(f"| `{module}.{function}` | {said} | {', '.join(front_ends)} |")
        lines.append("")
    return "\n".join(lines)


def page(root: Path) -> str:
    """Return the page with the list as it should be."""
    before, _, rest = (root / PAGE).read_text(encoding="utf-8").partition(BEGIN)
    return f"{before}{BEGIN}\n{listed(root)}\n{END}{rest.partition(END)[2]}"


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Write the list, or compare it; return the exit code."""
    now = page(root)
    if arguments == ["check"]:
        if now == (root / PAGE).read_text(encoding="utf-8"):
            return 0
        print(f"{PAGE} is out of date: run python -m tools.acts")
        return 1
    if arguments:
        print(__doc__)
        return 2
    (root / PAGE).write_text(now, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

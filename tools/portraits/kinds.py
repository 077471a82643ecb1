"""Kinds of posts and forms that there are, read from the source: what the scenes have to show."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path

SERVICE = Path("service")


def notices() -> set[str]:
    """Return the kinds of notices that the service may post, as its source has them."""
    found = set[str]()
    for source in SERVICE.rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text())):
            if not isinstance(node, ast.Call) or len(node.args) < 2:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            what = node.args[1]
            if name in ("tell", "tell_first", "notice") and isinstance(what, ast.Constant):
                found.add(f"notice/{what.value!s}")
    return found


def forms() -> set[str]:
    """Return the forms of the Discord front end, as its source has them."""
    found = set()
    for source in Path("frontends/discord").rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "ActionModal":
                found |= {f"form/{one.value!s}" for one in node.args[1:2] if isinstance(one, ast.Constant)}
    return found


def missing(kinds: Iterable[str]) -> list[str]:
    """Return the kinds that no scene has shown."""
    seen = {*kinds, *("/".join(kind.split("/")[:2]) for kind in kinds)}
    posts = {"told", "asked/seat", "receipt/seat", "picture/stage", "picture/battle", "picture/turn"}
    return sorted((notices() | forms() | posts) - seen)

"""The texts of the chapters: every event has its sentence, every sentence its event, every word its names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from adjudicator.belisarius import names, narration, texts
from adjudicator.belisarius.board import AREAS, CHARTS, KINDS, LEADERS, MARKERS, OPTIONS, PROVINCES
from adjudicator.belisarius.names import LEXICON
from adjudicator.core import LANGUAGES

CODE = Path(narration.__file__).parent
SIGNS = ("-", ":")
"""What parts the fields of an order without being a word."""


def trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(CODE.glob("*.py")):
        yield path.name, ast.parse(path.read_text(encoding="utf-8"))


def constants(node: ast.AST) -> Iterator[str]:
    """The texts that an expression may have as its value: those in its branches, not in its conditions."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from (*constants(one), *constants(other))
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from constants(part)


def told() -> dict[str, tuple[set[str], set[str]]]:
    """Event kind -> its values and its values of `how`, as the source tells it in all places."""
    found: dict[str, tuple[set[str], set[str]]] = {}
    for _, tree in trees():
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id="tell"), args=[kind, *_], keywords=given):
                    for one in constants(kind):
                        values, hows = found.setdefault(one, (set(), set()))
                        values |= {k.arg or "**" for k in given}
                        hows |= {how for k in given if k.arg == "how" for how in constants(k.value)}
    return found

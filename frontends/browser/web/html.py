"""HTML that is escaped unless it was made by this module; pages are values, built from elements.

    tag("p", "A & B", class_="note")   ->   <p class="note">A &amp; B</p>

A plain text can never become markup: only `tag` and `raw` make `Html`.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TypeAlias

VOID = frozenset({"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})
"""Elements without content and end tag."""


class Html(str):
    """Escaped HTML."""

    __slots__ = ()


Child: TypeAlias = "str | int | Html | Iterable[Child] | None"
"""Content of an element: None is nothing, lists are their items one after another."""

Value: TypeAlias = "str | int | bool | None"
"""Value of an attribute: True writes the name alone; False and None leave the attribute out."""


def raw(text: str) -> Html:
    """Return markup of this program's own; never use it for anything from outside."""
    return Html(text)


def join(*children: Child) -> Html:
    """Join pieces of HTML."""
    return Html("".join(_pieces(children)))


def tag(name: str, /, *children: Child, **attributes: Value) -> Html:
    """Return an element; in the names of attributes, such as `class_`, a last underscore is removed, others
    become hyphens.
    """
    head = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in VOID:
        return Html(f"<{name}{head}>")
    return Html(f"<{name}{head}>{''.join(_pieces(children))}</{name}>")


def _pieces(children: Iterable[Child]) -> Iterable[str]:
    for child in children:
        if child is None:
            continue
        if isinstance(child, Html):
            yield str(child)
        elif isinstance(child, str | int):
            yield escape(str(child))
        else:
            yield from _pieces(child)


def _attribute(name: str, value: Value) -> str:
    if value is None or value is False:
        return ""
    name = name.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'

"""HTML that is escaped unless it was made here: pages are values, put together from elements.

    tag("p", "A & B", class_="note")   ->   <p class="note">A &amp; B</p>

A plain text can never become markup, whoever wrote it: only `tag` and `raw` make `Html`.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TypeAlias

VOID = frozenset({"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})
"""Elements that have no content and no end."""


class Html(str):
    """A piece of a page, already escaped."""

    __slots__ = ()


Child: TypeAlias = "str | int | Html | Iterable[Child] | None"
"""What may stand in an element: None is nothing, lists are their items one after another."""

Value: TypeAlias = "str | int | bool | None"
"""An attribute: True stands without a value; False and None do not stand at all."""


def raw(text: str) -> Html:
    """Markup that this program wrote itself; never anything that came from outside."""
    return Html(text)


def join(*children: Child) -> Html:
    """Pieces one after another."""
    return Html("".join(_pieces(children)))


def tag(name: str, /, *children: Child, **attributes: Value) -> Html:
    """An element. `class_` and `for_` lose the line at their end, in other names it becomes a hyphen."""
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

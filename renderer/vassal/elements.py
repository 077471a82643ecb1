"""The XML of a module as a tree: no document types, hence no entities; bounded in depth and number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from xml.parsers import expat

from msgspec import Struct

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_
from renderer.scans.picture import Unusable

MOST_ELEMENTS, DEEPEST = 400_000, 200


class Element(Struct):
    """An element: the Java class that it is named by, its attributes, its children, and its text."""

    name: str
    given: Mapping[str, str] = {}
    children: list[Element] = []
    text: str = ""

    @property
    def kind(self) -> str:
        """The class's name without its packages."""
        return self.name.rpartition(".")[2]

    def within(self, *kinds: str) -> Iterator[Element]:
        """Yield the elements of some kinds at any depth, in their order."""
        left = self.children[::-1]
        while left:
            one = left.pop()
            if one.kind in kinds:
                yield one
            left += one.children[::-1]

    def below(self, *kinds: str) -> list[Element]:
        """Return the children of some kinds."""
        return [one for one in self.children if one.kind in kinds]


def tree(data: bytes) -> Element:
    """Return the root of an XML document.

    Raises:
        Unusable: no XML, one with a document type, or one beyond the bounds.
    """
    top, count = Element(""), 0
    open_, texts = [top], [list[str]()]

    def begin(name: str, given: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if count > MOST_ELEMENTS or len(open_) > DEEPEST:
            raise Unusable(
                N_("has over {most} elements, or over {deepest} within one another"),
                most=MOST_ELEMENTS,
                deepest=DEEPEST,
            )
        made = Element(name, given, [])
        open_[-1].children.append(made)
        open_.append(made)
        texts.append([])

    def end(name: str) -> None:
        open_.pop().text = "".join(texts.pop())

    def say(text: str) -> None:
        texts[-1].append(text)

    def refuse(*given: object) -> None:
        raise Unusable(N_("has a document type; VASSAL writes none"))

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.CharacterDataHandler = say
    parser.StartDoctypeDeclHandler = refuse
    parser.buffer_text = True
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as problem:
        raise Unusable(N_("is not XML: {why}"), why=Verbatim(str(problem), 160)) from problem
    return top.children[0]

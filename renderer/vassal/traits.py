"""Definitions of pieces in a module: texts of VASSAL's `SequenceEncoder`, and the pictures that they name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

DEEPEST, LONGEST = 100, 1 << 18
"""The most traits of a piece, and the most characters of its definition."""
LAYERS = 16
"""The field of a trait `emb2`, after its name, that lists its pictures."""


def split(text: str, sign: str) -> list[str]:
    """Return the fields of a sequence: a backslash before the sign belongs to a sequence within, and a field
    may be quoted.
    """
    found, field = list[str](), list[str]()
    for letter in text[:LONGEST]:
        if letter != sign:
            field.append(letter)
        elif field and field[-1] == "\\":
            field[-1] = sign
        else:
            found.append(_unquoted("".join(field)))
            field = []
    return [*found, _unquoted("".join(field))]


def _unquoted(field: str) -> str:
    return field[1:-1] if len(field) > 1 and field[0] == field[-1] == "'" else field


def traits(definition: str) -> list[str]:
    """Return the traits of a piece, the outermost first, from the text of its slot: `+/ID/TYPE/STATE`."""
    fields = split(definition.strip(), "/")
    if len(fields) < 3 or fields[0] != "+":
        return []
    found, rest = list[str](), fields[2]
    while rest and len(found) < DEEPEST:
        one, *within = split(rest, "\t")
        found.append(one)
        rest = within[0] if within else ""
    return found


def pictures(
    definition: str, prototypes: Mapping[str, str], seen: frozenset[str] = frozenset()
) -> Iterator[str]:
    """Yield the names of a piece's pictures: that of the piece itself, then those of its layers and of its
    prototypes.
    """
    found = traits(definition)
    for trait in found:
        fields = split(trait, ";")
        if fields[0] == "piece" and len(fields) > 3 and fields[3]:
            yield fields[3]
    for trait in found:
        fields = split(trait, ";")
        match fields[0]:
            case "emb2":
                yield from (name for name in split(_at(fields, LAYERS), ",") if name)
            case "emb":
                yield from (name for field in fields[1:] for name in split(field, ",")[:1] if "." in name)
            case "prototype" if (name := _at(fields, 1)) in prototypes and name not in seen:
                yield from pictures(prototypes[name], prototypes, seen | {name})


def name_of(definition: str) -> str:
    """Return the name of a piece itself, "" without one."""
    for trait in traits(definition):
        fields = split(trait, ";")
        if fields[0] == "piece":
            return _at(fields, 4)
    return ""


def _at(fields: list[str], number: int) -> str:
    return fields[number] if number < len(fields) else ""

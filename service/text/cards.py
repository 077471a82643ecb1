"""Cards: descriptions of things and paragraphs in words, with the rulings about them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from adjudicator.core.game.game import Game
from adjudicator.core.language.terms import Treatment
from adjudicator.core.language.words import N_, fill, fold

from .localizer import Localizer
from .rulebook import heading
from .rulings import Reading, readings

MOST = 3
"""Rulings that a card names at most; the page of the rules has all."""
SHORTEST = 5
"""Letters of another name of a thing by which a ruling about it is known, at least."""


class Card(Struct, frozen=True):
    """A card.

    Attributes:
        title: the name of the thing, or the number of the paragraph.
        lines: the description; for a paragraph, its heading.
        rules: for a thing, its paragraph with the heading; then rulings, each with its id.
        notes: the viewer's own notes about it, line by line.
    """

    title: str
    lines: Sequence[str]
    rules: Sequence[str] = ()
    notes: Sequence[str] = ()


def card_of(game: Game, view: Struct, id: str, t: Localizer, treatment: Treatment) -> Card | None:
    """Return the card of a thing, made from what a viewer may know; None if it has none.

    What may be played in windows has a line more: how they are treated in this campaign.
    """
    if game.pictures is None or id not in game.lexicon.ids():
        return None
    facts = game.pictures.facts(view, id)
    said = heading(game.name, facts.rule, t.language)
    if not facts.lines:
        return None
    name = t.name(id)
    names = [fold(name), *(other for other in game.lexicon.names(id) if len(other) >= SHORTEST)]
    about = [one for one in _about(game, facts.rule, t) if "/" in facts.rule or _names(one, names)]
    cited = [t.signs.beside(t.rule(facts.rule), said)] if fold(said) not in ("", fold(name)) else []
    setting = treatment.told_of(id)
    lines = [fill(line, t.language, t.label) for line in facts.lines]
    lines += [] if setting is None else [t.sentence(setting)]
    return Card(name, lines, [*cited, *_listed(about, t)])


def paragraph_card(game: Game, rule: str, t: Localizer) -> Card | None:
    """Return the card of a paragraph: its heading and the rulings about it; None if there is none."""
    said = heading(game.name, rule, t.language)
    return Card(t.rule(rule), [said], _listed(_about(game, rule, t), t)) if said else None


def _about(game: Game, rule: str, t: Localizer) -> list[Reading]:
    return [one for one in readings(game.name, t.language) if rule and one.is_about(rule)]


def _names(ruling: Reading, names: Sequence[str]) -> bool:
    said = fold(f"{ruling.title} {ruling.decision}")
    return any(name in said for name in names)


def _listed(rulings: Sequence[Reading], t: Localizer) -> list[str]:
    found = [f"{one.id}{t.signs.colon}{one.title}" for one in rulings[:MOST]]
    more = len(rulings) - MOST
    return [*found, t(N_("{n} more {n:ruling|rulings} on the rules page"), n=more)] if more > 0 else found

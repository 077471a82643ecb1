"""A view in words: what moment it is, and the position for whoever does not see a picture."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core import N_, Words, fill, words
from adjudicator.core.languages import LANGUAGES

from .names import LEXICON, NOTHING
from .view import View

PHASES: Mapping[str, str] = {
    "order": N_("order of choosing core nations"),
    "cores": N_("choosing core nations"),
    "camps": N_("placing units"),
    "deal": N_("opening chits"),
    "turn_start": N_("initiative"),
    "draw": N_("Stratagem Phase of the {acting}"),
    "stratagem": N_("Stratagem Phase of the {acting}"),
    "movement": N_("Movement Phase of the {acting}"),
    "combat": N_("Combat Phase of the {acting}"),
    "battle": N_("battle of {place}"),
    "march": N_("Forced March Phase of the {acting}"),
    "event": N_("Random Event Phase of the {acting}"),
    "food": N_("Food Phase"),
    "replacement": N_("Replacement Phase"),
    "turn_end": N_("end of the turn"),
    "over": N_("end of the game"),
}

MOMENT = N_("Turn {turn}: {now}.")
POSITION = N_(
    "{side}: {points} {points:point|points} (needs more than {needed}), {chits} unused {chits:chit|chits}."
)
KEYS = N_("Key cities of the {side}: {cities}.")


def moment(view: View) -> Words:
    """Return the moment of the game, and what is going on."""
    now = words(PHASES[view.phase], acting=view.acting, place=view.battle.place if view.battle else "")
    return words(MOMENT, turn=view.turn, now=now)


def alt_text(view: View, language: str) -> str:
    """The situation in words."""
    said = [moment(view)]
    for seat in view.seats:
        said.append(
            words(
                POSITION,
                side=seat,
                points=view.points[seat],
                needed=view.needed[seat],
                chits=view.hands[seat],
            )
        )
    for side, cities in view.key_cities.items():
        said.append(words(KEYS, side=side, cities=list(cities) or Words(NOTHING)))
    gap = LANGUAGES[language].gap
    return gap.join(fill(text, language, LEXICON.label) for text in said)

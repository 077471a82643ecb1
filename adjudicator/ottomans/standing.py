"""Standing orders: the windows and the questions that repeat, and what tests on them may ask.

`on lost when subject in Serbia Hungary do play Administration` · `on move when by = Turks do weather Serbia`
`on battle when role = defender do play Military Advance Orthodox` · `on 12.0 do feed`
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from adjudicator.core import N_, words
from adjudicator.core.game.game import Key
from adjudicator.core.language.terms import Fact, StandingTerms, WindowKind

from .board import HIRED, NATIONS, PLACES, UNITS
from .show.view import View
from .world import SEATS, region_of

STANDING: Final[Mapping[str, tuple[str, ...]]] = {
    "move": ("weather",),
    "battle": ("play",),
    "die": (),
    "lost": (),
    "6.22": (),
    "10.33": ("enter",),
    "12.0": ("feed",),
    "13.0": ("replace", "hire", "white_sheep", "kaisar_i_rum", "end"),
    "13.7": (),
    "15.8": (),
    "19.4": (),
    "20.1": ("with",),
    "27.0": ("lose", "retreat"),
    "29.0": ("sally",),
}
"""The windows and questions for which a seat may leave orders, each with its verbs."""

WINDOWS: Final[Mapping[str, WindowKind]] = {
    "battle": WindowKind(
        "ask",
        34,
        ("military_advance", "weather"),
        N_("on battle when role = defender do play Military Advance Orthodox"),
    ),
    "lost": WindowKind(
        "ask", 3, ("administration",), N_("on lost control when subject = Serbia do play Administration")
    ),
    "move": WindowKind(
        "standing",
        31,
        ("weather",),
        N_("on move when by = Turks, subject = Constantinople do play weather Rumelia"),
    ),
    "die": WindowKind(
        "standing", 62, ("jesuits_sufis",), N_("on die when value <= 2, by = me do play Jesuits/Sufis")
    ),
}
"""§27.2 The windows. Before a battle and before a nation is lost seats are asked as usual: there is much to
win, and it is rare; moves and dice are many.
"""

REACTIONS: Final = (
    *WINDOWS,
    *("6.22", "10.33", "12.0", "13.7", "14.0", "15.8", "20.0", "20.1", "27.0", "27.2", "29.0"),
)
"""The windows and questions that follow from what others do or the dice say: a player may be spared those
of a turn."""


def keys(view: View, seat: str, rule: str) -> Mapping[str, Key]:
    """Return the facts that tests may ask about, from the seat's view alone, besides the occasion's fields.

    `turn`, `phase`, `acting`; of the battle that is fought `place`, its `region`, `attacker`, `role` of the
    seat (attacker or defender, "" where it has no part) and the printed strengths `mine` and `theirs`;
    `hand`, the unused chits of the seat, how many these are (`held`), and what it has face up (`controls`).
    """
    b = view.battle
    line = () if b is None else (*b.attackers, *b.defenders)
    own = [u for u in line if view.control.get(UNITS[u].nation or u) == seat]
    role = "" if b is None or not own else "attacker" if b.attacker == seat else "defender"
    foes = () if b is None else b.defenders if role == "attacker" else b.attackers
    return {
        "turn": view.turn,
        "phase": view.phase,
        "acting": view.acting,
        "place": b.place if b else "",
        "region": region_of(b.place) if b else "",
        "attacker": b.attacker if b else "",
        "role": role,
        "mine": sum(UNITS[u].strength for u in own),
        "theirs": sum(UNITS[u].strength for u in foes),
        "hand": list(view.hand),
        "held": len(view.hand),
        "controls": [chit for chit, of in view.control.items() if of == seat],
    }


TERMS: Final = StandingTerms(
    examples={
        N_("on lost control when subject in Serbia / Hungary do play Administration"): words(
            N_("You play Administration when you are about to lose Serbia or Hungary.")
        ),
        N_("on move when by = Turks, subject = Constantinople do play weather Rumelia"): words(
            N_("Weather stops a Turkish move to Constantinople in Rumelia.")
        ),
        N_("on die when value <= 2, by = me do play Jesuits/Sufis times 1"): words(
            N_("You play Jesuits/Sufis once, when one of your dice shows 1 or 2.")
        ),
    },
    occasions={
        "move": words(N_("another player's move: Weather")),
        "battle": words(N_("before the die of a battle: Weather, Military Advance")),
        "die": words(N_("after a die of yours or of your battle: Jesuits/Sufis")),
        "lost": words(N_("you are about to lose control of a nation: Administration")),
        "6.22": words(N_("units of a nation that you gain may go home")),
        "10.33": words(N_("a city that you attacked is open")),
        "12.0": words(N_("an area cannot feed your units")),
        "13.0": words(N_("the Replacement Phase")),
        "13.7": words(N_("a leader appears")),
        "15.8": words(N_("a surviving leader needs a place to go")),
        "19.4": words(N_("more than 15 chits")),
        "20.1": words(N_("AGENTs that you commit")),
        "27.0": words(N_("losses and retreats")),
        "29.0": words(N_("the attackers of a city of yours are gone")),
    },
    facts={
        "turn": Fact(words(N_("the turn of the game"))),
        "phase": Fact(
            words(N_("the current phase")),
            ("stratagem", "movement", "combat", "march", "event", "food", "replacement"),
            {
                "stratagem": words(N_("Stratagem Phase")),
                "movement": words(N_("Movement Phase")),
                "combat": words(N_("Combat Phase")),
                "march": words(N_("Forced March Phase")),
                "event": words(N_("Random Event Phase")),
                "food": words(N_("Food Phase")),
                "replacement": words(N_("Replacement Phase")),
            },
        ),
        "acting": Fact(words(N_("the player whose turn it is")), SEATS),
        "place": Fact(words(N_("the place of the battle")), (*PLACES,)),
        "region": Fact(words(N_("the region of the battle"))),
        "attacker": Fact(words(N_("the attacker")), SEATS),
        "role": Fact(
            words(N_("your role in the battle")),
            ("attacker", "defender"),
            {"attacker": words(N_("attacker")), "defender": words(N_("defender"))},
        ),
        "mine": Fact(words(N_("the printed strength of your units in the battle"))),
        "theirs": Fact(words(N_("the printed strength of the other side"))),
        "hand": Fact(words(N_("an unused chit of yours"))),
        "held": Fact(words(N_("the number of your unused chits"))),
        "controls": Fact(words(N_("a nation or mercenary that you control")), (*NATIONS, *HIRED)),
        "by": Fact(words(N_("the player who moves, attacks, rolls or loses")), SEATS),
        "at": Fact(words(N_("the route of the move, or the place"))),
        "subject": Fact(words(N_("the nation, the goal of the move, or what the die is for"))),
        "value": Fact(words(N_("the die, or the odds of the battle"))),
    },
)
"""The terms of standing orders as people name them, for forms (architecture.md §1.7)."""

"""The terms of standing orders, as forms name them (`standing.py` has the kinds and the keys)."""

from __future__ import annotations

from typing import Final

from adjudicator.belisarius.board import EVENTS, LEADERS, MARKERS, ODDS, PROVINCES
from adjudicator.belisarius.board.checks import RESULTS
from adjudicator.core import N_, words
from adjudicator.core.language.terms import Fact, StandingTerms

from .world import SEATS

_ROLES = {"attacker": words(N_("the attacker")), "defender": words(N_("the defender"))}
_PHASES = {
    "event": words(N_("random event")),
    "diplomacy": words(N_("diplomacy")),
    "tax": words(N_("taxes")),
    "recruit": words(N_("recruiting")),
    "levy": words(N_("levies")),
    "operations": words(N_("operations, between armies")),
    "army": words(N_("operations, an army operating")),
    "battle": words(N_("operations, during a battle")),
    "reaction": words(N_("operations, a reaction")),
    "supply": words(N_("supply")),
    "turn_end": words(N_("the end of the turn")),
}
_EVENTS = {id: words(N_("{event}"), event=f"event/{id}") for id in dict.fromkeys(EVENTS.values())}
_TABLES = {"assault": words(N_("assault")), "manoeuvre": words(N_("manoeuvre"))}

TERMS: Final = StandingTerms(
    examples={
        N_("on 17.5 do stand"): words(N_("Your units stand when they are attacked.")),
        N_("on campaign when operating has Belisarius, op >= 15 do play End of Campaign"): words(
            N_(
                "You play End of Campaign on an army led by {leader} that rolled 15 operation points or more."
            ),
            leader="belisarius",
        ),
        N_("on marker when subject = Basileus do play Treachery times 1"): words(
            N_("You play Treachery against the marker Basileus, once.")
        ),
    },
    occasions={
        "die": words(N_("dice have been rolled")),
        "marker": words(N_("a marker is revealed")),
        "revolt": words(N_("provinces are about to check for revolt")),
        "advantage": words(N_("the enemy has chosen how to fight")),
        "campaign": words(N_("an enemy army has rolled its operation points")),
        "reaction": words(N_("an enemy army has ended its operations")),
        "challenge": words(N_("the attacker did not challenge to single combat")),
        "rest": words(N_("between orders, on either side's turn")),
        "8.3": words(N_("you would hold too many markers")),
        "9.1": words(N_("the enemy tries diplomacy, or you may")),
        "10.1": words(N_("your tax phase")),
        "11.1": words(N_("your levy phase")),
        "17.5": words(N_("your units are attacked")),
        "17.51": words(N_("the enemy withdraws from your attack")),
        "17.54": words(N_("an attack whose target has withdrawn")),
        "17.6": words(N_("you choose how your army fights")),
        "17.9": words(N_("your units retreat")),
        "20.0": words(N_("your supply phase")),
        "card/donative": words(N_("your troops demand a donative")),
        "chart/combat": words(N_("you choose your combat losses")),
    },
    facts={
        "turn": Fact(words(N_("the game turn"))),
        "phase": Fact(words(N_("the phase")), tuple(_PHASES), _PHASES),
        "phasing": Fact(words(N_("the phasing side")), SEATS),
        "event": Fact(words(N_("this turn's random event")), tuple(_EVENTS), _EVENTS),
        "operating": Fact(words(N_("the leaders in the operating army")), tuple(LEADERS)),
        "army": Fact(words(N_("where the operating army is"))),
        "op": Fact(words(N_("the operating army's operation points"))),
        "table": Fact(words(N_("how the attacker fights")), tuple(_TABLES), _TABLES),
        "odds": Fact(words(N_("the odds of the combat")), tuple(ODDS)),
        "outcome": Fact(words(N_("the result of the combat")), RESULTS),
        "place": Fact(words(N_("where the combat is"))),
        "attacker": Fact(words(N_("the attacking side")), SEATS),
        "defender": Fact(words(N_("the defending side")), SEATS),
        "role": Fact(words(N_("your role in the combat")), tuple(_ROLES), _ROLES),
        "mine": Fact(words(N_("your printed strength in the combat"))),
        "theirs": Fact(words(N_("the enemy's printed strength in the combat"))),
        "target": Fact(words(N_("the target of the diplomacy")), tuple(PROVINCES)),
        "staked": Fact(words(N_("how many markers the other side has staked"))),
        "stakes": Fact(words(N_("which markers the other side has staked, face up")), tuple(MARKERS)),
        "solidi": Fact(words(N_("the solidi in your treasury"))),
        "hand": Fact(words(N_("which markers you hold")), tuple(MARKERS)),
        "held": Fact(words(N_("how many markers the other side holds"))),
        "by": Fact(words(N_("the side that did it")), SEATS),
        "subject": Fact(words(N_("the subject"))),
        "at": Fact(words(N_("the place, or the opponent"))),
        "value": Fact(words(N_("the die roll, or another value that goes with it"))),
        "follows": Fact(words(N_("the meaning of the combat die")), RESULTS),
    },
)
"""The keys in the order of `standing.keys`, then the fields of an occasion."""

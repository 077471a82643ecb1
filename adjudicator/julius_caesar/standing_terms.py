"""The terms of standing orders, as forms name them (`standing.py` has the kinds and the keys)."""

from __future__ import annotations

from typing import Final

from adjudicator.core import N_, words
from adjudicator.core.language.terms import Fact, StandingTerms
from adjudicator.julius_caesar.board import BLOCKS, CITIES, SEAS

from .world import SIDES

TERMS: Final = StandingTerms(
    examples={
        N_("on 7.2 do fire all"): words(N_("Your blocks fire whenever they may act in a battle.")),
        N_("on 7.4 do lose auxilia"): words(N_("An auxilia takes each hit, if you have one in the battle.")),
        N_("on 7.2 when role = defender, place = Roma do fire all times 6"): words(
            N_("Your blocks fire if they defend Roma, six times at most.")
        ),
    },
    occasions={
        "7.1": words(N_("which battle is fought next")),
        "7.2": words(N_("your blocks may act in a battle")),
        "7.4": words(N_("one of your blocks is hit")),
        "7.7": words(N_("you have won a battle and may regroup")),
        "8.2": words(N_("your ships go to port for the winter")),
    },
    facts={
        "year": Fact(words(N_("the year"))),
        "turn": Fact(words(N_("the turn"))),
        "place": Fact(words(N_("where the battle is")), (*CITIES, *SEAS)),
        "round": Fact(words(N_("the battle round"))),
        "attacker": Fact(words(N_("the attacking side")), tuple(SIDES)),
        "defender": Fact(words(N_("the defending side")), tuple(SIDES)),
        "role": Fact(
            words(N_("your role in the battle")),
            ("attacker", "defender"),
            {"attacker": words(N_("the attacker")), "defender": words(N_("the defender"))},
        ),
        "letter": Fact(words(N_("the letter of your blocks that act next")), ("A", "B", "C", "D")),
        "mine": Fact(words(N_("how many blocks you have in the battle"))),
        "theirs": Fact(words(N_("how many blocks the enemy has in the battle"))),
        "at": Fact(words(N_("the strength of the block named in the order")), typed="block_strength"),
        **{block: Fact(words(N_("the strength of {block}"), block=block)) for block in BLOCKS},
    },
)
"""The keys in the order of `standing.keys`."""

"""What the computer does in positions where people laughed at it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.belisarius import GAME
from adjudicator.belisarius.rules.r08_stratagems import _limit_menu, marker_of
from adjudicator.belisarius.rules.r10_treasury import tax_menu
from adjudicator.belisarius.rules.r11_levies import levy_menu
from adjudicator.belisarius.rules.r11_recruits import recruit_menu
from adjudicator.belisarius.rules.r14_operations import army_menu, operations_menu
from adjudicator.belisarius.rules.r17_losses import _losses
from adjudicator.belisarius.rules.r17_retreat import _pursuit
from adjudicator.belisarius.show.view import view
from adjudicator.belisarius.world import World
from adjudicator.core import Choice
from adjudicator.core.table.question import offer
from tests.kit.puzzles import Asked, Puzzle, solve

from .battles import army, combat
from .helpers import world


def asked(w: World, choice: Choice[Any], seat: str = "empire") -> Asked:
    return Asked(view(w, seat), choice)


def loss(attackers: str, required: int, **more: Any) -> Asked:
    """The attacker loses some strength."""
    w = combat(attackers, "ostrogoths_warband*3", table="assault", **more)
    assert w.battle is not None
    return asked(w, _losses(w, w.battle.place, w.battle.attackers, required))


def treachery(marker: str) -> Asked:
    """The barbarian plays a marker, and the Empire holds Treachery."""
    w = combat("guard_field_army*2", "ostrogoths_warband*3", hands={"empire": ["treachery"]})
    prompt = "{enemy} plays {marker}. Do you cancel it with Treachery?"
    values = {"enemy": "barbarian", "marker": marker}
    return asked(w, offer(marker_of(w, "empire", "treachery", "card/treachery", prompt, **values)))


def recruits(**places: str) -> Asked:
    """Thirty solidi for the Empire while Persia is at war with it."""
    w = world(places, phase="recruit", treasury={"empire": 30})
    return asked(w, recruit_menu(w, "empire"))


def limit(*held: str) -> Asked:
    w = world({"3536": "thracia_garrison"}, hands={"empire": held})
    return asked(w, _limit_menu(w, "empire", 2, 2))


def phase(menu: Any, places: dict[str, str], *held: str, **more: Any) -> Asked:
    """A menu of the Empire's own turn, with some markers in hand."""
    w = world(places, hands={"empire": held}, **more)
    return asked(w, menu(w, "empire"))


FRONT = {"dara": "persia_field_army*3", "nisibis": "persia_garrison"}

PUZZLES = [
    Puzzle(
        "§card/currency_reform is played when it is held",
        lambda: phase(tax_menu, FRONT | {"antiochia": "oriens_garrison"}, "currency_reform", phase="tax"),
        good=["Currency Reform"],
    ),
    Puzzle(
        "§card/leader a leader comes to the army that has none",
        lambda: phase(
            lambda w, seat: levy_menu(w, seat, {}),
            FRONT | {"antiochia": "guard_field_army*3", "syene": "aegyptus_garrison"},
            "leader",
            phase="levy",
        ),
        good=["Leader call .* at Antiochia"],
        never=["Syene", "^done"],
    ),
    Puzzle(
        "§card/leader or against the enemy's best where there is no army",
        lambda: phase(
            lambda w, seat: levy_menu(w, seat, {}),
            {"dara": "persia_field_army*3 khusro", "antiochia": "oriens_garrison"},
            "leader",
            phase="levy",
        ),
        good=["Leader on Khusro"],
    ),
    Puzzle(
        "§card/theodora is played while there is a pool",
        lambda: phase(recruit_menu, FRONT | {"antiochia": "oriens_garrison"}, "theodora", phase="recruit"),
        good=["Theodora"],
    ),
    Puzzle(
        "§card/disease breaks out in a city with a garrison",
        lambda: phase(
            lambda w, seat: operations_menu(w),
            {"nisibis": "persia_garrison*3", "dara": "oriens_garrison"},
            "disease",
        ),
        good=["Disease.*Nisibis"],
    ),
    Puzzle(
        "§17.8 a leader is not the first loss",
        lambda: loss("guard_field_army*2 mundas", 1),
        good=["^lose Guard"],
        never=["Mundas"],
    ),
    Puzzle(
        "§17.8 two leaders are not given for a field army",
        lambda: loss("guard_field_army*2 mundas belisarius", 5),
        good=["^lose Guard field army$"],
        never=["Mundas", "Belisarius"],
    ),
    Puzzle(
        "§17.8 Justinian goes last",
        lambda: loss("guard_field_army mundas justinian", 6),
        good=["Guard"],
        never=["Justinian"],
    ),
    Puzzle(
        "§17.8 garrisons go before a field army",
        lambda: loss("guard_field_army thracia_garrison*3", 3),
        good=["^lose 3 Thracia"],
        never=["Guard"],
    ),
    Puzzle(
        "§11.2 units rise near the enemy, not on the Nile",
        lambda: recruits(**FRONT, antiochia="oriens_garrison", syene="aegyptus_garrison"),
        good=["^recruit Guard field army at Antiochia"],
        never=["Syene"],
    ),
    Puzzle(
        "§11.2 nor in the West",
        lambda: recruits(**FRONT, antiochia="oriens_garrison", constantinopolis="thracia_garrison"),
        good=["^recruit Guard field army at Antiochia"],
        never=["Constantinopolis"],
    ),
    Puzzle(
        "§17.6 a manoeuvre at good odds",
        lambda: asked(w := army("guard_field_army*3 belisarius", "ostrogoths_warband"), army_menu(w)),
        good=["^manoeuvre"],
        never=["^end", "^march"],
    ),
    Puzzle(
        "§17.6 an assault where there is no time to manoeuvre",
        lambda: asked(
            w := army("guard_field_army*3 belisarius", "ostrogoths_warband", half=10), army_menu(w)
        ),
        good=["^assault"],
        never=["^end", "^march"],
    ),
    Puzzle(
        "§17.51 the fastest pursues",
        lambda: asked(
            w := combat("thracia_garrison guard_field_army justinian", "ostrogoths_warband"),
            _pursuit(w, ["guard_field_army", "justinian", "thracia_garrison"]),
        ),
        good=["Justinian"],
        never=["Thracia"],
    ),
    Puzzle("§card/treachery it cancels a marker", lambda: treachery("forced_march"), good=["Treachery"]),
    Puzzle(
        "§card/treachery but none that cancels its own",
        lambda: treachery("treachery"),
        good=["^pass"],
        never=["Treachery"],
    ),
    Puzzle(
        "§17.7 no attack on an army that is far stronger",
        lambda: asked(w := army("thracia_garrison", "ostrogoths_warband*3"), army_menu(w)),
        never=["^assault", "^manoeuvre"],
    ),
    Puzzle(
        "§card/treachery nor on a Donative",
        lambda: treachery("donative"),
        good=["^pass"],
        never=["Treachery"],
    ),
    Puzzle(
        "§17.8 one field army, not two, where one is enough",
        lambda: loss("guard_field_army*3 belisarius", 2),
        good=["^lose Guard field army$"],
        never=["2 Guard", "Belisarius"],
    ),
    Puzzle(
        "§8.3 of more than 15 markers those go back that it has no use for",
        lambda: limit(*["market"] * 3, *["leader"] * 4, *["treachery"] * 4, *["pope"] * 2, *["rally"] * 2),
        good=["^return"],
        never=["Treachery", "Pope"],
    ),
]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=[puzzle.name for puzzle in PUZZLES])
def test_the_computer_solves(puzzle: Puzzle) -> None:
    solve(GAME, puzzle)

"""The sequence of play: a table from phases to procedures (§2, §8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.core import Procedure
from adjudicator.julius_caesar.rules.cards import carry_out_event, choose_surprise
from adjudicator.julius_caesar.rules.r02_turn import deal, discard, play_cards
from adjudicator.julius_caesar.rules.r05_deployment import free_deployment
from adjudicator.julius_caesar.rules.r06_command import finish_turn, name_main_attacks, order_movement
from adjudicator.julius_caesar.rules.r06_levy import order_levy
from adjudicator.julius_caesar.rules.r07_battle import battle_round, choose_battle
from adjudicator.julius_caesar.rules.r07_retreat import regroup
from adjudicator.julius_caesar.rules.r08_winter import new_year, quarters, ships_home, winter

from .world import World

SEQUENCE: Mapping[str, Callable[[World], Procedure]] = {
    "deployment": free_deployment,  # §5.2
    "deal": deal,  # §2.1
    "discard": discard,  # §2.1
    "cards": play_cards,  # §2.1
    "event": carry_out_event,  # §card/jupiter §card/vulcan
    "movement": order_movement,  # §6.1
    "main_attack": name_main_attacks,  # §7.3
    "surprise": choose_surprise,  # §card/mars §card/neptune
    "levy": order_levy,  # §6.4
    "choose_battle": choose_battle,  # §7.1
    "battle": battle_round,  # §7.2
    "regroup": regroup,  # §7.7
    "turn_end": finish_turn,  # §2.3
    "winter": winter,  # §8.1 §8.4
    "ships_home": ships_home,  # §8.2
    "quarters": quarters,  # §8.3 §8.5
    "new_year": new_year,  # §8.6
}


def proceed(w: World) -> Procedure | None:
    """The next procedure of a world at rest; None when the game is over."""
    return None if w.phase == "over" else SEQUENCE[w.phase](w)


def stage(w: World) -> str:
    """Return the name of the phase in the log and in pictures, "1/3/battle"; orders of one phase share it."""
    acting = f"/{w.acting}" if w.acting else ""
    return f"{w.year}/{w.turn}/{w.phase}{acting}"

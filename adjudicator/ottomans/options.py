"""Options of a campaign: rulings on which groups differ; the first value is ours (RULINGS.md says why).

The optional rules of §22 are not in the text, so there is no option for them (ruling OT-O1).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudicator.core import Option

from .board import SCENARIOS

OPTIONS: Final = (
    Option("agent_time", "20.1", ("rest", "battle")),
    Option("city_in_cap", "9.42", ("no", "yes")),
    Option("siege_train_field_bonus", "9.4", ("yes", "no")),
    Option("leaders_feed_add", "12.31", ("no", "yes")),
    Option("city_entry_after_stop", "7.7", ("no", "yes")),
    Option("march_after_stop", "7.7", ("no", "yes")),
    Option("administration_saves_own", "6.5", ("no", "yes")),
    Option("ferries", "16.33", ("free", "points")),
    Option("threshold", "21.13", ("printed", "present")),
    Option("overflow", "19.4", ("forgo", "discard")),
    Option("fed_by_chit", "27.2", ("region", "area")),
    Option("chits_before_draw", "29.0", ("yes", "no")),
    Option("chits_after_events", "27.2", ("yes", "no")),
    Option("leader_arrival", "13.7", ("any", "own")),
    Option("mercenary_arrival", "17.1", ("any", "own")),
    Option("leader_raises", "13.5", ("any", "own")),
    Option("empire_player", "27.2", ("any", "austria")),
    Option("assassin_survivor", "15.8", ("to_nearest", "stays_put")),
    Option("defenders_lose", "27.0", ("one_chit", "one_each")),
    Option("neutrals_begin", "4.3", ("where_fed", "in_cities")),
)


def options_of(number: str) -> Sequence[Option]:
    """The options of a scenario: the above, and (§4.4) with which turn a game ends; ruling OT-V7."""
    plan = SCENARIOS[number]
    turns = [f"to_{turn}" for turn in range(plan.first_turn, plan.last_turn)]
    return (*OPTIONS, Option("last_turn", "4.4", ("scenario", *turns)))

"""The test of each worked example of the text, and of each rule that is easily missed or misread."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module

import pytest

EXAMPLES = {
    "5.25": "r05_operations.continuation",
    "6.34": "r06_movement.roads",
    "6.35": "r06_movement.banks",
    "6.41": "r06_movement.the_march_from_pisae",
    "6.46": "r06_movement.staying_in_liguria",
    "6.47": "r06_movement.who_is_lost",
    "6.56": "r06_movement.the_interceptor_is_intercepted_and_enveloped",
    "6.57": "r06_movement.the_interceptor_is_intercepted_and_enveloped",
    "6.58": "r06_movement.ambush",
    "6.75": "r06_movement.devastation_and_recovery",
    "7.13": "r07_naval.the_least_friendly_zone_counts",
    "7.15": "r07_naval.re_allotment",
    "7.24": "r07_naval.lengths",
    "7.32": "r07_naval.a_strait",
    "7.33": "charts.straits",
    "8.23": "r08_battle.avoidance_of_scipio",
    "8.26": "r08_battle.coordination",
    "8.31": "r08_battle.cannae_to_the_last_figure",
    "8.32": "charts.tactical_ability",
    "8.33": "r08_battle.a_ratio_beyond_three_saves_losses",
    "8.34": "r08_battle.losses_by_contingent",
    "8.35": "r08_battle.one_horse_for_two_foot",
    "8.37": "r08_battle.who_must_retreat",
    "8.38": "r08_battle.pursuit_is_a_die_times_the_factor",
    "8.4": "charts.battle_results",
    "9.21": "r09_cities.investing",
    "9.27": "charts.sieges",
    "9.35": "r09_cities.a_failed_assault",
    "9.43": "r09_cities.reduction_and_sally",
    "9.62": "r09_cities.treachery",
    "9.72": "r09_cities.surrender",
    "11.11": "r09_cities.control",
    "12.22": "r09_cities.alliances",
    "12.24": "r09_cities.alliances",
    "13.0": "r09_cities.auguries",
}
"""Paragraph -> the test with the figures of its example, or of the ruling on it."""
MISSED = {
    "2.6": ("easily_missed.casualties_need_the_rating_or_more",),
    "4.21": ("easily_missed.who_comes_in_late_has_all_markers_only_at_the_beginning",),
    "5.41": ("r05_operations.beside_the_overall_commander",),
    "5.45": ("easily_missed.beside_the_commander_an_interceptor_takes_half",),
    "5.43": ("r05_operations.who_commands",),
    "6.12": (
        "missed_in_battle.a_lone_leader_who_reaches_their_troops_later_rolls",
        "r05_operations.a_lone_leader",
        "easily_missed.a_lone_leader_goes_anywhere_but_out_of_a_siege",
    ),
    "6.13": ("r05_operations.allies_take_the_whole_phase",),
    "6.45": ("easily_missed.a_stop_to_shed_points_is_a_stop",),
    "9.93": ("r09_cities.garrisons",),
    "6.54": ("easily_missed.a_river_counts_in_five_ways", "r06_movement.ranges_and_modifiers"),
    "6.34": ("easily_missed.half_is_paid_only_by_who_never_leaves_home",),
    "6.43": ("easily_missed.at_most_four_rows",),
    "6.47": ("r06_movement.who_is_lost",),
    "6.52": ("r06_movement.ranges_and_modifiers",),
    "6.51": ("easily_missed.beside_the_commander_an_interceptor_takes_half",),
    "6.56": ("seldom.an_interceptor_who_is_caught_and_wins_does_not_come",),
    "6.53": ("easily_missed.a_leader_tries_again_when_the_march_has_left_their_range",),
    "6.55": (
        "missed_in_battle.who_failed_to_intercept_is_attacked_with_two",
        "easily_missed.the_interceptor_is_the_attacker",
        "seldom.who_is_intercepted_and_wins_may_go_on",
    ),
    "6.57": ("r06_movement.the_interceptor_is_intercepted_and_enveloped",),
    "6.58": ("easily_missed.where_an_ambush_is_laid", "r06_movement.ambush"),
    "6.62": ("easily_missed.no_overrun_over_a_river_or_on_landing",),
    "6.72": ("easily_missed.recovery_comes_before_devastation",),
    "7.28": ("r07_naval.scattered",),
    "8.21": ("r08_battle.a_battle_whole",),
    "8.24": ("r08_battle.avoidance_of_scipio",),
    "8.33": (
        "r08_battle.a_ratio_beyond_three_saves_losses",
        "easily_missed.who_retreats_is_read_off_the_chart",
    ),
    "8.34": ("r08_battle.losses_by_contingent",),
    "8.36": (
        "missed_in_battle.elephants_of_both_sides_go_by_turns",
        "missed_in_battle.elephants_stay_out_of_mountains_and_out_of_the_ratio",
        "r08_battle.elephants",
    ),
    "8.52": ("r08_battle.who_must_retreat",),
    "8.37": (
        "missed_in_battle.who_retreats_is_not_intercepted",
        "missed_in_battle.who_cannot_retreat_is_destroyed",
        "easily_missed.who_retreats_is_read_off_the_chart",
    ),
    "8.38": (
        "missed_in_battle.all_who_retreat_are_pursued_and_their_state_is_that_of_the_battle",
        "missed_in_battle.more_horse_pursues_with_one_at_least_even_in_mountains",
        "r08_battle.pursuit_is_a_die_times_the_factor",
    ),
    "8.54": ("easily_missed.small_battles_leave_no_state", "easily_missed.states_of_winner_and_loser"),
    "8.61": ("easily_missed.small_battles_leave_no_state", "r08_battle.a_leader_dies"),
    "8.65": ("r08_battle.casualties_and_replacement",),
    "9.21": ("r09_cities.investing",),
    "9.23": ("r09_cities.lifting",),
    "9.24": (
        "r09_cities.siege_attrition",
        "missed_in_battle.only_force_makes_the_fall_of_a_city_a_victory",
    ),
    "9.43": ("r09_cities.reduction_and_sally",),
    "9.55": ("easily_missed.what_siege_losses_count", "r09_cities.siege_attrition"),
    "9.62": ("easily_missed.the_guile_of_the_besieged_counts_and_is_kept",),
    "9.73": ("easily_missed.surrender_is_demanded_once_and_before_a_siege",),
    "9.74": ("r09_cities.surrender",),
    "6.46": ("missed_in_battle.besieged_and_besiegers_do_not_pay_for_staying",),
    "8.23": ("missed_in_battle.avoidance_over_a_river_is_harder",),
    "8.26": ("missed_in_battle.a_helper_counts_rivers_off_the_road_alone",),
    "9.28": ("missed_in_battle.engines_stay_behind_who_intercepts",),
    "11.31": ("r09_cities.control",),
    "12.24": ("r09_cities.alliances",),
    "5.44": ("r05_operations.who_commands",),
    "6.25": ("r05_operations.take_and_detach",),
    "6.63": ("r06_movement.overrun",),
    "6.75": ("r06_movement.devastation_and_recovery",),
    "7.27": ("seldom.a_force_lies_off_the_coast_and_lands",),
    "8.25": ("missed_in_battle.who_has_avoided_battle_joins_no_other_in_that_phase",),
    "9.26": ("r09_cities.attacking_besiegers",),
    "9.27": ("r09_cities.reduction_and_sally",),
    "9.52": ("r09_cities.siege_attrition",),
    "9.72": ("r09_cities.surrender",),
    "11.11": ("r09_cities.control",),
    "11.34": ("r09_cities.neutral_cities_and_entering",),
    "12.25": ("r09_cities.alliances",),
    "12.31": ("missed_in_battle.only_force_makes_the_fall_of_a_city_a_victory",),
}
"""Paragraph -> the tests of what of it is easily missed."""
MISREAD = {
    "3.0": "easily_missed.recovery_comes_before_devastation",
    "4.2": "r05_operations.the_cup",
    "5.26": "r05_operations.a_drawn_marker_activates_and_may_be_passed",
    "6.34": "r06_movement.by_road",
    "6.35": "prospects.what_is_said_is_what_is_offered",
    "6.41": "easily_missed.the_search_finds_what_a_plain_search_finds",
    "6.46": "missed_in_battle.besieged_and_besiegers_do_not_pay_for_staying",
    "6.53": "prospects.who_goes_into_the_city_of_a_hex_does_not_leave_it",
    "6.54": "seldom.out_of_a_city_an_interception_needs_no_die",
    "6.55": "seldom.who_is_intercepted_and_wins_may_go_on",
    "6.56": "seldom.an_interceptor_who_is_caught_and_wins_does_not_come",
    "6.72": "r08_fog.a_side_is_asked_to_devastate_by_what_all_can_see",
    "6.82": "r06_movement.stacks_have_no_limit",
    "7.14": "r07_naval.re_allotment",
    "7.22": "r07_naval.along_the_coast",
    "8.12": "r08_fog.whose_leader_could_is_asked_to_intercept",
    "8.23": "r08_battle.avoidance_of_scipio",
    "8.31": "r08_battle.cannae",
    "8.35": "r08_battle.one_horse_for_two_foot",
    "8.54": "easily_missed.states_of_winner_and_loser",
    "9.23": "r09_cities.lifting",
    "9.26": "r09_cities.attacking_besiegers",
    "9.35": "r09_cities.a_failed_assault",
    "9.53": "r09_cities.foraging_and_supply",
    "9.62": "r09_cities.treachery",
    "10.0": "r09_cities.manpower",
    "12.32": "r09_cities.embassies",
    "14.0": "allies.an_ally_wins_with_its_side",
}
"""Paragraph -> the test that it is read as it is written, not as one is tempted to read it."""
LINKS = [*EXAMPLES.items(), *MISREAD.items()]
LINKS += [(rule, test) for rule, tests in MISSED.items() for test in tests]


@pytest.mark.parametrize(("rule", "test"), LINKS, ids=lambda name: name)
def test_the_test_is_there_and_names_the_paragraph(rule: str, test: str) -> None:
    module, _, name = test.partition(".")
    found: Callable[..., None] = getattr(import_module(f"tests.ancient_world.test_{module}"), f"test_{name}")
    cited = re.findall(r"§(\d+\.\d+|\d+\.0)", found.__doc__ or "")
    assert rule in cited, (rule, found.__doc__)

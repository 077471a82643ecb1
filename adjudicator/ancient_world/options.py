"""The options of a campaign, each with its ruling."""

from __future__ import annotations

from typing import Final

from adjudicator.core import Option

OPTIONS: Final = (
    Option("capitals", "9.61", ("safe", "open")),  # ruling AW-V01
    Option("manpower", "5.3", ("turn", "phase")),  # ruling AW-V08
    Option("allotment", "7.15", ("one", "two")),  # ruling AW-V07
    Option("command", "5.43", ("active", "attack_only")),  # ruling AW-R14
    Option("major_rivers", "5.3", ("stop", "cross")),  # ruling AW-R10
    Option("bank", "6.35", ("sure", "die")),  # ruling AW-R20
    Option("counter", "6.56", ("coming", "standing")),  # ruling AW-R36
    Option("third", "7.34", ("up", "down")),  # ruling AW-R48
    Option("honour", "8.23", ("no_dictator", "all_romans")),  # ruling AW-M5
    Option("least_loss", "8.33", ("above_zero", "always")),  # ruling AW-R54
    Option("horse_for_foot", "8.35", ("often", "once")),  # ruling AW-V03
    Option("way_back", "8.37", ("both", "defender_only")),  # ruling AW-R98
    Option("rout", "8.37", ("by_major", "by_chart")),  # ruling AW-R85
    Option("pursuit", "8.38", ("forced", "every")),  # ruling AW-R59
    Option("trampled", "8.52", ("counted", "left_out")),  # ruling AW-R86
    Option("terms", "9.71", ("before", "any")),  # ruling AW-V45
    Option("sack_boxes", "9.84", ("one", "none")),  # ruling AW-V49
    Option("city_boxes", "12.31", ("three", "all_boxes")),  # ruling AW-R67
    Option("flat_siege", "9.54", ("off", "on")),  # ruling AW-R71
    Option("envoys", "12.33", ("spare", "pool")),  # ruling AW-R81
    Option("margins", "14.0", ("eased", "harsh")),  # ruling AW-M11
    Option("consuls", "5.12", ("listed", "alphabet")),  # ruling AW-M3
    Option("fog", "8.12", ("off", "on")),  # ruling AW-V26
)

"""The options of a campaign: the optional rules (§24 to §33), and rulings on which groups differ."""

from __future__ import annotations

from typing import Final

from adjudicator.core import Option

OPTIONAL_RULES: Final = (
    Option("negotiation", "24.0"),
    Option("reaction", "25.0"),
    Option("pillage", "26.0"),
    Option("colonies", "27.0"),
    Option("public_works", "28.0"),
    Option("river_movement", "29.0"),
    Option("disbanding", "30.0"),
    Option("extra_placement", "31.0"),
    Option("attrition", "32.0"),
    Option("single_combat", "33.0"),
)
"""§24 to §33, each by itself; attrition (§32) changes only what disbanding (§30) does."""

RULINGS: Final = (
    Option("city_zones", "15.12", ("no", "yes")),
    Option("empty_city", "15.12", ("stop", "continue")),
    Option("friends_in_zones", "15.115", ("movement", "always", "never")),
    Option("fleet_zones", "19.4", ("movement", "everywhere")),
    Option("track_defence", "17.74", ("yes", "no")),
    Option("marker_purchase", "10.32", ("recruit", "tax")),
    Option("pillage_removal", "10.36", ("recruit", "tax")),
    Option("event_dice", "card/pope", ("table", "all")),
    Option("neutral_defence", "9.4", ("agents", "any")),
    Option("disease_time", "8.41", ("own", "any")),
    Option("dropped_units", "16.73", ("stay", "march")),
    Option("both_faiths", "9.5", ("apart", "together")),
    Option("disband_dice", "30.1", ("hex", "unit")),
    Option("guards_counted", "12.21", ("guards", "units")),
    Option("one_operation", "25.1", ("army", "single")),
    Option("second_supply", "3.1", ("yes", "no")),
)
"""Points on which the text is silent or says two things; the first value is the default (RULINGS.md)."""

OPTIONS: Final = OPTIONAL_RULES + RULINGS

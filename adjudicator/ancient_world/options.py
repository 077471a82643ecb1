"""The options of a campaign, each with its ruling."""

from __future__ import annotations

from typing import Final

from adjudicator.core import Option

OPTIONS: Final = (
    Option("capitals", "9.61", ("safe", "open")),  # ruling AW-V01
    Option("manpower", "5.3", ("turn", "phase")),  # ruling AW-V08
    Option("allotment", "7.15", ("one", "two")),  # ruling AW-V07
    Option("fog", "8.12", ("off", "on")),  # ruling AW-V26
)

"""The printed game: map, cities, leaders, charts and scenarios, read once from `data/ancient_world`."""

from __future__ import annotations

from .lattice import around, distance
from .loading import BOARD, DATA, DRAWN, FILES, load
from .pieces import (
    ARMS,
    ELEPHANT,
    ENGINE,
    FOOT,
    HORSE,
    Arm,
    City,
    Force,
    Hex,
    Leader,
    Province,
    Reinforcement,
    Scenario,
    Side,
    Victory,
    arm_of,
    contingent_of,
    counted,
)
from .printed import Board

CHARTS = BOARD.charts
CITIES = BOARD.cities
CITY_AT = BOARD.city_at
CONTINGENTS = BOARD.contingents
ESTUARIES = BOARD.estuaries
HEXES = BOARD.hexes
LEADERS = BOARD.leaders
LEVIES = BOARD.levies
MUSTER = BOARD.muster
NEIGHBOURS = BOARD.neighbours
PROVINCES = BOARD.provinces
SCENARIOS = BOARD.scenarios
SEAS = BOARD.seas
SIDES_OF = BOARD.sides
SIEGE_CAPABILITY = BOARD.siege_capability
VICTORIES = BOARD.victories
UNITS = BOARD.units

__all__ = [
    "ARMS",
    "BOARD",
    "CHARTS",
    "CITIES",
    "CITY_AT",
    "CONTINGENTS",
    "DATA",
    "DRAWN",
    "ELEPHANT",
    "ENGINE",
    "ESTUARIES",
    "FILES",
    "FOOT",
    "HEXES",
    "HORSE",
    "LEADERS",
    "LEVIES",
    "MUSTER",
    "NEIGHBOURS",
    "PROVINCES",
    "SCENARIOS",
    "SEAS",
    "SIDES_OF",
    "SIEGE_CAPABILITY",
    "UNITS",
    "VICTORIES",
    "Arm",
    "Board",
    "City",
    "Force",
    "Hex",
    "Leader",
    "Province",
    "Reinforcement",
    "Scenario",
    "Side",
    "Victory",
    "arm_of",
    "around",
    "contingent_of",
    "counted",
    "distance",
    "load",
]

"""The printed game, read a second time from the data files: areas, counters, charts."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

_FOLDER = Path(__file__).parents[3] / "data" / "ottomans"


def _read(name: str) -> dict[str, Any]:
    with (_FOLDER / name).open("rb") as file:
        return tomllib.load(file)


_AREAS, _UNITS, _CHARTS = _read("areas.toml"), _read("units.toml"), _read("charts.toml")
_NATIONS: Final = _read("nations.toml")["nation"]
_SCENARIOS: Final = _read("scenarios.toml")


class Counter(NamedTuple):
    """A counter: `front` and `back` are the strengths of its two sides, `ship` and `anchor` say that it is a
    ship, or may be at sea by itself; `command` is 0 but for a leader (§3.21, §3.23, §16.2).
    """

    kind: str
    nation: str
    colour: str
    front: int
    back: int
    move: int
    ship: bool = False
    anchor: bool = False
    train: bool = False
    command: int = 0


def _counters() -> Mapping[str, Counter]:
    found = {}
    for kind, of in _UNITS["kind"].items():
        colour, ship = _NATIONS[of["nation"]]["coalition"], of["type"] == "naval"
        strength, train = of["strength"], of["type"] == "siege_train"
        for n in range(of["count"]):
            back = of.get("back") or strength
            found[f"{kind}_{n + 1}"] = Counter(
                kind, of["nation"], colour, strength, back, of["move"], ship, ship, train
            )
    for name, of in _UNITS["leader"].items():
        naval, s = of.get("naval", False), of["strength"]
        found[name] = Counter(
            name, of.get("nation", ""), of["coalition"], s, s, of["move"], False, naval, False, of["command"]
        )
    for name, of in _UNITS["mercenary"].items():
        ship, s = of["type"] == "naval", of["strength"]
        found[name] = Counter(name, "", of["coalition"], s, s, of["move"], ship, ship)
    return found


COUNTERS: Final = _counters()

SEAS: Final[Mapping[str, Any]] = _AREAS["sea"]
CITIES: Final[Mapping[str, Any]] = _AREAS["city"]
REGIONS: Final[Mapping[str, Any]] = {
    name: of for name, of in _AREAS["region"].items() if not of.get("city_only")
}
HOME: Final = {nation: of["home"] for nation, of in _NATIONS.items()}
COLOUR: Final = {nation: of["coalition"] for nation, of in _NATIONS.items()}
COLOURS: Final = tuple(_AREAS["coalition"])
PORTS: Final = {city: tuple(of["seas"]) for city, of in CITIES.items() if "seas" in of}
COASTS: Final = {region: tuple(of["seas"]) for region, of in REGIONS.items() if "seas" in of}
KEYS: Final = tuple(city for city, of in CITIES.items() if of.get("key"))

COLUMNS: Final = [(of["quarters"], of["name"], tuple(of["results"])) for of in _CHARTS["column"].values()]
FIGURES: Final = {name: of["value"] for name, of in _SCENARIOS["figures"].items()}


def region(place: str) -> str:
    """The region of a city; any other area is its own."""
    return str(CITIES[place]["region"]) if place in CITIES else place


def record(place: str) -> Mapping[str, Any]:
    """The record of the region of an area, or of a sea."""
    found: Mapping[str, Any] = SEAS[place] if place in SEAS else _AREAS["region"][region(place)]
    return found


def supply(place: str) -> int:
    """§12.1 §12.4 §16.5 How many units an area feeds; a city as many as its region."""
    return int(record(place)["supply"])


def by_land(here: str, there: str) -> bool:
    """§7.1 §10.1 Do two areas lie beside each other by land? A strait is none of these."""
    if here in CITIES or there in CITIES:
        return (here in REGIONS or there in REGIONS) and region(here) == region(there)
    return here in REGIONS and there in REGIONS[here].get("land", ())


def strait(here: str, there: str) -> str:
    """§7.63 The sea of the strait between two regions, "" for none."""
    return str(REGIONS[here].get("strait", {}).get(there, "")) if here in REGIONS else ""


def by_sea(here: str, there: str) -> bool:
    """§7.62 Do two areas lie beside each other for ships?"""
    if here in SEAS and there in SEAS:
        return there in SEAS[here]["seas"]
    port, sea = (here, there) if here in PORTS else (there, here)
    return port in PORTS and sea in PORTS[port]

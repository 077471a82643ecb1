"""The subject of each golden play of Ottomans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

STORIES: Mapping[str, Sequence[str]] = {
    "administration": [
        "played Administration (Persia)",
        "lost control of Turcoman",
        "after the event",
    ],
    "agents": [
        "× 20.2",
        "Retaliation (rolled 3, total 2)",
        "Success (rolled 5, total 7)",
        "lost control of Serbia",
    ],
    "changing_hands": [
        "Serbia joined the Orthodox",
        "control passed to the Caliphate",
        "went home",
    ],
    "empire": ["Empire: Turks. Points: Turks 20, Caliphate 0, Orthodox 17. Winner: Turks."],
    "forced_march": ["Mehmed II began a forced march", "doubled the attack on Hungary", "× 11.4"],
    "holy_roman_empire": ["had to show it", "took control of Spain", "Spain entered the game", "Bohemian"],
    "own_leader": ["against a leader of their own", "Skanderbeg survived", "Retaliation"],
    "reformation": ["Holy League could fight each other", "attacked in Tyrol", "DE, the defender"],
    "rhodes": ["Urban's Gun (Rhodes)", "Honors of War: no unit was lost", "entered Rhodes: Janissary 1"],
    "shared_empire": ["Empire: Turks", "Winners: Turks and Orthodox."],
    "survival": ["There was no empire", "Winner: Turks"],
    "two_players": ["after the event", "Turn 8 ended", "Turn 12 ended", "Points: Turks"],
    "two_survivors": ["There was no empire", "Winners: Turks and Orthodox."],
    "venice": ["attacked Venice (city) from Adriatic", "bloodbath", "entered Venice (city): Janissary 2"],
    "weather": ["stopped in Serbia", "(rolled 2): no effect", "stopped in Walachia", "× 27.2"],
    "white_sheep": ["× 13.0", "White Sheep Confederation (Syria)", "hired Janissary 1", "Uprising (Serbia)"],
    "whole_game": ["Turn 1 began", "Turn 3 ended", "There was no empire"],
}

"""What each golden play of Ottomans is there to tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

STORIES: Mapping[str, Sequence[str]] = {
    "administration": [
        "plays Administration (Persia)",
        "loses control of Turcoman",
        "before the second event",
    ],
    "agents": ["× 20.2", "total 2: retaliation", "total 7: success", "loses control of Serbia"],
    "changing_hands": ["Orthodox player takes control of Serbia", "passes from the Turks player", "go home"],
    "empire": ["Empire: Turks. Points: Turks 20, Caliphate 0, Orthodox 19. Winner: Turks."],
    "forced_march": ["Mehmed II begins a forced march", "doubles the attack on Hungary", "× 11.4"],
    "holy_roman_empire": ["must show it", "takes control of Spain", "Spain enters the game", "Bohemian"],
    "own_leader": ["against a leader of their own", "Skanderbeg survives", "retaliation"],
    "reformation": ["Holy League may fight each other", "attacks Tyrol from Tyrol", "DE, the defender"],
    "rhodes": ["Urban's Gun (Rhodes)", "Honors of War: no unit is lost", "enter Rhodes: Janissary 1"],
    "shared_empire": ["Empire: Turks", "Winners: Turks, Orthodox."],
    "survival": ["There is no empire", "Winner: Turks"],
    "two_players": ["before the second event", "Turn 8 is over", "Turn 9 begins"],
    "two_survivors": ["There is no empire", "Winners: Turks, Orthodox."],
    "venice": ["attacks Venice (city) from Adriatic", "bloodbath", "enter Venice (city): Janissary 2"],
    "weather": ["stopped at Serbia", "die 2: no effect", "stopped at Walachia", "× not_understood"],
    "white_sheep": ["× 13.0", "White Sheep Confederation (Syria)", "hires Janissary 1", "Uprising (Serbia)"],
    "whole_game": ["Turn 1 begins", "Turn 3 is over", "There is no empire"],
}

"""The subject of each golden play of The Ancient World."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

STORIES: Mapping[str, Sequence[str]] = {
    "dictator": [
        "Carthage won a major victory at hex 4705 near Canusium.",
        "Campania turned towards Carthage: box -3.",
        "Q. Fabius Maximus became dictator; two legions gathered",
        "2 markers of Q. Fabius Maximus went into the cup.",
    ],
    "elephants": [
        "Elephants of Epirus: they turned on their own side (rolled 0).",
        "Elephants of Epirus: the enemy lost 2 (rolled 8).",
        "elephants +",
    ],
    "first_year_of_hannibal": [
        "Hannibal marched: Taurasia-",
        "P. Cornelius Scipio failed to intercept at hex 1316 near Genua (rolled 9 (hexes +3 and rivers +1)",
        "10 Gallic infantry and 2 Gallic cavalry joined Carthage",
        "Carthage won a major victory at Placentia. Carthage lost 3, Rome 45.",
        "Gallia Cispadana turned towards Carthage: box 4.",
        "Turn 2 began: the year 217 BC.",
    ],
    "interceptions": [
        "Mago failed to intercept at hex 3613 near Praeneste (rolled 9 (hexes +2), needs 5 or less).",
        "Maharbal intercepted at hex 3613 near Praeneste (rolled 1 (hexes +3), needs 6 or less).",
        "C. Flaminius intercepted at Alba Fucens (rolled 0 (hexes +2 and rivers +1), needs 5 or less).",
        "Rome won the battle of Alba Fucens.",
        "Rome stopped at Fregellae",
        "Hanno, son of Bomilcar avoided battle, falling back to hex 4014 near Fregellae",
    ],
    "opposed_strait": [
        "Rome's crossing was opposed (rolled 4, level -1): 13 strength points lost (rolled 3).",
        "landing -3",
        "Rome won the battle of Messana.",
    ],
    "pyrrhus_to_the_end": [
        "Turn 1 began: the year 280 BC.",
        "Turn 6 began: the year 275 BC.",
        "Augury of Rome",
        "won",
    ],
    "siege": [
        "Hannibal invested Placentia, defended by 1 strength point of militia.",
        "> carthage forage",
        "Carthage failed to devastate Gallia Cispadana",
        "Placentia was betrayed to Carthage.",
        "Rome's force at Placentia (inside) was destroyed",
        "The troops were kept under control",
    ],
    "whole_game": [
        "Turn 1 began: the year 264 BC.",
        "Turn 3 began: the year 262 BC.",
        " did not go on (rolled ",
    ],
}

"""What each golden play of The Ancient World is there to tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

STORIES: Mapping[str, Sequence[str]] = {
    "dictator": [
        "Carthage wins a major victory at 4705.",
        "Campania turns towards Carthage: box -3.",
        "Q. Fabius Maximus is dictator; two legions gather",
        "2 markers of Q. Fabius Maximus go into the cup.",
    ],
    "elephants": [
        "Elephants of Epirus: die 0,",
        "Elephants of Epirus: die 8, the enemy loses 2.",
        "elephants +",
    ],
    "first_year_of_hannibal": [
        "Hannibal marches: Taurasia-",
        "P. Cornelius Scipio fails to intercept at 1316: die 9+4, 6 or less was needed.",
        "10 Gallic foot, 2 Gallic horse join Carthage",
        "Carthage wins a major victory at Placentia. Carthage lost 3, Rome 45.",
        "Gallia Cispadana turns towards Carthage: box 4.",
        "Turn 2 begins: the year 217 BC.",
    ],
    "interceptions": [
        "Mago fails to intercept at 3613: die 9+2, 5 or less was needed.",
        "Maharbal intercepts at 3613: die 1+3, 6 or less.",
        "C. Flaminius intercepts at Alba Fucens: die 0+3, 5 or less.",
        "Rome wins the battle of Alba Fucens.",
        "Rome stops at Fregellae",
        "Hanno, son of Bomilcar avoids battle and goes to 4014",
    ],
    "opposed_strait": [
        "Rome's crossing is opposed: die 4, level -1; 13 lost.",
        "landing -3",
        "Rome wins the battle of Messana.",
    ],
    "pyrrhus_to_the_end": [
        "Turn 1 begins: the year 280 BC.",
        "Turn 6 begins: the year 275 BC.",
        "Augury of Rome",
        "has won",
    ],
    "siege": [
        "Hannibal invests Placentia; 1 militia stand in it.",
        "> carthage forage",
        "Carthage fails to devastate Gallia Cispadana",
        "Placentia has been betrayed to Carthage.",
        "Rome's force at Placentia (inside) is destroyed",
        "The troops are kept under control",
    ],
    "whole_game": ["Turn 1 begins: the year 264 BC.", "Turn 3 begins: the year 262 BC.", "is finished"],
}

"""The sound that calls to a decision: two struck notes, computed.

`python -m tools.assets.call_sound` writes it.
"""

from __future__ import annotations

import math
import struct
import wave
from pathlib import Path

TARGET = Path(__file__).resolve().parents[2] / "frontends" / "browser" / "static" / "call.wav"
RATE = 16_000
"""Samples a second."""
NOTES = ((0.0, 659.26), (0.18, 880.0))
"""The second at which each note begins, and its frequency in hertz."""
LENGTH, LOUD = 0.9, 0.28


def samples() -> list[int]:
    """Return the sound, as signed numbers of 16 bits."""
    made = []
    for n in range(round(RATE * LENGTH)):
        level = 0.0
        for begin, frequency in NOTES:
            if (time := n / RATE - begin) >= 0:
                level += LOUD * math.exp(-6 * time) * math.sin(2 * math.pi * frequency * time)
        made.append(round(32_767 * level))
    return made


def main() -> None:
    """Write the file."""
    with wave.open(str(TARGET), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(b"".join(struct.pack("<h", one) for one in samples()))


if __name__ == "__main__":
    main()

"""The choice of a campaign's map."""

from __future__ import annotations

from msgspec import Struct

FIRST, OURS = "", "/"
"""The first map that the operator has installed; ours, a name that no folder can have."""


class BoardChoice(Struct, frozen=True):
    """The map of a campaign's group: the name of an overlay folder, `FIRST` or `OURS`; and whether the
    Discord channel counts as the group.
    """

    board: str = FIRST
    in_channel: bool = False

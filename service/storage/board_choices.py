"""The map that a campaign's group sees: which picture of its own copy, and whether its channel sees it too.

None of it is part of a game: it changes no rule and no log, and no export has it.
"""

from __future__ import annotations

from service.storage.database.store import Store
from service.values.boards import BoardChoice


class BoardChoiceRepository:
    """Keep the referee's choice for each campaign."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, campaign: int) -> BoardChoice:
        """Return the choice for a campaign; the operator's, for its group alone, if its referee made none."""
        row = self._store.row("SELECT board, channel FROM board_choice WHERE campaign = ?", campaign)
        return BoardChoice() if row is None else BoardChoice(row[0], bool(row[1]))

    def choose(self, campaign: int, choice: BoardChoice) -> None:
        """Save the choice for a campaign; inside a transaction."""
        sql = "INSERT OR REPLACE INTO board_choice (campaign, board, channel) VALUES (?, ?, ?)"
        self._store.run(sql, campaign, choice.board, int(choice.in_channel))

"""Messages between the players of a game, beside its log."""

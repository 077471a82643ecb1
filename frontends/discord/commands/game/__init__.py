"""Commands for a game from its founding to its end."""

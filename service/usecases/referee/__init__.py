"""Acts of a referee beside the game."""

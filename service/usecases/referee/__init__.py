"""What a referee does beside the game."""

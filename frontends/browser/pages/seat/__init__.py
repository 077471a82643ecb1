"""Pages of a seat alone: its standing orders, and its proposals and settings in the game."""

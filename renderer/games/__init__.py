"""The boards of the games: the only modules here that know a game's printed data."""

"""The table that runs a game: position, open question, answers and dice."""

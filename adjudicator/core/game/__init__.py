"""A game as the table knows it, the procedures that its rules are written as, and sealed events."""

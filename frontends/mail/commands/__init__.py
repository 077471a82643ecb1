"""The commands in a letter, and their answers."""

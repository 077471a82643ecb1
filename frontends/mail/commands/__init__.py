"""The commands in a mail, and their answers."""

"""Acts by agreement: undo, draws, pauses."""

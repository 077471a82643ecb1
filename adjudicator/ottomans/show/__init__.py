"""Everything people see and read of the game: views, names, sentences, pictures."""

"""A language that is files and nothing else: made of English, to prove that no code asks which one is read."""

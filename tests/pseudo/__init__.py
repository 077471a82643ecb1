"""A language made of files alone, out of English: it proves that no code asks which one is read."""

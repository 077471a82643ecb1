"""Everything players see and read: views, names, sentences, scenes."""

"""The game as people see it: views, pictures, sentences and names."""

"""Commands of a referee."""

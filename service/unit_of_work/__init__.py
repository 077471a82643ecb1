"""One transaction: its store, clock and randomness, and the campaign or tournament that it changes."""

"""The physical world: coast, rivers and relief in degrees, and how they are projected on a plate."""

"""Front ends: what players read and how they order."""

"""The computer's plans: markers of its own phases."""

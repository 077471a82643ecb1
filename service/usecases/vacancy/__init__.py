"""Seats that nobody plays: how they become vacant, whose consent counts, and who answers for them."""

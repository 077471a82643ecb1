"""Delivery of posts to channels and people, each exactly once."""

FRONT_END = "discord"
"""Under which name the store keeps what Discord has delivered."""

"""Delivery of posts to channels and people, each exactly once."""

"""Tournaments in the store."""

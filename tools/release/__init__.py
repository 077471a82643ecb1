"""Checks before a release that need the network."""

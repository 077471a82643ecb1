"""Figures of the code: its structure, and the paths through it."""

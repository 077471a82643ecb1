"""Boards of points joined by roads."""

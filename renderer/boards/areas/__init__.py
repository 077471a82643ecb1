"""Boards of areas with borders."""

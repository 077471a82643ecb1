"""Grids and paths: plain calculations on boards, for any game."""

"""Tests of play by e-mail."""

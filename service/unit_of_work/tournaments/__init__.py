"""Tournaments within a transaction: books of entries, missed deadlines, opened games."""

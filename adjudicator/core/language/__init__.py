"""Texts of games: templates with values, names, terms, languages, refusals."""

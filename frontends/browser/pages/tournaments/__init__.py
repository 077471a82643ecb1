"""Tournaments in a browser: the list, the form for a new one, and the page of each with its reader's possible
acts.
"""

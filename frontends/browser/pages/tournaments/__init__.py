"""Tournaments in a browser: the list, a new one, the page of each with what its reader may do."""

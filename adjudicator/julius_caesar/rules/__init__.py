"""The chapters of the rulebook: a module or several for each, named by its number."""

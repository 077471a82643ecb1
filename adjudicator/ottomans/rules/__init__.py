"""The chapters of the rules, each paragraph in the module of its chapter."""

"""A form for any decision, pick by pick."""

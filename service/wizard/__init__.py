"""A way through any decision, pick by pick."""

"""Pages, each with its routes."""

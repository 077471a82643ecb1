"""Decisions: the base of all (`choice`), and the shapes that games build them of (architecture.md §1.4)."""

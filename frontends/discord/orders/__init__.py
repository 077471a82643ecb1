"""Orders by panels, lines and pasted text."""

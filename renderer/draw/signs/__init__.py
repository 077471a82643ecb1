"""Signs as lists of strokes (see `renderer.draw.glyphs`)."""

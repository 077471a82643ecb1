"""Drawing: frames, masks, colours, text, signs, and the canvas that becomes a PNG. Knows no board."""

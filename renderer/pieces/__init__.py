"""Things on a board: counters, stacks, arrows, marks, losses."""

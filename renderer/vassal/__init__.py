"""VASSAL modules of a group's own copy: their maps, grids, named places and pieces; knows no rules."""

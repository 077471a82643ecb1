"""Tools that are run by hand: they make files that are drawn or heard."""

"""Records of the tables that belong to one front end, or to each that sends."""

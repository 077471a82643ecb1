"""Standing orders set by a form."""

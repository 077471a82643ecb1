"""Values that all of the service works with."""

"""Values used in all of the service."""

"""One interaction with a user: its subject and its answer."""

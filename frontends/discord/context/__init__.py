"""One interaction with a user: what it is about, and how it is answered."""

"""The workshop: what builds and checks the house, and is no part of it."""

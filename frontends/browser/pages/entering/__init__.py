"""Entering a seat: by link, by recovery code, as a member of its team."""

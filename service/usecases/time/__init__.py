"""Deadlines, absence, leaving, and seats that the computer plays."""

"""Deadlines, absence, and the default answer for a seat that lets its time pass."""

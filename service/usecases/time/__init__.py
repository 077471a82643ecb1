"""Deadlines, absence, and what is answered for a seat that lets its time pass."""

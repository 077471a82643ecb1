"""Printed boards, by kind, and the layer that each draws below all pieces."""

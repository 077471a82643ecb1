"""Printed boards, by kind, each with the layer that it draws below all pieces."""

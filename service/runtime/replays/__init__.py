"""Audits and replays of exported games, each made in a process of its own (ADR 7)."""

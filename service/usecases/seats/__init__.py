"""Seats and those who take them: founding, teams, messages between players."""

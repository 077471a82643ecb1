"""Use cases of players, referees and operators, one transaction each."""

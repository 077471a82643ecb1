"""Use cases of tournaments: founding, entries, rounds, sides, results, disputes, staff."""

"""`/tournament`: enter, bid, report and direct; each game in a thread of its own (docs/tournaments.md)."""

"""The log of a campaign: its chain of entries, and the chance to which it commits."""

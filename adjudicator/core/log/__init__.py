"""The log of a campaign: its chain of entries, the chance that they bind, and what reads and proves them."""

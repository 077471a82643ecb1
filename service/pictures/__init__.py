"""Pictures of a campaign: which there are, and the processes that draw them."""

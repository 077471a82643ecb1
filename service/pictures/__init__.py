"""The pictures of a campaign, and the processes that draw them."""

"""What is told to the readers of a campaign, as data for any front end."""

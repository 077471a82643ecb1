"""Posts of a campaign for its readers, as data for any front end."""

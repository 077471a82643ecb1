"""The migrations of the database: every table is made, and changed, by one of these."""

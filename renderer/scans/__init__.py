"""Pictures of a group's own map under its board: what is read, what is decoded, the sheet made of it."""

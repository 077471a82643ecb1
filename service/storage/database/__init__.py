"""The SQLite file: its connection, its integrity, its copies, its lock, and the record of what was shown."""

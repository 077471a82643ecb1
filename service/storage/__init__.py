"""The database: one SQLite file, its tables and its copies."""

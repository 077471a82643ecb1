"""The search of an answer among whole plans. It knows no game, no clock and no files."""

"""Draw what Discord shows of every kind of post and form, with simcord (`python -m tools.portraits`)."""

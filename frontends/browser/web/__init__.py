"""Parts of every page: requests, sessions, layout, access."""

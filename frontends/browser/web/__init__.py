"""What every page needs: requests, sessions, layout, access."""

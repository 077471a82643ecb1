"""Acts and queries on the tables of one front end, which it hands to the service's `keep` and `read`."""

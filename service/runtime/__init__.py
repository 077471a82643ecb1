"""Starting the service over a database, and running it without a front end."""

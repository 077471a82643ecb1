"""The referee's page: its panels and its forms."""

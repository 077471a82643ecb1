"""The service: campaigns, their use cases, storage, time and posts."""

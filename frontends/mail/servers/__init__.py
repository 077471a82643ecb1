"""The mail servers: the mailbox that is read, and the tokens for signing in."""

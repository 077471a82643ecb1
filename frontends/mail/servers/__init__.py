"""The servers at the other end: the mailbox that is read, and the tokens that open it."""

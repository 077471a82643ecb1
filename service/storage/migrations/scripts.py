"""The tables of the store, as SQL: migrations that never change once released (design/store.md §3)."""

from __future__ import annotations

from . import campaigns, checksums, front_ends, mail, tournaments

SCRIPTS = {
    "0.1.0": "".join(
        (
            *(campaigns.CAMPAIGNS, campaigns.PEOPLE, campaigns.LOG),
            *(campaigns.POSTS, campaigns.QUESTIONS, campaigns.TIME),
            *(front_ends.ACCESS, front_ends.CHANNELS, front_ends.READERS, front_ends.PRESS),
            *(mail.SEATS, mail.MAILS, mail.MAILBOX),
            *(tournaments.TOURNAMENTS, tournaments.ACCESS),
            checksums.CHECKSUMS,
        )
    )
}
"""Every migration by its name, in the order in which they are applied."""

BEFORE_RELEASE = "first"
"""The first migration of files from before release 0.1.0, which no release reads."""
LAST_BEFORE = "a6a63ed5f"
"""The last commit that reads them, and can finish their games."""

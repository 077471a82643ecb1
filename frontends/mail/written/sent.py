"""The mails of the umpire that a mail may quote."""

from __future__ import annotations

from collections.abc import Sequence

from service.api import Service

from .ours import Ours

MOST = 6
"""The number of mails of the umpire with which a mail is compared, besides those that it answers."""


def sent_to(service: Service, addresses: Sequence[str], answers: Sequence[str] = ()) -> Ours:
    """Return the words of the mails to a person's addresses: those that are answered, and the last ones."""
    texts, box = service.mail.texts, service.mailbox
    others = [other for one in addresses for other in (box.spare(one), *box.owners(one)) if other]
    addresses = [*dict.fromkeys((*addresses, *others))]
    found = [*texts.find(answers, addresses), *texts.last(addresses, MOST)]
    return Ours(list(dict.fromkeys(found)))

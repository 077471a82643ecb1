"""A brake on answers to a program that no header betrays: the same text again, or nothing for the seat again.

A mail with a frame always gets its answer. Others get three a day of a kind, and the third says so.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable

from adjudicator.core.language.words import N_
from service.api import Service
from service.text.localizer import Localizer

from .commands.conversation import Reply
from .incoming import Incoming

DAY, SKEW = 86_400, 3_600
"""A day, and by how much the clock of a sender may be ahead, in seconds."""
MOST_ALIKE = 3
"""The number of answers within a day to the same text, without another between them, or to mails without a
command.
"""
_LAST = N_(
    "This is the third answer within a day to such a message. Another one gets none; a "
    "message with orders between ORDERS and END always does."
)
_OVERTAKEN = N_(
    "By its date this email was written before another email of yours with orders, which came first. If the "
    "later orders are to count, send them again."
)
_LOG = logging.getLogger(__name__)


class Brake:
    """The mails of one sender within a day, up to one of them, whose text is noted.

    Args:
        service: on its own thread.
        mail: the mail; what it quotes does not count.
        who: the name by which the mails of its sender are counted.
        at: when it was received, in UNIX seconds.
        has_frame: true if it has a frame.
        is_idle: true if it has no command.

    Attributes:
        before: how many mails of its kind were answered before it.
        is_overtaken: true if it has a frame, and one that was written later was answered before.
    """

    def __init__(
        self, service: Service, mail: Incoming, who: str, at: int, *, has_frame: bool = False, is_idle: bool
    ) -> None:
        said = "\n".join(mail.lines).encode("utf-8", "replace")
        text = "" if has_frame else hashlib.sha256(said).hexdigest()
        written = mail.written if mail.written <= at + SKEW else 0
        service.mail.note_text(mail.digest, text, is_idle, written)
        self.is_overtaken = has_frame and service.mail.is_overtaken(who, mail.digest, written)
        earlier = service.mail.texts_before(who, mail.digest, at - DAY, at)
        same = next((n for n, (other, _) in enumerate(earlier) if other != text), len(earlier))
        idle = sum(one for _, one in earlier) if is_idle else 0
        self.before = 0 if has_frame else max(same, idle)
        self._digest = mail.digest

    def answered(self, answer: Callable[[], Reply], language: str) -> Reply | None:
        """Return the answer to the mail; None, without carrying it out, if there were enough."""
        if self.before >= MOST_ALIKE:
            _LOG.warning("mail %s gets no answer: %d like it did today", self._digest, self.before)
            return None
        reply = answer()
        if self.is_overtaken:
            reply.lines.append(Localizer(language)(_OVERTAKEN))
        if self.before == MOST_ALIKE - 1:
            reply.lines.append(Localizer(language)(_LAST))
        return reply

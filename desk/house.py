"""The house as an opponent: it sits where it is invited, and answers what it is asked.

It is a user like any other, whose commands come from here, one a transaction. What it answers follows from
its seat's view and the log's head alone, so that a crash in between changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.chance import sampler
from adjudicator.core.errors import Defect, NotNow, Refusal
from adjudicator.core.words import N_, Words

from . import closing, founding, playing, undoing
from .records import Message
from .register import Register
from .sitting import Sitting

USER = "house"
"""Who the house is, in every campaign."""
NAME = "The house"
"""What logs call it."""


def invite(s: Sitting, seat: str) -> None:
    """Give a vacant seat to the house: the founder may before the campaign begins, the referee always.

    Raises:
        NotNow: if the seat is not theirs to give, or taken, or the house does not play this game.
    """
    if s.campaign.state != "joining" or s.message.user != s.campaign.founder:
        s.require_referee()
    if s.game.house is None:
        raise NotNow(Words(N_("the house does not play this game")))
    s.message = Message(s.message.id, USER)
    founding.join(s, seat, NAME, own_salt=False)


def where_asked(register: Register) -> Iterator[int]:
    """The campaigns in which the house has something to do."""
    seats: dict[int, set[str]] = {}
    for id, seat in register.seats_of(USER):
        seats.setdefault(id, set()).add(seat)
    for id, own in seats.items():
        campaign = register.campaign(id)
        if campaign is None or campaign.state != "playing" or campaign.held:
            continue
        proposals = [register.proposal(id, kind) for kind in ("undo", "draw")]
        wanted = any(p is not None and not own <= {*p.consent} for p in proposals)
        if wanted or any(asked.seat in own for asked in register.asked(id)):
            yield id


def act(s: Sitting) -> None:
    """One thing: an undo that is proposed (it agrees), a draw (it refuses), else what it is asked.

    Raises:
        Defect: if its answer is refused.
    """
    own = s.own_seats()
    for kind in ("undo", "draw"):
        proposal = s.office.register.proposal(s.campaign.id, kind)
        if proposal is not None and not {*own} <= {*proposal.consent}:
            if kind == "undo":
                undoing.consent(s, own[0], agrees=True)
            else:
                closing.refuse_draw(s, own[0])
            return
    seat = next(seat for seat in own if seat in s.table.pending)
    assert s.game.house is not None
    answer = s.game.house(s.table.world, seat, s.table.pending[seat], sampler(int(s.chain.head[:16], 16)))
    try:
        playing.submit(s, seat, answer, None)
    except Refusal as error:
        raise Defect(f"the house is refused {answer!r}: {error}") from error

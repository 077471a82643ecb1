"""How a campaign is held, resumed and ended: by the referee, by agreement, by whoever gives up."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.chain import mac
from adjudicator.core.chance import EPOCHS, Stream
from adjudicator.core.errors import NotNow, NotUnderstood, Verbatim
from adjudicator.core.words import N_, Words

from .outbox import CHANNEL, REFEREE
from .records import Proposal, Seen
from .sitting import Sitting
from .words import LONGEST_REASON, plain

MOST_DICE, MOST_FACES = 100, 1000


def hold_by_referee(s: Sitting, why: str) -> None:
    """The referee holds the campaign.

    Raises:
        Refusal: if it is over, whoever asks is not the referee, or no reason is given: without one nothing
            would be held.
    """
    s.require_referee()
    why = plain(why, LONGEST_REASON)
    if not why:
        raise NotUnderstood(why, Words(N_("the reason for the hold")))
    hold(s, why)


def hold(s: Sitting, why: str) -> None:
    """Nothing is played until the referee releases the campaign."""
    s.require("joining", "salting", "playing", held=True)
    s.campaign.held = why
    s.tell(CHANNEL, "held", Words(N_("the campaign is held: {why}"), {"why": Verbatim(why)}))


def release(s: Sitting) -> None:
    """Play goes on, if the rules can still follow the log.

    Raises:
        NotNow: if it is not held.
        Stale: if they cannot; it stays held.
    """
    s.require("joining", "salting", "playing", held=True)
    s.require_referee()
    if not s.campaign.held:
        raise NotNow(Words(N_("the campaign is not held")))
    s.campaign.held = ""
    if s.campaign.state == "playing":
        s.note_rules()
        s.table.trail()
    s.tell(CHANNEL, "released", Words(N_("the campaign goes on")))


# -- the end -----------------------------------------------------------------------------------------


def resign(s: Sitting, seat: str) -> None:
    """A seat gives up, and the game is over.

    Raises:
        NotNow: if the campaign is not being played.
    """
    s.require("playing")
    s.require_seat(seat)
    s.end("resigned", {"resigned": [seat]})


def propose_draw(s: Sitting, seat: str) -> None:
    """Propose to all seats to call it a draw; another seat's proposal is accepted by that.

    Raises:
        NotNow: if the campaign is not being played.
    """
    s.require("playing")
    s.require_seat(seat)
    before = s.office.register.proposal(s.campaign.id, "draw")
    agreed = sorted({*(before.consent if before else []), *s.own_seats()})
    s.tell(CHANNEL, "draw", Words(N_("{seat} proposes a draw"), {"seat": seat}), how="proposed", by=seat)
    if agreed == sorted(s.campaign.seats):
        s.office.register.save_proposal(s.campaign.id, "draw", None)
        s.end("draw", {"draw": 1})
    else:
        proposal = Proposal("draw", before.by_seat if before else seat, s.campaign.n, "", agreed)
        s.office.register.save_proposal(s.campaign.id, "draw", proposal)


def refuse_draw(s: Sitting, seat: str) -> None:
    """Refuse the draw that is proposed, or take one's own proposal back.

    Raises:
        NotNow: if none is proposed.
    """
    s.require("playing")
    s.require_seat(seat)
    if s.office.register.proposal(s.campaign.id, "draw") is None:
        raise NotNow(Words(N_("no draw is proposed")))
    s.office.register.save_proposal(s.campaign.id, "draw", None)
    s.tell(CHANNEL, "draw", Words(N_("{seat} refuses a draw"), {"seat": seat}), how="refused", by=seat)


def end(s: Sitting, why: str) -> None:
    """The referee ends the campaign; the result is what the points say now.

    Raises:
        NotNow: if it is over already, or has not begun.
    """
    s.require("playing", held=True)
    s.require_referee()
    s.end(plain(why, LONGEST_REASON), {"points": dict(s.game.score(s.table.world).points)})


# -- the referee's own dice --------------------------------------------------------------------------


def roll(s: Sitting, label: str, count: int, faces: int, why: str) -> list[int]:
    """Dice beside the game, which move no epoch (fair_dice.md §8); each shows 1 to `faces`.

    Raises:
        NotNow: if there are no such dice, or none are left.
    """
    s.require("playing", held=True)
    s.require_referee()
    i, label, why = s.campaign.asides + 1, plain(label, LONGEST_REASON), plain(why, LONGEST_REASON)
    if not (1 <= count <= MOST_DICE and 2 <= faces <= MOST_FACES) or i > EPOCHS:
        raise NotNow(Words(N_("there are no such dice")))
    seed, joint = s.office.roots(s.campaign).asides[i], s.office.register.keys(s.campaign.id).joint
    key = mac(seed, "aside", s.campaign.name, i, joint)
    got = Stream(mac(key, "roll", 0)).dice(count, faces)
    rolls = [{"kind": "dice", "label": label, "count": count, "faces": faces, "got": got}]
    s.campaign.asides = i
    fields = {"i": i, "seed": seed.hex(), "by": "referee", "why": why, "rolls": rolls}
    s.append("aside", fields)
    words = Words(N_("the referee casts {label}: {got}"), {"label": Verbatim(label), "got": got})
    s.tell(CHANNEL, "aside", words, **fields)
    return got


# -- after a restored backup -------------------------------------------------------------------------


def compare(s: Sitting, seen: Sequence[Seen]) -> bool:
    """Compare what was posted with the log; whether they agree. If not, the campaign is held.

    A database that was restored from a backup may lack entries whose posts have been read, and whose
    dice are known (fair_dice.md §8).
    """
    lost = [post for post in seen if not _is_logged(s, post)]
    if not lost:
        return True
    last, epoch = max(post.n for post in lost), max(post.epoch for post in lost)
    why = f"posts up to entry {last} and epoch {epoch} are not in the log, which ends at {s.campaign.n - 1}"
    if s.campaign.state in ("joining", "salting", "playing"):
        hold(s, why)
    values = {"last": last, "epoch": epoch}
    template = N_(
        "entries up to {last} were posted and are lost: enter them again, or burn up to epoch {epoch}"
    )
    s.tell(REFEREE, "lost", Words(template, values), **values)
    return False


def _is_logged(s: Sitting, post: Seen) -> bool:
    head = s.office.archive.head(s.campaign.id, post.n)
    return bool(head) and head.startswith(post.head) and post.epoch <= s.campaign.epoch


def burn(s: Sitting, to: int, why: str) -> None:
    """Use up the epochs to `to`, whose dice were posted and then lost.

    Raises:
        NotNow: if the log has come so far already.
    """
    s.require("playing", held=True)
    s.require_referee()
    if to <= s.campaign.epoch:
        raise NotNow(Words(N_("epoch {to} is past"), {"to": to}))
    if to > EPOCHS:
        raise NotNow(Words(N_("there is no epoch {to}"), {"to": to}))
    why, seed = plain(why, LONGEST_REASON), s.office.roots(s.campaign).seeds[to].hex()
    s.append("burn", {"to": to, "seed": seed, "by": "referee", "why": why})
    s.chain.epoch = to
    s.tell(CHANNEL, "burn", Words(N_("epochs up to {to} are burnt"), {"to": to}), to=to, why=why)

"""Holding, releasing and ending a campaign."""

from __future__ import annotations

from adjudicator.core.language.errors import Defect, NotNow, NotUnderstood, Stale, Verbatim
from adjudicator.core.language.words import N_, Words, words
from adjudicator.core.log.chain import JSON, mac
from adjudicator.core.log.chance import EPOCHS, Rng
from service.unit_of_work.transaction import Transaction
from service.usecases.seats import teams
from service.values.audiences import CHANNEL
from service.values.posts import AsideNotice
from service.values.receipts import Rolled
from service.values.words import LONGEST_REASON, kept, packed, plain, reason

MOST_DICE, MOST_FACES = 100, 1000


def hold_by_referee(tx: Transaction, why: str) -> None:
    """Hold the campaign, as the referee.

    Raises:
        Refusal: if it is over, the caller is not the referee, or no reason is given: without one nothing
            would be held.
    """
    tx.require("joining", "salting", "playing", held=True)
    tx.require_referee()
    why = plain(why, LONGEST_REASON)
    if not why:
        raise NotUnderstood(why, words(N_("the reason for the hold")))
    hold(tx, why)


def hold(tx: Transaction, why: str | Words) -> None:
    """Hold the campaign, by a person's reason or the umpire's: nothing is played until it is released."""
    tx.require("joining", "salting", "playing", "closed", held=True)
    tx.campaign.held = kept(why)
    tx.context.campaigns.save_proposal(tx.campaign.id, "pause", None)
    what = "paused" if tx.campaign.is_paused else "held"
    tx.tell(CHANNEL, what, words(N_("the game is on hold: {why}"), why=reason(tx.campaign.held)))


def release(tx: Transaction) -> None:
    """Release a held campaign, if the rules can still follow the log: as the referee, or as a player one that
    all players have paused.

    Raises:
        NotNow: if it is not held, the sender may not, or dice that were shown and lost are still to be burnt.
        Stale: if they cannot; it stays held.
    """
    tx.require("joining", "salting", "playing", "closed", held=True)
    own = tx.own_seats()
    if tx.campaign.is_paused and own:
        tx.tell(CHANNEL, "go on", words(N_("{by} ended the pause"), by=own))
    else:
        tx.require_referee()
    resume(tx)


def resume(tx: Transaction) -> None:
    """Release a held campaign as the umpire; raises as `release` does."""
    if not tx.campaign.held:
        raise NotNow(words(N_("the game is not on hold")))
    tx.require_no_lost_dice()
    tx.campaign.held = ""
    if tx.campaign.state == "playing":
        tx.note_rules()
        tx.table.trail()
    tx.tell(CHANNEL, "released", words(N_("the game resumes")))


# -- the end -----------------------------------------------------------------------------------------


def end(tx: Transaction, why: str) -> None:
    """End the campaign, as the referee; the result is that of the points now.

    If the referee holds a side there is no result, for they would choose the moment. A campaign that has not
    begun is given up by this, also by its founder.

    Raises:
        Refusal: if it is over already, the caller may not, or no reason is given, which all are to read.
    """
    why, values = _reason(tx, why)
    if tx.campaign.state != "playing":
        tx.require_founder()
        _give_up(tx, words(N_("the game was called off before it began: {why}"), **values))
        return
    tx.require_referee()
    result = _points(tx) if teams.is_apart(tx, *tx.campaign.seats) else {}
    tx.end(why, result, words(N_("the referee ended the game: {why}"), **values), by="referee")


def end_by_moderator(tx: Transaction, why: str) -> None:
    """End a campaign as the moderator of the place where it is shown, so that it does not block its
    channel for ever.

    It has not begun, or is held; there is no result. The front end has checked that the sender
    moderates the place.

    Raises:
        Refusal: if it is over or in play, they have or had a side in it, or no reason is given.
    """
    why, values = _reason(tx, why)
    if tx.campaign.state != "playing":
        _give_up(tx, words(N_("a moderator called off the game before it began: {why}"), **values))
        return
    if not tx.campaign.held or tx.campaign.is_paused:
        held = N_(
            "a moderator may end a game only while it is on hold or before it begins; otherwise "
            "its referee ends it"
        )
        raise NotNow(words(held))
    user, id = tx.message.user, tx.campaign.id
    if teams.seats_of(tx.context, user, id) or tx.context.teams.former(id, user):
        raise NotNow(words(N_("you have, or had, a seat in this game; only its referee may end it")))
    said = words(N_("a moderator ended the game, which was on hold, without a result: {why}"), **values)
    tx.end(why, {}, said, by="moderator")


def _reason(tx: Transaction, why: str) -> tuple[str, dict[str, object]]:
    """Return the reason to end a campaign that is not over, as text and as a value of sentences."""
    tx.require("joining", "salting", "playing", held=True)
    why = plain(why, LONGEST_REASON)
    if not why:
        raise NotUnderstood(why, words(N_("the reason for ending the game")))
    return why, {"why": Verbatim(why, LONGEST_REASON)}


def _give_up(tx: Transaction, words: Words) -> None:
    tx.campaign.state = "dead"
    tx.tell(CHANNEL, "dead", words)


def _points(tx: Transaction) -> dict[str, JSON]:
    """Return the points now; none for a held game whose log the rules cannot follow, or whose figures are
    missing.
    """
    try:
        return {"points": dict(tx.game.score(tx.table.world).points)}
    except (Stale, Defect, NotNow):
        if not tx.campaign.held:
            raise
        return {}


# -- the referee's own dice --------------------------------------------------------------------------


def roll(tx: Transaction, label: str, count: int, faces: int, why: str) -> Rolled:
    """Roll dice outside the game, which use up no epoch (design/fair-dice.md §8); each shows 1 to `faces`.

    Raises:
        Refusal: if there are no such dice, none are left, no reason is given, or dice that were seen are
            still to be burnt.
    """
    tx.require("playing", held=True)
    tx.require_referee()
    tx.require_no_lost_dice()
    i, label, why = tx.campaign.asides + 1, plain(label, LONGEST_REASON), plain(why, LONGEST_REASON)
    if not (1 <= count <= MOST_DICE and 2 <= faces <= MOST_FACES) or i > EPOCHS:
        most = {"dice": MOST_DICE, "faces": MOST_FACES, "rolls": EPOCHS}
        template = N_(
            "you may roll 1 to {dice} dice with 2 to {faces} faces, at most {rolls} times in a game"
        )
        raise NotNow(words(template, **most))
    if not label:
        raise NotUnderstood(label, words(N_("what the dice are for")))
    seed, joint = tx.context.roots(tx.campaign).asides[i], tx.context.campaigns.keys(tx.campaign.id).joint
    key = mac(seed, "aside", tx.campaign.name, i, joint)
    got = Rng(mac(key, "roll", 0)).dice(count, faces)
    rolls = [{"kind": "dice", "label": label, "count": count, "faces": faces, "got": got}]
    tx.campaign.asides = i
    fields = {"i": i, "seed": seed.hex(), "by": "referee", "why": why, "rolls": rolls}
    tx.append("aside", fields)
    said = words(N_("the referee rolled {label}: {got}"), label=Verbatim(label), got=got)
    tx.post(CHANNEL, AsideNotice("aside", packed(said), why, i=i, seed=seed.hex(), rolls=rolls))
    return Rolled(got)

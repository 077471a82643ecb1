"""A player's own salt: committed before the game, revealed once all are committed (design/fair-dice.md §2).

The browser makes it, or `verify.py` on the player's own machine; the nonce is sent here only when it is
revealed.
"""

from __future__ import annotations

from adjudicator.core.language.words import N_
from frontends.browser.web.html import Html, tag
from frontends.browser.web.layout import field, form
from frontends.browser.web.request_context import RequestContext
from frontends.browser.web.viewer import Table, TableContext
from service.text.localizer import Localizer
from service.usecases.seats import founding
from service.usecases.seats.founding import LONGEST_SALT

OWN = "own_salt"
"""The field of a form that says that a player makes their own salt."""

CANNOT = N_(
    "This browser can make a salt only over HTTPS or on the machine that runs the "
    "umpire. Use verify.py instead."
)


def wish(t: Localizer) -> Html:
    """Return the box to tick for making one's own salt, for the forms that take a seat."""
    box = tag("input", type="checkbox", name=OWN, value=1)
    label = t(N_("I will make my own salt, so that nobody can have chosen this game's dice"))
    return tag("label", box, tag("span", label), class_="pick")


def asked(at: TableContext) -> Html | None:
    """Return the form that asks a seat for its own salt; None if nothing is asked now."""
    seat, campaign = at.table.viewer.seat, at.table.viewer.campaign
    if at.table.campaign.state != "salting" or seat is None or not _commands(at.table, seat):
        return None
    log = at.service.log(campaign)
    bound = {entry["seat"]: entry["made"] for entry in log if entry["t"] == "salt_commit"}
    if seat not in bound:
        return _bind(at.context, at.table, log[0]["head"])
    shown = [entry["seat"] for entry in log if entry["t"] == "salt"]
    if bound[seat] == "self" and seat not in shown and len(bound) == len(at.table.campaign.seats):
        return _show(at.context, at.table, log[0]["head"])
    return None


def _commands(table: Table, seat: str) -> bool:
    return seat in table.members and table.members[seat].user == table.viewer.user


def _bind(context: RequestContext, table: Table, card: str) -> Html:
    """Return the ways to commit to an own salt: made in this browser, or by verify.py on the own machine."""
    t, seat, path = table.localizer, table.viewer.place, table.viewer.path
    line = f'python verify.py salt {card} {seat} "{t(N_("any words"))}"'
    words = tag("input", maxlength=LONGEST_SALT, autocomplete="off", data_salt_words=True)
    make = tag(
        "div",
        field(t(N_("Any words of your choice")), words),
        tag("button", t(N_("Make a salt in this browser")), type="button", data_salt_make=True),
        tag(
            "output",
            "",
            class_="hint",
            data_salt_kept=t(N_("Keep this until salts are revealed:")),
            data_salt_cannot=t(CANNOT),
        ),
        class_="script",
    )
    by_hand = tag(
        "details",
        tag("summary", t(N_("Or use verify.py on your own machine"))),
        tag("p", tag("code", line), class_="scroll", tabindex="0"),
    )
    c = tag("input", name="c", required=True, minlength=64, maxlength=64, autocomplete="off")
    bind = form(
        context,
        f"{path}/do/salt-bind",
        field(t(N_("Its commitment (c)")), c),
        tag("button", t(N_("Confirm")), class_="main"),
    )
    bot = form(
        context, f"{path}/do/salt-leave", tag("button", t(N_("Let the umpire make it")), class_="quiet")
    )
    title = tag("h2", t(N_("Make your salt")))
    return tag("div", title, make, by_hand, bind, bot, data_salt=f"{card} {seat}")


def _show(context: RequestContext, table: Table, card: str) -> Html:
    t, seat = table.localizer, table.viewer.place
    nonce = tag("input", name="nonce", required=True, minlength=32, maxlength=32, autocomplete="off")
    words = tag("input", name="words", maxlength=LONGEST_SALT, autocomplete="off")
    show = form(
        context,
        f"{table.viewer.path}/do/salt-show",
        field(t(N_("Nonce")), nonce),
        field(t(N_("Words")), words),
        tag("button", t(N_("Reveal")), class_="main"),
    )
    title = tag("h2", t(N_("Every commitment is in: reveal your salt")))
    return tag("div", title, show, data_salt=f"{card} {seat}")


# -- doing it ----------------------------------------------------------------------------------------


def bind(at: TableContext, seat: str) -> object:
    """Commit the seat to its salt."""
    return at.do(
        founding.commit,
        seat,
        at.context.field("c").strip(),
    )


def leave(at: TableContext, seat: str) -> object:
    """Let the umpire make the salt."""
    return at.do(founding.leave_salt_to_bot, seat)


def show(at: TableContext, seat: str) -> object:
    """Show the salt."""
    said = at.context.field("nonce").strip(), at.context.field("words")
    return at.do(founding.reveal, seat, *said)

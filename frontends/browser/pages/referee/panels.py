"""The panels of the referee's page: hold and end, time, seats, words, dice, the position."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_, Words, words
from adjudicator.core.log.chance import EPOCHS
from frontends.browser.pages.seat.game_settings import level_field, points
from frontends.browser.pages.time_control import referee_panels
from frontends.browser.web.html import Html, tag
from frontends.browser.web.layout import field, select
from frontends.browser.web.panels import Panels
from frontends.browser.web.request_context import RequestContext
from frontends.browser.web.viewer import Table, TableContext
from renderer.own_boards import Found
from service.pictures.group_board import board_of, installed
from service.usecases.seats.founding import LONGEST_NAME
from service.values.boards import OURS
from service.values.records import Campaign


def panels(at: TableContext) -> list[list[Html]]:
    """Return the panels of everything that the referee may do, by subject."""
    return [
        _hold_and_end(at),
        referee_panels(at),
        _seats(at.context, at.table),
        _words(at),
        _position(at.context, at.table),
        *filter(None, [_board(at)]),
    ]


def _board(at: TableContext) -> list[Html]:
    """Return the panel to choose the map that the group sees; nothing where no picture of it is installed."""
    p, campaign = Panels(at.context, at.table), at.table.viewer.campaign
    known, choice = installed(at.service, campaign), at.service.board_choices.of(campaign)
    if not known:
        return []
    usable = [one.folder.name for one in known if one.id]
    chosen = board_of(at.service, campaign)
    now = next((one.folder.name for one in known if chosen and one.digest == chosen), OURS)
    maps = [(OURS, p.t(N_("our map"))), *((name, name) for name in usable)]
    keep = tag("input", type="checkbox", name="channel", value=1, checked=choice.in_channel)
    label = tag("label", keep, tag("span", p.t(CHANNEL_SEES)), class_="pick")
    faults = [tag("p", p.t.words(fault), class_="hint") for one in known for fault in _faults(one)]
    listed = field(p.t(N_("Map")), select("board", maps, now))
    hint = SHARED if at.context.shows_own else STAYS
    return [p.panel(N_("The group's map"), "board", N_("Confirm"), listed, label, *faults, hint=hint)]


def _faults(one: Found) -> Iterator[Words]:
    """Yield the faults of a map, then of its pieces."""
    folder = Verbatim(one.folder.name)
    if one.problem is not None:
        yield words(UNUSABLE, folder=folder, why=one.problem)
    yield from (words(LEFT_OUT, folder=folder, why=why) for why in one.faults)


CHANNEL_SEES = N_("The Discord channel of the game sees it too")
UNUSABLE = N_("{folder}: {why}. Our map is shown.")
LEFT_OUT = N_("{folder}: {why}. Our piece is shown.")
STAYS = N_(
    "Players, observers and you see it; public pages, exports and films to share show our map. "
    "Most printed maps are under copyright: they stay with the group."
)
SHARED = N_(
    "Players, observers and you see it, and on this server also everybody who opens the public page of the "
    "game (setting overlays_public); replay files, exports, films, pictures to share and tournaments show "
    "our map. Most printed maps are under copyright."
)


def _hold_and_end(at: TableContext) -> list[Html]:
    """Return the panels to hold, resume, go back and end."""
    p = Panels(at.context, at.table)
    keep = tag(
        "label", tag("input", type="checkbox", name="keep", value=1), tag("span", p.t(KEEP)), class_="pick"
    )
    made = [
        p.panel(N_("Resume"), "release", N_("Resume the game"))
        if at.table.campaign.held
        else p.panel(N_("Put on hold"), "hold", N_("Put the game on hold"), p.line(N_("Reason"), "why"))
    ]
    if at.table.campaign.held and at.table.campaign.state in ("playing", "closed"):
        made.append(_burning(p, at.table.campaign))
    if any(asked.optional for asked in at.service.asked(at.table.viewer.campaign)):
        hint = N_("Seats that have not reacted pass, or follow their standing orders.")
        made.append(p.panel(N_("Reaction window open"), "close", N_("Close the reaction window"), hint=hint))
    if at.table.campaign.state == "playing":
        back = field(p.t(N_("Go back to")), points(at.service, at.table))
        made.append(p.panel(N_("Go back"), "undo", N_("Go back"), back, p.line(N_("Reason"), "why"), keep))
        made.append(
            p.panel(
                N_("End the game"),
                "end",
                N_("End the game"),
                p.line(N_("Reason"), "why"),
                hint=N_("Everything sealed is then revealed to all."),
            )
        )
    elif at.table.campaign.state == "closed":
        hint = N_("The result is provisional, and hidden information is still hidden.")
        made = [
            p.panel(N_("Resume"), "resume", N_("Resume the game"), p.line(N_("Reason"), "why"), hint=hint)
        ]
    elif at.table.campaign.state in ("joining", "salting"):
        why = p.line(N_("Reason"), "why")
        made.append(p.panel(N_("Call off the game before it begins"), "end", N_("Call it off"), why))
    are_demanded = at.service.mail.demands_signatures(at.table.viewer.campaign)
    if are_demanded or at.service.mail.seats(at.table.viewer.campaign):
        made.append(_signatures(p, are_demanded))
    return made


def _signatures(p: Panels, are_demanded: bool) -> Html:
    """Return the panel to demand, or no longer demand, signatures of all mails of a game."""
    hint = N_("A mail without a valid DKIM signature of its sender's domain then waits to be confirmed.")
    if are_demanded:
        return p.panel(N_("Signed email"), "unsigned", N_("No longer require signatures"))
    return p.panel(N_("Signed email"), "signed", N_("Require signatures"), hint=hint)


def _burning(p: Panels, campaign: Campaign) -> Html:
    """Return the panel to burn dice that were seen before a backup was restored."""
    to = tag(
        "input",
        type="number",
        name="to",
        min=campaign.epoch + 1,
        max=EPOCHS,
        value=campaign.lost_epoch if campaign.lost_epoch > campaign.epoch else None,
        required=not campaign.has_lost_dice,
    )
    return p.panel(
        N_("Burn lost dice"),
        "burn",
        N_("Burn"),
        field(p.t(N_("Last epoch that anybody saw")), to),
        p.line(N_("Reason"), "why"),
        hint=N_("After a backup was restored, dice that were already seen must never be rolled again."),
    )


KEEP = N_("Replay the undone answers; the same dice apply as long as nothing differs")


def _seats(context: RequestContext, table: Table) -> list[Html]:
    """Return the panels about seats: answer for one, see as one, its link, its player."""
    p = Panels(context, table)
    looks = N_(
        "If you look at hidden information, the log records it and everyone is told at the end of the game."
    )
    stops = N_("The old link to the seat then stops working.")
    said = (
        p.line(N_("Order"), "text"),
        p.line(N_("Reason, if the seat could still answer for itself"), "why", required=False),
    )
    made = [
        p.panel(N_("See as a seat"), "see", N_("View"), p.seat(), hint=looks),
        p.panel(N_("Answer for a seat"), "answer", N_("Answer"), p.seat(), *said, hint=looks),
        p.panel(N_("New link"), "link", N_("Make link"), p.seat(), hint=stops),
    ]
    if table.campaign.state == "playing":
        made.append(
            p.panel(
                N_("Replace a player"),
                "replace",
                N_("Make link"),
                p.seat(),
                p.line(N_("The new player's name"), "who", most=LONGEST_NAME),
                hint=N_("The previous player's link stops working, and they see nothing more of this seat."),
            )
        )
    if table.campaign.state in ("joining", "salting"):
        hint = N_("If the seats are still supplying salts, this calls the game off.")
        made.append(p.panel(N_("Remove a player"), "vacate", N_("Remove"), p.seat(), hint=hint))
    vacant = [seat for seat in table.campaign.seats if seat not in table.members]
    if vacant and table.game.ai_player is not None:
        parts = [p.seat(), *filter(None, [level_field(p.t, table.game)])]
        made.append(p.panel(N_("Let the computer take a vacant seat"), "computer", N_("Confirm"), *parts))
    return made


def _words(at: TableContext) -> list[Html]:
    """Return the panels to announce, to rule, and to roll dice outside the game."""
    p = Panels(at.context, at.table)
    standing = [one for one in at.service.rulings(at.table.viewer.campaign) if not one.revoked]
    which = select("number", [(str(one.number), f"{one.number}. {one.question}") for one in standing])
    revoking = p.panel(
        N_("Revoke a ruling"),
        "revoke",
        N_("Revoke"),
        field(p.t(N_("Ruling")), which),
        p.line(N_("Reason"), "why"),
    )
    count = tag("input", type="number", name="count", value=1, min=1, max=20)
    faces = select("faces", [("6", "6"), ("10", "10")])
    return [
        p.panel(N_("Announce"), "announce", N_("Announce to everyone"), p.area(N_("Text"), "text")),
        p.panel(N_("Stop a player's messages"), "silence", N_("Silence"), p.seat()),
        p.panel(N_("Allow a player's messages again"), "unsilence", N_("Allow"), p.seat()),
        p.panel(
            N_("Rule on a question"),
            "rule",
            N_("Rule"),
            p.line(N_("Question"), "question"),
            p.area(N_("Ruling"), "ruling"),
        ),
        *([revoking] if standing else []),
        p.panel(
            N_("Roll dice outside the game"),
            "roll",
            N_("Roll"),
            p.line(N_("What the roll is for"), "label", most=80),
            field(p.t(N_("Dice")), count),
            field(p.t(N_("Faces")), faces),
            p.line(N_("Reason"), "why", required=False),
        ),
    ]


def _position(context: RequestContext, table: Table) -> list[Html]:
    """Return the panel to edit the position, with a preview first."""
    p = Panels(context, table)
    hint = N_("One change per line, such as “turn = 2”. You see a preview before anything changes.")
    return [
        p.panel(N_("Edit the position"), "try", N_("Preview"), p.area(N_("Changes"), "text", 4), hint=hint)
    ]

"""The order sheet: a seat's possible orders now, waiting orders, and other acts (design/discord.md §3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_, words
from frontends.discord.context.action_context import ActionContext
from frontends.discord.ui.items import BLUE, GREEN, GREY, button
from frontends.discord.ui.pages import INK, RULE, Page, Raw, marked, plain
from service.api import Service
from service.pictures import build
from service.pictures.drawing import Drawing, Picture
from service.pictures.group_board import for_group
from service.posts.compose import HEADING
from service.text import telling
from service.usecases.agreeing import undo
from service.usecases.play import battle_orders, suggesting
from service.usecases.play.suggesting import Offered
from service.usecases.seats.teams import COMMANDER, OBSERVER
from service.values.records import STATES, Campaign, Queue, Suggestion
from service.values.words import reason

from . import panel_state
from .panel_page import panel_page
from .panel_preview import previews
from .panel_state import ASIDE, CHANGE, PENDING, Panel

MOST_LINES = 12
"""The most lines of waiting orders that are shown."""
MOST_SUGGESTIONS = 2
LONGEST_ANSWER = 400
PLAN = N_(
    "A battle of yours has begun. Leave battle orders now, and you will be asked only when "
    "none of them applies."
)
"""Before the seat is asked in a battle."""
NOTHING = Offered(None, is_spared=False, may_be_spared=False)
"""The suggestions for an officer."""


class OrderSheet(Struct, frozen=True):
    """The contents of a seat's sheet, for its commander or an officer.

    Attributes:
        role: the reader's role at the seat.
        panel: the present decision.
        answered: an answer that may still be changed, None for none.
        can_act: whether the seat may act out of turn beside the question.
        can_take_back: whether the seat's last order can be taken back, as all can see.
        fights: whether the seat may give orders for battles.
        is_planned: whether it has given some.
        offered: the suggestions for its commander.
        queue: orders that wait, or have become a draft.
        suggestions: those of officers.
        others: the reader's other seats that are asked.
        elsewhere: the reader's seats in other games that are asked, the longest first.
        waits: (seat, rule) of all who are asked.
        due: the seat's deadline, 0 without one.
    """

    role: str
    panel: Panel | None
    answered: str | None
    can_act: bool
    can_take_back: bool
    fights: bool
    is_planned: bool
    offered: Offered
    queue: Queue | None
    suggestions: list[Suggestion]
    others: list[str]
    elsewhere: list[tuple[int, str]]
    waits: list[tuple[str, str]]
    due: int


def sheet_of(service: Service, user: str, campaign: Campaign, seat: str, language: str) -> OrderSheet:
    """Return the contents of the sheet now.

    Raises:
        NotNow: if the user neither commands the seat nor is an officer of it.
    """
    id = campaign.id
    role = panel_state.require_adviser(service, user, id, seat)
    at = panel_state.present(service, user, id, seat, language)
    change = panel_state.subject_of(service, user, id, seat, CHANGE, language)
    asked = service.asked(id)
    left, others = service.look(id, battle_orders.suggested, seat, language)
    mine = [own for number, own in service.seats_of(user) if number == id and own != seat]
    return OrderSheet(
        role=role,
        panel=at,
        answered=None if change is None else change.answered,
        can_act=at is not None
        and at.subject.kind == PENDING
        and panel_state.subject_of(service, user, id, seat, ASIDE, language) is not None,
        can_take_back=service.look(id, undo.to_take_back, seat) is not None,
        fights=bool(left or others),
        is_planned=bool(left),
        offered=service.look(id, suggesting.offered, seat, language) if role == COMMANDER else NOTHING,
        queue=service.batch(id, seat),
        suggestions=service.suggestions(id, seat),
        others=[own for own in mine if own in {a.seat for a in asked}],
        elsewhere=[one for one in waiting_for(service, user) if one[0] != id],
        waits=[(a.seat, telling.cited(a.rule)) for a in asked],
        due=next((due.due or 0 for due in service.due(id) if due.seat == seat), 0),
    )


def waiting_for(service: Service, user: str) -> list[tuple[int, str]]:
    """Return the campaigns and seats that wait for a user's orders, the longest asked first."""
    seats = [(id, seat) for id, seat, role in service.roles_of(user) if role != OBSERVER]
    return service.longest_asked(seats)


async def show_sheet(call: ActionContext, campaign: Campaign, seat: str, said: Sequence[str] = ()) -> None:
    """Show the sheet of a seat, below the result of the last act.

    Raises:
        NotNow: if the caller neither commands the seat nor is an officer of it.
    """

    def looked(service: Service) -> tuple[Campaign, OrderSheet]:
        now = service.status(campaign.id).campaign
        return now, sheet_of(service, call.user, now, seat, call.language)

    if said:
        call.bot.statuses.request_update(campaign.id)
    now, sheet = await call.look(looked)
    title = plain(call.signs.beside(now.title, call.name(seat)))
    if sheet.panel is None:
        page = Page(title=title, body=list(_idle(call, now, sheet)), colour=INK)
    else:
        page = panel_page(sheet.panel, title, face=call.bot.emojis.of(call.game))
        if sheet.panel.subject.kind == ASIDE:
            page.body = [*_idle(call, now, sheet), *page.body]
    page.body = [*said, *_heading(call, now, sheet), *_waiting(call, sheet), *page.body]
    if sheet.panel is None or not sheet.panel.filled:
        page.body = [*page.body, *_spared(call, sheet)]
        page.rows = [*_suggested(call, now, seat, sheet), *page.rows, *_rows(call, now, seat, sheet)]

    async def drawn() -> Page:
        at = sheet.panel
        pictures = [] if at is None else await previews(call, at) or await _map(call, now, seat, at)
        return replace(page, pictures=pictures)

    await call.say_with(page, drawn())


async def _map(call: ActionContext, campaign: Campaign, seat: str, panel: Panel) -> list[Picture]:
    """Return the seat's map for a question without picks; none for a game without maps."""
    if panel.filled or panel.subject.kind != PENDING:
        return []

    def latest(service: Service) -> Drawing | None:
        return for_group(service, campaign.id, build.latest_of(service, campaign.id, seat, call.language))

    drawing = await call.look(latest)
    return await call.bot.renderer.drawn([drawing] if drawing is not None else [])


# -- words -------------------------------------------------------------------------------------------


def _heading(call: ActionContext, campaign: Campaign, sheet: OrderSheet) -> Iterator[str]:
    """Yield the moment of the game, and the deadline."""
    assert call.game is not None
    if campaign.held:
        held = call.text(N_("The game is on hold: {why}"), why=reason(campaign.held))
        yield f"**{plain(held)}**"
    if not campaign.stage or campaign.state != "playing":
        return
    when = call.game.when(campaign.stage)
    moment = call.text(HEADING, turn=when.title, phase=when.phase)
    if sheet.due and sheet.panel is not None:
        until = marked(N_("until {due} ({left})"), call.language, due=Raw(f"<t:{sheet.due}:f>"),
                       left=Raw(f"<t:{sheet.due}:R>"))  # fmt: skip
        yield f"-# {call.signs.beside(plain(moment), until)}"
    else:
        yield f"-# {plain(moment)}"


def _idle(call: ActionContext, campaign: Campaign, sheet: OrderSheet) -> Iterator[str]:
    """Yield the text when nothing is asked."""
    if sheet.answered is not None:
        answer = Verbatim(sheet.answered, LONGEST_ANSWER)
        yield plain(call.text(N_("Your answer is in: {answer}"), answer=answer))
        until = N_("You may change it until everyone has answered. Until then nobody else can see it.")
        yield f"-# {plain(call.text(until))}"
    elif campaign.state != "playing":
        yield plain(call.text(N_("This game is {state}."), state=words(STATES[campaign.state])))
    else:
        yield plain(call.text(N_("You have nothing to decide right now.")))
        if sheet.fights and not sheet.is_planned and sheet.role == COMMANDER:
            yield plain(call.text(PLAN))
    waits = [words(N_("{seat} ({rule})"), seat=seat, rule=rule) for seat, rule in sheet.waits]
    if waits and campaign.state == "playing":
        yield f"-# {plain(call.text(N_('Waiting for {seats}.'), seats=waits))}"


def _spared(call: ActionContext, sheet: OrderSheet) -> Iterator[str]:
    """Yield the suggested answer, and that the seat is asked no reactions."""
    if sheet.offered.suggested is not None:
        said = sheet.offered.suggested.said
        yield f"-# {plain(call.text(said.template, **said.values))}"
    if sheet.offered.is_spared:
        yield f"-# {plain(call.text(suggesting.SPARED))}"


def _waiting(call: ActionContext, sheet: OrderSheet) -> Iterator[str]:
    """Yield the orders that wait, and those suggested."""
    if sheet.queue is not None:
        waits = sheet.queue.state == "waiting"
        yield plain(
            call.text(
                N_("Orders that continue on your next turn:") if waits else N_("Orders for you to check:")
            )
        )
        yield from (*_listed(list(map(str, sheet.queue.lines))), RULE)
    for made in sheet.suggestions[:MOST_SUGGESTIONS]:
        yield plain(call.text(N_("Suggested by {who} ({n}):"), n=made.id, who=Verbatim(made.who)))
        yield from (*_listed(made.text.splitlines()), RULE)


def _listed(lines: Sequence[str]) -> list[str]:
    shown = [f"> {plain(line)}" for line in lines[:MOST_LINES]]
    return shown if len(lines) <= MOST_LINES else [*shown, "> …"]


# -- what can be pressed -----------------------------------------------------------------------------


def _suggested(
    call: ActionContext, campaign: Campaign, seat: str, sheet: OrderSheet
) -> Iterator[Sequence[ui.Item[Any]]]:
    """Yield the button that leads to the suggested answer, before all others."""
    if sheet.offered.suggested is not None and sheet.panel is not None:
        entry = sheet.panel.subject.entry
        yield [
            button(call.text(N_("As suggested")), "ask_suggested", campaign.id, seat, entry, style=GREEN),
        ]


def _rows(
    call: ActionContext, campaign: Campaign, seat: str, sheet: OrderSheet
) -> Iterator[Sequence[ui.Item[Any]]]:
    """Yield the buttons for what the seat may do now; without a game in play only the way to another."""
    place = (campaign.id, seat)
    if campaign.state != "playing":
        if sheet.elsewhere:
            yield [_next(call, sheet.elsewhere)]
        return
    row = [button(call.text(N_("Type orders …")), "paste", *place, campaign.head[:16])]
    if sheet.answered is not None:
        row.insert(0, button(call.text(N_("Change answer")), "ask_open", *place, CHANGE, style=BLUE))
    if sheet.can_act:
        row.append(button(call.text(N_("Out of turn")), "ask_open", *place, ASIDE))
    if sheet.fights and sheet.role == COMMANDER:
        style = GREY if sheet.is_planned or sheet.panel is not None else BLUE
        said = call.text(N_("Battle orders …"))
        row.insert(0, button(said, "battle_plan", *place, campaign.head[:16], style=style))
    row.append(button(call.text(N_("Standing orders")), "standing", *place))
    if sheet.role == COMMANDER and sheet.can_take_back:
        row.append(button(call.text(N_("Take back")), "take_back", *place, campaign.head[:16]))
    yield row
    is_spared = sheet.offered.is_spared
    if is_spared or sheet.offered.may_be_spared:
        said = N_("Ask me all reactions again") if is_spared else N_("No reactions until the turn ends")
        yield [button(call.text(said), "ask_spared", *place, int(not is_spared))]
    yield from _of_others(call, place, sheet)


def _of_others(
    call: ActionContext, place: tuple[int, str], sheet: OrderSheet
) -> Iterator[Sequence[ui.Item[Any]]]:
    """Yield buttons about waiting orders, suggestions and the user's other seats."""
    row: list[ui.Item[Any]] = []
    if sheet.queue is not None and sheet.role == COMMANDER:
        row.append(button(call.text(N_("Discard these orders")), "drop_batch", *place))
    for made in sheet.suggestions[:MOST_SUGGESTIONS]:
        if sheet.role == COMMANDER:
            give = call.text(N_("Give {n}"), n=made.id)
            row.append(button(give, "suggest_give", *place, made.id, made.head[:16], style=GREEN))
        if sheet.role == COMMANDER or made.user == call.user:
            row.append(button(call.text(N_("Remove {n}"), n=made.id), "suggest_drop", *place, made.id))
    if row:
        yield row[:5]
    if sheet.others and sheet.panel is None:
        yield [
            button(call.text(N_("Orders for {seat}"), seat=own), "orders_of", place[0], own, style=BLUE)
            for own in sheet.others[:5]
        ]
    elif sheet.elsewhere and sheet.panel is None:
        yield [_next(call, sheet.elsewhere)]


def _next(call: ActionContext, elsewhere: Sequence[tuple[int, str]]) -> ui.Item[Any]:
    """Return the button to the game that has waited longest for the reader."""
    said = call.text(N_("Next game waiting for you ({n})"), n=len(elsewhere))
    return button(said, "orders_of", *elsewhere[0], style=BLUE)

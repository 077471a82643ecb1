"""`/map`, and the buttons Map and Hand: pictures of what the caller may know, shown to them alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any, TypeAlias

from discord import app_commands, ui
from discord.app_commands import locale_str as _
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.language.errors import NotNow, NotUnderstood
from adjudicator.core.language.words import N_, words
from frontends.discord.context.action_context import Action, ActionContext, command
from frontends.discord.context.autocomplete import ANOTHER, Offer, games, here, offered
from frontends.discord.context.resolve_campaign import campaign_of, seat_of
from frontends.discord.delivery import FRONT_END, attention
from frontends.discord.ui.format_post import paragraphs, undrawn
from frontends.discord.ui.items import Interaction, button
from frontends.discord.ui.pages import Page, plain
from renderer.pictures import board_of
from service.api import Service
from service.pictures import build
from service.pictures.drawing import Drawing
from service.pictures.group_board import all_for_group
from service.posts.compose import HEADING, compose
from service.posts.delivery import HAND, is_echo
from service.text.scene_text import Board
from service.usecases.play import queries
from service.values.audiences import to_seat
from service.values.front_ends.deliveries import DELIVERED
from service.values.records import Campaign, Post
from service.values.words import speak

Sketch: TypeAlias = Callable[[Service, str | None], Drawing | None]
"""Prepares a drawing in a call of the service, for a seat or for all (None)."""

MOST_NEWS = 12
"""Unsent posts that "Hand" shows at once; then it shows the next."""


async def viewer(call: ActionContext, campaign: Campaign, public: bool) -> str | None:
    """Return the seat whose view the caller sees, None for the public view."""
    if public:
        return None
    try:
        return await seat_of(call, campaign)
    except NotNow:
        return None


async def show(call: ActionContext, campaign: Campaign, seat: str | None, sketches: Sequence[Sketch]) -> None:
    """Draw pictures and show them.

    Raises:
        NotNow: if there is nothing to be seen.
    """

    def sketched(service: Service) -> list[Drawing]:
        made = [sketch(service, seat) for sketch in sketches]
        seen = [drawing for drawing in made if drawing is not None]
        return list(all_for_group(service, campaign.id, seen, in_channel=seat is None))

    drawings = await call.look(sketched)
    if not drawings:
        raise NotNow(words(N_("there is nothing to show yet")))
    pictures = await call.bot.renderer.drawn(drawings)
    whose = call.text(N_("Seen by {seat}"), seat=seat) if seat else call.text(N_("As everyone sees it"))
    footer = call.signs.beside(campaign.title, whose)
    lost = undrawn(drawings, pictures, call.language)
    await call.say(Page(body=lost, pictures=pictures, footer=plain(footer), rows=_rows(call, campaign, seat)))


def _rows(call: ActionContext, campaign: Campaign, seat: str | None) -> list[Sequence[ui.Item[Any]]]:
    public = button(call.text(N_("As everyone sees it")), "map", campaign.id, "all")
    own = button(call.text(N_("As I see it")), "map", campaign.id)
    battle = button(call.text(N_("Battle")), "battle", campaign.id)
    scores = button(call.text(N_("Course of the game")), "scores", campaign.id)
    return [[public if seat else own, battle, scores]]


async def now(call: ActionContext, public: bool = False, named: str | None = None) -> None:
    """Show the map now: a detail with the latest events, then the whole."""
    campaign = await campaign_of(call, call.args[0] if call.args else named)
    seat = await viewer(call, campaign, public or "all" in call.args)
    since = await call.look(lambda service: _before(service, campaign.id))

    def near(service: Service, seat: str | None) -> Drawing | None:
        return build.crop_of(service, campaign.id, seat, call.language, None, since)

    def whole(service: Service, seat: str | None) -> Drawing | None:
        return build.map_of(service, campaign.id, seat, call.language, None, since)

    await show(call, campaign, seat, [near, whole])


def _before(service: Service, campaign: int) -> int:
    """Return the last kept rest of an earlier stage: the map shows what happened since."""
    rests = service.rests(campaign)
    if not rests:
        return -1
    earlier = [n for n, stage in rests if stage != rests[-1][1]]
    return max(earlier, default=-1)


async def then(call: ActionContext, rest: str, public: bool, named: str | None) -> None:
    """Show the map at a rest that is kept.

    Raises:
        NotUnderstood: if there is no such rest.
    """
    campaign = await campaign_of(call, named)
    rests = await call.look(lambda service: [str(n) for n, stage in service.rests(campaign.id)])
    if rest not in rests:
        raise NotUnderstood(rest, words(N_("a moment from the list")))
    seat, n = await viewer(call, campaign, public), int(rest)

    def whole(service: Service, seat: str | None) -> Drawing | None:
        return build.map_of(service, campaign.id, seat, call.language, n)

    await show(call, campaign, seat, [whole])


async def zoom(call: ActionContext, place: str, public: bool, named: str | None) -> None:
    """Show the map around a place."""
    campaign = await campaign_of(call, named)
    seat = await viewer(call, campaign, public)
    places = await call.look(lambda service: _places(service, campaign.id, call.language))
    assert call.game is not None
    found = [place] if place in places else call.game.lexicon.find(place, places)
    if len(found) != 1:
        raise NotUnderstood(place, words(N_("a place on the map")), found)

    def near(service: Service, seat: str | None) -> Drawing | None:
        return build.crop_of(service, campaign.id, seat, call.language, None, -1, found)

    await show(call, campaign, seat, [near])


def _places(service: Service, campaign: int, language: str) -> list[str]:
    """Return the places of the map; none for a game without a map."""
    scene = service.look(campaign, queries.scene, None, language)
    return [] if scene is None else list(board_of(scene).places())


async def _battle(call: ActionContext) -> None:
    campaign = await campaign_of(call, call.args[0])
    seat = await viewer(call, campaign, False)
    await show(
        call, campaign, seat, [lambda service, s: build.battle_of(service, campaign.id, s, call.language)]
    )


async def _scores(call: ActionContext) -> None:
    campaign = await campaign_of(call, call.args[0])
    await show(
        call, campaign, None, [lambda service, s: build.scores_of(service, campaign.id, s, call.language)]
    )


# -- the hand ----------------------------------------------------------------------------------------


def own_lines(call: ActionContext, view: Struct) -> list[str]:
    """Return the private part of a seat's view, a line for each kind of thing."""
    assert call.game is not None
    held = Board(call.game, call.language).holdings(view)
    return [f"{title}{call.signs.colon}{call.signs.comma.join(names)}" for title, names in held]


async def hand(call: ActionContext, named: str | None = None, mine: str | None = None) -> None:
    """Show what the caller's seat alone knows, and the posts for it that could not be sent."""
    campaign = await campaign_of(call, call.args[0] if call.args else named)
    seat = await seat_of(call, campaign, mine)

    def drawn(service: Service) -> tuple[Drawing | None, list[str], list[str], int]:
        own, drawing = list[str](), None
        if campaign.state in ("playing", "closed", "over"):
            own = own_lines(call, service.view(campaign.id, seat))
            drawing = build.hand_of(service, campaign.id, seat, call.language)
        return drawing, own, *_unsent(service, call.user, campaign.id, seat, call.language)

    drawing, own, news, last = await call.look(drawn)
    drawings = [drawing] if drawing is not None else []
    body = [*map(plain, own)]
    if news:
        body += ["", f"**{plain(call.text(N_('Since you last looked:')))}**", *news]
    page = Page(title=plain(call.signs.beside(campaign.title, call.name(seat))), body=body)

    async def whole() -> Page:
        pictures = await call.bot.renderer.drawn(drawings)
        return replace(page, body=[*undrawn(drawings, pictures, call.language), *body], pictures=pictures)

    await call.say_with(page, whole())
    if last and not call.is_late:
        audience = to_seat(seat)
        await call.look(lambda service: service.channels.keep_seen(call.user, campaign.id, audience, last))


def _unsent(service: Service, user: str, campaign: int, seat: str, language: str) -> tuple[list[str], int]:
    """Return the unread posts for the seat alone, and the id of its last post.

    Posts that are still being delivered are left out, because reading on request would skip them later. Posts
    that wait because their reader is here are included.
    """
    channels, audience = service.channels, to_seat(seat)
    after = channels.last_seen(user, campaign, audience)
    is_held = channels.reader(user).way == HAND and attention.is_here(service, campaign, user)
    found = service.posts(campaign, [audience], after)
    posts = list(takewhile(lambda post: is_held or _has_gone(service, post), found))
    news = [post for post in posts if post.kind != "picture" and not is_echo(post)]
    unsent = [p for p in news if HAND in _way(service, p, user) or not _has_gone(service, p)]
    lines: list[str] = []
    for post in unsent[:MOST_NEWS]:
        said = compose(service, post, language)
        if said is not None:
            lines += paragraphs(post, [plain(line) for line in said.lines])
    if len(unsent) > MOST_NEWS:
        lines.append(speak(words(N_("… ({n} more)"), n=len(unsent) - MOST_NEWS), language))
        return lines, unsent[MOST_NEWS - 1].id
    return lines, posts[-1].id if posts else 0


def _has_gone(service: Service, post: Post) -> bool:
    delivery = service.delivery(FRONT_END, post.id)
    return delivery is None or delivery.state == DELIVERED


def _way(service: Service, post: Post, user: str) -> str:
    """Return the way by which a post has reached a user; for somebody new at the seat, the ways to the
    others.
    """
    delivery = service.delivery(FRONT_END, post.id, user) or service.delivery(FRONT_END, post.id)
    return "" if delivery is None else delivery.reference


# -- commands ----------------------------------------------------------------------------------------


async def _moments(call: ActionContext, campaign: Campaign, current: str) -> list[Offer]:
    """Return the kept rests, the newest first."""

    def moments(service: Service) -> list[tuple[str, str]]:
        game = service.game(campaign.id)
        found = []
        for n, stage in reversed(service.rests(campaign.id)):
            when = game.when(stage)
            said = words(HEADING, turn=when.title, phase=when.phase)
            found.append((call.signs.added(speak(said, call.language, game.lexicon.label), str(n)), str(n)))
        return found

    return offered(await call.look(moments), current)


async def _of_map(call: ActionContext, campaign: Campaign, current: str) -> list[Offer]:
    """Offer the places of the map."""
    ids = await call.look(lambda service: _places(service, campaign.id, call.language))
    return offered(sorted((call.name(id), id) for id in ids), current)


class MapGroup(app_commands.Group):
    """The group `/map`."""

    def __init__(self) -> None:
        super().__init__(name="map", description=_(N_("The map as you see it, or as everyone does")))

    @app_commands.command(description=_(N_("The map now")))
    @app_commands.describe(public=_(N_("As everyone sees it, instead of your seat's view")), game=_(ANOTHER))
    @app_commands.autocomplete(game=games)
    async def now(self, interaction: Interaction, public: bool = False, game: str | None = None) -> None:
        """Show the map now."""
        await command(interaction, lambda call: now(call, public, game))

    @app_commands.command(description=_(N_("The map at an earlier moment")))
    @app_commands.describe(
        turn=_(N_("Which moment")),
        public=_(N_("As everyone sees it, instead of your seat's view")),
        game=_(ANOTHER),
    )
    @app_commands.autocomplete(turn=here(_moments), game=games)
    async def then(
        self, interaction: Interaction, turn: str, public: bool = False, game: str | None = None
    ) -> None:
        """Show the map at an earlier moment."""
        await command(interaction, lambda call: then(call, turn, public, game))

    @app_commands.command(description=_(N_("A close-up of the map around a place")))
    @app_commands.describe(
        place=_(N_("Which place")),
        public=_(N_("As everyone sees it, instead of your seat's view")),
        game=_(ANOTHER),
    )
    @app_commands.autocomplete(place=here(_of_map), game=games)
    async def zoom(
        self, interaction: Interaction, place: str, public: bool = False, game: str | None = None
    ) -> None:
        """Show a part of the map."""
        await command(interaction, lambda call: zoom(call, place, public, game))


ACTIONS = {
    "map": Action(now),
    "battle": Action(_battle),
    "scores": Action(_scores),
    "hand": Action(hand),
}

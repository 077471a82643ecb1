"""Posts with the standings of tournaments: edited when they have changed, at most every ten minutes."""

from __future__ import annotations

import asyncio
import hashlib
import logging

import discord
from msgspec.structs import replace

from adjudicator.core.language.words import N_
from frontends.discord.failures import Unreachable
from frontends.discord.ui.pages import Page, plain, render_messages
from service.api import Service
from service.runtime.worker import Worker
from service.text.localizer import Localizer
from service.text.terms import game_title
from service.text.tournament_terms import STATES, UNRATED, course
from service.usecases.front_ends import standings_posts
from service.values.front_ends.channels import StandingsPost
from service.values.words import speak
from tournaments import pairing

from .channels import ChannelDirectory

REST = 600
"""Seconds between two edits of one post."""
LOOK = 60.0
"""Seconds between two looks for changes."""
MOST_LISTED = 12

log = logging.getLogger("tabellarius.discord")


class StandingsPosts:
    """Keep the posts with standings up to date.

    Args:
        worker: runs requests on the service.
        channels: gives the places to write to.
    """

    def __init__(self, worker: Worker, channels: ChannelDirectory) -> None:
        self._worker, self._channels = worker, channels

    async def run(self) -> None:
        """Look for changes once a minute, without end."""
        while True:
            await asyncio.sleep(LOOK)
            await self.update_all()

    async def update_all(self) -> None:
        """Post and edit all that is due; a channel that cannot be written to now is tried again later."""
        posts = await self._worker.run_silently(lambda service: service.read(standings_posts.posts))
        for post in posts:
            try:
                await self._update(post)
            except (discord.HTTPException, *Unreachable) as error:
                log.info("standings not posted: %s", error, extra={"channel": post.channel})

    async def _update(self, post: StandingsPost) -> None:
        """Edit the post if it has changed and has rested; post it anew where it was deleted."""
        now, page = await self._worker.run_silently(lambda service: (service.now(), page_of(service, post)))
        (rendered,) = render_messages(page)[:1]
        digest = hashlib.sha256(repr((page.title, page.body)).encode()).hexdigest()
        if post.message and (digest == post.digest or now - post.at < REST):
            return
        place, message = self._channels.at(post.channel), post.message
        if message:
            try:
                await place.get_partial_message(message).edit(view=rendered.view)
            except discord.NotFound:
                message = 0
        if not message:
            message = (await place.send(view=rendered.view, silent=True)).id
        kept = replace(post, message=message, digest=digest, at=now)
        await self._worker.run_silently(lambda service: service.keep(standings_posts.keep, kept))


def page_of(service: Service, post: StandingsPost) -> Page:
    """Return the public page of the standings and the games of the round."""
    book = service.tournaments.look(post.tournament)
    game = book.game
    t = Localizer(post.language, game.lexicon.label)
    state = t(STATES[book.t.state])
    if book.t.state == "playing":
        state = t.signs.beside(state, t.words(course(book.t.rules, book.t.round, pairing.rounds(book.t))))
    body = [plain(t.signs.beside(game_title(game, t.language), state))]
    if (ending := book.ending()) is not None:
        body.append(plain(t.words(ending)))
    if book.t.is_unrated:
        body.append(plain(t(UNRATED)))
    games = book.t.open_games if book.t.rules.format == "ladder" else book.t.games(book.t.round)
    lines = [
        plain(
            f"{match.id} {' – '.join(str(book.name(one)) for one in match.players)}: "
            + speak(book.said(match), t.language, game.lexicon.label)
        )
        for match in games[:MOST_LISTED]
    ]
    if lines:
        body.append("\n".join(f"- {line}" for line in lines))
    template = N_("{place}. {who}: {points} {points:point|points} from {n} {n:game|games}")
    table = [
        plain(t(template, place=row.place, who=book.name(row.player), points=row.points, n=row.played))
        for row in book.rows[:MOST_LISTED]
    ]
    return Page(title=plain(book.row.title), body=[*body, "\n".join(table)] if table else body)

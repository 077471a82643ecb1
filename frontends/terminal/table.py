"""The table in a terminal: the seat to act, the board, and orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeGuard

from adjudicator.core.choices.choice import Choice, Reader
from adjudicator.core.game.game import Game
from adjudicator.core.language.errors import Refusal
from adjudicator.core.language.words import N_, words
from service.acts import PLAYER, Given, Place
from service.api import Service
from service.pictures.build import map_of
from service.runtime.exports import write_picture
from service.text import telling
from service.text.columns import WIDTH, padded, solid, wrapped
from service.text.localizer import Localizer
from service.text.scene_text import Board
from service.usecases.play import playing, queries
from service.values.audiences import CHANNEL, REFEREE, to_seat
from service.values.posts import Content, Notice
from service.values.records import Campaign, Message, Pending
from service.values.settings import Settings
from service.values.words import reason
from service.wizard.left_open import Unconfirmed

from .founding import USER
from .keyboard import Keyboard, Line

LATEST = 12
"""Lines of the journal shown to the first seat at the keyboard."""

_AGAIN = N_("Type the same again to give it.")
EXPECTED = ("founded", "joined", "began")
"""Notices that are not shown, because they report what was just done here."""


class TerminalTable:
    """One campaign at one keyboard.

    Args:
        service: the service.
        games: the games by id.
        campaign: its number.
        keyboard: the keyboard and screen.
        settings: the folders for maps and exports.
        language: of the players.
        alone: true if one person plays all seats, so that nothing need be hidden from the next.

    Attributes:
        seat: the seat at the keyboard, "" for none.
    """

    def __init__(
        self,
        service: Service,
        games: Mapping[str, Game],
        campaign: int,
        keyboard: Keyboard,
        settings: Settings,
        language: str,
        *,
        alone: bool = False,
    ) -> None:
        self.service, self.id, self.keyboard, self.settings = service, campaign, keyboard, settings
        self.game = games[service.status(campaign).campaign.game]
        self.alone, self.seat = alone, ""
        self._called = ""
        self._told: dict[str, int] = {}
        self._looked: dict[str, str] = {}
        self._drawn = ""
        self._question: Pending | None = None
        self._unconfirmed = ""
        self.speak_in(language)

    # -- speaking --------------------------------------------------------------------------------

    def speak_in(self, language: str) -> None:
        """Switch to another language."""
        self.language = language
        self.reader = Reader(self.game.lexicon, language)
        self.board = Board(self.game, language)
        self.text = Localizer(language, self.game.lexicon.label)

    def say(self, template: str, /, **values: Any) -> None:
        """Write a sentence made from a template."""
        self.show(self.text(template, **values))

    def show(self, *lines: str, first: str = "", rest: str = "") -> None:
        """Write lines, none wider than the screen."""
        for line in lines:
            self.keyboard.show(*wrapped(line, first, rest))

    # -- the loop --------------------------------------------------------------------------------

    @property
    def campaign(self) -> Campaign:
        """The present campaign."""
        return self.service.status(self.id).campaign

    @property
    def me(self) -> Message:
        """The message for a command from this keyboard."""
        return Message("", USER)

    @property
    def choice(self) -> Choice[Any] | None:
        """The question of the seat at the keyboard, otherwise what it may do out of turn."""
        if self._question is not None:
            return self._question.choice
        return self.service.look(self.id, queries.asides, self.seat)

    def run(self, name: str, given: Given | None = None) -> None:
        """Carry out an act of the seat; everybody at the table reads in the news what it did.

        Raises:
            Refusal: and nothing has changed.
        """
        place = Place(self.service, self.me, self.id, self.language, words(N_("release")), self.seat)
        PLAYER[name](place, given)

    def call(self, seat: str) -> None:
        """Hand the keyboard to a seat that need not decide anything."""
        self._called = seat

    def is_called(self, seat: str) -> bool:
        """Return true if the seat has the keyboard without having to decide."""
        return self._called == seat

    def step(self, take: Callable[[TerminalTable, str], bool]) -> bool:
        """Read one line, and run it with `take`; return False after "quit" or the end of the game."""
        campaign = self.campaign
        if campaign.state != "playing":
            self.catch_up()
            return False
        self._change_seat(self._called or self._asked() or self.seat or campaign.seats[0])
        self._question = self.service.look(self.id, queries.pending, self.seat)
        text = self.keyboard.ask(f"{self.reader.label(self.seat)}> ", self.completions, self.seat)
        if not text.strip():
            return True
        before = campaign.n
        try:
            goes_on = take(self, text)
        except Refusal as refused:
            self.refuse(text, refused)
            return True
        if self.campaign.n != before:
            self._called = ""
            if not self.catch_up():
                self.say(N_("Done."))
            self._ask_again()
        return goes_on

    def _asked(self) -> str:
        """Return the seat that is to act: the one at the keyboard, otherwise the first in order of play."""
        asked = [a.seat for a in self.service.asked(self.id)]
        in_order = [seat for seat in self.campaign.seats if seat in asked]
        return self.seat if self.seat in asked else next(iter(in_order), "")

    def _change_seat(self, seat: str) -> None:
        """Hand the keyboard to a seat; clear from the screen what the other seat saw."""
        if seat == self.seat:
            return
        before, self.seat = self.seat, seat
        if not self.alone:
            if before:
                self.keyboard.ask(
                    self.text(
                        N_("Press [Enter] to clear the screen, then hand the keyboard to {seat}. "), seat=seat
                    )
                )
            self.keyboard.clear()
            self.keyboard.ask(self.text(N_("{seat}: press [Enter] when nobody else is looking. "), seat=seat))
        self.show("", padded(f"== {self.reader.label(seat)} ", WIDTH, "="))
        if not before:
            self.say(
                N_(
                    "Type orders, or “help”. Everything is saved as you play: type “quit” and continue "
                    "another day."
                )
            )
        self.catch_up()
        if not (self.alone and self._looked.get(seat) == self.campaign.stage):
            self.look()
        self._ask_again()

    def look(self) -> None:
        """Show the seat's view: the board, and the seat's hidden pieces."""
        self._looked[self.seat] = self.campaign.stage
        scene = self.service.look(self.id, queries.scene, self.seat, self.language)
        if scene is not None:
            self.keyboard.show(*self.board.text(scene, self.seat))
        self.keyboard.show("", *self.board.own(self.service.view(self.id, self.seat)))

    def _ask_again(self) -> None:
        """Show the question of the seat at the keyboard, if there is one."""
        self._question = self.service.look(self.id, queries.pending, self.seat)
        if self._question is not None:
            choice = self._question.choice
            prompt = self.text.words(choice.prompt)
            self.show("", f"[{self.text.rule(choice.rule)}] {prompt}")
        elif self.is_called(self.seat):
            self.say(N_("{seat} has nothing to decide right now."), seat=self.seat)

    # -- what has happened -----------------------------------------------------------------------

    def catch_up(self) -> bool:
        """Show the seat at the keyboard what is new to it, and draw the map of a new phase.

        Return true if there was anything to report.
        """
        campaign = self.campaign
        after = self._told.get(self.seat, -1)
        story = telling.story(
            self.game, self.service.look(self.id, queries.journal, self.seat or None, after), self.language
        )
        if after < 0 and len(story) > LATEST:
            story = ["...", *story[-LATEST:]]
        self.show(*story, first="  ", rest="    ")
        self._told[self.seat] = campaign.n - 1
        news = self._notices()
        if campaign.held:
            held = N_("The game is on hold: {why}. Type “release” to resume or “back” to go back.")
            if campaign.has_lost_dice:
                held = N_("The game is on hold: {why}. Type “burn”, then “release”.")
            self.say(held, why=reason(campaign.held))
        if campaign.stage != self._drawn and self._asked() == self.seat:
            self.draw(campaign)
        return bool(story) or news

    def _notices(self) -> bool:
        """Show the unread notices to all, to the referee and to this seat; return false if there are none."""
        news: list[tuple[int, Notice]] = []
        read: dict[str, int] = {}
        for audience in (CHANNEL, REFEREE, to_seat(self.seat)):
            after = self.service.channels.last_seen(USER, self.id, audience)
            while posts := self.service.posts(self.id, [audience], after):
                news += [(post.id, post.content) for post in posts if _is_news(post.content)]
                read[audience] = after = posts[-1].id
        for _, notice in sorted(news, key=lambda pair: pair[0]):
            said = telling.notice(notice, self.language, self.game.lexicon.label)
            self.show(said, first="  ", rest="    ")
        for audience, last in read.items():
            self.service.channels.keep_seen(USER, self.id, audience, last)
        return bool(news)

    def draw(self, campaign: Campaign) -> None:
        """Draw the map for the seat at the keyboard, and print its path."""
        self._drawn = campaign.stage
        width = self.settings.map_width
        drawing = map_of(self.service, self.id, self.seat, self.language, width=width)
        if drawing is None:
            return
        folder: Path = self.settings.maps / str(self.id)
        name = f"{campaign.n - 1:04}-{self.seat}-{campaign.stage}"
        file = write_picture(folder, name, drawing)
        self.keyboard.show(self.text(N_("Map: {file}"), file=str(file)))

    # -- orders ----------------------------------------------------------------------------------

    def completions(self, text: str) -> Iterator[Line]:
        """Yield the completions of a text, with their meanings, or the reasons why they are not allowed."""
        for line in self.service.completions(self.id, self.seat, text, self.language):
            note = "" if line.note is None else self.text.words(line.note)
            if (stop := line.bar) is not None:
                note = f"{self.text.rule(stop.rule)}: {self.text.words(stop.why)}"
            yield Line(line.text, self.reader.marked(line.text), note, stop is None)

    def is_repeated(self, text: str) -> bool:
        """Return true if what a command gives was shown before, at this position; else ask for it again."""
        state = f"{self.campaign.head} {self.seat} {text}"
        if self._unconfirmed == state:
            return True
        self._unconfirmed = state
        self.say(_AGAIN)
        return False

    def order(self, text: str, *, is_confirmed: bool = False) -> None:
        """Carry out one order or several, separated by semicolons; an end needs a second time.

        Raises:
            Refusal: and nothing has changed.
        """
        confirmed = None if is_confirmed else self._unconfirmed
        try:
            given = self.service.do(
                self.me, self.id, playing.order, self.seat, text, self.language, confirmed=confirmed
            )
        except Unconfirmed as refused:
            self._unconfirmed = refused.state
            self.show(self.text.sentence(refused.why))
            self.say(_AGAIN)
            return
        result = given.result
        if result.how == "suspended":
            template = N_("{done} carried out. The rest is held until your next decision: {draft}")
            self.say(template, done=result.done, draft="; ".join(result.draft))

    def refuse(self, text: str, refused: Refusal) -> None:
        """Show what was understood, the reason of the refusal, and what would be allowed."""
        said = self.service.explain(self.id, self.seat, text, refused, self.language)
        self.show(said.why)
        if said.understood:
            self.say(N_("Understood: {order}"), order=said.understood)
        if said.allowed:
            self.say(N_("Possible: {candidates:or}"), candidates=" | ".join(map(solid, said.allowed)))


def _is_news(said: Content) -> TypeGuard[Notice]:
    """Return true if a post is a notice to show here; the journal has the rest."""
    return isinstance(said, Notice) and said.what not in EXPECTED

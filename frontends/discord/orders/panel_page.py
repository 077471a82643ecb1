"""A panel as a page: the picks, the question in bold, its options, and the barred ones with reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias
from urllib.parse import quote, unquote

from discord import SelectOption, ui
from msgspec import structs

from adjudicator.core.choices.choice import Bar
from adjudicator.core.choices.forms import Menu
from adjudicator.core.language.errors import Refusal, Verbatim
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_, Words, words
from frontends.discord.delivery.emojis import Face, no_face
from frontends.discord.ui.items import BLUE, GREEN, GREY, RED, button, menu, option
from frontends.discord.ui.pages import GOLD, MOST_BUTTONS, RED_INK, Page, plain
from service.text import telling
from service.text.forecast import odds_lines
from service.text.localizer import Localizer
from service.usecases.seats.teams import COMMANDER
from service.values.words import speak
from service.wizard.filled import End
from service.wizard.left_open import STILL, left_open
from service.wizard.steps import PAGE, Built, Option, Step, page

from .panel_state import ASIDE, CHANGE, PENDING, STANDING, Panel, led, opened, with_all

Row: TypeAlias = Sequence[ui.Item[Any]]

FEW, MANY = 5, 10
"""The most options shown as buttons; up to `MANY` if all have short names. More are in a menu. So are
more numbers, and more than `PAGE` are typed."""
SHORT, LONG = 16, 30
"""Characters of a short name, and of one that is too long for a button."""
LINES = 7
"""The most options with a line of their own: each line has three of a message's forty components."""
CLOSED = 5
"""The most barred options that are named on one page, each with its reason."""
MOST_CLOSED = 15
"""The most barred options that have pages; of more only the first are named. Typing one shows the reason."""
LONGEST_SAID = 1_500
MOST_THINGS = 60
"""The most things of a form."""

ABOUT = {
    ASIDE: N_("Out of turn"),
    CHANGE: N_("Change your answer"),
    STANDING: N_("A standing order"),
}


def safe(id: str) -> str:
    """Return an id escaped for a button's id, which holds no colons."""
    return quote(id, safe="*/ |=<>!")


def unsafe(text: str) -> str:
    """Return the id that `safe` has escaped."""
    return unquote(text)


def panel_page(
    at: Panel, title: str, refused: Refusal | None = None, face: Face = no_face, *, is_named: bool = False
) -> Page:
    """Return a panel as a page.

    Args:
        at: the panel.
        title: of the page.
        refused: why the last pick was refused.
        face: the emojis of things.
        is_named: whether the button that gives the order names it.
    """
    at = structs.replace(at, refused=refused or at.refused)
    look = _Look(at, face, is_named=is_named)
    body = [*look.told(), *look.above(), *look.asks()]
    colour = RED_INK if at.refused else GOLD
    return Page(
        title=title, body=body, rows=[row for row in look.rows() if row], colour=colour, lines=[*look.lines()]
    )


def fits_form(at: Panel) -> bool:
    """Return true if the step of a panel can be filled in by one form."""
    now = at.now
    return isinstance(now, Step) and now.kind in ("shares", "places") and 1 < len(opened(now)) <= MOST_THINGS


def hint(now: Step, text: Callable[..., str]) -> str:
    """Return how many are to be picked, "" where that goes without saying; `text` speaks a template."""
    match now.kind:
        case "some" if now.least == now.most:
            return text(N_("exactly {n}"), n=now.most)
        case "some":
            return text(N_("{least} to {most}"), least=now.least, most=now.most)
        case "shares" | "places" if now.least == now.most:
            return text(N_("exactly {n} in total"), n=now.most)
        case "shares" | "places":
            return text(N_("{least} to {most} in total"), least=now.least, most=now.most)
        case "number":
            return text(N_("a number from {least} to {most}"), least=now.least, most=now.most)
    return ""


class _Look:
    """The parts of one page."""

    def __init__(self, at: Panel, face: Face, *, is_named: bool) -> None:
        self._at, self._now, self._face, self._is_named = at, at.now, face, is_named
        self._reader = at.subject.reader
        self._signs = LANGUAGES[self._reader.language]
        self._open = [one for one in at.options if not one.is_final]

    # -- words -----------------------------------------------------------------------------------

    def _text(self, template: str, /, **values: Any) -> str:
        return self._say(words(template, **values))

    def _say(self, words: Words) -> str:
        return speak(words, self._reader.language, self._reader.lexicon.label)

    def _rule(self, rule: str) -> str:
        return self._reader.label(telling.cited(rule))

    def told(self) -> Iterator[str]:
        """Yield the lines on a refusal."""
        if (refused := self._at.refused) is not None:
            yield f"⛔ {plain(telling.refusal(refused, self._reader.language, self._reader.lexicon.label))}"

    def above(self) -> Iterator[str]:
        """Yield the subject of the panel, and the picks."""
        subject, now = self._at.subject, self._now
        if about := ABOUT.get(subject.kind):
            yield f"-# {plain(self._text(about))}"
        if subject.answered:
            yield plain(
                self._text(N_("Your answer so far: {answer}"), answer=Verbatim(subject.answered, 400))
            )
        if isinstance(now, Step):
            for words in now.context:
                yield f"-# {plain(self._say(words))}"
            if now.trail:
                yield "✓ " + " › ".join(plain(crumb.said) for crumb in now.trail)
            if now.so_far:
                yield plain(self._text(N_("So far: {said}"), said=Verbatim(now.so_far, LONGEST_SAID)))
        if self._at.picked:
            yield plain(self._text(N_("So far: {said}"), said=self._at.picked))

    def asks(self) -> Iterator[str]:
        """Yield the next question, in bold; or the complete order."""
        now = self._now
        if isinstance(now, Built):
            yield from (f"> **{plain(line)}**" for line in now.label.splitlines())
            localizer = Localizer(self._reader.language, self._reader.lexicon.label)
            yield from (f"-# {plain(line)}" for line in odds_lines(self._at.odds, localizer))
            if self._at.subject.kind == PENDING:
                open_ = left_open(self._at.subject.choice, self._at.filled, self._reader)
                yield from [plain(self._text(STILL, orders=open_))] if open_ else []
            return
        rule = "" if self._at.subject.kind == STANDING else f"[{self._rule(now.rule)}] "
        yield f"**{plain(f'{rule}{self._say(now.prompt)}')}**"
        if hint := self._hint(now):
            yield f"-# {plain(hint)}"
        yield from self._notes(now)
        yield from self._closed(now)

    def _hint(self, now: Step) -> str:
        """Return how many are to be picked, or that nothing can be picked."""
        if now.kind not in ("number", "text") and not self._at.options:
            ends = any(one.bar is None for one in now.buttons)
            return "" if ends or self._at.picked else self._text(N_("there is nothing to pick here; go back"))
        if not (said := hint(now, self._text)):
            return ""
        return f"{said}{self._signs.semicolon}{self._text(N_('the order matters'))}" if now.ordered else said

    def _notes(self, now: Step) -> Iterator[str]:
        """Yield the notes of options that are buttons; a menu has them beside each."""
        if self._as_buttons() and not self._at.is_verbs:
            for one in self._at.options:
                if one.note is not None:
                    yield f"-# {plain(f'{one.label}{self._signs.colon}{self._say(one.note)}')}"

    def _closed(self, now: Step) -> Iterator[str]:
        """List the barred options with their reasons."""
        closed = [(one.label, one.bar) for one in now.options if one.bar is not None]
        if now.so_far:
            closed += [(one.label, one.bar) for one in now.buttons if one.bar is not None]
        shown = closed[self._at.page * CLOSED :][:CLOSED] or closed[:CLOSED]
        for label, stop in shown:
            yield f"-# ✕ {plain(self._barred(label, stop))}"
        if len(closed) > len(shown):
            more = words(N_("… ({n} more)"), n=len(closed) - len(shown))
            yield f"-# {plain(self._say(more))}"

    def _barred(self, label: str, stop: Bar | None) -> str:
        assert stop is not None
        return telling.bar(label, stop, self._reader.language, self._reader.lexicon.label)

    # -- what can be pressed ---------------------------------------------------------------------

    def rows(self) -> Iterator[Row]:
        """Yield the rows of options, pages, and buttons to go on or back."""
        if isinstance(self._now, Built):
            yield self._give(self._now)
            return
        yield from self._options(self._now)
        yield self._pages(self._now)
        yield self._ends(self._now)
        yield self._final()
        yield self._ways(self._now)

    def _button(self, template: str, action: str, *args: object, **more: Any) -> ui.Item[Any]:
        return button(self._text(template), action, *self._at.place, *args, **more)

    def _give_all(self, whole: Built) -> ui.Item[Any]:
        """Return the button that gives an order which is not shown before."""
        is_own = self._at.subject.role == COMMANDER
        template = N_("Give “{order}”") if is_own else N_("Suggest “{order}”")
        said = self._text(template, order=Verbatim(" ".join(whole.label.split())))
        return button(said, "ask_give_all", *self._at.place, style=GREEN)

    def _give(self, whole: Built) -> Row:
        subject = self._at.subject
        give = N_("Give “{order}”") if self._is_named else N_("Give this order")
        if subject.role != COMMANDER:
            give = N_("Suggest this order")
        elif subject.kind == STANDING:
            give = N_("Set this standing order")
        elif subject.kind == CHANGE:
            give = N_("Change to this answer")
        said = self._text(give, order=Verbatim(" ".join(whole.label.split())))
        row: list[ui.Item[Any]] = [button(said, "ask_give", *self._at.place, style=GREEN)]
        if subject.kind == STANDING:
            row.append(self._button(N_("Test"), "ask_try"))
        return [*row, self._button(N_("Back"), "ask_back"), self._button(N_("Start over"), "ask_again")]

    def _as_lines(self) -> bool:
        """Return true if each option has a line of its own: a few cards or pieces, one of which is picked."""
        now, options = self._now, self._open
        if not isinstance(now, Step) or now.kind != "one" or self._at.is_verbs:
            return False
        return 1 < len(options) <= LINES and all(self._face(one.id) is not None for one in options)

    def lines(self) -> Iterator[tuple[str, ui.Item[Any]]]:
        """Yield each option's picture, name and effect, with its button."""
        if not self._as_lines():
            return
        for one in self._open:
            note = "" if one.note is None else f"\n-# {plain(self._say(one.note))}"
            choose = self._button(N_("Choose"), "ask", safe(one.id), style=BLUE)
            yield f"{self._face(one.id)} **{plain(self._label(one))}**{note}", choose

    def _as_buttons(self) -> bool:
        now = self._now
        if self._as_lines():
            return False
        if not isinstance(now, Step) or now.kind in ("number", "text"):
            return False
        if now.kind == "some" and now.most > 1 and not self._at.is_gathered:
            return False
        options = self._open
        longest = max((len(self._label(one)) for one in options), default=0)
        is_plain = longest <= SHORT and all(one.note is None for one in options)
        return 0 < len(options) <= (MANY if is_plain else FEW if longest <= LONG else 0)

    def _options(self, now: Step) -> Iterator[Row]:
        """Yield buttons of a few options, or of numbers; else a menu; none where each has a line."""
        if self._as_lines():
            return
        if now.kind == "number":
            yield from self._numbers(now)
        elif self._as_buttons():
            place, options = self._at.place, self._open
            yield from _rowed(
                [
                    button(
                        self._label(one), "ask", *place, safe(one.id), style=BLUE, emoji=self._face(one.id)
                    )
                    for one in options
                ]
            )
        elif now.kind != "text" and self._open:
            yield [self._menu(now)]
        if self._at.is_verbs and self._at.subject.kind == PENDING:
            yield self._straight()

    def _straight(self) -> Row:
        """Return a menu of what the first verb begins with, which saves a press; [] where there is none."""
        choice = self._at.subject.choice
        ends = choice.ends if isinstance(choice, Menu) and not self._at.filled else {}
        verb = next((one for one in self._open if one.id not in ends), None)
        if verb is None:
            return []
        now = led(self._at, verb.id).now
        first = opened(now)
        if not isinstance(now, Step) or now.kind != "one" or not 1 < len(first) <= PAGE:
            return []
        options = self._listed(now, first)
        said = f"{verb.label}{self._signs.colon}{self._say(now.prompt)}"
        return [menu(said, options, "ask_first", *self._at.place, safe(verb.id))]

    def _final(self) -> Row:
        """Return the buttons of orders that cannot be taken back, which stand apart."""
        final = [one for one in self._at.options if one.is_final]
        return [button(self._label(one), "ask", *self._at.place, safe(one.id), style=RED) for one in final]

    def _label(self, one: Option) -> str:
        return self._signs.added(one.label, str(one.chosen)) if one.chosen else one.label

    def _menu(self, now: Step) -> ui.Item[Any]:
        shown = page(self._open, self._at.page).options
        options = self._listed(now, shown)
        least, most = 1, 1
        if now.kind == "some" and now.most > 1:
            room = now.most - len(self._at.picked)
            least, most = (1, room) if self._at.is_gathered else (max(1, now.least), now.most)
            most = 1 if now.ordered else min(most, len(options))
        return menu(self._say(now.prompt), options, "ask", *self._at.place, least=least, most=most)

    def _listed(self, now: Step, shown: Sequence[Option]) -> list[SelectOption]:
        """Return options of a menu, each with its picture."""
        return [
            option(self._label(one), one.id, self._note(now, one), emoji=self._face(one.id)) for one in shown
        ]

    def _note(self, now: Step, one: Option) -> str:
        if one.note is not None:
            return self._say(one.note)
        return self._text(N_("of {most}"), most=one.most) if now.kind == "shares" else ""

    def _numbers(self, now: Step) -> Iterator[Row]:
        numbers = range(now.least, now.most + 1)
        if len(numbers) <= MANY:
            yield from _rowed([button(str(n), "ask", *self._at.place, n, style=BLUE) for n in numbers])
        elif len(numbers) <= PAGE:
            options = [option(str(n), str(n)) for n in numbers]
            yield [menu(self._say(now.prompt), options, "ask", *self._at.place)]

    def _pages(self, now: Step) -> Row:
        """Return the buttons for earlier and later pages."""
        closed = sum(one.bar is not None for one in (*now.options, *now.buttons))
        closed = 0 if self._at.options and closed > MOST_CLOSED else closed
        of = max(1, -(-len(self._open) // PAGE), -(-closed // CLOSED))
        if of == 1:
            return []
        n = self._at.page
        return [
            button(f"◂ {max(n, 1)}/{of}", "ask_page", *self._at.place, max(0, n - 1), disabled=n == 0),
            button(f"{min(n + 2, of)}/{of} ▸", "ask_page", *self._at.place, n + 1, disabled=n + 1 >= of),
        ]

    def _ends(self, now: Step) -> Row:
        """Return the buttons that end a list, or take all or none."""
        row: list[ui.Item[Any]] = [
            button(one.label, "ask", *self._at.place, safe(one.id), style=GREY, disabled=one.bar is not None)
            for one in now.buttons
        ]
        if fits_form(self._at):
            row.insert(0, self._button(N_("All at once …"), "ask_whole", style=BLUE))
        if (whole := with_all(self._at)) is not None and isinstance(whole.now, Built):
            row.insert(0, self._give_all(whole.now))
        if self._at.is_gathered:
            few = len(self._at.picked) < max(1, now.least)
            row.append(self._button(N_("That is all"), "ask", End.DONE, disabled=few))
        return row

    def _ways(self, now: Step) -> Row:
        """Return the buttons for typing and for going back."""
        row: list[ui.Item[Any]] = []
        is_plain = now.kind in ("number", "text")
        if self._at.filled or is_plain or self._at.subject.kind != PENDING:
            typed = N_("Write …") if is_plain else N_("Type …")
            row = [self._button(typed, "ask_type", style=BLUE if now.kind == "text" else GREY)]
        if self._at.filled or self._at.picked:
            row.append(self._button(N_("Back"), "ask_back"))
            row.append(self._button(N_("Start over"), "ask_again"))
        elif self._at.subject.kind != PENDING:
            campaign, _, seat, _ = self._at.place
            row.append(button(self._text(N_("Order sheet")), "orders_of", campaign, seat))
        return row


def _rowed(made: Sequence[ui.Item[Any]]) -> Iterator[Row]:
    """Return buttons in rows of five."""
    return (made[n : n + MOST_BUTTONS] for n in range(0, len(made), MOST_BUTTONS))

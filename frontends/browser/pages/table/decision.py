"""A decision as a form: one step after another, picked on the page or on the map.

The picks so far are part of the page's address, so that a reload loses nothing and "back" goes back; none of
it is kept in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import msgspec
from msgspec import Struct, structs

from adjudicator.core.choices.choice import Choice, Reader
from adjudicator.core.game.forecast import Odds
from adjudicator.core.language.errors import NotNow, NotUnderstood, Refusal, Verbatim
from adjudicator.core.language.words import N_, words
from adjudicator.core.log.chain import JSON
from frontends.browser.pages.cards import paragraph_link, with_links
from frontends.browser.web.html import Child, Html, tag
from service.text import telling
from service.text.forecast import odds_lines, short_odds
from service.text.localizer import Localizer
from service.text.rulebook import heading
from service.usecases.play.standing.names import RULE
from service.wizard.filled import End, Filled
from service.wizard.step import CHANGED, Built, Option, Step
from service.wizard.steps import step
from service.wizard.touch import AGAIN, Whole, picked_pieces
from service.wizard.witness import offered

LONGEST, DEEPEST = 400, 20_000
"""Items of a half-filled decision at most, and characters."""
FEW = 9
"""Numbers that are shown as buttons at most; more are typed."""
MANY = 12
"""Options from which a list gets a field to search it."""
FEW_ODDS = 12
"""Options beside which their odds stand at most."""
SHARE = "share."
TICKED = "ticked"
"""The field of a form with boxes: it is sent also when none is ticked."""


class Asking(Struct, frozen=True):
    """A decision, and how far it has been filled.

    Attributes:
        choice: the decision.
        entry: its question's entry, -1 for acts out of turn.
        filled: the picks.
        path: of the viewer's pages.
        page: the page that continues it.
        give: the address to which the whole is posted.
    """

    choice: Choice[Any]
    entry: int
    filled: Filled
    path: str
    page: str = "step"
    give: str = "answer"

    @property
    def question(self) -> str:
        """The name of the question, to notice that another one is asked."""
        return f"{self.entry}:{self.choice.rule}"

    def link(self, filled: Filled) -> str:
        """Return the address of the page with `filled` filled in."""
        return f"{self.path}/{self.page}?{urlencode(self.fields(filled))}"

    def fields(self, filled: Filled) -> dict[str, str]:
        """Return the hidden fields of a form that goes on from `filled`."""
        return {"question": self.question, "filled": packed(filled)}


def packed(filled: Filled) -> str:
    """Return picks in the form of an address."""
    return msgspec.json.encode(filled.picks).decode()


def unpacked(text: str) -> Filled:
    """Return the picks that an address holds.

    Raises:
        NotUnderstood: if it is not one.
    """
    expected = words(N_("picked so far"))
    try:
        found = msgspec.json.decode(text or "[]") if len(text) <= DEEPEST else None
    except (msgspec.DecodeError, RecursionError, ValueError):
        found = None
    if not isinstance(found, list) or len(found) > LONGEST:
        raise NotUnderstood(text, expected)
    return Filled.of(found)


def is_answered(values: Mapping[str, Sequence[str]]) -> bool:
    """Return true if a form answers a step; a form of boxes without a tick is an answer, too."""
    return any(name in ("value", TICKED) or name.startswith(SHARE) for name in values)


def after_picks(asking: Asking, reader: Reader) -> Step | Built:
    """Return the question after the picks, or the whole answer.

    Raises:
        Refusal: if the picks are no longer legal, or belong to another question.
    """
    try:
        return step(asking.choice, asking.filled, reader)
    except NotUnderstood:
        raise NotNow(CHANGED) from None


def taken(asking: Asking, values: Mapping[str, Sequence[str]], reader: Reader) -> Filled:
    """Return the picks, with a form's answer to the present step.

    Raises:
        Refusal: if the earlier picks are no longer legal, or the press belongs to another question.
    """
    now = after_picks(asking, reader)
    if isinstance(now, Built):
        return asking.filled
    shares = {
        name.removeprefix(SHARE): said[-1] for name, said in values.items() if name.startswith(SHARE) and said
    }
    picked = list(values.get("value", ()))
    if now.kind == "shares" and not picked:
        unticked = {option.id: "0" for option in now.options if option.bar is None}
        pairs = [f"{thing}={n or 0}" for thing, n in (unticked | shares).items()]
        return asking.filled.plus(now.take(*pairs), End.DONE)
    return asking.filled.plus(now.take(*picked))


# -- as a form ---------------------------------------------------------------------------------------


class DecisionForm:
    """Forms for the steps of one decision.

    Args:
        asking: the decision.
        localizer: of the reader.
        where: of the ids by which orders name places, the places of the map (`MapLayout.where`).
        hidden: the fields of a form that is posted.
        reader: of the orders.
        game: its name, for the headings of its rules.
        whole: orders that one press gives.
        begun: verbs of the question, with the question for the thing that each begins with, which are not on
            the map and are shown beside it (`begun_off`).
        face: (an id) -> the picture of a piece, card or marker that the question may name, None without one.
        odds: what an answer may bring.
        give: the text of the button that gives the whole.
    """

    def __init__(
        self,
        asking: Asking,
        localizer: Localizer,
        where: Mapping[str, str],
        hidden: Child,
        reader: Reader,
        game: str,
        *,
        give: str = N_("Give this order"),
        whole: Sequence[Whole] = (),
        begun: Mapping[str, Step] | None = None,
        face: Callable[[str], Html | None] = lambda id: None,
        odds: Callable[[JSON], Sequence[Odds]] = lambda answer: (),
    ) -> None:
        self._asking, self._t, self._where, self._hidden = asking, localizer, where, hidden
        self._whole, self._odds = whole, odds
        self._begun, self._face = begun or {}, face
        self._game = game
        self._reader = reader
        self._give = give

    def html(self, now: Step | Built, refused: Html | None = None) -> Html:
        """Return the present step, with the picks above it and the refusal of the last pick below."""
        trail = self._trail(now)
        if isinstance(now, Built):
            return tag("div", trail, refused, self._built(now), self._at_once(), class_="decide")
        closed = self._closed([option for option in now.options if option.bar is not None])
        return tag("div", trail, refused, self._step(now), self._at_once(), closed, class_="decide")

    def _at_once(self) -> Html | None:
        """Return a button for each order that one press gives."""
        forms = [
            tag(
                "form",
                self._hidden,
                self._fields(one.filled),
                self._giving(one),
                method="post",
                action=f"{self._asking.path}/{self._asking.give}",
            )
            for one in self._whole
        ]
        revocable = all(one.is_revocable for one in self._whole)
        label = self._t(N_("Given at once; you can take it back") if revocable else N_("Given at once"))
        return tag("div", tag("p", label, class_="hint"), forms, class_="at-once") if forms else None

    def _giving(self, one: Whole) -> Html:
        """Return the button that gives a whole order: in full, or the last pick where one sees the others."""
        again = tag("small", self._t(N_("Once more"))) if one.option == AGAIN else None
        is_last = bool(self._asking.filled) or (one.filled.picks == (one.option,) and one.note is not None)
        face, odds = self._face(one.option), self._short(one.filled) if len(self._whole) <= FEW_ODDS else None
        said = self._reader.shown(one.option) if is_last else tag("q", one.text, class_="order")
        return tag(
            "button",
            face,
            again,
            tag("span", said, class_="name"),
            tag("small", self._t.words(one.note)) if one.note is not None else None,
            odds if one.note is None else None,
            class_="give faced" if face else "give rich",
            data_gives=one.option,
            data_place=self._where.get(one.option),
            data_of=one.option if is_last else None,
        )

    def _trail(self, now: Step | Built) -> Html | None:
        """Return the picks so far, each with a link back to it."""
        if isinstance(now, Built) or not now.trail:
            return self._again() if isinstance(now, Built) else None
        links = [
            tag(
                "li",
                tag(
                    "a",
                    crumb.said,
                    href=self._asking.link(self._asking.filled.until(crumb.at)),
                    title=self._t(N_("Change: {prompt}"), prompt=crumb.prompt),
                    data_step=True,
                ),
            )
            for crumb in now.trail
        ]
        return tag("ol", links, class_="trail", aria_label=self._t(N_("Picked so far")))

    def _again(self) -> Html:
        link = self._asking.link(Filled())
        return tag("p", tag("a", self._t(N_("Start over")), href=link, data_step=True), class_="trail")

    def _built(self, built: Built) -> Html:
        """Return the whole order below its question, with the button that gives it.

        Where all of it follows by itself nobody has seen the question before.
        """
        fields = self._fields(self._asking.filled)
        return tag(
            "form",
            self._hidden,
            fields,
            tag("p", self._chip(self._asking.choice.rule), self._t.words(self._asking.choice.prompt)),
            tag("p", tag("q", built.label, class_="order"), class_="built"),
            self._brings(built),
            self._picked_pieces(),
            tag("button", self._t(self._give), class_="main", data_focus=True),
            method="post",
            action=f"{self._asking.path}/{self._asking.give}",
            data_act=True,
        )

    def _brings(self, built: Built) -> Html | None:
        """Return the odds of the whole order, line by line."""
        lines = odds_lines(self._odds(built.answer), self._t)
        rows = [tag("li", with_links(line, self._asking.path)) for line in lines]
        return tag("ul", rows, class_="odds", aria_label=self._t(N_("What it may bring"))) if rows else None

    def _short(self, filled: Filled) -> Html | None:
        """Return the odds of a list, if it is a whole order, in one line beside its button."""
        try:
            built = step(self._asking.choice, filled, self._reader)
        except Refusal:
            return None  # it is refused, with its reason, when it is picked
        said = short_odds(self._odds(built.answer), self._t) if isinstance(built, Built) else ""
        return tag("small", said, class_="odds") if said else None

    def _picked_pieces(self) -> Html | None:
        """Return the pieces that the order names or could name, each with links to leave out or add one."""
        rows = [
            tag(
                "li",
                tag("span", one.label),
                tag("b", f"{one.n}/{one.most}" if one.most > 1 else "✓" if one.n else "–"),
                self._less_or_more("−", N_("Leave out {piece}"), one.label, one.fewer),
                self._less_or_more("+", N_("Add {piece}"), one.label, one.more),
                class_="picked" if one.n else None,
            )
            for one in picked_pieces(self._asking.choice, self._asking.filled, self._reader)
        ]
        return (
            tag("ul", rows, class_="picked-pieces", aria_label=self._t(N_("Pieces in the order")))
            if rows
            else None
        )

    def _less_or_more(self, sign: str, what: str, piece: str, filled: Filled | None) -> Html | None:
        if filled is None:
            return None
        link = self._asking.link(filled)
        label = self._t(what, piece=Verbatim(piece))
        return tag("a", sign, href=link, class_="button", aria_label=label, title=label, data_step=True)

    def _fields(self, filled: Filled) -> list[Html]:
        return [
            tag("input", type="hidden", name=name, value=value)
            for name, value in self._asking.fields(filled).items()
        ]

    def _step(self, now: Step) -> Html:
        """Return the step as a form by GET, so that every step has an address and Back takes it back."""
        return tag(
            "form",
            self._fields(self._asking.filled),
            tag(
                "fieldset",
                tag("legend", self._question(now)),
                tag("p", now.so_far, class_="so-far") if now.so_far else None,
                self._asks(now),
                self._buttons(now),
            ),
            method="get",
            action=f"{self._asking.path}/{self._asking.page}",
            data_step=True,
        )

    def _question(self, now: Step) -> Html:
        context = [tag("span", self._t.words(words), class_="context") for words in now.context]
        return tag("span", self._chip(now.rule), context, self._t.words(now.prompt))

    def _chip(self, rule: str) -> Html | None:
        """Return the link to a paragraph; None for a question that cites none."""
        if rule == RULE:
            return None
        cited, about = self._t.name(telling.cited(rule)), heading(self._game, rule, self._t.language)
        return paragraph_link(cited, rule, self._asking.path, about)

    def _asks(self, now: Step) -> Child:
        """Return the controls by the kind of the step; one of a list is a button each."""
        match now.kind:
            case "some":
                return self._boxes(now)
            case "number":
                return self._numbers(now)
            case "text":
                return tag(
                    "input",
                    name="value",
                    maxlength=now.most,
                    aria_label=self._t(N_("Text")),
                    autocomplete="off",
                )
            case "shares":
                return self._shares(now)
        return self._picks(now)

    def _picks(self, now: Step) -> Child:
        """Return the options as buttons, for a pick of one; not those that one press gives."""
        given = {one.option for one in self._whole if one.filled == self._asking.filled.plus(one.option)}
        shown = [option for option in now.options if option.bar is None and option.id not in given]
        opened = [option for option in shown if option.id not in self._begun]
        beside = [self._beside(option) for option in shown if option.id in self._begun]
        if not shown:
            return None
        buttons = [
            tag(
                "button",
                face := self._face(option.id),
                tag("span", option.label, class_="name"),
                tag("small", option.chosen) if option.chosen else None,
                tag("small", self._t.words(option.note)) if option.note is not None else None,
                self._short(self._asking.filled.plus(option.id))
                if option.note is None and len(opened) <= FEW_ODDS
                else None,
                name="value",
                value=option.id,
                class_="option faced" if face else "option",
                data_place=self._place(option),
                data_of=option.id,
            )
            for option in opened
        ]
        search = None
        if len(opened) > MANY:
            search = tag(
                "input",
                type="search",
                class_="filter script",
                placeholder=self._t(N_("Search these {n}"), n=len(opened)),
                aria_label=self._t(N_("Search the options")),
                data_filter=True,
                autocomplete="off",
            )
        there = any(map(self._place, opened))
        on_map = tag("p", self._t(N_("Press a place on the map.")), class_="on-map hint") if there else None
        return [search, on_map, tag("div", buttons, class_="options-list") if buttons else None, beside]

    def _beside(self, verb: Option) -> Html:
        """Return a verb with the things that it can begin with, which are not on the map."""
        things = [option for option in self._begun[verb.id].options if option.bar is None]
        begun = self._asking.link(self._asking.filled.plus(verb.id))
        links = [
            tag(
                "a",
                self._face(option.id),
                tag("span", option.label, class_="name"),
                tag("small", self._t.words(option.note)) if option.note is not None else None,
                href=f"{begun}&{urlencode({'value': option.id})}",
                class_="button option faced",
                data_of=option.id,
                data_step=True,
            )
            for option in things
        ]
        note = tag("small", self._t.words(verb.note)) if verb.note is not None else None
        head = tag("p", tag("b", verb.label), " ", note, class_="begun")
        return tag("div", head, tag("div", links, class_="options-list"), class_="stock")

    def _place(self, option: Option) -> str | None:
        return self._where.get(option.id)

    def _boxes(self, now: Step) -> Child:
        """Return the options as boxes to tick, for a pick of several."""
        rows = [
            tag(
                "label",
                tag(
                    "input",
                    type="checkbox",
                    name="value",
                    value=option.id,
                    data_place=self._place(option),
                ),
                tag("span", option.label),
                tag("small", self._t.words(option.note)) if option.note is not None else None,
                class_="pick",
                data_of=option.id,
            )
            for option in now.options
            if option.bar is None
        ]
        how_many = self._t(N_("{least} to {most}"), least=now.least, most=now.most)
        if now.least == now.most:
            how_many = self._t(N_("exactly {n}"), n=now.most)
        if now.ordered:
            how_many = f"{how_many}; {self._t(N_('the order in which you tick them matters'))}"
        confirm = tag("button", self._t(N_("Confirm")), class_="main")
        listed = tag("div", rows, class_="boxes", data_ordered=now.ordered)
        ticked = tag("input", type="hidden", name=TICKED, value="1")  # none may be what is meant
        return [tag("p", how_many, class_="hint"), listed, ticked, confirm]

    def _numbers(self, now: Step) -> Child:
        """Return a button for each number, or one field for more than a few."""
        if now.most - now.least < FEW:
            buttons = [
                tag("button", n, name="value", value=n, class_="option")
                for n in range(now.least, now.most + 1)
            ]
            return tag("div", buttons, class_="options-list numbers")
        label = self._t(N_("A number from {least} to {most}"), least=now.least, most=now.most)
        entry = tag(
            "input",
            type="number",
            name="value",
            min=now.least,
            max=now.most,
            value=now.least,
            required=True,
            aria_label=label,
        )
        return [tag("p", label, class_="hint"), entry, tag("button", self._t(N_("Confirm")), class_="main")]

    def _shares(self, now: Step) -> Child:
        """Return a field for each option, for a number of each; a box to tick where there is only one."""
        rows = [
            tag("label", self._share(option), class_="pick", data_of=option.id)
            for option in now.options
            if option.bar is None
        ]
        if now.least == now.most:
            how_many = self._t(N_("{n} in total"), n=now.most)
        else:
            how_many = self._t(N_("{least} to {most} in total"), least=now.least, most=now.most)
        confirm = tag("button", self._t(N_("Confirm")), class_="main")
        ticked = tag("input", type="hidden", name=TICKED, value="1")
        return [tag("p", how_many, class_="hint"), tag("div", rows, class_="boxes shares"), ticked, confirm]

    def _share(self, option: Option) -> list[Html]:
        label, name = tag("span", option.label), f"{SHARE}{option.id}"
        chosen = int(option.chosen) if option.chosen.isdecimal() else 0
        if option.most == 1:
            return [tag("input", type="checkbox", name=name, value=1, checked=bool(chosen)), label]
        entry = tag("input", type="number", name=name, min=0, max=option.most, value=chosen)
        return [label, entry, tag("small", self._t(N_("of {most}"), most=option.most))]

    def _buttons(self, now: Step) -> Child:
        """Return the buttons that end a list."""
        shown = [button for button in now.buttons if button.bar is None]
        if now.kind == "shares":
            shown = [button for button in shown if button.id != End.DONE]
        made = [tag("button", b.label, name="value", value=b.id, formnovalidate=True) for b in shown]
        return tag("p", made, class_="actions") if made else None

    def _closed(self, closed: Sequence[Option]) -> Html | None:
        """Return the options that are not allowed, with the reasons."""
        if not closed:
            return None
        rows = [
            tag(
                "li",
                with_links(
                    telling.bar(option.label, option.bar, self._t.language, self._t.label), self._asking.path
                ),
                data_of=option.id,
            )
            for option in closed
            if option.bar is not None
        ]
        head = tag("summary", self._t(N_("Not allowed now: {n}"), n=len(closed)))
        return tag("details", head, tag("ul", rows), class_="closed")


def now_of(asking: Asking, reader: Reader) -> tuple[Asking, Step | Built, Refusal | None]:
    """Return the present step; if the picks are no longer legal, the first step and the refusal."""
    try:
        return asking, offered(asking.choice, asking.filled, reader), None
    except Refusal as refusal:
        refused = NotNow(CHANGED) if isinstance(refusal, NotUnderstood) else refusal
        fresh = structs.replace(asking, filled=Filled())
        return fresh, offered(asking.choice, Filled(), reader), refused

"""A step of several picks in one form: numbers of things, or a place for each (design/discord.md §3).

Things of which there is one are checkboxes; numbers and places are menus. What the platform's five fields
cannot hold is typed, a line for each. What was filled in and refused is there again when the form is opened
anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import discord
from discord import ui
from msgspec import Struct

from adjudicator.core.choices.choice import Verdicts, one_of_these, open_of
from adjudicator.core.choices.shares import Assign
from adjudicator.core.language.errors import NotNow, NotUnderstood, Refusal
from adjudicator.core.language.words import N_, words
from adjudicator.core.log.chain import JSON
from frontends.discord.context.action_context import Action, ActionContext
from frontends.discord.context.resolve_campaign import campaign_of
from frontends.discord.ui.items import LONGEST_LABEL, MOST_OPTIONS, ActionModal, cut, option
from service.api import Service
from service.values.words import speak
from service.wizard.filled import End, Filled
from service.wizard.steps import Option, Step, forward
from service.wizard.walk import Asked, Walk

from . import panel, panel_state
from .panel_page import fits_form, hint
from .panel_state import Panel, opened

FIELDS, BOXES = 5, 10
"""The most fields of a form, and the most checkboxes of one."""
LONGEST = 4_000
"""The most characters of a field."""
Typed: TypeAlias = Mapping[str, Sequence[str]]
"""The values of each field, by its id."""


class Thing(Struct, frozen=True):
    """A thing of a step: its values by id in the reader's words, those of a number as text; and the one that
    it has.
    """

    one: Option
    values: dict[str, str]
    chosen: str

    @property
    def is_single(self) -> bool:
        """True if it is only taken or left."""
        return [*self.values] == ["0", "1"]


def _things(at: Panel) -> list[Thing]:
    """Return the things of a step, in their order."""
    now, reader = at.now, at.subject.reader
    assert isinstance(now, Step)
    if now.kind == "shares":
        return [
            Thing(one, {str(n): str(n) for n in range(one.most + 1)}, one.chosen or "0")
            for one in opened(now)
        ]
    asked = Walk(reader).along(at.subject.choice, at.filled)
    assert isinstance(asked, Asked) and isinstance(asked.choice, Assign)
    of: Mapping[str, Verdicts] = asked.choice.things()
    found = []
    for one in opened(now):
        places = {End.NONE: "–", **{place: reader.shown(place) for place in open_of(of[one.id])}}
        chosen = next((place for place, said in places.items() if said == one.chosen), End.NONE)
        found.append(Thing(one, places, chosen))
    return found


# -- the form ----------------------------------------------------------------------------------------


class Field(Struct, frozen=True):
    """A field of a form: "boxes" for things that are taken or left, a "menu" for one, or "typed" lines."""

    kind: Literal["boxes", "menu", "typed"]
    things: list[Thing]


def _fields(things: Sequence[Thing]) -> list[Field]:
    """Return the fields of a form; the last is typed if the others cannot hold all things."""
    single = [one for one in things if one.is_single]
    boxes = [Field("boxes", single[n : n + BOXES]) for n in range(0, len(single), BOXES)]
    others = [one for one in things if not one.is_single]
    menus = [Field("menu", [one]) for one in others if len(one.values) <= MOST_OPTIONS]
    if len(boxes) + len(menus) <= FIELDS and len(menus) == len(others):
        return [*boxes, *menus]
    kept = [*boxes, *menus][: FIELDS - 1]
    shown = [one for field in kept for one in field.things]
    return [*kept, Field("typed", [one for one in things if one not in shown])]


async def _open(call: ActionContext) -> None:
    """Open the form of a step.

    Raises:
        NotNow: if it is no longer asked.
    """
    await campaign_of(call, call.args[0])

    def found(service: Service) -> tuple[Panel, Typed] | None:
        at = panel.named(service, call)
        if at is None or at.state != call.args[3] or not fits_form(at):
            return None
        subject = at.subject
        draft = service.draft(subject.campaign, call.user, subject.seat, _key(at))
        match draft.filled.picks if draft is not None else ():
            case (state, dict() as typed) if state == at.state:
                return at, {id: list(map(str, values)) for id, values in typed.items()}
        return at, {}

    shown = await call.look(found)
    if shown is None:
        raise NotNow(words(N_("that decision is no longer open")))
    await call.modal(_form(call, *shown))


def _form(call: ActionContext, at: Panel, typed: Typed) -> ActionModal:
    """Return the dialog that asks a whole step at once, as boxes, menus or lines by what it asks."""
    now, reader = at.now, at.subject.reader
    assert isinstance(now, Step)
    prompt = speak(now.prompt, reader.language, reader.lexicon.label)
    modal, note = ActionModal(prompt, "ask_whole_in", *at.place), hint(now, call.text)
    for n, field in enumerate(_fields(_things(at))):
        kept = typed.get(str(n))
        match field.kind:
            case "boxes":
                modal.put(prompt, _boxes(n, field.things, kept), note)
            case "menu":
                (one,) = field.things
                modal.put(one.one.label, _menu(n, one, kept), note)
            case "typed":
                lines = [f"{one.one.label}{call.signs.colon}{one.values[one.chosen]}" for one in field.things]
                text = kept[0] if kept else "\n".join(lines)
                each = call.text(N_("One line for each; change what stands after the colon"))
                modal.ask(str(n), prompt, note=each, value=text, long=True, required=False, longest=LONGEST)
        note = ""
    return modal


def _boxes(n: int, things: Sequence[Thing], kept: Sequence[str] | None) -> ui.CheckboxGroup[Any]:
    chosen = [str(m) for m, one in enumerate(things) if one.chosen == "1"] if kept is None else kept
    options = [
        discord.CheckboxGroupOption(
            label=cut(one.one.label, LONGEST_LABEL), value=str(m), default=str(m) in chosen
        )
        for m, one in enumerate(things)
    ]
    return ui.CheckboxGroup(
        custom_id=str(n), options=options, required=False, min_values=0, max_values=len(options)
    )


def _menu(n: int, one: Thing, kept: Sequence[str] | None) -> ui.Select[Any]:
    chosen = kept[0] if kept else one.chosen
    options = [option(said, value, chosen=value == chosen) for value, said in one.values.items()]
    return ui.Select(custom_id=str(n), options=options)


def _key(at: Panel) -> str:
    return f"{at.subject.key}/whole"


# -- what was filled in --------------------------------------------------------------------------------


async def _fill(call: ActionContext) -> None:
    """Fill in the whole step as the form says; what is refused is kept for the next form."""
    await panel.pick_and_show(call, lambda service, at: _filled(service, call, at))


def _filled(service: Service, call: ActionContext, at: Panel) -> Panel:
    subject = at.subject
    if not fits_form(at):
        return at
    try:
        item: JSON = {thing: value for thing, value in _read(at, call.fields)}
        filled = forward(subject.choice, at.filled.plus(item, End.DONE), subject.reader)
    except Refusal:
        typed = Filled((at.state, {id: list(values) for id, values in call.fields.items()}))
        service.keep_draft(subject.campaign, call.user, subject.seat, _key(at), typed)
        raise
    service.drop_draft(subject.campaign, call.user, subject.seat, _key(at))
    return panel_state.keep(service, call.user, at, filled)


def _read(at: Panel, values: Typed) -> Iterator[tuple[str, JSON]]:
    """Yield each thing with its number, or its place.

    Raises:
        NotUnderstood: for a line that names no thing, or no number or place of it.
    """
    now = at.now
    assert isinstance(now, Step)
    for n, field in enumerate(_fields(_things(at))):
        given = values.get(str(n), ())
        match field.kind:
            case "boxes":
                chosen = {one.one.id: str(int(str(m) in given)) for m, one in enumerate(field.things)}
            case "menu":
                (one,) = field.things
                chosen = {one.one.id: given[0] if given else one.chosen}
            case "typed":
                chosen = _lines(at, field.things, given[0] if given else "")
        for thing, value in chosen.items():
            yield thing, int(value) if now.kind == "shares" else value


def _lines(at: Panel, things: Sequence[Thing], text: str) -> dict[str, str]:
    """Return the value of each thing as it was typed; one without a line has none."""
    by_id = {one.one.id: one for one in things}
    found = {id: next(iter(one.values)) for id, one in by_id.items()}
    for line in filter(None, map(str.strip, text.splitlines())):
        name, _, said = line.replace("：", ":").rpartition(":")
        thing = _meant(at, name, {id: one.one.label for id, one in by_id.items()})
        found[thing] = _meant(at, said, by_id[thing].values)
    return found


def _meant(at: Panel, text: str, among: Mapping[str, str]) -> str:
    """Return the id that a text means: as it was shown, else as an order names it.

    Raises:
        NotUnderstood: if it means none of them, or several.
    """
    shown = [id for id, said in among.items() if said == text.strip()]
    found = shown or at.subject.reader.lexicon.find(text, among)
    if len(found) != 1:
        raise NotUnderstood(text.strip(), one_of_these(dict.fromkeys(among)), [*among])
    return found[0]


ACTIONS = {"ask_whole": Action(_open, "modal"), "ask_whole_in": Action(_fill, "update")}

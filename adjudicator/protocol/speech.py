"""The wording of the protocol: decisions, events, dice, refusals, as one viewer may know them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import asdict

from adjudicator.core.choices.choice import Bar, Choice, Completion, Reach
from adjudicator.core.game.game import Game
from adjudicator.core.game.sealed import redact, reveal
from adjudicator.core.language.errors import Refusal
from adjudicator.core.language.words import PLAIN, Label, Words, fill
from adjudicator.core.log.chain import JSON, Entry
from adjudicator.core.table.ledger import Told
from adjudicator.core.table.table import Table

from .requests import Viewer

Said = dict[str, Any]


class Speech:
    """One answer's language and reader.

    Args:
        game: whose names are used; None before one is founded.
        language: of the reader.
        viewer: a seat, None for the public, unset for the referee, who is told all.
        described: what has been said of the questions of this moment, by seat and language; it grows.
    """

    def __init__(
        self,
        game: Game | None,
        language: str,
        viewer: Viewer = UNSET,
        described: MutableMapping[tuple[str, str], Said] | None = None,
    ) -> None:
        self._game, self._language, self._viewer = game, language, viewer
        self._described = {} if described is None else described
        self._lexicon = PLAIN if game is None else game.lexicon
        self._label: Label = self._lexicon.label

    def label(self, id: str) -> str:
        """The name of an id."""
        return self._label(id, self._language)

    def words(self, words: Words) -> str:
        """A sentence."""
        return fill(words, self._language, self._label)

    def may_read(self, seats: Iterable[str]) -> bool:
        """Return true if the reader may know what these seats may."""
        return self._viewer is UNSET or self._viewer in tuple(seats)

    # -- decisions -------------------------------------------------------------------------------

    def pending(self, table: Table) -> list[Said]:
        """The decisions that are asked; of another seat's only that it is asked, and by which rule."""
        question = table.question
        if question is None:
            return []
        put = question.entry if question.together else table.ledger.last
        kind: Said = {"must": True}
        if question.occasion is not None:
            kind = {"window": question.window, "occasion": asdict(question.occasion)}
        return [
            {"seat": seat, "entry": put, "rule": choice.rule, **kind, **self._asked(seat, choice)}
            for seat, choice in table.pending.items()
        ]

    def _decision(self, seat: str, choice: Choice[Any]) -> Said:
        if not self.may_read([seat]):
            return {}
        return {
            "prompt": self.words(choice.prompt),
            "about": _about(choice.prompt),
            "choice": self.choice(choice),
        }

    def _asked(self, seat: str, choice: Choice[Any]) -> Said:
        """A decision of the open question; it is described once."""
        if not self.may_read([seat]):
            return {}
        key = (seat, self._language)
        if key not in self._described:
            self._described[key] = self._decision(seat, choice)
        return self._described[key]

    def aside(self, seat: str, choice: Choice[Any]) -> Said:
        """A decision out of turn."""
        return {"seat": seat, "rule": choice.rule, "must": False, **self._decision(seat, choice)}

    def choice(self, choice: Choice[Any]) -> Said:
        """Shape, options and limits."""
        said: Said = self._plain(choice.describe())
        return said

    def _plain(self, value: Any) -> Any:
        match value:
            case str() | int():
                return value
            case Words():
                return self.words(value)
            case Bar():
                return self.bar(value)
            case dict():
                return self._object(value)
            case list() | tuple():
                return [self._plain(item) for item in value]
            case _:
                return value

    def _object(self, value: Mapping[str, Any]) -> Said:
        """An object; a list of options is parted into those that are open and those that are barred."""
        said: Said = {}
        for key, item in value.items():
            if isinstance(item, list) and any(isinstance(o, dict) and _name(o) for o in item):
                said[key], said["barred"] = [], []
                for option in item:
                    barred = option.get("bar") is not None
                    said["barred" if barred else key].append(self._option(option))
            else:
                said[key] = self._plain(item)
        return said

    def _option(self, option: Mapping[str, Any]) -> Said:
        name, stop = _name(option), option.get("bar")
        said: Said = {name: option[name], "label": self.label(option[name])}
        if len(option) > 2 or stop is None:
            said |= self._object({key: item for key, item in option.items() if key not in (name, "bar")})
        if isinstance(stop, Bar):
            said["rule"], said["why"] = stop.rule, self.words(stop.why)
        return said

    def bar(self, bar: Bar) -> Said:
        """Return why an option is not open."""
        return {"rule": bar.rule, "why": self.words(bar.why)}

    def completions(self, lines: Iterable[Completion], barred: bool) -> Said:
        """Lines that could be typed; the barred ones with their reasons if they are wanted."""
        found = list(lines)
        said: Said = {"completions": [self._completion(c) for c in found if c.bar is None]}
        if barred:
            said["barred"] = [{"text": c.text, **self.bar(c.bar)} for c in found if c.bar is not None]
        return said

    def _completion(self, line: Completion) -> Said:
        note = {} if line.note is None else {"note": self.words(line.note)}
        return {"text": line.text, "label": self._lexicon.marked(line.text, self._language), **note}

    def reach(self, ways: Iterable[Reach], barred: bool) -> Said:
        """Return the places that a piece may go to; the barred ways with their reasons if they are wanted."""
        found = list(ways)
        said: Said = {
            "reach": [
                {
                    "to": r.to,
                    "path": list(r.path),
                    "cost": r.cost,
                    "as": r.how,
                    **({"by": r.by} if r.by else {}),
                }
                for r in found
                if r.bar is None
            ]
        }
        if barred:
            said["barred"] = [{"to": r.to, **self.bar(r.bar)} for r in found if r.bar is not None]
        return said

    # -- what happened ---------------------------------------------------------------------------

    def events(self, told: Iterable[Told]) -> list[Said]:
        """Return the events that were told, as the reader may know them."""
        said: list[Said] = []
        for line in told:
            viewer = self._viewer
            event = reveal(line.event) if viewer is UNSET else redact(line.event, viewer)
            if event is None or self._game is None:
                continue
            said.append(
                {
                    "kind": event.kind,
                    "rule": event.rule,
                    "text": self._game.say(event, self._language),
                    "seats": None if line.event.seats is None else list(line.event.seats),
                    "entry": line.n,
                    "values": dict(event.values),
                }
            )
        return said

    def dice(self, entries: Iterable[Entry]) -> list[Said]:
        """All dice that fell, and what public chance picked."""
        said: list[Said] = []
        for entry in entries:
            for roll in entry.body["rolls"] if entry.t == "batch" else ():
                rule, _, label = roll["label"].partition(" ")
                of = {"faces": roll["faces"]} if roll["kind"] == "dice" else {"of": roll["of"]}
                said.append(
                    {"rule": rule, "label": label, **of, "got": roll["got"], "epoch": entry.body["e"]}
                )
        return said

    def draws(self, entries: Iterable[Entry]) -> list[Said]:
        """All draws; what came only where the reader may see it."""
        said: list[Said] = []
        for entry in entries:
            if entry.t != "draw":
                continue
            body = entry.body
            dealt = zip(body["to"], entry.parts[1:], strict=True)
            got: dict[str, JSON] = {
                place: part.part["got"]
                for (place, _), part in dealt
                if body["shown"] or self.may_read(part.seats)
            }
            said.append(
                {"rule": body["rule"], "from": body["from"], "to": body["to"], "got": got, "epoch": body["e"]}
            )
        return said

    # -- refusals --------------------------------------------------------------------------------

    def refusal(self, refusal: Refusal) -> Said:
        """Return why a command was not carried out."""
        return {
            "kind": refusal.kind,
            "rule": refusal.rule,
            "why": self.words(refusal.why),
            "candidates": list(refusal.candidates),
        }


def _about(prompt: Words) -> Said:
    """Return the subject of a question as data: the values of its prompt, which are ids and numbers.

    A counted thing is an object, {"n": 2, "things": ..}.
    """
    return {name: _datum(value) for name, value in prompt.values.items()}


def _datum(value: Any) -> JSON:
    match value:
        case Words():
            return _about(value)
        case list() | tuple():
            return [_datum(item) for item in value]
        case str() | int():
            return value
        case _:
            return str(value)


def _name(option: Mapping[str, Any]) -> str:
    """The field by which an option is called: `id`, or `name` in a menu."""
    for key in ("id", "name"):
        if isinstance(option.get(key), str):
            return key
    return ""

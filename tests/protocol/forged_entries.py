"""The catalogue of forgeries: each kind of entry left out, put in twice, moved, each of its fields changed.

The forger has every secret: seals, receipts and heads are made anew, in a game in play and in an ended one.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from adjudicator.core.log.chance import Secrets
from tests.core.chainmaker import Doc
from tests.protocol.client import Client

SEED = "05"
FOUNDED: dict[str, dict[str, str]] = {
    "julius_caesar": {},
    "belisarius": {},
    "ottomans": {},
    "ancient_world": {"scenario": "pyrrhus_in_italy"},
}
ANSWERS = 90
REFERENCES = ("n", "ask", "of", "to", "stands")
"""The fields that hold the number of an entry."""


def exported(game: str) -> Doc:
    """A game at random with an order taken back and given again, and all its secrets."""
    client = Client()
    client.ok("found", game=game, seed=SEED, windows={"default": "ask"}, **FOUNDED[game])
    client.play(5, ANSWERS)
    numbers = [e.n for e in client.session.playing.entries if e.t == "answer" and not e.body["ask"]]
    client.ok("undo", to=numbers[-1] - 1)
    client.play(6, 4)
    items = [json.loads(line) for line in client.ok("export", seat="all")["lines"]]
    entries = [item for item in items if "t" in item]
    heads = [entry.pop("head") for entry in entries]
    hroot = Secrets.from_seed(bytes.fromhex(SEED)).hroot
    return Doc(entries, heads, [item for item in items if "t" not in item], hroot)


def ended(doc: Doc) -> Doc:
    """The same game, ended by a moderator, so that the hidden seed is known."""
    doc = copy.deepcopy(doc)
    fields = {"why": "over", "result": {}, "by": "moderator", "consent": [], "hroot": doc.hroot.hex()}
    doc.entries.append({"n": len(doc.entries), "t": "end", "time": doc.entries[-1]["time"], **fields})
    doc.heads.append("")
    doc.rechain()
    return doc


# -- what a forger does ----------------------------------------------------------------------------


def renumber(doc: Doc, order: list[int]) -> Doc:
    """The entries in another order, by their old numbers; one that is named twice stands twice."""
    now = {old: new for new, old in reversed(list(enumerate(order)))}
    made = Doc([], [""] * len(order), [], doc.hroot)
    for new, old in enumerate(order):
        entry = copy.deepcopy(doc.entries[old])
        for key in REFERENCES:
            if isinstance(entry.get(key), int) and (key != "to" or entry["t"] == "undo"):
                entry[key] = now.get(entry[key], entry[key])
        if entry["t"] == "lock":
            entry["answers"] = {seat: now.get(n, n) for seat, n in entry["answers"].items()}
        entry["n"] = new
        made.entries.append(entry)
        made.openings += [{**copy.deepcopy(o), "open": new} for o in doc.openings if o["open"] == old]
    for opening in made.openings:
        made.reseal(opening["open"], opening["i"], opening["part"])
    return made


def other(value: Any) -> Any:
    """Another value of the same form."""
    match value:
        case int():
            return value + 1
        case str() if value and set(value) <= set("0123456789abcdef") and len(value) % 2 == 0:
            return ("1" if value[0] != "1" else "2") + value[1:]
        case str():
            return f"{value}x"
        case []:
            return ["x"]
        case list():
            return value[:-1]
        case dict() if value:
            name = sorted(value)[0]
            return {**value, name: other(value[name])}
    return {"x": 1}


def forgeries(doc: Doc, n: int) -> Iterator[tuple[str, Callable[[], Doc]]]:
    """What can be done to an entry, by its name."""
    entry, everything = doc.entries[n], list(range(len(doc.entries)))
    if n:
        yield "left out", lambda: renumber(doc, [*everything[:n], *everything[n + 1 :]])
    yield "put in", lambda: renumber(doc, [*everything[: n + 1], n, *everything[n + 1 :]])
    if 0 < n < len(everything) - 1:
        yield "moved", lambda: renumber(doc, [*everything[:n], n + 1, n, *everything[n + 2 :]])
    for name in sorted(entry.keys() - {"n", "t", "seals", "part", "nonce"}):
        yield name, partial(_changed, doc, n, name)
    for opening in doc.openings:
        if opening["open"] == n:
            for name in sorted(opening["part"]):
                yield f"sealed {name}", partial(_resealed, doc, n, opening["i"], name)


def _changed(doc: Doc, n: int, name: str) -> Doc:
    made = copy.deepcopy(doc)
    entry = made.entries[n]
    if name == "rolls":
        roll = entry["rolls"][0]
        roll["label"] += "x"
    elif name == "seat":
        entry["seat"] = next(seat for seat in made.entries[0]["seats"] if seat != entry["seat"])
    else:
        entry[name] = other(entry[name])
    return made


def _resealed(doc: Doc, n: int, i: int, name: str) -> Doc:
    made = copy.deepcopy(doc)
    part = copy.deepcopy(made.opening(n, i)["part"])
    part[name] = other(part[name])
    made.reseal(n, i, part)
    return made

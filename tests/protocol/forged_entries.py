"""The catalogue of forgeries: each kind of entry left out, put in twice, moved, each of its fields changed.

The forger has every secret: seals, receipts and heads are made anew, in a game in play and in an ended one.
"""

from __future__ import annotations

import copy
import itertools
import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from adjudicator.core.log.chance import Secrets
from adjudicator.core.log.founding import RulesVersion
from service.unit_of_work.transaction import Transaction
from service.usecases.agreeing import agreements, ending
from service.usecases.play import queries
from service.usecases.referee import restored
from service.usecases.time import leaving
from tests.core.chainmaker import Chain, Doc, dice
from tests.harness.service import GAMES, ServiceHarness, by, service_harness
from tests.protocol.client import Client

SEED = "05"
FOUNDED: dict[str, dict[str, str]] = {
    "julius_caesar": {},
    "belisarius": {},
    "ottomans": {},
    "ancient_world": {"scenario": "pyrrhus_in_italy"},
}
ANSWERS = 90
BESIDE = ("terms", "aside", "edit", "rules", "burn", "result", "resume")
"""Kinds of entries that the service writes beside the game."""
LINKS = ("link", "nolink")
"""Those of tier F2, which no game uses."""
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


def refereed(game: str, folder: Path) -> Doc:
    """A game with all that a referee and an operator enter beside it, and all its secrets."""
    scenario = FOUNDED[game].get("scenario", GAMES[game].scenarios()[0].id)
    with service_harness(folder / f"{game}.sqlite", {game: GAMES[game]}, game) as b:
        campaign, judge = b.found(game, scenario), by("judge")
        b.play(campaign, 40)
        b.service.do(judge, campaign, ending.roll, "weather", 2, 6, "a storm")
        for step in itertools.count(40):
            if Transaction(b.context, b.context.campaign(campaign), judge).table.at_rest:
                break
            b.step(campaign, step)
        b.service.edit(judge, campaign, an_edit(b, campaign), "a slip")
        b.umpire = RulesVersion("0.2", "11" * 32, "22" * 32)
        play_on(b, campaign, 20)
        b.service.do(judge, campaign, restored.burn, b.service.campaign(campaign).epoch + 2, "restored")
        play_on(b, campaign, 20)
        seats = b.service.campaign(campaign).seats
        b.service.do(by(seats[0]), campaign, leaving.resign, seats[0])
        for seat in seats:
            b.service.do(by(seat), campaign, agreements.resume, "a slip")
        play_on(b, campaign, 3)
        items = [json.loads(line) for line in b.service.look(campaign, queries.export, "all")]
        entries = [item for item in items if "t" in item]
        heads = [entry.pop("head") for entry in entries]
        openings = [item for item in items if "t" not in item]
        return Doc(entries, heads, openings, b.context.campaigns.hroot(campaign))


def an_edit(b: ServiceHarness, campaign: int) -> str:
    """Two hidden things exchanged; where a game has none to exchange, a number changed."""
    found = b.context.campaign(campaign)
    world: Any = Transaction(b.context, found, by("judge")).table.world
    if found.game in ("belisarius", "ancient_world"):
        return "treasury.empire += 20" if found.game == "belisarius" else "turn += 1"
    one, two = ("caliphate_hand", "out") if found.game == "ottomans" else ("deck", "face_up")
    mine = next(item for item in world.cups[one] if item not in world.cups[two])
    other = next(item for item in world.cups[two] if item not in world.cups[one])
    lines = ((one, "-=", mine), (one, "+=", other), (two, "-=", other), (two, "+=", mine))
    return "\n".join(f"cups.{cup} {how} {item}" for cup, how, item in lines)


def play_on(b: ServiceHarness, campaign: int, steps: int) -> None:
    """Answer at random, a number of times."""
    for _ in range(steps):
        assert b.step(campaign, b.service.campaign(campaign).n), "the game is over too soon"


def linked() -> Doc:
    """A made-up log of tier F2, in which one seat has given its links and the other has not always."""
    chain = Chain("F2")
    chain.found()
    for with_both in (True, False, True):
        chain.answer("caesar", choice="fight")
        chain.link("caesar")
        chain.link("pompey") if with_both else chain.nolink("pompey")
        chain.batch(dice("fire", 2))
    return chain.doc("all")


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

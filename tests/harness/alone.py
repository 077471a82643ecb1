"""What one seat does alone in pairs of worlds that it cannot tell apart, in whatever front end, counted."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from adjudicator.core import Reader, Refusal
from adjudicator.core.choices.choice import NoneLegal
from adjudicator.core.log.chance import Rng, sampler
from service.usecases.agreeing import undo
from service.usecases.play import playing, queries
from service.usecases.seats import founding
from service.values.records import Plan

from .contact import LARGE, MARCH, SMALL, near_contact
from .service import GAMES, ServiceHarness, by, service_harness
from .two_worlds import two_worlds

SCENARIOS: Mapping[str, tuple[str, dict[str, str]]] = {
    "julius_caesar": ("war", {}),
    "belisarius": ("advance", {}),
    "ottomans": ("s1_tc", {}),
    "ancient_world": ("pyrrhus_in_italy", {"fog": "on"}),
}
BEFORE = 33
"""The number of answers before worlds are compared for the first time."""
ROUNDS = 2
"""The number of pairs in a row: the next one begins where the orders of the one before have led."""
ORDERS = 2
"""The number of orders that are tried and given in one pair."""


class Act(Struct, frozen=True):
    """Something that a seat does.

    Attributes:
        what: "complete" a line, give an "order" in words, or "look" at something.
        told: whether others may hear of it.
    """

    what: str
    line: str = ""
    told: bool = False

    @property
    def is_batch(self) -> bool:
        """Of several orders only the last is taken back."""
        return len([line for line in self.line.split("; ") if line != "zzz"]) > 1


class Seen(Struct):
    """What came of an act.

    Attributes:
        own: all that was sent to who acted, and to a stranger.
        others: the number of bytes by which anybody else sees something else than before.
        undone: the kinds of entries that it took back.
    """

    act: Act
    own: list[bytes]
    others: int
    undone: list[str]


Doing = Callable[[ServiceHarness, Path, int, str, Iterator[Act]], Awaitable[list[Seen]]]
"""How a front end does the acts of a seat in one world, in a folder of its own."""


class Pairs:
    """Pairs of worlds of one game, and the number of things that were compared."""

    def __init__(self, doing: Doing, looks: Sequence[str]) -> None:
        self.doing, self.looks, self.met = doing, looks, Counter[str]()

    def acts(self, b: ServiceHarness, campaign: int, seat: str, rng: Rng) -> Iterator[Act]:
        """Right, half-right and wrong lines about orders that the seat may give, one after the other."""
        reader = Reader(b.service.game(campaign).lexicon, "en")
        for _ in range(ORDERS):
            pending = b.service.look(campaign, queries.pending, seat)
            if pending is None:
                return
            try:
                line = pending.choice.write(pending.choice.accept(pending.choice.sample(rng)), reader)
            except NoneLegal:
                return
            yield from self.about(line, rng.choice([line, f"{line}; zzz", f"{line}; {line}"]))

    def about(self, line: str, given: str) -> Iterator[Act]:
        """What is asked and tried about an order, the order as given, what is seen then, and its undoing."""
        yield from (Act("complete", typed) for typed in ("", line[: len(line) // 2], line, f"{line}; "))
        yield from (Act("order", text) for text in (f"why {line}", f"zzz; {line}", f"zzz; {given}", "why"))
        yield Act("order", given, told=True)
        yield from (Act("look", look) for look in self.looks)
        yield Act("order", "undo", told=True)

    def compare(self, here: Sequence[Seen], there: Sequence[Seen]) -> None:
        """Compare what was seen in both, until an order parts them: neither world takes that back."""
        parted: Act | None = None
        for mine, others in zip(here, there, strict=True):
            act = mine.act
            if not act.told:
                assert mine.others == others.others == 0, act
                self.met["unheard by others"] += 2
            if parted is not None:
                for seen in (mine, others):
                    assert not seen.undone or parted.is_batch, (act, seen.undone)
                    assert not {*undo.SHOWS, "lock"} & {*seen.undone}, (act, seen.undone)
            if parted is None and mine.own != others.own:
                assert act.told, (act, mine.own, others.own)
                parted = act
                self.met["parted"] += 1
            self.met["undone"] += bool(mine.undone)
            if parted is None:
                assert mine.undone == others.undone
                self.met["acts"] += 1
                self.met["messages"] += len(mine.own)
                self.met["bytes"] += sum(map(len, mine.own))

    def play(self, b: ServiceHarness, campaign: int, seat: str, folder: Path, seed: int) -> list[Act]:
        """Compare from here; return what the seat did."""
        with two_worlds(b, campaign, seat, folder, seed) as (here, there):
            others = [other for other in here.service.campaign(campaign).seats if other != seat]
            views = [[w.service.view(campaign, other) for other in others] for w in (here, there)]
            self.met["pairs"] += 1
            self.met["differing"] += views[0] != views[1]
            mine = self.seen(
                here, folder / f"{seed} here", seat, self.acts(here, campaign, seat, sampler(seed))
            )
            script = [seen.act for seen in mine]
            self.compare(mine, self.seen(there, folder / f"{seed} there", seat, iter(script)))
            return script

    def seen(self, w: ServiceHarness, folder: Path, seat: str, acts: Iterator[Act]) -> list[Seen]:
        """Do the acts of a seat in one world."""
        folder.mkdir()
        (campaign,) = w.service.campaigns()
        return asyncio.run(self._all(w, folder, campaign.id, seat, acts))

    async def _all(
        self, w: ServiceHarness, folder: Path, campaign: int, seat: str, acts: Iterator[Act]
    ) -> list[Seen]:
        return await self.doing(w, folder, campaign, seat, acts)


def begun(b: ServiceHarness, game: str, seed: bytes, users: Sequence[str], scenario: str = "") -> int:
    """A game in which these users have the seats."""
    first, options = SCENARIOS[game]
    plan = Plan(game, scenario or first, "The war", seed=seed, options=options)
    campaign = b.service.found(by("judge"), plan).campaign
    for seat, user in zip(b.service.campaign(campaign).seats, users, strict=True):
        b.service.do(by(user), campaign, founding.join, seat, seat.title())
    return campaign


def carry_out(b: ServiceHarness, campaign: int, seat: str, user: str, script: Sequence[Act]) -> bool:
    """Let the seat do in the game itself what it did in the pair; return true if something was shown."""
    n = b.service.status(campaign).campaign.n
    for act in script:
        if act.told:
            with suppress(Refusal):
                if act.line == "undo":
                    b.service.do(by(user), campaign, undo.take_back, seat)
                else:
                    b.service.do(by(user), campaign, playing.order, seat, act.line, "en")
    return any(entry["n"] >= n and entry["t"] in undo.SHOWS for entry in b.service.log(campaign))


def undone(b: ServiceHarness, campaign: int, since: int) -> list[str]:
    """The kinds of the entries before one that were undone from then on."""
    log = b.service.log(campaign)
    back = [e["to"] for e in log if e["t"] == "undo" and e["n"] >= since]
    return [e["t"] for to in back for e in log if to < e["n"] < since]


def compared(
    pairs: Pairs, game: str, folder: Path, users: Sequence[str], seed: int, most: int, apart: int
) -> None:
    """Play a game, and every few answers compare two worlds of the seat that is asked, and once more from
    where its orders have led.
    """
    with service_harness(folder / "game.sqlite", {game: GAMES[game]}, f"{seed}") as b:
        campaign = begun(b, game, b"%d" % seed, users)
        user_of = dict(zip(b.service.campaign(campaign).seats, users, strict=True))
        for step in range(10_000):
            if not b.service.asked(campaign) or pairs.met["pairs"] >= most:
                break
            seat = b.service.asked(campaign)[0].seat
            if step >= BEFORE and step % apart < ROUNDS:
                script = pairs.play(b, campaign, seat, folder, step)
                shown = carry_out(b, campaign, seat, user_of[seat], script)
                pairs.met["gone on past something shown"] += shown
                continue
            pending = b.service.look(campaign, queries.pending, seat)
            assert pending is not None
            answer = pending.choice.sample(sampler(seed * 100_000 + step))
            b.service.do(by(user_of[seat]), campaign, playing.submit, seat, answer)
    print(game, seed, dict(pairs.met), flush=True)
    assert pairs.met["differing"] > pairs.met["pairs"] / 2
    assert pairs.met["acts"] > 10 * pairs.met["pairs"]


def compared_near_contact(
    pairs: Pairs, folder: Path, users: Sequence[str], panels: Sequence[str] = ()
) -> None:
    """§6.61 §8.12 Compare a march beside a hidden force that may be overrun with one beside another: what is
    looked at, asked and tried before tells nothing; the march parts the worlds, and is not taken back.
    """
    script = [Act("look", look) for look in (*pairs.looks, *panels)]
    script += [*pairs.about(MARCH, f"{MARCH}; yes; zzz"), Act("order", "undo", told=True)]
    worlds = []
    for strength in (SMALL, LARGE):
        (own := folder / f"{strength}").mkdir()
        with service_harness(own / "db", near_contact(strength), "near") as b:
            begun(b, "ancient_world", b"fog", users, "hannibal_in_italy")
            worlds.append(pairs.seen(b, own / "seen", "rome", iter(script)))
    pairs.compare(*worlds)
    assert pairs.met["parted"] == 1
    assert pairs.met["acts"] == next(n for n, act in enumerate(script) if act.told)

"""A small umpire for tests: writes valid logs (design/fair-dice.md), and lies where a test tells it to.

It shares no line with the verifier or with the umpire, so that a slip in one of them shows.
"""

from __future__ import annotations

import copy
import hashlib
import hmac
import json
from functools import cache
from typing import Any

Entry = dict[str, Any]
ROOT, HROOT = bytes(range(32)), bytes(range(32, 64))
GAME = "toy/" + "5a" * 16
CHAIN = 65536
LINKS = 40
CHITS = sorted([f"chit_{n:02}" for n in range(1, 11)] + ["agent"] * 3)
CUPS: dict[str, list[str]] = {
    "cup": CHITS,
    "discard": [],
    "hand/caesar": [],
    "hand/pompey": [],
    "lam": ["lam_a", "lam_a", "lam_b", "lam_c"],
    "used": [],
}


def text_of(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def packed(*parts: bytes | str | int) -> bytes:
    out = b""
    for part in parts:
        match part:
            case int():
                raw = part.to_bytes(8, "big")
            case str():
                raw = part.encode()
            case _:
                raw = part
        out += len(raw).to_bytes(4, "big") + raw
    return out


def th(tag: str, *parts: bytes | str | int) -> bytes:
    return hashlib.sha256(packed(f"tabellarius/1/{tag}", *parts)).digest()


def mac(key: bytes, tag: str, *parts: bytes | str | int) -> bytes:
    return hmac.digest(key, packed(f"tabellarius/1/{tag}", *parts), "sha256")


def flat(values: dict[str, bytes]) -> bytes:
    return b"".join(packed(name, values[name]) for name in sorted(values))


@cache
def chain_of(kind: str, top: bytes, length: int, *names: str) -> tuple[bytes, ...]:
    """Values 0..length, each but the last hashed from the next."""
    values = [top]
    for step in range(length - 1, -1, -1):
        values.append(th(kind, *names, step, values[-1]))
    return tuple(reversed(values))


class Numbers:
    def __init__(self, k: bytes) -> None:
        self.k, self.block, self.left = k, 0, b""

    def byte(self) -> int:
        if not self.left:
            self.left, self.block = mac(self.k, "block", self.block), self.block + 1
        first, self.left = self.left[0], self.left[1:]
        return first

    def below(self, n: int) -> int:
        while True:
            v, top = self.byte(), 256
            if n > 256:
                for _ in range(3):
                    v = v << 8 | self.byte()
                top = 1 << 32
            if v < top - top % n:
                return v % n


def fall(k: bytes, r: int, roll: Entry) -> list[Any]:
    numbers = Numbers(mac(k, "roll", r))
    if roll["kind"] == "dice":
        return [1 + numbers.below(roll["faces"]) for _ in range(roll["count"])]
    rest = sorted(roll["of"])
    return [rest.pop(numbers.below(len(rest))) for _ in range(roll["count"])]


def dice(label: str, count: int = 1, faces: int = 6) -> Entry:
    return {"kind": "dice", "label": label, "count": count, "faces": faces}


class Doc:
    """An export to tamper with: entries without heads, the heads that were posted, the openings."""

    def __init__(self, entries: list[Entry], heads: list[str], openings: list[Entry], hroot: bytes) -> None:
        self.entries, self.heads, self.openings, self.hroot = entries, heads, openings, hroot

    def lines(self, *, rechain: bool = False) -> list[str]:
        if rechain:
            self.rechain()
        out = []
        for n, entry in enumerate(self.entries):
            out.append(text_of({**entry, "head": self.heads[n]}))
            out += [text_of(o) for o in self.openings if o["open"] == n]
        return out

    def rechain(self) -> None:
        head, self.heads = b"", []
        for entry in self.entries:
            head = th("log", head, text_of(entry))
            self.heads.append(head.hex())

    def numbers(self, t: str) -> list[int]:
        return [entry["n"] for entry in self.entries if entry["t"] == t]

    def all(self, t: str) -> list[Entry]:
        return [entry for entry in self.entries if entry["t"] == t]

    def opening(self, n: int, i: int) -> Entry:
        return next(o for o in self.openings if (o["open"], o["i"]) == (n, i))

    def reseal(self, n: int, i: int, part: Entry, nonce: bytes | None = None) -> None:
        """Make the seal anew for another part, as an umpire can who holds the hidden seed."""
        game = self.entries[0]["game"]
        nonce = nonce or mac(self.hroot, "nonce", game, n, i, text_of(part))[:16]
        self.entries[n]["seals"][i]["c"] = th("seal", game, n, i, nonce, text_of(part)).hex()
        for opening in self.openings:
            if (opening["open"], opening["i"]) == (n, i):
                opening.update(nonce=nonce.hex(), part=part)
        for entry in self.entries:
            if entry["t"] == "open" and (entry["of"], entry["i"]) == (n, i):
                entry.update(nonce=nonce.hex(), part=part)


class Chain:
    """An umpire's log. Methods are named as the types of entries and return the entry's number."""

    def __init__(self, tier: str = "F1", scripted: bool = False, hroot: bytes = HROOT, **card: Any) -> None:
        self.seats: tuple[str, ...] = ("caesar", "pompey")
        self.tier, self.hroot = tier, hroot
        self.seeds = chain_of("seed-step", mac(ROOT, "seed-top", GAME, CHAIN), CHAIN, GAME)
        self.aside_seeds = chain_of("aside-step", mac(ROOT, "aside-top", GAME, CHAIN), CHAIN, GAME)
        self.entries: list[Entry] = []
        self.heads: list[bytes] = []
        self.known: dict[tuple[int, int], tuple[list[str], bytes, Entry]] = {}
        self.cups = {name: list(items) for name, items in CUPS.items()}
        self.after: list[dict[str, list[str]]] = []
        self.scripted, self.epoch, self.aside_i, self.joint = scripted, 0, 0, b""
        self.given: dict[int, dict[str, bytes]] = {}
        self.put("card", **{
            "game": GAME, "before": "", "title": "Toy", "scenario": "toy", "options": {"fog": 1},
            "seats": list(self.seats), "tier": tier,
            "umpire": {"version": "0.1", "rules": "ab" * 20, "data": "cd" * 32}, "epochs": CHAIN,
            "anchor": "" if scripted else self.seeds[0].hex(),
            "aside": "" if scripted else self.aside_seeds[0].hex(),
            "hidden": "" if scripted else th("hid-commit", GAME, HROOT).hex(), "cups": CUPS, **card,
        })  # fmt: skip

    def put(self, t: str, seals: list[tuple[list[str], Entry]] | None = None, **fields: Any) -> int:
        n = len(self.entries)
        entry = {"n": n, "t": t, "time": 1_700_000_000 + n, **fields}
        if seals is not None:
            entry["seals"] = []
            for i, (audience, part) in enumerate(seals):
                nonce = mac(self.hroot, "nonce", GAME, n, i, text_of(part))[:16]
                c = th("seal", GAME, n, i, nonce, text_of(part)).hex()
                entry["seals"].append({"for": audience, "c": c})
                self.known[n, i] = (audience, nonce, part)
        self.entries.append(entry)
        self.heads.append(th("log", self.heads[-1] if n else b"", text_of(entry)))
        self.after.append(copy.deepcopy(self.cups))
        return n

    def forget(self) -> Entry:
        """Drop the last entry, as if it had never been."""
        n = len(self.entries) - 1
        self.heads.pop(), self.after.pop()
        self.cups = copy.deepcopy(self.after[-1])
        self.known = {key: value for key, value in self.known.items() if key[0] != n}
        return self.entries.pop()

    def doc(self, viewer: str = "") -> Doc:
        """A viewer: a seat, "" for everybody, "all" for the operator."""
        ended = self.entries[-1]["t"] == "end"
        openings = [
            {"open": n, "i": i, "nonce": nonce.hex(), "part": copy.deepcopy(part)}
            for (n, i), (audience, nonce, part) in sorted(self.known.items())
            if ended or viewer == "all" or viewer in audience
        ]
        return Doc(copy.deepcopy(self.entries), [h.hex() for h in self.heads], openings, self.hroot)

    # founding

    def found(self, made: dict[str, str] | None = None) -> None:
        made = made or {"caesar": "self", "pompey": "bot"}
        salts = {"caesar": (b"\1" * 16, "alea iacta est"), "pompey": (b"\2" * 16, "märchen")}
        salts |= {seat: (b"\3" * 16, "mare") for seat in self.seats if seat not in salts}
        for seat in self.seats:
            self.put("seat", seat=seat, who="N.N.", link=self.link_of(seat, 0) if self.tier == "F2" else "")
        for seat in self.seats:
            c = th("salt", self.heads[0], seat, *salts[seat])
            self.put("salt_commit", seat=seat, made=made.get(seat, "bot"), c=c.hex())
        for seat in self.seats:
            self.put("salt", seat=seat, nonce=salts[seat][0].hex(), v=salts[seat][1])
        values = {seat: nonce + v.encode() for seat, (nonce, v) in salts.items()}
        self.joint = th("joint", self.heads[0], flat(values))
        self.put("terms", modes={"default": "standing"}, pace={}, by="founder")

    def link_of(self, seat: str, e: int, who: str = "first") -> str:
        return chain_of("link-step", th(who, seat), LINKS, GAME, seat)[e].hex()

    # chance

    def next_epoch(self, stands: int) -> tuple[int, bytes]:
        if stands:
            old = self.entries[stands]
            return old["e"], bytes.fromhex(old["seed"])
        self.epoch += 1
        return self.epoch, b"" if self.scripted else self.seeds[self.epoch]

    def batch(self, *rolls: Entry, stands: int = 0) -> int:
        e, seed = self.next_epoch(stands)
        k = mac(seed, "batch", GAME, e, self.joint, flat(self.given.get(e, {})))
        done = [{**roll, "got": fall(k, r, roll)} for r, roll in enumerate(rolls)]
        return self.put("batch", e=e, seed=seed.hex(), stands=stands, rolls=done)

    def pick(self, label: str, cup: str, count: int = 1) -> Entry:
        return {"kind": "pick", "label": label, "from": cup, "of": list(self.cups[cup]), "count": count}

    def draw(
        self, cup: str, *to: tuple[str, int, list[str]], stands: int = 0, show: bool = False, of: Any = None
    ) -> int:
        e, seed = self.next_epoch(stands)
        source = list(self.cups[cup]) if of is None else sorted(of)
        links = flat(self.given.get(e, {}))
        k = mac(mac(self.hroot, "hid", GAME, e), "draw", GAME, e, seed, self.joint, links)
        total = sum(count for _, count, _ in to)
        got = fall(k, 0, {"kind": "pick", "of": source, "count": total})
        seals: list[tuple[list[str], Entry]] = [([], {"of": source})]
        rest = list(got)
        for place, count, audience in to:
            hand, rest = rest[:count], rest[count:]
            self.shift(cup, place, hand)
            seals.append((audience, {"got": hand}))
        return self.put(
            "draw", seals[:1] if show else seals, rule="3.1", e=e, seed=seed.hex(), stands=stands,
            size=len(source), to=[[place, count] for place, count, _ in to], shown=got if show else [],
            **{"from": cup},
        )  # fmt: skip

    def shift(self, source: str, goal: str, items: list[str]) -> None:
        for item in items:
            if source in self.cups and item in self.cups[source]:
                self.cups[source].remove(item)
            if goal in self.cups:
                self.cups[goal] = sorted([*self.cups[goal], item])

    def aside(self, *rolls: Entry) -> int:
        self.aside_i += 1
        i, seed = self.aside_i, self.aside_seeds[self.aside_i]
        k = mac(seed, "aside", GAME, i, self.joint)
        done = [{**roll, "got": fall(k, r, roll)} for r, roll in enumerate(rolls)]
        return self.put("aside", i=i, seed=seed.hex(), by="referee", why="weather", rolls=done)

    def link(self, seat: str, who: str = "first") -> int:
        value = self.link_of(seat, self.epoch + 1, who)
        self.given.setdefault(self.epoch + 1, {})[seat] = bytes.fromhex(value)
        return self.put("link", seat=seat, e=self.epoch + 1, v=value)

    def nolink(self, seat: str) -> int:
        return self.put("nolink", seat=seat, e=self.epoch + 1, why="time limit")

    # the rest

    def move(self, source: str, goal: str, items: list[str], who: list[str] | None = None) -> int:
        """Face up, or known to `who` alone."""
        self.shift(source, goal, items)
        seals = [] if who is None else [(who, {"items": sorted(items)})]
        shown = items if who is None else []
        return self.put("move", seals, rule="3.2", to=goal, k=len(items), items=shown, **{"from": source})

    def look(self, seat: str, place: str, kinds: bool = False) -> int:
        items = list(self.cups[place])
        part = {"kinds": sorted(set(items))} if kinds else {"items": items}
        seals = [] if seat in ("all", "referee") else [([seat], part)]
        return self.put("look", seals, rule="3.3", seat=seat, of=place, items=items if seat == "all" else [])

    def ask(self, *seats: str) -> int:
        return self.put("ask", rule="4.1", seats=list(seats))

    def answer(self, seat: str, ask: int = 0, private: Any = None, by: str = "seat", **pub: Any) -> int:
        sealed: list[tuple[list[str], Entry]] = [
            ([], {"q": "0f" * 8, "standing": 0, "books": {seat: ["on rest do pass"]}})
        ]
        if private is not None:
            sealed.append(([seat], private))
        return self.put("answer", sealed, seat=seat, rule="4.1", ask=ask, by=by, pub=pub)

    def lock(self, ask: int, **answers: int) -> int:
        return self.put("lock", ask=ask, answers=answers)

    def open(self, of: int, i: int) -> int:
        _, nonce, part = self.known[of, i]
        return self.put("open", of=of, i=i, nonce=nonce.hex(), part=part)

    def reveal(self, *seats: str) -> int:
        return self.put("reveal", rule="8.12", event="contact", seats=list(seats))

    def undo(self, to: int, keep: int = 0, consent: Any = None, by: str = "seats") -> int:
        self.cups = copy.deepcopy(self.after[to])
        agreed = list(self.seats) if consent is None else consent
        return self.put("undo", to=to, keep=keep, by=by, why="mistake", consent=agreed)

    def burn(self, to: int) -> int:
        self.epoch = to
        return self.put("burn", to=to, seed=self.seeds[to].hex(), by="bot", why="restored")

    def edit(self, *moves: tuple[str, str, str]) -> int:
        touched: set[str] = set()
        for item, source, goal in moves:
            self.shift(source, goal, [item])
            touched |= {source, goal} & set(self.cups)
        sizes = {place: len(self.cups[place]) for place in sorted(touched)}
        part = {"moves": [list(move) for move in moves], "patch": {"year": 3}}
        return self.put("edit", [([], part)], by="referee", why="overlooked", pub={"year": 3}, sizes=sizes)

    def rules(self) -> int:
        return self.put("rules", version="0.2", rules="ef" * 20, data="cd" * 32, why="mended")

    def end(self, **fields: Any) -> int:
        return self.put(
            "end",
            **{"why": "over", "result": {"winner": "caesar"}, "by": "rules", "consent": [], **fields},
            hroot=self.hroot.hex(),
        )


def sealed_round(chain: Chain) -> dict[str, int]:
    """One simultaneous question with a second thought, locked and opened; the numbers of its entries."""
    ask = chain.ask("caesar", "pompey")
    chain.answer("pompey", ask, {"play": "mars"})
    caesar = chain.answer("caesar", ask, {"play": "pluto"})
    pompey = chain.answer("pompey", ask, {"play": "vulcan"}, by="clock")
    lock = chain.lock(ask, caesar=caesar, pompey=pompey)
    return {
        "ask": ask, "caesar": caesar, "pompey": pompey, "lock": lock,
        "open": chain.open(caesar, 1), "open2": chain.open(pompey, 1),
    }  # fmt: skip


def deal(chain: Chain) -> int:
    return chain.draw("cup", ("hand/caesar", 4, ["caesar"]), ("hand/pompey", 3, ["pompey"]))


def campaign() -> Chain:
    """A whole game of tier F1 (not yet ended) with everything that the log knows but F2."""
    chain = Chain()
    chain.found()
    deal(chain)
    chain.look("caesar", "hand/caesar")
    sealed_round(chain)
    chain.batch(dice("attack", 4), dice("omen", 3, 10), chain.pick("lam", "lam"))
    chain.move("lam", "used", chain.entries[-1]["rolls"][2]["got"])
    chain.batch(chain.pick("lam", "lam"), dice("long", 2, 1000))
    chain.answer("caesar", move="Genua-Roma")
    chain.move("hand/caesar", "discard", chain.cups["hand/caesar"][:1], who=["caesar"])
    chain.move("hand/pompey", "roma", chain.cups["hand/pompey"][:1])
    chain.look("referee", "cup")
    chain.look("pompey", "hand/caesar", kinds=True)
    chain.look("all", "hand/pompey")
    chain.aside(dice("weather", 2))
    taken_back(chain)
    rules_mended(chain)
    chain.burn(chain.epoch + 3)
    chain.edit((chain.cups["cup"][0], "cup", "hand/pompey"), ("elephant", "roma", "discard"))
    chain.put("seat", seat="pompey", who="A.N. Other", link="")
    loose_blocks = ["legio", "legio", "ballista"]
    chain.draw("", ("roma", 1, ["pompey"]), ("discard", 1, []), of=loose_blocks)
    chain.draw("cup", ("discard", 2, []), show=True)
    return chain


def taken_back(chain: Chain) -> None:
    """An undo across dice by consent, and one of a mere answer by its seat."""
    mark = chain.answer("caesar", move="Roma-Capua")
    chain.batch(dice("storm"))
    chain.undo(mark)
    chain.batch(dice("storm"))
    asked = chain.ask("caesar", "pompey")
    chain.answer("caesar", asked, {"play": "mars"})
    chain.undo(asked, consent=["caesar"])
    chain.answer("pompey", private={"secret": 1}, interrupts=1)


def rules_mended(chain: Chain) -> None:
    """An undo that keeps dice: a part of a batch and a draw stand, then the answers differ."""
    mark = chain.answer("caesar", move="Capua-Roma")
    first = chain.batch(dice("attack", 2), dice("retreat"))
    chain.answer("pompey", retreat="no")
    second = chain.draw("cup", ("hand/caesar", 1, ["caesar"]))
    chain.answer("caesar", stop=1)
    chain.batch(dice("last"))
    chain.rules()
    chain.undo(mark, keep=1, by="referee", consent=[])
    chain.batch(dice("attack", 2), stands=first)
    chain.answer("pompey", retreat="no")
    chain.draw("cup", ("hand/caesar", 1, ["caesar"]), stands=second)
    chain.answer("caesar", stop=0)
    chain.batch(dice("last"))


def linked_campaign() -> Chain:
    """A game of tier F2, with a link withheld and a seat that changes hands."""
    chain = Chain(tier="F2")
    chain.found()
    for seat in chain.seats:
        chain.link(seat)
    deal(chain)
    chain.link("pompey")
    chain.nolink("caesar")
    chain.batch(dice("attack", 4))
    mark = chain.answer("caesar", move="Genua-Roma")
    chain.put("seat", seat="pompey", who="A.N. Other", link=chain.link_of("pompey", chain.epoch, "second"))
    chain.link("caesar")
    chain.link("pompey", "second")
    rolled = chain.batch(dice("defence", 4))
    chain.undo(mark, keep=1, by="referee", consent=[])
    chain.batch(dice("defence", 4), stands=rolled)
    return chain

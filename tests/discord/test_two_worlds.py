"""Two worlds that a person must not tell apart: all commands give the same bytes (design/discord.md §5)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from adjudicator import GAMES
from adjudicator.belisarius.show.names import LEXICON
from adjudicator.core import Rest
from adjudicator.core.log.chance import sampler
from frontends.discord.delivery import FRONT_END
from service.posts.compose import compose
from service.unit_of_work.transaction import Transaction
from service.usecases.play import playing, queries
from service.usecases.seats import founding
from service.values.front_ends.channels import ChannelBinding
from service.values.records import Plan
from tests.belisarius.two_worlds import other_world as belisarius
from tests.fake_discord.people import screen
from tests.fake_discord.people.person import Person
from tests.fake_discord.people.reply import Reply
from tests.fake_discord.server import Server
from tests.fake_discord.state.model import Channel
from tests.harness.cases import some
from tests.harness.discord import DiscordHarness, in_haste, short_chains
from tests.harness.service import ServiceHarness, by, service_harness
from tests.julius_caesar.two_worlds import other_world as julius_caesar
from tests.kit.play_styles import bold
from tests.service.test_belisarius import SET_UP

LOOKS = 40
"""So many commands there are at least."""
ASK = {"default": "ask"}
SCENARIOS = {"julius_caesar": "war", "belisarius": "advance"}
LEAST_STEPS, MOST_STEPS = {"julius_caesar": 7, "belisarius": 0}, 60
"""So many answers are given before the worlds part: both have moved, and nothing has been revealed."""
MOST_VERBS, MOST_PICKS = 3, 6
"""The number of verbs tried on a panel, and of picks made for each."""
HASHED = (
    rb'"id": \d+, "spoiler": (?:true|false), "type": 17',
    rb'"nonce": "\w+"',
    rb'jsonl", "sha256": "\w+"',
)
"""The values that follow from the log's hashes: the nonces of messages, and the digest of an exported log."""
PATIENCE = 300.0
"""Seconds after which a world is lost: a command more that was answered late would part it from the other."""


class Scene(Struct, frozen=True):
    """The point where the worlds part, who looks, and what they try.

    Attributes:
        game: which one.
        viewer: the seat that looks; None for somebody without one.
        rule: by which somebody is asked then: nothing that parts the worlds has been revealed before.
        typed: beginnings of lines, for completion.
        lines: orders that are refused, for the words of the refusals.
    """

    game: str
    viewer: str | None
    rule: str
    typed: Sequence[str]
    lines: Sequence[str]


CAESAR = (
    "julius_caesar",
    ("", "m", "move ", "move Roma", "end", "discard", "play Apollo", "levy Legio"),
    ("move Roma-Genua: LEG 8", "play Mercury", "move Massilia-Genua: Caesar", "nonsense"),
)
BELISARIUS = (
    "belisarius",
    ("", "s", "stake ", "stake Treachery", "stake Agent x1 on ", "play ", "show ", "tax "),
    ("stake Treachery x1 on Italia", "stake Basileus x1", "play Pope", "tax Oriens", "accept 1", "nonsense"),
)
SCENES = [
    Scene(game, viewer, rule, typed, lines)
    for (game, typed, lines), viewer, rule in (
        (CAESAR, None, "6.1"),
        (CAESAR, "caesar", "6.1"),
        (CAESAR, "pompey", "6.1"),
        (BELISARIUS, None, "9.1"),
        (BELISARIUS, "empire", "9.1"),
        (BELISARIUS, "barbarian", "9.0"),
    )
]
VALUES: dict[str, Any] = {
    "days": 1, "entry": 3, "epoch": 9, "game": "1", "hours": 24, "kind": "fixed", "line": "nonsense",
    "margin": 1, "number": "6.1", "opponent": "pompey", "points": 1, "place": "roma", "seat": "caesar",
    "round": 1, "title": "Other", "turn": "0", "until": "2026-12-31", "which": 1, "why": "because",
}  # fmt: skip
"""The values that the options of a command must have, by name."""
BOOLEAN, USER = 5, 6
"""The kinds of options that take yes or no, and somebody."""
TYPED = 1
"""The kind of a command that is not picked from the menu of a message."""


def begun(t: DiscordHarness, scene: Scene) -> int:
    """A game where the scene begins, of which everything has been read: the status is yet to be made."""
    service, wanted = t.bench.service, scene.viewer
    plan = Plan(scene.game, SCENARIOS[scene.game], "Rubicon", modes=ASK, referee=f"discord/{t.judge.id}")
    campaign = service.found(by(plan.referee), plan).campaign
    seats = service.status(campaign).campaign.seats
    users = dict(zip(seats, (f"discord/{t.alice.id}", f"discord/{t.bob.id}"), strict=True))
    for seat, user in users.items():
        service.do(by(user), campaign, founding.join, seat, seat.title())
    for seat, order in SET_UP if scene.game == "belisarius" else ():
        service.do(by(users[seat]), campaign, playing.order, seat, order)
    for n in range(MOST_STEPS):
        asked = service.asked(campaign)[0]
        if n >= LEAST_STEPS[scene.game] and asked.rule == scene.rule and wanted in (None, asked.seat):
            break
        pending = service.look(campaign, queries.pending, asked.seat)
        assert pending is not None
        answer = bold(pending.choice, sampler(n), None, asked.seat)
        service.do(by(users[asked.seat]), campaign, playing.submit, asked.seat, answer)
    else:
        raise AssertionError(f"nobody was asked by {scene.rule}")
    service.delivered(FRONT_END, {post.id: "-" for post in service.waiting(FRONT_END, 10_000)})
    service.channels.show(ChannelBinding(campaign, int(t.guild.id), int(t.channel.id)))
    return campaign


def exchange(t: DiscordHarness, campaign: int, scene: Scene) -> None:
    """All that the viewer cannot know is another at the last rest."""
    s = Transaction(t.bench.context, t.bench.context.campaign(campaign), by(""))
    other_world = julius_caesar if scene.game == "julius_caesar" else belisarius
    world, rest = other_world(s.table, scene.viewer, sampler(3)), s.table.position.rest
    with t.bench.store.transaction():
        other = Rest(rest.n, msgspec.msgpack.encode(world), rest.stage, rest.schema)
        t.bench.context.log.add_rests(campaign, [other], [rest.n])


def commands(person: Person, channel: Channel) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Every command that is typed, with its options."""
    for command in person.commands(channel):
        if command["type"] != TYPED:
            continue
        below = [option for option in command.get("options", []) if option["type"] == 1]
        for one in below:
            yield f"{command['name']} {one['name']}", one.get("options", [])
        if not below:
            yield command["name"], command.get("options", [])


def filled(options: list[dict[str, Any]], somebody: Person) -> dict[str, Any]:
    """The options that must be filled in, with something."""
    values = {}
    for option in options:
        if option.get("required"):
            choices = [choice["value"] for choice in option.get("choices", [])]
            value = {USER: somebody.id, BOOLEAN: True}.get(option["type"], VALUES.get(option["name"], "x"))
            values[option["name"]] = choices[0] if choices else value
    return values


async def still(t: DiscordHarness) -> None:
    """Wait until the bot has nothing more to say."""
    while not await t._is_still():
        await asyncio.sleep(0.003)


async def look_everywhere(t: DiscordHarness, person: Person, scene: Scene) -> None:
    """Give all commands there are, their completions, all buttons, panels, and orders that are refused."""
    await ask_for_lines(t, person, scene)
    await walk(t, person, scene)
    somebody, count = t.server.user("Somebody"), 0
    for words, options in sorted(commands(person, t.channel), key=lambda found: found[0]):
        for option in options:
            if option.get("autocomplete"):
                for typed in ("", "a", "Pompey"):
                    await person.autocomplete(words, t.channel, option["name"], typed)
        await person.command(words, t.channel, **filled(options, somebody))
        await still(t)
        count += 1
    assert count > LOOKS
    await ask_for_lines(t, person, scene)
    for button in screen.buttons(t.status):
        assert button.custom_id is not None
        reply = await person.press(t.status, button.custom_id)
        await open_all(t, person, reply)


async def ask_for_lines(t: DiscordHarness, person: Person, scene: Scene) -> None:
    """Ask what lines may become, and why others are refused."""
    for typed in scene.typed:
        await person.autocomplete("order", t.channel, "line", typed)
    for line in scene.lines:
        await person.command("order", t.channel, line=line)


async def open_all(t: DiscordHarness, person: Person, reply: Reply) -> None:
    """Every button and the first of every menu below an answer, as far as they are there still; but not the
    one that gives an order, which may open what was hidden.
    """
    if reply.failed or reply.interaction.original is None:
        return
    items: list[tuple[str | None, str | None]] = []
    items += [(b.custom_id, None) for b in screen.buttons(reply.message) if not b.disabled]
    items += [(menu.custom_id, menu.values[0]) for menu in screen.selects(reply.message)]
    for id, value in items:
        there = {b.custom_id for b in screen.buttons(reply.message)} | {
            menu.custom_id for menu in screen.selects(reply.message)
        }
        if id is None or id not in there or "ask_suggested" in id:
            continue
        if value is None:
            await person.press(reply.message, id)
        else:
            await person.select(reply.message, id, value)
        await still(t)


async def walk(t: DiscordHarness, person: Person, scene: Scene) -> None:
    """The panels of what is asked and of what may be done out of turn, to the order with its preview."""
    sheet = await person.press(t.status, "Orders")
    if scene.viewer is None:
        return
    for verb in range(MOST_VERBS):
        await down(t, person, sheet, verb)
        await back(t, person, sheet)
    if (aside := _action(sheet, "ask_open")) is not None:
        await person.press(sheet.message, aside)
        await down(t, person, sheet, 0)
        await back(t, person, sheet)


async def down(t: DiscordHarness, person: Person, sheet: Reply, verb: int) -> None:
    """Pick what comes first, but of the verbs that one; type something at each step that may be refused."""
    for depth in range(MOST_PICKS):
        if (form := _action(sheet, "ask_type")) is not None:
            typed = (await person.press(sheet.message, form)).modal
            await person.fill(typed, {"said": "Treachery"})
        buttons = [b for b in screen.buttons(sheet.message) if not b.disabled]
        picks = [b.custom_id for b in buttons if (b.custom_id or "").startswith("t:ask:")]
        menus = [m for m in screen.selects(sheet.message) if (m.custom_id or "").startswith("s:ask:")]
        at = verb if depth == 0 else 0
        if menus:
            values = menus[0].values
            await person.select(sheet.message, str(menus[0].custom_id), values[min(at, len(values) - 1)])
        elif picks:
            await person.press(sheet.message, str(picks[min(at, len(picks) - 1)]))
        else:
            return
        await still(t)


async def back(t: DiscordHarness, person: Person, sheet: Reply) -> None:
    """Nothing is picked any more, and the sheet is shown."""
    for action in ("ask_again", "orders_of"):
        if (id := _action(sheet, action)) is not None:
            await person.press(sheet.message, id)
            await still(t)


def _action(sheet: Reply, name: str) -> str | None:
    ids = [b.custom_id or "" for b in screen.buttons(sheet.message) if not b.disabled]
    return next((id for id in ids if id.startswith(f"t:{name}:")), None)


async def witnessed(folder: Path, scene: Scene, parted: bool) -> tuple[bytes, bytes]:
    """Return what somebody who looks everywhere has seen in one world, and what another saw there."""
    with (
        short_chains(),
        in_haste(),
        service_harness(folder / "tabellarius.sqlite", GAMES, "worlds 2") as found,
    ):
        async with Server(patience=PATIENCE) as server, asyncio.timeout(PATIENCE):
            server.longest = PATIENCE
            t = DiscordHarness(server, found, folder)
            campaign = begun(t, scene)
            if parted:
                exchange(t, campaign, scene)
            async with t.running():
                await server.until(lambda: any(m.pinned for m in t.channel.messages), "the status message")
                await still(t)
                seats = found.service.status(campaign).campaign.seats
                person = dict(zip(seats, (t.alice, t.bob), strict=True)).get(
                    scene.viewer or "", t.server.user("Stranger")
                )
                other = t.bob if person is t.alice else t.alice
                await look_everywhere(t, person, scene)
                await other.press(t.status, "Hand")
                await other.press(t.status, "Map")
                seen = person.witness(), other.witness()
                await still(t)
            await t.worker.close()
            return seen


@pytest.mark.parametrize("scene", some(SCENES, SCENES[2]), ids=lambda scene: f"{scene.game}-{scene.viewer}")
def test_a_player_who_must_not_know_gets_the_same_bytes(tmp_path: Path, scene: Scene) -> None:
    worlds = []
    for parted in (False, True):
        folder = tmp_path / str(parted)
        folder.mkdir()
        worlds.append(asyncio.run(witnessed(folder, scene, parted)))
    (mine, others), (mine_too, others_too) = worlds
    for here, there in zip(mine.splitlines(), mine_too.splitlines(), strict=True):
        assert here == there
    assert mine == mine_too and len(mine) > 50_000
    assert (b'"t:ask_give:' in mine) is (scene.viewer is not None), "panels were walked to their end"
    assert others != others_too, "whom it should, the other world shows as another"


# -- the other has answered something else -----------------------------------------------------------


STAKES = ("agent", "tolerance")
"""The markers that the barbarian holds: one of them is staked."""


AUDIENCES = {"empire": ["channel", "seat/empire"], None: ["channel"]}


def masked(t: DiscordHarness, campaign: int, seen: bytes) -> bytes:
    """Return what somebody saw, without the log's hashes: they reveal nothing (design/fair-dice.md §9)."""
    for entry in t.bench.service.log(campaign):
        hashes = [entry["head"], *(seal["c"] for seal in entry.get("seals", ()))]
        for made in hashes:
            seen = seen.replace(made.encode(), b"#").replace(made[:16].encode(), b"#")
    return re.sub(b"|".join(HASHED), b"", seen)


def deal(b: ServiceHarness, campaign: int, referee: str) -> None:
    """The referee gives the barbarian these markers in place of what they hold."""
    hand = Transaction(b.context, b.context.campaign(campaign), by("")).table.world.cups["barbarian_hand"]
    lines = [f"cups.barbarian_hand -= {marker}\ncups.pool += {marker}" for marker in hand]
    lines += [f"cups.pool -= {marker}\ncups.barbarian_hand += {marker}" for marker in STAKES]
    b.service.edit(by(referee), campaign, "\n".join(lines), "a test deals")


async def staked(folder: Path, viewer: str | None, first: bool) -> tuple[bytes, bytes]:
    """Return what somebody sees while the barbarian's first, or last, marker waits to be opened (§9.1)."""
    scene = next(scene for scene in SCENES if (scene.game, scene.viewer) == ("belisarius", viewer))
    with (
        short_chains(),
        in_haste(),
        service_harness(folder / "tabellarius.sqlite", GAMES, "worlds 2") as found,
    ):
        async with Server(patience=PATIENCE) as server, asyncio.timeout(PATIENCE):
            server.longest = PATIENCE
            t = DiscordHarness(server, found, folder)
            campaign = begun(t, next(scene for scene in SCENES if scene.rule == "9.0"))
            deal(found, campaign, f"discord/{t.judge.id}")
            marker, last = (
                STAKES[0 if first else 1],
                found.service.posts(campaign, ["channel"], 0, 1_000)[-1].id,
            )
            order = {"pick": "stake", "answer": {"stakes": {marker: 1}, "target": "aegyptus"}}
            found.service.do(by(f"discord/{t.alice.id}"), campaign, playing.submit, "barbarian", order)
            assert [(a.seat, a.rule) for a in found.service.asked(campaign)] == [("empire", "9.1")]
            told = [
                compose(found.service, p, "en")
                for p in found.service.posts(campaign, AUDIENCES[viewer], last)
            ]
            found.delivered({post.id: "-" for post in found.waiting(1_000)})
            async with t.running():
                await server.until(lambda: any(m.pinned for m in t.channel.messages), "the status message")
                await still(t)
                person = t.bob if viewer else t.server.user("Stranger")
                await look_everywhere(t, person, scene)
                await t.alice.press(t.status, "Log")
                await still(t)
                seen, others = person.witness() + msgspec.json.encode(told), t.alice.witness()
                assert any(verdict.encode() in seen for verdict in ("AUDITED: replayed", "監査済"))
                assert LEXICON.label(marker, "en").encode() in others
            await t.worker.close()
            return masked(t, campaign, seen), others


@pytest.mark.parametrize("viewer", some(["empire", None], None))
def test_what_was_staked_shows_nowhere_before_it_is_opened(tmp_path: Path, viewer: str | None) -> None:
    worlds = []
    for first in (True, False):
        folder = tmp_path / str(first)
        folder.mkdir()
        worlds.append(asyncio.run(staked(folder, viewer, first)))
    (mine, others), (mine_too, others_too) = worlds
    for here, there in zip(mine.splitlines(), mine_too.splitlines(), strict=True):
        assert here == there
    assert mine == mine_too and others != others_too

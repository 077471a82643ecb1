"""Scenes of a game for its pictures: founded, played by its sheets, told to all, looked back at."""

from __future__ import annotations

from functools import partial
from typing import Any
from unittest.mock import patch

from adjudicator import GAMES
from adjudicator.core.log.chance import sampler
from frontends.discord.delivery import FRONT_END, emojis
from frontends.discord.ui.items import MOST_OPTIONS
from service.api import Service
from service.pictures import faces as service_faces
from service.usecases.play import playing, queries
from service.values.records import Message
from service.values.time_control import TimeControl
from tests.fake_discord.people import screen
from tests.fake_discord.state.model import Message as Posted
from tests.kit.play_styles import bold
from tools.portraits.stage import PortraitHarness, Portraits, PortrayedPlayer, played_to


async def founding(t: PortraitHarness, portraits: Portraits) -> None:
    """Begin a game in an empty channel."""
    judge, alice, bob = (t.portrayed(one) for one in (t.judge, t.alice, t.bob))
    await alice.command("help")
    portraits.panel("help-newcomer", alice)
    await alice.command("my games")
    portraits.panel("games-none", alice)
    await alice.command("orders")
    portraits.panel("refused-no-game", alice)
    await judge.command("game new", title="Rubicon", referee=t.judge)
    portraits.panel("new", judge)
    await _forms_of_founding(portraits, judge)
    await judge.do("new_found")
    await t.settled()
    portraits.panel("new-founded", judge)
    portraits.shows("status-joining", t.alice, [t.status])
    portraits.posts("notice-founded", t.alice, "notice/founded")
    await judge.command("game new")
    portraits.panel("refused-channel-taken", judge)
    await bob.command("help")
    portraits.panel("help-joining", bob)
    await judge.command("game start")
    portraits.panel("start", judge)
    await alice.do("join", "caesar", t.status)
    await t.settled()
    portraits.panel("joined", alice)
    portraits.shows("dm-greeting", t.alice, t.alice.dms[:1])
    await alice.command("game leave")
    portraits.panel("leave-sure", alice)
    await bob.do("join", "pompey", t.status)
    await t.settled()
    portraits.shows("channel-began", t.alice, [m for m in t.channel.messages if not m.ephemeral][:6])
    portraits.shows("dm-hand", t.alice, t.alice.dms[-1:])


async def _forms_of_founding(portraits: Portraits, judge: PortrayedPlayer) -> None:
    """Open the form of a new game in its other forms, and at last as usual, with a day for each decision."""
    game = judge.item("new_game")
    await judge.pick(["belisarius"], game)
    portraits.panel("new-belisarius", judge)
    options = next(each for each in screen.selects(judge.shown) if "new_options" in str(each.custom_id))
    await judge.pick(options.values[:3], str(options.custom_id))
    portraits.panel("new-options", judge)
    await judge.pick(["tournament"], judge.item("new_pace"))
    portraits.panel("new-tournament", judge)
    await judge.do("new_strict")
    portraits.panel("refused-not-in-a-tournament", judge)
    await judge.pick(["julius_caesar"], game)
    await judge.pick(["day"], judge.item("new_pace"))
    for switch in ("new_strict", "new_neutral"):
        await judge.do(switch)
    portraits.panel("new-day", judge)
    await judge.do("new_title")
    portraits.form("form-title", judge)


async def salts(t: PortraitHarness, portraits: Portraits) -> None:
    """Make a salt for one player; the other's is the bot's."""
    await t.found()
    alice, bob = t.portrayed(t.alice), t.portrayed(t.bob)
    await alice.command("game join", seat="caesar", own_salt=True)
    portraits.panel("joined-own-salt", alice)
    await alice.command("game salt")
    portraits.panel("salt", alice)
    panel = alice.shown
    await alice.do("salt_c", message=panel)
    portraits.form("form-commitment", alice)
    await alice.fill({"c": "00"})
    portraits.panel("refused-commitment", alice)
    await alice.do("salt_show", message=panel)
    portraits.form("form-nonce", alice)
    await bob.do("join", "pompey", t.status)
    await t.settled()
    portraits.panel("joined-salting", bob)
    portraits.shows("status-salting", t.alice, [t.status])
    portraits.posts("dm-salt", t.alice, "notice/salt/seat")
    judge = t.portrayed(t.judge)
    await judge.command("game vacate", seat="caesar")
    portraits.panel("vacate-sure", judge)
    await judge.do("vacate")
    await t.settled()
    portraits.panel("vacated", judge)
    portraits.posts("notice-dead", t.alice, "notice/dead")
    portraits.shows("status-dead", t.alice, [t.status])
    await judge.command("game again")
    portraits.panel("again", judge)


async def year(t: PortraitHarness, portraits: Portraits) -> None:
    """Play a year of Julius Caesar as far as its first battles, and show the posts that all read."""
    alice, bob = t.portrayed(t.alice), t.portrayed(t.bob)
    campaign = await t.begun(pace=TimeControl("fixed", 24))
    await t.settled()
    await _card(portraits, alice)
    await bob.orders()
    await bob.choose()
    await bob.do("ask_give")
    await t.settled()
    await played_to(t, campaign, "6.1", "caesar")
    portraits.shows("status-playing", t.alice, [t.status])
    await _moves(t, portraits, alice)
    await _battles(t, portraits, campaign, {"caesar": alice, "pompey": bob})
    await looks(t, portraits, alice)


def by(id: str) -> Message:
    return Message("", f"discord/{id}")


async def _card(portraits: Portraits, alice: PortrayedPlayer) -> None:
    """Make a secret choice: the sheet, the view of it, the receipt, and a change."""
    await alice.orders()
    portraits.panel("sheet-card", alice)
    await alice.choose()
    portraits.panel("sheet-card-chosen", alice)
    twin = PortrayedPlayer(alice.harness, alice.person)
    await twin.orders()
    await twin.do("ask_give")
    portraits.panel("sheet-ready", twin)
    await twin.do("ask_open")
    portraits.panel("sheet-change", twin)
    await alice.do("ask_give")
    portraits.panel("sheet-stale", alice)


async def _moves(t: PortraitHarness, portraits: Portraits, alice: PortrayedPlayer) -> None:
    """Order a move by buttons, typed and pasted; have it refused, give it and take it back."""
    await alice.orders()
    portraits.panel("sheet-move", alice)
    await alice.do("ask", "move")
    portraits.panel("sheet-from-where", alice)
    await alice.do("ask", "narbo")
    portraits.panel("sheet-which-way", alice)
    await alice.do("ask_type")
    portraits.form("form-typed", alice)
    await alice.fill({"said": "Roma"})
    portraits.panel("sheet-refused", alice)
    await alice.do("ask", "tarraco")
    portraits.panel("sheet-who-goes", alice)
    if any("*all" in str(each.custom_id) for each in screen.buttons(alice.shown)):
        await alice.do("ask", "*all")
    await t.settled()
    portraits.panel("order", alice)
    await alice.do("ask_give")
    await t.settled()
    portraits.panel("order-given", alice)
    portraits.posts("thread-order", t.alice, "told", most=2)
    if any("take_back" in str(each.custom_id) for each in screen.buttons(alice.shown)):
        await alice.do("take_back")
        portraits.panel("order-taken-back", alice)
    await alice.orders()
    await alice.do("paste")
    portraits.form("form-paste", alice)
    await alice.fill({"text": "move Narbo - Roma: all\nmove Genua - Roma: all\nend"})
    portraits.panel("paste-refused", alice)
    await alice.do("paste")
    portraits.form("form-paste-again", alice)
    await alice.fill({"text": "move Narbo - Tarraco: all\nend"})
    await t.settled()
    portraits.panel("paste-done", alice)
    await alice.command("order", line="mvoe Genua")
    portraits.panel("line-refused", alice)


async def _battles(
    t: PortraitHarness, portraits: Portraits, campaign: int, players: dict[str, PortrayedPlayer]
) -> None:
    """Play at random for three turns, and on to a battle, with each kind of question once on its sheet."""
    for n in range(400):
        asked = t.bench.service.asked(campaign)
        stage = t.bench.service.status(campaign).campaign.stage
        if not asked or (not stage.startswith(FIRST_TURNS) and await _is_rolled(t)):
            break
        seat, rule = asked[0].seat, asked[0].rule
        if f"sheet-{rule}" not in portraits.names:
            await t.settled()
            await players[seat].orders()
            portraits.panel(f"sheet-{rule}", players[seat])
            if rule == "7.2":
                portraits.shows("status-battle", t.alice, [t.status])
                await _board(portraits, players[seat])
                portraits.shows("channel", t.alice, [t.status, _pictured(t)])
        await t.worker.run(partial(_answer, campaign=campaign, n=n))
    await t.settled()
    await players["caesar"].do("proof", message=dice(t)[0])
    portraits.panel("thread-dice", players["caesar"])
    public(t, portraits, "")


def _pictured(t: PortraitHarness) -> Posted:
    """Show the last message of the channel with pictures for all."""
    return [m for m in t.channel.messages if screen.pictures(m) and not m.ephemeral][-1]


async def _is_rolled(t: PortraitHarness) -> bool:
    """Return true if all could read of dice; the turns so far may have had no battle."""
    await t.settled()
    return bool(dice(t))


def dice(t: PortraitHarness) -> list[Posted]:
    """Show the posts about dice, in any thread: those with a button for their proof."""
    told = [m for thread in t.alice.threads(t.channel) for m in t.alice.visible(thread)]
    return sorted((m for m in told if _proof(m)), key=lambda m: int(m.id))


def _proof(message: Posted) -> bool:
    return any(str(each.custom_id).split(":")[1] == "proof" for each in screen.buttons(message))


async def _board(portraits: Portraits, player: PortrayedPlayer) -> None:
    """Call up the battle board."""
    await player.command("map now")
    portraits.panel("map-in-battle", player)
    await player.do("battle")
    portraits.panel("map-battle", player)


def _answer(service: Service, campaign: int, n: int, *, is_told: bool = True) -> None:
    """Answer at random for the seat that is asked; post the result if `told`."""
    asked = service.asked(campaign)[0]
    pending = service.look(campaign, queries.pending, asked.seat)
    assert pending is not None
    answer = bold(pending.choice, sampler(n), None, asked.seat)
    last = max((post.id for post in service.waiting(FRONT_END, 10_000)), default=0)
    user = service.status(campaign).members[asked.seat].user
    service.do(Message("", user), campaign, playing.submit, asked.seat, answer)
    if not is_told:
        service.delivered(
            FRONT_END, {post.id: "-" for post in service.waiting(FRONT_END, 10_000) if post.id > last}
        )


def _placed(message: Message, campaign: int, seat: str, order: str, service: Service) -> None:
    service.do(message, campaign, playing.order, seat, order, "en")


def public(t: PortraitHarness, portraits: Portraits, tail: str) -> None:
    """Show the public posts of a turn: dice and battles in the thread, pictures in the channel."""
    portraits.posts(f"thread-told{tail}", t.alice, "told", most=3)
    for kind in ("battle", "stage", "turn"):
        try:
            portraits.posts(f"picture-{kind}{tail}", t.alice, f"picture/{kind}")
            portraits.posts(f"picture-{kind}-own{tail}", t.alice, f"picture/{kind}/seat")
        except LookupError:
            continue


async def looks(t: PortraitHarness, portraits: Portraits, player: PortrayedPlayer, tail: str = "") -> None:
    """Show everything that a player can look at and nobody else sees."""
    for words in (
        "map now", "my hand", "my games", "game status", "log show", "log export", "log replay", "dice log",
        "dice verify", "help", "rules", "aid", "game pace", "team show",
    ):  # fmt: skip
        await player.command(words)
        portraits.panel(f"{words.replace(' ', '-')}{tail}", player)
        if words == "map now":
            await player.do("scores")
            portraits.panel(f"map-course{tail}", player)
        if words == "log show" and screen.buttons(player.shown):
            await player.do("log_at")
            portraits.panel(f"log-earlier{tail}", player)
        if words == "rules":
            await player.pick([screen.selects(player.shown)[0].values[5]])
            portraits.panel(f"rules-chapter{tail}", player)
    rests = t.bench.service.rests(t.bench.service.campaigns()[0].id)
    await player.command("map then", turn=str(rests[0][0]))
    portraits.panel(f"map-then{tail}", player)


async def named(t: PortraitHarness, portraits: Portraits) -> None:
    """Show places and paragraphs by name."""
    await t.begun()
    alice = t.portrayed(t.alice)
    asked: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("map-zoom", "map zoom", {"place": "roma"}),
        ("refused-place", "map zoom", {"place": "Atlantis"}),
        ("rules-paragraph", "rules", {"number": "7.2"}),
        ("refused-paragraph", "rules", {"number": "99"}),
        ("refused-moment", "map then", {"turn": "99999"}),
        ("refused-verify", "dice verify", {"heads": "12:abc"}),
    )
    for name, words, values in asked:
        await alice.command(words, **values)
        portraits.panel(name, alice)


async def faces(t: PortraitHarness, portraits: Portraits) -> None:
    """Show cards, pieces and dice with their emojis: a hand line by line, menus, a thread; and what is
    suggested before it is given.
    """
    await _drawn(t, "julius_caesar")
    campaign = await t.begun()
    people = dict(zip(t.bench.service.status(campaign).campaign.seats, (t.alice, t.bob), strict=True))
    alice = t.portrayed(t.alice)
    await alice.orders()
    portraits.panel("faces-hand", alice)
    await played_to(t, campaign, "6.1", "caesar")
    await alice.orders()
    await alice.do("ask", "move")
    await alice.do("ask", "narbo")
    await alice.do("ask", "tarraco")
    portraits.panel("faces-blocks", alice)
    for n in range(400):
        (asked, *_) = t.bench.service.asked(campaign)
        if asked.rule == "7.4":
            break
        await t.worker.run(partial(_answer, campaign=campaign, n=n, is_told=asked.rule.startswith("7")))
    await t.settled()
    fighter = t.portrayed(people[t.bench.service.asked(campaign)[0].seat])
    await fighter.orders()
    portraits.panel("suggested", fighter)
    await fighter.do("ask_suggested")
    portraits.panel("suggested-shown", fighter)
    await fighter.do("ask_again")
    await fighter.do("ask_spared")
    portraits.panel("spared-sure", fighter)
    await fighter.do("ask_spared")
    portraits.panel("spared", fighter)
    portraits.posts("faces-thread", t.alice, "told", most=3)


async def belisarius_faces(t: PortraitHarness, portraits: Portraits) -> None:
    """Show units in menus, and the suggested set-up before it is given."""
    await _faced(t, portraits, "belisarius")


async def ottomans_faces(t: PortraitHarness, portraits: Portraits) -> None:
    """Show units and chits in menus."""
    await _faced(t, portraits, "ottomans")


async def ancient_world_faces(t: PortraitHarness, portraits: Portraits) -> None:
    """Show leaders and units in menus."""
    await _faced(t, portraits, "ancient_world")


async def _faced(t: PortraitHarness, portraits: Portraits, game: str) -> None:
    """Show the first questions of a game, with their suggestions and the next step of each."""
    await _drawn(t, game)
    campaign = await t.begun(game)
    people = dict(zip(t.bench.service.status(campaign).campaign.seats, (t.alice, t.bob), strict=True))
    for n in range(4):
        player = t.portrayed(people[t.bench.service.asked(campaign)[0].seat])
        await player.orders()
        portraits.panel(f"faces-{game}-{n}", player)
        if any("ask_suggested" in str(each.custom_id) for each in screen.buttons(player.shown)):
            await player.do("ask_suggested")
            portraits.panel(f"faces-{game}-{n}-suggested", player)
            if any("ask_again" in str(each.custom_id) for each in screen.buttons(player.shown)):
                await player.do("ask_again")
            else:
                await player.orders()
        for step in range(2):
            if await player.choose():
                portraits.panel(f"faces-{game}-{n}-step-{step}", player)
        await t.worker.run(partial(_answer, campaign=campaign, n=n))
        await t.settled()


async def _drawn(t: PortraitHarness, *games: str) -> None:
    """Upload the emojis of games, without a pause."""
    wanted = list(service_faces.faces([GAMES[game] for game in games]))
    with patch.object(emojis, "faces", lambda games: wanted), patch.object(emojis, "SPACING", 0.0):
        await t.client.parts.emojis.update()


FIRST_TURNS = ("1/1", "1/2", "1/3")
SET_UP = [(seat, order) for seat in ("barbarian", "barbarian", "empire") for order in ("suggest", "done")]


async def belisarius(t: PortraitHarness, portraits: Portraits) -> None:
    """Play Belisarius from the set-up through a turn, with each kind of question once on its sheet."""
    campaign = await t.begun("belisarius", pace=TimeControl("bank", bank=168, increment=12, cap=240))
    seats = dict(zip(t.bench.service.status(campaign).campaign.seats, (t.alice, t.bob), strict=True))
    await t.settled()
    await _question(t, portraits, t.portrayed(seats["barbarian"]), "belisarius-34.0")
    for seat, order in SET_UP:
        await t.worker.run(partial(_placed, by(seats[seat].id), campaign, seat, order))
    await t.settled()
    await t.wait(0.1)
    first = t.bench.service.asked(campaign)[0].seat
    portraits.posts("dm-asked-belisarius", seats[first], "asked/seat")
    await _questions(t, portraits, campaign)
    await looks(t, portraits, t.portrayed(t.alice), "-belisarius")


async def ottomans(t: PortraitHarness, portraits: Portraits) -> None:
    """Play Ottomans from the set-up, with each kind of question once on its sheet."""
    await _questions(t, portraits, await t.begun("ottomans"))


async def ancient_world(t: PortraitHarness, portraits: Portraits) -> None:
    """Play The Ancient World from its beginning, with each kind of question once on its sheet."""
    await _questions(t, portraits, await t.begun("ancient_world"))


async def _questions(t: PortraitHarness, portraits: Portraits, campaign: int) -> None:
    """Play at random; show each kind of question once on its sheet, then the status and the public posts."""
    now = t.bench.service.status(campaign).campaign
    seats = dict(zip(now.seats, (t.alice, t.bob), strict=True))
    for n in range(160):
        asked = t.bench.service.asked(campaign)
        if not asked:
            break
        name = f"{now.game}-{asked[0].rule}"
        is_new = name not in portraits.names
        await _question(t, portraits, t.portrayed(seats[asked[0].seat]), name)
        await t.worker.run(partial(_answer, campaign=campaign, n=n, is_told=is_new))
    if t.bench.service.asked(campaign):
        await t.worker.run(partial(_answer, campaign=campaign, n=0))
    await t.settled()
    portraits.shows(f"status-{now.game}", t.alice, [t.status])
    public(t, portraits, f"-{now.game}")


async def _question(t: PortraitHarness, portraits: Portraits, player: PortrayedPlayer, name: str) -> None:
    """Show the sheet of a question, one step into it, and a second page of its options."""
    if name in portraits.names:
        return
    await t.settled()
    await player.orders()
    portraits.panel(name, player)
    await _paged(portraits, player, name)
    if await player.choose():
        await t.settled()
        portraits.panel(f"{name}-next", player)
        await _paged(portraits, player, f"{name}-next")


async def _paged(portraits: Portraits, player: PortrayedPlayer, name: str) -> None:
    """Show the second page, if there is one."""
    pages = [b for b in screen.buttons(player.shown) if ":ask_page:" in str(b.custom_id) and not b.disabled]
    menus = [m for m in screen.selects(player.shown) if len(m.values) >= MOST_OPTIONS]
    if pages:
        await player.press(str(pages[0].custom_id))
        portraits.panel(f"{name}-page{'d' if menus else ''}", player)
        await player.press(
            str(next(b for b in screen.buttons(player.shown) if ":ask_page:" in str(b.custom_id)).custom_id)
        )

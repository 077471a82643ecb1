"""Pieces, cards and dice as emojis of the application: always as they are printed, and none too many."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import discord
import pytest
from msgspec import structs

import renderer
from adjudicator import GAMES
from adjudicator.display.charts import Card
from frontends.discord.delivery import emojis
from frontends.discord.delivery.emojis import PREFIX, name_of
from service.pictures.drawing import Drawing, render
from service.pictures.faces import die, faces
from tests.fake_discord.people import screen
from tests.harness.discord import DiscordHarness, played
from tests.harness.player import Player, begun

NAME = re.compile("[A-Za-z0-9_]{2,32}")
FEW = 12


def cards() -> list[tuple[str, str, Drawing]]:
    """The cards of Julius Caesar, and its dice."""
    return [one for one in faces([GAMES["julius_caesar"]]) if one[2].sprite and not one[2].sprite.counters]


@contextmanager
def at_once(wanted: list[tuple[str, str, Drawing]]) -> Iterator[None]:
    """Only these pictures, and no pause between two of them."""
    with patch.object(emojis, "faces", lambda games: wanted), patch.object(emojis, "SPACING", 0.0):
        yield


def named(t: DiscordHarness) -> set[str]:
    return {one["name"] for one in t.server.world.emojis.values()}


async def uploaded(t: DiscordHarness, wanted: list[tuple[str, str, Drawing]]) -> None:
    with at_once(wanted):
        await t.client.parts.emojis.update()


def test_all_that_is_printed_has_an_emoji_without_its_name() -> None:
    found = list(faces(GAMES.values()))
    assert {game for game, _, _ in found} == set(GAMES)
    assert len({drawing for _, _, drawing in found}) <= emojis.MOST // 2
    for game, id, drawing in found:
        assert drawing.sprite is not None and not drawing.alt and drawing.name == game
        if drawing.sprite.card is not None:
            assert not drawing.sprite.card.name, id


def test_a_face_is_small_and_the_same_each_time() -> None:
    for _, _, drawing in cards()[:3] + cards()[-1:]:
        data = render(drawing).data
        assert data == render(drawing).data and data.startswith(b"\x89PNG") and len(data) < 256 * 1024
        assert NAME.fullmatch(name_of(data))
    card = GAMES["julius_caesar"].pictures
    assert card is not None
    looks = card.printed()["mars"]
    assert isinstance(looks, Card)
    assert renderer.emoji("julius_caesar", looks) == renderer.emoji(
        "julius_caesar", structs.replace(looks, name="hidden")
    )


def test_a_group_with_its_own_figures_has_our_faces() -> None:
    game = GAMES["julius_caesar"]
    own = structs.replace(game, pictures=game.pictures)
    assert list(faces([game, own])) == list(faces([game]))


@played
async def test_what_is_missing_is_uploaded_and_what_is_unused_is_deleted(t: DiscordHarness) -> None:
    wanted = cards()
    await uploaded(t, wanted)
    first = named(t)
    assert len(first) == len({drawing for _, _, drawing in wanted}) and all(map(NAME.fullmatch, first))
    assert all(name.startswith(PREFIX) for name in first)
    ids = set(t.server.world.emojis)
    await uploaded(t, wanted)
    assert set(t.server.world.emojis) == ids, "Nothing is uploaded twice"
    await t.client.create_application_emoji(name="of_the_operator", image=b"\x89PNG\r\n\x1a\n")
    await uploaded(t, wanted[:3])
    assert named(t) < {*first, "of_the_operator"} and "of_the_operator" in named(t) and len(named(t)) == 4


@played
async def test_an_upload_that_was_interrupted_is_resumed(t: DiscordHarness) -> None:
    wanted = cards()
    with patch.object(emojis, "MOST", 5):
        await uploaded(t, wanted)
    ids = set(t.server.world.emojis)
    assert len(ids) == 5, "Never more than the platform takes"
    await uploaded(t, wanted)
    assert set(t.server.world.emojis) > ids
    assert len(named(t)) == len({drawing for _, _, drawing in wanted})


@played
async def test_each_card_has_a_line_with_its_picture_and_its_button(t: DiscordHarness) -> None:
    await begun(t)
    await uploaded(t, cards())
    player = Player(t, t.alice)
    await player.orders()
    choose = [b for b in screen.buttons(player.shown) if b.label == "Choose"]
    assert len(choose) > 1 and player.text.count(f"<:{PREFIX}") == len(choose)
    await player.press(str(choose[0].custom_id))
    assert "Give this order" in player.labels


@played
async def test_a_page_arrives_without_emojis_that_have_been_deleted(t: DiscordHarness) -> None:
    """The operator has deleted them in the portal."""
    await begun(t)
    wanted = list(faces([GAMES["julius_caesar"]]))
    with patch("frontends.discord.orders.panel_page.LINES", 0):
        await uploaded(t, wanted)
        player = Player(t, t.alice)
        await player.orders()
        shown = [b for b in screen.buttons(player.shown) if (b.part.get("emoji") or {}).get("id")]
        assert shown, player.labels
        t.server.world.emojis.clear()
        await player.orders()
        assert not any((b.part.get("emoji") or {}).get("id") for b in screen.buttons(player.shown))
        assert player.labels, "The page is there all the same"
        (refused,) = t.server.breaches
        assert "COMPONENT_INVALID_EMOJI" in refused
        t.server.breaches.clear()
    assert t.client.parts.emojis.of(GAMES["julius_caesar"])("mars") is None


@played
async def test_dice_are_shown_in_the_thread(t: DiscordHarness) -> None:
    await uploaded(t, cards())
    face = t.client.parts.emojis.die(6)
    assert face is not None and t.client.parts.emojis.of(GAMES["julius_caesar"])(die(6)) == face


@played
async def test_the_double_refuses_what_discord_would_refuse(t: DiscordHarness) -> None:
    data = b"\x89PNG\r\n\x1a\n"
    await t.client.create_application_emoji(name="twice", image=data)
    for name, image in (("two words", data), ("käse", data), ("twice", data), ("large", data + b"0" * 2**18)):
        with pytest.raises(discord.HTTPException) as refused:
            await t.client.create_application_emoji(name=name, image=image)
        assert refused.value.code == 50035
    assert len(t.server.breaches) == 4
    t.server.breaches.clear()

"""Ids, fields and pages: what goes to the platform fits, and comes back as it was."""

from __future__ import annotations

import asyncio
import string
from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import GAMES
from frontends.discord.context.action_context import named_by
from frontends.discord.orders.panel_page import safe, unsafe
from frontends.discord.ui import items, pages
from frontends.discord.ui.items import ActionButton, ActionModal, ActionSelect, custom_id, fields_of, parts_of
from frontends.discord.ui.pages import Page, Raw, marked, plain, render_messages, split
from service.pictures.drawing import Picture

KEYS = ("attacker", "defender", "stakes", "hand", "operating")
LONGEST_VALUE = 100
WORDS = st.text(string.ascii_lowercase + string.digits + "/_-", max_size=12)


@given(st.sampled_from(["map", "new_options", "join"]), st.lists(WORDS, max_size=4))
def test_an_id_says_what_it_was_made_of(action: str, args: list[str]) -> None:
    id = custom_id("t", action, *args)
    assert parts_of(id) == (action, tuple(args))
    assert len(id) <= items.LONGEST_ID
    template = ActionButton.__discord_ui_compiled_template__
    assert template.fullmatch(id)
    assert not ActionSelect.__discord_ui_compiled_template__.fullmatch(id)


@pytest.mark.parametrize("args", [("a:b",), ("x" * 100,)])
def test_an_id_that_cannot_be_read_back_is_not_made(args: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="no id"):
        custom_id("t", "map", *args)


MOST = (2**31, 2**31)
"""A campaign and an entry that are never reached."""


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_id_of_a_panel_fits_whatever_is_picked(name: str) -> None:
    """Of the standing orders' form too, which says at once of what a condition is, and what it is."""
    game = GAMES[name]
    named = [id for id in game.lexicon._labels if not id.endswith("/many")]  # a plural is a word, not a thing
    ids = [*named, *(f"val:{key}:{id}" for key in KEYS for id in named)]
    seat = max(game.scenarios()[0].seats, key=len)
    longest = max(map(safe, ids), key=len)
    for action in ("ask", "ask_give", "ask_again", "ask_typed"):
        made = custom_id("t", action, *MOST, seat, "p123456", longest)
        assert len(made) <= items.LONGEST_ID and unsafe(parts_of(made)[1][-1]) in ids
    assert all(len(id) <= LONGEST_VALUE for id in ids), "they are values of menus, too"
    assert len(custom_id("m", "pasted", *MOST, seat, "0" * 16)) <= items.LONGEST_ID
    assert len(custom_id("t", "decline", *MOST, "team", seat)) <= items.LONGEST_ID


def test_an_id_of_exactly_the_limit_is_made_and_found() -> None:
    id = custom_id("t", "ask", "x" * (items.LONGEST_ID - len("t:ask:")))
    assert len(id) == items.LONGEST_ID and ActionButton.__discord_ui_compiled_template__.fullmatch(id)
    assert custom_id("t", parts_of(id)[0], *parts_of(id)[1]) == id


def test_a_form_is_read_by_its_fields() -> None:
    handed_in = [
        {"type": 18, "component": {"type": 4, "custom_id": "title", "value": "Rubicon"}},
        {"type": 18, "component": {"type": 3, "custom_id": "pick", "values": ["a", "b"]}},
        {"type": 1, "components": [{"type": 4, "custom_id": "old", "value": ""}]},
    ]
    assert fields_of(handed_in) == {"title": ("Rubicon",), "pick": ("a", "b"), "old": ("",)}


def test_a_form_keeps_to_the_limits() -> None:
    modal = ActionModal("t" * 60, "new_title_in", 1).ask(
        "title", "l" * 60, note="n" * 120, value="v" * 90, longest=80
    )
    made = modal.to_dict()
    (label,) = made["components"]
    assert len(made["title"]) == 45 and len(label["label"]) == 45 and len(label["description"]) == 100
    assert len(label["component"]["value"]) == 80


# -- text --------------------------------------------------------------------------------------------


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=300), max_size=30))
def test_pieces_fit_and_lose_nothing_but_blanks(paragraphs: list[str]) -> None:
    found = list(split(paragraphs, 100))
    assert all(len(piece) <= 100 for piece in found)
    kept, given_ = ("".join("".join(texts).split()) for texts in (found, paragraphs))
    assert kept == given_


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("*a* _b_ ~c~", r"\*a\* \_b\_ \~c\~"),
        ("1. first", r"1\. first"),
        ("<@1> <#2>", r"\<@1> \<#2>"),
        ("カエサル（§6.1）", "カエサル（§6.1）"),
    ],
)
def test_text_is_never_markup(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_a_mention_stands_in_a_sentence_as_it_is() -> None:
    said = marked("{who}: *{what}*", "en", who=Raw("<@1>"), what=Raw("**b**"))
    assert said == r"<@1>: \***b**\*"


# -- layouts -----------------------------------------------------------------------------------------


def inside(rendered: pages.RenderedMessage) -> dict[str, Any]:
    """The container of a message."""
    (container,) = rendered.view.to_components()  # type: ignore[no-untyped-call]
    assert isinstance(container, dict)
    return container


def picture(n: int) -> Picture:
    return Picture(f"map {n}.png", b"png", "image/png", "a" * 2000)


@given(
    st.lists(st.text("ab ", max_size=900), max_size=12),
    st.integers(0, 12),
    st.lists(st.text("cd ", max_size=3000), max_size=4),
)
def test_a_page_is_messages_within_the_limits(body: list[str], pictures: int, after: list[str]) -> None:
    page = Page("Title", body, [picture(n) for n in range(pictures)], after, "footer")
    page.rows = [
        [items.button("Map", "map", 1)],
        [items.menu("Pick", [items.option("a", "a")], "rules_at", 1)],
    ]
    made = render_messages(page, 320)
    assert [rendered.view.content_length() <= 4000 for rendered in made] == [True] * len(made)
    assert all(rendered.view.total_children_count <= 40 for rendered in made)
    marks = [inside(rendered)["id"] for rendered in made]
    assert marks == list(range(320, 320 + len(made)))
    attached = [name for rendered in made for name, _, _ in rendered.attached]
    assert attached == [f"map_{n}.png" for n in range(min(pictures, pages.MOST_PICTURES))]
    rows = [c for rendered in made[:-1] for c in inside(rendered)["components"] if c["type"] == 1]
    assert rows == []


def test_alt_text_is_cut_and_pictures_are_named_plainly() -> None:
    (rendered,) = render_messages(Page(pictures=[picture(1)]))
    (gallery,) = inside(rendered)["components"]
    assert gallery["items"][0]["media"]["url"] == "attachment://map_1.png"
    assert len(gallery["items"][0]["description"]) == 1024
    assert [file.filename for file in rendered.files()] == ["map_1.png"]


def test_a_layout_is_never_listened_to() -> None:
    """Else the library would forget all buttons of a kind when an ephemeral message runs out."""

    async def made() -> list[pages.RenderedMessage]:
        return render_messages(Page(body=["a"], rows=[[items.button("Map", "map", 1)]]))

    assert asyncio.run(made())[0].view.is_finished()
    assert isinstance(items.button("Map", "map", 1), discord.ui.DynamicItem)


def test_the_log_names_the_action_and_not_what_was_chosen() -> None:
    assert named_by(custom_id("t", "ask", 3, 17, "caesar", "q1234", "secret_card")) == "ask:3:17:caesar"
    assert named_by(custom_id("t", "consent", 3, "draw", 1)) == "consent:3"
    assert named_by(custom_id("t", "help")) == "help"

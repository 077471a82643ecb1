"""Standing orders in the browser: from menus, from an example, as text; refused, tested, removed."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from tests.harness.browser import Answer, Guest, TableHarness, at_table

from .test_playing import CAESAR

PAGE = f"{CAESAR}/standing"


def picked(page: Answer, label: str) -> dict[str, str]:
    """The fields that a press on an option of the form sends."""
    assert 'name="question" value="0:standing"' in page.text
    value = re.search(
        rf'value="([^"]*)" class="option"[^>]*><span class="name">{label}<', unescape(page.text)
    )
    assert value, label
    return {"question": "0:standing", "filled": unescape(page.field("filled")), "value": value[1]}


async def put(g: Guest, page: Answer) -> Answer:
    """Press the button below a whole order."""
    fields = {name: unescape(page.field(name)) for name in ("filled", "question")}
    request = re.search(r'name="request" value="([^"]*/add)"', page.text)
    assert request
    return await g.post(f"{PAGE}/add", fields | {"request": request[1]})


def test_an_order_is_put_together_from_menus(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found()
            page = await g.get(PAGE)
            assert 'class="rule"' not in page.text, "its questions are no paragraphs of the game"
            page = await g.get(PAGE, params=picked(page, "§7.2: your blocks may act in a battle"))
            page = await g.get(PAGE, params=picked(page, "fire"))
            said = {"question": "0:standing", "filled": unescape(page.field("filled")), "value": "all"}
            page = await g.get(PAGE, params=said)
            page = await g.get(PAGE, params=picked(page, "That is all"))
            assert "on 7.2 do fire all" in page.text and "Add this standing order" in page.text
            added = await put(g, page)
            assert added.path == PAGE
            assert harness.bench.service.standing(1, "caesar") == ["on 7.2 do fire all"]
            await put(g, page)
            assert len(harness.bench.service.standing(1, "caesar")) == 1, "a form that is sent twice"

    at_table(tmp_path, act, sheets)


def test_an_example_fills_the_form_and_an_order_is_removed(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found()
            page = await g.get(PAGE)
            examples = re.findall(r'<li><a href="([^"]*/standing\?[^"]*)"', page.text)
            assert len(examples) == 3
            for link in examples[:2]:
                await put(g, await g.get(unescape(link)))
            kept = ["on 7.2 do fire all", "on 7.4 do lose auxilia"]
            assert harness.bench.service.standing(1, "caesar") == kept
            moved = {"n": "0", "line": kept[1], "request": "a"}
            refused = await g.post(f"{PAGE}/remove", moved)
            assert refused.status == 409 and "have changed" in refused.text
            assert harness.bench.service.standing(1, "caesar") == kept
            for _ in range(2):
                gone = await g.post(f"{PAGE}/remove", {"n": "0", "line": kept[0], "request": "b"})
                assert gone.path == PAGE
                assert harness.bench.service.standing(1, "caesar") == kept[1:]

    at_table(tmp_path, act, sheets)


def test_a_refusal_keeps_the_text_and_a_test_changes_nothing(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found()
            service, text = harness.bench.service, "on 7.2 do fire all\non <nothing> do x"
            refused = await g.post(PAGE, {"lines": text, "do": "save", "request": "a"})
            assert refused.status == 409 and 'role="alert"' in refused.text
            assert f">{text}</textarea>" in unescape(refused.text)
            assert service.standing(1, "caesar") == []
            tried = await g.post(PAGE, {"lines": "on 7.2 do fire all", "do": "try", "request": "b"})
            assert tried.status == 200 and ">on 7.2 do fire all</textarea>" in tried.text
            assert "In the present position they would give no orders." in tried.text
            assert service.standing(1, "caesar") == []
            tried = await g.post(PAGE, {"lines": "on 3.1 do discard Mars", "do": "try"})
            assert tried.status == 409, "only for what is asked again and again"
            unknown = await g.get(PAGE, params={"filled": '["on:none"]', "question": "0:standing"})
            assert unknown.status == 200 and 'role="alert"' in unknown.text

    at_table(tmp_path, act, sheets)

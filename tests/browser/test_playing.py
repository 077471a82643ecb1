"""The table over HTTP, without a script: founding, seats by links, orders by steps and text, the referee."""

from __future__ import annotations

import asyncio
import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from adjudicator import GAMES
from adjudicator.core import fill
from adjudicator.core.audit import verify
from adjudicator.core.choices.choice import Choice, Reader
from adjudicator.core.log.chain import JSON
from adjudicator.core.log.chance import sampler
from service.runtime.demo import decide
from service.usecases.agreeing import undo
from service.usecases.play import playing, queries, spared, suggesting
from service.wizard.filled import End, Filled
from service.wizard.steps import Step, step
from tests.harness.browser import Answer, Guest, TableHarness, at_table
from tests.harness.service import by
from tests.kit.play_styles import bold

CAESAR, POMPEY, JUDGE = "/game/1/caesar", "/game/1/pompey", "/game/1/referee"


def told(page: Answer) -> str:
    return unescape(re.sub(r"<[^>]+>", " ", page.text.split('id="posts"')[1]))


async def to_movement(g: Guest) -> str:
    """Both lay a card aside and play one; return the path of the side that moves first."""
    for verb in ("discard", "play"):
        for path in (CAESAR, POMPEY):
            cards = [card for card in (await g.get(path)).hand if "/" in card]
            assert (await g.post(f"{path}/order", {"text": f"{verb} {cards[-1]}"})).status == 200
    pages = {path: (await g.get(path)).text for path in (CAESAR, POMPEY)}
    return next(path for path, text in pages.items() if "Move a group" in text)


def test_a_newcomer_founds_and_plays_by_text(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            page = await g.found()
            assert page.path == CAESAR
            assert "Choose a card to discard" in page.text
            assert "Caesar's hand" in told(page)
            assert "Pompey's hand:" not in told(page)
            assert told(page).count("Each side was dealt 6 cards") == 1, "what one knows better is told once"
            assert "fingerprint" not in told(page), "proof is on the page of the log"
            path = await to_movement(g)
            refused = await g.post(f"{path}/order", {"text": "move Roma-Narnia: LEG 99"})
            assert refused.status == 409
            assert "<mark>" in refused.text
            assert "Possible:" in refused.text
            for long in ("a " * 2000, "move " + "a, " * 1300):
                assert (await g.post(f"{path}/order", {"text": long})).status == 409
                assert json.loads((await g.get(f"{path}/complete?text={long}")).body) == []
            lines = json.loads((await g.get(f"{path}/complete?text=move ")).body)
            assert {line["open"] for line in lines} <= {True, False}
            assert lines[0]["text"].startswith("move ")
            done = await g.order(path, "end")
            assert done.path == path

    at_table(tmp_path, act, sheets)


def test_a_new_game_asks_or_leaves_windows_to_standing_orders_as_the_game_proposes(tmp_path: Path) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            for game in ("ancient_world", "belisarius", "ottomans"):
                usual = GAMES[game].modes({})
                form = (await g.get(f"/found?game={game}")).text
                for kind, mode in usual.items():
                    ways = re.search(rf'<select[^>]*name="window_{kind}".*?</select>', form, re.DOTALL)
                    assert ways
                    (way,) = (each for each in re.findall("<option[^>]*>", ways[0]) if " selected" in each)
                    assert mode in way
                await g.found(game)
                assert harness.bench.service.campaigns()[-1].modes == usual
            form = (await g.get("/found?game=belisarius")).text
            assert "About 205 questions in a short game of two if asked." in form
            assert "Only with the option reaction: on." in form
            await g.found("belisarius", window_die="ask", window_marker="standing", seed="other")
            modes = harness.bench.service.campaigns()[-1].modes
            assert modes == GAMES["belisarius"].modes({"die": "ask", "marker": "standing"})

    at_table(tmp_path, act)


def test_the_same_form_twice_is_one_order(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            page = await g.found()
            card = page.hand[0]
            fields = {"text": f"discard {card}", "request": page.field("request")}
            assert (await g.post(f"{CAESAR}/order", fields)).status == 200
            n = harness.bench.service.status(1).campaign.n
            assert (await g.post(f"{CAESAR}/order", fields)).status == 200
            assert harness.bench.service.status(1).campaign.n == n

    at_table(tmp_path, act, sheets)


def test_the_end_of_a_phase_says_what_is_left_open(tmp_path: Path, sheets: str) -> None:
    """Ending the movement names the places that could still move; taking back says what it undoes."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found()
            path = await to_movement(g)
            page = await g.get(path)
            assert "You can still order" not in page.text
            assert "Take back" not in page.text, "both have played their cards"
            page = await press(g, page, "end")
            found = re.search(r'class="careless"[^>]*>([^<]*)<', page.text)
            assert found
            assert "move (" in found[1]
            refused = await g.post(f"{path}/order", {"text": "end"})
            assert refused.status == 409
            assert "“end” has not been given yet" in refused.text
            assert "You can still order: move (" in refused.text
            shown = {"text": "end", "confirmed": refused.field("confirmed")}
            service, seat = harness.bench.service, path.rpartition("/")[2]
            pending = service.look(1, queries.pending, seat)
            assert pending is not None
            answers = (decide(pending.choice, sampler(n)) for n in range(99))
            moved = next(answer for answer in answers if answer["pick"] == "move")
            service.do(by(service.status(1).members[seat].user), 1, playing.submit, seat, moved)
            assert (await g.post(f"{path}/order", shown)).status == 409, "another position than was shown"
            assert (await g.order(path, "end")).status == 200
            for told in ("“end”", "moved"):
                page = await g.get(path)
                assert re.search(rf"Takes back:? [^<]*{told}", page.text), (
                    "orders taken back are no longer named"
                )
                once = re.findall(r'name="request" value="([^"]*/back)"', page.text)[0]
                assert (await g.post(f"{path}/do/back", {"request": once})).status == 200
            assert "Takes back" not in (await g.get(path)).text

    at_table(tmp_path, act, sheets)


def test_who_presses_twice_takes_back_and_rolls_once(tmp_path: Path, sheets: str) -> None:
    """Also without a script, where nothing keeps a button from being pressed again."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found()
            path, status = await to_movement(g), harness.bench.service.status
            for _ in range(2):
                assert (await g.order(path, "end")).status == 200
            page = await g.get(path)
            once = re.findall(r'name="request" value="([^"]*/back)"', page.text)[0]
            for _ in range(2):
                assert (await g.post(f"{path}/do/back", {"request": once})).status == 200
                assert "end your levies" in (await g.get(path)).text
            service = await g.get(f"{JUDGE}/actions")
            once = re.findall(r'name="request" value="([^"]*/roll)"', service.text)[0]
            n = status(1).campaign.n
            for _ in range(2):
                fields = {"label": "weather", "count": "1", "faces": "6", "why": "for fun", "request": once}
                assert (await g.post(f"{JUDGE}/actions/roll", fields)).status == 200
            assert status(1).campaign.n == n + 1

    at_table(tmp_path, act, sheets)


async def press(g: Guest, page: Answer, wanted: str) -> Answer:
    """Press an option of the decision by its label, as a browser without scripts does."""
    part = page.text.split('id="part-decision"')[1]
    fields = dict(re.findall(r'type="hidden" name="(question|filled)" value="([^"]*)"', part))
    pressed = re.sub("<(?:picture|source|img|/picture)[^>]*>", "", part)
    options = dict(
        (unescape(label), value)
        for value, label in re.findall(
            r'name="value" value="([^"]*)"[^>]*>(?:<span[^>]*>)?([^<]+)',
            pressed,
        )
    )
    path = re.search(r'action="([^"]+/step)"', part)
    assert path, part[:500]
    query = {name: unescape(value) for name, value in fields.items()} | {"value": options[wanted]}
    return await g.get(path[1], params=query)


def test_an_order_is_put_together_step_by_step(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found()
            path = await to_movement(g)
            page = await g.get(path)
            assert 'data-lit="' in page.text
            for wanted in ("move", "Genua" if "caesar" in path else "Neapolis"):
                page = await press(g, page, wanted)
                assert page.status == 200
            assert 'class="trail"' in page.text
            place = "genua" if "caesar" in path else "neapolis"
            asked = await g.get(f"{path}/press?place={place}&question={page.field('question')}")
            assert json.loads(asked.body)["ways"] == []
            assert "part-decision" in json.loads(asked.body)["parts"]["decision"]
            assert f'data-start="{place}"' in page.text
            assert 'data-way=""' in page.text
            far, filled = "alexandria" if "caesar" in path else "gades", page.field("filled")
            query = {"place": far, "question": page.field("question"), "filled": unescape(filled)}
            why = json.loads((await g.get(f"{path}/press", params=query)).body)["why"]
            name = far.capitalize()
            assert why["title"] == name and "Refused by §6" in why["lines"][0] and name in why["lines"][0]
            assert why["lines"][-1].startswith("The nearest place that can be pressed: ")
            page = await press(g, page, "Massilia" if "caesar" in path else "Roma")
            assert re.search(r'data-way="\d+,\d+ \d+,\d+[^"]*" data-cost="1"', page.text), (
                "its arrow on the map"
            )
            assert "Cost: 1." in page.text, "and the same in words"

    at_table(tmp_path, act, sheets)


def test_what_follows_by_itself_is_not_asked(tmp_path: Path, sheets: str) -> None:
    """A march that can only stop where it has come to is a whole order, given by a press as every order."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found()
            path = await to_movement(g)
            page = await g.get(path)
            pending = harness.bench.service.look(1, queries.pending, path.rpartition("/")[2])
            assert pending is not None
            reader = Reader(GAMES["julius_caesar"].lexicon, "en")
            moves = asked_of(pending.choice, ["move"], reader)
            begun: list[list[JSON]] = [["move", one.id] for one in moves.options if one.bar is None]
            ways = [
                (filled, goal.id)
                for filled in begun
                for goal in asked_of(pending.choice, filled, reader).options
                if goal.bar is None and _only(pending.choice, [*filled, goal.id], reader) == End.DONE
            ]
            assert ways
            filled, goal = ways[0]
            question = unescape(page.field("question"))
            fields = {"question": question, "filled": json.dumps(filled), "value": goal}
            page = await g.get(f"{path}/step", params=fields)
            assert "Stop at" not in page.text
            assert json.loads(unescape(page.field("filled")))[:4] == [*filled, goal, End.DONE]
            asked = fill(pending.choice.prompt, "en", reader.lexicon.label)
            assert asked in unescape(page.text), "a whole order stands below its question"

    at_table(tmp_path, act, sheets)


def test_a_press_of_a_question_that_has_changed_is_no_order(tmp_path: Path, sheets: str) -> None:
    """The page is shown anew with the question as it stands, and nothing is "not understood"."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            page = await g.found()
            question, n = unescape(page.field("question")), harness.bench.service.status(1).campaign.n
            for filled, value in (([], "*all"), ([], "roma"), (["lose"], "*all"), (["lose", "*all"], "x")):
                fields = {"question": question, "filled": json.dumps(filled)}
                for shown in (
                    await g.get(f"{CAESAR}/step", params=fields | {"value": value}),
                    await g.post(f"{CAESAR}/answer", fields | {"filled": json.dumps([*filled, value])}),
                ):
                    assert "question has changed meanwhile" in shown.text
                    assert "not understood" not in shown.text
                    assert "Choose a card to discard" in shown.text
            assert harness.bench.service.status(1).campaign.n == n

    at_table(tmp_path, act, sheets)


def asked_of(choice: Choice[Any], filled: list[JSON], reader: Reader) -> Step:
    """Return the question after some picks."""
    now = step(choice, Filled.of(filled), reader)
    assert isinstance(now, Step)
    return now


def _only(choice: Choice[Any], filled: list[JSON], reader: Reader) -> JSON:
    now = step(choice, Filled.of(filled), reader)
    return now.only if isinstance(now, Step) else None


def test_an_answer_that_can_be_taken_back_is_given_by_one_press(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            page = await g.found()
            gives = re.findall(r'name="filled" value="([^"]*)"><button[^>]*data-gives=', page.text)
            assert len(gives) == len(page.hand)
            fields = {"question": unescape(page.field("question")), "filled": unescape(gives[0])}
            page = await g.post(f"{CAESAR}/answer", fields)
            assert page.path == POMPEY, "the other seat of the same person"
            assert "Waiting for: Pompey" in (await g.get(CAESAR)).text
            stale = await g.post(f"{CAESAR}/answer", fields)
            assert stale.status == 409
            assert "that decision is no longer open" in stale.text.casefold()

    at_table(tmp_path, act, sheets)


def test_a_friend_comes_by_a_secret_link(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann, harness.guest() as bob:
            page = await ann.found(seat_pompey="link")
            link = re.search(r'value="http://[^/"]+(/enter/\w+)"', page.text)
            assert link
            assert "Waiting for: Pompey" in (await ann.get(CAESAR)).text
            door = await bob.get(link[1])
            assert "Your name" in door.text
            sat = await bob.post(link[1], {"who": "Bob"})
            assert "/game/1/pompey" in sat.text
            own = re.search(r'value="http://[^/"]+(/enter/\w+)"', sat.text)
            assert own
            page = await bob.get(POMPEY)
            assert page.status == 200
            assert "Pompey's hand" in told(page)
            assert (await bob.get(CAESAR)).status == 404
            assert (await ann.get(POMPEY)).status == 404
            assert 'http-equiv="refresh"' in (await bob.get(link[1])).text
            assert (await ann.get(link[1])).status == 404, "who has sent it does not come in by it"
            async with harness.guest() as elsewhere:
                again = await elsewhere.get(own[1])
                assert 'http-equiv="refresh"' in again.text, "his own opens the seat in another browser too"

    at_table(tmp_path, act, sheets)


def test_a_seat_that_is_left_open_is_taken_from_the_first_page(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann, harness.guest() as bob:
            await ann.found(seat_pompey="open")
            home = await bob.get("/")
            assert "/seat/1/pompey" in home.text
            page = await bob.post("/seat/1/pompey", {"who": "Bob"})
            assert "/enter/" in page.text
            assert "/enter/" in (await bob.post("/seat/1/pompey", {"who": "Bob"})).text, "pressed twice"
            assert (await bob.get(POMPEY)).status == 200
            assert "/seat/1/pompey" not in (await bob.get("/")).text

    at_table(tmp_path, act, sheets)


def test_a_game_against_the_computer(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        game = harness.bench.context.games["julius_caesar"]
        async with harness.guest() as g:
            sheet = await g.get("/found?game=julius_caesar")
            assert ("The computer" in sheet.text) is (game.ai_player is not None)

    at_table(tmp_path, act, sheets)


def test_who_plays_is_chosen_after_the_scenario(tmp_path: Path, sheets: str) -> None:
    """Of scenarios that differ in their seats alone: one link each, and on the sheet one for each roster."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            cards = await g.get("/found")
            assert cards.text.count("/found?game=ottomans&amp;scenario=") == 4
            sheet = await g.get("/found?game=ottomans&scenario=s2_tco")
            assert len(set(re.findall(r"scenario=(s2_\w+)", sheet.text))) == 7
            assert re.search(
                r's2_tco" class="button" aria-current="true">Turks, Caliphate, Orthodox<', sheet.text
            )
            page = await g.found("ottomans", scenario="s2_tco")
            assert "/game/1/caliphate" in page.text and "/game/1/holy_league" not in page.text
        (campaign,) = harness.bench.service.campaigns()
        assert campaign.scenario == "s2_tco"

    at_table(tmp_path, act, sheets)


def test_events_bring_what_is_new_and_nothing_else(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            page = await g.found()
            last, have = (re.search(rf'data-{name}="([^"]+)"', page.text) for name in ("last", "have"))
            assert last and have
            events = f"{g.root}{CAESAR}/events?last={last[1]}"
            async with (
                g.session.get(events) as mine,
                g.session.get(f"{g.root}/game/1/public/events?last=0") as all_,
                g.session.get(events, params={"have": have[1]}) as up_to_date,
            ):
                first = json.loads((await mine.content.readline())[6:])
                assert set(first["parts"]) == {"status", "decision", "hand", "map"}
                assert "posts" not in first
                assert "posts" in json.loads((await all_.content.readline())[6:])
                card = page.hand[0]
                await g.post(f"{CAESAR}/order", {"text": f"discard {card}"})
                await mine.content.readline()
                news = json.loads((await mine.content.readline())[6:])
                assert "Waiting for: Pompey" in news["parts"]["decision"]
                assert "posts" not in news, "a receipt is no story"
                receipts = (await g.get(f"{CAESAR}/log")).text.split("Receipts of your answers")[1]
                assert card in receipts.split("</details>")[0]
                assert "Receipts of your answers" not in (await g.get("/game/1/public/log")).text
                await all_.content.readline()
                public = json.loads((await all_.content.readline())[6:])
                assert set(public) <= {"parts", "posts", "last", "at"}
                assert card not in json.dumps(public)
                other = json.loads((await up_to_date.content.readline())[6:])
                assert other["parts"] == news["parts"], "nothing before"
                await g.post(f"{POMPEY}/standing", {"lines": "on 7.2 do fire all"})
                with pytest.raises(TimeoutError):
                    async with asyncio.timeout(0.3):
                        while not (await all_.content.readline()).strip():
                            pass

    at_table(tmp_path, act, sheets)


def test_a_form_without_a_tick_is_an_answer_too(tmp_path: Path, sheets: str) -> None:
    """Where at least one is wanted it is refused with the reason; nothing happens in silence."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found()
            path = await to_movement(g)
            filled = {"filled": '["move","genua","roma","*done"]'}
            asked = {"question": (await g.get(path)).field("question")}
            sheet = await g.get(f"{path}/step", params=asked | filled)
            assert 'name="ticked"' in sheet.text and 'role="alert"' not in sheet.text
            refused = await g.get(f"{path}/step", params=asked | filled | {"ticked": "1"})
            assert 'class="refusal" role="alert"' in refused.text

    at_table(tmp_path, act, sheets)


def test_orders_from_one_stream_of_news_are_all_given(tmp_path: Path, sheets: str) -> None:
    """A form that the news bring is never taken for one that was sent before."""

    async def act(harness: TableHarness) -> None:
        b, fields = harness.bench, re.compile(r'name="(request|question|filled)" value="([^"]*)"')
        campaign = b.found("julius_caesar", "war", seed=b"in battle")

        def step(n: int) -> None:
            asked = b.service.asked(campaign)[0]
            pending = b.service.look(campaign, queries.pending, asked.seat)
            assert pending is not None
            b.service.do(
                by(asked.seat), campaign, playing.submit, asked.seat, decide(pending.choice, sampler(n))
            )

        def fights() -> bool:
            asked = b.service.asked(campaign)[0]
            return asked.seat == "pompey" and asked.rule in ("7.2", "7.4")

        steps = iter(range(400))
        while not fights():
            step(next(steps))
        path, sent = f"/game/{campaign}/pompey", list[str]()
        async with (
            harness.guest(harness.session_at(campaign, "pompey", "pompey")) as g,
            g.session.get(f"{g.root}{path}/events?last=9999") as news,
        ):
            while len(sent) < 2:
                entry, decision = b.service.asked(campaign)[0].entry, ""
                while f'data-question="{entry}:7.' not in decision:
                    line = await news.content.readline()
                    found = json.loads(line[6:]) if line.startswith(b"data: ") else {}
                    decision = found.get("parts", {}).get("decision", "")
                form = dict(fields.findall(decision.split('class="at-once"')[1].split("</form>")[0]))
                answered = await g.post(f"{path}/answer", {name: unescape(form[name]) for name in form})
                assert answered.status == 200 and form["request"] not in sent
                assert b.service.asked(campaign)[0].entry != entry, "it was given"
                sent.append(form["request"])
                while not fights():
                    await harness.worker.run(lambda _: step(next(steps)))

    at_table(tmp_path, act, sheets)


def test_the_referee_holds_goes_back_announces_and_rules(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        service = harness.bench.service
        async with harness.guest() as g:
            await g.found()
            path = await to_movement(g)
            assert (await g.post(f"{JUDGE}/actions/hold", {"why": "tea"})).status == 200
            assert service.status(1).campaign.held == "tea"
            held = (await g.get(CAESAR)).text
            assert "The game is on hold: tea" in held and "No orders are accepted until" in held
            assert "data-question" not in held and "data-idle" in held, "nothing is offered that is refused"
            assert (await g.order(path, "end")).status == 409
            await g.post(f"{JUDGE}/actions/release", {})
            assert service.status(1).campaign.held == ""
            await g.post(f"{JUDGE}/actions/announce", {"text": "Supper at six."})
            assert "Supper at six." in (await g.get("/game/1/public")).text
            await g.post(f"{JUDGE}/actions/rule", {"question": "May ships rest?", "ruling": "They may."})
            assert "They may." in (await g.get(f"{CAESAR}/rules")).text
            seen = await g.post(f"{JUDGE}/actions/see", {"seat": "pompey"})
            assert "Pompey" in seen.text
            assert "Hand:" in seen.text
            rolled = await g.post(
                f"{JUDGE}/actions/roll", {"label": "weather", "count": "2", "faces": "6", "why": ""}
            )
            assert rolled.status == 200
            n = service.look(1, undo.points)[0].to
            assert (await g.post(f"{JUDGE}/actions/undo", {"to": str(n), "why": "a slip"})).status == 200
            assert (await g.post(f"{JUDGE}/actions/end", {"why": "enough"})).status == 200
            assert service.status(1).over
            assert (await g.get(f"{JUDGE}/export/all")).status == 200

    at_table(tmp_path, act, sheets)


def test_the_referee_makes_a_new_link(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g, harness.guest() as other:
            await g.found()
            page = await g.post(f"{JUDGE}/actions/link", {"seat": "pompey"})
            link = re.search(r'value="http://[^/"]+(/enter/\w+)"', page.text)
            assert link
            assert (await g.get(POMPEY)).status == 404, "the old key is void"
            await other.get(link[1])
            assert (await other.get(POMPEY)).status == 200

    at_table(tmp_path, act, sheets)


def test_the_log_is_proven_in_the_page_and_taken_along(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found()
            page = await g.get(f"{CAESAR}/verify")
            once = [await harness.worker.verdict(1, {}) for _ in range(2)]
            assert once[0] is once[1], "of the same log the report is made once"
            assert 'id="verdict"' in page.text
            assert 'class="said"' in page.text
            head = harness.bench.service.status(1).campaign
            good = await g.get(f"{CAESAR}/verify?heads={head.n - 1}:{head.head[:16]}")
            assert 'class="said"' in good.text
            assert "so it proves less" in (await g.get(f"{CAESAR}/log")).text
            audit = await g.get(f"{CAESAR}/audit")
            assert "AUDITED: replayed by the rules, every entry" in audit.text or "監査済" in audit.text
            bad = await g.get(f"{CAESAR}/verify?heads={head.n - 1}:{'0' * 16}")
            assert 'class="refusal"' in bad.text
            export = await g.get(f"{CAESAR}/export/public")
            assert verify.verify(export.text.splitlines(), []).errors == []
            assert (await g.get("/verify.py")).body == Path(verify.__file__).read_bytes()

    at_table(tmp_path, act, sheets)


def test_proposals_are_agreed_to(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        service = harness.bench.service
        b = harness.bench
        campaign = b.found("julius_caesar", "war", seed=b"x")
        for n in range(5):
            b.step(campaign, n)
        caesar, pompey = (harness.session_at(campaign, seat, seat) for seat in ("caesar", "pompey"))
        async with harness.guest(caesar) as one, harness.guest(pompey) as other:
            to = service.look(campaign, undo.points)[0].to
            assert (await one.post(f"{CAESAR}/do/undo", {"to": str(to), "why": "a slip"})).status == 200
            page = await other.get(POMPEY)
            assert "proposed going back" in page.text
            n, named = service.status(campaign).campaign.n, {"proposal": page.field("proposal")}
            assert (await other.post(f"{POMPEY}/do/undo-yes", {"proposal": "another"})).status == 409
            assert (await other.post(f"{POMPEY}/do/undo-yes", named)).status == 200
            assert service.status(campaign).campaign.n > n
            assert (await other.post(f"{POMPEY}/do/draw-yes", named)).status == 409, "nobody proposes one"
            await one.post(f"{CAESAR}/do/draw", {})
            assert (await one.post(f"{CAESAR}/do/resign", {"sure": "x"})).status == 409
            named = {"proposal": (await other.get(POMPEY)).field("proposal")}
            assert (await other.post(f"{POMPEY}/do/draw-yes", named)).status == 200
            assert service.status(campaign).over

    at_table(tmp_path, act, sheets)


def test_a_provisional_result_is_opened_by_all_or_resumed(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        b = harness.bench
        campaign = b.found("julius_caesar", "war", seed=b"x")
        caesar, pompey = (harness.session_at(campaign, seat, seat) for seat in ("caesar", "pompey"))
        async with harness.guest(caesar) as one, harness.guest(pompey) as other:
            assert (await one.post(f"{CAESAR}/do/resign", {"sure": "Caesar"})).status == 200
            page = await other.get(POMPEY)
            assert "The result is provisional" in page.text
            assert (await other.get(CAESAR)).status == 404
            for guest, path in ((one, CAESAR), (other, POMPEY)):
                assert b.service.campaign(campaign).state == "closed"
                assert (await guest.post(f"{path}/do/resume", {})).status == 200
            assert b.service.campaign(campaign).state == "playing"
            await one.post(f"{CAESAR}/do/resign", {"sure": "Caesar"})
            for guest, path in ((one, CAESAR), (other, POMPEY)):
                assert not b.service.status(campaign).over
                assert (await guest.post(f"{path}/do/open", {})).status == 200
                if guest is one:
                    assert "Caesar proposed to open the game now." in (await one.get(CAESAR)).text
                    assert "/do/open-no" in (await one.get(CAESAR)).text, "who proposes it may withdraw it"
                    assert "/do/open-yes" in (await other.get(POMPEY)).text
            assert b.service.status(campaign).over

    at_table(tmp_path, act, sheets)


def test_the_replay_shows_every_rest(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        b = harness.bench
        campaign = b.found("julius_caesar", "war", seed=b"x")
        b.play(campaign, 30)
        async with harness.guest(harness.session_at(campaign, "caesar", "caesar")) as g:
            rests = [n for n, _ in b.service.rests(campaign)]
            assert len(rests) > 5
            for n in rests[:3]:
                one = json.loads((await g.get(f"{CAESAR}/replay?rest={n}", headers=DATA)).body)
                assert one["alt"]
                assert one["picture"] == f"{CAESAR}/rest/{n}"
            picture = await g.get(f"{CAESAR}/rest/{rests[-1]}/light")
            assert picture.body.startswith(b"\x89PNG")
            again = await g.get(
                f"{CAESAR}/rest/{rests[-1]}/light", headers={"If-None-Match": picture.headers["ETag"]}
            )
            assert (again.status, again.body) == (304, b"")

    at_table(tmp_path, act, sheets)


DATA = {"Accept": "application/json"}


def test_rules_are_looked_up_by_number(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found()
            page = await g.get(f"{CAESAR}/rules?number=6.1")
            assert "Group moves" in page.text
            assert "JC-W1: May a block" in page.text
            assert "JC-W3" not in page.text
            assert "number=6" in (await g.get(f"{CAESAR}/rules")).text
            assert "JC-W12" not in (await g.get(f"{CAESAR}/rules?number=99")).text

    at_table(tmp_path, act, sheets)


def test_a_japanese_page_is_japanese(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found()
            await g.post("/choices", {"language": "ja"})
            page = await g.get(CAESAR)
            assert 'lang="ja"' in page.text
            assert "カエサル" in page.text

    at_table(tmp_path, act, sheets)


def test_help_why_and_undo_in_the_order_line(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            page = await g.found()
            said = unescape((await g.post(f"{CAESAR}/order", {"text": "why"})).text)
            assert "Choose a card to discard, face down. Everything that is offered is allowed." in said
            assert 'data-order-text="discard' in said
            await g.post(f"{CAESAR}/order", {"text": f"discard {page.hand[0]}"})
            assert "Choose a card to discard" not in (await g.get(CAESAR)).text
            await g.post(f"{CAESAR}/order", {"text": "undo"})
            assert "Choose a card to discard" in (await g.get(CAESAR)).text
            path = await to_movement(g)

            async def say(text: str) -> str:
                return unescape((await g.post(f"{path}/order", {"text": text})).text)

            n = harness.bench.service.campaign(1).n
            assert 'data-order-text="move' in await say("help")
            assert "LEG 99" in await say("why move Roma-Narnia: LEG 99")
            assert harness.bench.service.campaign(1).n == n, "they change nothing"
            assert "No rule forbids that." in await say("why end")
            other = POMPEY if path == CAESAR else CAESAR
            answer = await g.post(f"{other}/order", {"text": "help"})
            assert answer.status == 200 and "nothing to decide right now" in answer.text

    at_table(tmp_path, act, sheets)


def test_rules_are_found_by_words(tmp_path: Path) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found()
            page = await g.get(f"{CAESAR}/rules?number=retreat")
            assert "No paragraph" not in page.text and "Retreat" in page.text
            assert "No paragraph has" in (await g.get(f"{CAESAR}/rules?number=xyzzy")).text

    at_table(tmp_path, act)


async def to_reaction(harness: TableHarness, g: Guest) -> str:
    """Play boldly until a reaction is asked; return the path of its seat."""
    service = harness.bench.service
    for n in range(200):
        (asked, *_) = service.asked(1)
        if asked.rule in GAMES["julius_caesar"].reactions:
            return f"/game/1/{asked.seat}"
        pending = service.look(1, queries.pending, asked.seat)
        assert pending is not None
        user = service.status(1).members[asked.seat].user
        service.do(by(user), 1, playing.submit, asked.seat, bold(pending.choice, sampler(n), None, ""))
    raise AssertionError("no battle")


def test_the_suggested_answer_is_shown_by_a_first_press_and_given_by_a_second(
    tmp_path: Path, sheets: str
) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found()
            assert "As suggested" not in (await g.get(CAESAR)).text
            path = await to_reaction(harness, g)
            n, page = harness.bench.service.campaign(1).n, await g.get(path)
            order = unescape(page.text).partition("Suggested: ")[2].partition("<")[0]
            link = unescape(re.findall(r'href="([^"]+)"[^>]*>As suggested<', page.text)[0])
            shown = await g.get(link)
            assert order in unescape(shown.text).partition('class="built"')[2]
            assert harness.bench.service.campaign(1).n == n
            fields = {name: unescape(shown.field(name)) for name in ("question", "filled", "request")}
            assert (await g.post(f"{path}/answer", fields)).status == 200
            assert harness.bench.service.campaign(1).n > n

    at_table(tmp_path, act, sheets)


def test_pieces_are_placed_as_suggested_by_a_second_press(tmp_path: Path) -> None:
    """§34.0 Belisarius; in Japanese the orders are named in Japanese."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.get("/")
            await g.post("/choices", {"language": "ja", "theme": "auto", "to": "/"})
            page = await g.found("belisarius")
            n = harness.bench.service.campaign(1).n
            text = re.findall(r'name="text" value="([^"]+)"', page.text)[0]
            assert "提案どおり" in page.text and not text.isascii()
            asks = await g.post(f"{page.path}/order", {"text": text})
            assert asks.status == 409 and text in asks.text
            assert harness.bench.service.campaign(1).n == n
            given = {"text": text, "confirmed": asks.field("confirmed")}
            assert (await g.post(f"{page.path}/order", given)).status == 200
            assert harness.bench.service.campaign(1).n > n

    at_table(tmp_path, act)


def test_who_wants_no_reactions_reads_the_answer_that_this_gives_before_giving_it(
    tmp_path: Path, sheets: str
) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found()
            service = harness.bench.service
            path = await to_reaction(harness, g)
            n, page, seat = service.campaign(1).n, await g.get(path), path.rpartition("/")[2]
            offered = service.look(1, suggesting.offered, seat, "en")
            assert f"Give “{offered.gives}”" in unescape(page.text).partition("No reactions until")[2]
            refused = await g.post(f"{path}/do/spare", {})
            assert refused.status == 409 and "at once" in refused.text and service.campaign(1).n == n
            entry = str(next(one.entry for one in service.asked(1) if one.seat == seat))
            assert (await g.post(f"{path}/do/spare", {"entry": entry})).status == 200
            assert service.campaign(1).n > n and service.look(1, spared.is_spared, seat)
            assert "Ask me all reactions again" in (await g.get(path)).text
            await g.post(f"{path}/do/ask", {})
            assert not service.look(1, spared.is_spared, seat)

    at_table(tmp_path, act, sheets)

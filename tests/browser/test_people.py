"""Time and people at the table: the pace, who is away, who is replaced; officers and observers by link."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from aiohttp import ClientError

from frontends.browser.pages import home
from service.usecases.agreeing import ending
from service.usecases.play import queries
from service.values.time_control import TimeControl
from tests.harness.browser import Answer, TableHarness, at_table
from tests.harness.cases import SLIPS
from tests.harness.posts import notices
from tests.harness.service import by

CAESAR, POMPEY, JUDGE = "/game/1/caesar", "/game/1/pompey", "/game/1/referee"
PACE = {
    "pace": "fixed",
    "hours": "48",
    "bank": "96",
    "increment": "24",
    "cap": "168",
    "window": "24",
    "expiry": "claim",
    "quiet": "22-7",
    "zone": "Asia/Tokyo",
}
BANK = PACE | {"pace": "bank", "expiry": "standing", "quiet": "", "zone": "UTC"}


def link(page: Answer) -> str:
    """The secret link that a page shows."""
    found = re.search(r'value="http://[^/"]+(/enter/\w+)"', page.text)
    assert found, page.text[-2000:]
    return found[1]


def card(page: Answer) -> str:
    """A card of the hand."""
    return next(card for card in page.hand if "/" in card)


def test_a_game_is_founded_with_a_pace(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            assert (await g.found(**PACE | {"hours": "9999"})).status == 409
            assert (await g.found(**PACE | {"zone": "Asia/Tokio"})).status == 409
            page = await g.found(**PACE)
            assert page.path == CAESAR
            kept = harness.bench.service.status(1).pace
            assert kept == TimeControl("fixed", 48, expiry="claim", quiet="22:00-07:00", zone="Asia/Tokyo")
            assert "48 hours per decision" in page.text
            assert len(re.findall(r"<time [^>]*datetime=", page.text.split('id="part-decision"')[0])) == 2

    at_table(tmp_path, act, sheets)


def test_the_referee_sets_the_pace_and_gives_more_time(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        service = harness.bench.service
        async with harness.guest() as g:
            assert "hours left" not in (await g.found()).text
            assert (await g.post(f"{JUDGE}/actions/pace", BANK)).status == 200
            assert "120 hours left in the bank" in (await g.get(POMPEY)).text
            before = {due.seat: due.due or 0 for due in service.due(1)}
            more = {"seat": "pompey", "hours": "10", "why": "a wedding"}
            assert (await g.post(f"{JUDGE}/actions/extend", more)).status == 200
            after = {due.seat: due.due or 0 for due in service.due(1)}
            assert after == before | {"pompey": before["pompey"] + 10 * 3600}
            assert (await g.post(f"{JUDGE}/actions/extend", more | {"hours": "x"})).status == 409

    at_table(tmp_path, act, sheets)


def test_who_is_overdue_is_claimed_of(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        b = harness.bench
        async with harness.guest() as ann, harness.guest() as bob:
            page = await ann.found(**PACE | {"quiet": "", "seat_pompey": "link"})
            where = link(page)
            await bob.get(where)
            await bob.post(where, {"who": "Bob"})
            await ann.post(f"{CAESAR}/order", {"text": f"discard {card(await ann.get(CAESAR))}"})
            claim = {"of": "pompey", "what": "clock"}
            assert (await ann.post(f"{CAESAR}/do/claim", claim)).status == 409
            b.clock.now += 49 * 3600
            b.service.tick()
            assert "Claim an automatic answer" in (await ann.get(CAESAR)).text
            assert "Claim an automatic answer" not in (await bob.get(POMPEY)).text
            assert (await bob.post(f"{POMPEY}/do/claim", claim)).status == 409
            assert (await ann.post(f"{CAESAR}/do/claim", claim)).status == 200
            assert "claimed an automatic answer" in (await bob.get(POMPEY)).text

    at_table(tmp_path, act, sheets)


def test_an_opponent_gives_a_day_with_one_press(tmp_path: Path, sheets: str) -> None:
    """Offered at the board while the opponent's time runs or is up; not without deadlines, nor on hold."""

    async def act(harness: TableHarness) -> None:
        b, offered = harness.bench, "Give Pompey a day"
        async with harness.guest() as ann, harness.guest() as bob:
            where = link(await ann.found(**PACE | {"quiet": "", "seat_pompey": "link"}))
            assert offered not in (await ann.get(CAESAR)).text  # nobody plays Pompey yet
            await bob.get(where)
            await bob.post(where, {"who": "Bob"})
            before = {due.seat: due.due or 0 for due in b.service.due(1)}["pompey"]
            shown = await ann.get(CAESAR)
            button = shown.text.split(offered)[0].rsplit("<form", 1)[1]
            given = dict(re.findall(r'name="(of|hours|request)"[^>]* value="([^"]*)"', button))
            assert given.keys() == {"of", "hours", "request"}
            for _ in range(2):  # a double click is one press
                assert (await ann.post(f"{CAESAR}/do/grant", given)).status == 200
            assert {due.seat: due.due for due in b.service.due(1)}["pompey"] == before + 24 * 3600
            assert "gave Pompey 24 more hours" in (await bob.get(POMPEY)).text
            b.clock.now += 73 * 3600
            b.service.tick()
            assert offered in (await ann.get(CAESAR)).text
            b.service.do(by(b.service.campaign(1).referee), 1, ending.hold_by_referee, "a storm")
            assert offered not in (await ann.get(CAESAR)).text

    at_table(tmp_path, act, sheets)


def test_who_waits_reminds_the_others_once_a_day(tmp_path: Path, sheets: str) -> None:
    """Without deadlines too; reminders by the umpire are agreed when the game is founded."""

    async def act(harness: TableHarness) -> None:
        b, offered = harness.bench, "Remind Pompey"
        async with harness.guest() as ann, harness.guest() as bob:
            where = link(await ann.found(**PACE | {"pace": "none", "quiet": "", "seat_pompey": "link"}))
            assert not b.service.status(1).pace.reminders
            await bob.get(where)
            await bob.post(where, {"who": "Bob"})
            shown = await ann.get(f"{CAESAR}/settings")
            assert offered in shown.text
            assert (await ann.post(f"{CAESAR}/do/nudge", {"request": "a"})).status == 200
            assert "Caesar reminded you:" in (await bob.get(POMPEY)).text
            assert offered not in (await ann.get(f"{CAESAR}/settings")).text
            assert (await ann.post(f"{CAESAR}/do/nudge", {"request": "b"})).status == 409

    at_table(tmp_path, act, sheets)


def test_both_players_pause_the_game_and_one_goes_on(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        b, offered = harness.bench, "Propose a pause"
        async with harness.guest() as ann, harness.guest() as bob:
            where = link(await ann.found(**PACE | {"seat_pompey": "link"}))
            await bob.get(where)
            await bob.post(where, {"who": "Bob"})
            assert offered in (await ann.get(f"{CAESAR}/settings")).text
            assert (await ann.post(f"{CAESAR}/do/pause", {})).status == 200
            assert offered not in (await ann.get(f"{CAESAR}/settings")).text
            asked = await bob.get(POMPEY)
            assert "Caesar proposed to pause the game." in asked.text
            assert "/do/pause-yes" not in (await ann.get(CAESAR)).text
            named = {"proposal": asked.field("proposal")}
            assert (await bob.post(f"{POMPEY}/do/pause-no", named)).status == 200
            assert (await bob.post(f"{POMPEY}/do/pause-yes", named)).status == 409  # it is gone
            assert (await ann.post(f"{CAESAR}/do/pause", {})).status == 200
            named = {"proposal": (await bob.get(POMPEY)).field("proposal")}
            assert (await bob.post(f"{POMPEY}/do/pause-yes", named)).status == 200
            assert [due.due for due in b.service.due(1)] == [None, None]
            for guest, path in ((ann, CAESAR), (bob, POMPEY)):
                page = (await guest.get(path)).text
                assert "The game is on hold: the players have agreed to pause" in page
                assert "Go on with the game" in page
            assert "Go on with the game" not in (await bob.get(CAESAR.replace("caesar", "watch"))).text
            assert (await ann.post(f"{CAESAR}/do/go-on", {})).status == 200
            assert "Go on with the game" not in (await ann.get(CAESAR)).text
            assert None not in [due.due for due in b.service.due(1)]

    at_table(tmp_path, act, sheets)


def recovery_code(page: Answer) -> str:
    found = re.search(r'class="recovery"><code>([a-z2-7-]{19})</code>', page.text)
    assert found is not None
    return found[1]


def test_who_lost_browser_and_link_takes_the_seat_back_by_a_code(tmp_path: Path, sheets: str) -> None:
    """The code is shown once and kept as a hash; link, session and code of before are void then."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann, harness.guest() as bob, harness.guest() as new:
            where = link(await ann.found(seat_pompey="link"))
            await bob.get(where)
            taken = await bob.post(where, {"who": "Bob"})
            code, private = recovery_code(taken), link(taken)
            assert code.replace("-", "") not in (tmp_path / "table.db").read_bytes().decode("latin-1")
            assert "Lost your browser or your link?" in (await new.get("/")).text
            wrong = await new.post("/recover", {"code": "abcd-efgh-ijkl-mnop"})
            assert (wrong.status, "not the recovery code of a seat" in wrong.text) == (403, True)
            back = await new.post("/recover", {"code": f" {code.upper().replace('-', ' ')} "})
            assert back.status == 200 and recovery_code(back) != code
            assert (await new.post("/recover", {"code": code})).text.count(link(back)) == 1  # pressed twice
            assert (await new.get(POMPEY)).status == 200
            assert (await bob.get(POMPEY)).status == 404
            access = harness.bench.service.seat_access
            assert access.of_token(private.rsplit("/", 1)[1]) is None and access.of_recovery(code) is None
            assert (await ann.post("/recover", {"code": recovery_code(back)})).status == 409  # has Caesar
            made = recovery_code(await new.post(f"{POMPEY}/recovery", {"request": "1"}))
            assert access.of_recovery(recovery_code(back)) is None
            assert (await bob.post("/recover", {"code": made})).status == 200
            assert (await bob.get(POMPEY)).status == 200
            assert (await bob.post("/game/1/public/recovery", {"request": "1"})).status == 404

    at_table(tmp_path, act, sheets)


def test_seats_that_were_left_are_listed_for_substitutes(tmp_path: Path, sheets: str) -> None:
    """With what is public alone: the game, its turn, the seat."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann, harness.guest() as bob, harness.guest() as zoe:
            where = link(await ann.found(seat_pompey="link", title="Ides"))
            await bob.get(where)
            await bob.post(where, {"who": "Bob"})
            assert "Seats that need a player" not in (await zoe.get("/")).text
            order = {"text": f"discard {card(await bob.get(POMPEY))}"}
            assert (await bob.post(f"{POMPEY}/order", order)).status == 200
            await bob.post(f"{POMPEY}/do/leave", {"sure": "Pompey"})
            page = unescape((await zoe.get("/")).text)
            wanted = page.partition("Seats that need a player")[2].partition("</section>")[0]
            assert "Ides" in wanted and "Left by their players: Pompey." in wanted
            assert order["text"].partition(" ")[2] not in wanted and "Bob" not in wanted
            assert "Seats that need a player" not in (await ann.get("/")).text  # her own game
            assert "Left by their players: Pompey." in (await ann.get("/")).text

    at_table(tmp_path, act, sheets)


def test_notes_are_private_and_go_with_their_person(tmp_path: Path, sheets: str) -> None:
    """Nobody else reads them: no other seat, no team, no log, no export."""

    async def act(harness: TableHarness) -> None:
        service = harness.bench.service
        async with harness.guest() as ann, harness.guest() as bob, harness.guest() as ola:
            where = link(await ann.found(seat_pompey="link"))
            await bob.get(where)
            await bob.post(where, {"who": "Bob"})
            n = service.campaign(1).n
            for place, text in (("Roma", "hold at all costs"), ("", "a feint"), ("Roma", "let it go")):
                await ann.post(f"{CAESAR}/notes", {"place": place, "text": text})
            assert (await ann.post(f"{CAESAR}/notes", {"place": "Atlantis", "text": "x"})).status == 409
            assert (await ann.post(f"{CAESAR}/notes", {"text": "x" * 2001})).status == 409
            page = unescape((await ann.get(f"{CAESAR}/notes")).text)
            assert [text in page for text in ("let it go", "a feint", "at all costs")] == [True, True, False]
            assert page.count("<h2>Roma</h2>") == 1
            cards = [
                (await guest.get(f"{path}/card?of=roma")).text
                for guest, path in ((ann, CAESAR), (bob, POMPEY))
            ]
            assert ["let it go" in card for card in cards] == [True, False], "on the card of the place"
            saved = await ann.get(f"{CAESAR}/notes.txt")
            assert "Roma\nlet it go\n" in saved.text and "a feint" in saved.text
            assert "notes.txt" in (await ann.get(f"{CAESAR}/log")).text
            assert "notes.txt" not in (await bob.get(f"{POMPEY}/log")).text
            assert [
                (await bob.get(f"/game/1/{place}/notes.txt")).status for place in ("public", "caesar")
            ] == [404, 404]
            assert 'value="Roma"' in (await ann.get(f"{CAESAR}/notes?about=roma")).text
            key = link(await ann.post(f"{CAESAR}/team", {"who": "Ola", "role": "observer", "request": "1"}))
            await ola.get(key)
            for other, path in ((bob, POMPEY), (ola, CAESAR)):
                assert "let it go" not in (await other.get(f"{path}/notes")).text
                assert "let it go" not in (await other.get(f"{path}/card?of=roma")).text
            assert (await ann.get("/game/1/public/notes")).status == 404
            assert (await bob.get(f"{CAESAR}/notes")).status == 404
            assert (service.campaign(1).n, service.log(1)[n:]) == (n, [])
            for reader in (None, "caesar", "pompey", "all"):
                assert "let it go" not in "".join(service.look(1, queries.export, reader))
            assert not any("let it go" in str(post.content) for post in service.posts(1, ["seat/caesar"]))
            erased = {"kind": "place", "about": "roma"}
            await ann.post(f"{CAESAR}/notes/erase", erased)
            user = service.status(1).members["caesar"].user
            assert [note.text for note in service.notes.of(1, "caesar", user)] == ["a feint"]
            await ann.post(f"{CAESAR}/do/leave", {"sure": "Caesar"})
            assert service.notes.of(1, "caesar", user) == []

    at_table(tmp_path, act, sheets)


def test_recovery_codes_are_guessed_slowly(tmp_path: Path) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.get("/")
            tried = [(await g.post("/recover", {"code": f"guess {n}"})).status for n in range(9)]
            assert (tried[0], tried[-1]) == (403, 429)

    at_table(tmp_path, act)


def test_a_renewed_link_makes_the_code_void(tmp_path: Path, sheets: str) -> None:
    """A recovery code is void with its link: another holder of that link may have made it."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann:
            await ann.found(seat_pompey="link")
            made = recovery_code(await ann.post(f"{CAESAR}/recovery", {"request": "1"}))
            access = harness.bench.service.seat_access
            (own,) = [one for one in access.of_campaign(1) if one.seat == "caesar"]
            assert access.of_recovery(made) == own
            access.grant(own, "ab" * 32)
            assert access.of_recovery(made) is None

    at_table(tmp_path, act, sheets)


def test_nobody_is_offered_to_give_time_without_deadlines(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann, harness.guest() as bob:
            where = link(await ann.found(seat_pompey="link"))
            await bob.get(where)
            await bob.post(where, {"who": "Bob"})
            for page in ("", "/settings"):
                assert "Give Pompey" not in (await ann.get(CAESAR + page)).text

    at_table(tmp_path, act, sheets)


def test_a_player_is_away_and_comes_back(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as g:
            await g.found(**PACE)
            days = {"since": "2023-11-20", "until": "2023-11-22"}
            assert (await g.post(f"{CAESAR}/do/away", {"since": "soon", "until": "x"})).status == 409
            for last in ("9999-12-31", "0001-01-01"):
                assert (await g.post(f"{CAESAR}/do/away", days | {"until": last})).status == 409
            assert (await g.post(f"{CAESAR}/do/away", days)).status == 200
            assert "is away until 2023-11-23 00:00 (Asia/Tokyo)" in (await g.get(CAESAR)).text
            since = str(harness.bench.service.absences(harness.bench.service.people(1)[0].user)[0].since)
            assert f'value="{since}"' in (await g.get(f"{CAESAR}/settings")).text
            assert (await g.post(f"{CAESAR}/do/back-again", {"since": since})).status == 200
            assert "is away until" not in (await g.get(CAESAR)).text.split('id="part-decision"')[0]

    at_table(tmp_path, act, sheets)


def test_who_is_replaced_sees_nothing_more(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with (
            harness.guest() as ann,
            harness.guest() as bob,
            harness.guest() as cyd,
            harness.guest() as dan,
        ):
            old = link(await ann.found(seat_pompey="link", seat_caesar="open"))
            await dan.get("/")
            assert (await dan.post("/seat/1/caesar", {"who": "Dan"})).status == 200
            await bob.get(old)
            await bob.post(old, {"who": "Bob"})
            assert (await bob.get(POMPEY)).status == 200
            new = link(await ann.post(f"{JUDGE}/actions/replace", {"seat": "pompey", "who": "Cyd"}))
            assert (await bob.get(POMPEY)).status == 404
            assert (await bob.get(old)).status == 404
            assert POMPEY not in (await bob.get("/")).text
            await cyd.get(new)
            assert "Choose a card to discard" in (await cyd.get(POMPEY)).text
            assert "Cyd took the seat of Pompey from Bob" in (await cyd.get(POMPEY)).text
            assert (await cyd.post(f"{POMPEY}/do/leave", {"sure": "Caesar"})).status == 409
            assert (await cyd.post(f"{POMPEY}/do/leave", {"sure": "pompey"})).path == "/"
            assert (await cyd.get(POMPEY)).status == 404
            assert "Your name" in (await cyd.get(new)).text, "he may come back as long as nobody has his seat"
            fresh = link(await ann.post(f"{JUDGE}/actions/link", {"seat": "pompey"}))
            assert (await cyd.get(new)).status == 404
            assert "Your name" in (await bob.get(fresh)).text
            await bob.post(fresh, {"who": "Bob"})
            assert "Choose a card to discard" in (await bob.get(POMPEY)).text
            await bob.post(f"{POMPEY}/do/leave", {"sure": "pompey"})
            assert (await cyd.post(f"{POMPEY}/do/computer", {"seat": "pompey"})).status == 404
            assert (await dan.post(f"{CAESAR}/do/computer", {"seat": "pompey"})).status == 200
            assert harness.bench.service.status(1).members["pompey"].user == "computer"
            assert (await bob.get(POMPEY)).status == 404
            assert (await cyd.get(new)).status == 404
            assert "Your name" in (await bob.get(fresh)).text, "who left last takes it back from the computer"
            await bob.post(fresh, {"who": "Bob"})
            assert (await bob.get(POMPEY)).status == 200
            assert harness.bench.service.status(1).members["pompey"].who == "Bob"

    at_table(tmp_path, act, sheets)


def test_a_referee_who_plays_makes_no_link_to_an_opponents_seat(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann, harness.guest() as bob:
            where = link(await ann.found(seat_pompey="link"))
            await bob.get(where)
            await bob.post(where, {"who": "Bob"})
            refused = await ann.post(f"{JUDGE}/actions/link", {"seat": "pompey"})
            assert refused.status == 409
            assert "you have a seat of your own" in refused.text.casefold()
            assert (await bob.get(POMPEY)).status == 200

    at_table(tmp_path, act, sheets)


def test_a_new_link_is_told_to_all_and_shuts_pages_that_are_open(tmp_path: Path, sheets: str) -> None:
    """Loaded again, its page shows the same link, and players who have joined stay."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann, harness.guest() as bob, harness.guest() as cyd:
            where = link(await ann.found(seat_pompey="link", seat_caesar="open"))
            await cyd.get("/")
            await cyd.post("/seat/1/caesar", {"who": "Cyd"})
            await bob.get(where)
            await bob.post(where, {"who": "Bob"})
            stream = await bob.session.get(f"{bob.root}{POMPEY}/events?last=0")
            await stream.content.readline()
            await stream.content.readline()
            fields = {"seat": "pompey", "request": "once/link"}
            fresh = link(await ann.post(f"{JUDGE}/actions/link", fields))
            with pytest.raises(ClientError):
                assert await stream.content.readline() == b"", "closed"
                raise ClientError
            assert (await bob.get(POMPEY)).status == 404
            assert "made a new link to Pompey" in (await cyd.get(CAESAR)).text
            assert (await ann.get(fresh)).status == 409, "the referee is not Pompey"
            await bob.get(fresh)
            assert link(await ann.post(f"{JUDGE}/actions/link", fields)) == fresh
            assert (await bob.get(POMPEY)).status == 200
            fields = {"seat": "pompey", "who": "Dan", "request": "once/replace"}
            other = link(await ann.post(f"{JUDGE}/actions/replace", fields))
            assert link(await ann.post(f"{JUDGE}/actions/replace", fields)) == other
            assert (await harness.worker.run_silently(lambda service: service.status(1))).members[
                "pompey"
            ].who == "Dan"

    at_table(tmp_path, act, sheets)


def test_a_browser_is_one_person_whatever_links_it_opens(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann:
            cup = PACE | {"tournament": "1", "dice": "sealed"}
            where = link(await ann.found(**cup | {"seat_pompey": "link", "seat_caesar": "open"}))
            for path in (where, "/seat/1/caesar"):
                refused = await ann.post(path, {"who": "Another"})
                assert refused.status == 409
                assert "the referee of this game holds no seat" in refused.text.casefold()
            assert harness.bench.service.status(1).members == {}

    at_table(tmp_path, act, sheets)


def test_a_sheet_that_is_sent_again_throws_nobody_out(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann, harness.guest() as bob:
            assert (await ann.found(who="x" * 81)).status == 409
            assert harness.bench.service.campaigns() == [], "nothing is founded by halves"
            fields = {"request": "once", "seat_pompey": "link"}
            where = link(await ann.found(**fields))
            await bob.get(where)
            await bob.post(where, {"who": "Bob"})
            assert link(await ann.found(**fields)) == where
            assert (await bob.get(POMPEY)).status == 200
            assert len(harness.bench.service.campaigns()) == 1

    at_table(tmp_path, act, sheets)


def test_by_their_link_a_player_comes_back_as_often_as_they_leave(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann, harness.guest() as bob:
            where = link(await ann.found(seat_pompey="link"))
            for _ in range(3):
                once = {"request": (await bob.get(where)).field("request"), "who": "Bob"}
                for _ in range(2):
                    assert (await bob.post(where, once)).status == 200
                    assert (await bob.get(POMPEY)).status == 200
                await bob.post(f"{POMPEY}/do/leave", {"sure": "pompey"})
                assert (await bob.get(POMPEY)).status == 404

    at_table(tmp_path, act, sheets)


def test_an_officer_suggests_and_the_commander_gives_the_orders(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann, harness.guest() as oda:
            await ann.found()
            wanted = {"who": "Oda", "role": "officer", "request": "1"}
            key = link(await ann.post(f"{CAESAR}/team", wanted))
            await oda.get(key)
            page = await oda.get(CAESAR)
            assert "Choose a card to discard" in page.text
            assert (await oda.get(POMPEY)).status == 404
            assert (await oda.get(f"{CAESAR}/standing")).status == 404
            n = harness.bench.service.status(1).campaign.n
            held = card(page)
            assert (await oda.post(f"{CAESAR}/order", {"text": f"discard {held}"})).status == 200
            assert harness.bench.service.status(1).campaign.n == n
            for what in ("resign", "leave"):
                assert (await oda.post(f"{CAESAR}/do/{what}", {"sure": "caesar"})).status == 409
            assert (await oda.post(f"{CAESAR}/team", wanted | {"request": "2"})).status == 409
            page = await ann.get(CAESAR)
            assert "Oda suggests:" in page.text
            assert "suggests" not in (await ann.get(POMPEY)).text
            id = page.field("id")
            suggested = {"id": id, "head": page.field("head")}
            assert (await oda.post(f"{CAESAR}/do/confirm", suggested)).status == 409
            assert (await ann.post(f"{CAESAR}/do/confirm", {"id": id})).status == 409, "nothing was shown"
            assert (await ann.post(f"{CAESAR}/do/confirm", suggested)).status == 200
            assert "Waiting for: Pompey" in (await ann.get(CAESAR)).text
            user = harness.bench.service.people(1)[1].user
            await ann.post(f"{CAESAR}/do/hand-over", {"user": user})
            assert (await oda.get(f"{CAESAR}/standing")).status == 200
            assert (await ann.get(f"{CAESAR}/standing")).status == 404

    at_table(tmp_path, act, sheets)


def test_taken_in_twice_is_one_person_with_a_new_link(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann, harness.guest() as oda:
            await ann.found()
            wanted = {"who": "Oda", "role": "officer", "request": "1"}
            first, again = [link(await ann.post(f"{CAESAR}/team", wanted)) for _ in range(2)]
            assert first == again, "the form was sent twice"
            await oda.get(first)
            other = link(await ann.post(f"{CAESAR}/team", wanted | {"who": " Oda ", "request": "2"}))
            assert other != first
            assert (await oda.get(CAESAR)).status == 404, "the old link is void"
            await oda.get(other)
            assert (await oda.get(f"{CAESAR}/team")).status == 200
            assert [p.who for p in harness.bench.service.people(1) if p.role == "officer"] == ["Oda"]
            told = harness.bench.service.posts(1, ["channel"], most=999)
            assert len(notices(told, "team")) == 1

    at_table(tmp_path, act, sheets)


def test_who_presses_twice_suggests_once(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann, harness.guest() as oda:
            await ann.found()
            wanted = {"who": "Oda", "role": "officer", "request": "1"}
            await oda.get(link(await ann.post(f"{CAESAR}/team", wanted)))
            asked = (await oda.get(CAESAR)).text.split('id="part-decision"')[1]
            value = re.search(r'name="value" value="([^"]+)"', asked)
            assert value
            page = await oda.get(f"{CAESAR}/step", params={"value": value[1]})
            built = page.text.split('class="decide"')[1]
            fields = dict(re.findall(r'name="(question|filled|request)" value="([^"]*)"', built)[:3])
            given = {name: unescape(said) for name, said in fields.items()}
            assert set(given) == {"question", "filled", "request"}
            for _ in range(2):
                assert (await oda.post(f"{CAESAR}/answer", given)).status == 200
            assert len(harness.bench.service.suggestions(1, "caesar")) == 1

    at_table(tmp_path, act, sheets)


def test_a_game_that_never_begins_is_given_up_and_its_seats_are_freed(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        service = harness.bench.service
        async with harness.guest() as ann, harness.guest() as bob:
            where = link(await ann.found(seat_pompey="link", seat_caesar="open"))
            await bob.get(where)
            await bob.post(where, {"who": "Bob"})
            assert (await bob.post(f"{JUDGE}/actions/vacate", {"seat": "pompey"})).status == 404
            assert "Remove a player" in (await ann.get(f"{JUDGE}/actions")).text
            assert (await ann.post(f"{JUDGE}/actions/vacate", {"seat": "pompey"})).status == 200
            assert service.status(1).members == {}
            assert (await ann.post(f"{JUDGE}/actions/end", {"why": "nobody comes"})).status == 200
            assert service.status(1).campaign.state == "dead"
            cup = PACE | {"tournament": "1", "dice": "sealed"}
            assert "holds no seat" in (await ann.found(**cup)).text
            assert (await ann.found(**cup | {"seat_pompey": "link", "seat_caesar": "link"})).status == 200
            assert service.campaigns()[0].neutral

    at_table(tmp_path, act, sheets)


def test_an_observer_sees_and_does_nothing(tmp_path: Path, sheets: str) -> None:
    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann, harness.guest() as ola:
            await ann.found()
            key = link(await ann.post(f"{CAESAR}/team", {"who": "Ola", "role": "observer", "request": "1"}))
            await ola.get(key)
            page = await ola.get(CAESAR)
            assert "Caesar's hand" in unescape(page.text)
            assert 'id="order"' not in page.text
            assert "/answer" not in page.text
            n = harness.bench.service.status(1).campaign.n
            for path, fields in (
                ("/order", {"text": f"discard {card(page)}"}),
                ("/answer", {"question": "7:2.1", "filled": '["mars"]'}),
                ("/do/draw", {}),
                ("/standing", {"lines": "on 7.2 do fire all"}),
            ):
                assert (await ola.post(f"{CAESAR}{path}", fields)).status == 409, path
            assert harness.bench.service.status(1).campaign.n == n
            user = harness.bench.service.people(1)[1].user
            await ann.post(f"{CAESAR}/do/dismiss", {"user": user})
            assert (await ola.get(CAESAR)).status == 404
            assert (await ola.get(key)).status == 404

    at_table(tmp_path, act, sheets)


def test_ones_own_table_stays_on_the_first_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "NEWEST", 1)

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann, harness.guest() as bob:
            await ann.found(title="Eldest", seed="Eldest")
            for title in ("Elder", "Newest"):
                await bob.found(title=title, seed=title)
            page = (await ann.get("/")).text
            assert [title in page for title in ("Eldest", "Elder", "Newest")] == [True, False, True]
            assert 'action="/forget"' in page
            assert 'action="/forget"' not in (await ann.post("/forget", {})).text
            assert (await ann.get(CAESAR)).status == 404

    at_table(tmp_path, act)


def test_four_seats_are_taken_and_one_resigns(tmp_path: Path, sheets: str) -> None:
    """Ottomans for four: two seats by link, one for the computer; what resigning does is said before."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann, harness.guest() as bob, harness.guest() as cyd:
            seats = {"seat_caliphate": "link", "seat_holy_league": "link", "seat_orthodox": "computer"}
            shown = await ann.found("ottomans", scenario="s1_tcho", **seats)
            links = re.findall(r'value="http://[^/"]+(/enter/\w+)"', shown.text)
            assert len(links) == 2
            for guest, path, who in zip((bob, cyd), links, ("Bob", "Cyd"), strict=True):
                await guest.get(path)
                await guest.post(path, {"who": who})
            page = await bob.get("/game/1/caliphate")
            assert all(f'data-family="{seat}"' in page.text for seat in ("turks", "holy_league"))
            settings = await bob.get("/game/1/caliphate/settings")
            assert "If you resign, the others play on" in unescape(settings.text)
            await bob.post("/game/1/caliphate/do/resign", {"sure": "Caliphate"})
            service = harness.bench.service
            assert service.status(1).campaign.state == "playing" and service.resigned(1) == ["caliphate"]
            assert (await bob.get("/game/1/caliphate")).status == 404
            assert '<span class="who">resigned</span>' in (await ann.get("/game/1/turks")).text
            pace = {"pace": "none", "window": "24", "vacant": "default"} | {
                name: PACE[name] for name in ("hours", "bank", "increment", "cap", "expiry")
            }
            await ann.post("/game/1/referee/actions/pace", pace | {"zone": "UTC", "quiet": ""})
            assert service.status(1).pace.vacant == "default"
            assert "umpire passes for a vacant seat" in (await ann.get("/game/1/turks")).text
            assert "caliphate" not in [asked.seat for asked in service.asked(1)]

    at_table(tmp_path, act, sheets)


def test_a_slip_in_an_edit_is_refused_with_its_line(tmp_path: Path, sheets: str) -> None:
    """A number that no file holds, a wrong type deep in the world; the game goes on."""

    async def act(harness: TableHarness) -> None:
        async with harness.guest() as ann:
            await ann.found()
            before = harness.bench.service.campaign(1)
            for line, expected in SLIPS.items():
                for fields in ({}, {"why": "a slip"}):
                    way = "edit" if fields else "try"
                    text = f"turn = 2\n{line}"
                    answer = await ann.post(f"/game/1/referee/actions/{way}", {"text": text, **fields})
                    said = unescape(answer.text)
                    assert answer.status == 409 and line in said and expected in said
            assert harness.bench.service.campaign(1) == before

    at_table(tmp_path, act, sheets)

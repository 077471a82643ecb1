"""Tournaments by mail: entry, bids, results, standings, mails of each round, and the games themselves."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from adjudicator.core.log.chance import sampler
from frontends.mail.commands.tournament import answered, commands
from frontends.mail.incoming import read
from frontends.mail.reading import TOURNAMENTS
from service.usecases.tournaments import entering, erasing, results, staff
from service.usecases.tournaments.founding import TournamentPlan
from service.values.front_ends.mail import MailSeat
from service.values.time_control import TimeControl
from tests.harness.club import SCORED, TWO
from tests.harness.service import ServiceHarness, by, service_harness
from tournaments.rules import Rules
from tournaments.state import Result

from .harness import MailHarness, text, without_pictures

__all__ = ["without_pictures"]

ANNA, BELA, CARL, DORA = (f"{name}@example.org" for name in ("anna", "bela", "carl", "dora"))


@pytest.fixture
def b(tmp_path: Path) -> Iterator[ServiceHarness]:
    with service_harness(tmp_path / "tabellarius.sqlite", SCORED) as found:
        yield found


def tournament(b: ServiceHarness, rules: Rules, game: str = "nim", scenario: str = "short") -> int:
    plan = TournamentPlan("Spring", game, scenario, rules, pace=TimeControl("fixed", 72))
    return b.service.tournaments.found(by("director", "new"), plan).campaign


def ask(mails: MailHarness, address: str, said: str) -> list[EmailMessage]:
    """Return the umpire's answer to a mail to its own address."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = address, "umpire@example.org", "Hello"
    mail["Message-ID"] = f"<{address}.{len(mails.sent)}.{len(said)}@example.net>"
    mail.set_content(said)
    mails.put(mail.as_bytes())
    return mails.round()


def said(b: ServiceHarness, mails: MailHarness, address: str, what: str, *, sender: str = "") -> str:
    """The text of the answer to a mail to somebody's place, "" for none."""
    place = b.service.context.mail_places.of(1, address)
    assert place is not None
    mails.write(place, what, sender=sender)
    return "\n".join(text(mail) for mail in mails.round())


def entered(b: ServiceHarness, mails: MailHarness, *addresses: str) -> None:
    for address in addresses:
        (answer,) = ask(mails, address, "TOURNAMENT 1")
        place = b.service.context.mail_places.of(1, address)
        assert place is not None and answer["Reply-To"] == f"umpire+{place.token}@example.org"
        name = address.partition("@")[0].title()
        assert "You have entered." in said(b, mails, address, f"ENTER {name}")


def test_a_tournament_is_entered_and_played_by_mail(b: ServiceHarness, mails: MailHarness) -> None:
    sides = ["caesar", "pompey"]
    rules = Rules(format="swiss", seats=sides, rounds=1, sides="bid", bid_for="caesar", most_bid=5)
    id = tournament(b, rules, "julius_caesar", "war")
    entered(b, mails, ANNA, BELA)
    assert "Entered: Anna and Bela" in said(b, mails, ANNA, "STANDINGS")
    assert "already entered" in said(b, mails, ANNA, "ENTER Anna")
    b.service.tournaments.do(by("director"), id, entering.close)
    b.service.tournaments.next_round(by("director"), id)
    got = {mail["To"]: text(mail) for mail in mails.deliver()}
    assert {*got} == {ANNA, BELA}
    assert all("Reply with: BID 1.1 0–5" in mail for mail in got.values())
    assert all("Points that you give for playing Caesar" in mail for mail in got.values())
    assert "Anna: 0 points" in got[BELA]
    assert mails.deliver() == [], "each is told once"
    assert "0 to 5" in said(b, mails, ANNA, "BID 1.1 6")
    assert "sealed" in said(b, mails, ANNA, "Hello!\nBID 1.1 4")
    equal = said(b, mails, BELA, "入札 1.1 4")
    assert "Both bids are open." in equal and "Both bid the same: bid again." in equal
    got = {mail["To"]: text(mail) for mail in mails.deliver()}
    assert {*got} == {ANNA, BELA} and all("Both bid the same: bid again." in mail for mail in got.values())
    assert "sealed" in said(b, mails, ANNA, "BID 1.1 4")
    assert "Your side: Pompey" in said(b, mails, BELA, "入札 1.1 2")
    while b.service.tournaments.tick():
        pass
    (campaign,) = b.context.tournaments.campaigns(id).values()
    asked = {mail["To"] for mail in mails.deliver() if "[JC-1]" in mail["Subject"]}
    assert asked == {ANNA, BELA}, "their game comes by mail"
    assert {seat.address for seat in b.service.mail.seats(campaign)} == {ANNA, BELA}
    b.service.tournaments.do(by("director"), id, staff.announce, "Good games!")
    assert all("Good games!" in text(mail) for mail in mails.deliver())


def test_results_proposals_and_challenges_by_mail(b: ServiceHarness, mails: MailHarness) -> None:
    id = tournament(b, Rules(format="ladder", seats=TWO, elsewhere=1))
    entered(b, mails, ANNA, BELA)
    b.service.tournaments.do(by("director"), id, entering.close)
    order = b.service.tournaments.look(id).t.order
    top, foot = (ANNA, BELA) if order[0] == "p1" else (BELA, ANNA)
    assert "Noted." in said(b, mails, foot, f"CHALLENGE {top.partition('@')[0]}")
    assert "RESULT 1.1 WON / LOST / DRAW" in text(mails.deliver()[0])
    assert "expected: WON" in said(b, mails, foot, "RESULT 1.1 perhaps")
    assert "opponent reports the same" in said(b, mails, foot, "RESULT 1.1 WON 3")
    assert "You both report the same" in said(b, mails, top, "RESULT 1.1 LOST 3")
    t = b.service.tournaments.look(id).t
    assert t.matches["1.1"].result is not None and t.order == order[::-1]
    assert "withdrawn" in said(b, mails, foot, "LEAVE")
    assert not b.service.tournaments.look(id).t.order[1:]


def test_a_game_that_does_not_end_is_proposed_on_by_mail(b: ServiceHarness, mails: MailHarness) -> None:
    id = tournament(b, Rules(format="swiss", seats=TWO, rounds=1, days=10))
    entered(b, mails, ANNA, BELA)
    b.service.tournaments.do(by("director"), id, entering.close)
    b.service.tournaments.next_round(by("director"), id)
    assert "has not ended" in said(b, mails, ANNA, "PROPOSE 1.1 WON")
    b.clock.now += 11 * 86_400
    proposal = "PROPOSE 1.1 DRAW\nWe are level,\nas the map shows.\nEND\nSTANDINGS"
    answer = said(b, mails, ANNA, proposal)
    assert "sealed" in answer and "2. STANDINGS" in answer
    assert "both propose the same" in said(b, mails, BELA, "提案 1.1 引き分け")
    result = b.service.tournaments.look(id).t.matches["1.1"].result
    assert result is not None and (result.how, result.drawn) == ("agreed", 1)
    (opened,) = [body for body in b.service.tournaments.look(id).bodies if body["t"] == "statements"]
    assert "as the map shows." in opened["texts"]["p1"]["text"]


def dates(mail: EmailMessage) -> str:
    """The calendar file of a mail, "" for none."""
    files = [part for part in mail.iter_attachments() if part.get_content_type() == "text/calendar"]
    assert all(part.get_filename() == "deadlines.ics" for part in files)
    return "".join(part.get_content() for part in files)


def test_the_mail_of_a_round_brings_its_dates_and_they_are_given_when_asked_for(
    b: ServiceHarness, mails: MailHarness
) -> None:
    rules = Rules(format="swiss", seats=["caesar", "pompey"], rounds=1, days=10)
    id = tournament(b, rules, "julius_caesar", "war")
    entered(b, mails, ANNA, BELA)
    assert "There are no dates" in said(b, mails, ANNA, "CALENDAR")
    b.service.tournaments.do(by("director"), id, entering.close)
    b.service.tournaments.next_round(by("director"), id)
    while b.service.tournaments.tick():
        pass
    news = [mail for mail in mails.deliver() if mail["Subject"].startswith("Spring")]
    assert {mail["To"] for mail in news} == {ANNA, BELA}
    assert all("Spring: round 1 ends" in dates(mail) for mail in news)
    asked = {one.seat for one in b.service.asked(b.context.tournaments.campaigns(id)["1.1"])}
    seats = b.service.tournaments.look(id).t.matches["1.1"].seats
    for address, player in ((ANNA, "p1"), (BELA, "p2")):
        own = player in [seats[seat] for seat in asked]
        place = b.service.context.mail_places.of(id, address)
        assert place is not None
        mails.write(place, "予定表")
        (answer,) = mails.round()
        assert "Your dates are in the file." in text(answer)
        assert dates(answer).count("BEGIN:VEVENT") == 1 + own
        assert dates(answer).replace("\r\n ", "").count("your decision in game 1.1 is due") == own


def test_a_result_that_players_report_is_news_by_mail_only_after_the_end(
    b: ServiceHarness, mails: MailHarness
) -> None:
    id = tournament(b, Rules(format="swiss", seats=TWO, rounds=1, elsewhere=1))
    entered(b, mails, ANNA, BELA)
    acts = b.service.tournaments
    acts.do(by("director"), id, entering.close)
    acts.next_round(by("director"), id)
    mails.deliver()
    said(b, mails, ANNA, "RESULT 1.1 WON")
    said(b, mails, BELA, "RESULT 1.1 LOST")
    assert mails.deliver() == []
    acts.next_round(by("director"), id)
    over = mails.deliver()
    assert {mail["To"] for mail in over} == {ANNA, BELA} and all("Over" in mail["Subject"] for mail in over)
    acts.do(by("director"), id, results.correct, "1.1", Result("correction", ["p2"]), "misread")
    changed = mails.deliver()
    assert {mail["To"] for mail in changed} == {ANNA, BELA}
    for mail in changed:
        assert "The result of 1.1 was changed after the end, and the standings with it." in text(mail)
        assert "1. Bela: 2 points from 1 game" in text(mail)
    assert mails.deliver() == [], "each is told once"


def test_a_result_that_is_ruled_is_told_to_the_players_of_the_game(
    b: ServiceHarness, mails: MailHarness
) -> None:
    id = tournament(b, Rules(format="swiss", seats=TWO, rounds=2, elsewhere=1))
    entered(b, mails, ANNA, BELA, CARL, DORA)
    said(b, mails, BELA, "LANGUAGE ja")
    acts = b.service.tournaments
    acts.do(by("director"), id, entering.close)
    acts.next_round(by("director"), id)
    mails.deliver()
    t = b.service.tournaments.look(id).t
    anna = next(match for match in t.open_games if "p1" in match.players)
    other = next(match for match in t.open_games if "p1" not in match.players)
    address = dict(zip(("p1", "p2", "p3", "p4"), (ANNA, BELA, CARL, DORA), strict=True))
    acts.do(by("director"), id, results.rule, anna.id, Result("panel", ["p1"]), "as the photograph shows")
    told = {mail["To"]: text(mail) for mail in mails.deliver()}
    assert {*told} == {address[player] for player in anna.players}
    assert f"Game {anna.id}, Anna won by ruling: as the photograph shows" in told[ANNA]
    acts.do(by("director"), id, results.rule, other.id, Result("panel", [], 1), "level")
    told = {mail["To"]: text(mail) for mail in mails.deliver()}
    assert {*told} == {address[player] for player in other.players}
    assert mails.deliver() == [], "each is told once"


def test_a_ruling_of_a_panel_is_told_with_the_reasons_of_each_judge(
    b: ServiceHarness, mails: MailHarness
) -> None:
    """The mails of the time between the two rulings say nothing of the first."""
    id = tournament(b, Rules(format="swiss", seats=TWO, rounds=1, days=9))
    entered(b, mails, ANNA, BELA)
    acts = b.service.tournaments
    for judge in ("one", "two", "three"):
        acts.do(by("director"), id, staff.appoint, judge, judge.title())
    acts.do(by("director"), id, entering.close)
    acts.next_round(by("director"), id)
    b.clock.now += 10 * 86_400
    acts.do(by("director"), id, results.appoint, "1.1", ["one", "two", "three"])
    mails.deliver()
    acts.do(by("one"), id, results.rule, "1.1", Result("panel", ["p1"]), "more coins")
    assert mails.deliver() == []
    acts.do(by("two"), id, results.rule, "1.1", Result("panel", ["p1"]), "a better place")
    told = {mail["To"]: text(mail) for mail in mails.deliver()}
    assert {*told} == {ANNA, BELA}
    assert all("more coins" in mail and "a better place" in mail for mail in told.values())


def test_the_mail_of_a_round_lists_the_results_of_the_one_before(
    b: ServiceHarness, mails: MailHarness
) -> None:
    id = tournament(b, Rules(format="swiss", seats=TWO, rounds=2, elsewhere=1))
    entered(b, mails, ANNA, BELA, CARL, DORA)
    said(b, mails, BELA, "LANGUAGE ja")
    acts = b.service.tournaments
    acts.do(by("director"), id, entering.close)
    acts.next_round(by("director"), id)
    assert all("Results of round" not in text(mail) for mail in mails.deliver())
    for match in acts.look(id).t.open_games:
        acts.do(
            by("director"), id, results.rule, match.id, Result("panel", [min(match.players)]), "as reported"
        )
    mails.deliver()
    acts.next_round(by("director"), id)
    told = {mail["To"]: text(mail) for mail in mails.deliver()}
    assert {*told} == {ANNA, BELA, CARL, DORA}
    for address in (ANNA, CARL, DORA):
        listed = told[address].partition("Results of round 1")[2].partition("Games of this round")[0]
        assert "1.1" in listed and "1.2" in listed and listed.count("won by ruling") == 2
    assert "第1ラウンドの結果" in told[BELA]
    acts.do(by("director"), id, staff.announce, "Play on!")
    assert all("Results of round" not in text(mail) for mail in mails.deliver())


def test_nobody_else_writes_to_a_place(b: ServiceHarness, mails: MailHarness) -> None:
    tournament(b, Rules(format="swiss", seats=TWO, rounds=1))
    assert "no game here" in text(ask(mails, ANNA, "TOURNAMENT 7")[0])
    entered(b, mails, ANNA)
    before = b.service.tournaments.export(1)
    assert said(b, mails, ANNA, "LEAVE", sender="eve@example.org") == ""
    assert b.service.tournaments.export(1) == before
    b.service.tournaments.do(by(f"mail/{ANNA}"), 1, entering.withdraw, "p1", "")
    b.service.tournaments.do(by(f"mail/{ANNA}"), 1, erasing.erase, "p1")
    assert b.service.context.mail_places.of(1, ANNA) is None


def test_the_second_address_of_a_person_serves_their_place_too(b: ServiceHarness, mails: MailHarness) -> None:
    id, spare = tournament(b, Rules(format="swiss", seats=TWO, rounds=1)), "anna@home.example"
    entered(b, mails, ANNA, BELA)
    b.service.mailbox.save_spare(ANNA, spare)
    place = b.service.context.mail_places.of(id, ANNA)
    assert place is not None
    mails.write(place, "STANDINGS", sender=spare)
    (answer,) = mails.round()
    assert answer["To"] == spare and "Anna" in text(answer)
    with b.context.store.transaction():
        b.service.mailbox.fail(ANNA, b.clock.now)
    b.service.tournaments.do(by("director"), id, staff.announce, "Good games!")
    assert {mail["To"] for mail in mails.deliver()} == {spare, BELA}


def test_an_open_invitation_is_erased_with_its_person(b: ServiceHarness, mails: MailHarness) -> None:
    id = tournament(b, Rules(format="swiss", seats=TWO, rounds=1))
    entered(b, mails, ANNA, BELA, CARL)
    b.service.tournaments.do(by(f"mail/{CARL}"), id, entering.withdraw, "p3", "")
    b.service.tournaments.do(by("director"), id, entering.close)
    b.service.tournaments.next_round(by("director"), id)
    while b.service.tournaments.tick():
        pass
    (campaign,) = b.context.tournaments.campaigns(id).values()
    for token, who in (("a" * 16, CARL), ("b" * 16, "dora@example.org")):
        b.service.mail.save_seat(MailSeat(token, campaign, TWO[0], who, replaces=True))
    b.service.tournaments.do(by(f"mail/{CARL}"), id, erasing.erase, "p3")
    assert [offer.address for offer in b.service.mail.offers()] == ["dora@example.org"]


def test_an_opponent_is_avoided_and_a_name_hidden_and_erased_by_mail(
    b: ServiceHarness, mails: MailHarness
) -> None:
    id = tournament(b, Rules(format="swiss", seats=TWO, rounds=1))
    entered(b, mails, ANNA, BELA, CARL)
    assert "Nobody is told" in said(b, mails, ANNA, "BLOCK bela")
    assert b.service.tournaments.look(id).apart == [frozenset(("p1", "p2"))]
    assert "can be paired with them again" in said(b, mails, ANNA, "受信再開 Bela")
    assert b.service.tournaments.look(id).apart == []
    assert "another player" in said(b, mails, ANNA, "BLOCK Zita")
    assert "nobody may sit out" in said(b, mails, ANNA, "SITOUT 2")
    assert "Block the road, they said." not in said(b, mails, ANNA, "Block the road, they said.")
    said(b, mails, BELA, "HIDE")
    assert b.service.tournaments.look(id).people["p2"].who == "p2"
    assert "leave first" in said(b, mails, BELA, "ERASE")
    asked = said(b, mails, BELA, "LEAVE\nERASE")
    assert "Reply with: ERASE p2" in asked
    assert b.service.context.mail_places.of(id, BELA) is not None
    assert "Your name is erased." in said(b, mails, BELA, "ERASE p2")
    assert b.service.context.mail_places.of(id, BELA) is None


def test_a_mail_that_comes_twice_acts_once(b: ServiceHarness, mails: MailHarness) -> None:
    tournament(b, Rules(format="swiss", seats=TWO, rounds=1))
    entered(b, mails, ANNA)
    place = b.service.context.mail_places.of(1, ANNA)
    assert place is not None
    n = b.service.tournaments.look(1).row.n
    mail = (
        f"From: {ANNA}\r\nTo: umpire+{place.token}@example.org\r\nSubject: Re\r\n"
        "Message-ID: <same@example.net>\r\n\r\nLEAVE\r\n"
    )
    for _ in range(2):
        mails.put(mail.encode())
        mails.round()
    assert b.service.tournaments.look(1).row.n == n + 1


def test_mails_are_in_the_language_of_the_place(b: ServiceHarness, mails: MailHarness) -> None:
    tournament(b, Rules(format="swiss", seats=TWO, rounds=1))
    entered(b, mails, ANNA)
    assert "日本語" in said(b, mails, ANNA, "LANGUAGE ja")
    assert "LEAVE（辞退）" in said(b, mails, ANNA, "ヘルプ")
    b.service.tournaments.do(by("director"), 1, staff.announce, "開始します。")
    (mail,) = mails.deliver()
    assert "大会責任者から" in text(mail)


def test_sentences_are_nocommands() -> None:
    lines = ["Dear umpire,", "leave me some time.", "Result is fine", "propose we wait", "BID 1.1 3"]
    assert [*commands(lines)] == [("bid", "1.1 3")]


WORDS = (
    "1.1",
    "9.9",
    "WON",
    "lost",
    "DRAW",
    "-1",
    "99999999999",
    "Bela",
    "north",
    "=1",
    "\u202e",
    "x" * 3000,
    "END",
)


@pytest.mark.parametrize("times", [300, pytest.param(10_000, marks=pytest.mark.byhand)])
def test_bad_lines_change_nothing(b: ServiceHarness, mails: MailHarness, times: int) -> None:
    id = tournament(b, Rules(format="swiss", seats=TWO, rounds=2, days=3))
    entered(b, mails, ANNA, BELA)
    b.service.tournaments.do(by("director"), id, entering.close)
    b.service.tournaments.next_round(by("director"), id)
    while b.service.tournaments.tick():
        pass
    place = b.service.context.mail_places.of(id, ANNA)
    assert place is not None
    before, rng = b.service.tournaments.export(id), sampler(5)
    verbs = [verb for verb in TOURNAMENTS if verb not in ("leave", "standings", "hide")]
    for n in range(times):
        words = [WORDS[rng.below(len(WORDS))] for _ in range(rng.below(4))]
        line = " ".join([verbs[rng.below(len(verbs))].upper(), *words])
        head = f"From: {ANNA}\nMessage-ID: <{n}@example.net>\nContent-Type: text/plain; charset=utf-8"
        raw = f"{head}\n\n{line}\n"
        reply = answered(b.service, place, read(raw.encode()))
        assert reply.lines and all(len(line) < 5000 for line in reply.lines)
    assert b.service.tournaments.export(id) == before


def others_mails(folder: Path, points: int, outcome: str, reasons: str) -> tuple[list[bytes], list[bytes]]:
    """All that Bela and Carl get while Anna bids and proposes a result, and then when Bela has, too."""
    folder.mkdir()
    with service_harness(folder / "tabellarius.sqlite", SCORED) as b:
        mails = MailHarness(b.service, folder)
        rules = Rules(format="swiss", seats=TWO, rounds=1, days=9, sides="bid", bid_for="north", most_bid=9)
        id = tournament(b, rules)
        entered(b, mails, ANNA, BELA, CARL)
        b.service.tournaments.do(by(f"mail/{CARL}"), id, entering.set_apart, "p1")
        b.service.tournaments.do(by(f"mail/{CARL}"), id, entering.set_apart, "p2")
        said(b, mails, CARL, "LANGUAGE ja")
        b.service.tournaments.do(by("director"), id, entering.close)
        b.service.tournaments.next_round(by("director"), id)
        mails.deliver()
        readers, before = (BELA, CARL), len(mails.sent)
        receipt = said(b, mails, ANNA, f"BID 1.1 {points}")
        seal = b.service.tournaments.look(id).t.matches["1.1"].bids["p1"]
        assert f"Receipt, as in the log: {seal}" in receipt

        def look() -> None:
            b.service.tournaments.do(by("director"), id, staff.announce, "Please play on.")
            mails.deliver()
            for reader in readers:
                said(b, mails, reader, "STANDINGS\nBID 1.1 99\nAPPEAL 1.1 unfair")

        def got(since: int) -> list[bytes]:
            return [mail.as_bytes() for mail in mails.sent[since:] if mail["To"] in readers]

        look()
        b.clock.now += 10 * 24 * 3600
        said(b, mails, ANNA, f"PROPOSE 1.1 {outcome}\n{reasons}\nEND")
        look()
        sealed, before = got(before), len(mails.sent)
        said(b, mails, BELA, "BID 1.1 3")
        while b.service.tournaments.tick():
            pass
        look()
        return sealed, got(before)


def test_what_is_sealed_changes_no_byte_of_the_mails_of_others(tmp_path: Path) -> None:
    """Two worlds: another bid, another result proposed, with reasons of another length."""
    low, opened = others_mails(tmp_path / "low", 0, "LOST", "No.")
    high, opened_too = others_mails(tmp_path / "high", 9, "WON", "I hold every coin, and move next.")
    assert len(low) == 8
    assert low == high
    assert opened != opened_too, "once both are in, the other world shows as another"


def test_help_lists_what_the_form_of_the_tournament_allows(b: ServiceHarness, mails: MailHarness) -> None:
    """What it would refuse for ever is not offered; nor `ENTER` to those who have entered."""
    tournament(b, Rules(format="swiss", seats=TWO, rounds=1, sides="bid", bid_for=TWO[0], most_bid=5))
    plan = TournamentPlan("Ladder", "nim", "short", Rules(format="ladder", seats=TWO, elsewhere=1))
    second = b.service.tournaments.found(by("director", "second"), plan).campaign
    (first,) = ask(mails, ANNA, "TOURNAMENT 1")
    assert "ENTER name" in text(first) and "BID" not in text(first)
    entered(b, mails, ANNA)
    swiss = said(b, mails, ANNA, "HELP")
    assert all(one in swiss for one in ("BID game", "PROPOSE", "LEAVE", "HIDE", "STANDINGS"))
    assert not any(one in swiss for one in ("ENTER", "CHOOSE", "RESULT", "CHALLENGE", "SITOUT"))
    ask(mails, BELA, f"TOURNAMENT {second}")
    place = b.service.context.mail_places.of(second, BELA)
    assert place is not None
    mails.write(place, "ENTER Bela")
    mails.round()
    mails.write(place, "HELP")
    ladder = text(mails.round()[0])
    assert all(one in ladder for one in ("CHALLENGE player", "RESULT game"))
    assert not any(one in ladder for one in ("BID", "PROPOSE", "SITOUT"))

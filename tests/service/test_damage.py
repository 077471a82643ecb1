"""Flipped bits in rows beside the chain: noticed before anything is built on them; games are still shown."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlite_utils import Migrations

from adjudicator import GAMES
from adjudicator.core import Refusal
from adjudicator.core.audit.verify import verify
from adjudicator.core.log import chance, founding
from service.posts.status import status
from service.storage.database import integrity
from service.storage.database.backups import restored
from service.storage.database.errors import Corrupt, Foreign
from service.storage.database.integrity import is_whole
from service.storage.database.store import Store
from service.storage.migrations import functions
from service.storage.migrations.checksums import COVERED
from service.storage.migrations.scripts import SCRIPTS
from service.unit_of_work.command import Held
from service.usecases.agreeing import ending
from service.usecases.play import playing, queries
from service.values.records import Campaign
from service.values.settings import CannotStart
from tests.harness.damage import decayed, flipped
from tests.harness.service import ServiceHarness, by, service_harness

FILES = 500
OWNER = 77
SOME: dict[str, str | bytes | int] = {"INTEGER": OWNER, "TEXT": "some", "BLOB": b"some"}


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE rest SET world = flipped(world) WHERE campaign = 1 AND n = (SELECT max(n) FROM rest)",
        "UPDATE rest SET schema = 0 WHERE campaign = 1",
        "UPDATE opening SET parts = flipped(parts) WHERE campaign = 1 AND n = (SELECT max(n) FROM opening)",
        "UPDATE entry SET t = 'rules' WHERE campaign = 1 AND t = 'answer'",
        "UPDATE book SET content = flipped(content) WHERE campaign = 1 AND id = 0",
    ],
)
def test_a_flipped_bit_holds_its_game_alone_which_is_still_shown(tmp_path: Path, sql: str) -> None:
    path = tmp_path / "a.sqlite"
    with service_harness(path, seed="damage") as b:
        one, other = (b.found("nim", "short") for _ in range(2))
        b.service.do(by("north"), one, playing.submit, "north", 7)
        n = b.service.campaign(one).n
    decayed(path, sql)
    with service_harness(path, seed="damage") as b:
        assert len(b.service.log(one)) == n and b.service.look(one, queries.export, None)
        with suppress(Refusal):  # nothing may be left to show where all positions are damaged
            b.service.view(one, None)
        with pytest.raises(Refusal):
            b.service.do(by("south"), one, playing.submit, "south", 7)
        held = b.service.campaign(one)
        assert held.held.startswith("error ") and held.n == n
        with pytest.raises(Held):
            b.service.release(by("judge"), one)
        assert [post for post in b.service.posts(one, ["referee"])]
        b.service.do(by("north"), other, playing.submit, "north", 7)


def test_a_damaged_post_is_left_out_and_its_game_held(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with service_harness(path, seed="damage") as b:
        one, other = (b.found("nim", "short") for _ in range(2))
        for campaign in (one, other):
            b.service.do(by("north"), campaign, playing.submit, "north", 7)
        posts = {campaign: len(b.service.posts(campaign, ["channel"])) for campaign in (one, other)}
    decayed(path, "UPDATE outbox SET audience = 'channel' WHERE id = "
            "(SELECT max(id) FROM outbox WHERE audience = 'seat/north' AND campaign = 1)")  # fmt: skip
    with service_harness(path, seed="damage") as b:
        found = b.service.posts(one, ["channel"])
        assert len(found) == posts[one], "nobody reads what was another's"
        assert b.service.campaign(one).held.startswith("error ")
        assert len(b.service.posts(other, ["channel"])) == posts[other]
        assert not b.service.campaign(other).held


@pytest.mark.parametrize("column", ["content", "audience", "n", "epoch", "kind"])
def test_no_post_disappears_silently(tmp_path: Path, column: str) -> None:
    """A changed column holds the game, also one by which posts are found: the post or the rows are named."""
    path = tmp_path / "a.sqlite"
    with service_harness(path, seed="damage") as b:
        campaign = b.found("nim", "short")
        b.service.do(by("north"), campaign, playing.submit, "north", 7)
    new = "'notice2'" if column == "kind" else "'nobody'" if column == "audience" else f"{column} + 4096"
    decayed(path, f"UPDATE outbox SET {column} = {new} WHERE id = (SELECT max(id) FROM outbox)")
    with service_harness(path, seed="damage") as b:
        b.service.posts(campaign, ["channel"])
        with suppress(Refusal):
            b.service.do(by("south"), campaign, playing.submit, "south", 7)
        assert b.service.campaign(campaign).held.startswith("error ")


def test_a_damaged_receipt_is_not_believed(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with service_harness(path, seed="damage") as b:
        campaign = b.found("nim", "short")
        b.service.do(by("north", "once"), campaign, playing.submit, "north", 7)
        n = b.service.campaign(campaign).n
    decayed(path, "UPDATE inbox SET receipt = flipped(receipt) WHERE message LIKE '%once'")
    with service_harness(path, seed="damage") as b:
        with pytest.raises(Held):
            b.service.do(by("north", "once"), campaign, playing.submit, "north", 7)
        assert b.service.campaign(campaign).held and b.service.campaign(campaign).n == n


def test_a_stale_game_still_shows_map_log_and_export(tmp_path: Path) -> None:
    """Its log does not follow from the rules: the position of its last rest is shown."""
    path = tmp_path / "a.sqlite"
    with service_harness(path, seed="damage") as b:
        campaign = b.found("nim", "short")
        b.service.do(by("north"), campaign, playing.submit, "north", 7)
    decayed(path, "UPDATE entry SET told = x'00' WHERE n = (SELECT max(n) FROM entry)")
    with service_harness(path, seed="damage") as b:
        assert (
            b.service.view(campaign, None) and b.service.look(campaign, queries.scene, "north", "en") is None
        )
        assert b.service.campaign(campaign).held.startswith("error ")
        assert b.service.log(campaign) and verify(b.service.look(campaign, queries.export, None)).errors == []
        assert b.service.look(campaign, queries.score)
        with pytest.raises(Held):
            b.service.look(campaign, queries.pending, "south")


NOT_TEXT, NOT_JSON = "CAST(x'41fffe42' AS TEXT)", "'zz'"
"""What is no UTF-8, and what is no JSON and nobody's name."""
CAMPAIGN = [name for name, kind in Campaign.__annotations__.items() if kind != "int" and name != "state"]
"""The texts of a campaign's row; its state has a check of SQLite's own."""


@pytest.fixture(scope="module")
def three_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with three games that have begun."""
    path = tmp_path_factory.mktemp("three") / "a.sqlite"
    with pytest.MonkeyPatch.context() as m:
        for module in (chance, founding, ending):
            m.setattr(module, "EPOCHS", 1024)
        with service_harness(path, seed="damage") as b:
            for campaign in [b.found("nim", "short") for _ in range(3)]:
                b.service.do(by("north"), campaign, playing.submit, "north", 7)
    return path


@pytest.mark.parametrize("value", [NOT_TEXT, NOT_JSON])
@pytest.mark.parametrize(
    "column", [*CAMPAIGN, "secret.salts", "member.user", "member.who", "asked.rule", "pace.terms"]
)
def test_a_row_that_cannot_be_decoded_holds_its_game_alone(
    tmp_path: Path, three_games: Path, column: str, value: str
) -> None:
    """All are listed; the game is still shown, with what its card says, and its referee is told."""
    path, (first, one, last) = tmp_path / three_games.name, (1, 2, 3)
    shutil.copytree(three_games.parent, tmp_path, dirs_exist_ok=True)
    with service_harness(path, seed="damage") as b:
        shown = b.service.log(one), b.service.look(one, queries.export, None), b.service.view(one, None)
    table, _, name = column.rpartition(".")
    owner = "campaign" if table else "id"
    decayed(path, f"UPDATE {table or 'campaign'} SET {name} = {value} WHERE {owner} = {one}")
    with service_harness(path, seed="damage") as b:
        b.service.hold_damaged()
        b.service.compare_with_shown()
        assert [found.id for found in b.service.campaigns()] == [first, one, last]
        titles = [status(b.service, found.id, "en").title for found in b.service.campaigns()]
        assert titles == ["Test"] * 3
        assert {b.service.game(found.id).name for found in b.service.campaigns()} == {"nim"}
        b.service.tick()
        for campaign in (first, last):
            b.service.do(by("south"), campaign, playing.submit, "south", 7)
        with pytest.raises(Held):
            b.service.do(by("south"), one, playing.submit, "south", 7)
        assert b.service.posts(one, ["referee"])
        assert b.service.status(one).campaign.held.startswith("error ")
        assert shown == (
            b.service.log(one),
            b.service.look(one, queries.export, None),
            b.service.view(one, None),
        )
        b.service.sweep()
        with pytest.raises(Held):
            b.service.release(by(b.service.campaign(one).referee), one)


def test_a_flipped_key_of_a_receipt_is_noticed_before_its_order_is_carried_out_again(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with service_harness(path, seed="damage") as b:
        one, other = (b.found("nim", "short") for _ in range(2))
        for campaign in (one, other):
            b.service.do(by("north", "once"), campaign, playing.submit, "north", 7)
        n = b.service.campaign(one).n
    decayed(
        path, f"UPDATE inbox SET message = flipped(message) WHERE campaign = {one} AND message LIKE '%once'"
    )
    with service_harness(path, seed="damage") as b:
        with pytest.raises(Held):
            b.service.do(by("north", "once"), one, playing.submit, "north", 7)
        assert b.service.campaign(one).held and b.service.campaign(one).n == n
        b.service.do(by("south"), other, playing.submit, "south", 7)


def test_a_post_that_has_gone_to_another_game_holds_both(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with service_harness(path, seed="damage") as b:
        one, two, other = (b.found("nim", "short") for _ in range(3))
    last = f"(SELECT max(id) FROM outbox WHERE campaign = {one})"
    decayed(path, f"UPDATE outbox SET campaign = {two} WHERE id = {last}")
    with service_harness(path, seed="damage") as b:
        for campaign in (one, two):
            with pytest.raises(Held):
                b.service.do(by("north"), campaign, playing.submit, "north", 7)
            assert b.service.posts(campaign, ["referee"]), "its referee is told"
        b.service.do(by("north"), other, playing.submit, "north", 7)


def test_every_game_is_examined_again_once_a_day(tmp_path: Path) -> None:
    with service_harness(tmp_path / "a.sqlite", seed="damage") as b:
        one = b.found("nim", "short")
        b.service.do(by("north"), one, playing.submit, "north", 7)
        with closing(sqlite3.connect(b.path)) as conn:
            conn.execute("DROP TRIGGER member_of_campaign_updated")
            conn.execute("UPDATE member SET user = 'eve' WHERE seat = 'south'")
            conn.commit()
        b.service.sweep()
        with pytest.raises(Held):
            b.service.do(by("eve"), one, playing.submit, "south", 7)


def test_a_page_that_cannot_be_read_holds_the_game_that_needs_it(
    b: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`quick_check` does not find all: one in 500 files with flipped bits was refused only when read."""
    one, two = (b.found("nim", "short") for _ in range(2))
    plain = Store.row

    def row(self: Store, sql: str, *values: object) -> Any:
        if "in_checksum" in sql and values == ("campaign", one):
            error = sqlite3.DatabaseError("database disk image is malformed")
            error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT_INDEX
            raise error
        return plain(self, sql, *values)

    monkeypatch.setattr(Store, "row", row)
    b.service.sweep()
    with pytest.raises(Held):
        b.service.do(by("north"), one, playing.submit, "north", 7)
    assert b.service.campaign(one).held.startswith("error ") and b.service.posts(one, ["referee"])
    b.service.do(by("north"), two, playing.submit, "north", 7)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE sqlite_schema SET sql = replace(sql, 'NEW.seat', 'NEW.seau') WHERE type = 'trigger'",
        "UPDATE sqlite_schema SET sql = replace(sql, 'n INTEGER', 'n TEXT') WHERE name = 'campaign'",
        "DELETE FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'entry'",
    ],
)
def test_a_file_whose_definitions_have_changed_is_not_opened(tmp_path: Path, sql: str) -> None:
    """Its pages are intact, but it would keep other rows than were meant, or accept nothing."""
    path = tmp_path / "a.sqlite"
    with service_harness(path, seed="damage") as b:
        b.found("nim", "short")
        whole, copy = (b.store.backup(tmp_path / name) for name in ("1.sqlite", "2.sqlite"))
    for file in (path, copy):
        with closing(sqlite3.connect(file)) as conn:
            conn.execute("PRAGMA writable_schema = ON")
            assert conn.execute(sql).rowcount > 0
            conn.commit()
    with pytest.raises(Corrupt, match=r"the definition of [a-z_]+") as damaged:
        Store(path)
    assert damaged.value.newest == whole
    assert not is_whole(copy)


FOREIGN = """CREATE TRIGGER theirs AFTER UPDATE ON campaign BEGIN
    UPDATE member SET user = 'eve' WHERE toggled(0, NEW.id) IS NOT NULL; END"""


def test_a_trigger_of_others_never_runs_in_a_file_of_an_earlier_release_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Migrations write into tables, and would let it run before anybody has compared the definitions."""
    path = tmp_path / "a.sqlite"
    with service_harness(path, seed="damage") as b:
        b.found("nim", "short")
    with closing(sqlite3.connect(path)) as conn:
        conn.execute(FOREIGN)
        conn.commit()
    monkeypatch.setitem(SCRIPTS, "next", "CREATE TABLE badge (name TEXT NOT NULL) STRICT;")
    monkeypatch.setattr(Migrations, "apply", lambda migrations, db: pytest.fail("migrated"))
    with pytest.raises(Corrupt, match="the trigger theirs is none of ours"):
        Store(path)
    assert not is_whole(path)


def test_a_backup_with_a_trigger_of_others_is_not_restored_and_the_trigger_is_named(tmp_path: Path) -> None:
    with service_harness(tmp_path / "a.sqlite", seed="damage") as b:
        b.found("nim", "short")
        copy = b.store.backup(tmp_path / "copy.sqlite")
    with closing(sqlite3.connect(copy)) as conn:
        conn.execute(FOREIGN)
        conn.commit()
    before = (tmp_path / "a.sqlite").read_bytes()
    with pytest.raises(CannotStart, match=r"\(the trigger theirs is none of ours\)\. Nothing was changed"):
        restored(copy, tmp_path / "a.sqlite")
    assert (tmp_path / "a.sqlite").read_bytes() == before


def test_a_copy_that_is_only_looked_at_calls_no_function_for_its_own_definitions(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("CREATE VIEW theirs AS SELECT load_extension('/tmp/theirs.so') AS value")
        conn.commit()
    with pytest.raises(sqlite3.OperationalError, match="unsafe use of load_extension"):
        integrity._read(path, lambda conn: conn.execute("SELECT value FROM theirs").fetchall())


# -- every table -------------------------------------------------------------------------------------

GUARDED = {
    "entry": {"body"},  # the chain
    "opening": {"campaign", "n", "parts"},  # the seals in the chain
    "book": {"campaign", "id", "content"},  # what an opening, or a rest, is unpacked with
    "rest": {"stage", "schema", "world"},  # `guard`
    "content": {"said"},  # `guard`
    "inbox": {"receipt", "met"},  # `guard`; `met` only says when it may go
    "mail_seat": {"quiet"},  # quiet hours, which `QUIET` shows
    "channel_binding": {"digest"},  # of the status message, which is edited if it differs
}
"""Columns of tables in the checksum that are noticed otherwise."""
ALONE = {
    "checksum": "does not agree with the rows then",
    "press": "when each side wrote: how many messages it may write in an hour",
    "sent_message": "messages of posts that are being sent; Discord itself knows their nonces",
    "read": "how far somebody has read: they are shown something again, or look into the log",
    "attention": "what somebody was called for last",
    "mail_wait": "since when a clock waits for the mailbox; the next round of the mailbox writes it anew",
    "draft": "a half-filled form: it is shown, examined, and confirmed before it is sent",
    "absence": "shown to whom it belongs and to all who play with them",
    "spared": "the turn in which somebody is asked no reactions: they are asked, or their sheet says so",
    "reminded": "how often somebody was reminded: they are reminded once more, or not",
    "outage": "time that is given back; the entries of the log tell who let time pass",
    "pulse": "when the umpire was last awake",
    "front_end": "the names of those that send; an unknown one is subscribed again",
    "reader": "a reader's language, ways and quiet hours, which `/my` shows",
    "note": "what a front end remembers for itself: the digest of its commands",
    "sheet": "forms on Discord that have been shown: another value is refused as out of date",
    "server": "a server's settings, which `/server` shows",
    "board_choice": "the map that a group sees, which its referee chooses again; ours for an unknown name",
    "server_board": "the message that lists a server's games, which is edited if it differs, or posted again",
    "activity_session": "a hash of 256 bits: it fits no session then",
    "activity_opened": "whose board somebody opened last; they open another",
    "session_access": "a hash of 256 bits: it fits no session then",
    "private_note": "what somebody has written for themselves, and reads again",
    "seat_recovery": "a hash of 80 bits: it fits no code then",
    "session_password": "a hash: no password fits then",
    "tournament_session": "a hash of 256 bits: it fits no session then",
    "tournament_post": "the post with the standings, which is edited if it differs, or posted again",
    "tournament_mail": "a token of 80 bits, which fits no place then; an address to which nothing is sent",
    "tournament_told": "how far a game has shown what its tournament says: it says it again",
    "tournament_replaced": "who was replaced, for their erasure and the ratings; no game reads it",
    "blocked": "who does not want to meet whom, which their own page shows",
    "mail_arrived": "a mail as it came, by its SHA-256",
    "mail_in": "the same, once it was read",
    "mail_offer": "an invitation to a seat that somebody has; all are told once it is taken up",
    "mail_signed": "which games demand signed mails, of which all players were told",
    "mail_spare": "second addresses, which `SPARE` shows",
    "mail_zone": "the time zones of mails, which `ZONE` shows",
    "mail_linked": "whose mails have links in place of pictures, which the next mail shows",
    "mail_out": "a mail on its way, which says from which post on it tells",
    "mail_sent": "to whom mails were sent, so that one that comes back is known",
    "mail_text": "what mails said, so that quotations of them are known; what cannot be read is no such text",
    "mail_place": "how far the mailbox was read; what is read twice is known by its digest",
    "mail_failing": "addresses whose mails come back; the next that arrives forgets it",
    "mail_delayed": "addresses to which mails are late, of which the referee's page tells",
    "sqlite_sequence": "SQLite's own",
    "_sqlite_migrations": "a stranger in it is refused at the start",
}
"""Tables on which nothing of a game is built, and what a flipped bit in them does."""


def test_every_column_of_every_table_is_guarded_or_need_not_be(b: ServiceHarness) -> None:
    covered: dict[str, set[str]] = {}
    for table, names in (pair for of in COVERED.values() for pair in of.items()):
        covered.setdefault(table, set()).update(names)
    for (table,) in b.store.rows("SELECT name FROM sqlite_master WHERE type = 'table'"):
        columns = {row[1] for row in b.store.rows(f"PRAGMA table_info({table})")}
        if table in ALONE:
            assert table not in covered and table not in GUARDED
        else:
            found = covered.get(table, set()) | GUARDED.get(table, set()) | {"guard"} & columns
            assert found == columns, table


@pytest.mark.parametrize("kind", COVERED)
def test_a_flipped_bit_in_any_covered_column_is_noticed(b: ServiceHarness, kind: str) -> None:
    """In one row of each table, all of one owner; rows that the umpire adds and deletes are no damage."""
    store, columns = b.store, COVERED[kind]
    for pragma in ("foreign_keys = OFF", "ignore_check_constraints = ON"):
        store.rows(f"PRAGMA {pragma}")
    with store.transaction():
        for table in columns:
            fields = [(row[1], SOME[row[2]]) for row in store.rows(f"PRAGMA table_info({table})")]
            every, values = [name for name, _ in fields], [value for _, value in fields]
            marks = ", ".join("?" * len(fields))
            store.run(f"INSERT INTO {table} ({', '.join(every)}) VALUES ({marks})", *values)
    store.require_checksum(kind, OWNER)
    triggers = store.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    with suppress(Undone), store.transaction():
        for (trigger,) in triggers:
            store.run(f"DROP TRIGGER {trigger}")
        for table, names in columns.items():
            at = f"WHERE {names[0]} = {OWNER}"
            for name in names:
                ((was,),) = store.rows(f"SELECT {name} FROM {table} {at}")
                store.run(f"UPDATE {table} SET {name} = ? {at}", flipped(was))
                with pytest.raises(Corrupt):
                    store.require_checksum(kind, OWNER)
                back = at if name != names[0] else f"WHERE {name} = {OWNER ^ 1}"
                store.run(f"UPDATE {table} SET {name} = ? {back}", was)
                store.require_checksum(kind, OWNER)
        raise Undone
    with store.transaction():
        for table, names in reversed(columns.items()):
            if not table.endswith("entry"):
                store.run(f"DELETE FROM {table} WHERE {names[0]} = {OWNER}")
    store.require_checksum(kind, OWNER)


class Undone(Exception):
    """Takes back what was changed for a moment."""


# -- by hand -------------------------------------------------------------------------------------------


def content_of(b: ServiceHarness) -> list[Any]:
    """Return the content of a game: its log, its sealed parts, and the position."""
    readers = (None, *b.service.campaign(1).seats, "all")
    return [
        b.service.log(1),
        *(b.service.look(1, queries.export, reader) for reader in readers),
        b.service.view(1, None),
    ]


def played_on(path: Path, game: str, ends: Counter[str]) -> tuple[list[Any], list[Any]] | None:
    """Return the content of a file before a step and after it; None if it is not opened, or the game is held.

    `ends` counts by what it ends otherwise.
    """
    try:
        with service_harness(path, {game: GAMES[game]}, "damage") as b:
            b.service.hold_damaged()
            before = content_of(b)
            b.step(1, 5)
            if b.service.campaign(1).held:
                ends["held"] += 1
                return None
            return before, [*b.service.log(1)]
    except (Refusal, Corrupt, Foreign, CannotStart, sqlite3.Error, msgspec.MsgspecError, ValueError) as error:
        ends[type(error).__name__] += 1
        return None


@pytest.mark.byhand
@pytest.mark.parametrize("game", GAMES)
def test_no_damaged_file_is_played_on_with_changed_content(tmp_path: Path, game: str) -> None:
    """One bit of a file, or some, are flipped: it is refused, its game is held, or nothing has changed."""
    path, copy, rng = tmp_path / "a.sqlite", tmp_path / "b.sqlite", random.Random(game)
    with service_harness(path, {game: GAMES[game]}, "damage") as b:
        b.found(game, GAMES[game].scenarios()[0].id)
        for step in range(60):
            b.step(1, step)
        true = content_of(b)
    whole, on, ends = path.read_bytes(), 0, Counter[str]()
    for n in range(FILES):
        rotten = bytearray(whole)
        for _ in range(1 if n % 2 else rng.randint(2, 64)):
            rotten[rng.randrange(len(rotten))] ^= 1 << rng.randrange(8)
        for file in tmp_path.glob("b.sqlite*"):
            file.unlink()
        copy.write_bytes(rotten)
        if (shown := played_on(copy, game, ends)) is not None:
            on += 1
            assert shown[0] == true, n
            assert shown[1][: len(true[0])] == true[0], n
    print(f"{game}: {FILES} damaged files: {on} played on, all with unchanged content; {dict(ends)}")


@pytest.mark.byhand
def test_no_file_with_a_damaged_definition_is_opened(tmp_path: Path) -> None:
    """One bit in the text of a definition; where only an old copy in a free page is hit, all is as it was."""
    path, copy, rng, ends = tmp_path / "a.sqlite", tmp_path / "b.sqlite", random.Random(6), Counter[str]()
    query = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"
    with service_harness(path, seed="damage") as b:
        b.found("nim", "short")
        true = b.store.rows(query)
    whole = path.read_bytes()
    texts = [text for *_, sql in true if sql and (text := sql.encode()) in whole]
    inside = [whole.index(text) + n for text in texts for n in range(len(text))]
    for _ in range(FILES):
        rotten = bytearray(whole)
        rotten[rng.choice(inside)] ^= 1 << rng.randrange(8)
        copy.write_bytes(rotten)
        try:
            with closing(Store(copy)) as store:
                assert store.rows(query) == true
            ends["unchanged"] += 1
        except Corrupt as error:
            ends[" ".join(error.why.split()[:2])] += 1
        for file in tmp_path.glob("b.sqlite?*"):
            file.unlink()
    print(f"{FILES} damaged files: {dict(ends)}")


def test_a_migration_without_its_last_semicolon_is_refused() -> None:
    """It would be left out without a word."""
    with pytest.raises(ValueError, match="SELECT 1"):
        list(functions.statements("CREATE TABLE a (b); SELECT 1"))

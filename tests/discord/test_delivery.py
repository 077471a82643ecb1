"""The order of private deliveries, and what the Discord front end keeps in the store."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from msgspec import structs

from frontends.discord.delivery import FRONT_END
from frontends.discord.delivery.dispatcher import AT_ONCE, TOGETHER, occasions
from service.posts.compose import compose
from service.posts.delivery import DM, HAND, THREAD, WAYS, delivery_order, is_quiet, rings
from service.runtime.bootstrap import opened
from service.storage.database.backups import back_up, backed_up, newest, restored
from service.storage.database.lock import alone
from service.values.front_ends.channels import ChannelBinding, Reader, SentMessage
from service.values.posts import Notice
from service.values.records import Post
from service.values.settings import CannotStart
from tests.harness.discord_toys import ToyHarness, toyed
from tests.harness.service import TEST, service_harness
from tests.toys.postbox import Postbox, letters

READER = Reader("discord/1")


@pytest.mark.parametrize(
    ("reader", "strict", "ways"),
    [
        (READER, False, (DM, THREAD, HAND)),
        (READER, True, (DM, HAND)),
        (structs.replace(READER, closed=True), False, (THREAD, HAND)),
        (structs.replace(READER, closed=True), True, (HAND,)),
        (structs.replace(READER, way=THREAD), False, (THREAD, HAND)),
        (structs.replace(READER, way=THREAD), True, (HAND,)),
        (structs.replace(READER, way=HAND), False, (HAND,)),
    ],
)
def test_delivery_falls_back_to_a_way_that_needs_nothing(
    reader: Reader, strict: bool, ways: tuple[str, ...]
) -> None:
    assert delivery_order(reader, strict) == ways
    assert ways[-1] == HAND and set(ways) <= set(WAYS)


def post(kind: str) -> Post:
    return Post(1, 1, "seat/caesar", kind, 0, "", 0, "", Notice("held", {}))


def test_only_what_needs_its_reader_makes_a_sound() -> None:
    assert rings(post("asked")) and rings(post("notice"))
    assert not any(rings(post(kind)) for kind in ("told", "receipt", "picture"))


@pytest.mark.parametrize(
    ("hour", "zone", "quiet"),
    [(21, "UTC", False), (22, "UTC", True), (6, "UTC", True), (7, "UTC", False), (13, "Asia/Tokyo", True)],
)
def test_quiet_hours_are_of_the_readers_own_day(hour: int, zone: str, quiet: bool) -> None:
    reader = structs.replace(READER, quiet="22:00-07:00")
    assert is_quiet(reader, zone, hour * 3600) == quiet
    assert not is_quiet(READER, zone, hour * 3600)


def lane(*commands: tuple[int, str], audience: str = "seat/caesar") -> list[Post]:
    return [
        Post(n, 1, audience, kind, 0, "", 0, "", Notice("held", {}), command)
        for n, (command, kind) in enumerate(commands, 1)
    ]


def ids(found: list[list[Post]]) -> list[list[int]]:
    return [[post.id for post in together] for together in found]


def test_a_seat_gets_one_message_and_the_referee_one_for_each_command() -> None:
    order = [(1, "told"), (1, "receipt"), (1, "picture"), (1, "asked"), (5, "told")]
    assert ids(occasions(lane(*order))) == [[1, 2, 3, 4, 5]]
    assert ids(occasions(lane(*order, audience="referee"))) == [[1, 2, 3, 4], [5]]
    assert ids(occasions(lane(*order, audience="channel"))) == [[1], [2], [3], [4], [5]]
    stages = lane((1, "picture"), (1, "picture"), (1, "asked"), audience="referee")
    assert ids(occasions(stages)) == [[1], [2, 3]], "no message has more pictures than the platform takes"


def test_the_same_posts_are_read_together_however_many_wait_behind_them() -> None:
    """After a crash a message is known by its first post, so that all of it must be what it was."""
    long = lane(*[(1, "receipt")] * (2 * AT_ONCE), audience="referee")
    whole = ids(occasions(long[: AT_ONCE - 2]))
    for most in (AT_ONCE - 1, AT_ONCE):
        assert ids(occasions(long[:most])) == whole[: AT_ONCE // TOGETHER]
    assert {len(together) for together in whole} == {TOGETHER}


# -- the store ---------------------------------------------------------------------------------------


def test_everything_is_read_as_it_was_kept(tmp_path: Path) -> None:
    with service_harness(tmp_path / "tabellarius.sqlite") as b:
        campaign = b.found("nim", "short")
        channels = b.service.channels
        assert channels.shown(campaign) is None and channels.all_shown() == []
        shown = ChannelBinding(campaign, 2**60, 2**61, "ja", True, "1/2", 3, "x", "gone")
        channels.show(shown)
        assert channels.shown(campaign) == shown and channels.all_shown() == [shown]
        assert channels.shown_in(2**61) == [campaign] and channels.shown_in(1) == []
        reader = Reader("discord/7", "ja", True, "hand", True, False, False)
        channels.keep_reader(reader)
        assert channels.reader("discord/7") == reader and channels.reader("discord/8") == Reader("discord/8")
        channels.keep_thread(campaign, "turn/1", 5)
        assert channels.thread(campaign, "turn/1") == 5 and channels.thread_named(5) == (campaign, "turn/1")
        channels.drop_thread(campaign, "turn/1")
        assert channels.thread(campaign, "turn/1") is None
        channels.keep_note("tree", "abc")
        assert channels.note("tree") == "abc" and channels.note("other") == ""
        channels.keep_sheet("1", "discord/7", {"game": "nim", "n": 1})
        assert channels.sheet("1", "discord/7") == {"game": "nim", "n": 1}
        assert channels.sheet("1", "discord/8") is None
        channels.keep_sheet("1", "discord/7", None)
        assert channels.sheet("1", "discord/7") is None


def test_lanes_and_sent_messages_tell_what_has_arrived(tmp_path: Path) -> None:
    with service_harness(tmp_path / "tabellarius.sqlite") as b:
        campaign = b.found("nim", "short")
        channels, posts = b.service.channels, b.waiting()
        lanes = {(of, audience): first for of, audience, first in b.service.lanes(TEST)}
        assert lanes[campaign, "channel"] == posts[0].id
        assert b.service.unsent(TEST) == len(posts)
        first = posts[0].id
        channels.keep_sent_messages(first, [SentMessage("", 0, 9, 0), SentMessage("", 1, 9, 77)])
        channels.keep_sent_messages(first, [SentMessage("", 0, 9, 76)])
        assert {key: sent.message for key, sent in channels.sent_messages(first).items()} == {
            ("", 0): 76,
            ("", 1): 77,
        }
        b.delivered({p.id: "-" for p in posts})
        assert b.service.lanes(TEST) == [] and b.service.unsent(TEST) == 0
        assert channels.latest(campaign, "channel", posts[0].kind, 5)[-1] == first


# -- backups -----------------------------------------------------------------------------------------


def test_a_backup_is_put_back_and_the_former_file_kept(tmp_path: Path) -> None:
    path, folder = tmp_path / "tabellarius.sqlite", tmp_path / "backups"
    with service_harness(path) as b:
        one = b.found("nim", "short")
        made = back_up(b.store, folder, 3)
        two = b.found("nim", "short")
        assert backed_up(path, folder, 3).exists()
    assert newest(folder) > 0
    aside = restored(made, path, losing=True)
    assert aside is not None and aside.exists()
    kept = [file for file in (path, aside, *folder.iterdir()) if stat.S_IMODE(file.stat().st_mode) != 0o600]
    assert kept == [] or os.name == "nt", "a reader of them can foresee the dice"
    with service_harness(path) as b:
        assert [c.id for c in b.service.campaigns()] == [one] and one != two


def test_old_backups_go_and_a_torn_one_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for n in range(5):
        (folder / f"tabellarius-2020010{n}-000000.db").write_bytes(b"old")
    path = tmp_path / "tabellarius.sqlite"
    with service_harness(path) as b:
        back_up(b.store, folder, 2)
    assert len(list(folder.iterdir())) == 2
    before = path.read_bytes()
    with pytest.raises(CannotStart, match="damaged or incomplete"):
        restored(folder / "tabellarius-20200104-000000.db", path)
    assert path.read_bytes() == before
    with pytest.raises(CannotStart, match="no database"):
        backed_up(tmp_path / "none", folder, 2)


def test_a_torn_copy_pushes_out_no_whole_one(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    for n in range(3):
        (folder / f"tabellarius-2099010{n}-000000-00.sqlite.part").write_bytes(b"torn")
    os.utime(folder / "tabellarius-20990100-000000-00.sqlite.part", (1, 1))
    with service_harness(tmp_path / "tabellarius.sqlite") as b:
        one, two = back_up(b.store, folder, 2), back_up(b.store, folder, 2)
    assert one.exists() and two.exists()
    assert len(list(folder.glob("*.part"))) == 2, "what may be being made is left alone, what is old goes"
    assert newest(folder) == max(file.stat().st_mtime for file in (one, two))


def test_one_bot_has_a_database_and_nothing_is_restored_under_it(tmp_path: Path) -> None:
    path = tmp_path / "tabellarius.db"
    with opened(path, exclusive=True):
        made = backed_up(path, tmp_path / "backups", 3)
        with opened(path) as beside:
            assert beside.campaigns() == [], "a reader may be beside the bot"
        with pytest.raises(CannotStart, match="Another umpire"), opened(path, exclusive=True):
            pass
        with pytest.raises(CannotStart, match="Another umpire"):
            restored(made, path)
    assert restored(made, path) is not None
    with opened(path, exclusive=True):
        pass
    path.write_bytes(b"")
    with pytest.raises(CannotStart, match="is not there"), alone(path / "no folder.db"):
        pass


@toyed
async def test_a_mailbox_beside_discord_gets_the_same_posts_once(t: ToyHarness) -> None:
    folder, service = t.folder / "letters", t.bench.service
    await t.worker.run_silently(lambda service: Postbox(service, folder).deliver())
    campaign = await t.begun()
    for north in (2, 1):
        await t.worker.run_silently(lambda service: Postbox(service, folder).deliver())
        await t.round(north, 0)
        await t.order(t.alice, "take 1")
    await t.settled()
    assert service.unsent("postbox") > 0 == service.unsent(FRONT_END)
    await t.worker.run_silently(lambda service: Postbox(service, folder).deliver())
    posts = service.posts(campaign, ["channel", "referee", "seat/north", "seat/south"], 0, 1_000)
    for person, seat in ((t.alice, "seat/north"), (t.bob, "seat/south")):
        told = [p.nonce for p in posts if p.audience in ("channel", seat) and compose(service, p, "en")]
        assert letters(folder, f"discord/{person.id}") == told

"""Posts: for whom, made of what, sent once."""

from __future__ import annotations

import pytest

from adjudicator import GAMES
from adjudicator.core import Event
from adjudicator.core.language.words import Words, words
from adjudicator.core.log.chain import mac
from adjudicator.core.table import ledger
from service.storage import outbox
from service.storage.outbox import PostDraft
from service.usecases.play import playing
from service.values.front_ends.deliveries import DELIVERED, WAITING, Delivery
from service.values.posts import Asked, Asks, Happening, StagePicture, Told
from service.values.words import packed, speak, unpacked
from tests.harness.posts import C, contents
from tests.harness.service import TEST, ServiceHarness, by, service_harness
from tests.toys import markers, nim


def told(b: ServiceHarness, kind: type[C], audience: str = "channel") -> list[C]:
    return contents([post for post in b.waiting(10_000) if post.audience == audience], kind)


def tie(b: ServiceHarness) -> int:
    campaign = b.found("nim", "long")
    for seat in ("north", "south"):
        b.service.do(by(seat), campaign, playing.submit, seat, 0)
    return campaign


def test_each_die_is_posted_with_its_proof(b: ServiceHarness) -> None:
    campaign = tie(b)
    batch = b.service.log(campaign)[-1]
    (post,) = [p for p in b.waiting() if p.kind == "told"]
    assert (post.n, post.head, post.epoch) == (batch["n"], batch["head"], 1)
    assert isinstance(post.content, Told)
    (chance,) = post.content.chance
    assert {key: chance[key] for key in ("n", "e", "seed", "rolls")} == {
        key: batch[key] for key in ("n", "e", "seed", "rolls")
    }
    assert [event.kind for event in post.content.events] == ["bid"]


def test_what_happens_in_two_phases_is_told_in_two_posts_with_the_picture_between() -> None:
    events = [ledger.Told(5, Event(kind, "5.2", {"side": "pompey"})) for kind in ("levied", "battle_begins")]
    begun = [(1, 5, "1/1/choose_battle/caesar"), (2, 5, "1/1/battle/caesar")]
    levy, battle = outbox.by_stages(GAMES["julius_caesar"], "1/1/levy/pompey", begun, events)
    assert levy == (-1, "1/1/levy/pompey", events[:1])
    assert battle == (5, "1/1/choose_battle/caesar", events[1:])
    said = list(outbox.told([levy, battle], [], ["caesar", "pompey"]))
    map_ = PostDraft("channel", StagePicture("", 5, stage="1/1/choose_battle/caesar"))
    posts = outbox.in_order(said, [map_])
    assert [post.content.stage.split("/")[2] for post in posts] == ["levy", "choose_battle", "choose_battle"]
    assert posts[1] is map_
    assert outbox.by_stages(GAMES["julius_caesar"], "1/1/levy/pompey", [], []) == [
        (-1, "1/1/levy/pompey", [])
    ]


def test_what_is_for_a_seat_goes_to_no_other(b: ServiceHarness) -> None:
    campaign = b.found("markers", "ring", seed=b"deal")
    for seat in "abc":
        (dealt,) = told(b, Told, f"seat/{seat}")
        view = b.service.view(campaign, seat)
        assert isinstance(view, markers.View)
        hand = list(view.hand)
        assert dealt.events == [Happening(10, "dealt", "1", {seat: hand})]
    public, later = told(b, Told)
    assert public.events == [Happening(10, "dealt", "1", {})]
    assert [c["t"] for c in public.chance] == ["draw"]
    assert [c["t"] for c in later.chance] == ["batch"], "the weather of the next stage has a post of its own"
    assert public.chance[0]["shown"] == []
    assert "seals" not in public.chance[0]


def test_a_new_stage_is_a_picture_for_each_viewer_of_a_rest_that_is_kept(b: ServiceHarness) -> None:
    campaign = tie(b)
    for audience, viewer in (("channel", ""), ("seat/north", "north"), ("seat/south", "south")):
        pictures = told(b, StagePicture, audience)
        assert [p.stage for p in pictures] == ["bid", "take"]
        assert {p.viewer for p in pictures} == {viewer}
        view = b.service.view(campaign, viewer or None, pictures[0].rest)
        assert isinstance(view, nim.View) and view.heap == 15
    assert {p.rest for p in told(b, StagePicture)} <= {n for n, _ in b.context.log.rests(campaign)}


def test_all_learn_who_is_asked_and_the_seat_alone_what(b: ServiceHarness) -> None:
    b.found("nim", "long")
    (public,) = told(b, Asked)
    assert [(a.seat, a.rule) for a in public.asked] == [("north", "2"), ("south", "2")]
    (private,) = told(b, Asks, "seat/north")
    assert private.prompt["template"] == "How many coins do you bid?"


def test_a_post_waits_until_it_has_arrived_and_then_never_again(b: ServiceHarness) -> None:
    b.found("nim", "long")
    waiting = b.waiting()
    assert [p.id for p in waiting] == sorted(p.id for p in waiting)
    assert len({p.nonce for p in waiting}) == len(waiting)
    assert all(len(p.nonce) == 24 for p in waiting), "Discord takes a nonce of 25 characters"
    b.delivered({waiting[0].id: "message 1"})
    assert b.waiting() == waiting[1:]
    with service_harness(b.path) as again:
        assert again.waiting() == waiting[1:]
    noted = [b.service.delivery(TEST, p.id) for p in waiting[:2]]
    assert noted == [Delivery(DELIVERED, "message 1"), Delivery(WAITING, "")]


def test_the_oldest_come_first_and_no_more_than_wanted(b: ServiceHarness) -> None:
    b.found("nim", "long")
    assert b.waiting(3) == b.waiting()[:3]


@pytest.mark.parametrize(
    "text",
    [
        words("plain"),
        words("{a} and {b}", a="north", b=["x", "y"]),
        words("{why}", why=words("{n} is too much", n=3)),
    ],
)
def test_words_come_out_of_a_post_as_they_went_in(text: Words) -> None:
    assert speak(unpacked(packed(text)), "en") == speak(text, "en")


def test_a_nonce_does_not_tell_the_id_of_its_post(b: ServiceHarness) -> None:
    """A reader of nonces and heads would find the ids by trying, and in the gaps what others were told."""
    campaign = b.found("nim", "short")
    hroot = b.context.campaigns.keys(campaign).hroot
    for post in b.waiting(1000):
        head = bytes.fromhex(post.head)
        assert post.nonce == mac(hroot, "post", head, post.id).hex()[:24]
    assert {len(post.nonce) for post in b.waiting(1000)} == {24}

"""A front end for tests: every reader has a file in a folder, into which what is for them is appended.

It is a package and one line of the table of front ends, as docs/add-a-front-end.md says. Unlike Discord a
file takes the same letter twice, so the notes of the store alone keep a letter from being sent again.
"""

from __future__ import annotations

from pathlib import Path

from service.api import Service
from service.posts.compose import compose
from service.runtime.bootstrap import opened
from service.values.audiences import CHANNEL, REFEREE
from service.values.front_ends.deliveries import DELIVERED
from service.values.records import Post
from service.values.settings import Settings

NAME = "postbox"
NOTHING = "-"
"""The reference of a post that says nothing here."""


def run(settings: Settings, *, folder: str) -> int:
    """Deliver everything that waits, and end."""
    with opened(settings.database, exclusive=True) as service:
        Postbox(service, Path(folder)).deliver()
    return 0


class Postbox:
    """Deliver posts into files.

    Args:
        service: where the posts are.
        folder: has a file for each reader; `letters` reads it.
        name: under which the store keeps what was delivered.
    """

    def __init__(self, service: Service, folder: Path, name: str = NAME) -> None:
        self._service, self._folder, self._name = service, folder, name
        folder.mkdir(parents=True, exist_ok=True)
        service.subscribe(name)

    def deliver(self) -> None:
        """Deliver every post that waits, the oldest first."""
        while posts := self._service.waiting(self._name):
            for post in posts:
                self._deliver(post)

    def _deliver(self, post: Post) -> None:
        said = compose(self._service, post, "en")
        if said is None:
            self._service.delivered(self._name, {post.id: NOTHING})
            return
        for user in readers(self._service, post):
            noted = self._service.delivery(self._name, post.id, user)
            if noted is not None and noted.state == DELIVERED:
                continue
            if noted is None:
                self._service.sending(self._name, post.id, user)
            if noted is None or post.nonce not in letters(self._folder, user):
                self.send(user, post.nonce, " ".join((said.title, *said.lines)).replace("\n", " "))
            self._service.delivered(self._name, {post.id: str(self._folder)}, user)
        self._service.delivered(self._name, {post.id: str(self._folder)})

    def send(self, user: str, nonce: str, text: str) -> None:
        """Append a letter to a reader's file."""
        with file_of(self._folder, user).open("a", encoding="utf-8") as file:
            file.write(f"{nonce} {text}\n")


def readers(service: Service, post: Post) -> list[str]:
    """Return the users whom a post is for."""
    if post.audience == REFEREE:
        return [service.status(post.campaign).campaign.referee]
    people = service.people(post.campaign)
    return [p.user for p in people if post.audience in (CHANNEL, f"seat/{p.seat}")]


def file_of(folder: Path, user: str) -> Path:
    """Return the file of a user, whose name may have a slash."""
    return folder / f"{user.replace('/', ' ')}.letters"


def letters(folder: Path, user: str) -> list[str]:
    """Return the nonces of the letters that a user got, in order."""
    file = file_of(folder, user)
    return [line.split(" ", 1)[0] for line in file.read_text("utf-8").splitlines()] if file.exists() else []

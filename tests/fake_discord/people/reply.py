"""The result of a person's action: the answer, what followed, a modal, or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.fake_discord.people import modals, screen
from tests.fake_discord.problems import Refused
from tests.fake_discord.state.commands import local
from tests.fake_discord.state.interactions import ASK, UPDATE, Interaction
from tests.fake_discord.state.model import Message

if TYPE_CHECKING:
    from tests.fake_discord.people.person import Person

JSON = dict[str, Any]


class Modal:
    """A modal on a person's screen."""

    def __init__(self, interaction: Interaction, data: JSON) -> None:
        self.interaction = interaction
        self.data = data
        self.sent = False

    @property
    def title(self) -> str:
        return str(self.data["title"])

    @property
    def labels(self) -> list[str]:
        return [field.label for field in modals.fields(self.data)]

    def options(self, label: str) -> list[str]:
        """The labels of a field's options.

        Raises:
            Refused: there is no such field.
        """
        for field in modals.fields(self.data):
            if label in (field.label, field.custom_id):
                return [option["label"] for option in field.part.get("options", [])]
        raise Refused(f"the modal has no {label!r}, but {self.labels}")


class Reply:
    """The answer to one interaction, live: it shows what is there now."""

    def __init__(self, person: Person, interaction: Interaction) -> None:
        self.person = person
        self.interaction = interaction
        self._modal: Modal | None = None

    async def settled(self) -> Reply:
        """Wait until it is answered and no longer "thinking" (or has failed)."""
        await self.person.server.until(lambda: not self.interaction.waiting, "an answer")
        return self

    @property
    def failed(self) -> str | None:
        """The client's words when nothing came: "The application did not respond"."""
        return self.interaction.failed

    @property
    def message(self) -> Message:
        """The message that was answered (or the one that was edited in answer).

        Raises:
            Refused: there is none.
        """
        if self.interaction.original is None:
            raise Refused(f"no message was answered: {self.failed or self.interaction.callback}")
        return self.interaction.original

    @property
    def messages(self) -> list[Message]:
        """The answer and the follow-ups that still stand."""
        first = [self.interaction.original] if self.interaction.original is not None else []
        return [each for each in [*first, *self.interaction.followups] if not each.deleted]

    @property
    def text(self) -> str:
        """The words of the answer and of all that followed."""
        return "\n".join(screen.text(each) for each in self.messages)

    @property
    def updated(self) -> bool:
        """True if the message itself was edited in answer."""
        return self.interaction.callback == UPDATE

    @property
    def modal(self) -> Modal:
        """The modal that opened.

        Raises:
            Refused: none did.
        """
        if self.interaction.callback != ASK or self.interaction.modal is None:
            raise Refused(f"no modal opened: {self.failed or self.text}")
        if self._modal is None:
            self._modal = Modal(self.interaction, self.interaction.modal)
        return self._modal

    @property
    def choices(self) -> list[tuple[str, Any]]:
        """The completions on offer: the name in the person's language, and the value."""
        found = self.interaction.choices or []
        return [(local(each, self.person.user.locale), each["value"]) for each in found]

    @property
    def seconds(self) -> float | None:
        """From the deed to the first answer."""
        one = self.interaction
        return None if one.acknowledged is None else one.acknowledged - one.born

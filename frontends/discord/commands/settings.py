"""`/my settings`: the language of a reader, and the messages that notify them."""

from __future__ import annotations

from msgspec import Struct, structs

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_
from frontends.discord.context.action_context import ActionContext, keep_language
from frontends.discord.context.autocomplete import Offer, languages, named
from frontends.discord.context.resolve_campaign import here
from frontends.discord.delivery.attention import wants_digest
from frontends.discord.ui.pages import Page, Raw, marked, plain
from service.api import Service
from service.values.front_ends.channels import Attention, Reader
from service.values.time_control import quiet_hours, zone_named

CLIENT = "client"
"""The language of the reader's client, whichever that is."""
NEEDED, TURN = "needed", "turn"
MESSAGES = {NEEDED: N_("Whenever you are needed"), TURN: N_("One message a turn")}


class Wanted(Struct, frozen=True):
    """Settings that a reader changes; None for one that stays.

    Attributes:
        language: an id, or `CLIENT`.
        messages: `NEEDED` or `TURN`.
        quiet: hours of the day, "none" for none.
        zone: their time zone.
        game: the number of the one game that `messages` is about, None for all.
    """

    language: str | None = None
    messages: str | None = None
    quiet: str | None = None
    zone: str | None = None
    game: str | None = None


def known_languages() -> list[Offer]:
    """Return the languages that can be chosen, and that of the client."""
    return [*languages(), *named({CLIENT: N_("As set in Discord")})]


async def settings(call: ActionContext, wanted: Wanted) -> None:
    """Change the named settings, then show all of them.

    Raises:
        Refusal: if hours, a time zone or a game are invalid; nothing changes then.
    """
    reader, attention, zone = await call.look(lambda service: _changed(service, call, wanted))
    await keep_language(call)
    await call.say(Page(body=list(_told(call, reader, attention, zone))))


def _changed(
    service: Service, call: ActionContext, wanted: Wanted
) -> tuple[Reader, tuple[str, Attention] | None, str]:
    """Keep what is wanted, leave the rest; return the reader, the game it was said of, and the time zone."""
    channels = service.channels
    reader, note = channels.reader(call.user), f"zone/{call.user}"
    zone = channels.note(note) or "UTC"
    if wanted.zone is not None:
        zone = zone_named(wanted.zone.strip())
    if wanted.quiet is not None:
        reader = structs.replace(reader, quiet=quiet_hours(wanted.quiet))
    if wanted.language is not None:
        is_chosen = wanted.language != CLIENT
        language = wanted.language if is_chosen else reader.language
        reader = structs.replace(reader, language=language, chosen=is_chosen)
    one = None
    if wanted.game is not None:
        campaign = here(service, call, wanted.game)
        attention = channels.attention(campaign.id, call.user)
        if wanted.messages is not None:
            attention = structs.replace(attention, digest=wanted.messages == TURN)
            channels.keep_attention(attention, durable=True)
        one = (campaign.title, attention)
    elif wanted.messages is not None:
        reader = structs.replace(reader, digest=wanted.messages == TURN)
    channels.keep_note(note, zone)
    channels.keep_reader(reader)
    return reader, one, zone


def _told(call: ActionContext, reader: Reader, one: tuple[str, Attention] | None, zone: str) -> list[str]:
    """Return the reader's settings as lines; those of one game stand before quiet hours and the hints."""
    language = Verbatim(LANGUAGES[call.language].name)
    template = (
        N_("Your language is {language}.")
        if reader.chosen
        else N_("Your language is {language}, as in Discord.")
    )
    lines = [marked(template, call.language, language=language), _messages(call, reader.digest)]
    if one is not None:
        title, attention = one
        game = marked(N_("In {game}:"), call.language, game=Raw(f"**{plain(title)}**"))
        lines += [game, _messages(call, wants_digest(reader, attention))]
    if reader.quiet:
        template = N_("Quiet hours {quiet} ({zone}): messages come without a sound.")
        lines.append(marked(template, call.language, quiet=Verbatim(reader.quiet), zone=Verbatim(zone)))
    else:
        lines.append(plain(call.text(N_("You have no quiet hours."))))
    options = N_("To change this, use /my settings with messages, game, quiet, zone or language.")
    lines.append("-# " + plain(call.text(options)))
    lines.append("-# " + plain(call.text(N_("How private information reaches you: /my delivery."))))
    return lines


def _messages(call: ActionContext, digest: bool) -> str:
    template = N_(
        "You are notified whenever you are needed, unless you pressed a button in the last three minutes."
    )
    if digest:
        template = N_(
            "You are notified once a turn, when you are first needed. Everything else comes without a "
            "sound, except deadline reminders."
        )
    return plain(call.text(template))

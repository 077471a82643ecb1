"""Posts as pages: the format of what `service.posts.compose` returns (design/discord.md §3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from discord import PartialEmoji

from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_
from service.pictures.drawing import Drawing, Picture
from service.posts.compose import RenderedPost
from service.posts.dice import DiceLine
from service.posts.digest import Digest
from service.text.telling import headed
from service.values.audiences import CHANNEL
from service.values.posts import (
    AnswerReceipt,
    AsideNotice,
    EndNotice,
    FoundedNotice,
    Notice,
    OrdersNotice,
    PressNotice,
    ProposedNotice,
    ReminderNotice,
    SuggestedNotice,
    Told,
    TurnPicture,
)
from service.values.records import Post

from .items import BLUE, GREEN, RED, ActionButton, button
from .pages import GOLD, INK, RED_INK, RULE, Page, Raw, marked, plain, stamped
from .pages import said as text

MARKS_A_POST = 32
"""The distance between the marks of two posts, the greatest number of messages of a post."""
MARKED = (TurnPicture, FoundedNotice, EndNotice)
"""Contents of posts that show the end of the log."""
SIX, MOST_DICE = 6, 12
"""The faces of dice that have emojis, and how many are shown below one post."""
Die: TypeAlias = Callable[[int], PartialEmoji | None]
"""A function from the face of a die to its emoji."""
LOUD = ("held", "paused", "defect", "stale", "lost", "undo", "burn")
"""Notices that should not be read past."""


def mark_of(post: Post) -> int:
    """Return the mark by which a post's first message is found in a channel; below 2^31.

    Readers of the message can see it, so it is not derived from the post's id (`outbox`).
    """
    return int(post.nonce[:6], 16) * MARKS_A_POST + 1


def no_die(face: int) -> PartialEmoji | None:
    """Return None: dice have no emojis."""
    return None


def format_post(
    post: Post, said: RenderedPost, pictures: Sequence[Picture], language: str, die: Die = no_die
) -> Page:
    """Return a post as a page: text, pictures, changes.

    Dice are in words if no sentence reports them; their proof is shown by a button. The end of the log is
    shown once a turn, below its last pictures, and with the founding and the end of a game. `die` gives the
    emojis of dice.
    """
    lines = paragraphs(post, [stamped(line) for line in said.lines])
    footer = plain(said.footer) if isinstance(post.content, MARKED) else ""
    if post.kind == "picture":
        return Page(title=plain(said.title), pictures=pictures, after=lines, footer=footer)
    dice = [] if lines else [f"> -# {plain(line.text)}" for line in said.dice]
    title = plain(said.title) if post.kind == "asked" else ""
    rows = []
    match post.content:
        case Told() if said.dice:
            rows = [[button(text(N_("Dice and proof"), language), "proof", post.campaign, post.n)]]
        case AsideNotice():
            dice = list(told_dice(said.dice, language))
        case ProposedNotice():
            rows = [consents(post.campaign, post.content, language)]
        case Notice(what="paused"):
            rows = [[button(text(N_("Go on with the game"), language), "go_on", post.campaign, style=BLUE)]]
        case SuggestedNotice():
            rows = [suggested(post, post.content.id, language)]
        case Notice(what="salt"):
            rows = [[button(text(N_("My salt"), language), "salt", post.campaign, style=BLUE)]]
    return Page(
        title=title,
        body=[*lines, *(_thrown(said.dice, die) if isinstance(post.content, Told) else ()), *dice],
        pictures=pictures,
        footer=footer,
        rows=rows,
        colour=_colour(post),
    )


def _thrown(dice: Sequence[DiceLine], die: Die) -> list[str]:
    """Return a line of the faces that were thrown; [] if there are too many, or some have no emoji."""
    throws = [line.dice for line in dice if line.sides == SIX and not line.faces]
    shown = [[die(face) for face in throw] for throw in throws]
    if not throws or sum(map(len, throws)) > MOST_DICE or any(None in throw for throw in shown):
        return []
    return [" · ".join("".join(map(str, throw)) for throw in shown)]


def storied(told: Digest) -> list[str]:
    """Return the phases of a digest and its points as paragraphs, a heading for each phase."""
    found = list[str]()
    for one in headed(told.chapters):
        found.append(f"**{plain(' · '.join(filter(None, (one.turn, one.phase))))}**")
        found += [f"- {plain(line)}" for line in one.lines]
    return [*found, *([plain(told.points)] if told.points else [])]


def combine_pages(pages: Sequence[tuple[Post, Page]], story: Sequence[str] = ()) -> Page:
    """Return several posts on one page: messages of players and a story, or the events, in their order; the
    pictures, and last the question.
    """
    asked = [page for post, page in pages if post.kind == "asked"]
    told = [page for post, page in pages if post.kind != "asked"]
    pictures = [picture for _, page in pages for picture in page.pictures]
    question = [line for page in asked for line in page.body]
    body = [line for page in told for line in page.body]
    if story:
        messages = [
            line for post, page in pages if isinstance(post.content, PressNotice) for line in page.body
        ]
        others = [
            line
            for post, page in pages
            if post.kind != "asked" and not isinstance(post.content, Told | PressNotice)
            for line in page.body
        ]
        body = [*messages, *story, *others]
    if body and question and not pictures:
        body.append(RULE)
    return Page(
        title=next((page.title for page in (*asked, *told) if page.title), ""),
        body=body,
        pictures=pictures,
        after=[*(line for page in told for line in page.after), *question],
        footer=pages[-1][1].footer,
        rows=[row for _, page in pages for row in page.rows],
        colour=max((page.colour for _, page in pages), key=[INK, RED_INK, GOLD].index),
    )


def paragraphs(post: Post, lines: list[str]) -> list[str]:
    """Return the text of a post; cards and the time left are in small print, seals are only in the export."""
    match post.content:
        case AnswerReceipt():
            return lines[:1]
        case FoundedNotice(card=card) if card:
            return [*lines[:-1], f"-# {lines[-1]}"]
        case ReminderNotice(due=due) if due:
            return [*lines, f"-# <t:{due}:R>"]
        case SuggestedNotice() | OrdersNotice():
            return [*lines[:1], *(f"> {line}" for line in lines[1:])]
    return lines


def undrawn(drawings: Sequence[Drawing], pictures: Sequence[Picture], language: str) -> list[str]:
    """Return descriptions of the pictures that could not be drawn."""
    drawn = {picture.name.rpartition(".")[0] for picture in pictures}
    template = N_("This picture could not be drawn. In words: {text}")
    missing = _parted([drawing.alt for drawing in drawings if drawing.name not in drawn])
    return [marked(template, language, text=Raw(plain(alt))) for alt in missing]


def _parted(texts: Sequence[str]) -> list[str]:
    """Return texts without those that a later one contains, since a detail of the map says less than the
    whole.
    """
    return [text for n, text in enumerate(texts) if not any(text in later for later in texts[n + 1 :])]


def instead_of(post: Post, error: str, language: str) -> str:
    """Return the sentence in place of a post that cannot be shown."""
    template = N_("One post could not be shown here (log entry {n}, error {error}). Read it with /log show.")
    if post.audience != CHANNEL:
        template = N_(
            "Something meant for you alone could not be shown here (log entry {n}, error "
            "{error}). Check /orders and /my hand."
        )
    return text(template, language, n=post.n, error=Verbatim(error))


def consents(campaign: int, made: ProposedNotice, language: str) -> list[ActionButton]:
    """Return the buttons that answer a proposal; they name it, so that they answer no later one."""
    about, id = made.what, made.proposal
    agree, refuse = text(N_("Agree"), language), text(N_("Decline"), language)
    return [
        button(agree, "consent", campaign, about, 1, id, style=GREEN),
        button(refuse, "consent", campaign, about, 0, id, style=RED),
    ]


def suggested(post: Post, id: int, language: str) -> list[ActionButton]:
    """Return the button with which a commander gives suggested orders."""
    seat = post.audience.removeprefix("seat/")
    give, place = text(N_("Give these orders"), language), (post.campaign, seat, id, post.head[:16])
    return [button(give, "suggest_yes", *place, style=GREEN)]


def _colour(post: Post) -> int:
    if post.kind == "asked":
        return GOLD
    return RED_INK if isinstance(post.content, Notice) and post.content.what in LOUD else INK


def told_dice(dice: Sequence[DiceLine], language: str) -> Iterator[str]:
    """Yield every roll in small print, and after those of one batch their epoch and seed."""
    for n, line in enumerate(dice):
        yield f"> -# {plain(line.text)}"
        following = dice[n + 1] if n + 1 < len(dice) else None
        if following is None or (following.entry, following.epoch) != (line.entry, line.epoch):
            yield _proof(line, language)


def _proof(line: DiceLine, language: str) -> str:
    seed = Raw(f"`{line.seed}`" if line.seed else "–")
    if line.kind == "draw" and not line.seed:
        template = N_("entry {n}: sealed now, proven when the game ends")
        return "> -# " + marked(template, language, n=line.entry)
    template = N_("entry {n} · epoch {epoch} · seed {seed}")
    return "> -# " + marked(template, language, n=line.entry, epoch=line.epoch, seed=seed)


def without_pictures(page: Page) -> Page:
    """Return a page whose pictures are described in words, where files may not be attached."""
    words = [plain(alt) for alt in _parted([picture.alt for picture in page.pictures])]
    return Page(page.title, page.body, (), [*words, *page.after], page.footer, page.rows, page.colour)

"""The founding of a campaign: card, seats, salts, the first procedure (design/fair-dice.md §1, §2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from adjudicator.core.game.game import Game, Scenario
from adjudicator.core.language.errors import NotNow, NotUnderstood, Verbatim
from adjudicator.core.language.languages import FIRST, LANGUAGES
from adjudicator.core.language.terms import ASK, SILENT
from adjudicator.core.language.words import N_, words
from adjudicator.core.log import founding as core
from adjudicator.core.log.chain import Chain, Entry
from adjudicator.core.log.chance import joint, salt_commitment
from adjudicator.core.table.table import start
from service.storage import outbox
from service.storage.outbox import PostDraft
from service.text.terms import OPEN, conditions
from service.unit_of_work.context import ServiceContext
from service.unit_of_work.transaction import Transaction
from service.usecases.play import playing
from service.values.audiences import CHANNEL, to_seat
from service.values.posts import FoundedNotice
from service.values.receipts import Founded
from service.values.records import COMPUTER, Campaign, Keys, Member, Message, Plan, Receipt, person
from service.values.time_control import TimeControl, checked, require_sealed
from service.values.words import exact, packed, plain

from . import teams

NO_COMPUTER = N_("the computer cannot play this game")
LONGEST_NAME = 80
LONGEST_SALT = 400


class Prepared(Struct, frozen=True):
    """A campaign that only needs to be stored: finding its chains takes a while."""

    plan: Plan
    scenario: Scenario
    options: dict[str, str]
    roots: core.Roots


def prepare(context: ServiceContext, plan: Plan) -> Prepared:
    """Check a plan, and draw the secrets; nothing is stored.

    Raises:
        NotUnderstood: if there is no such game, scenario, option or value.
        NotNow: if an open table is to be a tournament.
    """
    if plan.game not in context.games:
        raise _unknown(plan.game, list(context.games))
    scenario = context.games[plan.game].scenario_of(plan.scenario)
    if scenario is None:
        raise _unknown(plan.scenario, [one.id for one in context.games[plan.game].scenarios()])
    known = {option.name: option.values for option in scenario.options}
    for name, value in plan.options.items():
        if value not in known.get(name, ()):
            raise _unknown(value if name in known else name, list(known.get(name, known)))
    options = {name: plan.options.get(name, values[0]) for name, values in known.items()}
    modes = _modes(context.games[plan.game], plan.modes)
    pace = checked(plan.pace)
    require_computer(context.games[plan.game], pace)
    require_sealed(pace, bool(plan.seed))
    plan = replace(plan, modes=modes, pace=pace, neutral=plan.neutral or pace.tournament)
    roots = core.roots_of(plan.game, plan.seed) if plan.seed else context.reserve.take(plan.game)
    return Prepared(plan, scenario, options, roots)


def _modes(game: Game, chosen: Mapping[str, str]) -> dict[str, str]:
    """Return how each kind of window is treated.

    Raises:
        NotUnderstood: if there is no such kind, or no such treatment.
    """
    kinds = ("default", *game.windows)
    for kind, mode in chosen.items():
        if kind not in kinds or mode not in (ASK, SILENT):
            raise _unknown(mode if kind in kinds else kind, [ASK, SILENT] if kind in kinds else list(kinds))
    return game.modes(chosen)


def require_computer(game: Game, pace: TimeControl) -> None:
    """Require that the computer plays a game, if it is to take seats that become vacant.

    Raises:
        NotNow: if it does not.
    """
    if pace.vacant == "computer" and game.ai_player is None:
        raise NotNow(words(NO_COMPUTER))


def _unknown(text: str, known: list[str]) -> NotUnderstood:
    return NotUnderstood(text, words(N_("{options:or}"), options=known), known)


def found(context: ServiceContext, message: Message, ready: Prepared) -> Receipt[Founded]:
    """Store the card; seats may be taken from now on.

    Raises:
        NotNow: if an open table was founded from this seed before.
    """
    plan, roots, seats = ready.plan, ready.roots, list(ready.scenario.seats)
    if context.campaigns.is_taken(roots.game):
        raise NotNow(words(N_("a game has already been created from these words")))
    cups = context.games[plan.game].begin(plan.scenario, ready.options, seats).cups
    game, umpire = context.games[plan.game], context.rules_version(plan.game)
    title = plain(plan.title, LONGEST_NAME) or game.lexicon.written(game.name, FIRST)
    tier: Literal["F1", "open"] = "open" if plan.seed else "F1"
    terms = core.Terms(title, plan.scenario, ready.options, seats, tier, umpire, cups, before=plan.before)
    chain = Chain(roots.game, roots.secrets.hroot)
    card = core.card(chain, context.clock(), terms, roots)
    campaign = _campaign(message, ready, terms, card)
    context.campaigns.add_campaign(campaign)
    secrets = roots.secrets
    keys = Keys(secrets.root, secrets.hroot, roots.seeds.checkpoints, roots.asides.checkpoints, {}, b"")
    context.campaigns.add_keys(campaign.id, keys)
    context.clocks.save_pace(campaign.id, plan.pace)
    context.log.add_entries(campaign.id, [card])
    values = {"title": Verbatim(title), "seats": seats}
    said = words(N_("{title} has been created; seats: {seats}"), **values)
    if tier == "open":  # its card binds nobody
        said = words(N_("{title} has been created; seats: {seats}; {open}"), **values, open=words(OPEN))
    agreed = [packed(one) for one in conditions(context.games[plan.game], campaign, plan.pace)]
    shown = "" if tier == "open" else card.head
    founded = FoundedNotice("founded", packed(said), agreed=agreed, card=shown)
    context.outbox.add(campaign, [PostDraft(CHANNEL, founded)])
    return Receipt(campaign.id, campaign.n, campaign.head, Founded(card.head))


def _campaign(message: Message, ready: Prepared, terms: core.Terms, card: Entry) -> Campaign:
    """Return the row of a game that waits for its players; its log has the card alone."""
    plan = ready.plan
    return Campaign(
        id=0,
        name=ready.roots.game,
        game=plan.game,
        scenario=plan.scenario,
        title=terms.title,
        options=ready.options,
        modes=plan.modes,
        seats=list(terms.seats),
        tier=terms.tier,
        founder=message.user,
        referee=plan.referee or message.user,
        state="joining",
        n=card.n + 1,
        head=card.head,
        umpire=terms.umpire,
        neutral=int(plan.neutral),
    )


def plan_again(old: Campaign, message: Message) -> Plan:
    """Return the plan of a campaign that was given up before it began.

    Raises:
        NotNow: if it was not, or the caller did not found it.
    """
    if old.state != "dead" or message.user != old.founder:
        raise NotNow(
            words(N_("only a game that was called off can be created again, and only by its creator"))
        )
    before = old.head
    neutral = bool(old.neutral)
    modes = {"default": SILENT, **old.modes}
    return Plan(
        old.game, old.scenario, old.title, old.options, modes, old.referee, b"", before, neutral=neutral
    )


# -- seats -------------------------------------------------------------------------------------------


def offer_rematch(tx: Transaction, seat: str) -> None:
    """Tell everybody in a game that is over that a seat proposes to play it again with sides exchanged.

    Raises:
        NotNow: if the game is not over, or the seat is not the sender's.
    """
    tx.require("over")
    tx.require_seat(seat)
    tx.tell(CHANNEL, "rematch", words(N_("{seat} proposed a rematch with sides exchanged"), seat=seat))


def join(tx: Transaction, seat: str, who: str, own_salt: bool = False) -> None:
    """Take a vacant seat; the first to ask gets it. The last one to join closes the founding.

    A seat in play has a hand that nobody else may see: a player who left it may come back, an officer of its
    team may take over, both also if the computer plays it; anybody else needs an invitation
    (`referee.replace`).

    Raises:
        Refusal: and nothing has changed.
    """
    tx.require("joining", "playing")
    begun = tx.campaign.state == "playing"
    if begun and seat in tx.members and tx.members[seat].user == COMPUTER and teams.may_take_over(tx, seat):
        tx.context.campaigns.remove_member(tx.campaign.id, seat)
        del tx.members[seat]
    if begun and seat in tx.campaign.seats and seat not in tx.members and not teams.may_take_over(tx, seat):
        why = N_(
            "the game has begun; {seat} can be taken only by someone who is invited, an officer "
            "of its team, or the player who left it"
        )
        raise NotNow(words(why, seat=seat))
    take_seat(tx, seat, who, own_salt)


def take_seat(tx: Transaction, seat: str, who: str, own_salt: bool) -> None:
    """Take a vacant seat, for somebody who may have it.

    Raises:
        Refusal: and nothing has changed.
    """
    if seat not in tx.campaign.seats:
        raise _unknown(seat, tx.campaign.seats)
    if seat in tx.members:
        there = tx.members[seat]
        if there.user == tx.message.user:
            raise NotNow(words(N_("you play {seat} already"), seat=seat))
        values = {"seat": seat, "who": person(there.user, there.who)}
        raise NotNow(words(N_("{seat} is taken by {who}"), **values))
    teams.require_free(tx, tx.message.user, who, seat)
    tx.context.teams.strike(tx.campaign.id, tx.message.user)
    member = Member(seat, *teams.named(tx.message.user, who), own_salt)
    if teams.is_typed(member.user):
        teams.require_distinct(tx, member.user, member.who, seat)
    tx.context.campaigns.add_member(tx.campaign.id, member)
    tx.members[seat] = member
    named_by_seat = member.who in {tx.game.lexicon.label(seat, language) for language in LANGUAGES}
    said = N_("{seat} has a player") if named_by_seat else N_("{who} took the seat of {seat}")
    tx.tell(CHANNEL, "joined", words(said, who=person(member.user, member.who), seat=seat))
    if tx.campaign.state == "playing":
        tx.note_seat(seat, member.who)
    elif len(tx.members) == len(tx.campaign.seats):
        _close_founding(tx)


def remove(tx: Transaction, seat: str, said: str, *, may_return: bool = True) -> None:
    """Remove a player from a seat, with a sentence that all read; the caller has checked the right to do so.

    Before the game begins the seat is free again, and while salts are given the game is given up. In play the
    player may come back to the vacant seat, unless `may_return` is false.
    """
    repository, id, member = tx.context.teams, tx.campaign.id, tx.members.pop(seat)
    tx.context.campaigns.remove_member(id, seat)
    tx.context.campaigns.save_queue(id, seat, None)
    if tx.campaign.state == "joining":
        repository.disband(id, seat)
    teams.quit(tx, member.user, seat)
    repository.vacate(id, seat, member.user if may_return else "")
    tx.tell(CHANNEL, "left", words(said, who=person(member.user, member.who), seat=seat))
    if tx.campaign.state == "salting":
        tx.campaign.state = "dead"
        tx.tell(
            CHANNEL, "dead", words(N_("the game was called off before it began; it may be created again"))
        )


def vacate(tx: Transaction, seat: str) -> None:
    """Free the seat of an absent player, as the founder or the referee, before the game begins.

    While salts are given the game is given up by that, as if the player had left.

    Raises:
        NotNow: if the game has begun, nobody sits there, or the caller may not.
    """
    tx.require("joining", "salting", held=True)
    tx.require_founder()
    teams.require_known(tx, seat)
    if seat not in tx.members:
        raise NotNow(words(N_("{seat} has no player"), seat=seat))
    remove(tx, seat, N_("{who} no longer plays {seat}; the seat is vacant"))


# -- salts -------------------------------------------------------------------------------------------


def _close_founding(tx: Transaction) -> None:
    """Log the members once every seat is taken, and make the salts that are left to the bot."""
    for seat in tx.campaign.seats:
        tx.note_seat(seat, tx.members[seat].who)
    tx.campaign.state = "salting"
    keys = tx.context.campaigns.keys(tx.campaign.id)
    for seat in tx.campaign.seats:
        if tx.members[seat].own_salt:
            said = words(
                N_("make your salt for the game card {card} and enter its commitment"), card=_card(tx)
            )
            tx.tell(to_seat(seat), "salt", said)
        else:
            _make_salt(tx, keys, seat)
    _go_on(tx, keys)


def _card(tx: Transaction) -> str:
    return tx.context.log.head(tx.campaign.id, 0)


def _make_salt(tx: Transaction, keys: Keys, seat: str) -> None:
    """Make the bot's salt for a seat; on an open table it is empty."""
    is_open = tx.campaign.tier == "open"
    nonce = bytes(16) if is_open else tx.context.entropy(16)
    text = "" if is_open else tx.context.entropy(16).hex()
    keys.salts[seat] = (nonce.hex(), text)
    c = salt_commitment(bytes.fromhex(_card(tx)), seat, nonce, text)
    tx.note(core.commit_salt(tx.chain, tx.time, seat, "bot", c))


def _require_unbound(tx: Transaction, seat: str) -> None:
    tx.require("salting")
    tx.require_seat(seat)
    if seat in _committed(tx):
        raise NotNow(words(N_("{seat} is already committed to a salt"), seat=seat))


def commit(tx: Transaction, seat: str, c: str) -> None:
    """Bind a seat to a salt of its own; `c` in hex.

    Raises:
        Refusal: and nothing has changed.
    """
    _require_unbound(tx, seat)
    tx.note(core.commit_salt(tx.chain, tx.time, seat, "self", _hex(c, 32)))
    _go_on(tx, tx.context.campaigns.keys(tx.campaign.id))


def leave_salt_to_bot(tx: Transaction, seat: str) -> None:
    """Let the bot make the salt of a seat that was to make its own.

    Raises:
        Refusal: and nothing has changed.
    """
    _require_unbound(tx, seat)
    keys = tx.context.campaigns.keys(tx.campaign.id)
    _make_salt(tx, keys, seat)
    _go_on(tx, keys)


def reveal(tx: Transaction, seat: str, nonce: str, text: str) -> None:
    """Reveal the salt that a seat is bound to: the nonce in hex, and its words.

    Raises:
        Refusal: and nothing has changed.
    """
    tx.require("salting")
    tx.require_seat(seat)
    entries = tx.entries()
    if len(_committed(tx)) < len(tx.campaign.seats):
        raise NotNow(words(N_("salts can be revealed only when every seat is committed to one")))
    if seat in core.salts_of(entries):
        raise NotNow(words(N_("{seat} has already revealed its salt"), seat=seat))
    entry = core.reveal_salt(tx.chain, tx.time, entries, seat, _hex(nonce, 16), exact(text, LONGEST_SALT))
    tx.note(entry)
    _go_on(tx, tx.context.campaigns.keys(tx.campaign.id))


def _hex(text: str, size: int) -> bytes:
    try:
        value = bytes.fromhex(text)
    except ValueError:
        value = b""
    if len(value) != size:
        raise NotUnderstood(text, words(N_("{n} hexadecimal digits"), n=2 * size))
    return value


def _committed(tx: Transaction) -> list[str]:
    return [str(entry.body["seat"]) for entry in tx.entries() if entry.t == "salt_commit"]


def _go_on(tx: Transaction, keys: Keys) -> None:
    """Reveal the bot's salts once all are bound; begin once all are revealed."""
    if len(_committed(tx)) == len(tx.campaign.seats):
        for seat, (nonce, text) in sorted(keys.salts.items()):
            tx.note(core.reveal_salt(tx.chain, tx.time, tx.entries(), seat, bytes.fromhex(nonce), text))
        keys.salts = {}
        shown = core.salts_of(tx.entries())
        if len(shown) == len(tx.campaign.seats):
            keys.joint = joint(bytes.fromhex(_card(tx)), shown)
        elif len(tx.context.log.bodies(tx.campaign.id, "salt_commit")) < len(tx.campaign.seats):
            for seat in tx.campaign.seats:
                if seat not in shown:
                    tx.tell(to_seat(seat), "salt", words(N_("reveal your salt now")))
    tx.context.campaigns.save_salts(tx.campaign.id, keys)
    if keys.joint:
        _begin(tx)


def note_terms(tx: Transaction, by: str) -> None:
    """Log which windows ask their seats, and the time control but for its reminders (design/fair-dice.md §5).

    An open campaign proves nothing, so it logs neither.
    """
    if tx.campaign.tier == "open":
        return
    pace = to_builtins(tx.context.clocks.pace(tx.campaign.id))
    plain_pace = {name: int(value) if isinstance(value, bool) else value for name, value in pace.items()}
    del plain_pace["reminders"]
    tx.append("terms", {"modes": dict(tx.campaign.modes), "pace": plain_pace, "by": by})


def _begin(tx: Transaction) -> None:
    """Set up the first world at rest, and start the first procedure."""
    c = tx.campaign
    c.state = "playing"
    tx.tell(CHANNEL, "began", words(N_("the game begins")))
    note_terms(tx, "founder")
    first = start(tx.game, tx.game.begin(c.scenario, c.options, c.seats), tx.chain.n - 1)
    tx.context.log.add_rests(c.id, [first.rest], [first.rest.n])
    tx.drafts += outbox.pictures("", [first.rest], c.seats)
    c.stage = first.rest.stage
    tx.open(first, fresh=True)
    playing.settle(tx)

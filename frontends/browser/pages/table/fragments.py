"""The parts of a table's page that change during play; each is replaced only if it has changed."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

from adjudicator.core.choices.choice import Reader
from adjudicator.core.game.forecast import Odds
from adjudicator.core.language.errors import Refusal, Verbatim
from adjudicator.core.language.words import N_
from adjudicator.core.log.chain import JSON
from adjudicator.display.charts import BattleBoard
from adjudicator.display.preview import Preview
from adjudicator.figures import SIGNED
from frontends.browser.pages import salts, time_control
from frontends.browser.pages.cards import with_links
from frontends.browser.pages.entering import team
from frontends.browser.pages.hand import hand_part
from frontends.browser.web.html import Child, Html, tag
from frontends.browser.web.layout import form, hidden, moment, press_button
from frontends.browser.web.viewer import Table, TableContext
from renderer.pieces.things import Sprite
from service.api import Service
from service.pictures.build import Way, shown_of, way_of
from service.posts import status as statusboard
from service.posts.status import Wait
from service.text import telling
from service.text.forecast import SideNeeds
from service.text.telling import whole
from service.text.terms import OPEN
from service.usecases.agreeing import agreements
from service.usecases.agreeing import undo as undo_acts
from service.usecases.play import queries, suggesting
from service.usecases.seats.teams import COMMANDER, OBSERVER
from service.values.words import LONGEST_REASON
from service.wizard.filled import Filled
from service.wizard.left_open import STILL, left_open, only_end
from service.wizard.steps import Built
from service.wizard.touch import Whole, at_once, begun_off, lit, once_more, onward, pickable
from service.wizard.witness import begun, is_open

from . import battle, ended, tour, waiting
from .decision import Asking, DecisionForm, now_of
from .order_line import reactions, suggested
from .pieces import face_on, sprites_of
from .places import line_of, map_now, map_part, table_layout

OUT_OF_TURN = "-1:"
"""The beginning of a question's name if it is about acting out of turn."""
LONGEST_TOLD = 600
"""Characters of what a player is told that taking back undoes, at most."""


def parts(at: TableContext) -> dict[str, Html]:
    """Return all present parts, by name; their sprites may be fetched from now on."""
    sight = map_now(at.service, at.table)
    if sight is not None:
        keep_sprites(at, sprites_of(sight.scene))
    return {
        "status": status(at.service, at.table),
        "decision": shown_decision(at, Filled()),
        "hand": hand_part(at.service, at.table),
        "map": map_part(at.service, at.table, sight),
    }


def keep_sprites(at: TableContext, sprites: Mapping[str, Sprite]) -> None:
    """Keep sprites that the viewer is shown, who may fetch them from now on."""
    at.context.sprites.add(at.table.viewer.campaign, at.table.viewer.place, sprites)


def digests(made: Mapping[str, Html], form_id: str) -> dict[str, str]:
    """Return a digest of each part, by name; the ids of its forms, made again each time, do not count."""
    plain = {name: part.replace(form_id, "") if form_id else part for name, part in made.items()}
    return {name: hashlib.sha256(part.encode()).hexdigest()[:12] for name, part in plain.items()}


def made_at() -> int:
    """Return when parts are made, in microseconds, to be called in the service's thread, where one thing is
    done at a time.

    Answers and events reach a page over different connections, and none may replace a later one.
    """
    return time.monotonic_ns() // 1000


def as_data(made: Mapping[str, Html], at: int | None = None) -> dict[str, object]:
    """Return parts as data for the page's script, with the moment when they were made, by default now."""
    return {"parts": {name: str(part) for name, part in made.items()}, "at": made_at() if at is None else at}


def now_parts(at: TableContext) -> dict[str, object]:
    """Return all present parts, as data for the page's script."""
    return as_data(parts(at))


# -- how it stands -----------------------------------------------------------------------------------


def status(service: Service, table: Table) -> Html:
    """Return the turn, the seats with their points and whether they have a decision to make, and the reason
    of a hold.
    """
    t = table.localizer
    board = statusboard.status(service, table.viewer.campaign, t.language)
    turn = t.signs.beside(board.turn, board.phase) or board.state
    held = tag(
        "p", t(N_("The game is on hold: {why}"), why=Verbatim(board.held, LONGEST_REASON)), class_="refusal"
    )
    ready = Verbatim(t.signs.comma.join(board.ready))
    is_open = service.status(table.viewer.campaign).campaign.tier == "open"
    points, waits = dict(board.points), {wait.seat: wait for wait in board.waits}
    gone = dict.fromkeys(board.resigned, t(N_("resigned")))
    seats = [
        _seat(table, seat, label, who or gone.get(seat, ""), points.get(label), waits.get(seat))
        for seat, label, who in board.members
    ]
    return tag(
        "div",
        tour.lesson_box(service, table),
        tag("p", turn, class_="turn"),
        tag("ul", seats, class_="seats"),
        _needs(table, board.needs),
        [tag("p", line) for line in board.result],
        tag("p", t(N_("Answered: {seats}."), seats=ready), class_="hint") if board.ready else None,
        tag("p", whole(t(OPEN), t.language), class_="hint") if is_open else None,
        tag("p", t(SIGNED), class_="hint") if table.game.figures else None,
        time_control.status_lines(service, table),
        held if board.held else None,
        id="part-status",
        data_part="status",
        data_stage=service.status(table.viewer.campaign).campaign.stage,
    )


def _needs(table: Table, needs: Sequence[SideNeeds]) -> Html | None:
    """Return the needs of each side; in sight is the weightiest of the viewer's own."""
    if not needs:
        return None
    own = next((one for one in needs if one.side == table.viewer.seat), needs[0])
    sides = [
        (tag("dt", one.name), [tag("dd", with_links(line, table.viewer.path)) for line in one.lines])
        for one in needs
    ]
    head = tag("summary", tag("b", table.localizer(N_("What wins"))), " ", own.lines[0])
    return tag("details", head, tag("dl", *sides), class_="needs")


def _seat(table: Table, seat: str, label: str, who: str, points: int | None, wait: Wait | None) -> Html:
    """Return a seat with player, points and, if it is asked, the deadline; the rule only for others."""
    t, badge = table.localizer, None
    if wait is not None:
        due = moment(wait.due) if wait.due is not None else None
        is_own = seat == table.viewer.seat  # then the paragraph is beside the question
        said = t(N_("your turn")) if is_own else t(N_("to decide ({rule})"), rule=Verbatim(wait.rule))
        badge = tag("span", with_links(said, table.viewer.path), due, class_="badge")
    score = (
        tag("span", t(N_("{n} {n:point|points}"), n=points), class_="points") if points is not None else None
    )
    name = who or t(N_("nobody yet"))
    return tag(
        "li",
        tag("span", label, class_="seat"),
        tag("span", name, class_="who") if name != label else None,
        score,
        badge,
        class_="asked" if wait else None,
        data_family=seat,
    )


# -- the decision ------------------------------------------------------------------------------------


def asking_of(service: Service, table: Table, filled: Filled, question: str = "") -> Asking | None:
    """Return the seat's question, or its acts out of turn if `question` says so, filled so far.

    If it is another question than `question`, nothing is filled. In a question that comes up ("") those picks
    are filled that no answer can do without.
    """
    seat, found = table.viewer.seat, None
    if seat is None or table.viewer.role == OBSERVER:
        return None
    if question.startswith(OUT_OF_TURN):
        aside = service.look(table.viewer.campaign, queries.asides, seat)
        found = None if aside is None else Asking(aside, -1, filled, table.viewer.path)
    elif (pending := service.look(table.viewer.campaign, queries.pending, seat)) is not None:
        reader = Reader(table.game.lexicon, table.localizer.language)
        picks = filled if filled or question else begun(pending.choice, reader)
        found = Asking(pending.choice, pending.asked.entry, picks, table.viewer.path)
    if found is not None and question and found.question != question:
        return Asking(found.choice, found.entry, Filled(), found.path)
    return found


def shown_decision(at: TableContext, filled: Filled, question: str = "", refused: Html | None = None) -> Html:
    """Return the decision as `decision` does; the sprites of its battle may be fetched from now on."""
    board = battle.board_now(at.service, at.table)
    if board is not None:
        keep_sprites(at, battle.sprites_of(board))
    return decision(at, board, filled, question, refused)


class _Asked(Struct, frozen=True):
    """A decision as a form: what is in it, attributes for the script, ids that a press may pick."""

    body: list[Child]
    attributes: dict[str, str]
    pickable: set[str]


def decision(
    at: TableContext,
    board: BattleBoard | None,
    filled: Filled,
    question: str = "",
    refused: Html | None = None,
) -> Html:
    """Return the seat's decision as a form; if it has none, the seats that the game is waiting for."""
    found = None if at.table.campaign.held else asking_of(at.service, at.table, filled, question)
    made = _idle(at, refused) if found is None else _form(at, found, refused)
    body = [*made.body]
    if board is not None:
        body.append(battle.battle_part(board, at.table, made.pickable))
    body += _beside(at, found)
    return tag("div", *body, id="part-decision", data_part="decision", **made.attributes)


def _form(at: TableContext, found: Asking, refused: Html | None) -> _Asked:
    """Return the form of a question, with what the order would leave open and the way that it leads."""
    reader = Reader(at.table.game.lexicon, at.table.localizer.language)
    where = table_layout(at.table).where
    found, now, stale = now_of(found, reader)
    if stale is not None and refused is None:
        refused = refusal_of(at.table, stale)
    fields = hidden(at.context, request=f"{at.context.form_id}/give")
    orders = at.table.viewer.role == COMMANDER
    pieces = _pieces(at.service, at.table)
    quick = _quick(at, found, pieces, reader) if orders else []
    give = N_("Give this order") if orders else N_("Suggest this order")
    sheet = DecisionForm(
        found,
        at.table.localizer,
        where,
        fields,
        reader,
        at.table.game.name,
        give=give,
        whole=quick,
        begun=begun_off(found.choice, found.filled, {*pieces, *where}, reader),
        face=face_on(at),
        odds=lambda answer: _odds(at, found, answer),
    )
    body: list[Child] = [sheet.html(now, refused)]
    if orders and found.entry >= 0 and only_end(found.choice, reader):
        body.append(_ending(at, found))
    begins = lit(found.choice, found.filled, reader, where)
    if isinstance(now, Built):
        goals = onward(found.choice, found.filled, reader)
        begins = list(dict.fromkeys(where[goal] for goal in goals if goal in where))
        body += [
            tag("p", line, class_="careless", role="status") for line in _left_open(at.table, found, reader)
        ]
    attributes = {"data_question": found.question, "data_lit": " ".join(begins)}
    way = way_of(found.choice, found.filled, reader)
    shown = None if way is None else _shown(at.service, at.table, way)
    if way is not None and shown is not None:
        attributes |= _led(shown, at.table) | {"data_pieces": " ".join(way.pieces)}
        body.append(tag("p", shown.alt, class_="hint led") if way.places else None)
    return _Asked(body, attributes, pickable(found.choice, found.filled, reader))


def _quick(at: TableContext, found: Asking, pieces: frozenset[str], reader: Reader) -> list[Whole]:
    """Return the orders that one press gives; the last one again comes first."""
    campaign, seat = at.table.viewer.campaign, at.table.viewer.seat
    if seat is None or found.entry < 0:
        return []
    replaceable = at.service.look(campaign, queries.is_replaceable, seat)
    quick = at_once(found.choice, found.filled, pieces, reader, replaceable=replaceable)
    last = None if found.filled else at.service.look(campaign, queries.last_order, seat)
    again = None if last is None else once_more(found.choice, last, reader)
    return quick if again is None else [again, *quick]


def _ending(at: TableContext, found: Asking) -> Html:
    """Return the button that ends all phases in which the seat can do nothing."""
    text = at.table.localizer(N_("End every phase in which I can do nothing"))
    fields = {"question": found.question, "request": f"{at.context.form_id}/idle"}
    to = f"{at.table.viewer.path}/do/end-idle"
    button = press_button(at.context, to, text, class_="give", fields=fields)
    return tag("div", button, class_="at-once")


def _idle(at: TableContext, refused: Html | None) -> _Asked:
    """Return for whom the game waits, where the viewer goes next, and how the game ended."""
    attributes = dict[str, str]()
    if at.table.campaign.state != "playing" or at.table.campaign.held:
        attributes["data_idle"] = ""  # nothing can be ordered now
    elif (seat := waiting.next_seat(at.service, at.table)) is not None:
        attributes["data_next"] = seat
    waits = salts.asked(at) or _waiting(at.service, at.table)
    return _Asked([waits, refused, waiting.next_waiting(at), ended.summary(at)], attributes, set())


def _odds(at: TableContext, asked: Asking, answer: JSON) -> Sequence[Odds]:
    """Return the odds of an answer; none for acts out of turn."""
    viewer = at.table.viewer
    if viewer.seat is None or asked.entry < 0:
        return ()
    return at.service.look(viewer.campaign, queries.odds, viewer.seat, answer)


def _left_open(table: Table, found: Asking, reader: Reader) -> list[str]:
    """Return a line about the orders that the seat could still give, none where it ends nothing."""
    orders = left_open(found.choice, found.filled, reader)
    return [table.localizer(STILL, orders=orders)] if orders else []


def _taken_back(service: Service, table: Table) -> str:
    """Return in words what taking back would undo, and what others were told of it; "" if it cannot be."""
    viewer, t = table.viewer, table.localizer
    if (
        viewer.seat is None
        or (last := service.look(viewer.campaign, undo_acts.to_take_back, viewer.seat)) is None
    ):
        return ""
    (given,) = service.log(viewer.campaign, last - 1)[:1]
    own, seen = (
        telling.story(table.game, service.look(viewer.campaign, queries.journal, seat, last - 1), t.language)
        for seat in (viewer.seat, None)
    )
    told = {
        "own": Verbatim(t.signs.gap.join(own[-3:]), LONGEST_TOLD),
        "seen": Verbatim(t.signs.gap.join(seen[-3:]), LONGEST_TOLD),
    }
    if not own and (verb := _verb_of(given["pub"])):
        return t(N_("Takes back “{order}”. Nobody has been told of it."), order=verb)
    if not own:
        return t(N_("Takes back your last order; nobody has been told of it."))
    if not seen:
        return t(N_("Takes back: {own} Nobody else has been told of it."), own=told["own"])
    if seen == own:
        return t(N_("Takes back: {own} Everyone has been told of it."), own=told["own"])
    return t(N_("Takes back: {own} Everyone has been told: {seen}"), **told)


def _verb_of(public: Mapping[str, JSON]) -> str:
    """Return the verb of the public part of an answer, "" if it has none."""
    whole = public.get("answer")
    verb = public.get("pick") or (whole.get("pick") if isinstance(whole, dict) else "")
    return verb if isinstance(verb, str) else ""


def _take_back(at: TableContext) -> list[Child]:
    said = _taken_back(at.service, at.table)
    if not said:
        return []
    once = at.context.form_id_of(at.table.viewer.path, at.table.campaign.n)
    undo = form(
        at.context,
        f"{at.table.viewer.path}/do/back",
        tag("button", at.table.localizer(N_("Take back")), class_="quiet"),
        fields={"request": f"{once}/back"},
    )
    return [tag("div", undo, tag("p", said, class_="hint"), class_="take-back")]


def _pieces(service: Service, table: Table) -> frozenset[str]:
    """Return the pieces that the viewer knows by their ids."""
    sight = map_now(service, table)
    stacks = () if sight is None else sight.scene.stacks
    return frozenset(id for stack in stacks for piece in stack.pieces for id in piece.split())


def _shown(service: Service, table: Table, way: Way) -> Preview | None:
    """Return the path of the order so far with its cost, and the costs of other places in reach."""
    seat = table.viewer.seat
    if seat is None:
        return None
    language, campaign = table.localizer.language, table.viewer.campaign
    shown = shown_of(service, campaign, seat, language, way)
    here = shown_of(service, campaign, seat, language, structs.replace(way, onward=()))
    return None if shown is None or here is None else structs.replace(shown, alt=here.alt)


def _led(shown: Preview, table: Table) -> dict[str, str]:
    """Return the same path for the map: its start, line, side and cost, and the costs of goals."""
    path = shown.arrow.path
    line = line_of(table.board, table.localizer.language, path) if len(path) > 1 else []
    costs = {spot.place: spot.cost for spot in shown.spots if spot.cost}
    return {
        "data_start": path[0],
        "data_way": " ".join(f"{x},{y}" for x, y in line),
        "data_cost": costs.get(path[-1], "") if line else "",
        "data_costs": "\n".join(f"{place} {cost}" for place, cost in costs.items()),
        "data_family": shown.arrow.colour,
    }


def refusal_of(table: Table, refused: Refusal) -> Html:
    """Return a refusal as a sentence."""
    said = telling.refusal(refused, table.localizer.language, table.game.lexicon.label)
    return tag("p", with_links(said, table.viewer.path), class_="refusal", role="alert")


def _waiting(service: Service, table: Table) -> Html:
    """Return one sentence: who is waited for, or why nobody is."""
    t, campaign = table.localizer, table.viewer.campaign
    standings = service.status(campaign)
    vacant = [seat for seat in standings.campaign.seats if seat not in standings.members]
    if standings.campaign.state in ("joining", "salting"):
        said = t(N_("Waiting for: {seats}."), seats=vacant) if vacant else t(N_("Waiting for salts."))
    elif standings.over or standings.campaign.state == "closed":
        said = t(N_("The game is over."))
    elif standings.campaign.held:
        said = t(N_("No orders are accepted until the game goes on."))
    elif standings.asked:
        said = t(N_("Waiting for: {seats}."), seats=[a.seat for a in standings.asked])
    else:
        said = t(N_("No seat has a decision to make."))
    return tag("p", said, class_="waiting")


def _beside(at: TableContext, found: Asking | None) -> list[Child]:
    """List the seat's other actions: to act out of turn, continue a batch, answer a proposal."""
    seat, t = at.table.viewer.seat, at.table.localizer
    if at.table.campaign.state == "closed" and at.table.viewer.role == COMMANDER:
        return [_provisional(at)]
    if seat is None or at.table.campaign.state != "playing":
        return []
    by_officers = team.suggestions(at)
    if at.table.viewer.role != COMMANDER:
        return by_officers
    if at.table.campaign.is_paused:
        to, once = f"{at.table.viewer.path}/do/go-on", {"request": f"{at.context.form_id}/go-on"}
        button = press_button(at.context, to, t(N_("Go on with the game")), fields=once)
        return [tag("div", button, class_="beside")]
    body: list[Child] = by_officers
    if not at.table.campaign.held:
        offered = at.look(suggesting.offered, seat, at.context.language)
        entry = next((a.entry for a in at.service.asked(at.table.viewer.campaign) if a.seat == seat), 0)
        if offered.suggested is not None and found is not None and found.entry == entry and not found.filled:
            body.append(suggested(at, found, offered.suggested))
        body.append(reactions(at, offered, entry))
    if found is None or found.entry >= 0:
        aside = None if at.table.campaign.held else at.look(queries.asides, seat)
        if aside is not None and is_open(aside, Reader(at.table.game.lexicon, at.context.language)):
            link = Asking(aside, -1, Filled(), at.table.viewer.path).link(Filled())
            body.append(
                tag("p", tag("a", t(N_("Act out of turn")), href=link, data_step=True), class_="beside")
            )
    else:
        back = tag("a", t(N_("Back to the decision")), href=f"{at.table.viewer.path}/step", data_step=True)
        body.append(tag("p", back, class_="beside"))
    if (queue := at.service.batch(at.table.viewer.campaign, seat)) is not None:
        lines = "; ".join(str(line) for line in queue.lines)
        waits = queue.state == "waiting"
        said = (
            N_("These orders wait until your next turn:")
            if waits
            else N_("These orders were not carried out:")
        )
        drop = form(
            at.context,
            f"{at.table.viewer.path}/do/drop",
            tag("button", t(N_("Discard")), class_="quiet"),
        )
        body.append(tag("div", tag("p", t(said)), tag("q", lines, class_="order"), drop, class_="batch"))
    body += time_control.claims(at)
    body += time_control.giving_day(at)
    body += _proposals(at, seat)
    return [*body, *_take_back(at)]


def _provisional(at: TableContext) -> Html:
    """Return the agreements after a provisional result, and the buttons that open or resume the game."""
    t, seat, buttons = at.table.localizer, at.table.viewer.seat, list[Html]()
    made = at.look(agreements.proposals)
    for kind, text in (("open", N_("Open everything now")), ("resume", N_("Resume the game"))):
        if all(one.kind != kind for one in made):
            to, once = f"{at.table.viewer.path}/do/{kind}", {"request": f"{at.context.form_id}/{kind}"}
            buttons.append(press_button(at.context, to, t(text), fields=once))
    said = t(
        N_("The result is provisional. All players must agree to open everything now, or to resume the game.")
    )
    body = _proposals(at, seat) if seat is not None else []
    return tag("div", tag("p", said), body, tag("div", buttons, class_="actions"), class_="proposal")


def _proposals(at: TableContext, seat: str) -> list[Child]:
    """Return the open proposals and their consents, with buttons to agree, decline or withdraw."""
    t, body = at.table.localizer, list[Child]()
    for made in at.look(agreements.proposals):
        said = [t.sentence(one) for one in (agreements.told(made), *agreements.agreed(made))]
        why = tag("q", made.why) if made.why else None
        named, to = {"proposal": made.id}, f"{at.table.viewer.path}/do/{made.kind}"
        takes_back = N_("Withdraw") if seat == made.by_seat else N_("Decline")
        choices = [] if seat in made.consent else [("yes", N_("Agree"))]
        buttons = [
            press_button(at.context, f"{to}-{how}", t(text), fields=named)
            for how, text in (*choices, ("no", takes_back))
        ]
        body.append(tag("div", [tag("p", one) for one in said], why, buttons, class_="proposal"))
    return body

"""The tables of a scenario's booklet: course and special rules, the sides, their units (§34)."""

from __future__ import annotations

from adjudicator.belisarius.board import RULES, SCENARIOS
from adjudicator.belisarius.board.scenarios import Group, Scenario
from adjudicator.belisarius.counted import force, kinds_said
from adjudicator.core import N_, Words, words
from adjudicator.display.aids import Cell, Table

Row = tuple[Cell, ...]


def scenario(id: str) -> tuple[Table, ...]:
    """Return the tables of a scenario by its id."""
    begin = SCENARIOS[id]
    return (_course(begin), _sides(begin), *_forces(begin))


def _course(begin: Scenario) -> Table:
    """§34.1 1 2 8 The length, the first player, and the special rules."""
    rows: list[Row] = [
        (words(N_("turns")), begin.turns),
        (words(N_("years")), f"{begin.first_year}–{begin.last_year}"),
        (words(N_("first player")), RULES.first),
        (words(N_("cities in ruins")), list(RULES.pillaged)),
    ]
    if not RULES.events_in_first_player_turn:
        rows.append((words(N_("first player turn")), words(N_("no random event"))))
    rows += [
        (words(N_("forage at the beginning")), words(N_("does not limit stacks of: {seat}"), seat=seat))
        for seat in begin.forage_waived
    ]
    heads = (words(N_("What")), words(N_("in this scenario")))
    return Table("course", words(N_("Course and special rules")), begin.number, heads, tuple(rows))


def _sides(begin: Scenario) -> Table:
    """§34.1 4 5 6 The provinces, solidi and markers of each side at the beginning."""
    rows: list[Row] = []
    for owner in dict.fromkeys(step.owner for step in begin.steps):
        provinces = [province for province, holder in begin.control.items() if holder == owner]
        rows.append((owner, provinces, begin.treasury.get(owner, "–"), begin.markers.get(owner, "–")))
    heads = (words(N_("Side")), words(N_("provinces")), words(N_("solidi")), words(N_("markers")))
    return Table("scenario_sides", words(N_("The sides at the beginning")), begin.number, heads, tuple(rows))


def _forces(begin: Scenario) -> list[Table]:
    """§34.1 4 5 6 The units of each side, in the order of placing."""
    found = []
    for owner in dict.fromkeys(step.owner for step in begin.steps):
        steps = [step for step in begin.steps if step.owner == owner]
        rows = tuple(
            (_where(group), kinds_said(group.units), _only(group)) for step in steps for group in step.groups
        )
        title = words(N_("{units} at the beginning"), units=force(owner))
        heads = (words(N_("Where")), words(N_("units")), words(N_("condition")))
        found.append(Table(f"scenario_{owner}", title, begin.number, heads, rows))
    return found


def _where(group: Group) -> Cell:
    return words(N_("any city that the side holds")) if group.at == "cities" else group.at


def _only(group: Group) -> Cell:
    """§34.0 The conditions of placing a group besides its place."""
    parts: list[Words] = []
    if group.not_at:
        parts.append(words(N_("not at {city}"), city=group.not_at))
    if group.not_in:
        parts.append(words(N_("not in {province}"), province=group.not_in))
    if group.not_near:
        parts.append(words(N_("not at or beside {city}"), city=group.not_near))
    if group.border:
        why = N_("at least {n} {n:unit|units} beside {province}")
        parts.append(words(why, n=group.border_units, province=group.border))
    return parts or "–"

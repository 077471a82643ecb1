"""The paths of an order, a press and a deadline, as ADR 11 counts them."""

from __future__ import annotations

from tools.measures.order_path import traced_deadline, traced_order, traced_press


def test_an_order_passes_eight_modules_and_then_the_table() -> None:
    """Four of them call upwards, each a function that it was handed."""
    trace = traced_order()
    assert trace.path == [
        "frontends.discord.commands.orders",
        "frontends.discord.context.action_context",
        "frontends.discord.orders.pasting",
        "service.runtime.worker",
        "service.api",
        "service.unit_of_work.command",
        "service.usecases.play.playing",
        "adjudicator.core.orders.orders",
        "adjudicator.core.table.table",
    ]
    assert [climb for climb in trace.climbs if {*climb} <= {*trace.path}] == [
        ("frontends.discord.context.action_context", "frontends.discord.commands.orders"),
        ("service.runtime.worker", "frontends.discord.orders.pasting"),
        ("service.unit_of_work.command", "service.api"),
        ("adjudicator.core.orders.orders", "service.usecases.play.playing"),
    ]


def test_a_press_goes_from_the_page_to_the_wizard() -> None:
    assert traced_press().path == [
        "frontends.browser.web.viewer",
        "frontends.browser.pages.table.pressed",
        "service.wizard.touch",
    ]


def test_a_deadline_calls_nothing_upwards() -> None:
    trace = traced_deadline()
    assert trace.path == [
        "service.api",
        "service.unit_of_work.command",
        "service.usecases.time.deadlines",
        "service.usecases.play.playing",
        "adjudicator.core.table.table",
    ]
    assert trace.climbs == []

"""The path of a typed order to the table, as ADR 11 counts it."""

from __future__ import annotations

from tools.order_path import traced_order


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

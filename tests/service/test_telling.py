"""Refusals as plain text: what was understood, what forbids it, what would do."""

from __future__ import annotations

from adjudicator.core import N_, Menu, OneOf, Reader, bar, words
from adjudicator.core.language.errors import Ambiguous, Illegal, NotNow
from adjudicator.core.language.words import Lexicon
from adjudicator.core.orders.orders import Line, LineRefused
from service.text import telling
from service.text.rulebook import heading, heading_after
from service.usecases.play import queries
from service.values.words import speak
from service.wizard.left_open import Unconfirmed
from tests.harness.service import ServiceHarness


def test_what_the_verifier_says_is_told_by_a_front_end_line_by_line(b: ServiceHarness) -> None:
    campaign = b.found("nim", "long")
    report = b.service.look(campaign, queries.verdict, {0: "00" * 8})
    assert telling.proof_text(report, "en") == report.text().splitlines()
    kinds = [kind for kind, _ in telling.proof(report, "ja")]
    assert kinds[:6] == ["small", "small", "small", "verdict", "title", "item"]


LEXICON = Lexicon(
    {
        "move": {"en": ("move", "mv")},
        "end": {"en": ("end",)},
        "roma": {"en": ("Roma", "Rome")},
        "ravenna": {"en": ("Ravenna",)},
        "genua": {"en": ("Genua",)},
        "card/apollo": {"en": ("card Apollo",)},
    }
)
READER = Reader(LEXICON)
PLACES = OneOf(
    rule="1",
    prompt=words(N_("Where?")),
    options=lambda: {"roma": bar("6.1", N_("{place} is full"), place="roma"), "ravenna": None, "genua": None},
    verb="move",
)
BARE = OneOf(rule="1", prompt=words(N_("Where?")), options=PLACES.options)
MENU = Menu(rule="1", prompt=words(N_("What?")), items=lambda: {"move": BARE, "end": None})


def said(refusal: Exception) -> str:
    assert isinstance(refusal, Illegal | NotNow | Ambiguous | LineRefused)
    return telling.refusal(refusal, "en", LEXICON.label)


def test_a_refusal_has_its_rule_and_its_values() -> None:
    illegal = Illegal("6.1", N_("{place} is full"), place="roma")
    assert said(illegal) == "Refused by §6.1: Roma is full."
    assert said(Illegal("card/apollo", N_("{place} is full"), place="roma")).startswith(
        "Refused by card Apollo:"
    )
    assert said(NotNow(words(N_("nothing is asked of {seat} now!"), seat="genua"))).endswith("Genua now!")
    batch = LineRefused(Line(2, "move Rome", True, "move"), illegal)
    assert said(batch).startswith("Refused by §6.1: Roma is full. Nothing was carried out, because of ")


def test_a_barred_option_says_why() -> None:
    stop = bar("6.1", N_("{place} is full"), place="roma")
    assert (
        telling.bar("move Roma", stop, "en", LEXICON.label) == "move Roma: not allowed (§6.1): Roma is full"
    )


def test_orders_on_several_lines_are_shown_on_one() -> None:
    asked = Unconfirmed("move Roma\nend", [], "")
    assert speak(asked.why, "en").startswith("“move Roma; end” has not been given yet")
    assert asked.order == "move Roma\nend", "It is given as it was typed"


def test_each_loss_of_an_end_is_a_clause_of_its_own() -> None:
    """A loss may itself name several things with "and"."""
    costs = [words("Roma and Genua feed 1"), words("2 have not moved")]
    asked = Unconfirmed("end", [], "", costs)
    assert speak(asked.why, "en").endswith("; Roma and Genua feed 1; 2 have not moved")


def test_a_heading_is_left_out_where_the_citation_says_it() -> None:
    cited = "marker Pope or Patriarch Intervenes"
    assert heading_after(cited, "belisarius", "card/pope", "en") == ""
    assert heading("belisarius", "card/pope", "en") in cited
    assert heading_after("§24.0", "belisarius", "24.0", "en") == "Negotiation"

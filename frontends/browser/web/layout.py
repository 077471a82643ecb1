"""The layout of every page: head, banner, settings, footer."""

from __future__ import annotations

from datetime import UTC, datetime

from adjudicator.core.language.languages import LANGUAGES
from adjudicator.core.language.words import N_
from adjudicator.rules_version import VERSION

from .html import Child, Html, join, raw, tag
from .request_context import THEMES, RequestContext

THEME_NAMES = {"auto": N_("System"), "light": N_("Light"), "dark": N_("Dark")}


def page(
    context: RequestContext, title: str, *body: Child, nav: Child = None, kind: str = "page", here: str = "/"
) -> Html:
    """Return a whole page.

    Args:
        context: of the request.
        title: of the page, for the head.
        body: its content.
        nav: links of its own in the banner.
        kind: "page" for a page of text, "table" for one that fills the window.
        here: the path to come back to when language or theme are set.
    """
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content={"auto": "light dark"}.get(context.theme, context.theme)),
        tag("meta", name="csrf-token", content=context.csrf_token),
        tag("title", f"{title} · Tabellarius"),
        tag(
            "link",
            rel="icon",
            href="/static/seal.svg",
            type="image/svg+xml",
            data_waiting="/static/seal_waiting.svg",
        ),
        [  # asked for at once: type that comes after the first picture moves every line
            tag(
                "link",
                rel="preload",
                href=f"/static/EBGaramond-{cut}.woff2",
                as_="font",
                type="font/woff2",
                crossorigin=True,
            )
            for cut in ("Medium", "Bold")
        ],
        tag("link", rel="stylesheet", href="/static/table.css"),
        tag("script", type="module", src="/static/table.js"),
    )
    skip = [tag("a", context.text(N_("Skip to content")), href="#content", class_="skip")]
    if kind == "table":
        skip.insert(0, tag("a", context.text(N_("Skip to your decision")), href="#asked", class_="skip"))
    brand = tag("a", _seal(), tag("span", "Tabellarius"), href="/", class_="brand")
    banner = tag("header", brand, nav, _choices(context, here), class_="banner")
    main = tag("main", *body, id="content", tabindex="-1", class_=kind)
    whole = tag(
        "html",
        head,
        tag("body", skip, banner, main, _foot(context) if kind == "page" else None),
        lang=context.language,
        data_theme=context.theme,
        data_close=context.text(N_("Close")),
    )
    return join(raw("<!doctype html>"), whole)


def themed(theme: str, path: str, alt: str, **more: str | int | None) -> Html:
    """Return a picture that exists in light and in dark colours, under `path` and the name of either."""
    if theme != "auto":
        return tag("img", src=f"{path}/{theme}", alt=alt, **more)
    dark = tag("source", media="(prefers-color-scheme: dark)", srcset=f"{path}/dark")
    return tag("picture", dark, tag("img", src=f"{path}/light", alt=alt, **more))


def hidden(context: RequestContext, **fields: str) -> list[Html]:
    """Return the hidden fields of a form: the CSRF token, and others."""
    named = {"csrf_token": context.csrf_token, **fields}
    return [tag("input", type="hidden", name=name, value=value) for name, value in named.items()]


def form(
    context: RequestContext, action: str, *body: Child, class_: str = "", fields: dict[str, str] | None = None
) -> Html:
    """Return a form that is posted, with its CSRF token."""
    return tag(
        "form", hidden(context, **(fields or {})), *body, method="post", action=action, class_=class_ or None
    )


def press_button(
    context: RequestContext, action: str, text: str, *, class_: str | None = None, fields: dict[str, str]
) -> Html:
    """Return a button in a line of text: a form of its own, which posts these fields."""
    return form(context, action, tag("button", text, class_=class_), class_="inline", fields=fields)


def field(label: str, control: Html, *, hint: str = "") -> Html:
    """Return a control with its label around it."""
    note = tag("small", hint) if hint else None
    return tag("label", tag("span", label, class_="label"), control, note, class_="field")


def select(name: str, options: list[tuple[str, str]], chosen: str = "", **more: str | bool | None) -> Html:
    """Return a list to pick one from, given pairs of value and text."""
    made = [tag("option", text, value=value, selected=value == chosen) for value, text in options]
    return tag("select", made, name=name, **more)


def moment(second: int) -> Html:
    """Return a time; the script shows it in the reader's zone."""
    when = datetime.fromtimestamp(second, UTC)
    return tag("time", f" {when:%Y-%m-%d %H:%M} UTC", datetime=f"{when:%Y-%m-%dT%H:%M:%SZ}")


def _choices(context: RequestContext, here: str) -> Html:
    """Return the form for language and theme, sent at once where scripts run, otherwise by its button."""
    names = [(code, known.name) for code, known in LANGUAGES.items()]
    themes = [(theme, context.text(THEME_NAMES[theme])) for theme in THEMES]
    return form(
        context,
        "/choices",
        select(
            "language", names, context.language, aria_label=context.text(N_("Language")), data_at_once=True
        ),
        select("theme", themes, context.theme, aria_label=context.text(N_("Colours")), data_at_once=True),
        tag("button", context.text(N_("Apply")), class_="quiet noscript"),
        class_="choices",
        fields={"to": here},
    )


def _foot(context: RequestContext) -> Html:
    own = context.text(
        N_(
            "Every player should own the printed game. You will find no rulebook text or printed "
            "artwork here."
        )
    )
    return tag("footer", tag("p", own), tag("p", f"Tabellarius {VERSION}"), class_="foot")


def _seal() -> Html:
    return tag("img", src="/static/seal.svg", alt="", width=26, height=26)

"""The page of links: where they work, and a form that opens the table to the network (ADR 21)."""

from __future__ import annotations

import segno
from aiohttp import web

from adjudicator.core.game.game import Game
from adjudicator.core.language.errors import Verbatim
from adjudicator.core.language.words import N_
from frontends.browser.web.html import Child, Html, raw, tag
from frontends.browser.web.layout import field, form, page
from frontends.browser.web.middleware import SHORTEST_PASSWORD, is_own_machine
from frontends.browser.web.request_context import RequestContext, app_of, context_of
from frontends.browser.web.responses import NotFound, html
from frontends.browser.web.session import is_token, password_proof
from service.text.localizer import Localizer

LINK = "link_"
"""The beginning of the name of a field that holds the token of a link."""
SUGGESTED = 6
"""Bytes of the password that is suggested."""


def root_of(request: web.Request) -> str:
    """Return the address at which others find this server, as far as it is known here."""
    app = app_of(request)
    own = f"{request.scheme}://{request.host}"
    return (app.settings.table_url or app.network.url or own).rstrip("/")


def link_row(request: web.Request, t: Localizer, seat: str, token: str) -> Html:
    """Return a seat with its link, to be copied or, where it works on other machines, photographed."""
    id, link = f"link-{seat or 'referee'}", f"{root_of(request)}/enter/{token}"
    name = t.name(seat) if seat else t(N_("Referee"))
    return tag(
        "li",
        tag("label", name, for_=id),
        tag("input", id=id, value=link, readonly=True, class_="link", data_select=True),
        tag("button", t(N_("Copy")), type="button", class_="quiet script", data_copy=id),
        None if _is_here_alone(request) else qr_code(t, link, name),
    )


def qr_code(t: Localizer, link: str, name: str) -> Html:
    """Return a QR code, folded."""
    code = segno.make(link, micro=False).svg_inline(
        border=2, light="#fff", omitsize=True, svgclass=None, lineclass=None
    )
    label = t(N_("QR code of the link for {name}"), name=Verbatim(name))
    picture = tag("div", raw(code), role="img", aria_label=label, class_="qr")
    return tag("details", tag("summary", t(N_("QR code"))), picture)


def where(request: web.Request, t: Localizer, game: Game, tokens: dict[str, str]) -> Html:
    """Say on which machines the links work, and what people who open one will see; offer to open the table to
    those who may.
    """
    app, lines = app_of(request), list[Child]()
    if _is_here_alone(request):
        lines.append(
            t(
                N_(
                    "These links work on this machine only: 127.0.0.1 is the machine itself. "
                    "Your friend can use one here, in another browser or a private window."
                )
            )
        )
    elif app.settings.table_url:
        lines.append(
            t(N_("These links work wherever {address} can be reached."), address=Verbatim(root_of(request)))
        )
    else:
        lines.append(
            t(
                N_(
                    "These links work in your network, at {address}. Traffic is not encrypted: "
                    "open the table only in networks that you trust."
                ),
                address=Verbatim(root_of(request)),
            )
        )
    if app.network.password and is_operator(request):
        lines.append(t(N_("The password is {password}."), password=Verbatim(app.network.password)))
    elif app.password:
        lines.append(t(N_("Your friend also needs the password of this server.")))
    lines.append(
        t(
            N_(
                "Your friend opens the link, types a name and sees the table as that seat: "
                "its own hand and map, and nothing of yours. From then on the link works in "
                "that browser only."
            )
        )
    )
    return tag(
        "section",
        tag("p", lines[0]),
        [tag("p", line) for line in lines[1:]],
        _offer(request, t, game, tokens),
        class_="where",
    )


def is_operator(request: web.Request) -> bool:
    """Return true if a request comes from this machine directly, not through a proxy."""
    return is_own_machine(request.remote or "") and not app_of(request).settings.table_url


def _is_here_alone(request: web.Request) -> bool:
    host = request.url.host or ""
    app = app_of(request)
    return not app.settings.table_url and not app.network.url and is_own_machine(host)


def _offer(
    request: web.Request, t: Localizer, game: Game, tokens: dict[str, str], refused: str = ""
) -> Html | None:
    """Return the form that opens the table to the network; None for those who may not."""
    context, app = context_of(request), app_of(request)
    if not (_is_here_alone(request) and is_operator(request) and app.network.open_at is not None):
        return None
    typed = context.field("password") if refused else app.random(SUGGESTED).hex()
    entry = tag(
        "input", name="password", value=typed, required=True, minlength=SHORTEST_PASSWORD, autocomplete="off"
    )
    hint = t(
        N_("Visitors must enter this password. The games stay open to the network until the program stops.")
    )
    return form(
        context,
        "/network",
        tag("h2", t(N_("Open the table to your network"))),
        tag("p", refused, class_="refusal", role="alert") if refused else None,
        field(t(N_("Password")), entry, hint=hint),
        tag("button", t(N_("Open to the network"))),
        class_="panel",
        fields={"game": game.id} | {f"{LINK}{seat}": token for seat, token in tokens.items()},
    )


async def open_network(request: web.Request) -> web.Response:
    """Listen for other machines of the network too, and show the links with the new address.

    Raises:
        NotFound: for anybody but the person at this machine.
    """
    context, app = context_of(request), app_of(request)
    if not is_operator(request) or app.network.open_at is None:
        raise NotFound
    given = context.field("password").strip()
    refused = ""
    if len(given) < SHORTEST_PASSWORD:
        refused = context.text(N_("Use at least {n} characters."), n=SHORTEST_PASSWORD)
    elif not app.network.url:
        port = request.transport.get_extra_info("sockname")[1] if request.transport else 0
        url = await app.network.open_at(port)
        if url:
            app.network.password, app.network.url = given, url
        else:
            refused = context.text(N_("This machine is not on a network, or the port is in use."))
    proof = password_proof(context.session, app.password)
    await app.worker.run_silently(
        lambda service: service.seat_access.save_password_proof(context.session, proof)
    )
    return html(_links(request, context, refused), 409 if refused else 200)


def _links(request: web.Request, context: RequestContext, refused: str) -> Html:
    """Show the links that the form brought along."""
    game = app_of(request).games.get(context.field("game"))
    if game is None:
        raise NotFound
    t = context.localizer(game)
    found = {name.removeprefix(LINK): context.field(name) for name in context.form if name.startswith(LINK)}
    tokens = {seat: token for seat, token in found.items() if is_token(token)}
    rows = [link_row(request, t, seat, token) for seat, token in tokens.items()]
    title = t(N_("Links for the other seats"))
    body: list[Child] = [tag("h1", title), tag("ul", rows, class_="links")]
    body.append(_offer(request, t, game, tokens, refused) if refused else where(request, t, game, tokens))
    return page(
        context, title, *body, tag("p", tag("a", t(N_("Your games")), href="/", class_="button main"))
    )

"""Access to a tournament's page by a secret link, and of a browser by its session."""

from __future__ import annotations

from service.unit_of_work.context import ServiceContext


def known(context: ServiceContext, session: str) -> dict[int, str]:
    """Return the user as whom a browser reads each tournament to which it was admitted."""
    return context.tournament_access.of_session(session)


def grant(context: ServiceContext, id: int, user: str, token: str, session: str = "") -> None:
    """Give a user's link access to a tournament, and the browser of a session at once."""
    context.tournament_access.grant(id, user, token)
    if session:
        context.tournament_access.admit(session, token)


def tournament_of(context: ServiceContext, token: str) -> int | None:
    """Return the tournament of a link; None if the link is void."""
    found = context.tournament_access.of_token(token)
    return None if found is None else found[0]


def admit(context: ServiceContext, session: str, token: str) -> None:
    """Give a browser the access of a link."""
    context.tournament_access.admit(session, token)

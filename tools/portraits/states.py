"""Pictures of every state of the browser pages, in each width, language and theme, and what is wrong in them.

    python -m tools.portraits.states looks [state …]

The games are played by the computer, from fixed seeds, up to the decisions named in `POSITIONS`. A picture is
`<state>.<width>.<language>.<theme>.webp`. What can be measured is printed: parts wider than the window, text
that is cut off, controls that are too small for a finger, violations of accessibility rules.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page

from adjudicator import GAMES
from adjudicator.core.log.chance import sampler
from frontends.browser.web.session import TOKEN_BYTES, new_token
from service.api import Service
from service.runtime.bootstrap import opened
from service.runtime.demo import played, seated
from service.usecases.agreeing import ending
from service.usecases.play import playing
from service.usecases.seats import founding
from service.usecases.time import leaving
from service.usecases.tournaments import entering, staff
from service.usecases.tournaments.founding import TournamentPlan
from service.values.front_ends.browser import SeatAccess
from service.values.records import Message, Plan
from service.values.time_control import TimeControl
from tests.harness.chromium import Server, chromium, violations, window
from tournaments.rules import Rules

ANN, BOB = "local/ann", "local/bob"
SESSION = "5a" * TOKEN_BYTES
"""The browser of the pictures: it has all of Ann's seats."""
QUALITY, LONGEST, SETTLED, FINGER = 80, 9000, 900, 44
"""Of a picture; pixels of the longest; milliseconds that a page is given; pixels that a finger needs."""


class Look(NamedTuple):
    """Size of the window, language and theme of a picture."""

    width: int
    height: int
    language: str
    theme: str

    @property
    def is_phone(self) -> bool:
        return self.width < 700

    @property
    def name(self) -> str:
        return f"{self.width}.{self.language}.{self.theme}"


SIZES = ((360, 740), (768, 1024), (1440, 900), (2560, 1300))
LOOKS = [
    Look(*size, language, theme) for size in SIZES for language in ("en", "ja") for theme in ("light", "dark")
]

CHECKED = ("360.en.light", "360.ja.dark", "1440.en.dark")
"""The looks in which violations of accessibility rules are searched for: both themes, languages, layouts."""


class Position(NamedTuple):
    """A decision of a game: its scenario, the paragraph by which a seat is asked, whether in a battle, and
    whether it may be left unanswered; "" for the first decision.
    """

    game: str
    scenario: str
    rule: str
    battle: bool = False
    optional: bool = False


POSITIONS = {
    "caesar-cards": Position("julius_caesar", "war", "2.1"),
    "caesar-move": Position("julius_caesar", "war", "6.1"),
    "caesar-levy": Position("julius_caesar", "war", "6.4"),
    "caesar-fire": Position("julius_caesar", "war", "7.2", battle=True),
    "caesar-hit": Position("julius_caesar", "war", "7.4", battle=True),
    "caesar-regroup": Position("julius_caesar", "war", "7.7", battle=True),
    "belisarius-setup": Position("belisarius", "advance", "34.0"),
    "belisarius-income": Position("belisarius", "advance", "9.0"),
    "belisarius-recruit": Position("belisarius", "advance", "11.2"),
    "belisarius-march": Position("belisarius", "advance", "14.1"),
    "belisarius-battle": Position("belisarius", "advance", "17.5", battle=True),
    "belisarius-window": Position("belisarius", "advance", "17.74", battle=True, optional=True),
    "belisarius-losses": Position("belisarius", "advance", "17.6", battle=True),
    "belisarius-supply": Position("belisarius", "advance", "20.0"),
    "ottomans-turn": Position("ottomans", "s1_tc", "5.1"),
    "ottomans-window": Position("ottomans", "s1_tc", "27.2", optional=True),
    "ottomans-battle": Position("ottomans", "s1_tc", "27.2", battle=True, optional=True),
    "ottomans-losses": Position("ottomans", "s1_tc", "27.0", battle=True),
    "ottomans-food": Position("ottomans", "s1_tc", "12.0"),
    "ancient-turn": Position("ancient_world", "pyrrhus_in_italy", "5.3"),
    "ancient-window": Position("ancient_world", "pyrrhus_in_italy", "6.53", optional=True),
    "ancient-siege": Position("ancient_world", "pyrrhus_in_italy", "9.55"),
    "ancient-assault": Position("ancient_world", "pyrrhus_in_italy", "9.43"),
    "ancient-battle": Position("ancient_world", "pyrrhus_in_italy", "8.25", battle=True),
    "ancient-retreat": Position("ancient_world", "pyrrhus_in_italy", "8.37", battle=True),
}
OTHERS = {"belisarius": "advance", "ottomans": "s1_tc", "ancient_world": "pyrrhus_in_italy"}
"""Games whose pages after the end are shown as well, with a scenario."""
OWN = ("caesar-move", "belisarius-march", "ottomans-turn", "ancient-turn")
"""An own turn of each game."""


def begun(service: Service, name: str) -> tuple[int, str]:
    """Play games until one comes to a position; return it and the seat that is asked.

    Raises:
        LookupError: if no game comes to it.
    """
    position = POSITIONS[name]
    for seed in range(4):
        campaign = _seated(service, position, f"{name} {seed}")
        for n in range(600):
            now = service.asked(campaign)
            for asked in now:
                fights = getattr(service.view(campaign, asked.seat), "battle", None) is not None
                if (asked.rule, fights, asked.optional) == position[2:]:
                    return campaign, asked.seat
            if not now:
                break
            answer = played(service, campaign, now[0].seat, sampler(n))
            service.do(Message("", ANN), campaign, playing.submit, now[0].seat, answer)
    raise LookupError(f"nobody is asked by {position}")


def _seated(service: Service, position: Position, seed: str) -> int:
    title = f"{position.game} {position.scenario}".replace("_", " ").title()
    modes = {"default": "ask"}
    plan = Plan(position.game, position.scenario, title, referee=ANN, seed=seed.encode(), modes=modes)
    return seated(service, plan, ANN)


def admitted(service: Service, campaign: int, *seats: str, user: str = ANN) -> None:
    """Give the browser of the pictures seats of a game; "" is the referee's page."""
    for seat in seats:
        key = new_token(service.random_bytes(TOKEN_BYTES))
        service.seat_access.grant(SeatAccess(campaign, seat, user), key)
        service.seat_access.add(SESSION, key)


class Stage:
    """The games of the pictures, and a server over them.

    Attributes:
        paths: state -> path of its page.
    """

    def __init__(self, folder: Path, wanted: Sequence[str]) -> None:
        self.paths: dict[str, str] = {}
        with opened(folder / "tabellarius.db") as service:
            for name in POSITIONS:
                if not wanted or any(name in (one, STATES[one].of.removesuffix("-waits")) for one in wanted):
                    campaign, seat = begun(service, name)
                    others = [one for one in service.campaign(campaign).seats if one != seat]
                    admitted(service, campaign, seat, others[0], "")
                    self.paths[name] = f"/game/{campaign}/{seat}"
                    if name == "caesar-move":
                        self.paths["referee"] = f"/game/{campaign}/referee/actions"
                    if name in OWN:
                        self.paths[f"{name}-waits"] = f"/game/{campaign}/{others[0]}"
            self._lobby(service)
            self._ended(service)
            self._paused(service)
            self._tournament(service)
        self.server = Server(folder, Path("maps").absolute(), width=2400)

    def _founded(self, service: Service, title: str, seats: Sequence[str] = ("caesar", "pompey")) -> int:
        plan = Plan(
            "julius_caesar", "war", title, referee=ANN, seed=title.encode(), pace=TimeControl("fixed", 48)
        )
        campaign = service.found(Message("", ANN), plan).campaign
        for seat in seats:
            service.do(Message("", ANN), campaign, founding.join, seat, "Ann")
        return campaign

    def _lobby(self, service: Service) -> None:
        campaign = self._founded(service, "Waits for Pompey", ("caesar",))
        admitted(service, campaign, "caesar", "")
        self.paths["lobby"] = f"/game/{campaign}/caesar"
        key = new_token(service.random_bytes(TOKEN_BYTES))
        service.seat_access.grant(SeatAccess(campaign, "pompey", "local/link"), key)
        self.paths["invited"] = f"/enter/{key}"

    def _ended(self, service: Service) -> None:
        for name, by in (("ended-open", ANN), ("ended-closed", BOB)):
            campaign = self._founded(service, name, ("caesar",))
            service.do(Message("", by), campaign, founding.join, "pompey", "Bob")
            for n in range(60):
                asked = service.asked(campaign)[0]
                user = ANN if asked.seat == "caesar" else by
                answer = played(service, campaign, asked.seat, sampler(n))
                service.do(Message("", user), campaign, playing.submit, asked.seat, answer)
            service.do(Message("", ANN), campaign, leaving.resign, "caesar")
            admitted(service, campaign, "caesar")
            self.paths[name] = f"/game/{campaign}/caesar"
        for game, scenario in OTHERS.items():
            campaign = _seated(service, Position(game, scenario, ""), game)
            for n in range(60):
                asked = service.asked(campaign)[0]
                answer = played(service, campaign, asked.seat, sampler(n))
                service.do(Message("", ANN), campaign, playing.submit, asked.seat, answer)
            service.do(Message("", ANN), campaign, ending.end, "Dinner")
            admitted(service, campaign, asked.seat)
            self.paths[f"ended-{game}"] = f"/game/{campaign}/{asked.seat}"

    def _paused(self, service: Service) -> None:
        campaign = self._founded(service, "Paused")
        service.do(Message("", ANN), campaign, ending.hold_by_referee, "a question of the rules is open")
        admitted(service, campaign, "caesar", "")
        self.paths["paused"] = f"/game/{campaign}/caesar"

    def _tournament(self, service: Service) -> None:
        events, rules = service.tournaments, Rules(format="swiss", seats=["caesar", "pompey"], rounds=2)
        plan = TournamentPlan("Spring in Rome", "julius_caesar", "war", rules, pace=TimeControl("fixed", 72))
        id = events.found(Message("", ANN), plan).campaign
        for user, who in ((BOB, "Bob"), ("local/c", "Chiara"), ("local/d", "Dora"), ("local/e", "Emil")):
            events.do(Message("", user), id, entering.enter, who, f"{who}'s words")
        self.paths["tournament"] = f"/tournament/{id}"
        self._dispute(service)

    def _dispute(self, service: Service) -> None:
        """A knockout whose first game has been given up, with a ruling and an announcement."""
        events, rules = service.tournaments, Rules(format="elimination", seats=["caesar", "pompey"])
        plan = TournamentPlan("Cup of Ravenna", "julius_caesar", "war", rules, pace=TimeControl("fixed", 72))
        id = events.found(Message("", ANN), plan).campaign
        for user, who in ((BOB, "Bob"), ("local/c", "Chiara"), ("local/d", "Dora"), ("local/e", "Emil")):
            events.do(Message("", user), id, entering.enter, who, "")
        events.do(Message("", ANN), id, entering.close)
        events.next_round(Message("", ANN), id)
        events.do(Message("", ANN), id, staff.announce, "The final begins on the first of March.")
        events.do(
            Message("", ANN),
            id,
            staff.rule,
            "May a seat be shared?",
            "Yes, by a team that the director knows.",
        )
        while events.tick():
            pass
        self.paths["cup"] = f"/tournament/{id}"


# -- what is done before a picture -------------------------------------------------------------------


def as_it_is(page: Page) -> None:
    """Leave the page as it opens."""


def tab(name: str) -> Callable[[Page], None]:
    """Show a part of the table on a narrow screen."""

    def act(page: Page) -> None:
        if page.locator(f"[data-tab={name}]").is_visible():
            page.locator(f"[data-tab={name}]").click()

    return act


def refused(page: Page) -> None:
    """Type an order that is refused."""
    page.locator("#order").fill("move Roma-Narnia: LEG 99")
    page.keyboard.press("Escape")
    page.locator("#order").press("Enter")
    page.locator("#said .refusal").wait_for()


def completing(page: Page) -> None:
    """Open the completions."""
    page.locator("#order").press("ArrowDown")
    page.locator("#completions li").first.wait_for()


def fanned(page: Page) -> None:
    """Fan out a large stack of the seat that acts."""
    tab("map")(page)
    page.evaluate(
        """() => {
            const own = [...document.querySelectorAll('.stack:has([data-piece])')];
            const size = one => JSON.parse(one.dataset.fan || '[]').length;
            own.sort((a, b) => size(b) - size(a))[0].setAttribute('data-largest', '');
        }"""
    )
    page.locator("[data-largest]").focus()
    page.keyboard.press("f")
    page.locator(".fan").wait_for()


def carded(page: Page) -> None:
    """Reach the piece of a fan by the keyboard, which shows its card."""
    fanned(page)
    page.keyboard.press("ArrowRight")
    page.locator(".piece-card").wait_for()


def offline(page: Page) -> None:
    """Take the network away."""
    page.context.set_offline(True)
    page.locator("#live.off").wait_for()


def recovery(page: Page) -> None:
    """Open the form for those who have lost their link."""
    page.locator("details:has(input[name=code]) summary").click()


def inviting(page: Page) -> None:
    """Invite a friend to a game, which shows the links."""
    page.get_by_role("button", name=re.compile("Invite a friend|友人を招待")).first.click()
    page.locator("input.link").first.wait_for()


def guided(page: Page) -> None:
    """Begin the guided turn."""
    page.locator("[data-tour=begin], .offer button").first.click()
    page.locator(".bubble").wait_for()


class State(NamedTuple):
    """A state: the position or path of its page, and what is done there."""

    of: str
    tail: str = ""
    act: Callable[[Page], None] = as_it_is
    script: bool = True
    known: bool = True
    """False for a browser without seats."""


PAGES = {
    "front": State("/"),
    "front-first": State("/", known=False),
    "new": State("/found"),
    "new-caesar": State("/found?game=julius_caesar"),
    "new-ottomans": State("/found?game=ottomans"),
    "tournaments": State("/tournaments"),
    "tournament-new": State("/tournaments/new?game=julius_caesar"),
    "tournament": State("tournament"),
    "cup": State("cup"),
    "cup-player": State("cup", "/player/p1"),
    "lobby": State("lobby", act=tab("play")),
    "links": State("/found", act=inviting, known=False),
    "invited": State("invited"),
    "paused": State("paused", act=tab("play")),
    "ended-open": State("ended-open"),
    "ended-closed": State("ended-closed"),
    **{f"ended-{game}": State(f"ended-{game}") for game in OTHERS},
    "lock-screen": State("caesar-move", "/lock-screen"),
    "log": State("caesar-fire", "/log"),
    "verify": State("caesar-fire", "/verify"),
    "replay": State("caesar-fire", "/replay"),
    "rules": State("caesar-fire", "/rules"),
    "standing": State("belisarius-march", "/standing"),
    "recovery": State("/", act=recovery, known=False),
    "settings": State("caesar-move", "/settings"),
    "team": State("caesar-move", "/team"),
    "messages": State("caesar-move", "/messages"),
    "notes": State("caesar-move", "/notes"),
    "referee": State("referee"),
    "no-script": State("caesar-move", script=False),
    "refused": State("caesar-move", act=refused),
    "offline": State("caesar-move", act=offline),
    "guided": State("caesar-move", act=guided),
    "completions": State("belisarius-march", act=completing),
    **{f"aids-{game}": State(f"/aid/{game}") for game in GAMES},
    **{f"turn-{game}": State(f"/aid/{game}/turn") for game in GAMES},
}
TABLES = {
    **{name: State(name, act=tab("play")) for name in POSITIONS},
    **{f"{name}-waits": State(f"{name}-waits", act=tab("play")) for name in OWN},
    **{f"{name}-map": State(name, act=tab("map")) for name in OWN},
    **{f"{name}-feed": State(name, act=tab("feed")) for name in OWN},
    **{f"{name}-fan": State(name, act=fanned) for name in OWN},
    **{f"{name}-card": State(name, act=carded) for name in OWN},
}
STATES = PAGES | TABLES

SCROLLED = """async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
        scrollTo(0, y);
        await new Promise(done => setTimeout(done, 200));
    }
    scrollTo(0, 0);
}"""
"""Scrolls through a page, so that its pictures are fetched."""
WRONG = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")


def path_of(stage: Stage, state: State) -> str:
    """Return the path of a state's page."""
    if state.of.startswith("/"):
        return state.of
    return stage.paths[state.of] + state.tail


@contextmanager
def shown(browser: Browser, stage: Stage, state: State, look: Look) -> Iterator[Page]:
    """Open the page of a state as it is looked at."""
    more: dict[str, Any] = {"viewport": {"width": look.width, "height": look.height}}
    if look.is_phone:
        more |= {"device_scale_factor": 2, "has_touch": True, "is_mobile": True}
    if not state.script:
        more["java_script_enabled"] = False
    with window(browser, base_url=stage.server.root, color_scheme=look.theme, **more) as page:
        values = {"session": SESSION if state.known else "", "language": look.language, "theme": look.theme}
        cookies: Any = [{"name": n, "value": v, "url": stage.server.root} for n, v in values.items()]
        page.context.add_cookies(cookies)
        page.goto(path_of(stage, state))
        page.wait_for_load_state("load")
        state.act(page)
        if look.is_phone and state.script:  # no timer ends where scripts are off
            page.evaluate(SCROLLED)
        page.wait_for_timeout(SETTLED)
        yield page


def taken(browser: Browser, stage: Stage, name: str, look: Look, folder: Path) -> list[str]:
    """Take the picture of a state; return what is wrong in it."""
    state = STATES[name]
    with shown(browser, stage, state, look) as page:
        picture = Image.open(BytesIO(page.screenshot(full_page=look.is_phone))).convert("RGB")
        picture = picture.crop((0, 0, picture.width, min(picture.height, LONGEST)))
        picture.save(folder / f"{name}.{look.name}.webp", quality=QUALITY)
        if not state.script:
            return []
        wrong: list[str] = page.evaluate(WRONG, FINGER if look.is_phone else 0)
        return [*wrong, *violations(page)] if look.name in CHECKED else wrong


def main(words: Sequence[str]) -> None:
    """Take the pictures of the states that are named, or of all; a look is named as ":360.en.light".

    Raises:
        SystemExit: the folder is missing, or a name is no state's or no look's; with the names of all.
    """
    match words:
        case [folder_name, *named] if folder_name[0] not in "-:":
            folder = Path(folder_name)
        case _:
            sys.exit("expected FOLDER [STATE ...] [:LOOK ...]")
    known = [*STATES, *(f":{look.name}" for look in LOOKS)]
    if unknown := [name for name in named if name not in known]:
        sys.exit(f"nothing is called {', '.join(unknown)}; there are: {', '.join(known)}")
    names = [name for name in named if name in STATES]
    looks = [look for look in LOOKS if f":{look.name}" in named] or LOOKS
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, chromium() as browser:
        stage = Stage(Path(home), names)
        with stage.server:
            for name, look in product(names or STATES, looks):
                try:
                    wrong = taken(browser, stage, name, look, folder)
                except Exception as error:  # noqa: BLE001 - the others are looked at all the same
                    wrong = [f"no picture: {error!r}"[:300]]
                print("".join(f"{name}.{look.name}: {line}\n" for line in wrong), end="", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

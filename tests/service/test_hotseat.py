"""The terminal table: founding, orders, looking, taking back; and that it shows a seat its own alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

import frontends.terminal.table
from adjudicator import GAMES
from adjudicator.core.log.chance import sampler
from adjudicator.julius_caesar.board import BLOCKS, CARDS
from adjudicator.julius_caesar.show.view import View
from frontends.terminal import run
from frontends.terminal.commands import COMMANDS, EXAMPLES, finish, take
from frontends.terminal.keyboard import Completions, Line, Plain
from frontends.terminal.table import TerminalTable
from service.api import Service
from service.pictures.drawing import Drawing
from service.runtime.bootstrap import opened
from service.runtime.demo import decide
from service.storage.database.backups import restored
from service.text.columns import WIDTH, solid, width, wrapped
from service.usecases.agreeing import undo
from service.usecases.play import queries, spared
from service.values.settings import Settings
from tests.harness.keyboard import AGAIN, Script, found, table, typed
from tests.harness.service import Entropy, service_harness


@pytest.fixture(autouse=True)
def no_maps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Maps are named and not drawn; one test draws."""
    drawn: list[str] = []

    def write(folder: Path, name: str, drawing: Drawing) -> Path:
        drawn.append(name)
        return folder / f"{name}.png"

    monkeypatch.setattr(frontends.terminal.table, "write_picture", write)
    return drawn


def order_of(at: TerminalTable, seed: int) -> str:
    """A random order for the seat that is asked."""
    choice = at.choice
    assert choice is not None
    return choice.write(decide(choice, sampler(seed)), at.reader)


def play(at: TerminalTable, keys: Script, steps: int, first: int = 0) -> None:
    """Type orders at random; a line is made when it is asked for, for the seat at the keyboard then."""

    class Typist:
        def __len__(self) -> int:
            return 1

        def pop(self, _: int) -> str:
            if not keys.text.endswith(AGAIN):
                self.line = order_of(at, self.seed)
            return self.line

        seed, line = first, ""

    typist = Typist()
    keys.typed, before = typist, keys.typed  # type: ignore[assignment]
    for step in range(first, first + steps):
        typist.seed = step
        if not at.step(take) or (keys.text.endswith(AGAIN) and not at.step(take)):
            break
    keys.typed = before


# -- sitting down ------------------------------------------------------------------------------------


def test_founding_asks_for_language_options_and_a_name(tmp_path: Path) -> None:
    keys = Script("1", "1", "free=on", "caesar_first_turn=maybe", "", "Rubicon", "quit")
    given = Settings(tmp_path / "test.db", tmp_path / "maps", tmp_path / "out", map_width=800)
    assert run(given, at=keys) == 0
    assert "free deployment: on (§5.2, " in keys.all
    assert "That is not an option" in keys.all
    assert "Which of your blocks on the map swap places" in keys.all

    again = Script("1", "1", "quit")
    assert run(given, at=again) == 0
    assert "1  Rubicon (Julius Caesar), " in again.all


def test_windows_are_as_the_game_proposes_unless_they_are_changed(tmp_path: Path) -> None:
    """In The Ancient World the players are asked; here not whether they intercept an interceptor."""
    keys = Script("1", str(1 + list(GAMES).index("ancient_world")), "", "", "2", "", "", "", "quit")
    given = Settings(tmp_path / "test.db", tmp_path / "maps", tmp_path / "out", map_width=800)
    assert run(given, at=keys) == 0
    told = " ".join(keys.all.split())
    assert (
        "be intercepted: the players are asked (about 19 questions in a short game of two if asked)" in told
    )
    assert "be intercepted: only standing orders react (less than one question in a short game" in told
    with service_harness(given.database) as b:
        modes = {"interception": "ask", "counter_interception": "standing"}
        assert b.service.campaigns()[-1].modes == modes


def test_a_player_who_goes_away_is_told_that_all_is_saved(tmp_path: Path) -> None:
    keys = Script("1", "", "", "")
    given = Settings(tmp_path / "test.db", tmp_path / "maps", tmp_path / "out", map_width=800)
    assert run(given, at=keys) == 0
    assert keys.screens[-1][-1] == "Saved. Next time you start, you can continue from here."


def test_a_seed_founds_but_one_game(tmp_path: Path) -> None:
    given = Settings(tmp_path / "test.db", tmp_path / "maps", tmp_path / "out", "en", 800)
    assert run(given, seed="alea", at=Script("", "", "", "quit")) == 0
    keys = Script("", "", "", "quit")
    assert run(given, seed="alea", at=keys) == 1
    assert "Refused: a game has already been created from these words." in keys.all


# -- playing -----------------------------------------------------------------------------------------


def test_a_turn_as_both_seats(tmp_path: Path, no_maps: list[str]) -> None:
    keys = Script()
    with table(tmp_path, keys) as at:
        play(at, keys, 12)
        assert "Caesar played" in keys.all
        assert at.campaign.stage.startswith("1/")
        assert any("caesar-1/1/discard" in name for name in no_maps)
        assert any("pompey" in name for name in no_maps)
        assert keys.prompts.count("Caesar: press [Enter] when nobody else is looking. ") >= 1
        lines = [line for screen in keys.screens for line in screen if not line.startswith("Map: ")]
        assert all(width(line) <= WIDTH for line in lines)


def test_what_a_screen_shows_is_the_seats_own(tmp_path: Path) -> None:
    """Enemy blocks are never named before all have seen them, nor cards in the enemy's hand."""
    checked = 0
    for game in range(3):
        keys = Script()
        with table(tmp_path / str(game), keys, seed=f"secrets {game}") as at:
            for step in range(70):
                screens = len(keys.screens)
                play(at, keys, 1, step + 1000 * game)
                if at.campaign.state != "playing" or len(keys.screens) == screens:
                    continue
                hidden = unseen(at, at.seat)
                assert hidden
                shown = keys.text + " ".join(line.text for line in at.completions(""))
                for name in hidden:
                    assert re.search(rf"(?<![\w/]){re.escape(name)}(?![\w/])", shown) is None, name
                    checked += 1
    assert checked > 500


def unseen(at: TerminalTable, seat: str) -> list[str]:
    """The names of the enemy's blocks and cards that the seat has never been shown."""
    enemy = "pompey" if seat == "caesar" else "caesar"
    mine, his = (at.service.view(at.id, of) for of in (seat, enemy))
    assert isinstance(mine, View) and isinstance(his, View)
    told = " ".join(at.game.say(event, "en") for _, event in at.service.look(at.id, queries.journal, seat))
    seen = {block.id for place in mine.places.values() for block in place.blocks}
    seen |= {block for side in ("caesar", "pompey") for block in mine.eliminated[side] + mine.trophies[side]}
    blocks = [b.id for place in his.places.values() for b in place.blocks if b.side == enemy]
    cards = [c for c in his.hand if CARDS[c].event and c not in mine.hand + mine.discard]
    ids = [id for id in [*blocks, *his.stock] if id not in seen and BLOCKS[id].kind != "leader"] + cards
    names = [at.game.lexicon.label(id, "en") for id in ids]
    return [name for name in names if not re.search(rf"(?<![\w/]){re.escape(name)}(?![\w/])", told)]


def test_one_person_alone_sees_no_cleared_screens(tmp_path: Path) -> None:
    keys = Script()
    with table(tmp_path, keys, alone=True) as at:
        play(at, keys, 8)
        assert len(keys.screens) == 1
        assert "You play all seats" not in keys.all
        typed(at, keys, "alone")
        assert "The screen is cleared" in keys.all
        play(at, keys, 8, 100)
        assert len(keys.screens) > 1


def test_a_refusal_names_rule_and_values_and_what_would_do(tmp_path: Path) -> None:
    keys = Script()
    with table(tmp_path, keys) as at:
        said = typed(at, keys, "play Rubicon")
        assert "Refused" in said
        assert "Possible: discard" in said
        said = ""
        while "Refused by §2.2: " not in said:  # an event, which the dice may deal, has no levies: §2.1
            play(at, keys, 1)
            n = at.campaign.n
            said = typed(at, keys, "levy LEG 17 at Roma") if getattr(at.choice, "rule", "") == "6.1" else ""
            assert at.campaign.n == n
        said = typed(at, keys, "end; move Roma-Roma-Roma")
        assert "Nothing was carried out, because of “move Roma-Roma-Roma”" in " ".join(said.split())
        assert at.campaign.n == n


# -- looking -----------------------------------------------------------------------------------------


def test_every_command_answers(tmp_path: Path) -> None:
    keys = Script()
    with table(tmp_path, keys) as at:
        play(at, keys, 9)
        while getattr(at.choice, "rule", "") != "6.1":  # the dice hang on the code: wait for a movement
            play(at, keys, 1)
        said = {
            line: typed(at, keys, line)
            for line in ("help", "view", "hand", "map", "log", "log all", "log 2", "why", "why end", "score")
        }
        assert all(said.values())
        assert all(f"  {command.names[0]} " in said["help"] for command in COMMANDS)
        assert "You may order" in said["help"]
        assert "Held by Caesar:" in said["view"]
        assert "Hand: " in said["hand"]
        assert ".png" in said["map"]
        assert len(said["log all"]) > len(said["log 2"])
        assert "No rule forbids that." in said["why end"]
        assert re.search(r"Caesar \d: ", said["score"])
        assert "6.11" in typed(at, keys, "rules 6.1")
        assert "No paragraph" in typed(at, keys, "rules 99")
        assert at.campaign.n == len(at.service.log(at.id))


def test_the_book_is_read_part_by_part_or_as_a_whole(tmp_path: Path) -> None:
    keys = Script()
    with table(tmp_path, keys) as at:
        assert "3  How to win" in typed(at, keys, "book")
        part = typed(at, keys, "book 3")
        assert typed(at, keys, "book how to") == part
        assert "ten points" in part and "Quick start" not in part
        assert "Pluto" in typed(at, keys, "book 6"), "with its charts"
        assert part.strip().splitlines()[-1] in typed(at, keys, "book all")
        assert "is not understood here" in typed(at, keys, "book of Caesar")
        typed(at, keys, "language ja")
        assert "勝ち方" in typed(at, keys, "手引き")


def test_slashes_and_japanese_names_are_commands_too(tmp_path: Path) -> None:
    keys = Script()
    with table(tmp_path, keys) as at:
        assert "Hand: " in typed(at, keys, "", "/hand")
        assert "Hand: " in typed(at, keys, "手札")


def test_a_map_is_drawn_for_the_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    keys = Script()
    with table(tmp_path, keys) as at:
        typed(at, keys, "", "map")
        (file,) = (tmp_path / "maps" / str(at.id)).glob("*-caesar-*.png")
        assert file.read_bytes().startswith(b"\x89PNG")
        assert f"Map: {file}" in keys.screens[-1]


def test_another_seat_comes_to_the_keyboard(tmp_path: Path) -> None:
    keys = Script()
    with table(tmp_path, keys) as at:
        typed(at, keys, "", "seat pompey", "")
        assert at.seat == "pompey"
        assert "== Pompey" in keys.text
        assert "expected: Caesar or Pompey" in typed(at, keys, "seat brutus")


# -- deciding ----------------------------------------------------------------------------------------


def test_undo_takes_back_what_showed_nothing(tmp_path: Path) -> None:
    keys = Script()
    with table(tmp_path, keys) as at:
        typed(at, keys, "")
        card = order_of(at, 1)
        typed(at, keys, card, "seat caesar", "")
        assert "took back the last order" in typed(at, keys, "undo")
        assert [asked.seat for asked in at.service.asked(at.id)] == ["caesar", "pompey"]
        assert "Refused" in typed(at, keys, "undo")


def test_going_back_by_consent_of_the_table(tmp_path: Path) -> None:
    keys = Script()
    with table(tmp_path, keys, alone=True) as at:
        play(at, keys, 6)
        stage = at.campaign.stage
        points = at.service.look(at.id, undo.points)
        listed = typed(at, keys, "back")
        assert f"  {points[0].to}  " in listed
        assert "Year 1, turn 1: dealing the cards." in listed
        first = points[-1]
        typed(at, keys, f"back {first.to}")
        assert at.campaign.stage != stage
        assert "you cannot go back to" in typed(at, keys, "back 9999")


def test_standing_orders_are_listed_left_and_dropped(tmp_path: Path) -> None:
    keys = Script()
    with table(tmp_path, keys) as at:
        assert "You have no standing orders." in typed(at, keys, "", "standing")
        assert "Refused" in typed(at, keys, "standing whatever")
        if "7.2" not in at.game.standing:
            pytest.skip("the game has no standing orders")
        assert "1  fire all" in typed(at, keys, "standing fire all")
        assert "Refused" in typed(at, keys, "standing drop 2")
        assert "You have no standing orders." in typed(at, keys, "standing drop 1")


def test_proofs_are_written_and_checked(tmp_path: Path) -> None:
    keys = Script()
    with table(tmp_path, keys) as at:
        play(at, keys, 5)
        assert "The log ends at entry" in typed(at, keys, "verify")
        assert "AUDITED: replayed by the rules, every entry" in typed(at, keys, "audit")
        for line, name in (("export", "public"), ("export mine", at.seat)):
            typed(at, keys, line)
            file = tmp_path / "out" / f"julius_caesar-{at.id}-{name}.jsonl"
            assert len(file.read_text().splitlines()) >= at.campaign.n
        assert (tmp_path / "out" / "verify.py").exists()


def test_the_language_changes_and_only_to_one_there_is(tmp_path: Path) -> None:
    keys = Script()
    with table(tmp_path, keys) as at:
        typed(at, keys, "")
        assert "Refused" in typed(at, keys, "language la")
        typed(at, keys, "language en")
        assert at.language == "en"


def test_resigning_asks_twice_and_ends_the_game(tmp_path: Path) -> None:
    keys = Script()
    with table(tmp_path, keys) as at:
        assert "Refused" in typed(at, keys, "", "a " * 2000)
        assert "This ends the game" in typed(at, keys, "resign")
        typed(at, keys, f"resign {at.seat}")
        assert at.campaign.state == "over"
        assert not at.step(take)
        finish(at)
        assert "The game is over." in keys.all


def test_a_drawn_game_is_agreed_on_at_the_table(tmp_path: Path) -> None:
    keys = Script()
    with table(tmp_path, keys) as at:
        assert "If everyone at the table agrees, type: draw accept" in typed(at, keys, "", "draw")
        assert "nobody has proposed a draw" in typed(at, keys, "draw refuse").lower()
        assert at.campaign.state == "playing"
        typed(at, keys, "draw accept")
        assert at.campaign.state == "over"
        assert at.service.log(at.id)[-1]["why"] == "draw"


def test_the_end_of_a_phase_says_what_was_left_open(tmp_path: Path) -> None:
    keys = Script()
    with table(tmp_path, keys, alone=True) as at:
        while at.service.asked(at.id)[0].rule != "6.1":
            play(at, keys, 1)
        at.call(at.service.asked(at.id)[0].seat)
        n = at.campaign.n
        said = " ".join(typed(at, keys, "end").split())
        assert "You can still order: move (" in said and said.endswith(AGAIN)
        assert at.campaign.n == n
        typed(at, keys, "end")
        assert at.campaign.n > n


def test_a_game_is_paused_and_goes_on_at_the_table(tmp_path: Path) -> None:
    keys = Script()
    with table(tmp_path, keys) as at:
        assert "nobody has proposed a pause" in typed(at, keys, "pause refuse").lower()
        assert "“pause refuse”" in typed(at, keys, "pause for tea")
        assert "you have no opponent to give time to" in typed(at, keys, "grant 5")
        assert "a number of hours" in typed(at, keys, "grant much")
        typed(at, keys, "pause")
        assert at.campaign.is_paused
        typed(at, keys, "release")
        assert not at.campaign.held


def test_a_broken_rule_is_told_by_its_error_id_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = Script()
    with table(tmp_path, keys) as at:
        typed(at, keys, "")
        n, order = at.campaign.n, order_of(at, 1)

        def break_down(choice: object, answer: object) -> object:
            raise ZeroDivisionError("a rule broke")

        with monkeypatch.context() as broken:
            broken.setattr("adjudicator.core.choices.plain.OneOf.accept", break_down)
            said = typed(at, keys, order)
        assert "error" in said and "Traceback" not in said
        assert at.campaign.n == n and at.campaign.held
        typed(at, keys, "release")
        assert not at.campaign.held


# -- keyboard and screen -----------------------------------------------------------------------------


def test_completion_offers_open_lines_before_barred_ones() -> None:
    offered = Completions(
        lambda text: [
            Line("move", "move", "6.1: no", False),
            Line("end", "end"),
            Line(f"{text}; fire all", f"{text}; fire all"),
        ]
    )
    found = list(offered.get_completions(Document("e"), CompleteEvent()))
    assert [c.text for c in found] == ["end", "e; fire all", "move"]
    assert [c.display_meta_text for c in found] == ["", "", "6.1: no"]
    assert found[1].display_text == "fire all"
    assert {c.start_position for c in found} == {-1}


def test_a_plain_keyboard_reads_and_writes_lines() -> None:
    written: list[str] = []
    keys = Plain(lambda prompt: f"<{prompt}>", written.append)
    assert keys.ask("Caesar> ", lambda text: [], "caesar") == "<Caesar> >"
    keys.show("a", "b")
    keys.clear()
    assert written[:2] == ["a", "b"]
    assert set(written[2]) == {"-"}


def test_lines_are_broken_by_columns() -> None:
    text = "カエサルは軍団を動かす。ポンペイウスは待つ。" * 4
    lines = wrapped(text, "* ", "  ")
    assert len(lines) > 1
    assert all(width(line) <= WIDTH for line in lines)
    assert "".join(line[2:] for line in lines) == text
    assert wrapped("a " * 60)[0] == " ".join("a" * 40)
    assert all("LEG 13" in line for line in wrapped(", ".join([solid("LEG 13")] * 30)))
    assert wrapped("") == [""]
    assert "".join(wrapped("x" * 200)) == "x" * 200


def test_every_game_can_be_said(tmp_path: Path) -> None:
    assert list(GAMES)
    keys = Script()
    with table(tmp_path, keys) as at:
        scene = at.service.look(at.id, queries.scene, None, "en")
        text = "\n".join(at.board.text(scene, "caesar"))
        assert text.index("Held by Caesar:") < text.index("Held by Pompey:")
        assert "LEG" not in text


def test_the_table_speaks_japanese(tmp_path: Path) -> None:
    keys = Script()
    with table(tmp_path, keys, language="ja") as at:
        play(at, keys, 10)
        typed(at, keys, "ヘルプ", "理由", "得点", "記録")
        english = {
            "Held",
            "Hand",
            "Stock",
            "Done",
            "Map",
            "Rule",
            "You",
            "Several",
            "Points",
            "holds",
            "plays",
            "LEG",
            "NAV",
            "EQ",
        }
        assert not english & set(re.findall(r"[A-Za-z]+", keys.all))
        assert "カエサル" in keys.all
        assert "軍団10 C4 3/3" in keys.all
        assert "§7.31         混乱と攻守交替" in typed(at, keys, "規則 7.3")
        assert all(width(line) <= WIDTH for line in keys.text.splitlines() if ".png" not in line)


# -- a restored backup -------------------------------------------------------------------------------


def test_at_the_keyboard_too_seen_dice_are_burnt_before_the_game_goes_on(tmp_path: Path) -> None:
    given = Settings(tmp_path / "test.db", tmp_path / "maps", tmp_path / "out", "en", 800)

    def sit(service: Service, campaign: int) -> tuple[TerminalTable, Script]:
        keys = Script()
        return TerminalTable(service, GAMES, campaign, keys, given, "en", alone=True), keys

    with opened(given.database, entropy=Entropy("keyboard"), exclusive=True) as service:
        campaign = found(service, "")
        copy = service.back_up(tmp_path / "copies", 1)
        at, keys = sit(service, campaign)
        for first in range(0, 400, 20):
            if service.status(campaign).campaign.epoch < 3:
                play(at, keys, 20, first)
        seen = {e["e"]: e["seed"] for e in service.log(campaign) if e["t"] in ("batch", "draw")}
    assert max(seen) > 1
    restored(copy, given.database)
    with opened(given.database, exclusive=True) as service:
        at, keys = sit(service, campaign)
        typed(at, keys, "release", "burn", "release")
        said = " ".join(keys.all.split())
        for what in ("Type “burn”, then “release”", "burn them first", "have been burned"):
            assert what in said
        assert at.campaign.held == ""
        play(at, keys, 40)
        again = [e for e in service.log(campaign) if e["t"] in ("batch", "draw")]
        assert not {e["seed"] for e in again if e["e"] > 1} & set(seen.values())
        assert service.look(campaign, queries.verdict).errors == []


def test_what_is_proposed_is_answered_at_the_keyboard(tmp_path: Path) -> None:
    keys = Script()
    with table(tmp_path, keys) as at:
        assert "“proposal accept”, or" in typed(at, keys, "proposal")
        assert "Refused: nobody has proposed anything." in typed(at, keys, "proposal accept")
        assert "Refused" in typed(at, keys, "open"), "nothing is provisional"
        assert "Refused" in typed(at, keys, "resume")


def test_help_with_a_word_shows_how_one_order_is_written_or_what_one_command_does(tmp_path: Path) -> None:
    keys = Script()
    with table(tmp_path / "one", keys, game="ottomans") as at:
        typed(at, keys, "help")
        assert "core Persia" in typed(at, keys, "help core")
        typed(at, keys, "core Persia")
        examples = [line for line in typed(at, keys, "help place").splitlines() if "place " in line]
        assert len(examples) == EXAMPLES and len({*examples}) > 1
        assert "show the board as you see it" in typed(at, keys, "help view")
        said = " ".join(typed(at, keys, "help dance").split())
        assert "“dance” is neither a command nor an order that you can give now" in said


# -- what is suggested ---------------------------------------------------------------------------------


def to_battle(at: TerminalTable, keys: Script) -> None:
    """Play until a reaction is asked."""
    for step in range(200):
        play(at, keys, 1, step)
        if {one.rule for one in at.service.asked(at.id)} & set(at.game.reactions):
            at.seat = at.service.asked(at.id)[0].seat
            return
    raise AssertionError("no battle")


def test_the_suggested_answer_is_shown_and_given_when_it_is_typed_again(tmp_path: Path) -> None:
    keys = Script()
    with table(tmp_path, keys, alone=True) as at:
        assert "othing is suggested for this decision" in typed(at, keys, "suggested")
        to_battle(at, keys)
        n = at.campaign.n
        shown = typed(at, keys, "suggested")
        assert "Suggested: " in shown and shown.endswith(AGAIN) and at.campaign.n == n
        typed(at, keys, "提案どおり")
        assert at.campaign.n > n


def test_reactions_are_spared_once_the_answer_to_the_open_one_is_typed_again(tmp_path: Path) -> None:
    keys = Script()
    with table(tmp_path, keys, alone=True) as at:
        for _ in range(10):  # until a battle after which the turn goes on
            to_battle(at, keys)
            n, seat = at.campaign.n, at.seat
            shown = typed(at, keys, "reactions off")
            assert "at once" in shown and shown.endswith(AGAIN) and at.campaign.n == n
            assert "you are not asked" in " ".join(typed(at, keys, "reactions off").split())
            assert at.campaign.n > n
            if at.service.look(at.id, spared.is_spared, seat):
                break
        assert at.service.look(at.id, spared.is_spared, seat)
        at.seat = seat
        at.run("ask")
        assert not at.service.look(at.id, spared.is_spared, seat)
        assert "expected: “reactions off”" in typed(at, keys, "reactions perhaps")

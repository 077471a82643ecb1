"""tools/rules_index.py, on a small rulebook of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.rules_index import citations, faults, page, read_index, run

PARAGRAPHS = """
[[paragraph]]
number = "1.0"
heading = "Introduction"
adjudicated = false
note = "says what the game is about"

[[paragraph]]
number = "7.6"
heading = "Retreat"
adjudicated = true

[[paragraph]]
number = "7.61"
heading = "Retreat by sea"
adjudicated = true

[[paragraph]]
number = "card/apollo"
heading = "Apollo"
adjudicated = true
"""
RULES = '''"""Chapter 7."""

LIMIT = 2  # §7.6


class Battle:
    @property
    def side(self):
        """§7.6 (2) Who must go."""


async def sail(w):
    def one(block):
        raise Illegal("7.61", "no ships")  # ruling TOY-7-1


def copy(w):
    return OneOf(rule="card/apollo")
'''
RULINGS = """# Rulings

## TOY-7-1 May ships wait?
§7.6 is silent.
"""
TESTS = '''
def test_retreat():
    """§7.6"""

def test_sea():
    assert refused == "7.61"

class TestCards:
    def test_apollo(self):  # §card/apollo
        pass
'''


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write(tmp_path, "data/toy/rules_index.toml", PARAGRAPHS)
    write(tmp_path, "adjudicator/toy/r07_combat.py", RULES)
    write(tmp_path, "adjudicator/toy/RULINGS.md", RULINGS)
    write(tmp_path, "tests/toy/test_r07.py", TESTS)
    write(tmp_path, "tests/other/test_r07.py", 'def test_of_another_game():\n    """§9.9"""\n')
    return tmp_path


def write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def change(root: Path, name: str, old: str, new: str) -> None:
    text = (root / name).read_text(encoding="utf-8")
    assert old in text
    write(root, name, text.replace(old, new))


def found(root: Path) -> list[str]:
    return list(faults(read_index(root, "toy")))


def test_the_page_names_code_tests_and_rulings(root: Path) -> None:
    rows = [line for line in page(read_index(root, "toy")).splitlines() if line.startswith("|")][2:]
    assert rows == [
        "| 1.0 | Introduction | nothing to adjudicate: says what the game is about |  |  |",
        "| 7.6 | Retreat | `r07_combat:LIMIT`, `r07_combat:Battle.side` | "
        "`toy/test_r07:test_retreat` | TOY-7-1 |",
        "| 7.61 | Retreat by sea | `r07_combat:sail.one` | `toy/test_r07:test_sea` | TOY-7-1 |",
        "| card/apollo | Apollo | `r07_combat:copy` | `toy/test_r07:TestCards.test_apollo` |  |",
    ]


def test_a_whole_index_has_no_faults_once_written(root: Path) -> None:
    assert found(root) == []
    assert run(root, check=True) == ["docs/rules-index/toy.md is out of date: make index"]
    assert run(root, check=False) == []
    assert run(root, check=True) == []
    change(root, "adjudicator/toy/r07_combat.py", "LIMIT", "FARTHEST")
    assert run(root, check=True) == ["docs/rules-index/toy.md is out of date: make index"]


def test_a_longer_number_is_another_paragraph(root: Path) -> None:
    change(root, "tests/toy/test_r07.py", '"""§7.6"""', '"""§7.61"""')
    assert found(root) == ["toy §7.6 Retreat: no test function cites it"]


def test_a_sub_point_is_held_to_its_citation_where_it_is_listed(root: Path) -> None:
    change(root, "adjudicator/toy/r07_combat.py", '"""§7.6 (2) Who must go."""', '"""§7.6(2) Who must go."""')
    assert found(root) == []
    change(root, "data/toy/rules_index.toml", '"7.61"', '"7.6(3)"')
    assert "toy §7.6(3) Retreat by sea: no code cites it" in found(root)


def test_a_module_docstring_is_no_test(root: Path) -> None:
    change(root, "tests/toy/test_r07.py", '"""§7.6"""', "pass  #")
    write(root, "tests/toy/test_all.py", '"""§7.6 and all the rest."""\n')
    assert found(root) == ["toy §7.6 Retreat: no test function cites it"]


def test_a_paragraph_without_code_is_a_gap(root: Path) -> None:
    change(root, "adjudicator/toy/r07_combat.py", '"card/apollo"', '"card"')
    assert found(root) == ["toy §card/apollo Apollo: no code cites it"]


def test_a_paragraph_that_does_not_exist_is_refused(root: Path) -> None:
    change(root, "adjudicator/toy/r07_combat.py", '"7.61"', '"7.62"')
    assert "r07_combat:sail.one cites §7.62, which rules_index.toml does not list" in found(root)


def test_rulings_are_checked_both_ways(root: Path) -> None:
    change(root, "adjudicator/toy/r07_combat.py", "TOY-7-1", "TOY-7-2")
    assert found(root) == [
        "r07_combat:sail.one cites ruling TOY-7-2, which RULINGS.md does not have",
        "ruling TOY-7-1: no code or test cites it",
    ]


def test_nothing_to_adjudicate_needs_its_reason(root: Path) -> None:
    change(root, "data/toy/rules_index.toml", 'note = "says what the game is about"', "")
    change(root, "data/toy/rules_index.toml", '"7.61"', '"7.6"')
    assert "toy §7.6 is listed twice" in found(root)
    assert "toy §1.0 has nothing to adjudicate, but no note says why" in found(root)


@pytest.mark.parametrize(
    ("line", "paragraphs"),
    [
        ("# §7.6.", ["7.6"]),
        ("# §4.51b, then §4.51", ["4.51", "4.51b"]),
        ("# §17.11(6) and § 7.6a thing", ["17.11", "17.11(6)", "7.6a"]),
        ("# §3.1[2], §34.1 8b and §34.1 4 to 6", ["3.1", "3.1[2]", "34.1", "34.1 4", "34.1 8b"]),
        ("# §17.51 24 + 2 and §16.21 1.5 points", ["16.21", "17.51"]),
        ("# §chart/combat, §event/11-12, §card/apollo", ["card/apollo", "chart/combat", "event/11-12"]),
        ("x = 'event/war_north'", []),
        ("# 7.6 without its mark", []),
        ("x = '7.6 without its mark'", []),
        ("x = '§8.2'", ["8.2"]),
        ("x = f('17.11(6)')", ["17.11", "17.11(6)"]),
        ("x = '42'", []),
    ],
)
def test_what_counts_as_a_citation(tmp_path: Path, line: str, paragraphs: list[str]) -> None:
    write(tmp_path, "r04.py", line + "\n")
    assert [citation.what for citation in citations(tmp_path / "r04.py", tmp_path)] == paragraphs


def test_an_opponents_plans_carry_out_no_rule(root: Path) -> None:
    change(root, "adjudicator/toy/r07_combat.py", 'rule="card/apollo"', 'rule="7.6"')
    write(root, "adjudicator/toy/ai_player.py", 'PLANS = {"card/apollo": None}\n')
    assert found(root) == ["toy §card/apollo Apollo: no code cites it"]

"""The coverage of the golden plays of Belisarius (tests/kit/test_golden.py plays them)."""

from __future__ import annotations

import re

from adjudicator.belisarius.options import OPTIONAL_RULES
from tests.kit.golden import read

from .kit import KIT

RESULTS = {"AA", "AR", "AZ", "BB", "DD", "DR", "DZ"}


def test_every_optional_rule_is_played() -> None:
    """§24 to §33"""
    played = {option for path in KIT.plays for option in read(path.read_text(encoding="utf-8")).options}
    assert {option.name for option in OPTIONAL_RULES} <= played


def test_every_result_of_a_combat_is_met() -> None:
    """§chart/combat"""
    told = "\n".join(path.read_text(encoding="utf-8") for path in KIT.plays)
    assert set(re.findall(r"= Battle of .*: (\w\w), ", told)) == RESULTS


def test_what_is_hidden_is_told_to_its_owner_alone() -> None:
    """§22.0 Nothing that only a seat reads about its markers is in a public line."""
    for path in KIT.plays:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("= ") and not line.startswith("= ["):
                assert not re.search(r"(draws|loses) markers: [A-Z]", line), (path.stem, line)

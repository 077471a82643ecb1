"""The pins are looked up in a list of advisories; where it cannot be reached, that is said: no success."""

from __future__ import annotations

import json

import pytest

from tools.release.advisories import main, pins


def test_all_pins_of_all_files_are_looked_up() -> None:
    found = pins()
    assert {"pillow", "aiohttp", "sqlite-utils", "pytest"} <= found.keys()
    assert all(version[0].isdigit() for version in found.values())


def test_what_is_known_against_a_pin_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    name, *others = pins()

    def ask(body: bytes) -> bytes:
        asked = [query["package"]["name"] for query in json.loads(body)["queries"]]
        assert asked == [name, *others]
        return json.dumps({"results": [{"vulns": [{"id": "PYSEC-1"}]}, *({} for _ in others)]}).encode()

    assert main(ask) == 1
    said = capsys.readouterr().out
    assert f"{name} {pins()[name]}: PYSEC-1" in said and "known against 1 of them" in said


def test_nothing_known_is_a_success() -> None:
    assert main(lambda body: json.dumps({"results": [{} for _ in pins()]}).encode()) == 0


@pytest.mark.parametrize("answer", [b"<html>", b"{}", b'{"results": []}', None])
def test_a_list_that_cannot_be_reached_or_read_has_checked_nothing(
    answer: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    def ask(body: bytes) -> bytes:
        if answer is None:
            raise TimeoutError("timed out")
        return answer

    assert main(ask) == 2
    assert "pins were NOT checked" in capsys.readouterr().out

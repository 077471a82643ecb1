"""With `activity` off nothing is different from before there was one."""

from __future__ import annotations

import json
from pathlib import Path

from tests.discord import activity_off


def test_with_the_setting_off_answers_and_messages_are_as_before(tmp_path: Path) -> None:
    """The trace was recorded before the first line of the Activity was written."""
    (tmp_path / "one").mkdir()
    now = [*activity_off.pages(tmp_path / "one"), *activity_off.conversation(tmp_path)]
    assert json.loads(json.dumps(now)) == json.loads(activity_off.RECORDED.read_text())

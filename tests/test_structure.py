"""The figures of the structure (tools/measures/structure.py), on a small tree."""

from __future__ import annotations

from pathlib import Path

from tools.measures.structure import figures

SERVICE = '''"""Acts."""


class Service:
    """All acts."""

    def found(self, language):
        """Found."""
        return self._do(language)

    def tick(self):
        n = 1
        return n
'''
PAGE = """from service.storage.log import Log


def shown(service, context, table):
    # a comment
    if table and context:
        return service.context.store.transaction(
            table
        )
    return words(N_("Hello"))
"""


def test_the_figures_of_a_small_tree(tmp_path: Path) -> None:
    files = {
        "service/api.py": SERVICE,
        "service/storage/log.py": "from service.api import Service\n",
        "frontends/mail/a.py": "from .b import hello\n",
        "frontends/mail/b.py": "from .a import bye\n",
        "frontends/browser/page.py": PAGE,
        "frontends/discord/page.py": PAGE,
        "bot.py": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = figures(tmp_path)
    assert {name: found[name] for name in ("lines", "blank", "comments", "docstrings", "imports")} == {
        "lines": 36, "blank": 8, "comments": 2, "docstrings": 3, "imports": 5,
    }  # fmt: skip
    assert (found["brackets alone"], found["statements"]) == (2, 16)
    assert (found["modules"], found["functions"]) == (7, 4)
    assert found["parts of folders in a circle of neighbours"] == 2
    assert found["functions of front ends that take service, context and table"] == 2
    assert found["functions that take a language"] == 1
    assert (found["public methods of the service"], found["of them of one statement"]) == (2, 1)
    assert found["places where front ends open a transaction"] == 2
    assert found["names of its storage that front ends import"] == 1
    assert (found["templates of front ends"], found["of them in two or more front ends"]) == (1, 1)
    assert found["words(…)"] == 2

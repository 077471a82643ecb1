"""Make the files of a pseudo-language: English, accented and a third longer (docs/add-a-language.md)."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec
from babel.messages.pofile import read_po

from adjudicator import GAMES
from tools.catalogues import domains, mo_bytes, new_catalog, po_bytes

ID = "xx"
ROOT = Path(__file__).resolve().parents[2]
CODE = ("adjudicator", "service", "frontends", "renderer", "tournaments", "data", "tests", "bot.py")

_ACCENTS = str.maketrans("aeiouyncszAEIOUYNCSZ", "áéíóúýñçšžÁÉÍÓÚÝÑÇŠŽ")
_KEPT = re.compile(r"(\{[^{}]*\}|`[^`]*`|<[^<>]*>|\*\*)")
_WORD = re.compile(r"[^\W\d_]{3,}")


def pseudo(text: str) -> str:
    """Return a text in the pseudo-language; placeholders, code and digits stay."""
    parts = _KEPT.split(text)
    return "".join(
        part if at % 2 else _WORD.sub(_longer, part).translate(_ACCENTS) for at, part in enumerate(parts)
    )


def _longer(word: re.Match[str]) -> str:
    """Return a word with its last vowel drawn out by a third of its letters."""
    said, more = word[0], -(-len(word[0]) // 3)
    vowels = [at for at, letter in enumerate(said) if letter.lower() in "aeiou"]
    at = vowels[-1] if vowels else len(said) - 1
    return said[: at + 1] + said[at].lower() * more + said[at + 1 :]


def write(target: Path) -> None:
    """Copy the project into a folder, and add the files of the pseudo-language and nothing else."""
    skipped = shutil.ignore_patterns("__pycache__", "plays", "saved", "golden")
    for name in CODE:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target / name, ignore=skipped)
        else:
            shutil.copy(ROOT / name, target / name)
    _write(target / "data" / "languages" / f"{ID}.toml", _language())
    for domain in domains(ROOT):
        _write(domain.po(target, ID).with_suffix(".mo"), _catalogue(domain.po(ROOT, "ja"), domain.name))
    for game in GAMES.values():
        folder = ROOT / "data" / game.name
        names = msgspec.toml.decode((folder / "names.ja.toml").read_bytes())
        _write(target / "data" / game.name / f"names.{ID}.toml", _names(names, game.lexicon.label))
        headings = msgspec.toml.decode((folder / "rules_index.toml").read_bytes())["paragraph"]
        said = {paragraph["number"]: pseudo(paragraph["heading"]) for paragraph in headings}
        _write(target / "data" / game.name / f"headings.{ID}.toml", _toml(said))
    for path in ROOT.glob("frontends/*/names.ja.toml"):
        commands = msgspec.toml.decode(path.read_bytes(), type=dict[str, str])
        said = {name: pseudo(name).casefold()[:32] for name in commands}
        _write(target / path.relative_to(ROOT).with_name(f"names.{ID}.toml"), _toml(said))


def _write(path: Path, content: bytes | str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


def _language() -> str:
    text = (ROOT / "data" / "languages" / "en.toml").read_text(encoding="utf-8")
    for line, other in (
        ('name = "English"', 'name = "Pšéúdó"'),
        ("order = 0", "order = 9"),
        ('["en"]', '["sv"]'),
    ):
        assert line in text
        text = text.replace(line, other)
    head, _, typed = text.partition("[typed]\n")
    words = re.sub(r'"([^"]+)"', lambda word: f'"{pseudo(word[1])}"', typed)
    return f"{head}[typed]\n{words}"


def _catalogue(po: Path, name: str) -> bytes:
    with po.open("rb") as file:
        known = read_po(file, locale="ja")
    made = new_catalog(next(domain for domain in domains(ROOT) if domain.name == name), "sv")
    for message in known:
        if message.id:
            made.add(message.id, pseudo(str(message.id)))
    return mo_bytes(po_bytes(made), "sv")


def _names(known: Mapping[str, Mapping[str, object]], label: object) -> str:
    assert callable(label)
    lines = ["[source]", 'kind = "reconstruction"', 'why = "A test"', 'sure = "high"']
    for table, records in msgspec.convert(known.get("printed", {}), dict[str, dict[str, str]]).items():
        lines += [f"[printed.{table}]", *_rows({id: _plain(str(label(id, "en"))) for id in records})]
    lines += ["[lexicon]", *(f"{_key(id)} = {json.dumps([_plain(str(label(id, 'en')))], ensure_ascii=False)}"
                             for id in known.get("lexicon", {}))]  # fmt: skip
    return "\n".join(lines) + "\n"


def _plain(name: str) -> str:
    return pseudo(name)


def _toml(table: Mapping[str, str]) -> str:
    return "\n".join(_rows(table)) + "\n"


def _rows(table: Mapping[str, str]) -> Iterable[str]:
    return [f"{_key(key)} = {json.dumps(value, ensure_ascii=False)}" for key, value in table.items()]


def _key(key: str) -> str:
    return json.dumps(key)

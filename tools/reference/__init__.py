"""Write and check the references of commands and of settings, from the code that carries them out.

python -m tools.reference          write commands.md, commands.ja.md, settings.md and glossary.ja.md in docs
python -m tools.reference check    fail where one is out of date
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from inspect import cleandoc
from pathlib import Path
from typing import Any

from discord import app_commands
from msgspec import structs

import frontends.commands as on_the_line
import frontends.discord.ui.names as on_discord
from adjudicator.core.language.languages import FIRST, LANGUAGES
from adjudicator.core.language.words import words
from frontends.discord.registry import commands as discord_commands
from frontends.mail.commands import tournament
from frontends.mail.commands.looking import HELP
from frontends.mail.reading import FOLDER, REFEREES
from frontends.terminal import commands as terminal
from service.text.command_names import command_names
from service.values.settings import RANGES, SECRET, Settings, variable
from service.values.words import speak

DOCS = Path(__file__).resolve().parents[2] / "docs"
MADE = {
    "en": "Made by `python -m tools.reference` from the code. In this language: {others}. "
    "Orders are in the books of the games.",
    "ja": "`python -m tools.reference`がプログラムから作ったページです。ほかの言語：{others}。"
    "命令は各ゲームの本にあります。",
}
GLOSSARY = {
    "The service": "卓と審判",
    "Julius Caesar": "ジュリアス・シーザー",
    "Belisarius": "ベリサリウス",
    "Ottomans": "オットーマン",
    "The Ancient World": "エンシェント・ワールド",
}
"""The parts of the glossary that players read."""
TITLE = {"en": "Commands", "ja": "コマンド"}
HEADS = {"en": ("command", "takes", "what it does"), "ja": ("コマンド", "引数", "はたらき")}
PARTS = {
    "en": (
        "On Discord",
        "By mail",
        "By mail, for a referee",
        "By mail, to a tournament",
        "In the terminal",
        "On the command line, after `python bot.py`",
    ),
    "ja": (
        "Discord",
        "メール",
        "メール（進行役）",
        "メール（大会）",
        "端末",
        "コマンドライン（`python bot.py`の後）",
    ),
}
IN_BROWSER = {
    "en": "In the browser everything is a button or a form; on the line of orders `help`, `why` and `undo` "
    "are read.",
    "ja": "ブラウザではすべてがボタンかフォームです。命令の入力欄では「ヘルプ」「理由」「取り消し」も"
    "使えます。",
}
BEFORE_SETTINGS = """# Settings

Made by `python -m tools.reference` from the code. Put settings into `tabellarius.toml`, `.env` or the
environment; later ones override earlier ones. Secrets belong into the environment and are never shown. A name
or a value that the umpire does not know is refused.

| setting | in the environment | default | meaning |
|---|---|---|---|
"""


def commands_page(language: str) -> str:
    """Return the reference of commands in a language as Markdown."""
    others = [f"[{LANGUAGES[one].name}]({page(one).name})" for one in LANGUAGES if one != language]
    lines = [f"# {TITLE[language]}", "", MADE[language].format(others=LANGUAGES[language].comma.join(others))]
    tables = (
        _discord(language),
        _mail(HELP, language),
        _mail(REFEREES, language, "REFEREE "),
        _tournament(language),
        _terminal(language),
        _command_line(language),
    )
    for title, rows in zip(PARTS[language], tables, strict=True):
        heads = HEADS[language]
        lines += ["", f"## {title}", "", f"| {' | '.join(heads)} |", "|---|---|---|"]
        lines += [_row(row) for row in rows]
    return "\n".join([*lines, "", IN_BROWSER[language]]) + "\n"


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def page(language: str) -> Path:
    """Return the file of the reference of commands."""
    return DOCS / ("commands.md" if language == FIRST else f"commands.{language}.md")


def _discord(language: str) -> Iterator[tuple[str, str, str]]:
    """Yield the slash commands: name, parameters, description; optional parameters in brackets."""
    said = {} if language == FIRST else on_discord.names(language)

    def under(of: Any, above: str) -> Iterator[tuple[str, str, str]]:
        name = f"{above} {said.get(of.name, of.name)}".strip()
        if isinstance(of, app_commands.Group):
            for command in of.commands:
                yield from under(command, name)
        elif isinstance(of, app_commands.Command):
            named = [(said.get(p.name, p.name), p.required) for p in of.parameters]
            takes = " ".join(f"`{one}`" if must else f"[`{one}`]" for one, must in named)
            yield f"`/{name}`", takes, speak(words(str(of.description)), language)

    for command in discord_commands():
        yield from under(command, "")


def _mail(does: Mapping[str, str], language: str, before: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield the commands of a mail, also by their name in the language."""
    said = command_names(FOLDER, language)
    for name, what in does.items():
        names = [f"`{before}{name.upper()}`", *(f"`{one}`" for one in [said.get(name)] if one and not before)]
        yield LANGUAGES[language].dot.join(names), "", speak(words(what), language)


def _tournament(language: str) -> Iterator[tuple[str, str, str]]:
    """Yield the commands of a mail to a tournament, each with what stands behind it."""
    signs = LANGUAGES[language]
    for what in tournament.HELP.values():
        command, _, does = speak(words(what), language).partition(signs.colon)
        yield f"`{command}`", "", does


def _terminal(language: str) -> Iterator[tuple[str, str, str]]:
    said = terminal.names(language)
    for command in terminal.COMMANDS:
        names = [f"`{name}`" for name in (*command.names, said.get(command.names[0])) if name]
        takes = speak(words(command.takes), language) if command.takes else ""
        yield LANGUAGES[language].dot.join(names), takes, speak(words(command.does), language)


def _command_line(language: str) -> Iterator[tuple[str, str, str]]:
    """Yield the commands of `bot.py` with what `--help` says of them; optional arguments in brackets."""
    top = on_the_line.parser(language)
    (under,) = (one for one in top._actions if isinstance(one, argparse._SubParsersAction))
    does = {one.dest: one.help or "" for one in under._choices_actions}
    for name, parser in under.choices.items():
        takes = []
        for one in parser._actions:
            shown = one.option_strings[-1] if one.option_strings else one.dest
            if shown != "--help":
                takes.append(f"`{shown}`" if one.required and one.nargs != "?" else f"[`{shown}`]")
        yield f"`{name}`", " ".join(takes), does[name]


def settings_page() -> str:
    """Return the table of all settings: each is described in the docstring of `Settings`."""
    told = _described(str(Settings.__doc__))
    rows = []
    for field in structs.fields(Settings):
        bounds = RANGES.get(field.name)
        limits = f" ({bounds[0]} to {bounds[1]})" if bounds else ""
        secret = "; a secret" if field.name in SECRET else ""
        means = f"{told[field.name]}{limits}{secret}"
        rows.append(_row((f"`{field.name}`", f"`{variable(field.name)}`", _default(field.default), means)))
    return BEFORE_SETTINGS + "\n".join(rows) + "\n"


def _default(value: object) -> str:
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`{value}`" if value not in ("", (), None) else ""


def _described(doc: str) -> dict[str, str]:
    """Return the meaning of each attribute by a docstring; several may share one."""
    found = re.findall(r"^    ([a-z_, ]+): ((?:.+\n?(?:        .*\n)*))", cleandoc(doc), re.MULTILINE)
    return {name: " ".join(text.split()).rstrip(".") for names, text in found for name in names.split(", ")}


def glossary_page() -> str:
    """Return the terms of players in Japanese with their English, from the glossary of both."""
    lines = ["# 用語", "", "`python -m tools.reference`が[英語の用語集](glossary.md)から作ったページです。"]
    for part in (DOCS / "glossary.md").read_text("utf-8").split("\n## ")[1:]:
        title, _, text = part.partition("\n")
        if title not in GLOSSARY:
            continue
        rows = [row.split("|")[1:3] for row in text.splitlines() if row.startswith("| ")][1:]
        lines += ["", f"## {GLOSSARY[title]}", "", "| 用語 | 英語 |", "|---|---|"]
        lines += [f"| {japanese.strip()} | {english.strip()} |" for english, japanese in rows]
    return "\n".join(lines) + "\n"


def pages() -> dict[Path, str]:
    """Return every page and its text."""
    return {
        **{page(language): commands_page(language) for language in LANGUAGES},
        DOCS / "settings.md": settings_page(),
        DOCS / "glossary.ja.md": glossary_page(),
    }


def main(arguments: Sequence[str]) -> int:
    """Write the pages, or check them."""
    stale = {
        path: text for path, text in pages().items() if not path.exists() or path.read_text("utf-8") != text
    }
    if arguments == ["check"]:
        for path in stale:
            print(f"{path.name} is out of date: python -m tools.reference")
        return int(bool(stale))
    for path, text in stale.items():
        path.write_text(text, encoding="utf-8")
    return 0

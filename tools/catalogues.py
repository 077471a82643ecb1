"""The message catalogues: English templates are the ids, `N_("...")` and `_("...")` mark them.

    python -m tools.catalogues            extract, update every .po (translations stay), compile every .mo
    python -m tools.catalogues compile    compile only
    python -m tools.catalogues prune      as the first, and forget translations of templates that are gone
    python -m tools.catalogues check      fail where a catalogue is incomplete or out of date

A value is named in braces, "{needed} OP needed"; a translation names the same values.
"""

from __future__ import annotations

import ast
import io
import string
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from adjudicator.core.language.languages import FIRST, LANGUAGES
from adjudicator.core.language.words import LISTS

ROOT = Path(__file__).resolve().parent.parent
MARKS = ("N_", "_")
TOPS = ("adjudicator", "service")
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)


class Domain(msgspec.Struct, frozen=True):
    """A package whose `locale` folder holds the translations of its templates, and of folders beside it."""

    package: str
    beside: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.package.rpartition("/")[2]

    def po(self, root: Path, language: str) -> Path:
        return root / self.package / "locale" / language / "LC_MESSAGES" / f"{self.name}.po"

    def sources(self, root: Path) -> list[Path]:
        """Return the modules in a fixed order, without packages that have a catalogue of their own."""
        inner = [folder.parent for folder in (root / self.package).glob("*/**/locale")]
        modules = [path for folder in (self.package, *self.beside) for path in root.glob(f"{folder}/**/*.py")]
        modules += [root / module for module in self.beside if (root / module).is_file()]
        return sorted(path for path in modules if not any(path.is_relative_to(folder) for folder in inner))


BESIDE = {"service": ("frontends", "renderer", "bot.py")}
"""Packages without a catalogue of their own, and the one whose catalogue holds their templates."""


def domains(root: Path) -> list[Domain]:
    """Return every package with a `locale` folder."""
    folders = (
        path.parent.relative_to(root).as_posix() for top in TOPS for path in root.glob(f"{top}/**/locale")
    )
    return [Domain(folder, BESIDE.get(folder, ())) for folder in sorted(folders)]


def new_catalog(domain: Domain, language: str | None) -> Catalog:
    """An empty catalogue whose header never changes by itself, so that equal texts give equal files."""
    return Catalog(
        locale=language,
        domain=domain.name,
        header_comment=f"# Tabellarius: {domain.name}.",
        project="Tabellarius",
        version="1",
        creation_date=BEGUN,
        revision_date=BEGUN,
        last_translator="Tabellarius",
        language_team="Tabellarius",
        msgid_bugs_address="see README.md",
        fuzzy=False,
    )


def extract(domain: Domain, root: Path) -> Catalog:
    """Every marked template of the domain's code, with the files that contain it."""
    template = new_catalog(domain, None)
    for path in domain.sources(root):
        where = path.relative_to(root).as_posix()
        for message in marked(path.read_text(encoding="utf-8")):
            template.add(message, locations=[(where, 0)])
    return template


def marked(code: str) -> Iterator[str]:
    """The marked templates of a module, also those inside f-strings, which a reader of tokens skips."""
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(template))]) if name in MARKS:
                yield template


def updated(domain: Domain, root: Path, language: str) -> Catalog:
    """The catalogue as it should be: the translations of the .po on the templates of the code."""
    path = domain.po(root, language)
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=language, domain=domain.name)
        for key, message in catalog.obsolete.items():  # a template that has come back keeps its translation
            if key not in catalog:
                catalog[key] = message
        catalog.obsolete.clear()
    else:
        catalog = new_catalog(domain, language)
    catalog.update(extract(domain, root), no_fuzzy_matching=True, update_creation_date=False)
    return catalog


def po_bytes(catalog: Catalog, *, obsolete: bool = True) -> bytes:
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=110, sort_output=True, include_lineno=False, ignore_obsolete=not obsolete)
    return buffer.getvalue()


def mo_bytes(po: bytes, language: str) -> bytes:
    buffer = io.BytesIO()
    write_mo(buffer, read_po(io.BytesIO(po), locale=language))
    return buffer.getvalue()


def write_if_changed(path: Path, content: bytes) -> None:
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def catalogues(root: Path) -> Iterator[tuple[Domain, str]]:
    yield from ((domain, language) for domain in domains(root) for language in LANGUAGES if language != FIRST)


def update(root: Path, *, obsolete: bool) -> None:
    """Update every .po from the code; without `obsolete`, translations no longer used are dropped."""
    for domain, language in catalogues(root):
        content = po_bytes(updated(domain, root, language), obsolete=obsolete)
        write_if_changed(domain.po(root, language), content)


def compile_all(root: Path) -> None:
    """Compile every .po there is to the .mo beside it."""
    for domain, language in catalogues(root):
        po = domain.po(root, language)
        if po.exists():
            write_if_changed(po.with_suffix(".mo"), mo_bytes(po.read_bytes(), language))


def fields(text: str) -> set[str]:
    """Return the names in braces. Raises ValueError on odd braces or an unknown form."""
    named = [(name, form) for _, name, form, _ in string.Formatter().parse(text) if name is not None]
    for name, form in named:
        if form and form not in LISTS and form.count("|") != 1:
            raise ValueError(
                f"{{{name}:{form}}} needs one word for one and one for many, or one of {', '.join(LISTS)}"
            )
    return {name.split(".")[0].split("[")[0] for name, _ in named}


def fault_of(message: Message) -> str:
    """Return the fault of one translation; "" if there is none."""
    if message.fuzzy:
        return "is marked fuzzy"
    if not message.string:
        return "is not translated"
    try:
        asked, given = fields(str(message.id)), fields(str(message.string))
    except ValueError as error:
        return f"has broken braces: {error}"
    return "" if asked == given else f"names other values: {sorted(asked ^ given)}"


def faults(root: Path) -> Iterator[str]:
    """Yield the faults of the catalogues, one sentence each."""
    translated: dict[tuple[str, str, str], str] = {}
    for domain, language in catalogues(root):
        path = domain.po(root, language)
        name = path.relative_to(root).as_posix()
        if not path.exists():
            yield f"{name} does not exist: make catalogues"
            continue
        po, catalog = path.read_bytes(), updated(domain, root, language)
        for message in catalog:
            if message.id and (fault := fault_of(message)):
                yield f"{name}: {message.id!r} {fault}"
            key = (domain.package.partition("/")[0], language, str(message.id))
            if translated.setdefault(key, str(message.string)) != str(message.string):
                yield f"{name}: {message.id!r} is translated otherwise in another catalogue"
        yield from (f"{name}: {key!r} is used nowhere: prune it" for key in catalog.obsolete)
        if po != po_bytes(catalog):
            yield f"{name} is not what the code gives: make catalogues"
        compiled = path.with_suffix(".mo")
        if not compiled.exists() or compiled.read_bytes() != mo_bytes(po, language):
            yield f"{compiled.relative_to(root).as_posix()} is not what its .po gives: make catalogues"


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Do one of the four things; 1 for faults, 2 for an unknown word."""
    match arguments:
        case [] | ["prune"]:
            update(root, obsolete=not arguments)
            compile_all(root)
        case ["compile"]:
            compile_all(root)
        case ["check"]:
            found = list(faults(root))
            print("\n".join(found), end="\n" if found else "")
            return 1 if found else 0
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Make a site of the pages: `python -m tools.site.build [FOLDER]`, `out/site` by default (ADR 27).

It holds the pages that can be reached from `README.md`, and the files that they link to, where the
repository has them. Its navigation is the table of `docs/README.md`. It needs no server and no network: open
`index.html`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent.parent
HERE = Path(__file__).resolve().parent
FIRST, INDEX = "README.md", "docs/README.md"
SHIM = "iframe-worker.js"
LINK = re.compile(r"""(\]\(<?|(?:href|src)=")([^)\s>"]+)""")
"""The beginning of a link, and its target."""
CODE = re.compile(r"^```.*?^```|`[^`\n]+`", re.MULTILINE | re.DOTALL)
TITLE = re.compile(r"^# +(.+)$", re.MULTILINE)
NAMED = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
ENGLISH, JAPANESE = '<html lang="en"', '<html lang="ja"'


def target_of(page: str, link: str) -> str | None:
    """Return the file or folder of the repository that a page links to; None for an address and for a place
    on the same page.
    """
    parts = urlsplit(link)
    if parts.scheme or parts.netloc or not parts.path:
        return None
    return os.path.normpath((PurePosixPath(page).parent / parts.path).as_posix())


def text_of(page: str) -> str:
    """Return a page of the site as Markdown; a folder without a page of its own gets a list of its files."""
    file = ROOT / page
    if file.exists():
        return file.read_text(encoding="utf-8")
    listed = (one for one in sorted(file.parent.iterdir()) if one.suffix in (".md", ".orders"))
    rows = [f"- [{title(one.read_text(encoding='utf-8'), one.name)}]({one.name})" for one in listed]
    return f"# {file.parent.name}\n\n" + "\n".join(rows) + "\n"


def title(text: str, otherwise: str) -> str:
    """Return the title of a page."""
    found = TITLE.search(text)
    return found[1] if found else otherwise


def links_of(page: str) -> Iterator[str]:
    """Yield the files and folders that a page links to."""
    for link in LINK.finditer(CODE.sub("", text_of(page))):
        if (target := target_of(page, link[2])) is not None:
            yield target


def page_of(target: str) -> str:
    """Return the page that a link to a file or to a folder means."""
    return f"{target}/{FIRST}" if (ROOT / target).is_dir() else target


def reached() -> list[str]:
    """Return all pages and files of the site.

    Raises FileNotFoundError if a page links to what does not exist.
    """
    found = [FIRST]
    for name in found:
        if not name.endswith(".md"):
            continue
        for target in links_of(name):
            if not (ROOT / target).exists():
                raise FileNotFoundError(f"{name} links to {target}, which does not exist")
            if page_of(target) not in found:
                found.append(page_of(target))
    return found


def within(page: str) -> str:
    """Return a page with links to pages where it had links to folders."""

    def linked(link: re.Match[str]) -> str:
        target = target_of(page, link[2])
        is_folder = target is not None and (ROOT / target).is_dir()
        return f"{link[1]}{link[2].rstrip('/')}/{FIRST}" if is_folder else link[0]

    return LINK.sub(linked, text_of(page))


def navigation() -> str:
    """Return the rows of the table of `docs/README.md` as TOML, in sections: who reads, and what."""
    sections: dict[str, list[str]] = {}
    reader = ""
    for row in text_of(INDEX).splitlines():
        reader = row.strip("|").split("|")[0].strip() or reader
        for name, link in NAMED.findall(row) if row.startswith("|") else ():
            if (target := target_of(INDEX, link)) is not None:
                sections.setdefault(reader, []).append(_entry(name, page_of(target)))
    rows = [_entry("Tabellarius", FIRST), _entry("All pages by reader", INDEX)]
    rows += [f"{{ {json.dumps(one)} = [{', '.join(entries)}] }}" for one, entries in sections.items()]
    return f"nav = [{', '.join(rows)}]\n"


def _entry(name: str, page: str) -> str:
    return f"{{ {json.dumps(name)} = {json.dumps(page)} }}"


def build(folder: Path) -> None:
    """Write the site into a folder, which must not exist.

    Raises subprocess.CalledProcessError if zensical finds a fault, such as a link to nowhere.
    """
    with tempfile.TemporaryDirectory() as beside:
        work = Path(beside)
        for name in reached():
            copy = work / "pages" / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            if name.endswith(".md"):
                copy.write_text(within(name), encoding="utf-8")
            else:
                shutil.copyfile(ROOT / name, copy)
        shutil.copyfile(HERE / SHIM, work / "pages" / SHIM)
        settings = (HERE / "zensical.toml").read_text(encoding="utf-8")
        navigated = settings.replace("[project]\n", f"[project]\n{navigation()}", 1)
        (work / "zensical.toml").write_text(navigated, encoding="utf-8")
        subprocess.run([sys.executable, "-m", "zensical", "build", "--strict"], cwd=work, check=True)
        for page in (work / "site").rglob("*.ja.html"):
            page.write_text(page.read_text(encoding="utf-8").replace(ENGLISH, JAPANESE), encoding="utf-8")
        shutil.move(work / "site", folder)


if __name__ == "__main__":
    asked = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "out" / "site"
    shutil.rmtree(asked, ignore_errors=True)
    build(asked)
    print(asked / "index.html")

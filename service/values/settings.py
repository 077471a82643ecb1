"""Settings from `tabellarius.toml`, `.env` and the environment; later ones override earlier ones."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from os import pathsep
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.core.language.languages import FIRST, LANGUAGES
from adjudicator.core.language.words import N_, Cells, Words, words

from .project import guide
from .words import because, speak

CONFIG, ENV = "tabellarius.toml", ".env"
PREFIX = "TABELLARIUS_"
TOKEN = "DISCORD_TOKEN"
HOME = "TABELLARIUS_HOME"
"""The variable that names the folder in which an umpire keeps its files (`home.py`)."""
OTHERS = (HOME, "TABELLARIUS_REPLICA")
"""Variables that are no settings; `deploy/litestream.yml` reads the second."""
SECRET = (
    *("discord_token", "table_password", "mail_password"),
    *("mail_oauth_secret", "mail_oauth_refresh", "discord_client_secret"),
)
RANGES = {
    "map_width": (800, 6000),
    "backup_hours": (0, 24 * 365),
    "backups_kept": (1, 1000),
    "backup_minutes": (0, 24 * 60),
    "health_port": (0, 65_535),
    "table_port": (0, 65_535),
}
_MEANT = {int: N_("a whole number"), bool: N_("true or false")}

_LINE = re.compile(r"(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)")


class CannotStart(Exception):
    """Raised if the bot cannot start, for its operator: a setting or a file that cannot be used.

    Args:
        why: the reason, as words or as a template marked with `N_`.
        values: the values of the template.

    Attributes:
        why: the reason as words, in any language.
        code: the exit code.
    """

    code = 2

    def __init__(self, why: Words | str, /, **values: Any) -> None:
        self.why = words(why, **values) if isinstance(why, str) else why
        super().__init__(speak(self.why, FIRST))


class CannotStartYet(CannotStart):
    """`CannotStart` for a cause that may pass: the file is locked or may not be written, or the disk is
    full.
    """

    code = 75


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of the bot.

    Attributes:
        database: the file with all games; the umpire makes it, but never its folder.
        maps: the folder for maps; it may be emptied.
        out: the folder for exports, and for the files of the demonstration.
        language: the language in the terminal; empty: the player is asked. Elsewhere readers choose.
        map_width: width of a map in pixels; zoomed in, it is drawn 2.25 times as wide.
        discord_token: the token of the bot on Discord.
        activity: `true` shows the board inside Discord (docs/discord.md); it needs `discord_client_secret`,
            `table_url` and `table_beside`.
        discord_client_secret: the secret of the application on Discord.
        backups: the folder for backups.
        backup_hours: hours between two backups; 0 for none.
        backups_kept: how many backups are kept.
        backup_minutes: minutes after which one further copy, `latest`, is replaced; 0 for none.
        table_beside: `true` serves the pages for browsers beside Discord, in one process.
        table_address: the address to listen on; `127.0.0.1` is this machine; any other needs a password.
        table_port: the port to listen on; 0 picks a free one.
        table_url: the public address, if a proxy with HTTPS is in front; cookies then go over HTTPS alone.
        overlays: folders with figures of groups' own copies (own-copy.md); in the environment they are
            separated as in PATH.
        overlays_public: `true` shows a group's own map and pieces on the public page of its game too; all
            else that leaves a group shows ours (own-copy.md).
        table_password: the password that everybody must enter first, of eight characters or more.
        health_port: the port of this machine for `/health` and `/metrics`; 0 for none.
        mail_address: the umpire's mail address; empty: no play by mail.
        mail_maildir: a Maildir folder that a mail server on this machine fills, instead of IMAP.
        mail_imap: the server for incoming mail, `host` or `host:port`; port 993 if none is given.
        mail_smtp: the server for outgoing mail; port 587 with STARTTLS if none is given, 465 for TLS.
        mail_user: the account on both servers; empty: the address.
        mail_password: the password of that account.
        mail_oauth_url: where access tokens are issued, for mailboxes that take no password.
        mail_oauth_client: the id of the application that is registered there.
        mail_oauth_scope: the scope of its tokens.
        mail_oauth_secret: the application's secret, if it has one.
        mail_oauth_refresh: the refresh token of the mailbox.
        mail_plus: `false` if email to plus addresses does not arrive; subjects then hold a token.
        mail_authserv: the name with which your own server signs `Authentication-Results`; if it is set, a
            mail counts only with its result.
        mail_tls: `false` connects without encryption, to servers on this machine.
    """

    database: Path = Path("tabellarius.db")
    maps: Path = Path("maps")
    out: Path = Path("out")
    language: str = ""
    map_width: int = 1600
    discord_token: str = ""
    activity: bool = False
    discord_client_secret: str = ""
    backups: Path = Path("backups")
    backup_hours: int = 24
    backups_kept: int = 14
    backup_minutes: int = 0
    table_beside: bool = False
    table_address: str = "127.0.0.1"
    table_port: int = 8642
    table_url: str = ""
    table_password: str = ""
    overlays: tuple[Path, ...] = ()
    overlays_public: bool = False
    health_port: int = 0
    mail_address: str = ""
    mail_maildir: Path | None = None
    mail_imap: str = ""
    mail_smtp: str = ""
    mail_user: str = ""
    mail_password: str = ""
    mail_oauth_url: str = ""
    mail_oauth_client: str = ""
    mail_oauth_scope: str = ""
    mail_oauth_secret: str = ""
    mail_oauth_refresh: str = ""
    mail_plus: bool = True
    mail_authserv: str = ""
    mail_tls: bool = True

    @property
    def own_backups(self) -> Path | None:
        """The folder of backups if it is beside the database; copies elsewhere may be of another one."""
        is_beside = self.backups.absolute().parent == self.database.absolute().parent
        return self.backups if is_beside else None

    def __repr__(self) -> str:
        shown = {name: getattr(self, name) for name in self.__struct_fields__ if name not in SECRET}
        return f"Settings({shown}, token {'set' if self.discord_token else 'not set'})"


_KINDS: Mapping[str, Any] = {field.name: field.type for field in msgspec.structs.fields(Settings)}


def settings(environ: Mapping[str, str], folder: Path, *, language: str | None = None) -> Settings:
    """Return the settings in a folder, to which relative paths refer; a `language` given with the command
    comes first.

    Raises:
        CannotStart: if a file cannot be read, or a setting is unknown or out of range.
    """
    values: dict[str, object] = {**_of_toml(folder / CONFIG)}
    for where, variables in ((f"{ENV}: ", _of_env_file(folder / ENV)), ("", environ)):
        _require_known(where, variables)
        for name in Settings.__struct_fields__:
            if (value := variables.get(variable(name))) is not None:
                values[name] = value.split(pathsep) if name == "overlays" else value
    if language is not None:
        values["language"] = language
    found = _beside(folder, Settings(**{name: _converted(name, value) for name, value in values.items()}))
    if found.language not in ("", *LANGUAGES):
        raise CannotStart(
            N_("{setting} is “{value}”; it must be one of: {known}"),
            setting="language",
            value=found.language,
            known=Cells(LANGUAGES),
        )
    for name, (least, most) in RANGES.items():
        if not least <= (value := getattr(found, name)) <= most:
            raise CannotStart(
                N_("{setting} is {value}; it must be from {least} to {most}"),
                setting=name,
                value=value,
                least=least,
                most=most,
            )
    if found.table_url and not _is_address(found.table_url):
        raise CannotStart(
            N_("{setting} is “{value}”; it must be an address such as {example}"),
            setting="table_url",
            value=found.table_url,
            example="https://games.example.org/",
        )
    if found.activity:
        _require_activity(found)
    return found


def _require_activity(found: Settings) -> None:
    """Require what the board inside Discord needs.

    Raises:
        CannotStart: otherwise.
    """
    lacking = {
        "discord_token": bool(found.discord_token),
        "discord_client_secret": bool(found.discord_client_secret),
        N_("table_url, with https"): found.table_url.startswith("https:"),
        "table_beside": found.table_beside,
    }
    if names := [name for name, is_set in lacking.items() if not is_set]:
        raise CannotStart(
            N_("activity is true, and needs: {names}; see {page}"),
            names=Cells(map(words, names)),
            page=guide("docs/discord.md"),
        )


def _beside(folder: Path, found: Settings) -> Settings:
    """Return settings whose relative paths lead from a folder."""
    names = ("database", "maps", "out", "backups")
    laid = {name: folder / getattr(found, name) for name in names}
    maildir = None if found.mail_maildir is None else folder / found.mail_maildir
    overlays = tuple(folder / overlay for overlay in found.overlays)
    return replace(found, **laid, mail_maildir=maildir, overlays=overlays)


def _require_known(where: str, variables: Iterable[str]) -> None:
    """Require that every variable with the umpire's prefix is a setting: a mistyped one would be passed over.

    Raises:
        CannotStart: otherwise, with the nearest name.
    """
    known = [*map(variable, Settings.__struct_fields__), *OTHERS]
    for name in sorted(variables):
        if name.startswith(PREFIX) and name not in known:
            raise _unknown(where, name, name.removeprefix(PREFIX).lower(), variable)


def _unknown(where: str, shown: str, name: str, written: Callable[[str], str] = str) -> CannotStart:
    """Return the refusal of an unknown setting, with the nearest one that there is."""
    if found := difflib.get_close_matches(name, Settings.__struct_fields__, 1):
        said = N_("{where}unknown setting {name}; did you mean {nearest}?")
        return CannotStart(said, where=where, name=shown, nearest=written(found[0]))
    said = N_("{where}unknown setting {name}; {page} lists all settings")
    return CannotStart(said, where=where, name=shown, page=guide("docs/settings.md"))


def _converted(name: str, value: object) -> Any:
    """Return a value as the type of its setting.

    Raises:
        CannotStart: if it has no meaning there.
    """
    kind = _KINDS[name]
    try:
        return msgspec.convert(value, kind, strict=False, dec_hook=_path)
    except msgspec.ValidationError as error:
        said = N_("{setting} is “{value}”; it must be {meant}")
        if name in SECRET:
            said = N_("{setting} is set, but must be {meant}")
        meant = words(_MEANT.get(kind, N_("a text in quotation marks")))
        raise CannotStart(said, setting=name, value=str(value), meant=meant) from error


def _is_address(text: str) -> bool:
    try:
        found = urlsplit(text)
    except ValueError:
        return False
    return found.scheme in ("http", "https") and bool(found.hostname)


def _path(kind: type, value: object) -> Path:
    if kind is not Path or not isinstance(value, str):
        raise NotImplementedError(kind)
    return Path(value)


def variable(name: str) -> str:
    """Return the variable of the environment that a setting is read from."""
    return TOKEN if name == "discord_token" else PREFIX + name.upper()


def _of_toml(path: Path) -> dict[str, object]:
    if not path.exists():
        return {}
    try:
        found: dict[str, object] = msgspec.toml.decode(path.read_bytes())
    except OSError as error:
        raise CannotStart(N_("{file} cannot be read: {why}"), file=path, why=because(error)) from error
    except msgspec.DecodeError as error:
        raise CannotStart(N_("{file} is not TOML: {why}"), file=path.name, why=str(error)) from error
    if strangers := sorted(found.keys() - set(Settings.__struct_fields__)):
        raise _unknown(f"{path.name}: ", strangers[0], strangers[0])
    return found


def _of_env_file(path: Path) -> dict[str, str]:
    """`NAME=value` on each line; quotes around a value are taken off, "#" begins a comment line."""
    if not path.exists():
        return {}
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise CannotStart(N_("{file} cannot be read: {why}"), file=path, why=because(error)) from error
    except UnicodeDecodeError as error:
        raise CannotStart(N_("{file} cannot be read: it is not text in UTF-8"), file=path) from error
    found: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _LINE.fullmatch(line.strip())
        if match is None:
            raise CannotStart(N_("{file}, line {number}: expected NAME=value"), file=path.name, number=number)
        name, value = match.groups()
        quoted = len(value) >= 2 and value[0] == value[-1] and value[0] in "\"'"
        found[name] = value[1:-1] if quoted else value
    return found

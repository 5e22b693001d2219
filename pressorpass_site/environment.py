"""Reads settings from environment variables, with readable errors; makes the files and folders that they name at first use."""

import atexit
import os
import secrets
import shutil
import sqlite3
import tempfile
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, cast
from urllib.parse import unquote, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import SimpleLazyObject

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}
KEY_FILE = "secret_key"
MIN_KEY_LENGTH = 50  # Django warns below it, too; keys that are made here have 67 characters
_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}


def read_env_str(name: str, default: str) -> str:
    return os.environ.get(name) or default


def read_env_flag(name: str, default: bool) -> bool:
    value = os.environ.get(name)
    if value is None:
        return default
    if value.strip().lower() in _TRUE:
        return True
    if value.strip().lower() in _FALSE:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")


def read_env_int(name: str, default: int) -> int:
    value = read_env_str(name, str(default))
    if not (value.isascii() and value.isdecimal()):
        raise ImproperlyConfigured(f"{name} must be a whole number, 0 or more, not {value!r}.")
    return int(value)


def read_env_choice(name: str, default: str, choices: tuple[str, ...]) -> str:
    value = read_env_str(name, default)
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be {' or '.join(choices)}, not {value!r}.")
    return value


def read_env_limits(name: str, defaults: dict[str, str]) -> dict[str, tuple[int, int] | None]:
    """Return each rate as a number of requests and seconds, None for “off”; a variable like “ask=240/minute,log-in=off” changes the defaults."""
    rates = dict(defaults)
    for part in read_env_list(name, []):
        scope, _, rate = part.partition("=")
        if scope not in defaults:
            raise ImproperlyConfigured(f"{name} must name its limits ({', '.join(defaults)}), and it has {part!r}.")
        rates[scope] = rate
    return {scope: _parse_rate(name, scope, rate) for scope, rate in rates.items()}


def _parse_rate(name: str, scope: str, value: str) -> tuple[int, int] | None:
    if value == "off":
        return None
    max_requests, _, unit = value.partition("/")
    seconds = int(unit) if unit.isdecimal() else _SECONDS.get(unit, 0)
    if not max_requests.isdecimal() or int(max_requests) < 1 or not seconds:
        raise ImproperlyConfigured(
            f"{name} must read like {scope}=60/minute (second, minute, hour, day, or a number of seconds) or {scope}=off, "
            f"and it has {f'{scope}={value}'!r}."
        )
    return int(max_requests), seconds


def read_env_database(name: str, default: str) -> dict[str, Any]:
    """Return Django's settings for the database from a variable like postgres://user:password@host:5432/name."""
    try:
        return dict(dj_database_url.parse(read_env_str(name, default), conn_max_age=60, conn_health_checks=True))
    except ValueError:  # the value holds a password, so it is not shown
        raise ImproperlyConfigured(
            f"{name} must read like postgres://user:password@host:5432/name or sqlite:////folder/file.sqlite3."
        ) from None


class MailServer(NamedTuple):
    """A mail server. With `tls` the connection switches to TLS (STARTTLS), with `ssl` it begins with TLS."""

    backend: str
    host: str = "localhost"
    port: int = 25
    user: str = ""
    password: str = ""
    tls: bool = False
    ssl: bool = False


def read_env_mail(name: str) -> MailServer:
    """Return the mail server from a variable like smtp://user:password@host:587.

    smtps:// uses TLS from the start; smtp:// switches to it unless it ends in “?tls=0”. Unset, mail goes to standard
    output.
    """
    value = os.environ.get(name)
    if not value:
        return MailServer("django.core.mail.backends.console.EmailBackend")
    error = ImproperlyConfigured(f"{name} must read like smtp://user:password@host:587 (or smtps://…).")
    try:
        url = urlsplit(value)
        port = url.port
    except ValueError:
        raise error from None
    if url.scheme not in ("smtp", "smtps") or not url.hostname:
        raise error
    ssl = url.scheme == "smtps"
    return MailServer(
        "django.core.mail.backends.smtp.EmailBackend",
        url.hostname,
        port or (465 if ssl else 587),
        unquote(url.username or ""),
        unquote(url.password or ""),
        tls=not ssl and "tls=0" not in url.query.split("&"),
        ssl=ssl,
    )


def read_env_site(name: str, hosts: list[str], *, is_https: bool) -> str:
    """Return the site's own address, such as https://press.example.org; by default the address of its first host."""
    host = next((host.removeprefix(".") for host in hosts if host != "*"), "localhost")
    default = f"https://{host}" if is_https else f"http://{host}:{read_env_str('PORT', '8000')}"
    value = read_env_str(name, default).rstrip("/")
    url = urlsplit(value)
    if url.scheme not in ("http", "https") or not url.hostname or url.path or url.query:
        raise ImproperlyConfigured(f"{name} must read like https://press.example.org, not {value!r}.")
    return value


def measure_machine_memory() -> int:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    try:
        ceiling = Path("/sys/fs/cgroup/memory.max").read_text().strip()
    except OSError:
        return memory
    return min(memory, int(ceiling)) if ceiling.isdecimal() else memory


def compute_solver_megabytes(machine: int, jobs: int) -> int:
    """Return the memory of a long job if `jobs` of them share half of the machine's: a multiple of 256 MB."""
    return max(machine // 2**21 // jobs // 256 * 256, 256)


def read_env_list(name: str, default: list[str]) -> list[str]:
    value = os.environ.get(name)
    if value is None:
        return default
    return [part.strip() for part in value.split(",") if part.strip()]


def make_temporary_folder(prefix: str) -> str:
    """Return the path of a new folder, which is removed when this process ends."""
    folder = tempfile.mkdtemp(prefix=prefix)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def connect_sqlite(database: str, *arguments: Any, data_dir: Path, **options: Any) -> sqlite3.Connection:
    """Connect to a SQLite database; the first connection makes its file, and its folder if that is the data folder."""
    if Path(database).parent == data_dir:
        make_private_folder(data_dir)
    make_sqlite_file(database)
    return sqlite3.Connection(database, *arguments, **options)


def make_sqlite_file(name: str) -> None:
    """Make the file of a new SQLite database so that `tidy` can return its free space.

    `auto_vacuum` cannot be set once there are tables, and setting it in each connection would wait for other writers.
    """
    path = Path(name)
    if name.startswith((":memory:", "file:")) or path.exists() or not path.parent.is_dir():
        return
    path.touch(0o600)
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA auto_vacuum=INCREMENTAL")
        database.execute("VACUUM")


def make_private_folder(folder: Path) -> None:
    """Make the data folder, for this user only; close it if an earlier version left it open to others."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = folder.stat()
    if (folder / KEY_FILE).exists() and status.st_uid == os.getuid() and status.st_mode & 0o077:
        folder.chmod(0o700)


def read_env_secret_key(file: Path) -> str:
    """Return SECRET_KEY, or the key in `file`, or a key made at first use. Raises ImproperlyConfigured: the file has no key."""
    if os.environ.get("SECRET_KEY") or file.exists():
        return load_secret_key(file)
    return cast(str, SimpleLazyObject(partial(load_secret_key, file)))


def load_secret_key(file: Path) -> str:
    """Return SECRET_KEY, or the key in `file`, which is made if missing. Raises ImproperlyConfigured: the file has no key."""
    if key := os.environ.get("SECRET_KEY"):
        return key
    make_private_folder(file.parent)
    # Several processes may start at once: write aside, then let the first link win.
    if not file.exists():
        draft = file.with_name(f"{file.name}.{os.getpid()}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as output:
            output.write(secrets.token_urlsafe(50))
            output.flush()
            os.fsync(output.fileno())  # or a power cut leaves an empty file
        try:
            os.link(draft, file)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return _read_key(file)


def _read_key(file: Path) -> str:
    try:
        key = file.read_text().strip()
    except UnicodeDecodeError:
        fault = "holds bytes that are no text"
    except OSError as error:
        fault = f"cannot be read ({error.strerror})"
    else:
        if len(key) >= MIN_KEY_LENGTH and key.isascii() and key.isprintable():
            return key
        fault = (
            f"has {len(key)} characters, and a key has {MIN_KEY_LENGTH} or more"
            if len(key) < MIN_KEY_LENGTH
            else "has other characters than letters, digits and punctuation"
        )
    raise ImproperlyConfigured(
        f"{file} {fault}. Put the file back from a backup; or remove it: the next start makes a new key, and everybody is logged out."
    )


def check_sqlite(file: Path, *, is_prepared: bool, seconds: float = 3.0) -> None:
    """Look for damage within `seconds`; if the database `is_prepared`, an empty file is damage, too. Raises ImproperlyConfigured."""
    if file.exists() and (damage := _find_damage(file, is_prepared=is_prepared, seconds=seconds)):
        raise ImproperlyConfigured(
            f"The database {file} is damaged ({damage}). Put a backup in its place, or save what can still be read: "
            "docs/deploy.md, “A damaged database”."
        )


def is_database_damage(error: BaseException | None) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _find_damage(file: Path, *, is_prepared: bool, seconds: float) -> str:
    """Return the damage to a database in words; empty if none was found in time."""
    if not file.stat().st_size:
        return "the file is empty" if is_prepared else ""
    until = time.monotonic() + seconds
    try:
        with closing(sqlite3.connect(file)) as database:
            database.set_progress_handler(lambda: time.monotonic() > until, 10_000)
            (fault_row,) = database.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        return str(error) if is_database_damage(error) else ""  # out of time, or used by another program
    return "" if fault_row == "ok" else str(fault_row).splitlines()[-1]

"""The settings of the runner, read from the environment."""

import errno
import fcntl
import os
import socket
from dataclasses import dataclass
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from pressorpass_site.core.database import versions
from pressorpass_site.environment import KEY_FILE, check_sqlite, load_secret_key, make_private_folder, read_env_database
from pressorpass_site.process import find_semaphore_problem
from pressorpass_site.variables import check_names

ROOM = 8 * 2**20  # bytes of disk that the site needs
ROOM_TO_PREPARE = 64 * 2**20  # bytes of disk that making a data folder needs
ROOT = Path(__file__).resolve().parent.parent.parent


class StartRefusal(Exception):
    """The site cannot start; the message is a sentence."""


@dataclass(frozen=True)
class Options:
    """The address to listen on, the data folder, and the services to use; None for the embedded ones."""

    host: str
    port: int
    data_dir: Path
    redis_url: str | None
    database_url: str | None

    @property
    def shown_host(self) -> str:
        """The host as in addresses of pages."""
        return f"[{self.host}]" if ":" in self.host else self.host

    @classmethod
    def from_environment(cls) -> "Options":
        """Read PORT, HOST, DATA_DIR, REDIS_URL and DATABASE_URL.

        Raises:
            StartRefusal: one of them cannot be used, or another variable is no longer a setting.
        """
        try:
            check_names(os.environ)
        except ImproperlyConfigured as wrong:
            raise StartRefusal(str(wrong)) from wrong
        text = os.environ.get("PORT") or "8000"
        if not text.isdecimal() or int(text) > 65535:
            raise StartRefusal(f"PORT must be a number from 1 to 65535, and it is {text!r}.")
        data_dir = Path(os.environ.get("DATA_DIR") or ROOT / "data").expanduser().resolve()
        try:
            make_private_folder(data_dir)
        except OSError as error:
            raise StartRefusal(f"The data folder {data_dir} cannot be made ({error.strerror}).") from error
        return cls(
            host=(os.environ.get("HOST") or "127.0.0.1").strip("[]"),
            port=int(text),
            data_dir=data_dir,
            redis_url=os.environ.get("REDIS_URL") or None,
            database_url=os.environ.get("DATABASE_URL") or None,
        )


def open_port(options: Options) -> socket.socket:
    """Return a socket that listens on the port; the runner holds it from its start to its end."""
    try:
        addresses = socket.getaddrinfo(options.host, options.port, type=socket.SOCK_STREAM)
        # If a name has addresses of both kinds, IPv4 is used.
        family, kind, protocol, _, address = min(addresses, key=lambda candidate: candidate[0] != socket.AF_INET)
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise StartRefusal(explain_refusal(options, error)) from error
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        # A bound port is not enough: another program may still listen on it.
        listener.listen()
    except OSError as error:
        listener.close()
        raise StartRefusal(explain_refusal(options, error)) from error
    return listener


def explain_refusal(options: Options, error: OSError) -> str:
    """Return a sentence on why the port is not available, and what to do."""
    if error.errno == errno.EADDRINUSE:
        other = options.port + 1 if options.port < 65535 else 8001
        return f"Port {options.port} is used by another program; choose another one: PORT={other} make run"
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"Port {options.port} may be used by the administrator only; choose one from 1024 up: PORT=8000 make run"
    return f"The site cannot listen on {options.host}, port {options.port}: {error.strerror}."


def lock_data_dir(data_dir: Path) -> int:
    """Lock the data folder against a second runner, until this process ends, and return the lock's file descriptor."""
    lock = os.open(data_dir / "lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise StartRefusal(
            f"Press or Pass is already running with the data folder {data_dir}; "
            "stop it first, or choose another folder with DATA_DIR."
        ) from error
    return lock


def check_data(options: Options) -> None:
    """Raise StartRefusal if the site cannot work with this system, the data's version, the key or the SQLite database."""
    if why := find_semaphore_problem():
        raise StartRefusal(why)
    try:
        database = read_env_database("DATABASE_URL", f"sqlite:///{options.data_dir / 'pressorpass.sqlite3'}")
        if why := versions.find_unsupported_reason(database):
            raise StartRefusal(why)
        load_secret_key(options.data_dir / KEY_FILE)
        if database["ENGINE"] == "django.db.backends.sqlite3":
            check_sqlite(Path(database["NAME"]), is_prepared=(options.data_dir / "prepared").exists())
    except ImproperlyConfigured as wrong:
        raise StartRefusal(str(wrong)) from wrong
    except OSError as error:
        raise StartRefusal(f"The data folder {options.data_dir} cannot be written to ({error.strerror}).") from error

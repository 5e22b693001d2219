"""What is worked out from the machine and the environment, and what is found wrong with the data before the start."""

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from pressorpass_site.core.apps import list_warnings
from pressorpass_site.environment import (
    check_sqlite,
    compute_solver_megabytes,
    connect_sqlite,
    load_secret_key,
    read_env_database,
    read_env_int,
)
from pressorpass_site.variables import NAMES, check_names
from tests.processes import PATIENCE, plain_environment
from tests.tier import few
from tools.run.options import ROOT

GIGABYTE = 2**30
WITHOUT_ZONES = """
import django, zoneinfo
assert zoneinfo.TZPATH == ()
django.setup()
from pressorpass_site.games.dilemmas import days
print(days.ZONE)
"""


def test_a_host_without_time_zone_data_starts(tmp_path: Path) -> None:
    environment = plain_environment(
        PYTHONTZPATH="", DATA_DIR=str(tmp_path), DJANGO_SETTINGS_MODULE="pressorpass_site.settings"
    )
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_ZONES], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "America/New_York\n"), done.stderr
    for pinned in ("requirements.txt", "requirements-site.txt"):
        assert re.search(r"^tzdata==\S+ \\$", (ROOT / pinned).read_text(), re.M), "for every system"


def test_all_long_jobs_of_a_machine_share_half_of_its_memory() -> None:
    for jobs in (1, 2, 3, 4, 12, 21):
        assert jobs * compute_solver_megabytes(24 * GIGABYTE, jobs) <= 12 * 1024
    assert compute_solver_megabytes(24 * GIGABYTE, 1) == 12 * 1024
    assert compute_solver_megabytes(1 * GIGABYTE, 8) == 256, "a small machine still solves"


@pytest.mark.parametrize("value", ["-1", "many", "1.5", "²"])
def test_a_number_that_is_none_is_refused_by_name(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEEP_DAYS", value)
    with pytest.raises(ImproperlyConfigured, match=r"KEEP_DAYS must be a whole number, 0 or more, not '.*'\."):
        read_env_int("KEEP_DAYS", 90)


@pytest.mark.parametrize("value", ["rubbish", "nosql://host/name", "postgres://user:secret@host:54x/name"])
def test_a_database_that_is_none_is_refused_without_its_password(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", value)
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL must read like") as refused:
        read_env_database("DATABASE_URL", "")
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("misspelled", "meant"),
    [
        ("ALLOWED_HOST", "ALLOWED_HOSTS"),
        ("TRUSTED_PROXYS", "TRUSTED_PROXIES"),
        ("SOLVER_MEMORY", "SOLVER_MEMORY_MB"),
        ("PRESSORPASS_TABLE", "PRESSORPASS_TABLES"),
    ],
)
def test_a_name_that_is_nearly_one_of_the_sites_stops_the_start(misspelled: str, meant: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=rf"\n  {misspelled}: is it {meant}\?$"):
        check_names({misspelled: "1"})


FOREIGN = [
    "JOB_ID",
    "WORKER_ID",
    "KEEP_ALIVE",
    "LIMIT",
    "LIMIT_NOFILE",
    "SOLVER_SPEED",
    "TABLES_SCHEMA",
    "PRESSORPASS_PORT_8000_TCP",
    "DATABASE_URI",
    "REDIS_PORT",
    "LOG_LEVELS",
    "EMAIL_HOST",
    "HOSTNAME",
    "SECRET_KEYS",
    "LIMITS_FILE",
]


def test_variables_of_other_programs_and_empty_ones_stop_nothing() -> None:
    check_names(dict.fromkeys(FOREIGN, "1") | {"SOLVER_MEMORY": ""})
    check_names(dict.fromkeys(NAMES, "1"))


@pytest.mark.parametrize(
    "command", [("-m", "tools.run"), ("-c", "import pressorpass_site.celery as c; c.app.finalize()")], ids=" ".join
)
def test_no_program_starts_with_a_misspelled_setting(tmp_path: Path, command: tuple[str, ...]) -> None:
    environment = plain_environment(DATA_DIR=str(tmp_path / "data"), PORT="0", KEEP_ANSWER="60")
    environment["DJANGO_SETTINGS_MODULE"] = "pressorpass_site.settings"
    done = subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode
    assert "KEEP_ANSWER: is it KEEP_ANSWERS?" in done.stderr
    assert not list(tmp_path.iterdir())


GUNICORN = "-m gunicorn --bind=127.0.0.1:0 pressorpass_site.wsgi"


@pytest.mark.parametrize(
    ("command", "name"),
    few(
        2,
        [
            ("-m tools.run", "SCRIPT_NAME"),
            (GUNICORN, "SITE_URL"),
            ("-m tools.run", "SITE_URL"),
            (GUNICORN, "FORCE_SCRIPT_NAME"),
        ],
    ),
)
def test_no_program_puts_the_site_under_a_path(tmp_path: Path, command: str, name: str) -> None:
    value = "http://press.home/press" if name == "SITE_URL" else "/press"
    environment = plain_environment(DATA_DIR=str(tmp_path / "data"), PORT="0", **{name: value})
    environment["DJANGO_SETTINGS_MODULE"] = "pressorpass_site.settings"
    done = subprocess.run(
        [sys.executable, *command.split()], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode
    assert ("SITE_URL must read like" if name == "SITE_URL" else f"Remove {name}.") in done.stderr + done.stdout
    assert name == "SITE_URL" or not list(tmp_path.iterdir())


@pytest.mark.parametrize("path", ["/", "/healthz", "/static/css/site.css", "/api/v1/boards", "/nothing/"])
def test_under_a_path_all_answers_are_404_and_say_so(wsgi: ModuleType, path: str) -> None:
    statuses: list[str] = []
    environ = {"SCRIPT_NAME": "/press", "PATH_INFO": path, "REQUEST_METHOD": "GET"}
    body = b"".join(wsgi.application(environ, lambda status, headers: statuses.append(status)))
    assert statuses == ["404 Not Found"]
    assert b"a host name of its own" in body


def test_forms_sent_from_the_address_that_is_named_are_the_sites_own(tmp_path: Path) -> None:
    code = "from django.conf import settings; print(settings.CSRF_TRUSTED_ORIGINS)"
    assert run(tmp_path, "-c", code, SITE_URL="http://press.home/") == "['http://press.home']\n"


@pytest.fixture
def key_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    return tmp_path / "data" / "secret_key"


def test_a_key_is_made_once_and_is_on_the_disk_before_it_has_its_name(
    key_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    fsync, link = os.fsync, os.link
    monkeypatch.setattr(os, "fsync", lambda file: (done.append("fsync"), fsync(file)))
    monkeypatch.setattr(os, "link", lambda old, new: (done.append("link"), link(old, new)))
    key = load_secret_key(key_file)
    assert load_secret_key(key_file) == key == key_file.read_text()
    assert len(key) >= 50
    assert done == ["fsync", "link"]
    assert [file.name for file in key_file.parent.iterdir()] == ["secret_key"]
    assert key_file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("content", "wrong"),
    [
        (b"", "has 0 characters"),
        (b"k" * 49, "has 49 characters, and a key has 50 or more"),
        (bytes(67), "other characters than letters"),
        (b"\xff\xfe" * 40, "holds bytes that are no text"),
        (b"k" * 30 + b"\n" + b"k" * 30, "other characters than letters"),
    ],
)
def test_a_key_that_is_none_is_refused_with_the_remedy(key_file: Path, content: bytes, wrong: str) -> None:
    key_file.parent.mkdir()
    key_file.write_bytes(content)
    with pytest.raises(ImproperlyConfigured, match=wrong) as refused:
        load_secret_key(key_file)
    assert str(key_file) in str(refused.value)
    assert "remove it: the next start makes a new key, and everybody is logged out" in str(refused.value)
    assert "kkk" not in str(refused.value)
    assert key_file.read_bytes() == content


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A sound database of some pages."""
    file = tmp_path / "site.sqlite3"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE games (title TEXT)")
        connection.executemany("INSERT INTO games VALUES (?)", [(f"{number:0500}",) for number in range(200)])
    return file


def test_a_sound_database_and_none_are_no_hindrance(database: Path, tmp_path: Path) -> None:
    check_sqlite(database, is_prepared=True)
    check_sqlite(database, is_prepared=True, seconds=0)
    check_sqlite(tmp_path / "none", is_prepared=True)
    assert not (tmp_path / "none").exists()
    (tmp_path / "new").touch()
    check_sqlite(tmp_path / "new", is_prepared=False)


@pytest.mark.parametrize("part", [slice(0, 16), slice(0, 100), slice(4096, 8192), slice(40_000, 50_000)])
def test_a_database_with_other_bytes_in_it_is_refused_with_the_remedy(database: Path, part: slice) -> None:
    content = bytearray(database.read_bytes())
    content[part] = bytes(part.stop - part.start)
    database.write_bytes(content)
    assert_refused(database)


@pytest.mark.parametrize("size", [0, 50, 4096, 5000, 40_960])
def test_a_database_that_was_cut_off_is_refused(database: Path, size: int) -> None:
    os.truncate(database, size)
    assert_refused(database)


def assert_refused(database: Path) -> None:
    before = database.read_bytes()
    with pytest.raises(ImproperlyConfigured, match=r"is damaged \(.+\)\. Put a backup in its place") as refused:
        check_sqlite(database, is_prepared=True)
    assert str(database) in str(refused.value)
    assert "\n" not in str(refused.value)
    assert database.read_bytes() == before


def test_a_database_that_is_locked_is_not_called_damaged(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, timeout=0.1))  # of five seconds
        check_sqlite(database, is_prepared=True)


def run(tmp_path: Path, *arguments: str, **given: str) -> str:
    """What a command prints that has a data folder of its own, in a folder that is not there yet."""
    (tmp_path / "temporary").mkdir(exist_ok=True)
    environment = plain_environment(
        DATA_DIR=str(tmp_path / "new" / "data"), TMPDIR=str(tmp_path / "temporary"), METRICS_PORT="9999", **given
    )
    environment["DJANGO_SETTINGS_MODULE"] = "pressorpass_site.settings"
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_importing_settings_reads_and_never_writes(tmp_path: Path) -> None:
    run(tmp_path, "manage.py", "check")
    assert [file.name for file in tmp_path.rglob("*")] == ["temporary"]


def test_folder_and_database_are_made_when_they_are_first_needed(tmp_path: Path) -> None:
    run(tmp_path, "manage.py", "migrate", "--verbosity=0")
    folder = tmp_path / "new" / "data"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {file.name.partition("-")[0] for file in folder.iterdir()} == {"pressorpass.sqlite3"}, "no key yet"
    assert (folder / "pressorpass.sqlite3").stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(folder / "pressorpass.sqlite3")) as database:
        assert database.execute("PRAGMA auto_vacuum").fetchone() == (2,)
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)


SIGNS = "import django; django.setup(); from django.core import signing; print(signing.Signer().sign('x'))"


def test_the_key_is_made_when_it_is_first_needed_and_stays(tmp_path: Path) -> None:
    signed = run(tmp_path, "-c", SIGNS)
    folder = tmp_path / "new" / "data"
    assert [file.name for file in folder.iterdir()] == ["secret_key"]
    assert (folder.stat().st_mode & 0o777, (folder / "secret_key").stat().st_mode & 0o777) == (0o700, 0o600)
    assert run(tmp_path, "-c", SIGNS) == signed
    assert run(tmp_path, "-c", SIGNS, SECRET_KEY="k" * 50) != signed


def test_another_folder_than_the_data_folder_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError, match="unable to open"):
        connect_sqlite(str(tmp_path / "typo" / "site.sqlite3"), data_dir=tmp_path / "data")
    assert not list(tmp_path.iterdir())


def test_a_public_site_without_a_mail_server_is_warned(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    assert list_warnings() == []
    settings.HTTPS = True
    (warning,) = list_warnings()
    assert warning.startswith("EMAIL_URL is not set")
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    assert list_warnings() == []

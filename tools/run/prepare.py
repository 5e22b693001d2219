"""Prepare the data folder for this code: key, tables, boards, sample games, static files. Skipped if nothing changed."""

import hashlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from pressorpass_site.environment import KEY_FILE, load_secret_key

from .options import ROOT, Options, StartRefusal

# What the prepared data depends on.
SOURCES = ("pressorpass_site/**/*.py", "engine/**/*.py", "engine/**/*.json", "engine/**/*.txt", "static/**/*")


def _list_source_files() -> Iterator[Path]:
    for pattern in SOURCES:
        yield from (path for path in sorted(ROOT.glob(pattern)) if path.is_file())
    yield ROOT / "requirements.txt"


def hash_sources() -> str:
    """Return a digest of the files on which the prepared data depends."""
    digest = hashlib.sha256()
    for path in _list_source_files():
        digest.update(os.fsencode(path.relative_to(ROOT)) + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def needs_preparation(options: Options) -> bool:
    """Return whether the data folder has to be prepared; always with a database of DATABASE_URL."""
    names = ["pressorpass.sqlite3", "static/staticfiles.json"]
    paths = [options.data_dir / name for name in (names if os.environ.get("SECRET_KEY") else [*names, KEY_FILE])]
    stamp = options.data_dir / "prepared"
    return (
        options.database_url is not None
        or not all(path.exists() for path in paths)
        or not stamp.exists()
        or stamp.read_text() != hash_sources()
    )


def prepare(options: Options) -> None:
    """Prepare the data folder; runs in its own process (`python -m tools.run.prepare`)."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pressorpass_site.settings")
    import django
    from django.core.management import call_command

    django.setup()
    stamp = options.data_dir / "prepared"
    stamp.unlink(missing_ok=True)
    load_secret_key(options.data_dir / KEY_FILE)
    mark = hash_sources()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("load_boards", verbosity=0, stdout=io.StringIO())
    call_command("load_samples", verbosity=0, stdout=io.StringIO())
    call_command("fill_tables", common=True, verbosity=0, stdout=io.StringIO())
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(mark)


if __name__ == "__main__":
    try:
        prepare(Options.from_environment())
    except (StartRefusal, ImproperlyConfigured) as wrong:
        sys.exit(f"Press or Pass: {wrong}")

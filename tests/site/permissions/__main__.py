"""Write the tables of permissions in short, README.md: `python -m tests.site.permissions`."""

from .summary import PAGE, written

PAGE.write_text(written(), encoding="utf-8")

"""Print the tables of permissions for docs/reliability.md: `python -m tests.site.permissions`."""

import os
from collections.abc import Iterator, Sequence

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from . import table  # noqa: E402  # it reads the site's addresses


def pages() -> Iterator[Sequence[str]]:
    """A line for each object and what is done with it, where its addresses agree."""
    yield ("object", "what", "addresses", *table.WHO)
    found: dict[tuple[str, str, tuple[str, ...]], int] = {}
    for row in table.rows():
        cells = ("yes",) * len(table.WHO) if row.for_everybody else row.cells
        key = (row.thing, row.action, cells)
        found[key] = found.get(key, 0) + 1
    for (thing, action, cells), count in sorted(found.items(), key=lambda each: each[0][0]):
        yield (thing, action, str(count), *cells)


def administration() -> Iterator[Sequence[str]]:
    """A line for each model."""
    yield ("model", *table.STAFF)
    for name, cells in table.models().items():
        yield (name, *(", ".join(right for right in table.RIGHTS if right in cell) or "–" for cell in cells))


def markdown(lines: Iterator[Sequence[str]]) -> str:
    """Lines as a table, the first of them its head."""
    head, *rest = lines
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *rest))


def printed() -> str:
    """Both tables."""
    return f"{markdown(pages())}\n\n{markdown(administration())}"


if __name__ == "__main__":
    print(printed())

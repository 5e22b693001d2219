"""The tables of permissions in short, in README.md."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from . import table

PAGE = Path(__file__).parent / "README.md"


def written() -> str:
    """The page with both tables as they are now."""
    words = PAGE.read_text(encoding="utf-8").partition("\n|")[0]
    return f"{words}\n{_markdown(_pages())}\n\n{_markdown(_administration())}\n"


def _pages() -> Iterator[Sequence[str]]:
    """A line for each object and what is done with it, with the number of its addresses that agree."""
    yield ("object", "what", "addresses", *table.WHO)
    counts = Counter(
        (row.thing, row.action, ("yes",) * len(table.WHO) if row.for_everybody else row.cells) for row in table.rows()
    )
    for (thing, action, cells), count in sorted(counts.items(), key=lambda item: item[0][0]):
        yield (thing, action, str(count), *cells)


def _administration() -> Iterator[Sequence[str]]:
    """A line for each model."""
    yield ("model", *table.STAFF)
    for name, cells in table.models().items():
        yield (name, *(", ".join(right for right in table.RIGHTS if right in cell) or "–" for cell in cells))


def _markdown(lines: Iterator[Sequence[str]]) -> str:
    head, *rest = lines
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *rest))

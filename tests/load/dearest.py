"""The ten dearest parts of a page, by share of its processor time: ``python -m tests.load.dearest [ADDRESS]``.

A part is a function of the site or of the engine, or a block of a template, with all that it calls. Parts that take more than a
quarter of the time, such as the view and the page's whole template, are left out: what they call says more.
"""

import cProfile
import pstats
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from .weight import QUESTION, one_of_everything

ROOT = Path(__file__).resolve().parents[2]
OWN = tuple(f"{ROOT / folder}/" for folder in ("engine", "pressorpass_site", "templates"))
VISITS, MOST, WRAPS = 20, 10, 0.25


class Part(NamedTuple):
    name: str
    calls: float  # a visit
    share: float


def profile(path: str, visits: int = VISITS) -> pstats.Stats:
    """Return the profile of this many visits to a page, once all is loaded."""
    from django.test import Client

    for _ in range(3):
        Client().get(path)
    profiler = cProfile.Profile()
    profiler.enable()
    for _ in range(visits):
        Client().get(path)
    profiler.disable()
    return pstats.Stats(profiler)


def parts(stats: pstats.Stats, visits: int = VISITS) -> Iterator[Part]:
    """Yield the parts that are ours, the dearest first."""
    rows: dict[tuple[str, int, str], tuple[Any, ...]] = stats.stats  # type: ignore[attr-defined]
    total: float = stats.total_tt  # type: ignore[attr-defined]
    for (file, line, name), (_, calls, _, together, _) in sorted(rows.items(), key=lambda item: -item[1][3]):
        if file.startswith(OWN) and together <= WRAPS * total:
            yield Part(f"{Path(file).relative_to(ROOT)}:{line} {name}", calls / visits, together / total)


def main() -> int:
    """Print them."""
    path = sys.argv[1] if len(sys.argv) > 1 else f"/p/{QUESTION}?rules=seed"
    with one_of_everything():
        for _, part in zip(range(MOST), parts(profile(path)), strict=False):
            print(f"{part.share:4.0%}  {part.calls:6.1f} calls  {part.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

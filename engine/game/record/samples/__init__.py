"""Sample games in the notation, by name."""

from __future__ import annotations

from pathlib import Path


def sample_games() -> dict[str, str]:
    """Return the texts of the sample games by name, the documented one first."""
    paths = sorted(Path(__file__).parent.glob("*.txt"), key=lambda path: (path.stem.startswith("simulated"), path.stem))
    return {path.stem: path.read_text(encoding="utf-8") for path in paths}

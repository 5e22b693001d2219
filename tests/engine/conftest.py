"""What the engine's tests share."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of tables for each test, so that no answer is read from what another has kept."""
    folder = tmp_path / "own-tables"
    monkeypatch.setenv("PRESSORPASS_TABLES", str(folder))
    return folder

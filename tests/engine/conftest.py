"""What the engine's tests share."""

from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="module", autouse=True)
def tables_of_the_module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A folder of tables for what a module prepares once for all of its tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PRESSORPASS_TABLES", str(tmp_path_factory.mktemp("tables")))
        yield


@pytest.fixture(autouse=True)
def own_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of tables for each test, so that no answer is read from what another has kept."""
    folder = tmp_path / "own-tables"
    monkeypatch.setenv("PRESSORPASS_TABLES", str(folder))
    return folder

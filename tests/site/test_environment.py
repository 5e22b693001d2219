"""What is worked out from the machine and the environment."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from pressorpass_site.environment import env_database, env_int, solver_megabytes

GIGABYTE = 2**30


def test_all_workers_of_a_machine_share_half_of_its_memory() -> None:
    for workers in (1, 2, 4, 7):
        for slots in (1, 3):
            assert workers * slots * solver_megabytes(24 * GIGABYTE, workers * slots) <= 12 * 1024
    assert solver_megabytes(24 * GIGABYTE, 1) == 12 * 1024


def test_a_small_machine_still_solves() -> None:
    assert solver_megabytes(1 * GIGABYTE, 8) == 256


@pytest.mark.parametrize("value", ["-1", "many", "1.5", "²"])
def test_a_number_that_is_none_is_refused_by_name(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAGE_CACHE_MB", value)
    with pytest.raises(ImproperlyConfigured, match=r"PAGE_CACHE_MB must be a whole number, 0 or more, not '.*'\."):
        env_int("PAGE_CACHE_MB", 32)


@pytest.mark.parametrize("value", ["rubbish", "nosql://host/name", "postgres://user:secret@host:54x/name"])
def test_a_database_that_is_none_is_refused_without_its_password(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", value)
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL must read like") as refused:
        env_database("DATABASE_URL", "")
    assert "secret" not in str(refused.value)

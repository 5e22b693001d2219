"""A sample of the fuzzer's cases; `make nightly` runs TIMES as many, `python -m tests.fuzz` any number."""

import logging
import os
from collections.abc import Iterator

import pytest

from tests import database
from tests.fuzz import readers, web
from tests.fuzz.crawl import crawl
from tests.fuzz.runner import run
from tests.fuzz.site import Things, impatient, prepare
from tests.fuzz.target import Target
from tests.tier import NIGHTLY, TIMES

READS, REQUESTS = 9_000, 1_000
PAGES = 150 if NIGHTLY else 40


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Without a line in the log for each refusal."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def things(transactional_db: None) -> Iterator[Things]:
    with impatient:
        yield prepare()
    database.empty()


def failures(targets: tuple[Target, ...], cases: int) -> list[str]:
    seed = int(os.environ.get("SEED", "1"))
    return [f"{each.target.name}: {failure}" for each in run(targets, cases * TIMES, seed) for failure in each.failures]


@pytest.mark.slow
def test_readers_raise_only_what_they_say(db: None) -> None:
    assert failures(readers.TARGETS, READS) == []


@pytest.mark.slow
def test_no_request_makes_the_site_fail_or_hang(things: Things) -> None:
    assert failures(web.targets(things, crawl(things, PAGES)), REQUESTS) == []
